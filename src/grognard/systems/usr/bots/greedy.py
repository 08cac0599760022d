"""What an option is worth to a player who takes the best at once, in points of the forces' cost, and why.

``bound`` is never less than ``worth`` and looks at nobody: the shot in the open, everybody seeing; the charge with nobody in
the way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Any

from grognard.table.geometry import box_gap, box_gaps

from ....bots.places import serves_objectives, to_nearest
from ....common.options import FilteredOptions
from ....common.profiles import Model
from ....common.rules import kept
from ....kernel.asks import Choose
from ....table.geometry import Box, Form
from ....table.paths import spans
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.declaration import Armed
from ..condition import IMMOBILISED, JINKING, bears_mark, moved, snaps, squad
from ..line_of_sight import ground_covers, sight
from ..model_types import type_of
from ..movement.movement import inches_of, rough
from ..shooting.guns import lobs
from ..shooting.shooting import HOLD
from ..slots import NEVER
from ..table_memo import where_they_stand
from . import expected_damage, openings, psychic
from .combat import COMBAT, charge_bound
from .flights import SORTIES, jets_kept
from .places import nowhere_better, place, reach_of
from .template_aims import too_near, under_marker, widest
from .value import (  # fmt: skip
    OBJECTIVE,
    Fire,
    Stance,
    Verdict,
    apart,
    clash,
    fire_on,
    harm,
    presses,
    shot,
    shots,
    stance,
    strikes_hard,
    typical,
)

CHARGE_MEAN = 7.0
MORE = 0.01  # points: what is worth so much more than another is worth more, however sums are rounded


def worth(t: Table, ask: Choose, option: Any) -> Verdict:
    """What an option is worth to the player who is asked, with the reason."""
    about = ask.about
    if isinstance(about, int):
        return place(t, about, option) if isinstance(option, Form) else openings.edge(t, about, option)
    if isinstance(about, Armed):
        return _weapon(t, about, option)
    asked = _asked().get(about[0]) if isinstance(about, tuple) and about else None
    if asked is not None:
        return asked(t, ask, option)
    return (1.0 if option == ask.default else 0.0), "as a matter of course"


def bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than what the option is worth, and cheaper to find where looking is dear."""
    about = ask.about
    if isinstance(about, tuple) and about:
        if about[0] == "shoot" and option != HOLD:
            return _in_the_open(t, about[1], _targets(ask))[option]
        if about[0] in ("charge", "as well"):
            return charge_bound(t, ask, option)
        if about[0] in ("manifest", "on whom"):
            return psychic.bound(t, ask, option)
        if about[0] == "how" and isinstance(option, tuple):  # else the way there is looked for first
            from .transports import way_bound

            return way_bound(t, ask, option)
    return float("inf")


# --- shooting ---------------------------------------------------------------------------------------------------------


def _targets(ask: Choose) -> tuple[int, ...]:
    """All that could be shot at, as far as the question names them."""
    options = ask.options
    return options.named if isinstance(options, FilteredOptions) else tuple(v for v in options if v != HOLD)


def _in_the_open(t: Table, u: int, targets: Sequence[int]) -> dict[int, float]:
    """For each of some targets the points that a unit's fire may cost it when all see it in the open."""
    found = where_they_stand(t)
    key = ("in the open", u, targets)
    if key not in found:
        unit, foes = t[u], [t[v] for v in targets]
        values = shots(t, unit, foes)
        found[key] = {v.id: _less(t, unit, v, value) for v, value in zip(foes, values, strict=True)}
    return found[key]  # type: ignore[no-any-return]


def _less(t: Table, unit: Unit, target: Unit, value: float) -> float:
    """What fire is worth that costs the target so much: less what it endangers, more where the target holds something."""
    if widest(unit.members):
        value -= 0.3 * too_near(t, unit, target)
    return value * (1.0 + 0.25 * presses(t, target)) if value else 0.0


def _shoot(t: Table, ask: Choose, option: Any) -> Verdict:
    if option == HOLD:
        return 0.01, "nothing to be gained by shooting"
    u, v = ask.about[1], option
    unit, target = t[u], t[v]
    seen = sight(t, unit, target)
    covers = ground_covers(t, target, seen)
    best = min([covers[j] for j in seen.seen], default=NEVER)
    blind = [m for m, views in zip(unit.members, seen.views, strict=True) if not views]
    lobbing = sum(lobs((m,), squad(unit), moved(unit), snaps(unit)) for m in blind)  # they need not see
    if best < NEVER:
        value = _less(t, unit, target, shot(t, unit, target, best))
    else:
        value = _in_the_open(t, u, _targets(ask))[v]
    value = value * (len(seen.firers) + lobbing) / unit.size
    return value, f"about {value:.0f} points' worth of {t.name(v)}"


