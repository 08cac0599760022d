"""VOID 1.1 attacks worked out a second time, from the rule text alone and as plainly as can be.

Nothing of the product is used. A law is a dict from outcome to Fraction; a step turns one state into such a dict, and
``onward`` strings steps together. Dice are counted face by face.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

Rules = tuple[tuple[str, int], ...]  # (name as the book writes it, parameter or 0)
BANDS = (12, 24, 36, 48)
FACES = range(1, 11)


@dataclass(frozen=True)
class Arm:
    """A weapon. ``bands``: modifiers at short, medium, long, extreme; None: it is for close combat."""

    name: str
    bands: tuple[int | None, ...] | None = (0, 0, 0, 0)
    hit: int = 0
    dam: int = 4
    by_strength: bool = False
    dice: int = 1
    AP: int = 0
    template: str = ""
    indirect: bool = False
    hands: int = 2
    rules: Rules = ()

    @property
    def ranged(self) -> bool:
        return self.bands is not None or self.template == "flame"


@dataclass(frozen=True)
class Soldier:
    AS: int = 4
    SH: int = 4
    ST: int = 4
    T: int = 4
    W: int = 1
    CD: int = 4
    SZ: int = 2
    rules: Rules = ()
    arms: tuple[Arm, ...] = ()
    role: str = ""

    def has(self, name: str) -> bool:
        return any(rule == name for rule, _ in self.rules)

    def value(self, name: str) -> int:
        """The highest parameter of the rule, 0 without it: nothing adds up."""
        return max((n for rule, n in self.rules if rule == name), default=0)


@dataclass(frozen=True)
class Squad:
    name: str
    soldiers: tuple[Soldier, ...]  # nearest first
    type: str = "Infantry"


@dataclass(frozen=True)
class Situation:
    melee: bool = False
    range: float | None = None
    cover: int = 0
    moved: bool = False
    charging: bool = False
    sets: dict[str, Any] = field(default_factory=dict)
    weapons: tuple[str, ...] = ()
    models: int | None = None
    target_models: int | None = None
    # of the attacking unit, found when the attack begins
    spotters: int = 0
    fumbled: bool = False  # it jumped and failed its check
    prone: bool = False


# --- laws ------------------------------------------------------------------------------------------------------------

Law = dict[Any, Fraction]


def onward(law: Law, step: Callable[[Any], Law]) -> Law:
    after: Law = {}
    for state, chance in law.items():
        for then, part in step(state).items():
            after[then] = after.get(then, Fraction(0)) + chance * part
    return after


def d10(needs: int) -> Fraction:
    """The chance of ``needs`` or more; a natural 10 always does, a natural 1 never."""
    return Fraction(sum(face == 10 or (face != 1 and face >= needs) for face in FACES), 10)


def times(chance: Fraction, n: int) -> Law:
    """How many of ``n`` dice pass."""
    law: Law = {0: Fraction(1)}
    for _ in range(n):
        law = onward(law, lambda k: {k + 1: chance, k: 1 - chance})
    return law


# --- the target: a tuple of (wounds left, dodge penalty) per model, and what the damage table did --------------------
# dodge penalty: 0 before the first success, then the number of points suffered since, the next one included

State = tuple[tuple[tuple[int, int], ...], tuple[bool, int, bool]]


def left(state: State) -> list[int]:
    return [i for i, (wounds, _) in enumerate(state[0]) if wounds]


def point(state: State, i: int, target: Squad) -> Law:
    """One point of damage on model ``i``: dodged, or lost and looked up in the damage table."""
    models, (shaken, arms, still) = state
    wounds, k = models[i]
    if not wounds:
        return {state: Fraction(1)}

    def with_model(wounds: int, k: int, effects: tuple[bool, int, bool] = (shaken, arms, still)) -> State:
        return (*models[:i], (wounds, k if wounds else 0), *models[i + 1 :]), effects

    after: Law = {}

    def add(state: State, chance: Fraction) -> None:
        if chance:
            after[state] = after.get(state, Fraction(0)) + chance

    dodged = Fraction(0)
    if target.soldiers[i].has("Dodge"):
        best = max(target.soldiers[j].CD for j in left(state))
        dodged = d10(10 - best + k)
        add(with_model(wounds, k + 1), dodged)  # after a success, every further point counts
    k = k + 1 if k else 0
    if target.type != "Vehicle":
        add(with_model(wounds - 1, k), 1 - dodged)
    else:
        each = (1 - dodged) / 10
        for face in FACES:
            lost = wounds if face == 10 else 1
            armed = len(target.soldiers[i].arms)
            now = (shaken or face in (4, 5), min(armed, arms + (face == 6)), still or face == 7)
            add(with_model(wounds - lost, k, now if wounds > lost else (False, 0, False)), each)  # a wreck is a wreck
    return after


def hit(state: State, i: int, target: Squad, dam: int, dice: int, ap: int, how: Situation) -> Law:
    """One hit on model ``i``: its damage dice, the saves, then point after point."""
    guards = [j for j in left(state) if target.soldiers[j].has("Guard")]
    if guards and i not in guards:
        i = guards[0]  # what falls on those they guard falls on them
    soldier = target.soldiers[i]
    wound = d10(6 - dam + soldier.T)
    cover = 0 if how.melee else cover_rating(target, how.cover)
    if cover:
        wound *= 1 - d10(10 - cover)
    armour = max(soldier.value("Heavy Armour"), 3 * (soldier.has("Shield Wall") and walled(target, how)))
    if armour:
        wound *= 1 - d10(10 - armour + ap)
    law: Law = {}
    for wounds, chance in times(wound, dice).items():
        part: Law = {state: chance}
        for _ in range(wounds):
            part = onward(part, lambda s: point(s, i, target))
        for s, c in part.items():
            law[s] = law.get(s, Fraction(0)) + c
    return law


def walled(target: Squad, how: Situation) -> bool:
    """Whether a shield wall stands against this attack: formed, and struck in front."""
    front = how.sets.get("arc", "front") == "front"
    return not how.melee and front and every([s for s in target.soldiers if s.role != "support"], "Shield Wall")


def in_turn(state: State, target: Squad, how: Situation) -> list[int]:
    """Who takes hits: the nearest left, guards before what they guard, a shield wall before those behind it."""
    wall = walled(target, how)

    def rank(i: int) -> tuple[bool, bool, int]:
        soldier = target.soldiers[i]
        return not soldier.has("Guard"), wall and not soldier.has("Shield Wall"), i

    return sorted(left(state), key=rank)


# --- the attack ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Volley:
    """One shot or blow: whose, with what."""

    soldier: Soldier
    arm: Arm
    ap: int


def last(squad: Squad, n: int | None) -> tuple[Soldier, ...]:
    """Who is left of a squad of which ``n`` models are: the nearest died first."""
    return squad.soldiers[-n:] if n else squad.soldiers


def band_of(range: float | None) -> int | None:
    if range is None:
        return 0
    return next((i for i, reach in enumerate(BANDS) if range <= reach), None)


def every(soldiers: Iterable[Soldier], name: str) -> bool:
    return all(s.has(name) for s in soldiers)


def hidden(target: Squad, range: float | None) -> bool:
    if range is None:
        return False
    if every(target.soldiers, "Stealth"):
        return range > 12
    return range > 24 and all(s.has("Camouflage") or s.has("Stealth") for s in target.soldiers)


def cover_rating(target: Squad, cover: int) -> int:
    return cover + all(s.has("Camouflage") or s.has("Stealth") for s in target.soldiers)


def locking(soldier: Soldier, arm: Arm) -> bool:
    return arm.dice > 0 and (any(n == "Target Acquisition" for n, _ in arm.rules) or soldier.has("Target-locking"))


def usable(soldier: Soldier, target: Squad, how: Situation) -> list[Arm]:
    """The ranged weapons that may fire, in file order."""
    band = band_of(how.range)
    found = []
    for arm in soldier.arms:
        if not arm.ranged or (how.weapons and arm.name not in how.weapons):
            continue
        reach = arm.bands or ((0, None, None, None) if arm.template == "flame" else (None,) * 4)
        if band is None or reach[band] is None:
            continue
        seen = not hidden(target, how.range) or arm.indirect
        if not seen and not (how.sets.get("painted") and locking(soldier, arm)):
            continue
        found.append(arm)
    return found


def shots(soldier: Soldier, target: Squad, how: Situation) -> list[Arm]:
    arms = usable(soldier, target, how)
    if not arms:
        return []
    many = soldier.value("Multiple Shots")
    if many:
        single = [a for a in arms if a.hands == 1]
        return single[:many] if len(single) > 1 else [arms[0]] * many
    return [arms[0]] * max(1, dict(arms[0].rules).get("Multiple Shots", 0))


def blows(soldier: Soldier, how: Situation) -> list[Arm]:
    arms = [a for a in soldier.arms if not a.ranged and (not how.weapons or a.name in how.weapons)]
    if not arms and soldier.has("Stomp Attack") and not how.weapons:
        arms = [Arm("Stomp", None, dam=0, by_strength=True)]
    return arms[:1] * max(1, soldier.value("Multiple Attacks"))


def volleys(attacker: Squad, target: Squad, how: Situation) -> list[Volley]:
    """Weapons in file order; within a weapon the better AP first, then models in file order."""
    soldiers = last(attacker, how.models)
    order = list(dict.fromkeys(a.name for s in soldiers for a in s.arms))
    made = []
    for soldier in soldiers:
        if soldier.has("Immobile") and (how.charging if how.melee else how.moved):
            continue  # it did not come along
        for arm in blows(soldier, how) if how.melee else shots(soldier, target, how):
            made.append(Volley(soldier, arm, arm.AP + soldier.value("Find Weakness")))
    return sorted(made, key=lambda v: (order.index(v.arm.name) if v.arm.name in order else -1, -v.ap))


def to_hit(v: Volley, victim: Soldier, target: Squad, how: Situation) -> Law:
    """None for a miss, otherwise the number of damage dice beyond the weapon's."""
    soldier, arm = v.soldier, v.arm
    if how.melee:
        if how.sets.get("target-prone") and every(target.soldiers, "Prone"):
            return {0: Fraction(1)}
        modifier = soldier.AS + arm.hit - victim.AS + 4
        if how.charging and not how.fumbled:
            modifier += 1 + soldier.has("Shock Trooper")
        if any(s.has("Swarm") for s in target.soldiers):
            modifier -= min(3, max(0, how.sets.get("contact", 1) - 1))
    elif arm.template == "flame":
        return {0: Fraction(1)}
    else:
        band = band_of(how.range)
        assert band is not None and arm.bands is not None
        size = victim.SZ
        if how.sets.get("target-prone") and every(target.soldiers, "Prone"):
            size = 1
        modifier = soldier.SH
        if not (how.sets.get("painted") and locking(soldier, arm)):
            modifier += (arm.bands[band] or 0) + size - 2
        modifier -= how.moved
        if how.prone:
            modifier += 1
        modifier -= how.fumbled
        if arm.indirect:
            modifier += how.sets.get("spotters", how.spotters)
    law: Law = {}
    for face in FACES:
        total = face + modifier
        extra: int | None = None
        if face == 10 or (face != 1 and total >= 10):
            extra = 0
            if not how.melee and soldier.has("Marksman") and arm.dice:
                extra = max(0, total - 10) // 2
            if how.melee:
                extra += soldier.value("Lethal Strike")
        law[extra] = law.get(extra, Fraction(0)) + Fraction(1, 10)
    return law


