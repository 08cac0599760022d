"""Players that are programs: the worth of fire, of places, of buildings, and the choices of a greedy player."""
