# Types for the compiled form of collision.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.distances cimport edges_within, may_be_within, overlap
from grognard.table.geometry cimport Footprint as Based, Formation, apart, edge_d2, inside

cdef double _EDGE, _HALF

@cython.final
@cython.freelist(64)
cdef class Neighbour:
    cdef public Formation form
    cdef public double inches, radius

    cpdef stand(self, Formation form, double inches)

@cython.locals(
    r=cython.double, s=cython.double, limit=cython.double, x=cython.double, y=cython.double, u=cython.double,
    v=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t, raised=cython.bint,
)
cpdef object too_near(Formation form, Formation other, double inches)

@cython.locals(inches=cython.double, form=Formation, one=Neighbour, found=list)
cpdef list neighbours(object others)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, inches=cython.double,
    r=cython.double, s=cython.double, limit=cython.double, x=cython.double, y=cython.double, u=cython.double,
    v=cython.double, k=cython.Py_ssize_t, told=cython.int, moved=Formation, other=Formation, one=Neighbour,
)
cpdef bint taken(Formation form, double dx, double dy, list others) except -1

@cython.locals(
    low_x=cython.double, low_y=cython.double, high_x=cython.double, high_y=cython.double, n=cython.Py_ssize_t,
    k=cython.Py_ssize_t, u=cython.double, v=cython.double, left=cython.double, bottom=cython.double,
    right=cython.double, top=cython.double, form=Formation,
)
cpdef Py_ssize_t first_free(list ranks, tuple positions, Py_ssize_t start, tuple within, list others) except -2

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, a=cython.double, b=cython.double,
    c=cython.double, d=cython.double, width=cython.double, height=cython.double, apart=cython.double,
)
cpdef bint clear_way(object start, object end, object size, object shut, list slow, list bars) except -1

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, inches=cython.double,
    k=cython.Py_ssize_t, form=Formation, one=Neighbour,
)
cpdef bint clear_to_turn(object box, list others) except -1

@cython.locals(
    p=cython.double, q=cython.double, reach=cython.double, inches=cython.double, r=cython.double, s=cython.double,
    limit=cython.double, u=cython.double, v=cython.double, k=cython.Py_ssize_t, moved=Formation, other=Formation, one=Neighbour,
)
cpdef bint occupied(object position, Based base, object front, list others) except -1

@cython.locals(
    r=cython.double, s=cython.double, u=cython.double, v=cython.double, d2=cython.double, less=cython.double,
    wide=cython.double, j=cython.Py_ssize_t, their=Based,
)
cdef bint _round_too_near(double x, double y, Based base, Formation other, double inches) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, wide=cython.double, within=cython.double,
    far=cython.double, near=cython.double, d2=cython.double, less=cython.double, found=cython.int, i=cython.Py_ssize_t,
    j=cython.Py_ssize_t, f=Based, g=Based,
)
cpdef int bounding_circles(Formation form, double dx, double dy, Formation other, double inches) except -2

@cython.locals(
    x=cython.double, y=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    far=cython.double, base=Based,
)
cpdef bint on_piece(Formation form, Py_ssize_t i, object piece) except -1

@cython.locals(left=cython.double, low=cython.double, right=cython.double, top=cython.double)
cpdef bint circle_on(object piece, double x, double y, double r) except -1
