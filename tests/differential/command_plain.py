"""Attacks of the Command Token game worked out a second time, from the rule text alone and as plainly as can be.

Nothing of the product is used. A law is a dict from outcome to Fraction; a step turns one state into such a dict, and
``onward`` strings steps together. Dice are counted face by face.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Law = dict[Any, Fraction]
FACES = range(1, 7)
TOKENS = {"shoot": 1, "advance": 0, "overrun": -1, "idle": -1}
FACINGS = ("front", "side", "rear")


@dataclass(frozen=True)
class Gun:
    """A weapon. ``rof``: a number, or "D3" and the like."""

    name: str
    type: str = "Standard"
    rof: int | str = 1
    range: int = 24
    hit: int = 0
    rules: tuple[str, ...] = ()

    def has(self, rule: str) -> bool:
        return rule in self.rules


@dataclass(frozen=True)
class Figure:
    Resolve: int = 4
    AV: int = 4
    HP: int = 1
    Armor: tuple[int, int, int] | None = None
    guns: tuple[Gun, ...] = ()
    name: str = "Figure"  # no rule asks for it


@dataclass(frozen=True)
class Troop:
    name: str
    figures: tuple[Figure, ...]  # nearest first
    rules: tuple[str, ...] = ()

    def has(self, rule: str) -> bool:
        return rule in self.rules

    @property
    def vehicle(self) -> bool:
        return self.figures[0].Armor is not None


@dataclass(frozen=True)
class Situation:
    melee: bool = False
    range: float | None = None
    cover: int = 0
    moved: bool = False
    facing: str | None = None
    sets: dict[str, Any] = field(default_factory=dict)
    models: int | None = None
    target_models: int | None = None

    @property
    def token(self) -> str:
        return str(self.sets.get("token", "advance" if self.moved else "shoot"))


def onward(law: Law, step: Callable[[Any], Law]) -> Law:
    after: Law = {}
    for state, chance in law.items():
        for then, part in step(state).items():
            after[then] = after.get(then, Fraction(0)) + chance * part
    return after


def last(troop: Troop, n: int | None) -> Troop:
    """Who is left of a unit of which ``n`` models are: the nearest died first."""
    return Troop(troop.name, troop.figures[-n:] if n else troop.figures, troop.rules)


# --- the target: damage on each model -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Victim:
    """The unit that suffers, with what it lost before (Bloodlust counts them)."""

    troop: Troop
    facing: int = 0
    missing: int = 0

    def left(self, damage: tuple[int, ...]) -> list[int]:
        return [i for i, f in enumerate(self.troop.figures) if damage[i] < f.HP]

    def most(self, damage: tuple[int, ...], figure: Callable[[Figure], int]) -> int:
        """The value of most of the models left; of equally frequent ones the higher."""
        values = [figure(self.troop.figures[i]) for i in self.left(damage)]
        return max(values, key=lambda v: (values.count(v), v))

    def resolve(self, damage: tuple[int, ...]) -> int:
        value = self.most(damage, lambda f: f.Resolve)
        if self.troop.has("Bloodlust"):
            lost = self.missing + len(damage) - len(self.left(damage))
            value = max(value, min(6, value + lost))
        return value

    def hp(self, damage: tuple[int, ...]) -> int:
        return self.most(damage, lambda f: f.HP)

    def toughness(self, damage: tuple[int, ...]) -> int:
        if self.troop.vehicle:
            return self.most(damage, lambda f: (f.Armor or (0, 0, 0))[self.facing])
        return self.resolve(damage)

    def assigned(self, damage: tuple[int, ...], only: list[int] | None = None) -> tuple[tuple[int, ...], int | None]:
        """One Point of Damage on a hurt model, otherwise on the nearest; who took it."""
        fit = [i for i in self.left(damage) if only is None or i in only]
        if not fit:
            return damage, None
        i = min(fit, key=lambda i: (damage[i] == 0, i))
        return (*damage[:i], damage[i] + 1, *damage[i + 1 :]), i


# --- dice -----------------------------------------------------------------------------------------------------------


def rate(rof: int | str) -> dict[int, Fraction]:
    if isinstance(rof, int):
        return {rof: Fraction(1)}
    count, _, sides = rof.partition("D")
    law: Law = {0: Fraction(1)}
    for _ in range(int(count or 1)):
        law = onward(law, lambda n: {n + face: Fraction(1, int(sides)) for face in range(1, int(sides) + 1)})
    return law


def one_die(modifier: int, needs: int, again: bool) -> Law:
    """The result of a successful die, or None; ``again``: a success is thrown once more (Stealth)."""
    once: Law = {}
    for face in FACES:
        result = face + modifier if face != 1 and face + modifier >= needs else None
        once[result] = once.get(result, Fraction(0)) + Fraction(1, 6)
    return onward(once, lambda r: {None: Fraction(1)} if r is None else once) if again else once


# what one weapon's dice came to: hits, failed dice, and the results of its successes ("x": one without a number)
Tally = tuple[int, int, tuple[Any, ...]]


def weapon_dice(gun: Gun, n: int, modifier: int, needs: int, melee: bool, stealth: bool) -> Law:
    """Steps 1 to 4: ``n`` dice thrown once, as tallies."""
    each = one_die(modifier, needs, stealth and not melee)
    law: Law = {(): Fraction(1)}
    for _ in range(n):
        law = onward(law, lambda thrown: {tuple(sorted((*thrown, r), key=str)): c for r, c in each.items()})
    tallies: Law = {}
    for thrown, chance in law.items():
        results = [r for r in thrown if r is not None]
        failed = n - len(results)
        piercing = sum(r >= 7 for r in results) if gun.has("Piercing") and not melee else 0
        if gun.has("Inescapable") and results:
            results += ["x"] * failed
            failed = 0
        hits = len(results) * (2 if gun.has("Interlinked") else 1) + piercing
        if not gun.has("Pike"):
            results = ["x"] * len(results)  # only Pike asks what the dice showed
        tally = (hits, failed, tuple(sorted(results, key=str)))
        tallies[tally] = tallies.get(tally, Fraction(0)) + chance
    return tallies


def joined(one: Tally, two: Tally) -> Tally:
    return one[0] + two[0], one[1] + two[1], tuple(sorted((*one[2], *two[2]), key=str))


def weapon_attack(
    gun: Gun, dice: dict[int, Fraction], modifier: int, needs: int, melee: bool, stealth: bool, cascade: bool
) -> Law:
    """Steps 1 to 5 for one weapon."""
    known: dict[Any, Law] = {}

    def step(k: int, dice: dict[int, Fraction]) -> Law:
        if (k, *dice) in known:
            return known[(k, *dice)]
        law: Law = known.setdefault((k, *dice), {})
        for n, chance in dice.items():
            for tally, part in weapon_dice(gun, n, modifier - k, needs, melee, stealth).items():
                rest: Law = {(0, 0, ()): Fraction(1)}
                if cascade and tally[2] and 6 + modifier - k - 1 >= needs:  # a repeat that cannot hit is not made
                    rest = step(k + 1, {n: Fraction(1)} if gun.has("Limited") else dice)
                for more, last_part in rest.items():
                    total = joined(tally, more)
                    law[total] = law.get(total, Fraction(0)) + chance * part * last_part
        return law

    return step(0, dice)


def direct_damage(victim: Victim, damage: tuple[int, ...], n: int, bonus: int = 0) -> Law:
    """``n`` dice, one after another."""
    law: Law = {damage: Fraction(1)}
    for _ in range(n):

        def die(damage: tuple[int, ...]) -> Law:
            if not victim.left(damage):
                return {damage: Fraction(1)}
            needs = min(6, victim.toughness(damage))
            good = Fraction(sum(f != 1 and f + bonus >= needs for f in FACES), 6)
            hurt, _ = victim.assigned(damage)
            return {hurt: good, damage: 1 - good}

        law = onward(law, die)
    return law


# --- one group ------------------------------------------------------------------------------------------------------


def points(victim: Victim, damage: tuple[int, ...], pool: int, gun: Gun, tally: Tally) -> tuple[tuple[int, ...], int]:
    """The hits of a group one by one, then Pike."""
    hits, _, results = tally
    own = 0
    straight = gun.has("Hammer") or (gun.has("High Velocity") if victim.troop.vehicle else gun.has("Sunder"))
    for _ in range(hits):
        if not victim.left(damage):
            return damage, pool
        if straight:
            damage, _ = victim.assigned(damage)
        elif gun.has("Cleaving"):
            own += 1
            if own >= victim.toughness(damage):
                own = 0
                damage, _ = victim.assigned(damage)
                damage, _ = victim.assigned(damage)
        else:
            pool += 1
            if pool >= victim.toughness(damage):
                pool = 0
                damage, _ = victim.assigned(damage)
    for _ in range(own):
        if victim.left(damage):
            pool += 1
            if pool >= victim.toughness(damage):
                pool = 0
                damage, _ = victim.assigned(damage)
    if gun.has("Pike") and victim.left(damage):
        over = sum(max(0, r - victim.toughness(damage)) for r in results if r != "x")
        touched: list[int] = []
        for _ in range(over):
            only = touched if len(touched) == len(results) else None
            damage, who = victim.assigned(damage, only)
            if who is not None and who not in touched:
                touched.append(who)
    return damage, pool


def rider_dice(victim: Victim, damage: tuple[int, ...], gun: Gun, successes: int) -> Law:
    """How many direct damage dice the group's successes bring."""
    n = 0
    if gun.has("Borer"):
        figure = victim.troop.figures[0]
        n += successes * (figure.Armor[victim.facing] if figure.Armor else victim.hp(damage))
    if gun.has("Force"):
        n += successes * max(victim.hp(damage), len(victim.left(damage)))
    law: Law = {n: Fraction(1)}
    if gun.has("Blast"):
        for _ in range(successes):
            law = onward(law, lambda n: {n + d: Fraction(1, 3) for d in (1, 2, 3)})
    return law


