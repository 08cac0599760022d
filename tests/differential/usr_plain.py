"""Attacks of the Universal Special Rules system, counted out die by die from the text of the rules alone.

Nothing of the product is used. Chances are Fractions, laws are plain dictionaries ``{result: chance}``. All models of the
attacker are alike; the target's models may differ in wounds and saves, and stand nearest first. It is slow on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from .plain_laws import ONE, Law, binomial, chance, crafted, dice, mapped, then

SIXTH = Fraction(1, 6)


@dataclass(frozen=True)
class Weapon:
    """A weapon. ``strength``: a number, "User", "+n", "xn", "X" or "D"; ``ap`` None: "-"; ``kind`` "Melee" for melee."""

    kind: str = "Assault"
    shots: int = 1
    moving: int | None = None  # Salvo
    reach: int | None = 24
    strength: int | str = 4
    ap: int | None = None
    rules: frozenset[str] = frozenset()  # names in lower case; "poisoned" has its number below
    poison: int = 4
    zones: tuple[tuple[int, int | None], ...] = ()  # Strength and AP of the middle and the outer zone of its marker

    def has(self, rule: str) -> bool:
        return rule in self.rules


@dataclass(frozen=True)
class Attacker:
    """One of the attacking models, all alike. ``vehicle``: it has hull points in place of wounds."""

    ws: int = 4
    bs: int = 4
    strength: int = 4
    wounds: int = 1
    attacks: int = 1
    weapons: tuple[Weapon, ...] = ()
    rules: frozenset[str] = frozenset()
    fnp: int | None = None
    kind: str = "Infantry"

    def has(self, rule: str) -> bool:
        return rule in self.rules


@dataclass(frozen=True)
class Body:
    """One model of the target: its wounds and saves."""

    wounds: int = 1
    save: int | None = None
    ward: int | None = None
    hero: bool = False  # an Independent Character


@dataclass(frozen=True)
class Target:
    """A target with Toughness. Rules are those of every model."""

    bodies: tuple[Body, ...] = (Body(),)
    toughness: int = 4
    ws: int = 4
    leadership: int = 8
    kind: str = "Infantry"
    rules: frozenset[str] = frozenset()
    fnp: int | None = None

    def has(self, rule: str) -> bool:
        return rule in self.rules


@dataclass(frozen=True)
class Hull:
    """A vehicle as a target. ``guns`` are the weapons that it can lose."""

    front: int = 12
    side: int = 11
    rear: int = 10
    points: int = 3
    guns: int = 1
    ws: int = 0
    kind: str = "Vehicle"
    tags: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()

    def has(self, rule: str) -> bool:
        return rule in self.rules


@dataclass(frozen=True)
class Situation:
    """What surrounds the attack."""

    melee: bool = False
    distance: float | None = None
    cover: int | None = None
    moved: bool = False
    charging: bool = False
    facing: str = "front"
    under: int = 1
    middle: int = 0  # models in the outer zones of a marker that has zones
    outer: int = 0
    snap: bool = False
    jinking: bool = False
    ground: bool = False
    afraid: bool = False
    target_afraid: bool = False
    charged: bool = False
    foe: bool = False
    first_round: bool = True
    disordered: bool = False
    supercharge: str = ""
    night: bool = False
    immobilised: bool = False
    hp: int | None = None
    wrecked: bool = False  # ruling zero_hp
    cap_both: bool = False  # ruling shroud-cap
    wrath: bool = True  # whether Hammer of Wrath is stated


D6 = dice(6)
F23 = Fraction(2, 3)


# --- to hit -----------------------------------------------------------------------------------------------------------


def ballistic(skill: int) -> tuple[int, int | None]:
    """(first number needed, number of the second try or None)."""
    if skill <= 5:
        return 7 - max(1, skill), None
    return 2, {6: 6, 7: 5, 8: 4, 9: 3, 10: 2}[skill]


def combat(skill: int, against: int) -> int:
    """The number needed to hit in close combat."""
    if against == 0:
        return 1
    if skill > against:
        return 3
    return 5 if against > 2 * skill else 4


@cache
def to_hit(need: int, second: int | None, again: str, minus: int) -> tuple[tuple[tuple[bool, int], Fraction], ...]:
    """The law of (hit, natural face) of one die as items. ``again``: "misses", "ones" or ""."""

    def good(face: int, wanted: int) -> bool:
        return face == 6 or (face != 1 and face >= wanted + minus)

    law: Law = {}
    for face in range(1, 7):
        hit = good(face, need)
        tries = [second] if second is not None else []
        if again == "misses" or (again == "ones" and face == 1):
            tries.append(need)
        if hit or not tries:
            law[hit, face] = law.get((hit, face), Fraction(0)) + SIXTH
            continue
        wanted = min(tries)
        for other in range(1, 7):
            key = (good(other, wanted), other)
            law[key] = law.get(key, Fraction(0)) + SIXTH * SIXTH
    return tuple(law.items())


# --- the attack's numbers ---------------------------------------------------------------------------------------------


def strength_of(weapon: Weapon, by: Attacker, at: Situation) -> int:
    """The Strength of a hit; a Destroyer weapon's is 10."""
    s = weapon.strength
    bonus = 1 if at.melee and at.charging and by.has("furious charge") else 0
    if s == "D":
        return 10
    if isinstance(s, int):
        return min(10, s + (1 if weapon.has("gets hot") and at.supercharge == "strength" else 0))
    if s in ("User", "X"):
        return min(10, by.strength + bonus)
    if s.startswith("+"):
        return min(10, by.strength + int(s[1:]) + bonus)
    return min(10, by.strength * int(s[1:]) + bonus)


