"""Rules of the rate of fire: replaced, multiplied, or bought with uses."""

from __future__ import annotations

from ..matchup import Shot
from ..moments import EVERY, CommandRule
from ..slots import Permit, Rate


class Barrage(CommandRule, frozen=True):
    """Doubles the weapon's rate of fire against a target that shows no moving token.

    VoidSiege (early form), Special Rules: Barrage. A unit without a face-up token, Idle ones too, counts as not moving.

    >>> from grognard.systems.command.examples import law
    >>> law("Barrage", rate=1, resolve=1).fraction(2)
    Fraction(25, 36)
    """

    spellings = ("Barrage",)
    on = ("weapon",)

    def rate(self, rate: Rate, shot: Shot) -> None:
        if shot.how.moving:
            rate.say(str(self), "the target shows that it moves")
        else:
            rate.times(2, self, "twice the dice at a target that does not move")


class Rending(CommandRule, frozen=True):
    """The weapon throws as many dice as the target has Resolve.

    VoidSiege (early form), Special Rules: Rending. Against vehicles the Armor of the facing; read when the dice are thrown.

    >>> from grognard.systems.command.examples import law
    >>> law("Rending", rate=1, resolve=3).fraction(1)  # three dice, and all must hit
    Fraction(125, 216)
    """

    spellings = ("Rending",)
    on = ("weapon",)

    def rate(self, rate: Rate, shot: Shot) -> None:
        if not shot.at_scenery:
            rate.set(shot.toughness, self, f"{shot.toughness} dice, the target's Resolve or Armor")


class Limited(CommandRule, frozen=True):
    """The rate of fire is how often the weapon can be used in the game, and only under a Shoot token.

    VoidSiege (early form), Special Rules: Limited. A use is one die, whatever else sets the rate. A rolled rate gives the uses
    of this turn; when it comes up with its highest number, this is the last turn. Uses are spent as the weapon fires, at
    scenery too.

    >>> from grognard.systems.command.examples import law
    >>> law("Limited", rate=4, resolve=1, uses=1).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Limited",)
    on = ("weapon",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.melee or shot.how.token != "shoot":
            permit.forbid(self, "needs a Shoot token")

    def rate(self, rate: Rate, shot: Shot) -> None:
        left = "all its uses" if shot.uses < 0 else f"{shot.uses} uses"
        rate.spend(shot.uses, self, f"each die is a use: {left}", shot.rolled)


class Aura(CommandRule, frozen=True):
    """The weapon may attack every enemy unit in range at once, with as many dice against each as it has models.

    VoidSiege (early form), Special Rules: Aura. Its player names the target, and says which other units are attacked too. Each
    must be seen and is an attack by itself; the models it has left when the dice are thrown count, in place of the printed rate
    of fire.

    >>> from grognard.systems.command.examples import law
    >>> law("Aura", rate=1, resolve=5, models=5).fraction(1)
    Fraction(3125, 7776)
    """

    spellings = ("Aura",)
    on = ("weapon",)

    def rate(self, rate: Rate, shot: Shot) -> None:
        if not shot.at_scenery:
            rate.per_model(self, "a die for each model of the target")

    def strikes_besides(self) -> int:
        return EVERY
