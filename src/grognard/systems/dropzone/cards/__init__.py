"""Command cards: the deck and the hands (``deck``), when they are offered and played (``playing``), and the cards by family."""
