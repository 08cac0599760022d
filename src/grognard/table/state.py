"""What stands on the table: one list of frozen units and a root of immutable fields.

Only events write here (``events.py``). A unit is replaced, never changed, so a snapshot copies pointers and a unit that
was kept too long can be stale but never half written. Procedures hold unit ids and read ``t[u]`` afresh after each ask.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Hashable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import force_setattr

from ..kernel.plain import plain
from .geometry import NOWHERE, Formation

PLACES: Final = ("off", "table", "reserve", "aboard", "joined", "dead", "absent")
ABSENT: Final = "absent"  # of no army yet: it may be brought into play
T = TypeVar("T")
_NONE: Final[dict[Any, Any]] = {}
_id = attrgetter("id")


class Effect(Struct, frozen=True):
    """Something that holds for a unit for a while: a word or a rule value, who gave it, and the moment it ends.

    ``until`` is a moment (see ``common.triggers``), or None when it lasts until it is lifted. ``value`` is free.
    """

    what: Any
    source: Any = ""  # id of a unit, or the rule that gave it
    until: Hashable = None
    value: Any = None


class Unit(Struct, frozen=True, eq=False):
    """One unit as it stands now. ``members``, ``wounds`` and the positions of ``form`` belong together by index.

    ``place`` is one of "off" (not yet deployed), "table", "reserve", "aboard" (of unit ``aboard``), "joined" (its model
    stands in unit ``aboard``), "dead" and "absent" (not in play yet,
    and perhaps never). ``form`` has no positions unless the place is "table".
    ``wounds`` counts what each model has left. ``owners`` is empty, or names for each member the unit it came from.
    ``met`` are the effects that lasted on the unit it has joined when it did: they are not shared.
    """

    id: int
    side: int
    kind: Any  # profiles.Kind
    form: Formation = NOWHERE
    members: tuple[Any, ...] = ()  # profiles.Model
    wounds: tuple[int, ...] = ()
    start: int = 0
    lost: int = 0
    foes: tuple[int, ...] = ()
    effects: tuple[Effect, ...] = ()
    place: str = "off"
    aboard: int = -1
    owners: tuple[int, ...] = ()
    met: tuple[Effect, ...] = ()

    @property
    def size(self) -> int:
        """How many models stand."""
        return len(self.members)

    @property
    def alive(self) -> bool:
        """Whether a model is left, on the table or not."""
        return self.place not in ("dead", "joined", ABSENT)

    @property
    def here(self) -> bool:
        """Whether it stands on the table."""
        return self.place == "table"

    @property
    def locked(self) -> bool:
        """Whether it is in close combat."""
        return bool(self.foes)

    def has(self, what: Any) -> bool:
        """Whether an effect of that word or rule (a value, or its class) lasts."""
        for e in self.effects:  # asked too often for a generator
            if e.what == what:
                return True
        return isinstance(what, type) and _of_class(self.effects, what) is not None

    def effect(self, what: Any) -> Effect | None:
        """The first such effect, or None."""
        for e in self.effects:
            if e.what == what:
                return e
        return _of_class(self.effects, what) if isinstance(what, type) else None

    def count(self, what: Any) -> int:
        """How many such effects last: counters are effects given several times."""
        return sum(_same(e.what, what) for e in self.effects)

    def plain(self) -> list[Any]:
        return [
            self.id,
            self.side,
            self.kind.name,
            plain(self.form),
            [m.name for m in self.members],
            list(self.wounds),
            self.start,
            self.lost,
            list(self.foes),
            [[plain_rule(e.what), plain(e.source), plain(e.until), plain(e.value)] for e in self.effects],
            self.place,
            self.aboard,
            list(self.owners),
        ]


class Clock(Struct, frozen=True):
    """When it is. ``step`` counts in the system's STEPS; ``first`` went first this round; ``phase`` is a name for people."""

    round: int = 1
    player: int = 0
    step: int = 0
    first: int = 0
    phase: str = ""


class Marker(Struct, frozen=True):
    """A counter or objective lying on the table."""

    id: int
    kind: str  # "objective", "token", …
    x: float
    y: float
    side: int = -1
    value: Any = None


class Scenery(Struct, frozen=True):
    """What has become of one piece of terrain; the piece itself, by the same index, stands in the ground."""

    points: int = -1  # damage points left, -1 when it cannot be damaged
    cover: Any = None  # a changed cover value, None as printed
    tokens: int = 0
    gone: bool = False


