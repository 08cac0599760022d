"""The engine against a reading of the rules that shares nothing with it: plain recursion over single dice in fractions."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.common.odds import Question, read_sets
from grognard.kernel.play import play
from grognard.systems import get
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.odds import plan
from grognard.systems.void.rules import (
    Camouflage,
    Dodge,
    FindWeakness,
    HeavyArmour,
    LethalStrike,
    Marksman,
    MultipleShots,
    ShockTrooper,
)
from tests.lines import law_of_lines

FACES = range(1, 11)


def passes(face, added, needed):
    """A d10 test as the rulebook has it: 10 always, 1 never, else the total."""
    return face == 10 or (face != 1 and face + added >= needed)


def chance(added, needed):
    return Fraction(sum(passes(f, added, needed) for f in FACES), 10)


def plainly(shots, to_hit, dice, clear, to_wound, cover, armour, dodge, wounds):
    """The law of wounds left after so many equal shots at models in a row, each die by itself.

    ``to_hit`` and ``to_wound`` are (added, needed); ``cover`` and ``armour`` what is added to a save of 10+ or None; ``dodge``
    the CD or None; ``clear`` whether two clear points make one more die.
    """

    @cache
    def shot(left, since):
        """From (wounds of each model, points the first one left has suffered since it dodged) to the chances after one shot."""
        out = defaultdict(Fraction)
        first = next((i for i, w in enumerate(left) if w), None)
        if first is None:
            return {(left, since): Fraction(1)}
        for face in FACES:
            if not passes(face, *to_hit):
                out[left, since] += Fraction(1, 10)
                continue
            more = max(0, face + to_hit[0] - to_hit[1]) // 2 if clear else 0
            for end, share in points(left, since, first, dice + more).items():
                out[end] += share / 10
        return dict(out)

    @cache
    def points(left, since, at, n):
        """The damage dice of one hit, one after the other, on the model hit only."""
        if n == 0 or not left[at]:
            return {(left, since if left[at] else 0): Fraction(1)}
        out = defaultdict(Fraction)
        through = chance(*to_wound)
        for save in (cover, armour):
            if save is not None:
                through *= 1 - chance(save, 10)
        dodged = Fraction(0) if dodge is None else chance(dodge - since, 10)
        hurt = (*left[:at], left[at] - 1, *left[at + 1 :])
        steps = [
            ((left, since), 1 - through),
            ((left, since + 1), through * dodged),
            ((hurt, since + 1 if since else 0), through * (1 - dodged)),
        ]
        for (state, now), share in steps:
            if share:
                for end, part in points(state, now if state[at] else 0, at, n - 1).items():
                    out[end] += share * part
        return dict(out)

    law = {(tuple(wounds), 0): Fraction(1)}
    for _ in range(shots):
        after = defaultdict(Fraction)
        for (left, since), weight in law.items():
            for end, share in shot(left, since).items():
                after[end] += weight * share
        law = after
    total = defaultdict(Fraction)
    for (left, _), weight in law.items():
        total[left] += weight
    return dict(total)


def slain(law):
    out = defaultdict(Fraction)
    for left, weight in law.items():
        out[sum(not w for w in left)] += weight
    return dict(out)


def lost(law, wounds):
    out = defaultdict(Fraction)
    for left, weight in law.items():
        out[sum(wounds) - sum(left)] += weight
    return dict(out)


def of(law):
    return {k: law.fraction(k) for k in law.weights}


@settings(max_examples=60, deadline=None)
@given(
    shots=st.integers(1, 4),
    models=st.integers(1, 3),
    skill=st.integers(2, 7),
    toughness=st.integers(2, 6),
    wounds=st.integers(1, 3),
    size=st.integers(1, 4),
    moved=st.booleans(),
    marksman=st.booleans(),
    find=st.integers(0, 3),
    cover=st.sampled_from([0, 2, 3, 4]),
    camouflage=st.booleans(),
    heavy=st.integers(0, 7),
    dodge=st.booleans(),
    inches=st.sampled_from([6, 18, 30]),
)
def test_shooting_agrees_with_a_plain_reading(
    shots, models, skill, toughness, wounds, size, moved, marksman, find, cover, camouflage, heavy, dodge, inches
):
    if camouflage and inches > 24:
        inches = 18
    rules = [
        *([Camouflage()] if camouflage else []),
        *([HeavyArmour(heavy)] if heavy else []),
        *([Dodge()] if dodge else []),
    ]
    mine = [*([Marksman()] if marksman else []), *([FindWeakness(find)] if find else []), MultipleShots(shots)]
    target = trooper(*rules, n=models, T=toughness, W=wounds, SZ=size)
    odds = ask(trooper(*mine, SH=skill), target, range=inches, cover=cover or None, moved=moved)
    band = {6: 0, 18: -1, 30: -2}[inches]
    law = plainly(
        shots,
        (skill + band + (size - 2) - moved, 10),
        1,
        marksman,
        (4 - toughness, 6),
        cover + camouflage if cover or camouflage else None,
        heavy - find if heavy else None,
        4 if dodge else None,
        (wounds,) * models,
    )
    assert of(odds.slain) == slain(law)
    assert of(odds.damage) == lost(law, (wounds,) * models)


@settings(max_examples=40, deadline=None)
@given(
    blows=st.integers(1, 3),
    models=st.integers(1, 3),
    assault=st.integers(2, 8),
    against=st.integers(2, 8),
    strength=st.integers(2, 7),
    wounds=st.integers(1, 3),
    lethal=st.integers(0, 2),
    shock=st.booleans(),
    charging=st.booleans(),
    heavy=st.integers(0, 6),
    dodge=st.booleans(),
)
def test_blows_agree_with_a_plain_reading(
    blows, models, assault, against, strength, wounds, lethal, shock, charging, heavy, dodge
):
    rules = [*([HeavyArmour(heavy)] if heavy else []), *([Dodge()] if dodge else [])]
    mine = [*([LethalStrike(lethal)] if lethal else []), *([ShockTrooper()] if shock else [])]
    target = trooper(*rules, n=models, AS=against, W=wounds)
    odds = ask(trooper(*mine, n=blows, AS=assault, ST=strength), target, melee=True, charging=charging)
    shocked = shock and charging
    law = plainly(
        blows,
        (assault - against + charging + shocked, 6),
        1 + lethal,
        False,
        (strength + shocked - 4, 6),
        None,
        heavy or None,
        4 if dodge else None,
        (wounds,) * models,
    )
    assert of(odds.slain) == slain(law)
    assert of(odds.damage) == lost(law, (wounds,) * models)


def question(attacker, target, sets=(), **said):
    system = get("void")
    return plan(
        Question(attacker=attacker, target=target, sets=read_sets(system, sets), rulings=system.settled({}), **said)
    )


def through_all_faces(found):
    """What playing the procedure of a plan through every face of every die gives."""
    return law_of_lines(lambda dice: play(found.procedure(*found.args), dice))


def test_played_through_all_faces_the_same_laws_come_out():
    cases = [
        question(trooper(), trooper(HeavyArmour(4), n=2)),
        question(trooper(), trooper(Dodge(), n=2)),
        question(trooper(arms=("mortar",)), trooper(n=2), range=20.0),
        question(trooper(), unit(model("light tank", W=1, T=4), type="Vehicle")),
        question(trooper(), trooper(n=3), melee=True),
    ]
    from grognard.kernel.exact import exact

    for found in cases:
        law = exact(found.procedure, found.args)
        played = through_all_faces(found)
        assert {k: law.fraction(k) for k in law.weights} == played
        assert sum(played.values()) == 1


def test_a_volley_at_mixed_models_is_worked_out_by_hand():
    # one shot at a tough model, one at a soft one behind it: only when the first has fallen is the second hit
    mixed = unit(model("line trooper", T=6), model("sergeant", T=4), name="mixed")
    odds = ask(trooper(MultipleShots(2)), mixed)
    hard, soft = Fraction(1, 2) * Fraction(3, 10), Fraction(1, 2) * Fraction(1, 2)
    assert odds.slain.fraction(2) == hard * soft
    assert odds.slain.fraction(1) == hard * (1 - soft) + (1 - hard) * hard
