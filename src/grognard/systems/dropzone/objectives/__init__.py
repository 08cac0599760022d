"""Objectives: where they lie, how they are found, carried and claimed, and what they count."""
