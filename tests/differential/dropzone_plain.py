"""Dropzone Commander attacks, counted out die by die from the text of the rules alone.

Nothing of the product is used. Chances are Fractions, laws are plain dictionaries ``{result: chance}``. It is slow and
simple on purpose: small squads only. A squad is a number of identical units.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

SIXTH = Fraction(1, 6)


@dataclass(frozen=True)
class Weapon:
    """A weapon. ``acc`` None: hits automatically; ``energy`` None: does no damage; ``reach`` (full, countered) inches."""

    shots: int = 1
    acc: int | None = 3
    energy: int | None = 5
    close: bool = False
    mf: int | None = None
    reach: tuple[float, float] = (48, 24)
    alt: int | None = None
    focus: int | None = None
    devastator: tuple[tuple[int, tuple[str, ...]], ...] = ()
    destroyer: int | None = None
    aa: int | None = None
    area: bool = False
    reduced: int | None = None
    penetrative: bool = False
    flame: bool = False
    ignores: tuple[str, ...] = ()  # of soft, body, hull, all
    tech_killer: bool = False
    strafe: int = 1
    indirect: bool = False


@dataclass(frozen=True)
class Unit:
    """A unit of a squad, in numbers."""

    kind: str = "Infantry"
    armour: int = 7
    points: int = 5
    active: bool = False
    evasion: int = 0
    passive: int | None = None
    dodge: int | None = None
    resilient: bool = False
    large: bool = False
    destructible: bool = False
    flammable: bool = False


@dataclass(frozen=True)
class Situation:
    """What surrounds the attack."""

    melee: bool = False
    soft: bool = False
    body: bool = False
    hull: bool = False
    moved: bool = False
    disembarked: bool = False
    incoherent: bool = False
    reaction: bool = False
    unseen: bool = False
    entered: bool = False
    rapid: bool = False  # the attacker has Rapid Insertion
    garrison: bool = False
    combined: bool = False
    lost: int = 0
    target_lost: int = 0
    under: int = 1
    distance: float | None = None
    body_both: bool = True  # Body Cover moves the critical too
    aa_floor: bool = True
    devastator_on_resilient: bool = True


Law = dict  # result -> Fraction


def plus(one: Law, two: Law) -> Law:
    """The law of the sum of two independent vectors."""
    out: Law = {}
    for a, p in one.items():
        for b, q in two.items():
            key = tuple(x + y for x, y in zip(a, b, strict=True))
            out[key] = out.get(key, Fraction(0)) + p * q
    return out


def times(law: Law, n: int, width: int) -> Law:
    """The law of the sum of ``n`` independent vectors of one law."""
    total: Law = {(0,) * width: Fraction(1)}
    for _ in range(n):
        total = plus(total, law)
    return total


# --- one hit ----------------------------------------------------------------------------------------------------------


def is_a(unit: Unit, word: str) -> bool:
    """Whether a Devastator keyword reaches the unit."""
    if word == "All":
        return unit.kind != "Scenery"
    if word == "Vehicle":
        return unit.kind in ("Vehicle", "Tank", "Skimmer", "Walker")
    if word == "Aircraft":
        return unit.kind in ("Aircraft", "Aircraft-S")
    if word == "Large":
        return unit.large or unit.kind == "Behemoth"
    if word == "Flammable Scenery":
        return unit.kind == "Scenery" and unit.flammable
    return unit.kind == word


def multiple(weapon: Weapon, unit: Unit) -> int | None:
    """What Devastator makes of a point of damage against the unit; None: it does not reach it."""
    fitting = [x for x, words in weapon.devastator if any(is_a(unit, w) for w in words)]
    return max(fitting, default=None)


def fate(weapon: Weapon, unit: Unit, at: Situation, die: int, energy: int) -> tuple[int, int, int]:
    """Damage before saves, criticals and Collateral tokens of a damage die."""
    cover = 1 if at.body and covered_body(weapon, unit, at) else 0
    total = die + energy
    success = die != 1 and total >= unit.armour + cover
    critical = die != 1 and total >= unit.armour + 2 + (cover if at.body_both else 0)
    if die == 6 and weapon.penetrative:
        success = True
    if at.melee:
        critical = False
    if critical:
        return struck(weapon, unit, at, natural=True)
    if success:
        return multiple(weapon, unit) or 1, 0, 0
    return 0, 0, 0


def covered_body(weapon: Weapon, unit: Unit, at: Situation) -> bool:
    """Whether Body Cover counts."""
    return unit.kind == "Infantry" and not at.melee and not weapon.flame and not {"body", "all"} & set(weapon.ignores)


def struck(weapon: Weapon, unit: Unit, at: Situation, natural: bool) -> tuple[int, int, int]:
    """Damage before saves, criticals, tokens of a critical hit, rolled (natural) or given by Destroyer."""
    x = multiple(weapon, unit)
    if unit.kind == "Scenery":
        return x or 1, 1, 1
    if unit.resilient:
        return (x or 1) if at.devastator_on_resilient else 1, 0, 0
    if x is None:
        return 2, 1, 0
    return (2 * x if natural else max(2, x)), 1, 0


def saved(weapon: Weapon, unit: Unit, at: Situation, energy: int, damage: int) -> Law:
    """The law of (points that stay,) after one save, or two, for each point."""
    stays = Fraction(1)
    if energy < 13 or unit.kind == "Behemoth":
        for save in (unit.passive, unit.dodge if at.melee else None):
            if save is not None:
                stays *= Fraction(max(1, min(6, save - 1)), 6)
    return times({(1,): stays, (0,): 1 - stays} if stays < 1 else {(1,): stays}, damage, 1)


@cache
def hit(weapon: Weapon, unit: Unit, at: Situation, energy: int | None, printed: int, destroyer: bool) -> tuple:
    """The law of (damage, criticals, tokens) of one hit, as items. ``printed``: the Energy that bars Passive saves."""
    law: Law = {}
    if energy is None:
        return (((0, 0, 0), Fraction(1)),)
    if unit.kind == "Scenery" and weapon.tech_killer:
        return (((0, 0, 0), Fraction(1)),)
    fates: Law = {}
    if destroyer:
        fates[struck(weapon, unit, at, natural=False)] = Fraction(1)
    else:
        for die in range(1, 7):
            first = fate(weapon, unit, at, die, energy)
            if at.melee and at.entered and not at.rapid and first[0] > 0:
                for again in range(1, 7):
                    second = fate(weapon, unit, at, again, energy)
                    fates[second] = fates.get(second, Fraction(0)) + SIXTH * SIXTH
            else:
                fates[first] = fates.get(first, Fraction(0)) + SIXTH
    for (damage, criticals, tokens), p in fates.items():
        for (left,), q in saved(weapon, unit, at, printed, damage).items():
            key = (left, criticals, tokens)
            law[key] = law.get(key, Fraction(0)) + p * q
    return tuple(law.items())


# --- one weapon -------------------------------------------------------------------------------------------------------


def accuracy(weapon: Weapon, unit: Unit, at: Situation) -> int | None:
    """The number needed to hit; None: no roll."""
    if weapon.acc is None or at.melee:
        return None
    need = 2 if unit.kind == "Scenery" and unit.destructible else weapon.acc
    if at.unseen:
        need = 5
    ignored = set(weapon.ignores)
    if at.soft and unit.kind == "Infantry" and not weapon.flame and not ignored & {"soft", "all"}:
        need += 2
    large = unit.large or unit.kind in ("Behemoth", "Scenery")
    if at.hull and not large and not at.unseen and not ignored & {"hull", "all"}:
        need += 2
    if not weapon.flame:
        evasion = unit.evasion - (weapon.aa or 0)
        if unit.evasion == 0:
            evasion = 0
        need += max(0, evasion) if at.aa_floor else evasion
    return need + (at.incoherent * 1) + (at.disembarked * 2) + (at.reaction * 2)


def shot(weapon: Weapon, unit: Unit, at: Situation) -> Law:
    """The law of one shot's fate: (hits, Destroyer hits, glances)."""
    need = accuracy(weapon, unit, at)
    if need is None:
        return {(1, 0, 0): Fraction(1)}
    law: Law = {}
    for die in range(1, 7):
        key = (0, 0, 0)
        if die == 6 or (die != 1 and die >= need):
            x = weapon.destroyer
            key = (0, 1, 0) if x is not None and (die >= x or need > x) else (1, 0, 0)
        elif die != 1 and weapon.area and unit.kind not in ("Behemoth", "Scenery"):
            key = (0, 0, 1)
        law[key] = law.get(key, Fraction(0)) + SIXTH
    return law


