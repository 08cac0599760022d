"""Meetings of rules in shooting and close quarters, each worked out by hand: as exact odds and on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.dropzone import melee
from grognard.systems.dropzone.examples import duel, squad, weapon
from grognard.systems.dropzone.movement.legal_moves import flights
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action, targeting
from grognard.table.events import Given
from grognard.table.state import Effect, Scenery
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run
from .test_battle import GUN, foot, inside, tanks

F = Fraction
INFANTRY = {"type": "Infantry"}
SCENERY = {"type": "Scenery", "tags": ("Destructible",)}
AIR = {"type": "Aircraft"}


def damage(*args, **more):
    """The law of the damage, as fractions."""
    law = duel(*args, **more).damage
    return {points: law.fraction(points) for points in sorted(law.weights)}


def tokens(*args, **more):
    law = duel(*args, **more).other["collateral"]
    return {n: law.fraction(n) for n in sorted(law.weights)}


def sums(one, n):
    """The law of the sum of ``n`` independent throws of a law."""
    law = {0: F(1)}
    for _ in range(n):
        after: dict[int, F] = {}
        for a, p in law.items():
            for b, q in one.items():
                after[a + b] = after.get(a + b, F(0)) + p * q
        law = after
    return law


def one_gun(gun, target):
    """A tank with a gun 10 inches from a squad."""
    return field((tanks("A", 1, gun), 0, 10, 10), (target, 1, 10, 20))


# --- 1: Focus x Devastator x Resilient --------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:focus")
@pytest.mark.rule("dropzone:devastator")
@pytest.mark.rule("dropzone:resilient")
class TestFocusDevastatorResilient:
    rules = "Focus-3; Devastator-2 (All)"

    def test_odds(self):
        # two sure hits of 3 against 10 do nothing: one is given up, one of 6 hurts on 4+ (critical on 6).
        # Resilient: the critical is a plain hit, which does the Devastator's 2
        law = damage(self.rules, unit="Resilient", acc=None, energy=3, shots=2, A=10, DP=9)
        assert law == {0: F(1, 2), 2: F(1, 2)}
        assert damage(self.rules, acc=None, energy=3, shots=2, A=10, DP=9) == {0: F(1, 2), 2: F(1, 3), 4: F(1, 6)}

    def test_table(self):
        gun = weapon(self.rules, "Gun", acc=None, energy=3, shots=2)
        for rules, left in (("Resilient", 7), ("", 5)):
            t = one_gun(gun, tanks("B", A=10, DP=9, rules=rules))
            run(t, shoot_action.shoot(t, 0), [6])
            assert t[1].wounds == (left,)


# --- 2: Area x edge x Flame x Garrison ----------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:area")
@pytest.mark.rule("dropzone:flame")
class TestAreaFlameOnAnEdge:
    rules = "Area; Flame"

    def test_odds(self):
        # Soft Cover does nothing to Flame: 3+. A hit: D6 hits of 20 on each of the two units; a 2: D6 hits of 18 on the first.
        # Either way a success takes its one point: the first stands when all of D6 dice are 1, or on a miss
        law = duel(self.rules, acc=3, energy=20, A=7, DP=1, units=2, cover="soft", sets={"garrison": True}, **INFANTRY)
        ones = sum(F(1, 6) ** (n + 1) for n in range(1, 7))  # a D6, then as many ones
        assert law.slain.fraction(0) == F(1, 6) + F(1, 6) * ones + F(4, 6) * ones**2
        assert law.slain.fraction(2) == F(4, 6) * (1 - ones) ** 2
        assert law.other["collateral"].fraction(1) == 1

    def test_table(self):
        # the other squad on that edge is hit as well, and the token comes down on a squad picked by a die
        gun = weapon(self.rules, "Napalm", acc=3, energy=20)
        squads = [(foot(name, 1), 1, x, 30) for name, x in (("In", 30), ("Too", 34))]
        t = field((tanks("A", 1, gun), 0, 10, 5), *squads, pieces=(house(8, 14, dp=30),))
        inside(t, 1, edge=0), inside(t, 2, edge=0)
        # 3 hits; a hit each of 2 (critical: 2 points); the token: the house 1, the second squad (4), a 3 hurts
        run(t, shoot_action.shoot(t, 0), [3, 1, 2, 1, 2, 1, 4, 3], picks={"at what": ("squad", 1)})
        assert (t[1].wounds, t[2].wounds, t.scenery[0].tokens) == ((3,), (2,), 0)


# --- 3: Strafe x Limited x Reduced ------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:strafe")
@pytest.mark.rule("dropzone:limited")
@pytest.mark.rule("dropzone:reduced")
class TestStrafeLimitedReduced:
    rules = "Strafe-2; Limited 1; Reduced-1"

    def test_odds(self):
        # three shots, two points lost: one shot in each of two uses, 5/6 for a point each
        law = damage(self.rules, acc=None, energy=10, shots=3, A=9, DP=9, sets={"lost": 2}, unit="Resilient")
        assert law == sums({0: F(1, 6), 1: F(5, 6)}, 2)

    def test_table(self):
        # two uses in one Shooting action, at two squads, are one use; nothing is left for a second action
        gun = weapon(self.rules, "Rake", acc=None, energy=10, shots=3)
        t = field(
            (foot("A", 1, gun), 0, 10, 10),
            (tanks("B", A=9, DP=4, rules="Resilient"), 1, 10, 20),
            (tanks("C", A=9, DP=4, rules="Resilient"), 1, 12, 20),
        )
        t.change(0, wounds=(3,))
        answers = iter(("B", "C"))
        picks = {"at which of B": "each at its own", "A 1 fires": lambda ask: next(answers), "at what": ("squad", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
        assert t[1].wounds == t[2].wounds == (3,)
        t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))
        assert targeting.lines(t[0]) == []


# --- 4: Indirect x Scout x Cover x Evasion ------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:indirect")
@pytest.mark.rule("dropzone:cover")
class TestIndirectScoutCoverEvasion:
    def test_odds(self):
        # unseen: 5+, no Hull Down, Cover (Soft) takes the wood away, Evasion 1 stays: 6+. Body Cover: 8 against 7 hurts on 2+
        odds = duel(
            "Indirect; Cover (Soft)", acc=2, energy=8, A=7, DP=1, CM="E+1", cover="soft, body, hull-down",
            sets={"unseen": True}, **INFANTRY,
        )  # fmt: skip
        assert odds.destroyed == F(1, 6) * F(5, 6)

    def test_table(self):
        # a Scout sees what the firer does not: its own Accuracy of 2+, Evasion 1: 3+; without the Scout 6+
        gun = weapon("Indirect; Cover (Soft)", "Mortar", acc=2, energy=20)
        hill = Piece("hill", rectangle(4, 14, 14, 4), 6.0, ("solid",))
        scout = squad(GUN, name="Scout", type="Tank", A=11, details=(("category", "Scout"),))
        for spotter, die in ((True, 3), (False, 6)):
            seen = ((scout, 0, 30, 24),) if spotter else ()
            for face, alive in ((die - 1, True), (die, False)):
                t = field((tanks("A", 1, gun), 0, 10, 10), *seen, (tanks("B", CM="E+1"), 1, 10, 24), pieces=(hill,))
                run(t, shoot_action.shoot(t, 0), [face] if alive else [face, 2])
                assert t[len(t.units) - 1].alive is alive


# --- 5: Destroyer x Passive x Dodge ------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:destroyer")
@pytest.mark.rule("dropzone:dodge")
class TestDestroyerPassiveDodge:
    def test_odds(self):
        # a Destroyer hit of two points: each must fail a Passive save of 4+. Dodge is for close quarters and Collateral only
        odds = duel("DS 2+", unit="Dodge 2+", acc=2, energy=1, A=15, DP=2, CM="P4+", F=4, **INFANTRY)
        assert odds.destroyed == F(5, 6) * F(1, 4)
        # in close quarters nothing is a Destroyer hit: 12 against 15 hurts on 3+, one point, Passive 4+, then Dodge 2+
        close = duel("DS 2+", unit="Dodge 2+", melee=True, energy=12, A=15, DP=1, CM="P4+", F=4, **INFANTRY)
        assert close.destroyed == F(4, 6) * F(1, 2) * F(1, 6)

    def test_table(self):
        men = foot("Foe", 1, DP=2, A=15, CM="P4+", rules="Dodge 2+")
        t = one_gun(weapon("DS 2+", "Lance", acc=2, energy=1), men)
        run(t, shoot_action.shoot(t, 0), [2, 3, 3])
        assert not t[1].alive
        t = field(
            (foot("Men", 1, weapon("DS 2+", "Knife", cq=True, energy=12)), 0, 10, 12.9),
            (men, 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 0), inside(t, 1)
        run(t, melee.fight(t, 0), [3, 3, 1])  # hurt; Passive fails, Dodge fails
        assert t[1].wounds == (1,)


# --- 6: Area x Destroyer x Infantry ------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:area")
@pytest.mark.rule("dropzone:destroyer")
class TestAreaDestroyerInfantry:
    rules = "Area; DS 5+"

    def test_odds(self):
        # 3+: a 5 or 6 makes all D6 hits on the target Destroyer hits of 2 points; a 3 or 4 are D6 hits of 1 against 15: nothing;
        # a 2 glances: nothing
        law = damage(self.rules, acc=3, energy=1, A=15, DP=20, **INFANTRY)
        assert law == {0: F(4, 6), **{2 * n: F(1, 18) for n in range(1, 7)}}

    def test_table(self):
        # the neighbour under the template takes D6 plain hits of 1 against 15: nothing
        t = field(
            (tanks("A", 1, weapon(self.rules, "Bell", acc=3, energy=1)), 0, 10, 10),
            (foot("B", 2, A=15, DP=5), 1, 10, 20),
        )
        run(t, shoot_action.shoot(t, 0), [5, 2, 1, 6], picks={"at which": "B 1"})  # two hits of two; one hit of 6
        assert t[1].wounds == (1, 5)


# --- 7: Penetrative x Body Cover x Devastator --------------------------------------------------------------------------


@pytest.mark.rule("dropzone:penetrative")
@pytest.mark.rule("dropzone:devastator")
class TestPenetrativeBodyDevastator:
    rules = "Penetrative; Devastator-3 (Infantry)"

    def test_odds(self):
        # 4 against 8 hurts on 4+; in Body Cover on 5+, and the critical of 6 is out of reach: a 6 is a plain hit of 3
        assert damage(self.rules, acc=None, energy=4, A=8, DP=9, **INFANTRY) == {0: F(1, 2), 3: F(1, 3), 6: F(1, 6)}
        law = damage(self.rules, acc=None, energy=4, A=8, DP=9, cover="body", **INFANTRY)
        assert law == {0: F(4, 6), 3: F(2, 6)}
        # 3 against 15 in Body Cover: nothing but the natural 6
        assert damage(self.rules, acc=None, energy=3, A=15, DP=9, cover="body", **INFANTRY) == {0: F(5, 6), 3: F(1, 6)}

    def test_table(self):
        t = field(
            (tanks("A", 1, weapon(self.rules, "Dart", acc=None, energy=3)), 0, 10, 10),
            (foot("B", 1, A=15, DP=5), 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 1, edge=0)
        run(t, shoot_action.shoot(t, 0), [6])
        assert t[1].wounds == (2,)


# --- 8: Reaction Fire x Reduced x Evasion ------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:anti-aircraft")
@pytest.mark.rule("dropzone:reduced")
class TestReactionReducedEvasion:
    rules = "AA-1; Reduced-1"

    def test_odds(self):
        # 2+, reacting 2 more, Evasion 2 lowered by 1: 5+. Three shots less two: one. 8 against 9 hurts on 2+
        odds = duel(
            self.rules, acc=2, energy=8, shots=3, A=9, DP=1, CM="E+2", sets={"reaction": True, "lost": 2}, **AIR
        )
        assert odds.destroyed == F(2, 6) * F(5, 6)
        # combined fire never reacts
        both = duel("Reduced-1", acc=2, energy=8, shots=3, A=9, DP=1, sets={"reaction": True, "combined": True}, **AIR)
        assert both.impossible

    def test_table(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=9, DP=9, CM="E+2", MV=24)
        gun = weapon(self.rules, "Stinger", acc=2, energy=8, shots=3, full=18.0)
        t = field((bird, 0, 24, 4), (foot("Men", 1, gun), 1, 24, 30))
        t.change(1, wounds=(3,))
        run(
            t, reaction_fire.fly(t, 0, flights(t, t[0], 40).form.shifted(0, 20)), [5, 3]
        )  # one die; 3 is critical: 2 points
        assert t[0].wounds == (7,)


# --- 9: Flame x Evasion x Hull Down x Tech Killer ------------------------------------------------------------------------


@pytest.mark.rule("dropzone:flame")
@pytest.mark.rule("dropzone:tech-killer")
class TestFlameTechKiller:
    rules = "Flame; Tech Killer"

    def test_odds(self):
        # Evasion 3 and the wood do not count, Hull Down does: 3+ becomes 5+. In a Garrison the token is laid all the same
        odds = duel(
            self.rules,
            acc=3,
            energy=20,
            A=7,
            DP=1,
            CM="E+3",
            cover="soft, hull-down",
            sets={"garrison": True},
            **INFANTRY,
        )
        assert odds.destroyed == F(2, 6) * F(5, 6) and odds.other["collateral"].fraction(1) == 1
        assert damage(self.rules, acc=2, energy=20, A=5, DP=9, **SCENERY) == {0: F(1)}
        assert tokens(self.rules, acc=2, energy=20, A=5, DP=9, **SCENERY) == {1: F(1)}

    def test_table(self):
        gun = weapon(self.rules, "Gas", acc=3, energy=20)
        t = field((tanks("A", 1, gun), 0, 10, 10), (tanks("Far"), 1, 45, 45), pieces=(house(8, 14),))
        # 2+ to hit scenery; a success does nothing; nobody inside, so the token stays until rounding up
        run(t, shoot_action.shoot(t, 0), [2, 6], picks={"at what": ("piece", 0)})
        assert (t.scenery[0].points, t.scenery[0].tokens) == (20, 1)


# --- 10: Alternate Fire x Limited x Reduced combined -----------------------------------------------------------------------


@pytest.mark.rule("dropzone:alternate-fire")
@pytest.mark.rule("dropzone:limited")
class TestAlternateLimitedCombined:
    rifles = weapon("Alt-1; Reduced-1", "Rifles", acc=3, energy=3, shots=5, full=36.0)
    rockets = weapon(
        "Alt-1; Focus-2; Limited 1; Penetrative; Reduced-1", "Rockets", acc=3, energy=6, shots=5, full=36.0
    )

    def test_odds(self):
        # five rifle shots of 3 against 12 can do nothing; combined one of 7: 5+ of 3+ to hit
        found = duel("Reduced-1", acc=3, energy=3, shots=5, A=12, DP=9, sets={"combined": True})
        assert found.damage.fraction(1) == F(4, 6) * F(2, 6) and found.damage.fraction(2) == 0

    def test_table(self):
        # one unit spends its rockets, the other fires rifles combined; next round only the second has rockets left
        t = field((foot("Men", 2, self.rifles, self.rockets), 0, 10, 10), (tanks("B", A=12, DP=9), 1, 10, 20))
        picks = {
            "Men fires Rifles": ("unit by unit", -1),
            "Men 1 fires Rifles": ("hold fire", -1),
            "Men 2 fires Rifles": ("combined", 1),
            "give up": ((0, 2),),
        }
        # one shot of 7 hits (3) and hurts on 5; then five dice for rockets: two hits of 6 against 12 hurt on a 6 only
        run(t, shoot_action.shoot(t, 0), [3, 5, 3, 3, 1, 1, 1, 6, 5], picks=picks)
        assert t[1].wounds == (7,)
        t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))
        assert targeting.ready(t[0], 1) == (1,) and targeting.ready(t[0], 0) == (0, 1)


# --- 11: Entered x Bloodthirsty's enemies x Dodge x Reduced combined (close quarters) -----------------------------------------


@pytest.mark.rule("dropzone:reduced")
@pytest.mark.rule("dropzone:dodge")
class TestEnteredCombinedDodge:
    def test_odds(self):
        # four shots of 3 combined: one of 6, against 8: 2+ twice over for who has just come in; Dodge 4+
        odds = duel(
            "Reduced-1", unit="Dodge 4+", melee=True, energy=3, shots=4, A=8, DP=1,
            sets={"entered": True, "combined": True}, **INFANTRY,
        )  # fmt: skip
        assert odds.destroyed == F(5, 6) ** 2 * F(1, 2)

    def test_table(self):
        knives = weapon("Reduced-1", "Knives", cq=True, energy=3, shots=4)
        t = field(
            (foot("Men", 1, knives), 0, 10, 12.9),
            (foot("Foe", 1, A=8, rules="Dodge 4+"), 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 0), inside(t, 1)
        Given(0, Effect("stormed", 0)).on(t)
        run(t, melee.fight(t, 0), [2, 2, 3], picks={"strike with": "Knives, combined"})
        assert t[1].wounds == (4,)


# --- 12: Strafe x Focus x Evasion ------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:strafe")
@pytest.mark.rule("dropzone:focus")
class TestStrafeFocus:
    rules = "Strafe-2; Focus-4"

    def test_odds(self):
        # each use has its own hits to give up: two sure hits of 3 against 10 become one of 7, which hurts on 3+, critical 5+
        one = {0: F(2, 6), 1: F(2, 6), 2: F(2, 6)}
        assert damage(self.rules, acc=None, energy=3, shots=2, A=10, DP=9) == sums(one, 2)
        # one hit in each use is not one use of two hits: nothing can be given up
        assert damage(self.rules, acc=None, energy=3, shots=1, A=10, DP=9) == {0: F(1)}

    def test_table(self):
        t = one_gun(weapon(self.rules, "Hose", acc=None, energy=3, shots=2), tanks("B", A=10, DP=9))
        run(t, shoot_action.shoot(t, 0), [3, 5])
        assert t[1].wounds == (6,)


# --- 13: Devastator (Scenery) x Area x Indirect --------------------------------------------------------------------------


@pytest.mark.rule("dropzone:devastator")
@pytest.mark.rule("dropzone:area")
@pytest.mark.rule("dropzone:indirect")
class TestBombardmentOfAHouse:
    rules = "Area; Devastator-2 (Scenery); Indirect"

    def test_odds(self):
        # unseen scenery: 5+; D3 hits, 12 against 10 always hurts on 2+, a critical: two points each and one token each
        each = {0: F(1, 6), 2: F(5, 6)}
        law = {0: F(4, 6)}
        for n in (1, 2, 3):
            for points, p in sums(each, n).items():
                law[points] = law.get(points, F(0)) + F(2, 6) * F(1, 3) * p
        found = duel(self.rules, acc=3, energy=12, A=10, DP=20, sets={"unseen": True}, **SCENERY)
        assert {k: found.damage.fraction(k) for k in found.damage.weights} == law
        assert found.other["collateral"].fraction(3) == law[6]

    def test_table(self):
        hill = Piece("hill", rectangle(4, 14, 14, 2), 8.0, ("solid",))
        gun = weapon(self.rules, "Golgotha", acc=3, energy=12)
        t = field((tanks("A", 1, gun), 0, 10, 8), (tanks("B"), 1, 45, 45), pieces=(hill, house(8, 20)))
        run(t, shoot_action.shoot(t, 0), [5, 4, 2, 1], picks={"at what": ("piece", 1)})  # a D3 of 2: one of two hurts
        assert (t.scenery[1].points, t.scenery[1].tokens) == (18, 1)


# --- 14: Collateral x Dodge x Resilient x who allocates ------------------------------------------------------------------


@pytest.mark.rule("dropzone:dodge")
@pytest.mark.rule("dropzone:flame")
def test_tokens_of_flames_on_those_who_dodge():
    # two uses, two tokens, on what burns four; four hits of 2 against 6: 4+, Dodge 4+ for each; the enemy deals them out
    gun = weapon("Flame; Strafe-2", "Torch", acc=None, energy=1)
    wood = house(8, 14, dp=20, armour=7, words=("flammable",))
    men = foot("Foe", 2, A=6, rules="Dodge 4+; Resilient")
    t = field((tanks("A", 1, gun), 0, 10, 10), (men, 1, 30, 30), pieces=(wood,))
    inside(t, 1)
    picks = {"which unit loses": "Foe 2", "at which of Foe": "Foe 1"}
    # two dice of 1 against 6 (5+): nothing; four on the wood (2 against 7: 5+), one hurts; four on those inside: three hurt,
    # of which one is dodged
    run(t, shoot_action.shoot(t, 0), [4, 4, 5, 4, 4, 4, 4, 4, 4, 3, 4, 3, 3], picks=picks)
    assert t[1].wounds == (5, 3) and (t.scenery[0].points, t.scenery[0].tokens) == (19, 1)


# --- 15: Large x Hull Down x Devastator (Large) x Destroyer -------------------------------------------------------------


@pytest.mark.rule("dropzone:large")
@pytest.mark.rule("dropzone:destroyer")
class TestLargeDestroyerDevastator:
    rules = "DS 6+; Devastator-3 (Large); Devastator-2 (Vehicle)"

    def test_odds(self):
        # Large is never Hull Down: 3+. A natural 6 is a Destroyer hit of 3 (the number, not twice: no natural critical);
        # 3 to 5: 10 against 13 hurts on 3+ (3), critical on 5+ (6)
        law = damage(self.rules, unit="Large", acc=3, energy=10, A=13, DP=20, type="Tank", cover="hull-down")
        assert law == {0: F(2, 6) + F(3, 6) * F(2, 6), 3: F(3, 6) * F(2, 6) + F(1, 6), 6: F(3, 6) * F(2, 6)}

    def test_table(self):
        t = one_gun(weapon(self.rules, "Gun", acc=3, energy=10), tanks("B", DP=9, rules="Large"))
        run(t, shoot_action.shoot(t, 0), [6])
        assert t[1].wounds == (6,)


# --- 16: Disembarked x out of coherency x Indirect x Anti-Aircraft -------------------------------------------------------------


@pytest.mark.rule("dropzone:indirect")
@pytest.mark.rule("dropzone:anti-aircraft")
class TestPenaltiesAddUp:
    def test_odds(self):
        # 5+ before modifiers, Evasion 2 lowered by 2, 2 more for getting out, 1 for coherency: 8, so only a 6
        sets = {"unseen": True, "disembarked": True, "incoherent": True}
        assert duel("Indirect; AA-2", acc=2, energy=20, A=5, DP=1, CM="E+2", sets=sets).destroyed == F(1, 6) * F(5, 6)
        # and it cannot react, Anti-Aircraft or not
        assert duel("Indirect; AA-2", acc=2, energy=20, A=5, sets={"reaction": True}, **AIR).impossible

    def test_table(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=5, MV=24)
        t = field((bird, 0, 24, 4), (tanks("Flak", 1, weapon("Indirect; AA-2", "Flak", full=30.0)), 1, 24, 30))
        assert reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)) == []
        t = field((tanks("Flak", 1, weapon("Indirect; AA-2", "Flak", acc=2, energy=20)), 0, 24, 4), (bird, 1, 24, 30))
        run(
            t, shoot_action.shoot(t, 0), [2, 2, 6]
        )  # on its own turn it fires at Aircraft; down, and far away from everything
        assert not t[1].alive


# --- 17: Area x Anti-Aircraft over friends on the ground ------------------------------------------------------------------


@pytest.mark.rule("dropzone:area")
@pytest.mark.rule("dropzone:anti-aircraft")
class TestFlakBursts:
    rules = "Area; AA-3"

    def test_odds(self):
        # Evasion 2 is lowered to nothing and no further: 3+ hits, a 2 glances with 6 against 9 (3+)
        odds = duel(self.rules, acc=3, energy=8, A=9, DP=1, CM="E+2", **AIR)
        assert odds.destroyed == F(4, 6) * F(5, 6) + F(1, 6) * F(4, 6)

    def test_table(self):
        # the tank below is not hit, the second bird is
        birds = squad(GUN, name="Birds", type="Aircraft", A=9, DP=9, units=2)
        t = field(
            (tanks("Flak", 1, weapon(self.rules, "Burst", acc=3, energy=8)), 0, 10, 10),
            (birds, 1, 10, 20),
            (tanks("Under", A=5, DP=9), 1, 10, 21),
        )
        run(
            t, shoot_action.shoot(t, 0), [3, 2, 2], picks={"at which": "Birds 1"}
        )  # 8 against 9: 2 is one point, a critical at 3
        assert (t[1].wounds, t[2].wounds) == ((8, 8), (9,))


# --- 18: Energy 13 x Focus x Passive x Behemoth ------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:focus")
class TestThirteen:
    def test_odds(self):
        # printed 13 bars saves; 5 raised to 13 by giving up hits does not; a glance of 13 has 11 and does not either
        law = damage(acc=None, energy=13, A=12, DP=9, CM="P2+")
        assert law == {0: F(1, 6), 2: F(5, 6)}
        # two sure hits of 5 against 14: none can hurt, so one is given up: 13 hurts on 2+, one point on 2, two from 3
        focused = damage("Focus-8", acc=None, energy=5, shots=2, A=14, DP=9, CM="P4+")
        assert focused == {
            0: F(1, 6) + F(1, 6) * F(1, 2) + F(4, 6) * F(1, 4),
            1: F(1, 6) * F(1, 2) + F(4, 6) * F(1, 2),
            2: F(4, 6) * F(1, 4),
        }
        glance = damage("Area", acc=6, energy=13, A=11, DP=9, CM="P4+")
        # a 6: 13 against 11, two points on 2+, no save; 2 to 5: 11 against 11, two points on 2+, saved on 4+ each
        two = F(5, 6)
        assert glance[2] == F(1, 6) * two + F(4, 6) * two * F(1, 4)

    def test_table(self):
        t = one_gun(weapon("Focus-8", "Gun", acc=None, energy=5, shots=2), tanks("B", A=14, DP=9, CM="P4+"))
        run(t, shoot_action.shoot(t, 0), [3, 4, 3])  # two points, one is saved
        assert t[1].wounds == (8,)
        t = one_gun(weapon("", "Gun", acc=None, energy=13), tanks("B", A=12, DP=9, CM="P2+"))
        run(t, shoot_action.shoot(t, 0), [2])
        assert t[1].wounds == (7,)


# --- 19: Cover (Body) x Flame x edge x Collateral ------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:cover")
class TestThroughTheWall:
    def test_odds(self):
        # Cover (Body) leaves Soft Cover: 5+; 6 against 8 hurts on 2+ as in the open
        odds = duel("Cover (Body)", acc=3, energy=6, A=8, DP=1, cover="soft, body", sets={"garrison": True}, **INFANTRY)
        assert odds.destroyed == F(2, 6) * F(5, 6) and set(odds.other["collateral"].weights) == {0}

    def test_table(self):
        # no token, so old ones on the house stay as they are until rounding up
        t = field(
            (tanks("A", 1, weapon("Cover (Body)", "Gun", acc=3, energy=6)), 0, 10, 5),
            (foot("In", 1, A=8), 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 1, edge=0)
        t.scenery = (Scenery(points=20, tokens=3),)
        run(t, shoot_action.shoot(t, 0), [5, 2], picks={"at what": ("squad", 1)})
        assert t[1].wounds == (4,) and t.scenery[0].tokens == 3


# --- 20: Resilient x close quarters x Devastator x damage that runs on ------------------------------------------------------------


@pytest.mark.rule("dropzone:resilient")
@pytest.mark.rule("dropzone:devastator")
class TestBlowsThatRunOn:
    def test_odds(self):
        # a blow of 3 points at two units of 2: the first is gone and the second loses one
        odds = duel("Devastator-3 (Infantry)", unit="Resilient", melee=True, energy=9, A=7, DP=2, units=2, **INFANTRY)
        assert odds.slain.fraction(1) == F(5, 6) and odds.damage.fraction(3) == F(5, 6)

    def test_table(self):
        blade = weapon("Devastator-3 (Infantry)", "Blade", cq=True, energy=9)
        t = field(
            (foot("Men", 1, blade), 0, 10, 12.9),
            (foot("Foe", 2, DP=2, rules="Resilient"), 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 0), inside(t, 1)
        t.change(1, wounds=(2, 1))
        run(t, melee.fight(t, 0), [2])  # the hurt one first, then two from the other
        assert not t[1].alive


# --- 21: two weapons, one house, the firer beside it -----------------------------------------------------------------------------


@pytest.mark.rule("dropzone:strafe")
def test_a_house_and_its_garrison_shot_at_together():
    """Flame at those inside, shells at the walls: the house falls once, after all dice, and its tokens fall with it."""
    torch, shells = (
        weapon("Flame", "Torch", acc=None, energy=20),
        weapon("Devastator-9 (Scenery)", "Shells", acc=None, energy=20),
    )
    t = field(
        (tanks("A", 1, torch, shells, A=20), 0, 10, 4),
        (foot("In", 1, A=7, DP=5), 1, 30, 30),
        pieces=(house(8, 14, dp=9),),
    )
    inside(t, 1, edge=0)
    picks = {"Torch at what": ("squad", 1), "Shells at what": ("piece", 0)}
    # a critical inside (2 points); nine points at the walls and it is gone: two D3 of 1, two hits of 10 against 7, both ones
    run(t, shoot_action.shoot(t, 0), [2, 2, 1, 2, 1, 1], picks=picks)
    assert t.scenery[0].gone and t[1].wounds == (3,) and t[1].here
