# Types for the compiled form of contact.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport models_within
from grognard.table.polygons cimport snap

@cython.locals(j=cython.Py_ssize_t, found=list)
cpdef tuple models_by(object a, Py_ssize_t i, object b, double inches)

@cython.locals(i=cython.Py_ssize_t, found=list)
cpdef list models_near(object form, object others, double inches)

@cython.locals(j=cython.Py_ssize_t)
cdef bint _near_any(object form, Py_ssize_t i, object others, double inches) except -1

cpdef object part_way(object a, object b, double part)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, spots=list, k=cython.Py_ssize_t,
)
cdef tuple _between(tuple starts, tuple ends, double part)

@cython.locals(
    dx=cython.double, dy=cython.double, r=cython.double, s=cython.double, best=cython.double, x=cython.double,
    y=cython.double, u=cython.double, v=cython.double, d2=cython.double, far=cython.double,
)
cpdef double gap_after(object form, object step, object other) except? -1.0
