# Types for the compiled form of obstacles.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.clearance cimport too_near
from grognard.table.geometry cimport overlap
from grognard.table.paths cimport is_open
