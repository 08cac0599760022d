# Types for the compiled form of charging.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport model_gap
from grognard.table.placing cimport too_near
from grognard.table.polygons cimport boxes_within, cut
