# Types for the compiled form of distances.py (docs/decisions/0020); the code itself stands there and nowhere else.
cimport cython

from grognard.table.geometry cimport Footprint as Based, Formation, apart, boxes_within, circles_within, corners, edge_d2, inside, segment_d2, aabb_d2, aabb, aabb_of, Aabb, snap, positions_d2, positions_within, sqrt

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double, f=Based,
    g=Based, outline=tuple,
)
cpdef double model_distance(Formation a, Py_ssize_t i, Formation b, Py_ssize_t j, object measure=*) except? -1.0

@cython.locals(ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cpdef bint models_within(Formation a, Py_ssize_t i, Formation b, Py_ssize_t j, double inches, object measure=*) except -1

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, centres=cython.double,
    reach=cython.double, f=Based, g=Based, outline=tuple,
)
cpdef bint edges_within(Formation a, Py_ssize_t i, Formation b, Py_ssize_t j, double inches) except -1

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
cpdef bint overlap(Formation a, Py_ssize_t i, Formation b, Py_ssize_t j) except -1

@cython.locals(up=cython.double, left=cython.double, ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double)
cdef bint _close(
    Formation a, Py_ssize_t i, Formation b, Py_ssize_t j, double inches, object measure, bint diagonal, object rise
) except -1

cpdef bint may_be_within(Formation a, Formation b, double inches) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _any_close(Formation a, Py_ssize_t i, Formation b, double inches, object measure, bint diagonal, object rise) except -1

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    i=cython.Py_ssize_t, keyed=list, others=tuple, alike=cython.bint,
)
cpdef tuple nearest_first(Formation form, Formation to, object measure=*)

@cython.locals(
    r=cython.double, s=cython.double, far=cython.double, least=cython.double, i=cython.Py_ssize_t,
)
cpdef double flat_distance(Formation a, Formation b, object measure=*) except? -1.0

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, reach=cython.double, far=cython.double,
    base=Based, their=Based, j=cython.Py_ssize_t,
)
cpdef double least_distance(Formation a, Py_ssize_t i, Formation b, double least=*) except? -1.0

@cython.locals(r=cython.double, s=cython.double, n=cython.Py_ssize_t, m=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t)
cpdef bint bases_within(Formation a, Formation b, double inches) except -1

@cython.locals(
    best=cython.double, first=cython.Py_ssize_t, second=cython.Py_ssize_t, others=tuple, i=cython.Py_ssize_t,
    j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double,
)
cpdef tuple closest_pair(Formation a, Formation b)

@cython.locals(
    best=cython.double, j=cython.Py_ssize_t, x=cython.double, y=cython.double, u=cython.double, v=cython.double,
    d2=cython.double,
)
cpdef double nearest_d2(object position, object positions, object among) except? -1.0

@cython.locals(
    p0=cython.double, p1=cython.double, p2=cython.double, p3=cython.double, q0=cython.double, q1=cython.double,
    q2=cython.double, q3=cython.double, x=cython.double, y=cython.double, wide=cython.double, deep=cython.double,
)
cpdef tuple least_and_most_d2(object p, object q)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, row=list, rows=list,
)
cpdef tuple all_d2(object positions, object others)

cdef double _HAIR

cpdef bint near_any(Formation form, object others, double inches) except -1

@cython.locals(k=Py_ssize_t, other=Formation)
cpdef Py_ssize_t first_near(Formation form, object others, double inches) except? -2

@cython.locals(found=list, k=Py_ssize_t, other=Formation)
cpdef list who_is_near(Formation form, object others, double inches)

@cython.locals(found=list, k=Py_ssize_t, far=cython.double, other=Formation)
cpdef list ranked(Formation form, object others, double inches)

@cython.locals(
    k=Py_ssize_t, place=Py_ssize_t, lead=Py_ssize_t, far=cython.double, best=cython.double, low=cython.double,
    other=Formation,
)
cpdef Py_ssize_t next_beyond(Formation form, object others, double inches) except? -2

@cython.locals(far=cython.double)
cdef double _at_least(Formation a, Formation b) except? -1.0

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, far=cython.double, least=cython.double,
    alike=bint, best=Py_ssize_t, j=Py_ssize_t,
)
cpdef Py_ssize_t nearest_of(Formation form, Py_ssize_t i, Formation other, object among) except -1

@cython.locals(r=cython.double, s=cython.double, n=Py_ssize_t, m=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t)
cdef bint _near(Formation form, Formation other, double inches) except -1

@cython.locals(
    left=cython.double, low=cython.double, right=cython.double, top=cython.double, found=list, k=Py_ssize_t, form=Formation,
)
cpdef list in_boxes(tuple box, object forms, double inches)

