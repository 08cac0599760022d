"""What happens in VOID beyond what can happen on any table."""

from __future__ import annotations

from typing import ClassVar

from ...common.agreement import count_of
from ...table.events import ATTACK, FATE, Event, Freed, Given, Lifted, Moved, clock, how_far, place, strayed
from ...table.geometry import Point
from ...table.state import Effect, Table
from ...table.templates import Circle, Template

ENDS = {"formed": "is no longer in a shield wall", "prone": "gets up"}  # how a report says that an effect is over
GUN = "gun"  # the effect that says where the gun of a mounted weapon team stands


STAY = "stay"  # the order to stand where one stands


class Ordered(Event, frozen=True):
    """A unit is activated and carries out an order. What comes of most orders says by itself which it was."""

    unit: int
    order: str

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} does not move" if self.order == STAY else ""


class Attacked(Event, frozen=True):
    """A unit shoots or strikes at another: with what, and how often. ``together``: its blows fall with those told before.

    ``far``: how far off the target is from those who shoot, as it is told; ``few``: so few models are in contact that some
    of the blows may find nobody, 0 where they are enough.
    """

    unit: int
    target: int
    verb: str  # "shoots at", "strikes at", …
    arms: tuple[tuple[str, int], ...]
    together: bool = False
    far: str = ""
    few: int = 0

    part: ClassVar[str] = ATTACK
    only_told: ClassVar[frozenset[str]] = frozenset(["together", "far", "few"])

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.verb} {t.name(self.target)}"

    def told(self, t: Table) -> str:
        said = f"{t.name(self.unit)} {self.verb} {t.name(self.target)}" + " at the same time" * self.together
        said += (self.far or how_far(t, self.unit, self.target)) if self.verb == "shoots at" else ""
        arms = ", ".join(f"{n} x {name}" for name, n in self.arms)
        arms += f"; {count_of(self.few, 'model')} in contact" if self.few else ""
        return f"{said} ({arms})" if arms else said


class LaidFire(Attacked, frozen=True):
    """A unit lays suppressive fire of some value on another."""

    value: int = 0

    only_told: ClassVar[frozenset[str]] = frozenset(["together", "far", "few", "value"])

    def brief(self, t: Table) -> str:
        return self._said(t, "")

    def told(self, t: Table) -> str:
        return self._said(t, how_far(t, self.unit, self.target))

    def _said(self, t: Table, far: str) -> str:
        return f"{t.name(self.unit)} lays suppressive fire on {t.name(self.target)}{far} (value {self.value})"


class Scattered(Event, frozen=True):
    """A blast that has missed comes down elsewhere: the places are those of its centre."""

    weapon: str
    inches: int
    direction: int  # a face of the direction die
    start: Point
    end: Point
    lies: Circle | None = None

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset(["lies"])

    def told(self, t: Table) -> str:
        far = f"{self.inches} inch" + "es" * (self.inches != 1)
        way = f"{direction_in_words(self.direction)}, from {place(*self.start)} to {place(*self.end)}"
        return f"the blast of the {self.weapon} scatters {far} {way}"

    def landed(self) -> tuple[Point, ...]:
        return strayed(self.start, self.end)


def direction_in_words(direction: int) -> str:
    """A face of the direction die as people point: the way on the table, as hours of a clock.

    >>> direction_in_words(6), direction_in_words(24), direction_in_words(7)
    ("towards 3 o'clock", "towards 12 o'clock", 'towards half past 3')
    """
    hour = direction // 2 or 12
    return f"towards half past {hour}" if direction % 2 else f"towards {hour} o'clock"


