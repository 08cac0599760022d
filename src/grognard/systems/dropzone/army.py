"""Whether a list may be played: its battlegroups, its Commanders, its Rare squads, and whether its transports are full enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ...common.profiles import Kind
from ...common.rules import voices
from .profiles import COMMANDERS, commander_price, transport, values

Span = tuple[int, int]  # at least, at most

SLOTS: dict[str, dict[str, Span]] = {  # squads of each category in a battlegroup; those not named may not stand in it
    "HQ": {"Command": (1, 2), "Scout": (0, 2), "Heavy": (0, 1)},
    "Frontline": {"Troops": (1, 3), "Exotic": (0, 1), "Support": (0, 1)},
    "Armour": {"Standard": (1, 3), "Heavy": (0, 2), "Support": (0, 1)},
    "Vanguard": {"Scout": (0, 2), "Exotic": (0, 2), "Support": (0, 1)},
    "War Engine": {"Behemoth": (1, 1)},
}


class GameSize(Struct, frozen=True):
    """A size of game: up to so many points, percent of them in one battlegroup, battlegroups of each kind."""

    name: str
    most: int
    share: int
    groups: dict[str, Span]


SIZES = (
    GameSize(
        "Skirmish", 999, 50,
        {"HQ": (0, 1), "Frontline": (1, 2), "Armour": (1, 1), "Vanguard": (0, 1), "War Engine": (0, 1)},
    ),
    GameSize(
        "Clash", 1999, 33,
        {"HQ": (1, 1), "Frontline": (1, 2), "Armour": (1, 2), "Vanguard": (0, 2), "War Engine": (0, 2)},
    ),
    GameSize(
        "Battle", 1_000_000, 33,
        {"HQ": (1, 2), "Frontline": (1, 2), "Armour": (1, 2), "Vanguard": (0, 2), "War Engine": (0, 3)},
    ),
)  # fmt: skip
SMALLEST = 500  # points: a shorter list is one for the smallest game


def size(points: int) -> GameSize:
    """The size of a game of so many points.

    >>> size(1750).name, size(1750).share
    ('Clash', 33)
    """
    return next(size for size in SIZES if points <= size.most)


def faults(force: Any, limit: int | None = None) -> list[str]:
    """What is wrong with a list, one sentence each. ``limit``: the points of the game; without it those of the list."""
    points = limit or max(SMALLEST, sum(kind.points for kind in force.kinds))
    game = size(points)
    return [
        *battlegroups(force.kinds, game),
        *shares(force.kinds, points),
        *commanders(force.kinds),
        *rare(force.kinds, game.name),
        *transports(force.kinds),
    ]


# --- battlegroups -----------------------------------------------------------------------------------------------------


def battlegroups(kinds: Sequence[Kind], game: GameSize) -> list[str]:
    """Every squad but the Auxiliary ones stands in a battlegroup that has a slot for it, and the game allows so many of each."""
    wrong = [
        f"{kind.name} comes with another unit and cannot be bought" for kind in kinds if category(kind) == "Extras"
    ]
    wrong += [
        f"{kind.name} has no category: write category = 'Troops' or another"
        for kind in kinds
        if not category(kind) and kind.type != "Scenery"
    ]
    bought = [kind for kind in kinds if category(kind) not in ("", "Extras", "Auxiliary")]
    stray = [kind.name for kind in bought if not kind.detail("battlegroup", "")]
    if stray:
        wrong.append(f"in no battlegroup: {', '.join(stray)}; only Auxiliary squads stand outside of them")
    counts = dict.fromkeys(SLOTS, 0)
    for name, squads in grouped(bought).items():
        found, faulty = held(name, squads)
        wrong += faulty
        for type in found:
            counts[type] += 1
    return wrong + numbers(counts, game)


def category(kind: Kind) -> str:
    """The slot that a unit takes; "" when its file gives none."""
    return "Behemoth" if kind.type == "Behemoth" else str(kind.detail("category", ""))


def grouped(kinds: Iterable[Kind]) -> dict[str, list[Kind]]:
    """The squads of each battlegroup by its name, Auxiliary ones and those in none left out."""
    found: dict[str, list[Kind]] = {}
    for kind in kinds:
        name = kind.detail("battlegroup", "")
        if name and category(kind) not in ("Auxiliary", "Extras", ""):
            found.setdefault(name, []).append(kind)
    return found


def type_of(squads: Sequence[Kind]) -> str:
    """Which battlegroup squads make together: the one that must have a category of theirs, else a Vanguard."""
    categories = {category(kind) for kind in squads}
    for type, slots in SLOTS.items():
        if any(low and slot in categories for slot, (low, _) in slots.items()):
            return type
    return "Vanguard"


def held(name: str, squads: Sequence[Kind]) -> tuple[list[str], list[str]]:
    """What battlegroups a named one counts as, and what is wrong with it. A Behemoth in company counts as a War Engine too."""
    engines = [kind for kind in squads if category(kind) == "Behemoth"]
    others = [kind for kind in squads if category(kind) != "Behemoth"]
    types, wrong = ["War Engine"] * len(engines), []
    if engines and len(squads) > 1:
        company = ", ".join(kind.name for kind in squads if kind is not engines[0])
        wrong.append(f"battlegroup {name}: {engines[0].name} is a War Engine and stands alone, not with {company}")
    if others:
        type = type_of(others)
        types.append(type)
        wrong += slots(name, type, others)
    return types, wrong


def slots(name: str, type: str, squads: Sequence[Kind]) -> list[str]:
    """What a battlegroup has no slot for."""
    wrong = []
    for slot in dict.fromkeys(category(kind) for kind in squads):
        count = sum(category(kind) == slot for kind in squads)
        most = SLOTS[type].get(slot, (0, 0))[1]
        if count > most:
            may = f"at most {most}" if most else f"none ({', '.join(_spans(SLOTS[type]))})"
            wrong.append(f"battlegroup {name} ({type}) has {count} {slot}; it may have {may}")
    return wrong


def numbers(counts: dict[str, int], game: GameSize) -> list[str]:
    """Too few or too many battlegroups of a kind for the size of the game."""
    wrong = []
    for type, (low, high) in game.groups.items():
        count = counts[type]
        if not low <= count <= high:
            few = "no" if not count else str(count)
            wrong.append(
                f"{few} {type} battlegroup{'s' * (count != 1)} ({', '.join(_spans(SLOTS[type]))}); "
                f"a {game.name} has {', '.join(_spans(game.groups))}"
            )
    return wrong


def _spans(table: dict[str, Span]) -> list[str]:
    return [f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, (low, high) in table.items()]


def shares(kinds: Sequence[Kind], points: int) -> list[str]:
    """No battlegroup but a War Engine's costs more than its share of the points; Commanders do not count."""
    game = size(points)
    most = points * game.share // 100
    wrong = []
    for name, squads in grouped(kinds).items():
        cost = sum(kind.points - commander_of(kind)[1] for kind in squads if category(kind) != "Behemoth")
        if cost > most:
            wrong.append(f"battlegroup {name} costs {cost} of {points} points; a {game.name} allows {most}")
    return wrong


