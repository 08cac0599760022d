"""What somebody asks about the table before he picks: what a unit sees of another, exact odds from there, what may act now and why.

The answers come from the procedures that the battle itself uses, on a copy of the table with the unit put where it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from .. import systems
from ..common.agreement import agreed
from ..common.asking import Situation, ask, words
from ..common.estimate import MOST, estimated
from ..common.profiles import Kind
from ..common.sighting import Prospect
from ..errors import GrognardError
from ..kernel.asks import Choose
from ..kernel.budget import Budget, TooMany
from ..kernel.law import Law
from ..kernel.session import Session
from ..table.geometry import Formation
from ..table.state import Table, Unit
from .prompts import Menu
from .protocol import Look, Looked, Place, Told
from .seen import in_words, where

TOO_LONG = "no odds: they take too long to work out here; ask 'grognard odds'"
MOST_RAYS = 60  # lines of sight that are shown of one look


def asks_to_charge(session: Session, unit: int) -> bool:
    """Whether it is asked now whom this unit charges."""
    ask = session.open
    about = ask.about if isinstance(ask, Choose) and isinstance(ask.about, tuple) else ()
    return len(about) > 1 and about[0] in session.game.charging and about[1] == unit


def looked(t: Table, message: Look, charge: bool = False) -> Looked:
    """What a unit would see of another, and the odds of its fire, or of its ``charge``.

    ``t`` is as the seat may know it; it is not changed. Raises GrognardError for units that are not there, and for places that are
    none.
    """
    unit, target = _there(t, message.unit, bool(message.positions)), _there(t, message.target)
    if unit.id == target.id:
        raise GrognardError("a unit does not look at itself")
    t = t.clone()
    if message.positions is not None:
        form = unit.form
        if len(message.positions) != len(form.positions):
            raise GrognardError(f"{len(message.positions)} places for {len(form.positions)} models")
        if not all(abs(x) <= 500 and abs(y) <= 500 for x, y in message.positions):
            raise GrognardError("places are inches on the table")
        t.change(unit.id, form=form.moved(message.positions))
    inches = round(t.game.distance(t[unit.id].form, t[target.id].form), 3)
    if t.game.prospect is None:
        return Looked(message.id, False, inches, [f"{t.game.id} cannot tell what is seen from elsewhere"])
    found: Prospect = t.game.prospect(t, unit.id, target.id)
    views = rays(t[unit.id].form, t[target.id].form, found.views)
    if charge:
        lines, odds = charged(t, t[unit.id], t[target.id])
        return Looked(message.id, found.sees, inches, [f'{inches:.1f}" apart', *lines], odds, views, True)
    lines, odds = [f'{inches:.1f}" apart', *[agreed(line, t.names) for line in found.lines]], None
    if found.procedure is None or found.read is None:
        lines.append(f"no odds: {found.why}")
    elif message.odds:
        law = estimated(found.procedure, found.args)
        if law is None:
            lines.append(TOO_LONG)
        else:
            law = law.map(found.read)
            odds = in_numbers(law.map(_first), law.map(_second), t[target.id].size)
            lines.append(_expected(odds))
    return Looked(message.id, found.sees, inches, lines, odds, views)


def charged(t: Table, unit: Unit, target: Unit) -> tuple[list[str], dict[str, Any] | None]:
    """What the blows of a charge would do if all models struck, and before anybody strikes back: as ``grognard odds`` has it."""
    lines = ["as if all of its models struck, nobody had struck them before, and nothing lasted on either unit"]
    if t.game.arrives is not None:
        lines.insert(0, f"{t.game.arrives(t, unit.id, target.id):.0%} to get there")
    (attacker, left), (defender, target_left) = _as_it_stands(t, unit), _as_it_stands(t, target)
    said = Situation(melee=True, charging=True, rulings=words(t.rulings), wounds=left, target_wounds=target_left)
    try:
        found = ask(systems.get(t.game.id), attacker, defender, said, budget=Budget(MOST))
    except TooMany:
        return [*lines, TOO_LONG], None
    except GrognardError as error:
        return [*lines, f"no odds: {error.what}"], None
    if found.impossible:
        return [*lines, f"no odds: {found.impossible}"], None
    odds = in_numbers(found.slain, found.damage, target.size)
    return [*lines, _expected(odds)], odds


def _as_it_stands(t: Table, unit: Unit) -> tuple[Kind, int | None]:
    """A unit as it is asked about: the models left, one that is hurt first, and what that one has left (None: nobody is hurt)."""
    order = sorted(range(unit.size), key=lambda i: unit.wounds[i] - t.game.wounds(unit.members[i]))
    kind: Kind = replace(unit.kind, models=tuple(unit.members[i] for i in order))
    first = order[0]
    return kind, unit.wounds[first] if unit.wounds[first] < t.game.wounds(unit.members[first]) else None


def _expected(odds: dict[str, Any]) -> str:
    mean = odds["mean"]
    return f"expected: {mean['slain']:.2f} slain, {mean['damage']:.2f} damage; destroyed {odds['destroyed']:.1%}"


def rays(form: Formation, other: Formation, views: Sequence[Sequence[int]]) -> list[tuple[Place, Place, bool]]:
    """A line from each model to the nearest target model that it sees (True), or to the nearest of all (False)."""
    found = []
    for (x, y), seen in zip(form.positions, views, strict=False):
        ends = [other.positions[j] for j in seen if j < len(other.positions)]
        end = min(ends or other.positions, key=lambda p: (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y))
        found.append(((x, y), end, bool(ends)))
    return found[:MOST_RAYS]


def in_numbers(slain: Law, damage: Law, models: int) -> dict[str, Any]:
    """Laws of models slain and of damage as numbers: chances of each, means, the chance that all ``models`` fall, the fractions."""
    return {
        "slain": {str(k): slain.chance(k) for k in sorted(slain.weights)},
        "damage": {str(k): damage.chance(k) for k in sorted(damage.weights)},
        "mean": {"slain": slain.mean(), "damage": damage.mean()},
        "destroyed": slain.chance(models),
        "fractions": {"slain": {str(k): str(slain.fraction(k)) for k in sorted(slain.weights)}},
    }


def _first(pair: tuple[int, int]) -> int:
    return pair[0]


def _second(pair: tuple[int, int]) -> int:
    return pair[1]


def _there(t: Table, u: int, anywhere: bool = False) -> Unit:
    if not 0 <= u < len(t.units):
        raise GrognardError(f"there is no unit {u}")
    unit = t[u]
    if not unit.here or not unit.form.positions:
        raise GrognardError(agreed(f"{t.name(u)} is {where(t, unit) or 'not on the table'}", t.names))
    return unit


# --- what may act now -------------------------------------------------------------------------------------------------


def why(t: Table, ask: Choose, menu: Menu, id: str, unit: int | None = None) -> Told:
    """What may be picked now, what not and why: of the units on both sides, or of one alone."""
    offered = [u for option in menu.asked.options for u in option.units]
    lines = [menu.asked.prompt]
    others = [option.words for option in menu.asked.options if not option.units]
    about = menu.asked.about[0] if menu.asked.about else None
    side = ask.player if not offered else t[offered[0]].side
    if unit is not None:
        if not 0 <= unit < len(t.units):
            raise GrognardError(f"there is no unit {unit}")
        return Told(id, [_of(t, t[unit], offered, about)])
    if offered:
        for u in t.units:
            if u.side == side and u.place != "absent":
                comes = any(word in ask.question for word in ("deploy", "reserve", "drop"))
                waiting = comes and u.here and not any(t[o].here for o in offered)
                lines.append(f"{t.name(u.id)}: on the table already" if waiting else _of(t, u, offered, about))
    if others:
        lines.append(f"may be picked: {', '.join(others[:12])}{', …' if len(others) > 12 else ''}")
    return Told(id, lines)


def _of(t: Table, u: Unit, offered: list[int], about: int | None) -> str:
    name = t.name(u.id)
    if u.id in offered:
        return f"{name}: may be picked"
    return f"{name}: {where(t, u) or _busy(t, u, about) or _beyond(t, u, about) or _lasting(u)}"


def _lasting(u: Unit) -> str:
    """That a unit may not be picked, with what lasts on it: mostly that is why."""
    lasts = list(dict.fromkeys(in_words(effect) for effect in u.effects))[:4]
    return "may not be picked for this" + (f" ({', '.join(lasts)})" if lasts else "")


def _busy(t: Table, u: Unit, about: int | None) -> str:
    """What keeps a unit from acting, or from being attacked by another, as far as the table shows it."""
    if u.foes:
        return f"in close combat with {' and '.join(t.name(f) for f in u.foes)}"
    attacked = about is not None and t[about].side != u.side
    return f"has acted ({t.phase})" if u.id in t.acted and not attacked else ""


def _beyond(t: Table, u: Unit, about: int | None) -> str:
    """Why a unit is no target of another: what the system says of sight and range."""
    if about is None or t[about].side == u.side or t.game.prospect is None or not t[about].here:
        return ""
    found: Prospect = t.game.prospect(t, about, u.id)
    away = f'{t.game.distance(t[about].form, u.form):.1f}" away'
    if not found.sees:
        return f"{away}, not seen by {t.name(about)}"
    return f"{away}; {found.why}" if found.why else f"{away}, seen; {_lasting(u)}"
