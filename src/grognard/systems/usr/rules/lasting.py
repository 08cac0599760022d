"""Rules whose effects last: on units, on single models, from turn to turn. The marks they leave stand beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from ....common.profiles import Weapon, interned
from ..model_marks import FIGHT, TURN, Mark
from ..moments import UsrRule
from ..profiles import WeaponStats, WeaponType
from .evasion import IgnoresCover

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..end_of_turn import Mending
    from ..lasting_effects import Fire
    from ..movement.movement_modifiers import Going
    from ..slots import Figure, Harm


class Blind(UsrRule, frozen=True):
    """A unit that is hit tests Initiative when the phase ends, or has Weapon and Ballistic Skill 1 to the end of its next turn.

    USR Reference: Blind. Shots and blows, of the weapon or of the model that bears it; one test a phase; a unit passes it
    against its own hits; who has no Initiative is spared.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Blind"), target(count=2, I=4), "blinded")  # 2/3 to hit, 2/6 fail
    Fraction(2, 9)
    """

    spellings = ("Blind",)
    on = ("weapon", "model")
    shots_too = True

    def harms(self, harm: Harm, attack: Attack) -> None:
        harm.mark("blind", self, "a hit forces an Initiative test when the phase ends", hit=True)


class Blinded(Mark, frozen=True):
    """Weapon Skill and Ballistic Skill 1; a 0 stays."""

    counts: ClassVar[str] = TURN
    sets: ClassVar[bool] = True

    def worn(self, stats: Any) -> Any:
        return replace(stats, WS=min(1, stats.WS), BS=min(1, stats.BS))

    def skill(self, figure: Figure, attack: Attack) -> None:
        figure.say(Blind(), "blinded: Ballistic Skill 1")

    def weapon_skill(self, figure: Figure, attack: Attack) -> None:
        figure.say(Blind(), "blinded: Weapon Skill 1")


class Concussive(UsrRule, frozen=True):
    """A model that survives an unsaved wound has Initiative 1 to the end of the Fight phase that follows.

    USR Reference: Concussive. Of a wound in a Fight phase: at once, and to the end of the next one. Not for vehicles.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Concussive"), target(W=2)).other["concussed"].fraction(1)
    Fraction(1, 3)
    """

    spellings = ("Concussive",)
    on = ("weapon",)

    def harms(self, harm: Harm, attack: Attack) -> None:
        if not attack.at.armoured:
            harm.mark_model("concussed", self, "who survives an unsaved wound has Initiative 1")


class Concussed(Mark, frozen=True):
    """Initiative 1. ``hit_at``: the Initiative step of this Fight phase at which it was hit; 0: in another phase."""

    counts: ClassVar[str] = FIGHT
    sets: ClassVar[bool] = True

    hit_at: int = 0

    def worn(self, stats: Any) -> Any:
        return replace(stats, I=min(1, stats.I))

    def initiative(self, figure: Figure, attack: Attack) -> None:
        figure.say(Concussive(), "concussed: Initiative 1")


class Strikedown(UsrRule, frozen=True):
    """A model on which a wound falls, saved or not, moves as in difficult ground to the end of its next turn.

    USR Reference: Strikedown. A save that is passed is enough, and so is a wound that Feel No Pain discounts. The unit keeps
    together, so all of it is slowed. Not for vehicles.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Strikedown"), target(Sv="2+")).other["struck-down"].fraction(1)  # wounded in 1/3, of which 5/6 are saved
    Fraction(5, 18)
    """

    spellings = ("Strikedown",)
    on = ("weapon",)

    def harms(self, harm: Harm, attack: Attack) -> None:
        if not attack.at.armoured:
            harm.mark_model("struck-down", self, "who suffers or saves a wound is slowed", saved=True)


class StruckDown(Mark, frozen=True):
    """It moves as in difficult ground, and so does its unit."""

    counts: ClassVar[str] = TURN
    covers: ClassVar[str] = "any"

    def moving(self, mode: Going) -> None:
        mode.hinder(Strikedown(), "struck down: as in difficult ground")


class SoulBlaze(UsrRule, frozen=True):
    """An unsaved wound sets the unit ablaze: when a turn ends the fire dies on a D6 of 3 or less, else D3 hits of Strength 4, AP5.

    USR Reference: Soul Blaze. The hits ignore cover, their wounds fall at random. A unit burns once at a time.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Soul Blaze"), target(count=2), "ablaze")
    Fraction(1, 3)
    """

    spellings = ("Soul Blaze",)
    on = ("weapon", "model")
    shots_too = True

    def harms(self, harm: Harm, attack: Attack) -> None:
        if not attack.at.armoured:
            harm.mark("ablaze", self, "an unsaved wound sets the unit ablaze")

    def burns(self, fire: Fire) -> None:
        flames = WeaponStats(range=1, S=4, AP=5, type=WeaponType("Assault"))
        fire.burn(
            3, "D3", interned(Weapon("soul blaze", flames, (IgnoresCover(),))), self, "dies on 3 or less, else D3 hits"
        )


class ItWillNotDie(UsrRule, frozen=True):
    """At the end of its own turn a bearer that has lost wounds or hull points gets one back on 5+.

    USR Reference: It Will Not Die. One D6 for each such model, one point at most; not for the dead.

    >>> from grognard.kernel.faces import reading
    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.end_of_turn import mending
    >>> reading(mending(model("It Will Not Die", W=2)).test).law.fraction(True)
    Fraction(1, 3)
    """

    spellings = ("It Will Not Die", "IWND")
    on = ("model", "vehicle")

    def mends(self, mending: Mending) -> None:
        mending.offer(5, self, "5+ gives back a wound or hull point")