# --- squads -----------------------------------------------------------------------------------------------------------


def commander_of(kind: Kind) -> tuple[int, int]:
    """The influence in inches of the best Commander in a squad, and the points of all of them; nothing without one."""
    best = max(values(kind.detail("commander", 0)), default=0)
    return COMMANDERS[best][0] if best else 0, commander_price(kind.details)


def commanders(kinds: Sequence[Kind]) -> list[str]:
    """Commanders ride in units of the Command category, and where a rule lets them, one in each unit."""
    many = [
        f"{kind.name} has places for {len(own)} Commanders in {len(kind.models)} unit{'s' * (len(kind.models) > 1)}; each holds one"
        for kind in kinds
        if len(own := values(kind.detail("commander", 0))) > len(kind.models)
    ]
    return many + [
        f"{kind.name} has a Commander, but is neither of the Command category nor a Command Centre"
        for kind in kinds
        if kind.detail("commander", 0)
        and kind.detail("category", "") != "Command"
        and not any(speak() for model in kind.models[:1] for speak in voices(model, "commands"))
    ]


def rare(kinds: Sequence[Kind], game: str) -> list[str]:
    """Rare squads of one name (what stands before a comma) up to their limit."""
    counts: dict[str, list[int]] = {}
    for kind in kinds:
        limits = [n for model in kind.models[:1] for speak in voices(model, "limit") if (n := speak(game))]
        if limits:
            counts.setdefault(kind.name.split(",")[0], []).append(min(limits))
    return [
        f"{len(limits)} squads of {name}; a {game} may have {min(limits)}"
        for name, limits in counts.items()
        if len(limits) > min(limits)
    ]


