# Types for the compiled form of moves.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport Neighbour, circle_on, clear_to_turn, clear_way, taken, bounding_circles
from grognard.table.distances cimport distance_after
from grognard.table.geometry cimport Footprint as Based, Formation, boxes_within, cut, sqrt
from grognard.table.paths cimport Obstacles, cost
from grognard.table.space cimport Space
from grognard.table.sight.lines cimport around

@cython.locals(
    dx=cython.double, dy=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    wide=cython.double, high=cython.double, start=Formation, form=Formation, room=Space, turn=cython.bint,
)
cpdef object first_of(Moves moves, list steps)

cdef class Moves:
    cdef public Formation form, _last
    cdef public object ground, mode, friends, enemies, targets, call
    cdef public double inches, least, contact
    cdef public bint turn, straight, _brief
    cdef public Space _room
    cdef public Obstacles _obstacles
    cdef public set _legal
    cdef public dict _aimed, _steps
    cdef public object _bars, _centre, _charge, _coherent, _offered, _slow, _told, _walls, _wider

    cpdef why_not(self, Formation form, bint first=*)

    @cython.locals(start=Formation, room=Space, still=cython.bint, rigid=cython.bint)
    cpdef _against(self, Formation form, bint first)

    @cython.locals(room=Space, bars=list, form=Formation)
    cpdef list _barring(self)

    @cython.locals(
        inches=cython.double, limit=cython.double, least=cython.double, px=cython.double, py=cython.double,
        qx=cython.double, qy=cython.double, dx=cython.double, dy=cython.double, d2=cython.double, climb=cython.double,
        i=cython.Py_ssize_t, moving=cython.bint,
    )
    cpdef list _too_far(self, Formation form, bint first)
    cpdef list _in_the_way(self, object swept)

    @cython.locals(
        radius=cython.double, spent=cython.double, base=Based, px=cython.double, py=cython.double, qx=cython.double,
        qy=cython.double, dx=cython.double, dy=cython.double, left=cython.double, obstacles=Obstacles,
    )
    cpdef str _on_the_way(
        self, Py_ssize_t i, object p, object q, object slow, list bars, double climb, bint straight=*
    )

    @cython.locals(cx=cython.double, cy=cython.double)
    cpdef tuple step(self, double x, double y, double part=*)

    @cython.locals(room=Space, form=Formation)
    cpdef list steps_towards(self, double x, double y, double part=*)

    @cython.locals(dx=cython.double, dy=cython.double)
    cpdef _as_far(self, double x, double y, double part)

    @cython.locals(far=cython.double)
    cpdef bint _clear(self, Formation form, double dx, double dy) except -1

@cython.locals(dx=cython.double, dy=cython.double, scale=cython.double)
cpdef tuple step_vector(double x, double y, double u, double v, double inches)

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double, dy=cython.double)
cpdef bint moved_alike(Formation start, Formation end) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, last_x=cython.double, last_y=cython.double,
    dx=cython.double, dy=cython.double, part=cython.double, found=list,
)
cpdef list step_vectors(object start, object end, double inches, object parts)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, wide=cython.double,
    high=cython.double, dx=cython.double, dy=cython.double, found=list,
)
cpdef list not_taken(Formation form, list steps, list others, object ground)

@cython.locals(dx=cython.double, dy=cython.double, found=list)
cpdef list not_shut(Formation form, list steps, list others, list pieces)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, a=cython.double, b=cython.double,
    c=cython.double, d=cython.double, inches=cython.double, x=cython.double, y=cython.double, r=cython.double,
    i=cython.Py_ssize_t, base=Based, k=cython.Py_ssize_t, other=Formation, one=Neighbour,
)
cdef bint _shut(Formation form, double dx, double dy, list others, list pieces) except -1

cdef class Approach:
    cdef public object targets
    cdef public double here, kept, turned

    @cython.locals(away=cython.double, off=cython.double, target=Formation)
    cpdef bint wants(self, Formation form, object step) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, c=cython.double, s=cython.double,
    dx=cython.double, dy=cython.double, long=cython.double, far=cython.double, k=cython.Py_ssize_t, found=list,
)
cpdef list ray(Moves moves, object end, object turn, double most, Py_ssize_t parts, Approach wanted)
