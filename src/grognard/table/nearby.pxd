# Types for the compiled form of nearby.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.bases cimport Footprint as Based
from grognard.table.boxes cimport sides_d2
from grognard.table.geometry cimport Form, flat_gap, may_be_within, model_gap, edges_within
from grognard.table.polygons cimport boxes_within, segment_d2, snap, spots_d2, spots_within

cdef double _HAIR

cpdef bint near_any(Form form, object others, double inches) except -1

@cython.locals(k=Py_ssize_t, other=Form)
cpdef Py_ssize_t first_near(Form form, object others, double inches) except? -2

@cython.locals(found=list, k=Py_ssize_t, other=Form)
cpdef list who_is_near(Form form, object others, double inches)

@cython.locals(found=list, k=Py_ssize_t, far=cython.double, other=Form)
cpdef list ranked(Form form, object others, double inches)

@cython.locals(
    k=Py_ssize_t, place=Py_ssize_t, lead=Py_ssize_t, far=cython.double, best=cython.double, low=cython.double,
    other=Form,
)
cpdef Py_ssize_t next_beyond(Form form, object others, double inches) except? -2

@cython.locals(far=cython.double)
cdef double _at_least(Form a, Form b) except? -1.0

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, far=cython.double, least=cython.double,
    alike=bint, best=Py_ssize_t, j=Py_ssize_t,
)
cpdef Py_ssize_t nearest_of(Form form, Py_ssize_t i, Form other, object among) except -1

@cython.locals(r=cython.double, s=cython.double, n=Py_ssize_t, m=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t)
cdef bint _near(Form form, Form other, double inches) except -1

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, found=list, k=Py_ssize_t, form=Form,
)
cpdef list in_boxes(tuple box, object forms, double inches)

@cython.locals(
    limit=cython.double, found=list, k=Py_ssize_t, u=cython.double, v=cython.double, form=Form,
)
cpdef list who_is_by(object forms, double x, double y, double inches)

@cython.locals(least=cython.double, half=cython.double, whole=cython.double, band=Py_ssize_t, found=list)
cpdef tuple bands(Form form, Py_ssize_t i, Form other, Py_ssize_t j, object of)

@cython.locals(found=list, near=tuple, i=Py_ssize_t, j=Py_ssize_t, band=Py_ssize_t)
cpdef list reaches(Form form, object models, object views, Form other, object seen, object unseen, bint first=*)

@cython.locals(j=Py_ssize_t)
cpdef bint near_model(Form form, Py_ssize_t i, Form other, double inches) except -1

@cython.locals(found=list, k=Py_ssize_t)
cpdef list who_is_near_model(Form form, Py_ssize_t i, object others, double inches)

@cython.locals(r=cython.double, reach=cython.double, u=cython.double, v=cython.double)
cpdef bint near_point(Form form, double x, double y, double inches) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, x=cython.double, y=cython.double,
    far=cython.double, i=Py_ssize_t, found=list,
)
cpdef list on_line(Form form, object a, object b)

@cython.locals(
    limit=cython.double, found=list, i=Py_ssize_t, k=Py_ssize_t, x=cython.double, y=cython.double, form=Form,
)
cpdef list with_company(object points, object forms, double inches)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, box=tuple, k=Py_ssize_t, found=list,
    touched=list,
)
cpdef list who_is_on_line(object forms, object a, object b)

@cython.locals(
    a0=cython.double, a1=cython.double, a2=cython.double, a3=cython.double, d2=cython.double, limit=cython.double,
    k=Py_ssize_t, rows=list, found=list, form=Form,
)
cpdef list by_boxes(tuple box, list forms, double inches)
