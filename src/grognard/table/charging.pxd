# Types for the compiled form of charging.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport model_gap
from grognard.table.clearance cimport spot_taken, taken
from grognard.table.polygons cimport boxes_within, cut

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, limit=cython.double, d2=cython.double,
    j=cython.Py_ssize_t, found=list,
)
cdef object _contact_spot(
    object moves, Py_ssize_t i, object target, object end, list spots, list placed, bint bent=*, bint close=*
)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, limit=cython.double, cx=cython.double,
    cy=cython.double, wide=cython.double, loose=cython.double, j=cython.Py_ssize_t, found=list,
)
cdef object _follow(object moves, Py_ssize_t i, object target, object end, list spots, list placed, bint bent=*)