def ap_of(weapon: Weapon, by: Attacker, at: Situation) -> int | None:
    """The AP of a hit."""
    if at.melee and (by.has("smash") or by.kind in MONSTERS) and weapon.ap != 1:
        return 2
    return weapon.ap


MONSTERS = ("Monstrous Creature", "Gargantuan Creature")


def needed_to_wound(s: int, t: int) -> int | None:
    """The table."""
    distance = t - s
    if distance >= 4:
        return None
    return {1: 5, 0: 4, -1: 3}.get(distance, 6 if distance > 0 else 2)


@dataclass(frozen=True)
class Wound:
    """A wound to be allotted. ``lost`` is its law of wounds (one, or what Destroyer takes), ``saves`` whether any is allowed."""

    ap: int | None
    instant: bool
    ignores_cover: bool
    melee: bool
    saves: bool = True
    many: str = ""  # "", "d3" or "d6+6"
    spread: bool = False  # of a marker or template

    @property
    def order(self) -> tuple[bool, int]:
        """Pools that no save stops go first, then the better AP."""
        return self.saves, self.ap or 9


def to_wound(weapon: Weapon, by: Attacker, on: Target, at: Situation) -> Law:
    """The law of the wound that a hit does: a Wound or None."""
    s, ap = strength_of(weapon, by, at), ap_of(weapon, by, at)
    t = on.toughness
    doubled = s >= 2 * t and weapon.strength != "X"

    def wound(better: bool) -> Wound:
        worth = ap
        if better and not (ap is not None and ap <= 2):
            worth = 2
        instant = weapon.has("instant death") or doubled or (at.melee and by.has("instant death"))
        spread = not at.melee and unrolled(weapon, at)
        return Wound(worth, instant, covers_ignored(weapon), at.melee, spread=spread)

    if weapon.strength == "D":
        one = Wound(ap, t <= 5, covers_ignored(weapon), at.melee, True, "d3")
        deadly = Wound(ap, t <= 5, covers_ignored(weapon), at.melee, False, "d6+6")
        return {None: SIXTH, one: 4 * SIXTH, deadly: SIXTH}
    need = needed_to_wound(s, t)
    owns = (weapon, by) if at.melee else (weapon,)
    if any(o.has("poisoned") for o in owns):
        huge = on.kind == "Gargantuan Creature"
        number = 6 if huge else min([weapon.poison] * weapon.has("poisoned") + [4] * (by.has("poisoned") and at.melee))
        need = number if need is None else min(need, number)
    if weapon.has("sniper") and not at.melee:
        need = 6 if on.kind == "Gargantuan Creature" else 4
    if any(o.has("fleshbane") for o in owns):
        need = 2
    if weapon.has("graviton") and not at.melee:
        need = majority_save(on)
    critical = any(o.has("rending") for o in owns)
    marksman = weapon.has("sniper") and not at.melee

    def face(f: int) -> Wound | None:
        if critical and f == 6:
            return wound(True)
        if need is not None and f >= need and f > 1:
            return wound(marksman and f == 6)
        return None

    again = any(o.has("shred") for o in owns)
    again |= by.has("monster hunter") and on.kind in MONSTERS
    again |= at.melee and any(o.has("poisoned") for o in owns) and s > t
    again |= weapon.kind == "Template" and weapon.has("twin-linked")
    ones = by.has("preferred enemy")
    law: Law = {}
    for f in range(1, 7):
        first = face(f)
        if first is None and (again or (ones and f == 1)):
            for g in range(1, 7):
                law[face(g)] = law.get(face(g), Fraction(0)) + SIXTH * SIXTH
        else:
            law[first] = law.get(first, Fraction(0)) + SIXTH
    return law


