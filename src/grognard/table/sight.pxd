# Types for the compiled form of sight.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython


@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, x=cython.double,
    y=cython.double, dx=cython.double, dy=cython.double, wide=cython.double, ex=cython.double, ey=cython.double,
    a=cython.double, b=cython.double, c=cython.double, d=cython.double, off=cython.double, reach=cython.double,
    k=cython.Py_ssize_t, found=list,
)
cpdef list in_the_way(object p, object q, object boxes)

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double,
)
cpdef tuple around(object p, object q)

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, x=cython.double,
    y=cython.double, r=cython.double, up=cython.double, k=cython.Py_ssize_t, i=cython.Py_ssize_t, solid=cython.bint,
    blocks=cython.bint, near=cython.bint, found=list,
)
cdef list _between(object ground, object a, object b, object blockers)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, dx=cython.double, dy=cython.double,
    wide_p=cython.double, wide_q=cython.double, p0=cython.double, p1=cython.double, p2=cython.double,
    p3=cython.double, q0=cython.double, q1=cython.double, q2=cython.double, q3=cython.double,
)
cdef tuple _corridor(object p, object q)

@cython.locals(
    ax=cython.double, ay=cython.double, dx=cython.double, dy=cython.double, margin=cython.double, x=cython.double,
    y=cython.double, s=cython.double, above=cython.bint, below=cython.bint,
)
cdef bint _in_corridor(tuple corridor, object points, double pad) except -1
