"""Exact odds through the public interface: cold with reasons, asked again, and beside what peers need."""

from __future__ import annotations

import json

import grognard
from grognard import systems
from grognard.common.odds import Odds
from grognard.muster.ref import resolve_force

from . import volleys as v
from .figures import Figures
from .timing import best, forget_everything

WARM = 50e-6


def told(odds: Odds) -> str:
    """The whole answer as text, exact."""
    return json.dumps(odds.told(fractions=True)["fractions"], sort_keys=True)


def volleys(figures: Figures) -> None:
    """Three volleys; the same laws from icepool and dyce in the same run."""
    for shots in (10, 40, 120):
        name = f"{shots} shots"
        law = v.ours(shots).slain
        mine = {k: law.fraction(k) for k in law.weights}
        figures.result(name, told(v.ours(shots)))
        theirs = best(lambda shots=shots: v.icepool_slain(shots))  # type: ignore[misc]
        if v.icepool_slain(shots) != mine:
            figures.wrong.append(f"{name}: icepool has another law")
        limit, peer = theirs, "icepool"
        packed = None
        if shots > 10:
            packed = best(lambda shots=shots: v.dyce_slain(shots))  # type: ignore[misc]
            if v.dyce_slain(shots) != mine:
                figures.wrong.append(f"{name}: dyce has another law")
            limit, peer = min((theirs, "icepool"), (packed, "dyce"))
        figures.time(f"{name}, cold, with reasons", best(lambda s=shots: v.ours(s), forget_everything), limit, peer)  # type: ignore[misc]
        figures.time(f"{name}, asked again", best(lambda s=shots: v.ours(s), seconds=0.1), WARM)  # type: ignore[misc]
        figures.time(f"{name}, icepool", theirs)
        if packed is not None:
            figures.time(f"{name}, dyce, packed by hand", packed)


def units(figures: Figures) -> None:
    """Every unit of one sample force on every unit of the other, in every system."""
    for system in systems.NAMES:
        ours, theirs = resolve_force(f"{system}/A").kinds, resolve_force(f"{system}/B").kinds
        pairs = [(a, b, melee) for a in ours for b in theirs for melee in (False, True)]

        def ask(pairs: list = pairs) -> list[Odds]:  # type: ignore[type-arg]
            return [grognard.odds(a, b, melee=melee) for a, b, melee in pairs]

        n = len(pairs)
        figures.result(f"{system}, all units", "\n".join(map(told, ask())))
        figures.time(f"{system}, a question cold (mean of {n})", best(ask, forget_everything, 0.5) / n)
        figures.time(f"{system}, a question again (mean of {n})", best(ask, seconds=0.1) / n, WARM)
        ref = f"{system}/A:{ours[0].name}", f"{system}/B:{theirs[0].name}"
        figures.time(f"{system}, asked again by name", best(lambda r=ref: grognard.odds(*r), seconds=0.1), WARM)  # type: ignore[misc]