def transports(kinds: Sequence[Kind]) -> list[str]:
    """Auxiliary transports must start at least half full; all gates together with what waits in Holding."""
    return [
        f"{load.name} cannot start half full: {load.needed} of {load.room} {load.letter} must be taken, "
        f"and the list has nothing left for it"
        if not load.holding
        else f"{load.name} cannot be half full: {load.needed} {load.letter} must start in Holding, and the list has less"
        for load in loads(kinds)
    ]


STEPS = 20_000  # looks at a cargo before the best found so far is taken


class Load(Struct, frozen=True):
    """One unit that carries, or all gates of a symbol together: how much must be aboard, and how much may be (None: any)."""

    name: str
    group: str  # the battlegroup that it serves; "": whichever its first cargo is of
    rooms: tuple[tuple[str, int, int | None], ...]  # (symbol, half of the capacity rounded up, capacity)
    holding: bool = False
    kind: int = -1  # its place in the list

    @property
    def letter(self) -> str:
        """The symbol that is told."""
        return self.rooms[0][0]

    @property
    def needed(self) -> int:
        """How much must be aboard."""
        return self.rooms[0][1]

    @property
    def room(self) -> int | None:
        """How much may be aboard."""
        return self.rooms[0][2]


class Cargo(Struct, frozen=True):
    """What travels together: a squad, or a unit of one too large for any transport."""

    group: str
    needs: tuple[tuple[str, int], ...]  # (symbol, room); several symbols mean either
    kind: int


def loads(kinds: Sequence[Kind]) -> list[Load]:
    """Those that no way to board the squads of the list fills to the half."""
    carriers = [*_transports(kinds), *_gates(kinds)]
    others = list(_transports(kinds, auxiliary=False))
    return _Search(carriers, _cargo(kinds, [*carriers, *others]), others).left()


def _gate(kind: Kind) -> bool:
    return any(speak() for model in kind.models[:1] for speak in voices(model, "shares_cargo"))


