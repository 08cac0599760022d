"""What is asked, as a seat reads it: one line, the options with words and with what they point at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from ..common.agreement import agreed_question
from ..common.building import in_words as in_brackets
from ..common.option_words import radius_of, words
from ..common.options import Formations, Points, Teardrops
from ..common.saying import Grouping, InAttack, Pointing
from ..kernel.asks import Choose
from ..kernel.purpose import purpose
from ..kernel.session import Handful
from ..table.candidates import middle_of
from ..table.events import side_name
from ..table.geometry import Formation
from ..table.moves import Moves
from ..table.paths import MovementMode
from ..table.state import Table
from ..table.templates import Circle, Teardrop
from .moving import start_of, underlying
from .protocol import Asked, DiceAsked, MoveAsked, Offered, Place

DOES = re.compile(r"(.*?) ?\b(to) ((?:hit|wound|damage)\b.*)")
PLACED = re.compile(r"\bat \((-?\d+\.\d), (-?\d+\.\d)\)")  # a place as options name it
OF_AN_ATTACK = ("to hit", "to wound", "damage", "penetration")  # dice that one unit throws against another
OF_THE_TARGET = ("save", "dodge", "look out", "feel no pain")  # and those that the other throws
EDGES = {"left": (0.0, 0.5), "right": (1.0, 0.5), "bottom": (0.5, 0.0), "top": (0.5, 1.0)}  # parts of the table's size
HIGHEST = 60.0  # inches: no terrain is higher
HIDING = 3  # pieces of terrain behind which a place out of sight is looked for
MOST_OFFERED = 60  # of a menu without end; of one that is listed, all

Meant: TypeAlias = tuple[int, int | None]  # a unit, and which of its models (None: all of it)


class Menu(Struct, frozen=True):
    """What is asked and the options that were offered for it, in the order of their ids."""

    asked: Asked
    options: tuple[Any, ...]


def out_of_sight(t: Table, ask: Choose) -> list[tuple[str, Formation]]:
    """Moves behind a piece of terrain at which the nearest enemy does not see the unit; none where nobody can tell."""
    moves, about, prospect = ask.options, _about(t, ask), t.game.prospect
    if prospect is None or len(about) != 1 or moves.targets or not moves.inches:
        return []
    unit = t[about[0]]
    if not unit.here or unit.foes or len(unit.form) != len(moves.form):
        return []
    x, y = moves.centre
    foes = [(_off(v.form.centre, (x, y)), v.id, v) for v in t.enemies(unit.side) if v.form.positions]
    if not foes:
        return []
    foe = min(foes)[2]
    fx, fy = foe.form.centre
    pieces = sorted((_off(middle_of(p), (x, y)), k) for k, p in enumerate(t.ground.pieces) if p.height)
    trial = t.clone()
    found: list[tuple[str, Formation]] = []
    for _, k in pieces[:HIDING]:
        left, bottom, right, top = t.ground.pieces[k].box
        (px, py), half = middle_of(t.ground.pieces[k]), max(right - left, top - bottom) / 2 + moves.form.bases[0].radius
        far = _off((px, py), (fx, fy)) or 1.0
        form = moves.toward(px + (px - fx) * half / far, py + (py - fy) * half / far)
        if form is None or any(form.positions == other.positions for _, other in found):
            continue
        trial.change(unit.id, form=form)
        if not prospect(trial, foe.id, unit.id).sees:
            found.append((f"out of sight of {t.name(foe.id)}", form))
    return found


def _off(a: Place, b: Place) -> float:
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def prompt(question: str, names: Iterable[str] = ()) -> str:
    """A question in one line, with a capital letter, and verbs as the names want them.

    >>> prompt("does Gate Watch go to ground?"), prompt("does Gull Riders jink?", ["Gull Riders"])
    ('Does Gate Watch go to ground?', 'Do Gull Riders jink?')
    """
    line = agreed_question(" ".join(question.split()), names)
    return f"{line[:1].upper()}{line[1:]}"


def menu(t: Table, ask: Any, version: int, named: tuple[int, ...] = (), pair: tuple[int, ...] = ()) -> Menu:
    """An open ask with all that may be answered to it, for whoever is asked.

    ``named``: the units that the log named last, ``pair``: who acted last on whom.
    """
    if isinstance(ask, Handful):
        return Menu(dice(t, ask, version, named, pair), ())
    options = ask.options
    purposes: list[str] = []
    if isinstance(options, (tuple, list)):
        offered, more = tuple(options), False
    elif isinstance(options, Moves):
        found = list(islice(options.proposals(), MOST_OFFERED))
        stands = {form.positions for _, form in found}
        found += [(why, form) for why, form in out_of_sight(t, ask) if form.positions not in stands]
        offered, more = tuple(form for _, form in found), True
        purposes = [why for why, _ in found]
    else:
        offered = tuple(islice(options, MOST_OFFERED))
        more = True
    said = words(t, ask, offered)
    near = (*reversed(pair), *named)
    meant = [_meant(t, ask, option, words, near) for option, words in zip(offered, said, strict=True)]
    edges = _edges(t, offered)
    about = _about(t, ask) or _only(u for found in meant for u, i in found if i is not None)
    if not about and isinstance(ask.says, InAttack):
        about = [u for u in (*pair, *named) if t[u].side == ask.player][:1]
    radius = radius_of(options)
    asked = Asked(
        version,
        prompt(_whose(t, ask, about), t.names),
        ask.player,
        True,
        [
            _offered(t, i, option, said[i], purposes[i] if purposes else "", radius, meant[i], edges[i])
            for i, option in enumerate(offered)
        ],
        more,
        isinstance(options, (Moves, Formations, Points, Teardrops)),
        next((i for i, option in enumerate(offered) if option is ask.default or option == ask.default), None)
        if ask.default is not None
        else None,
        _move(t, ask),
        None,
        about,
    )
    return Menu(asked, offered)


def _whose(t: Table, ask: Choose, about: Sequence[int]) -> str:
    """A question, with the unit that it is about before it where it names none."""
    named = any(t.name(u) in ask.question for u in about)
    return ask.question if named or len(about) != 1 else f"{t.name(about[0])}: {ask.question}"


def _meant(t: Table, ask: Choose, option: Any, said: str, near: Sequence[int]) -> list[Meant]:
    """The units that an option means, each with one of its models where only that is meant. ``near``: who acted last on whom.

    A text means the units that it names as its words begin; a number behind the name is that of a model.
    """
    if isinstance(ask.says, Pointing):
        return _model(t, ask.says, option, near)
    if isinstance(ask.says, Grouping):
        return [(u, None) for u in ask.says.units.get(option, ())]
    if isinstance(option, str):
        named = max(
            (u for u in t.units if said.startswith(t.name(u.id))), key=lambda u: len(t.name(u.id)), default=None
        )
        if named is None:
            return []
        number = re.match(r" (\d+)\b", said.removeprefix(t.name(named.id)))
        i = int(number[1]) - 1 if number is not None else -1
        return [(named.id, i if 0 <= i < named.size else None)]
    parts = option if isinstance(option, tuple) else (option,)
    return [(u, None) for u in parts if type(u) is int and 0 <= u < len(t.units) and t.name(u) in said]


def _model(t: Table, says: Pointing, option: Any, near: Sequence[int]) -> list[Meant]:
    """The unit and the model that an option means.

    Where the question does not know its unit, the unit is the first of those ``near`` that has such models. Where several of its
    models are alike, none of them is named.
    """
    if (means := says.means(option)) is None:
        return []
    u, i = means
    if u >= 0:
        return [(u, i)] if u < len(t.units) and i < t[u].size else []
    wanted = says.members
    unit = next((t[v] for v in near if t[v].side == says.side and set(wanted) <= set(t[v].members)), None)
    if unit is None or i >= len(wanted):
        return []
    alike = [k for k, model in enumerate(unit.members) if model == wanted[i]]
    return [(unit.id, i if wanted == unit.members else alike[0] if len(alike) == 1 else None)]


def dice(t: Table, ask: Handful, version: int, named: tuple[int, ...] = (), pair: tuple[int, ...] = ()) -> Asked:
    """Dice of a real table are asked for: whose, for what at whom, how many, what is needed and why."""
    what = purpose(ask.why)
    said = what.what.lower()
    unit = what.who if what.who >= 0 else next(iter(named), None)
    target = None
    if what.who < 0 and pair and any(word in said for word in OF_THE_TARGET):
        unit = pair[1]
    elif pair and any(word in said for word in OF_AN_ATTACK) and what.who in (-1, pair[0]):
        unit, target = pair[0], pair[1]
    side = next((side for side in (0, 1) if side_name(t, side) in what.what), None)
    if what.secret is not None or side is not None:
        unit, target = None, None
    if side is None:
        side = what.secret if what.secret is not None else t[unit].side if unit is not None else t.player
    shown = DiceAsked(side, ask.n, ask.sides, what.what, what.needs, list(what.because), unit, target)
    about = [u for u in (unit, target) if u is not None]
    return Asked(version, prompt(dice_line(t, shown)), side, True, dice=shown, about=about)


def dice_line(t: Table, asked: DiceAsked) -> str:
    """The prompt for dice in one line.

    "Lantern Watch, Beacon rifles at Thornkin: roll 12 D6 to hit, 3+ (Ballistic Skill 4)".
    """
    why = asked.why
    done = DOES.fullmatch(why)
    thing, to, does = done.groups() if done is not None else ("", "", why)
    if not to:
        does = why[:1].lower() + why[1:] if why[1:2].islower() else why
    who = t.name(asked.unit) if asked.unit is not None and t.name(asked.unit) not in why else ""
    at = f" at {t.name(asked.target)}" if asked.target is not None and thing and t.name(asked.target) not in why else ""
    whose = ", ".join(part for part in (who, f"{thing}{at}") if part)
    roll = (
        f"roll {asked.n} D{asked.sides}{' to' if to else ' for'} {does}" if does else f"roll {asked.n} D{asked.sides}"
    )
    needs = f", {asked.needs}" if asked.needs else ""
    return f"{f'{whose}: ' if whose else ''}{roll}{needs}{in_brackets(asked.because)}"


def _offered(
    t: Table, i: int, option: Any, said: str, purpose: str, radius: float, meant: Sequence[Meant], edge: Place | None
) -> Offered:
    """An option with its words and what it points at: the units that it means, a model, a place, where models would stand.

    ``edge``: the middle of the edge of the table that it names.
    """
    if isinstance(option, Formation):
        places: list[Place] = list(option.positions)
        return Offered(i, said, at=_middle(option), models=places, purpose=purpose)
    if isinstance(option, Circle):
        return Offered(i, said, at=(option.x, option.y), radius=option.radius)
    if isinstance(option, Teardrop):
        return Offered(i, said, at=(option.x, option.y), outline=[*option.outline()])
    parts = option if isinstance(option, tuple) else (option,)
    if len(parts) >= 2 and all(type(n) is float for n in parts[:2]):
        return Offered(i, said, at=(parts[0], parts[1]), radius=radius or None)
    if not meant:
        return Offered(i, said, at=edge or _named_place(t, said))
    (u, model), *more = meant
    positions = t[u].form.positions
    if model is None or more or model >= len(positions):
        return Offered(i, said, [u for u, _ in meant], at=_middle(t[u].form))
    return Offered(i, said, [u], model, positions[model])


def _edges(t: Table, offered: Sequence[Any]) -> list[Place | None]:
    """The middle of the edge of the table that each option names, where all of them name one."""
    if not all(isinstance(option, str) and option in EDGES for option in offered):
        return [None] * len(offered)
    return [(x * t.ground.width, y * t.ground.height) for x, y in map(EDGES.__getitem__, offered)]


def _named_place(t: Table, said: str) -> Place | None:
    """The place that words name: its coordinates, or the middle of the piece of terrain they begin with."""
    if (found := PLACED.search(said)) is not None:
        return float(found[1]), float(found[2])
    piece = next((p for p in t.ground.pieces if re.match(rf"{re.escape(p.name)}(?!\w)", said)), None)
    return None if piece is None else middle_of(piece)


def _middle(form: Formation) -> Place | None:
    return form.centre if form.positions else None


def _about(t: Table, ask: Choose) -> list[int]:
    """The units that a question is about: those that it names, whoever asks first; else the one whose name stands with it."""
    found = ask.about if isinstance(ask.about, tuple) else (ask.about,)
    units = [u for u in found if type(u) is int and 0 <= u < len(t.units)]
    if named := [u for u in dict.fromkeys(units) if t.name(u) in ask.question]:
        return named
    texts = [word for word in found if isinstance(word, str) and word in t.names]
    return [t.names.index(word) for word in texts[:1]] or _named(t, ask.question)


def _named(t: Table, words: str) -> list[int]:
    """The units that some words name, in the order of the words; a name within a longer one is not meant."""
    found: list[tuple[int, int]] = []
    for name in sorted(set(t.names), key=len, reverse=True):
        if (at := words.find(name)) >= 0:
            found.append((at, t.names.index(name)))
            words = words.replace(name, " " * len(name))
    return [u for _, u in sorted(found)]


def _only(units: Iterable[int]) -> list[int]:
    """The one unit that there is among these numbers; [] when there are several, or none."""
    found = list(dict.fromkeys(units))
    return found if len(found) == 1 else []


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
    >>> mode_words(MovementMode(through="everybody", over=240.0))
    'across all terrain, over everybody'
    """
    said = []
    if mode.over:
        said.append("across all terrain" if mode.over >= HIGHEST else f'across terrain up to {mode.over:g}" high')
    if mode.straight:
        said.append("straight ahead")
    if mode.through == "everybody":
        said.append("over everybody")
    return ", ".join(said) or "on the ground"
