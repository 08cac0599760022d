"""Tokens shared and flipped in reaction, who is attacked, and what a hit lets a unit do, on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.report import Report
from grognard.errors import GrognardError
from grognard.systems.command import field
from grognard.systems.command.events import HIDDEN, SHOWN, TOKEN, Searched, TokenFlipped, UsesSpent, VolleyFired
from grognard.systems.command.examples import ask, gun, kind, odds, other
from grognard.systems.command.hidden import arrive, reveal
from grognard.systems.command.turn import activation
from grognard.table.events import Acted, Moved
from grognard.table.geometry import NOWHERE, Formation
from grognard.table.templates import Teardrop

from .playing import Field, wood

RIFLES = (gun(name="Rifle"),)
BLADES = (gun(name="Blade", type="Melee", rate=2),)


def hide(f, u, x, y):
    """Unit ``u`` comes on as one hidden model, which then stands at a place."""
    f.table.change(u, place="reserve", form=NOWHERE)
    f.run(arrive(f.table, u))
    f.table.change(u, form=f[u].form.moved(((x, y),)))


def fired(f):
    """Who fired or struck at whom, and the hits."""
    return [(e.unit, e.target, e.hits) for e in f.events(VolleyFired)]


# --- Escape -----------------------------------------------------------------------------------------------------------


def split_fire(*rules):
    arms = tuple(gun(rule, name=name) for rule, name in zip(rules, ("Rifle", "Pistol"), strict=True))
    ours = kind("Ours", "Light em up", models=1, weapons=arms)
    return Field([(ours, 20, 20)], [(kind("First", models=2), 20, 28), (kind("Second", models=2), 26, 28)]).token(
        0, "shoot"
    )


@pytest.mark.rule("command:escape", "command:light-em-up")
@pytest.mark.asks("where does … escape?", of=0)
@pytest.mark.asks("at whom does … fire its …?", of=0)
def test_a_unit_escapes_once_when_it_has_fired_at_all_its_targets():
    f = split_fire("Escape", "Escape")
    away = f[0].form.shifted(0, -6.0)
    f.run(activation(f.table, 0), [6, 6], Pistol=2, whom=1, escape=away)
    assert fired(f) == [(0, 1, 1), (0, 2, 1)]  # the second volley is not lost
    assert [question for question, _ in f.asked if "escape" in question] == ["where does Ours escape?"]
    assert isinstance(f.log[-1], Moved) and f[0].form.positions == away.positions


@pytest.mark.rule("command:escape", "command:aura")
@pytest.mark.asks("does … attack … with its … too?", of=0)
def test_an_aura_lets_its_unit_escape_once():
    ours = kind("Ours", models=1, weapons=(gun("Escape, Aura", name="Horn"),))
    f = Field([(ours, 20, 20)], [(kind("First", models=1), 20, 28), (kind("Second", models=1), 26, 28)])
    f.token(0, "shoot").run(activation(f.table, 0), [6, 6], whom=1)
    assert [question for question, _ in f.asked if "escape" in question] == ["where does Ours escape?"]


@pytest.mark.rule("command:escape")
@pytest.mark.asks("where does … escape?", of=1)
def test_who_strikes_and_reacts_with_an_escape_weapon_escapes_once():
    theirs = kind("Theirs", models=1, weapons=(gun("Escape", name="Pistol"), gun("Escape", type="Melee", name="Knife")))
    f = Field([(kind("Ours", models=1, weapons=BLADES, resolve=6), 20, 20)], [(theirs, 20, 23.5)]).token(0, "charge")
    f.token(1, "shoot").run(activation(f.table, 0), [1, 1, 6, 6])  # misses, the shot, the blow
    assert [question for question, _ in f.asked if "escape" in question] == ["where does Theirs escape?"]


# --- Mechanized Command in reactions ----------------------------------------------------------------------------------


def led(token="shoot", **leader):
    leader = kind("Leader", "Mechanized Command", models=1, weapons=RIFLES, **leader)
    walkers = kind("Walkers", "Mechanized", models=1, weapons=RIFLES)
    theirs = kind("Theirs", models=2, weapons=RIFLES, resolve=1)
    f = Field([(leader, 20, 20), (walkers, 24, 20)], [(theirs, 20, 30)])
    return f.token(0, token).token(2, "shoot")


@pytest.mark.rule("command:mechanized-command")
@pytest.mark.asks("who uses the … token of … too?", of=0)
def test_a_token_flipped_in_reaction_is_shared_too():
    f = led()
    # two shots miss; the commander hits on 3+ with -1, then the walkers do: each slays one
    f.run(activation(f.table, 2), [1, 1, 4, 4], whom=0)
    assert fired(f) == [(2, 0, 0), (0, 2, 1), (1, 2, 1)]
    assert not f[2].alive and field.shown(f[1]) == "shoot" and {0, 1} <= f.table.acted
    assert [e.by for e in f.events(TokenFlipped)][-1] == ("command:mechanized-command",)


@pytest.mark.rule("command:mechanized-command")
def test_the_second_unit_keeps_its_activation_when_it_does_not_join_in():
    f = led()
    f.run(activation(f.table, 2), [1, 1, 4], whom=0, token="nobody")
    assert 1 not in f.table.acted and not f[1].has(SHOWN) and f[2].size == 1


@pytest.mark.rule("command:mechanized-command")
def test_who_cannot_fire_at_the_attacker_is_not_offered_the_token():
    f = led()
    f.table.change(1, form=f[1].form.moved(((24.0, 5.0),)), members=kind("W", "Mechanized", 1, BLADES).models)
    f.run(activation(f.table, 2), [1, 1, 4], whom=0)
    assert not [question for question, _ in f.asked if "too?" in question]


@pytest.mark.rule("command:mechanized-command", "command:countermeasure")
def test_digital_weapons_flip_no_token_so_nobody_shares_one():
    f = led()
    f.table.change(0, members=kind("Leader", "Mechanized Command", 1, (gun("Countermeasure", name="Flak"),)).models)
    f.run(activation(f.table, 2), [1, 1, 3], whom=0, react="idle")  # 3+ without the penalty
    assert fired(f) == [(2, 0, 0), (0, 2, 1)] and field.token(f[0]) == "shoot"


@pytest.mark.rule("command:mechanized-command", "command:flesh-eater")
def test_damage_of_two_who_fire_back_adds_up_and_each_heals_by_its_own():
    f = led()
    f.table.change(2, members=kind("Big", models=2, weapons=RIFLES, resolve=1, hp=2).models, wounds=(2, 2))
    eater = kind("Walkers", "Mechanized, Flesh Eater", models=1, weapons=RIFLES, hp=3)
    # a hurt model does not fire, so one fires and one is hurt
    f.table.change(1, members=eater.models * 2, wounds=(3, 1), form=eater_form(f))
    f.run(activation(f.table, 2), [1, 1, 4, 4, 5], whom=0)
    assert f[2].wounds == (2,) and f[1].wounds == (3, 2)  # one point each, on the same model; one feeding die


def eater_form(f):
    (x, y), bases = f[1].form.positions[0], f[1].form.bases
    return type(f[1].form)(((x, y), (x + 1.5, y)), bases * 2)


# --- Countermeasure ---------------------------------------------------------------------------------------------------


def countered(*, token="shoot", **theirs):
    arms = (gun("Countermeasure", name="Flak"), gun(name="Rifle"))
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 20)], [(kind("Theirs", models=1, weapons=arms), 20, 30)])
    return f.token(0, "shoot").token(1, token)


@pytest.mark.rule("command:countermeasure")
@pytest.mark.asks("does … react to …?", of=1)
@pytest.mark.parametrize("token", ["shoot", "advance", "overrun"])
def test_who_has_a_token_may_react_with_digital_weapons_and_keep_it(token):
    f = countered(token=token)
    f.run(activation(f.table, 0), [1, 3], react="idle")  # the flak alone, 3+ without the penalty
    assert f.options("react") == [token, "idle", "no"]
    assert fired(f) == [(0, 1, 0), (1, 0, 1)]
    assert f[1].has(TOKEN) and 1 not in f.table.acted


@pytest.mark.rule("command:countermeasure")
def test_who_flips_the_token_fires_everything():
    f = countered()
    f.run(activation(f.table, 0), [1, 3, 4], react="shoot")  # the flak on 3+, the rifle on 3+ with -1
    assert fired(f) == [(0, 1, 0), (1, 0, 2)] and 1 in f.table.acted


@pytest.mark.rule("command:countermeasure")
def test_a_charged_unit_strikes_with_its_countermeasure_whatever_it_shows():
    theirs = kind("Theirs", models=1, weapons=(gun("Countermeasure", name="Flak", rate=2),), resolve=1, hp=2)
    ours = kind("Ours", models=1, weapons=BLADES, resolve=2)
    f = Field([(ours, 20, 20)], [(theirs, 20, 23.5)]).token(0, "charge")
    TokenFlipped(1, "advance").on(f.table)
    Acted(1, 0).on(f.table)
    # it does not fire as it is charged; both blows of the charger fail, and both of the flak hit on 3+: two hits slay
    f.run(activation(f.table, 0), [1, 1, 3, 3], react="no")
    assert fired(f) == [(0, 1, 0), (1, 0, 2)] and not f[0].alive and f[1].wounds == (2,)


@pytest.mark.rule("command:countermeasure")
def test_who_charges_does_not_react_so_his_countermeasure_is_no_blade():
    ours = kind("Ours", models=1, weapons=(gun("Countermeasure", name="Flak", rate=2),), resolve=1, hp=2)
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, weapons=BLADES, resolve=6), 20, 23.5)]).token(0, "charge")
    f.run(activation(f.table, 0), [2, 2])  # no dice of his own; his bare hands cost him a point
    assert f[0].wounds == (1,)
    answering = other("hits", "Countermeasure", rate=2, melee=True, reacting=True, av=4)
    assert answering.fraction(2) == Fraction(4, 9)  # 3+ twice
    assert other("hits", "Countermeasure", rate=2, melee=True, av=4).fraction(0) == 1


@pytest.mark.rule("command:impale", "command:barrage")
def test_who_charges_shows_that_it_moves_to_those_whom_it_strikes():
    spear = (gun("Impale", name="Spear", type="Melee", rate=2),)
    ours = kind("Ours", models=1, weapons=BLADES, resolve=3, hp=2)
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, weapons=spear, resolve=6), 20, 23.5)]).token(0, "charge")
    f.run(
        activation(f.table, 0), [1, 1, 3, 3]
    )  # two blows hit on 3+, and a third hit comes with them: a full count of 3
    assert fired(f) == [(0, 1, 0), (1, 0, 3)] and f[0].wounds == (1,)
    at_a_charger = ask(kind(models=1, weapons=spear), ours, melee=True, reacting=True, target_moving=True)
    assert at_a_charger.damage.fraction(1) == Fraction(4, 9)  # 3+ twice

    hail = (gun("Barrage", name="Hail", type="Melee", rate=2),)
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, weapons=hail, resolve=6), 20, 23.5)]).token(0, "charge")
    f.run(activation(f.table, 0), [1, 1, 3, 3])  # two dice, not four, at one that moves
    assert fired(f) == [(0, 1, 0), (1, 0, 2)] and f[0].wounds == (2,)
    at_a_charger = ask(kind(models=1, weapons=hail), ours, melee=True, reacting=True, target_moving=True)
    assert at_a_charger.other["hits"].fraction(2) == Fraction(4, 9) and at_a_charger.damage.fraction(0) == 1


# --- Infiltrate and Bloodlust -----------------------------------------------------------------------------------------


@pytest.mark.rule("command:infiltrate", "command:bloodlust")
def test_models_of_a_hidden_unit_that_are_not_placed_yet_are_not_lost():
    lurkers = kind("Lurkers", "Infiltrate, Bloodlust", models=6, weapons=RIFLES, move=4, av=3)
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 20)], [(lurkers, 30, 40)])
    hide(f, 1, 20, 40)
    assert f[1].has(HIDDEN) and field.move_of(f[1]) == 4
    assert field.target(f[1]).resolve(f[1].wounds) == 4 and field.target(f[1]).skill(f[1].wounds) == 3
    f.run(reveal(f.table, 1))
    f.table.change(1, members=f[1].members[:4], wounds=(1,) * 4, form=f[1].form.only((0, 1, 2, 3)))
    assert field.move_of(f[1]) == 6  # two are slain


# --- Aura -------------------------------------------------------------------------------------------------------------


def aura(**more):
    theirs = [(kind(name, models=1, resolve=6, weapons=RIFLES), x, 30) for name, x in (("First", 20), ("Second", 26))]
    f = Field([(kind("Ours", models=1, weapons=(gun("Aura", name="Horn"),)), 20, 20)], theirs, **more)
    return f.token(0, "shoot").token(2, "shoot")


@pytest.mark.rule("command:aura")
def test_the_player_says_which_units_an_aura_attacks():
    f = aura()
    f.run(activation(f.table, 0), [1], whom=1, attack=False)
    assert fired(f) == [(0, 1, 0)] and not [question for question, _ in f.asked if "react" in question]
    f = aura()
    f.run(activation(f.table, 0), [1, 1, 2], whom=1, attack=True, react="shoot")
    assert fired(f) == [(0, 1, 0), (0, 2, 0), (2, 0, 0)]


@pytest.mark.rule("command:aura", "command:infiltrate")
@pytest.mark.parametrize("wanted", [False, True])
def test_nobody_looks_for_a_hidden_unit_unless_he_says_so(wanted):
    lurkers = kind("Lurkers", "Infiltrate", models=4, weapons=RIFLES)
    ours = kind("Ours", models=1, weapons=(gun("Aura", name="Horn"),))
    f = Field([(ours, 20, 20)], [(kind("First", models=2), 20, 28), (lurkers, 26, 40)]).token(0, "shoot")
    hide(f, 2, 24, 28)
    f.run(activation(f.table, 0), [6, 1, 1] if wanted else [1, 1], whom=1, attack=wanted)
    assert bool(f.events(Searched)) == wanted


# --- Dispersion -------------------------------------------------------------------------------------------------------


def sprayed(range=12):
    ours = kind("Ours", models=1, weapons=(gun("Dispersion", range=range, name="Bloom"),))
    theirs = [(kind("First", models=1, resolve=1), 20, 24), (kind("Second", models=2, resolve=1), 27, 22)]
    return Field([(ours, 20, 20)], theirs).token(0, "shoot")


@pytest.mark.rule("command:dispersion")
@pytest.mark.asks("where does … lay the teardrop?", of=0)
def test_the_player_lays_the_teardrop_where_he_likes_within_range():
    f = sprayed()
    across = Teardrop(19.5, 24.0, (1.0, -0.25))  # over the target, and on to the others beside it
    f.run(activation(f.table, 0), [6, 6], whom=1, teardrop=across)
    assert not f[1].alive and not f[2].alive
    f = sprayed()
    f.run(activation(f.table, 0), [6], whom=1, teardrop=Teardrop(22.0, 20.0, (1.0, 0.25)))  # not on the target at all
    assert f[1].alive and not f[2].alive


@pytest.mark.rule("command:dispersion")
def test_a_teardrop_out_of_range_is_refused():
    f = sprayed(range=8)
    f.run(activation(f.table, 0), [6], whom=1)
    drops = f.options("teardrop")
    assert Teardrop(20.0, 20.5, (0.0, 1.0)) in drops and Teardrop(20.0, 21.5, (0.0, 1.0)) not in drops
    proposed = list(drops)
    assert [drops.decode(drops.plain(drop)) for drop in proposed] == proposed and len(proposed) == 2
    with pytest.raises(GrognardError, match="wholly within 8 inches"):
        drops.decode([20.0, 30.0, 0.0, 1.0])
    with pytest.raises(GrognardError, match="is no place"):
        drops.decode([20.0, "x", 0.0, 1.0])


# --- what else a player decides ---------------------------------------------------------------------------------------


@pytest.mark.rule("command:limited")
@pytest.mark.asks("how many uses of … does … spend?", of=0)
def test_a_limited_weapon_may_be_kept_for_later():
    arms = (gun(name="Rifle"), gun("Limited", rate=3, name="Rocket"))
    f = Field([(kind("Ours", models=1, weapons=arms), 20, 20)], [(kind("Theirs", resolve=6), 20, 32)]).token(0, "shoot")
    f.run(activation(f.table, 0), [6], uses=0)  # the rifle alone
    assert f.events(VolleyFired)[0].hits == 1 and not f.events(UsesSpent)
    assert [w.stats.RoF.plus for w in f[0].members[0].weapons] == [1, 3]


@pytest.mark.rule("command:infiltrate")
@pytest.mark.asks("how does … gather round the model that was found?", of=1)
def test_the_owner_places_the_models_of_a_unit_that_is_found():
    lurkers = kind("Lurkers", "Infiltrate", models=4, weapons=RIFLES)
    f = Field([(kind("Ours", models=1, weapons=RIFLES), 20, 20)], [(lurkers, 30, 40)]).token(0, "shoot")
    hide(f, 1, 20, 32)
    bases = (f[1].form.bases[0],) * 4
    apart = Formation(((20.0, 32.0), (22.5, 32.0), (25.0, 32.0), (27.5, 32.0)), bases)
    f.run(activation(f.table, 0), [1, 1], gather=apart)
    assert f[1].form.positions == apart.positions
    offered = f.options("gather")
    away = Formation(((21.0, 32.0), *apart.positions[1:]), bases)
    far = Formation((*apart.positions[:3], (30.0, 32.0)), bases)
    assert offered.why_not(away) == ["the model that was found stays where it is"] and far not in offered
    assert len(list(offered)) == 3


@pytest.mark.rule("command:moving-fortress")
@pytest.mark.asks("which weapon of … is out of use?", of=1)
@pytest.mark.asks("which model takes the Point of Damage?", of=1)
def test_the_owner_says_who_is_hurt_and_what_breaks():
    first = kind("First", "Moving Fortress", models=1, weapons=(gun(name="Gun"), gun(name="Horn")), hp=2)
    second = kind("Second", "Moving Fortress", models=1, weapons=RIFLES, hp=2)
    both = kind("Theirs", models=2, weapons=RIFLES)
    f = Field([(kind("Ours", models=1, weapons=(gun("Sunder", name="Rifle"),)), 20, 20)], [(both, 20, 32)])
    f.table.change(1, members=(first.models[0], second.models[0]), wounds=(2, 2))
    f.token(0, "shoot").run(activation(f.table, 0), [6], out="Gun", takes=0)
    assert f[1].wounds == (1, 2)
    assert [w.name for w in f[1].members[0].weapons if any("Out" in str(r) for r in w.rules)] == ["Gun"]


@pytest.mark.rule("command:reckless")
@pytest.mark.asks("does … strike recklessly?", of=1)
@pytest.mark.asks("what does … of … strike with?", of=1)
@pytest.mark.asks("which weapons first?", of=0)
def test_both_sides_of_a_melee_choose_what_they_strike_with():
    arms = (gun(name="Rifle"), gun(type="Melee", name="Blade"))
    clubs = (gun(type="Melee", name="Club"), gun(type="Melee", name="Axe"))
    ours = kind("Ours", models=2, weapons=clubs)
    f = Field([(ours, 20, 26)], [(kind("Theirs", "Reckless", models=1, weapons=arms, resolve=6), 20, 29.5)])
    other_half = kind("Ours", models=1, weapons=clubs[1:]).models[0]
    f.table.change(0, members=(ours.models[0], other_half))
    f.token(0, "charge").run(activation(f.table, 0), [1, 1, 1], recklessly=True, react="no")
    assert f[1].has("reckless") and sum(n for _, n in f.events(VolleyFired)[0].arms) == 2


@pytest.mark.rule("command:grasping")
@pytest.mark.asks("attack again with …?", of=0)
def test_whoever_strikes_again_says_so():
    f = Field(
        [(kind("Ours", "Grasping", models=1, weapons=(gun(type="Melee", name="Claw"),), av=5), 20, 26)],
        [(kind("Theirs", models=1, weapons=BLADES, resolve=6), 20, 29.5)],
    ).token(0, "charge")
    f.run(activation(f.table, 0), [6, 1, 1], again=False)  # one claw hits, and rests; two blades miss
    assert f.events(VolleyFired)[0].hits == 1


@pytest.mark.rule("command:crush")
@pytest.mark.asks("which scenery is crushed?", of=0)
def test_the_attacker_says_which_scenery_is_crushed():
    pieces = [wood(20, 32, "5/4", name="wood"), wood(20, 33, "6/4", name="ruin")]
    bell = (gun("Siege", name="Bell"),)
    f = Field([(kind("Ours", models=1, weapons=bell), 20, 20)], [(kind("Theirs", resolve=6), 20, 32)], pieces=pieces)
    f.token(0, "shoot").run(activation(f.table, 0), [6, 3], crushed=1)
    assert [field.grade(p)[0] for p in f.table.ground.pieces] == [5, 5]


@pytest.mark.rule("command:flesh-eater")
@pytest.mark.asks("which model of … heals?", of=0)
def test_the_owner_says_who_heals():
    eaters = kind("Ours", "Flesh Eater, Unstoppable", models=2, weapons=(gun("Sunder", name="Gun"),), hp=4)
    f = Field([(eaters, 20, 20)], [(kind("Theirs", models=3), 20, 32)]).token(0, "shoot")
    f.table.change(0, wounds=(3, 2))
    f.run(activation(f.table, 0), [6, 1, 5], heals=1)
    assert f[0].wounds == (3, 3)


# --- the log ----------------------------------------------------------------------------------------------------------


def lines_of(f, procedure, faces, **picks):
    """The full report of a procedure, dice and events in their order."""
    told = []
    tell = Report(told.append, "full", everything=True)
    f.run(procedure, faces, heard=lambda entry: told.append(tell.line(f.table, entry).strip()), **picks)
    return [line for line in told if line]


def test_every_attack_can_be_checked_from_the_log():
    f = Field([(kind("Ours", models=2, weapons=(gun("Piercing", name="Rifle"),)), 20, 20)], [(kind("Theirs"), 20, 32)])
    assert lines_of(f.token(0, "shoot"), activation(f.table, 0), [2, 6]) == [
        "Ours: a shoot token, face up",
        'Ours aim at Theirs, 11.0" away, Resolve 4 (Rifle: Piercing, a result of 7 or more is one more hit)',
        "Rifle to hit, 2+ (open ground: 3 or more; Shoot token: +1): 2 6 (all hit)",
        "Ours shoot at Theirs with 2 x Rifle: 3 hits against Resolve 4, too few for a Point of Damage  [piercing]",
    ]
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Borer", name="Drill"),)), 20, 20)], [(kind("Theirs", hp=2), 20, 32)]
    )
    told = lines_of(f.token(0, "shoot"), activation(f.table, 0), [6, 4, 3])
    assert "direct damage, 4+ (Resolve 4): 3 4 (1 of 2 do damage)" in told
    assert told[-1] == "Theirs: 1 Point of Damage (HP left: 1)  [borer]"


def test_a_shot_that_slides_is_told_as_a_miss():
    ours = kind("Ours", models=1, weapons=(gun("Explosive", name="Mortar"),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, resolve=6), 20, 32)]).token(0, "advance")
    told = lines_of(f, activation(f.table, 0), [2])
    assert "Mortar to hit, 3+ (open ground: 3 or more): 2 (a miss)" in told
    slid = "slides 1\" towards 6 o'clock, from (20.0, 32.0) to (20.0, 31.0)"
    assert f"The template of Ours misses, {slid}, and lies on Theirs  [explosive]" in told


@pytest.mark.rule("command:dispersion")
def test_a_teardrop_says_who_lies_under_it_before_the_dice():
    f = sprayed()
    told = lines_of(f, activation(f.table, 0), [1], whom=1)
    assert told[2].startswith("The teardrop of Ours lies on First, from (") and told[3].endswith(": 1 (a miss)")
    assert told[4].startswith("Ours shoot at First with 1 x Bloom: no hits")


@pytest.mark.rule("command:dispersion")
def test_dice_at_several_units_under_a_teardrop_say_at_whom():
    f = sprayed()
    told = lines_of(f, activation(f.table, 0), [6, 1], whom=1, teardrop=Teardrop(19.5, 24.0, (1.0, -0.25)))
    assert [line for line in told if "spray" in line] == ["Ours spray First", "Ours spray Second"]


@pytest.mark.rule("command:crush")
@pytest.mark.parametrize(
    "cover, says", [("5/4", "wood quakes and gives worse cover"), ("4/4", "wood quakes, its cover stays")]
)
def test_a_quake_that_changes_nothing_says_so(cover, says):
    ours = kind("Ours", models=1, weapons=(gun("Crush", name="Bell"),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, resolve=6), 20, 32)], pieces=[wood(20, 32, cover)])
    f.token(0, "shoot").run(activation(f.table, 0), [6, 3], whom=("scenery", 0))
    assert f.told()[-1] == says


def test_a_count_of_hits_is_no_chance():
    step = next(s for s in odds(resolve=3).steps if s.name == "points of damage")
    assert step.needs == "3 hits a point" and step.chance == 1.0
