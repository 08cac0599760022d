"""What stands in a file, before anything is known of the game: files opened; XML, JSON and pasted text as what is read of them."""