class Muster:
    """The models that have been in a side's units, and what is known of them; nobody who has fallen is taken off the list."""

    __slots__ = ("known", "models")

    def __init__(self) -> None:
        self.models: dict[Any, None] = {}
        self.known: dict[Any, bool] = {}  # by test: whether it is true of any of them

    def enlist(self, members: tuple[Any, ...]) -> None:
        """Models are in a unit of the side from now on."""
        models = self.models
        fresh = [m for m in dict.fromkeys(members) if m not in models]
        if fresh:
            models.update(dict.fromkeys(fresh))
            for test, found in self.known.items():
                self.known[test] = found or any(test(m) for m in fresh)

    def anyone(self, test: Callable[[Any], Any]) -> bool:
        """Whether a test is true of any of the models."""
        found = self.known.get(test)
        if found is None:
            found = self.known[test] = any(test(m) for m in self.models)
        return found


class Table:
    """The live battle. ``t[u]`` is the unit with that id; ``t.round``, ``t.player``, ``t.step`` read the clock."""

    __slots__ = (
        "__weakref__",
        "_elsewhere",
        "_found",
        "_musters",
        "_places",
        "_sides",
        "_sorted",
        "acted",
        "auras",
        "before",
        "clock",
        "due",
        "ends",
        "game",
        "ground",
        "live",
        "markers",
        "markers_before",
        "memory",
        "names",
        "rulings",
        "scenario",
        "scenery",
        "scores",
        "units",
    )

    def __init__(
        self,
        units: list[Unit],
        *,
        game: Any = None,
        ground: Any = None,
        scenario: Any = None,
        rulings: Mapping[str, Any] | None = None,
        markers: tuple[Marker, ...] = (),
        scenery: tuple[Scenery, ...] = (),
    ) -> None:
        self.units = units
        self.clock = Clock()
        self.acted: frozenset[int] = frozenset()
        self.live: tuple[int, ...] = tuple(sum(u.side == s and u.alive for u in units) for s in (0, 1))
        self.due: dict[Hashable, tuple[Any, ...]] = _NONE  # moment → triggers; replaced, never written into
        self.ends: dict[Hashable, tuple[int, ...]] = _NONE  # moment → units with an effect that ends then
        self.auras: dict[str, tuple[tuple[int, float], ...]] = _NONE  # moment → (source, inches)
        self.scores: tuple[int, ...] = (0, 0)
        self.markers = markers
        self.scenery = scenery
        self.memory: dict[Hashable, Any] = _NONE  # what only one system keeps; replaced, never written into
        self.ground = ground  # terrain.Ground; replaced when scenery changes, pieces keep their index
        # What never changes during a battle:
        self.game = game  # common.game.Game
        self.scenario = scenario
        self.rulings: dict[str, Any] = dict(rulings or {})
        self.names = _names(units, getattr(scenario, "sides", ()))
        self.before: list[Unit] = []  # the units before the event that is told now, by id; empty when nobody keeps them
        self.markers_before: tuple[Marker, ...] = ()
        self._sorted: list[Unit] = []  # the units that ``_sides`` was found for
        self._sides: tuple[tuple[Unit, ...], tuple[Unit, ...]] = ((), ())
        self._elsewhere: tuple[Unit, ...] = ()
        self._places: frozenset[str] = frozenset()  # where those stand that are not on the table
        self._musters = Muster(), Muster(), Muster()  # of each side, and of both
        self._found: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}  # what ``memo`` keeps

    def __getitem__(self, unit: int) -> Unit:
        return self.units[unit]

    def __iter__(self) -> Iterator[Unit]:
        return iter(self.units)

    @property
    def round(self) -> int:
        return self.clock.round

    @property
    def player(self) -> int:
        return self.clock.player

    @property
    def step(self) -> int:
        return self.clock.step

    @property
    def phase(self) -> str:
        return self.clock.phase

    # queries ---------------------------------------------------------------------------------------------------------

    def own(self, side: int) -> tuple[Unit, ...]:
        """The units of a side that stand on the table, by id."""
        return self._sides[side] if self.units == self._sorted else self._standing()[side]

    def enemies(self, side: int) -> tuple[Unit, ...]:
        """The units of the other side that stand on the table, by id."""
        return self._sides[1 - side] if self.units == self._sorted else self._standing()[1 - side]

    def _standing(self) -> tuple[tuple[Unit, ...], tuple[Unit, ...]]:
        """The units of both sides that stand on the table, found anew when one has come or gone."""
        ours: list[Unit] = []
        theirs: list[Unit] = []
        elsewhere: list[Unit] = []
        known = self._sorted
        for k, u in enumerate(self.units):
            if u.place == "table":
                (theirs if u.side else ours).append(u)
            else:
                elsewhere.append(u)
            if k >= len(known) or known[k].members is not u.members:
                self._enlist(u)
        self._sides, self._elsewhere = (tuple(ours), tuple(theirs)), tuple(elsewhere)
        self._places = frozenset([u.place for u in elsewhere])
        self._sorted = self.units[:]  # units are compared by identity
        return self._sides

    def _follow(self, old: Unit, new: Unit) -> None:
        """A unit takes its own place among those found, or another when it has come to the table or left it."""
        was, now = old.place == "table", new.place == "table"
        if was or now:
            ours, theirs = self._sides
            if new.side:
                theirs = _replaced(theirs, old if was else None, new if now else None)
            else:
                ours = _replaced(ours, old if was else None, new if now else None)
            self._sides = ours, theirs
        if not (was and now):
            self._elsewhere = _replaced(self._elsewhere, None if was else old, None if now else new)
            if old.place != new.place:
                self._places = frozenset([u.place for u in self._elsewhere])
        if new.members is not old.members:
            self._enlist(new)
        self._sorted[new.id] = new

    def _enlist(self, u: Unit) -> None:
        self._musters[u.side].enlist(u.members)
        self._musters[-1].enlist(u.members)

    def anyone(self, side: int, test: Callable[[Any], Any]) -> bool:
        """Whether what a test says of a model may be true of any that is, or was, in a unit of a side (-1: of either), anywhere.

        It is asked of each model once: what needs a rule that nobody has need not be looked for. False is sure; models that came
        into a battle since taken back still count.
        """
        if self.units != self._sorted:
            self._standing()
        return self._musters[side].anyone(test)

    def there(self, place: str, side: int = -1) -> list[Unit]:
        """The units in a place ("reserve", "aboard", …), of one side or of both."""
        if self.units != self._sorted:
            self._standing()
        found: list[Unit] = []
        if place in self._places or place == "table":
            for u in self.units if place == "table" else self._elsewhere:
                if u.place == place and (side < 0 or u.side == side):
                    found.append(u)
        return found

    def cargo(self, carrier: int) -> list[Unit]:
        """The units aboard a unit, by id."""
        if self.units != self._sorted:
            self._standing()
        if "aboard" not in self._places:
            return []
        return [u for u in self._elsewhere if u.aboard == carrier and u.place == "aboard"]

    def ready(self, side: int) -> list[int]:
        """The ids of a side's units on the table that have not acted."""
        acted, ids = self.acted, []
        for u in self.own(side):
            if u.id not in acted:
                ids.append(u.id)
        return ids

    def name(self, unit: int) -> str:
        """What a battle report calls the unit: its kind, numbered when a side has several."""
        return self.names[unit]

    def was(self, unit: int) -> Unit | None:
        """A unit as it was before the event that is told now, or None where nobody knows."""
        return self.before[unit] if unit < len(self.before) else None

    def remember(self) -> None:
        """Keeps units and markers as they are, before an event that will be told."""
        self.before = self.units[:]
        self.markers_before = self.markers

    def forget(self) -> None:
        """The event has been told."""
        self.before = []
        self.markers_before = ()

    def marker(self, id: int) -> Marker | None:
        """The marker with that id, or None."""
        return next((m for m in self.markers if m.id == id), None)

    def memo(self, key: Hashable, work: Callable[[], T], *stands: Any) -> T:
        """What ``work()`` finds of this table, worked out once while all that it hangs on (``stands``) is as it was.

        Without ``stands`` it holds for the whole battle. A snapshot does not hold it and need not: what is asked for again after
        ``restore`` hangs on what has been restored. A battle shares it with its clones, never with another battle.
        """
        known = self._found.get(key)
        if known is None or known[0] != stands:
            known = self._found[key] = stands, work()
        return known[1]

    def recall(self, key: Hashable, default: Any = None) -> Any:
        """What a system noted under a key."""
        return self.memory.get(key, default)

    def triggers(self, moment: Hashable) -> tuple[Any, ...]:
        """What is due at a moment, in the order in which it fell due."""
        return self.due.get(moment, ())

    def ruling(self, name: str) -> Any:
        """The value of a named ruling in this battle."""
        return self.rulings[name]

    # writing: for events only ----------------------------------------------------------------------------------------

    def change(self, unit: int, **fields: Any) -> None:
        """Puts a unit with changed fields in the unit's place. For events."""
        units, known = self.units, self._sorted
        old = units[unit]
        new = units[unit] = old.__copy__()  # type: ignore[attr-defined]  # nobody has seen it yet: quicker than to make one of all its fields
        for field, value in fields.items():
            force_setattr(new, field, value)
        if len(known) > unit and known[unit] is old and old.side == new.side:
            self._follow(old, new)

    def put(self, moment: Hashable, what: Any) -> None:
        """Makes a trigger due at a moment, once. For events."""
        waiting = self.due.get(moment, ())
        if what not in waiting:
            self.due = {**self.due, moment: (*waiting, what)}

    def count(self) -> None:
        """Counts the living again. For events that kill or add units."""
        live = [0, 0]
        for u in self.units:
            live[u.side] += u.alive
        self.live = tuple(live)

    # snapshots -------------------------------------------------------------------------------------------------------

    def snapshot(self) -> tuple[Any, ...]:
        """Everything that can change, as one immutable value."""
        return (
            tuple(self.units),
            self.clock,
            self.acted,
            self.live,
            self.due,
            self.ends,
            self.auras,
            self.scores,
            self.markers,
            self.scenery,
            self.memory,
            self.ground,
        )

    def restore(self, kept: tuple[Any, ...]) -> None:
        """Back to a snapshot."""
        (
            self.units[:],
            self.clock,
            self.acted,
            self.live,
            self.due,
            self.ends,
            self.auras,
            self.scores,
            self.markers,
            self.scenery,
            self.memory,
            self.ground,
        ) = kept

    def clone(self) -> Table:
        """Another table in the same state, for a bot to try things on."""
        other = object.__new__(Table)
        other.units = []
        other.restore(self.snapshot())
        other.game, other.scenario = self.game, self.scenario
        other.rulings, other.names, other.before = self.rulings, self.names, []
        other.markers_before = ()
        other._sorted, other._sides, other._elsewhere = self._sorted[:], self._sides, self._elsewhere
        other._places, other._musters = self._places, self._musters
        other._found = self._found  # of one battle
        return other

    def plain(self) -> dict[str, Any]:
        """The whole state as plain data, equal for equal states."""
        return {
            "units": [u.plain() for u in self.units],
            "clock": plain(self.clock),
            "acted": sorted(self.acted),
            "live": list(self.live),
            "due": plain(self.due),
            "ends": plain(self.ends),
            "auras": plain(self.auras),
            "scores": list(self.scores),
            "markers": plain(self.markers),
            "scenery": plain(self.scenery),
            "memory": plain(self.memory),
        }


