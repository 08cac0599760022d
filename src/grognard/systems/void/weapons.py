"""Who fires and strikes with what, and at whom first: weapons that reach, how often each is used, the order of volleys."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import Struct

from ...common.profiles import Model, Weapon, interned
from ...common.rules import Rule, id_of, voices
from ...kernel.memo import memo
from .attack import Volley
from .circumstances import Circumstances
from .matchup import Attack, painting
from .moments import speaker
from .nerve.checks import Company, different
from .slots import Armour

Use: TypeAlias = tuple[tuple[Weapon, int], ...]  # weapons and how often each is used: one way of attacking


class Arms:
    """What one model attacks with, while its rules still speak. ``weapons`` are its weapons that reach, in file order."""

    def __init__(
        self,
        by: Model,
        weapons: tuple[Weapon, ...],
        how: Circumstances,
        vehicle: bool,
        mates: tuple[Model, ...],
        arsenal: tuple[Weapon, ...] = (),
    ) -> None:
        self.by = by
        self.weapons = weapons
        self.how = how
        self.vehicle = vehicle
        self.mates = mates
        self.arsenal = (*(w for m in mates for w in m.weapons), *arsenal)  # those of the unit first
        self.rate = 1
        self.rates: dict[Weapon, int] = {}
        self.spare: list[Weapon] = []  # used by default only by one who has nothing else
        self._pairs: list[tuple[Weapon, Weapon, int]] = []
        self.by_rules: dict[Rule, tuple[Weapon, ...]] = {}

    def often(self, n: int, weapon: Weapon | None = None) -> None:
        """``n`` shots or blows in place of one, with any weapon or with this one; the highest number counts."""
        if weapon is None:
            self.rate = max(self.rate, n)
        else:
            self.rates[weapon] = max(self.rates.get(weapon, 1), n)

    def also(self, weapon: Weapon) -> None:
        """A way of striking that is no weapon of the profile."""
        if weapon not in self.spare:
            self.spare.append(weapon)

    def together(self, weapon: Weapon, into: Weapon, of: int = 2) -> None:
        """So many shots of different weapons of this kind may be given up for one attack with another."""
        self._pairs.append((weapon, into, of))

    def says(self, by: Rule, *when: Weapon) -> None:
        """Keeps which rule has spoken, and that it has a part only when one of these weapons is fired."""
        self.by_rules[by] = (*self.by_rules.get(by, ()), *when)

    def uses(self) -> tuple[Use, ...]:
        """The ways in which the model may attack; the first is what it does without thinking."""
        if self.how.melee:
            return tuple(((w, self.rates.get(w, self.rate)),) for w in (*dict.fromkeys(self.weapons), *self.spare))
        ways: list[Use] = []
        for weapon in dict.fromkeys(self.weapons):
            ways.extend(self._firing(weapon))
        return tuple(dict.fromkeys(ways))

    def _firing(self, weapon: Weapon) -> Iterable[Use]:
        """The ways of shooting that begin with this weapon."""
        if weapon in self.rates:
            yield ((weapon, self.rates[weapon]),)
            return
        paired = [
            kind for kind, _, _ in self._pairs
        ]  # who fires two of them has a hand for each, whatever the file says
        light = [w for w in self.weapons if self.vehicle or w.stats.hands == 1 or w in paired]
        if self.rate > 1 and len(light) > 1 and weapon in light:
            each = light[: self.rate]
            for kind, into, of in self._pairs:
                if each.count(kind) >= of and weapon is kind:
                    rest = [w for w in each if w is not kind] + [kind] * (each.count(kind) - of)
                    yield ((into, 1), *_counted(rest))
            yield _counted(each)
        else:
            yield ((weapon, self.rate),)


def _counted(weapons: list[Weapon]) -> Use:
    return tuple((w, weapons.count(w)) for w in dict.fromkeys(weapons))


def flame_weapons(weapons: Iterable[Weapon]) -> tuple[Weapon, ...]:
    """Those that lay a flame template, each once."""
    return tuple(w for w in dict.fromkeys(weapons) if w.stats.template == "flame")


class WeaponFilter(Struct, frozen=True, cache_hash=True):
    """Which weapons may be used, beyond what their profiles say: by name, and whether the target is in plain sight."""

    names: tuple[str, ...] = ()  # empty: any
    seen: bool = True
    ahead: bool = True  # whether the target lies in the bearer's front arc
    arsenal: tuple[Weapon, ...] = ()  # weapons of the whole force that rules may turn to


@memo(1024)
def reaching(seen: bool, ahead: bool, arsenal: tuple[Weapon, ...]) -> WeaponFilter:
    """The one value for any weapon: whether the target is in plain sight, whether it lies ahead, what the force has besides."""
    return WeaponFilter((), seen, ahead, arsenal)


def uses(
    by: Model, how: Circumstances, reach: WeaponFilter, vehicle: bool, mates: tuple[Model, ...]
) -> tuple[Use, ...]:
    """The ways in which a model may attack in these circumstances, () when it cannot; the first is the default."""
    return armed(by, how, reach, vehicle, mates)[0]


@memo(16384)
def armed(
    by: Model, how: Circumstances, reach: WeaponFilter, vehicle: bool, mates: tuple[Model, ...]
) -> tuple[tuple[Use, ...], tuple[tuple[str, tuple[Weapon, ...]], ...]]:
    """The ways in which a model may attack, and the rules that have a say in how often and with what: each with the weapons
    without which it has no part, () for any."""
    weapons = tuple(w for w in by.weapons if not why_not(by, w, how, reach))
    arms = Arms(by, weapons, how, vehicle, mates, reach.arsenal)
    moment = "blows" if how.melee else "shots"
    for holder in (by, *dict.fromkeys(weapons)):
        for speak in voices(holder, moment):
            speak(arms, holder if isinstance(holder, Weapon) else None)
    arms.spare = [w for w in arms.spare if not why_not(by, w, how, reach)]
    return arms.uses(), tuple((id_of(rule), when) for rule, when in arms.by_rules.items())


def at_work(
    by: Model, how: Circumstances, reach: WeaponFilter, vehicle: bool, mates: tuple[Model, ...], fired: Iterable[Weapon]
) -> tuple[str, ...]:
    """The rules that have a part in how often a model attacks and with what, when these are the weapons that it uses."""
    used = set(fired)
    return tuple(id for id, when in armed(by, how, reach, vehicle, mates)[1] if not when or not used.isdisjoint(when))


def why_not(by: Model, weapon: Weapon, how: Circumstances, reach: WeaponFilter) -> str:
    """Why a weapon cannot be used in these circumstances; "" when it can."""
    stats = weapon.stats
    if reach.names and weapon.name not in reach.names:
        return "another weapon was chosen"
    if stats.melee is not how.melee:
        return "only in close combat" if stats.melee else "not in close combat"
    if not how.melee:
        if how.band > 3 or (stats.bands[how.band] is None and not (stats.template == "flame" and how.band == 0)):
            return "out of reach"
        if not stats.dice and painting(by, weapon) is None:
            return "it does no damage"
        locked = how.painted and locking(by, weapon)
        if not (reach.seen or stats.indirect or locked):
            return "the target cannot be seen"
        if stats.fixed and not reach.ahead:
            return "out of its arc"
    for holder in (by, weapon):
        for speak in voices(holder, "forbids"):
            if word := speak(by, weapon, how):
                return str(word)
    return ""


def picking(by: Model, moved: bool) -> str:
    """On which CD check a model may pick whom it shoots at, "" when it may not; ``moved``: its unit has moved."""
    return next((word for speak in voices(by, "picks") if (word := speak(moved))), "")


def locking(by: Model, weapon: Weapon) -> bool:
    """Whether a weapon can lock on to a painted target."""
    return any(speak(by, weapon) for holder in (weapon, by) for speak in voices(holder, "locks"))


# --- who hides, who is blind, who is hit first --------------------------------------------------------------------------


def concealed(company: Company) -> tuple[int, Rule | None]:
    """The last band at which the unit can be seen, and the rule that says so; 4 when nothing hides it."""
    return _least(company, "unseen_beyond")


def scanning(company: Company) -> tuple[int, Rule | None]:
    """The last band at which the unit may target anybody, and the rule that says so; 4 when nothing binds it."""
    return _least(company, "aims_within")


def _least(company: Company, moment: str) -> tuple[int, Rule | None]:
    least: tuple[int, Rule | None] = (4, None)
    for speak in company.voices(moment):
        band = speak(company)
        if band is not None and band < least[0]:
            least = (band, speaker(speak))
    return least


class Allotment:
    """In which order the models of a unit are hit, while rules still speak."""

    def __init__(self, members: tuple[Model, ...], nearest: tuple[int, ...], how: Circumstances) -> None:
        self.members = members
        self.nearest = nearest
        self.how = how
        self.first: list[int] = []
        self.guards: list[int] = []

    def shield(self, i: int) -> None:
        """Model ``i`` is hit before the others."""
        self.first.append(i)

    def guard(self, i: int) -> None:
        """Model ``i`` is hit before the others, and takes what a template does to them."""
        self.guards.append(i)


def allotted(
    members: tuple[Model, ...], nearest: tuple[int, ...], how: Circumstances
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The order in which models are hit, and those of them that guard the others; ``nearest`` lists who stands nearest first."""
    return _allotted(members, nearest, how) if _allots(members) else (nearest, ())


