"""The odds against a second working-out, written from the rule text alone: every face of every die, with fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from random import Random

import pytest

from grognard.systems.dropzone.examples import duel

SIX = Fraction(1, 6)


def spread(dist, step):
    """The law of what ``step`` (a function to a law) makes of each outcome."""
    out = defaultdict(Fraction)
    for x, p in dist.items():
        for y, q in step(x).items():
            out[y] += p * q
    return dict(out)


class Book:
    """One weapon at one unit, as the page says it; ``c`` holds the figures."""

    def __init__(self, c):
        self.c = c
        self.rules = c["rules"]

    def needed(self):
        c, rules = self.c, self.rules
        acc = 2 if c["type"] == "Scenery" else c["acc"]
        if c["unseen"]:
            acc = 5
        soft = "soft" in c["cover"] and c["type"] == "Infantry" and "Flame" not in rules and "Cover (Soft)" not in rules
        down = (
            "hull-down" in c["cover"]
            and c["type"] not in ("Scenery", "Behemoth")
            and not c["unseen"]
            and "Large" not in c["unit"]
        )
        evasion = 0 if "Flame" in rules else max(0, c["E"] - (2 if "AA-2" in rules else 0))
        return acc + 2 * soft + 2 * down + evasion + c["incoherent"] + 2 * c["disembarked"]

    def hit(self, die):
        """ "miss", "hit", "destroyer" or "glance" of a natural die."""
        if die == 6 or (die > 1 and die >= self.needed()):
            return "destroyer" if "DS 5+" in self.rules and die >= 5 else "hit"
        area = "Area" in self.rules and self.c["type"] not in ("Scenery", "Behemoth")
        return "glance" if area and die > 1 else "miss"

    def points(self, die, more):
        """Damage Points of a damage die with more Energy."""
        c = self.c
        body = "body" in c["cover"] and c["type"] == "Infantry" and not c["melee"] and "Flame" not in self.rules
        total = die + c["energy"] + more - body
        hurts = die > 1 and total >= c["A"]
        if "Penetrative" in self.rules and die == 6:
            hurts = True
        if not hurts:
            return 0
        return self.worth("critical" if total >= c["A"] + 2 else "plain")

    def worth(self, how):
        c = self.c
        if c["type"] == "Scenery":
            if "Tech Killer" in self.rules:
                return 0
            return max([1, *(n for n in (3, 4) if f"DV-{n} (Scenery)" in self.rules)])
        many = 3 if f"DV-3 ({c['type']})" in self.rules else None
        if how == "plain" or "Resilient" in c["unit"] or c["melee"]:
            return many or 1
        if how == "destroyer":
            return max(2, many or 0)
        return 2 * many if many else 2

    def through(self, points, glance=False):
        """The law of the points that no save stops."""
        c = self.c
        strong = c["energy"] - 2 * glance >= 13 and c["type"] != "Behemoth"
        saves = [c["P"]] if c["P"] and not strong else []
        if "Dodge 4+" in c["unit"] and c["melee"] and not strong:
            saves.append(4)
        fails = Fraction(1)
        for save in saves:
            fails *= Fraction(save - 1, 6)
        law = {0: Fraction(1)}
        for _ in range(points):
            law = spread(law, lambda n: {n: 1 - fails, n + 1: fails})
        return law

    def blow(self, how, more=0):
        """The law of points lost to one hit."""
        if how == "destroyer":
            return self.through(self.worth("destroyer"))
        law = defaultdict(Fraction)
        for die in range(1, 7):
            again = self.c["melee"] and self.c["entered"] and self.points(die, more)
            for second in range(1, 7):
                law[self.points(second if again else die, more)] += SIX * SIX
        return spread(law, lambda n: self.through(n, how == "glance"))

    def hits_of(self, how):
        """The law of points lost to one die that hit so: an Area weapon makes several hits of it."""
        one = self.blow(how, -2 if how == "glance" else 0)
        many = [1]
        if "Area" in self.rules and not self.c["melee"]:
            many = {"Infantry": range(1, 7), "Scenery": (1, 2, 3)}.get(self.c["type"], [1])
        law = defaultdict(Fraction)
        for n in many:
            sum_ = {0: Fraction(1)}
            for _ in range(n):
                sum_ = spread(sum_, lambda x: {x + y: p for y, p in one.items()})
            for x, p in sum_.items():
                law[x] += p / len(many)
        return law

    def damage(self):
        """The law of Damage Points lost."""
        c = self.c
        shots = c["shots"]
        law = {0: Fraction(1)}
        if "Focus-2" not in self.rules:
            for _ in range(shots):
                dice = {"hit": Fraction(1)} if c["melee"] else self.dice()
                law = spread(
                    law, lambda x, dice=dice: spread(dice, lambda how: {x + y: p for y, p in self.result(how).items()})
                )
        else:
            law = self.focused(shots)
        out = defaultdict(Fraction)
        for x, p in law.items():
            out[min(x, c["DP"])] += p
        return {x: p for x, p in out.items() if p}

    def dice(self):
        law = defaultdict(Fraction)
        for die in range(1, 7):
            law[self.hit(die)] += SIX
        return dict(law)

    def result(self, how):
        return {0: Fraction(1)} if how == "miss" else self.hits_of(how)

    def focused(self, shots):
        """Hits kept if they can hurt; else the fewest given up that let one hurt."""
        hit = Fraction(1) if self.c["melee"] else self.dice().get("hit", Fraction(0))
        counts = {0: Fraction(1)}
        for _ in range(shots):
            counts = spread(counts, lambda n: {n: 1 - hit, n + 1: hit})

        def of(n):
            given = 0
            if not any(self.points(d, 0) for d in range(1, 7)):
                given = next((g for g in range(1, n) if any(self.points(d, 2 * g) for d in range(1, 7))), 0)
            strong = self.blow("hit", 2 * given)
            weak = self.blow("hit", 0)
            law = {0: Fraction(1)}
            for k in range(n - given):
                law = spread(law, lambda x, one=strong if k == 0 else weak: {x + y: p for y, p in one.items()})
            return law

        return spread(counts, of)


def case(seed):
    """A random weapon, unit and situation."""
    rng = Random(f"dropzone/{seed}")
    melee = rng.random() < 0.2
    type_ = "Infantry" if melee else rng.choice(["Infantry", "Tank", "Scenery", "Behemoth", "Infantry"])
    pool = ["AA-2", "Penetrative", "Flame", "Tech Killer", f"DV-3 ({type_})", "DV-4 (Scenery)", "Cover (Soft)"]
    rules = rng.sample(pool, rng.randrange(3))
    special = rng.choice(["", "Area", "DS 5+", "Focus-2", ""])
    if special:
        rules.append(special)
    indirect = not melee and rng.random() < 0.2
    unit = rng.sample(["Resilient", "Dodge 4+", "Large"], rng.randrange(3)) if type_ != "Scenery" else []
    return {
        "rules": rules,
        "unit": unit,
        "melee": melee,
        "type": type_,
        "indirect": indirect,
        "unseen": indirect,
        "acc": rng.randrange(1, 6),
        "energy": rng.choice([2, 4, 5, 7, 9, 10, 13, 14]),
        "shots": rng.randrange(1, 4),
        "A": rng.randrange(5, 15),
        "DP": rng.randrange(1, 6),
        "E": rng.choice([0, 0, 2, 3]) if type_ != "Scenery" else 0,
        "P": rng.choice([None, 5, 4]) if type_ != "Scenery" else None,
        "cover": rng.sample(["soft", "body", "hull-down"], rng.randrange(3)),
        "incoherent": rng.random() < 0.2,
        "disembarked": rng.random() < 0.2,
        "entered": rng.random() < 0.5,
    }


@pytest.mark.parametrize("seed", range(150))
def test_the_odds_agree_with_a_second_working_out(seed):
    c = case(seed)
    sets = {k: True for k in ("incoherent", "disembarked", "unseen") if c[k] and not (k != "unseen" and c["melee"])}
    if c["melee"] and c["entered"]:
        sets["entered"] = True
    cm = ", ".join(x for x in (f"E+{c['E']}" if c["E"] else "", f"P{c['P']}+" if c["P"] else "") if x) or "-"
    odds = duel(
        "; ".join([*c["rules"], *(["Indirect"] if c["indirect"] else [])]),
        unit="; ".join(c["unit"]),
        melee=c["melee"],
        type=c["type"],
        tags=("Destructible",) if c["type"] == "Scenery" else (),
        acc=c["acc"], energy=c["energy"], shots=c["shots"], A=c["A"], DP=c["DP"], CM=cm,
        cover=",".join(c["cover"]), sets=sets,
    )  # fmt: skip
    assert not odds.impossible
    assert {k: odds.damage.fraction(k) for k in odds.damage.weights} == Book(c).damage()


def test_play_through_all_faces_is_the_law():
    from grognard.kernel import play
    from grognard.kernel.exact import exact
    from grognard.systems.dropzone.attack import Strike, Volley, strike
    from grognard.systems.dropzone.circumstances import Circumstances, canonical
    from grognard.systems.dropzone.examples import squad, weapon
    from grognard.systems.dropzone.matchup import match
    from tests.lines import law_of_lines

    target = squad(A=12, DP=2, CM="P5+")
    m = match(weapon("DS 6+", acc=3), target, target.models[0], canonical(Circumstances()), 10)
    s = Strike((2,), (2,), (Volley(m, 2),))
    assert law_of_lines(lambda dice: play(strike(s), dice)) == {
        k: exact(strike, (s,)).fraction(k) for k in exact(strike, (s,)).weights
    }
