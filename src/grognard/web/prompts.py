"""What is asked, as a seat reads it: one line, the options with words and with what they point at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from ..common.options import Formations
from ..common.rules import Rule
from ..kernel.asks import Choose
from ..kernel.session import Handful
from ..table.geometry import Formation
from ..table.moves import Moves
from ..table.paths import MovementMode
from ..table.state import Table
from ..table.templates import Circle, Teardrop
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
    said = [_words(t, option) for option in options]
    return [w if said.count(w) == 1 else f"{w} ({said[: i + 1].count(w)})" for i, w in enumerate(said)]


def _words(t: Table, option: Any) -> str:
    if isinstance(option, str):
        return option
    if isinstance(option, bool):
        return "yes" if option else "no"
    if isinstance(option, int):
        return t.name(option) if 0 <= option < len(t.units) else str(option)
    if isinstance(option, Formation):
        return "stay" if not option.positions else "to {:.1f}, {:.1f}".format(*option.centre)
    if isinstance(option, (Circle, Teardrop)):
        return f"at {option.x:.1f}, {option.y:.1f}"
    if isinstance(option, Rule):
        return str(option)
    if isinstance(option, (tuple, list)):
        return ", ".join(_words(t, part) for part in option)
    return str(getattr(option, "name", option))


def _offered(t: Table, i: int, option: Any, said: str, purpose: str) -> Offered:
    if isinstance(option, int) and not isinstance(option, bool) and 0 <= option < len(t.units):
        return Offered(i, said, [option], _middle(t[option].form))
    if isinstance(option, Formation):
        places: list[Place] = list(option.positions)
        return Offered(i, said, at=_middle(option), models=places, purpose=purpose)
    if isinstance(option, (Circle, Teardrop)):
        return Offered(i, said, at=(option.x, option.y))
    return Offered(i, said)


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
