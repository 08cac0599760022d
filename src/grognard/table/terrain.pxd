# Types for the compiled form of terrain.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.polygons cimport inside, snap
from grognard.table.screens cimport stood_in
