"""Looking before picking: sight, range, cover, exact odds from given places; what may act now, what not and why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard import battles, systems
from grognard.systems.usr import events as usr
from grognard.systems.void import events as void
from grognard.web.looking import looked
from grognard.web.protocol import Look, Looked, Refused, Told, Why
from grognard.web.room import Chronicle, Room, Seat, new_room
from tests.web.tables import ME, YOU, asked, play, reply, room


def bare(system: str) -> Room:
    """A battle on a table without terrain, after both sides have set up."""
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=5, rounds=2, bots=("random", "random"))
    r, rng = new_room(replace(setup, ground=None), (ME, YOU)), Random(1)
    t = r.session.table
    while t.step < r.session.game.steps.before or not (t.own(0) and t.own(1)):
        name, ask = asked(r)
        r.take(name, reply(r, ask, rng, f"{r.version}"))
    return r


def before(r: Room, u: int, v: int) -> list[tuple[float, float]]:
    """Places for a unit as it stands, but in front of another."""
    (x, y), (a, b) = r.session.table[u].form.centre, r.session.table[v].form.centre
    return [(p + a - x, q + (b - 12.0) - y) for p, q in r.session.table[u].form.positions]


@pytest.mark.parametrize("system", ["usr", "command"])
def test_the_odds_from_a_place_are_those_of_the_same_question(system):
    r, told = bare(system), 0
    t = r.session.table
    for unit in t.own(0):
        for target in t.own(1):
            if unit.owners or target.owners or told >= 4:
                continue
            got = r.take("me", Look("l", unit.id, target.id, before(r, unit.id, target.id), True))[0][1]
            if not isinstance(got, Looked) or got.odds is None or any("cover" in line for line in got.lines):
                continue
            name, other = f"{system}/A:{unit.kind.name}", f"{system}/B:{target.kind.name}"
            odds = grognard.odds(name, other, range=got.inches)
            told += 1
            assert got.odds["mean"] == {"slain": odds.slain.mean(), "damage": odds.damage.mean()}
            assert got.odds["fractions"]["slain"]["0"] == str(odds.slain.fraction(0))
    assert told >= 3


@pytest.mark.parametrize("system", ["usr", "command", "void"])
def test_who_is_asked_whom_to_charge_is_told_the_odds_of_the_blows(system):
    r, told, seed = room(system, rounds=6, seed=0), 0, 0
    for k in range(20_000):
        if r.over:
            seed += 1
            r = room(system, rounds=6, seed=seed)
        name, question = asked(r)
        t, ask = r.session.table, r.session.open
        charging = isinstance(ask.about, tuple) and ask.about[0] == "charge"
        for v in [option.units[0] for option in question.options if charging and len(option.units) == 1]:
            u = ask.about[1]
            got = r.take(name, Look(f"l{k}", u, v, None, True))[0][1]
            assert isinstance(got, Looked) and got.charge
            if got.odds is None or any(t[w].owners or t[w].members != t[w].kind.models for w in (u, v)):
                continue
            ours, theirs = (f"{system}/{'AB'[t[w].side]}:{t[w].kind.name}" for w in (u, v))
            odds = grognard.odds(ours, theirs, melee=True, charging=True)
            told += 1
            assert got.odds["fractions"]["slain"]["0"] == str(odds.slain.fraction(0))
            assert ("to get there" in got.lines[1]) == (system == "usr"), "where dice say how far it comes"
        if told >= 3:
            break
        r.take(name, reply(r, question, Random(k), f"{r.version}"))
        while not r.waiting:
            r.advance()
    assert told >= 3


@pytest.mark.parametrize("system", systems.NAMES)
def test_looking_changes_nothing_and_always_says_why_there_are_no_odds(system):
    r, rng = room(system, rounds=2), Random(6)
    for k in range(12):
        play(r, 5, k)
        if r.over:
            break
        t = r.session.table
        kept = (t.snapshot(), list(r.session.inputs), r.version)
        for u in t.own(0)[:3]:
            for v in t.own(1)[:3]:
                got = r.take("me", Look("l", u.id, v.id, None, True))[0][1]
                assert isinstance(got, Looked) and got.lines[0].endswith("apart")
                assert got.odds is not None or got.lines[-1].startswith("no odds: ")
        assert (t.snapshot(), list(r.session.inputs), r.version) == kept
        name = asked(r)[0]
        told: Any = r.take(name, Why("w"))[0][1]
        assert isinstance(told, Told) and told.lines[0] == asked(r)[1].prompt
        r.take(name, reply(r, asked(r)[1], rng, f"x{k}"))


def test_why_tells_of_each_unit_what_keeps_it():
    r = room("usr", rounds=2)
    for k in range(400):
        name, ask = asked(r)
        if ask.prompt == "Move which unit?" and any(
            u in r.session.table.acted for u in range(len(r.session.table.units))
        ):
            break
        r.take(name, reply(r, ask, Random(k), f"{r.version}"))
    told: Any = r.take(name, Why("w"))[0][1]
    lines = " | ".join(told.lines)
    assert "may be picked" in lines and "has acted (" in lines
    acted = next(iter(r.session.table.acted))
    one: Any = r.take(name, Why("w", acted))[0][1]
    assert one.lines == [line for line in told.lines if line.startswith(f"{r.session.table.name(acted)}: ")]


def test_units_that_are_not_there_are_refused():
    r = room()
    for look in (Look("l", 0, 999), Look("l", -1, 1), Look("l", 0, 0), Look("l", 0, 1)):
        assert isinstance(r.take("me", look)[0][1], Refused)


@pytest.mark.parametrize("system", systems.NAMES)
def test_each_model_has_a_line_to_the_nearest_that_it_sees(system):
    r = bare(system)
    t, clear = r.session.table, 0
    for unit in t.own(0):
        for target in t.own(1):
            if not (unit.here and target.here and unit.form.positions and target.form.positions):
                continue
            got = r.take("me", Look("l", unit.id, target.id))[0][1]
            assert isinstance(got, Looked) and got.sees == any(sees for _, _, sees in got.rays)
            assert all(start in unit.form.positions and end in target.form.positions for start, end, _ in got.rays)
            clear += got.sees
    assert clear


@pytest.mark.parametrize("system", systems.NAMES)
def test_rings_are_those_of_the_game(system):
    r = bare(system)
    units = r.view("me").table["units"]
    rings = [ring for unit in units for ring in unit["rings"]]
    assert {"coherency", "range"} <= {ring["kind"] for ring in rings}
    assert all(0 < ring["inches"] < 1000 and ring["of"] for ring in rings)
    assert all(unit["loose"] == [] for unit in units if unit["place"] == "table"), "set up in coherency"
    assert r.hello("me").rulings == r.session.table.rulings


def test_where_a_template_was_aimed_and_lies_is_told():
    r = room("usr", rounds=2, seed=9)
    play(r, 400, 4)
    landed = [entry for entry in r.log("me").entries if entry.event == "MarkerLands"]
    assert landed and all(1 <= len(entry.spots) <= 2 for entry in landed)
    sizes = {radius for entry in landed for _, _, radius in entry.circles}
    assert sizes and sizes <= {1.5, 2.5}
    assert all(entry.circles or entry.outlines for entry in landed), "a template lies there as large as it is"
    assert any(len(found) > 1 for entry in landed for found in entry.under), "and which models are under it"
    assert all({found[0] for found in entry.under} <= set(entry.units) for entry in landed)
    strayed = usr.MarkerLands(weapon="mortar", x=3.0, y=4.0, under=(), scattered=5.0, aimed=(1.0, 2.0))
    blown = void.Scattered(weapon="mortar", inches=4, direction=6, start=(1.0, 2.0), end=(5.0, 2.0))
    assert strayed.landed() == ((1.0, 2.0), (3.0, 4.0)) and blown.landed() == ((1.0, 2.0), (5.0, 2.0))


def test_all_five_circles_of_an_apocalyptic_barrage_lie_there():
    from grognard.systems.usr.shooting.apocalyptic_barrage import circles

    laid = tuple(circles((20.0, 20.0), 24, 5.0))
    struck = usr.CirclesStruck(weapon="storm", x=20.0, y=20.0, circles=(1, 5), under=((3, 2),), lies=laid)
    assert len(struck.lain()) == 5 and struck.beneath() == ((3, 0),) and struck.landed() == ((20.0, 20.0),)
    assert struck.plain() == usr.CirclesStruck("storm", 20.0, 20.0, (1, 5), ((3, 2),)).plain(), "no digest knows of it"
    assert (
        struck.struck() == (laid[0], laid[4]) and usr.CirclesStruck("storm", 1.0, 1.0, (), (), lost=True).struck() == ()
    )


def test_of_a_barrage_only_models_under_circles_that_are_struck_have_a_mark():
    from grognard.systems.usr.shooting.apocalyptic_barrage import circles

    r = room("usr")
    play(r, 60)
    t = r.session.table
    unit = next(u for u in t.units if u.here and len(u.form) > 3)
    x, y = unit.form.positions[0]
    laid = tuple(circles((x, y), 24, 3.0))
    event = usr.CirclesStruck("storm", x, y, (5, 5), ((unit.id, 2),), lies=laid)
    chronicle = Chronicle(None)
    chronicle.tell(t, event, 0)
    under = chronicle.entries[-1].under
    touched = [i for i in range(len(unit.form)) if laid[4].touches(unit.form, i)]
    assert under == [[unit.id, *touched]] and 0 in touched
    assert len(chronicle.entries[-1].circles) == 5


@pytest.mark.parametrize(
    ("ours", "theirs", "event"),
    [
        ("usr/A", "usr/B", "MarkerLands"),
        ("void/A", "void/B", "Caught"),
        ("dropzone/A", "dropzone/B", "SquadFired"),
        ("command/gilded-hunt", "command/B", "TemplateLaid"),
    ],
)
def test_templates_lie_where_they_lie_and_name_who_is_under_them(ours, theirs, event):
    found = []
    for seed in range(6):
        both = Seat("one", (0,), "bot"), Seat("two", (1,), "bot")
        r = new_room(battles.setup(ours, theirs, seed=seed, rounds=4, bots=("greedy", "greedy")), both)
        r.advance(10**6)
        found += [(r, entry) for entry in r.log("one").entries if entry.event == event and entry.under]
        if len(found) > 2:
            break
    assert found
    for r, entry in found:
        units = {unit["id"] for unit in r.view("one").table["units"]}
        assert {unit for unit, *_ in entry.under} <= units
        for x, y, radius in entry.circles:
            assert 0 < radius <= 10 and -radius <= x <= r.session.table.ground.width + radius
            assert -radius <= y <= r.session.table.ground.height + radius
    laid = [entry for _, entry in found if entry.circles or entry.outlines]
    assert laid and any(len(who) > 1 for entry in laid for who in entry.under), "which models are under it"


def test_what_several_see_is_said_of_several():
    t = bare("usr").session.table
    several = next(u for u in t.units if u.here and t.name(u.id).endswith("s"))
    enemy = next(u for u in t.enemies(several.side))
    lines = looked(t, Look("x", several.id, enemy.id)).lines
    assert any(line.startswith(f"{t.name(several.id)} see ") for line in lines), lines
