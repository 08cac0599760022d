"""The table: tokens, reactions, charges, hidden units, scenery and recovery, with dice and picks written down."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.common import battle
from grognard.common.battle import Setup
from grognard.common.rules import forget
from grognard.muster.ref import resolve_force
from grognard.systems.command import field
from grognard.systems.command.events import (
    HIDDEN,
    MARKER,
    TOKEN,
    Recoiled,
    Recovered,
    Revealed,
    SceneryCrushed,
    Searched,
    Slowed,
    TokenFlipped,
    TokenLost,
    TokenPlaced,
    UsesSpent,
    VolleyFired,
    WeaponOut,
)
from grognard.systems.command.examples import gun, kind
from grognard.systems.command.hidden import arrive
from grognard.systems.command.rules.scenery import CHART
from grognard.systems.command.shooting.at_scenery import fire_at
from grognard.systems.command.shooting.fire import HOLD_FIRE, targets
from grognard.systems.command.shooting.lines_of_fire import posture, ready
from grognard.systems.command.turn import GAME, activation, command_phase, end_phase, idle, view
from grognard.table.distances import distance
from grognard.table.events import Acted, Harmed, Moved
from grognard.table.generate import generate
from grognard.table.geometry import NOWHERE

from .playing import Field, wood

RIFLES = (gun(name="Rifle"),)
BLADES = (gun(name="Blade", type="Melee", rate=2),)


def duel(ours=None, theirs=None, far=12.0, **more):
    """Two units of three facing each other so many inches apart."""
    ours = ours or kind("Ours", models=3, weapons=RIFLES)
    theirs = theirs or kind("Theirs", models=3, weapons=RIFLES)
    return Field([(ours, 20, 20)], [(theirs, 20, 20.984375 + far)], **more)


# --- tokens -----------------------------------------------------------------------------------------------------------


def test_half_of_the_units_get_tokens_and_only_their_owner_knows_which():
    f = Field([(kind(f"U{i}", models=1, weapons=RIFLES), 10 + 5 * i, 10) for i in range(3)], [(kind("E"), 20, 40)])
    while f.table.phase != "over" and not f.table.recall(("tokens placed", 1)):
        f.run(command_phase(f.table, 0), who=len(f.events(TokenPlaced)), which="charge")
    placed = f.events(TokenPlaced)
    assert [e.unit for e in placed] == [0, 1]  # two of three units
    assert placed[0].secret == 0
    assert placed[0].told(f.table) == "U0: a charge token, face down"
    assert placed[0].masked(f.table, 1) == "U0: a token, face down"


def test_the_enemy_sees_that_there_is_a_token_but_not_which():
    f = duel().token(0, "shoot")
    assert view(f.table, 1)[0].effect(TOKEN).value == "?"
    assert view(f.table, 0)[0].effect(TOKEN).value == "shoot"
    assert f[0].effect(TOKEN).value == "shoot"


def test_a_token_is_flipped_and_carried_out():
    f = duel().token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6, 6], react="no")
    assert f.told()[:3] == [
        "Ours: a shoot token, face up",
        'Ours aims at Theirs, 12.0" away, Resolve 4',
        "Ours shoots at Theirs with 3 x Rifle: 3 hits against Resolve 4, too few for a Point of Damage",
    ]
    assert field.shown(f[0]) == "shoot"
    assert f[1].wounds == (1, 1, 1)  # three hits on Resolve 4: none


def test_an_idle_unit_moves_or_shoots():
    f = duel()
    f.run(idle(f.table, 0), [6, 6, 6], without="shoot")
    assert f.options("without") == ["move", "shoot", "stay"]
    assert not f.events(Moved)


def test_a_hit_may_cost_a_face_down_token_before_it_is_used():
    f = duel().token(1, "move")
    f.run(idle(f.table, 0), [6, 6, 6, 5], without="shoot")  # Resolve 4: a 5 fails
    assert f.events(TokenLost)
    assert not f[1].has(TOKEN)


def test_tokens_leave_with_the_round():
    f = duel().token(0, "shoot")
    f.table.ends = {("round ends", 1): (0,)}
    f.run(end_phase(f.table, 0))
    from grognard.table.events import Passed

    Passed(("round ends", 1)).on(f.table)
    assert not f[0].has(TOKEN)


# --- reactions --------------------------------------------------------------------------------------------------------


def test_a_target_with_a_shoot_token_may_fire_back_at_once():
    weak = kind("Theirs", models=3, weapons=RIFLES, resolve=1)
    f = duel(theirs=weak).token(0, "shoot").token(1, "shoot")
    # three hits slay all three, but their answer is simultaneous: -1, so 4+ hits
    f.run(activation(f.table, 0), [2, 2, 2, 4, 4, 3])
    assert not f[1].alive
    fired = f.events(VolleyFired)
    assert [(e.unit, e.hits) for e in fired] == [(0, 3), (1, 2)]
    assert 1 in f.table.acted
    assert f.events(TokenFlipped)[1].why == "reacting"


@pytest.mark.parametrize("token", ["move", "run", "charge", "overcharge"])
def test_other_tokens_do_not_react(token):
    f = duel().token(0, "shoot").token(1, token)
    f.run(activation(f.table, 0), [1, 1, 1])
    assert len(f.events(VolleyFired)) == 1
    assert field.token(f[1]) == token


def test_a_unit_may_keep_its_token():
    f = duel().token(0, "shoot").token(1, "shoot")
    f.run(activation(f.table, 0), [1, 1, 1], react="no")
    assert field.token(f[1]) == "shoot"


def test_digital_weapons_react_without_a_token_once_a_turn():
    lash = (gun(name="Lash", type="Digital"), gun(name="Rifle"))
    f = duel(theirs=kind("Theirs", models=3, weapons=lash)).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1, 1, 1, 1, 1])
    assert f.events(VolleyFired)[1].arms == (("Lash", 3),)
    assert 1 not in f.table.acted
    again = len(f.log)
    from grognard.systems.command.reactions import reaction

    assert f.run(reaction(f.table, 1, 0)) == ()
    assert len(f.log) == again


# --- movement ---------------------------------------------------------------------------------------------------------


def test_moves_may_enter_cover_and_runs_may_not():
    f = duel(far=20.0, pieces=[wood(20, 27)])
    into = f[0].form.shifted(0.0, 6.0)
    assert into in field.moves(f.table, 0, 6.0, True)
    assert into not in field.moves(f.table, 0, 12.0, False)
    across = f[0].form.shifted(0.0, 12.0)
    assert across not in field.moves(f.table, 0, 12.0, False)


def test_those_who_stand_in_cover_may_run_out_of_it():
    f = duel(far=20.0, pieces=[wood(20, 20)])
    assert f[0].form.shifted(0.0, 12.0) in field.moves(f.table, 0, 12.0, False)


def test_half_of_the_models_must_stand_in_cover():
    piece = wood(19, 32, "6/5", 4.0)
    f = duel(pieces=[piece])
    assert field.cover_of(f.table.ground, f[1].form) == 6  # two of three
    assert field.cover_of(f.table.ground, f[1].form.shifted(1.75, 0.0)) == 0  # one of three


def test_scenery_in_between_obscures():
    f = duel(far=20.0, pieces=[wood(20, 30, "6/5", 12.0)])
    seen = field.sight(f.table.ground, f[0], f[1])
    assert field.obscured_of(f.table.ground, seen, 3) == 5


# --- charges ----------------------------------------------------------------------------------------------------------


def brawl(far=4.0, ours=BLADES, theirs=BLADES, **more):
    return duel(
        kind("Ours", models=2, weapons=ours, **more), kind("Theirs", models=2, weapons=theirs, resolve=1), far
    ).token(0, "charge")


def test_a_charge_is_one_exchange_of_blows_at_once_and_then_they_part():
    f = brawl()
    # ours: four dice of 3+: two hits and two failures; theirs the same; Resolve 4 and 1
    f.run(activation(f.table, 0), [3, 3, 2, 2, 3, 3, 2, 2])
    assert not f[1].alive  # two hits on Resolve 1 are two points
    assert f[0].wounds == (1, 1)
    assert "charges Theirs" in f.events(Moved)[0].how


def test_failed_blows_hurt_whoever_strikes_them():
    f = brawl()
    f.run(activation(f.table, 0), [2, 2, 2, 2, 2, 2, 2, 2])
    assert {e.unit for e in f.events(Recoiled)} == {0, 1}
    assert f[0].wounds == (1,)  # four failures on Resolve 4: one point
    assert not f[1].alive  # four failures on Resolve 1


def test_units_part_by_an_inch():
    tough = kind("Theirs", models=2, weapons=BLADES, resolve=6)
    f = duel(kind("Ours", models=2, weapons=BLADES, resolve=6), tough, 4.0).token(0, "charge")
    f.run(activation(f.table, 0), [3, 3, 2, 2, 3, 3, 2, 2])
    assert distance(f[0].form, f[1].form) >= 1.0


def test_a_charge_out_of_reach_goes_as_far_as_it_can():
    f = brawl(far=8.0)
    f.run(activation(f.table, 0), [])
    assert "falls short" in f.events(Moved)[0].how
    assert distance(f[0].form, f[1].form) < 3.0


def test_a_charged_unit_may_fire_as_it_is_charged():
    theirs = (*BLADES, *RIFLES)
    f = duel(
        kind("Ours", models=2, weapons=BLADES, resolve=1), kind("Theirs", models=2, weapons=theirs, resolve=6), 4.0
    )
    f.token(0, "charge").token(1, "shoot")
    # our blows, then their two shots at 4+: both hit and slay whoever struck at the same time
    f.run(activation(f.table, 0), [3, 3, 3, 3, 4, 4])
    assert [e.verb for e in f.events(VolleyFired)][:2] == ["strikes at", "shoots at"]
    assert not f[0].alive


def test_models_without_a_melee_weapon_hurt_themselves():
    f = duel(kind("Ours", models=2, weapons=RIFLES, resolve=1), kind("Theirs", models=2, weapons=BLADES), 4.0)
    f.token(0, "charge")
    f.run(activation(f.table, 0), [1, 1, 1, 1])
    assert not f[0].alive


# --- Incapacitated ----------------------------------------------------------------------------------------------------


def test_an_incapacitated_model_does_not_fire():
    f = duel(kind("Ours", models=3, weapons=RIFLES, hp=2)).token(0, "shoot")
    Harmed(0, (1, 2, 2)).on(f.table)
    assert field.able(f[0]) == (1, 2)
    f.run(activation(f.table, 0), [1, 1])


def test_hurt_models_may_recover_in_the_end_phase():
    f = duel(kind("Ours", models=3, weapons=RIFLES, hp=3))
    Harmed(0, (1, 2, 3)).on(f.table)
    f.run(end_phase(f.table, 0), [4, 5])  # Resolve 4: a 4 passes, a 5 does not
    assert f[0].wounds == (2, 2, 3)


@pytest.mark.rule("command:mechanized")
def test_incapacitated_models_of_a_mechanized_unit_recover_without_a_roll():
    f = duel(kind("Ours", "Mechanized", models=1, weapons=RIFLES, hp=3))
    Harmed(0, (2,)).on(f.table)
    f.run(end_phase(f.table, 0), [])
    assert f[0].wounds == (3,)
    assert f.events(Recovered)[0].by == ("command:mechanized",)


@pytest.mark.rule("command:mechanized", "command:moving-fortress")
def test_a_hurt_moving_fortress_rolls_although_it_is_mechanized():
    f = duel(kind("Ours", "Mechanized, Moving Fortress", models=1, weapons=RIFLES, hp=3))
    Harmed(0, (2,)).on(f.table)
    f.run(end_phase(f.table, 0), [6])
    assert f[0].wounds == (2,)


# --- Moving Fortress --------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:moving-fortress")
def test_a_moving_fortress_loses_a_weapon_for_the_turn_instead_of_being_incapacitated():
    arms = (gun(name="Cannon"), gun(name="Rifle"))
    f = duel(theirs=kind("Theirs", "Moving Fortress", models=1, weapons=arms, resolve=1, hp=3)).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 1, 1], which="Cannon")
    out = f.events(WeaponOut)
    assert [e.weapon for e in out] == ["Cannon"] and out[0].by == ("command:moving-fortress",)
    assert field.able(f[1]) == (0,)
    assert [w.name for w in ready(f[1].members[0], posture("shoot"))] == ["Rifle"]
    f.run(end_phase(f.table, 0), [6])
    assert [w.name for w in ready(f[1].members[0], posture("shoot"))] == ["Cannon", "Rifle"]


@pytest.mark.rule("command:moving-fortress")
def test_once_all_weapons_are_out_nothing_more_happens():
    f = duel(theirs=kind("Theirs", "Moving Fortress", models=1, weapons=RIFLES, resolve=1, hp=4)).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6, 6])
    assert len(f.events(WeaponOut)) == 1
    assert f[1].wounds == (1,)


# --- Limited ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:limited")
def test_the_uses_of_a_limited_weapon_are_counted():
    rocket = (gun("Limited", rate=3, name="Rocket"),)
    f = duel(kind("Ours", models=1, weapons=rocket)).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1], uses=2)
    assert f.events(UsesSpent)[0].by == ("command:limited",)
    assert f[0].members[0].weapons[0].stats.RoF.plus == 1
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [1])
    assert not f[0].members[0].weapons


@pytest.mark.rule("command:limited")
def test_a_rolled_limited_weapon_is_used_up_by_its_highest_roll():
    star = (gun("Limited", rate="D3", name="Star"),)
    f = duel(kind("Ours", models=1, weapons=star)).token(0, "shoot")
    f.run(activation(f.table, 0), [4, 1, 1])  # a 4 is two
    assert f[0].members[0].weapons
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [5, 1, 1, 1])  # a 5 is three, the most
    assert not f[0].members[0].weapons


@pytest.mark.rule("command:limited")
def test_a_limited_weapon_does_not_fire_idle():
    f = duel(kind("Ours", models=1, weapons=(gun("Limited", rate=3),)))
    assert targets(f.table, 0, posture("idle")) == ()
    assert targets(f.table, 0, posture("shoot")) == (1,)


# --- Crush ------------------------------------------------------------------------------------------------------------

BELL = (gun("Crush", name="Bell"),)


@pytest.mark.rule("command:crush")
def test_a_crushing_weapon_brings_scenery_down_on_all_who_stand_in_it():
    f = Field(
        [(kind("Ours", models=1, weapons=BELL), 20, 20), (kind("Friends", models=2, resolve=2), 17, 33)],
        [(kind("Theirs", models=2, resolve=4), 20, 31)],
        pieces=[wood(20, 32, "6/5", 10.0)],
    ).token(0, "shoot")
    # hits on 5+ with the token; the chart shows a 5; friends 2+ twice, enemies 4+ twice; then the test of the token: none
    f.run(activation(f.table, 0), [5, 5, 1, 2, 4, 3])
    crushed = f.events(SceneryCrushed)[0]
    assert crushed.result == "collapse" and "command:crush" in crushed.by
    assert field.grade(f.table.ground.pieces[0]) == (4, 5)  # what it obscures stays
    assert f[1].wounds == (1,) and f[2].wounds == (1,)


@pytest.mark.rule("command:crush")
def test_a_quake_makes_cover_worse_for_good():
    f = duel(kind("Ours", models=1, weapons=BELL), pieces=[wood(20, 33, "6/4", 8.0)]).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 3])
    assert field.grade(f.table.ground.pieces[0]) == (5, 4)


@pytest.mark.rule("command:crush")
def test_a_crushing_weapon_may_be_fired_at_the_scenery():
    f = duel(kind("Ours", models=2, weapons=BELL), pieces=[wood(20, 33, "6/4", 8.0)]).token(0, "shoot")
    f.run(activation(f.table, 0), [2, 1, 3], whom=("scenery", 0))  # 3+ with +1: one hits; a quake
    assert f.events(VolleyFired)[0].told(f.table) == "Ours fires at wood with 2 x Bell: 1 hit"
    assert field.grade(f.table.ground.pieces[0]) == (5, 4)
    assert fire_at is not None


# --- Infiltrate -------------------------------------------------------------------------------------------------------


def lurkers(**more):
    unit = kind("Lurkers", "Infiltrate", models=4, weapons=RIFLES)
    f = Field(
        [(kind("Ours", models=3, weapons=RIFLES), 20, 20), (kind("More", models=1, weapons=RIFLES), 30, 20)],
        [(unit, 20, 40)],
        **more,
    )
    f.table.change(2, place="reserve", form=NOWHERE)
    return f


@pytest.mark.rule("command:infiltrate")
def test_an_infiltrating_unit_arrives_as_one_model_near_its_own_edge():
    f = lurkers()
    f.run(arrive(f.table, 2))
    assert f[2].has(HIDDEN) and len(f[2].form) == 1 and f[2].size == 1
    (_, y), reach = f[2].form.positions[0], 12.0
    assert y >= 48 - reach
    assert f.log[0].by == ("command:infiltrate",)


@pytest.mark.rule("command:infiltrate")
def test_whoever_targets_a_hidden_unit_may_not_find_it_and_does_nothing_else():
    f = lurkers()
    f.run(arrive(f.table, 2))
    f.table.change(2, form=f[2].form.moved(((20.0, 30.0),)))
    f.token(0, "shoot").token(1, "shoot")
    f.run(activation(f.table, 0), [3])  # found on a 1 or 2
    assert f.events(Searched) and not f.events(VolleyFired)
    assert f[2].count(MARKER) == 1
    f.run(activation(f.table, 1), [3, 6])  # now on a 3 too
    assert f.events(Revealed) and f[2].size == 4 and not f[2].has(MARKER)
    assert f.events(VolleyFired)[0].hits == 1


@pytest.mark.rule("command:infiltrate")
def test_a_hidden_unit_reveals_itself_when_it_shoots_but_not_when_it_moves():
    f = lurkers()
    f.run(arrive(f.table, 2))
    f.table.change(2, form=f[2].form.moved(((20.0, 30.0),)))
    f.token(2, "move")
    f.run(activation(f.table, 2))
    assert f[2].has(HIDDEN)
    f.token(2, "shoot")
    f.run(activation(f.table, 2), [1, 1, 1, 1], whom=0)
    assert not f[2].has(HIDDEN)
    assert f.events(VolleyFired)[0].arms == (("Rifle", 4),)


@pytest.mark.rule("command:infiltrate", "command:crush")
def test_scenery_that_comes_down_reveals_who_hides_in_it():
    f = lurkers(pieces=[wood(20, 30, "5/4", 8.0)])
    f.run(arrive(f.table, 2))
    f.table.change(2, form=f[2].form.moved(((20.0, 30.0),)))
    from grognard.systems.command.scenery import crush

    f.run(crush(f.table, CHART, 0, 0, ("command:crush",)), [6, 1, 1, 1, 1])
    assert not f[2].has(HIDDEN)


# --- Mechanized Command -----------------------------------------------------------------------------------------------


def column(rules="Mechanized Command", second="Mechanized", far=4.0):
    ours = [
        (kind("Leader", rules, models=1, weapons=RIFLES), 20, 20),
        (kind("Walkers", second, models=1, weapons=RIFLES), 20.984375 + far, 20),
    ]
    return Field(ours, [(kind("Theirs", models=3), 20, 30), (kind("Others", models=3), 28, 30)]).token(0, "shoot")


@pytest.mark.rule("command:mechanized-command")
def test_a_mechanized_unit_near_the_commander_uses_its_token_on_the_same_target():
    f = column()
    f.run(activation(f.table, 0), [1, 1], whom=2)
    assert [(e.unit, e.target) for e in f.events(VolleyFired)] == [(0, 2), (1, 2)]
    assert field.shown(f[1]) == "shoot" and 1 in f.table.acted
    assert f.events(TokenFlipped)[1].by == ("command:mechanized-command",)
    assert [e.unit for e in f.events(Acted)] == [1]


@pytest.mark.rule("command:mechanized-command")
@pytest.mark.parametrize("why", ["too far", "not mechanized", "has a token", "has acted", "no commander"])
def test_the_token_is_shared_with_nobody_else(why):
    f = column(
        rules="" if why == "no commander" else "Mechanized Command",
        second="" if why == "not mechanized" else "Mechanized",
        far=6.25 if why == "too far" else 4.0,
    )
    if why == "has a token":
        f.token(1, "move")
    if why == "has acted":
        Acted(1, 0).on(f.table)
    f.run(activation(f.table, 0), [1], whom=2)
    assert len(f.events(VolleyFired)) == 1


@pytest.mark.rule("command:mechanized-command")
def test_the_second_unit_does_nothing_when_the_target_is_gone():
    f = column()
    f.table.change(2, members=f[2].members[:1], wounds=(1,), form=f[2].form.only((0,)))
    weak = kind("Theirs", models=1, resolve=1)
    f.table.change(2, members=weak.models)
    f.run(activation(f.table, 0), [6], whom=2)
    assert not f[2].alive
    assert len(f.events(VolleyFired)) == 1
    assert 1 in f.table.acted


# --- whole battles ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fought():
    forget()
    forces = resolve_force("command/A"), resolve_force("command/B")
    setup = Setup(system="command", forces=forces, seed=5, bots=("random", "random"), ground=generate(5))
    session = battle.begin(setup)
    session.play()
    return setup, session


def test_a_battle_comes_to_its_end(fought):
    _, session = fought
    assert session.over
    assert session.table.phase == "arrivals" and session.table.round == 7


def test_undone_and_played_again_it_is_the_same_battle(fought):
    setup, session = fought
    digest = session.digest()
    other = battle.begin(setup)
    other.replay(list(session.inputs))
    assert other.digest() == digest
    other.back_to(0, consent=True)
    other.redo(len(session.inputs))
    assert other.digest() == digest


def test_tokens_are_masked_in_the_other_players_log(fought):
    _, session = fought
    ours, theirs = session.told(0), session.told(1)
    assert any("move token, face down" in line or "shoot token, face down" in line for line in ours)
    own = [e for e in session.log if isinstance(e, TokenPlaced)]
    for entry in own:
        line = entry.told(session.table)
        assert (line in ours) == (entry.secret == 0) or line in theirs
    assert GAME.view is view and HOLD_FIRE


# --- further rules on the table ---------------------------------------------------------------------------------------


@pytest.mark.rule("command:relentless")
def test_a_relentless_unit_may_run_without_a_token():
    f = duel(kind("Ours", "Relentless", models=2), far=20.0)
    far = f[0].form.shifted(0.0, 12.0)
    f.run(idle(f.table, 0), [], without="run", where=far)
    assert f[0].form.positions == far.positions
    assert f.events(Moved)[0].by == ("command:relentless",)
    assert not field.is_moving(f[0])


@pytest.mark.rule("command:relentless", "command:trudging")
def test_what_cannot_run_does_not_run_relentlessly():
    f = duel(kind("Ours", "Relentless, Trudging", models=2))
    f.run(idle(f.table, 0), [])
    assert "run" not in f.options("without")


@pytest.mark.rule("command:trudging")
def test_a_trudging_unit_is_given_no_token_to_run():
    f = duel(kind("Ours", "Trudging", models=2))
    f.run(command_phase(f.table, 0))
    assert list(f.options("which token")) == ["shoot", "advance", "charge", "move"]


@pytest.mark.rule("command:agile")
def test_an_agile_unit_pays_for_cover_with_its_number():
    f = duel(kind("Ours", "Agile", models=1), far=20.0, pieces=[wood(20, 26, "5/4", 4.0)])
    moves = field.PaidMoves(f.table, 0, 12.0, "run")
    assert f[0].form.shifted(0.0, 7.0) in moves
    assert f[0].form.shifted(0.0, 7.25) not in moves
    assert f[0].form.shifted(12.0, 0.0) in moves  # no cover, no price
    f.token(0, "run")
    f.run(activation(f.table, 0), [], where=f[0].form.shifted(0.0, 7.0))
    assert f.events(Moved)[0].by == ("command:agile",)


@pytest.mark.rule("command:agile")
def test_an_agile_unit_pays_for_each_piece_and_only_for_runs_and_advances():
    hedge = replace(wood(20, 23), points=((2, 22), (38, 22), (38, 24), (2, 24)), covers=(("command", "4/4"),))
    second = replace(hedge, name="second", points=((2, 25), (38, 25), (38, 27), (2, 27)))
    f = duel(kind("Ours", "Agile", models=1), far=20.0, pieces=[hedge, second])
    assert f[0].form.shifted(0.0, 8.0) not in field.PaidMoves(f.table, 0, 12.0, "run")  # 12 - 8 = 4
    assert f[0].form.shifted(0.0, 4.0) in field.PaidMoves(f.table, 0, 12.0, "run")
    assert not field.pays(f[0].members, "overrun") and field.pays(f[0].members, "advance")


@pytest.mark.rule("command:agile")
def test_a_piece_that_cannot_be_paid_for_is_not_entered():
    f = duel(kind("Ours", "Agile", models=1, move=2), far=20.0, pieces=[wood(20, 23, "6/4", 4.0)])
    assert f[0].form.shifted(0.0, 2.0) not in field.PaidMoves(f.table, 0, 4.0, "run")


def walled(rules):
    """A target behind a wall that nobody sees across."""
    from grognard.table.terrain import Piece, rectangle

    wall = Piece("wall", rectangle(5, 25, 30, 1), 6.0, ("solid", "impassable"))
    return duel(kind("Ours", models=2, weapons=(gun(rules, name="Cannon"),)), pieces=[wall]).token(0, "shoot")


@pytest.mark.rule("command:devastate")
def test_devastate_needs_no_line_of_sight():
    assert targets(walled("").table, 0, posture("shoot")) == ()
    f = walled("Devastate")
    assert targets(f.table, 0, posture("shoot")) == (1,)
    f.run(activation(f.table, 0), [6, 6])
    assert f.events(VolleyFired)[0].hits == 2


@pytest.mark.rule("command:countermeasure")
def test_a_countermeasure_reacts_without_a_token():
    theirs = kind("Theirs", models=2, weapons=(gun("Countermeasure", name="Flak"), gun(name="Rifle")))
    f = duel(theirs=theirs).token(0, "shoot")
    f.run(activation(f.table, 0), [1, 1, 1, 1, 1])
    assert f.events(VolleyFired)[1].arms == (("Flak", 2),)


@pytest.mark.rule("command:siege")
def test_siege_crushes_the_wood_that_the_target_stands_in():
    ours = kind("Ours", models=1, weapons=(gun("Siege", name="Mortar"),))
    f = duel(ours, pieces=[wood(20, 33, "6/4", 8.0)]).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 2])
    assert field.grade(f.table.ground.pieces[0]) == (5, 4)
    assert f.options("whom") == [1, HOLD_FIRE]  # it is not fired at scenery


@pytest.mark.rule("command:re-enforced-hull")
def test_a_re_enforced_hull_is_not_hurt_by_its_own_blows():
    f = duel(
        kind("Ours", "Re-enforced Hull", models=2, weapons=BLADES),
        kind("Theirs", models=1, resolve=6, weapons=BLADES),
        4.0,
    )
    f.token(0, "charge")
    f.run(activation(f.table, 0), [1, 1, 1, 1, 3, 3])
    assert not f.events(Recoiled)


# --- what lasts -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:corrosive")
def test_a_corroded_unit_is_weaker_until_the_end_of_the_turn_and_not_twice():
    f = duel(kind("Ours", models=1, weapons=(gun("Corrosive", name="Acid"),))).token(0, "shoot")
    f.run(activation(f.table, 0), [6])
    assert field.target(f[1]).toughness(f[1].wounds) == 3
    assert f[1].effect("corroded").until == ("round ends", 1)
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [6])
    assert f[1].count("corroded") == 1


@pytest.mark.rule("command:slowing")
def test_a_unit_that_is_fired_at_with_a_slowing_weapon_has_half_its_move():
    f = duel(kind("Ours", models=1, weapons=(gun("Slowing", name="Glue"),)), kind("Theirs", models=2, move=7))
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [1])  # a miss will do
    assert field.move_of(f[1]) == 4
    assert next(event for event in f.log if isinstance(event, Slowed)).by == ("command:slowing",)


@pytest.mark.rule("command:escape")
def test_after_a_hit_the_unit_may_move():
    f = duel(kind("Ours", models=1, weapons=(gun("Escape", name="Carbine"),))).token(0, "shoot")
    f.run(activation(f.table, 0), [6], where=f[0].form.shifted(0.0, -6.0))
    assert f.events(Moved)[0].how == "escapes" and f.events(Moved)[0].by == ("command:escape",)
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [1])
    assert len(f.events(Moved)) == 1


@pytest.mark.rule("command:flesh-eater")
def test_a_flesh_eater_heals_by_the_points_it_causes():
    ours = kind("Ours", "Flesh Eater", models=2, weapons=RIFLES, hp=3)
    f = duel(ours, kind("Theirs", models=4, resolve=1)).token(0, "shoot")
    Harmed(0, (1, 3)).on(f.table)
    f.run(activation(f.table, 0), [6, 5])  # one hit is one point; the one die shows a 5
    assert f[0].wounds == (2, 3)
    assert f.events(Recovered)[0].by == ("command:flesh-eater",)


@pytest.mark.rule("command:flesh-eater")
def test_an_unhurt_flesh_eater_throws_no_dice():
    f = duel(kind("Ours", "Flesh Eater", models=1, weapons=RIFLES, hp=3), kind("Theirs", models=4, resolve=1)).token(
        0, "shoot"
    )
    f.run(activation(f.table, 0), [6])
    assert not f.events(Recovered)


@pytest.mark.rule("command:bloodlust")
def test_bloodlust_lengthens_the_move_of_those_who_are_left():
    f = duel(kind("Ours", "Bloodlust", models=3, move=5))
    Harmed(0, (1, 0, 1)).on(f.table)
    assert field.move_of(f[0]) == 6
    Harmed(0, (1, 0)).on(f.table)
    assert field.move_of(f[0]) == 6  # 6 is the most


@pytest.mark.rule("command:reckless")
def test_a_reckless_unit_chooses_before_the_dice_and_meets_the_blows_with_less_resolve():
    ours = kind("Ours", "Reckless", models=2, weapons=RIFLES, resolve=2)
    f = duel(ours, kind("Theirs", models=1, resolve=6, weapons=BLADES), 4.0).token(0, "charge")
    f.run(activation(f.table, 0), [3, 3, 3, 2], recklessly=True)
    assert f[0].effect("reckless").until == ("round ends", 1)
    assert f[0].wounds == (1,)  # one hit on Resolve 1
    assert f.events(VolleyFired)[0].arms == (("Rifle", 2),)
