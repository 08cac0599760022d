"""Psychic powers as values: those of the core rules that forces may list by name, and what each does.

A witchfire is a weapon that takes warp charges; a force may write its own with the key ``warp``. Blessings and maledictions change
models until the psyker's next Psychic phase: what they add to statlines stands here, the rules they give in ``rules.psychic``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ....common.profiles import Model, Weapon, interned
from ....common.rules import Rule
from ....kernel.memo import memo
from ..model_marks import PSYCHIC, Mark
from ..profiles import WeaponStats, WeaponType
from .aim import Relentless
from .armour import Haywire, Melta
from .barrages import Barrage
from .combat import Smash
from .evasion import IgnoresCover
from .going import Fleet
from .lasting import SoulBlaze, Strikedown
from .markers import LargeBlast
from .nerve import Pinning
from .psychic import Bleeding, Crushing, Focussed, Ray, Shriek
from .wounds import EternalWarrior, FeelNoPain

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..movement.movement_modifiers import Going
    from ..slots import Saves, ToHit

BLESSING, MALEDICTION, WITCHFIRE, CONJURATION = "blessing", "malediction", "witchfire", "conjuration"
BEAM, NOVA, FOCUSSED = "beam", "nova", "focussed"  # sorts of witchfires, as a weapon's ``witchfire`` says

SANCTIC = frozenset(
    ("Banishment", "Gate of Infinity", "Hammerhand", "Sanctuary", "Purge Soul", "Cleansing Flame", "Vortex of Doom")
)  # by these names: most of them only as powers of a force's own


class Power(Struct, frozen=True):
    """One psychic power. ``reach`` in inches; 0: it is for the psyker and his unit, or with ``alone`` for him only."""

    name: str
    charge: int  # warp charges that it takes
    sort: str
    reach: int = 0
    alone: bool = False
    weapon: Weapon | None = None  # a witchfire's profile
    adds: tuple[tuple[str, int], ...] = ()  # to characteristics, after which they are 1 to 10
    invulnerable: int = 0  # a save of so much
    hinders: bool = False  # all ground is difficult
    brings: str = ""  # the name of the unit that it conjures
    after: str = ""  # what follows when the model that it strikes is slain, see ``aftermaths``

    @property
    def effects(self) -> str:
        """What it does to models that are under it, in brackets; "" where rules of its own say so."""
        found = [f"{key} {n:+}" for key, n in self.adds]
        found += ["all ground is difficult"] if self.hinders else []
        found += [f"{self.invulnerable}+ invulnerable save"] if self.invulnerable else []
        found += [str(rule) for rule in GIVES.get(self.name, ())]
        return f" ({', '.join(found)})" if found else ""

    @property
    def malefic(self) -> bool:
        """Whether any double brings Perils of the Warp, as with conjurations."""
        return self.sort == CONJURATION

    @property
    def sanctic(self) -> bool:
        """Whether any double brings Perils of the Warp to whoever is not at home with such powers."""
        return self.name in SANCTIC

    @property
    def hostile(self) -> bool:
        """Whether it is aimed at an enemy unit."""
        return self.sort not in (BLESSING, CONJURATION)


def _witchfire(
    name: str,
    charge: int,
    reach: int,
    strength: Any,
    ap: Any,
    fires: str,
    *rules: Any,
    sort: str = "",
    after: str = "",
) -> Power:
    """A witchfire; ``reach`` 0: a flame template."""
    rules = (*rules, Ray(sort)) if sort in (BEAM, NOVA) else (*rules, Focussed()) if sort == FOCUSSED else rules
    range_, template = (reach, "") if reach else (None, "Template")
    stats = WeaponStats(
        range=range_, template=template, S=strength, AP=ap, type=WeaponType.of(fires), warp=charge, witchfire=sort
    )
    return Power(name, charge, WITCHFIRE, reach or 8, weapon=interned(Weapon(name, stats, rules)), after=after)


@memo(1024)
def catalogue() -> dict[str, Power]:
    """The powers by name."""
    known = (
        Power("Force", 1, BLESSING),
        _witchfire("Smite", 1, 18, 4, 2, "Assault 4"),
        _witchfire("Psychic Shriek", 1, 18, "X", None, "Assault 1", Shriek()),
        Power("Iron Arm", 1, BLESSING, alone=True, adds=(("S", 3), ("T", 3))),
        Power("Warp Speed", 1, BLESSING, alone=True, adds=(("I", 3), ("A", 3))),
        Power("Endurance", 2, BLESSING, 24),
        Power("Forewarning", 1, BLESSING, 12, invulnerable=4),
        Power("Prescience", 2, BLESSING, 12),
        Power("Enfeeble", 1, MALEDICTION, 24, adds=(("S", -1), ("T", -1)), hinders=True),
        _witchfire("Assail", 1, 18, 6, None, "Assault 1", Strikedown(), sort=BEAM),
        _witchfire("Crush", 1, 18, "2D6", "D6", "Assault 1", Crushing(), sort=FOCUSSED),
        _witchfire("Haemorrhage", 1, 18, "X", None, "Assault 1", Bleeding(), sort=FOCUSSED, after="bleeds"),
        _witchfire("Spontaneous Combustion", 1, 18, 6, 3, "Assault 1", SoulBlaze(), sort=FOCUSSED, after="bursts"),
        _witchfire("Shockwave", 1, 9, 4, None, "Assault 2D6", Pinning(), sort=NOVA),
        _witchfire("Psychic Maelstrom", 2, 12, 10, 1, "Assault 1", Barrage(), LargeBlast()),
        _witchfire("Flame Breath", 1, 0, 5, 4, "Assault 1", SoulBlaze()),
        _witchfire("Sunburst", 1, 9, 4, 5, "Assault 2D6", IgnoresCover(), SoulBlaze(), sort=NOVA),
        _witchfire("Inferno", 2, 24, 4, 5, "Assault 1", IgnoresCover(), LargeBlast(), SoulBlaze()),
        _witchfire("Molten Beam", 2, 18, 8, 1, "Assault 1", Melta(), sort=BEAM),
        _witchfire("Cleansing Flame", 2, 9, 5, 4, "Assault 2D6", IgnoresCover(), SoulBlaze(), sort=NOVA),
        _witchfire("Electrosurge", 1, 18, 5, 4, "Assault 6"),
        _witchfire("Electropulse", 1, 9, 1, None, "Assault 1", Haywire(), sort=NOVA),
    )
    return {power.name: power for power in known}


# the disciplines: the primaris power first, where it is one that can be played, and then the others that can
DISCIPLINES: tuple[tuple[str, ...], ...] = (
    ("Smite", "Iron Arm", "Enfeeble", "Warp Speed", "Endurance", "Haemorrhage"),
    ("Psychic Shriek",),
    ("Prescience", "Forewarning"),
    ("Assail", "Crush", "Shockwave", "Psychic Maelstrom"),
    ("Flame Breath", "Spontaneous Combustion", "Sunburst", "Inferno", "Molten Beam"),
    ("Electrosurge", "Electropulse"),
)


SUMMON = r"Summon (.+?)(?: \(([1-3])\))?"
CONJURED_WITHIN = 12  # inches


def named(name: str) -> Power | None:
    """The power of a name, None when there is none: one of the catalogue, or a conjuration, "Summon" and the name of a unit.

    A conjuration takes three warp charges unless the name ends in another number.

    >>> named("Smite").charge, named("Summon Ash Wraiths").charge, named("Summon Ash Wraiths (1)").brings
    (1, 3, 'Ash Wraiths')
    """
    if name in catalogue():
        return catalogue()[name]
    if found := re.fullmatch(SUMMON, name):
        return Power(name, int(found[2] or 3), CONJURATION, CONJURED_WITHIN, brings=found[1])
    return None


def known_power(name: str) -> Power:
    """The power of a name that a reader has let pass."""
    power = named(name)
    assert power is not None
    return power


def focus(names: tuple[str, ...]) -> str:
    """The primaris power that comes free to a psyker all of whose listed powers are of one discipline; "" for others.

    Core rules of the 7th edition, Psychic Focus. Force, witchfires of a force's own and
    conjurations are of no discipline and do not count.

    >>> focus(("Enfeeble", "Iron Arm")), focus(("Enfeeble", "Forewarning")), focus(())
    ('Smite', '', '')
    """
    counted = [name for name in names if name != "Force" and not re.fullmatch(SUMMON, name)]
    return next((d[0] for d in DISCIPLINES if counted and all(name in d for name in counted)), "")


def listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """The powers that a list names, and the one that comes free."""
    return tuple(dict.fromkeys((*names, *filter(None, (focus(names),)))))


def powers_of(model: Model, taught: tuple[str, ...] = ()) -> tuple[Power, ...]:
    """The powers that a model knows: those listed, those it was taught, its witchfires; each once."""
    found = {name: known_power(name) for name in (*taught, *listed(model.stats.powers))}
    for weapon in model.weapons:
        if weapon.stats.warp and weapon.name not in found:
            reach = int(weapon.stats.range or 8)
            found[weapon.name] = Power(weapon.name, weapon.stats.warp, WITCHFIRE, reach, weapon=weapon)
    return tuple(found.values())


class Spell(Mark, frozen=True):
    """A blessing or malediction: until the next Psychic phase of the side that manifested it."""

    counts: ClassVar[str] = PSYCHIC
    covers: ClassVar[str] = "self"

    power: str = ""
    side: int = 0

    @property
    def called(self) -> str:
        """The name of the power."""
        return f"under {self.power}"

    def brings(self) -> tuple[Rule, ...]:
        """The special rules that it gives."""
        return GIVES.get(self.power, ())

    def worn(self, stats: Any) -> Any:
        more = {
            key: max(1, min(10, getattr(stats, key) + n))
            for key, n in catalogue()[self.power].adds
            if getattr(stats, key)
        }
        return replace(stats, **more)

    @property
    def wards(self) -> bool:
        """Whether it gives an invulnerable save and nothing else."""
        power = catalogue()[self.power]
        return bool(power.invulnerable) and not (power.adds or power.hinders or power.name in GIVES)

    @property
    def arms(self) -> bool:
        """Force and Prescience do."""
        return self.power in ("Force", "Prescience")

    @property
    def guards(self) -> bool:
        """Whether it gives a save."""
        return catalogue()[self.power].invulnerable > 0

    def save(self, saves: Saves, attack: Attack) -> None:
        if needs := catalogue()[self.power].invulnerable:
            saves.invulnerable(needs, self.power, f"{needs}+ invulnerable")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if self.power == "Prescience":
            test.reroll("failed", self.power, "misses are thrown again")


class Hex(Spell, frozen=True):
    """A malediction that slows the whole unit."""

    covers: ClassVar[str] = "any"

    def moving(self, mode: Going) -> None:
        mode.hinder(self.power, "all ground is difficult")


GIVES: dict[str, tuple[Rule, ...]] = {
    "Iron Arm": (Smash(),),
    "Warp Speed": (Fleet(),),
    "Endurance": (EternalWarrior(), FeelNoPain(4), Relentless()),
}
