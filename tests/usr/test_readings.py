"""Readings of the reference that are named rulings, and sentences in which the letter settles it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import condition, reserves
from grognard.systems.usr.combat import fight, overwatch
from grognard.systems.usr.examples import model, slays, target, unit, weapon
from grognard.systems.usr.movement.readiness import OUTFLANK
from grognard.systems.usr.shooting import shooting
from grognard.table.events import Noted
from grognard.table.state import Effect
from tests.usr.field import act, field

F = Fraction
rule = pytest.mark.rule
GUN = weapon("Gun", type="Assault 1", S=8, AP=2, range=24)
RIDERS = unit(model("Jink", "Fearless", name="Rider", Sv="3+"), name="Riders")


@rule("usr:jink")
@pytest.mark.parametrize(
    ("ruling", "asked"),
    [pytest.param("asked", True, marks=pytest.mark.asks("does … jink from the fire of …?", of=0)), ("never", False)],
)
def test_who_charges_may_jink_from_overwatch(ruling, asked):
    """A 6 hits, 2+ wounds; no armour save against AP2, jinking a 4 saves."""
    gunner = unit(model(name="Gunner", weapons=[GUN]), name="Gunners")
    t = field((RIDERS, 0, 10, 10), (gunner, 1, 10, 17), step="charges", rulings={"jink-overwatch": ruling})
    done = act(t, overwatch.overwatch(t, 1, 0), [6, 2, *([4] if asked else [])], {"jink": "yes"})
    assert ("does Riders jink from the fire of Gunners?" in done.asked) is asked and t[0].alive is asked
    assert t[0].has(condition.JINKING) is asked


@rule("usr:outflank")
@pytest.mark.parametrize(("ruling", "faces", "comes"), [("any", [3], True), ("any", [2], False), ("second", [], False)])
def test_who_outflanks_may_come_in_the_first_round(ruling, faces, comes):
    t = field((unit(model("Outflank")), 0, None, None), (target(), 1, 20, 20), rulings={"outflank-round": ruling})
    assert act(t, reserves.comes(t, 0), []).result is False, "who merely waits does not"
    Noted((OUTFLANK, 0), True).on(t)
    assert bool(act(t, reserves.comes(t, 0), faces).result) is comes


@rule("usr:poisoned")
def test_poison_asks_for_the_strength_of_the_wielder_or_of_the_weapon():
    """Toughness 3, 4+ to wound: Strength 4 of either throws failures again."""

    def poisoner(strength, printed):
        return unit(model(S=strength, weapons=[weapon("Fang", "Poisoned", melee=True, S=printed)]))

    # 4+ hits; 4+ wounds, thrown again 3/4; Strength 4 on Toughness 3 needs but 3+, thrown again 8/9
    for strength, printed, chance in ((4, 2, F(3, 8)), (2, 4, F(4, 9)), (3, 2, F(1, 4))):
        assert slays(poisoner(strength, printed), target(T=3), melee=True) == chance


@rule("usr:vector-strike")
def test_a_vector_strike_is_one_gun_of_a_flyer_too():
    kite = unit(model("Vector Strike", Front=10, S=5, weapons=[GUN, weapon("Second", type="Assault 1", range=24)]),
                type="Flyer", name="Kite")  # fmt: skip
    t = field((kite, 0, 10, 10), (target("Fearless"), 1, 10, 25))
    t.change(0, effects=(Effect(condition.MOVED, 0, value="moved"),))
    assert len(act(t, shooting.fire(t, 0, 1), [1, 1]).event("ShotAt").weapons) == 2
    t.change(0, effects=(Effect(condition.MOVED, 0, value="struck from above"),))
    done = act(t, shooting.fire(t, 0, 1), [1])
    assert len(done.event("ShotAt").weapons) == 1 and "Kite: Soldier: which weapon?" in done.asked


@rule("usr:vector-strike")
def test_a_flyer_with_one_gun_has_none_left_after_it():
    kite = unit(model("Vector Strike", Front=10, S=5, weapons=[GUN]), type="Flyer", name="Kite")
    t = field((kite, 0, 10, 10), (target("Fearless"), 1, 10, 25))
    t.change(0, effects=(Effect(condition.MOVED, 0, value="struck from above"),))
    assert not act(t, shooting.fire(t, 0, 1), []).events


def test_vehicles_are_told_to_fight_at_close_quarters_and_not_to_be_locked():
    tank = unit(model(Front=10, name="Tank"), type="Vehicle", name="Tank")
    walker = unit(model(Front=10, WS=4, S=4, I=4, A=1), type="Walker", name="Walker")
    men = unit(model(name="Man"), name="Men", count=2)
    for foe, words in ((tank, "fight at close quarters"), (walker, "are locked in close combat")):
        t = field((men, 0, 10, 10), (foe, 1, 10, 12))
        done = act(t, fight.lock(t, 0, 1))
        assert [e.told(t) for e in done.events if "Men and" in e.told(t)] == [f"Men and {foe.name} {words}"]
        assert t[0].foes == (1,)


def test_who_falls_at_the_same_step_strikes_and_the_report_says_why():
    """Both hit and wound at Initiative 4: the first blows slay one man, who strikes all the same."""
    one = unit(model(name="Man"), name="Ours")
    two = unit(model(name="Foe"), name="Theirs")
    t = field((one, 0, 10, 10), (two, 1, 10, 10.99), step="close_combat")
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    told = []
    from grognard.kernel import Scripted
    from grognard.kernel.play import Play

    def emit(event):
        event.on(t)
        told.append(event.told(t))

    Play(
        Scripted([4, 4, 4, 4]), lambda ask: ask.default if ask.default is not None else next(iter(ask.options)), emit
    ).run(fight.fight(t, (0, 1)))
    assert (
        "Theirs strikes 1 blow at Ours (at Initiative 4, both sides at the same time, slain in the same moment): "
        "close combat weapon"
    ) in told
