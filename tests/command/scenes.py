"""Scenes of the Command Token game: questions and small battlefields of which at least one changes without a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.systems.command import field
from grognard.systems.command.examples import ask, gun, kind
from grognard.systems.command.hidden import arrive
from grognard.systems.command.turn import activation, end_phase, idle
from grognard.table.events import Harmed
from grognard.table.geometry import NOWHERE
from tests.scene import Scene

from .playing import Field, wood

RIFLES = (gun(name="Rifle"),)


def odds(name: str, weapon: str = "", unit: str = "", target: str = "", **how: Any) -> Scene:
    """A scene that shows the whole answer to a question about one weapon."""

    def run() -> object:
        from grognard.systems.command.examples import odds

        return odds(weapon, unit, target, **how).told(fractions=True)

    return Scene(name, run)


def play(name: str, make: Callable[[], Field], faces: Any, *doing: Callable[[Field], Any], **picks: Any) -> Scene:
    """A scene that shows what comes of something on a small battlefield, as far as its dice go."""

    def run() -> object:
        f = make()
        for i, do in enumerate(doing):
            try:
                f.run(do(f), faces[i], **picks)
            except AssertionError:
                f.log.append(f.log[-1] if f.log else Harmed(0, f[0].wounds))
        return f.told()

    return Scene(name, run)


def column() -> Field:
    ours = [
        (kind("Leader", "Mechanized Command", models=1, weapons=RIFLES), 20, 20),
        (kind("Walkers", "Mechanized", models=1, weapons=RIFLES), 24, 20),
    ]
    return Field(ours, [(kind("Theirs", models=3), 20, 30)]).token(0, "shoot")


def lurkers() -> Field:
    lurking = kind("Lurkers", "Infiltrate", models=4, weapons=RIFLES)
    f = Field([(kind("Ours", models=3, weapons=RIFLES), 20, 20)], [(lurking, 20, 40)])
    f.table.change(1, place="reserve", form=NOWHERE)
    return f


def hurt(rules: str) -> Field:
    f = Field([(kind("Ours", rules, models=1, weapons=RIFLES, hp=3), 20, 20)], [(kind("Theirs", models=3), 20, 30)])
    Harmed(0, (2,)).on(f.table)
    return f


def alone(rules: str) -> Field:
    return Field([(kind("Ours", rules, models=1), 20, 20)], [(kind("Theirs", models=1), 20, 40)])


def shooting(weapon: str) -> Field:
    ours = kind("Ours", models=1, weapons=(gun(weapon, name="Gun"),))
    return Field([(ours, 20, 20)], [(kind("Theirs", models=2), 20, 30)]).token(0, "shoot")


def hungry() -> Field:
    ours = kind("Ours", "Flesh Eater", models=2, weapons=RIFLES, hp=2)
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=3, resolve=1), 20, 30)]).token(0, "shoot")
    Harmed(0, (1, 2)).on(f.table)
    return f


def splitting(rules: str) -> Field:
    ours = kind("Ours", rules, models=1, weapons=(gun(name="Rifle"), gun(name="Pistol")))
    theirs = [(kind("First", models=1), 20, 28), (kind("Second", models=1), 24, 28)]
    return Field([(ours, 20, 20)], theirs).token(0, "shoot")


class PaidOrNot:
    """An agile unit before a wood: the moves that it has when it runs."""

    def moves(self) -> Any:
        ours = kind("Ours", "Agile", models=1)
        f = Field([(ours, 20, 20)], [(kind("Theirs"), 20, 44)], [wood(20, 26, "5/4", 4.0)])
        return (
            field.PaidMoves(f.table, 0, 12.0, "run")
            if field.pays(f[0].members, "run")
            else field.moves(f.table, 0, 12.0, False)
        )


AWAY = alone("")[0].form.shifted(0.0, -6.0)
THROUGH = alone("")[0].form.shifted(0.0, 7.0)
DEADEYES = (gun("Deadeye", name="Pistol"), gun(rate=3, type="Heavy", name="Cannon"))

SCENES: list[Scene] = [
    odds("interlinked hits", "Interlinked", rate=4, resolve=3),
    odds("results of 7", "Piercing", rate=4, resolve=3),
    odds("one attack after another", "Cascade", rate=2, resolve=3),
    odds("through armour", "Borer", rate=1, armor=(6, 5, 4), hp=3, models=1),
    odds("two points for a count", "Cleaving", rate=4, resolve=3),
    odds("the point of a pike", "Pike", rate=2, resolve=3, hp=2),
    odds("a rocket with two uses", "Limited", rate=3, resolve=1, uses=2),
    odds("no token for a rocket", "Limited", rate=3, resolve=1, token="advance"),
    odds("scenery that falls", "Crush", rate=2, cover=5, models=4),
    odds("machines in cover", target="Mechanized", rate=4, resolve=2, cover=6),
    odds("hard to see", target="Stealth", rate=4, resolve=2),
    odds("a fortress is hurt", target="Moving Fortress", rate=2, resolve=1, hp=3, models=1),
    odds("blows", rate=3, type="Melee", melee=True),
    odds("a still target", "Barrage", rate=2),
    odds("by its resolve", "Rending", rate=1, resolve=3),
    odds("everybody in reach", "Aura", rate=1, models=3, resolve=2),
    odds("no time to turn", "Turret", rate=2, resolve=1, token="idle"),
    odds("the answer to an attack", "Countermeasure", rate=2, resolve=1, token="idle", reacting=True),
    odds("through a house", "Devastate", rate=2, resolve=1, cover=6),
    odds("claws", "Grasping", rate=2, type="Melee", resolve=1, melee=True),
    odds("no way out", "Inescapable", rate=4),
    odds("running into it", "Impale", rate=4, resolve=3, target_moving=True),
    odds("soft targets", "Sunder", rate=3),
    odds("hard targets", "High Velocity", rate=3, armor=(7, 7, 7), hp=3, models=1),
    odds("a hammer", "Hammer", rate=2, hp=2),
    odds("a blast", "Blast", rate=2),
    odds("a wave of force", "Force", rate=1, models=4),
    odds("a steady aim", "Borer", "Sharpshooter", rate=2, resolve=5),
    odds("a siege", "Siege", rate=1, cover=5, models=4),
    odds("hidden by paint", target="Camouflage", rate=3, resolve=2),
    odds("heavy on the move", unit="Trudging", type="Heavy", rate=3, resolve=1, moved=True),
    odds("not to be stopped", unit="Unstoppable", type="Heavy", rate=3, resolve=1, moved=True),
    odds("a sound hull", unit="Re-enforced Hull", rate=6, type="Melee", melee=True),
    odds("acid", "Corrosive", rate=2, resolve=5),
    odds("blood", target="Bloodlust", rate=6, resolve=2),
    odds("recklessness", unit="Reckless", rate=3, melee=True, reckless=True),
    odds("shells", "Explosive", rate=2, resolve=2, under=2),
    odds("large shells", "High Explosive", rate=2, resolve=2, under=2),
    odds("mortar shells", "Mortar", rate=2, resolve=2, under=2),
    odds("a cloud", "Dispersion", rate=2, resolve=2, under=2),
    odds("the ground opens", "Fissure", rate=2, resolve=1, models=5),
    odds("one after another", "Hypercharge", rate=2, resolve=1, models=5),
    Scene("two guns", lambda: ask(kind("One", "", 1, DEADEYES), kind(resolve=3), moved=True).told(fractions=True)),
    play("a token for two", column, [[1, 1]], lambda f: activation(f.table, 0), whom=2),
    play("somebody hides", lurkers, [[]], lambda f: arrive(f.table, 1)),
    play("a machine recovers", lambda: hurt("Mechanized"), [[5]], lambda f: end_phase(f.table, 0)),
    play("running without a token", lambda: alone("Relentless"), [[]], lambda f: idle(f.table, 0), without="run"),
    play("glue", lambda: shooting("Slowing"), [[1]], lambda f: activation(f.table, 0)),
    play("a shot and away", lambda: shooting("Escape"), [[6]], lambda f: activation(f.table, 0), where=AWAY),
    play("a meal", hungry, [[6, 6]], lambda f: activation(f.table, 0)),
    play("two targets", lambda: splitting("Light em up"), [[1, 1]], lambda f: activation(f.table, 0), Pistol=2, whom=1),
    Scene("through the wood", lambda: THROUGH in PaidOrNot().moves()),
]


def armed(rules: str = "", unit: str = "", models: int = 3, rate: int | str = 2, **stats: Any) -> Any:
    """A unit with a gun and a blade of these rules."""
    arms = (gun(rules, rate, name="Carbine"), gun(rules, 2, type="Melee", name="Blade"))
    return kind("Strikers", unit, models, arms, **stats)


GRID: list[dict[str, Any]] = [
    {"attacker": armed(), "target": armed(models=4)},
    {"attacker": armed(), "target": armed(models=4), "cover": "5", "sets": {"target-moving": True}},
    {"attacker": armed(rate="D3", models=2), "target": kind("Walkers", models=2, hp=3, resolve=5)},
    {"attacker": armed(), "target": kind("Tank", models=1, hp=4, armor=(6, 5, 4)), "facing": "side"},
    {"attacker": armed(models=2), "target": armed(models=3), "melee": True, "charging": True},
    {"attacker": armed(models=2), "target": armed(models=3), "moved": True, "sets": {"obscured": 4}},
    {"attacker": armed(models=2), "target": armed(models=3), "sets": {"token": "idle"}},
    {"attacker": armed(models=1), "target": armed(models=3), "sets": {"reacting": True}, "range": 12.0},
    {"attacker": armed(models=1), "target": armed(models=3), "sets": {"under": 2}},
    {"attacker": armed(models=2), "target": armed(models=2), "melee": True, "sets": {"reckless": True}},
]
