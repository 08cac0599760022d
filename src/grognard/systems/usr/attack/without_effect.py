"""Parts of a question about odds that have no effect here, and in which other ways the weapons could be used."""

from __future__ import annotations

from typing import Any

from ....common.odds import Question
from ....common.profiles import Model
from ....common.rules import standing
from ..circumstances import Situation, now
from ..combat.rampage import rages
from ..model_types import is_character, type_of
from ..nerve.checks import reaction
from ..rules.powers import BEAM
from ..slots import Landing
from ..squads import squad_of
from . import stomp, weapons
from .declaration import Armed
from .matchup import match


def other_ways(menu: tuple[Armed, ...], q: Question) -> tuple[str, ...]:
    """Ways to fire a weapon that are not what was asked about: a sentence for each weapon that has some."""
    if q.policy == "best":
        return ()
    found: dict[str, list[str]] = {}
    for armed in menu:
        fired = {use.weapon for use in armed.choices[0]}
        for use in (use for choice in armed.choices[1:] for use in choice):
            named = next((w.name for w in fired if w.stats.mode_of and w.stats.mode_of == use.weapon.stats.mode_of), "")
            if named and use.weapon not in fired and use.weapon.name not in found.setdefault(named, []):
                found[named].append(use.weapon.name)
    return tuple(
        f"{name} is what is fired; in its place could be {' or '.join(ways)}: ask with --weapon, or for the best with --policy best"
        for name, ways in found.items()
        if ways
    )


def why_idle(q: Question, part: str, firers: tuple[Model, ...], models: tuple[Model, ...]) -> str:
    """Why a part of the situation has no effect, in a sentence; "" where no reason is known."""
    hull = all(m.stats.armoured for m in models)
    if part == "facing":
        struck = _struck_in_any_case(q, firers, models)
        why = "the target is no vehicle"
        if hull:
            why = "blows strike the rear, of a walker the front" if q.melee else ""
            why = why or (f"what falls from above strikes the {struck}" if struck else "")
        return f"facing has no effect: {why}" if why else ""
    if q.melee and part in ("cover", "range", "moved"):
        words = {"cover": "cover does not count", "moved": "having moved has no effect"}
        return f"{words.get(part, 'range has no effect')} in close combat"
    if part == "charging" and not q.melee:
        return "charging has no effect on shooting"
    why = _why_idle(part, q, firers, models, hull) if part in q.sets else ""
    return f"{part} has no effect: {why}" if why else ""


def _why_idle(key: str, q: Question, firers: tuple[Model, ...], models: tuple[Model, ...], hull: bool) -> str:
    melee_only = (
        "afraid",
        "target-afraid",
        "charged",
        "disordered",
        "first-round",
        "challenge",
        "force",
        "outnumbered",
    )
    shooting_only = (
        "under",
        "middle",
        "outer",
        "unseen",
        "snap",
        "jinking",
        "gone-to-ground",
        "supercharge",
        "dice",
        "deny",
        "speed",
        "ram",
        "zooming",
        "night",
        "terrain",
        "vector-strike",
    )
    if key in melee_only and not q.melee and key != "force":
        return "it matters in close combat only"
    stomped = key == "under" and stomp.treads(firers)
    if key in shooting_only and q.melee and key != "zooming" and not stomped:
        return "it matters in shooting only"
    may = reaction(models)
    words = {word for m in models for word in type_of(m).words}
    if key == "zooming" and "Flyer" not in words and "Flying Monstrous Creature" not in words:
        return "the target does not fly"
    if key == "jinking" and not may.jinks:
        return "no model of the target can Jink"
    if key == "gone-to-ground" and may.stands:
        return f"{may.stands[0].rule}: {may.stands[0].says}"
    if key in ("immobilised", "hp") and not hull:
        return "the target is no vehicle"
    if key == "ram" and not (hull and firers[0].stats.armoured):
        return "a vehicle rams vehicles and buildings"
    if key == "speed" and q.set("speed") != "advanced" and not any(type_of(m).armoured for m in firers):
        return "the attacker is no vehicle"
    if key == "supercharge" and not any(_modes(m) for m in firers):
        return "no weapon of the attacker can be supercharged"
    if key in ("dice", "deny") and not any(w.name in q.weapons for m in firers for w in weapons.witchfires(m)):
        return "no psychic power is asked for by --weapon"
    if key == "deny" and "dice" not in q.sets:
        return "without --set dice=N the power is taken as manifested"
    if key == "disordered" and not q.charging:
        return "the attacker does not charge"
    rays = (w for m in firers for w in weapons.witchfires(m) if w.name in q.weapons)
    if key == "under" and any(w.stats.witchfire == BEAM for w in rays):
        return ""
    if key == "under" and not any(_landings(m, q, models) for m in firers):
        return "no weapon places a marker or template"
    if key in ("middle", "outer") and not any(x.zones for m in firers for x in _landings(m, q, models)):
        return "no weapon places a marker with zones"
    if key == "outnumbered" and not rages(firers):
        return "no rule here asks for it"
    if key == "challenge" and not any(is_character(m) for m in models):
        return "nobody of the target is a character"
    of_rules = key in ("foe", "force", "terrain", "charged", "first-round")
    late = key == "charged" and not q.set("first-round", True)
    if of_rules and (late or not any(key in r.circumstances for m in (*firers, *models) for r in _all(m))):
        return "no rule here asks for it"
    return ""


def _struck_in_any_case(q: Question, firers: tuple[Model, ...], models: tuple[Model, ...]) -> str:
    """The side of a vehicle that every weapon of the attack strikes whatever is said; "" when they differ or none is fixed."""
    if q.melee:
        return ""
    fired = [m for m in dict.fromkeys(firers) if weapons.guns(m)]
    found = {x.facing for m in fired for x in _landings(m, q, models)}
    rolled = any(len(_landings(m, q, models)) < len(weapons.guns(m)) for m in fired)
    return found.pop() if len(found) == 1 and not rolled else ""


def _landings(model: Model, q: Question, models: tuple[Model, ...]) -> tuple[Landing, ...]:
    """How the guns of the model land that hit without a roll."""
    mates, at, how = squad_of((model,)), squad_of(models), now(Situation(supercharge=q.set("supercharge", "")))
    found = (match(model, mates, weapon, at, how).landing for weapon in weapons.guns(model))
    return tuple(landing for landing in found if not landing.rolls)


def _modes(model: Model) -> bool:
    mates = squad_of((model,))
    return any(weapons.firing(model, mates, weapon, "", False).modes for weapon in weapons.guns(model))


def _all(model: Model) -> tuple[Any, ...]:
    return (*standing(model), *(r for w in model.weapons for r in standing(w)))
