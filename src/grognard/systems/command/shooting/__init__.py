"""Shooting on the table: lines of fire, targets, the dice of a unit and where its templates lie."""
