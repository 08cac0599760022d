"""Transports and buildings, those who ride in them, tanks that drive at others, and wrecks."""
