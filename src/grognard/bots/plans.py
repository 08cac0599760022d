"""What a side means to do in this round: which unit goes first, where each is to go, at whom it aims, what it does.

A plan leaves most questions open: these are answered as greedy answers them. What it says of a question that comes otherwise than
was thought (the unit is dead, the enemy out of sight) counts for nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..common.options import FilteredOptions, Formations, Options, Points, Teardrops
from ..kernel.drawing import below
from ..table.geometry import Point
from ..table.state import Table, Unit
from .greedy import MOST, Greedy
from .places import middle
from .staying import unmoved

Plan: TypeAlias = dict[Hashable, Any]  # what it is about (``Matter.key``), and what is meant to be done

ORDER = "who goes first"
STAY = "stay", -1  # where a unit goes that stays
NEAREST = 3  # enemies that a unit may go for
TRIED = 2  # ways towards where it is to go, of which the first legal one is taken


class Matter(NamedTuple):
    """What a question decides, as a plan sees it. ``unit`` is asked about, -1 for the whole side."""

    key: Hashable
    kind: str  # "order", "goes", "at" or "does"
    unit: int


def matter_of(table: Table, ask: Any) -> Matter | None:
    """What a question decides; None for those that no plan speaks of."""
    options, unit = ask.options, _unit_of(table, ask)
    if hasattr(options, "aims"):
        return None if unit is None else Matter((unit.id, "goes"), "goes", unit.id)
    listed = _listed(options)
    if not listed or (ask.says is not None and isinstance(options, tuple)):  # models, pieces of scenery, numbers
        return None
    if unit is None:
        ours = [o for o in listed if type(o) is int and 0 <= o < len(table.units) and table.units[o].side == ask.player]
        return Matter((ORDER, ask.question), "order", -1) if len(ours) > 1 else None
    if any(_at(table, ask.player, option) is not None for option in listed):
        return Matter((unit.id, "at"), "at", unit.id)
    if all(type(option) is str for option in listed):
        return Matter((unit.id, ask.question), "does", unit.id)
    return None


def _listed(options: Any) -> tuple[Any, ...]:
    """What may be picked, some of it perhaps not legal; nothing where places are asked for."""
    if isinstance(options, tuple):
        return options
    if isinstance(options, FilteredOptions):
        return (*options.named, *options.sure)
    if not isinstance(options, Options) or isinstance(options, (Formations, Points, Teardrops)):
        return ()
    return tuple(islice(options, MOST))


def _unit_of(table: Table, ask: Any) -> Unit | None:
    """The unit of his own that a player is asked about: the question names it."""
    about = ask.about if isinstance(ask.about, tuple) else (ask.about,)
    units = [table.units[a] for a in about if type(a) is int and 0 <= a < len(table.units)]
    return next((u for u in units if u.side == ask.player and table.name(u.id) in ask.question), None)


def _at(table: Table, player: int, option: Any) -> int | None:
    """The enemy that an option points at."""
    last = option[-1] if isinstance(option, tuple) and option and isinstance(option[0], str) else option
    if type(last) is int and 0 <= last < len(table.units) and table.units[last].side != player:
        return last
    return None


def others(table: Table, ask: Any, matter: Matter) -> list[Any]:
    """All that could be meant to be done about a question."""
    if matter.kind == "goes":
        return [goal for goal, _ in _goals(table, matter.unit)]
    listed = _listed(ask.options)
    if matter.kind == "at":
        return sorted({v for option in listed if (v := _at(table, ask.player, option)) is not None})
    return [o for o in listed if type(o) is (int if matter.kind == "order" else str)]


def _goals(table: Table, u: int) -> Iterator[tuple[Hashable, Point]]:
    """Where a unit may go: to stay, to an objective, for one of the enemies nearest to it."""
    unit = table.units[u]
    x, y = middle(unit.form)
    yield STAY, (x, y)
    for m in table.markers:
        if m.kind == "objective":
            yield ("objective", m.id), (m.x, m.y)
    foes = [(*middle(v.form), v.id) for v in table.enemies(unit.side) if v.form.positions]
    for a, b, v in sorted(foes, key=lambda foe: (foe[0] - x) ** 2 + (foe[1] - y) ** 2)[:NEAREST]:
        yield ("enemy", v), (a, b)


def changed(plan: Plan, known: dict[Matter, list[Any]], rng: Random) -> Plan:
    """A plan that differs in one matter of those that are known to come up; those that come first are changed more often."""
    matters = list(known)
    matter = matters[int(len(matters) * rng.random() ** 2)]
    meant = known[matter][below(rng, len(known[matter]))]
    if matter.kind == "order":
        before = plan.get(matter.key, ())
        meant = (meant, *[u for u in before if u != meant])
    return {**plan, matter.key: meant}


class Planned(Greedy):
    """Greedy, but for what a plan says of the round in which it was made. ``known``: what came up, with all that could be meant."""

    def __init__(
        self, rng: Random, game: Any, plan: Plan, now: int, known: dict[Matter, list[Any]] | None = None
    ) -> None:
        super().__init__(rng, game)
        self.plan = plan
        self.now = now
        self.known = known

    def choose(self, table: Table, ask: Any) -> Any:
        """What the plan says, or greedy's pick."""
        if table.clock.round == self.now and (self.plan or self.known is not None):
            matter = matter_of(table, ask)
            if matter is not None:
                if self.known is not None and matter not in self.known and len(may := others(table, ask, matter)) > 1:
                    self.known[matter] = may
                if matter.key in self.plan and (pick := meant(table, ask, matter, self.plan[matter.key])) is not None:
                    self.why = "as planned"
                    return pick
        return super().choose(table, ask)


def meant(table: Table, ask: Any, matter: Matter, what: Any) -> Any:
    """The option that does what is meant; None when there is none."""
    options = ask.options
    if matter.kind == "goes":
        return _towards(table, options, matter.unit, what)
    if matter.kind == "order":
        return next((u for u in what if u in options), None)
    if matter.kind == "does":
        return what if what in options else None
    return next((o for o in _listed(options) if _at(table, ask.player, o) == what and o in options), None)


def _towards(table: Table, moves: Any, u: int, goal: Any) -> Any:
    """The move that is aimed nearest to where a unit is to go."""
    if goal == STAY:
        return unmoved(moves)
    place = dict(_goals(table, u)).get(goal)
    if place is None:
        return None
    x, y = place
    aims = [(make, position) for make, position in moves.aims() if position is not None]
    aims.sort(key=lambda aim: (aim[1][0] - x) ** 2 + (aim[1][1] - y) ** 2)
    return next((form for make, _ in aims[:TRIED] if (form := moves.offer(make)) is not None), None)
