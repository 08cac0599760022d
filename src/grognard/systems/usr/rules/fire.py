"""Rules of when a weapon may be fired and at how many targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import bearing
from ..attack.outcomes import HOT
from ..model_types import type_of
from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ..attack.matchup import Attack
    from ..attack.weapons import Firing, Gunnery, Watch
    from ..shooting.split_fire import Division
    from ..shooting.templates import Scattering
    from ..slots import Figure, Landing, Saves, ToHit


class OneUseOnly(UsrRule, frozen=True):
    """The weapon is used once in the battle, or as often as its number says, whether it hits or not.

    USR Reference: One Use Only/One Shot Only. Each model that has one counts for itself; it may be kept while its bearer fires
    all else. Lists write ``2x One Use Only`` of a weapon that may be used twice.

    >>> from grognard.systems.usr.attack.weapons import guns
    >>> from grognard.systems.usr.examples import model, weapon
    >>> from grognard.systems.usr.shooting.ammunition import spent
    >>> rocket = weapon("Rocket", "One Use Only")
    >>> bearer = model(weapons=[weapon("Rifle"), rocket])
    >>> [w.name for w in guns(bearer)], [w.name for w in guns(spent(bearer, rocket))]
    (['Rifle', 'Rocket'], ['Rifle'])
    """

    spellings = ("One Use Only", "One Shot Only", "One Use", "One Shot", "One Use Only/One Shot Only")
    on = ("weapon",)
    example = "One Use Only"

    uses: int = 1

    def written(self) -> str:
        return f"One Use Only ({self.uses})" if self.uses > 1 else "One Use Only"

    @property
    def after_use(self) -> OneUseOnly | None:
        """One use less; None after the last."""
        return OneUseOnly(self.uses - 1) if self.uses > 1 else None

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        often = {1: "once", 2: "twice"}.get(self.uses, f"{self.uses} times")
        fire.once(self, f"{often} in the battle")


class MissileLock(UsrRule, frozen=True):
    """Misses with One Use Only weapons are thrown again; their markers scatter D6 inches in place of 2D6.

    USR Reference: Missile Lock. Ballistic Skill is still taken off; the short scatter stands in place of a re-roll of the marker.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("One Use Only", rules=["Missile Lock"]), target())  # 8/9 to hit
    Fraction(4, 9)
    """

    spellings = ("Missile Lock",)
    on = ("model", "vehicle")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.shooting and bearing(attack.weapon, OneUseOnly):
            test.reroll("failed", self, "used once: misses are thrown again")

    def scatters(self, scatter: Scattering, attack: Attack) -> None:
        if bearing(attack.weapon, OneUseOnly):
            scatter.by_dice(1, self, "used once: it scatters D6 inches")

    def landing(self, landing: Landing, attack: Attack) -> None:
        if bearing(attack.weapon, OneUseOnly):
            landing.reheat(self, "a 1 for Gets Hot is rolled again")


class NightVision(UsrRule, frozen=True):
    """When the unit shoots, the dark covers nobody.

    USR Reference: Night Vision. One bearer is enough; the Stealth that targets have of their own still helps them.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> dark = {"night": True}
    >>> slays(shooter(), target(), sets=dark), slays(shooter(rules=["Night Vision"]), target(), sets=dark)
    (Fraction(5, 18), Fraction(1, 3))
    """

    spellings = ("Night Vision",)
    on = ("model", "vehicle")
    covers = "any"

    def denies(self, saves: Saves, attack: Attack) -> None:
        if attack.how.night and attack.shooting:
            saves.no_night(self, "sees in the dark")


class Interceptor(UsrRule, frozen=True):
    """At the end of the enemy's Movement phase the weapon may fire at a unit that has come from reserve this turn.

    USR Reference: Interceptor. Within range and line of sight, with full skill; it is silent in its owner's next turn, in which the
    model may fire another.

    >>> from grognard.systems.usr.attack.weapons import intercepts
    >>> from grognard.systems.usr.examples import model, weapon
    >>> watch = weapon("Watch gun", "Interceptor")
    >>> [w.name for w in intercepts(model(weapons=[weapon("Rifle"), watch]))]
    ['Watch gun']
    """

    spellings = ("Interceptor",)
    on = ("weapon",)

    def intercepting(self, watch: Watch, weapon: Weapon) -> None:
        watch.ready(self, "may fire at who comes from reserve", then_silent=True)


class SplitFire(UsrRule, frozen=True):
    """Each model of the unit may shoot at a target of its own.

    USR Reference: Split Fire. One bearer is enough: the shots at one target are resolved, then those of the models that waited.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.shooting.split_fire import splits
    >>> splits((model("Split Fire"), model())), splits((model(),))
    (('usr:split-fire',), ())
    """

    spellings = ("Split Fire",)
    on = ("model", "vehicle")
    covers = "any"

    def splits(self, division: Division) -> None:
        division.allow(self, "each model may have a target of its own")


class SentryDefenceSystem(UsrRule, frozen=True):
    """A building fires its weapons by itself, manned or empty, and may be attacked when nobody is in it.

    USR Reference: Sentry Defence System. Automated fire has Ballistic Skill 2 and goes at the nearest enemy unit in sight and range
    (core rules of the 7th edition); nobody inside fires these weapons.

    >>> from grognard.systems.usr.examples import model, slays, target, unit, weapon
    >>> tower = unit(model("Sentry Defence System", Front=12, HP=3, BS=0, weapons=[weapon()]), type="Building")
    >>> slays(tower, target())  # 5+ to hit, 4+ to wound
    Fraction(1, 6)
    """

    spellings = ("Sentry Defence System", "Sentry Defense System")
    on = ("vehicle", "model")

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.by_itself(self, "fires by itself at the nearest enemy")

    def skill(self, figure: Figure, attack: Attack) -> None:
        if type_of(attack.by).type == "Building":
            figure.set(2, self, "automated fire: Ballistic Skill 2")


class PowerOfTheMachineSpirit(UsrRule, frozen=True):
    """The vehicle fires one more weapon at its own Ballistic Skill, at another target if its player likes.

    USR Reference: Power of the Machine Spirit. Added to what its speed allows, and to none when it fires Snap Shots; not in a
    turn in which it advances or uses smoke launchers.

    >>> from grognard.systems.usr.examples import model, slays, target, unit, weapon
    >>> wain = unit(model("Power of the Machine Spirit", Front=13, weapons=[weapon()]), type="Vehicle")
    >>> slays(wain, target(), sets={"speed": "cruising"})  # not the Snap Shot of a vehicle at that speed
    Fraction(1, 3)
    """

    spellings = ("Power of the Machine Spirit", "Machine Spirit")
    on = ("vehicle", "model")

    def gunnery(self, guns: Gunnery) -> None:
        guns.add(1, self, "one more weapon at full skill")
        guns.elsewhere(self, "it may take another target")


class GetsHot(UsrRule, frozen=True):
    """A shot may be supercharged: Strength +1 or a blast; a 1 to hit then wounds the firer. Without a roll to hit a D6 is rolled.

    USR Reference: Gets Hot. No saves against that wound, Feel No Pain may be rolled. Weapons without a roll to hit roll their D6
    supercharged or not (ruling gets-hot-blast); on a 1 the shot is lost. With a re-roll only a second 1 hurts.

    >>> from grognard.systems.usr.examples import other, shooter, slays, target
    >>> plasma = shooter("Gets Hot", S=7, AP=2)
    >>> slays(plasma, target(T=6)), slays(plasma, target(T=6), sets={"supercharge": "strength"})
    (Fraction(4, 9), Fraction(5, 9))
    >>> other(plasma, target(), "own-slain", sets={"supercharge": "strength"})
    Fraction(1, 6)
    """

    spellings = ("Gets Hot", "Gets Hot!")
    on = ("weapon",)

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.mode("strength", self, "Strength +1")
        fire.mode("blast", self, "a blast")

    def strength(self, figure: Figure, attack: Attack) -> None:
        if attack.how.supercharge == "strength":
            figure.add(1, self, "supercharged: +1")

    def landing(self, landing: Landing, attack: Attack) -> None:
        if attack.how.supercharge == "blast":
            landing.upgrade(3, 5, self, "supercharged: a blast, a blast a large one")
        if attack.how.supercharge or attack.ruling("gets-hot-blast", "always") == "always":
            landing.heat((1,), self, "a 1 before firing loses the shot and wounds the firer")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.how.supercharge and not attack.melee:
            test.face(1, HOT, self, "a 1 wounds the firer", as_failure=True)
