"""Movement: how far, through what, in the air, by running and by thrusting."""
