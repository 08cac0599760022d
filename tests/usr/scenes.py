"""Scenes of this system: questions of odds, and legal options of battles, such that every rule changes one of them.

``GRID``: questions into which the generic tests put every pair of rules.
"""

from __future__ import annotations

from grognard.systems.usr.combat.hammer_of_wrath import feared
from grognard.systems.usr.examples import ask, model, shooter, target, unit, weapon
from grognard.systems.usr.nerve.checks import check
from grognard.table.events import Locked
from tests.scene import Scene
from tests.usr import battle_scenes, going_scenes, marker_scenes, riding_scenes
from tests.usr.field import field


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

DRAKE = unit(model(S=6, T=6, W=4, name="Drake"), type="Flying Monstrous Creature")
FIST = weapon("Fist", "Unwieldy", "Specialist Weapon", melee=True, S="x2", AP=2)
KNIFE = weapon("Knife", melee=True)
PAIR = unit(model(Sv="2+", name="Near"), model(name="Far"))


def fighter(*rules, weapons=(KNIFE,), count=2, **stats):
    return unit(model(*rules, weapons=weapons, **stats), count=count)


MORE = [
    odds("old enemies", shooter(rules=["Preferred Enemy"]), target(count=3)),
    odds("hatred", fighter("Hatred (Orks)"), target(count=3), melee=True, sets={"foe": True}),
    odds("zealots", fighter("Zealot"), target(count=3), melee=True),
    odds("a master-crafted gun", shooter("Master-crafted", shots=3), target(count=3)),
    odds("a shredding gun", shooter("Shred", shots=3), target(count=3)),
    odds("monster hunters", shooter(rules=["Monster Hunter"]), target(T=6, W=4, type="Monstrous Creature")),
    odds("fleshbane", shooter("Fleshbane"), target(T=8)),
    odds("graviton", shooter("Graviton", S="X", AP=2), target(Sv="3+")),
    odds("a destroyer", shooter(S="D", AP=2), target(T=6, W=6, Inv="4+")),
    odds("instant death", shooter("Instant Death"), target(W=3)),
    odds("an eternal warrior", shooter(S=8), target("Eternal Warrior", W=3)),
    odds("stealth", shooter(shots=3), target("Stealth", count=3)),
    odds("shrouded", shooter(shots=3), target("Shrouded", count=3)),
    odds("no cover helps", shooter("Ignores Cover"), target(), cover="3+"),
    odds("armourbane", shooter("Armourbane", S=8), target(Front=14)),
    odds("a lance", shooter("Lance", S=8), target(Front=14)),
    odds("haywire", shooter("Haywire", S=1), target(Front=14)),
    odds("tank hunters", shooter(S=8, rules=["Tank Hunters"]), target(Front=13)),
    odds("a mighty bulwark", shooter(S=10, AP=1), target("Mighty Bulwark", Front=12, HP=9, type="Building")),
    odds("precise shots", shooter("Precision Shots", shots=2), PAIR, policy="best"),
    odds("precise blows", fighter("Precision Strikes", A=2), PAIR, melee=True, policy="best"),
    odds("a sniper", shooter("Sniper", S="X", AP=6), target(T=8, Sv="3+")),
    odds("a locked rocket", shooter("One Use Only", rules=["Missile Lock"]), target()),
    odds("eyes for the dark", shooter(rules=["Night Vision"]), target(), sets={"night": True}),
    odds("skyfire", shooter("Skyfire"), target()),
    odds("a strafing run", unit(model("Strafing Run", Front=10, weapons=[weapon()]), type="Vehicle"), target()),
    odds("the relentless", shooter(rules=["Relentless"]), target(), moved=True),
    odds("stubborn men", shooter("Pinning"), target("Stubborn", count=2)),
    odds("no fear", shooter("Pinning"), target("And They Shall Know No Fear", count=2)),
    odds("a furious charge", fighter("Furious Charge"), target(count=3), melee=True, charging=True),
    odds("rage", fighter("Rage"), target(count=9), melee=True, charging=True),
    odds("a counter-attack", fighter("Counter-attack"), target(count=9), melee=True, sets={"charged": True}),
    odds("smash", fighter("Smash", S=6, A=3), target(Sv="2+", W=3, T=6), melee=True),
    odds(
        "a clumsy fist and a quick knife",
        unit(model(weapons=[FIST, KNIFE], A=2), model(weapons=[KNIFE])),
        PAIR,
        melee=True,
    ),
]


def morale(*rules):
    def run():
        test = check((model(*rules, Ld=8),), "morale", -2)
        return test.needs, test.chance

    return Scene(f"a morale check with {rules}", run)


def feared_in_combat(rule):
    def run():
        horror, man = unit(model(rule, name="Horror"), name="Horror"), unit(model(name="Man"), name="Man")
        t = field((horror, 0, 10, 10), (man, 1, 10, 10.9875), step="close_combat")
        Locked(0, 1).on(t)
        return feared(t, t[1])

    return Scene(f"who is feared: {rule}", run)


SCENES = [
    *battle_scenes.SCENES,
    *going_scenes.SCENES,
    *marker_scenes.SCENES,
    *(odds(name, attacker, foe, **said) for name, attacker, foe, said in marker_scenes.ODDS),
    *riding_scenes.SCENES,
    feared_in_combat("Fear"),
    feared_in_combat("Daemon"),
    odds("daemons are shot at", shooter(AP=1), target("Daemon", count=2)),
    odds("a hammer of wrath", fighter("Hammer of Wrath", A=0), target(count=5), melee=True, charging=True),
    *MORE,
    morale("Stubborn"),
    morale("Fearless"),
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
    odds("skilled riders jink", shooter(shots=3), target("Jink", "Skilled Rider", count=3), sets={"jinking": True}),
    odds("a blast among swarms", shooter("Blast"), target("Swarms", W=3, count=3), sets={"under": 2}),
    odds("a strike from above", DRAKE, target(Sv="3+", count=2), cover="4+", sets={"vector-strike": True}),
    odds("the purposeful", shooter(rules=["Slow and Purposeful"]), target(), moved=True),
    odds("pinning fire", shooter("Pinning", shots=2), target(count=3, Ld=7)),
    odds("pinning fire at the fearless", shooter("Pinning", shots=2), target("Fearless", count=3, Ld=7)),
]

SCENES += [
    odds("a blinding gun", shooter("Blind", shots=2), target(count=3, I=3)),
    odds("a concussive gun", shooter("Concussive", shots=3), target(count=2, W=3)),
    odds("a gun that strikes down", shooter("Strikedown", shots=3), target(count=2, Sv="3+")),
    odds("a gun that sets ablaze", shooter("Soul Blaze", shots=3), target(count=2, Sv="5+")),
]

FORCE = weapon("Staff", "Force", melee=True)
SCENES += [
    odds(
        "a force staff at work",
        fighter("Psyker", weapons=(FORCE,)),
        target(count=3, W=3),
        melee=True,
        sets={"force": True},
    ),
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
