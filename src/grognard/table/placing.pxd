# Types for the compiled form of placing.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.arcs cimport arc_of
from grognard.table.collision cimport clear_way, first_free, spot_taken, too_near
from grognard.table.distances cimport model_gap, overlap
from grognard.table.geometry cimport Footprint as Based, Form, apart, boxes_within, edge_d2, inside, outwards, snap, sqrt
from grognard.table.terrain cimport circle_on

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, a=cython.double,
    b=cython.double, c=cython.double, d=cython.double, found=list,
)
cdef tuple _pieces_in(tuple pieces, tuple near)

cdef double _EDGE

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, found=list, form=Form,
)
cdef list _those_in(object others, tuple near, double inches, object free)

cdef class Room:
    cdef public object ground, gait, zone, call, zone_box
    cdef public list others, pieces, _neighbours
    cdef public tuple walls, slow
    cdef public Py_ssize_t friendly
    cdef public bint upright

    @cython.locals(
        left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, low_x=cython.double,
        low_y=cython.double, high_x=cython.double, high_y=cython.double, inches=cython.double, far=cython.bint, other=Form,
    )
    cpdef list why_not(self, Form form, bint first=*, bint whole=*, bint words=*)

    cpdef bint fits(self, Form form) except -1

    @cython.locals(x=cython.double, y=cython.double, r=cython.double)
    cpdef bint takes(self, object spot, Based base, object front) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t,
)
cdef object _nearer_pair(tuple spots, double limit)

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, found=list)
cdef list _steps_from(object spot, tuple steps)

cpdef list spots_round(Form form, Py_ssize_t j, Based base, double gap=*, object front=*)

@cython.locals(other=Based)
cpdef tuple steps_round(Form form, Py_ssize_t j, Based base, double gap=*, object front=*)

@cython.locals(
    r=cython.double, t=cython.double, x=cython.double, y=cython.double, far=cython.double, free=cython.double,
)
cpdef tuple _roll_to(object outline, double wide, Based base, double gap, double c, double s)

cpdef bint holds_together(Form form, double inches, object measure, double spread) except -1

@cython.locals(
    across=list, along=list, inner=cython.double, outer=cython.double, found=list, u=cython.double, v=cython.double,
    dx2=cython.double, d2=cython.double,
)
cpdef tuple grid(
    double left, double bottom, double right, double top, double x, double y, double least, double most
)

cpdef list _marks(double low, double high)

@cython.locals(mark=cython.double, found=list)
cdef list _so_near(list marks, double at, double limit)

@cython.locals(wide=cython.double)
cpdef object first_beside(
    Room room, list spots, set tried, Based base, Form hull, double inches, bint wholly, object arcs, list stand
)

@cython.locals(x=cython.double, y=cython.double, r=cython.double, d2=cython.double, far=cython.double)
cpdef bint _reaches(object spot, Based base, Form hull, double inches, double wide) except -1
