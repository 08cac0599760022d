# Types for the compiled form of lines.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Footprint as Based, Formation, inside, segment_d2, snap, sqrt

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
