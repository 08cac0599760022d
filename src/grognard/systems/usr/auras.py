"""Auras: rules that a model lends to friendly units near it, found anew before each unit acts."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ...common.auras import auras, spread
from ...common.building import Because, because
from ...common.profiles import Model
from ...common.rules import Rule
from ...kernel.asks import Emit, Procedure
from ...kernel.memo import memo
from ...table.state import Table, Unit
from .events import Afflicted
from .model_marks import Mark, marks_on, under
from .squads import own_voices


class Lending(NamedTuple):
    """A rule that a model lends to friendly units within so many inches."""

    rule: Rule
    inches: float
    why: Because


class Lender:
    """What a model lends to friendly units near it, while rules speak."""

    def __init__(self) -> None:
        self.lent: list[Lending] = []

    def lend(self, rule: Rule, inches: float, by: Rule | str, says: str) -> None:
        """Friendly units within so many inches of the bearer's unit have that rule; his own has it, too."""
        self.lent.append(Lending(rule, inches, because(by, says)))


class Lent(Mark, frozen=True):
    """A rule that somebody near lends; it lasts as long as he is near."""

    guards: ClassVar[bool] = False
    arms: ClassVar[bool] = False

    left: int = 0
    rule: Any = None

    def written(self) -> str:
        return f"Lent {self.rule}"

    def brings(self) -> tuple[Rule, ...]:
        """The rule itself."""
        return (self.rule,)


@memo(16384)
def lends(model: Model) -> tuple[Lending, ...]:
    """What a model lends to friends near it; () for nearly every model."""
    lender = Lender()
    for speak in own_voices(model, "lends"):
        speak(lender)
    return tuple(lender.lent)


def lent_by(members: tuple[Model, ...]) -> dict[str, Lending]:
    """What a unit lends, by the rule as written; of the same rule the farthest."""
    found: dict[str, Lending] = {}
    for model in dict.fromkeys(members):
        for lending in lends(model):
            known = found.setdefault(str(lending.rule), lending)
            if lending.inches > known.inches:
                found[str(lending.rule)] = lending
    return found


def found_anew(t: Table) -> Procedure | None:
    """Who is near somebody who lends a rule has it, and nobody else; None where nobody lends anything."""
    return _found_anew(t) if t.auras or t.anyone(-1, lends) else None


def _found_anew(t: Table) -> Procedure:
    for unit in t.units:
        yield from _spread(t, unit)
    for unit in t.units:
        if unit.members and unit.place != "joined":
            yield from _reached(t, unit)


def _spread(t: Table, unit: Unit) -> Procedure:
    """A unit has the auras of the models that stand in it."""
    lent = lent_by(unit.members) if unit.here else {}
    for name, sources in t.auras.items():
        if name not in lent and any(source == unit.id for source, _ in sources):
            yield from spread(t, unit.id, name, -1)
    for name, lending in lent.items():
        if (unit.id, lending.inches) not in t.auras.get(name, ()):
            yield from spread(t, unit.id, name, lending.inches)


def _reached(t: Table, unit: Unit) -> Procedure:
    """A unit has what is lent to it where it stands."""
    found: dict[Rule, Because] = {}
    for name in t.auras if unit.here else ():
        for source in auras(t, name, unit.id):
            lending = lent_by(t[source].members)[name]
            found.setdefault(lending.rule, lending.why)
    members = tuple([_with(m, tuple(found)) for m in unit.members])
    if members != unit.members:
        said = f"lent {', '.join(map(str, found))}" if found else ""
        by = tuple(dict.fromkeys(why.id for why in found.values() if why.id))
        yield Emit(Afflicted(unit.id, members, said, len(members), by=by))


def _with(model: Model, rules: tuple[Rule, ...]) -> Model:
    """A model with exactly these rules lent to it."""
    marks = marks_on(model)
    lent = tuple(Lent(rule=rule) for rule in rules)
    if tuple(m for m in marks if isinstance(m, Lent)) == lent:
        return model
    return under(model, (*(m for m in marks if not isinstance(m, Lent)), *lent))


__all__ = ["Lender", "Lent", "found_anew", "lends"]
