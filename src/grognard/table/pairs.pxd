# Types for the compiled form of pairs.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Form


@cython.locals(
    best=cython.double, first=cython.Py_ssize_t, second=cython.Py_ssize_t, others=tuple, i=cython.Py_ssize_t,
    j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double,
)
cpdef tuple nearest_two(Form a, Form b)

@cython.locals(
    best=cython.double, j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double,
    d2=cython.double,
)
cpdef double nearest_d2(object spot, object spots, object among) except? -1.0

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double, x=cython.double, y=cython.double, wide=cython.double, deep=cython.double,
)
cpdef tuple least_and_most_d2(object p, object q)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, row=list, rows=list,
)
cpdef tuple all_d2(object spots, object others)
