"""The limits of organised play: halves, quarters and thirds of a list, and support models squad by squad."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.common.profiles import Force, Kind, Model
from grognard.muster.check import faults
from grognard.systems.void.army import limits


def unit(name: str, points: int, others: int = 5, support: int = 0, type: str = "Infantry", role: str = "") -> Kind:
    models = (Model("Member", None, role=role),) * others + (Model("Specialist", None, role="support"),) * support
    return Kind("void", name, type, points=points, models=models)


def said(*kinds: Kind) -> list[str]:
    return limits(Force("void", "A list", kinds))


TWO_SQUADS = unit("First", 250), unit("Second", 250)
REST: dict[str, Any] = {
    "exactly half on squads": (unit("Beasts", 500, 1, type="Beast"), []),
    "a point too much beside them": (unit("Beasts", 501, 1, type="Beast"), ["core squads have 500 of 1001 points, less than half"]),
    "a squad of three is no core squad": (
        unit("Trio", 501, 3),
        ["core squads have 500 of 1001 points, less than half"],
    ),
    "a third on vehicles": (unit("Tank", 250, 1, type="Vehicle"), []),
    "more than a third on vehicles": (
        unit("Tank", 251, 1, type="Vehicle"),
        ["vehicles have 251 of 751 points, more than a third"],
    ),
    "more than a quarter on an individual": (
        unit("Hero", 167, 1, role="individual"),
        ["individuals have 167 of 667 points, more than a quarter"],
    ),
    "a squad that an individual leads is no core squad": (
        unit("Guard", 501, 5, role="individual"),
        ["core squads have 500 of 1001 points, less than half", "individuals have 501 of 1001 points, more than a quarter"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", REST)
def test_squads_come_first_and_the_rest_has_its_share(what: str) -> None:
    rest, wanted = REST[what]
    assert said(*TWO_SQUADS, rest) == wanted


@pytest.mark.parametrize(("others", "support", "fine"), [(5, 1, True), (4, 1, False), (9, 2, False), (10, 2, True)])
def test_one_support_model_for_every_five_of_the_squad(others: int, support: int, fine: bool) -> None:
    assert (said(unit("Squad", 100, others, support)) == []) == fine


def test_between_friends_a_list_is_free() -> None:
    force = Force("void", "A list", (unit("Beasts", 500, 1, type="Beast"),))
    assert faults(force) == []
    assert faults(force, organised=True) == ["core squads have 0 of 500 points, less than half"]
