"""Counting lines: every answer to every ask, so many asks deep, with its weight.

A chance weighs what its law says, a choice the same for each option. An ask with one answer adds no depth. On the live
table, stages are opened and the table is put back before each branch.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import islice
from typing import Any

from grognard.kernel import Choose, Emit, Exact
from grognard.kernel.exact import _flat
from grognard.kernel.session import Session

WIDEST = 6  # options that are followed where there is no end of them, such as moves


def answers_to(ask: Any) -> list[tuple[Any, Fraction]]:
    """Every answer with its weight; the weights add up to 1."""
    if isinstance(ask, Choose):
        lazy = not isinstance(ask.options, (tuple, list))
        options = list(islice(ask.options, WIDEST)) if lazy else list(ask.options)
        return [(option, Fraction(1, len(options))) for option in options]
    law = Exact()._answers(ask)
    return [(answer, law.fraction(answer)) for answer in law.weights]


def perft(session: Session, depth: int) -> tuple[int, Fraction]:
    """How many lines there are from the boundary at which the session stands, and their weight together."""
    before = session.table.snapshot()
    try:
        return _lines(session, (), depth)
    finally:
        session.table.restore(before)


def _lines(session: Session, known: tuple[Any, ...], depth: int) -> tuple[int, Fraction]:
    table, game = session.table, session.game
    boundary = table.snapshot()
    run = None
    waiting = list(known)
    while True:
        if run is None:
            if game.over(table):
                return 1, Fraction(1)
            run = _flat(game.crank, (table,))
            answer: Any = None
        try:
            ask = run.send(answer)
        except StopIteration:
            boundary, run, known = table.snapshot(), None, ()
            continue
        if isinstance(ask, Emit):
            ask.event.on(table)
            answer = None
            continue
        if waiting:
            answer = waiting.pop(0)
            continue
        answers = answers_to(ask)
        if len(answers) == 1:
            answer = answers[0][0]
            known = (*known, answer)
            continue
        if depth == 0:
            return 1, Fraction(1)
        run.close()
        lines, weight = 0, Fraction(0)
        for answer, share in answers:
            table.restore(boundary)
            found, below = _lines(session, (*known, answer), depth - 1)
            lines += found
            weight += share * below
        return lines, weight
