"""The page speaks of its own fields: no answer names an option of the command line."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grognard import systems, web
from grognard.web.fields import FIELDS, in_fields
from grognard.web.questions import answer, sample

SAMPLES = {
    "command": ("A", "B", "gilded-hunt"),
    "dropzone": ("A", "B"),
    "usr": ("A", "ashen-choir", "iron-caravan"),
    "void": ("A", "B", "saltmarsh-levy"),
}
ASKED: tuple[dict[str, Any], ...] = (
    {},
    {"range": 6, "moved": True, "facing": "rear"},
    {"melee": True, "charging": True},
    {"policy": "best", "range": 9},
)
WRONG: tuple[dict[str, Any], ...] = (
    {"range": 9000},
    {"cover": "mud"},
    {"facing": "below"},
    {"models": 900},
    {"target_models": 0},
    {"wounds": 90},
    {"target_wounds": 90},
    {"models_under": 0},
    {"models_under": 2, "sets": {"under": 3}},
    {"sets": {"nothing": "yes"}},
    {"sets": {"under": "many"}},
    {"sets": {"under": ""}},
    {"policy": "worst"},
    {"weapons": ["no such gun"]},
    {"rulings": {"no-such": "one"}},
    {"gives": ["no such rule"]},
    {"without": ["no such rule"]},
    {"then": ["void/A:Lamplighters; range=never"]},
)


def told(system: str, names: tuple[str, ...]) -> list[str]:
    units = {name: [kind.name for kind in sample(f"{system}/{name}").kinds] for name in names}
    every = [f"{system}/{name}:{unit}" for name in names for unit in units[name]]
    pairs = list(zip(every, every[len(every) // 2 :] + every, strict=False))[::2]
    found = [
        answer({"type": "odds", "attacker": a, "target": b, "text": True, **more})
        for (a, b), more in product(pairs, ASKED)
    ]
    found += [answer({"type": "odds", "attacker": every[0], "target": every[-1], **more}) for more in WRONG]
    found += [answer({"type": "situation", "attacker": a, "target": b}) for a, b in pairs[:3]]
    return [json.dumps(one) for one in found]


@pytest.mark.parametrize("system", systems.NAMES)
def test_no_answer_names_an_option_of_the_command_line(system):
    found = told(system, SAMPLES[system])
    assert len(found) > 40
    assert not [one[max(0, one.index("--") - 120) :][:300] for one in found if "--" in one]
    assert any("\\u201c" in one for one in found), "and some name a field"


def test_the_fields_are_called_as_the_page_calls_them():
    page = Path(web.__file__).with_name("static").joinpath("odds.js").read_text("utf-8")
    unknown = {said for said in FIELDS.values() if said not in page} - {"models of the target"}
    assert not unknown
    assert in_fields("ask with --set hp=2, or --set snap=no", "usr") == (
        "ask with “hull points the target has left” = 2, or “the attacker fires Snap Shots” = no"
    )
