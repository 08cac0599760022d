# Types for the compiled form of terrain.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport edge_d2, inside, snap

@cython.locals(left=cython.double, low=cython.double, right=cython.double, top=cython.double)
cpdef bint circle_on(object piece, double x, double y, double r) except -1
