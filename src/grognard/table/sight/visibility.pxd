# Types for the compiled form of visibility.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Formation
from grognard.table.sight.lines cimport (
    Occluder, Tally, Target, Viewer, base_box, between, blockers_between, loops, standing, viewer
)

cdef double _EDGE

@cython.locals(
    n=cython.Py_ssize_t, m=cython.Py_ssize_t, low=cython.double, high=cython.double, screens=list, screen=Occluder,
    s=Occluder, tally=Tally, eyes=list, tops=list, middles=list, stood_a=tuple, stood_b=tuple,
)
cpdef look(
    object ground, Formation a, Formation b, object heights_a, object heights_b, object blockers=*, double least=*
)

@cython.final
@cython.freelist(8)
cdef class Silhouette:
    cdef public Formation form
    cdef public double height
    cdef public Py_ssize_t i

@cython.locals(
    eye=cython.double, top=cython.double, middle=cython.double, low=cython.double, x=cython.double, y=cython.double,
    up=cython.double, screens=list, s=Occluder, target=Target, one=Viewer,
)
cpdef bint model_sees_model(object ground, Silhouette a, Silhouette b, object blockers=*) except -1

cpdef bint models_seen_between(
    object ground, Silhouette a, Silhouette b, tuple rows, Py_ssize_t least, tuple units
) except -1

@cython.locals(
    n=cython.Py_ssize_t, m=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, high=cython.double,
    x=cython.double, y=cython.double, screens=list, screen=Occluder, eyes=list, tops=list, middles=list, stood_a=tuple,
    stood_b=tuple, target=Target, one=Viewer,
)
cpdef bint sees_any(object ground, Formation a, Formation b, object heights_a, object heights_b) except -1

@cython.final
@cython.freelist(8)
cdef class LazySight:
    cdef list _bars, _gives, _gains, _inside, _each, _eyes, _tops, _middles
    cdef tuple _everybody, _positions, _stood_a, _stood_b, _views, _seen, _cover
    cdef Target _target
    cdef Viewer _firer
    cdef double _least

    @cython.locals(
        x=cython.double, y=cython.double, j=cython.Py_ssize_t, firer=Viewer, tops=list, stood=tuple, view=list, found=tuple,
    )
    cpdef tuple of(self, Py_ssize_t i)

    @cython.locals(i=cython.Py_ssize_t)
    cpdef bint any(self) except -1

    @cython.locals(i=cython.Py_ssize_t, j=cython.Py_ssize_t, told=list, found=list, view=tuple)
    cdef tuple _who_is_seen(self)

    @cython.locals(
        x=cython.double, y=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.Py_ssize_t, firer=Viewer,
        cover=list, best=list, gains=list, shared=list, view=tuple,
    )
    cdef tuple _best_cover(self)

@cython.locals(
    made=LazySight, n=cython.Py_ssize_t, m=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.Py_ssize_t, high=cython.double,
    cover=list, bars=list, gives=list, gains=list, screen=Occluder, eyes=list, tops=list, middles=list, stood_a=tuple,
    stood_b=tuple, everybody=tuple, target=Target,
)
cpdef LazySight lazy_sight(
    object ground, Formation a, Formation b, object heights_a, object heights_b, object blockers, tuple worth, double least=*
)

@cython.locals(j=cython.Py_ssize_t, k=cython.Py_ssize_t, seen=list)
cdef _told(Tally tally, list screens, tuple cover, double least)

@cython.locals(z=cython.double)
cdef double _lowest(list levels, double best) except? -1.0

@cython.locals(z=cython.double)
cdef double _highest(list levels, double best) except? -1.0

@cython.locals(i=cython.Py_ssize_t, share=list, found=list, counts=dict)
cdef list _by_all(list shares, list screens, double least)

@cython.locals(k=cython.Py_ssize_t, lines=cython.Py_ssize_t, first=cython.Py_ssize_t)
cdef dict _by_what(list share, list screens)

@cython.locals(up=cython.double, z=cython.double, i=cython.Py_ssize_t)
cdef list _levels(Formation form, object heights, double part)

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double, ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double,
    dx=cython.double, dy=cython.double, s=cython.double, t=cython.double, lx=cython.double, ly=cython.double,
    rx=cython.double, ry=cython.double, d=cython.double, cx=cython.double, cy=cython.double, x=cython.double,
    y=cython.double, u=cython.double, v=cython.double, ex=cython.double, ey=cython.double, i=cython.Py_ssize_t,
    j=cython.Py_ssize_t,
)
cdef bint _hides(Occluder screen, object p, object q, tuple stood_a, tuple stood_b) except -1