def least(weapon: Weapon, unit: Unit, at: Situation) -> int:
    """The Energy without which nothing can be hurt."""
    if weapon.penetrative:
        return 0
    return unit.armour + (1 if at.body and covered_body(weapon, unit, at) else 0) - 6


def energies(weapon: Weapon, unit: Unit, at: Situation, energy: int, hits: int, destroyers: int) -> tuple[int, ...]:
    """The Energy of each hit left after Focus as its page uses it: no more discards than hurting at all takes."""
    if weapon.focus is None or destroyers or energy >= least(weapon, unit, at):
        return (energy,) * hits
    for gone in range(1, hits):
        if energy + gone * weapon.focus >= least(weapon, unit, at):
            return (energy + gone * weapon.focus, *(energy,) * (hits - gone - 1))
    return (energy,) * hits


def profile(weapon: Weapon, at: Situation) -> tuple[int, int | None]:
    """Shots and Energy after losses and combined fire."""
    shots, energy = weapon.shots, weapon.energy
    if weapon.reduced is not None:
        shots = max(0, shots - weapon.reduced * at.lost)
        if at.combined and shots > 0 and energy is not None:
            energy = max(energy, min(9, energy + shots - 1))
            shots = 1
    return shots, energy


def in_area(weapon: Weapon, unit: Unit) -> bool:
    """Whether the weapon keeps its Area rule against the target."""
    return weapon.area and unit.kind not in ("Behemoth", "Scenery")


