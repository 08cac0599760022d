# Types for the compiled form of ahead.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.clearance cimport taken
from grognard.table.contact cimport gap_after
from grognard.table.geometry cimport Form
from grognard.table.moves cimport Moves
from grognard.table.placing cimport Room
from grognard.table.steps cimport not_shut, step_towards

@cython.locals(
    far=cython.double, away=cython.double, gap=cython.double, k=cython.Py_ssize_t, found=list, target=Form,
)
cpdef list steps_ahead(
    Form form, object targets, double x, double y, double u, double v, double most, double long, double inches,
    Py_ssize_t parts, double spare, double here, double kept
)

@cython.locals(
    dx=cython.double, dy=cython.double, left=cython.double, low=cython.double, right=cython.double, top=cython.double,
    wide=cython.double, high=cython.double, start=Form, form=Form, room=Room, turn=cython.bint,
)
cpdef object first_of(Moves moves, list steps)
