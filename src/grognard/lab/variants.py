"""What is compared in one pair of an experiment: the same battle with and without a rule or a unit, or with other numbers."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import battles, systems
from ..common import alter, battle
from ..common.asking import rule_given
from ..common.profiles import Force, Kind, Model, Weapon, interned
from ..common.rules import id_of
from ..errors import GrognardError
from ..muster.names import match, plain
from ..muster.ref import named
from .drafts import drafts
from .experiment import Experiment, neighbours, parted

WITH, WITHOUT, ANOTHER = "with", "without", "another"
LOWEST, HIGHEST = -20, 200  # that a number may be varied to


class Variant(Struct, frozen=True):
    """One way to play the battle of a pair: ours, theirs, and what the players agreed."""

    name: str
    ours: Force
    theirs: Force
    rulings: Mapping[str, str]


def variants(asked: Experiment, n: int) -> list[Variant]:
    """The ways in which pair ``n`` is played, each from both seats. Raises GrognardError for what cannot be."""
    if asked.question == "fit":
        ours, theirs = drafts(asked, n)
        return [Variant("lists", ours, theirs, asked.rulings)]
    ours, theirs = (battles.force(ref) for ref in asked.strata[n % len(asked.strata)][0])
    if asked.question == "sweep":
        return [_swept(asked, ours, theirs, value) for value in asked.values]
    if asked.question == "value":
        forces = {WITH: had(asked, ours), WITHOUT: bare(asked, ours)}
    elif asked.question == "points":
        at = place(asked, ours)
        forces = {WITH: ours, WITHOUT: left_out(ours, at), ANOTHER: left_out(ours, another(asked, ours, n))}
    else:
        forces = {asked.question: ours}
    return [Variant(name, force, theirs, asked.rulings) for name, force in forces.items()]


def possible(asked: Experiment) -> Experiment:
    """The experiment, if each of its match-ups has what is asked about. Raises GrognardError naming the one that has not."""
    for n, ((ours, _), _) in enumerate(asked.strata):
        if asked.question == "value" and not asked.to and not bears(asked, force := battles.force(ours)):
            hint = "of each pair of forces the first must have the rule; --to UNIT gives it to a unit"
            raise GrognardError(f"nobody in {force.name} has {asked.rule!r}", hint=hint)
        variants(asked, n)
    return asked


def match_ups(rule: str) -> list[tuple[str, str]]:
    """The sample forces that have a rule (``SYSTEM:RULE``), each against the next sample of its system. Raises GrognardError."""
    system, _ = parted(rule)
    if not system:
        raise GrognardError(f"{rule!r} names no system", hint="write usr:twin-linked, or name the forces with --forces")
    asked = Experiment(question="value", rule=rule, forces=[])
    found = [pair for pair in neighbours(system) if bears(asked, battles.force(pair[0]))]
    if not found:
        raise GrognardError(f"no sample force has {rule!r}", hint="name forces of yours that have it with --forces")
    return found


# --- a rule -----------------------------------------------------------------------------------------------------------


def had(asked: Experiment, force: Force) -> Force:
    """A force with the rule that is asked about: as it is, unless it is to be given to a unit."""
    return given(asked, force) if asked.to else force


def bare(asked: Experiment, force: Force) -> Force:
    """A force without the rule that is asked about: as it is, where that is to be given to a unit."""
    return force if asked.to else battle.without(force, (rule_id(asked, force),))


def bears(asked: Experiment, force: Force) -> bool:
    """Whether somebody in the force has the rule."""
    return any(alter.has(kind, rule_id(asked, force)) for kind in force.kinds)


def rule_id(asked: Experiment, force: Force) -> str:
    """The id of the rule that is asked about, in the system of a force. Raises GrognardError when there is none such."""
    system = systems.get(force.system)
    return id_of(rule_given(system, spelled(asked, force))) if asked.to else system.rule_id(spelled(asked, force))


def spelled(asked: Experiment, force: Force) -> str:
    """The rule that is asked about, without its system. Raises GrognardError when that is not the force's."""
    system, text = parted(asked.rule)
    if system and system != force.system:
        raise GrognardError(f"{asked.rule!r} is no rule of {force.system}", where=force.name)
    return text


