"""What options are worth to a player: estimates for bots, taken from the same exact laws that odds shows."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

from ...common.rules import kept
from ...kernel.exact import exact
from ...table.geometry import Form, Spot
from ...table.state import Table, Unit
from .attack import Strike, Volley, strike
from .firing import Firer, firing
from .matchup import match
from .situation import Situation
from .situation import kept as keep


@kept(16384)
def harmed(
    weapon: Any, kind: Any, model: Any, energy: Any, shots: int, left: int, now: Situation
) -> tuple[float, float]:
    """(chance of destroying, expected share of its points) of one volley at a unit with so many points left."""
    if not shots or energy is None:
        return 0.0, 0.0
    m = match(weapon, kind, model, now, energy)
    law = exact(strike, (Strike((left,), (model.stats.DP,), (Volley(m, shots),)),))
    dead = law.chance_of(lambda state: state[0][0] == 0)
    return dead, law.mean(lambda state: left - state[0][0]) / left


PLAIN = keep(Situation())


def fire_worth(u: Unit, line: int, v: Unit, combined: bool = False, now: Situation = PLAIN) -> float:
    """What one weapon line of a squad may destroy of another, in points."""
    weapon = u.members[0].weapons[line]
    cost = v.kind.points / max(1, v.start)
    total = 0.0
    room = float(v.size)
    for i in range(u.size):
        fired = firing(weapon, Firer(int(u.members[i].stats.DP) - u.wounds[i], combined))
        dead, share = harmed(weapon, v.kind, v.members[0], fired.energy, fired.shots * fired.uses, v.wounds[0], now)
        total += dead + 0.3 * share
    return float(min(total, 1.3 * room) * cost)


def worth(t: Table, ask: Any, option: Any) -> tuple[float, str]:
    """What an option is worth to the player who is asked, and why."""
    about = ask.about
    if hasattr(option, "spots"):
        u = about if isinstance(about, int) else about[0]
        return place_worth(t, t[u], option)
    if isinstance(option, tuple) and len(option) == 2 and isinstance(about, tuple) and len(about) == 2:
        return target_worth(t, t[about[0]], about[1], option)
    if option == "action" or (isinstance(about, tuple) and len(about) == 2 and about[1] == "action"):
        return action_worth(t, t[about[0]], option)
    if isinstance(about, tuple) and len(about) == 2 and about[1] == "land":
        return (1.0, "to unload") if (option == "land") == bool(t.cargo(about[0])) else (0.0, "")
    if isinstance(about, tuple) and len(about) == 2 and about[1] in ("enter", "rides"):
        return (1.0, "under a roof") if isinstance(option, int) else (0.0, "")
    if ask.question == "activate which squad?":
        return squad_worth(t, t[option])
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")


def bound(t: Table, ask: Any, option: Any) -> float:
    """Never less than the worth."""
    return worth(t, ask, option)[0]


def squad_worth(t: Table, u: Unit) -> tuple[float, str]:
    """Transports first, then what they carried, then those that can shoot."""
    if t.cargo(u.id):
        return 3.0, "it carries others"
    if u.place == "aboard":
        return 1.0, "it waits aboard"
    return 2.0, "it is on the table"


def action_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """Shooting first when there is something to shoot at, unless the squad still has to arrive or unload."""
    if option == "search":
        return 4.0, "there is an objective to be found"
    if option == "move" and (not u.here or t.cargo(u.id)):
        return 3.0, "it is not where it is needed"
    if option == "shoot":
        return 2.0, "there are targets"
    return (1.0, "to get on") if option == "move" else (0.0, "")


def target_worth(t: Table, u: Unit, line: int, option: tuple[str, int]) -> tuple[float, str]:
    """The points that a weapon line is expected to destroy."""
    what, id = option
    if what in ("squad", "combined"):
        v = t[id]
        now = Situation(combined=what == "combined")
        value = fire_worth(u, line, v, what == "combined", keep(now))
        return value, f"{value:.1f} points' worth of {t.name(id)}"
    if what == "piece":
        return 0.5, "to bring the building down"
    return 0.01, "nothing to be gained"


def place_worth(t: Table, u: Unit, form: Any) -> tuple[float, str]:
    """Near objectives that are not ours, enemies in reach, not too near."""
    x, y = middle(form)
    best, why = 0.0, "to stand somewhere"
    for m in t.markers:
        if m.kind == "objective":
            far = sqrt((m.x - x) * (m.x - x) + (m.y - y) * (m.y - y))
            value = (1.0 if m.side != u.side else 0.5) * 12.0 / (12.0 + max(0.0, far - 2.0))
            if value > best:
                best, why = value, f"towards objective {m.id}"
    reach = longest(u)
    near = None
    for v in t.enemies(u.side):
        cx, cy = middle(v.form)
        far = sqrt((cx - x) * (cx - x) + (cy - y) * (cy - y))
        near = far if near is None else min(near, far)
    if near is not None and reach:
        value = 0.6 if near <= reach else 0.6 * reach / near
        if value > best:
            why = "into range"
        best += value
    return best, why


@kept(1024)
def _longest(weapons: Any) -> float:
    return max((min(w.stats.countered, 24.0) for w in weapons if not w.stats.cq), default=0.0)


@lru_cache(maxsize=4096)
def middle(form: Form) -> Spot:
    """The centre of a form, found once."""
    return form.centre


def longest(u: Unit) -> float:
    """How far the squad shoots at what has countermeasures, inches, at most 24."""
    return _longest(u.members[0].weapons)
