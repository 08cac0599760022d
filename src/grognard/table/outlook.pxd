# Types for the compiled form of outlook.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport sqrt

from grognard.table.boxes cimport sides_d2
from grognard.table.goals cimport to_goals

cdef class Sides:
    cdef public double left, low, right, top

cpdef list sides_of(object boxes)

cdef class Falling:
    cdef public list boxes
    cdef public object find
    cdef public double half, near
    cdef public list points
    cdef public double within
    @cython.locals(
        other=Sides, far=cython.double, best=cython.double,
        within=cython.double, near=cython.double, half=cython.double, value=cython.double, points=list,
        k=cython.Py_ssize_t,
    )
    cpdef double most(self, double a0, double a1, double a2, double a3) except? -1.0

cdef class Fading:
    cdef public list boxes
    cdef public object find
    cdef public double gone
    cdef public list points
    cdef public double within
    @cython.locals(
        other=Sides, far=cython.double, best=cython.double,
        within=cython.double, gone=cython.double, value=cython.double, points=list, k=cython.Py_ssize_t,
    )
    cpdef double most(self, double a0, double a1, double a2, double a3) except? -1.0

cdef class Banded:
    cdef public list boxes
    cdef public object find
    cdef public list points
    cdef public object steps
    cdef public list tops
    cdef public double within
    @cython.locals(
        other=Sides, high=cython.double, far=cython.double, best=cython.double, within=cython.double, value=cython.double, k=cython.Py_ssize_t,
    )
    cpdef double most(
        self, double a0, double a1, double a2, double a3, double c0, double c1, double c2, double c3
    ) except? -1.0
    @cython.locals(
        near=cython.longlong, far=cython.longlong, best=cython.double, value=cython.double, points=list,
        i=cython.Py_ssize_t, top=cython.double,
    )
    cpdef double between(self, Py_ssize_t k, double low, double high) except? -1.0

@cython.locals(value=cython.double)
cpdef double at_goals(object goals, double full, double most, double x, double y) except? -1.0

cdef class Outlook:
    cdef public double cover
    cdef public list covers
    cdef public Fading fading
    cdef public Falling falling
    cdef public double fear, full, gain
    cdef public object goals
    cdef public double most
    cdef public Banded banded
    @cython.locals(
        a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, other=Sides, c0=cython.double, c1=cython.double, c2=cython.double, c3=cython.double,
        x0=cython.double, y0=cython.double, dx=cython.double, dy=cython.double,
        left=cython.double, low=cython.double, right=cython.double, top=cython.double, w0=cython.double,
        w1=cython.double, w2=cython.double, w3=cython.double, value=cython.double, best=cython.double,
    )
    cpdef double at_best(self, object steps, object middle, object outer, object inner) except? -1.0
    cpdef list after_each(self, object ways, object middle, object outer, object inner, double slack)
