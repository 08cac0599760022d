"""Lists of players: files read as forces, checked, shown and written."""