def fire(state: State, v: Volley, target: Squad, how: Situation) -> Law:
    order = in_turn(state, target, how)
    if not order or not v.arm.dice:
        return {state: Fraction(1)}
    dam = v.arm.dam + (v.soldier.ST if v.arm.by_strength else 0)
    if how.melee and how.charging and v.soldier.has("Shock Trooper") and not how.fumbled:
        dam += 1
    after: Law = {}
    for extra, chance in to_hit(v, target.soldiers[order[0]], target, how).items():
        if extra is None:
            victims: list[int] = []
        elif v.arm.template:
            victims = order[: how.sets.get("under", 1)]
        else:
            victims = order[:1]
        if how.melee and extra is not None and how.sets.get("target-prone") and every(target.soldiers, "Prone"):
            extra = v.soldier.value("Lethal Strike")
        part: Law = {state: chance}
        for i in victims:
            dice = v.arm.dice + (extra or 0)
            part = onward(part, lambda s, i=i, dice=dice: hit(s, i, target, dam, dice, v.ap, how))
        for s, c in part.items():
            after[s] = after.get(s, Fraction(0)) + c
    return after


# --- morale ----------------------------------------------------------------------------------------------------------


def panics(survivors: list[Soldier], modifier: int = 0) -> Fraction:
    """The chance that a unit of these fails a morale check."""
    if every(survivors, "Immune to Panic") or any(s.has("Guard") for s in survivors):
        return Fraction(0)
    leaders = [s.CD for s in survivors if s.role == "leader"]
    cd = max(leaders) if leaders else max(s.CD for s in survivors)
    cd += max(s.value("Strategy") for s in survivors) + max(s.value("High Morale") for s in survivors)
    fails = 1 - d10(10 - cd - modifier)
    return fails * fails if any(s.has("Inspiring") for s in survivors) else fails


