"""Scenes and questions in which every executable rule of Dropzone Commander does something."""

from __future__ import annotations

from typing import Any

from grognard.systems.dropzone import deployment, objectives, reacting, targets, transports
from grognard.systems.dropzone.duel import duel, squad, weapon
from grognard.systems.dropzone.movement import flights
from grognard.systems.dropzone.moving import move
from grognard.systems.dropzone.speeding import fast
from tests.scene import Scene

from .field import field, run

INFANTRY = {"type": "Infantry", "A": 7, "DP": 4}
SCENERY = {"type": "Scenery", "tags": ("Destructible",), "A": 10, "DP": 9}


def law(*args: Any, **more: Any) -> Any:
    """The laws of a duel, whole."""
    odds = duel(*args, **more)
    other = {k: v.weights if hasattr(v, "weights") else v for k, v in odds.other.items()}
    return odds.slain.weights, odds.damage.weights, other, odds.impossible


def scene(name: str, *args: Any, **more: Any) -> Scene:
    return Scene(name, lambda: law(*args, **more))


def fly_past() -> Any:
    """Who may react to an Aircraft."""
    bird = squad(weapon(), name="Bird", type="Aircraft", A=10, MV=24)
    flak = squad(weapon("AA-1", full=18.0), name="Flak", type="Tank", A=13)
    t = field((bird, 0, 24, 4), (flak, 1, 24, 30))
    return reacting.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)), targets.targets(t, t[1], 0)


def petrel() -> Any:
    """A Fast Aircraft moves, and how it is set up and scores."""
    bird = squad(weapon(), name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, rules="Fast")
    t = field((bird, 0, 24, 4), (squad(weapon(), name="Tank", type="Tank"), 1, 24, 44))
    log: list[Any] = []
    run(t, move(t, 0), log=log)
    where = [t[0].place, t[0].form.plain()]
    return where, fast(t[0]), deployment.setup_of(t[0]).reserve, objectives.scoring(t[0])


def gate() -> Any:
    """Where a squad goes that gets into a gate."""
    men = squad(
        weapon(), name="Men", type="Infantry", F=4, details=(("transport", ("req 1 b",)), ("battlegroup", "One"))
    )
    door = squad(
        weapon(),
        name="Gate",
        type="Tank",
        rules="Access",
        details=(("transport", ("cap 2 b",)), ("battlegroup", "One")),
    )
    t = field((door, 0, 10, 10), (men, 0, 10, 12))
    run(t, transports.gets_in(t, 1, 0))
    return t[1].place, transports.may_leave(t, t[1])


SCENES: list[Scene] = [
    scene("anti-aircraft at an interceptor", "AA-2", acc=3, energy=7, type="Aircraft", A=10, CM="A, E+5"),
    scene("area at a squad of infantry", "Area", acc=3, energy=7, units=3, sets={"under": 2}, **INFANTRY),
    scene("area at a tank", "Area", acc=3, energy=10, A=13),
    scene("destroyer at a heavy tank", "Destroyer 6+", acc=2, energy=10, A=15, DP=2),
    scene("devastator at infantry", "Devastator-2 (Infantry)", acc=2, energy=9, **INFANTRY),
    scene("devastator at a house", "Devastator-4 (Scenery)", acc=2, energy=10, **SCENERY),
    scene("dodge in a stairwell", melee=True, unit="Dodge 4+", energy=5, shots=3, **INFANTRY),
    scene("focus at a tank", "Focus-3", acc=3, energy=3, shots=5, A=12),
    scene("resilient walkers", unit="Resilient", acc=2, energy=11, A=11, DP=4),
    scene("reduced after losses", "Reduced-2", acc=3, energy=4, shots=6, sets={"lost": 2}, **INFANTRY),
    scene("reduced and combined", "Reduced-1", acc=3, energy=3, shots=5, A=10, sets={"combined": True}),
    Scene("fly past flak", fly_past),
    Scene("a petrel flies on", petrel),
    Scene("through the gate", gate),
]


def tank(**more: Any) -> Any:
    return squad(
        weapon(acc=2, energy=10), name="Tanks", type="Tank", **{"units": 2, "A": 13, "DP": 2, "CM": "A, P5+", **more}
    )


def rifles(**more: Any) -> Any:
    guns = (
        weapon(name="Rifles", acc=3, energy=4, shots=4, full=24.0),
        weapon(name="Knives", cq=True, energy=4, shots=4),
    )
    return squad(*guns, name="Rifles", type="Infantry", **{"units": 2, "A": 7, "DP": 3, "F": 4, **more})


def bird(**more: Any) -> Any:
    return squad(weapon(acc=3, energy=7, shots=2), name="Bird", type="Aircraft", A=10, DP=1, MV=24, CM="A, E+2", **more)


HOUSE = squad(name="House", type="Scenery", A=10, DP=9, tags=("Destructible", "Flammable"))

GRID: list[dict[str, Any]] = [
    {"attacker": tank(), "target": tank()},
    {"attacker": tank(), "target": rifles(), "cover": "soft, body, hull-down"},
    {"attacker": rifles(), "target": tank(), "sets": {"combined": True, "lost": 1}},
    {"attacker": rifles(), "target": rifles(), "melee": True, "sets": {"entered": True}},
    {"attacker": tank(), "target": HOUSE},
    {"attacker": tank(), "target": bird(), "sets": {"reaction": True}},
    {"attacker": tank(), "target": rifles(), "sets": {"unseen": True, "under": 2, "garrison": True}},
]
