"""What hits automatically and is nobody's weapon: wrecks, falling masonry, Collateral, traps, the weight of a Behemoth.

Source: Dropzone Commander 2.2.0, Transports: destroyed; Aircraft: crashing; Scenery: Collateral, destruction; Behemoths: moving,
drop-harness, toppling; Scenarios: Survey and Control; command card 28.
"""

from __future__ import annotations

from ...common.profiles import Weapon
from .profiles import WeaponStats


def automatic(name: str, energy: int) -> Weapon:
    """One hit without a die, of such an Energy."""
    return Weapon(name, WeaponStats(acc=None, energy=energy, shots=1))


def falling(armour: int) -> Weapon:
    """A building that comes down: hits as strong as it was."""
    return automatic("falling masonry", armour)


WRECK = automatic("wreck", 10)
COLLATERAL, FIRE = automatic("Collateral", 4), automatic("Collateral", 2)  # FIRE: on what is Flammable
FOOT = automatic("trampling", 10)
BULK = automatic("ploughing", 10)
LANDING = automatic("landing", 12)
BOOBY_TRAP = automatic("booby trap", 9)
