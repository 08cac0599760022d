"""House rules of the kinds that docs/write-a-rule.md shows, on the table and beside the rules that ship."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from msgspec.structs import replace

from grognard.common.profiles import interned
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.auras import found_anew
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.combat import hammer_of_wrath
from grognard.systems.usr.combat.melee_attacks import blow_at
from grognard.systems.usr.condition import ARRIVED, MOVED
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.moments import UsrRule
from grognard.systems.usr.movement import running
from grognard.systems.usr.movement.readiness import DEEP_STRIKE
from grognard.systems.usr.nerve.checks import check
from grognard.systems.usr.rules.nerve import Stubborn
from grognard.systems.usr.shooting import shooting
from grognard.systems.usr.shooting.eligibility import can_shoot
from grognard.systems.usr.slots import Saves
from grognard.systems.usr.squads import Squad
from grognard.table.state import Effect
from tests.housed import knowing
from tests.usr.field import act, field

F = Fraction


class Herald(UsrRule, frozen=True):
    """Friendly units within 6 inches are Stubborn."""

    spellings = ("Herald",)
    on = ("model",)

    def lends(self, lender):
        lender.lend(Stubborn(), 6, self, "a herald within 6 inches")


class Lucky(UsrRule, frozen=True):
    """Failed armour saves are thrown again."""

    spellings = ("Lucky",)
    on = ("model",)

    def save(self, saves, attack):
        saves.reroll("failed", self, "thrown again", kind="armour")


class Steady(UsrRule, frozen=True):
    """One more shot if its bearer has not moved."""

    spellings = ("Steady",)
    on = ("weapon",)

    def firing(self, fire, weapon):
        if not fire.moved:
            fire.add_shots(1, self, "not moved")


class Runner(UsrRule, frozen=True):
    """Shoots after running, with Snap Shots."""

    spellings = ("Runner",)
    on = ("model",)

    def firing(self, fire, weapon):
        fire.after_advance(self, "shoots after running", snap=True)


class Trample(UsrRule, frozen=True):
    """Its charge brings hits."""

    spellings = ("Trample",)
    on = ("model",)

    needs: int
    dice: str = "1"

    def onset(self, onset):
        onset.hits(self, "tramples", needs=self.needs, dice=self.dice)


HOUSE = (Herald, Lucky, Steady, Runner, Trample)


housed = knowing("usr", HOUSE)


def bearing(kind, *more):
    """The unit with these rules on each of its models."""
    return interned(replace(kind, models=tuple(interned(replace(m, rules=(*m.rules, *more))) for m in kind.models)))


# --- an aura ----------------------------------------------------------------------------------------------------------


def stubborn(t, u):
    """Whether a unit has what the herald lends."""
    return check(t[u].members, "morale", -3).needs == check(t[u].members, "morale").needs


def test_an_aura_comes_and_goes_with_the_distance_and_helps_no_enemy():
    herald, friend, foe = bearing(target(), Herald()), target(count=3), target(count=2)
    t = field((herald, 0, 10, 10), (friend, 0, 10, 16.9), (friend, 0, 10, 18.5), (foe, 1, 13, 10))
    told = act(t, found_anew(t)).all("Afflicted")
    assert [stubborn(t, u) for u in range(4)] == [True, True, False, False], "bases are an inch across"
    assert [e.told(t) for e in told] == [
        "Player 1's Target 1: 1 model lent Stubborn",
        "Player 1's Target 2: 3 models lent Stubborn",
    ]
    assert all(e.by == ("usr:herald",) for e in told)
    assert not act(t, found_anew(t)).events, "nothing has changed"
    t.change(1, form=t[1].form.moved(tuple((x, y + 10) for x, y in t[1].form.positions)))
    act(t, found_anew(t))
    assert not stubborn(t, 1)


def test_an_aura_ends_with_its_bearer_and_aboard():
    herald, friend = bearing(target(), Herald()), target(count=3)
    t = field((herald, 0, 10, 10), (friend, 0, 10, 14), (target(), 1, 30, 30))
    before = t[1].members
    act(t, found_anew(t))
    assert stubborn(t, 1)
    t.change(0, place="reserve")
    act(t, found_anew(t))
    assert not stubborn(t, 1) and t[1].members == before


def test_without_an_aura_nothing_is_done():
    t = field((target(), 0, 10, 10), (target(), 1, 10, 20))
    assert found_anew(t) is None


# --- saves that are thrown again --------------------------------------------------------------------------------------


def test_failed_saves_are_thrown_again_and_the_likelier_save_is_made():
    """Strength 4 on Toughness 4, 4+ to hit at Ballistic Skill 3. A 5+ thrown again (5/9) is better than cover of 4+ (1/2)."""
    lucky = bearing(target(Sv="5+"), Lucky())
    assert slays(shooter(BS=3), lucky) == F(1, 4) * F(4, 9)
    assert slays(shooter(BS=3), lucky, cover="4+") == F(1, 4) * F(4, 9)
    assert slays(shooter(BS=3), lucky, cover="3+") == F(1, 4) * F(1, 3)
    assert slays(shooter(BS=3, AP=5), lucky, cover="4+") == F(1, 4) * F(1, 2), "no armour save stands"


def test_on_the_table_too():
    t = field((shooter(BS=3), 0, 10, 10), (bearing(target(Sv="5+"), Lucky()), 1, 10, 20))
    act(t, shooting.fire(t, 0, 1), [4, 4, 1, 5])
    assert t[1].size == 1


def test_whoever_speaks_first():
    def spoken(order):
        saves = Saves(5, 6, 5)
        for speak in order:
            speak(saves)
        return saves.done(7).test.faces, saves.done(7).test.again

    said = (
        lambda saves: saves.reroll("failed", Lucky(), "again", kind="armour"),
        lambda saves: saves.better("stealth", 1, "Stealth", "one better"),
        lambda saves: saves.invulnerable(5, "a shield", "5+"),
    )
    assert {spoken(order) for order in permutations(said)} == {((False, False, False, False, True, True), (1, 2, 3, 4))}


# --- shots ------------------------------------------------------------------------------------------------------------


def test_one_more_shot_for_who_has_not_moved():
    """Two shots of a Rapid Fire weapon within half range are three, and two when it has moved; each slays with 1/4."""
    rifle = unit(model(BS=3, weapons=[interned(replace(weapon("Rifle", type="Rapid Fire"), rules=(Steady(),)))]))
    assert [slays(rifle, target(count=4), n, range=10) for n in (3, 4)] == [F(1, 64), 0]
    assert slays(rifle, target(count=4), 2, range=20) == F(1, 16)
    assert slays(rifle, target(count=4), 3, range=10, moved=True) == 0
    t = field((rifle, 0, 10, 10), (target(count=4), 1, 10, 20))
    act(t, shooting.fire(t, 0, 1), [4, 4, 4, 4, 4, 4])
    assert t[1].size == 1
    t = field((rifle, 0, 10, 10), (target(count=4), 1, 10, 20))
    t.change(0, effects=(Effect(MOVED, value="moved"),))
    act(t, shooting.fire(t, 0, 1), [4, 4, 4, 4])
    assert t[1].size == 2


def test_shots_after_an_advance_are_snap_shots():
    gun = unit(model(weapons=[weapon(type="Assault 2")]))
    runner = bearing(gun, Runner())
    assert slays(runner, target(count=2), 2, sets={"speed": "advanced"}) == F(1, 12) ** 2
    assert ask(gun, target(), sets={"speed": "advanced"}).impossible == "who has advanced does not fire"
    for kind, able in ((gun, []), (runner, [0])):
        t = field((kind, 0, 10, 10), (target(count=2), 1, 10, 20))
        t.change(0, effects=(Effect(MOVED, value="advanced"),))
        assert can_shoot(t, 0) == able
    act(t, shooting.fire(t, 0, 1), [6, 5, 4])
    assert t[1].size == 1


def test_who_runs_in_place_of_shooting_shoots_all_the_same():
    runner = bearing(unit(model(weapons=[weapon(type="Assault 1")]), name="Drop"), Runner())
    t = field((runner, 0, 10, 10), (target(), 1, 10, 20))
    t.change(0, effects=(Effect(ARRIVED, value=DEEP_STRIKE),))
    done = act(t, running.act(t, 0), [1, 6, 4], {"shoot or run": "run", "which unit": 1})
    assert "Drop shoots at which unit?" in done.asked and t[1].place == "dead"


# --- the hits of a charge ---------------------------------------------------------------------------------------------


def test_a_charge_hits_on_another_number_with_other_dice():
    """Attacks 0: no blows. Strength 4 on Toughness 4: half of the hits wound."""

    def herd(*said):
        return bearing(unit(model(A=0)), *said)

    two = {"melee": True, "charging": True}
    assert slays(herd(Trample(5)), target(), **two) == F(1, 6)
    assert slays(herd(Trample(1, "2")), target(count=2), 2, **two) == F(1, 4), "no roll to hit"
    assert slays(herd(Trample(4, "D3")), target(count=3), 3, **two) == F(1, 3) * F(1, 4) ** 3
    hammer = unit(model("Hammer of Wrath", A=0))
    assert slays(bearing(hammer, Trample(4)), target(count=2), 2, **two) == F(1, 3) * F(1, 4), "both hit"


def test_a_charge_on_the_table():
    herd = bearing(unit(model("Hammer of Wrath"), name="Herd"), Trample(2, "D3"))
    t = field((herd, 0, 10, 10), (target(count=4), 1, 10, 10.985), step="charges")
    done = act(t, hammer_of_wrath.wrath(t, 0, 1, blow_at(t, t[0], t[1])), [3, 4, 3, 2, 1, 4])
    assert done.event("RidesDown").by == ("usr:hammer-of-wrath", "usr:trample")
    assert t[1].size == 2


def test_of_several_rules_that_hit_the_order_of_speaking_does_not_matter():
    found = set()
    for order in permutations((Trample(3), Trample(4, "D3"))):
        ridden = weapons.wrath(bearing(unit(model()), *order).models[0], interned(Squad()), now(Situation(melee=True)))
        found.add(tuple((r.how.impact.needs, str(r.hits)) for r in ridden))
    assert len(found) == 1
