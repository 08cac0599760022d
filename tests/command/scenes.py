"""Scenes of the Command Token game: questions and small battlefields of which at least one changes without a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from grognard.systems.command.acting import activation
from grognard.systems.command.hidden import arrive
from grognard.systems.command.trial import gun, kind
from grognard.systems.command.turn import end_phase
from grognard.table.events import Harmed
from tests.scene import Scene

from .playing import Field

RIFLES = (gun(name="Rifle"),)


def odds(name: str, weapon: str = "", unit: str = "", target: str = "", **how: Any) -> Scene:
    """A scene that shows the whole answer to a question about one weapon."""

    def run() -> object:
        from grognard.systems.command.trial import odds

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
    f.table.change(1, place="reserve", form=replace(f[1].form, spots=(), bases=()))
    return f


def hurt(rules: str) -> Field:
    f = Field([(kind("Ours", rules, models=1, weapons=RIFLES, hp=3), 20, 20)], [(kind("Theirs", models=3), 20, 30)])
    Harmed(0, (2,)).on(f.table)
    return f


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
    play("a token for two", column, [[1, 1]], lambda f: activation(f.table, 0), whom=2),
    play("somebody hides", lurkers, [[]], lambda f: arrive(f.table, 1)),
    play("a machine recovers", lambda: hurt("Mechanized"), [[5]], lambda f: end_phase(f.table, 0)),
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
]
