"""What somebody asks about the table before he picks: what a unit sees of another, exact odds from there, what may act now and why.

The answers come from the procedures that the battle itself uses, on a copy of the table with the unit put where it is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..common.agreement import agreed
from ..common.estimate import estimated
from ..common.sighting import Prospect
from ..errors import GrognardError
from ..kernel.asks import Choose
from ..kernel.law import Law
from ..table.geometry import Formation
from ..table.state import Table, Unit
from .prompts import Menu
from .protocol import Look, Looked, Place, Told
from .seen import in_words, where

MOST_RAYS = 60  # lines of sight that are shown of one look


def looked(t: Table, message: Look) -> Looked:
    """What a unit would see of another, and the odds of its fire. ``t`` is as the seat may know it; it is not changed.

    Raises GrognardError for units that are not there, and for places that are none.
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
    lines = [f'{inches:.1f}" apart', *found.lines]
    odds = None
    if found.procedure is None or found.read is None:
        lines.append(f"no odds: {found.why}")
    elif message.odds:
        law = estimated(found.procedure, found.args)
        if law is None:
            lines.append("no odds: they take too long to work out here; ask 'grognard odds'")
        else:
            odds = in_numbers(law.map(found.read), t[target.id].size)
            lines.append(
                f"expected: {odds['mean']['slain']:.2f} slain, {odds['mean']['damage']:.2f} damage; "
                f"destroyed {odds['destroyed']:.1%}"
            )
    return Looked(message.id, found.sees, inches, lines, odds, rays(t[unit.id].form, t[target.id].form, found.views))


def rays(form: Formation, other: Formation, views: Sequence[Sequence[int]]) -> list[tuple[Place, Place, bool]]:
    """A line from each model to the nearest target model that it sees (True), or to the nearest of all (False)."""
    found = []
    for (x, y), seen in zip(form.positions, views, strict=False):
        ends = [other.positions[j] for j in seen if j < len(other.positions)]
        end = min(ends or other.positions, key=lambda p: (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y))
        found.append(((x, y), end, bool(ends)))
    return found[:MOST_RAYS]


def in_numbers(law: Law, models: int) -> dict[str, Any]:
    """A law of (slain, damage) as numbers: chances of each, means, the chance that all ``models`` fall, and the fractions."""
    slain, damage = law.map(_first), law.map(_second)
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
