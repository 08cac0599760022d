# Types for the compiled form of charging.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport model_gap
from grognard.table.clearance cimport spot_taken, taken
from grognard.table.placing cimport Room
from grognard.table.polygons cimport boxes_within, cut

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, wide=cython.double, far=cython.double,
    j=cython.Py_ssize_t, found=list,
)
cpdef list nearest_rings(object form, object to, object base, double gap=*)

@cython.locals(
    x=cython.double, y=cython.double, a=cython.double, b=cython.double, u=cython.double, v=cython.double,
    limit=cython.double, found=list,
)
cpdef list ranked(list round_it, object to, object start, double inches)

@cython.locals(room=Room)
cpdef bint _free(object moves, Py_ssize_t i, object spot, object end, list done, bint bent=*) except -1

@cython.locals(
    pad=cython.double, x=cython.double, y=cython.double, u=cython.double, v=cython.double, left=cython.double,
    low=cython.double, right=cython.double, top=cython.double,
)
cpdef bint bars_model(object moves, Py_ssize_t i, object spot, bint straight=*) except -1

@cython.locals(far=cython.double, j=cython.Py_ssize_t, inches=cython.double, found=list, stand=list)
cpdef object _contact_spot(
    object moves, Py_ssize_t i, object target, object end, list spots, list placed, bint bent=*, bint close=*
)

@cython.locals(far=cython.double, j=cython.Py_ssize_t, inches=cython.double, loose=cython.double, found=list, stand=list)
cpdef object _follow(
    object moves, Py_ssize_t i, object target, object end, list spots, list placed, bint bent=*
)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double, dy=cython.double,
    d=cython.double, reach=cython.double,
)
cpdef list _straight_at(double x, double y, object target, Py_ssize_t j, object base)
