# Types for the compiled form of influence.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport cut, part_of, aabb_d2, sqrt

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
cpdef list upper_bound(
    object goals, double full, object boxes, double share, double half, double price, double reach, object covers,
    double cover, double radius, double x, double y, double inches, object points, double slack
)

@cython.locals(n=Py_ssize_t, k=Py_ssize_t)
cpdef double share_in(object stood, tuple counts) except? -1.0

cdef class Sides:
    cdef public double left, low, right, top

cpdef list sides_of(object boxes)

cdef class Hyperbolic:
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

cdef class Linear:
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

cdef class RangeBands:
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

cdef class PositionValue:
    cdef public double cover
    cdef public list covers
    cdef public Linear fading
    cdef public Hyperbolic falling
    cdef public double fear, full, gain
    cdef public object goals
    cdef public double most
    cdef public RangeBands banded
    @cython.locals(
        a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, other=Sides, c0=cython.double, c1=cython.double, c2=cython.double, c3=cython.double,
        x0=cython.double, y0=cython.double, dx=cython.double, dy=cython.double,
        left=cython.double, low=cython.double, right=cython.double, top=cython.double, w0=cython.double,
        w1=cython.double, w2=cython.double, w3=cython.double, value=cython.double, best=cython.double,
    )
    cpdef double upper_bound(self, object steps, object middle, object outer, object inner) except? -1.0
    cpdef list after_each(self, object ways, object middle, object outer, object inner, double slack)

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
