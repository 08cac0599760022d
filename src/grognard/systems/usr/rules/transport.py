"""Rules of riding: seats, getting out, and charging from transports and buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule

if TYPE_CHECKING:
    from ..vehicles.transports import LetOut, Seats


class Bulky(UsrRule, frozen=True):
    """A model takes two seats in a transport or building.

    USR Reference: Bulky. Of several such rules the largest number counts.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.vehicles.transports import seats
    >>> seats((model("Bulky"),) * 4)
    8
    """

    spellings = ("Bulky",)
    on = ("model",)

    def seated(self, seats: Seats) -> None:
        seats.takes(2, self, "two seats")


class VeryBulky(UsrRule, frozen=True):
    """A model takes three seats in a transport or building.

    USR Reference: Very Bulky.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.vehicles.transports import seats
    >>> seats((model("Very Bulky", "Bulky"),))
    3
    """

    spellings = ("Very Bulky",)
    on = ("model",)

    def seated(self, seats: Seats) -> None:
        seats.takes(3, self, "three seats")


class ExtremelyBulky(UsrRule, frozen=True):
    """A model takes five seats in a transport or building.

    USR Reference: Extremely Bulky.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.vehicles.transports import seats
    >>> seats((model("Extremely Bulky"), model()))
    6
    """

    spellings = ("Extremely Bulky",)
    on = ("model",)

    def seated(self, seats: Seats) -> None:
        seats.takes(5, self, "five seats")


class AssaultVehicle(UsrRule, frozen=True):
    """Units get out of it however far it has moved, on the turn it arrives too, and may charge.

    USR Reference: Assault Vehicle. That they may charge is a ruling (assault-vehicle); when it is destroyed they may not.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.vehicles.transports import let_out
    >>> [b.says for b in let_out(model("Assault Vehicle", Front=12)).late]
    ['units get out after it has moved']
    """

    spellings = ("Assault Vehicle",)
    on = ("vehicle", "model")

    def lets_out(self, way: LetOut) -> None:
        way.after_moving(self, "units get out after it has moved")
        way.may_charge(self, "and may charge")


class RepelTheEnemy(UsrRule, frozen=True):
    """Units that get out of the building may charge in the same turn, even when it has just been destroyed.

    USR Reference: Repel the Enemy.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.vehicles.transports import let_out
    >>> out = let_out(model("Repel the Enemy", Front=12))
    >>> len(out.charge), len(out.fallen), len(out.late)
    (1, 1, 0)
    """

    spellings = ("Repel the Enemy",)
    on = ("vehicle", "model")

    def lets_out(self, way: LetOut) -> None:
        way.may_charge(self, "units that get out may charge")
        way.may_charge_from_ruins(self, "even from its ruins")
