"""What is asked, as a seat reads it: one line, the options with words and with what they point at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from ..common.options import Formations, Points
from ..kernel.asks import Choose
from ..kernel.session import Handful
from ..table.geometry import Formation
from ..table.moves import Moves
from ..table.paths import MovementMode
from ..table.scatter import bearing
from ..table.state import Table
from ..table.templates import Circle, Teardrop, under
from .moving import start_of, underlying
from .protocol import Asked, DiceAsked, MoveAsked, Offered, Place

MOST_OFFERED = 60  # of a menu without end; of one that is listed, all


class Menu(Struct, frozen=True):
    """What is asked and the options that were offered for it, in the order of their ids."""

    asked: Asked
    options: tuple[Any, ...]


def prompt(question: str) -> str:
    """A question in one line, with a capital letter.

    >>> prompt("does Gate Watch go to ground?")
    'Does Gate Watch go to ground?'
    """
    line = " ".join(question.split())
    return f"{line[:1].upper()}{line[1:]}"


def menu(t: Table, ask: Any, version: int) -> Menu:
    """An open ask with all that may be answered to it, for whoever is asked."""
    if isinstance(ask, Handful):
        return Menu(dice(t, ask, version), ())
    options = ask.options
    purposes: list[str] = []
    if isinstance(options, (tuple, list)):
        offered, more = tuple(options), False
    elif isinstance(options, Moves):
        found = list(islice(options.proposals(), MOST_OFFERED))
        offered, more = tuple(form for _, form in found), True
        purposes = [why for why, _ in found]
    else:
        offered = tuple(islice(options, MOST_OFFERED))
        more = True
    said = words(t, ask, offered)
    about = _about(t, ask)
    asked = Asked(
        version,
        prompt(ask.question),
        ask.player,
        True,
        [_offered(t, i, option, said[i], purposes[i] if purposes else "") for i, option in enumerate(offered)],
        more,
        next((i for i, option in enumerate(offered) if option is ask.default or option == ask.default), None)
        if ask.default is not None
        else None,
        _move(t, ask),
        None,
        about,
    )
    return Menu(asked, offered)


def dice(t: Table, ask: Handful, version: int) -> Asked:
    """Dice of a real table are asked for."""
    what = getattr(ask.why, "what", ask.why)
    needs, because = getattr(ask.why, "needs", ""), list(getattr(ask.why, "because", ()))
    line = f"{ask.why + ': ' if ask.why else ''}roll {ask.n} D{ask.sides}"
    asked = DiceAsked(t.player, ask.n, ask.sides, what, needs, because)
    return Asked(version, prompt(line), t.player, True, dice=asked)


def words(t: Table, ask: Choose, options: Sequence[Any]) -> list[str]:
    """What each of some options is called; no two alike."""
    says = ask.says
    known = says if isinstance(says, (tuple, list)) and len(says) == len(options) else None
    said: list[str] = []
    for i, option in enumerate(options):
        own = known[i] if known is not None else says(option) if callable(says) else ""
        said.append(own or in_words(t, option, ask.options))
    return [w if said.count(w) == 1 else f"{w} ({said[: i + 1].count(w)})" for i, w in enumerate(said)]


def in_words(t: Table, option: Any, options: Any = ()) -> str:
    """What an option is called that nobody has given other words: a text is itself, the number of a unit its name."""
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, str):
        return option
    if isinstance(option, int):
        return t.name(option) if 0 <= option < len(t.units) else str(option)
    if isinstance(option, Formation):
        return f"to {_at(*option.centre)}" if option.positions else "nowhere"
    if isinstance(option, (Circle, Teardrop)):
        return f"at {_at(option.x, option.y)}{_over(t, option)}"
    if isinstance(options, Points):
        x, y, *rest = option
        radius = getattr(options, "radius", 0.0) or getattr(options, "marker", 0.0) / 2
        turned = f", turned {bearing(rest[0])}" if rest else ""
        return f"at {_at(x, y)}{_over(t, Circle(x, y, radius)) if radius else ''}{turned}"
    return str(getattr(option, "name", option))


def _at(x: float, y: float) -> str:
    return f"({x:.1f}, {y:.1f})"


def _over(t: Table, shape: Circle | Teardrop) -> str:
    """Whom a template would lie over: how many models of which units."""
    found = [(len(under(shape, u.form)), t.name(u.id)) for u in t.units if u.here]
    named = [f"{n} of {name}" for n, name in found if n]
    return f", over {' and '.join(named)}" if named else ""


def _offered(t: Table, i: int, option: Any, said: str, purpose: str) -> Offered:
    """An option with its words and what it points at: the units that its words name, a place, where models would stand."""
    if isinstance(option, Formation):
        places: list[Place] = list(option.positions)
        return Offered(i, said, at=_middle(option), models=places, purpose=purpose)
    if isinstance(option, (Circle, Teardrop)):
        return Offered(i, said, at=(option.x, option.y))
    parts = option if isinstance(option, tuple) else (option,)
    if len(parts) >= 2 and all(type(n) is float for n in parts[:2]):
        return Offered(i, said, at=(parts[0], parts[1]))
    units = [u for u in parts if type(u) is int and 0 <= u < len(t.units) and t.name(u) in said]
    return Offered(i, said, units, _middle(t[units[0]].form) if units else None)


def _middle(form: Formation) -> Place | None:
    return form.centre if form.positions else None


def _about(t: Table, ask: Choose) -> list[int]:
    """The units that a question is about."""
    found = ask.about if isinstance(ask.about, tuple) else (ask.about,)
    return [u for u in found if type(u) is int and 0 <= u < len(t.units)][:1]


def _move(t: Table, ask: Choose) -> MoveAsked | None:
    """Where models go: how far and in which way where they move, nothing of it where they are put down."""
    options = ask.options
    if not isinstance(options, (Moves, Formations)):
        return None
    moves, start = underlying(options), start_of(options)
    unit = next(iter(_about(t, ask)), -1)
    limit = moves.inches if moves is not None else getattr(options, "most", None)
    mode = mode_words(moves.mode) if moves is not None else ""
    fronts = [start.front(i) for i in range(len(start.positions))] if start is not None else []
    return MoveAsked(unit, limit, mode, list(start.positions) if start is not None else [], fronts)


def mode_words(mode: MovementMode) -> str:
    """How a unit goes, in words.

    >>> mode_words(MovementMode(through="everybody", over=12.0))
    'across terrain up to 12" high, over everybody'
    """
    said = []
    if mode.over:
        said.append(f'across terrain up to {mode.over:g}" high')
    if mode.straight:
        said.append("straight ahead")
    if mode.through == "everybody":
        said.append("over everybody")
    return ", ".join(said) or "on the ground"
