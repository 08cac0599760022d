"""Garrisons and other buildings: going in and out, walls, Collateral, ruins."""
