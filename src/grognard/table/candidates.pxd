# Types for the compiled form of candidates.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Aabb, aabb_d2, aabb, aabb_of, aabbs_of, boxes_within, cut, part_of, sqrt

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

cdef class Influence:
    cdef public list boxes
    cdef public object find
    cdef public list weights
    cdef public double within
    cpdef double left(self, double weight, double far) except? -1.0
    @cython.locals(value=cython.double)
    cpdef double weight(self, Py_ssize_t k) except? -1.0
    @cython.locals(
        other=Aabb, far=cython.double, best=cython.double, within=cython.double, weight=cython.double, value=cython.double,
        k=cython.Py_ssize_t,
    )
    cpdef double most(self, Aabb outer, Aabb inner) except? -1.0
    @cython.locals(other=Aabb, d2=cython.double, least=cython.double, far=cython.double)
    cpdef double nearest(self, Aabb outer) except? -1.0
    @cython.locals(point=Aabb)
    cpdef double at(self, double x, double y) except? -1.0
    @cython.locals(
        point=Aabb, other=Aabb, far=cython.double, best=cython.double, within=cython.double, value=cython.double, k=cython.Py_ssize_t,
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
        other=Aabb, high=cython.double, far=cython.double, best=cython.double, within=cython.double, value=cython.double,
        k=cython.Py_ssize_t,
    )
    cpdef double most(self, Aabb outer, Aabb inner) except? -1.0
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
        x=cython.double, y=cython.double, point=Aabb, around=Aabb, beside=Aabb, found=list, term=Term,
    )
    cpdef list parts(self, object middle, object box)
    @cython.locals(value=cython.double, term=Term, point=Aabb)
    cpdef double at(self, double x, double y) except? -1.0
    @cython.locals(
        best=cython.double, a=cython.double, b=cython.double, dx=cython.double, dy=cython.double, far=cython.double,
        part=cython.double, value=cython.double,
    )
    cpdef double ahead(self, double x, double y, object points, double inches) except? -1.0
    @cython.locals(
        dx=cython.double, dy=cython.double, x=cython.double, y=cython.double, around=Aabb, within=Aabb, point=Aabb,
        about=Aabb, value=cython.double, term=Term, times=cython.double, influence=Influence, other=Aabb,
    )
    cpdef double upper_bound(self, tuple step, tuple middle, tuple outer, tuple inner, double slack) except? -1.0
    @cython.locals(found=list, best=cython.double, value=cython.double)
    cpdef list upper_bounds(self, object ways, tuple middle, tuple outer, tuple inner, double slack)

@cython.locals(left=cython.double, low=cython.double, right=cython.double, top=cython.double)
cpdef Aabb moved(tuple box, double dx, double dy)

cdef class MovePurpose:
    cdef public object moves, position

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, reach=cython.double, found=list,
    near=tuple, shelters=tuple,
)
cpdef list covers_near(object moves)

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, u=cython.double, v=cython.double,
    k=Py_ssize_t, ranked=list,
)
cpdef list nearest_middles(double x, double y, list forms, Py_ssize_t most)

@cython.locals(left=cython.double, bottom=cython.double, right=cython.double, top=cython.double)
cpdef tuple middle_of(object what)

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, found=list, near=list, foes=list)
cpdef list purposes(object moves)

cpdef list ways_towards(object points, tuple middle, double inches)

@cython.locals(dx=cython.double, dy=cython.double, scale=cython.double)
cdef tuple _step(tuple middle, tuple point, double inches)
