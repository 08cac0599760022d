"""What rules fill while something is worked out: slots in which the order of speaking cannot matter."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Literal, TypeAlias

from msgspec import Struct

from ...common.building import Because, because
from ...common.profiles import Weapon
from ...common.rules import Rule, id_of
from ...kernel.faces import Test, Throw


class Slots:
    """Keeps who said what: that is the explanation, and the ids that the log names."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def say(self, by: Rule | str, says: str) -> None:
        """Keeps a reason."""
        self.because.append(because(by, says))


class Deployment:
    """How a squad may be set up."""

    def __init__(self) -> None:
        self.reserve = False
        self.ahead = 0  # inches from its own edge within which it may be put down whatever else holds
        self.by: tuple[str, ...] = ()

    def hold_back(self, by: Rule) -> None:
        """It starts in reserve."""
        self.reserve, self.by = True, (*self.by, id_of(by))

    def go_ahead(self, inches: int, by: Rule) -> None:
        """It may be put down within so many inches of its side's edge; of several, the most."""
        self.ahead, self.by = max(self.ahead, inches), (*self.by, id_of(by))


# --- how often a weapon fires -----------------------------------------------------------------------------------------


class ReadyWeapon(Struct, frozen=True):
    """One weapon ready to fire: ``shots`` in each of ``uses``."""

    shots: int
    energy: int | None
    uses: int
    combined: bool
    because: tuple[Because, ...]
    apart: float = 0.0  # inches between the units that one weapon may be aimed at in its several uses
    at_aircraft: float = inf  # inches that it reaches at most at Aircraft in the air


class RateOfFire(Slots):
    """The shots of a weapon, and in how many uses."""

    def __init__(self, weapon: Weapon) -> None:
        super().__init__()
        self.weapon = weapon
        self.fewer = 0
        self.factor = 1
        self.uses = 1
        self.apart = 0.0
        self.combining = False
        self.most = 0
        self.at_aircraft = inf

    def lose(self, shots: int, by: Rule, says: str) -> None:
        """So many shots fewer."""
        self.fewer += shots
        self.say(by, says)

    def multiply(self, n: int, by: Rule, says: str) -> None:
        """Multiplies the shots that are left by ``n``."""
        self.factor *= n
        self.say(by, says)

    def combine(self, most: int, at_aircraft: float, by: Rule, says: str) -> None:
        """All shots as one, with an Energy more for each other, up to ``most``.

        Fired so, it reaches no more than ``at_aircraft`` inches at Aircraft in the air.
        """
        self.combining = True
        self.most, self.at_aircraft = max(self.most, most), min(self.at_aircraft, at_aircraft)
        self.say(by, says)

    def times(self, uses: int, apart: float, by: Rule, says: str) -> None:
        """It is fired several times in one Shooting action, at units no more than so many inches from one another."""
        self.uses, self.apart = max(self.uses, uses), max(self.apart, apart)
        self.say(by, says)

    def done(self) -> ReadyWeapon:
        """How the weapon fires."""
        stats = self.weapon.stats
        shots = max(0, stats.shots - self.fewer) * self.factor
        energy = stats.energy
        combined = self.combining and shots > 0 and energy is not None
        if combined:
            energy = max(energy, min(self.most, energy + shots - 1))
            shots = 1
        reach = self.at_aircraft if combined else inf
        return ReadyWeapon(shots, energy, self.uses, combined, tuple(self.because), self.apart, reach)


# --- one shot ---------------------------------------------------------------------------------------------------------

MISS, HIT, GLANCE, DESTROYED = "miss", "hit", "glance", "destroyer"  # outcomes of the test to hit
NOTHING, DAMAGE, CRITICAL = 0, 1, 2  # outcomes of the damage roll
PROTECTION = ("soft", "body", "hull-down", "evasion")

# What a weapon may be allowed: Aircraft in the air, what nobody sees, the middle of a Garrison, Reaction Fire.
Allowed: TypeAlias = Literal["aircraft", "unseen", "inside", "reaction"]


