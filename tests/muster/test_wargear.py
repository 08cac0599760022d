"""A catalogue's units as a player equips them: sizes, options by name, transports, what fits and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.common.profiles import Force, Kind
from grognard.errors import GrognardError
from grognard.muster.formats.battlescribe import load_entry, load_unit
from grognard.muster.ref import offered, resolve_force, resolve_unit
from tests.cli.run import as_json, fine, refused

from .shelf import bounds, catalogue, each, entry, group, gun, man, modifier, wagon, when
from .test_real import GUARD, MARINES, ORKS, needs_catalogues


def squad() -> str:
    """Four to nine men and a boss; one of them has a melter, two when they are ten; the boss has a hand for a blade."""
    more = modifier("increment", "high", 1, each("Men", "Squad", value=9))
    special = group(
        "Specials",
        man("Specialist", group("Barrels", gun("Melter", 10), gun("Burner", 5), low=1, high=1), points=14),
        high=1,
        also=more,
    )
    hand = group("Hand", gun("Pistol"), gun("Fist", 25), gun("Hook", 5), low=1, high=1, default="Pistol")
    boss = man("Boss", hand, entry("Medal", points=10, high=1), points=14, low=1, high=1)
    trooper = man("Trooper", gun("Rifle", low=1), points=14)
    men = group("Men", trooper, special, low=4, high=9, default="Trooper")
    ride = group("Rides", wagon("Wagon", entry("Plough", points=5, high=1), gun("Turret", low=1)), high=1)
    far = modifier("set", "hidden", "true", when("lessThan", 1, "Somebody", "roster"))
    return entry("Squad", boss, men, ride, entry("Relic", points=30, high=1, also=far), type="unit")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return catalogue(tmp_path, squad(), entry("Hook+Line", man("Man", low=1, high=1), type="unit"))


def carried(kind: Kind) -> list[str]:
    return sorted(w.name for m in kind.models for w in m.weapons)


def test_a_squad_of_so_many(file: Path) -> None:
    assert len(load_unit(file, "Squad").models) == 5
    ten = load_unit(file, "Squad", size=10)
    assert [m.name for m in ten.models] == ["Boss"] + ["Trooper"] * 9 and ten.points == 140
    for wrong in (4, 11):
        with pytest.raises(GrognardError, match=f"Squad has 5 to 10 models, not {wrong}"):
            load_unit(file, "Squad", size=wrong)
    with pytest.raises(GrognardError, match=r"Hook\+Line has 1 model, not 3"):
        load_unit(file, "Hook+Line", size=3)


def test_what_is_taken_takes_the_place_of_what_was_there(file: Path) -> None:
    kind = load_unit(file, "Squad", take=["melter", "Fist"])
    assert carried(kind) == ["Fist", "Melter", "Rifle", "Rifle", "Rifle"] and kind.points == 70 + 10 + 25
    assert carried(load_unit(file, "Squad", size=10, take=["2x Burner"])).count("Burner") == 2
    assert carried(load_unit(file, "Squad", take=["Boss/Hook"])) == ["Hook"] + ["Rifle"] * 4
    assert load_unit(file, "Squad", take=["Medal", "Fist"]).points == 70 + 10 + 25


def test_what_does_not_fit_says_why_and_what_does(file: Path) -> None:
    with pytest.raises(GrognardError) as error:
        load_unit(file, "Squad", take=["Melter", "Burner"])
    assert "Squad cannot take Burner: it takes 10 models; Melter is in its way" in str(error.value)
    assert "what fits: Fist (Boss), +25 points, instead of Pistol" in str(error.value)
    with pytest.raises(GrognardError, match="cannot take Melter: no more than 2 fit"):
        load_unit(file, "Squad", size=10, take=["3x Melter"])
    with pytest.raises(GrognardError, match=r"cannot take Hook: its place is taken.*; Fist is in its way"):
        load_unit(file, "Squad", take=["Fist", "Hook"])
    with pytest.raises(GrognardError, match=r"Squad has no option 'Meltr' \(nearest: Melter"):
        load_unit(file, "Squad", take=["Meltr"])
    with pytest.raises(GrognardError, match="has no option 'Anchor'"):
        load_unit(file, "Hook+Line", take=["Anchor"])


def test_a_transport_is_taken_and_the_squad_rides_in_it(file: Path) -> None:
    men, ride = load_entry(file, "Squad", take=["Wagon", "Plough"]).kinds
    assert (men.name, ride.name, men.detail("rides"), men.points, ride.points) == ("Squad", "Wagon", "Wagon", 70, 40)
    assert carried(ride) == ["Turret"] and load_unit(file, "Squad", take=["Wagon"]).name == "Squad"


@pytest.mark.parametrize("sort", ["unit", "model"])
def test_a_transport_may_be_called_a_model(tmp_path: Path, sort: str) -> None:
    mob = entry(
        "Mob",
        man("Man", low=4, high=9),
        man("Boss", low=1),
        wagon("Cart").replace('type="unit"', f'type="{sort}"'),
        type="unit",
    )
    men, ride = load_entry(catalogue(tmp_path, mob), "Mob", size=8, take=["Cart"]).kinds
    assert (len(men.models), men.points, ride.points, men.detail("rides")) == (8, 80, 35, "Cart")


def test_references_and_flags_say_the_same(file: Path) -> None:
    ref = f"{file}:10xSquad+2xMelter+Wagon"
    kind, force = resolve_unit(ref)
    assert (len(kind.models), kind.points, len(force.kinds)) == (10, 160, 1)
    assert [k.name for k in resolve_force(ref).kinds] == ["Squad", "Wagon"]
    assert resolve_unit(f"{file}:hook+line")[0].name == "Hook+Line"
    shown = as_json("roster", "show", f"{file}:Squad", "--size", "10", "--take", "2x Melter", "--take", "Wagon")[0]
    assert (shown["points"], shown["units"][0]["points"]) == (195, 160)
    assert 'rides = "Wagon"' in fine("roster", "import", ref)
    both = grognard.odds(f"{file}:Squad", f"{file}:Squad", size=10, target_size=7, take=["2x Melter", "target:Fist"])
    assert both.slain == grognard.odds(f"{file}:10xSquad+2x Melter", f"{file}:7xSquad+Fist").slain
    assert "Melter" in fine("odds", f"{file}:Squad", f"{file}:Squad", "--size", "10", "--take", "Melter")
    assert "--size goes with FILE:UNIT" in refused("roster", "show", str(file), "--size", "10")
    assert "no options can be taken for 'Lantern Watch'" in refused(
        "odds", "usr/A:Lantern Watch", "usr/B:Thornkin", "--size", "9"
    )


def test_the_options_that_fit_are_listed_with_their_points_and_how_many(file: Path) -> None:
    told = [option.told() for option in offered(f"{file}:9xSquad")["Squad"]]
    assert told[0] == "9 to 10 models, +14 points each"
    assert "Fist (Boss), +25 points, instead of Pistol" in told and "Medal (Boss), +10 points" in told
    assert "Wagon, +35 points" in told
    assert "Melter (Specialist), +10 points, instead of Trooper and Rifle" in told
    assert not any(line.startswith(("Plough", "Rifle", "Pistol")) for line in told)
    assert told[-1] == "Relic, +30 points, if the rest of the army allows it"
    assert any(
        line.startswith("Melter (Specialist), +10 points, up to 2")
        for line in map(str, (o.told() for o in offered(f"{file}:10xSquad")["Squad"]))
    )
    text = fine("roster", "show", f"{file}:Squad+Wagon")
    assert "  option: Plough (Wagon), +5 points" in text and "  size: 5 to 10 models, +14 points each" in text
    assert "  options if the rest of the army allows them: Relic" in text
    assert offered(str(file)) == {}


def test_links_shared_groups_and_groups_in_groups(tmp_path: Path) -> None:
    def link(name: str, sort: str) -> str:
        return f"<entryLink id='l-{name}' targetId='{name}' type='{sort}'>{bounds(high=1)}</entryLink>"

    arms = f"<selectionEntryGroup id='arms' name='Arms'>{link('axe', 'selectionEntry')}{link('mace', 'selectionEntry')}"
    hands = group("Hands", gun("Fists"), low=1, high=1, default="Fists", also=link("arms", "selectionEntryGroup"))
    shared = gun("Axe", 5, high=None, id="axe") + gun("Mace", 9, high=None, id="mace")
    path = catalogue(tmp_path, man("Lord", hands, points=50), shared=shared)
    groups = f"<sharedSelectionEntryGroups>{arms}</selectionEntryGroup></sharedSelectionEntryGroups></catalogue>"
    path.write_text(path.read_text("utf-8").replace("</catalogue>", groups), "utf-8")
    assert carried(load_unit(path, "Lord")) == ["Fists"]
    axe = load_unit(path, "Lord", take=["Axe"])
    assert (carried(axe), axe.points) == (["Axe"], 55)
    with pytest.raises(GrognardError, match=r"cannot take Mace: .*; Axe is in its way"):
        load_unit(path, "Lord", take=["Axe", "Mace"])


def test_a_group_may_allow_so_many_points(tmp_path: Path) -> None:
    purse = "<constraints><constraint id='p' field='points' scope='parent' value='30' type='max'/></constraints>"
    lord = man("Lord", group("Wares", entry("Ring", points=20, high=1), entry("Rod", points=15, high=1), also=purse))
    path = catalogue(tmp_path, lord.replace("10", "50"))
    assert load_unit(path, "Lord", take=["Ring"]).points == 70
    with pytest.raises(GrognardError, match="Lord cannot take Rod"):
        load_unit(path, "Lord", take=["Ring", "Rod"])


# --- the catalogues that people use -------------------------------------------------------------------------------------


def total(force: Force) -> int:
    return sum(kind.points for kind in force.kinds)


@needs_catalogues
def test_a_tactical_squad_with_its_rhino() -> None:
    force = load_entry(MARINES, "Tactical Squad", size=10, take=["Meltagun", "Power fist", "Rhino"])
    squad, rhino = force.kinds
    assert (len(squad.models), squad.points, rhino.points, total(force)) == (10, 175, 35, 210)
    assert squad.detail("rides") == "Rhino"
    arms = carried(squad)
    assert (arms.count("Meltagun"), arms.count("Power Fist"), arms.count("Boltgun")) == (1, 1, 9)
    with pytest.raises(GrognardError, match="5 to 10 models"):
        load_unit(MARINES, "Tactical Squad", size=11)


@needs_catalogues
def test_what_fits_grows_with_the_squad() -> None:
    two = ["Lascannon", "Meltagun"]
    with pytest.raises(GrognardError, match="it takes 10 models"):
        load_unit(MARINES, "Tactical Squad", take=two)
    assert load_unit(MARINES, "Tactical Squad", size=10, take=two).points == 140 + 20 + 10
    assert carried(load_unit(ORKS, "Boyz", size=30, take=["3x Rokkit Launcha"])).count("Rokkit Launcha") == 3
    with pytest.raises(GrognardError, match="no more than 1 fit"):
        load_unit(ORKS, "Boyz", take=["3x Rokkit Launcha"])


@needs_catalogues
def test_veterans_with_three_meltaguns_and_boyz_in_a_trukk() -> None:
    veterans = load_unit(GUARD, "Veterans", take=["3x Meltagun", "Power Fist"])
    assert (len(veterans.models), veterans.points, carried(veterans).count("Lasgun")) == (10, 115, 6)
    boyz, trukk = load_entry(ORKS, "Boyz", size=12, take=["Trukk"]).kinds
    assert (len(boyz.models), boyz.points, trukk.points, boyz.detail("rides")) == (12, 72, 30, "Trukk")
