# Types for the compiled form of boxes.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport sqrt

@cython.locals(dx=cython.double, dy=cython.double)
cpdef double sides_d2(
    double a0, double a1, double a2, double a3, double b0, double b1, double b2, double b3
) except? -1.0

@cython.locals(
    a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, b0=cython.double, b1=cython.double,
    b2=cython.double, b3=cython.double,
)
cpdef double box_gap(object a, object b) except? -1.0

@cython.locals(
    a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, b0=cython.double, b1=cython.double,
    b2=cython.double, b3=cython.double, found=list,
)
cpdef list box_gaps(object a, object boxes)

@cython.locals(
    a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, b0=cython.double, b1=cython.double,
    b2=cython.double, b3=cython.double, d2=cython.double, limit=cython.double,
    k=cython.Py_ssize_t, found=list,
)
cpdef list near_boxes(object a, object boxes, double inches)
