"""What a battle is about: how long, where each side sets up, what is worth points, and who has won.

A scenario is a value; a file (TOML) says the same. The default for every system, *Hold the Field*, scores objectives at
the end of each round, so that an army that stays in its corner loses.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.table.distances import who_is_near
from grognard.table.geometry import directions

from ..errors import Faults, GrognardError
from ..kernel.asks import Emit, Procedure
from ..table.events import Marked, Scored, Stepped
from ..table.geometry import Footprint, Formation, Outline, Point, snap
from ..table.state import Marker, Table, Unit
from ..table.terrain import Ground, rectangle
from .schema import known, unknown
from .steps import next_step

ZONES = {
    "edges": "strips along two opposite edges",
    "sides": "strips along the two other edges",
    "corners": "squares in two opposite corners",
    "quarters": "quarters of circles round two opposite corners",
    "close": "strips that leave 10 inches between the armies",
}
MOST_BYTES = 65_536
MOST_WORDS = 32
_NINTH = directions(36)[1:9]
QUARTER = ((1.0, 0.0), *_NINTH, (0.0, 1.0))  # directions from one side of a corner to the other


class Scenario(Struct, frozen=True):
    """One scenario. Distances in inches; ``sides`` are what the report calls the players.

    ``hold`` points go to whoever holds an objective at the end of each round from ``from_round`` on, ``hold_last`` more
    at the end of the last; who stands alone within ``reach`` takes it, and it stays his until the enemy contests it.
    ``destroyed`` says what destroying the enemy is worth: "none" (only a tie-break), "points" (1 for each 100 points'
    worth of units destroyed) or "units" (1 for each unit). ``special`` are words for what else holds, of those that the
    system knows (``System.special``).
    """

    name: str = "Hold the Field"
    rounds: int = 6
    width: float = 48.0
    height: float = 48.0
    zones: str = "edges"
    depth: float = 12.0
    objectives: int = 4
    reach: float = 3.0
    hold: int = 1
    hold_last: int = 2
    from_round: int = 1
    destroyed: str = "points"
    reserves: bool = True
    wipe_out: bool = True  # the battle ends when a side has nobody left
    sides: tuple[str, ...] = ()
    special: tuple[str, ...] = ()

    def saved(self) -> dict[str, Any]:
        """The scenario as plain data, without special words when it has none; ``from_plain`` reads it."""
        said = {f: list(v) if isinstance(v := getattr(self, f), tuple) else v for f in self.__struct_fields__}
        if not self.special:
            del said["special"]
        return said


HOLD_THE_FIELD = Scenario()
SCENARIOS: dict[str, Scenario] = {
    "hold-the-field": HOLD_THE_FIELD,
    "last-stand": Scenario(name="Last Stand", objectives=0, hold=0, hold_last=0, destroyed="points"),
    "close-quarters": Scenario(name="Close Quarters", zones="close", rounds=5, objectives=3),
}


# --- reading ----------------------------------------------------------------------------------------------------------

_LIMITS: dict[str, tuple[float, float]] = {
    "rounds": (1, 50),
    "width": (12, 240),
    "height": (12, 240),
    "depth": (3, 120),
    "objectives": (0, 12),
    "reach": (0.5, 24),
    "hold": (0, 100),
    "hold_last": (0, 100),
    "from_round": (1, 50),
}


def slug(name: str) -> str:
    """A scenario's name as it is asked for.

    >>> slug("Hold the Field")
    'hold-the-field'
    """
    return "-".join(name.lower().split())


def find(name: str) -> Scenario:
    """A scenario by name or file. Raises GrognardError naming the known ones."""
    if slug(name) in SCENARIOS:
        return SCENARIOS[slug(name)]
    if name.endswith(".toml") or "/" in name or Path(name).is_file():
        return load(name)
    raise unknown("scenario", name, SCENARIOS)


def load(path: Path | str) -> Scenario:
    """Reads a scenario file. Raises GrognardError, or Faults with every fault."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if len(data) > MOST_BYTES:
        raise GrognardError(f"longer than {MOST_BYTES // 1024} kB", where=str(path), hint="is it a scenario file?")
    try:
        content = tomllib.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise GrognardError(f"not a scenario file: {error}", where=str(path)) from None
    return from_plain(content, path.name)


