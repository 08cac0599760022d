"""Squads that their rules let be set up ahead of their battlegroup, near their own table edge."""

from __future__ import annotations

from ...common import saying
from ...common.deploy import places
from ...common.reserves import own_edge
from ...common.rules import voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Deployed, Remarked
from ...table.space import edge_strip
from ...table.state import Table, Unit
from .buildings.garrisons import go_in, room_for
from .reserves import keep_back
from .slots import Deployment
from .squads import garrisons, infantry


def setup_of(u: Unit) -> Deployment:
    """What the squad's rules say about setting it up."""
    setup = Deployment()
    for speak in voices(u.kind.models[0], "sets_up"):
        speak(setup)
    return setup


def infiltrates(t: Table, u: int) -> Procedure:
    """Whether a squad that may be put down near its own edge is, in place of starting with its battlegroup."""
    if not setup_of(t[u]).ahead:
        return False
    options = ("ahead of it", "with it")
    pick = yield Choose(t[u].side, f"does {t.name(u)} infiltrate ahead of its battlegroup?", options, options[0], u)
    return pick == options[0]


def put_ahead(t: Table, u: int, setup: Deployment) -> Procedure:
    """A squad is put down within so many inches of its own edge, whatever the rest of its battlegroup does."""
    zone = edge_strip(t.ground, own_edge(t, t[u].side), float(setup.ahead))
    if (yield from sneaks_in(t, u, setup)):
        return
    options = places(t, u, zone)
    default = next(iter(options), None)
    if default is None:
        yield from keep_back(t, u, "readiness", setup.by)
        return
    form = yield Choose(t[u].side, f"where does {t.name(u)} infiltrate?", options, default, u)
    yield Emit(Deployed(u, form, by=setup.by))


def sneaks_in(t: Table, u: int, setup: Deployment) -> Procedure:
    """Infantry that infiltrates may start in a Garrison within its reach of the edge. Result: whether it does."""
    edge = own_edge(t, t[u].side)
    found = tuple(
        k for k in garrisons(t)
        if infantry(t[u]) and _within_edge(t, k, edge, setup.ahead) and room_for(t, t[u], k)
    )  # fmt: skip
    if not found:
        return False
    question = f"does {t.name(u)} infiltrate a building?"
    says = saying.pieces(t)
    pick = yield Choose(t[u].side, question, ("in the open", *found), found[0], u, says)
    if pick == "in the open":
        return False
    yield Emit(Remarked(f"{t.name(u)} infiltrates", by=setup.by))
    yield from go_in(t, u, pick)
    return True


def _within_edge(t: Table, k: int, edge: str, inches: int) -> bool:
    left, bottom, right, top = t.ground.pieces[k].box
    w, h = t.ground.width, t.ground.height
    return bool({"bottom": bottom, "top": h - top, "left": left, "right": w - right}[edge] <= inches)
