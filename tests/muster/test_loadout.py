"""What a unit of a catalogue has by default: modifiers under their conditions, and the cheapest of several choices."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.common.profiles import Kind
from grognard.muster.catalogue.library import Library
from grognard.muster.catalogue.loadout import Loadout
from grognard.muster.formats.battlescribe import HANGS, load_catalogue, load_unit

from .shelf import catalogue, each, either, entry, group, gun, man, modifier, when
from .test_composition import MAN, profile
from .test_real import GUARD, needs_catalogues


def arms(kind: Kind) -> list[str]:
    return sorted(w.name for m in kind.models for w in m.weapons)


def test_a_minimum_that_is_repeated_for_each_model_arms_them_all(tmp_path: Path) -> None:
    guns = group(
        "Hands",
        gun("Rifle", high=None),
        low=0,
        default="Rifle",
        also=modifier("increment", "low", 1, each("Hunter", "Pack")),
    )
    pack = entry("Pack", man("Hunter", low=5), guns, type="unit")
    kind = load_unit(catalogue(tmp_path, pack), "Pack")
    assert (len(kind.models), arms(kind)) == (5, ["Rifle"] * 25), "what lies in the unit is everybody's"


def test_a_crew_takes_the_place_of_two_men(tmp_path: Path) -> None:
    crew = group("Crews", man("Crew", points=5, low=1), high=1)
    less = modifier("decrement", "low", 1, each("Crews", "Squad", repeats=2))
    squad = entry("Squad", crew, group("Men", man("Man"), low=9, high=9, default="Man", also=less), type="unit")
    assert [m.name for m in load_unit(catalogue(tmp_path, squad), "Squad").models] == ["Crew"] + ["Man"] * 7


def test_conditions_and_groups_of_them_change_points_names_figures_and_what_is_hidden(tmp_path: Path) -> None:
    heavy = either(when("atLeast", 1, "Banner", "Squad"), when("atLeast", 6, "Man", "Squad"))
    never = either(when("atLeast", 1, "Banner", "Squad"), when("atLeast", 6, "Man", "Squad"), type="and")
    dearer = modifier("set", "points", 12, heavy)
    hidden = modifier("set", "hidden", "true", never)
    squad = entry(
        "Squad",
        entry("Banner", points=5, low=1),
        man("Man", gun("Rifle", low=1, also=modifier("append", "name", "(Old)", never)), low=4, also=dearer),
        entry("Drum", low=1, points=3, also=hidden),
        type="unit",
    )
    kind = load_unit(catalogue(tmp_path, squad), "Squad")
    assert kind.points == 5 + 4 * 12 + 3 and arms(kind) == ["Rifle"] * 4
    saves = (
        "<modifiers><modifier type='set' field='save' value='4+'>"
        + when("equalTo", 1, "Mail", "Guard")
        + "</modifier></modifiers>"
    )
    line = (
        profile("Man", "Unit", MAN)
        .replace("</profile>", f"{saves}</profile>")
        .replace('name="Save"', 'name="Save" typeId="save"')
    )
    guard = entry("Guard", entry("Mail", low=1), entry("Man", type="model", low=2, also=line), type="unit")
    assert {m.stats.Sv for m in load_unit(catalogue(tmp_path, guard), "Guard").models} == {4}


def test_what_depends_on_the_rest_of_the_army_is_left_as_printed_and_counted(tmp_path: Path) -> None:
    far = modifier("set", "points", 1, when("atLeast", 1, "Somebody", "roster"))
    near = modifier("set", "points", 8, when("atLeast", 1, "Banner", "roster"))
    squad = entry(
        "Squad", entry("Banner", low=1), man("Man", low=2, also=far), man("Boss", low=1, also=near), type="unit"
    )
    library = Library(catalogue(tmp_path, squad))
    assert load_unit(library.path, "Squad").points == 10 * 2 + 8
    loadout = Loadout(library, library.units()[0][1])
    assert loadout.selection().children and len(loadout.root.tree.unknown) == 1


def asks(how: str, value: float, child: str, scope: str, percent: bool = False, field: str = "selections") -> str:
    share = "true" if percent else "false"
    return (
        f'<conditions><condition type="{how}" field="{field}" value="{value}" childId="{child}" scope="{scope}" '
        f'includeChildSelections="true" percentValue="{share}"/></conditions>'
    )


@pytest.mark.parametrize(
    ("condition", "men", "points"),
    [
        (asks("atLeast", 30, "Man", "Squad", field="points"), 2, 2 * 10 + 7),
        (asks("atLeast", 30, "Man", "Squad", field="points"), 3, 3 * 10),
        (asks("lessThan", 30, "any", "Squad", field="points"), 2, 2 * 10),  # 20 and 7
        (asks("lessThan", 20, "any", "Squad", field="points"), 2, 2 * 10 + 7),
        (asks("atLeast", 75, "Man", "Squad", percent=True), 2, 2 * 10 + 7),  # 2 of 3
        (asks("atLeast", 75, "Man", "Squad", percent=True), 3, 3 * 10),  # 3 of 4
        (asks("greaterThan", 100, "any", "roster", field="points"), 2, 2 * 10 + 7),  # not known
        (asks("greaterThan", 15, "any", "roster", field="points"), 2, 2 * 10),  # the unit alone meets it
    ],
)
def test_points_and_percents_are_counted(tmp_path: Path, condition: str, men: int, points: int) -> None:
    bonus = entry("Drum", low=1, also=modifier("set", "hidden", "true", condition), points=7)
    squad = entry("Squad", man("Man", low=men), bonus, type="unit")
    assert load_unit(catalogue(tmp_path, squad), "Squad").points == points


def test_a_value_that_hangs_on_the_rest_of_the_army_is_told_once_of_its_unit(tmp_path: Path) -> None:
    far = modifier("set", "points", 1, asks("greaterThan", 100, "any", "roster", field="points"))
    sort = modifier("set", "points", 1, asks("instanceOf", 0, "Allied Detachment", "force"))
    plain = modifier("set", "points", 1, asks("atLeast", 100, "Man", "Squad", field="points"))
    units = [
        entry(name, man(f"{name} Man", low=1, also=also), man(f"{name} Boss", low=1, also=also), type="unit")
        for name, also in (("Far", far), ("Sort", sort), ("Squad", plain))
    ]
    found = load_catalogue(catalogue(tmp_path, *units))
    assert [kind.unread for kind in found.kinds] == [(HANGS,), (HANGS,), ()] and (HANGS, 2) in found.unread


@pytest.mark.parametrize(
    ("default", "prices", "taken"),
    [("", (5, 0, 0), "B"), ("", (5, 3, 3), "B"), ("C", (0, 0, 0), "C"), ("C", (9, 8, 10), "C"), ("C", (0, 0, 10), "A")],
)
def test_of_several_choices_the_cheapest(tmp_path: Path, default: str, prices: tuple[int, ...], taken: str) -> None:
    hands = group("Hands", *(gun(n, p) for n, p in zip("ABC", prices, strict=True)), low=1, high=1, default=default)
    kind = load_unit(catalogue(tmp_path, entry("Squad", man("Man", hands, low=1), type="unit")), "Squad")
    assert arms(kind) == [taken]


def test_a_choice_that_may_be_hidden_is_the_last_to_be_taken(tmp_path: Path) -> None:
    maybe = modifier("set", "hidden", "true", when("lessThan", 1, "Somebody", "roster"))
    hands = group("Hands", gun("A", also=maybe), gun("B", 5), low=1, high=1)
    kind = load_unit(catalogue(tmp_path, entry("Squad", man("Man", hands, low=1), type="unit")), "Squad")
    assert arms(kind) == ["B"]


def test_modifiers_that_chase_each_other_come_to_an_end(tmp_path: Path) -> None:
    more = modifier("increment", "low", 1, each("Man", "Squad"))
    squad = entry("Squad", group("Men", man("Man"), low=1, default="Man", also=more), type="unit")
    assert len(load_unit(catalogue(tmp_path, squad), "Squad").models) < 200


@needs_catalogues
def test_veterans_are_ten_men() -> None:
    kind = load_unit(GUARD, "Veterans")
    assert len(kind.models) == 10 and arms(kind).count("Lasgun") == 9 and kind.points == 60