def majority_save(on: Target) -> int:
    """The armour save most models have, of equals the poorer; 6 without one."""
    saves = [b.save or 7 for b in on.bodies]
    most = max(saves.count(s) for s in saves)
    return min(6, max(s for s in saves if saves.count(s) == most))


def covers_ignored(weapon: Weapon) -> bool:
    """Whether no cover save may be taken."""
    return weapon.has("ignores cover") or weapon.kind == "Template"


def cover_of(on: Target | Hull, at: Situation) -> int | None:
    """The target's cover save."""
    base = at.cover or 7
    if at.jinking and on.has("jink"):
        base = min(base, 4)
    if at.ground and isinstance(on, Target) and not on.has("fearless") and not on.has("zealot"):
        base = min(base, 7) - 1
    better = (1 if on.has("stealth") or at.night else 0) + (2 if on.has("shrouded") else 0)
    both = (on.has("stealth") or at.night) and on.has("shrouded")
    if better:
        floor = 3 if (both or not at.cap_both) else 2
        base = min(base, max(floor, base - better))
    return max(2, base) if base < 7 else None


# --- wounds on models -------------------------------------------------------------------------------------------------


def suffer(state: tuple[int, ...], wound: Wound, on: Target, at: Situation) -> Law:
    """The law of (wounds left of each model, whether the wound was unsaved) when a wound falls on the nearest model left."""
    first = next((i for i, w in enumerate(state) if w), None)
    if first is None:
        return {(state, False): ONE}
    beside = [i for i, w in enumerate(state) if w and i != first]
    if on.bodies[first].hero and beside:  # look out, sir: 2+ and the nearest soldier, or else hero, takes it
        takes = next((i for i in beside if not on.bodies[i].hero), beside[0])
        return then({takes: 5 * SIXTH, first: SIXTH}, lambda i: fallen(state, wound, i, on, at))
    return fallen(state, wound, first, on, at)


def fallen(state: tuple[int, ...], wound: Wound, first: int, on: Target, at: Situation) -> Law:
    """As ``suffer`` when the wound has fallen on this model."""
    body = on.bodies[first]
    ward = body.ward
    best = [7]
    if wound.saves:
        if body.save is not None and (wound.ap is None or wound.ap > body.save):
            best.append(body.save)
        if ward is not None:
            best.append(ward)
        cover = cover_of(on, at)
        if cover is not None and not wound.ignores_cover and not wound.melee:
            best.append(cover)
    goes = Fraction(max(1, min(best) - 1), 6) if min(best) < 7 else ONE
    instant = wound.instant
    ignores = min([on.fnp] * (on.fnp is not None) + [5] * (on.kind == "Gargantuan Creature"), default=None)
    if ignores is not None and not instant and not wound.many:
        goes *= Fraction(ignores - 1, 6)
    if wound.many == "d3":
        lost: Law = dice(3)
    elif wound.many:
        lost = mapped(D6, lambda d: d + 6)
    else:
        lost = {1: ONE}
    if instant and not on.has("eternal warrior"):
        lost = {99: ONE}
    law: Law = {(state, False): 1 - goes} if goes < 1 else {}
    if wound.spread and on.has("swarms") and not instant:  # two wounds, each of which may be ignored by itself
        felt = Fraction(ignores - 1, 6) if ignores is not None else ONE
        unsaved = goes / felt
        spared = 1 - unsaved + unsaved * (1 - felt) ** 2
        law = {(state, False): spared} if spared else {}
        lost = {2: felt * felt * unsaved / goes}
        if felt < 1:
            lost[1] = 2 * felt * (1 - felt) * unsaved / goes
    for n, p in lost.items():
        left = tuple(max(0, w - n) if i == first else w for i, w in enumerate(state))
        law[left, True] = law.get((left, True), Fraction(0)) + goes * p
    return law


