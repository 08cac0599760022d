"""Rules of wounding: what the roll to wound needs, what a six of it does, what discounts a wound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....common.rules import bearing
from ..attack.outcomes import CRUSHED, DEVASTATING, NOTHING, SOLID
from ..moments import UsrRule
from ..slots import NO_SAVES

if TYPE_CHECKING:
    from ....common.building import Building
    from ..attack.matchup import Attack
    from ..slots import Figure, Harm, Penetration, ToWound


class Rending(UsrRule, frozen=True):
    """A 6 to wound wounds whatever the Toughness, at AP2; a 6 to penetrate armour adds a D3.

    USR Reference: Rending. On a model or melee weapon in close combat, on a gun in shooting; the D3 comes once a roll and does not
    change the AP of the hit.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Rending"), target(Sv="3+"))  # 4 and 5 to wound may be saved, 6 not: 2/3 (2/6 1/3 + 1/6)
    Fraction(5, 27)
    """

    spellings = ("Rending",)
    on = ("weapon", "model")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        ap = min(2, test.ap)
        test.face(6, ap, self, f"a 6 wounds at AP{ap}")

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        penetration.add_on(6, "D3", self, "a 6 adds a D3")


class Poisoned(UsrRule, frozen=True):
    """Wounds on a fixed roll (4+ unless it says so) or better; stronger than the target in combat, failures are rolled again.

    USR Reference: Poisoned. A printed Strength, "User" too, counts for both; without one the weapon has Strength 1 and the bearer's
    own Strength decides about the re-roll; a rule that says otherwise (Sniper, a Smash Attack) stands. No effect on vehicles.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Poisoned (2+)", S=1), target(T=8))
    Fraction(5, 9)
    """

    spellings = ("Poisoned", "Poison")
    on = ("weapon", "model")
    example = "Poisoned (4+)"

    needs: int = 4

    def written(self) -> str:
        return f"Poisoned ({self.needs}+)"

    def strength(self, figure: Figure, attack: Attack) -> None:
        if self in attack.weapon.rules and strengthened_by_poison(attack):
            figure.start(1, self, "no Strength printed: 1")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        needs = 6 if attack.at.counts_as("Gargantuan Creature") else self.needs
        test.offer(needs, self, f"{needs}+ unless less is needed")
        of_weapon = 0 if strengthened_by_poison(attack) else test.strength
        if attack.melee and max(of_weapon, attack.by.stats.S) > attack.at.T:
            test.reroll("failed", self, "stronger than the target: failures are rolled again")


def strengthened_by_poison(attack: Attack) -> bool:
    """Whether a weapon has the Strength of its poison, whoever bears it: none is printed, and it is no Smash Attack."""
    printed = attack.weapon.stats.S not in ("", "X") or attack.how.one_blow
    return not printed and bearing(attack.weapon, Poisoned) is not None


class FeelNoPain(UsrRule, frozen=True):
    """An unsaved wound is discounted on 5+, or on the number given.

    USR Reference: Feel No Pain. It is no save: it is rolled where no saves are allowed too, but never against Instant Death or a
    Destroyer weapon; never better than 2+. One such roll a wound.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Feel No Pain (4+)"))
    Fraction(1, 6)
    """

    spellings = ("Feel No Pain", "FNP")
    on = ("model",)
    example = "Feel No Pain (5+)"

    needs: int = 5

    def written(self) -> str:
        return f"Feel No Pain ({self.needs}+)"

    def unsaved(self, test: Building, attack: Attack) -> None:
        test.offer(max(2, self.needs), self, f"{max(2, self.needs)}+ discounts an unsaved wound")


class Fleshbane(UsrRule, frozen=True):
    """Wounds on 2+, whatever the Toughness.

    USR Reference: Fleshbane. On a model or melee weapon in close combat, on a gun in shooting; no effect on vehicles and buildings.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Fleshbane", S=3), target(T=8))
    Fraction(5, 9)
    """

    spellings = ("Fleshbane",)
    on = ("weapon", "model")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        test.offer(2, self, "always on 2+")


class Graviton(UsrRule, frozen=True):
    """A shot wounds on the number of the target's armour save; on a vehicle a 6 immobilises and costs a hull point.

    USR Reference: Graviton. The save of most models, of equals the poorer; 6+ against those without. No effect on buildings.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Graviton", S="X", AP=2), target(Sv="3+")), slays(shooter("Graviton", S="X"), target())
    (Fraction(4, 9), Fraction(1, 9))
    """

    spellings = ("Graviton",)
    on = ("weapon",)

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if attack.shooting:
            needs = attack.at.Sv or 6
            test.set(needs, self, f"on the number of the armour save: {needs}+")

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if attack.shooting:
            on_six = NOTHING if attack.at.counts_as("Building") else CRUSHED
            penetration.read("graviton", (NOTHING,) * 5 + (on_six,), self, "a 6 immobilises and costs a hull point")


class Destroyer(UsrRule, frozen=True):
    """A hit rolls a D6: 1 nothing; 2 to 5 D3 wounds or a penetrating hit of D3 hull points; 6 D6+6 of them and no saves.

    USR Reference: Destroyer Weapons. A weapon of Strength D; it counts as 10 for Instant Death, excess is lost, Feel No Pain is not
    rolled.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(S="D", AP=2), target(Inv="4+"))  # 2/3 hit; 4/6 may be saved, 1/6 not
    Fraction(1, 3)
    """

    spellings = ("Destroyer", "Destroyer Weapon", "Destroyer Weapons")
    on = ("weapon",)

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if self._devours(attack):
            solid = test.ap
            test.read(
                "destroyer", (None, solid, solid, solid, solid, NO_SAVES), self, "2-5 a serious wound, 6 a deathblow"
            )

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if self._devours(attack):
            hits = (NOTHING, SOLID, SOLID, SOLID, SOLID, DEVASTATING)
            penetration.read("destroyer", hits, self, "2-5 a penetrating hit of D3, 6 of D6+6")

    def harms(self, harm: Harm, attack: Attack) -> None:
        if self._devours(attack):
            harm.costs_rolled("D3", self, "D3 wounds, after a 6 D6+6")

    def _devours(self, attack: Any) -> bool:
        """Not in the outer zones of a marker that have a Strength in numbers."""
        stats, zone = attack.weapon.stats, attack.how.zone
        return not (zone and stats.beyond_s) or stats.strength_in(zone) == "D"


class InstantDeath(UsrRule, frozen=True):
    """An unsaved wound takes every wound that the model has left.

    USR Reference: Instant Death. On a weapon, or on a model for all its attacks; no Feel No Pain against it.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Instant Death"), target("Feel No Pain", W=3)).damage.fraction(3)
    Fraction(1, 3)
    """

    spellings = ("Instant Death",)
    on = ("weapon", "model")
    shots_too = True

    def harms(self, harm: Harm, attack: Attack) -> None:
        harm.slay(self, "an unsaved wound slays outright")


class EternalWarrior(UsrRule, frozen=True):
    """A wound with Instant Death costs its bearer one wound only.

    USR Reference: Eternal Warrior. Feel No Pain is still not rolled against it; a Destroyer hit costs what it rolls.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter(S=8), target("Eternal Warrior", W=3)).damage.fraction(1)
    Fraction(5, 9)
    """

    spellings = ("Eternal Warrior",)
    on = ("model",)

    def suffers(self, harm: Harm, attack: Attack) -> None:
        harm.endure(1, self, "Instant Death costs one wound")
