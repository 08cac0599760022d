"""Where wounds fall: pools of wounds one after the other, on the nearest model, on whom the attacker picks, or at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.saying import InAttack, models
from ....kernel.asks import Choose, Each, Emit, Fold, Procedure, Roll, Stage
from ....kernel.faces import die
from ....kernel.memo import memo
from ....kernel.purpose import Purpose
from ..circumstances import Situation
from ..slots import NO_AP, NO_SAVES
from .defender import GROUNDED, Ranks, Scene, alike, escort, first_in_line, marked
from .matchup import Exposed, Match, defence, match, save_lying
from .rolls import allocated, falls_on


class WoundPool(Struct, frozen=True):
    """Wounds of one attack at one AP that are resolved together. ``precise``: the attacker picks who suffers each."""

    ap: int
    precise: bool
    m: Match
    n: int


class Allocation(Struct, frozen=True):
    """Where the next wound of a pool falls: the arguments of ``allocated``, None when nobody is left on whom it may."""

    m: Match
    ap: int
    scene: Scene

    def __call__(self, state: Ranks) -> tuple[Any, ...] | None:
        at = first_in_line(self.scene, state)
        if at is None:
            return None
        place = escort(self.scene, state, at) if not self.m.attack.how.challenge else None
        beside = None if place is None else self.scene.models[state.standing[place]]
        return self.m, self.ap, self.scene.models[state.standing[at]], beside, place or 0, at


# --- pools ------------------------------------------------------------------------------------------------------------


def wounds(state: Ranks, pools: list[WoundPool], scene: Scene) -> Procedure:
    """The state after the pools; before any save the unit may go to ground."""
    if would_ground(state, [pool.m for pool in pools], scene):
        answer = yield Choose(
            scene.sides[1], "go to ground?", ("no", "yes"), default="no", about=("go to ground", scene.name)
        )
        if answer == "yes":
            from ..events import GoesToGround  # late: whoever asks for odds only needs no table

            yield Emit(GoesToGround(scene.sides[1], scene.name))
            state = marked(state, (GROUNDED,))
    if GROUNDED in state.marks:
        pools = [replace(p, m=_again(p.m, p.m.attack.how.but(grounded=True))) for p in pools]
    return (yield Stage(resolved, (state, _sorted(pools), scene, False), last=True))


def _sorted(pools: list[WoundPool]) -> tuple[WoundPool, ...]:
    """The better AP first, within it those that the attacker allocates; wounds that are alike in all are one pool."""
    found: dict[tuple[Any, ...], WoundPool] = {}
    for pool in sorted(pools, key=lambda p: (p.ap, not p.precise)):
        a = pool.m.attack
        alike_in = (pool.ap, pool.precise, a.weapon, a.by.rules, a.mates, a.how, pool.m.strength)
        known = found.get(alike_in)
        found[alike_in] = pool if known is None else replace(known, n=known.n + pool.n)
    return tuple(found.values())


def resolved(state: Ranks, pools: tuple[WoundPool, ...], scene: Scene, begun: bool) -> Procedure:
    """The state after pools of wounds in the order that the attacker likes, which is that of the pools if he does not care.

    ``begun``: the first of them is being resolved.
    """
    if not pools or first_in_line(scene, state) is None:
        return state
    if len(pools) > 1 and not begun and _order_matters(state, scene):
        words = tuple(f"{k + 1}: {_called(pool)}" for k, pool in enumerate(pools))
        first = yield Choose(scene.sides[0], "which wounds first?", words, words[0], ("pools", scene), InAttack())
        at = words.index(first)
        pools = (pools[at], *pools[:at], *pools[at + 1 :])
        return (yield Stage(resolved, (state, pools, scene, True), last=True))
    pool, *rest = pools
    m, ap = pool.m, pool.ap
    if not (pool.precise or m.attack.how.random):
        state = yield Fold(allocated, state, pool.n, Allocation(m, ap, scene), falls_on(m))
        return (yield Stage(resolved, (state, tuple(rest), scene, False), last=True))
    state = yield from (_at_random if m.attack.how.random else _precise)(state, m, ap, scene)
    left = (replace(pool, n=pool.n - 1), *rest) if pool.n > 1 else tuple(rest)
    return (yield Stage(resolved, (state, left, scene, pool.n > 1), last=True))


def _called(pool: WoundPool) -> str:
    at = "no saves" if pool.ap == NO_SAVES else "AP-" if pool.ap == NO_AP else f"AP{pool.ap}"
    precise = ", precise" if pool.precise else ""
    return f"{pool.n} of the {pool.m.attack.weapon.name} ({at}{precise})"


def _order_matters(state: Ranks, scene: Scene) -> bool:
    """Whether it can matter which wounds fall first: not among equal models that each die of the first unsaved one."""
    return alike(scene, state) is None or max(state.left) > 1


def _precise(state: Ranks, m: Match, ap: int, scene: Scene) -> Procedure:
    """The state after a wound for which the attacker chooses the model."""
    if first_in_line(scene, state) is None:
        return state
    different: dict[tuple[Exposed, int], int] = {}
    aims = m.attack.how.aims
    for place, (i, left) in enumerate(zip(state.standing, state.left, strict=True)):
        if (not scene.engaged or i in scene.engaged) and (not scene.seen or i < scene.seen) and (not aims or i in aims):
            different.setdefault((scene.models[i], left), place)
    places = tuple(different.values())[: 1 if scene.duel else None] or (0,)
    at = places[0]
    if len(places) > 1:
        says = models([scene.models[i].model for i in state.standing], state.left, side=scene.sides[1])
        at = yield Choose(scene.sides[0], "the precise wound falls on whom?", places, at, ("precise", scene), says)
    outcome = yield from _on_one(state, at, m, ap, scene)
    return falls_on(m)(state, outcome)


def _at_random(state: Ranks, m: Match, ap: int, scene: Scene) -> Procedure:
    """The state after a wound that falls on any model, each as likely as the others."""
    if first_in_line(scene, state) is None:
        return state
    n = sum(i < (scene.seen or len(scene.models)) for i in state.standing)
    at = (yield Roll(die(n, _which([scene.models[i].model.name for i in state.standing[:n]])))) - 1 if n > 1 else 0
    outcome = yield from _on_one(state, at, m, ap, scene)
    return falls_on(m)(state, outcome)


def _which(names: Sequence[str]) -> Purpose:
    """What the die is for that picks one of these models, each as likely as the others."""
    called = tuple(enumerate(names, 1)) if len(set(names)) > 1 else ()
    return Purpose("which model", words="which model (any, each as likely as the others)", called=called)


def _on_one(state: Ranks, at: int, m: Match, ap: int, scene: Scene) -> Procedure:
    place = escort(scene, state, at) if not m.attack.how.challenge else None
    beside = None if place is None else scene.models[state.standing[place]]
    return (yield Each(allocated, (m, ap, scene.models[state.standing[at]], beside, place or 0, at), 1))


def _again(m: Match, how: Situation) -> Match:
    a = m.attack
    return match(a.by, a.mates, a.weapon, a.at, how)


def same_fate(state: Ranks, m: Match, scene: Scene) -> Exposed | None:
    """The one model that all left are, when the order in which wounds fall cannot matter and nothing is asked between."""
    exposed = alike(scene, state)
    if exposed is None or escort(scene, state) is not None:
        return None
    if m.fall_marks or m.attack.how.random:  # it matters which of them a wound falls on
        return None
    return exposed if _one_fate(m, exposed) and not would_ground(state, (m,), scene) else None


@memo(16384)
def _one_fate(m: Match, exposed: Exposed) -> bool:
    """Whether an unsaved wound of an attack costs a model the same whatever its AP."""
    fates = {(d.costs, d.rolled, d.separate) for d in (defence(m, exposed, ap) for ap in m.aps)}
    return len(fates) == 1


def would_ground(state: Ranks, matches: Sequence[Match], scene: Scene) -> bool:
    """Whether going to ground would better the save of some model."""
    if not scene.can_ground or GROUNDED in state.marks:
        return False
    models = scene.models
    for m in matches:
        last = None  # equal models stand side by side
        for i in state.standing:
            one = models[i]
            if one is not last and _safer_down(m, one):
                return True
            last = one
    return False


@memo(16384)
def _safer_down(m: Match, exposed: Exposed) -> bool:
    """Whether a model's save against some wound of an attack is better when it lies on the ground."""
    if m.attack.how.grounded or m.attack.melee:
        return False
    for ap in m.aps:
        up, low = defence(m, exposed, ap).save, save_lying(m, exposed, ap)
        if low is not None and (up is None or low.chance > up.chance):
            return True
    return False
