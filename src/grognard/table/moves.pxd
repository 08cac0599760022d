# Types for the compiled form of moves.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport overlap
from grognard.table.clearance cimport taken, too_near
from grognard.table.polygons cimport boxes_within, cut
