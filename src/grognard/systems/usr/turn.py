"""The turn of the Universal Special Rules system, on one screen: what comes after what, and nothing else.

Each step stands in a module of its own: reserves, characters, moving, shooting, charging, fight, morale. A step runs from one
boundary to the next and starts from the table alone (docs/battle-frame.md); the turn in words is docs/usr/the-turn.md. A step
that knows at once what it comes to returns that procedure: every ask passes through each procedure that stands above it.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...common import deploy
from ...common.game import Game, weapon_ranges
from ...common.profiles import Model
from ...common.reserves import arriving
from ...common.scenario import closing
from ...common.steps import next_step, one_of, player_turns
from ...common.triggers import PHASE_ENDS, settle
from ...kernel.asks import Procedure
from ...table.state import ABSENT, Table, Unit
from .auras import found_anew
from .bots.greedy import bound, worth
from .bots.places import upper_bound
from .bots.value import best_shot
from .characters import attach_one, join_one, orphans
from .combat.charge import can_charge, charge
from .combat.charge_moves import arrives
from .combat.fight import fight_one
from .combat.heroic_intervention import can_intervene, intervene
from .combat.hit_and_run import break_away_one
from .condition import airborne, broken, movement_mode, shaken, walks
from .deployment import infiltrate_one, infiltrates, scout_one
from .end_of_turn import turn_is_over
from .lasting_effects import blinding, pass_marks
from .model_marks import FIGHT
from .movement import running
from .movement.flight import keep_aloft
from .movement.movement import can_move, move
from .movement.overflight import falls, strike, strikers
from .movement.thrust_moves import can_thrust, thrust
from .nerve.morale import panic, rally
from .psychic.psychic_phase import manifest_one, warp_falls, warp_rises
from .reserves import arrive, comes, keep_one
from .rules.unit_types import fitted
from .rulings import changed
from .shooting import night_fighting
from .shooting.interceptor import intercept_one
from .shooting.prospect import prospect
from .shooting.vortex import drifting
from .vehicles.battlements import manned_at_first, seats_above
from .vehicles.mounting import mount_one
from .vehicles.ramming import ram, waiting_to_ram

# --- before the battle ------------------------------------------------------------------------------------------------


def nightfall(t: Table, player: int) -> Procedure:
    yield from night_fighting.nightfall(t)
    yield from next_step(t)


def holding_back(t: Table, player: int) -> Procedure:
    if not (yield from keep_aloft(t)) and not (yield from keep_one(t)):
        yield from next_step(t)


def attaching(t: Table, player: int) -> Procedure:
    if not (yield from attach_one(t)):
        yield from next_step(t)


def deploying(t: Table, player: int) -> Procedure:
    yield from deploy.deploying(t, player, set_up, later=infiltrates, stop=True)


def set_up(t: Table, u: int) -> Procedure:
    """A unit is put down in its zone; those who start in a building may man its battlements."""
    yield from deploy.put(t, u)
    if seats_above(t[u]):
        yield from manned_at_first(t, u)


def infiltrating(t: Table, player: int) -> Procedure:
    if not (yield from infiltrate_one(t)):
        yield from next_step(t)


def scouting(t: Table, player: int) -> Procedure:
    if not (yield from scout_one(t)):
        yield from next_step(t)


def mounting(t: Table, player: int) -> Procedure:
    if not (yield from mount_one(t)):
        yield from next_step(t)


# --- a player's turn --------------------------------------------------------------------------------------------------


def rallying(t: Table, player: int) -> Procedure:
    fleeing = [u.id for u in t.own(player) if u.effects and broken(u) and not u.foes and u.id not in t.acted]
    return one_of(t, player, "who tries to regroup?", fleeing, rally) if fleeing else next_step(t)


def reinforcements(t: Table, player: int) -> Procedure:
    return _reinforcements(t, player) if t.there("reserve", player) else next_step(t)


def _reinforcements(t: Table, player: int) -> Procedure:
    if not (yield from arriving(t, player, comes, arrive)):
        yield from next_step(t)


def movement(t: Table, player: int) -> Procedure:
    able = can_move(t, player)
    return one_of(t, player, "move which unit?", able, move) if able else phase_ends(t, player)


def striking_from_above(t: Table, player: int) -> Procedure:
    able = strikers(t, player)
    return one_of(t, player, "who strikes from above?", able, strike) if able else phase_ends(t, player)


def joining(t: Table, player: int) -> Procedure:
    if not (yield from join_one(t, player)):
        yield from next_step(t)


def intercepting(t: Table, player: int) -> Procedure:
    if not (yield from intercept_one(t, player)):
        yield from phase_ends(t, player)


def warp_charges(t: Table, player: int) -> Procedure:
    yield from warp_rises(t, player)
    yield from next_step(t)


def psychic(t: Table, player: int) -> Procedure:
    if not (yield from manifest_one(t, player)):
        yield from warp_falls(t)
        yield from phase_ends(t, player)


def shooting(t: Table, player: int) -> Procedure:
    able = running.can_act(t, player)
    return one_of(t, player, "shoot with which unit?", able, running.act) if able else phase_ends(t, player)


def thrusting(t: Table, player: int) -> Procedure:
    able = can_thrust(t, player)
    return one_of(t, player, "who uses jet packs?", able, thrust) if able else phase_ends(t, player)


def charges(t: Table, player: int) -> Procedure:
    if drivers := waiting_to_ram(t, player):
        return one_of(t, player, "which tank rams first?", drivers, ram)
    able = can_charge(t, player)
    return one_of(t, player, "charge with which unit?", able, charge) if able else phase_ends(t, player)


def interventions(t: Table, player: int) -> Procedure:
    other = 1 - player
    able = can_intervene(t, other)
    return one_of(t, other, "who steps in?", able, intervene) if able else next_step(t)


def close_combat(t: Table, player: int) -> Procedure:
    if not (yield from fight_one(t, player)):
        if t.recall(("marks", FIGHT)):
            yield from pass_marks(t, FIGHT, t.units)
        yield from phase_ends(t, player)


def breaking_away(t: Table, player: int) -> Procedure:
    if not (yield from break_away_one(t, player)):
        yield from next_step(t)


def turn_ends(t: Table, player: int) -> Procedure:
    """Fires burn, wounds close, what lasted to the end of this turn ends."""
    yield from turn_is_over(t, player)
    yield from orphans(t)
    yield from next_step(t)


def phase_ends(t: Table, player: int) -> Procedure:
    """Creatures struck in the air may fall, units that were blinded test Initiative, those that have lost a quarter check their
    Morale; characters left alone are on their own again."""
    quiet = PHASE_ENDS not in t.due and PHASE_ENDS not in t.ends and not t.there("joined")
    return next_step(t) if quiet else _phase_ends(t, player)


def _phase_ends(t: Table, player: int) -> Procedure:
    if PHASE_ENDS in t.ends:  # else nobody bears anything that lasts no longer
        yield from falls(t)
        yield from blinding(t)
    if PHASE_ENDS in t.due or PHASE_ENDS in t.ends:
        yield from settle(t, PHASE_ENDS, player, panic)
    yield from orphans(t)
    yield from next_step(t)


# --- the game ---------------------------------------------------------------------------------------------------------


def prepare(t: Table) -> None:
    """Models know their unit type, which brings them rules; the rulings that differ from their defaults are kept at hand."""
    for unit in list(t.units):
        kind = fitted(unit.kind)
        place = ABSENT if kind.detail("conjured") else unit.place
        t.units[unit.id] = replace(unit, kind=kind, members=kind.models, place=place)
    t.count()
    t.memory = {"rulings": changed(t.rulings)}


def wounds(model: Model) -> int:
    """Wounds, or hull points."""
    return int(model.stats.HP or model.stats.W)


def holds(t: Table, unit: Unit) -> bool:
    """Whether a unit holds an objective: not while it falls back or flies, and no building does."""
    return not broken(unit) and not airborne(unit) and unit.kind.type != "Building"


GAME = Game(
    prospect=prospect,
    charging=("charge", "as well"),
    arrives=arrives,
    reaches=weapon_ranges,
    id="usr",
    steps=player_turns(
        (
            drifting,
            rallying,
            reinforcements,
            movement,
            striking_from_above,
            joining,
            intercepting,
            warp_charges,
            psychic,
            shooting,
            thrusting,
            charges,
            interventions,
            close_combat,
            breaking_away,
            turn_ends,
        ),
        before=(nightfall, mounting, holding_back, attaching, deploying, infiltrating, scouting),
        closing=(closing,),
    ),
    wounds=wounds,
    prepare=prepare,
    movement_mode=movement_mode,
    holds=holds,
    worth=worth,
    bound=bound,
    upper_bound=upper_bound,
    harm=best_shot,
    shaken=shaken,
    after_loss=PHASE_ENDS,
    upkeep=found_anew,
)

__all__ = ["GAME", "walks"]
