"""Interceptor: at the end of a Movement phase the other player's weapons fire at who has come from reserve."""

from __future__ import annotations

from ....common.profiles import Model, Weapon
from ....kernel.asks import Choose, Emit, Procedure
from ....kernel.memo import memo
from ....table.events import Acted
from ....table.state import Table, Unit
from ..attack import weapons
from ..condition import ARRIVED
from ..line_of_sight import sight
from ..vehicles.embarked import from_inside, open_to
from .ammunition import RESTING, wake
from .eligibility import can_fire_at, silent
from .emplacements import emplaced
from .fire_points import has_a_shot
from .firing_choices import HOLD
from .shooting import fire
from .under_fire import pin_all

Gun = tuple[int, Weapon]  # a model of the unit, and its weapon


def intercept_one(t: Table, player: int) -> Procedure:
    """One unit of the player who is not moving may fire. False when none is left, or nobody has arrived."""
    foe = 1 - player
    if t.recall((RESTING, foe)):
        yield from wake(t, foe)
    if not (t.anyone(foe, _watchful) or t.anyone(player, _watchful)):  # guns of a building that is nobody's are served
        return False
    arrived = [v.id for v in t.own(player) if v.effects and v.has(ARRIVED)]
    if not arrived:
        return False
    for unit in (*t.own(foe), *t.there("aboard", foe)):
        u = unit.id
        if u in t.acted or not _ready(t, unit):
            continue
        fires = intercept(t, u, arrived)
        yield from (from_inside(t, u, fires) if unit.place == "aboard" else fires)
        yield Emit(Acted(u, player))
        return True
    return False


@memo(4096)
def _watchful(model: Model) -> bool:
    """Whether a weapon of a model fires at who arrives."""
    return bool(weapons.intercepts(model)) or any(weapons.watching(weapon) for weapon in model.weapons)


def _ready(t: Table, unit: Unit) -> bool:
    """Whether a unit may fire at all and has such a weapon."""
    armed = any(weapons.intercepts(m) for m in dict.fromkeys(unit.members))
    if unit.place == "aboard":
        armed = armed or any(weapons.watching(gun) for gun in emplaced(t[unit.aboard]))
        return armed and open_to(t) and has_a_shot(t, unit)
    return armed and not unit.foes and not silent(t, unit)


def intercept(t: Table, u: int, arrived: list[int]) -> Procedure:
    """Each weapon of a unit that may fires at one of those who have arrived, or is held back; one target after the other."""
    aimed: dict[int, list[Gun]] = {}
    for i, model in enumerate(t[u].members):
        for weapon in weapons.intercepts(model):
            gun = (i, weapon)
            targets = [
                v for v in arrived if _sees(t, u, i, v) and can_fire_at(t, u, v, frozenset((i,)), frozenset((gun,)))
            ]
            words = f"at whom does the {weapon.name} of {t.name(u)} ({i + 1}) fire as he arrives?"
            if targets:
                about = ("intercept", u, gun)
                v = yield Choose(t[u].side, words, (HOLD, *targets), default=HOLD, about=about)
                if v != HOLD:
                    aimed.setdefault(v, []).append(gun)
    marks: dict[int, set[str]] = {}
    stand = t[u].form.positions
    for v, guns in aimed.items():
        if not (t[u].place in ("table", "aboard") and t[v].here):
            continue
        place = {
            position: i for i, position in enumerate(t[u].form.positions)
        }  # some may have fallen by their own side's fire
        left = frozenset((place[stand[i]], weapon) for i, weapon in guns if stand[i] in place)
        by = tuple(dict.fromkeys(rule for _, weapon in left for rule in weapons.watching(weapon)))
        among = frozenset(i for i, _ in left)
        fired = fire(t, u, v, among=among, only=left, pins=False, words="intercepts", by=by)
        for w, found in (yield from fired).items():
            marks.setdefault(w, set()).update(found)
    yield from pin_all(t, marks)


def _sees(t: Table, u: int, i: int, v: int) -> bool:
    """Whether a model has a line of sight, without which even a barrage does not intercept."""
    return bool(sight(t, t[u], t[v]).views[i])
