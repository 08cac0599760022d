"""A plain reading of the rules, written for this test alone, against the exact law: shot after shot, face after face."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard import systems
from grognard.common import asking
from grognard.kernel.play import Play
from grognard.systems.usr.examples import ask, model, shooter, target, unit, weapon
from tests.lines import law_of_lines

SIX = range(1, 7)


class Plain:
    """Chances of one attack on men, worked out by going through the faces of each die as a player would read them."""

    def __init__(self, gun: dict, foe: dict) -> None:
        self.gun, self.foe = gun, foe

    def die(self, good):
        return Fraction(sum(1 for f in SIX if good(f)), 6)

    def chance_to_hit(self):
        bs = self.gun["BS"]
        first = max(2, 7 - bs)
        hit = self.die(lambda f: f >= first)
        if self.gun["twin"]:
            return hit + (1 - hit) * hit
        if bs > 5:
            return hit + (1 - hit) * self.die(lambda f: f >= 12 - bs)
        return hit

    def needed(self):
        s, t = self.gun["S"], self.foe["T"]
        need = 99 if s + 4 <= t else min(6, max(2, 4 + t - s))
        if self.gun["poison"]:
            need = min(need, self.gun["poison"])
        return need

    def slays_or_costs(self):
        """{wounds lost: chance} of one shot on a fresh model with many wounds."""
        law = {}
        hit = self.chance_to_hit()
        need = self.needed()
        lost = Fraction(0)
        for face in SIX:
            rends = self.gun["rending"] and face == 6
            if not (rends or (face >= need and face > 1)):
                continue
            ap = self.gun["AP"]
            if rends:
                ap = 2 if ap is None else min(ap, 2)
            saves = [7]
            if self.foe["Sv"] and (ap is None or ap > self.foe["Sv"]):
                saves.append(self.foe["Sv"])
            if self.foe["Inv"]:
                saves.append(self.foe["Inv"])
            if self.foe["cover"]:
                saves.append(self.foe["cover"])
            best = min(saves)
            fails = Fraction(best - 1, 6)
            if self.foe["fnp"] and self.gun["S"] < 2 * self.foe["T"]:
                fails *= Fraction(self.foe["fnp"] - 1, 6)
            lost += Fraction(1, 6) * fails
        cost = self.foe["W"] if self.gun["S"] >= 2 * self.foe["T"] else 1
        law[cost] = hit * lost
        law[0] = 1 - hit * lost
        return law

    def slain(self, shots, count):
        """{models slain: chance}: one shot after the other on the nearest model."""
        now = {(count, self.foe["W"]): Fraction(1)}
        one = self.slays_or_costs()
        for _ in range(shots):
            after = {}
            for (left, wounds), chance in now.items():
                for cost, part in one.items():
                    state = (left, wounds)
                    if cost and left:
                        state = (left, wounds - cost) if wounds > cost else (left - 1, self.foe["W"])
                    after[state] = after.get(state, 0) + chance * part
            now = after
        law = {}
        for (left, _), chance in now.items():
            law[count - left] = law.get(count - left, 0) + chance
        return {k: v for k, v in law.items() if v}


def cases():
    rng = Random("usr differential")
    for _ in range(150):
        gun = {
            "BS": rng.randint(1, 10),
            "S": rng.randint(1, 10),
            "AP": rng.choice([None, 1, 2, 3, 4, 5, 6]),
            "twin": rng.random() < 0.3,
            "rending": rng.random() < 0.3,
            "poison": rng.choice([0, 0, 2, 4]),
        }
        foe = {
            "T": rng.randint(1, 10),
            "W": rng.randint(1, 3),
            "Sv": rng.choice([None, 2, 3, 4, 5, 6]),
            "Inv": rng.choice([None, None, 4, 5]),
            "cover": rng.choice([None, None, 3, 5]),
            "fnp": rng.choice([None, 4, 5]),
        }
        yield gun, foe, rng.randint(1, 6), rng.randint(1, 4)


def dash(value, plus=""):
    return "-" if value is None else f"{value}{plus}"


def test_the_law_of_shooting_is_that_of_a_plain_reading():
    for gun, foe, shots, count in cases():
        rules = [name for name, has in (("Twin-linked", gun["twin"]), ("Rending", gun["rending"])) if has]
        if gun["poison"]:
            rules.append(f"Poisoned ({gun['poison']}+)")
        attacker = shooter(*rules, shots=shots, BS=gun["BS"], S=gun["S"], AP=dash(gun["AP"]))
        body = [f"Feel No Pain ({foe['fnp']}+)"] if foe["fnp"] else []
        stats = {"T": foe["T"], "W": foe["W"], "Sv": dash(foe["Sv"], "+"), "Inv": dash(foe["Inv"], "+")}
        cover = f"{foe['cover']}+" if foe["cover"] else None
        law = ask(attacker, target(*body, count=count, **stats), cover=cover).slain
        wanted = Plain(gun, foe).slain(shots, count)
        assert {k: law.fraction(k) for k in law.weights} == wanted, (gun, foe, shots, count)


# --- vehicles ---------------------------------------------------------------------------------------------------------


def plain_vehicle(S, AP, AV, HP, shots, BS, extra, rending, wrecked):  # noqa: N803
    """{(slain, hull points lost, glances, penetrations): chance}, a vehicle without weapons, one hit after the other."""
    to_hit = Fraction(7 - max(2, 7 - BS), 6)
    faces = [(a, b) for a in SIX for b in (SIX if extra else (0,))]
    results = {"no": Fraction(0), "glance": Fraction(0), "pen": Fraction(0)}
    for a, b in faces:
        for d3 in (1, 2, 3):
            total = S + a + b + (d3 if rending and 6 in (a, b) else 0)
            kind = "glance" if total == AV else "pen" if total > AV else "no"
            results[kind] += Fraction(1, 3 * len(faces))
    now = {(HP, False, False, 0, 0): Fraction(1)}  # hull points, immobile, gone, glances, penetrations
    bonus = {1: 2, 2: 1}.get(AP, 0)
    for _ in range(shots):
        after = {}

        def add(state, chance):
            after[state] = after.get(state, 0) + chance  # noqa: B023

        for (hp, immobile, gone, glances, pens), chance in now.items():
            if gone:
                add((hp, immobile, gone, glances, pens), chance)
                continue
            add((hp, immobile, gone, glances, pens), chance * (1 - to_hit + to_hit * results["no"]))
            for kind in ("glance", "pen"):
                share = chance * to_hit * results[kind]
                if not share:
                    continue
                g, p = glances + (kind == "glance"), pens + (kind == "pen")
                if kind == "glance" and hp > 0:
                    left = hp - 1
                    add((left, immobile, wrecked and left == 0, g, p), share)
                    continue
                for face in SIX:
                    row = face + bonus
                    left, still, dead = max(0, hp - 1), immobile, False
                    if row >= 7:
                        dead = True
                    elif row in (5, 6):  # no weapon to lose: immobilised
                        if immobile and left == 0 and not wrecked:
                            dead = True
                        elif immobile:
                            left = max(0, left - 1)
                        still = True
                    if wrecked and left == 0:
                        dead = True
                    add((left, still, dead, g, p), share / 6)
        now = after
    law = {}
    for (hp, _, gone, glances, pens), chance in now.items():
        key = (int(gone), HP if gone else HP - hp, glances, pens)
        law[key] = law.get(key, 0) + chance
    return law


@pytest.mark.parametrize("seed", range(40))
def test_the_law_of_shooting_at_a_vehicle_is_that_of_a_plain_reading(seed):
    rng = Random(f"vehicle {seed}")
    S, AP = rng.randint(5, 10), rng.choice([1, 2, 3, 4])  # noqa: N806
    AV, HP, shots, BS = rng.randint(10, 14), rng.randint(1, 3), rng.randint(1, 3), rng.randint(2, 5)  # noqa: N806
    extra, rending, wrecked = rng.random() < 0.4, rng.random() < 0.4, rng.random() < 0.5
    names = [n for n, has in (("Melta", extra), ("Rending", rending)) if has]
    attacker = shooter(*names, shots=shots, BS=BS, S=S, AP=AP)
    ruling = {"zero_hp": "wrecked" if wrecked else "crippled"}
    odds = ask(attacker, target(Front=AV, HP=HP), range=10, rulings=ruling)
    wanted = plain_vehicle(S, AP, AV, HP, shots, BS, extra, rending, wrecked)
    for law, place in ((odds.slain, 0), (odds.damage, 1), (odds.other["glances"], 2), (odds.other["penetrations"], 3)):
        sums = {}
        for key, chance in wanted.items():
            sums[key[place]] = sums.get(key[place], 0) + chance
        assert {k: law.fraction(k) for k in law.weights} == {k: v for k, v in sums.items() if v}


# --- all faces through play -------------------------------------------------------------------------------------------

MIXED = unit(model(name="Near", Sv="4+"), model("Independent Character", name="Hero", W=2, Sv="2+"), model(name="Far"))


@pytest.mark.parametrize(
    ("attacker", "defender", "said"),
    [
        (shooter("Twin-linked", "Rending", shots=1), target("Feel No Pain", count=2, Sv="4+"), {}),
        (shooter("Rending", shots=2), unit(model(Sv="2+", name="Near"), model(name="Far")), {}),
        (shooter(shots=2), MIXED, {}),
        (shooter("Gets Hot", S=7, AP=2), target(), {"sets": (("supercharge=strength"),)}),
        (shooter("Gets Hot", "Blast", S=7, AP=2), target(count=2), {"sets": ("under=2",)}),
        (shooter("Pinning"), target(count=2), {}),
        (shooter("Melta", S=8, AP=1, range=12), target(Front=12, HP=1), {"range": 6.0}),
        (
            unit(model(A=2, weapons=[weapon("Blade", "Poisoned (4+)", melee=True)])),
            target(T=3, count=2),
            {"melee": True},
        ),
    ],
    ids=str,
)
def test_every_line_of_dice_adds_up_to_the_law(attacker, defender, said):
    system = systems.get("usr")
    question, _ = asking.read(system, attacker, defender, asking.Situation(**said))
    plan = system.plan(question)
    played = law_of_lines(lambda dice: plan.read(Play(dice).run(plan.procedure(*plan.args))))
    odds = ask(attacker, defender, **{**said, "sets": dict(s.split("=") for s in said.get("sets", ()))})
    for law, read in ((odds.slain, lambda o: o.slain), (odds.damage, lambda o: o.damage)):
        sums = {}
        for outcome, weight in played.items():
            sums[read(outcome)] = sums.get(read(outcome), 0) + weight
        assert {k: law.fraction(k) for k in law.weights} == sums