def to_hit_modifier(gun: Gun, how: Situation) -> int:
    if how.melee:
        return gun.hit
    still = "Turret" in gun.rules or gun.type == "Digital"
    if how.sets.get("reacting"):
        return gun.hit + (0 if still else TOKENS["idle"])
    token = TOKENS[how.token]
    return gun.hit + (0 if how.token == "idle" and still else token)


def target_number(attacker: Troop, victim: Victim, gun: Gun, how: Situation, damage: tuple[int, ...]) -> int:
    if gun.has("Hammer"):
        return min(6, max(2, victim.hp(damage)))
    if how.melee:
        figures = attacker.figures
        values = [f.AV for f in figures]
        return max(2, 7 - max(values, key=lambda v: (values.count(v), v)))
    cover = 0 if victim.troop.has("Mechanized") or gun.has("Devastate") else how.cover
    obscured = 0 if gun.has("Devastate") else how.sets.get("obscured", 0)
    return max(3, cover, obscured, 5 if victim.troop.has("Camouflage") else 0)


def may_fire(attacker: Troop, gun: Gun, how: Situation) -> bool:
    if how.melee or gun.type == "Melee":
        return False
    if how.range is not None and how.range > gun.range:
        return False
    if gun.has("Limited") and how.token != "shoot":
        return False
    if how.sets.get("reacting") and how.token == "idle" and gun.type != "Digital":
        return False  # nothing to flip
    moving = how.token in ("advance", "overrun") or (how.token == "idle" and how.moved)
    if how.token == "idle" and how.moved and not how.sets.get("reacting"):
        return False  # Idle: move or shoot
    if how.token == "overrun" and attacker.has("Trudging") and not how.sets.get("reacting"):
        return False
    heavy_moves = attacker.has("Trudging") or attacker.has("Unstoppable") or bool(how.sets.get("reacting"))
    return gun.type != "Heavy" or not moving or heavy_moves


