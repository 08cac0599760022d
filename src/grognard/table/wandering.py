"""A legal move drawn by chance, with a purpose, without making the others."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from grognard.kernel.drawing import below
from grognard.table.aims import covers_near, middle_of
from grognard.table.geometry import Form

if TYPE_CHECKING:
    from grognard.table.moves import Moves


def drawn(moves: Moves, rng: Random) -> Form | None:
    """One legal move with a purpose; standing when nothing better comes of it; None when there is no legal move."""
    if moves.targets:
        return next(iter(moves), None)
    if not moves._holds_together():
        form = moves.close_ranks()
        if form is not None:
            return form
    purpose = below(rng, 8)
    form = None
    if purpose < 5 and moves.enemies:
        foe = moves.enemies[below(rng, len(moves.enemies))][1]
        if foe.spots:
            form = moves.away(*middle_of(foe)) if purpose == 4 else moves.toward(*middle_of(foe))
    elif purpose < 7 and moves.ground.objectives:
        form = moves.toward(*moves.ground.objectives[below(rng, len(moves.ground.objectives))])
    else:
        covers = covers_near(moves)
        if covers:
            form = moves.toward(*middle_of(covers[below(rng, len(covers))]))
    if form is None and moves.least > 0:  # it must move: anywhere within the table
        for _ in range(12):
            form = moves.toward(below(rng, 64) * moves.ground.width / 63, below(rng, 64) * moves.ground.height / 63)
            if form is not None:
                return form
    if form is not None:
        return form
    return moves.form if moves.form in moves else None
