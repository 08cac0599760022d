# Types for the compiled form of charging.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.clearance cimport spot_taken
from grognard.table.closing cimport Closing
from grognard.table.geometry cimport model_gap
from grognard.table.placing cimport spots_round
from grognard.table.polygons cimport cut, sqrt

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, a=cython.double, b=cython.double,
    limit=cython.double, j=cython.Py_ssize_t,
)
cpdef object _bridge(Closing by, Py_ssize_t i)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double, dy=cython.double,
    d=cython.double, d2=cython.double, least=cython.double, step=cython.double, low=cython.double, part=cython.double, high=cython.double,
)
cpdef object _towards(Closing by, Py_ssize_t i, object foes)
