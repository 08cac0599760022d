"""What riding, ramming, smoke and fire at several targets are worth to a player who takes the best at once."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from ....bots.places import serves_objectives
from ....kernel.exact import by_default, law_of_stage
from ....kernel.memo import memo
from ..attack import hulls, weapons
from ..attack.matchup import Exposed, match
from ..attack.weapons import ram_of
from ..circumstances import Situation, now
from ..condition import STUNNED, bears_mark, circumstances, met, moved, snaps, squad, stuck
from ..line_of_sight import facing
from ..shooting.fire_points import ports
from ..shooting.guns import guns_of
from ..squads import NO_SQUAD, NOBODY
from ..vehicles.battlements import INSIDE, STAY, UP
from ..vehicles.mounting import own_transport
from ..vehicles.transports import LEAVE, ON_FOOT, is_building, may_charge_after
from . import expected_damage, expected_fire, places
from . import value as worths
from .tank_attacks import shock, shock_bound

if TYPE_CHECKING:
    from ....bots.value import Worth
    from ....kernel.asks import Choose
    from ....table.state import Table, Unit

FAR = 12.0  # inches beyond a unit's reach at which riding beats walking


def starts_in(t: Table, ask: Choose, option: Any) -> Worth:
    """Its own transport, a building for those who shoot out of it, any transport for those who must get near."""
    u = ask.about[1]
    unit = t[u]
    if option == ON_FOOT:
        return 0.5, "on its own feet"
    if option == own_transport(t, u):
        return 1.0, "its own transport"
    near = worths.strikes_hard(t, unit) or places.reach_of(unit) <= 18
    if is_building(t[option]):
        shoots = bool(t[option].kind.detail("fire_points", 0)) and not near
        return (0.8 if shoots else 0.2), "walls to shoot from"
    return (0.7 if near else 0.1), "it must get near"


def get_out(t: Table, ask: Choose, option: str) -> Worth:
    """Out where it shoots or charges better than from inside, holds something, or the transport goes no further."""
    u = ask.about[1]
    unit, carrier = t[u], t[t[u].aboard]
    inside = min(ports(carrier), unit.size) / unit.size
    best, struck = 0.0, 0.0
    charges = may_charge_after(t, carrier)[0]
    for v in t.enemies(unit.side):
        far = worths.boxes_apart(carrier.form, v)
        best = max(best, worths.harm(t, unit, v, max(0.0, far - 4)))
        if charges and far <= 14:
            struck = max(struck, worths.melee_harm(t, unit, v, True) * (1 - far / 18))
    x, y = carrier.form.centre
    holds = worths.OBJECTIVE * max(0.0, min(1.6, serves_objectives(t, unit.side, x, y)) - 0.8)
    if option == LEAVE:
        halted = 8.0 * (stuck(carrier) or carrier.has(STUNNED) or bears_mark(carrier, "crippled", 0))
        return best + struck + halted + holds, f"about {best + struck:.0f} points' worth of harm from there"
    if option == UP:
        return best + 0.04 * unit.kind.points, f"about {best:.0f} points' worth of harm from the roof, and cover"
    return best * inside + 0.08 * unit.kind.points, "safer inside"


def on_the_roof(t: Table, ask: Choose, option: str) -> Worth:
    """Up for those who shoot far and have not a fire point each; down when somebody may be charged or something held."""
    _, u, c = ask.about
    unit, carrier = t[u], t[c]
    inside = min(ports(carrier), unit.size) / unit.size
    distances = [(worths.boxes_apart(carrier.form, v), v) for v in t.enemies(unit.side)]
    if not distances:
        far = places.reach_of(unit) > 18 and inside < 1
        return (1.0 if far is (option == UP) else 0.0), "everybody shoots from up there"
    best = max(worths.harm(t, unit, v, inches) for inches, v in distances)
    if option in (UP, STAY):
        return best + 0.04 * unit.kind.points, f"about {best:.0f} points' worth of harm from the roof, and cover"
    if option == INSIDE:
        return best * inside + 0.08 * unit.kind.points, "safer inside"
    nearer = max(worths.harm(t, unit, v, max(0.0, inches - 4)) for inches, v in distances)
    x, y = carrier.form.centre
    holds = worths.OBJECTIVE * max(0.0, min(1.6, serves_objectives(t, unit.side, x, y)) - 0.8)
    return nearer + holds, f"about {nearer:.0f} points' worth of harm from there"


def way(t: Table, ask: Choose, option: tuple[str, int]) -> Worth:
    """Getting aboard, ramming, or a tank shock, in place of a move."""
    unit = t[ask.about[1]]
    if option[0] == "board":
        foes = t.enemies(unit.side)
        near = worths.nearest_box(unit.form, foes)
        x, y = unit.form.centre
        idle = near > max(places.reach_of(unit), 6.0) + FAR and serves_objectives(t, unit.side, x, y) < 0.8
        return (1.5 if idle and not stuck(t[option[1]]) else -1.0), "it rides faster than it walks"
    if option[0] == "tank shock":
        return shock(t, ask, option)
    theirs, ours = ram_pays(t, unit, t[option[1]])
    value = theirs - ours - 0.6 * worths.best_shot(t, unit)
    return value, f"about {theirs:.0f} points' worth of harm against {ours:.0f}"


def way_bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than that is worth: of a tank shock as if it cost nothing, of the others the same, for that is soon told."""
    if not isinstance(option, tuple):  # else the way there is looked for first
        return inf
    if option[0] == "tank shock":
        return shock_bound(t, t[option[1]])
    return way(t, ask, option)[0]


