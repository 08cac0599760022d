"""Movement: where a unit may go, and going there."""
