# Types for the compiled form of influence.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport aabb_d2, sqrt

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

@cython.locals(n=Py_ssize_t, k=Py_ssize_t)
cpdef double share_in(object stood, tuple counts) except? -1.0

cdef class Sides:
    cdef public double left, low, right, top

cpdef list sides_of(object boxes)

cdef class Influence:
    cdef public list boxes
    cdef public object find
    cdef public list weights
    cdef public double within
    cpdef double left(self, double weight, double far) except? -1.0
    @cython.locals(value=cython.double)
    cpdef double weight(self, Py_ssize_t k) except? -1.0
    @cython.locals(
        other=Sides, far=cython.double, best=cython.double, within=cython.double, value=cython.double, k=cython.Py_ssize_t,
    )
    cpdef double most(
        self, double a0, double a1, double a2, double a3, double c0, double c1, double c2, double c3
    ) except? -1.0
    cpdef double at(self, double x, double y) except? -1.0
    @cython.locals(
        other=Sides, far=cython.double, best=cython.double, within=cython.double, value=cython.double, k=cython.Py_ssize_t,
        found=cython.Py_ssize_t,
    )
    cpdef Py_ssize_t strongest(self, double x, double y) except? -2

cdef class Hyperbolic(Influence):
    cdef public double half, near
    cpdef double left(self, double weight, double far) except? -1.0

cdef class Linear(Influence):
    cdef public double gone
    cpdef double left(self, double weight, double far) except? -1.0

cdef class RangeBands(Influence):
    cdef public list bands
    cdef public object in_band, steps
    cdef public list tops
    @cython.locals(
        other=Sides, high=cython.double, far=cython.double, best=cython.double, within=cython.double, value=cython.double,
        k=cython.Py_ssize_t,
    )
    cpdef double most(
        self, double a0, double a1, double a2, double a3, double c0, double c1, double c2, double c3
    ) except? -1.0
    @cython.locals(
        near=cython.longlong, far=cython.longlong, best=cython.double, value=cython.double, bands=list,
        i=cython.Py_ssize_t, top=cython.double,
    )
    cpdef double between(self, Py_ssize_t k, double low, double high) except? -1.0

cdef class Term:
    cdef public bint along
    cdef public Influence influence
    cdef public double times

cdef class PositionValue:
    cdef public double cover
    cdef public list covers, terms
    @cython.locals(
        x=cython.double, y=cython.double, a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double,
        found=list, term=Term, value=cython.double,
    )
    cpdef list parts(self, object middle, object box)
    @cython.locals(value=cython.double, term=Term)
    cpdef double at(self, double x, double y) except? -1.0
    @cython.locals(
        best=cython.double, a=cython.double, b=cython.double, dx=cython.double, dy=cython.double, far=cython.double,
        part=cython.double, value=cython.double,
    )
    cpdef double ahead(self, double x, double y, object points, double inches) except? -1.0
    @cython.locals(
        dx=cython.double, dy=cython.double, a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double,
        c0=cython.double, c1=cython.double, c2=cython.double, c3=cython.double, x=cython.double, y=cython.double,
        left=cython.double, low=cython.double, right=cython.double, top=cython.double, w0=cython.double, w1=cython.double,
        w2=cython.double, w3=cython.double, u0=cython.double, u1=cython.double, u2=cython.double, u3=cython.double,
        value=cython.double, term=Term, times=cython.double, influence=Influence, other=Sides,
    )
    cpdef double upper_bound(self, object step, object middle, object outer, object inner, double slack) except? -1.0
    @cython.locals(found=list, best=cython.double, value=cython.double)
    cpdef list upper_bounds(self, object ways, object middle, object outer, object inner, double slack)