def from_plain(content: dict[str, Any], where: str = "scenario") -> Scenario:
    """A scenario from the keys of a file: those of ``Scenario``. Raises Faults with every fault."""
    faults: list[GrognardError] = []
    fields: dict[str, Any] = {}
    for key, value in content.items():
        if key not in Scenario.__struct_fields__:
            fault = unknown("key", key, Scenario.__struct_fields__)
            faults.append(GrognardError(fault.what, where=where, hint=fault.hint))
            continue
        try:
            fields[key] = _read(key, value)
        except GrognardError as error:
            faults.append(GrognardError(f"{key}: {error.what}", where=where, hint=error.hint))
    if faults:
        raise Faults(faults)
    made = Scenario(**fields)
    across = made.height if made.zones != "sides" else made.width
    if made.zones in ("edges", "sides") and 2 * made.depth > across:
        raise GrognardError(
            f"depth: two zones of {made.depth:g} inches meet on a table {across:g} inches deep", where=where
        )
    return made


def _read(key: str, value: Any) -> Any:
    if key in _LIMITS:
        low, high = _LIMITS[key]
        number = isinstance(getattr(HOLD_THE_FIELD, key), int)
        if isinstance(value, bool) or not isinstance(value, int if number else (int, float)):
            raise GrognardError(f"{value!r} is no {'whole ' if number else ''}number")
        if not low <= value <= high:
            raise GrognardError(f"{value} is not between {low:g} and {high:g}")
        return value if number else snap(float(value))
    if key in ("reserves", "wipe_out"):
        if not isinstance(value, bool):
            raise GrognardError(f"{value!r} is neither true nor false")
        return value
    if key == "sides":
        if not isinstance(value, (list, tuple)) or len(value) not in (0, 2):
            raise GrognardError("two names are needed")
        return tuple(_name(v) for v in value)
    if key == "special":
        if not isinstance(value, (list, tuple)) or len(value) > MOST_WORDS:
            raise GrognardError("a list of words is needed")
        return tuple(dict.fromkeys(_name(v) for v in value))
    if key == "zones":
        return known(_name(value), ZONES, "kind of zones")
    if key == "destroyed":
        return known(_name(value), ("none", "points", "units"), "word")
    return _name(value)