def suppression(attacker: Squad, target: Squad, how: Situation) -> Fraction | None:
    """The chance of panic from suppressive fire; None when it cannot be made."""
    band = band_of(how.range)
    if band is None or band > 2 or hidden(target, how.range):
        return None
    total = 0
    for soldier in last(attacker, how.models):
        values = [0]
        for arm in soldier.arms:
            reaches = arm.bands is not None and any(m is not None for m in arm.bands[band:])
            if reaches and (not how.weapons or arm.name in how.weapons):
                values += [soldier.value("Suppressive Fire"), dict(arm.rules).get("Suppressive Fire", 0)]
        total += max(values)
    if not total:
        return None
    alive = list(last(target, how.target_models))
    size = max(s.SZ for s in alive)
    if how.sets.get("target-prone") and every(alive, "Prone"):
        size = 1
    return panics(alive, sum(s.W for s in alive) + max(0, size - 2) + band - total)


def grade(attacker: Squad, how: Situation) -> float:
    """How far the unit may aim: the scanning radius of its highest S.P.O.M.M. grade."""
    soldiers = last(attacker, how.models)
    best = max(s.value("SPOMM") for s in soldiers)
    if not best or any(s.role == "individual" and not s.value("SPOMM") for s in soldiers):
        return float("inf")
    return (12, 24, 36)[best - 1]


