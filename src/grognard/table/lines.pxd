# Types for the compiled form of lines.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport apart, boxes_within, cut, edge_d2, inside, snap

@cython.locals(
    x=cython.double, y=cython.double, dx=cython.double, dy=cython.double, d=cython.double, u=cython.double,
    v=cython.double, half=cython.double,
)
cpdef tuple _targets(object b, Py_ssize_t j, double ax, double ay)

@cython.locals(
    wide=cython.double, rx=cython.double, ry=cython.double, lx=cython.double, ly=cython.double, wrx=cython.double,
    wry=cython.double, wlx=cython.double, wly=cython.double, left_of=cython.double, low_of=cython.double,
    right_of=cython.double, top_of=cython.double, cx=cython.double, cy=cython.double, across=cython.double,
    along=cython.double, fx=cython.double, fy=cython.double, free=cython.double, d=cython.double, lox=cython.double,
    loy=cython.double, hix=cython.double, hiy=cython.double, x=cython.double, y=cython.double, right=cython.double,
    left=cython.double, chord=cython.double, k=cython.Py_ssize_t, here=cython.bint, sure=cython.bint, found=list,
    circles=list,
)
cdef tuple _faces(
    object screens, double ax, double ay, double eye, object in_a, double radius, object box
)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, u=cython.double, v=cython.double,
    x=cython.double, y=cython.double, p=cython.double, q=cython.double,
)
cdef tuple _cone(double ax, double ay, object box)

@cython.locals(
    radius=cython.double, ax=cython.double, ay=cython.double, eye=cython.double, bx=cython.double, by=cython.double,
    dx=cython.double, dy=cython.double, top=cython.double, length2=cython.double, lox=cython.double,
    loy=cython.double, right=cython.double, hix=cython.double, hiy=cython.double, left=cython.double,
    chord=cython.double, free=cython.double, c=cython.double, d=cython.double, x=cython.double, y=cython.double,
    wide2=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t, sure=cython.bint, doubtful=list, whole=list,
    near=list, faces=list, circles=list, face=tuple, circle=tuple,
)
cpdef loops(object tally, object a, object b, tuple levels, object screens, object stood_a, object stood_b)

@cython.locals(
    eye=cython.double, middle=cython.double, top=cython.double, r2=cython.double, up=cython.double, dx=cython.double,
    dy=cython.double, along=cython.double, length2=cython.double, across=cython.double, t=cython.double,
    ux=cython.double, uy=cython.double, x=cython.double, y=cython.double, tx=cython.double, ty=cython.double,
    stopped=cython.Py_ssize_t, bits=cython.Py_ssize_t, count=cython.Py_ssize_t, c=cython.Py_ssize_t, met=list,
    face=tuple,
)
cdef _pair(
    object tally, object b, Py_ssize_t i, Py_ssize_t j, double ax, double ay, tuple levels, list whole, list doubtful,
    list circles, object in_b
)

@cython.locals(
    dx=cython.double, dy=cython.double, up=cython.double, px=cython.double, py=cython.double, sp=cython.double,
    qx=cython.double, qy=cython.double, sq=cython.double, ex=cython.double, ey=cython.double, num=cython.double,
    den=cython.double, t=cython.double, low=cython.bint, high=cython.bint, end=cython.bint, under=cython.bint,
)
cdef tuple _passed(
    object screen, double ax, double ay, double tx, double ty, double eye, double middle, double top, bint here
)
