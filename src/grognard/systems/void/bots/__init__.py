"""Players that are programs: the worth of attacks, of places, and the choices of a greedy player."""