def dice_of(attacker: Troop, victim: Victim, gun: Gun, how: Situation, damage: tuple[int, ...]) -> dict[int, Fraction]:
    law = rate(gun.rof)
    if gun.has("Rending"):
        law = {victim.toughness(damage): Fraction(1)}
    # one use is one die, whatever set their number
    if gun.has("Limited") and "uses" in how.sets:
        law = onward(law, lambda n: {min(n, how.sets["uses"]): Fraction(1)})
    if gun.has("Barrage") and not how.sets.get("target-moving"):
        law = {2 * n: c for n, c in law.items()}
    moved = how.token in ("advance", "overrun") and not how.sets.get("reacting")
    if attacker.has("Unstoppable") and gun.type == "Heavy" and moved and not how.melee:
        law = {1: Fraction(1)}
    return law


def attack(attacker: Troop, target: Troop, how: Situation) -> dict[str, Any] | None:
    """The laws of slain, damage and the rest; None when the attack cannot be made."""
    missing = len(target.figures) - len(last(target, how.target_models).figures)
    attacker, target = last(attacker, how.models), last(target, how.target_models)
    facing = FACINGS.index(how.facing or "front") if target.vehicle else 0
    victim = Victim(target, facing, missing)
    used: list[Gun] = []
    bare = 0
    for figure in attacker.figures:
        if how.melee:
            free = [g for g in figure.guns if not g.has("Limited")]  # no Shoot token in melee
            melee = [g for g in free if g.type == "Melee"] or [g for g in free if g.type == "Digital"]
            used += melee[:1]
            bare += not melee
        else:
            used += [g for g in figure.guns if may_fire(attacker, g, how)]
    if not used and not (how.melee and bare):
        return None
    order = list(dict.fromkeys(g.name for g in used))
    groups = [[g for g in used if g.name == name] for name in order]
    # state: damage, common pool, hits, failures, hits of the weapons that crush
    law: Law = {((0,) * len(target.figures), 0, 0, bare, 0): Fraction(1)}
    for group in groups:
        if group:
            law = onward(law, lambda s, g=group: fired(attacker, victim, g, how, s))
    if how.cover and not how.melee:
        law = onward(law, lambda s: crushed(victim, s))
    return result(attacker, victim, how, law)


