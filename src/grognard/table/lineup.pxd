# Types for the compiled form of lineup.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Form
from grognard.table.screens cimport Corridor


@cython.final
cdef class Blocking:
    cdef public tuple blocker
    cdef public double west, south, east, north
    cdef public Py_ssize_t unit, size


@cython.locals(k=cython.Py_ssize_t, found=list)
cpdef list differing(tuple old, tuple new)

@cython.locals(row=tuple, found=list)
cpdef list without(list rows, Py_ssize_t unit)

@cython.locals(way=Corridor, k=cython.Py_ssize_t, row=list, one=Blocking, found=list)
cpdef tuple in_between(
    object p, object q, tuple rows, Py_ssize_t least, Py_ssize_t unit, Py_ssize_t other
)
