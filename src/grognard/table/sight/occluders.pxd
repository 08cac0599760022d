# Types for the compiled form of occluders.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Footprint as Based, Formation, segment_d2

cdef double _PAD

@cython.final
cdef class Occluder:
    cdef public object what
    cdef public tuple points
    cdef public double radius, top, west, south, east, north, x, y
    cdef public Py_ssize_t place
    cdef public bint round, blocks, solid, convex

@cython.locals(
    x=cython.double, y=cython.double, r=cython.double, i=cython.Py_ssize_t, rounded=cython.bint, found=list,
    screen=Occluder,
)
cpdef list models_of(object unit, Formation form, double height)

@cython.locals(kept=tuple)
cpdef tuple standing(object ground, Formation form)

@cython.final
@cython.freelist(8)
cdef class SweptBox:
    cdef double west, south, east, north, x, y, dx, dy, wide

    @cython.locals(
        p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
        q2=cython.double, q3=cython.double, bx=cython.double, by=cython.double, dx=cython.double, dy=cython.double,
        wide_p=cython.double, wide_q=cython.double,
    )
    cdef lead(self, object p, object q)

    @cython.locals(off=cython.double, reach=cython.double)
    cdef bint crosses(self, double a, double b, double c, double d)

    @cython.locals(
        x=cython.double, y=cython.double, dx=cython.double, dy=cython.double, margin=cython.double, s=cython.double,
        u=cython.double, v=cython.double, above=cython.bint, below=cython.bint,
    )
    cdef bint meets(self, Occluder screen) except -1

@cython.locals(
    way=SweptBox, screen=Occluder, found=list, pieces=tuple, models=list, form=Formation, west=cython.double, south=cython.double,
    east=cython.double, north=cython.double,
)
cpdef list between(object ground, object p, object q, double low, object blockers)

@cython.locals(
    way=SweptBox, a=cython.double, b=cython.double, c=cython.double, d=cython.double, k=cython.Py_ssize_t, found=list,
)
cpdef list in_the_way(object p, object q, object boxes)

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double,
)
cpdef tuple around(object p, object q)

@cython.locals(x=cython.double, y=cython.double, r=cython.double, base=Based)
cpdef tuple base_box(Formation form, Py_ssize_t i)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, left=cython.double, low=cython.double,
    right=cython.double, top=cython.double, x=cython.double, y=cython.double, r=cython.double,
    alike=cython.double, i=cython.Py_ssize_t,
)
cpdef bint passed_over(Formation form, object a, object b) except -1

cpdef bint each_passes(object forms, object positions, object end) except -1

@cython.locals(found=list, i=cython.Py_ssize_t)
cpdef list occluded(object forms, object positions, object views, object ends, object among)

@cython.final
cdef class Blockers:
    cdef public tuple blocker
    cdef public double west, south, east, north
    cdef public Py_ssize_t unit, size

@cython.locals(k=cython.Py_ssize_t, found=list)
cpdef list differing(tuple old, tuple new)

@cython.locals(row=tuple, found=list)
cpdef list without(list rows, Py_ssize_t unit)

@cython.locals(
    way=SweptBox, k=cython.Py_ssize_t, row=list, one=Blockers, found=list, unit=cython.Py_ssize_t,
    other=cython.Py_ssize_t,
)
cpdef tuple blockers_between(object p, object q, tuple rows, Py_ssize_t least, tuple units)
