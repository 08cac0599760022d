"""What options are worth to players that are programs."""