def attack(attacker: Squad, target: Squad, how: Situation) -> dict[str, Any] | None:
    """The laws of slain and damage and the chances of the rest; None when the attack cannot be made."""
    aim = Squad(target.name, last(target, how.target_models), target.type)
    soldiers = aim.soldiers
    if not how.melee and how.range is not None and how.range > grade(attacker, how):
        return None
    start: State = (tuple((s.W, 0) for s in soldiers), (False, 0, False))
    suppressed: Fraction | None = None
    law: Law = {start: Fraction(1)}
    if how.sets.get("suppressive") and not how.melee:
        suppressed = suppression(attacker, aim, how)
        if suppressed is None:
            return None
    else:
        ours = last(attacker, how.models)
        how = replace(
            how,
            spotters=sum(s.has("Spotter") for s in ours),
            fumbled=bool(how.sets.get("failed-jump")) and every(ours, "Jump Trooper"),
            prone=bool(how.sets.get("prone")) and every(ours, "Prone"),
        )
        fired = volleys(attacker, aim, how)
        if not fired:
            return None
        for v in fired:
            law = onward(law, lambda s, v=v: fire(s, v, aim, how))
    found: dict[str, Any] = {"slain": {}, "damage": {}, "weapons-lost": {}}
    for name in ("destroyed", "panicked", "rampaging", "shaken", "immobilised"):
        found[name] = Fraction(0)
    n, whole = len(soldiers), sum(s.W for s in soldiers)
    for state, chance in law.items():
        alive = left(state)
        slain = n - len(alive)
        damage = whole - sum(wounds for wounds, _ in state[0])
        shaken, arms, still = state[1]
        for name, value in (("slain", slain), ("damage", damage), ("weapons-lost", arms)):
            found[name][value] = found[name].get(value, Fraction(0)) + chance
        found["destroyed"] += chance * (not alive)
        found["shaken"] += chance * shaken
        found["immobilised"] += chance * still
        if alive and slain and (2 * slain >= n or len(alive) == 1):
            found["panicked"] += chance * panics([soldiers[i] for i in alive])
    if suppressed is not None:
        found["panicked"] = suppressed
    if every(soldiers, "Rampage"):
        found["panicked"], found["rampaging"] = Fraction(0), found["panicked"]
    return found


# --- as a force file -------------------------------------------------------------------------------------------------


def written(rules: Rules) -> str:
    names = []
    for n, v in rules:
        grade = f"SPOMM {'I' * v} (Fire Support)" if n == "SPOMM" else "Guard (standard)" if n == "Guard" else ""
        names.append(grade or (f"{n} {v}" if v else n))
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def force(*squads: Squad) -> str:
    """A native force file with these squads."""
    lines = ['system = "void"', 'name = "Plain"']
    arms = {a.name: a for q in squads for s in q.soldiers for a in s.arms}
    for a in arms.values():
        lines.append(f'[weapons."{a.name}"]')
        if a.template == "flame":
            lines.append('template = "flame"')
        elif a.bands is not None:
            for band, modifier in zip(("short", "medium", "long", "extreme"), a.bands, strict=True):
                if modifier is not None:
                    lines.append(f"{band} = {modifier}")
            if a.template:
                lines.append(f'template = "{a.template}"')
        else:
            lines.append(f"hit = {a.hit}")
        if a.dice:
            lines.append(f'dam = "ST{a.dam:+d}"' if a.by_strength else f"dam = {a.dam}")
        lines += [f"dice = {a.dice}", f"AP = {a.AP}", f"hands = {a.hands}", f"rules = {written(a.rules)}"]
        if a.indirect:
            lines.append("indirect = true")
    for q in squads:
        lines += ["[[units]]", f'name = "{q.name}"', f'type = "{q.type}"', "points = 1"]
        for i, s in enumerate(q.soldiers):
            lines += ["[[units.models]]", f'name = "m{i}"', "count = 1", "base = 25"]
            stats = ", ".join(f"{k} = {getattr(s, k)}" for k in ("AS", "SH", "ST", "T", "W", "CD", "SZ"))
            lines += [f"stats = {{MV = 4, {stats}}}", f"rules = {written(s.rules)}"]
            lines.append("weapons = [" + ", ".join(f'"{a.name}"' for a in s.arms) + "]")
            if s.role:
                lines.append(f'role = "{s.role}"')
    return "\n".join(lines)
