"""How a battle ended, as plain data: winner, losses, points."""

from __future__ import annotations

from typing import Any

from ..kernel.session import Session
from . import scenario as scenarios
from .system import in_one_line


def sides(session: Session) -> tuple[str, str]:
    """What the two sides are called; different even when both play the same force."""
    names: tuple[str, str] = session.table.scenario.sides
    return names


def chosen_rulings(setup: Any) -> str:
    """The rulings that the players chose, in one line, behind what they call them; "" when all have their defaults."""
    return in_one_line(setup.pack, setup.rulings)


def result(session: Session, seconds: float = 0.0) -> dict[str, Any]:
    """The result of a battle as ``battle --json`` prints it; of one that is not over, ``why`` says so."""
    t, setup = session.table, session.setup
    names = sides(session)
    if session.over:
        winner, why = session.game.winner(t)
    else:
        winner, why = None, "the battle is not over"
    lost = [sum(u.lost for u in t.units if u.side == side) for side in (0, 1)]
    points = scenarios.points(t)
    return {
        "system": setup.system,
        "forces": list(names),
        "seed": session.setup.seed,
        "winner": None if winner is None else names[winner],
        "why": why,
        "rounds": min(t.round, t.scenario.rounds),
        "activations": [type(entry).__name__ for entry in session.log].count("Acted"),
        "slain": {names[0]: lost[0], names[1]: lost[1]},
        "points": {names[0]: points[0], names[1]: points[1]},
        "score": [
            {"round": s.round, "player": names[s.side], "points": s.points, "why": s.why}
            for s in scenarios.score_sheet(t, session.log)
        ],
        **({"rulings": dict(setup.rulings)} if setup.rulings else {}),
        **({"pack": setup.pack} if setup.pack else {}),
        "digest": session.digest(),
        "seconds": round(seconds, 3),
    }
