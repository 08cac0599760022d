"""What hits automatically and is nobody's weapon: wrecks, falling masonry, Collateral, traps, the weight of a Behemoth.

Source: Dropzone Commander 2.2.0, Transports: destroyed; Aircraft: crashing; Scenery: Collateral, destruction; Behemoths: moving,
drop-harness, toppling; Scenarios: Survey and Control; command card 28.
"""

from __future__ import annotations

from msgspec.structs import replace

from ...common.building import Because, reasoned
from ...common.profiles import Weapon
from ...kernel.asks import Procedure, Roll
from ...kernel.faces import Test, d3, die
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


# --- the dice for how many hits, and how far ----------------------------------------------------------------------------

TWO_D3 = Test("2D3 hits", 6, (1, 1, 2, 2, 3, 3))
BLAST = Because("D3", "within so many inches, so many hits each")
ABOARD = Because("D3", "so many hits on each unit that rode in it")
EACH = Because("falling masonry", "so many hits on each unit inside")
SPREAD = Because("Spread", "so many hits on each squad and piece within it")
TOPPLES = Because("D6", "within its Spread and so many inches, so many hits each")


def two_d3(what: str, why: Because) -> Procedure:
    """2D3 hits, a die at a time."""
    test = replace(TWO_D3, name=reasoned(f"{what} (2D3, a die at a time)", why))
    return (yield Roll(test)) + (yield Roll(test))


def crash_die(aircraft: str) -> Test:
    """How far and how hard an Aircraft comes down."""
    return d3(reasoned(f"crash of {aircraft}, harmless on a 3", BLAST))


def wreck_die(cargo: str) -> Test:
    """What a squad suffers in the wreck of its transport."""
    return d3(reasoned(f"hits on {cargo} in the wreck, none on a 3", ABOARD))


def masonry_die(house: str) -> Test:
    """How far and how hard the masonry of a building falls outside."""
    return d3(reasoned(f"masonry of {house}, inches and hits", BLAST))


def trampling_die(beast: str) -> Test:
    """The hits of a Behemoth on what it stands on."""
    return d3(reasoned(f"hits by the trampling of {beast}", SPREAD))


def fall_die(beast: str) -> Test:
    """How far and how hard a Behemoth falls."""
    return die(6, reasoned(f"fall of {beast}, torn apart on a 1", TOPPLES))


def torn_die(beast: str) -> Test:
    """How far the pieces of a Behemoth fly that is torn apart."""
    return die(6, f"how far {beast} is torn apart, inches")