def given(asked: Experiment, force: Force) -> Force:
    """The force with the rule given to its unit ``to``. Raises GrognardError when that has it already."""
    system = systems.get(force.system)
    rule = rule_given(system, spelled(asked, force))
    at = named(asked.to, [kind.name for kind in force.kinds], force.name)
    kind = force.kinds[at]
    if alter.has(system.fitted(kind), id_of(rule)):
        raise GrognardError(f"{kind.name} has {asked.rule!r} already", where=force.name, hint="ask without --to")
    return replace(force, kinds=(*force.kinds[:at], alter.given(kind, rule), *force.kinds[at + 1 :]))


# --- a unit -----------------------------------------------------------------------------------------------------------


def place(asked: Experiment, force: Force) -> int:
    """Where the unit stands that is asked about. Raises GrognardError for a unit without points, or that is alone."""
    at = named(asked.unit, [kind.name for kind in force.kinds], force.name)
    if not force.kinds[at].points:
        raise GrognardError(f"{force.kinds[at].name} costs no points", where=force.name, hint="ask about another unit")
    if not any(kind.points for k, kind in enumerate(force.kinds) if k != at):
        raise GrognardError(
            f"{force.kinds[at].name} stands alone", where=force.name, hint="name a force with more units"
        )
    return at


def another(asked: Experiment, force: Force, n: int) -> int:
    """Another unit that is left out in pair ``n``, drawn by its points.

    So the mean of margin over points is that of the army: each unit counts by what it costs.
    """
    at = place(asked, force)
    others = [k for k, kind in enumerate(force.kinds) if k != at and kind.points]
    rng = Random(f"another {asked.seeds.first + n}")
    return rng.choices(others, [force.kinds[k].points for k in others])[0]


def left_out(force: Force, at: int) -> Force:
    """The force without one unit; who should ride in it goes on foot."""
    return replace(force, kinds=(*force.kinds[:at], *force.kinds[at + 1 :]))


# --- a number ---------------------------------------------------------------------------------------------------------


def _swept(asked: Experiment, ours: Force, theirs: Force, value: str) -> Variant:
    what, colon, name = asked.vary.partition(":")
    if not colon or not what.strip() or not name.strip():
        raise GrognardError(f"{asked.vary!r} cannot be varied", hint="write WEAPON:STAT, UNIT:STAT or ruling:NAME")
    if what.strip().lower() == "ruling":
        rulings = {**asked.rulings, **systems.get(ours.system).chosen({name.strip(): value})}
        return Variant(value, ours, theirs, rulings)
    return Variant(value, varied(ours, what.strip(), name.strip(), value), theirs, asked.rulings)


def varied(force: Force, what: str, stat: str, value: str) -> Force:
    """The force with one number of a weapon's profile, or of a unit's models, changed. Raises GrognardError when that cannot be."""
    arms = dict.fromkeys(weapon.name for kind in force.kinds for weapon in alter.weapons_of(kind))
    names = [*(kind.name for kind in force.kinds), *arms]
    name = names[match(what, names, "unit or weapon", force.name)]
    found: list[Any] = []

    def struck(stats: Any) -> Any:
        found.append(stats)
        return changed(stats, stat, value, name)

    def armed(weapon: Weapon) -> Weapon:
        return interned(replace(weapon, stats=struck(weapon.stats))) if weapon.name == name else weapon

    def manned(kind: Kind, model: Model) -> Model:
        weapons = tuple(map(armed, model.weapons))
        stats = struck(model.stats) if kind.name == name else model.stats
        return interned(replace(model, stats=stats, weapons=weapons))

    kinds = tuple(
        interned(replace(kind, models=tuple(manned(kind, model) for model in kind.models))) for kind in force.kinds
    )
    return replace(force, kinds=kinds)


def changed(stats: Any, stat: str, value: str, whose: str) -> Any:
    """A statline with one number changed: a whole number, and one above 0 stays so. Raises GrognardError otherwise."""
    now = msgspec.structs.asdict(stats)
    numbers = {key: old for key, old in now.items() if isinstance(old, (int, float)) and not isinstance(old, bool)}
    key = next((key for key in numbers if plain(key) == plain(stat)), "")
    if not key:
        raise GrognardError(f"{whose} has no number {stat!r}", hint=f"its numbers: {', '.join(numbers) or 'none'}")
    try:
        number = int(value.strip().rstrip('+"'))
    except ValueError:
        raise GrognardError(f"{stat} cannot be {value!r}", where=whose, hint="write a whole number") from None
    least = 1 if numbers[key] > 0 else LOWEST
    if not least <= number <= HIGHEST:
        raise GrognardError(f"{stat} cannot be {value!r}", where=whose, hint=f"from {least} to {HIGHEST}")
    return replace(stats, **{key: number})