def volley(state: tuple[int, ...], counts: tuple[tuple[Wound, int], ...], on: Target, at: Situation) -> Law:
    """The law of (wounds left, any unsaved) after pools of wounds, in order."""
    law: Law = {(state, False): ONE}
    for wound, n in counts:
        for _ in range(n):
            law = then(
                law,
                lambda so, wound=wound: mapped(suffer(so[0], wound, on, at), lambda r: (r[0], r[1] or so[1])),
            )
    return law


def pools(per_die: Law, n: int) -> Law:
    """The law of how many of each Wound ``n`` alike and independent dice make: a sorted tuple of (Wound, number)."""
    law: Law = {(): ONE}

    def add(pool: tuple[tuple[Wound, int], ...], wound: Wound | None) -> tuple[tuple[Wound, int], ...]:
        if wound is None:
            return pool
        counts = dict(pool)
        counts[wound] = counts.get(wound, 0) + 1
        return tuple(sorted(counts.items(), key=lambda c: c[0].order))

    for _ in range(n):
        law = then(law, lambda pool: mapped(per_die, lambda w: add(pool, w)))
    return law


def both(first: Law, second: Law) -> Law:
    """The pools of two laws put together, those of one AP in the order of the zones."""

    def put(one: tuple[tuple[Wound, int], ...], more: tuple[tuple[Wound, int], ...]) -> tuple[tuple[Wound, int], ...]:
        counts = dict(one)
        for wound, n in more:
            counts[wound] = counts.get(wound, 0) + n
        return tuple(sorted(counts.items(), key=lambda c: c[0].order))

    return then(first, lambda one: mapped(second, lambda more: put(one, more)))


# --- what is fired ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fire:
    """How one model fires one weapon now."""

    weapon: Weapon
    shots: int
    snap: bool


def is_blast(weapon: Weapon, at: Situation) -> bool:
    """Whether it uses a marker."""
    if weapon.has("gets hot") and at.supercharge == "blast":
        return True
    sizes = ("blast", "large blast", "massive blast", "apocalyptic blast", "apocalyptic mega-blast")
    return any(weapon.has(size) for size in sizes)


def unrolled(weapon: Weapon, at: Situation) -> bool:
    """Whether no dice are rolled to hit."""
    return is_blast(weapon, at) or weapon.kind == "Template"


def fires(weapon: Weapon, by: Attacker, at: Situation, allowed_full: bool = True) -> Fire | None:
    """How the weapon may be fired, None when it may not."""
    steady = by.has("relentless") or by.kind in (
        "Vehicle",
        "Walker",
        "Bike",
        "Jetbike",
        "Jet Pack",
        "Monstrous Creature",
    )
    moved = at.moved and not steady
    reach = (20 if weapon.has("torrent") else 8) if weapon.kind == "Template" else weapon.reach
    shots, snap = weapon.shots, at.snap or not allowed_full
    if weapon.kind == "Salvo" and moved:
        assert weapon.moving is not None and reach is not None
        shots, reach = weapon.moving, reach / 2
    if weapon.kind == "Rapid Fire":
        close = at.distance is not None and reach is not None and at.distance <= reach / 2
        shots = 2 if close else 1
    if weapon.kind == "Heavy" and moved:
        snap = True
    if weapon.kind == "Ordnance" and (moved or snap):
        return None
    if unrolled(weapon, at) and snap:
        return None
    if reach is not None and at.distance is not None and at.distance > reach:
        return None
    return Fire(weapon, shots, snap)


def shot_law(weapon: Weapon, by: Attacker, on: Target | Hull, at: Situation, snap: bool) -> Law:
    """The law of (hit, natural face) of one die to hit in shooting."""
    skill = by.bs
    if skill == 0:
        return {(False, 0): ONE}
    overhead = isinstance(on, Hull) and ("Skimmer" in on.tags or on.kind == "Flyer")
    if by.has("strafing run") and not overhead and weapon.kind in ("Assault", "Heavy", "Rapid Fire", "Salvo"):
        skill = min(10, skill + 1)
    need, second = (6, None) if snap else ballistic(skill)
    flying = isinstance(on, Hull) and "Skimmer" in on.tags
    minus = 1 if weapon.has("skyfire") and not flying and not snap else 0
    again = "misses" if weapon.has("twin-linked") else "ones" if by.has("preferred enemy") else ""
    return dict(to_hit(need, second, again, minus))


