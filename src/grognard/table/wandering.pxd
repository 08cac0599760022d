# Types for the compiled form of wandering.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython
