# Types for the compiled form of placing.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.bases cimport Footprint as Based
from grognard.table.clearance cimport clear_way, first_free, spot_taken, too_near
from grognard.table.polygons cimport apart, boxes_within, cut, edge_d2, inside, snap, sqrt
from grognard.table.polygons cimport outwards
from grognard.table.geometry cimport Form, model_gap, overlap
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
    x=cython.double, y=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    far=cython.double, base=Based,
)
cpdef bint on_piece(Form form, Py_ssize_t i, object piece) except -1

@cython.locals(
    r=cython.double, t=cython.double, x=cython.double, y=cython.double, far=cython.double, free=cython.double,
)
cpdef tuple _roll_to(object outline, double wide, Based base, double gap, double c, double s)

cpdef bint holds_together(Form form, double inches, object measure, double spread) except -1
