# Types for the compiled form of charging.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport model_gap
from grognard.table.clearance cimport spot_taken, taken
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
