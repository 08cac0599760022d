"""What a greedy player does with his tokens, his reactions and units that hide."""

from __future__ import annotations

from itertools import combinations

import pytest
from msgspec.structs import replace

from grognard import battles as staging
from grognard.common import battle
from grognard.kernel.asks import Choose
from grognard.systems.command.bots import greedy, places, value
from grognard.systems.command.events import TokenFlipped, VolleyFired
from grognard.systems.command.examples import gun, kind
from grognard.systems.command.shooting.fire import HOLD_FIRE
from grognard.systems.command.shooting.lines_of_fire import line, posture
from grognard.table.events import Acted, Moved
from grognard.table.terrain import Piece, rectangle

from .playing import Field
from .test_turn import RIFLES, hide

FORCES = ("command/A", "command/B", "command/gilded-hunt", "command/iron-orchard")


def spent(log):
    """How many tokens of their own the units of a battle flipped, and how many of these did nothing."""
    flipped = idle = 0
    unit, did = -1, True
    for event in log:
        if isinstance(event, TokenFlipped) and not event.why:
            unit, did = event.unit, False
        elif isinstance(event, Moved | VolleyFired) and event.unit == unit:
            did = True
        elif isinstance(event, Acted) and event.unit == unit:
            flipped, idle, unit = flipped + 1, idle + (not did), -1
    return flipped, idle


def test_greedy_players_flip_few_tokens_for_nothing():
    found = [spent(greedy_battle(a, b, seed).log) for a, b in combinations(FORCES, 2) for seed in (0, 1, 2)]
    flipped, idle = (sum(n) for n in zip(*found, strict=True))
    assert flipped > 300 and idle / flipped < 0.05, f"{idle} of {flipped}"


def greedy_battle(a, b, seed):
    session = battle.begin(staging.setup(a, b, seed=seed, bots=("greedy",)))
    session.play()
    return session


@pytest.mark.rule("command:infiltrate")
def test_a_hidden_unit_is_worth_looking_for():
    lurkers = kind("Lurkers", "Infiltrate", models=6, weapons=RIFLES)
    f = Field([(kind("Ours", models=5, weapons=RIFLES), 20, 20)], [(lurkers, 30, 40)])
    hide(f, 1, 20, 35)
    about = ("shoot", 0, posture("shoot"))
    assert greedy.VALUED["shoot"](f.table, about, 1)[0] > greedy.VALUED["shoot"](f.table, about, HOLD_FIRE)[0]
    alone = kind("Lurkers", models=1, weapons=RIFLES)
    g = Field([(kind("Ours", models=5, weapons=RIFLES), 20, 20)], [(alone, 20, 35)])
    plain, hidden = (value.harm(x.table, line(x.table, 0, 1, posture("shoot")), 1) for x in (g, f))
    assert plain / 6 / 3 < hidden  # found on a 1 or 2, and then all are there


@pytest.mark.rule("command:countermeasure")
def test_digital_weapons_react_for_nothing_given():
    arms = (gun("Countermeasure", name="Flak", rate=3), gun(name="Rifle"))
    f = Field([(kind("Ours", weapons=RIFLES, resolve=2), 20, 20)], [(kind("Theirs", models=3, weapons=arms), 20, 30)])
    f.token(1, "overrun")
    values = {pick: greedy.VALUED["react"](f.table, ("react", 1, 0), pick)[0] for pick in ("idle", "no")}
    assert values["idle"] > values["no"]


def test_a_unit_that_sees_nobody_would_rather_see_somebody():
    wall = Piece("wall", rectangle(10.0, 26.0, 20.0, 0.5), 6.0, ("solid", "impassable"))
    ours = replace(kind("Ours", models=1, weapons=RIFLES), points=100)
    f = Field([(ours, 20, 24)], [(kind("Theirs", models=1), 20, 40)], pieces=[wall])
    here, aside = f[0].form, f[0].form.shifted(14.0, 0.0)
    plain = places.place(places.standing(f.table, 0), aside) - places.place(places.standing(f.table, 0), here)
    assert (
        places.outlook(places.standing(f.table, 0), aside) - places.outlook(places.standing(f.table, 0), here) > plain
    )


def test_a_unit_that_sees_nobody_gains_nothing_by_staying():
    wall = Piece("wall", rectangle(10.0, 26.0, 20.0, 0.5), 6.0, ("solid", "impassable"))
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 24)], [(kind("Theirs", models=1), 20, 40)], pieces=[wall])
    assert places.blind(places.standing(f.table, 0))
    assert places.outlook(places.standing(f.table, 0), f[0].form) == places.place(
        places.standing(f.table, 0), f[0].form
    )


@pytest.mark.parametrize(("far", "first"), [(10, 0), (60, 1)])
def test_a_unit_waits_while_its_token_does_nothing(far, first):
    rifles = replace(kind("Ours", models=3, weapons=RIFLES), points=50)
    ours = [(replace(rifles, name=name), x, 20) for name, x in (("Near", 20), ("Other", 40))]
    f = Field(ours, [(kind("Theirs", models=3), 20, 20 + far)])
    f.token(0, "shoot")
    values = [greedy.worth(f.table, Choose(0, "activate which unit?", (0, 1)))(u)[0] for u in (0, 1)]
    most = [greedy.bound(f.table, Choose(0, "activate which unit?", (0, 1)))(u) for u in (0, 1)]
    assert values.index(max(values)) == first
    assert all(value <= limit for value, limit in zip(values, most, strict=True))
