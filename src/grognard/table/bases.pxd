# Types for the compiled form of bases.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport snap, sqrt


@cython.final
cdef class Footprint:
    cdef readonly str shape
    cdef readonly bint round
    cdef readonly double half_length, half_width, radius
    cdef object _hash


@cython.locals(
    fx=cython.double, fy=cython.double, length=cython.double, width=cython.double, f=cython.double,
    along=cython.double, across=cython.double, u=cython.double, v=cython.double, points=list,
)
cpdef tuple corners(Footprint base, double x, double y, tuple front)

@cython.locals(first=Footprint, base=Footprint)
cpdef double alike_radius(tuple bases) except? -2.0

@cython.locals(x=cython.double, y=cython.double, i=cython.Py_ssize_t, base=Footprint, found=list)
cpdef tuple circles_of(tuple spots, tuple bases)
