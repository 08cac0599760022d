# Types for the compiled form of obstacles.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.clearance cimport too_near
from grognard.table.geometry cimport Form, overlap
from grognard.table.paths cimport is_open
from grognard.table.polygons cimport boxes_within


cdef class Obstacles:
    cdef public Form form
    cdef public dict _kept, _shared, _numbers

    cpdef list to(self, Py_ssize_t i, object what, double apart)
    cpdef bint bar(self, Py_ssize_t i, object what, double apart, object a, object b) except -1
