# Types for the compiled form of geometry.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport apart, boxes_within, circles_within, cut, edge_d2, inside, snap, spots_d2, spots_within

@cython.locals(
    r=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double, x=cython.double,
    y=cython.double,
)
cpdef tuple _box(object form)

@cython.locals(left=cython.double, low=cython.double, x=cython.double, y=cython.double, n=cython.Py_ssize_t)
cdef tuple _mean(tuple spots)

@cython.locals(
    x=cython.double, y=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    found=list,
)
cdef tuple _put_off(tuple spots, tuple box, double dx, double dy)

cdef double _radius(tuple bases) except? -2.0

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
)
cpdef double model_gap(object a, Py_ssize_t i, object b, Py_ssize_t j, object measure=*) except? -1.0

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double,
)
cpdef bint models_within(object a, Py_ssize_t i, object b, Py_ssize_t j, double inches, object measure=*) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _far(double centres, object f, object g, double inches) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _near(double centres, object f, object g, double inches) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double,
)
cpdef bint overlap(object a, Py_ssize_t i, object b, Py_ssize_t j) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    i=cython.Py_ssize_t, j=cython.Py_ssize_t, keyed=list,
)
cpdef tuple nearest_first(object form, object to, object measure=*)
