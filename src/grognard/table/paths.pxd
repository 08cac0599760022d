# Types for the compiled form of paths.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport too_near
from grognard.table.distances cimport overlap
from grognard.table.geometry cimport Formation, apart, boxes_within, crosses, edge_d2, inside, segment_d2, snap, sqrt

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, dx=cython.double, dy=cython.double,
    px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, sp=cython.double, sq=cython.double,
    s=cython.double, t=cython.double, m=cython.double, last=cython.double, cuts=list, found=list,
)
cpdef list spans(object points, object a, object b)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, dx=cython.double, dy=cython.double,
    total=cython.double, reached=cython.double, s=cython.double, t=cython.double, parts=list,
)
cpdef double length_in(object pieces, object a, object b) except? -1.0

@cython.locals(
    px=cython.double, py=cython.double, qx=cython.double, qy=cython.double, total=cython.double, k=cython.Py_ssize_t,
)
cpdef double length(object points) except? -1.0

@cython.locals(total=cython.double, dear=cython.double, k=cython.Py_ssize_t)
cpdef double cost(object points, object slow, object mode=*) except? -1.0

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, r2=cython.double,
)
cpdef bint meets(object points, object a, object b, double radius) except -1

cpdef bint passes(double x, double y, double reach, object a, object b) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, x=cython.double, y=cython.double,
    clear=cython.double, left=cython.double, right=cython.double, low=cython.double, top=cython.double,
    x0=cython.double, y0=cython.double, x1=cython.double, y1=cython.double,
)
cpdef bint is_open(list circles, list others, object a, object b) except -1

@cython.locals(ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cdef double _far(object a, object b) except? -1.0

@cython.locals(
    i=cython.Py_ssize_t, j=cython.Py_ssize_t, goal=cython.Py_ssize_t, spent=cython.double, so_far=cython.double,
    whole=cython.double, nodes=list, best=list, came=list, done=list, queue=list, corners=list, left=cython.double,
    bottom=cython.double, right=cython.double, top=cython.double, circles=list, others=list,
)
cpdef object way(object a, object b, object obstacles, double most=*, object field=*)

cdef class Obstacles:
    cdef public Formation form
    cdef public dict _kept, _shared, _numbers

    cpdef list to(self, Py_ssize_t i, object what, double apart)
    cpdef bint bar(self, Py_ssize_t i, object what, double apart, object a, object b) except -1
