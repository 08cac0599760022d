"""What an option is called, where its value does not say so: a model by its place, a piece of terrain, a number of something.

Each gives a function for ``Choose.says``. A text is itself and the number of a unit its name, so neither needs any of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.asks import Choose, Procedure
from .profiles import Model

Says = Callable[[Any], str]


class Pointing(Struct, frozen=True, eq=False):
    """What options are called that each mean a model, as its place in a unit (or a tuple that begins with it).

    ``unit`` is the number of that unit; -1 where the question knows its ``side`` and ``members`` only; None where an option
    names both.
    """

    says: Says
    unit: int | None = -1
    side: int = -1
    members: tuple[Model, ...] = ()

    def __call__(self, option: Any) -> str:
        return self.says(option)

    def means(self, option: Any) -> tuple[int, int] | None:
        """The unit and the place of the model that an option means; None when it means none."""
        parts = option if isinstance(option, tuple) else (option,)
        if self.unit is None:
            return parts if len(parts) == 2 and all(type(n) is int for n in parts) else None
        return (self.unit, parts[0]) if parts and type(parts[0]) is int else None


def models(
    members: Sequence[Model], left: Sequence[int] = (), called: str = "wounds", unit: int = -1, side: int = -1
) -> Pointing:
    """A model by its place in the unit: its name, numbered where several have it, and what is left of more than 1.

    ``unit``: the number of the unit, where the question knows the table; else ``side``: whose it is.

    >>> from grognard.systems.usr.examples import model
    >>> says = models([model(name="Trooper"), model(name="Trooper"), model(name="Sergeant")], (1, 1, 2))
    >>> says(1), says(2)
    ('Trooper 2', 'Sergeant (2 wounds left)')
    """
    return Pointing(partial(_model, tuple(members), tuple(left), called), unit, side, tuple(members))


def _model(members: tuple[Model, ...], left: tuple[int, ...], called: str, i: Any) -> str:
    if type(i) is not int or not 0 <= i < len(members):
        return ""
    name = members[i].name
    if sum(m.name == name for m in members) > 1:
        name = f"{name} {1 + sum(m.name == name for m in members[:i])}"
    if i >= len(left) or max(n for m, n in zip(members, left, strict=False) if m.name == members[i].name) < 2:
        return name
    return f"{name} ({left[i]} {called if left[i] != 1 else called.removesuffix('s')} left)"


def count(one: str, many: str = "", none: str = "") -> Says:
    """A number of something.

    >>> [count("use", none="none of them")(n) for n in (0, 1, 3)]
    ['none of them', '1 use', '3 uses']
    """
    return partial(_count, one, many or f"{one}s", none)


def _count(one: str, many: str, none: str, n: Any) -> str:
    if type(n) not in (int, float):
        return ""
    if n == 0 and none:
        return none
    return f"{n:g} {one if n == 1 else many}"


def named(names: Sequence[str]) -> Says:
    """A place among some names.

    >>> named(("left", "right"))(1)
    'right'
    """
    return partial(_named, tuple(names))


def _named(names: tuple[str, ...], i: Any) -> str:
    return names[i] if type(i) is int and 0 <= i < len(names) else ""


def in_turn(names: Sequence[str]) -> Says:
    """An order of some of these names, by their places.

    >>> in_turn(("gun", "flame", "blade"))((2, 0))
    'blade, then gun'
    """
    return partial(_in_turn, tuple(names))


def _in_turn(names: tuple[str, ...], order: Any) -> str:
    return ", then ".join(names[i] if type(i) is int else str(i) for i in order) if isinstance(order, tuple) else ""


def pieces(t: Any, more: str = "") -> Says:
    """A piece of terrain by its place on the ground; or the last of a tuple, whose first word is ``more``."""
    return partial(_piece, t, more)


def _piece(t: Any, more: str, k: Any) -> str:
    if more:
        if not isinstance(k, tuple) or k[0] != more:
            return ""
        k = k[-1]
    return str(t.ground.pieces[k].name) if type(k) is int and 0 <= k < len(t.ground.pieces) else ""


def yes_or_no(answer: Any) -> str:
    """Yes or no.

    >>> yes_or_no(True), yes_or_no(False)
    ('yes', 'no')
    """
    return "yes" if answer is True else "no" if answer is False else ""


def places(position: Any) -> str:
    """A point on the table.

    >>> places((12.0, 8.5625))
    'at (12.0, 8.6)'
    """
    return f"at ({position[0]:.1f}, {position[1]:.1f})" if isinstance(position, tuple) else ""


def uses(use: Any) -> str:
    """Weapons with how many shots or blows of each, as ((weapon, number), …).

    >>> uses((("gun", 2), ("flame", 1)))
    '2 of gun and 1 of flame'
    """
    if not isinstance(use, tuple):
        return ""
    if len(use) == 1 and use[0][1] == 1:
        return _name(use[0][0])
    return " and ".join(f"{n} of {_name(what)}" for what, n in use)


def _name(what: Any) -> str:
    return str(getattr(what, "name", what))


def shares(t: Any, what: str) -> Says:
    """How many go at which unit, as ((unit, number), …), or one such pair: the rest goes where it went."""
    return partial(_shares, t, what)


def _shares(t: Any, what: str, share: Any) -> str:
    if not isinstance(share, tuple):
        return ""
    if len(share) == 2 and type(share[0]) is int:
        return f"{_count(what, what + 's', '', share[1])} at {t.name(share[0])}, the rest as before"
    return ", ".join(f"{_count(what, what + 's', '', n)} at {t.name(v)}" for v, n in share if n)


def of_units(t: Any, words: Any) -> Says:
    """A pair of a word and a unit: ``words`` says for each word what stands before the unit's name."""
    return partial(_of_unit, t, words)


