"""Rules of templates: laid on the target, slid off it, and laid on those who fall."""

from __future__ import annotations

from ..matchup import LARGE, SMALL, TEARDROP, Shot
from ..moments import CommandRule
from ..slots import Laying, Removal


class Explosive(CommandRule, frozen=True):
    """Each shot lays a 3" template: every model of the target under it is hit; a miss slides it back towards the shooter.

    VoidSiege (early form), Special Rules: Explosive. Its centre lies over part of a target model's base, and models that nobody
    sees are hit too. It slides as far as the result fell short, and then hits every model of any side under it; a natural 1
    does nothing. Points go to models under the template only.

    >>> from grognard.systems.command.examples import law
    >>> law("Explosive", rate=1, resolve=3, under=3).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Explosive",)
    on = ("weapon",)

    def lays(self, laying: Laying, shot: Shot) -> None:
        if not shot.melee:
            laying.lay(SMALL, self, "a 3 inch template for each shot")


class HighExplosive(CommandRule, frozen=True):
    """As Explosive, with a 5" template.

    VoidSiege (early form), Special Rules: High Explosive.

    >>> from grognard.systems.command.examples import law
    >>> law("High Explosive", rate=1, resolve=5, under=5).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("High Explosive",)
    on = ("weapon",)

    def lays(self, laying: Laying, shot: Shot) -> None:
        if not shot.melee:
            laying.lay(LARGE, self, "a 5 inch template for each shot")


class Mortar(CommandRule, frozen=True):
    """As Explosive, but a miss slides the template in any direction.

    VoidSiege (early form), Special Rules: Mortar. The shooter picks the direction; it slides exactly as far as the result fell
    short.

    >>> from grognard.systems.command.examples import law
    >>> law("Mortar", rate=1, resolve=2, under=2).fraction(1)
    Fraction(5, 6)
    """

    spellings = ("Mortar",)
    on = ("weapon",)

    def lays(self, laying: Laying, shot: Shot) -> None:
        if not shot.melee:
            laying.lay(SMALL, self, "a 3 inch template for each shot")
            laying.slide_any_way(self, "a miss slides it in any direction")


class Dispersion(CommandRule, frozen=True):
    """A teardrop within range: one roll for each unit under it, and as many hits on each model under it as the rate of fire.

    VoidSiege (early form), Special Rules: Dispersion. All of it lies within range, so that below 8 inches of range it can only
    lie across. Friend or foe, its own unit too; it does not slide. Points go to models under the template only.

    >>> from grognard.systems.command.examples import law
    >>> law("Dispersion", rate=2, resolve=4, under=2).fraction(1)  # one die, four hits
    Fraction(5, 6)
    """

    spellings = ("Dispersion",)
    on = ("weapon",)

    def lays(self, laying: Laying, shot: Shot) -> None:
        if not shot.melee:
            laying.lay(TEARDROP, self, "a teardrop, one roll for each unit under it")


class Hypercharge(CommandRule, frozen=True):
    """A 3" template is laid on each model that the weapon slays: a Direct Damage die for each enemy model under it.

    VoidSiege (early form), Special Rules: Hypercharge. In melee too, and whichever unit they belong to. The slain model gives
    no die, points go to models under the template even out of range, and those who fall by it set off nothing.

    >>> from grognard.systems.command.examples import law
    >>> law("Hypercharge", rate=1, resolve=1, models=2).fraction(2)  # the hit slays, then a die of 2+ on the one beside
    Fraction(25, 36)
    """

    spellings = ("Hypercharge", "Hyper-charge")
    on = ("weapon",)

    def removes(self, removal: Removal, shot: Shot) -> None:
        removal.burst(1, self, "a template on each model slain")


class Fissure(CommandRule, frozen=True):
    """For each infantry model that the weapon removes its unit takes Direct Damage dice by its Hit Points.

    VoidSiege (early form), Special Rules: Fissure. At once, before the next point; not for models removed by these dice, or by
    Borer's.

    >>> from grognard.systems.command.examples import law
    >>> law("Fissure", rate=1, resolve=1, models=2).fraction(2)
    Fraction(25, 36)
    """

    spellings = ("Fissure",)
    on = ("weapon",)

    def removes(self, removal: Removal, shot: Shot) -> None:
        if not shot.vehicle:
            removal.bore("hp", self, "dice by HP for each model removed")
