"""Whole battles in which every pair of special rules meets, with what must always hold looked at all the time."""
