"""Trying a move: legal or why not, the way, the inches, the nearest legal place, and what to pick to do it."""

from __future__ import annotations

from math import dist
from random import Random

import pytest

from grognard import systems
from grognard.table.geometry import Footprint, Formation
from grognard.table.moves import Moves
from grognard.table.terrain import Ground, Piece, rectangle
from grognard.web.moving import tried
from grognard.web.protocol import Acked, Answer, Refused, Tried, TryMove
from tests.web.tables import asked, play, reply, room

BASE = Footprint("round", 0.5, 0.5)


def walk(*pieces: Piece, inches: float = 6.0, foe: tuple[float, float] | None = None) -> Moves:
    """One model at (10, 10) that may walk."""
    enemies = [(1, Formation((foe,), (BASE,)))] if foe else []
    return Moves(
        Ground(24.0, 24.0, pieces),
        Formation(((10.0, 10.0),), (BASE,)),
        inches,
        (),
        enemies,
        call=lambda u: "Gate Watch",
    )


def test_a_legal_move_says_its_inches_and_what_to_pick():
    got = tried(walk(), TryMove("t", to=(10.0, 14.0)))
    assert got == Tried("t", True, [], 4.0, [[(10.0, 10.0), (10.0, 14.0)]], None, [(10.0, 14.0)], [[10.0, 14.0]])


def test_too_far_says_so_and_offers_the_farthest_that_is_legal_on_the_way():
    got = tried(walk(), TryMove("t", to=(10.0, 18.0)))
    assert not got.legal and got.why == ['model 1 would move 8.00", 6" allowed']
    assert got.nearest == [(10.0, 16.0)] and got.value == [[10.0, 16.0]]


def test_the_way_goes_round_what_is_in_the_way():
    wall = Piece("wall", rectangle(8.0, 12.0, 4.0, 0.5), 4.0, ("impassable",))
    got = tried(walk(wall, inches=12.0), TryMove("t", to=(10.0, 14.0)))
    assert got.legal and len(got.ways[0]) > 2 and got.inches > 4.0


def test_slow_ground_costs_what_it_costs():
    marsh = Piece("marsh", rectangle(0.0, 10.5, 24.0, 1.0), 0.0, ("difficult",))
    got = tried(walk(marsh), TryMove("t", by=(0.0, 4.0)))
    assert got.legal and got.inches == 5.0


def test_a_place_among_enemies_is_refused_with_their_name_and_one_beside_them_offered():
    got = tried(walk(foe=(10.0, 14.0)), TryMove("t", to=(10.0, 14.0)))
    assert not got.legal and "Gate Watch" in got.why[0]
    assert got.nearest is not None and dist(got.nearest[0], (10.0, 14.0)) >= 2.0


def test_model_by_model_and_by_places():
    moves = Moves(Ground(24.0, 24.0), Formation(((5.0, 5.0), (6.5, 5.0)), (BASE, BASE)), 6.0)
    one = tried(moves, TryMove("t", to=(6.5, 6.0), model=1))
    assert one.legal and one.positions == [(5.0, 5.0), (6.5, 6.0)]
    far = tried(moves, TryMove("t", to=(12.0, 5.0), model=1))
    assert not far.legal and "coherency" in " ".join(far.why)
    every = tried(moves, TryMove("t", positions=[(5.0, 7.0), (6.5, 7.0)]))
    assert every.legal and every.value == [[5.0, 7.0], [6.5, 7.0]]


@pytest.mark.parametrize("system", systems.NAMES)
def test_what_was_tried_and_found_legal_may_be_picked(system):
    r, rng, found = room(system, rounds=2), Random(5), 0
    while not r.over and found < 12:
        name, ask = asked(r)
        if r.over:
            break
        [(_, got)] = r.take(name, TryMove("t", to=(rng.uniform(0, 48), rng.uniform(0, 48))))
        if isinstance(got, Tried) and got.value is not None:
            found += 1
            assert got.legal or (got.why and got.nearest)
            [(_, said), *_] = r.take(name, Answer(f"v{r.version}", r.version, None, got.value))
            assert isinstance(said, Acked), said
        else:
            r.take(name, reply(r, ask, rng, f"r{r.version}"))
    assert found >= 4


def test_who_is_not_asked_may_not_try_and_what_is_no_place_is_refused():
    r = room()
    play(r, 1)
    name, _ = asked(r)
    other = "you" if name == "me" else "me"
    assert isinstance(r.take(other, TryMove("t", to=(1.0, 1.0)))[0][1], Refused)
    for bad in (
        TryMove("t"),
        TryMove("t", to=(1e9, 0.0)),
        TryMove("t", positions=[]),
        TryMove("t", to=(float("nan"), 1.0)),
    ):
        assert isinstance(r.take(name, bad)[0][1], Refused)


def test_proposals_say_what_they_are_for():
    moves = walk(Piece("old wood", rectangle(4.0, 8.0, 3.0, 4.0), 0.0, (), "light"), foe=(10.0, 20.0))
    assert [why for why, _ in moves.proposals()] == [
        "stand",
        "towards Gate Watch",
        "away from Gate Watch",
        "into old wood",
    ]


def test_a_place_out_of_sight_is_proposed_where_the_nearest_enemy_does_not_see_it():
    r, rng, found = room("void", rounds=2), Random(4), 0
    while not r.over and found < 3:
        name, ask = asked(r)
        t = r.session.table
        for option in ask.options:
            if option.purpose.startswith("out of sight of "):
                found += 1
                foe = next(u for u in t.units if t.name(u.id) == option.purpose.removeprefix("out of sight of "))
                trial, unit = t.clone(), ask.about[0]
                trial.change(unit, form=t[unit].form.moved(option.models or ()))
                assert not t.game.prospect(trial, foe.id, unit).sees
        r.take(name, reply(r, ask, rng, f"{r.version}"))
    assert found >= 3
