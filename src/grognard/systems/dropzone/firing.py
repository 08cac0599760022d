"""How often a weapon fires: shots lost with Damage Points, fire combined, several uses."""

from __future__ import annotations

from msgspec import Struct

from ...common.building import Because, because
from ...common.profiles import Weapon
from ...common.rules import Rule, kept, voices
from .situation import NO_CARDS, InPlay

COMBINED_MOST = 9  # the Energy to which combined fire can raise a weapon


class Firer(Struct, frozen=True):
    """What the rules of a weapon may know of the unit that fires it."""

    lost: int = 0  # Damage Points
    combined: bool = False  # its weapons combine their fire where they can
    cards: InPlay = NO_CARDS


class Fire:
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


@kept(8192)
def firing(weapon: Weapon, firer: Firer) -> Firing:
    """How a unit's weapon fires."""
    fire = Fire(weapon)
    for holder in (weapon, firer.cards):
        for speak in voices(holder, "fires"):
            speak(fire, firer)
    return fire.done()


@kept(8192)
def firing_with(weapon: Weapon, lost: int, combined: bool) -> Firing:
    """The same of a unit that has lost so many Damage Points."""
    return firing(weapon, Firer(lost, combined))
