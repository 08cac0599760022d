"""What happens in this system only: shots and blows announced, markers that land, hull points lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from ...common.agreement import count_of, in_a_row, plural
from ...table.events import ATTACK, FATE, HARM, Event, Harmed, Lifted, Locked, clock, how_far, place, side_name, strayed
from ...table.geometry import Formation, Point
from ...table.state import Table
from ...table.templates import Circle, Teardrop
from .attack.outcomes import ZONES


def _scatters(landing: MarkerLands | CirclesStruck) -> str:
    """How far a marker has scattered, which way, and from where to where; "" when it lies where it was laid."""
    if not landing.scattered:
        return ""
    verb = "scatter" if plural(landing.weapon) else "scatters"
    far = f' {verb} {landing.scattered:g}"'
    if landing.aimed is None:
        return far
    (x, y), (a, b) = landing.aimed, (landing.x, landing.y)
    return f"{far} towards {clock(a - x, b - y)}, from {place(x, y)} to {place(a, b)},"


def _attacks(t: Table, u: int, v: int) -> None:
    """Who attacks whom now is kept until the next attack."""
    t.memory = {**t.memory, "attack": (u, v)}


class ShotAt(Event, frozen=True):
    """A unit shoots at another with these weapons; ``how`` is "shoots at", or "fires overwatch at"."""

    unit: int
    target: int
    weapons: tuple[str, ...]
    firers: tuple[int, ...]  # how many models fire each
    how: str = "shoots at"
    snaps: str = ""  # why it fires Snap Shots only
    notes: Sequence[
        str
    ] = ()  # of each weapon who fires it, where several sorts do, and how many shots, where that is not as many
    idle: Sequence[str] = ()  # why others of the unit do not fire

    part: ClassVar[str] = ATTACK
    only_told: ClassVar[frozenset[str]] = frozenset({"firers", "snaps", "notes", "idle"})

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how} {t.name(self.target)}"

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.target)

    def told(self, t: Table) -> str:
        notes = [f" ({note})" if note else "" for note in self.notes or [""] * len(self.weapons)]
        fired = [f"{n} x {name}{more}" for n, name, more in zip(self.firers, self.weapons, notes, strict=True)]
        snaps = f" (Snap Shots: {self.snaps})" if self.snaps else ""
        idle = f"; {', '.join(self.idle)}" if self.idle else ""
        return f"{self.brief(t)}{how_far(t, self.unit, self.target)}: {', '.join(fired)}{snaps}{idle}"


class GoesToGround(Event, frozen=True):
    """A unit of this name that is shot at goes to ground: told before the saves that it changes, written on the unit with them."""

    side: int
    name: str

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        _, v = t.recall("attack", (-1, -1))
        known = v >= 0 and t[v].side == self.side and t[v].kind.name == self.name
        return f"{t.name(v) if known else self.name}: going to ground"


class ProfileRolled(Event, frozen=True):
    """Dice have said the Strength or AP of a weapon that a unit uses; 0: no dice say it."""

    unit: int
    weapon: str
    strength: int
    piercing: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        """Nothing on the table changes."""

    def told(self, t: Table) -> str:
        figures = [f"{name} {n}" for name, n in (("Strength", self.strength), ("AP", self.piercing)) if n]
        return f"the {self.weapon} of {t.name(self.unit)} comes to {' and '.join(figures)}"


class WarpBursts(Event, frozen=True):
    """A beam or nova strikes these units, so many hits each: pairs of (unit, hits)."""

    unit: int
    power: str
    hits: tuple[tuple[int, int], ...]

    def on(self, t: Table) -> None:
        """Nothing on the table changes: the hits are resolved after it."""

    def told(self, t: Table) -> str:
        each = ", ".join(f"{t.name(w)} ({n} hit{'s' * (n != 1)})" for w, n in self.hits)
        return f"{self.power} of {t.name(self.unit)} strikes {each or 'nobody'}"


class BlowsAt(Event, frozen=True):
    """Models of a unit strike at another in close combat, at one step of Initiative."""

    unit: int
    target: int
    weapons: tuple[str, ...]
    blows: int
    step: int
    at_once: bool = False  # blows of both sides fall at this step
    notes: Sequence[str] = ()  # who strikes how often, and why no blow can miss

    part: ClassVar[str] = ATTACK
    only_told: ClassVar[frozenset[str]] = frozenset({"at_once", "notes"})

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} strikes {t.name(self.target)}"

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.target)

    def told(self, t: Table) -> str:
        struck = f"{self.blows} blow" + "s" * (self.blows != 1)
        when = f"at Initiative {self.step}" + (", both sides at the same time" if self.at_once else "")
        when += "" if t[self.unit].alive else ", slain in the same moment"
        notes = f" ({'; '.join(self.notes)})" if self.notes else ""
        return (
            f"{t.name(self.unit)} strikes {struck} at {t.name(self.target)} ({when}): {', '.join(self.weapons)}{notes}"
        )


class Meets(Locked, frozen=True):
    """A unit and a vehicle that cannot be held fight hand to hand, for this round only."""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} and {t.name(self.foe)} fight at close quarters"


class RidesDown(Event, frozen=True):
    """Charging models crash into their enemy."""

    unit: int
    target: int
    models: int

    part: ClassVar[str] = ATTACK

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.target)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} crashes into {t.name(self.target)} ({self.models} model{'s' * (self.models != 1)})"


class StrikesFromAbove(Event, frozen=True):
    """Models that fly strike a unit which they have flown over."""

    unit: int
    target: int

    part: ClassVar[str] = ATTACK

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.target)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} strikes {t.name(self.target)} from above"


class Manned(Event, frozen=True):
    """Passengers take their places at the fire points of their transport, or (nowhere) leave them again."""

    unit: int
    form: Formation

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form)


class Rams(Event, frozen=True):
    """A tank drives into a vehicle or building, which is struck on a side."""

    unit: int
    target: int
    side: str

    part: ClassVar[str] = ATTACK

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.target)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} rams {t.name(self.target)} ({self.side})"


class Over(Lifted, frozen=True):
    """Book-keeping that ends, of which no report tells."""

    def told(self, t: Table) -> str:
        return ""


class Shocks(Event, frozen=True):
    """A tank drives at units of troops."""

    unit: int
    units: tuple[int, ...]

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} drives at {in_a_row(t.name(w) for w in self.units)}"


class StrikesHeadOn(Event, frozen=True):
    """A model stands in the way of a tank and strikes it with a weapon."""

    unit: int
    tank: int
    model: str
    weapon: str

    def on(self, t: Table) -> None:
        _attacks(t, self.unit, self.tank)

    def told(self, t: Table) -> str:
        who = t.name(self.unit) if self.model == t.name(self.unit) else f"{self.model} of {t.name(self.unit)}"
        return f"{who} stands in the way of {t.name(self.tank)} ({self.weapon})"


def so_many_of(t: Table, u: int, n: int) -> str:
    """How many models of a unit, in words: "3 of Thornkin"; the name alone of a unit of one model."""
    return t.name(u) if t[u].start == 1 else f"{n} of {t.name(u)}"


class HitsOn(Event, frozen=True):
    """Of several units that are struck at once: whose turn it is, so that a reader knows on whom the next dice are."""

    unit: int
    hits: int

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{count_of(self.hits, 'hit')} on {t.name(self.unit)}"

    def about(self) -> tuple[int, ...]:
        return (self.unit,)


class MarkerLands(Event, frozen=True):
    """A blast marker or flame template comes to lie. ``under`` holds (unit, how many of its models), ``zones`` of a marker that has
    them (unit, zone, how many).
    """

    weapon: str
    x: float
    y: float
    under: tuple[tuple[int, int], ...]
    scattered: float = 0.0  # inches
    lost: bool = False  # its hole lies beyond the edge of the table
    aimed: Point | None = None  # where it was laid before it scattered
    lies: Circle | Teardrop | None = None
    beside: bool = False  # a later marker of a barrage, laid beside the first
    zones: tuple[tuple[int, int, int], ...] = ()

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset({"aimed", "lies", "beside", "zones"})

    def beneath(self) -> tuple[tuple[int, int], ...]:
        return self.under

    def told(self, t: Table) -> str:
        scatters = _scatters(self)
        if self.lost:
            return f"the {self.weapon}{scatters.rstrip(',')}, off the table"
        found = ", ".join(f"{so_many_of(t, u, n)}{self._where(u)}" for u, n in self.under) or "nobody"
        lies = "lie" if plural(self.weapon) else "lies"
        scatters = f"{scatters} and" if scatters else " beside the first" if self.beside else ""
        return f"the {self.weapon}{scatters} {lies} over {found}"

    def _where(self, u: int) -> str:
        """In which zones the models of a unit lie."""
        found = [(ZONES[zone], n) for w, zone, n in self.zones if w == u]
        if len(found) == 1:
            return f" ({found[0][0]} zone)"
        return f" ({', '.join(f'{n} in the {zone} zone' for zone, n in found)})" if found else ""

    def landed(self) -> tuple[Point, ...]:
        return strayed(self.aimed, (self.x, self.y))

    def about(self) -> tuple[int, ...]:
        return tuple(u for u, _ in self.under)


class CirclesStruck(Event, frozen=True):
    """The circles of an apocalyptic barrage come to lie, and these are struck (5: the middle one). ``under`` holds (unit, hits)."""

    weapon: str
    x: float
    y: float
    circles: tuple[int, ...]
    under: tuple[tuple[int, int], ...]
    scattered: float = 0.0  # inches
    lost: bool = False  # their centre lies beyond the edge of the table
    aimed: Point | None = None  # where they were laid before they scattered
    lies: tuple[Circle, ...] = ()  # all five

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset({"aimed", "lies"})

    def struck(self) -> tuple[Circle, ...]:
        return tuple(self.lies[k - 1] for k in dict.fromkeys(self.circles) if k <= len(self.lies))

    def beneath(self) -> tuple[tuple[int, int], ...]:
        return tuple((u, 0) for u, _ in self.under)  # one model may be hit by several circles

    def landed(self) -> tuple[Point, ...]:
        return strayed(self.aimed, (self.x, self.y))

    def about(self) -> tuple[int, ...]:
        return tuple(u for u, _ in self.under)

    def told(self, t: Table) -> str:
        scatters = _scatters(self)
        if self.lost:
            return f"the {self.weapon}{scatters.rstrip(',')}, off the table"
        hits = ", ".join(f"{n} hit{'s' * (n != 1)} on {t.name(u)}" for u, n in self.under) or "nobody is hit"
        struck = ", ".join("5-6" if n == 5 else str(n) for n in self.circles)
        return f"the {self.weapon}{scatters and f'{scatters} and'} strikes circles {struck}: {hits}"


class HullHit(Event, frozen=True):
    """What an attack did to the hulls of a unit: hull points left of each (never below 1 while it stands).

    ``at_zero``: the places of those that stand at no hull points.
    """

    unit: int
    left: tuple[int, ...]
    glances: int = 0
    penetrations: int = 0
    source: int = -1
    at_zero: tuple[int, ...] = ()

    part: ClassVar[str] = HARM
    only_told: ClassVar[frozenset[str]] = frozenset({"at_zero"})

    def on(self, t: Table) -> None:
        t.change(self.unit, wounds=self.left)

    def told(self, t: Table) -> str:
        what = [f"{n} {word}{'s' * (n != 1)}" for n, word in
                ((self.glances, "glancing hit"), (self.penetrations, "penetrating hit")) if n]  # fmt: skip
        return f"{t.name(self.unit)}: {' and '.join(what) or 'no harm'}{self.cost(t)}"

    def cost(self, t: Table) -> str:
        """The hull points lost and left, where it is known what there were."""
        was = t.was(self.unit)
        if was is None or len(was.wounds) != len(self.left):
            return ""
        marks = [e.value for e in was.effects if e.what == "crippled"]
        down = [i for i in range(len(was.wounds)) if i in marks or None in marks]
        before = [0 if i in down else w for i, w in enumerate(was.wounds)]
        now = [0 if i in self.at_zero or i in down else w for i, w in enumerate(self.left)]
        lost = sum(had - has for had, has in zip(before, now, strict=True) if had)
        if not lost:
            return ", no hull point left to lose" if self.at_zero or down else ""
        left = f"{', '.join(map(str, now))} left" + ("; ruling zero_hp: crippled" if 0 in now else "")
        return f", {lost} hull point{'s' * (lost != 1)} lost ({left})"


HULL_MARKS = (
    "shaken",
    "stunned",
    "immobilised",
    "crippled",
    "breached",
    "did not jink",
)  # effects whose value names a vehicle of a squadron


class HullsLost(Harmed, frozen=True):
    """Vehicles of a squadron are destroyed; what lasts on the others goes on lasting on them, though they are counted anew."""

    def on(self, t: Table) -> None:
        place = {i: k for k, i in enumerate(i for i, w in enumerate(self.left) if w > 0)}
        kept = []
        for e in t[self.unit].effects:
            if e.what not in HULL_MARKS or e.value is None:
                kept.append(e)
            elif e.value in place:
                kept.append(replace(e, value=place[e.value]))
        t.change(self.unit, effects=tuple(kept))
        super().on(t)


class HullMended(Event, frozen=True):
    """A crippled vehicle of a unit has a hull point again."""

    unit: int
    place: int

    def on(self, t: Table) -> None:
        kept = tuple(e for e in t[self.unit].effects if e.what != "crippled" or e.value not in (None, self.place))
        t.change(self.unit, effects=kept)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: no longer crippled"


class Tested(Event, frozen=True):
    """A unit has taken a Leadership or characteristic test; ``rolled`` False: it passed without a roll."""

    unit: int
    test: str
    passed: bool
    rolled: bool = True
    why: str = ""  # what called for it

    part: ClassVar[str] = FATE
    only_told: ClassVar[frozenset[str]] = frozenset({"why"})

    def told(self, t: Table) -> str:
        """What was rolled the dice have said."""
        return "" if self.rolled else self._said(t)

    def brief(self, t: Table) -> str:
        return "" if self.passed else self._said(t)

    def _said(self, t: Table) -> str:
        how = "passed" if self.passed else "failed"
        test = self.test if self.test == "Leadership" else self.test[:1].lower() + self.test[1:]
        return f"{t.name(self.unit)}: {test} test {how}{'' if self.rolled else ' without a roll'}" + (
            f" ({self.why})" if self.why else ""
        )


class Afflicted(Event, frozen=True):
    """Models of a unit have other profiles now: a mark has been put on them (``what``, so many of them), or has ended."""

    unit: int
    members: tuple[Any, ...]
    what: str = ""
    models: int = 0

    part: ClassVar[str] = FATE

    def on(self, t: Table) -> None:
        t.change(self.unit, members=self.members)

    def told(self, t: Table) -> str:
        if not self.what:
            return ""
        return f"{t.name(self.unit)}: {self.models} model{'s' * (self.models != 1)} {self.what}"

    def plain(self) -> list[Any]:
        rows = [[m.name, [str(r) for r in m.rules]] for m in self.members]
        return ["Afflicted", self.unit, rows, self.what, self.models, *([list(self.by)] if self.by else [])]


class Regained(Event, frozen=True):
    """Models of a unit have got wounds or hull points back: what each has now."""

    unit: int
    left: tuple[int, ...]

    def on(self, t: Table) -> None:
        t.change(self.unit, wounds=self.left)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: strength regained"


class WarpRises(Event, frozen=True):
    """The warp charge dice that each side has (``pools``); ``drained``: Perils of the Warp have cost both some."""

    pools: tuple[int, int]
    drained: bool = False

    part: ClassVar[str] = ""

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, "warp": self.pools, "tried": t.recall("tried", ()) if self.drained else ()}

    def told(self, t: Table) -> str:
        what = "warp charges left" if self.drained else "warp charges"
        return f"{what}: {self.pools[0]} for {side_name(t, 0)}, {self.pools[1]} for {side_name(t, 1)}"


class Manifests(Event, frozen=True):
    """A unit tries a psychic power on a target with so many dice, which harness so many charges."""

    unit: int
    power: str
    target: int
    dice: int
    charges: int
    works: bool

    def on(self, t: Table) -> None:
        side = t[self.unit].side
        pools = list(t.recall("warp"))
        pools[side] -= self.dice
        tried = (*t.recall("tried", ()), (self.unit, self.power))
        t.memory = {**t.memory, "warp": tuple(pools), "tried": tried}

    def told(self, t: Table) -> str:
        how = "manifests" if self.works else "fails to manifest"
        whom = f" on {t.name(self.target)}" if self.target != self.unit else ""
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        return f"{t.name(self.unit)} {how} {self.power}{whom} ({self.charges} of {dice})"


class Denies(Event, frozen=True):
    """A side tries to Deny the Witch with so many dice; ``charges``: so many warp charges it would have to nullify."""

    side: int
    power: str
    dice: int
    works: bool
    charges: int = 0

    only_told: ClassVar[frozenset[str]] = frozenset({"charges"})

    def on(self, t: Table) -> None:
        pools = list(t.recall("warp"))
        pools[self.side] -= self.dice
        t.memory = {**t.memory, "warp": tuple(pools)}

    def told(self, t: Table) -> str:
        all_of = f" ({self.charges} warp charges to nullify)" if self.charges > 1 else ""
        return f"{side_name(t, self.side)} {'denies' if self.works else 'fails to deny'} {self.power}{all_of}"

    def brief(self, t: Table) -> str:
        return f"{side_name(t, self.side)} {'denies' if self.works else 'fails to deny'} {self.power}"


class PerilsStrike(Event, frozen=True):
    """A psyker suffers Perils of the Warp: the row of the table."""

    unit: int
    row: int

    ROWS: ClassVar[tuple[str, ...]] = (
        "dragged into the warp", "a mental purge", "a power drain", "a psychic backlash", "empyric feedback", "a warp surge"
    )  # fmt: skip

    def told(self, t: Table) -> str:
        return f"Perils of the Warp for {t.name(self.unit)}: {self.ROWS[self.row - 1]}"


class CombatResult(Event, frozen=True):
    """Who has won a round of close combat, by the wounds that each side inflicted (``by_side``)."""

    units: tuple[int, ...]
    by_side: tuple[int, int]

    full: ClassVar[bool] = True

    def about(self) -> tuple[int, ...]:
        return self.units

    def told(self, t: Table) -> str:
        ours, theirs = self.by_side
        counted = "wounds inflicted"
        if any(model.stats.armoured for u in self.units for model in t[u].kind.models):
            counted += "; a glancing hit counts 1, a penetrating hit 2"
        if ours == theirs:
            return f"the combat is drawn ({ours} each)" if not ours else f"the combat is drawn ({ours} each: {counted})"
        won, lost = max(ours, theirs), min(ours, theirs)
        return f"the combat goes to {side_name(t, 0 if ours > theirs else 1)} by {won} to {lost} ({counted})"


class Mishap(Event, frozen=True):
    """A unit that comes by Deep Strike has no room where it lands."""

    unit: int
    what: str
    why: str

    def told(self, t: Table) -> str:
        what = _MISHAPS.get(self.what, self.what)
        return f"{t.name(self.unit)} suffers a mishap ({self.why}): {what}"


_MISHAPS = {"delayed": "delayed until its next turn", "misplaced": "misplaced by the enemy"}
