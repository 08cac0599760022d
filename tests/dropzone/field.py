"""A small battlefield for tests: squads put where the test wants them, procedures played with scripted dice and picks."""

from __future__ import annotations

from typing import Any

from grognard.common.deploy import new_table
from grognard.common.profiles import Force, Kind
from grognard.common.scenario import Scenario
from grognard.kernel import Play, Scripted
from grognard.kernel.exact import by_default
from grognard.kernel.rolled import Rolled
from grognard.systems.dropzone.circumstances import FLYING
from grognard.systems.dropzone.movement.legal_moves import aloft
from grognard.systems.dropzone.system import SYSTEM
from grognard.systems.dropzone.turn import GAME
from grognard.table.geometry import Formation, footprint
from grognard.table.terrain import Ground, Piece, rectangle

PLACE = tuple[Kind, int, float, float]


def house(
    x: float, y: float, size: float = 5.0, armour: int = 10, dp: int = 20, words: tuple[str, ...] = (), name="house"
) -> Piece:
    """A building with its lower left corner at a point."""
    properties = ("impassable", "solid", "garrison", "destructible", "soft", "body", *words)
    return Piece(name, rectangle(x, y, size, size), 4.0, properties, armour=armour, dp=dp)


def field(
    *squads: PLACE, pieces: tuple[Piece, ...] = (), objectives=(), distance: float = 1.5, rulings=None, scenario=None
):
    """A table with squads of (kind, side, x, y), in lines to the right of the point; Aircraft in the air."""
    forces = [Force("dropzone", f"Side {s}", tuple(k for k, side, _, _ in squads if side == s)) for s in (0, 1)]
    scenario = scenario or Scenario(objectives=0)
    ground = Ground(48.0, 48.0, pieces, tuple(objectives))
    settled = SYSTEM.settled(
        {"command-cards": "off", **(rulings or {})}
    )  # scenes are played without, unless they say so
    t = new_table(GAME, forces, scenario, ground, settled)
    order = [sq for s in (0, 1) for sq in squads if sq[1] == s]
    for u, (kind, side, x, y) in zip(list(t.units), order, strict=True):
        models = tuple(footprint("round", 25) for _ in kind.models)
        positions = tuple((x + i * distance, y) for i in range(len(models)))
        facing = () if side == 0 else ((0.0, -1.0),)
        form = Formation(positions, models, facing)
        t.change(u.id, form=aloft(t.ground, form) if kind.type in FLYING else form, place="table")
    t.clock = type(t.clock)(1, 0, GAME.steps.before + 1, 0, "activations")
    return t


def kind(t, name: str) -> int:
    """The id of the squad of that name."""
    return next(u.id for u in t.units if u.kind.name == name)


def run(
    t, procedure, faces=(), picks: dict[str, Any] | None = None, log: list | None = None, thrown: list | None = None
):
    """What a procedure gives when it is played on the table; ``picks`` by a part of the question, else the default.

    Every face must be used. The events go to ``log``, what is told of the dice to ``thrown``.
    """
    dice = Scripted(faces)
    log = [] if log is None else log

    def decide(ask):
        for part, pick in (picks or {}).items():
            if part in ask.question:
                chosen = pick(ask) if callable(pick) else pick
                assert chosen in ask.options, f"{chosen!r} is no option of {ask.question!r}"
                return chosen
        return by_default(ask)

    def emit(event):
        event.on(t)
        log.append(event)

    def watch(test, faces, again):
        if thrown is not None:
            thrown.append(Rolled(test, faces, again).told(t))

    result = Play(dice, decide, emit, watch).run(procedure)
    dice.end()
    return result


def told(t, log) -> list[str]:
    """What the events say."""
    return [said for event in log if (said := event.told(t))]
