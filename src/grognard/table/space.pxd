# Types for the compiled form of space.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport circle_on, clear_way, first_free, occupied, too_near
from grognard.table.distances cimport model_distance, overlap
from grognard.table.geometry cimport Footprint as Based, Formation, apart, boxes_within, edge_d2, inside, outwards, snap, sqrt

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

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, found=list)
cdef list _steps_from(object position, tuple steps)

cpdef list positions_round(Formation form, Py_ssize_t j, Based base, double distance=*, object front=*)

@cython.locals(other=Based)
cpdef tuple steps_round(Formation form, Py_ssize_t j, Based base, double distance=*, object front=*)

@cython.locals(
    r=cython.double, t=cython.double, x=cython.double, y=cython.double, far=cython.double, free=cython.double,
)
cpdef tuple _roll_to(object outline, double wide, Based base, double distance, double c, double s)

@cython.locals(inner=cython.double, outer=cython.double, u=cython.double, v=cython.double, dx2=cython.double, d2=cython.double, found=list)
cpdef tuple grid(object box, object point, double least, double most)

@cython.locals(mark=cython.double, found=list)
cdef list _so_near(list marks, double at, double limit)

@cython.locals(wide=cython.double, tried=set, known=set)
cpdef object first_beside(
    object room, list positions, set tried, Based base, Formation hull, double inches, bint wholly, object arcs, list stand
)

@cython.locals(x=cython.double, y=cython.double, r=cython.double, d2=cython.double, far=cython.double)
cdef bint _reaches(object position, Based base, Formation hull, double inches, double wide) except -1
