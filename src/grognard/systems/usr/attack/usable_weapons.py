"""Who may use what in a question about odds: the weapons of each model, and why the others are silent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....common.odds import Question
from ....common.profiles import Kind, Model, Weapon
from ....common.schema import NONE, Count
from ..circumstances import Situation, now
from ..combat.rampage import more_attacks
from ..model_types import type_of
from ..nerve.checks import reaction
from ..nerve.dread import COWED, dread_of
from ..psychic import castings
from ..rules.unit_types import fitted
from ..rulings import changed
from ..shooting import artillery
from ..squads import Squad, squad_of
from . import weapons
from .declaration import Armed, Use
from .matchup import Attack
from .vector_strike import strikes_of
from .weapons import blades_at, ram_of


def _moved(q: Question, model: Model) -> str:
    if q.set("speed") == "advanced":
        return "advanced"
    if q.set("speed") == "cruising" and type_of(model).armoured:
        return "cruising"
    return "moved" if q.moved or q.set("speed") == "combat" else ""


def shots_of(
    q: Question,
    models: tuple[Model, ...],
    mates: Squad,
    at: Squad,
    how: Situation,
    reasons: dict[str, str] | None = None,
) -> tuple[tuple[Armed, ...], str]:
    """What each group of equal models may fire, and why something may not be; ``reasons`` keeps why, weapon by weapon."""
    if q.set("vector-strike"):
        return strikes_of(models, mates, how)
    if q.set("ram") and models[0].stats.armoured and at.armoured:
        return (_ram(models[0], mates, how),), ""
    silent = _silent(q, models, mates, at, how)
    groups = _alike(q, models, [i for i in range(len(models)) if i not in silent])
    menu, thrown = [], False
    powers, refused = castings.sung(q, models)
    for model, weapon in powers:
        uses, why = _uses(q, model, mates, at, how, weapon)
        refused = refused or why
        menu += [Armed(model, mates, 1, ((use,),), wounds=model.stats.HP or model.stats.W) for use in uses]
    for (model, left), n in groups.items():
        uses, why = _uses(q, model, mates, at, how, reasons=reasons)
        refused = refused or ("" if uses else why)
        wanted = [u for u in uses if weapons.is_grenade(u.weapon)]
        plain = [u for u in uses if u not in wanted]
        if wanted and (not plain or q.weapons) and not thrown:  # one model of the unit throws a grenade
            menu.append(Armed(model, mates, 1, ((wanted[0],),)))
            thrown, n = True, n - 1
        if plain and n:
            menu.append(Armed(model, mates, n, _choices(model, plain), wounds=left))
    return tuple(menu), refused


def _silent(q: Question, models: tuple[Model, ...], mates: Squad, at: Squad, how: Situation) -> frozenset[int]:
    """The places of the models that fire nothing for they serve a gun, and of guns that nobody serves."""
    if not artillery.has_guns(models):
        return frozenset()
    fires = {model: bool(_uses(q, model, mates, at, how)[0]) for model in dict.fromkeys(models)}
    return artillery.idle(models, [i for i, model in enumerate(models) if fires[model]])


def _ram(model: Model, mates: Squad, how: Situation) -> Armed:
    """The one hit of a vehicle that rams."""
    return Armed(model, mates, 1, ((Use(ram_of(model, "front"), Count(1), how, hits=1),),), wounds=model.stats.HP)


def _uses(
    q: Question,
    model: Model,
    mates: Squad,
    at: Squad,
    how: Situation,
    power: Weapon | None = None,
    reasons: dict[str, str] | None = None,
) -> tuple[list[Use], str]:
    """The weapons that a model may fire now, in file order, and the first reason against another; or its power alone."""
    uses: list[Use] = []
    refused = ""
    moved, guns = (_moved(q, model), weapons.guns(model)) if power is None else ("", (power,))
    ordnance = type_of(model).armoured and any(
        w.stats.type.kind == "Ordnance" and _wanted(q, w) and (q.range is None or q.range <= (w.stats.range or 0))
        for w in guns
    )
    full = weapons.Allowance(weapons.full_skill_guns(model, moved, how.snap, ordnance))
    for weapon in guns:
        if not _wanted(q, weapon):
            continue
        heavy_gun = ordnance and not how.snap and weapon.stats.type.kind == "Ordnance"
        snap = not heavy_gun and full.at(weapon) <= 0 if type_of(model).armoured else how.snap
        fires = weapons.firing(model, mates, weapon, moved, snap, how.zooming)
        if not fires.why_not and not weapons.shoots(model, weapon):
            why = f"{model.name} has Ballistic Skill 0 and cannot shoot"
        elif q.range is not None and q.range > fires.reach:
            why = f"{weapon.name} reaches {fires.reach:g} inches, the target is {q.range:g} away"
        elif how.indirect and not fires.lobbed:
            why = f"{weapon.name} cannot be fired at what nobody sees"
        elif q.range is not None and q.range < weapon.stats.least and (how.indirect or not fires.lobbed):
            why = f"{weapon.name} cannot fire nearer than {weapon.stats.least} inches"
        else:
            why = fires.why_not
        if why:
            refused = refused or why
            if reasons is not None:
                reasons.setdefault(weapon.name, why.removeprefix(f"{weapon.name} "))
            continue
        if not heavy_gun:
            full.spend(weapon)
        half = q.range is not None and q.range * 2 <= (weapon.stats.range or 0)
        slow = weapons.SECOND if ordnance else weapons.HURRIED
        shot = how.but(snap=fires.snap, snapped=fires.snapped or (slow if snap and not how.snap else ""), half=half)
        if "supercharge" in q.sets and not fires.modes:
            shot = shot.but(supercharge="")
        shot, under = castings.shaped(weapon, shot, max(1, min(q.set("under", 1), len(q.target.models))))
        beyond = (q.set("middle", 0), q.set("outer", 0)) if {"middle", "outer"} & q.sets.keys() else ()
        modes = weapons.primes(fires, shot)
        uses.append(
            Use(weapon, fires.near if half else fires.shots, shot, modes, under, beyond=beyond, placed=_laid(q))
        )
    return uses, refused


def _laid(q: Question) -> Any:
    """Where markers are laid and scatter, in place of a count of models under each; None where that is not asked."""
    if q.scatter is None:
        return None
    from ..shooting.laid_in_odds import LaidMarkers

    return LaidMarkers(q.scatter)


def _wanted(q: Question, weapon: Any) -> bool:
    return not q.weapons or weapon.name in q.weapons


def _choices(model: Model, uses: list[Use]) -> tuple[tuple[Use, ...], ...]:
    return weapons.together(tuple(uses), lambda use: use.weapon, weapons.gun_count(model))


def _blows(
    q: Question, models: tuple[Model, ...], target: tuple[Model, ...], how: Situation
) -> tuple[tuple[tuple[Armed, ...], ...], str]:
    """What may be struck with; for models that rampage, outnumbered, as each roll of theirs would have it."""
    mates, at = squad_of(models, q.attacker.name), squad_of(target, q.target.name)
    outnumbered = q.set("outnumbered", len(target) > len(models))
    more = more_attacks(models) if outnumbered else NONE
    rolls = range(more.least, more.most + 1)
    found = [blows_of(q, models, mates, at, how.but(frenzy=n)) for n in rolls]
    return tuple(menu for menu, _ in found), found[0][1]


def blows_of(
    q: Question, models: tuple[Model, ...], mates: Squad, at: Squad, how: Situation
) -> tuple[tuple[Armed, ...], str]:
    """What each group of equal models may strike with, and why something may not be."""
    menu, refused = [], ""
    for (model, left), n in _alike(q, models, range(len(models))).items():
        choices: list[tuple[Use, ...]] = []
        onset = _onset(model, mates, how)
        for weapon in blades_at(model, at, how):
            if q.weapons and weapon.name not in q.weapons:
                continue
            attack = Attack(model, mates, weapon, at, how)
            step = max(1, weapons.strikes_at(attack))
            choices += [(*onset, Use(weapon, Count(n), way, step=step)) for n, way in weapons.strokes(attack)]
        if onset and not choices and not q.weapons:
            choices = [onset]  # it strikes no blow, but its charge hits
        if choices:
            menu.append(Armed(model, mates, n, tuple(choices), wounds=left))
        else:
            refused = refused or f"{model.name} strikes no blow"
    return tuple(menu), refused


def _onset(model: Model, mates: Squad, how: Situation) -> tuple[Use, ...]:
    """What a charging model does before any blow is struck."""
    ridden = weapons.wrath(model, mates, how) if how.charging else ()
    return tuple(Use(weapons.WRATH, r.hits, r.how, step=11, by=(r.by, r.mates)) for r in ridden)


def _alike(q: Question, models: tuple[Model, ...], places: Iterable[int]) -> dict[tuple[Model, int], int]:
    """How many of the attacker's models are alike, by profile and what they have left."""
    left = q.hurt(tuple(m.stats.HP or m.stats.W for m in models), target=False)
    found: dict[tuple[Model, int], int] = {}
    for i in places:
        found[models[i], left[i]] = found.get((models[i], left[i]), 0) + 1
    return found


