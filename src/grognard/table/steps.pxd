# Types for the compiled form of steps.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Form
from grognard.table.aims cimport part_of
from grognard.table.clearance cimport taken
from grognard.table.polygons cimport cut

@cython.locals(dx=cython.double, dy=cython.double, scale=cython.double)
cpdef tuple step_towards(double x, double y, double u, double v, double inches)

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, last_x=cython.double,
    last_y=cython.double, dx=cython.double, dy=cython.double, part=cython.double, found=list,
)
cpdef list open_steps(
    Form form, double x, double y, double u, double v, double inches, object parts, double wide, double high, list others
)
