"""The compiled geometry is the geometry: one source, two forms (docs/decisions/0020)."""

from __future__ import annotations

import ast
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.table import arcs, distances, geometry

SOURCES = Path(__file__).parents[2] / "src" / "grognard" / "table"
TYPED = sorted(path.relative_to(SOURCES).with_suffix("").as_posix() for path in SOURCES.rglob("*.pxd"))


def declared(name: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """What the types of a module speak of: functions and methods with the names of their arguments, classes with their fields."""
    text = (SOURCES / f"{name}.pxd").read_text("utf-8")
    functions: dict[str, list[str]] = {}
    classes: dict[str, list[str]] = {}
    holder = ""
    said = (
        r"^( *)(?:cdef class (\w+)(?:\(\w+\))?:|cp?def (?:\w+ )?(\w+)\(([^)]*)\)|"
        r"cdef (?:public |readonly )?[\w\[\]]+ ([\w, ]+)$)"
    )
    for indent, owner, function, words, fields in re.findall(said, text, re.MULTILINE):
        if owner:
            holder = owner
            classes[holder] = []
        elif function and indent and not holder:
            continue  # a function of C, whose name Python has from elsewhere
        elif function:
            names = [word.split()[-1].removesuffix("=*") for word in words.split(",") if word]
            functions[f"{holder}.{function}" if indent else function] = names
        elif indent:
            classes[holder] += fields.split(", ")
    return functions, classes


@pytest.mark.parametrize("name", TYPED)
def test_types_speak_of_functions_as_they_are(name: str) -> None:
    """A function that gets another name or argument must get it in its types too: else the compiler is the first to say so."""
    tree = ast.parse((SOURCES / f"{name}.py").read_text("utf-8"))
    written = {f.name: [a.arg for a in f.args.args] for f in tree.body if isinstance(f, ast.FunctionDef)}
    slots = {}
    for owner in [c for c in tree.body if isinstance(c, ast.ClassDef)]:
        for part in owner.body:
            if isinstance(part, ast.FunctionDef):
                written[f"{owner.name}.{part.name}"] = [a.arg for a in part.args.args]
            elif isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "__slots__":
                slots[owner.name] = list(ast.literal_eval(part.value))
    functions, classes = declared(name)
    for function, words in functions.items():
        assert written.get(function) == words, f"{function} of {name}.pxd"
    for owner, fields in classes.items():
        assert slots.get(owner) == sorted(fields), f"{owner} of {name}.pxd"


def in_python(name: str) -> ModuleType:
    """A module of the table as it is written, whatever form of it is installed."""
    spec = spec_from_file_location(f"plain_{name}", Path(grognard.__file__).parent / "table" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAIN = in_python("geometry")
on_the_lattice = st.integers(-(50 << 10), 50 << 10).map(lambda n: n / 1024)
positions = st.tuples(on_the_lattice, on_the_lattice)
outlines = st.lists(positions, min_size=3, max_size=6).map(tuple)


@given(st.floats(-1000, 1000))
def test_snap_rounds_halves_to_even(x: float) -> None:
    for module in (geometry, PLAIN):
        assert str(module.snap(x)) == str(round(x * 1024) / 1024)


@given(outlines, outlines, positions)
def test_both_forms_measure_polygons_alike(one, other, position) -> None:
    for ask in ("inside", "edge_d2"):
        assert getattr(geometry, ask)(one, *position) == getattr(PLAIN, ask)(one, *position)
    assert geometry.apart(one, other) == PLAIN.apart(one, other)
    assert geometry.crosses(one[0], one[1], one[2], position) == PLAIN.crosses(one[0], one[1], one[2], position)
    assert geometry.segment_d2(*position, *one[0], *one[1]) == PLAIN.segment_d2(*position, *one[0], *one[1])


@given(st.lists(positions, max_size=5), st.lists(positions, max_size=5), st.floats(0, 20))
def test_the_nearest_of_two_groups_of_spots(some, others, reach) -> None:
    squares = [(x - u) ** 2 + (y - v) ** 2 for x, y in some for u, v in others]
    assert geometry.positions_d2(some, others) == min(squares, default=float("inf"))
    assert geometry.positions_within(some, others, reach) == any(d2 <= reach * reach for d2 in squares)


def test_none_in_place_of_a_form_is_an_error_in_both_forms() -> None:
    somewhere = geometry.Formation(((0.0, 0.0),), (geometry.footprint(),))
    for ask in (
        lambda: distances.near_any(None, (somewhere,), 1.0),
        lambda: distances.model_distance(somewhere, 0, None, 0),
        lambda: arcs.facing_hit(None, 0, (0.0, 0.0)),
    ):
        with pytest.raises(AttributeError, match="NoneType"):
            ask()
