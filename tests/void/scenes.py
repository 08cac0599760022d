"""Scenes of VOID: questions and small battlefields of which at least one changes when a rule is switched off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.systems.void import deployment, field, transports
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.nerve.morale import frighten
from grognard.systems.void.neural_spikes import spiked
from grognard.systems.void.orders import Orders, movement_mode, reach
from grognard.systems.void.rules import (
    BerserkCharge,
    Camouflage,
    CombineFire,
    Dodge,
    DropTrooper,
    EnforcedRally,
    Fast,
    Fearless,
    FindWeakness,
    Fly,
    Guard,
    HeavyArmour,
    HighMorale,
    Immobile,
    ImmuneToPanic,
    Impetuous,
    Infiltrate,
    Inspiring,
    JumpTrooper,
    LethalStrike,
    Marksman,
    MountedWeaponTeam,
    MultipleAttacks,
    MultipleShots,
    NeuralSpikeActivation,
    Prone,
    Rampage,
    RoughTerrainSpecialist,
    ShieldWall,
    ShockTrooper,
    Sniper,
    Spomm,
    Stealth,
    StompAttack,
    Strategy,
    StrikeFirst,
    SuppressiveFire,
    Swarm,
    TacticalAwareness,
    TargetAcquisition,
    Terrifying,
    TroopCarrier,
)
from grognard.systems.void.shooting import lines_of_fire
from grognard.systems.void.turn import activation
from grognard.table.events import Given, Locked
from grognard.table.state import Effect
from tests.scene import Scene

from .field import Field, at, wood

BLADE = ("Combat Blade",)


def odds(name: str, attacker: Any, target: Any, **said: Any) -> Scene:
    """A scene that shows the whole answer to a question."""
    return Scene(name, lambda: ask(attacker, target, **said).told(fractions=True))


def play(name: str, make: Callable[[], Field], run: Callable[[Field], object]) -> Scene:
    """A scene that shows what comes of something on a small battlefield."""
    return Scene(name, lambda: run(make()))


def duel(ours: Any, theirs: Any, distance: float = 3.0, **more: Any) -> Field:
    """Two units facing each other so many inches apart."""
    f = Field([at(ours, 20, 20)], [at(theirs, 20, 20.984375 + distance)], **more)
    if not distance:
        Locked(0, 1).on(f.table)
    return f


def told(f: Field, procedure: Any, faces: Any, **picks: Any) -> list[str]:
    """The report of what was done; when the dice do not fit, as far as it went."""
    try:
        f.run(procedure, faces, **picks)
    except AssertionError:
        return [*f.told(), "the dice do not fit"]
    return f.told()


SCENES: list[Scene] = [
    odds("armour and piercing", trooper(FindWeakness(2), n=4), trooper(HeavyArmour(6), n=3)),
    odds("camouflage in the open", trooper(n=4), trooper(Camouflage(), n=4), range=20),
    odds("camouflage out of sight", trooper(n=4, arms=("machine gun",)), trooper(Camouflage(), n=4), range=30),
    odds("dodging heroes", trooper(n=5), unit(model("hero", Dodge()), n=2)),
    odds("marksmen", trooper(Marksman(), n=3, arms=("Sniper Rifle",)), trooper(W=3, n=2), range=20),
    odds("suppression", trooper(SuppressiveFire(4), n=3), trooper(n=8), range=20, sets=("suppressive=yes",)),
    odds(
        "a painted target",
        trooper(arms=(weapon("rifle", TargetAcquisition()),)),
        trooper(),
        range=30,
        sets=("painted=yes",),
    ),
    odds("a device", trooper(arms=(weapon("targeting device", TargetAcquisition()),)), trooper()),
    odds("a beast's nerve", trooper(n=6), unit(model("war beast", Rampage(), W=1), n=2)),
    odds("beyond the scan", trooper(Spomm("I", "Fire Support")), trooper(), range=20),
    play(
        "a berserk charge",
        lambda: duel(trooper(BerserkCharge(), arms=BLADE), trooper(arms=BLADE)),
        lambda f: told(f, counter_charge(f.table, 0, 1), [6], counter_charge="counter-charge"),
    ),
    play(
        "the first blow",
        lambda: duel(trooper(StrikeFirst(), arms=BLADE), trooper(arms=BLADE), 0.0),
        lambda f: told(f, fight(f.table, 0), [6, 6]),
    ),
    play(
        "a machine mind alone",
        lambda: Field([at(trooper(Spomm("I", "Tactical Advance"), n=2), 20, 4)], [at(trooper(n=2), 20, 40)]),
        lambda f: told(f, activation(f.table, 0), [], what_does="move"),
    ),
    play(
        "who may be shot",
        lambda: Field([at(trooper(n=2, arms=("machine gun",)), 20, 4)], [at(trooper(Camouflage(), n=2), 20, 32)]),
        lambda f: (lines_of_fire.open_to_fire(f.table, 0, False), field.sees(f.table, 0, 1), Orders(f.table, 0).words),
    ),
]

ALL_IN = trooper(ShockTrooper(), LethalStrike(1), MultipleAttacks(2), n=2)
STOMPER = unit(model("war beast", StompAttack(), arms=()))
CREW = trooper(MountedWeaponTeam(), n=3, arms=("machine gun", "pistol"))
BURNERS = trooper(CombineFire(), MultipleShots(2), arms=("light flame thrower", "light flame thrower"))
TWO = unit(model("line trooper", T=9), model("line trooper"), name="two")
BARGE = unit(model("light tank", TroopCarrier(4, 2), arms=("machine gun",)), type="Vehicle")
CONVICTS = trooper(EnforcedRally(), n=3)

SCENES += [
    odds("an assault with everything", ALL_IN, trooper(W=3, n=3), melee=True, charging=True),
    odds("a stomp", STOMPER, trooper(n=2), melee=True),
    odds("a swarm", trooper(n=2), trooper(Swarm(), n=4), melee=True, sets=("contact=3",)),
    odds("a crew short of men", CREW, trooper(n=2), sets=("crew-lost=1",)),
    odds("flames combined", BURNERS, trooper(n=3)),
    odds("shots in number", trooper(MultipleShots(3)), trooper(n=4)),
    odds("spotted", trooper(arms=("mortar",)), trooper(n=2), range=20, sets=("spotters=2",)),
    odds("a sniper at his best", trooper(Sniper()), TWO, policy="best"),
    odds("stealth", trooper(n=3), trooper(Stealth(), n=3)),
    odds(
        "guards first", trooper(n=2), unit(model("hero", W=1), model("line trooper", Guard("the hero")), name="guarded")
    ),
    odds("a wall", trooper(n=2), trooper(ShieldWall(), n=3)),
    odds("nerve with everything", trooper(n=2), trooper(HighMorale(1), Strategy(1), Inspiring(), n=2)),
    odds("no nerves", trooper(n=2), trooper(ImmuneToPanic(), n=2)),
    odds("prone", trooper(Prone()), trooper(Prone()), sets=("prone=yes", "target-prone=yes")),
    odds("a failed jump", trooper(JumpTrooper()), trooper(), moved=True, sets=("failed-jump=yes",)),
    odds("a turret that moved", trooper(Immobile()), trooper(), moved=True),
    play(
        "terror",
        lambda: Field([at(trooper(n=2), 20, 20)], [at(unit(model("war beast", Terrifying())), 20, 24)]),
        lambda f: told(f, activation(f.table, 0), [5], what_does="hold"),
    ),
    play(
        "no terror for the fearless",
        lambda: Field([at(trooper(Fearless(), n=2), 20, 20)], [at(unit(model("war beast", Terrifying())), 20, 24)]),
        lambda f: told(f, frighten(f.table, 0, "terror"), [5]),
    ),
    Scene("how far", lambda: [reach(trooper(Fast()).models, kind) for kind in ("move", "rush", "charge")]),
    Scene(
        "over what",
        lambda: (movement_mode(trooper(Fly()).models), movement_mode(trooper(RoughTerrainSpecialist("Marsh")).models)),
    ),
    play(
        "hot heads",
        lambda: Field([at(trooper(Impetuous(), n=2), 20, 4)], [at(trooper(n=2), 20, 30)]),
        lambda f: told(f, activation(f.table, 0), [5], run_ahead="check", what_does="move"),
    ),
    play(
        "coming late",
        lambda: Field([(trooper(DropTrooper(), n=2), [])], [at(trooper(), 24, 40)]),
        lambda f: told(f, deployment.put(f.table, 0), []),
    ),
    play(
        "coming unseen",
        lambda: Field(
            [(trooper(Infiltrate(), n=2), [])], [at(trooper(), 24, 44)], (wood(0, 24, 48, 1, "solid", high=9.0),)
        ),
        lambda f: (told(f, deployment.put(f.table, 0), []), f[0].form.positions),
    ),
    play(
        "room aboard",
        lambda: Field([at(BARGE, 20, 20), at(trooper(n=3), 18, 23)], [at(trooper(), 40, 40)]),
        lambda f: transports.near_carriers(f.table, 1, 4.0),
    ),
    play(
        "spikes",
        lambda: panicking(
            Field([at(trooper(NeuralSpikeActivation(1)), 20, 20), at(CONVICTS, 20, 24)], [at(trooper(), 40, 47)])
        ),
        lambda f: told(f, activation(f.table, 0), [], what_does="stay", whom_does="hold fire"),
    ),
    Scene("who wears spikes", lambda: spiked(CONVICTS.models)),
    play(
        "a free choice of targets",
        lambda: Field(
            [at(unit(model("sergeant", TacticalAwareness(), role="leader")), 20, 20)],
            [at(trooper(), 20, 26), at(trooper(), 20, 30)],
        ),
        lambda f: told(f, activation(f.table, 0), [6, 6, 6], what_does="stay", ignore_target="yes", whom_does=2),
    ),
]


def panicking(f: Field) -> Field:
    """The second unit has panicked."""
    Given(1, Effect("panicked")).on(f.table)
    return f


GRID: list[dict[str, Any]] = [
    {"attacker": trooper(n=3), "target": trooper(n=4)},
    {"attacker": trooper(n=2), "target": unit(model("hero"), n=2), "range": 18.0, "cover": "3"},
    {"attacker": trooper(n=2), "target": trooper(n=3), "melee": True, "charging": True},
    {
        "attacker": unit(model("line trooper"), model("hero", role="leader"), name="led"),
        "target": unit(model("line trooper"), model("hero", role="leader"), name="led"),
    },
    {"attacker": trooper(n=2, arms=("rocket launcher",)), "target": unit(model("light tank"), type="Vehicle")},
    {
        "attacker": trooper(n=2, arms=("mortar", "flame thrower")),
        "target": trooper(n=4),
        "range": 20.0,
        "sets": {"under": 2},
    },
    {"attacker": trooper(SuppressiveFire(3), n=2), "target": trooper(n=4), "sets": {"suppressive": "yes"}},
]