def _of_unit(t: Any, words: Any, pair: Any) -> str:
    if isinstance(pair, tuple) and len(pair) == 2 and pair[0] in words:
        return f"{words[pair[0]]} {t.name(pair[1])}"
    return ""


def models_of(t: Any, called: str = "wounds") -> Pointing:
    """A pair of a unit and the place of a model in it."""
    return Pointing(partial(_model_of, t, called), None)


class InAttack(Struct, frozen=True, eq=False):
    """Options of a question amid an attack that knows no table: whoever acted last is asked, or whom it acted on."""

    says: Says | None = None

    def __call__(self, option: Any) -> str:
        return "" if self.says is None else self.says(option)


def put_to(name: str, procedure: Procedure) -> Procedure:
    """A procedure whose questions begin with the name of the unit that they are put to, where they do not name it.

    >>> def which():
    ...     yield Choose(0, "which weapon?", ("gun", "flame"))
    >>> next(put_to("Gate Watch", which())).question
    'Gate Watch: which weapon?'
    """
    answer = None
    try:
        while True:
            ask = procedure.send(answer)
            if type(ask) is Choose and name not in ask.question:
                ask = replace(ask, question=f"{name}: {ask.question}")
            answer = yield ask
    except StopIteration as end:
        return end.value


class Grouping(Struct, frozen=True, eq=False):
    """Options that are names of groups of units, with the numbers of the units of each."""

    units: Mapping[str, Sequence[int]]

    def __call__(self, option: Any) -> str:
        return str(option)


def with_models(unit: int, said: Mapping[Any, str]) -> Pointing:
    """Options that begin with the place of a model in a unit, by the words of each.

    >>> says = with_models(3, {(1, "gun"): "gun of Trooper 2"})
    >>> says((1, "gun")), says("none"), says.means((1, "gun"))
    ('gun of Trooper 2', '', (3, 1))
    """
    return Pointing(partial(_among, dict(said)), unit)


def _among(said: dict[Any, str], option: Any) -> str:
    return said.get(option, "")


def _model_of(t: Any, called: str, pair: Any) -> str:
    if not (isinstance(pair, tuple) and len(pair) == 2 and all(type(n) is int for n in pair)):
        return ""
    unit = t[pair[0]]
    return f"{_model(unit.members, unit.wounds, called, pair[1])} of {t.name(pair[0])}"


def first_of(*known: Says) -> Says:
    """As the first of several says that knows an option."""
    return partial(_first_of, known)


def _first_of(known: tuple[Says, ...], option: Any) -> str:
    return next((said for says in known if (said := says(option))), "")


def numbered(what: str) -> Says:
    """Something that is called by its number.

    >>> numbered("objective")(2)
    'objective 2'
    """
    return partial(_numbered, what)


def _numbered(what: str, n: Any) -> str:
    return f"{what} {n}" if type(n) is int else ""