def blow_law(by: Attacker, on: Target | Hull, at: Situation) -> Law:
    """The law of (hit, natural face) of one blow."""
    skill = 1 if at.afraid else by.ws
    if isinstance(on, Hull):
        against = on.ws if on.kind == "Walker" else 1
        if at.immobilised and on.kind != "Walker":
            return {(True, 0): ONE}
    else:
        against = 1 if at.target_afraid else on.ws
    again = ""
    if by.has("preferred enemy"):
        again = "ones"
    if at.first_round and (by.has("zealot") or (by.has("hatred"))):
        again = "misses"
    return dict(to_hit(combat(skill, against), None, again, 0))


def blows(by: Attacker, at: Situation) -> tuple[Weapon, int]:
    """The weapon a model strikes with and how many blows."""
    close = [w for w in by.weapons if w.kind == "Melee"]
    weapon = close[0] if close else Weapon("Melee", reach=None, strength="User")
    n = by.attacks
    count = len(close) + sum(w.kind == "Pistol" for w in by.weapons)
    special = sum(w.has("specialist weapon") for w in close)
    if (special >= 2) if weapon.has("specialist weapon") else (count >= 2):
        n += 1
    if at.charging and not at.disordered:
        n += 2 if by.has("rage") else 1
    if at.charged and by.has("counter-attack"):
        n += 1
    return weapon, n


def hit_and_more(hits: Law, then_law: Law, none: object) -> Law:
    """One die to hit and then what a hit does."""
    p = chance(hits, lambda r: r[0])
    out: Law = {none: 1 - p} if p < 1 else {}
    for result, q in then_law.items():
        out[result] = out.get(result, Fraction(0)) + p * q
    return out


def hot(weapon: Weapon, by: Attacker, on: Target | Hull, at: Situation, fire: Fire) -> Law:
    """The law of points that one shot costs the firer."""
    if not weapon.has("gets hot"):
        return {0: ONE}
    if unrolled(weapon, at):
        p = SIXTH
        if weapon.has("twin-linked") or by.bs >= 6 or (by.has("preferred enemy")):
            p *= SIXTH
    elif at.supercharge:
        p = chance(shot_law(weapon, by, on, at, fire.snap), lambda r: not r[0] and r[1] == 1)
    else:
        return {0: ONE}
    if by.fnp is not None and by.kind != "Vehicle":
        p *= Fraction(by.fnp - 1, 6)
    return {0: 1 - p, 1: p}


def arms(by: Attacker, at: Situation) -> list[Fire]:
    """What one model fires."""
    out: list[Fire] = []
    vehicle = by.kind == "Vehicle"
    guns = 99 if vehicle else 2 if by.kind == "Monstrous Creature" else 1
    full = 99
    if vehicle and at.moved:
        full = 2 if by.has("fast") else 1
    big = [w for w in by.weapons if w.kind == "Ordnance" and fires(w, by, at) is not None]
    for weapon in by.weapons:
        if weapon.kind == "Melee" or len(out) == guns:
            continue
        if vehicle and big:  # firing Ordnance leaves Snap Shots for the rest
            fire = fires(weapon, by, at, weapon.kind == "Ordnance")
        else:
            fire = fires(weapon, by, at, full > 0)
        if fire is not None:
            out.append(fire)
            full -= 1
    return out


# --- a target with Toughness ------------------------------------------------------------------------------------------


def attack(n: int, by: Attacker, on: Target | Hull, at: Situation) -> dict[str, object] | None:
    """What ``n`` models do to the target; None when nothing can be done."""
    if at.melee:
        weapon, times = blows(by, at)
        lines: list[tuple] = [(blow_law(by, on, at), n * times, weapon)]
        if (
            at.charging
            and at.wrath
            and (by.has("hammer of wrath") or by.kind in (*MONSTERS, "Bike", "Jetbike", "Jump"))
        ):
            lines.insert(
                0, ({(True, 0): F23, (False, 0): 1 - F23}, n, Weapon("Wrath", reach=None, strength=by.strength))
            )
        if isinstance(on, Hull):
            return against_hull([(w, law, k, False) for law, k, w in lines], by, on, at, {0: ONE}, n)
        return added(lines, on, at, {0: ONE}, by, n)
    shooters = arms(by, at)
    if not shooters:
        return None
    own: Law = {0: ONE}
    for fire in shooters:
        for _ in range(fire.shots):
            own = then(own, lambda so, fire=fire: mapped(hot(fire.weapon, by, on, at, fire), lambda h: so + h))
    own = mapped(own, lambda h: min(h, by.wounds))
    if isinstance(on, Hull):
        parts = []
        for fire in shooters:
            weapon = fire.weapon
            law = {(True, 0): ONE} if unrolled(weapon, at) else shot_law(weapon, by, on, at, fire.snap)
            parts.append((weapon, fizzle(law, weapon, by, at), n * fire.shots, weapon.kind == "Ordnance"))
        return against_hull(parts, by, on, at, own, n)
    dealt = []
    for fire in shooters:
        weapon = fire.weapon
        if unrolled(weapon, at):
            dealt.append(("markers", fire, n * fire.shots, weapon))
        elif weapon.has("master-crafted"):
            p = chance(shot_law(weapon, by, on, at, fire.snap), lambda r: r[0])
            dealt.append(("crafted", first_miss_again(p, fire.shots), n, weapon))  # type: ignore[arg-type]
        else:
            dealt.append((shot_law(weapon, by, on, at, fire.snap), n * fire.shots, weapon))  # type: ignore[arg-type]
    return added(dealt, on, at, own, by, n)  # type: ignore[arg-type]


