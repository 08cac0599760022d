"""How often weapons fire."""

from __future__ import annotations

from ..circumstances import Firer, Shot
from ..moments import DropzoneRule
from ..slots import Permit, RateOfFire


class AlternateFire(DropzoneRule, frozen=True):
    """Of the profiles with one number, a unit fires only one in a round.

    Dropzone Commander 2.2.0, Special rules: Alternate Fire. Reaction Fire counts. By default the first listed that may be aimed
    at the target.

    >>> from ..examples import duel
    >>> duel("Alternate Fire 1", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    >>> AlternateFire(1).group()
    1
    """

    number: int

    spellings = ("Alternate Fire", "Alt")
    on = ("weapon",)
    example = "Alternate Fire 1"

    def group(self) -> int:
        return self.number

    def written(self) -> str:
        return f"Alt-{self.number}"


class Limited(DropzoneRule, frozen=True):
    """It may be fired in so many Shooting actions of a battle.

    Dropzone Commander 2.2.0, Special rules: Limited. One action is one use, however many shots; Reaction Fire counts.

    >>> Limited(2).uses()
    2
    >>> from ..examples import duel
    >>> duel("Limited 1", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    number: int

    spellings = ("Limited", "L")
    on = ("weapon",)
    example = "Limited 1"

    def uses(self) -> int:
        return self.number

    def written(self) -> str:
        return f"Limited {self.number}"


class Reduced(DropzoneRule, frozen=True):
    """Shots are lost with Damage Points; the fire of a unit may be combined into one stronger shot.

    Dropzone Commander 2.2.0, Special rules: Reduced. Combined: one shot, an Energy more for each other, 9 at most; outside close
    quarters it may be aimed at Aircraft then, both ranges being 6 inches.

    >>> from ..examples import duel, expected
    >>> expected(duel("Reduced-1", acc=3, energy=3, shots=4, type="Infantry", A=7, DP=5, sets={"lost": 2}))
    Fraction(8, 9)
    """

    number: int

    spellings = ("Reduced", "RW")
    on = ("weapon",)
    example = "Reduced-1"

    def fires(self, fire: RateOfFire, unit: Firer) -> None:
        if unit.lost:
            each = f"{self.number} shot{'s' * (self.number > 1)} fewer"
            points = f"for each of {unit.lost} points lost" if unit.lost > 1 else "for the point lost"
            fire.lose(self.number * unit.lost, self, f"{each} {points}")
        if unit.combined:
            fire.combine(9, 6.0, self, "all shots combined into one")

    def may_target(self, permit: Permit, shot: Shot) -> None:
        if shot.now.combined and not shot.close:
            permit.allow("aircraft", self, "combined fire may be aimed at Aircraft within 6 inches")

    def written(self) -> str:
        return f"Reduced-{self.number}"


class Strafe(DropzoneRule, frozen=True):
    """It is fired several times, at units within 3 inches of one another.

    Dropzone Commander 2.2.0, Special rules: Strafe. Each use is aimed, hits and focuses by itself, at whatever squads and scenery.

    >>> from ..examples import duel
    >>> duel("Strafe-2", acc=2, energy=10, A=12, DP=1).destroyed  # one in 11/36 fails: both must
    Fraction(1175, 1296)
    """

    number: int

    spellings = ("Strafe",)
    on = ("weapon",)
    example = "Strafe-2"

    def fires(self, fire: RateOfFire, unit: Firer) -> None:
        fire.times(self.number, 3.0, self, f"fired {self.number} times")

    def written(self) -> str:
        return f"Strafe-{self.number}"


class Structural(DropzoneRule, frozen=True):
    """Crippled results that do not name it leave it alone.

    Dropzone Commander 2.2.0, Special rules: Structural. It changes no die.

    >>> Structural().crippled("a weapon is lost"), Structural().crippled("the Gatling Cannon is lost, Structural or not")
    (False, False)
    >>> from ..examples import duel
    >>> duel("Structural", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Structural",)
    on = ("weapon",)

    def crippled(self, result: str) -> bool:
        return False