class Permit(Slots):
    """What a weapon may be aimed at beyond the usual; rules allow and bar."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed: set[str] = set()
        self.barred: dict[str, str] = {}

    def allow(self, what: Allowed, by: Rule | str, says: str) -> None:
        """The weapon may be used so, unless another rule bars it."""
        self.allowed.add(what)
        self.say(by, says)

    def bar(self, what: Allowed, why: str) -> None:
        """Forbids it, whatever else allows it."""
        self.barred[what] = why


class Hits(Slots):
    """What becomes of dice that hit, and of those that miss: hits given up for others, templates, glances, several hits."""

    def __init__(self) -> None:
        super().__init__()
        self.focus = 0  # Energy that each hit given up adds to another
        self.template = 0.0  # inches: the radius of the template whose units are hit; 0: none is laid
        self.glance: int | None = None  # Energy of a hit by a die that missed, as a change; None: misses miss
        self.glance_from = 2  # the lowest natural die that glances
        self.many: Test | Throw | None = None  # dice of hits that each hit becomes

    def give_up(self, energy: int, by: Rule, says: str) -> None:
        """A hit may be given up to add so much Energy to another; of several, the most."""
        self.focus = max(self.focus, energy)
        self.say(by, says)

    def lay_template(self, radius: float, by: Rule, says: str) -> None:
        """All units within so many inches of the one aimed at are hit."""
        self.template = max(self.template, radius)
        self.say(by, says)

    def let_glance(self, energy: int, natural: int) -> None:
        """A miss with so high a natural die hits the unit aimed at, its Energy changed by so much."""
        self.glance, self.glance_from = energy, natural

    def become(self, many: Test | Throw, by: Rule, says: str) -> None:
        """Each hit becomes as many as the dice say."""
        self.many = many
        self.say(by, says)


class Harm(Slots):
    """What a success of the damage roll is worth: points for a plain one, a critical, a Destroyer hit."""

    def __init__(self, scenery: bool, criticals: bool) -> None:
        super().__init__()
        self.scenery = scenery
        self.criticals = criticals  # whether this kind of attack has critical hits at all
        self.none = False
        self._plain: list[int] = []
        self._critical: list[int] = []
        self._as_plain = False
        self._most: int | None = None

    def offer(self, points: int, critical: int, by: Rule | str, says: str) -> None:
        """A success does this many points instead of one, a natural critical so many instead of two; the most counts."""
        self._plain.append(points)
        self._critical.append(critical)
        self.say(by, says)

    def as_plain(self, by: Rule | str, says: str, most: int | None = None) -> None:
        """Critical and Destroyer hits count as plain ones, or (``most``) as so many points."""
        self._as_plain, self._most = True, most
        self.say(by, says)

    def spare(self, by: Rule | str, says: str) -> None:
        """No success does anything."""
        self.none = True
        self.say(by, says)

    def worth(self) -> dict[Hashable, tuple[int, int, int]]:
        """(points, criticals, tokens) for each outcome of the damage roll and for a Destroyer hit."""
        plain = max(self._plain, default=1)
        one = (plain, 0, 0)
        if self.none:
            return {NOTHING: (0, 0, 0), DAMAGE: (0, 0, 0), CRITICAL: (0, 0, 0), DESTROYED: (0, 0, 0)}
        if self.scenery:
            crit = destroyer = (plain, 1, 1)
        elif not self.criticals:
            crit = destroyer = one
        elif self._as_plain:
            crit = destroyer = (plain if self._most is None else self._most, 0, 0)
        else:
            crit = (max(self._critical, default=2), 1, 0)
            destroyer = (max(2, plain), 1, 0)
        return {NOTHING: (0, 0, 0), DAMAGE: one, CRITICAL: crit, DESTROYED: destroyer}


class Guard:
    """The saves of the target against one Damage Point, one die each, one after the other."""

    def __init__(self) -> None:
        self.saves: list[tuple[str, int, Rule | str, str]] = []

    def add(self, name: str, needs: int, by: Rule | str, says: str) -> None:
        """A further save, passed on the number and more."""
        self.saves.append((name, needs, by, says))

    def better(self, name: str, needs: int, by: Rule | str, says: str) -> None:
        """A save that counts in place of one of that name that it is better than."""
        if any(known == name and own <= needs for known, own, *_ in self.saves):
            return
        self.saves = [(name, needs, by, says), *(save for save in self.saves if save[0] != name)]
