# Types for the compiled form of goals.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.aims cimport part_of
from grognard.table.polygons cimport cut, sqrt

@cython.locals(
    top=cython.double, a=cython.double, b=cython.double, reach=cython.double, full=cython.double,
    far=cython.double, value=cython.double,
)
cpdef double to_goals(object goals, double x, double y, double slack=*) except? -1.0

@cython.locals(
    found=cython.double, left=cython.double, bottom=cython.double, right=cython.double, top=cython.double,
    dx=cython.double, dy=cython.double, d2=cython.double,
)
cpdef double to_boxes(object boxes, double x, double y) except? -2.0

@cython.locals(
    limit=cython.double, left=cython.double, bottom=cython.double, right=cython.double, top=cython.double,
    dx=cython.double, dy=cython.double,
)
cpdef bint boxes_reach(object boxes, double x, double y, double inches) except -1

@cython.locals(value=cython.double, far=cython.double)
cpdef double nearness(
    object goals, double full, object boxes, double share, double half, double x, double y
) except? -1.0

@cython.locals(
    best=cython.double, a=cython.double, b=cython.double, dx=cython.double, dy=cython.double, far=cython.double,
    part=cython.double, value=cython.double,
)
cpdef double nearest_worth(
    object goals, double full, object boxes, double share, double half, double x, double y, object points,
    double inches
) except? -2.0

@cython.locals(far=cython.double, over=cython.double)
cpdef double in_range(object boxes, double reach, double x, double y) except? -1.0

@cython.locals(over=cython.double)
cpdef double ranged(double far, double reach) except? -1.0

@cython.locals(
    best=cython.double, dx=cython.double, dy=cython.double, d2=cython.double, scale=cython.double, a=cython.double,
    b=cython.double, value=cython.double, far=cython.double, k=Py_ssize_t, found=list,
)
cpdef list at_best(
    object goals, double full, object boxes, double share, double half, double price, double reach, object covers,
    double cover, double radius, double x, double y, double inches, object points, double slack
)

@cython.locals(n=Py_ssize_t, k=Py_ssize_t)
cpdef double share_in(object stood, tuple counts) except? -1.0
