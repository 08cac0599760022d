# Types for the compiled form of attraction.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport sqrt

from grognard.table.aims cimport part_of

cdef class Attraction:
    cdef public double beyond
    cdef public object foes, goals
    cdef public double in_range, leash, other_worth
    cdef public object others, ranges, roofs
    cdef public double worth
    @cython.locals(
        value=cython.double, why=cython.Py_ssize_t, which=cython.Py_ssize_t, sort=cython.Py_ssize_t, least=cython.double,
        k=cython.Py_ssize_t, i=cython.Py_ssize_t, u=cython.double, v=cython.double, d2=cython.double, away=cython.double,
        part=cython.double, best=cython.double, left=cython.double, bottom=cython.double, right=cython.double,
        top=cython.double, share=cython.double, dx=cython.double, dy=cython.double, reach=cython.double, most=cython.double,
        inches=cython.double,
    )
    cpdef tuple of(self, double x, double y, double far, double turned, double spare)
    @cython.locals(
        found=list, best=cython.double, dx=cython.double, dy=cython.double, d2=cython.double, k=cython.Py_ssize_t,
        scale=cython.double, far=cython.double, value=cython.double,
    )
    cpdef list most(self, object points, double x, double y, double inches, double turned, double spare)
