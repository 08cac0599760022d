# Types for the compiled form of rings.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport snap

@cython.locals(
    across=list, along=list, inner=cython.double, outer=cython.double, found=list, u=cython.double, v=cython.double,
    dx2=cython.double, d2=cython.double,
)
cpdef tuple grid(
    double left, double bottom, double right, double top, double x, double y, double least, double most
)

cpdef list _marks(double low, double high)

@cython.locals(mark=cython.double, found=list)
cdef list _so_near(list marks, double at, double limit)
