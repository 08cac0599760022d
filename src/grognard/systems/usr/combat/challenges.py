"""Challenges: two characters of a combat fight each other and nobody else; whoever is refused names one who sits out."""

from __future__ import annotations

from ....common import saying
from ....common.triggers import PHASE_ENDS, give
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Said
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..condition import ASIDE, DUEL
from ..events import Over
from ..squads import champions

NOBODY = "nobody"
Who = tuple[int, int]  # a model: its unit and its place there


# --- who is who -------------------------------------------------------------------------------------------------------


def owner_of(u: Unit, i: int) -> int:
    """The unit that a model came from."""
    return u.owners[i] if u.owners else u.id


def place_of(u: Unit, owner: int, name: str) -> int:
    """The place of a model that came from a unit, by name, the first of several alike; -1 when it is gone."""
    for i, model in enumerate(u.members):
        if model.name == name and owner_of(u, i) == owner:
            return i
    return -1


def duellist(u: Unit) -> int:
    """The place of the model that fights a challenge; -1 when none does."""
    found = u.effect(DUEL) if u.effects else None
    return -1 if found is None else place_of(u, found.value[0], found.value[1])


def aside(u: Unit) -> int:
    """The place of the character who sits out after a challenge refused; -1 when none does."""
    found = u.effect(ASIDE) if u.effects else None
    return -1 if found is None else place_of(u, *found.value)


def apart(u: Unit) -> tuple[int, ...]:
    """The places of models that do not fight with the rest of their unit."""
    for e in u.effects:
        if e.what in (DUEL, ASIDE):
            return tuple([i for i in (duellist(u), aside(u)) if i >= 0])
    return ()


def open_to_blows(u: Unit) -> Formation:
    """Where those of a unit stand whom anybody may strike: not who fights a challenge."""
    i = duellist(u)
    return u.form if i < 0 else u.form.only(k for k in range(u.size) if k != i)


def opponent(t: Table, u: Unit) -> Who | None:
    """Whom the model of a unit that fights a challenge fights; None when he has fallen, or there is none."""
    found = u.effect(DUEL) if u.effects else None
    if found is None:
        return None
    mine = found.value[2:] + found.value[:2]
    for f in t.units:
        if f.here and f.side != u.side and (his := f.effect(DUEL)) is not None and his.value == mine:
            i = place_of(f, *mine[:2])
            return (f.id, i) if i >= 0 else None
    return None


def able(t: Table, combat: tuple[int, ...], side: int) -> tuple[Who, ...]:
    """The characters of a side in a combat that may issue a challenge or take one up."""
    return tuple((u, i) for u in combat if t[u].side == side and t[u].foes for i in champions(t[u].members)
                 if i != aside(t[u]))  # fmt: skip


# --- issuing ----------------------------------------------------------------------------------------------------------


def challenge(t: Table, combat: tuple[int, ...]) -> Procedure:
    """Before any blow each side may issue a challenge, the active player first, until one is taken up.

    A challenge of an earlier round goes on while both live and fight in the same combat. Result: the two of one that has been
    taken up now, the challenger first; else None.
    """
    yield from ended(t, combat)
    if any(t[u].effects and t[u].has(DUEL) for u in combat):
        return None
    for side in (t.player, 1 - t.player):
        ours, theirs = able(t, combat, side), able(t, combat, 1 - side)
        if not (ours and theirs):
            continue
        says = saying.models_of(t)
        pick = yield Choose(side, "who issues a challenge?", (NOBODY, *ours), NOBODY, ("challenge", combat), says)
        if pick == NOBODY:
            continue
        words = f"who takes up the challenge of {called(t, pick)}?"
        about = ("takes up", pick, combat)
        answer = yield Choose(1 - side, words, (NOBODY, *theirs), theirs[0], about, says)
        if answer != NOBODY:
            yield from _taken_up(t, pick, answer)
            return pick, answer
        words = f"{called(t, pick)} is refused: who sits out?"
        shy = yield Choose(side, words, theirs, theirs[0], ("sits out", pick), says)
        yield Emit(Said(f"nobody takes up the challenge of {called(t, pick)}; {called(t, shy)} sits out"))
        u, i = shy
        yield from give(t, u, ASIDE, PHASE_ENDS, value=(owner_of(t[u], i), t[u].members[i].name), quiet=True)
    return None


def _taken_up(t: Table, one: Who, other: Who) -> Procedure:
    yield Emit(Said(f"{called(t, one)} and {called(t, other)} fight a challenge"))
    names = [(owner_of(t[u], i), t[u].members[i].name) for u, i in (one, other)]
    yield from give(t, one[0], DUEL, value=names[0] + names[1], source=other[0], quiet=True)
    yield from give(t, other[0], DUEL, value=names[1] + names[0], source=one[0], quiet=True)


def ended(t: Table, combat: tuple[int, ...]) -> Procedure:
    """Challenges are over when one of the two has fallen or fights elsewhere."""
    for u in combat:
        if not t[u].here or not t[u].effects or not t[u].has(DUEL):
            continue
        other = opponent(t, t[u])
        if other is None or duellist(t[u]) < 0 or not t[u].foes or other[0] not in combat:
            yield Emit(Over(u, DUEL))


def fallen(t: Table, u: int) -> Procedure:
    """The model of a unit that fought a challenge has been slain: nobody takes his place."""
    if t[u].here and t[u].has(DUEL):
        yield Emit(Over(u, DUEL))


def called(t: Table, who: Who) -> str:
    """What a report calls a model: its name, and its unit's when that is another."""
    u, i = who
    name, unit = t[u].members[i].name, t.name(u)
    if t[u].start == 1:
        return unit
    return str(name) if name == unit else f"{name} of {unit}"
