"""What is named before blows fall: with what a model strikes, how it divides its blows over units, whom it strikes first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....common import saying
from ....common.profiles import Model
from ....kernel.asks import Choose, Procedure
from ....table.distances import models_by, near_model
from ....table.geometry import CONTACT, Formation, Point
from ....table.state import Table, Unit
from .. import field
from ..circumstances import Circumstances
from ..nerve.checks import different
from ..weapons import Group, Use, WeaponFilter, uses


class Named:
    """What the owners have named for one round.

    Models are named by where they stand: nobody moves while blows fall, but places in a unit shift when some of it fall.
    """

    def __init__(self) -> None:
        self.shares: dict[tuple[int, Point], dict[int, int]] = {}  # of a model: how many blows at which unit
        self.first: dict[tuple[int, Point, int], Point] = {}  # of a model against a unit: which model of it comes first
        self.arms: dict[tuple[int, Model], Use] = {}  # of a profile in a unit: with what it strikes

    def use(self, w: int, model: Model, ways: tuple[Use, ...]) -> Use:
        """With what a profile strikes, of the ways that it has."""
        use = self.arms.get((w, model), ways[0])
        return use if use in ways else ways[0]

    def order(self, unit: Unit, i: int, target: Unit, near: tuple[int, ...]) -> tuple[int, ...]:
        """The enemy models in contact with a model, that which it strikes first at the head, unless it has fallen already."""
        position = self.first.get((unit.id, unit.form.positions[i], target.id))
        return tuple(sorted(near, key=lambda j: target.form.positions[j] != position)) if position is not None else near

    def share(self, unit: Unit, i: int, v: int) -> int:
        """How many blows a model deals at a unit; -1 when it has not divided them."""
        share = self.shares.get((unit.id, unit.form.positions[i]))
        return -1 if share is None else share.get(v, 0)


def targets_in(t: Table, w: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    """The units at which a unit strikes in a fight. The first of ``sides`` is the unit whose fight it is.

    It strikes at all its foes, and each of them at it alone. Two of them may be foes of each other, since who rampages fights
    anybody: what they do to each other belongs to a fight of their own.
    """
    return tuple([v for v in t.units[w].foes if v in sides and sides[0] in (w, v)])


def name(t: Table, sides: tuple[int, ...]) -> Procedure:
    """Everything that is named before anybody rolls, the units in their order; the first is that whose fight it is."""
    named = Named()
    for w in sides:
        unit = t.units[w]
        if not unit.here:
            continue
        foes = [v for v in targets_in(t, w, sides) if t.units[v].here]
        if foes:
            yield from _arms(t, w, foes[0], named)
        if len(foes) > 1:
            yield from _shares(t, w, foes, named)
        for v in foes:
            if mixed(t.units[v]):
                yield from _first(t, w, v, named)
    return named


def _ways(t: Table, unit: Unit, model: Model) -> tuple[Use, ...]:
    how = Circumstances(melee=True, terms=field.terms(t))
    return uses(model, how, WeaponFilter(), unit.kind.type == "Vehicle", different(unit.members))


def _arms(t: Table, w: int, v: int, named: Named) -> Procedure:
    """With what each profile strikes, at one unit first, when it has several weapons or may stomp."""
    unit = t.units[w]
    for model in different(unit.members):
        ways = _ways(t, unit, model)
        if len(ways) > 1:
            how = Circumstances(melee=True, vehicle=t.units[v].kind.type == "Vehicle", terms=field.terms(t))
            question = f"what does {model.name} of {t.name(w)} strike with?"
            about = ("arms", w, v, Group(model, 1, ways), how)
            named.arms[w, model] = yield Choose(unit.side, question, ways, ways[0], about, saying.uses)


def _shares(t: Table, w: int, foes: list[int], named: Named) -> Procedure:
    """How models that touch several enemy units divide several blows (VOID 1.1: Multiple Attacks)."""
    unit = t.units[w]
    for i, model in enumerate(unit.members):
        ways = _ways(t, unit, model)
        n = sum(n for _, n in named.use(w, model, ways)) if ways else 0
        met = [v for v in foes if touches(unit.form, i, t.units[v].form)]
        if n < 2 or len(met) < 2:
            continue
        main = _most_touched(t, w, i, met)
        others = [v for v in met if v != main]
        options = (((main, n),), *(((main, n - k), (v, k)) for v in others for k in range(1, n + 1)))
        question = f"how does {model.name} of {t.name(w)} divide its blows?"
        picked = yield Choose(unit.side, question, options, options[0], ("divide", w, i), saying.shares(t, "blow"))
        named.shares[w, unit.form.positions[i]] = dict(picked)


def mixed(unit: Unit) -> bool:
    """Whether it matters which model of a unit is hit first: when not all are alike and equally hurt."""
    members, wounds, n = unit.members, unit.wounds, len(unit.members)
    return n > 1 and (members.count(members[0]) < n or wounds.count(wounds[0]) < n)


def _first(t: Table, w: int, v: int, named: Named) -> Procedure:
    """Whom each model strikes first, of models of one unit that it touches and that are not alike."""
    unit, target = t.units[w], t.units[v]
    for i, model in enumerate(unit.members):
        kinds: dict[Any, int] = {}
        for j in in_contact(unit.form, i, target.form):
            kinds.setdefault((target.members[j], target.wounds[j]), j)
        if len(kinds) > 1 and _ways(t, unit, model):
            options = tuple(kinds.values())
            question = f"which model of {t.name(v)} does {model.name} of {t.name(w)} strike first?"
            about = ("strike first", w, v, i)
            says = saying.models(target.members, target.wounds, unit=v)
            j = yield Choose(unit.side, question, options, options[0], about, says)
            named.first[w, unit.form.positions[i], v] = target.form.positions[j]


def in_contact(a: Formation, i: int, b: Formation) -> tuple[int, ...]:
    """The models of one unit in base contact with model ``i`` of another."""
    return models_by(a, i, b, CONTACT)


def touches(a: Formation, i: int, b: Formation) -> bool:
    """Whether a model is in base contact with any of another unit."""
    return near_model(a, i, b, CONTACT)


def chosen(t: Table, w: int, v: int, i: int) -> bool:
    """Whether a model that touches several enemy units strikes at this one: that of which it touches most."""
    foes = t.units[w].foes
    return len(foes) < 2 or _most_touched(t, w, i, foes) == v


def _most_touched(t: Table, w: int, i: int, foes: Sequence[int]) -> int:
    """The unit of which a model touches most models, the first of equals."""
    form = t.units[w].form
    return max(foes, key=lambda v: (len(in_contact(form, i, t.units[v].form)), -v))