def fired(attacker: Troop, victim: Victim, group: list[Gun], how: Situation, state: Any) -> Law:
    damage, pool, hits, failed, crushes = state
    if not victim.left(damage):
        return {state: Fraction(1)}
    gun = group[0]
    needs = target_number(attacker, victim, gun, how, damage)
    dice = dice_of(attacker, victim, gun, how, damage)
    stealth = victim.troop.has("Stealth")
    cascade = gun.has("Cascade") or (how.melee and (gun.has("Grasping") or attacker.has("Grasping")))
    modifier = to_hit_modifier(gun, how)
    one = weapon_attack(gun, dice, modifier, needs, how.melee, stealth, cascade)
    tallies: Law = {((0, 0, ()), 0): Fraction(1)}
    crusher = gun.has("Crush") or gun.has("Siege")
    for _ in group:
        tallies = onward(tallies, lambda s: shares(one, lambda t: (joined(s[0], t), s[1] + (crusher and t[0] > 0))))
    after: Law = {}
    for (tally, crushing), chance in tallies.items():
        if gun.has("Impale") and how.sets.get("target-moving"):
            tally = (tally[0] + tally[0] // 2, *tally[1:])
        hurt, rest = points(victim, damage, pool, gun, tally)
        end: Law = {hurt: Fraction(1)}
        if victim.left(hurt):
            bonus = 0
            if attacker.has("Sharpshooter") and not how.melee:
                bonus = max(0, gun.hit) + max(0, to_hit_modifier(gun, how) - gun.hit)
            riders = rider_dice(victim, hurt, gun, len(tally[2]))
            end = {}
            for n, part in riders.items():
                for final, last_part in direct_damage(victim, hurt, n, bonus).items():
                    end[final] = end.get(final, Fraction(0)) + part * last_part
        for final, part in end.items():
            then = (final, rest, hits + tally[0], failed + tally[1], crushes + crushing)
            after[then] = after.get(then, Fraction(0)) + chance * part
    return after


def shares(law: Law, into: Callable[[Any], Any]) -> Law:
    made: Law = {}
    for outcome, chance in law.items():
        made[into(outcome)] = made.get(into(outcome), Fraction(0)) + chance
    return made


def crushed(victim: Victim, state: Any) -> Law:
    """The scenery the target is in is rolled for once for each crushing weapon that hit."""
    damage, pool, hits, failed, crushes = state
    law: Law = {damage: Fraction(1)}
    for _ in range(crushes):

        def roll(damage: tuple[int, ...]) -> Law:
            if not victim.left(damage):
                return {damage: Fraction(1)}
            weakest = victim
            if victim.troop.vehicle:
                armor = victim.troop.figures[0].Armor or (0, 0, 0)
                weakest = Victim(victim.troop, armor.index(min(armor)), victim.missing)
            after = direct_damage(weakest, damage, len(victim.left(damage)))
            law = {d: c / 3 for d, c in after.items()}
            law[damage] = law.get(damage, Fraction(0)) + Fraction(2, 3)
            return law

        law = onward(law, roll)
    return {(d, pool, hits, failed, crushes): c for d, c in law.items()}


def result(attacker: Troop, victim: Victim, how: Situation, law: Law) -> dict[str, Any]:
    troop = victim.troop
    names = ("slain", "damage", "hits", "incapacitated", "own-damage", "own-slain")
    found: dict[str, Any] = {name: {} for name in names} | {"destroyed": Fraction(0), "disrupted": Fraction(0)}
    own = Victim(attacker)
    unhurt = (0,) * len(attacker.figures)
    for (damage, _, hits, failed, _), chance in law.items():
        alive = victim.left(damage)
        backlash = failed if how.melee and not attacker.has("Re-enforced Hull") else 0
        mine = unhurt
        for _ in range(backlash // own.toughness(unhurt)):
            mine, _ = own.assigned(mine)
        sound = troop.has("Moving Fortress") or troop.has("Unstoppable")
        told = {
            "slain": len(damage) - len(alive),
            "damage": sum(damage),
            "hits": hits,
            "incapacitated": 0 if sound else sum(damage[i] > 0 for i in alive),
            "own-damage": sum(mine),
            "own-slain": len(mine) - len(own.left(mine)),
        }
        for name, value in told.items():
            found[name][value] = found[name].get(value, Fraction(0)) + chance
        found["destroyed"] += chance * (not alive)
        if alive and hits and not how.melee:
            passes = Fraction(sum(f <= victim.resolve(damage) and f != 6 for f in FACES), 6)
            found["disrupted"] += chance * (1 - passes)
    return found


# --- as a force file -------------------------------------------------------------------------------------------------


def listed(words: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def force(*troops: Troop) -> str:
    """A native force file with these units."""
    lines = ['system = "command"', 'name = "Plain"']
    guns = {g.name: g for t in troops for f in t.figures for g in f.guns}
    for g in guns.values():
        rof = g.rof if isinstance(g.rof, int) else f'"{g.rof}"'
        lines += [f'[weapons."{g.name}"]', f'type = "{g.type}"', f"RoF = {rof}", f"rules = {listed(g.rules)}"]
        if g.type != "Melee":
            lines.append(f"range = {g.range}")
        if g.hit:
            lines.append(f"hit = {g.hit}")
    for t in troops:
        kind = "Vehicle" if t.vehicle else "Infantry"
        lines += ["[[units]]", f'name = "{t.name}"', f'type = "{kind}"', "points = 1", f"rules = {listed(t.rules)}"]
        for f in t.figures:
            lines += ["[[units.models]]", f'name = "{f.name}"', "count = 1", "base = 25"]
            stats = f"Move = 6, Resolve = {f.Resolve}, AV = {f.AV}, HP = {f.HP}"
            if f.Armor:
                stats += f", Armor = {list(f.Armor)}"
            lines += [f"stats = {{{stats}}}", f"weapons = {listed(tuple(g.name for g in f.guns))}"]
    return "\n".join(lines)