def ram_pays(t: Table, unit: Unit, target: Unit) -> tuple[float, float]:
    """The points that ramming may be expected to cost the target and the tank itself, by the law of one hit each."""
    side = facing(target.form, 0, unit.form.positions[0])
    theirs = struck(ram_of(unit.members[0], "front"), target, side) * worths.price(target)
    ours = struck(ram_of(target.members[0], side), unit, "front") * worths.price(unit)
    return theirs, ours


def struck(weapon: Any, target: Unit, side: str) -> float:
    """Hull points, and what damage is worth in them, that one hit may be expected to cost."""
    return _struck(weapon, squad(target), met(target.members[0], None), side, bears_mark(target, "crippled", 0))


@memo(1024)
def _struck(weapon: Any, at: Any, target: Exposed, side: str, at_zero: bool) -> float:
    m = match(NOBODY, NO_SQUAD, weapon, at, now(Situation(facing=side)))
    law = law_of_stage(hulls.one_hit, (m, target, at_zero, 0, False, not weapons.guns(target.model)), by_default)
    most = target.model.stats.HP
    points = [
        min(most, outcome[2] + expected_damage.LOST.get(outcome[1], 0.0)) * n for outcome, n in law.weights.items()
    ]
    return float(sum(points) / law.den)


def smoke(t: Table, ask: Choose, option: str) -> Worth:
    """Smoke where it saves more than the shots it costs."""
    if option == "no":
        return 0.0, "it shoots better than it hides"
    unit = t[ask.about[1]]
    saved = 0.0
    for v in t.enemies(unit.side):
        if (far := worths.boxes_apart(unit.form, v)) <= 48 and (harm := worths.harm(t, v, unit, far)) > saved:
            saved = max(saved, harm - worths.harm(t, v, unit, far, cover=5))
    if not saved:
        return 0.0, "there is nothing to hide from"
    shots = 0.0 if moved(unit) == "advanced" else worths.best_shot(t, unit, saved / 0.5 + worths.MORE)
    return saved - 0.5 * shots, f"saves about {saved:.0f} points, costs {shots:.0f} of shooting"


def apart(t: Table, ask: Choose, option: int) -> Worth:
    """One weapon at the target where it does most."""
    _, u, name, _ = ask.about
    unit, target = t[u], t[option]
    how = circumstances(t, unit, target)
    found = 0.0
    for fires in guns_of(unit.members[0], squad(unit), moved(unit), snaps(unit)):
        if fires.weapon.name == name:
            found = expected_damage.shot(
                unit.members[0], squad(unit), fires.weapon, fires.shots, squad(target), worths.typical(target),
                target.size, how,
            )  # fmt: skip
    return found * worths.price(target), f"about {found:.1f} wounds on {t.name(option)}"


def fire_point(t: Table, ask: Choose, option: int) -> Worth:
    """The model whose gun does most to the nearest enemy."""
    unit = t[ask.about[1]]
    model = unit.members[option]
    foes = t.enemies(unit.side)
    if not foes:
        return 0.0, ""
    foe = min(foes, key=lambda v: (worths.boxes_apart(unit.form, v), v.id))
    inches = int(worths.boxes_apart(unit.form, foe) + 0.999)
    how = circumstances(t, unit, foe, snap=snaps(unit))
    found = expected_fire.volley(
        (model,), squad(unit), moved(unit), squad(foe), worths.typical(foe), foe.size, how, inches
    )
    return found, f"about {found:.1f} wounds"


ASKED: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "starts in": starts_in,
    "get out": get_out,
    "battlements": on_the_roof,
    "smoke": smoke,
    "apart": apart,
    "fire point": fire_point,
}
