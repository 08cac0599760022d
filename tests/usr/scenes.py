"""Scenes of this system: questions of odds, and legal options of battles, such that every rule changes one of them.

``GRID``: questions into which the generic tests put every pair of rules.
"""

from __future__ import annotations

from grognard.systems.usr.examples import ask, model, shooter, target, unit, weapon
from tests.scene import Scene


def odds(name, attacker, defender, **said):
    def run():
        answer = ask(attacker, defender, **said)
        told = answer.told(fractions=True)
        return answer.impossible, told["fractions"] if not answer.impossible else None

    return Scene(name, run)


SQUAD = unit(
    model("Independent Character", name="Hero", W=3, Sv="2+", Inv="4+"),
    *[model("Feel No Pain (5+)", name="Guard", Sv="5+")] * 4,
    name="Squad with a hero",
)

SCENES = [
    odds("twin-linked rifles", shooter("Twin-linked", shots=4), target(count=4, Sv="5+")),
    odds("rending cannon at armour", shooter("Rending", shots=4, S=6, AP=4), target(count=3, Sv="3+", W=2)),
    odds("rending cannon at a tank", shooter("Rending", shots=2, S=6, AP=4), target(Front=13)),
    odds("poisoned darts at a giant", shooter("Poisoned (3+)", S=1, shots=3), target(T=8, W=4)),
    odds("the hardy are shot at", shooter(shots=5), target("Feel No Pain (4+)", count=4)),
    odds("melta near a tank", shooter("Melta", S=8, AP=1, range=12), target(Front=14), range=5),
    odds("supercharged plasma", shooter("Gets Hot", S=7, AP=2), target(T=8), sets={"supercharge": "strength"}),
    odds("a blast", shooter("Blast"), target(count=5), sets={"under": 3}),
    odds("a large blast", shooter("Large Blast"), target(count=5), sets={"under": 4}),
    odds("a massive blast", shooter("Massive Blast"), target(count=5), sets={"under": 5}),
    odds("an apocalyptic blast", shooter("Apocalyptic Blast"), target(count=8), sets={"under": 8}),
    odds("a torrent of flame", shooter("Torrent", range="Template", type="Assault 1"), target(count=3), range=15),
    odds("a jinking squadron", shooter(shots=3), target("Jink", count=3), sets={"jinking": True}),
    odds("a hero and his guards", shooter(shots=6, AP=2), SQUAD),
    odds("pinning fire", shooter("Pinning", shots=2), target(count=3, Ld=7)),
    odds("pinning fire at the fearless", shooter("Pinning", shots=2), target("Fearless", count=3, Ld=7)),
]

RIFLES = unit(model(weapons=[weapon("Rifle", type="Rapid Fire", AP=5)], BS=3), count=5, name="Rifles")
BLADES = unit(
    model(weapons=[weapon("Blade", melee=True), weapon("Pistol", type="Pistol", range=12)], A=2), count=3, name="Blades"
)
CANNON = shooter(S=8, AP=3, shots=2)
LINE = unit(model(Sv="4+", T=3, name="Trooper"), count=4, name="Line")
WALKER = target(Front=12, Side=12, Rear=10, WS=4, S=6, I=4, A=2, HP=3, type="Walker")
BEAST = target(T=6, W=4, Sv="3+", type="Monstrous Creature")

GRID = [
    {"attacker": RIFLES, "target": LINE, "range": 10.0},
    {"attacker": RIFLES, "target": BEAST},
    {"attacker": CANNON, "target": WALKER},
    {"attacker": BLADES, "target": LINE, "melee": True, "charging": True},
    {"attacker": BLADES, "target": WALKER, "melee": True},
]
