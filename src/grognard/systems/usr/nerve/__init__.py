"""Nerve: tests of a unit, morale, falling back."""
