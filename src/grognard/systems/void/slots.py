"""The tests of an attack while rules still speak: to hit, damage, cover save, armour save, each with its own slots.

Order of speaking cannot matter: bonuses add up, of cover bonuses and of armour numbers the highest counts, a lock beats
every size.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from ...common.building import Because, Building, Built, because
from ...common.rules import Rule
from .rulings import BANDS, Terms


class Leap(Struct, frozen=True):
    """A jump: so many inches, over what is no higher than ``high``."""

    inches: float
    high: float


class Drop(Struct, frozen=True):
    """Where a unit may come down: wholly within ``edge`` inches of a table edge, and further than ``away`` from every enemy."""

    edge: float
    away: float


class CounterCharge(Enum):
    """Whether a unit counter-charges, where a rule decides it and not its owner."""

    ALWAYS = "always"
    NEVER = "never"


class Damage:
    """The damage of one hit: ``dam`` against T on each of ``dice`` dice, and a die more for every so many clear points."""

    def __init__(self, dam: int, dice: int) -> None:
        self.dam = self.printed = dam  # with what rules add, and without it
        self.dice = dice
        self.clear = 0  # clear points on the roll to hit that make one die more; 0: none do
        self.because: list[Because] = []

    def add(self, n: int, by: Rule, says: str) -> None:
        """Adds to Dam."""
        self.dam += n
        self._say(by, says)

    def add_dice(self, n: int, by: Rule, says: str) -> None:
        """Adds damage dice to each hit."""
        self.dice += n
        self._say(by, says)

    def dice_per_clear(self, points: int, by: Rule, says: str) -> None:
        """One more die for every ``points`` by which the roll to hit was passed; the best such rule counts."""
        self.clear = min(points, self.clear or points)
        self._say(by, says)

    def dice_at(self, margin: int) -> int:
        """How many dice a hit with this margin rolls."""
        return self.dice + (margin // self.clear if self.clear and margin > 0 else 0)

    def _say(self, by: Rule, says: str) -> None:
        reason = because(by, says)
        if reason not in self.because:
            self.because.append(reason)


class Hit(Building):
    """The roll to hit. The weapon's modifier and the target's size stand in slots, so that a target lock can void both."""

    def __init__(self, name: str, needs: int, terms: Terms) -> None:
        super().__init__(name, needs, 10, terms.fails, terms.passes)
        self.terms = terms
        self.automatic: list[Because] = []
        self._band: tuple[int, int] | None = None
        self._size: int | None = None
        self._sized: Rule | None = None
        self._lock: Rule | None = None
        self._moved = False
        self._still: Rule | None = None

    def weapon(self, band: int, modifier: int) -> None:
        """The weapon's modifier at this range band."""
        self._band = (band, modifier)

    def size(self, sz: int) -> None:
        """The target's size by its profile."""
        self._size = sz

    def smaller(self, sz: int, by: Rule) -> None:
        """The target counts as of this size, when that is smaller."""
        if self._size is not None and sz < self._size:
            self._size, self._sized = sz, by

    def moved(self) -> None:
        """The unit has moved in this turn."""
        self._moved = True

    def still(self, by: Rule) -> None:
        """It does not count as having moved."""
        self._still = by

    def lock(self, by: Rule) -> None:
        """The weapon's modifier and the target's size count as 0."""
        self._lock = by

    def certain(self, by: Rule | str, says: str) -> None:
        """No roll: it hits."""
        self.automatic.append(because(by, says))

    def done(self, ordering: dict[frozenset[str], str] | None = None) -> Built:
        if self._moved and self._still is not None:
            self.say(self._still, "does not count as moved")
        elif self._moved:
            self.add(-1, "moved", "-1, the unit has moved")
        if self._lock is not None:
            self.say(self._lock, "target lock: weapon modifier and size count as 0")
        else:
            if self._band is not None and self._band[1]:
                self.add(self._band[1], "weapon", f"{self._band[1]:+d} at {BANDS[self._band[0]]} range")
            if self._size is not None and self.terms.size and self._size != 2:
                self.add(
                    self._size - 2, self._sized or "size", f"{self._size - 2:+d}, the target is of size {self._size}"
                )
        return super().done(ordering)


class CoverSave:
    """The cover save: a rating, and bonuses of which only the highest counts."""

    def __init__(self, rating: int, terms: Terms) -> None:
        self.rating = rating
        self.terms = terms
        self._bonus: tuple[int, Rule, str] | None = None

    def bonus(self, n: int, by: Rule, says: str) -> None:
        """A better rating; of several the highest counts, so Camouflage and Stealth together are no more than one."""
        if self._bonus is None or n > self._bonus[0]:
            self._bonus = (n, by, says)

    def done(self) -> Built | None:
        """The save, or None when there is none: in the open without any bonus."""
        base = self.rating + self.terms.cover if self.rating else 0
        if not base and self._bonus is None:
            return None
        test = Building("cover save", 10 - base, 10, self.terms.fails, self.terms.passes)
        if base:
            test.say("cover", f"rating {base}: {10 - base}+")
        if self._bonus is not None:
            test.add(*self._bonus)
        return test.done()


class Armour:
    """The armour save: the highest Heavy Armour number offered, less the armour piercing there is."""

    def __init__(self, piercing: int, terms: Terms) -> None:
        self.terms = terms
        self._weapon = piercing
        self._pierces: list[tuple[int, Rule, str]] = []
        self._offer: tuple[int, Rule, str] | None = None

    def offer(self, n: int, by: Rule, says: str) -> None:
        """A Heavy Armour number; the highest counts."""
        if self._offer is None or n > self._offer[0]:
            self._offer = (n, by, says)

    def pierce(self, n: int, by: Rule, says: str) -> None:
        """More armour piercing; it adds up."""
        self._pierces.append((n, by, says))

    @property
    def piercing(self) -> int:
        """The armour piercing there is in all."""
        return self._weapon + sum(n for n, _, _ in self._pierces)

    def done(self) -> Built | None:
        """The save, or None when nothing gives one."""
        if self._offer is None:
            return None
        n, by, says = self._offer
        if self.terms.piercing_cancels:
            if self.piercing >= n:
                return None
            test = Building("armour save", 10 - n, 10, self.terms.fails, self.terms.passes)
            test.say(by, says)
            return test.done()
        test = Building("armour save", 10 - n, 10, self.terms.fails, self.terms.passes)
        test.say(by, says)
        if self._weapon:
            test.add(-self._weapon, "weapon", f"armour piercing {self._weapon}")
        for more, rule, word in self._pierces:
            test.add(-more, rule, word)
        return test.done()