class Caught(Event, frozen=True):
    """A template of a unit lies over models of a unit; ``who`` names them, each sort with its number."""

    unit: int
    target: int
    weapon: str
    models: int
    who: tuple[tuple[str, int], ...] = ()
    where: Point | None = None  # the middle of a blast
    lies: Template | None = None

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset(["who", "where", "lies"])

    def beneath(self) -> tuple[tuple[int, int], ...]:
        return ((self.target, self.models),)

    def told(self, t: Table) -> str:
        template = template_in_words(self.weapon, self.where)
        if t.units[self.target].start == 1:
            return f"{template}: {t.name(self.target)}"
        who = ", ".join(f"{n} {name}" if n > 1 else name for name, n in self.who)
        sorts = len({m.name for m in t.units[self.target].kind.models}) > 1
        said = f"{template}: {self.models} of {t.name(self.target)}"
        return f"{said} ({who})" if who and sorts else said


def template_in_words(weapon: str, where: Point | None) -> str:
    """Whose template it is, and where the middle of a blast lies."""
    return f"under the template of the {weapon}" + (f" at {place(*where)}" if where is not None else "")


class ChargeDeclared(Event, frozen=True):
    """A unit is about to charge another, which may come to meet it first."""

    unit: int
    target: int

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} declares a charge at {t.name(self.target)}"

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} charges {t.name(self.target)}"


class Charged(Moved, frozen=True):
    """A unit runs into another, or comes to meet one that charges it: a move that a short report tells too."""

    full: ClassVar[bool] = False

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how}"


class ChargedHome(Charged, frozen=True):
    """A unit makes the charge that it has declared."""

    def brief(self, t: Table) -> str:
        return ""


class Parted(Freed, frozen=True):
    """A round of close combat has left two units too far apart to go on."""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} and {t.name(self.foe)} are no longer in close combat"


class Suffers(Given, frozen=True):
    """A unit is painted, shaken, immobilised, … by an attack."""

    part: ClassVar[str] = FATE


class WallFormed(Given, frozen=True):
    """A unit stands in a shield wall from now on."""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} forms a shield wall"


class Over(Lifted, frozen=True):
    """A unit is no longer panicked, on hold, prone, in a shield wall, …"""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {ENDS.get(self.what, f'is no longer {self.what}')}"


class Forgotten(Lifted, frozen=True):
    """Book-keeping of a unit is done away with or written anew; nobody is told."""

    def told(self, t: Table) -> str:
        return ""


class LiesDown(Given, frozen=True):
    """A unit goes prone: the effect's value is the game turn in which it does."""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} lies down, which counts as a move"


class GunPlaced(Event, frozen=True):
    """The gun of a team stands somewhere, or looks somewhere else: (x, y, facing, level). ``how`` is a verb."""

    unit: int
    where: tuple[float, float, float, float, float]
    how: str

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        rest = tuple(effect for effect in t[self.unit].effects if effect.what != GUN)
        t.change(self.unit, effects=(*rest, Effect(GUN, value=self.where)))

    def told(self, t: Table) -> str:
        x, y, *facing, _ = self.where
        at = {"turned": f" towards {clock(*facing)}", "set up": f" at {place(x, y)}"}.get(
            self.how, f" to {place(x, y)}"
        )
        return f"the gun of {t.name(self.unit)} is {self.how}{at}"


class CheckCalled(Event, frozen=True):
    """A unit has to make a CD check of some kind; ``why`` says what calls for it."""

    unit: int
    what: str
    why: str = ""

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return (
            f"{t.name(self.unit)} takes {_a(self.what)} check ({self.why})" if self.why else ""
        )  # else its die says all


class Tested(Event, frozen=True):
    """A unit has made the CD check that was called for: its die says so."""

    unit: int
    what: str
    passed: bool

    full: ClassVar[bool] = True


class NerveLost(Event, frozen=True):
    """A unit has failed a morale check: what becomes of it, and what called for the check."""

    unit: int
    what: str
    becomes: str
    why: str = ""

    part: ClassVar[str] = FATE

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.becomes}"

    def brief(self, t: Table) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{self.told(t)} ({self.what} check failed{why})"


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


class Spared(Event, frozen=True):
    """A rule saved a unit from something that it would have had to do or suffer."""

    unit: int
    what: str

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.what}"


class Bound(Event, frozen=True):
    """A rule limits what a unit may do in this activation."""

    unit: int
    why: str

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.why}"