def _transports(kinds: Sequence[Kind], auxiliary: bool = True) -> Iterator[Load]:
    for i, kind in enumerate(kinds):
        rooms = tuple((letter, -(-number // 2), number) for number, letter in transport(kind, "cap"))
        if rooms and (kind.detail("category", "") == "Auxiliary") is auxiliary and not _gate(kind):
            for _ in kind.models:
                yield Load(kind.name, kind.detail("battlegroup", ""), rooms, kind=i)


def _gates(kinds: Sequence[Kind]) -> Iterator[Load]:
    """All gates with the same symbols as one: they share a Holding, which may overfill them; one symbol of several will do."""
    found: dict[tuple[str, ...], list[Kind]] = {}
    for kind in kinds:
        letters = tuple(letter for _, letter in transport(kind, "cap"))
        if letters and _gate(kind):
            found.setdefault(letters, []).append(kind)
    for gates in found.values():
        rooms: dict[str, int] = {}
        for kind in gates:
            for number, letter in transport(kind, "cap"):
                rooms[letter] = rooms.get(letter, 0) + number * len(kind.models)
        halves = tuple((letter, -(-number // 2), None) for letter, number in rooms.items())
        yield Load(" and ".join(kind.name for kind in gates), "", halves, holding=True)


def _cargo(kinds: Sequence[Kind], carriers: Sequence[Load]) -> list[Cargo]:
    found = []
    for i, kind in enumerate(kinds):
        each = {letter: number for number, letter in transport(kind, "req")}
        if not each:
            continue
        units = len(kind.models)
        group = kind.detail("battlegroup", "")
        whole = Cargo(group, tuple((letter, n * units) for letter, n in each.items()), i)
        if any(_room(load, whole) for load in carriers):
            found.append(whole)
        else:
            found += [Cargo(group, tuple(each.items()), i)] * units
    return found


def _room(load: Load, cargo: Cargo) -> bool:
    return any(
        letter == need and (room is None or n <= room) for letter, _, room in load.rooms for need, n in cargo.needs
    )


Space: TypeAlias = tuple[str, int, str]  # (symbol, room left, battlegroup; "" of any) of one transport


class _Search:
    """Who rides in what so that as few as possible are left less than half full."""

    def __init__(self, carriers: Sequence[Load], cargo: Sequence[Cargo], others: Sequence[Load] = ()) -> None:
        self.carriers = sorted(carriers, key=lambda load: (not load.group, load.holding))  # the choosy ones first
        self.cargo = cargo
        self.spaces: list[Space] = [
            (letter, room or 0, load.group) for load in others for letter, _, room in load.rooms
        ]
        self.steps = 0
        self.best: list[Load] = list(self.carriers)

    def left(self) -> list[Load]:
        self._next(0, frozenset(), [])
        return self.best

    def _all_aboard(self, taken: frozenset[int]) -> bool:
        """Whether the rest of each squad that is shared out, part of which rides, finds room as well."""
        spaces = list(self.spaces)
        for kind in dict.fromkeys([self.cargo[i].kind for i in taken]):
            left = [cargo for i, cargo in enumerate(self.cargo) if cargo.kind == kind and i not in taken]
            for cargo in left:
                found = [
                    (k, n)
                    for k, (letter, room, group) in enumerate(spaces)
                    for need, n in cargo.needs
                    if letter == need and n <= room and group in ("", cargo.group)
                ]
                if not found:
                    return False
                k, n = found[0]
                spaces[k] = (spaces[k][0], spaces[k][1] - n, cargo.group)
        return True

    def _next(self, at: int, taken: frozenset[int], empty: list[Load]) -> None:
        self.steps += 1
        if len(empty) >= len(self.best) or self.steps > STEPS:
            return
        if at == len(self.carriers):
            if self._all_aboard(taken):
                self.best = list(empty)
            return
        load = self.carriers[at]
        for letter, needed, room in load.rooms:
            self._fill(at, taken, empty, letter, needed, room, 0, load.group)
        self.spaces.append((load.letter, load.room or 0, load.group))
        self._next(at + 1, taken, [*empty, load])
        self.spaces.pop()

    def _fill(
        self,
        at: int,
        taken: frozenset[int],
        empty: list[Load],
        letter: str,
        needed: int,
        room: int | None,
        start: int,
        group: str,
    ) -> None:
        """Cargo after cargo until the half is reached; more need not go aboard."""
        if needed <= 0:
            self.spaces.append((letter, room or 0, group))
            self._next(at + 1, taken, empty)
            self.spaces.pop()
            return
        load = self.carriers[at]
        for i in range(start, len(self.cargo)):
            cargo = self.cargo[i]
            if i in taken or cargo.kind == load.kind or self.steps > STEPS or not self.best:
                continue
            if i > start and cargo == self.cargo[i - 1] and i - 1 not in taken:
                continue  # units of one squad are alike
            if group and cargo.group and group != cargo.group and not load.holding:
                continue
            for need, n in cargo.needs:
                if need == letter and (room is None or n <= room):
                    left = None if room is None else room - n
                    joined = group or cargo.group
                    self._fill(at, taken | {i}, empty, letter, needed - n, left, i + 1, joined)
