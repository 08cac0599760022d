"""The Psychic phase: psykers, warp charges, and what powers do on the table."""
