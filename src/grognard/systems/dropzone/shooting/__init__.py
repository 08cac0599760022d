"""The Shoot action and Reaction Fire: targets, declaration, sharing out, resolution."""
