"""Questions that need no battle: odds, rules, rulings, forces and samples, from plain data to plain data.

Forces are samples by their reference (``usr/A``) or texts that were sent along: nothing that is asked reaches a file.
"""

from __future__ import annotations

import os
from typing import Any, Final

import msgspec
from msgspec import Struct

from .. import rulebook, systems
from ..common.alter import weapons_of
from ..common.asking import Situation, ask, words
from ..common.profiles import Force, Kind
from ..errors import GrognardError
from ..kernel.budget import Budget, TooMany
from ..kernel.memo import memo
from ..muster.formats import native
from ..muster.names import nearest
from ..muster.ref import named, samples
from ..muster.show import shown

MOST_STATES: Final = 2_000_000  # of one answer: some seconds
MOST_TEXT: Final = 512 * 1024  # characters of a force that is sent along
MOST_WORDS: Final = 40


class OddsAsked(Struct, tag="odds", forbid_unknown_fields=True):
    """The odds of ``attacker`` against ``target``: ``SYSTEM/SAMPLE:UNIT``, or a unit's name with the text of its force."""

    attacker: str
    target: str
    attacker_force: str = ""
    target_force: str = ""
    weapons: list[str] = []
    melee: bool = False
    range: float | None = None
    cover: str | None = None
    moved: bool = False
    charging: bool = False
    facing: str | None = None
    sets: dict[str, str | int | bool] = {}
    models: int | None = None
    target_models: int | None = None
    wounds: int | None = None
    target_wounds: int | None = None
    gives: list[str] = []
    without: list[str] = []
    rulings: dict[str, str] = {}
    policy: str = "default"
    models_under: int | None = None
    scatter: bool = False
    fractions: bool = False


class RulesAsked(Struct, tag="rules", forbid_unknown_fields=True):
    """Pages of the rulebook that match all words."""

    words: list[str] = []
    system: str | None = None


class RulingsAsked(Struct, tag="rulings", forbid_unknown_fields=True):
    """Rulings that speak of all words."""

    words: list[str] = []
    system: str | None = None


class SamplesAsked(Struct, tag="samples", forbid_unknown_fields=True):
    """The sample forces that ship."""

    system: str | None = None


class ForceAsked(Struct, tag="force", forbid_unknown_fields=True):
    """A force unit by unit: a sample by its reference, or the text of a force file."""

    ref: str = ""
    text: str = ""


Asked = OddsAsked | RulesAsked | RulingsAsked | SamplesAsked | ForceAsked


def answer(request: Any) -> dict[str, Any]:
    """The answer to a request (``{"type": "odds", …}``) as plain data, or ``{"error": {"what", "where", "hint"}}``. Never raises.

    >>> answer({"type": "samples", "system": "void"})["samples"][0]["ref"]
    'void/A'
    >>> answer({"type": "force", "ref": "/etc/passwd"})["error"]["what"]
    "no sample called '/etc/passwd'"
    """
    try:
        asked: Asked = msgspec.convert(request, Asked)
    except (msgspec.ValidationError, RecursionError) as error:
        return {"error": GrognardError(f"not a question: {error}").told()}
    try:
        return _answered(asked)
    except GrognardError as error:
        return {"error": error.told()}
    except TooMany:
        hint = "ask about fewer models, or without --policy best"
        return {"error": GrognardError("this would take too long to work out exactly", hint=hint).told()}


def _answered(asked: Asked) -> dict[str, Any]:
    if isinstance(asked, OddsAsked):
        return _odds(asked)
    if isinstance(asked, RulesAsked):
        found = rulebook.search(_few(asked.words), asked.system, tests=False)
        return {"rules": [page.told() for page in found]}
    if isinstance(asked, RulingsAsked):
        names = systems.NAMES if asked.system is None else (systems.get(asked.system).id,)
        return {"rulings": [page.told() for page in rulebook.rulings(_few(asked.words), names)]}
    if isinstance(asked, SamplesAsked):
        return {"samples": samples(asked.system)}
    return {"force": shown(_sent(asked.text, "force") if asked.text else sample(asked.ref))}


def _few(said: list[str]) -> list[str]:
    if len(said) > MOST_WORDS or any(len(word) > 80 for word in said):
        raise GrognardError("too many words", hint="a few will do")
    return said


def _odds(asked: OddsAsked) -> dict[str, Any]:
    attacker, force = _unit(asked.attacker, asked.attacker_force, "attacker")
    target, _ = _unit(asked.target, asked.target_force, "target")
    if attacker.system != target.system:
        raise GrognardError(f"{attacker.name} is of {attacker.system}, {target.name} of {target.system}")
    said = Situation(
        weapons=tuple(asked.weapons),
        melee=asked.melee,
        range=asked.range,
        cover=asked.cover,
        moved=asked.moved,
        charging=asked.charging,
        facing=asked.facing,
        sets=words(asked.sets),
        models=asked.models,
        target_models=asked.target_models,
        wounds=asked.wounds,
        target_wounds=asked.target_wounds,
        gives=tuple(asked.gives),
        without=tuple(asked.without),
        rulings=words(asked.rulings),
        policy=asked.policy,
        models_under=asked.models_under,
        scatter=asked.scatter,
    )
    arsenal = tuple(dict.fromkeys(w for kind in force.kinds for w in weapons_of(kind)))
    found = ask(systems.get(attacker.system), attacker, target, said, arsenal, Budget(MOST_STATES))
    return {"odds": found.told(asked.fractions)}


def _unit(ref: str, text: str, what: str) -> tuple[Kind, Force]:
    """A unit and the force in which it stands. Raises GrognardError for whatever is not there."""
    if text:
        force, name, where = _sent(text, what), ref, what
    else:
        where, colon, name = ref.partition(":")
        if not colon:
            raise GrognardError("no unit named", where=what, hint="write SYSTEM/SAMPLE:UNIT")
        force = sample(where)
    return force.kinds[named(name, [kind.name for kind in force.kinds], where)], force


def _sent(text: str, what: str) -> Force:
    if len(text) > MOST_TEXT:
        raise GrognardError(f"a force of {len(text)} characters", where=what, hint=f"at most {MOST_TEXT}")
    return native.loads(text, what)


def sample(ref: str) -> Force:
    """A sample force by its reference; nothing else is ever opened. Raises GrognardError naming the nearest."""
    files = _files()
    if ref not in files:
        raise GrognardError(f"no sample called {ref[:80]!r}", hint=nearest(ref[:80], list(files)))
    return _loaded(files[ref])


@memo(1)
def _files() -> dict[str, str]:
    """The files of the samples that ship, by reference."""
    folder = systems.__path__[0]
    found = {}
    for listed in samples():
        system, _, name = listed["ref"].partition("/")
        found[listed["ref"]] = os.path.join(folder, system, "forces", f"{name}.toml")
    return found


@memo(64)
def _loaded(path: str) -> Force:
    return native.load(path)