@memo(4096)
def _allots(members: tuple[Model, ...]) -> bool:
    """Whether a rule of anybody in a unit has a say in who is hit first."""
    return any(voices(m, "allots") for m in different(members))


def _allotted(
    members: tuple[Model, ...], nearest: tuple[int, ...], how: Circumstances
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    allotment = Allotment(members, nearest, how)
    for i in nearest:
        for speak in voices(members[i], "allots"):
            speak(allotment, i)
    if nearest:  # guards throw themselves in the way
        behind = Allotment(members, nearest, how)
        for i in range(len(members)):
            for speak in voices(members[i], "allots") if i not in nearest else ():
                speak(behind, i)
        allotment.guards += behind.guards
    guards = tuple(sorted(allotment.guards, key=lambda i: i not in allotment.first))  # a wall's guards
    first = (*guards, *(i for i in allotment.first if i not in guards))
    return (*first, *(i for i in nearest if i not in first)), guards


# --- the order of volleys -----------------------------------------------------------------------------------------------


class Group(Struct, frozen=True, cache_hash=True):
    """Models of one profile that attack, how many they are, and the ways in which they may."""

    by: Model
    n: int
    ways: tuple[Use, ...]


def groups(
    members: tuple[Model, ...], how: Circumstances, reach: WeaponFilter, vehicle: bool, whole: tuple[Model, ...] = ()
) -> tuple[Group, ...]:
    """The models of a unit that can attack, profile by profile. ``whole``: all models of its file, who say what its gun is."""
    mates = different(members)
    made = [(Group(m, members.count(m), uses(m, how, reach, vehicle, mates)), how) for m in mates]
    return tuple(g for g, _ in teamed([row for row in made if row[0].ways], different((*whole, *members))))


def teamed(rows: list[tuple[Group, Circumstances]], mates: tuple[Model, ...]) -> list[tuple[Group, Circumstances]]:
    """The groups of a unit after its rules have said who may shoot when another does."""
    for speak in team_voices(mates, "teams"):
        rows = speak(rows, mates)
    return rows


@memo(4096)
def team_voices(mates: tuple[Model, ...], moment: str) -> tuple[Any, ...]:
    """What the rules of the models and of their weapons have to say of the whole unit, each rule once."""
    holders = (*mates, *(w for m in mates for w in m.weapons))
    return tuple({speaker(s).slug: s for h in holders for s in voices(h, moment)}.values())


def in_order(chosen: Iterable[tuple[Group, Use]], rank: tuple[Weapon, ...]) -> list[tuple[Model, Weapon, int]]:
    """Who fires what how often: weapons in file order, within a weapon the better armour piercing first."""
    rows = [(g.by, weapon, g.n * n) for g, use in chosen for weapon, n in use]
    if len(rows) < 2:
        return rows
    place = places(rank)
    return sorted(rows, key=lambda row: (place.get(row[1], len(place)), -piercing(row[0], row[1])))


@memo(4096)
def places(rank: tuple[Weapon, ...]) -> dict[Weapon, int]:
    """The place of each weapon in file order, of equal ones the first."""
    return {w: i for i, w in reversed(tuple(enumerate(rank)))}


@memo(16384)
def piercing(by: Model, weapon: Weapon) -> int:
    """The armour piercing of a model's weapon with what its rules add."""
    save = Armour(weapon.stats.AP, Circumstances().terms)
    attack = Attack(by, weapon, by, Circumstances(), (by,), (by,))
    for speak in {speaker(s): s for h in (weapon, by) for s in voices(h, "pierce")}.values():
        speak(save, attack)
    return save.piercing


def fired(
    rows: Iterable[tuple[Model, Weapon, int]],
    how: Circumstances,
    mates: tuple[Model, ...],
    targets: tuple[Model, ...],
    nearest: tuple[int, ...],
    under: int = 1,
    placed: Any = None,
) -> tuple[Volley, ...]:
    """The volleys at a unit whose models stand nearest first as ``nearest`` says; ``placed``: where blasts come down, in odds."""
    order, guards = allotted(targets, nearest, how)
    return tuple(Volley(by, w, n, how, mates, targets, order, under, guards, placed=placed) for by, w, n in rows)


@memo(1024)
def gun_of(models: tuple[Model, ...]) -> Weapon | None:
    """The gun of a unit of these models, as its file says it; None when it is no mounted weapon team."""
    mates = different(models)
    found: list[Weapon | None] = [speak(mates) for speak in team_voices(mates, "main_gun")]
    return found[0] if found else None


def handed(model: Model, gun: Weapon) -> Model:
    """A crewman with the gun in his hands, whether his profile lists it or not."""
    if gun in model.weapons:
        return model
    return interned(Model(model.name, model.stats, model.rules, (*model.weapons, gun), model.base, model.role))
