"""The rulings of the Command Token game: where the sources are silent, what we play, what else may be chosen, and why.

The special rules are published (VoidSiege, Special Rules); the core they need was put together from them
(docs/command/rulings.md says more).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.system import Ruling

RULINGS = (
    Ruling("open_tn", "3", ("2", "4"), "the number to hit a target in the open; cover begins at 4+, so it must be better"),
    Ruling("stationary_bonus", "1", ("0",), "what a Shoot token adds: results of 7+ must be possible without printed modifiers"),
    Ruling("idle_mod", "-1", ("0", "-2"), "to hit while Idle or reacting: rules speak of a penalty and give no number"),
    Ruling("overrun_mod", "-1", ("0", "-2"), "to hit after an Overrun of twice the Move"),
    Ruling("tokens_per_turn", "half", ("all",), "command tokens each turn: half the units, rounding up, or one for each"),
    Ruling("token_mod_in_melee", "no", (), "what a token adds to shooting is not added to blows; printed modifiers are"),
    Ruling(
        "borer_vehicle",
        "dice",
        ("threshold",),
        "Borer against vehicles: the printed Armor of the facing is the number of dice, or what each of HP dice must reach",
    ),
    Ruling("cascade_cumulative", "yes", ("no",), "each repeat has one more -1, or all a single -1 and at most six repeats"),
    Ruling("cascade_dice", "rolled-again", (), "a rolled rate of fire is rolled again for a repeat; a Limited weapon's is not"),
    Ruling("cascade_asked", "blows-and-templates", (), "repeats are made where they cost nothing; these the player may stop"),
    Ruling("cleaving_pool", "own", (), "a Cleaving group fills its own count; what is left over joins the common one hit by hit"),
    Ruling("pike_after_pool", "yes", (), "Pike's further points come after those of the group's count, at the Resolve then met"),
    Ruling("direct_damage_cap", "6", (), "a Direct Damage die needs Toughness or more, never more than 6; a natural 1 fails"),
    Ruling("backlash_pooled", "yes", (), "backlash hits of one melee are counted together against the own Resolve"),
    Ruling("melee_weapon", "melee-first", (), "a model strikes with its first Melee weapon; a Digital one only when it has none"),
    Ruling("reacting_heavy", "may-fire", (), "a reaction involves no movement, so Heavy weapons may fire in it"),
    Ruling("crush_in_melee", "no", (), "cover gives no number in melee, so blows crush nothing"),
    Ruling("crush_again", "again", ("once",), "rubble that collapses again hurts again, as the chart says, or not"),
    Ruling("assignment", "hurt-then-nearest", (), "to hurt models first, then the nearest; the owner picks where models differ"),
    Ruling("recovery_points", "1", ("all",), "what a passed recovery test takes off: one point, or all of the model's"),
    Ruling("disruption", "after-a-hit", (), "a unit with a face-down token tests once for an attack that scored a hit"),
    Ruling("facing_arcs", "90", (), "front and rear are arcs of 90 degrees, the rest is side, by the attacker's place"),
    Ruling("melee_lock", "no", (), "after an exchange of blows the units part by 1 inch; nobody stays locked"),
    Ruling("failed_charge", "toward", (), "a charge that cannot reach goes as far as it may; the token is spent"),
    Ruling("infiltrate_arrival", "turn-1", (), "a hidden model comes at the start of the first command phase"),
    Ruling("infiltrate_distance", "run", ("move",), "from its table edge: twice the Move where the unit can run, or the Move"),
    Ruling("hidden_sight", "any-model", (), "points may go to any model that a firing model of the group sees in range"),
    Ruling("deadeye_weapon", "may-be-named-for-another", (), "a weapon named for another target may follow; it has fired then"),
    Ruling("deadeye_once", "once-an-attack", (), "a model resolves one more weapon in an attack, whichever had a success"),
    Ruling("split_fire", "bearers", (), "weapons that others bear too stay with the primary target: one name, one target"),
    Ruling("deadeye_template", "direct", (), "a template that follows falls as meant; others under a teardrop are rolled for"),
    Ruling("limited_dice", "uses", (), "a die is a use: no more dice than uses, whatever sets the rate (doubling aside)"),
    Ruling("at_scenery", "roll-alone", (), "no template, and the printed rate: scenery has neither models nor Resolve"),
    Ruling("teardrop_firer", "not-under", (), "the model that fires is not under its own teardrop; others of its unit may be"),
    Ruling("slid_hits", "no-success", (), "they are hits (Corrosive, Siege) but no successes (Impale, Interlinked, Escape)"),
)  # fmt: skip


class Terms(Struct, frozen=True):
    """What the dice need to know of the rulings, as numbers."""

    open_tn: int = 3
    stationary: int = 1
    idle: int = -1
    overrun: int = -1
    borer_dice: bool = True
    cumulative: bool = True
    crush_again: bool = True
    recovery_all: bool = False

    def of_attack(self, melee: bool, token: str, reacting: bool, cover: int, vehicle: bool) -> Terms:
        """The terms for one attack: those that none of its dice asks for have their defaults, so that equal attacks are equal."""
        idle = token == "idle" or reacting
        asked = {
            "open_tn": not melee,
            "idle": idle and not melee,
            "stationary": token == "shoot" and not idle and not melee,
            "overrun": token == "overrun" and not idle and not melee,
            "crush_again": bool(cover) and not melee,
            "borer_dice": vehicle,
            "recovery_all": False,
        }
        return replace(self, **{name: getattr(TERMS, name) for name, does in asked.items() if not does})


TERMS = Terms()


def terms_of(rulings: Mapping[str, Any]) -> Terms:
    """The terms of the chosen rulings; those not named have their defaults.

    >>> terms_of({"idle_mod": "0"}).idle
    0
    """
    return _terms(tuple(str(rulings.get(r.name, r.default)) for r in RULINGS))


def _terms(values: tuple[str, ...]) -> Terms:
    said = dict(zip((r.name for r in RULINGS), values, strict=True))
    return Terms(
        open_tn=int(said["open_tn"]),
        stationary=int(said["stationary_bonus"]),
        idle=int(said["idle_mod"]),
        overrun=int(said["overrun_mod"]),
        borer_dice=said["borer_vehicle"] == "dice",
        cumulative=said["cascade_cumulative"] == "yes",
        crush_again=said["crush_again"] == "again",
        recovery_all=said["recovery_points"] == "all",
    )
