# Types for the compiled form of arcs.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Footprint as Based, Form, snap

@cython.locals(dx=cython.double, dy=cython.double, fx=cython.double, fy=cython.double)
cdef tuple _along_across(object at, object facing, object point)

cdef str _name(double along, double across)

cdef bint _lies_in(str arc, double along, double across) except -1

@cython.locals(along=cython.double, across=cython.double)
cpdef str arc_of(object at, object facing, object point)

@cython.locals(along=cython.double, across=cython.double)
cpdef str hull_arc(Based hull, object at, object facing, object point)

cpdef str facing_hit(Form target, Py_ssize_t i, object point)
