# Types for the compiled form of room.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport circle_on, occupied, too_near
from grognard.table.distances cimport overlap
from grognard.table.geometry cimport Footprint as Based, Formation, apart, boxes_within, edge_d2, inside

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, a=cython.double,
    b=cython.double, c=cython.double, d=cython.double, found=list,
)
cdef tuple _pieces_in(tuple pieces, tuple near)

cdef double _EDGE

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, found=list, form=Formation,
)
cdef list _those_in(object others, tuple near, double inches, object free)

cdef class Space:
    cdef public object ground, mode, zone, call, zone_box
    cdef public list others, pieces, _neighbours
    cdef public tuple walls, slow
    cdef public Py_ssize_t friendly
    cdef public bint upright

    @cython.locals(
        left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, low_x=cython.double,
        low_y=cython.double, high_x=cython.double, high_y=cython.double, inches=cython.double, far=cython.bint, other=Formation,
    )
    cpdef list why_not(self, Formation form, bint first=*, bint whole=*, bint words=*)

    cpdef bint fits(self, Formation form) except -1

    @cython.locals(x=cython.double, y=cython.double, r=cython.double)
    cpdef bint takes(self, object position, Based base, object front) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t,
)
cdef object _nearer_pair(tuple positions, double limit)

cpdef bint holds_together(Formation form, double inches, object measure, double spread) except -1
