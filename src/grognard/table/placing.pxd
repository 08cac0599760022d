# Types for the compiled form of placing.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport apart, boxes_within, cut, edge_d2, inside, snap
from grognard.table.polygons cimport outwards
from grognard.table.geometry cimport model_gap, models_within, overlap

@cython.locals(
    r=cython.double, s=cython.double, limit=cython.double, x=cython.double, y=cython.double, u=cython.double,
    v=cython.double, i=cython.Py_ssize_t, j=cython.Py_ssize_t, raised=cython.bint,
)
cpdef object too_near(object form, object other, double inches)
