# Types for the compiled form of contact.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Form, edges_within
from grognard.table.nearby cimport near_model
from grognard.table.pairs cimport least_and_most_d2
from grognard.table.polygons cimport snap, sqrt

@cython.locals(j=cython.Py_ssize_t, found=list)
cpdef tuple models_by(Form a, Py_ssize_t i, Form b, double inches)

@cython.locals(i=cython.Py_ssize_t, found=list)
cpdef list models_near(Form form, object others, double inches)

cdef bint _near_any(Form form, Py_ssize_t i, object others, double inches) except -1

cpdef object part_way(Form a, Form b, double part)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, spots=list, k=cython.Py_ssize_t,
)
cdef tuple _between(tuple starts, tuple ends, double part)

@cython.locals(
    dx=cython.double, dy=cython.double, r=cython.double, s=cython.double, best=cython.double, x=cython.double,
    y=cython.double, u=cython.double, v=cython.double, d2=cython.double, far=cython.double,
)
cpdef double gap_after(Form form, object step, Form other) except? -1.0

@cython.locals(n=cython.Py_ssize_t, whole=cython.Py_ssize_t, found=list, i=cython.Py_ssize_t)
cpdef list bands_to(Form a, Form b, object views, object bands)

@cython.locals(
    last=cython.Py_ssize_t, r=cython.double, s=cython.double, j=cython.Py_ssize_t, k=cython.Py_ssize_t,
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    reach=cython.double,
)
cpdef Py_ssize_t band_to(Form a, Py_ssize_t i, Form b, object seen, object bands) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _near_one(Form a, Py_ssize_t i, Form b, object among, double inches) except -1

@cython.locals(least=cython.double, most=cython.double, reach=cython.double, k=cython.Py_ssize_t)
cpdef Py_ssize_t one_band(Form a, Form b, object bands) except -2