def _weapon(t: Table, armed: Armed, option: int) -> Verdict:
    v = t.recall("attack", (0, 0))[1]
    target = t[v]
    if not target.members:
        return 0.0, ""
    at = squad(target)
    value = sum(
        expected_damage.shot(armed.by, armed.mates, use.weapon, use.shots, at, typical(target), target.size, use.how)
        - openings.kept_back(t, armed, use, target)
        for use in armed.choices[option]
    )
    names = ", ".join(use.weapon.name for use in armed.choices[option])
    return value, f"the {names} costs about {value:.1f} wounds a model"


def _mode(t: Table, ask: Choose, option: str) -> Verdict:
    """Supercharging: one Strength more against the risk of a wound on the firer. Left alone unless the target is tough."""
    v = t.recall("attack", (0, 0))[1]
    at = squad(t[v])
    if option == "strength" and (at.armoured or at.T >= 6):
        return 1.0, "only so does it hurt that target"
    return (0.5, "no need to risk the firer") if option == "no" else (0.0, "")


def _aim(t: Table, ask: Choose, option: Any) -> Verdict:
    covering = getattr(ask.options, "covering", None)
    if covering is None:
        return 1.0, "over the most of them"
    found = under_marker(t, ask.about[2], ask.options, option) if len(ask.about) > 2 else float(covering(option))
    return found, f"about {found:.1f} models under the marker"


def _scatter(t: Table, ask: Choose, option: str) -> Verdict:
    wide = ask.about[1] > 2
    return float((option == "yes") is wide), "it has gone wide" if wide else "near enough"


# --- being shot at ----------------------------------------------------------------------------------------------------


def _jink(t: Table, ask: Choose, option: str) -> Verdict:
    if option == "no":
        return 0.0, "it shoots better than it would save"
    v, u = t[ask.about[1]], t[ask.about[2]]
    if not u.here:  # a power of one who has just died of it
        return -1.0, "nobody shoots any more"
    inches = apart(u.form, v.form)
    able = sum(not bears_mark(v, IMMOBILISED, i) for i in range(v.size)) / v.size
    saved = able * (harm(t, u, v, inches) - harm(t, u, v, inches, jinking=True))
    if saved <= 0:
        return saved, "it would not help"
    given_up = 0.6 * best_shot(t, v, saved / 0.6 + MORE)  # more than it saves: no more need be known
    return saved - given_up, f"saves about {saved:.0f} points, costs {given_up:.0f} of shooting"


def best_shot(t: Table, u: Unit, enough: float = inf) -> float:
    """The points that a unit's fire may cost the enemy where it does most, from where it stands; the first that are ``enough``."""
    found = where_they_stand(t)
    key = ("best shot", u)  # as it stands: asked for every way to drive, and for smoke
    if key not in found:
        best = 0.0
        for v in t.enemies(u.side):
            if not v.foes and (points := shot(t, u, v)) > best:
                best = points
                if best >= enough:
                    return best
        found[key] = best
    return found[key]  # type: ignore[no-any-return]


def _ground(t: Table, ask: Choose, option: str) -> Verdict:
    u, v = t.recall("attack", (0, 0))
    unit, firer = t[v], t[u]
    if option == "no" or not unit.here or not firer.here:
        return 0.0, "it has better to do than to lie down"
    danger = shot(t, firer, unit) / 5
    x, y = unit.form.centre
    use = 0.3 * OBJECTIVE * (1 - min(1.0, serves_objectives(t, unit.side, x, y)))
    if danger > use:  # else it has better to do, whatever it could shoot at
        use += 0.5 * best_shot(t, unit, (danger - use) / 0.5 + MORE)
    return danger - use, "nothing to do but to last"


# --- moving -----------------------------------------------------------------------------------------------------------


@kept(16384)
def _heavy(members: tuple[Model, ...]) -> bool:
    kinds = [w.stats.type.kind for m in members for w in weapons.guns(m)]
    return not type_of(members[0]).armoured and 2 * sum(k in ("Heavy", "Ordnance", "Salvo") for k in kinds) >= len(
        members
    )


def boxes_apart(form: Form, foe: Unit) -> float:
    """About how far a formation stands from an enemy, by their boxes."""
    return box_gap(form.box, foe.form.box)


def nearest_box(form: Form, foes: tuple[Unit, ...]) -> float:
    """The same for the nearest of several enemies; 99 when there are none."""
    return min(box_gaps(form.box, [v.form.box for v in foes]), default=99.0)


def _how(t: Table, ask: Choose, option: str) -> Verdict:
    unit = t[ask.about[1]]
    if isinstance(option, tuple):
        from .transports import way

        return way(t, ask, option)
    if option == "stay":
        if _heavy(unit.members) and nearest_box(unit.form, t.enemies(unit.side)) <= reach_of(unit):
            return 1.0, "its weapons fire steadily"
        return (0.6 if _settled(t, unit) else -1.0), "there is no better place"
    if option == "walk":
        more = jets_kept(t, unit)
        return 0.5 + more / 10, "to charge with its jump packs"
    if option == "advance":
        nearest, inches = nearest_box(unit.form, t.enemies(unit.side)), inches_of(unit.members)
        far = nearest > inches + CHARGE_MEAN + 4 and nearest > max(reach_of(unit), 0.0) + inches
        goes = far and unit.has(JINKING) is False and not _settled(t, unit)
        return (1.0 if goes else -0.5), "nothing to shoot or charge yet"
    return 0.5, "to a better place"


