# Types for the compiled form of nearby.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport boxes_within

@cython.locals(box=tuple)
cpdef bint near_any(object form, object others, double inches) except -1

@cython.locals(box=tuple, found=list, k=Py_ssize_t)
cpdef list who_is_near(object form, object others, double inches)
