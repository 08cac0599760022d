"""Random one-die stages, and what they come to when worked out with fractions from the faces alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from grognard.kernel import Procedure, Roll, Test

# A spec is an outcome, or ("test", sides, faces, again, second, branches) where faces index the branches.
Spec = Any


@st.composite
def tests_of(draw: st.DrawFn, branches: st.SearchStrategy[Spec]) -> Spec:
    sides = draw(st.sampled_from((2, 3, 4, 6, 10)))
    below = draw(st.lists(branches, min_size=2, max_size=3))
    face = st.integers(0, len(below) - 1)
    faces = tuple(draw(st.lists(face, min_size=sides, max_size=sides)))
    again = tuple(sorted(draw(st.sets(st.integers(1, sides), max_size=sides)))) if draw(st.booleans()) else ()
    second = tuple(draw(st.lists(face, min_size=sides, max_size=sides))) if again and draw(st.booleans()) else None
    return ("test", sides, faces, again, second, tuple(below))


numbers = st.integers(0, 3)
pairs = st.tuples(st.integers(0, 2), st.integers(0, 2))


def specs(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Spec]:
    return st.recursive(leaves, tests_of, max_leaves=6)


def is_leaf(spec: Spec) -> bool:
    return not (isinstance(spec, tuple) and spec and spec[0] == "test")


def walk(spec: Spec) -> Procedure:
    """The stage: one die after the other."""
    while not is_leaf(spec):
        _, sides, faces, again, second, below = spec
        spec = below[(yield Roll(Test("a test", sides, faces, again, second)))]
    return spec


def worked_out(spec: Spec) -> dict[Any, Fraction]:
    """The law of the stage, face by face."""
    if is_leaf(spec):
        return {spec: Fraction(1)}
    _, sides, faces, again, second, below = spec
    law: dict[Any, Fraction] = {}

    def reached(branch: int, weight: Fraction) -> None:
        for outcome, chance in worked_out(below[branch]).items():
            law[outcome] = law.get(outcome, Fraction(0)) + weight * chance

    for face in range(1, sides + 1):
        if face in again:
            for later in range(1, sides + 1):
                reached((second or faces)[later - 1], Fraction(1, sides * sides))
        else:
            reached(faces[face - 1], Fraction(1, sides))
    return law


def added(a: dict[Any, Fraction], b: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """The law of the sum, by plain convolution."""
    law: dict[Any, Fraction] = {}
    for x, p in a.items():
        for y, q in b.items():
            key = tuple(i + j for i, j in zip(x, y, strict=True)) if isinstance(x, tuple) else x + y
            law[key] = law.get(key, Fraction(0)) + p * q
    return law


def fractions(law: Any) -> dict[Any, Fraction]:
    """A kernel law as fractions; its weights must be positive integers that add up to its denominator."""
    assert all(type(w) is int and w > 0 for w in law.weights.values())
    assert sum(law.weights.values()) == law.den
    return {outcome: law.fraction(outcome) for outcome in law.weights}
