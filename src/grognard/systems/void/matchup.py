"""One attack on one model: everything that is added to it, built once a match-up, and what one shot or blow does.

A match-up is a value: who attacks with what, whom, under which circumstances. It never looks at the table, so the exact odds
and a battle run the same stages (``shot`` and ``point``).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from ...common.building import Because, Building, Built, because, thrown_for
from ...common.odds import Step, step
from ...common.profiles import Model, Weapon
from ...common.rules import Rule, expanded, voices
from ...kernel.faces import Test
from ...kernel.memo import memo
from .circumstances import Circumstances
from .moments import speaker
from .nerve.checks import highest_command
from .slots import Armour, CoverSave, Damage, Hit

# What one damage die comes to. A vehicle's wound carries the result of the damage table.
NOTHING, LOST, DODGED = 0, 1, -1
LET_PASS = 100  # added when nobody tried to dodge where trying would have cost the activation


class Damaged(IntEnum):
    """What a vehicle suffers besides the wound: a row of the damage table."""

    LOST = LOST
    SHAKEN = 4
    WEAPON_LOST = 6
    IMMOBILISED = 7
    PASSENGERS = 8
    DESTROYED = 10

    def __str__(self) -> str:
        return TOLD[self]


TOLD = {
    1: "no more than the wound",
    4: "shaken",
    6: "a weapon lost",
    7: "immobilised",
    8: "any passengers hit",
    10: "destroyed",
}
SHAKEN, WEAPON_LOST, IMMOBILISED = Damaged.SHAKEN, Damaged.WEAPON_LOST, Damaged.IMMOBILISED
PASSENGERS, DESTROYED = Damaged.PASSENGERS, Damaged.DESTROYED

# Ruling damage_table.
DAMAGE_TABLE = Test(
    "damage table",
    10,
    (*[Damaged.LOST] * 3, SHAKEN, SHAKEN, WEAPON_LOST, IMMOBILISED, PASSENGERS, PASSENGERS, DESTROYED),
)
DODGES = "does the {} dodge?"
DODGE, SUFFER = "dodge", "suffer it"  # a point about to be lost: to try and avoid it is its owner's choice
LOCK, AIM = "lock", "aim"  # at a painted target: by target-locking, or as at any other
HANDFUL = 3  # more damage dice than this on one hit are rolled hit by hit: their tree would be too large


class Attack(Struct, frozen=True, cache_hash=True):
    """One model attacking another with a weapon. ``mates`` and ``fellows``: the different profiles left in each unit."""

    by: Model
    weapon: Weapon
    at: Model
    how: Circumstances
    mates: tuple[Model, ...]
    fellows: tuple[Model, ...]

    @property
    def crowding(self) -> tuple[Any, ...]:
        """The voices that make any of the fellows harder to hit: theirs, and of others in contact too; equal rules once."""
        found = crowding(self.fellows)
        return found if not self.how.lent else lent_crowding(found, self.how.lent)


@memo(4096)
def crowding(fellows: tuple[Model, ...]) -> tuple[Any, ...]:
    """What the models of a unit have to say when any of them is to be hit, each rule once."""
    return tuple({speaker(s): s for m in fellows for s in voices(m, "crowds")}.values())


def lent_crowding(found: tuple[Any, ...], lent: tuple[Rule, ...]) -> tuple[Any, ...]:
    """The voices of a unit when any of its models is to be hit, and those of rules lent to it, each rule once."""
    said = {speaker(s): s for s in found}
    for rule in expanded(lent):
        if hasattr(type(rule), "crowds"):
            said.setdefault(rule, rule.crowds)  # type: ignore[attr-defined]
    return tuple(said.values())


class Shot(Struct, frozen=True, eq=False):
    """The tests of one shot or blow. ``hit`` (None: hits for certain) gives the number of damage dice, 0 for a miss."""

    hit: Test | None
    dice: int  # damage dice of a certain hit
    wound: Test
    saves: tuple[Test, ...]  # in the order of the ruling ``save_order``
    dodges: tuple[
        Test, ...
    ]  # by the number of points suffered since the first dodge; the last one stands for all after
    table: bool
    paints: bool
    evades: bool  # a dodge counts as having evaded

    @property
    def plain(self) -> bool:
        """Whether it may be thrown by the handful: nothing in it depends on what the target has suffered already."""
        return not (self.dodges or self.table or self.paints) and self.most <= HANDFUL

    @property
    def most(self) -> int:
        """How many damage dice a hit may bring."""
        return self.dice if self.hit is None else max(map(int, self.hit.faces))  # type: ignore[arg-type]


@memo(16384)
def _shot(*parts: Any) -> Shot:
    """Equal shots are one object."""
    return Shot(*parts)


class Rolls(Struct, frozen=True, eq=False):
    """The attacker's own dice: to hit (None and the reasons when it hits for certain), and damage."""

    hit: Built | None
    hits: tuple[Because, ...]
    dice: int  # damage dice of a certain hit
    wound: Built
    paints: Because | None  # by which rule a hit paints the target and does no damage