def fizzle(law: Law, weapon: Weapon, by: Attacker, at: Situation) -> Law:
    """A shot without a roll to hit that Gets Hot is lost on a 1."""
    if not (weapon.has("gets hot") and unrolled(weapon, at)):
        return law
    p = SIXTH
    if weapon.has("twin-linked") or by.bs >= 6 or (by.has("preferred enemy")):
        p *= SIXTH
    return {(True, 0): 1 - p, (False, 1): p}


def added(lines: list[tuple], on: Target, at: Situation, own: Law, by: Attacker, n: int) -> dict[str, object]:
    """The weapons one after the other on the target's models."""
    start = tuple(b.wounds for b in on.bodies)
    law: Law = {(start, False): ONE}  # wounds left, whether a Pinning weapon did an unsaved wound
    for line in lines:
        weapon = line[-1]
        pins = weapon.has("pinning") and not at.melee

        def go(so: tuple, line: tuple = line, weapon: Weapon = weapon, pins: bool = pins) -> Law:
            state, pinned = so
            left = tuple(b for b, w in zip(on.bodies, state, strict=True) if w)
            if not left:
                return {so: ONE}
            bare = Attacker(strength=by.strength) if weapon.kind == "Wrath" else by  # no rule of the model helps
            wound = to_wound(weapon, bare, replace(on, bodies=left), at)
            if line[0] == "markers":
                stands = sum(1 for w in state if w)
                size = min(at.under, stands)
                works = chance(fizzle({(True, 0): ONE}, weapon, by, at), lambda r: r[0])
                middle = min(at.middle, stands - size)
                under = [(wound, size)]
                for (s, ap), many in zip(weapon.zones, (middle, min(at.outer, stands - size - middle)), strict=False):
                    other = replace(weapon, strength=s, ap=ap)
                    under.append((to_wound(other, bare, replace(on, bodies=left), at), many))

                def landed(k: int, under: list[tuple[Law, int]] = under) -> Law:
                    law: Law = {(): ONE}
                    for in_zone, many in under:
                        law = both(law, pools(in_zone, k * many))
                    return law

                shots = then(binomial(line[2], works), landed)
            elif line[0] == "crafted":
                hits = crafted(line[1], line[2])
                shots = then(hits, lambda k: pools(wound, k))
            else:
                shots = pools(hit_and_more(line[0], wound, None), line[1])
            after = then(shots, lambda pool: volley(state, pool, on, at))
            return mapped(after, lambda r: (r[0], pinned or (pins and r[1])))

        law = then(law, go)
    slain = mapped(law, lambda r: sum(1 for w in r[0] if not w))
    damage = mapped(law, lambda r: sum(start) - sum(r[0]))
    fails = chance(dice(6, 2), lambda s: s > on.leadership)
    if on.has("fearless") or on.has("zealot") or at.ground or on.kind == "Gargantuan Creature":
        fails = Fraction(0)
    elif on.has("stubborn"):
        fails = fails + 0
    pinned = chance(law, lambda r: r[1] and any(r[0])) * fails
    return {
        "slain": slain,
        "damage": damage,
        "destroyed": chance(law, lambda r: not any(r[0])),
        "pinned": pinned,
        **own_laws(own, by, n),
    }


def first_miss_again(p: Fraction, n: int) -> Law:
    """How many of a model's n dice hit when its first miss is thrown again."""
    return then(binomial(n, p), lambda k: {k: ONE} if k == n else {k + 1: p, k: 1 - p})


