# Types for the compiled form of aims.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport boxes_within, sqrt

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
