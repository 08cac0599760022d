"""Reactions: whoever is named as a target may answer at once, with a token or with Digital weapons."""

from __future__ import annotations

from typing import TypeAlias

from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Acted, Given, Said
from ...table.state import Effect, Table
from . import field
from .commands import REACTING
from .events import FIRES_BACK, HIDDEN, REACTED, TokenFlipped
from .shared_tokens import share
from .shooting.lines_of_fire import FireResult, Line, line, posture, reach, reaches
from .shooting.volley import fired

Answers: TypeAlias = tuple[tuple[int, str], ...]  # who answers, with which token; "idle": with Digital weapons
NO = "no"


def reaction(t: Table, v: int, u: int, contact: bool = False) -> Procedure:
    """A unit that was named as a target may answer at once: gives who answers with what, () when nobody does.

    It flips its token, or it keeps the token and answers with Digital weapons. ``contact``: the attacker is about to come
    into contact, so that range and sight do not matter.
    """
    side, token = t[v].side, field.token(t[v])
    if t[v].has(HIDDEN):
        return ()
    with_token = token in REACTING and v not in t.acted and answers(t, v, u, token, contact)
    options = [token] if with_token else []
    if not t[v].has(REACTED) and answers(t, v, u, "idle", contact):
        options.append("idle")
    if not options:
        return ()
    question = f"does {t.name(v)} react to {t.name(u)}?"
    pick: str = yield Choose(side, question, (*options, NO), default=options[0], about=("react", v, u))
    if pick == NO:
        return ()
    if pick == "idle":
        yield Emit(Given(v, Effect(REACTED, v, ("round ends", t.round)), True))
        yield Emit(Said(f"{t.name(v)}: reaction with Digital weapons, at the same time", short=""))
        return ((v, pick),)
    yield Emit(TokenFlipped(v, pick, "reacting"))
    yield Emit(Acted(v, t.player))
    partner = yield from share(t, v, pick, lambda w: answers(t, w, u, pick, contact), ("stand by", v, u, pick))
    return ((v, pick),) if partner is None else ((v, pick), (partner, pick))


def answers(t: Table, v: int, u: int, token: str, contact: bool) -> bool:
    """Whether a unit has anything to react with."""
    how = posture(token, True)
    if not reach(t, v, how):
        return False
    return contact or reaches(t, v, u, how)


def replies(t: Table, u: int, answers: Answers) -> list[tuple[int, Line]]:
    """What those who answer can fire at the attacker."""
    found = [(v, line(t, v, u, posture(token, True))) for v, token in answers]
    return [(v, aim) for v, aim in found if aim is not None]


def returned(t: Table, u: int, theirs: list[tuple[int, Line]]) -> Procedure:
    """The dice of all who fire back, one after the other: gives what each came to, on what those before it have left."""
    fires: list[FireResult] = []
    for v, aim in theirs:
        fire = yield from fired(t, v, u, aim, after=fires[-1] if fires else None, verb=FIRES_BACK)
        fires += [fire] if fire is not None else []
    return fires


def reacted(t: Table, answers: Answers) -> Procedure:
    """Who has used the token of another has acted."""
    for v, _ in answers[1:]:
        if t[v].here:
            yield Emit(Acted(v, t.player))