def own_laws(own: Law, by: Attacker, n: int) -> dict[str, Law]:
    """What the attack costs its own side: points, and models."""
    damage: Law = {(0, 0): ONE}
    for _ in range(n):
        damage = then(damage, lambda so: mapped(own, lambda h: (so[0] + h, so[1] + (h == by.wounds))))
    return {"own-damage": mapped(damage, lambda r: r[0]), "own-slain": mapped(damage, lambda r: r[1])}


# --- a vehicle --------------------------------------------------------------------------------------------------------

NONE, GLANCE, PEN = 0, 1, 2


def armour_of(on: Hull, at: Situation, weapon: Weapon) -> int:
    """The Armour Value struck."""
    if (weapon.has("barrage") or weapon.zones) and not at.melee:
        value = on.side
    elif at.melee and weapon.kind != "Wrath":
        value = on.front if on.kind == "Walker" else on.rear
    else:
        value = {"front": on.front, "side": on.side, "rear": on.rear}[at.facing]
    return min(value, 12) if weapon.has("lance") else value


def penetration(weapon: Weapon, by: Attacker, on: Hull, at: Situation) -> Law:
    """The law of NONE, GLANCE or PEN for a hit."""
    if weapon.has("haywire"):
        return {NONE: SIXTH, GLANCE: 4 * SIXTH, PEN: SIXTH}
    owns = (weapon, by) if at.melee else (weapon,)
    value = armour_of(on, at, weapon)
    s = 4 if weapon.has("sniper") and not at.melee else strength_of(weapon, by, at)
    close = at.distance is not None and weapon.reach is not None and at.distance <= weapon.reach / 2
    n = 1 + (weapon.has("melta") and close and not at.melee) + any(o.has("armourbane") for o in owns)
    best = weapon.kind == "Ordnance"
    rends = any(o.has("rending") for o in owns)

    def rolls() -> Iterator[tuple[int, bool, Fraction]]:
        faces = [()]  # type: list[tuple[int, ...]]
        for _ in range(n + best):
            faces = [(*f, d) for f in faces for d in range(1, 7)]
        for f in faces:
            counted = (max(f[:2]), *f[2:]) if best else f
            yield sum(counted), 6 in counted, Fraction(1, len(faces))

    def once() -> Law:
        law: Law = {}
        for total, six, p in rolls():
            extra = dice(3) if rends and six else {0: ONE}
            for e, q in extra.items():
                sum_ = s + total + e
                what = PEN if sum_ > value else GLANCE if sum_ == value else NONE
                law[what] = law.get(what, Fraction(0)) + p * q
        return law

    law = once()
    again = by.has("tank hunters") or (weapon.kind == "Template" and weapon.has("twin-linked"))
    if again and NONE in law:
        failed = law.pop(NONE)
        for what, q in once().items():
            law[what] = law.get(what, Fraction(0)) + failed * q
    return law


@dataclass(frozen=True)
class Wreck:
    """A vehicle in the middle of an attack."""

    hp: int
    guns: int
    immobile: bool
    gone: bool = False
    glances: int = 0
    penetrations: int = 0
    shaken: bool = False
    stunned: bool = False
    lost: int = 0
    explodes: bool = False
    halted: bool = False  # Immobilised by this attack


def charted(so: Wreck, ap: int | None, on: Hull, at: Situation) -> Law:
    """The law of the vehicle after a roll on the damage table."""
    bonus = {1: 2, 2: 1}.get(ap or 9, 0) + ("Open-topped" in on.tags)
    out: Law = {}
    for face in range(1, 7):
        new = result(so, face + bonus, on, at)
        out[new] = out.get(new, Fraction(0)) + SIXTH
    return out


def result(so: Wreck, total: int, on: Hull, at: Situation) -> Wreck:
    """The vehicle after one result of the table."""
    v = dict(so.__dict__)
    if total <= 3:
        v["shaken"] = True
    elif total == 4:
        v["shaken"] = v["stunned"] = True
    elif total == 5 and so.guns:
        v["guns"], v["lost"] = so.guns - 1, so.lost + 1
    elif total <= 6:
        return halted(Wreck(**v), at)
    else:
        v["gone"] = v["explodes"] = True
    return Wreck(**v)


def halted(so: Wreck, at: Situation) -> Wreck:
    """Immobilised, or a further hull point when it is already."""
    v = dict(so.__dict__)
    if not so.immobile:
        v["immobile"] = v["halted"] = True
    elif so.hp == 0:
        v["gone"] = True
    else:
        v["hp"] = so.hp - 1
        v["gone"] = so.hp == 1 and at.wrecked
    return Wreck(**v)


