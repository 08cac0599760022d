# Types for the compiled form of templates.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython


@cython.locals(
    limit=cython.double, u=cython.double, v=cython.double, i=cython.Py_ssize_t, found=list,
)
cdef list _near(object spots, double x, double y, double reach)

@cython.locals(u=cython.double, v=cython.double, i=cython.Py_ssize_t, found=list)
cdef list _in_drop(
    object spots, double radius, double x, double y, double fx, double fy, double length, double end, double tip
)

@cython.locals(
    f=cython.double, far=cython.double, along=cython.double, across=cython.double, slope=cython.double,
    level=cython.double, place=cython.double,
)
cdef double _depth(
    double dx, double dy, double fx, double fy, double length, double end, double tip
) except? -1.0e9
