"""Grognard: an executable rulebook and referee for tabletop miniatures wargames.

``odds`` answers what an attack does and why, ``rules`` searches the rulebook, ``battle`` plays a whole battle,
``replay`` derives a saved one again, ``load_force`` reads a force. Nothing is loaded before it is used.
"""

from __future__ import annotations

TYPE_CHECKING = (
    False  # what type checkers take for typing.TYPE_CHECKING; typing itself would be loaded for nothing else
)
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .battles import Fought
    from .common.odds import Odds
    from .common.profiles import Force, Kind
    from .errors import GrognardError
    from .kernel.session import Session
    from .rulebook import Page

__version__ = "0.1.0"
__all__ = ["GrognardError", "battle", "load_force", "odds", "replay", "rules"]


def odds(
    attacker: str | Kind,
    target: str | Kind,
    *,
    weapons: Iterable[str] = (),
    melee: bool = False,
    range: float | None = None,
    cover: str | None = None,
    moved: bool = False,
    charging: bool = False,
    facing: str | None = None,
    sets: Mapping[str, Any] | None = None,
    models_under: int | None = None,
    scatter: bool = False,
    models: int | None = None,
    target_models: int | None = None,
    wounds: int | None = None,
    target_wounds: int | None = None,
    gives: Iterable[str] = (),
    without: Iterable[str] = (),
    take: Iterable[str] = (),
    size: int | None = None,
    target_size: int | None = None,
    then: Iterable[str | Kind | tuple[str | Kind, str]] = (),
    rulings: Mapping[str, str] | str | None = None,
    policy: str = "default",
    sample: int = 0,
    catalogues: Iterable[str] = (),
) -> Odds:
    """The exact odds of one unit attacking another once, with reasons; the options are those of ``grognard odds``.

    ``attacker`` and ``target`` are units or references such as ``"usr/A:Lantern Watch"``; ``range`` is in inches; ``gives`` holds
    rule names (``"target:RULE"`` for the target), ``take`` names of options of units in catalogues and DropCommander files,
    ``size`` and ``target_size`` how many models such units have, ``catalogues`` the files in which pasted lists are looked up;
    ``then`` those who attack after it, one after the other, at the target as it was left (``Odds.after`` tells how it stands
    after each; weapons, models and wounds are said of the first; ``"usr/A:Lantern Watch; range=6; moved"``, or a unit and such
    words as a pair, says what holds for that one alone); ``rulings`` are pairs, or a pack of rulings (a file, or
    ``"printed"``). With ``sample`` the answer is an estimate from so many throws. The answer is shared with whoever asks the
    same: do not write into it.
    Raises GrognardError for what does not exist or cannot be.
    """
    from .common.asking import situation
    from .questions import odds

    said = situation(
        weapons=weapons,
        melee=melee,
        range=range,
        cover=cover,
        moved=moved,
        charging=charging,
        facing=facing,
        sets=sets,
        models_under=models_under,
        scatter=scatter,
        models=models,
        target_models=target_models,
        wounds=wounds,
        target_wounds=target_wounds,
        gives=gives,
        without=without,
        take=take,
        size=size,
        target_size=target_size,
        then=then,
        rulings=rulings,
        policy=policy,
        sample=sample,
    )
    return odds(attacker, target, said, catalogues=tuple(catalogues))


def rules(words: str | Iterable[str] = (), system: str | None = None) -> list[Page]:
    """The pages of the rulebook that match the words, best first; all pages without words."""
    from . import rulebook

    return rulebook.search(words.split() if isinstance(words, str) else list(words), system)


def battle(
    ours: str | Force,
    theirs: str | Force,
    *,
    seed: int | None = None,
    scenario: str = "hold-the-field",
    table: str | None = None,
    rounds: int | None = None,
    bots: Iterable[str] = ("greedy", "greedy"),
    rulings: Mapping[str, str] | str | None = None,
    without: Iterable[str] = (),
    save: str | None = None,
    catalogues: Iterable[str] = (),
) -> Fought:
    """A whole battle between two forces, played by bots; the options are those of ``grognard battle``.

    The same forces, scenario, rulings, seed and bots give the same digest. Raises GrognardError for what does not exist.
    """
    from . import battles

    fought = battles.fight(
        battles.setup(
            ours,
            theirs,
            seed=seed,
            scenario=scenario,
            table=table,
            rounds=rounds,
            bots=bots,
            rulings=rulings,
            without=without,
            catalogues=catalogues,
        )
    )
    if save is not None:
        fought.session.save(save)
    return fought


def replay(file: str, to: int | None = None) -> tuple[Session, bool]:
    """A saved battle derived again (its first ``to`` inputs), and whether its digest is the one in the file."""
    from .common import battle

    return battle.replay(file, to)


def load_force(ref: str) -> Force:
    """A force from a file or a sample that ships (``"usr/A"``). Raises GrognardError with every fault of the file."""
    from .muster.ref import resolve_force

    return resolve_force(ref)


def __getattr__(name: str) -> Any:
    if name == "GrognardError":
        from .errors import GrognardError

        return GrognardError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