def situation(q: Question) -> Situation:
    """The circumstances that the options of the question say."""
    said = q.set
    return now(
        Situation(
            melee=q.melee,
            snap=bool(said("snap")) and not q.melee,
            charging=q.charging and q.melee,
            disordered=bool(said("disordered")) and q.charging and q.melee,
            charged=bool(said("charged")) and q.melee and not q.charging,
            first_round=bool(said("first-round", True)),
            afraid=_cowed(q.target) if said("afraid") else 0,
            force=bool(said("force")),
            foe=bool(said("foe")),
            supercharge="" if q.melee else said("supercharge", ""),
            facing=q.facing or "front",
            grounded=bool(said("gone-to-ground")) and not q.melee and not reaction(fitted(q.target).models).stands,
            jinking=bool(said("jinking")) and not q.melee,
            zooming=bool(said("zooming")) and flies(q.target),
            immobilised=bool(said("immobilised")),
            indirect=bool(said("unseen")) and not q.melee,
            target_afraid=_cowed(q.attacker) if said("target-afraid") else 0,
            terrain=str(said("terrain", "")),
            night=bool(said("night")),
            challenge=bool(said("challenge")) and q.melee,
            rulings=changed(q.rulings),
        )
    )


def _cowed(kind: Kind) -> int:
    """The Weapon Skill of whoever is afraid of a unit."""
    dread = dread_of(fitted(kind).models)
    return dread.skill if dread.because else COWED


def flies(kind: Kind) -> bool:
    """Whether a unit can zoom or swoop overhead."""
    return kind.type in ("Flyer", "Flying Monstrous Creature") or "Flying" in kind.tags
