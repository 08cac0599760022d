"""The turn of the Command Token game: tokens laid in secret, units acting in turn, recovery at the end."""
