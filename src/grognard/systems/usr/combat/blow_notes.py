"""What a report says of blows: who strikes how often and why, why none can miss, and which rules have a part in them."""

from __future__ import annotations

from ....common.building import Because, in_words
from ....common.lazy import LazySequence
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.attack import Volley, sorts_of
from ..attack.matchup import Attack, match
from ..condition import squad
from ..events import BlowsAt
from ..line_of_sight import View
from ..rules_at_work import rules_of
from .melee_attacks import Blow


def struck(t: Table, blow: Blow, aim: View, step: int, at_once: bool) -> BlowsAt:
    """Blows as they are announced; ``at_once``: both sides strike at this step."""
    notes = LazySequence(blow_notes, t[blow.target], blow.volley)
    by = rules_of(t, blow.target, (blow.volley,), aim)
    return BlowsAt(blow.unit, blow.target, (blow.volley.name,), blow.count, step, at_once, notes, by=by)


def blow_notes(target: Unit, fired: Volley) -> tuple[str, ...]:
    """Who strikes how often and why, and why none can miss."""
    at, found, first = squad(target), [], fired.parts[0]
    n = sum(part.firers for part in fired.parts)
    if who := sorts_of(fired.parts):
        found.append(who)
    elif n > 1 and first.shots.plus > 1:
        found.append(f"{n} x {first.shots.plus}")
    if first.how.one_blow:
        found.append("one mighty blow")
    else:
        figure = weapons.blows(Attack(first.by, first.mates, first.weapon, at, first.how))
        if figure.counted() == first.shots.plus and figure.because:
            found.append(in_words((Because("Attacks", str(first.by.stats.A)), *figure.because))[2:-1])
    if at.armoured and match(first.by, first.mates, first.weapon, at, first.how).hit is None:
        found.append("none can miss a building" if at.counts_as("Building") else "none can miss, for it is immobilised")
    return tuple(found)
