"""Scenes and questions in which every executable rule of Dropzone Commander does something."""

from __future__ import annotations

from typing import Any

from grognard.common.profiles import Force
from grognard.kernel import Play
from grognard.kernel.exact import by_default
from grognard.systems.dropzone import army, infiltration
from grognard.systems.dropzone.behemoths.zones import prepared
from grognard.systems.dropzone.buildings import garrisons, leaving
from grognard.systems.dropzone.events import Housed
from grognard.systems.dropzone.examples import duel, squad, weapon
from grognard.systems.dropzone.harm import struck
from grognard.systems.dropzone.movement.legal_moves import flights
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.movement.straight_flight import fast
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action, targeting
from grognard.systems.dropzone.squads import coherent, scoring
from grognard.systems.dropzone.transports import disembarking, embarking
from grognard.table.events import Embarked
from grognard.table.terrain import Piece, rectangle
from tests.scene import Scene

from .field import field, house, run

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
    return reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)), targeting.targets(t, t[1], 0)


def petrel() -> Any:
    """A Fast Aircraft moves, and how it is set up and scores."""
    bird = squad(weapon(), name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, rules="Fast")
    t = field((bird, 0, 24, 4), (squad(weapon(), name="Tank", type="Tank"), 1, 24, 44))
    log: list[Any] = []
    run(t, move(t, 0), log=log)
    where = [t[0].place, t[0].form.plain()]
    return where, fast(t[0]), infiltration.setup_of(t[0]).reserve, scoring(t[0])


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
    run(t, embarking.gets_in(t, 1, 0))
    return t[1].place, disembarking.may_leave(t, t[1])


def over_a_wall() -> Any:
    """What is seen over a low wall."""
    wall = Piece("wall", rectangle(6, 14, 10, 0.5), 1.5, ("impassable", "solid"))
    gun = squad(weapon("Articulated"), name="A", type="Tank", A=13)
    t = field((gun, 0, 10, 13), (squad(weapon(), name="B", type="Tank"), 1, 10, 24), pieces=(wall,))
    return targeting.targets(t, t[0], 0)


def fired_once() -> Any:
    """Which weapons are left after a first action, in that round and later."""
    guns = (weapon("Alt-1", "One"), weapon("Alt-1", "Two"), weapon("Limited 1", "Three"))
    t = field((squad(*guns, name="A", type="Tank"), 0, 10, 10), (squad(weapon(), name="B", A=20, DP=50), 1, 10, 20))
    log: list[Any] = []
    play(t, shoot_action.shoot(t, 0), log)
    now = targeting.lines(t[0])
    t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))
    return [type(e).__name__ for e in log], now, targeting.lines(t[0])


def play(t: Any, procedure: Any, log: list[Any]) -> Any:
    """A procedure with dice that show 1."""

    class Ones:
        def throw(self, sides: int, n: int, why: str = "") -> bytes:
            return b"\x01" * n

    def emit(event: Any) -> None:
        event.on(t)
        log.append(event)

    return Play(Ones(), by_default, emit).run(procedure)


def apart() -> Any:
    """Who holds together, and what its set-up is."""
    wide = squad(weapon(), name="A", type="Tank", units=2, rules='Wide; Infiltrate 12"')
    t = field((wide, 0, 10, 10), (squad(weapon(), name="B"), 1, 10, 30), distance=5.5)
    return coherent(t[0]), infiltration.setup_of(t[0]).ahead


def on_the_stairs() -> Any:
    """Who may leave a house that is shared with an enemy."""
    house_ = house(8, 14)
    men = squad(weapon(cq=True), name="A", type="Infantry", F=4, rules="Bloodthirsty")
    t = field((men, 0, 10, 12), (squad(weapon(), name="B", type="Infantry", F=4), 1, 30, 30), pieces=(house_,))
    for u in (0, 1):
        Housed(u, 0, -1, garrisons.stand(t, t[u], 0, -1)).on(t)
    return leaving.held_back(t, t[0])


def jumping() -> Any:
    """Who may leave an Aircraft in the air."""
    men = squad(
        weapon(), name="Men", type="Infantry", F=4, rules="Rapid Insertion", details=(("transport", ("req 1 c",)),)
    )
    craft = squad(weapon(), name="Craft", type="Aircraft", MV=18, details=(("transport", ("cap 3 c",)),))
    t = field((craft, 0, 10, 12), (men, 0, 40, 40))
    Embarked(1, 0).on(t)
    return disembarking.may_leave(t, t[1])


def crippled() -> Any:
    """What a Behemoth loses with its Weapons zone."""
    parts = (("zones", (("Hull", 2, 4), ("Legs", 2, 3), ("Weapons", 2, 4))),)
    guns = (weapon("Structural", "Fixed"), weapon("", "Loose"))
    beast = squad(*guns, name="Beast", type="Behemoth", DP=8, details=parts)
    t = field((squad(weapon(), name="A"), 0, 10, 10), (beast, 1, 10, 24))
    prepared(t)
    play(t, struck(t, 1, {"Weapons": 4}, 0), [])
    return [w.name for w in t[1].members[0].weapons]


def listed() -> Any:
    """What is wrong with a list."""
    heavy = (("commander", 2), ("category", "Heavy"))
    kinds = [squad(weapon(), name="Seat", rules="Command Centre", details=heavy)]
    kinds += [squad(weapon(), name=f"Stalkers, {i}", rules="Rare") for i in range(2)]
    return army.faults(Force("dropzone", "List", tuple(kinds)))


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
    scene("cover ignored", "Cover (Soft, Hull)", acc=3, energy=7, cover="soft, hull-down, body", **INFANTRY),
    scene("flame at a house", "Flame", acc=3, energy=7, shots=3, **SCENERY),
    scene("flame at those on its edge", "Flame", acc=3, energy=7, sets={"garrison": True}, cover="soft", **INFANTRY),
    scene("fire without sight", "Indirect", acc=2, energy=10, A=12, cover="hull-down", sets={"unseen": True}),
    scene("a shell that always tells", "Penetrative", acc=2, energy=4, A=14),
    scene("a weapon that strafes", "Strafe-2", acc=2, energy=10, A=12, units=3),
    scene("no harm to stone", "Tech Killer", acc=2, energy=12, **SCENERY),
    scene("too large to hide", unit="Large", acc=2, energy=10, A=12, cover="hull-down"),
    scene("by the roof", melee=True, by="Rapid Insertion 4", energy=5, sets={"entered": True}, **INFANTRY),
    Scene("over a wall", over_a_wall),
    Scene("fired once", fired_once),
    Scene("far apart and far ahead", apart),
    Scene("on the stairs", on_the_stairs),
    Scene("jumping", jumping),
    Scene("crippled", crippled),
    Scene("a list", listed),
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
