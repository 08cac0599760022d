"""What a unit would see of another and do to it by fire, as both stand: the menu and the attack of the battle."""

from __future__ import annotations

from functools import partial
from typing import Any

from ....common.sighting import Prospect, in_words
from ....kernel.asks import Procedure, Stage
from ....table.state import Table
from ..attack.attack import Volley, volley
from ..attack.declaration import plainly
from ..attack.defender import Hulls, Ranks, Scene
from ..condition import armoured, circumstances, snaps
from ..defenders import field, hull_of
from ..line_of_sight import kind_of_ground, sight, view
from .firing_choices import menu
from .markers import laid
from .precision_shots import settled


def prospect(t: Table, u: int, v: int) -> Prospect:
    """Fire of one unit at another, with what each model fires as a rule; nobody jinks or goes to ground."""
    unit, target = t[u], t[v]
    found = sight(t, unit, target)
    lines = in_words(t, unit, target, found.seen, found)
    if target.foes or unit.foes:
        return Prospect(found.views, lines, why="who is locked in close combat neither shoots nor is shot at")
    how = circumstances(t, unit, target, snap=snaps(unit), terrain=kind_of_ground(t, target))
    armed, _ = menu(t, unit, target, how, found, False, None, None)
    if not armed:
        return Prospect(found.views, lines, why="nothing that it has bears on this target")
    aim = view(t, u, v)
    fired = plainly(armed)
    lines += [f"{sum(p.firers for p in f.parts)} x {f.name}" for f in fired]
    covers = sorted({save for save in aim.covers if save is not None})
    if covers:
        lines.append(f"cover saves of {', '.join(f'{save}+' for save in covers)}")
    if any(laid(t, v, f) for f in fired):
        return Prospect(found.views, lines, why="what a marker or template does depends on where it comes to lie")
    order = aim.order
    around = field(t, u, v, aim)
    ready = tuple(settled(f, target.form, order) for f in fired)
    if armoured(target):
        hulls = tuple(hull_of(t, v, i) for i in order)
        whole = sum(hull.points for hull in hulls)
        begin: Any = Hulls(tuple(range(len(order))), hulls)
        read = partial(_of_hulls, len(order), whole)
    else:
        left = tuple(target.wounds[i] for i in order)
        begin = Ranks(tuple(range(len(order))), left)
        read = partial(_of_ranks, len(order), sum(left))
    return Prospect(found.views, lines, _fired, (begin, ready, around), read)


def _fired(state: Ranks | Hulls, fired: tuple[Volley, ...], around: Scene) -> Procedure:
    """The state of a target after all weapons of a unit, one after the other."""
    for one in fired:
        state = yield Stage(volley, (state, one, around))
    return state


def _of_ranks(models: int, wounds: int, after: Ranks) -> tuple[int, int]:
    return models - len(after.standing), wounds - sum(after.left)


def _of_hulls(models: int, points: int, after: Hulls) -> tuple[int, int]:
    return models - len(after.standing), points - sum(max(0, hull.points) for hull in after.hulls)
