# Types for the compiled form of moves.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.candidates cimport moved_alike, not_shut, open_steps, step_towards
from grognard.table.collision cimport clear_to_turn, clear_way, taken
from grognard.table.geometry cimport Footprint as Based, Form, boxes_within, sqrt
from grognard.table.paths cimport Obstacles, cost
from grognard.table.placing cimport Room
from grognard.table.sight.occluders cimport around

@cython.locals(
    dx=cython.double, dy=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    wide=cython.double, high=cython.double, start=Form, form=Form, room=Room, turn=cython.bint,
)
cpdef object first_of(Moves moves, list steps)

cdef class Moves:
    cdef public Form form, _last
    cdef public object ground, gait, friends, enemies, targets, call
    cdef public double inches, least, contact
    cdef public bint turn, straight, _brief
    cdef public Room _room
    cdef public Obstacles _obstacles
    cdef public set _legal
    cdef public dict _aimed, _steps
    cdef public object _bars, _centre, _charge, _coherent, _offered, _slow, _told, _walls, _wider

    cpdef why_not(self, Form form, bint first=*)

    @cython.locals(start=Form, room=Room, still=cython.bint, rigid=cython.bint)
    cpdef _against(self, Form form, bint first)

    @cython.locals(room=Room, bars=list, form=Form)
    cpdef list _barring(self)

    @cython.locals(
        inches=cython.double, limit=cython.double, least=cython.double, px=cython.double, py=cython.double,
        qx=cython.double, qy=cython.double, dx=cython.double, dy=cython.double, d2=cython.double, climb=cython.double,
        i=cython.Py_ssize_t, moving=cython.bint,
    )
    cpdef list _too_far(self, Form form, bint first)
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

    @cython.locals(cx=cython.double, cy=cython.double, wide=cython.double, high=cython.double, room=Room)
    cpdef list steps_towards(self, double x, double y, double part=*)

    @cython.locals(dx=cython.double, dy=cython.double)
    cpdef _as_far(self, double x, double y, double part)

    @cython.locals(far=cython.double)
    cpdef bint _clear(self, Form form, double dx, double dy) except -1
