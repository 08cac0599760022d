"""Rules of flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..attack.vector_strike import VectorHits
    from ..movement.movement_modifiers import Going
    from ..slots import Saves


class Supersonic(UsrRule, frozen=True):
    """When it advances the vehicle may go 3D6 inches farther in place of its usual advance.

    USR Reference: Supersonic. What zooms turns by up to 90 degrees first, then goes straight; Vector Dancer adds a turn at the end.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.movement_modifiers import going
    >>> bool(going((model("Supersonic", Front=11),)).rushes)
    True
    """

    spellings = ("Supersonic",)
    on = ("vehicle", "model")

    def moving(self, mode: Going) -> None:
        mode.rush("3D6", self, "advances by 3D6 inches")


class VectorDancer(UsrRule, frozen=True):
    """Its bearer may turn by up to 90 degrees once more when it has moved.

    USR Reference: Vector Dancer. It matters to what zooms or swoops: others turn as they like.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.movement_modifiers import going
    >>> bool(going((model("Vector Dancer", Front=11),)).turns)
    True
    """

    spellings = ("Vector Dancer",)
    on = ("model", "vehicle")

    def moving(self, mode: Going) -> None:
        mode.turn_again(90, self, "turns once more at the end")


class VectorStrike(UsrRule, frozen=True):
    """At the end of its Movement phase a model in the air may strike one enemy unit that it has flown over.

    USR Reference: Vector Strike. One hit, D3 against what flies itself, with its own Strength and AP2, on the side of a vehicle, no
    cover, on models at random; nothing else helps it, and it counts as one weapon fired. Not at units locked in combat.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> drake = unit(model("Vector Strike", S=6), type="Flying Monstrous Creature")
    >>> slays(drake, target(Sv="2+"), cover="3+", sets={"vector-strike": True})
    Fraction(5, 6)
    """

    spellings = ("Vector Strike", "Vector Strikes")
    on = ("model", "vehicle")

    def overhead(self, strike: VectorHits) -> None:
        strike.hit(1, "D3", 2, self, "strikes whom it has flown over")

    def denies(self, saves: Saves, attack: Attack) -> None:
        if self in attack.weapon.rules:
            saves.deny("cover", self, "no cover saves")
