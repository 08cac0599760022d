# Types for the compiled form of placing.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.clearance cimport spot_taken, taken, too_near
from grognard.table.polygons cimport apart, boxes_within, cut, edge_d2, inside, snap
from grognard.table.polygons cimport outwards
from grognard.table.geometry cimport model_gap, overlap
