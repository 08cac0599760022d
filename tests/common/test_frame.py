"""Steps, moments, effects, auras, events and scenarios, each for itself."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from grognard.common import scenario as scenarios
from grognard.common.auras import aura, auras
from grognard.common.deploy import Places, bases, new_table, places, room, spread
from grognard.common.reserves import edge_places, open_places, own_edge, walk_on
from grognard.common.scenario import Scenario
from grognard.common.steps import player_turns, rounds
from grognard.common.triggers import Loop, give, its_turn, own_turn_begins, own_turn_ends, settle, this_round, this_turn
from grognard.errors import Faults, GrognardError
from grognard.kernel.asks import Emit
from grognard.kernel.dice import Scripted
from grognard.kernel.play import Play
from grognard.table import events as ev
from grognard.table.geometry import Formation
from grognard.table.state import Clock, Effect, Marker, Scenery
from grognard.table.terrain import Ground, Piece, rectangle
from tests.toy.system import ORDERS, TURNS, setup


def named(*names):
    made = []
    for name in names:

        def step(t, player):
            yield Emit(None)

        step.__name__ = name
        made.append(step)
    return made


def clocks(steps, n):
    c, seen = steps.start(), []
    for _ in range(n):
        seen.append((c.phase, c.round, c.player))
        c, _ = steps.after(c)
    return seen


def table(game=TURNS, squads=3, **fields):
    made = setup(squads=squads)
    t = new_table(game, made.forces, fields.pop("scenario", replace(made.scenario, sides=("Reds", "Blues"))), **fields)
    for u in list(t.units):
        form = Formation(tuple((2.0 + 2 * i, 3.0 + 3 * (u.id % squads) + 18 * u.side) for i in range(u.size)), bases(u))
        ev.Deployed(u.id, form).on(t)
    return t


def run(t, procedure, faces=(), decide=None):
    asked = []

    def pick(ask):
        asked.append(ask)
        return decide(ask) if decide else next(iter(ask.options))

    dice = Scripted(faces)
    result = Play(dice, pick, lambda event: event.on(t)).run(procedure)
    dice.end()
    return result, asked


# --- steps ------------------------------------------------------------------------------------------------------------


def test_player_turns_go_round():
    steps = player_turns(named("move", "shoot"), named("deploy"), named("dawn"), named("dusk"))
    assert clocks(steps, 8) == [
        ("deploy", 1, 0),
        ("dawn", 1, 0),
        ("move", 1, 0),
        ("shoot", 1, 0),
        ("move", 1, 1),
        ("shoot", 1, 1),
        ("dusk", 1, 0),
        ("dawn", 2, 0),
    ]
    assert clocks(player_turns(named("a")), 4) == [("a", 1, 0), ("a", 1, 1), ("a", 2, 0), ("a", 2, 1)]


def test_rounds_go_round():
    steps = rounds(named("initiative", "act"), named("deploy"), named("dusk"))
    assert [c[:2] for c in clocks(steps, 5)] == [
        ("deploy", 1),
        ("initiative", 1),
        ("act", 1),
        ("dusk", 1),
        ("initiative", 2),
    ]


def test_whoever_goes_first_has_the_first_turn_and_moments_pass_in_order():
    steps = player_turns(named("move"), named("deploy"), named("dawn"), named("dusk"))
    c = Clock(1, 1, 1, 1)  # dawn, the second player leads
    c, passed = steps.after(c)
    assert (c.player, passed) == (1, ("phase ends", ("turn begins", 1, 1)))
    c, passed = steps.after(c)
    assert (c.player, passed) == (0, ("phase ends", ("turn ends", 1, 1), ("turn begins", 0, 1)))
    c, passed = steps.after(c)
    assert (c.player, passed) == (1, ("phase ends", ("turn ends", 0, 1)))
    c, passed = steps.after(c)
    assert (c.round, passed) == (2, ("phase ends", ("round ends", 1)))
    steps = rounds(named("act", "rest"))
    c, passed = steps.after(Clock(1, 0, 1, 0))
    assert passed == (
        "phase ends",
        ("turn ends", 0, 1),
        ("turn ends", 1, 1),
        ("round ends", 1),
        ("turn begins", 0, 2),
        ("turn begins", 1, 2),
    )


# --- moments ----------------------------------------------------------------------------------------------------------


def at(t, step, player, round=1, first=0):
    t.clock = Clock(round, player, step, first)
    return t


def test_ends_are_computed_when_an_effect_begins():
    t = table()  # steps: deploying, moving, shooting, closing
    assert own_turn_ends(at(t, 1, 0), 0) == ("turn ends", 0, 2) and own_turn_ends(t, 1) == ("turn ends", 1, 1)
    assert own_turn_ends(at(t, 1, 1), 0) == ("turn ends", 0, 2) and own_turn_begins(t, 1) == ("turn begins", 1, 2)
    assert own_turn_ends(at(t, 0, 0), 0) == ("turn ends", 0, 1)  # deployment: nobody has had a turn
    assert own_turn_ends(at(t, 3, 0), 1) == ("turn ends", 1, 2)  # the round closes: both have
    assert own_turn_ends(at(t, 2, 1, first=1), 0) == ("turn ends", 0, 1)
    assert this_turn(at(t, 1, 1, 3)) == ("turn ends", 1, 3) and this_round(t) == ("round ends", 3)
    assert own_turn_begins(at(table(ORDERS), 4, 0), 0) == ("turn begins", 0, 2)


def test_two_sources_with_different_ends_are_two_effects():
    t = table()
    run(t, give(t, 0, "pinned", ("turn ends", 0, 1), source=3))
    run(t, give(t, 0, "pinned", ("turn ends", 1, 1), source=4))
    assert t[0].has("pinned") and t[0].count("pinned") == 2 and t[0].effect("pinned").source == 3
    ev.Passed(("turn ends", 0, 1)).on(t)
    assert t[0].has("pinned") and t[0].effect("pinned").source == 4 and ("turn ends", 0, 1) not in t.ends
    ev.Passed(("turn ends", 1, 1)).on(t)
    assert not t[0].has("pinned") and t.ends == {} and t[0].effect("pinned") is None


def test_what_waits_for_a_turn_that_never_comes_ends_with_the_round():
    t = table()
    run(t, give(t, 0, "covered", its_turn(3)))
    run(t, give(t, 0, "watched", its_turn(4)))
    ev.Removed(3).on(t)
    ev.Passed(("round ends", 1)).on(t)
    assert not t[0].has("covered") and t[0].has("watched")


def test_effects_may_be_lifted_one_at_a_time():
    t = table()
    for _ in range(3):
        ev.Given(0, Effect("counter")).on(t)
    ev.Lifted(0, "counter", 1).on(t)
    assert t[0].count("counter") == 2
    ev.Lifted(0, "counter").on(t)
    assert not t[0].has("counter")


def test_due_things_are_done_in_the_players_order_and_once():
    t = table()
    for u in (0, 1, 2):
        ev.Due("dusk", u).on(t)
    ev.Due("dusk", 0).on(t)
    ev.Removed(1).on(t)
    done = []

    def does(t, x):
        done.append(x)
        if x == 2:
            yield Emit(ev.Due("dusk", "echo"))

    _, asked = run(t, settle(t, "dusk", 0, does), decide=lambda ask: ask.options[-1])
    assert done == [2, "echo", 0] and t.due == {} and all(a.question.endswith("which first?") for a in asked)


def test_a_loop_is_named():
    t = table()
    ev.Due("dusk", "a0").on(t)

    def does(t, x):
        yield Emit(ev.Due("dusk", f"a{int(x[1:]) + 1}"))

    with pytest.raises(Loop, match="'dusk' there is no end"):
        run(t, settle(t, "dusk", 0, does))


# --- events -----------------------------------------------------------------------------------------------------------


def test_harm_takes_models_away_and_makes_due():
    t = table()
    ev.Harmed(0, (1, 0, 1, 0)).on(t)
    assert t[0].size == 2 == len(t[0].form) == len(t[0].wounds) and t[0].lost == 2 and t.triggers("phase ends") == (0,)
    assert t[0].form.positions == ((2.0, 3.0), (6.0, 3.0))
    ev.Harmed(0, (0, 0)).on(t)
    assert t[0].place == "dead" and t[0].lost == 4 and t.live == (2, 3) and not t[0].alive
    big = ev.Harmed(3, (1, 1, 1, 1))
    big.on(t)
    assert t[3].lost == 0 and big.told(t).endswith(": hurt")
    assert ev.Harmed(3, (1, 0, 1, 1)).told(t) == "Squad A of Blues: 1 model lost, 3 left"


def test_combat_is_mutual_and_ends_with_death():
    t = table()
    ev.Locked(0, 3).on(t)
    ev.Locked(0, 4).on(t)
    ev.Locked(0, 4).on(t)
    assert t[0].foes == (3, 4) and t[4].foes == (0,) and t[0].locked
    ev.Freed(0, 3).on(t)
    assert t[0].foes == (4,) and not t[3].locked
    ev.Removed(4).on(t)
    assert not t[0].locked
    ev.Locked(0, 3).on(t)
    ev.Freed(0).on(t)
    assert not t[0].locked and not t[3].locked


def test_characters_join_and_leave_and_die_with_their_last_model():
    t = table()
    ev.Joined(1, 0).on(t)
    assert t[0].size == 8 and t[0].start == 8 and t[1].place == "joined" and t.live == (2, 3)
    ev.Given(0, Effect("pinned", until="dusk")).on(t)
    ev.Harmed(0, (1, 1, 0, 0, 1, 0, 1, 1)).on(t)
    ev.Left(1).on(t)
    assert (t[0].size, t[1].size, t[1].place, t[0].start, t[0].owners) == (2, 3, "table", 4, ())
    assert (t[0].lost, t[1].lost) == (2, 1)
    assert t[1].has("pinned") and t.live == (3, 3) and len(t[1].form) == 3
    ev.Passed("dusk").on(t)
    assert not t[1].has("pinned") and not t[0].has("pinned")
    ev.Joined(1, 0).on(t)
    ev.Harmed(0, (1, 1, 0, 0, 0)).on(t)
    assert t[1].place == "dead" and t[0].alive
    t = table()
    ev.Joined(1, 0).on(t)
    ev.Harmed(0, (0, 0, 0, 0, 1, 1, 1, 1)).on(t)
    ev.Left(1).on(t)  # the character is all that is left
    assert t[0].place == "dead" and t[1].place == "table" and t.live == (2, 3)
    ev.Joined(1, 2).on(t)
    ev.Removed(2).on(t)
    assert t[1].place == "dead" and t.live == (0, 3)


def test_transports():
    t = table()
    form = t[1].form
    ev.Embarked(1, 0).on(t)
    assert t[1].place == "aboard" and t.cargo(0) == [t[1]] and not t[1].form.positions and t[1].alive
    ev.Disembarked(1, form).on(t)
    assert t[1].here and t[1].aboard == -1 and t.cargo(0) == []


def test_auras_reach_whom_they_reach():
    t = table()
    ev.Aura(0, "nerve", 3.5).on(t)
    ev.Aura(2, "nerve", 0.5).on(t)
    assert aura(t, "nerve", 1) == 0 and aura(t, "nerve", 2) == 2 and auras(t, "nerve", 1) == [0]
    assert aura(t, "nerve", 0, itself=False) is None and aura(t, "nerve", 0) == 0
    assert aura(t, "nerve", 3) is None and aura(t, "luck", 0) is None
    ev.Aura(0, "nerve", 30).on(t)
    assert aura(t, "nerve", 3, friendly=False) == 0
    ev.Joined(0, 1).on(t)  # the aura goes where the character goes
    assert aura(t, "nerve", 1) == 0
    ev.Removed(1).on(t)
    assert aura(t, "nerve", 2) == 2
    ev.Aura(2, "nerve", -1).on(t)
    assert t.auras["nerve"] == ((0, 30),) or t.auras["nerve"] == ()


def test_scenery_changes_and_comes_back_with_a_snapshot():
    hut = Piece("Hut", rectangle(20, 20, 4, 4), 3.0, ("destructible",), dp=10)
    t = table(ground=Ground(30, 30, (hut,)))
    before = t.snapshot()
    assert t.scenery == (Scenery(10),)
    event = ev.Razed(0, Scenery(0, gone=True), hut.changed(height=0.0, properties=("difficult",)))
    event.on(t)
    assert t.ground.pieces[0].has("difficult") and t.scenery[0].gone and event.told(t) == "Hut is destroyed"
    ev.Razed(0, Scenery(3)).on(t)
    t.restore(before)
    assert t.ground.pieces[0] is hut and t.scenery == (Scenery(10),)


def test_markers_scores_notes_and_clones():
    t = table()
    before, plain = t.snapshot(), t.plain()
    ev.Marked(Marker(9, "token", 1.0, 2.0)).on(t)
    ev.Scored(1, 2).on(t)
    ev.Noted(("group", 1), (3, 4)).on(t)
    ev.Noted("x", 1).on(t)
    ev.Noted("x").on(t)
    ev.Changed(0, t[0].members[:1] * 4).on(t)
    assert t.marker(9).y == 2.0 and t.scores == (0, 2) and t.recall(("group", 1)) == (3, 4) and t.recall("x", 7) == 7
    other = t.clone()
    assert other.plain() == t.plain() != plain
    ev.Unmarked(9).on(other)
    ev.Led(1).on(other)
    assert t.marker(9) and other.marker(9) is None and other.clock.first == 1 and t.clock.first == 0
    t.restore(before)
    assert t.plain() == plain


def test_points_for_the_last_round_say_so():
    t = table()
    assert (
        ev.Scored(0, 3, "objective 1", 2).told(t)
        == "Reds: 3 victory points (objective 1, 2 of them for the last round)"
    )
    assert ev.Scored(0, 1, "objective 1", 1).told(t) == "Reds: 1 victory point (objective 1, for the last round)"
    assert ev.Scored(0, 1, "objective 1").told(t) == "Reds: 1 victory point (objective 1)"
    assert ev.Scored(0, 3, "objective 1", 2).plain() == ev.Scored(0, 3, "objective 1").plain()


def test_every_event_tells_itself_and_has_a_plain_form():
    t = table()
    form = t[0].form
    told = [
        ev.Deployed(0, form),
        ev.Reserved(0, "flank"),
        ev.Arrived(0, form, "drop"),
        ev.Moved(0, form),
        ev.Removed(0),
        ev.Embarked(1, 0),
        ev.Disembarked(1, form),
        ev.Joined(1, 0),
        ev.Left(1),
        ev.Harmed(0, (0, 0, 0, 0)),
        ev.Locked(0, 3),
        ev.Given(0, Effect("prone", value=2)),
        ev.Lifted(0, "prone"),
        ev.Led(1, "10 to 3"),
        ev.Scored(0, 1, "objective 1"),
        ev.Marked(Marker(1, "objective", 1, 1)),
        ev.Marked(Marker(1, "objective", 1, 1, 1)),
        ev.Marked(Marker(1, "token", 1, 1)),
        ev.Unmarked(1),
        ev.Said("so it is"),
    ]
    for event in told:
        said = event.told(t)
        assert said and "_" not in said and "object at" not in said
        assert event.plain()[0] == type(event).__name__
        assert replace(event, by=("toy:x",)).plain()[-1] == ["toy:x"]
        assert replace(event, secret=0).masked(t, 1) == "Reds does something in secret"
        assert event.masked(t, 1) == said
    for quiet in (
        ev.Freed(0),
        ev.Changed(0, t[0].members),
        ev.Acted(0, 1),
        ev.Stepped(Clock()),
        ev.Passed("x"),
        ev.Noted("x"),
        ev.Due("x", 1),
        ev.Aura(0, "x", 1),
        ev.Given(0, Effect("moved"), True),
    ):
        assert quiet.told(t) == "" and quiet.plain()


def test_a_unit_that_was_kept_cannot_be_written():
    t = table()
    with pytest.raises(AttributeError):
        t[0].lost = 3


def test_queries():
    t = table()
    assert [u.id for u in t.own(0)] == [0, 1, 2] and [u.id for u in t.enemies(0)] == [3, 4, 5] and len(list(t)) == 6
    ev.Reserved(2).on(t)
    ev.Acted(0, 0).on(t)
    assert t.ready(0) == [1] and t.there("reserve") == [t[2]] == t.there("reserve", 0) and t.there("reserve", 1) == []
    assert (t.round, t.player, t.step, t.phase) == (1, 0, 0, "deploying")
    ev.Given(0, Effect("prone")).on(t)
    assert t[0].has(str) and not t[0].has(int)
    with pytest.raises(KeyError):
        t.ruling("none")


# --- scenarios --------------------------------------------------------------------------------------------------------


def test_objectives_are_held_contested_and_kept():
    t = table(scenario=Scenario(rounds=2, width=30, height=30, objectives=1, sides=("Reds", "Blues")))
    position = t.markers[0]
    x, y = t[0].form.centre
    home = t[0].form
    ev.Moved(0, home.shifted(position.x - x, position.y - y)).on(t)
    run(t, scenarios.score(t))
    assert t.scores == (1, 0) and t.markers[0].side == 0
    u, v = t[3].form.centre
    ev.Moved(3, t[3].form.shifted(position.x - u, position.y + 2 - v)).on(t)
    run(t, scenarios.score(t))
    assert t.scores == (1, 0) and t.markers[0].side == -1
    ev.Moved(0, home).on(t)
    t.clock = Clock(2, 0, 0, 0)
    run(t, scenarios.score(t))
    assert t.scores == (1, 3)
    ev.Removed(3).on(t)
    run(t, scenarios.score(t))
    assert t.scores == (1, 6) and scenarios.points(t) == (2, 6)
    assert scenarios.winner(t) == (1, "6 victory points to 2") and scenarios.over(t) == ""
    t.clock = Clock(3, 0, 0, 0)
    assert scenarios.over(t) == "2 rounds are played"


def test_ties_are_broken_by_losses_and_a_side_without_anybody_has_lost():
    t = table(scenario=Scenario(destroyed="none", sides=("Reds", "Blues")))
    assert scenarios.winner(t) == (None, "0 victory points each")
    ev.Removed(3).on(t)
    assert scenarios.winner(t)[0] == 0 and "destroyed" in scenarios.winner(t)[1]
    for u in (4, 5):
        ev.Removed(u).on(t)
    assert scenarios.over(t) == "one side has nobody left" and scenarios.winner(t)[0] == 0
    for u in (0, 1, 2):
        ev.Removed(u).on(t)
    assert scenarios.over(t) == "nobody is left" and scenarios.winner(t) == (None, "nobody is left")
    t = table(scenario=Scenario(destroyed="units"))
    ev.Removed(0).on(t)
    assert scenarios.points(t) == (0, 1)


def test_only_who_can_hold_holds():
    t = table()
    t.game = SimpleNamespace(holds=lambda t, u: u.id != 0, after_loss=None)
    x, y = t[0].form.centre
    assert scenarios.holders(t, Marker(1, "objective", x, 0.5)) == (0, 0)
    x, y = t[1].form.centre
    assert scenarios.holders(t, Marker(1, "objective", x, y)) == (2, 0)


@pytest.mark.parametrize("zones", list(scenarios.ZONES))
def test_zones_and_objectives_are_fair(zones):
    for n in range(7):
        ground = scenarios.laid_out(Scenario(zones=zones, objectives=n))
        a, b = ground.zones
        turned = sorted((48 - x, 48 - y) for x, y in a)
        assert turned == sorted(b) and len(ground.objectives) == n
        positions = sorted(ground.objectives)
        other = sorted((48 - x, 48 - y) for x, y in positions)
        assert all(abs(p - q) < 0.01 for s, o in zip(positions, other, strict=True) for p, q in zip(s, o, strict=True))


def test_scenario_files(tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(
        'name = "Bridge"\nrounds = 4\nzones = "corners"\nsides = ["Up", "Down"]\nreserves = false\nreach = 2\n'
    )
    read = scenarios.find(str(path))
    assert (read.name, read.rounds, read.sides, read.reserves, read.reach) == ("Bridge", 4, ("Up", "Down"), False, 2.0)
    assert scenarios.from_plain(read.saved()) == read
    assert scenarios.find("Hold the Field") is scenarios.HOLD_THE_FIELD
    path.write_text(
        'ronds = 4\nrounds = 99\nname = ""\nsides = ["x"]\nreserves = 1\nzones = "moon"\ndestroyed = 3\nwidth = "x"'
    )
    with pytest.raises(Faults) as error:
        scenarios.load(path)
    assert (len(error.value.faults) == 8 and "did" in str(error.value)) or "nearest" in str(error.value)
    for text in ("x", "depth = 25"):
        path.write_text(text)
        with pytest.raises(GrognardError):
            scenarios.load(path)
    path.write_bytes(b"#" * (scenarios.MOST_BYTES + 1))
    with pytest.raises(GrognardError, match="longer"):
        scenarios.load(path)
    with pytest.raises(GrognardError, match="unknown scenario"):
        scenarios.find("hold-the-feild")
    with pytest.raises(GrognardError, match="cannot be read"):
        scenarios.find("none.toml")


# --- deployment and reserves ------------------------------------------------------------------------------------------


def test_places_are_in_the_zone_clear_of_others_and_validated():
    t = table()
    for u in list(t.units):
        t.units[u.id] = replace(u, form=Formation((), ()), place="off")
    options = places(t, 0)
    offered = list(options)
    assert offered and all(not options.why_not(f) for f in offered) and offered[0] in options
    again = options.decode(options.plain(offered[0]))
    assert again.positions == offered[0].positions
    with pytest.raises(GrognardError, match="cannot be placed so"):
        options.decode([[x, y + 15] for x, y in offered[0].positions])
    assert options.why_not("here") == ["these are not the models of the unit"]
    full = Places(room(t, 0, rectangle(0, 0, 1, 1)), bases(t[0]), [(0.5, 0.5)], (0.0, 1.0))
    assert list(full) == [] and full.draw(__import__("random").Random(1)) is None


def test_spread_looks_towards_the_enemy():
    low, high = rectangle(0, 0, 30, 8), rectangle(0, 22, 30, 8)
    assert spread(low, high)[0][1] > 4 > spread(low, high)[-1][1] and spread(high, low)[0][1] < 26
    left, right = rectangle(0, 0, 8, 30), rectangle(22, 0, 8, 30)
    assert spread(left, right)[0][0] > 4 and spread(right, left)[0][0] < 26 and spread(low, None)


def test_reserves_come_on_from_their_edge():
    t = table()
    assert own_edge(t, 0) == "bottom" and own_edge(t, 1) == "top"
    ev.Reserved(0).on(t)
    came, asked = run(t, walk_on(t, 0, 6.0, ("left", "right")))
    assert came and t[0].here and max(x for x, _ in t[0].form.positions) < 6 and len(asked) == 2
    ev.Reserved(0).on(t)
    came, _ = run(t, walk_on(t, 0, 0.4))
    assert came is False and t[0].place == "reserve"
    assert list(edge_places(t, 0, "top", 6.0)) and list(open_places(t, 0, [(15.0, 15.0)]))


def test_without_room_a_unit_waits():
    from grognard.common.deploy import put

    t = table()
    t.units[0] = replace(t[0], form=Formation((), ()), place="off")
    t.ground = replace(t.ground, zones=(rectangle(0, 0, 1, 1), t.ground.zones[1]))
    run(t, put(t, 0))
    assert t[0].place == "reserve"
