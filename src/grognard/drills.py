"""Plain attacks to try rules in: who attacks whom in which situation, from the plain units of each system (``SYSTEM/drill``).

The simplest come first. Whoever shows what a rule does takes the first attack in which it shows.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .common.asking import Situation, situation


class Drill(Struct, frozen=True):
    """One attack: references of two units and the situation."""

    attacker: str
    target: str
    said: Situation

    def command(self) -> str:
        """The question as one types it.

        >>> drill("usr", "Rifleman", "Soldiers", cover="4+", gives=("Rending",)).command()
        'grognard odds usr/drill:Rifleman usr/drill:Soldiers --cover 4+ --with Rending'
        """
        return " ".join(["grognard odds", quoted(self.attacker), quoted(self.target), *options(self.said)])

    def told(self) -> dict[str, Any]:
        """The question as the page asks it: what of its situation is not as usual.

        >>> drill("usr", "Rifleman", "Soldiers", range=0.0, rulings={"zero_hp": "wrecked"}).told()
        {'attacker': 'usr/drill:Rifleman', 'target': 'usr/drill:Soldiers', 'range': 0.0, 'rulings': ['zero_hp=wrecked']}
        """
        told: dict[str, Any] = {"attacker": self.attacker, "target": self.target}
        usual = Situation()
        for name in Situation.__struct_fields__:
            value = getattr(self.said, name)
            if value != getattr(usual, name):
                told[name] = list(value) if isinstance(value, tuple) else value
        return told

    def given(self, *rules: str) -> Drill:
        """The attack with these rules given: to the attacker, or with ``target:`` before them to the target."""
        return Drill(self.attacker, self.target, replace(self.said, gives=(*self.said.gives, *rules)))

    def ruled(self, name: str, value: str) -> Drill:
        """The attack under another ruling."""
        return Drill(self.attacker, self.target, replace(self.said, rulings=(*self.said.rulings, f"{name}={value}")))


def quoted(text: str) -> str:
    """A word as a shell takes it."""
    plain = all(letter.isalnum() or letter in "/:+-_.,=" for letter in text)
    return text if plain and text else '"' + text.replace('"', '\\"') + '"'


def options(said: Situation) -> list[str]:
    """A situation as options of ``grognard odds``, those that drills use."""
    words = [f"--weapon {quoted(name)}" for name in said.weapons]
    if said.range is not None:
        words.append(f"--range {said.range:g}")
    if said.cover is not None:
        words.append(f"--cover {quoted(said.cover)}")
    words += [f"--{flag}" for flag in ("melee", "moved", "charging") if getattr(said, flag)]
    if said.facing is not None:
        words.append(f"--facing {said.facing}")
    words += [f"--set {quoted(pair)}" for pair in said.sets]
    words += [f"--with {quoted(rule)}" for rule in said.gives]
    words += [f"--ruling {quoted(pair)}" for pair in said.rulings]
    return words


def drill(system: str, attacker: str, target: str, **said: Any) -> Drill:
    """A drill of two plain units; ``said`` are words of ``situation``."""
    return Drill(f"{system}/drill:{attacker}", f"{system}/drill:{target}", situation(**said))


_ATTACKS: dict[str, tuple[tuple[str, str, dict[str, Any]], ...]] = {
    "usr": (
        ("Rifleman", "Soldiers", {}),
        ("Rifleman", "Guards", {}),
        ("Rifleman", "Soldiers", {"cover": "4+"}),
        ("Rifleman", "Brute", {}),
        ("Swordsman", "Soldiers", {"melee": True}),
        ("Swordsman", "Soldiers", {"melee": True, "charging": True}),
        ("Gunner", "Tank", {}),
        ("Gunner", "Heavy tank", {}),
        ("Gunner", "Hero", {}),
        ("Rifleman", "Monster", {}),
        ("Rifleman", "Squad", {}),
        ("Swordsman", "Monster", {"melee": True, "charging": True}),
        ("Monster", "Guards", {"melee": True, "charging": True}),
        ("Hero", "Soldiers", {"melee": True}),
        ("Hero", "Hero", {"melee": True, "sets": {"challenge": True}}),
        ("Monster", "Walker", {"melee": True}),
        ("Bombardier", "Squad", {"sets": {"under": 2}}),
        ("Bombardier", "Swarm", {}),
        ("Bombardier", "Soldiers", {"cover": "4+"}),
        ("Flame thrower", "Soldiers", {}),
        ("Flame thrower", "Squad", {"sets": {"under": 2}, "range": 10.0}),
        ("Plasma gunner", "Soldiers", {"sets": {"supercharge": "strength"}}),
        ("Plasma gunner", "Guards", {"range": 12.0}),
        ("Gunner", "Soldiers", {"moved": True}),
        ("Gunner", "Tank", {"range": 24.0}),
        ("Rifleman", "Soldiers", {"sets": {"night": True}, "range": 20.0}),
        ("Rifleman", "Soldiers", {"sets": {"jinking": True}}),
        ("Rifleman", "Drake", {"sets": {"zooming": True}}),
        ("Rifleman", "Flyer", {"sets": {"zooming": True}}),
        ("Gunner", "Flyer", {"sets": {"zooming": True}}),
        ("Swordsman", "Soldiers", {"melee": True, "sets": {"charged": True}}),
        ("Swordsman", "Soldiers", {"melee": True, "sets": {"foe": True}}),
        ("Rifleman", "Soldiers", {"sets": {"foe": True}}),
        ("Swordsman", "Soldiers", {"melee": True, "sets": {"afraid": True}}),
        ("Psyker", "Soldiers", {"weapons": ["Mind lash"], "sets": {"dice": 2}}),
        ("Psyker", "Soldiers", {"weapons": ["Mind lash"], "sets": {"dice": 2, "deny": 2}}),
        ("Psyker", "Hero", {"melee": True, "sets": {"force": True}}),
        ("Drake", "Soldiers", {"cover": "4+", "sets": {"vector-strike": True}}),
        ("Tank", "Tank", {"sets": {"ram": True, "speed": "cruising"}}),
        ("Gunner", "Bunker", {}),
        ("Flyer", "Soldiers", {}),
        ("Rifleman", "Soldiers", {"sets": {"gone-to-ground": True}}),
        ("Rifleman", "Soldiers", {"sets": {"snap": True}}),
        ("Tank", "Guards", {"moved": True, "sets": {"speed": "combat"}}),
    ),
    "void": (
        ("Rifleman", "Soldiers", {}),
        ("Rifleman", "Soldiers", {"cover": "3"}),
        ("Rifleman", "Soldiers", {"melee": True}),
        ("Rifleman", "Soldiers", {"melee": True, "charging": True}),
        ("Rifleman", "Hero", {}),
        ("Rifleman", "Soldiers", {"range": 18.0}),
        ("Rifleman", "Soldiers", {"range": 30.0, "cover": "2"}),
        ("Rifleman", "Squad", {}),
        ("Pair", "Squad", {"melee": True, "charging": True}),
        ("Pair", "Pair", {"melee": True, "sets": {"contact": 3}}),
        ("Led squad", "Led squad", {}),
        ("Rocketeer", "Tank", {}),
        ("Rocketeer", "Beast", {}),
        ("Beast", "Squad", {"melee": True, "charging": True}),
        ("Mortar crew", "Squad", {"range": 20.0, "sets": {"under": 2}}),
        ("Mortar crew", "Soldiers", {"range": 20.0, "sets": {"spotters": 1}}),
        ("Burner", "Soldiers", {}),
        ("Pointer", "Soldiers", {}),
        ("Rifleman", "Soldiers", {"sets": {"suppressive": True}}),
        ("Pair", "Squad", {"sets": {"suppressive": True}}),
        ("Rifleman", "Soldiers", {"sets": {"prone": True}}),
        ("Rifleman", "Soldiers", {"sets": {"painted": True}, "range": 40.0}),
        ("Pair", "Soldiers", {"sets": {"crew-lost": 1}}),
        ("Rifleman", "Soldiers", {"melee": True, "charging": True, "sets": {"failed-jump": True}}),
    ),
    "command": (
        ("Shooter", "Recruits", {}),
        ("Shooter", "Recruits", {"cover": "5"}),
        ("Shooter", "Squad", {}),
        ("Volley", "Squad", {}),
        ("Volley", "Squad", {"cover": "4", "sets": {"target-moving": True}}),
        ("Shooter", "Tank", {}),
        ("Heavy shooter", "Brutes", {}),
        ("Volley", "Brutes", {}),
        ("Strikers", "Recruits", {"melee": True}),
        ("Strikers", "Squad", {"melee": True}),
        ("Strikers", "Squad", {"melee": True, "charging": True}),
        ("Strikers", "Brutes", {"melee": True}),
        ("Strikers", "Strikers", {"melee": True}),
        ("Shooter", "Recruits", {"sets": {"under": 2}}),
        ("Volley", "Squad", {"moved": True, "sets": {"token": "advance"}}),
        ("Heavy shooter", "Squad", {"moved": True, "sets": {"token": "advance"}}),
        ("Volley", "Squad", {"sets": {"token": "idle"}}),
        ("Volley", "Squad", {"sets": {"reacting": True}, "range": 12.0}),
        ("Volley", "Squad", {"sets": {"obscured": "4"}}),
        ("Two guns", "Squad", {}),
        ("Two guns", "Squad", {"melee": True, "sets": {"reckless": True}}),
        ("Shooter", "Squad", {"sets": {"uses": 1}}),
        ("Tank", "Tank", {"facing": "side"}),
    ),
    "dropzone": (
        ("Tank", "Tank", {}),
        ("Tank", "Strong tank", {}),
        ("Armoured car", "Rifles", {}),
        ("Armoured car", "Tank", {}),
        ("Armoured car", "Strong tank", {}),
        ("Tank", "Rifles", {"cover": "soft"}),
        ("Tank", "Tank", {"cover": "hull-down"}),
        ("Tank", "Rifles", {"cover": "soft, body"}),
        ("Tank", "Armoured car", {}),
        ("Tank", "Bird", {}),
        ("Armoured car", "Bird", {"sets": {"reaction": True}}),
        ("Two tanks", "Two tanks", {}),
        ("Two tanks", "Two tanks", {"sets": {"combined": True}}),
        ("Tank", "Tank", {"sets": {"lost": 1}}),
        ("Rifles", "Rifles", {}),
        ("Rifles", "Rifles", {"melee": True}),
        ("Rifles", "Rifles", {"melee": True, "sets": {"entered": True}}),
        ("Tank", "House", {}),
        ("Armoured car", "Rifles", {"sets": {"garrison": True}}),
        ("Tank", "Two tanks", {"sets": {"under": 2}}),
        ("Tank", "Tank", {"sets": {"unseen": True}}),
        ("Tank", "Tank", {"moved": True}),
        ("Rifles", "Two heavy tanks", {"sets": {"under": 2}}),
    ),
}


def drills(system: str) -> tuple[Drill, ...]:
    """The drills of a system, the simplest first; none of a system that ships no plain units."""
    return tuple(drill(system, attacker, target, **said) for attacker, target, said in _ATTACKS.get(system, ()))
