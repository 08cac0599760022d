"""What happens in this system only: shots and blows announced, markers that land, hull points lost."""

from __future__ import annotations

from typing import Any, ClassVar

from ...table.event import Event
from ...table.state import Table


class ShotAt(Event, frozen=True):
    """A unit shoots at another with these weapons; ``how`` is "shoots at", or "fires overwatch at"."""

    unit: int
    target: int
    weapons: tuple[str, ...]
    how: str = "shoots at"

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, "attack": (self.unit, self.target)}

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.how} {t.name(self.target)}: {', '.join(self.weapons)}"


class BlowsAt(Event, frozen=True):
    """Models of a unit strike at another in close combat, at one step of Initiative."""

    unit: int
    target: int
    weapons: tuple[str, ...]
    blows: int
    step: int

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, "attack": (self.unit, self.target)}

    def told(self, t: Table) -> str:
        struck = f"{self.blows} blow" + "s" * (self.blows != 1)
        return f"at Initiative {self.step} {t.name(self.unit)} strikes {struck} at {t.name(self.target)}: {', '.join(self.weapons)}"


class RidesDown(Event, frozen=True):
    """Charging models crash into their enemy."""

    unit: int
    target: int
    models: int

    def on(self, t: Table) -> None:
        t.memory = {**t.memory, "attack": (self.unit, self.target)}

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} crashes into {t.name(self.target)} ({self.models} model{'s' * (self.models != 1)})"


class MarkerLands(Event, frozen=True):
    """A blast marker or flame template comes to lie. ``under`` holds (unit, how many of its models)."""

    weapon: str
    x: float
    y: float
    under: tuple[tuple[int, int], ...]
    scattered: float = 0.0  # inches
    lost: bool = False  # its hole lies beyond the edge of the table

    def told(self, t: Table) -> str:
        scatters = f' scatters {self.scattered:g}"' if self.scattered else ""
        if self.lost:
            return f"the {self.weapon}{scatters} off the table"
        found = ", ".join(f"{n} of {t.name(u)}" for u, n in self.under) or "nobody"
        return f"the {self.weapon}{scatters and f'{scatters} and'} lies over {found}"


class CirclesStruck(Event, frozen=True):
    """The circles of an apocalyptic barrage come to lie, and these are struck (5: the middle one). ``under`` holds (unit, hits)."""

    weapon: str
    x: float
    y: float
    circles: tuple[int, ...]
    under: tuple[tuple[int, int], ...]
    scattered: float = 0.0  # inches
    lost: bool = False  # their centre lies beyond the edge of the table

    def told(self, t: Table) -> str:
        scatters = f' scatters {self.scattered:g}"' if self.scattered else ""
        if self.lost:
            return f"the {self.weapon}{scatters} off the table"
        hits = ", ".join(f"{n} hit{'s' * (n != 1)} on {t.name(u)}" for u, n in self.under) or "nobody is hit"
        struck = ", ".join("5-6" if n == 5 else str(n) for n in self.circles)
        return f"the {self.weapon}{scatters and f'{scatters} and'} strikes circles {struck}: {hits}"


class HullHit(Event, frozen=True):
    """What an attack did to the hulls of a unit: hull points left of each (never below 1 while it stands)."""

    unit: int
    left: tuple[int, ...]
    glances: int = 0
    penetrations: int = 0
    source: int = -1

    def on(self, t: Table) -> None:
        t.change(self.unit, wounds=self.left)

    def told(self, t: Table) -> str:
        what = [f"{n} {word}{'s' * (n != 1)}" for n, word in
                ((self.glances, "glancing hit"), (self.penetrations, "penetrating hit")) if n]  # fmt: skip
        return f"{t.name(self.unit)} takes {' and '.join(what) or 'no harm'}"


class Tested(Event, frozen=True):
    """A unit has taken a Leadership or characteristic test; ``rolled`` False: it passed without a roll."""

    unit: int
    test: str
    passed: bool
    rolled: bool = True

    def told(self, t: Table) -> str:
        how = "passes" if self.passed else "fails"
        return f"{t.name(self.unit)} {how} its {self.test} test" + ("" if self.rolled else " without a roll")


class Afflicted(Event, frozen=True):
    """Models of a unit have other profiles now: a mark has been put on them (``what``, so many of them), or has ended."""

    unit: int
    members: tuple[Any, ...]
    what: str = ""
    models: int = 0

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
        return f"{t.name(self.unit)} regains strength"


class CombatResult(Event, frozen=True):
    """Who has won a round of close combat, by the wounds that each side inflicted (``by_side``)."""

    units: tuple[int, ...]
    by_side: tuple[int, int]

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        from ...table.event import side_name

        ours, theirs = self.by_side
        if ours == theirs:
            return f"the combat is drawn ({ours} each)"
        return (
            f"{side_name(t, 0 if ours > theirs else 1)} wins the combat by {max(ours, theirs)} to {min(ours, theirs)}"
        )


class Mishap(Event, frozen=True):
    """A unit that comes by Deep Strike has no room where it lands."""

    unit: int
    what: str
    why: str

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} suffers a mishap ({self.why}): {self.what}"
