# Types for the compiled form of lines.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Formation, inside, snap, sqrt
from grognard.table.sight.occluders cimport Occluder

cdef double _EDGE

cdef Py_ssize_t _UNSEEN, _NONE, _DOUBTFUL, _ALL

cdef Py_ssize_t[64] _COUNT

@cython.final
@cython.freelist(4)
cdef class Tally:
    cdef public list views, hidden, shares, stoppers

@cython.final
@cython.freelist(32)
cdef class Face:
    cdef Py_ssize_t k, told
    cdef Occluder screen
    cdef double free, lox, loy, right, hix, hiy, left, chord
    cdef bint sure, here

@cython.final
@cython.freelist(4)
cdef class Target:
    cdef Formation form
    cdef tuple positions, bases, box
    cdef double half, radius

    cpdef stand(self, Formation form, tuple box, double radius)

@cython.final
@cython.freelist(8)
cdef class Viewer:
    cdef double x, y, eye, wide, tx, ty, dx, dy, length2, far
    cdef Py_ssize_t many
    cdef Target target
    cdef public object met
    cdef public double[6] ends
    cdef public list faces

    @cython.locals(
        wide=cython.double, radius=cython.double,
        west=cython.double, south=cython.double, east=cython.double, north=cython.double, rx=cython.double,
        ry=cython.double, lx=cython.double, ly=cython.double, u=cython.double, v=cython.double, wrx=cython.double,
        wry=cython.double, wlx=cython.double, wly=cython.double, cx=cython.double, cy=cython.double,
        across=cython.double, along=cython.double, fx=cython.double, fy=cython.double, d=cython.double,
        lox=cython.double, loy=cython.double, hix=cython.double, hiy=cython.double, k=cython.Py_ssize_t,
        c=cython.Py_ssize_t, many=cython.Py_ssize_t, here=cython.bint, faces=list, screen=Occluder, face=Face,
    )
    cpdef look_round(self, Target target, list screens, double x, double y, double eye, tuple stood)

    @cython.locals(
        n=cython.Py_ssize_t, told=cython.Py_ssize_t, stopped=cython.Py_ssize_t, bits=cython.Py_ssize_t,
        doubt=cython.bint, face=Face, met=list,
    )
    cdef Py_ssize_t sees(self, Py_ssize_t j, double top, double middle, tuple stood, list stoppers) except -2

    @cython.locals(n=cython.Py_ssize_t, told=cython.Py_ssize_t, doubt=cython.bint, face=Face)
    cdef bint positions(self, Py_ssize_t j, double top, tuple stood) except -1

    @cython.locals(
        n=cython.Py_ssize_t, k=cython.Py_ssize_t, told=cython.Py_ssize_t, aimed=cython.bint, face=Face, found=list
    )
    cdef list behind(
        self, Py_ssize_t j, double top, double middle, tuple stood, list worth, Py_ssize_t more, double least, list among
    )

    @cython.locals(x=cython.double, y=cython.double, dx=cython.double, dy=cython.double)
    cdef turn(self, Py_ssize_t j)

    @cython.locals(
        screen=Occluder, dx=cython.double, dy=cython.double, c=cython.double, d=cython.double, lox=cython.double,
        loy=cython.double, beyond=cython.bint,
    )
    cdef Py_ssize_t _told(self, Face face, double top, tuple stood) except -1

    @cython.locals(
        eye=cython.double, bits=cython.Py_ssize_t, c=cython.Py_ssize_t, screen=Occluder, ux=cython.double,
        uy=cython.double, r2=cython.double, up=cython.double, dx=cython.double, dy=cython.double, along=cython.double,
        length2=cython.double, across=cython.double, t=cython.double,
    )
    cdef Py_ssize_t _past(self, Face face, double top, double middle) except -1

    @cython.locals(
        eye=cython.double, dx=cython.double, dy=cython.double, length2=cython.double, n=cython.Py_ssize_t, face=Face,
        screen=Occluder, ux=cython.double, uy=cython.double, along=cython.double, across=cython.double, near=cython.bint,
    )
    cdef bint _open(self, double tx, double ty, double top) except -1

    @cython.locals(
        target=Target, x=cython.double, y=cython.double, dx=cython.double, dy=cython.double, d=cython.double,
        half=cython.double, u=cython.double, v=cython.double,
    )
    cpdef aim(self, Py_ssize_t j)

    @cython.locals(
        ax=cython.double, ay=cython.double, eye=cython.double, up=cython.double, points=tuple, px=cython.double, py=cython.double, sp=cython.double, qx=cython.double, qy=cython.double,
        sq=cython.double, ex=cython.double, ey=cython.double, num=cython.double, den=cython.double, t=cython.double,
        found=cython.Py_ssize_t, end=cython.bint, under=cython.bint,
    )
    cdef Py_ssize_t _passed(self, Occluder screen, double dx, double dy, double middle, double top, bint here) except -1

@cython.locals(made=Viewer)
cpdef Viewer viewer()

@cython.locals(
    x=cython.double, y=cython.double, m=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t,
    stopped=cython.Py_ssize_t, target=Target, one=Viewer, view=list, hidden=list, shares=list,
)
cpdef loops(
    Tally tally, Formation a, Formation b, list eyes, list tops, list middles, list screens, tuple stood_a, tuple stood_b
)

cpdef share(Tally tally, Py_ssize_t j, Py_ssize_t stopped, object met)

cpdef double widest(Formation form) except? -1.0
