# Types for the compiled form of geometry.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.bases cimport Footprint as Based, alike_radius, circles_of, corners
from grognard.table.polygons cimport apart, boxes_within, circles_within, cut, edge_d2, inside, mean_of, put_off, snap, spots_d2, spots_within, sqrt


cdef double _EDGE, _HAIR


@cython.final
@cython.freelist(64)
cdef class Form:
    cdef readonly tuple spots, bases, facing, levels, box
    cdef readonly double radius, left, low, right, top
    cdef public object _array, _circles, _cover, _outlines, _screens, _stood, _together

    cpdef tuple front(self, Py_ssize_t i)
    cpdef double level(self, Py_ssize_t i) except? -1.0

    @cython.locals(kept=list)
    cpdef tuple outline(self, Py_ssize_t i)
    cpdef Form shifted(self, double dx, double dy)
    cpdef Form only(self, object indices)
    cpdef Form faced(self, double dx, double dy)


@cython.locals(
    r=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double, x=cython.double,
    y=cython.double,
)
cpdef tuple _box(Form form)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double, f=Based,
    g=Based, outline=tuple,
)
cpdef double model_gap(Form a, Py_ssize_t i, Form b, Py_ssize_t j, object measure=*) except? -1.0

@cython.locals(ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cpdef bint models_within(Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches, object measure=*) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double, f=Based, g=Based, outline=tuple,
)
cpdef bint edges_within(Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _far(double centres, Based f, Based g, double inches) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _near(double centres, Based f, Based g, double inches) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double, f=Based, g=Based, outline=tuple,
)
cpdef bint overlap(Form a, Py_ssize_t i, Form b, Py_ssize_t j) except -1

@cython.locals(up=cython.double, left=cython.double, ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cdef bint _close(
    Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches, object measure, bint diagonal, object rise
) except -1

cpdef bint may_be_within(Form a, Form b, double inches) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _any_close(Form a, Py_ssize_t i, Form b, double inches, object measure, bint diagonal, object rise) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    i=cython.Py_ssize_t, keyed=list, others=tuple, alike=cython.bint,
)
cpdef tuple nearest_first(Form form, Form to, object measure=*)

@cython.locals(
    r=cython.double, s=cython.double, far=cython.double, least=cython.double, i=cython.Py_ssize_t, many=cython.bint,
)
cpdef double flat_gap(Form a, Form b, object measure=*) except? -1.0

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, reach=cython.double, far=cython.double,
    base=Based, their=Based, j=cython.Py_ssize_t,
)
cpdef double least_gap(Form a, Py_ssize_t i, Form b, double least=*) except? -1.0

@cython.locals(r=cython.double, s=cython.double, n=cython.Py_ssize_t, m=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t)
cpdef bint bases_within(Form a, Form b, double inches) except -1
