"""Behemoths: zones and Crippled results, how they move and land, and how they fall."""