def burst(weapon: Weapon, unit: Unit, at: Situation, energy: int | None, printed: int, destroyer: bool) -> Law:
    """The law of (damage, criticals, tokens) of a hit on one unit, multiplied when it is an Area hit."""
    one = dict(hit(weapon, unit, at, energy, printed, destroyer))
    most = 1
    if weapon.area and unit.kind == "Infantry":
        most = 6
    if weapon.area and unit.kind == "Scenery" and unit.destructible:
        most = 3
    law: Law = {}
    for n in range(1, most + 1):
        for key, p in times(one, n, 3).items():
            law[key] = law.get(key, Fraction(0)) + p / most
    return law


def touched(aim: int, size: int, weapon: Weapon, unit: Unit, at: Situation) -> tuple[int, ...]:
    """Which other units of the squad a template on unit ``aim`` touches: those behind it first, then those before it."""
    if not in_area(weapon, unit):
        return ()
    others = [*range(aim + 1, size), *range(aim - 1, -1, -1)]
    if at.garrison and unit.kind == "Infantry":
        return tuple(others)
    return tuple(others[: max(0, at.under - 1)])


def fired(weapon: Weapon, unit: Unit, at: Situation, size: int, aim: int) -> Law:
    """The law of (damage of each unit…, criticals, tokens) of one use of a weapon on unit ``aim`` of ``size``."""
    shots, energy = profile(weapon, at)
    printed = weapon.energy or 0
    width = size + 2
    law: Law = {}
    for (hits, destroyers, glances), p in times(shot(weapon, unit, at), shots, 3).items():
        pile: Law = {(0,) * width: Fraction(1)}
        each = energies(weapon, unit, at, energy, hits, destroyers) if energy is not None else (None,) * hits
        struck_by = [(e, printed, False, True) for e in each]
        struck_by += [(energy, printed, True, True)] * destroyers
        low = None if energy is None else energy - 2
        struck_by += [(low, printed - 2, False, False)] * glances
        for e, bar, destroyer, template in struck_by:
            pile = plus(pile, placed(burst(weapon, unit, at, e, bar, destroyer), aim, size))
            for other in touched(aim, size, weapon, unit, at) if template else ():
                pile = plus(pile, placed(burst(weapon, unit, at, e, bar, False), other, size))
            pile = capped(pile, unit, at, size)
        for key, q in pile.items():
            law[key] = law.get(key, Fraction(0)) + p * q
    flame = flame_tokens(weapon, unit, at)
    return {(*key[:-1], key[-1] + flame): p for key, p in law.items()}


