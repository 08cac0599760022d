"""Shooting on the table: who can fire at whom and how, and what comes of it."""
