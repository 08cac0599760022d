"""Independent Characters: before the battle, at the end of a Movement phase, and leaving again."""

from __future__ import annotations

from ...common.building import Because, because, ids_of
from ...common.profiles import Model
from ...common.rules import Rule
from ...kernel.asks import Choose, Emit, Procedure
from ...kernel.memo import memo
from ...table.distances import who_is_near
from ...table.events import Acted, Given, Joined, Left, Lifted, Locked
from ...table.state import Effect, Table, Unit
from .attack.defender import GROUNDED
from .condition import OWN, SPARED, armoured, broken, carried, grounded, monstrous
from .movement.readiness import comes_as, mixed
from .nerve.checks import reaction
from .squads import own_voices

ALONE = "alone"


class Bond:
    """How a model may join units, while rules speak."""

    def __init__(self) -> None:
        self.inches = 0.0
        self.because: list[Because] = []

    def joins(self, inches: float, by: Rule | str, says: str) -> None:
        """It may join units within so many inches, of several the most, and leave them."""
        self.inches = max(self.inches, inches)
        self.because.append(because(by, says))


def _bond(members: tuple[Model, ...]) -> Bond:
    found = Bond()
    for speak in own_voices(members[0], "attaches") if len(members) == 1 else ():
        speak(found)
    return found


@memo(16384)
def bond(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit of one model may join others; () when it may not."""
    return tuple(dict.fromkeys(b.id for b in _bond(members).because))


def _may_join(model: Model) -> bool:
    return bool(bond((model,)))


def loner(u: Unit) -> bool:
    """Whether a unit is an Independent Character who stands alone."""
    return u.alive and not u.owners and bool(bond(u.members))


def takes(host: Unit, guest: Unit) -> bool:
    """Whether a unit may be joined: a friend, no vehicles on either side, no Monstrous Creatures, nobody locked or falling back."""
    if host.id == guest.id or host.side != guest.side or host.place != guest.place or armoured(guest):
        return False
    return not (
        armoured(host) or any(m.stats.armoured for m in host.members) or monstrous(host) or host.foes or broken(host)
    )


def joins(t: Table, u: int, host: int) -> Procedure:
    """A character becomes part of a unit. What lay on either before is not shared: he keeps his own, and takes nothing."""
    for e in carried(t[u]):
        yield Emit(Given(host, Effect(OWN, u, e.until, (u, e.what, e.value)), True))
    for e in carried(t[host]):
        yield Emit(Given(host, Effect(SPARED, u, e.until, (u, e.what, e.until)), True))
    yield Emit(Joined(u, host, by=bond(t[u].members)))
    if grounded(t[host]) and (upright := reaction(t[host].members).stands):  # with him among them they get up at once
        yield Emit(Lifted(host, GROUNDED, by=ids_of(upright)))


# --- before the battle ------------------------------------------------------------------------------------------------


def attach_one(t: Table) -> Procedure:
    """One character who is not yet deployed starts with a unit, or alone; in reserve with one that comes as he does.

    False when all were asked.
    """
    free = [u for u in t.units if u.place in ("off", "reserve") and loner(u) and u.id not in t.acted]
    if not free:
        return False
    u = free[0].id
    hosts = [h.id for h in t.units if takes(h, t[u]) and comes_as(t, h.id) == comes_as(t, u) and not mixed(h, t[u])]
    words = f"with which unit does {t.name(u)} start?"
    host = yield Choose(t[u].side, words, (ALONE, *hosts), default=ALONE, about=("joins", u))
    if host != ALONE:
        yield from joins(t, u, host)
    yield Emit(Acted(u, t.player))
    return True


# --- in the Movement phase --------------------------------------------------------------------------------------------


def near(t: Table, u: int) -> list[int]:
    """The units that a character stands near enough to and may join."""
    unit = t[u]
    hosts = t.own(unit.side)
    close = who_is_near(unit.form, [h.form for h in hosts], _bond(unit.members).inches)
    return [hosts[k].id for k in close if takes(hosts[k], unit)]


def join_one(t: Table, player: int) -> Procedure:
    """One character who ends the phase near a unit joins it. False when nobody does any more."""
    if not t.anyone(player, _may_join):
        return False
    for unit in t.own(player):
        u = unit.id
        if len(unit.members) != 1 or u in t.acted or not loner(unit) or unit.foes or broken(unit):
            continue
        if hosts := near(t, u):
            host = yield Choose(player, f"which unit does {t.name(u)} join?", tuple(hosts), about=("joins", u))
            yield from joins(t, u, host)
            yield Emit(Acted(u, player))
            return True
    return False


def may_leave(t: Table, u: int) -> Procedure:
    """Before a unit moves, characters in it may leave it; each then moves by himself."""
    unit = t[u]
    if not unit.owners or unit.foes or broken(unit) or grounded(unit):
        return
    for guest in dict.fromkeys(unit.owners):
        if guest != u and len(set(t[u].owners)) > 1:
            words = f"does {t.name(guest)} leave {t.name(u)}?"
            if (yield Choose(unit.side, words, ("stay", "leave"), default="stay", about=("leaves", guest))) == "leave":
                yield Emit(Left(guest, by=bond(t[guest].members)))


# --- who is left ------------------------------------------------------------------------------------------------------


def orphans(t: Table) -> Procedure:
    """Characters whose unit has fallen round them are units of their own again, when the next phase begins."""
    if not t.there("joined"):
        return
    for unit in [u for u in t.units if u.owners and u.place in ("table", "aboard") and u.id not in u.owners]:
        for guest in dict.fromkeys(unit.owners):
            foes = t[unit.id].foes  # as they are now: somebody among them may have been left alone before
            yield Emit(Left(guest))
            for foe in foes:  # he goes on fighting where his unit fought
                yield Emit(Locked(guest, foe))