def flame_tokens(weapon: Weapon, unit: Unit, at: Situation) -> int:
    """Tokens that Flame adds whatever it does."""
    if not weapon.flame or at.melee:
        return 0
    if unit.kind == "Scenery" and unit.destructible:
        return 2 if unit.flammable else 1
    return 1 if at.garrison and unit.kind == "Infantry" else 0


def placed(law: Law, aim: int, size: int) -> Law:
    """A unit's own law as one of the squad's."""
    return {
        (*(damage if i == aim else 0 for i in range(size)), criticals, tokens): p
        for (damage, criticals, tokens), p in law.items()
    }


def capped(law: Law, unit: Unit, at: Situation, size: int) -> Law:
    """Damage beyond a unit's last point is lost."""
    left = unit.points - at.target_lost
    out: Law = {}
    for key, p in law.items():
        cut = (*(min(d, left) for d in key[:size]), *key[size:])
        out[cut] = out.get(cut, Fraction(0)) + p
    return out


# --- the whole squad --------------------------------------------------------------------------------------------------


def usable(weapons: tuple[Weapon, ...], unit: Unit, at: Situation) -> list[Weapon]:
    """The weapons of a unit that may be fired at the target, one of each Alt number."""
    out: list[Weapon] = []
    alts: set[int] = set()
    for weapon in weapons:
        if weapon.close != at.melee or (at.melee and unit.kind != "Infantry"):
            continue
        if weapon.mf == 0 and (at.moved or at.disembarked):
            continue
        if at.unseen and not at.melee and not weapon.indirect:
            continue
        if at.reaction and weapon.indirect:
            continue
        joint = at.combined and weapon.reduced is not None and weapon.energy is not None and not weapon.close
        reach = weapon.reach[1] if unit.active else weapon.reach[0]
        if unit.kind in ("Aircraft", "Aircraft-S") and weapon.aa is None:
            if not joint or at.reaction:
                continue
            reach = min(reach, 6)  # combined fire takes AA at the price of its reach
        if at.reaction and (weapon.aa is None or unit.kind not in ("Aircraft", "Aircraft-S")):
            continue
        if not weapon.close and at.distance is not None and at.distance > reach:
            continue
        if weapon.alt is not None and weapon.alt in alts:
            continue
        if profile(weapon, at)[0] == 0:
            continue
        if weapon.alt is not None:
            alts.add(weapon.alt)
        out.append(weapon)
    return out


def attack(
    squads: tuple[tuple[int, tuple[Weapon, ...]], ...],
    unit: Unit,
    size: int,
    at: Situation,
    full_size: int | None = None,
) -> dict[str, object] | None:
    """What ``(number of units, their weapons)…`` do to a squad of ``size`` units; None when no weapon may be used.

    Gives the laws of slain, damage, criticals and collateral, and the chances destroyed, crashed and fortitude.
    """
    uses = [w for n, weapons in squads for w in usable(weapons, unit, at) for _ in range(n * w.strafe)]
    if not uses:
        return None
    left = unit.points - at.target_lost
    if at.melee:
        law = in_close_quarters(uses, unit, size, at)
    else:
        law = {(0,) * (size + 2): Fraction(1)}
        for weapon in uses:
            aim = aimed_at(law, size, left)
            law = capped(plus(law, fired(weapon, unit, at, size, aim)), unit, at, size)
    out: dict[str, object] = {"slain": {}, "damage": {}, "criticals": {}, "collateral": {}}
    chances = {"destroyed": Fraction(0), "crashed": Fraction(0), "fortitude": Fraction(0)}
    whole = unit.points * (full_size or size)
    for key, p in law.items():
        lost, criticals, tokens = key[:size], key[size], key[size + 1]
        slain = sum(d >= left for d in lost)
        remains = size * left - sum(lost)
        for name, value in (("slain", slain), ("damage", sum(lost)), ("criticals", criticals), ("collateral", tokens)):
            table = out[name]
            assert isinstance(table, dict)
            table[value] = table.get(value, Fraction(0)) + p
        chances["destroyed"] += p * (slain == size)
        chances["crashed"] += p * (slain > 0 and unit.kind in ("Aircraft", "Aircraft-S"))
        chances["fortitude"] += p * (at.melee and sum(lost) > 0 and 0 < remains * 2 < whole)
    return {**out, **chances}


