"""The Psychic phase: warp charges, powers manifested one by one, Denying the Witch, Perils of the Warp."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from ....common import saying
from ....common.options import FilteredOptions
from ....kernel.asks import Choose, Emit, Procedure, Roll, dice_of
from ....kernel.faces import die
from ....kernel.purpose import Purpose
from ....table.events import Noted, Remarked, side_name
from ....table.state import Table
from ..events import Denies, Manifests, WarpRises
from ..lasting_effects import afflict, pass_marks
from ..model_marks import PSYCHIC
from ..rules.powers import CONJURATION, Hex, Power, Spell
from ..vehicles.embarked import leaning_out
from . import beams, conjuration, focussed_witchfire
from .known_powers import PowerUse, _in_play, _knows, _minds, has_target, known, ways_of
from .perils import perils
from .psykers import (
    Casting,
    denied,
    denying,
    harnessed,
    mastery,
    mind_of,
    powerful,
    psykers,
)
from .witchfires import _aimed, _loose

END = "no more powers"


# --- the beginning ----------------------------------------------------------------------------------------------------


WARP = Purpose("warp charge", words="warp charge, to which each side adds its Mastery Levels")


def warp_rises(t: Table, player: int) -> Procedure:
    """What lasted to this phase ends; when the player has a psyker with a power, one D6 and the Mastery Levels make the pools."""
    if t.recall(("marks", PSYCHIC)):
        yield from pass_marks(t, PSYCHIC, t.units, player)
    able = [u for u in _minds(t, player) if powerful(u.members)] if t.anyone(player, _knows) else []
    if not able:
        return
    face = yield Roll(die(6, WARP))
    levels = [sum(mastery(u.members) for u in t.units if u.side == side and _in_play(t, u)) for side in (0, 1)]
    by = tuple(dict.fromkeys(rule for u in able for i in psykers(u.members) for rule in mind_of(u.members[i]).by))
    yield Emit(WarpRises((face + levels[0], face + levels[1]), by=by))


def warp_falls(t: Table) -> Procedure:
    """The phase is over: warp charges that are left are lost."""
    if t.recall("warp") is not None:
        yield Emit(Noted("warp", None))


# --- what may be manifested -------------------------------------------------------------------------------------------


# --- manifesting ------------------------------------------------------------------------------------------------------


WARP_DICE = saying.count("warp charge die", "warp charge dice", "none")


def _power(t: Table, picked: Any) -> str:
    """A power and who manifests it, in words."""
    return f"{picked[1]} of {t.name(picked[0])}" if isinstance(picked, tuple) else ""


def manifest_one(t: Table, player: int) -> Procedure:
    """One power is tried. False when the player has none left, or ends the phase."""
    minds = known(t, player)
    if not minds:
        return False

    def on_somebody(key: tuple[int, str]) -> bool:
        return any(has_target(t, *one) for one in minds[key])

    offered = FilteredOptions(tuple(minds), on_somebody, (END,))
    if not offered.any():
        return False
    picked = yield Choose(player, "manifest which power?", offered, END, ("manifest",), partial(_power, t))
    if picked == END:
        return False
    u, name = picked
    each = {way.place: way for way in ways_of(t, minds[picked])}
    places = tuple(each)
    if len(places) > 1:
        words = f"which model of {t.name(u)} manifests {name}?"
        says = saying.models(t[u].members, t[u].wounds, unit=u)
        place = yield Choose(player, words, places, places[0], ("who manifests", u, name), says)
    else:
        place = places[0]
    way = each[place]
    words = f"on whom does {t.name(u)} manifest {name}?"
    v = yield Choose(player, words, way.targets, default=way.targets[0], about=("on whom", way))
    pool = t.recall("warp")[player]
    words = f"with how many warp charge dice does {t.name(u)} manifest {name}?"
    numbers = tuple(range(way.power.charge, pool + 1))
    usual = min(pool, 2 * way.power.charge)
    dice = yield Choose(player, words, numbers, usual, ("warp dice", way, v), WARP_DICE)
    yield from leaning_out(t, u, manifest(t, way, v, dice))
    return True


def manifest(t: Table, way: PowerUse, v: int, dice: int) -> Procedure:
    """A psyker tries a power with so many dice: Perils of the Warp, Denying the Witch, and what the power does."""
    u, power, model = way.unit, way.power, t[way.unit].members[way.place]
    side, mind = t[u].side, mind_of(model)
    ray = (yield from beams.aimed(t, u, way.place, power)) if beams.bursts(power) else None
    attack = _aimed(t, way, v) if power.weapon is not None and ray is None else None
    stand = t[u].form.only((way.place,)) if power.brings else t[u].form
    charges, alike = yield from dice_of(u, harnessed(dice, mind.dreads(power)))
    worked = charges >= power.charge
    yield Emit(Manifests(u, power.name, v, dice, charges, worked, by=mind.behind(power)))
    if alike >= 2:
        yield from perils(t, u, way.place)
    there = ray is not None or power.brings or t[v].here or t[v].place == "aboard"
    if not (worked and there) or (yield from deny(t, way, v, mind.level, charges, side)):
        return
    if ray is not None:
        yield from beams.loosed(t, u, model, power, ray)
        return
    if power.sort == CONJURATION:
        yield from conjuration.conjure(t, u, stand, power, mind.behind(power))
        return
    if attack is not None:
        if focussed_witchfire.is_focussed(power):
            one = yield from focussed_witchfire.focus(
                t, u, v, attack.stand.only(attack.groups[0]), attack.aim, power, charges
            )
            attack = replace(attack, aim=one)
        form = t[v].form
        yield from _loose(t, u, v, attack)
        if power.after:
            j = attack.aim.order[0]
            yield from focussed_witchfire.follows(t, u, v, power, form.positions[j], form.bases[j])
        return
    places = (
        tuple(range(t[v].size)) if not power.alone else tuple(i for i, m in enumerate(t[v].members) if m is model)[:1]
    )
    if places:
        yield from afflict(
            t, v, places, spell_of(power, side), f"under {power.name}{power.effects}", mind.behind(power)
        )


def spell_of(power: Power, side: int) -> Spell:
    """The mark that a blessing or malediction of a side leaves on models."""
    return (Hex if power.hinders else Spell)(1, power.name, side)


def deny(t: Table, way: PowerUse, v: int, level: int, charges: int, side: int) -> Procedure:
    """Whether the other player nullifies every charge that was harnessed, before the power takes effect."""
    pools = t.recall("warp")
    left = pools[1 - side]
    if not left:
        return False
    hostile = t[v].side != side
    test = denying(t[v].members if hostile else (), Casting(hostile, level))
    power = way.power
    whose = f"{power.name} of {t.name(way.unit)}{f' on {t.name(v)}' if hostile else ''}"
    words = f"with how many warp charge dice is {whose} denied?"
    about = ("deny", way, v, charges, test)
    dice = yield Choose(1 - side, words, tuple(range(left + 1)), min(left, 3 * charges), about, WARP_DICE)
    if not dice:
        return False
    if not hostile:
        yield Emit(Remarked(f"{side_name(t, 1 - side)} tries to deny {power.name}"))
    done = yield from dice_of(v if hostile else -1, denied(test, charges, dice))
    yield Emit(Denies(1 - side, power.name, dice, done, charges, by=test.ids))
    return done


# --- witchfires -------------------------------------------------------------------------------------------------------


# --- Perils of the Warp -----------------------------------------------------------------------------------------------


__all__ = ["END", "manifest", "manifest_one", "perils", "warp_falls", "warp_rises"]