def struck(so: Wreck, what: int, ap: int | None, on: Hull, at: Situation, points: Law, saved: Fraction) -> Law:
    """The law of the vehicle after a glance or a penetrating hit."""
    if so.gone or what == NONE:
        return {so: ONE}
    law: Law = {so: saved} if saved else {}
    for n, p in points.items():
        v = dict(so.__dict__)
        v["glances"] += what == GLANCE
        v["penetrations"] += what == PEN
        v["hp"] = max(0, so.hp - n)
        new = Wreck(**v)
        if new.hp == 0 and at.wrecked and so.hp > 0 and what == GLANCE:
            v["gone"] = True
            ends: Law = {Wreck(**v): ONE}
        elif what == PEN or so.hp == 0:
            ends = charted(new, ap, on, at)
            if new.hp == 0 and at.wrecked:
                ends = mapped(ends, lambda r: Wreck(**{**r.__dict__, "gone": True}))
        else:
            ends = {new: ONE}
        for end, q in ends.items():
            law[end] = law.get(end, Fraction(0)) + (1 - saved) * p * q
    return law


def against_hull(
    parts: list[tuple[Weapon, Law, int, bool]], by: Attacker, on: Hull, at: Situation, own: Law, n: int
) -> dict[str, object]:
    """The weapons one after the other, hit by hit."""
    start = at.hp if at.hp is not None else on.points
    law: Law = {Wreck(start, on.guns, at.immobilised): ONE}
    for weapon, hits, times, _ in parts:
        bare = Attacker(strength=by.strength) if weapon.kind == "Wrath" else by
        p = chance(hits, lambda r: r[0])
        ap = ap_of(weapon, bare, at)
        cover = cover_of(on, at)
        allowed = cover is not None and not covers_ignored(weapon) and not at.melee
        saved = 1 - Fraction(max(1, cover - 1), 6) if allowed and cover is not None else Fraction(0)

        def one(
            so: Wreck, weapon: Weapon = weapon, by: Attacker = bare, ap: int | None = ap, saved: Fraction = saved
        ) -> Law:
            if weapon.has("graviton") and not at.melee:
                if so.gone:
                    return {so: ONE}
                done = halted(
                    Wreck(**{**so.__dict__, "hp": max(0, so.hp - 1)}), at
                )  # the point first, as penetrating hits do
                if done.hp == 0 and at.wrecked:
                    done = Wreck(**{**done.__dict__, "gone": True})
                return then(
                    {True: SIXTH * (1 - saved), False: 1 - SIXTH * (1 - saved)}, lambda six: {done if six else so: ONE}
                )
            if weapon.strength == "D":
                solid = struck(so, PEN, ap, on, at, dice(3), saved)
                deadly = struck(so, PEN, ap, on, at, mapped(D6, lambda d: d + 6), Fraction(0))
                return then({0: SIXTH, 1: 4 * SIXTH, 2: SIXTH}, lambda k: ({so: ONE}, solid, deadly)[k])
            return then(penetration(weapon, by, on, at), lambda what: struck(so, what, ap, on, at, {1: ONE}, saved))

        hit_count = binomial(times, p)
        if weapon.has("master-crafted"):
            hit_count = crafted(first_miss_again(p, times // n), n)
        after: list[Law] = [law]
        for _ in range(times):
            after.append(then(after[-1], one))
        law = {}
        for count, q in hit_count.items():
            for end, r in after[count].items():
                law[end] = law.get(end, Fraction(0)) + q * r

    def lost(r: Wreck) -> int:
        return start if r.gone else start - r.hp

    return {
        "slain": mapped(law, lambda r: int(r.gone)),
        "damage": mapped(law, lost),
        "destroyed": chance(law, lambda r: r.gone),
        "glances": mapped(law, lambda r: r.glances),
        "penetrations": mapped(law, lambda r: r.penetrations),
        "crippled": chance(law, lambda r: r.hp == 0 and not r.gone),
        "immobilised": chance(law, lambda r: r.halted and not r.gone),
        "shaken": chance(law, lambda r: r.shaken and not r.gone),
        "stunned": chance(law, lambda r: r.stunned and not r.gone),
        "weapons-lost": mapped(law, lambda r: 0 if r.gone else r.lost),
        "explodes": chance(law, lambda r: r.explodes),
        **own_laws(own, by, n),
    }