def _name(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 80 or not value.isprintable():
        raise GrognardError(f"{value!r} is no name", hint="a short text in quotation marks")
    return value.strip()


# --- laying out -------------------------------------------------------------------------------------------------------


def laid_out(scenario: Scenario, ground: Ground | None = None) -> Ground:
    """The table for a scenario: the ground given (with zones and objectives of its own, if it has any), or a bare one."""
    if ground is None:
        ground = Ground(width=scenario.width, height=scenario.height)
    if len(ground.zones) < 2:
        ground = replace(ground, zones=zones(scenario, ground.width, ground.height))
    if not ground.objectives and scenario.objectives:
        ground = ground.with_objectives(_objectives(scenario, ground))
    return ground


def zones(scenario: Scenario, width: float, height: float) -> tuple[Outline, Outline]:
    """The deployment zones of both sides."""
    deep = scenario.depth
    if scenario.zones == "sides":
        deep = min(deep, width / 2)
        return rectangle(0.0, 0.0, deep, height), rectangle(width - deep, 0.0, deep, height)
    if scenario.zones == "corners":
        deep = min(max(deep, 12.0) * 1.5, width / 2, height / 2)
        return rectangle(0.0, 0.0, deep, deep), rectangle(width - deep, height - deep, deep, deep)
    if scenario.zones == "quarters":
        deep = min(deep, width / 2, height / 2)
        round_one = ((0.0, 0.0), *[(deep * x, deep * y) for x, y in QUARTER])
        return round_one, tuple([(width - x, height - y) for x, y in round_one])
    if scenario.zones == "close":
        deep = max(3.0, height / 2 - 5.0)
    deep = min(deep, height / 2)
    return rectangle(0.0, 0.0, width, deep), rectangle(0.0, height - deep, width, deep)


def _objectives(scenario: Scenario, ground: Ground) -> Iterator[Point]:
    # Symmetrical about the centre, so that neither side has the nearer ones: one in the middle when the number is odd,
    # the others in pairs along the line between the armies and a little towards each of them.
    w, h, n = ground.width, ground.height, scenario.objectives
    if n % 2:
        yield w / 2, h / 2
    pairs = n // 2
    for i in range(pairs):
        along = (i + 1) / (2 * pairs + 1)
        lean = (0.0, 1 / 6, -1 / 6)[i % 3] if pairs > 1 else 1 / 12
        x, y = along * w, (0.5 + lean) * h
        if scenario.zones == "sides":
            x, y = (0.5 + lean) * w, along * h
        yield x, y
        yield w - x, h - y


def markers(ground: Ground) -> tuple[Marker, ...]:
    """The objectives of the ground as markers, numbered from 1."""
    return tuple(Marker(i + 1, "objective", x, y) for i, (x, y) in enumerate(ground.objectives))


# --- scoring ----------------------------------------------------------------------------------------------------------


POINT = Footprint("round", 0.0, 0.0)


def holders(t: Table, position: Marker) -> tuple[int, int]:
    """How many units of each side stand within reach of an objective and can hold it."""
    reach = t.scenario.reach
    point = _point(position.x, position.y)
    count = [0, 0]
    units = [*t.own(0), *t.own(1)]
    for k in who_is_near(point, [u.form for u in units], reach):
        count[units[k].side] += can_hold(t, units[k])
    return count[0], count[1]


def _point(x: float, y: float) -> Formation:
    return Formation(((snap(x), snap(y)),), (POINT,))


def can_hold(t: Table, unit: Unit) -> bool:
    """Whether a unit can hold an objective at all, as its game has it."""
    holds = getattr(t.game, "holds", None)
    return holds is None or bool(holds(t, unit))


def score(t: Table) -> Procedure:
    """Scores the round that ends. A step of every system's plan calls this when a round closes."""
    for position in t.markers:
        if position.kind != "objective":
            continue
        ours, theirs = holders(t, position)
        side = position.side if bool(ours) == bool(theirs) else 0 if ours else 1
        if ours and theirs:
            side = -1
        if side != position.side:
            yield Emit(Marked(replace(position, side=side)))
        if side >= 0:
            yield from scored_for(t, side, position.id)


def scored_for(t: Table, side: int, objective: int) -> Procedure:
    """What an objective that a side holds at the end of a round is worth to it, if anything."""
    scenario: Scenario = t.scenario
    late = scenario.hold_last * (t.round >= scenario.rounds)
    points = scenario.hold * (t.round >= scenario.from_round) + late
    if points:
        yield Emit(Scored(side, points, f"objective {objective}", late))


def closing(t: Table, player: int) -> Procedure:
    """A ready-made last step of a round: scores it and ends the step."""
    yield from score(t)
    yield from next_step(t)


def destroyed(t: Table, side: int) -> int:
    """The points' worth of a side's units that are destroyed; what never arrived counts too once the battle is over."""
    return sum(u.kind.points for u in t.units if u.side == side and u.place == "dead")


class Score(Struct, frozen=True):
    """Victory points that a side has, and for what."""

    round: int
    side: int
    points: int
    why: str


def for_destroyed(t: Table) -> list[Score]:
    """The victory points for the enemy's units destroyed so far, in one entry a side that has any."""
    found = []
    for side in (0, 1):
        worth, units = destroyed(t, 1 - side), sum(u.side != side and u.place == "dead" for u in t.units)
        if t.scenario.destroyed == "points" and worth >= 100:
            why = f"{worth} points' worth of the enemy destroyed, 1 for each full 100"
            found.append(Score(min(t.round, t.scenario.rounds), side, worth // 100, why))
        elif t.scenario.destroyed == "units" and units:
            why = f"{units} units of the enemy destroyed" if units > 1 else "a unit of the enemy destroyed"
            found.append(Score(min(t.round, t.scenario.rounds), side, units, why))
    return found


def score_sheet(t: Table, log: Iterable[Any]) -> list[Score]:
    """Every victory point of a battle with its reason, in the order of scoring; they add up to ``points``."""
    found, now = [], 1
    for entry in log:
        if isinstance(entry, Stepped):
            now = entry.clock.round
        elif isinstance(entry, Scored):
            found.append(Score(now, entry.side, entry.points, entry.why))
    return found + for_destroyed(t)


def points(t: Table) -> tuple[int, int]:
    """The victory points of both sides as they stand: what was scored, and what the enemy has lost."""
    total = list(t.scores)
    for entry in for_destroyed(t):
        total[entry.side] += entry.points
    return total[0], total[1]


def over(t: Table) -> str:
    """Why the battle is over, or "" while it goes on."""
    scenario = t.scenario
    if t.clock.round > scenario.rounds:
        return f"{scenario.rounds} rounds are played"
    if 0 in t.live and scenario.wipe_out:
        return "nobody is left" if not any(t.live) else "one side has nobody left"
    return ""


def winner(t: Table) -> tuple[int | None, str]:
    """The side that has won (None: a draw), and why."""
    if t.scenario.wipe_out and not all(t.live):
        if not any(t.live):
            return None, "nobody is left"
        return (0 if t.live[0] else 1), "the enemy has nobody left"
    a, b = points(t)
    if a != b:
        return (0 if a > b else 1), f"{max(a, b)} victory point{'s' * (max(a, b) != 1)} to {min(a, b)}"
    lost = destroyed(t, 0), destroyed(t, 1)
    if lost[0] != lost[1]:
        more = f"more of the enemy destroyed ({max(lost)} points' worth to {min(lost)})"
        return (0 if lost[1] > lost[0] else 1), f"{a} victory point{'s' * (a != 1)} each; {more}"
    return None, f"{a} victory point{'s' * (a != 1)} each"