def aimed_at(law: Law, size: int, left: int) -> int:
    """The nearest unit that is as likely as not to survive what was declared before; else the likeliest to."""
    stands = [sum((p for key, p in law.items() if key[i] < left), Fraction(0)) for i in range(size)]
    for i, chance in enumerate(stands):
        if 2 * chance >= 1:
            return i
    return stands.index(max(stands))


def in_close_quarters(uses: list[Weapon], unit: Unit, size: int, at: Situation) -> Law:
    """Everything hits the squad; the unit hurt most loses its points first and the rest runs on to the next."""
    left = unit.points - at.target_lost
    pool: Law = {(0, 0, 0): Fraction(1)}
    one = replace(unit, points=10**6)
    for weapon in uses:
        law = fired(weapon, one, replace(at, target_lost=0), 1, 0)
        pool = plus(pool, law)
        pool_capped: Law = {}
        for (damage, criticals, tokens), p in pool.items():
            key = (min(damage, left * size), criticals, tokens)
            pool_capped[key] = pool_capped.get(key, Fraction(0)) + p
        pool = pool_capped
    out: Law = {}
    for (damage, criticals, tokens), p in pool.items():
        lost = []
        for _ in range(size):
            lost.append(min(left, damage))
            damage -= lost[-1]
        out[(*lost, criticals, tokens)] = out.get((*lost, criticals, tokens), Fraction(0)) + p
    return out


def best_focus(weapon: Weapon, unit: Unit, at: Situation) -> tuple[Fraction, Fraction]:
    """(chance to kill, expected damage) of one Focus weapon without Area on one unit, discards chosen to make the most of it."""
    shots, energy = profile(weapon, at)
    assert energy is not None and weapon.focus is not None
    left = unit.points - at.target_lost
    total = (Fraction(0), Fraction(0))
    for (hits, destroyers, _), p in times(shot(weapon, unit, at), shots, 3).items():
        found = (Fraction(-1), Fraction(-1))
        for each, ds in splits(hits, destroyers, energy, weapon.focus):
            law: Law = {(0, 0, 0): Fraction(1)}
            for e, d in [(e, False) for e in each] + [(e, True) for e in ds]:
                law = plus(law, dict(hit(weapon, unit, at, e, weapon.energy or 0, d)))
            kill = sum((q for k, q in law.items() if k[0] >= left), Fraction(0))
            mean = sum((min(k[0], left) * q for k, q in law.items()), Fraction(0))
            found = max(found, (kill, mean))
        total = (total[0] + p * found[0], total[1] + p * found[1])
    return total


def splits(hits: int, destroyers: int, energy: int, x: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to discard hits and share what they give over those that remain."""
    out = []
    for gone in range(hits + destroyers):
        for gone_ds in range(min(gone, destroyers) + 1):
            kept, kept_ds = hits - (gone - gone_ds), destroyers - gone_ds
            if kept < 0 or kept + kept_ds == 0:
                continue
            for share in shares(gone, kept):  # a Destroyer hit needs no Energy
                out.append((tuple(energy + x * s for s in share), (energy,) * kept_ds))
    return out or [((), ())]


def shares(points: int, places: int) -> list[tuple[int, ...]]:
    """Ways to spread points over places, larger ones first."""
    if places == 0:
        return [()]
    if places == 1:
        return [(points,)]
    return [
        (first, *rest)
        for first in range(points + 1)
        for rest in shares(points - first, places - 1)
        if not rest or first >= rest[0]
    ]