def _settled(t: Table, unit: Unit) -> bool:
    """Whether a unit would stand still if it moved: nothing better is in reach, nor behind difficult ground."""
    return nowhere_better(t, unit.id) and not _barred(t, unit)


def _rough(t: Table, ask: Choose, option: str) -> Verdict:
    """Through difficult ground only when what it wants lies behind it."""
    barred = _barred(t, t[ask.about[1]])
    return float((option == "yes") is barred), "straight through" if barred else "round it"


def _barred(t: Table, unit: Unit) -> bool:
    """Whether difficult ground lies on the straight way to what a unit wants, as far as it gets."""
    inches = inches_of(unit.members)
    pieces = rough(t, unit.form, inches)
    if not pieces:
        return False
    x, y = unit.form.centre
    goals = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
    goals += [v.form.centre for v in t.enemies(unit.side)] if strikes_hard(t, unit) else []
    if not goals:
        return False
    near, least = goals[0], inf
    for goal in goals:
        dx, dy = goal[0] - x, goal[1] - y
        if dx * dx + dy * dy < least:
            near, least = goal, dx * dx + dy * dy
    d = sqrt(least) or 1.0
    step = min(1.0, inches / d)
    end = (x + (near[0] - x) * step, y + (near[1] - y) * step)
    return any(p.holds(*end) or spans(p.points, (x, y), end) for p in pieces)


# --- charging and fighting --------------------------------------------------------------------------------------------


def _which_way(t: Table, ask: Choose, option: int) -> Verdict:
    from ....table.scatter import vector

    unit = t[ask.about[1]]
    dx, dy = vector(option)
    x, y = unit.form.centre
    x, y = x + 10 * dx, y + 10 * dy
    if not (1 < x < t.ground.width - 1 and 1 < y < t.ground.height - 1):
        return -1.0, "off the table"
    far = to_nearest(x, y, [v.form for v in t.enemies(unit.side)]) or 0.0
    return min(far, 8.0) / 8 + serves_objectives(t, unit.side, x, y), "clear of the enemy"


# --- before the battle, reserves, characters --------------------------------------------------------------------------


def _joins(t: Table, ask: Choose, option: Any) -> Verdict:
    if option == "alone":
        return 0.0, "nobody to join"
    host, guest = t[option], t[ask.about[1]]
    alike = strikes_hard(t, host) == strikes_hard(t, guest)
    return host.size + 5.0 * alike - 20.0 * (moved(host) == "advanced"), f"to stand among {host.size}"


def _leaves(t: Table, ask: Choose, option: str) -> Verdict:
    return float(option == "stay"), "safer among others"


def _drop(t: Table, ask: Choose, option: Any) -> Verdict:
    unit = t[ask.about[1]]
    x, y = option
    value = OBJECTIVE * 0.5 * serves_objectives(t, unit.side, x, y)
    best, near = 0.0, 99.0
    for (left, low, right, top), fire, foe, blows in _prey(t, unit):
        far = sqrt(max(left - x, x - right, 0.0) ** 2 + max(low - y, y - top, 0.0) ** 2)
        near = min(near, far)
        best = max(best, foe.lost(fire.at(far)), 0.5 * blows * 8 / (8 + far))
    return value + best - 30.0 * max(0.0, 6.0 - near) / 6, "near the enemy, and clear of him"


def _prey(t: Table, unit: Unit) -> list[tuple[Box, Fire, Stance, float]]:
    """Where each enemy stands, a unit's fire at it, what it can lose, and what a charge would cost it: the same for every spot."""
    found = where_they_stand(t)
    key = ("prey", unit)
    if key not in found:
        foes = t.enemies(unit.side)
        found[key] = [(v.form.box, fire_on(t, unit, v), stance(v), clash(t, unit, v, True)) for v in foes]
    return found[key]  # type: ignore[no-any-return]


def _misplace(t: Table, ask: Choose, option: Any) -> Verdict:
    unit = t[ask.about[1]]
    return -serves_objectives(t, unit.side, *option), "where it is of least use"


_ASKED: dict[str, Callable[[Table, Choose, Any], Verdict]] = {
    **openings.ASKED,
    **COMBAT,
    **psychic.MINDS,
    **SORTIES,
    "shoot": _shoot,
    "mode": _mode,
    "aim": _aim,
    "scatter": _scatter,
    "jink": _jink,
    "go to ground": _ground,
    "how": _how,
    "rough": _rough,
    "which way": _which_way,
    "joins": _joins,
    "leaves": _leaves,
    "drop": _drop,
    "misplace": _misplace,
}


def _asked() -> dict[str, Callable[[Table, Choose, Any], Verdict]]:
    if "get out" not in _ASKED:
        from . import tank_attacks, transports  # they speak of greedy's own numbers

        _ASKED.update(transports.ASKED | tank_attacks.ASKED)
    return _ASKED