def plain_rule(what: Any) -> str:
    """A word or a rule as text."""
    return what if isinstance(what, str) else str(what)


def mustered(id: int, side: int, kind: Any, wounds: tuple[int, ...], place: str = "off") -> Unit:
    """A whole unit of a kind, not yet on the table; ``wounds`` has one entry for each of the kind's models."""
    return Unit(
        id=id, side=side, kind=kind, members=tuple(kind.models), wounds=wounds, start=len(kind.models), place=place
    )


def _replaced(units: tuple[Unit, ...], old: Unit | None, new: Unit | None) -> tuple[Unit, ...]:
    """The units, by id, with another in the place of one of them, without it, or with one more."""
    changed = list(units)
    if old is not None and new is not None:
        changed[changed.index(old)] = new
    elif new is not None:
        insort(changed, new, key=_id)
    elif old is not None:
        changed.remove(old)
    return tuple(changed)


def _of_class(effects: tuple[Effect, ...], rule: type) -> Effect | None:
    """The first effect of a rule given by its class, or None."""
    return next((e for e in effects if isinstance(e.what, rule)), None)


def _same(held: Any, asked: Any) -> bool:
    if isinstance(asked, type):
        return isinstance(held, asked)
    return bool(held == asked)


def _names(units: list[Unit], sides: tuple[str, ...]) -> tuple[str, ...]:
    # Kinds of one name are numbered within a side; when both sides field the kind, the side's name stands in front.
    total: dict[tuple[int, str], int] = {}
    for u in units:
        total[u.side, u.kind.name] = total.get((u.side, u.kind.name), 0) + 1
    seen: dict[tuple[int, str], int] = {}
    names = []
    for u in units:
        key = (u.side, u.kind.name)
        seen[key] = seen.get(key, 0) + 1
        name = f"{u.kind.name} {seen[key]}" if total[key] > 1 else u.kind.name
        if (1 - u.side, u.kind.name) in total:
            name = f"{sides[u.side] if len(sides) > u.side else f'Player {u.side + 1}'}'s {name}"
        names.append(name)
    return tuple(names)
