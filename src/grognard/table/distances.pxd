# Types for the compiled form of distances.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Footprint as Based, Form, apart, boxes_within, circles_within, corners, edge_d2, inside, segment_d2, aabb_d2, snap, spots_d2, spots_within, sqrt

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double, f=Based,
    g=Based, outline=tuple,
)
cpdef double model_distance(Form a, Py_ssize_t i, Form b, Py_ssize_t j, object measure=*) except? -1.0

@cython.locals(ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cpdef bint models_within(Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches, object measure=*) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double, f=Based, g=Based, outline=tuple,
)
cpdef bint edges_within(Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _surely_far(double centres, Based f, Based g, double inches) except -1

@cython.locals(
    reach=cython.double,
)
cdef bint _surely_near(double centres, Based f, Based g, double inches) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double, f=Based, g=Based, outline=tuple,
)
cpdef bint overlap(Form a, Py_ssize_t i, Form b, Py_ssize_t j) except -1

@cython.locals(up=cython.double, left=cython.double, ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cdef bint _close(
    Form a, Py_ssize_t i, Form b, Py_ssize_t j, double inches, object measure, bint diagonal, object rise
) except -1

cpdef bint may_be_within(Form a, Form b, double inches) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _any_close(Form a, Py_ssize_t i, Form b, double inches, object measure, bint diagonal, object rise) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    i=cython.Py_ssize_t, keyed=list, others=tuple, alike=cython.bint,
)
cpdef tuple nearest_first(Form form, Form to, object measure=*)

@cython.locals(
    r=cython.double, s=cython.double, far=cython.double, least=cython.double, i=cython.Py_ssize_t, many=cython.bint,
)
cpdef double flat_distance(Form a, Form b, object measure=*) except? -1.0

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, reach=cython.double, far=cython.double,
    base=Based, their=Based, j=cython.Py_ssize_t,
)
cpdef double least_distance(Form a, Py_ssize_t i, Form b, double least=*) except? -1.0

@cython.locals(r=cython.double, s=cython.double, n=cython.Py_ssize_t, m=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t)
cpdef bint bases_within(Form a, Form b, double inches) except -1

@cython.locals(
    best=cython.double, first=cython.Py_ssize_t, second=cython.Py_ssize_t, others=tuple, i=cython.Py_ssize_t,
    j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double,
)
cpdef tuple closest_pair(Form a, Form b)

@cython.locals(
    best=cython.double, j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double,
    d2=cython.double,
)
cpdef double nearest_d2(object spot, object spots, object among) except? -1.0

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double, x=cython.double, y=cython.double, wide=cython.double, deep=cython.double,
)
cpdef tuple least_and_most_d2(object p, object q)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, row=list, rows=list,
)
cpdef tuple all_d2(object spots, object others)

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

@cython.locals(j=cython.Py_ssize_t, found=list)
cpdef tuple models_by(Form a, Py_ssize_t i, Form b, double inches)

@cython.locals(i=cython.Py_ssize_t, found=list)
cpdef list models_near(Form form, object others, double inches)

cdef bint _near_any(Form form, Py_ssize_t i, object others, double inches) except -1

cpdef object part_way(Form a, Form b, double part)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, spots=list, k=cython.Py_ssize_t,
)
cdef tuple _between(tuple starts, tuple ends, double part)

@cython.locals(
    dx=cython.double, dy=cython.double, r=cython.double, s=cython.double, best=cython.double, x=cython.double,
    y=cython.double, u=cython.double, v=cython.double, d2=cython.double, far=cython.double,
)
cpdef double distance_after(Form form, object step, Form other) except? -1.0

@cython.locals(n=cython.Py_ssize_t, whole=cython.Py_ssize_t, found=list, i=cython.Py_ssize_t)
cpdef list range_bands(Form a, Form b, object views, object bands)

@cython.locals(
    last=cython.Py_ssize_t, r=cython.double, s=cython.double, j=cython.Py_ssize_t, k=cython.Py_ssize_t,
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    reach=cython.double,
)
cpdef Py_ssize_t range_band(Form a, Py_ssize_t i, Form b, object seen, object bands) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _near_one(Form a, Py_ssize_t i, Form b, object among, double inches) except -1

@cython.locals(least=cython.double, most=cython.double, reach=cython.double, k=cython.Py_ssize_t)
cpdef Py_ssize_t common_range_band(Form a, Form b, object bands) except -2
