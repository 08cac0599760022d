# Types for the compiled form of geometry.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython


cdef extern from "math.h":
    cpdef double sqrt(double x)  # that of Python is an object, and as exact

cdef double _GRID

cpdef double snap(double x) except? -1.0

@cython.locals(n=cython.longlong)
cpdef double cut(double x) except? -1.0

@cython.locals(n=cython.longlong)
cpdef double outwards(double x) except? -1.0

@cython.locals(
    px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, hit=cython.bint,
)
cpdef bint inside(object points, double x, double y) except -1

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, x=cython.double, y=cython.double,
    k=cython.Py_ssize_t, found=list, here=list, near=list,
)
cpdef tuple lie_in(object areas, object box, object positions)

@cython.locals(
    dx=cython.double, dy=cython.double, ux=cython.double, uy=cython.double, along=cython.double,
    length2=cython.double, across=cython.double,
)
cpdef double segment_d2(double x, double y, double px, double py, double qx, double qy) except? -1.0

@cython.locals(
    best=cython.double, px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, wx=cython.double,
    wy=cython.double, ux=cython.double, uy=cython.double, dx=cython.double, dy=cython.double, along=cython.double,
    length2=cython.double, across=cython.double, d2=cython.double,
)
cpdef double edge_d2(object points, double x, double y) except? -1.0

@cython.locals(
    px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, rx=cython.double, ry=cython.double,
    sx=cython.double, sy=cython.double, a=cython.double, b=cython.double, c=cython.double, d=cython.double,
)
cpdef bint crosses(object p, object q, object r, object s) except -1

@cython.locals(
    a0=cython.double, b2=cython.double, b0=cython.double, a2=cython.double, a1=cython.double, b3=cython.double,
    b1=cython.double, a3=cython.double,
)
cpdef bint boxes_within(object a, object b, double inches) except -1

@cython.locals(
    px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, dx=cython.double, dy=cython.double,
    x=cython.double, y=cython.double, beside=cython.bint,
)
cpdef bint apart(object a, object b) except -1

@cython.locals(
    limit=cython.double, x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double,
    dy=cython.double,
)
cpdef bint positions_within(object positions, object others, double reach) except -1

@cython.locals(
    x=cython.double, y=cython.double, r=cython.double, u=cython.double, v=cython.double, s=cython.double,
    dx=cython.double, dy=cython.double, reach=cython.double,
)
cpdef bint circles_within(object circles, object others, double inches) except -1

@cython.locals(
    best=cython.double, x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double,
    dy=cython.double, d2=cython.double,
)
cpdef double positions_d2(object positions, object others) except? -1.0

@cython.locals(left=cython.double, low=cython.double, x=cython.double, y=cython.double, n=cython.Py_ssize_t)
cpdef tuple mean_of(tuple positions)

@cython.locals(
    x=cython.double, y=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    found=list,
)
cpdef tuple put_off(tuple positions, tuple box, double dx, double dy)

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
cpdef tuple circles_of(tuple positions, tuple bases)

cdef double _EDGE, _HAIR

@cython.final
@cython.freelist(64)
cdef class Formation:
    cdef readonly tuple positions, bases, facing, levels, box
    cdef readonly double radius, left, low, right, top
    cdef public object _circles, _cover, _outlines, _screens, _stood, _together

    cpdef tuple front(self, Py_ssize_t i)
    cpdef double level(self, Py_ssize_t i) except? -1.0

    @cython.locals(kept=list)
    cpdef tuple outline(self, Py_ssize_t i)
    cpdef Formation shifted(self, double dx, double dy)
    cpdef Formation only(self, object indices)
    cpdef Formation faced(self, double dx, double dy)

@cython.locals(
    r=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double, x=cython.double,
    y=cython.double,
)
cpdef tuple _box(Formation form)

@cython.final
@cython.freelist(64)
cdef class Aabb:
    cdef public double left, low, right, top

@cython.locals(made=Aabb)
cpdef Aabb aabb(double left, double low, double right, double top)

@cython.locals(left=cython.double, low=cython.double, right=cython.double, top=cython.double)
cpdef Aabb aabb_of(object box)

cpdef list aabbs_of(object boxes)

@cython.locals(dx=cython.double, dy=cython.double)
cpdef double aabb_d2(Aabb a, Aabb b) except? -1.0

cpdef double aabb_distance(object a, object b) except? -1.0

@cython.locals(here=Aabb, found=list)
cpdef list aabb_distances(object a, object boxes)

@cython.locals(here=Aabb, d2=cython.double, limit=cython.double, k=cython.Py_ssize_t, found=list)
cpdef list aabbs_within(object a, object boxes, double inches)

cpdef double part_of(double d2, double inches) except? -1.0
