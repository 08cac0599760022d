"""What rules fill while something is worked out: slots in which the order of speaking cannot matter."""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct

from ...common.building import Because, because
from ...common.profiles import Weapon
from ...common.rules import Rule, id_of
from ...kernel.faces import Test, Throw


class Setup:
    """How a squad may be set up, while its rules still speak."""

    def __init__(self) -> None:
        self.reserve = False
        self.ahead = 0  # inches from its own edge within which it may be put down whatever else holds
        self.by: tuple[str, ...] = ()

    def hold_back(self, by: Rule) -> None:
        """It starts in reserve."""
        self.reserve, self.by = True, (*self.by, id_of(by))

    def go_ahead(self, inches: int, by: Rule) -> None:
        """It may be put down within so many inches of its side's edge."""
        self.ahead, self.by = max(self.ahead, inches), (*self.by, id_of(by))


COMBINED_MOST = 9  # the Energy to which combined fire can raise a weapon


class RateOfFire:
    """The shots of a weapon while rules still speak."""

    def __init__(self, weapon: Weapon) -> None:
        self.weapon = weapon
        self.fewer = 0
        self.factor = 1
        self.uses = 1
        self.combining = False
        self.because: list[Because] = []

    def lose(self, shots: int, by: Rule, says: str) -> None:
        """So many shots fewer."""
        self.fewer += shots
        self.because.append(because(by, says))

    def double(self, by: Rule, says: str) -> None:
        """Twice the shots that are left."""
        self.factor = 2
        self.because.append(because(by, says))

    def combine(self, by: Rule, says: str) -> None:
        """All shots as one, with an Energy more for each other."""
        self.combining = True
        self.because.append(because(by, says))

    def times(self, uses: int, by: Rule, says: str) -> None:
        """It is fired several times in one Shooting action."""
        self.uses = max(self.uses, uses)
        self.because.append(because(by, says))

    def done(self) -> Firing:
        """What comes of it."""
        stats = self.weapon.stats
        shots = max(0, stats.shots - self.fewer) * self.factor
        energy = stats.energy
        combined = self.combining and shots > 0 and energy is not None
        if combined:
            energy = max(energy, min(COMBINED_MOST, energy + shots - 1))
            shots = 1
        return Firing(shots, energy, self.uses, combined, tuple(self.because))


class Firing(Struct, frozen=True):
    """One weapon ready to fire: ``shots`` in each of ``uses``."""

    shots: int
    energy: int | None
    uses: int
    combined: bool
    because: tuple[Because, ...]


MISS, HIT, GLANCE, DESTROYED = "miss", "hit", "glance", "destroyer"  # outcomes of the test to hit
NOTHING, DAMAGE, CRITICAL = 0, 1, 2  # outcomes of the damage roll
PROTECTION = ("soft", "body", "hull-down", "evasion")


class Permit:
    """What a weapon may be aimed at beyond the usual; rules allow and bar."""

    def __init__(self) -> None:
        self.allowed: set[str] = set()
        self.barred: dict[str, str] = {}
        self.because: list[Because] = []

    def allow(self, what: str, by: Rule | str, says: str) -> None:
        """``"aircraft"``, ``"unseen"``, ``"inside"`` or ``"reaction"``."""
        self.allowed.add(what)
        self.because.append(because(by, says))

    def bar(self, what: str, why: str) -> None:
        """Forbids it, whatever else allows it."""
        self.barred[what] = why


class Hits:
    """What becomes of dice that hit: made stronger by giving up others, or a template."""

    def __init__(self) -> None:
        self.focus = 0  # Energy that each hit given up adds to another
        self.template = False  # units under it are hit
        self.glance: int | None = None  # Energy of a hit by a die that missed, as a change; None: misses miss
        self.many: Test | Throw | None = None  # dice of hits that each hit becomes
        self.because: list[Because] = []

    def say(self, by: Rule | str, says: str) -> None:
        self.because.append(because(by, says))


class Harm:
    """What a success of the damage roll is worth: points for a plain one, a critical, a Destroyer hit."""

    def __init__(self, scenery: bool, criticals: bool) -> None:
        self.scenery = scenery
        self.criticals = criticals  # whether this kind of attack has critical hits at all
        self.resilient = False
        self.immune = False
        self.offers: list[int] = []
        self.because: list[Because] = []

    def say(self, by: Rule | str, says: str) -> None:
        self.because.append(because(by, says))

    def offer(self, points: int, by: Rule | str, says: str) -> None:
        """A success does this many points instead of one; of several the highest counts."""
        self.offers.append(points)
        self.say(by, says)

    def worth(self, resilience: str) -> dict[Hashable, tuple[int, int, int]]:
        """(points, criticals, tokens) for each outcome of the damage roll and for a Destroyer hit."""
        plain = max(self.offers, default=1)
        one = (plain, 0, 0)
        if self.immune:
            return {NOTHING: (0, 0, 0), DAMAGE: (0, 0, 0), CRITICAL: (0, 0, 0), DESTROYED: (0, 0, 0)}
        if self.scenery:
            crit = destroyer = (plain, 1, 1)
        elif not self.criticals:
            crit = destroyer = one
        elif self.resilient:
            crit = destroyer = (1 if resilience == "one" else plain, 0, 0)
        else:
            crit = (2 * plain if self.offers else 2, 1, 0)
            destroyer = (max(2, plain), 1, 0)
        return {NOTHING: (0, 0, 0), DAMAGE: one, CRITICAL: crit, DESTROYED: destroyer}


class Guard:
    """The saves of the target against one Damage Point, one die each, one after the other."""

    def __init__(self) -> None:
        self.saves: list[tuple[str, int, Rule | str, str]] = []

    def add(self, name: str, needs: int, by: Rule | str, says: str) -> None:
        self.saves.append((name, needs, by, says))

    def better(self, name: str, needs: int, by: Rule | str, says: str) -> None:
        """A save that counts in place of one of that name that it is better than."""
        if any(known == name and own <= needs for known, own, *_ in self.saves):
            return
        self.saves = [(name, needs, by, says), *(save for save in self.saves if save[0] != name)]
