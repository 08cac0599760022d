"""The fire of a unit once its choices are made: what each weapon does, and what is used up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from ....common.agreement import in_a_row
from ....common.triggers import give, this_turn
from ....kernel.asks import Emit, Procedure
from ....table.events import Remarked
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..attack import random_profiles
from ..attack.attack import Volley
from ..casualties import Casualties
from ..condition import AIMED, SPENT
from ..harm import scorched, suffer
from ..line_of_sight import View, view_of
from ..rules_at_work import partakers
from .guns import charge_after
from .markers import MarkerFire, laid, lay, together
from .under_fire import spirits


def loosed(
    t: Table, u: int, v: int, volleys: tuple[Volley, ...], groups: tuple[tuple[int, ...], ...], stand: Formation, aim: View,
    able: bool, overwatch: bool = False,
) -> Procedure:  # fmt: skip
    """Weapon by weapon what was declared is done. Gives what it leaves on each unit, for the tests afterwards."""
    marks: dict[int, set[str]] = {}
    own: list[tuple[int, int, int]] = []
    struck = False  # by a marker: who is nearest and in cover is found anew for the next weapon that asks for it
    laying, fired = MarkerFire(u, v, stand, marks, able, Counter()), t[u]
    every = together(t, v, volleys) if len(volleys) > 1 else volleys
    for k, volley in enumerate(every):
        if not t[v].here:
            yield Emit(_late(t, v, "left", every[k:]))
            break
        if random_profiles.unsettled(volley.parts):
            volley = yield from random_profiles.declared(u, volley)
        if laid(t, v, volley):
            own += yield from lay(t, laying, volley, groups, overwatch)
            struck = bool(stand.positions)
            continue
        if struck:  # the marker may have struck those who fire, too: the rest is in the air
            aim, struck = view_of(t, t[u] if t[u].here else replace(fired, form=stand), t[v]), False
        if not aim.order:
            yield Emit(_late(t, v, "left in sight", (volley,)))
            continue
        size = len(t.units[v].members)
        harm: Casualties = yield from suffer(t, u, v, volley, aim, can_ground=able)
        if len(harm.stand) != size:
            aim = aim.left(harm.stand)
        marks.setdefault(v, set()).update(harm.marks)
        own += harm.own
    if own and t[u].place in ("table", "aboard"):
        yield from scorched(t, u, [_left(stand, t[u].form, models) for models in groups], own)
    return marks


def _late(t: Table, v: int, left: str, volleys: Sequence[Volley]) -> Remarked:
    """Weapons that find nobody of their target any more when their turn comes."""
    nobody = "nothing" if t[v].kind.models[0].stats.armoured else "nobody"
    return Remarked(f"{t.name(v)}: {nobody} {left} for the {in_a_row(volley.name for volley in volleys)}")


def _partakers(
    by: tuple[str, ...], target: Unit, volleys: tuple[Volley, ...], aim: View, how_moved: str, firer: Unit | None
) -> tuple[str, ...]:
    """The rules that have a part in a unit's fire; ``firer``: who fires in its own turn, None in Overwatch."""
    ids = partakers(target, volleys, aim, how_moved if firer is not None else "")
    full = firer is not None and any(not part.how.snap for volley in volleys for part in volley.parts)
    return tuple(dict.fromkeys((*by, *ids, *(spirits(firer) if full and firer is not None else ()))))


def _spend(t: Table, u: int, v: int, volleys: tuple[Volley, ...]) -> Procedure:
    """What its fire leaves a unit to do this turn: no charge after some weapons, under a ruling none at others than its target."""
    if t.rulings.get("charge-shot", "any") == "same":
        yield from give(t, u, AIMED, this_turn(t), source=v, value=v, quiet=True)
    for volley in volleys:
        for part in volley.parts:
            if not charge_after(part.by, part.mates, part.weapon):
                yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
                return


def _left(stand: Formation, now: Formation, models: tuple[int, ...]) -> list[int]:
    """Where these models stand in the unit as it is now, without those that have fallen by their own side's fire."""
    place = {position: i for i, position in enumerate(now.positions)}
    return [place[stand.positions[i]] for i in models if stand.positions[i] in place]
