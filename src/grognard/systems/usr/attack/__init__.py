"""The attack: what a model's weapon does to a unit, as procedures of frozen values. Nothing here reads the table."""
