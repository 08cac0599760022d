"""A battle for several seats: the room, its messages and its journal, and plain questions. Carriers bring the messages."""
