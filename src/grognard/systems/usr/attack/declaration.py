"""From what the models of a unit may use to volleys: the choices before any die is thrown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.odds import answers
from ....common.profiles import Model, Weapon
from ....common.schema import Count
from ....kernel.asks import Choose, Procedure
from ....kernel.made import Made
from ..circumstances import Situation
from ..squads import Squad
from .attack import Part, Volley, volleys
from .defender import Scene

MOST_SPLITS = 60  # ways of dividing equal models among weapons that are still tried one by one


class Use(Struct, frozen=True):
    """One weapon as a model may use it now: shots or blows, circumstances, and ways to fire it that must be chosen."""

    weapon: Weapon
    shots: Count
    how: Situation
    modes: tuple[str, ...] = ()
    under: int = 1
    hits: int = -1
    step: int = 0  # the Initiative step at which it strikes, 11 before all; 0: a shot
    by: tuple[Model, Squad] | None = None  # as whom the model strikes, when not as it is
    beyond: tuple[int, ...] = ()  # models in the outer zones of a marker that has zones
    placed: Any = (
        None  # where markers are laid and scatter (``laid_in_odds.LaidMarkers``); None: ``under`` and ``beyond`` say it
    )


class Armed(Struct, frozen=True):
    """Equal models of a unit with the same choices. Each choice is what one model uses together; the first is the default."""

    by: Model
    mates: Squad
    firers: int
    choices: tuple[tuple[Use, ...], ...]
    wounds: int = 1
    group: int = 0

    def named(self, question: str, answer: Any) -> str:
        """What the answer to a question about these models says: the weapons by name."""
        if isinstance(answer, tuple):
            each = [f"{n} x {_weapons(uses)}" for n, uses in zip(answer, self.choices, strict=True) if n]
            return ", ".join(each)
        return _weapons(self.choices[answer])


def _weapons(uses: tuple[Use, ...]) -> str:
    names = [f"{use.weapon.name} (one blow)" if use.how.one_blow else use.weapon.name for use in uses]
    return " and ".join(names) or "nothing"


def taken(menu: tuple[Armed, ...], made: tuple[Made, ...]) -> tuple[Armed, ...]:
    """What was used of a menu, as choices have been made; of several answers to a question the likeliest."""
    answered = answers(made)
    down = {"jinking": "jink?", "grounded": "go to ground?"}
    said = {key: True for key, question in down.items() if question in answered and answered[question].answer == "yes"}
    found: list[Armed] = []
    for armed in menu:
        for n, uses in _used(armed, answered):
            plain = []
            for use in uses:
                mode = answered.get(f"supercharge the {use.weapon.name}?")
                more = {"supercharge": mode.answer} if use.modes and mode is not None and mode.answer != "no" else {}
                plain.append(replace(use, how=use.how.but(**said, **more), modes=()))
            found.append(replace(armed, firers=n, choices=(tuple(plain),)))
    return tuple(found)


def _used(armed: Armed, answered: dict[str, Made]) -> list[tuple[int, tuple[Use, ...]]]:
    """(how many, what each uses) of a group."""
    for m in answered.values():
        if m.choice.about == armed and isinstance(m.choice.about, Armed):
            if isinstance(m.answer, tuple):
                return [(n, uses) for n, uses in zip(m.answer, armed.choices, strict=True) if n]
            return [(armed.firers, armed.choices[m.answer])]
    return [(armed.firers, armed.choices[0])]


def declared(menu: tuple[Armed, ...], scene: Scene, splits: bool = False, jink: bool = False) -> Procedure:
    """The volleys that the attacker chooses, in file order; the target may jink first.

    With ``splits`` equal models may choose differently.
    """
    picked: list[tuple[Armed, tuple[Use, ...], int]] = []
    for armed in menu:
        picked += yield from _picks(armed, scene.sides[0], splits)
    modes: dict[Weapon, str] = {}
    for _, uses, _ in picked:
        for use in uses:
            if use.modes and use.weapon not in modes:
                options = ("no", *use.modes)
                question = f"supercharge the {use.weapon.name}?"
                modes[use.weapon] = yield Choose(
                    scene.sides[0], question, options, default="no", about=("mode", use.weapon)
                )
    jinking = (
        jink
        and (yield Choose(scene.sides[1], "jink?", ("no", "yes"), default="no", about=("jink", scene.name))) == "yes"
    )
    return _grouped(picked, modes, jinking)


def undecided(menu: tuple[Armed, ...]) -> bool:
    """Whether the attacker has anything to choose: which weapon, or how one is fired."""
    for armed in menu:
        if len(armed.choices) > 1:
            return True
        for use in armed.choices[0]:
            if use.modes:
                return True
    return False


def plainly(menu: tuple[Armed, ...]) -> tuple[Volley, ...]:
    """The volleys where there is nothing to choose."""
    return _grouped([(armed, armed.choices[0], armed.firers) for armed in menu], {}, False)


def _picks(armed: Armed, player: int, splits: bool) -> Procedure:
    """(models, what each uses, how many of them)."""
    if len(armed.choices) == 1:
        return [(armed, armed.choices[0], armed.firers)]
    ways = tuple(_divided(armed.firers, len(armed.choices))) if splits else ()
    if 1 < len(ways) <= MOST_SPLITS:
        question = f"{armed.by.name}: how many use what?"
        counts = yield Choose(player, question, ways, ways[0], armed, partial(armed.named, question))
        return [(armed, uses, n) for uses, n in zip(armed.choices, counts, strict=True) if n]
    question = f"{armed.by.name}: which weapon?"
    numbers = tuple(range(len(armed.choices)))
    number = yield Choose(player, question, numbers, 0, armed, partial(armed.named, question))
    return [(armed, armed.choices[number], armed.firers)]


def _divided(n: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way of dividing n among parts, all to the first one first."""
    if parts == 1:
        yield (n,)
        return
    for first in range(n, -1, -1):
        for rest in _divided(n - first, parts - 1):
            yield (first, *rest)


def _grouped(picked: list[Any], modes: dict[Weapon, str], jinking: bool) -> tuple[Volley, ...]:
    """One volley for each weapon, in the order in which weapons first stand in the unit."""
    order: dict[tuple[int, str], list[Part]] = {}
    for armed, uses, n in picked:
        for use in uses:
            how = use.how
            if use.modes and (mode := modes.get(use.weapon, "no")) != "no":
                how = how.but(supercharge=mode)
            if jinking:
                how = how.but(jinking=True)
            by, mates = use.by or (armed.by, armed.mates)
            part = Part(
                by, mates, use.weapon, how, n, use.shots, armed.wounds, armed.group, use.under, use.hits, use.beyond,
                use.placed,
            )  # fmt: skip
            key = (use.step, use.weapon.name)
            if key in order:
                order[key].append(part)
            else:
                order[key] = [part]
    found = order.items()
    if len(order) > 1:
        found = sorted(found, key=lambda entry: -entry[0][0])  # type: ignore[assignment]
    return tuple([Volley(name, tuple(parts)) for (_, name), parts in found])


def fired(state: Any, menu: tuple[Armed, ...], scene: Scene, splits: bool = False, jink: bool = False) -> Procedure:
    """The state of the target after a unit has chosen its weapons and used them."""
    chosen = yield from declared(menu, scene, splits, jink)
    return (yield from volleys(state, chosen, scene))
