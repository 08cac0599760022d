# Types for the compiled form of charge_placement.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport occupied, taken
from grognard.table.distances cimport model_distance
from grognard.table.geometry cimport Footprint as Based, Formation, boxes_within, cut, sqrt
from grognard.table.moves cimport Moves
from grognard.table.space cimport Space, positions_round, steps_round

cdef class ChargePlacement:
    cdef public Moves moves
    cdef public object done
    cdef public Formation end
    cdef public Space room
    cdef public bint bent
    cdef public list placed, positions, shut, stand

    cpdef standing(self)

    @cython.locals(room=Space, no_room=cython.bint)
    cpdef bint free(self, Py_ssize_t i, object position) except -1

    @cython.locals(shut=set, k=cython.Py_ssize_t)
    cpdef object first_free(self, Py_ssize_t i, list found, double far)

    @cython.locals(
        far=cython.double, j=cython.Py_ssize_t, inches=cython.double, limit=cython.double, x=cython.double,
        y=cython.double, found=list, more=list, shut=set, base=Based, moves=Moves, end=Formation,
    )
    cpdef object touching(self, Py_ssize_t i, Formation target, bint close=*)

    @cython.locals(
        far=cython.double, j=cython.Py_ssize_t, inches=cython.double, loose=cython.double, reach=cython.double,
        x=cython.double, y=cython.double, u=cython.double, v=cython.double, found=list, shut=set, base=Based, other=Based,
        moves=Moves, end=Formation, done=Formation,
    )
    cpdef object following(self, Py_ssize_t i, Formation target)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, wide=cython.double, far=cython.double,
    j=cython.Py_ssize_t, found=list,
)
cpdef list nearest_rings(Formation form, object to, Based base, double distance=*)

@cython.locals(
    x=cython.double, y=cython.double, a=cython.double, b=cython.double, u=cython.double, v=cython.double,
    p=cython.double, q=cython.double, dx=cython.double, dy=cython.double, limit=cython.double, found=list,
)
cpdef list ranked(tuple steps, object at, object to, object start, double inches, set shut)

@cython.locals(one=tuple, best=cython.double, number=cython.double, at=cython.Py_ssize_t, k=cython.Py_ssize_t)
cpdef Py_ssize_t least_of(list found, double far) except? -2

@cython.locals(
    pad=cython.double, x=cython.double, y=cython.double, u=cython.double, v=cython.double, left=cython.double,
    low=cython.double, right=cython.double, top=cython.double, bars=list,
)
cpdef bint bars_model(Moves moves, Py_ssize_t i, object position, bint straight=*) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double, dy=cython.double,
    d=cython.double, reach=cython.double,
)
cpdef tuple _straight_at(double x, double y, Formation target, Py_ssize_t j, Based base)
