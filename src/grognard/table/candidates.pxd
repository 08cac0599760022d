# Types for the compiled form of candidates.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.collision cimport Neighbour, taken, told_by_circles
from grognard.table.distances cimport gap_after
from grognard.table.geometry cimport Footprint as Based, Form, boxes_within, cut, sqrt
from grognard.table.terrain cimport circle_on

cpdef double part_of(double d2, double inches) except? -1.0

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, reach=cython.double, found=list,
    near=tuple, shelters=tuple,
)
cpdef list covers_near(object moves)

@cython.locals(
    left=cython.double, bottom=cython.double, right=cython.double, top=cython.double, u=cython.double, v=cython.double,
    k=Py_ssize_t, ranked=list,
)
cpdef list nearest_middles(double x, double y, list forms, Py_ssize_t most)

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, found=list, near=list, foes=list)
cpdef list purposes(object moves)

@cython.locals(dx=cython.double, dy=cython.double, scale=cython.double)
cpdef tuple step_towards(double x, double y, double u, double v, double inches)

@cython.locals(x=cython.double, y=cython.double, u=cython.double, v=cython.double, dx=cython.double, dy=cython.double)
cpdef bint moved_alike(Form start, Form end) except -1

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, last_x=cython.double,
    last_y=cython.double, dx=cython.double, dy=cython.double, part=cython.double, found=list,
)
cpdef list open_steps(
    Form form, double x, double y, double u, double v, double inches, object parts, double wide, double high, list others
)

@cython.locals(dx=cython.double, dy=cython.double, found=list)
cpdef list not_shut(Form form, list steps, list others, list pieces)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, a=cython.double, b=cython.double,
    c=cython.double, d=cython.double, inches=cython.double, x=cython.double, y=cython.double, r=cython.double,
    i=cython.Py_ssize_t, base=Based, k=cython.Py_ssize_t, other=Form, one=Neighbour,
)
cdef bint _shut(Form form, double dx, double dy, list others, list pieces) except -1

@cython.locals(
    far=cython.double, away=cython.double, gap=cython.double, k=cython.Py_ssize_t, found=list, target=Form,
)
cpdef list steps_ahead(
    Form form, object targets, double x, double y, double u, double v, double most, double long, double inches,
    Py_ssize_t parts, double spare, double here, double kept
)