class Match(Struct, frozen=True, eq=False):
    """A match-up made ready: its shot, and what it was made of."""

    shot: Shot
    attack: Attack
    rolls: Rolls
    saves: tuple[Built | None, ...]
    dodges: tuple[Built, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The lines that explain it."""
        rolls, how, weapon = self.rolls, self.attack.how, self.attack.weapon.name
        steps = [Step("to hit", weapon, "automatic", 1.0, rolls.hits) if rolls.hit is None else step(rolls.hit, weapon)]
        if rolls.paints is not None:
            return *steps, Step("painting", weapon, "a hit", steps[0].chance, (rolls.paints,))
        steps += [step(built, weapon) for built in self.after_a_hit]
        if how.melee and how.cover:
            steps.append(_no_effect("cover save", weapon, "cover", "does not count in close combat"))
        if how.vehicle and how.terms.table:
            says = "one roll for each wound lost; 10 destroys it"
            steps.append(Step("damage table", weapon, "10", 0.1, (Because("vehicle", says),)))
        return tuple(steps)

    @property
    def after_a_hit(self) -> list[Built]:
        """What is rolled after a hit that does damage."""
        return [built for built in (self.rolls.wound, *self.saves, *self.dodges[:1]) if built is not None]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the rules that had a part in it."""
        return _ids(self)

    @property
    def ids_after_a_hit(self) -> tuple[str, ...]:
        """The ids of the rules that had a part in what follows a hit: whom a template lies over, nobody has rolled to hit."""
        return tuple(dict.fromkeys([b.id for built in self.after_a_hit for b in built.because if b.id]))


@memo(16384)
def _ids(match: Match) -> tuple[str, ...]:
    rolls = match.rolls
    ids = dict.fromkeys([b.id for b in (rolls.hits if rolls.hit is None else rolls.hit.because)])
    if rolls.paints is not None:
        ids[rolls.paints.id] = None
    else:
        for built in match.after_a_hit:
            for b in built.because:
                ids[b.id] = None
    ids.pop("", None)  # the core rules have none
    return tuple(ids)


@memo(65536)
def match(attack: Attack) -> Match:
    """The match-up of one model attacking another, built once; what it is made of is the same for many circumstances."""
    attack, at = _settled(attack), attack.at
    rolls = _rolling(attack.by, attack.weapon, at).found(attack)
    cover = None if attack.how.melee or attack.how.hazard else _covered(at).found(attack)
    armour = _armoured(at).found(attack)
    in_order = (armour, cover) if attack.how.terms.armour_first else (cover, armour)
    dodges = _dodges(attack)
    evades = bool(dodges) and attack.weapon.stats.indirect and bool(attack.weapon.stats.template)
    shot = _shot(
        None if rolls.hit is None else _thrown(rolls.hit, attack.weapon.name),
        rolls.dice,
        _thrown(rolls.wound),
        tuple([_thrown(built) for built in in_order if built is not None]),
        tuple([_thrown(d) for d in dodges]),
        attack.how.vehicle and attack.how.terms.table,
        rolls.paints is not None,
        evades,
    )
    return Match(shot, attack, rolls, in_order, dodges)


@memo(16384)
def _thrown(built: Built, weapon: str = "") -> Test:
    """The test as it is thrown, with the number needed and the reasons in its name."""
    return thrown_for(built, weapon).test


@memo(16384)
def _rolling(by: Model, weapon: Weapon, at: Model) -> Alike[Attack, Rolls]:
    """The dice of a model with a weapon against another, in all circumstances met so far."""
    return Alike(_rolls)


@memo(4096)
def _covered(at: Model) -> Alike[Attack, Built | None]:
    """The cover saves of a model in all circumstances met so far."""
    return Alike(_cover)


@memo(4096)
def _armoured(at: Model) -> Alike[Attack, Built | None]:
    """The armour saves of a model in all circumstances met so far."""
    return Alike(_armour)


def _rolls(attack: Attack) -> Rolls:
    damage = _damage(attack)
    hit, hits = _hit(attack, damage)
    return Rolls(hit, hits, damage.dice, _wound(attack, damage), painting(attack.by, attack.weapon))


def painting(by: Model, weapon: Weapon) -> Because | None:
    """By which rule a hit of a weapon paints its target instead of hurting it, None when it does not."""
    said = ((speaker(speak), speak(by, weapon)) for speak in voices(weapon, "paints"))
    return next((because(rule, says) for rule, says in said if says), None)


def _no_effect(name: str, weapon: str, rule: str, says: str) -> Step:
    return Step(name, weapon, "no effect", 0.0, (Because(rule, says),))


def _settled(attack: Attack) -> Attack:
    """The attack without the charge bonuses when a rule takes them away."""
    if attack.how.charging and any(speak(attack) for speak in voices(attack.by, "spoils_charge")):
        return replace(attack, how=replace(attack.how, charging=False))
    return attack


def _own(attack: Attack, moment: str) -> tuple[Any, ...]:
    """The attacker's voices: the model's and its weapon's; a rule that stands on both speaks once."""
    found = (*voices(attack.weapon, moment), *voices(attack.by, moment))
    return tuple({speaker(speak): speak for speak in found}.values()) if len(found) > 1 else found


def _damage(attack: Attack) -> Damage:
    stats = attack.weapon.stats
    strength = attack.by.stats.ST if stats.by_strength else 0
    damage = Damage(strength + (stats.dam or 0), stats.dice)
    for speak in _own(attack, "damage"):
        speak(damage, attack)
    return damage


def _hit(attack: Attack, damage: Damage) -> tuple[Built | None, tuple[Because, ...]]:
    """The roll to hit, or None and the reasons when it hits for certain."""
    how, stats = attack.how, attack.weapon.stats
    test = _melee(attack) if how.melee else _ranged(attack)
    for speak in _own(attack, "to_hit"):
        speak(test, attack)
    for speak in voices(attack.at, "to_be_hit"):
        speak(test, attack)
    for speak in attack.crowding:
        speak(test, attack)
    for rule in expanded(how.lent):
        if hasattr(type(rule), "assists"):
            rule.assists(test, attack)  # type: ignore[attr-defined]
    if (stats.template == "flame" or how.blast) and not how.melee:
        test.certain("template", "everyone under it is hit")
    if test.automatic:
        return None, tuple(test.automatic)
    needs = test.needs or 0
    paints = stats.dice == 0

    def dice(natural: int, total: int, passed: bool) -> int:
        return (1 if paints else damage.dice_at(total - needs)) if passed else 0

    test.means = dice
    return test.done(), ()


def _ranged(attack: Attack) -> Hit:
    how, terms, stats = attack.how, attack.how.terms, attack.weapon.stats
    skill, band = attack.by.stats.SH, how.band
    test = Hit("to hit", terms.parity + 4 - skill, terms)
    test.say("SH", f"SH {skill}, so {test.needs}+")
    modifier = stats.bands[band] if band < 4 else None
    test.weapon(band, modifier or 0)
    test.size(attack.at.stats.SZ)
    if how.moved:
        test.moved()
    return test


def _melee(attack: Attack) -> Hit:
    how, terms = attack.how, attack.how.terms
    against = attack.at.stats.AS if terms.opposed else 4
    test = Hit("to hit", terms.parity + against - attack.by.stats.AS, terms)
    test.say("AS", f"AS {attack.by.stats.AS} against {against}, so {test.needs}+")
    if attack.weapon.stats.hit:
        test.add(attack.weapon.stats.hit, "weapon", f"{attack.weapon.stats.hit:+d}")
    if how.charging and terms.charge:
        test.add(terms.charge, "charge", f"{terms.charge:+d} when charging or counter-charging")
    return test


def _wound(attack: Attack, damage: Damage) -> Built:
    terms = attack.how.terms
    needs = terms.damage + attack.at.stats.T - damage.dam
    test = Building("damage", needs, 10, terms.fails, terms.passes)
    dice = f", up to {damage.dice} dice a hit" if damage.dice != 1 else ""
    test.say("Dam", f"Dam {damage.printed} against T {attack.at.stats.T}{dice}")
    test.because += damage.because
    return test.done()


def _cover(attack: Attack) -> Built | None:
    save = CoverSave(attack.how.cover, attack.how.terms)
    for speak in voices(attack.at, "cover"):
        speak(save, attack)
    return save.done()


def _armour(attack: Attack) -> Built | None:
    save = Armour(attack.weapon.stats.AP, attack.how.terms)
    for speak in voices(attack.at, "armour"):
        speak(save, attack)
    for speak in _own(attack, "pierce"):
        speak(save, attack)
    return save.done()


def _dodges(attack: Attack) -> tuple[Built, ...]:
    """The dodge rolls of the model attacked, after 0, 1, 2, … points suffered since its first success."""
    return _dodging(attack.at, highest_command(attack.fellows)) if voices(attack.at, "dodge") else ()


@memo(1024)
def _dodging(by: Model, cd: int) -> tuple[Built, ...]:
    """The dodge rolls of a model in a unit of this CD."""
    speaks = voices(by, "dodge")
    made = []
    for k in range(cd + 1):  # from here on only a natural 10 will do
        test = Building("dodge", 10 - cd, 10, (1,), (10,))
        test.say(speaker(speaks[0]), f"d10 + {cd}, the highest CD in the unit")
        for speak in speaks:
            speak(test, k)
        made.append(test.done())
    return tuple(made)


MOST = 1024  # answers that are kept of one question
PARTS = ("how",)  # what is looked into, not at

V = TypeVar("V")
R = TypeVar("R")


class Watched:
    """A value seen through: each field that is looked at is noted by its name, with dots for a field of a part."""

    __slots__ = ("_looked", "_parts", "_value")

    def __init__(self, value: Any, looked: dict[str, None]) -> None:
        self._value, self._looked = value, looked
        self._parts: dict[str, Watched] = {}  # those that have been looked into


@memo(64)
def _watching(kind: type, name: str = "") -> type[Watched]:
    """What sees through values of a kind; ``name`` is that of the part they are. It has all their fields: none need be sought."""
    fields = {field: property(_seen_through(field, name)) for field in dir(kind) if not field.startswith("_")}
    return type("Watched", (Watched,), {"__slots__": (), **fields})


def _seen_through(field: str, name: str) -> Callable[[Watched], Any]:
    """What reads a field of what is watched, and notes it."""
    noted = name + field

    def part(watched: Watched) -> Any:
        found = watched._parts.get(field)
        if found is None:
            value = getattr(watched._value, field)
            kind: Any = type(value)
            found = watched._parts[field] = _watching(kind, f"{field}.")(value, watched._looked)
        return found

    def plain(watched: Watched) -> Any:
        value = getattr(watched._value, field)
        watched._looked[noted] = None
        return value

    return part if field in PARTS else plain


class Alike(Generic[V, R]):
    """What is worked out of values, found once for all that are alike in whatever was looked at in any of them.

    >>> from collections import namedtuple
    >>> Shot, asked = namedtuple("Shot", "range wind"), []
    >>> far = Alike(lambda shot: asked.append(shot.range) or shot.range > 24)
    >>> far.found(Shot(30, "east")), far.found(Shot(30, "west")), far.found(Shot(12, "west")), asked
    (True, True, False, [30, 12])
    """

    __slots__ = ("_answers", "_looked", "_parts", "_work")

    def __init__(self, work: Callable[[V], R]) -> None:
        self._work = work
        self._looked: dict[str, None] = {}
        self._parts: Callable[[V], Any] = lambda value: None
        self._answers: dict[Any, R] = {}

    def found(self, value: V) -> R:
        """What comes of a value. What is worked out of it must depend on nothing but its fields."""
        asked = self._parts(value)
        if asked not in self._answers:
            looked: dict[str, None] = {}
            kind: Any = type(value)
            answer = self._work(cast(V, _watching(kind)(value, looked)))
            if len(self._answers) >= MOST or not looked.keys() <= self._looked.keys():
                self._looked.update(looked)
                self._parts, self._answers = attrgetter(*self._looked), {}
                asked = self._parts(value)
            self._answers[asked] = answer
        return self._answers[asked]
