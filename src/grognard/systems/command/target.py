"""The unit that is attacked, as the dice see it: what its models have left, its Toughness, and where points go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ...common.attack import lost
from ...common.building import Because, purpose_of
from ...common.profiles import Model, interned
from ...common.rules import id_of, voices
from ...kernel.faces import Test
from ...kernel.memo import memo
from ...kernel.purpose import Purpose
from .moments import speaker
from .profiles import Stats
from .slots import Chart, HitMark, Injury

FACINGS = ("front", "side", "rear")


class Corrosion(Struct, frozen=True, order=True):
    """How a unit is corroded: the place of the facing in FACINGS, what its Armor or Resolve loses, and what stays at least."""

    facing: int
    less: int
    least: int

    def plain(self) -> int:
        """The facing. A save has the rule by which the unit is corroded, and that rule the numbers."""
        return self.facing

    def of(self, value: int) -> int:
        """The value that is left of a Resolve or an Armor; one below the least stays as it is."""
        return max(self.least, value - self.less) if value > self.least else value


class Toll(NamedTuple):
    """What an attack has done so far. ``left`` is the HP left of each model of the target, 0 when it is slain."""

    left: tuple[int, ...]
    pool: int = 0  # hits that wait for a full count
    hits: int = 0
    failed: int = 0  # melee dice that failed, and models that struck without a melee weapon
    crushes: tuple[Chart, ...] = ()  # for each weapon that rolls for the scenery, its chart
    disrupted: bool = False
    marks: tuple[HitMark, ...] = ()  # what hits have set off, in order
    used: tuple[tuple[Model | int, str, int], ...] = ()  # weapons fired by way of another: (whose, name, how many)
    bursts: tuple[
        int, ...
    ] = ()  # on the table: models over which a template was laid as they fell, once for each of its dice


class Target(Struct, frozen=True, eq=False):
    """A unit under attack; ``target_of`` makes it. ``eligible`` are the models that points may go to, None for all."""

    members: tuple[Model, ...]
    full: tuple[int, ...]  # HP of each model when unhurt
    facing: int = 0  # index in FACINGS, for vehicles
    start: int = 0  # models the unit began with
    shift: int = 0  # added to Resolve for the time being
    corroded: tuple[Corrosion, ...] = ()  # of each facing that is corroded the worst; of infantry the front
    beside: tuple[tuple[int, ...], ...] = ()  # on the table: for each model those under a small template on its base
    eligible: tuple[int, ...] | None = None
    owner: int = 1
    steady: int = 0  # its Toughness when nothing that happens can change it, else 0
    alike: bool = True  # all models have one profile

    @property
    def counts(self) -> str:
        """What hits are counted against."""
        return "Resolve" if self.members[0].stats.Armor is None else "Armor"

    def standing(self, left: tuple[int, ...]) -> int:
        """How many models are left."""
        return len(left) - left.count(0)

    def profile(self, left: tuple[int, ...]) -> Model:
        """The profile of most of the models left, value by value."""
        if self.alike:
            return self.members[0]
        return majority(tuple(m for m, hp in zip(self.members, left, strict=True) if hp) or self.members)

    def toughness(self, left: tuple[int, ...]) -> int:
        """How many hits make a point: Resolve, or the Armor of the facing struck."""
        return self.steady or self.changed(self.profile(left), left)

    def changed(self, profile: Model, left: tuple[int, ...]) -> int:
        """The Toughness of a profile with everything that changes it."""
        stats = profile.stats
        if stats.Armor is None:
            return self._resolve(profile, left)
        armor = max(1, int(stats.Armor[self.facing]))
        return next((c.of(armor) for c in self.corroded if c.facing == self.facing), armor)

    def _resolve(self, profile: Model, left: tuple[int, ...]) -> int:
        value = max(1, self.grown(profile, int(profile.stats.Resolve), left) + self.shift)
        if not self.corroded or profile.stats.Armor is not None:
            return value
        return min(c.of(value) for c in self.corroded)

    def grown(self, profile: Model, value: int, left: tuple[int, ...]) -> int:
        """A Move, Resolve or Attack Value with what the unit gains by its losses."""
        gains = voices(profile, "grows")
        if not gains:
            return value
        lost = self.start - self.standing(left)
        return int(max(voice(lost, value) for voice in gains))

    def move(self, left: tuple[int, ...]) -> int:
        """Inches of a Move command."""
        profile = self.profile(left)
        return self.grown(profile, int(profile.stats.Move), left)

    def skill(self, left: tuple[int, ...]) -> int:
        """The Attack Value it strikes with."""
        profile = self.profile(left)
        return self.grown(profile, int(profile.stats.AV), left)

    def worth(self, of: str, left: tuple[int, ...]) -> int:
        """How many dice something that goes by the target is: its HP, the Armor struck, or HP against models left."""
        stats = self.profile(left).stats
        if of == "armor":
            return int(stats.Armor[self.facing])
        hp = int(stats.HP)
        return hp if of == "hp" else max(hp, self.standing(left))

    def resolve(self, left: tuple[int, ...]) -> int:
        """What its Resolve tests need; a vehicle has Resolve for tests only."""
        return self._resolve(self.profile(left), left)

    def weakest(self) -> Target:
        """The unit struck where its Armor is weakest; infantry as it is."""
        if self.profile(self.full).stats.Armor is None:
            return self
        facings = [self.at(i) for i in range(len(FACINGS))]
        return min(facings, key=lambda target: target.toughness(target.full))

    def at(self, facing: int) -> Target:
        """The unit struck on another facing."""
        return self._with(facing=FACINGS[facing])

    def once_corroded(self, less: int, least: int) -> Target:
        """The unit after something corrosive has hit it where it was struck: it loses so much there, to so much at least."""
        return self._with(corroded=worst((*self.corroded, Corrosion(self.facing, less, least))))

    def only(self, eligible: tuple[int, ...]) -> Target:
        """The unit when points may go to these models only."""
        return self._with(eligible=eligible)

    def apart(self) -> Target:
        """The unit when templates laid on models that fall are not for those beside them."""
        return self._with(beside=((),) * len(self.members))

    def _with(self, **changed: Any) -> Target:
        facts: dict[str, Any] = {
            "facing": FACINGS[self.facing],
            "start": self.start,
            "shift": self.shift,
            "eligible": self.eligible,
            "owner": self.owner,
            "corroded": self.corroded,
            "beside": self.beside,
        }
        facts.update(changed)
        return target_of(self.members, *facts.values())

    def living(self, left: tuple[int, ...], most: int) -> tuple[int, ...]:
        """The nearest eligible models that stand, so many at most."""
        return tuple([i for i in self._open(left) if left[i] > 0][:most])

    def hurt(self, left: tuple[int, ...]) -> list[int]:
        """Eligible models that are hurt and stand."""
        full = self.full
        return [i for i in self._open(left) if 0 < left[i] < full[i]]

    def fresh(self, left: tuple[int, ...]) -> list[int]:
        """Eligible models that are unhurt."""
        full = self.full
        return [i for i in self._open(left) if left[i] == full[i]]

    def _open(self, left: tuple[int, ...]) -> Any:
        return range(len(left)) if self.eligible is None else self.eligible

    def choices(self, left: tuple[int, ...], bound: frozenset[int] | None = None) -> list[int]:
        """The models the next point may go to, of each profile the nearest; hurt models come before unhurt ones.

        ``bound``: only these models.
        """
        open_ = self.hurt(left)
        if not open_ or (bound is not None and not bound.issuperset(open_)):
            open_ = [i for i in open_ if bound is None or i in bound] or self.fresh(left)
        if bound is not None:
            open_ = [i for i in open_ if i in bound]
        if self.alike:
            return open_[:1]
        once: dict[tuple[Model, int], int] = {}
        for i in open_:
            once.setdefault((self.members[i], left[i]), i)
        return list(once.values())

    def take(self, toll: Toll, success: bool) -> Toll:
        """One Direct Damage die on models that are all alike."""
        if success and (where := self.choices(toll.left)):
            return pointed(toll, where[0])
        return toll


def worst(corroded: Iterable[Corrosion]) -> tuple[Corrosion, ...]:
    """Of each facing the corrosion that takes most, in order of facings: twice is no weaker.

    >>> worst((Corrosion(2, 1, 3), Corrosion(0, 1, 3), Corrosion(2, 2, 3)))
    (Corrosion(facing=0, less=1, least=3), Corrosion(facing=2, less=2, least=3))
    """
    by_facing: dict[int, Corrosion] = {}
    for one in sorted(corroded):
        by_facing[one.facing] = one
    return tuple(by_facing.values())


def pointed(toll: Toll, i: int) -> Toll:
    """One Point of Damage on a model."""
    return toll._replace(left=lost(toll.left, i, 1))


@memo(16384)
def majority(members: tuple[Model, ...]) -> Model:
    """The profile of most of these models: each value by itself, ties to the higher; rules are those of most models."""
    counted = Counter(members)
    most = max(counted, key=lambda m: counted[m])
    if len(counted) == 1:
        return most

    def value(key: str) -> Any:
        seen = Counter(getattr(m.stats, key) for m in members)
        return max(seen, key=lambda v: (seen[v], v or 0))

    stats = Stats(value("Move"), value("Resolve"), value("AV"), value("HP"), most.stats.Armor)
    if most.stats.Armor is not None:
        stats = replace(stats, Armor=value("Armor"))
    return interned(replace(most, stats=stats))


@memo(16384)
def target_of(
    members: tuple[Model, ...],
    facing: str = "front",
    start: int = 0,
    shift: int = 0,
    eligible: tuple[int, ...] | None = None,
    owner: int = 1,
    corroded: tuple[Corrosion, ...] = (),
    beside: tuple[tuple[int, ...], ...] = (),
) -> Target:
    """The one kept Target of these facts: chains of states are found again by it."""
    alike = len(set(members)) == 1
    made = Target(
        members,
        tuple(m.stats.HP for m in members),
        FACINGS.index(facing),
        start or len(members),
        shift,
        corroded,
        beside,
        eligible,
        owner,
        0,
        alike,
    )
    if alike and not voices(members[0], "grows"):
        return replace(made, steady=made.changed(members[0], made.full))
    return made


@memo(4096)
def injury_of(model: Model) -> Injury:
    """What a point that does not slay a model does to it."""
    injury = Injury()
    for voice in voices(model, "instead_of_incapacitated"):
        voice(injury)
    return injury


def price_of_recklessness(members: tuple[Model, ...]) -> int:
    """The Resolve that striking recklessly costs a unit: what it costs the model that pays most."""
    return max((min(prices_of_recklessness(m))[0] for m in set(members) if prices_of_recklessness(m)), default=0)


def prices_of_recklessness(model: Model) -> list[tuple[int, str]]:
    """What it costs a model to strike recklessly, with the id of the rule that says so."""
    said = [(voice(), speaker(voice)) for voice in voices(model, "recklessness")]
    return [(price, id_of(rule)) for price, rule in said if price is not None]


def resolve_test(name: str, resolve: int) -> Test:
    """A Resolve test: the Resolve or less passes, a 6 fails."""
    why = (Because("Resolve", f"{resolve}"),)
    plain = purpose_of(name, f"{min(5, resolve)} or less", why)
    says = Purpose(plain, what=name, needs=plain.needs, because=why, comes_to=("passed", "failed"))
    return Test(says, 6, tuple(face <= resolve and face != 6 for face in range(1, 7)))
