"""Questions that need no battle: odds, rules, rulings, forces and samples, from plain data to plain data.

Forces are samples by their reference (``usr/A``) or texts that were sent along: nothing that is asked reaches a file.
"""

from __future__ import annotations

import os
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import rulebook, systems
from ..common.alter import weapons_of
from ..common.asking import MOST_IN_TURN, Attacker, Situation, ask_in_turn, in_turn, matters, pairs, said_of, words
from ..common.odds import headline
from ..common.odds.odds_report import each
from ..common.profiles import Force, Kind
from ..common.system import System
from ..errors import GrognardError
from ..kernel.budget import Budget, TooMany
from ..kernel.memo import memo
from ..muster.formats import native
from ..muster.names import nearest
from ..muster.ref import named, samples
from ..muster.show import shown
from .fields import in_fields

MOST_STATES: Final = 2_000_000  # of one answer: some seconds
MOST_TEXT: Final = 512 * 1024  # characters of a force that is sent along
MOST_WORDS: Final = 40
MOST_VALUES: Final = 60  # of a curve
FIELDS: Final = frozenset(("range", "cover", "moved", "charging", "facing"))
SWEPT: Final[dict[str, Any]] = {
    "range": float,
    "cover": str,
    "models": int,
    "target_models": int,
}  # what a curve may be over


class OddsAsked(Struct, tag="odds", forbid_unknown_fields=True):
    """The odds of ``attacker`` against ``target``: ``SYSTEM/SAMPLE:UNIT``, or a unit's name with the text of its force."""

    attacker: str
    target: str
    attacker_force: str = ""
    target_force: str = ""
    then: list[
        str
    ] = []  # who attacks next, at the target as it was left, each with words of its own (``asking.in_turn``)
    then_forces: list[str] = []  # the text of the force of each, "" for a sample
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
    text: bool = False  # the report too, as the command prints it


class CurveAsked(OddsAsked, tag="curve", forbid_unknown_fields=True):
    """A question of odds with one part of the situation changed, for each of several values."""

    over: str = "range"
    values: list[float | str] = []


class SituationAsked(OddsAsked, tag="situation", forbid_unknown_fields=True):
    """What may be said of such an attack, and what of it would change the answer; ``of`` which attacker in turn."""

    of: int = 0


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


Asked = OddsAsked | CurveAsked | SituationAsked | RulesAsked | RulingsAsked | SamplesAsked | ForceAsked


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
    system = getattr(asked, "attacker", "").partition("/")[0]
    try:
        found = _answered(asked)
    except GrognardError as error:
        found = {"error": error.told()}
    except TooMany:
        hint = "ask about fewer models, or without --policy best"
        found = {"error": GrognardError("this would take too long to work out exactly", hint=hint).told()}
    told: dict[str, Any] = in_fields(found, found.get("odds", {}).get("system", system))
    return told


def _answered(asked: Asked) -> dict[str, Any]:
    if isinstance(asked, CurveAsked):
        return _curve(asked)
    if isinstance(asked, SituationAsked):
        return _situation(asked)
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
    found = ask_in_turn(*_attack(asked), Budget(MOST_STATES))
    told: dict[str, Any] = {
        "odds": found.told(asked.fractions),
        "headline": found.impossible or headline(found),
        "words": found.words,
    }
    if found.after:
        told["after"] = [one.impossible or headline(one) for one in found.after]
        told["each"] = each(found)
    steps = [step for one in (found, *found.after) for step in one.steps]
    told["rules"] = list(dict.fromkeys(b.rule for step in steps for b in step.because if b.id))
    return {**told, "text": str(found)} if asked.text else told


def _curve(asked: CurveAsked) -> dict[str, Any]:
    """The means at each value; "impossible" says why there is no attack at one, or that there is no such value."""
    if asked.over not in SWEPT:
        raise GrognardError(f"no curve over {asked.over[:40]!r}", hint=f"one of: {', '.join(SWEPT)}")
    if len(asked.values) > MOST_VALUES:
        raise GrognardError(f"{len(asked.values)} values", hint=f"at most {MOST_VALUES}")
    system, attackers, target, said = _attack(asked)
    points: list[dict[str, Any]] = []
    budget = Budget(MOST_STATES)
    for value in asked.values:
        try:
            read = SWEPT[asked.over](value)
            found = ask_in_turn(system, attackers, target, replace(said, **{asked.over: read}), budget)
        except (GrognardError, ValueError) as error:
            points.append({"value": value, "impossible": str(error)})
            continue
        means = {"slain": found.slain.mean(), "damage": found.damage.mean(), "destroyed": float(found.destroyed)}
        points.append({"value": value, **({"impossible": found.impossible} if found.impossible else means)})
    return {"over": asked.over, "points": points}


def _situation(asked: SituationAsked) -> dict[str, Any]:
    system, attackers, target, first = _attack(asked)
    if not 0 <= asked.of < len(attackers):
        raise GrognardError(f"no attacker {asked.of} in turn")
    by = attackers[asked.of]
    attacker, said = by.kind, said_of(system, first, by.own) if asked.of else first
    found = matters(system, attacker, target, said, by.arsenal)
    held = {name: getattr(said, name) for name in ("weapons", "models", "melee", *FIELDS)}
    return {
        "said": {**held, "sets": pairs(said.sets, "--set")},
        "weapons": [{"name": w.name, "melee": bool(getattr(w.stats, "melee", False))} for w in weapons_of(attacker)],
        "models": [len(attacker.models), len(target.models)],
        "cover": {"says": system.cover_says, "values": list(system.cover_values)},
        "circumstances": [
            {"key": c.key, "takes": c.takes, "says": c.says, "matters": c.key in found} for c in system.circumstances
        ],
        "matters": [name for name in found if name in FIELDS],
    }


def _attack(asked: OddsAsked) -> tuple[System, list[Attacker], Kind, Situation]:
    """A question of odds read: system, those who attack in turn, target and situation."""
    target, _ = _unit(asked.target, asked.target_force, "target")
    attackers: list[Attacker] = []
    texts = (asked.attacker_force, *asked.then_forces, *[""] * len(asked.then))
    in_order = ((asked.attacker, ()), *map(in_turn, asked.then[:MOST_IN_TURN]))
    for (ref, own), text in zip(in_order, texts, strict=False):
        kind, force = _unit(ref, text, "attacker")
        if kind.system != target.system:
            raise GrognardError(f"{kind.name} is of {kind.system}, {target.name} of {target.system}")
        arsenal = tuple(dict.fromkeys(w for one in force.kinds for w in weapons_of(one)))
        attackers.append(Attacker(kind, arsenal, own))
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
    return systems.get(target.system), attackers, target, said


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
    for system in systems.NAMES:  # the plain units of worked examples
        found[f"{system}/drill"] = os.path.join(folder, system, "drill.toml")
    return found


@memo(64)
def _loaded(path: str) -> Force:
    return native.load(path)
