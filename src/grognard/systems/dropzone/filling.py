"""Whether the Auxiliary transports of a list can all start at least half full, and its gates by what waits in Holding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct

from ...common.profiles import Kind
from ...common.rules import voices
from .stats import transport

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
    return any(speak() == "holding" for model in kind.models[:1] for speak in voices(model, "transports"))


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