@cython.locals(
    limit=cython.double, found=list, k=Py_ssize_t, u=cython.double, v=cython.double, form=Formation,
)
cpdef list who_is_by(object forms, double x, double y, double inches)

@cython.locals(least=cython.double, half=cython.double, whole=cython.double, band=Py_ssize_t, found=list)
cpdef tuple bands(Formation form, Py_ssize_t i, Formation other, Py_ssize_t j, object of)

@cython.locals(found=list, near=tuple, i=Py_ssize_t, j=Py_ssize_t, band=Py_ssize_t)
cpdef list reaches(Formation form, object models, object views, Formation other, object seen, object unseen, bint first=*)

@cython.locals(j=Py_ssize_t)
cpdef bint near_model(Formation form, Py_ssize_t i, Formation other, double inches) except -1

@cython.locals(found=list, k=Py_ssize_t)
cpdef list who_is_near_model(Formation form, Py_ssize_t i, object others, double inches)

@cython.locals(r=cython.double, reach=cython.double, u=cython.double, v=cython.double)
cpdef bint near_point(Formation form, double x, double y, double inches) except -1

@cython.locals(limit=cython.double, u=cython.double, v=cython.double, i=Py_ssize_t, found=list)
cpdef list in_circle(object positions, double x, double y, double reach)

@cython.locals(u=cython.double, v=cython.double, i=Py_ssize_t, found=list)
cpdef list in_drop(
    object positions, double x, double y, object facing, double length, double end, double tip, double radius
)

@cython.locals(
    fx=cython.double, fy=cython.double, f=cython.double, far=cython.double, along=cython.double, across=cython.double,
    slope=cython.double, level=cython.double, place=cython.double,
)
cpdef double drop_depth(
    double dx, double dy, object facing, double length, double end, double tip
) except? -1.0

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, x=cython.double, y=cython.double,
    far=cython.double, i=Py_ssize_t, found=list,
)
cpdef list on_line(Formation form, object a, object b)

@cython.locals(
    limit=cython.double, found=list, i=Py_ssize_t, k=Py_ssize_t, x=cython.double, y=cython.double, form=Formation,
)
cpdef list with_company(object points, object forms, double inches)

@cython.locals(
    ax=cython.double, ay=cython.double, bx=cython.double, by=cython.double, box=tuple, k=Py_ssize_t, found=list,
    touched=list,
)
cpdef list who_is_on_line(object forms, object a, object b)

@cython.locals(
    here=Aabb, d2=cython.double, limit=cython.double, k=Py_ssize_t, rows=list, found=list, form=Formation,
)
cpdef list by_boxes(tuple box, list forms, double inches)

@cython.locals(j=cython.Py_ssize_t, found=list)
cpdef tuple models_by(Formation a, Py_ssize_t i, Formation b, double inches)

@cython.locals(i=cython.Py_ssize_t, found=list)
cpdef list models_near(Formation form, object others, double inches)

cdef bint _near_any(Formation form, Py_ssize_t i, object others, double inches) except -1

cpdef object part_way(Formation a, Formation b, double part)

@cython.locals(
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, positions=list, k=cython.Py_ssize_t,
)
cdef tuple _between(tuple starts, tuple ends, double part)

@cython.locals(
    dx=cython.double, dy=cython.double, r=cython.double, s=cython.double, best=cython.double, x=cython.double,
    y=cython.double, u=cython.double, v=cython.double, d2=cython.double, far=cython.double,
)
cpdef double distance_after(Formation form, object step, Formation other) except? -1.0

@cython.locals(n=cython.Py_ssize_t, whole=cython.Py_ssize_t, found=list, i=cython.Py_ssize_t)
cpdef list range_bands(Formation a, Formation b, object views, object bands)

@cython.locals(
    last=cython.Py_ssize_t, r=cython.double, s=cython.double, j=cython.Py_ssize_t, k=cython.Py_ssize_t,
    x=cython.double, y=cython.double, u=cython.double, v=cython.double, d2=cython.double, best=cython.double,
    reach=cython.double,
)
cpdef Py_ssize_t range_band(Formation a, Py_ssize_t i, Formation b, object seen, object bands) except -1

@cython.locals(j=cython.Py_ssize_t)
cdef bint _near_one(Formation a, Py_ssize_t i, Formation b, object among, double inches) except -1

@cython.locals(least=cython.double, most=cython.double, reach=cython.double, k=cython.Py_ssize_t)
cpdef Py_ssize_t common_range_band(Formation a, Formation b, object bands) except -2
