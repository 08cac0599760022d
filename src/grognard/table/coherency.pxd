# Types for the compiled form of coherency.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Form

@cython.locals(
    reach=cython.double, limit=cython.double, x=cython.double, y=cython.double, u=cython.double, v=cython.double,
    i=cython.Py_ssize_t, j=cython.Py_ssize_t, easy=cython.bint, near=cython.bint, left=list, group=list, groups=list,
    far=list,
)
cdef list _groups(Form form, double inches, object measure)

@cython.locals(
    radius=cython.double, reach=cython.double, limit=cython.double, x=cython.double, y=cython.double, u=cython.double,
    v=cython.double, n=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.Py_ssize_t, spots=tuple, found=list, reached=list,
)
cdef bint _one_chain(Form form, double inches, object measure) except -1
