# Types for the compiled form of alighting.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.bases cimport Footprint as Based
from grognard.table.arcs cimport arc_of
from grognard.table.clearance cimport spot_taken
from grognard.table.geometry cimport Form, model_gap
from grognard.table.placing cimport Room, spots_round
from grognard.table.polygons cimport edge_d2, inside, sqrt

@cython.locals(wide=cython.double)
cpdef object first_beside(
    Room room, list spots, set tried, Based base, Form hull, double inches, bint wholly, object arcs, list stand
)

@cython.locals(x=cython.double, y=cython.double, r=cython.double, d2=cython.double, far=cython.double)
cpdef bint _reaches(object spot, Based base, Form hull, double inches, double wide) except -1
