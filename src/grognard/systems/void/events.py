"""What happens in VOID beyond what can happen on any table."""

from __future__ import annotations

from typing import ClassVar

from ...table.events import Event, Given, Lifted
from ...table.state import Effect, Table

STATES = {"formed": "in a shield wall"}  # what a report calls an effect
GUN = "gun"  # the effect that says where the gun of a mounted weapon team stands


class Ordered(Event, frozen=True):
    """A unit is activated and carries out an order."""

    unit: int
    order: str

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.order}"


class Attacked(Event, frozen=True):
    """A unit shoots or strikes at another: with what, and how often."""

    unit: int
    target: int
    verb: str  # "shoots at", "strikes at", …
    arms: tuple[tuple[str, int], ...]

    def told(self, t: Table) -> str:
        arms = ", ".join(f"{n} x {name}" for name, n in self.arms)
        return f"{t.name(self.unit)} {self.verb} {t.name(self.target)}" + (f" ({arms})" if arms else "")


class Caught(Event, frozen=True):
    """A template of a unit lies over models of a unit."""

    unit: int
    target: int
    weapon: str
    models: int

    def told(self, t: Table) -> str:
        many = f"{self.models} of " if t.units[self.target].start > 1 else ""
        return f"the {self.weapon} catches {many}{t.name(self.target)}"


class Over(Lifted, frozen=True):
    """A unit is no longer panicked, on hold, prone, in a shield wall, …"""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} is no longer {STATES.get(self.what, self.what)}"


class Forgotten(Lifted, frozen=True):
    """Book-keeping of a unit is done away with or written anew; nobody is told."""

    def told(self, t: Table) -> str:
        return ""


class LiesDown(Given, frozen=True):
    """A unit goes prone: the effect's value is the game turn in which it does."""

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} lies down"


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
        return f"the gun of {t.name(self.unit)} is {self.how}"


class Tested(Event, frozen=True):
    """A unit has made a CD check of some kind; ``becomes`` says what failing has made of it, ``why`` what called for it."""

    unit: int
    what: str
    passed: bool
    becomes: str = ""
    why: str = ""

    def told(self, t: Table) -> str:
        a = "an" if self.what[0] in "aeiou" else "a"
        told = f"{t.name(self.unit)} {'passes' if self.passed else 'fails'} {a} {self.what} check"
        if self.why:
            told += f" ({self.why})"
        return f"{told} and is {self.becomes}" if self.becomes else told


class Spared(Event, frozen=True):
    """A rule saved a unit from something that it would have had to do or suffer."""

    unit: int
    what: str

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.what}"


class Bound(Event, frozen=True):
    """A rule limits what a unit may do in this activation."""

    unit: int
    why: str

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.why}"
