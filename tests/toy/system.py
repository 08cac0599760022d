"""Two tiny systems that exercise the battle frame: player turns with phases, and alternating activations with tokens."""

from __future__ import annotations

from functools import cache, partial

from msgspec import Struct

from grognard.common import battle
from grognard.common.deploy import deploying
from grognard.common.game import Game
from grognard.common.profiles import Base, Force, Kind, Model, Weapon, interned
from grognard.common.reserves import arriving, walk_on
from grognard.common.scenario import closing
from grognard.common.schema import Schema, Stat, whole
from grognard.common.steps import alternate, next_step, one_of, player_turns, rounds, to_act
from grognard.common.system import Ruling, System
from grognard.common.triggers import give, its_turn, own_turn_ends, settle, this_round, this_turn
from grognard.errors import GrognardError
from grognard.kernel.asks import Choose, Each, Emit, Roll
from grognard.kernel.faces import Test
from grognard.table.distances import distance, within
from grognard.table.events import Given, Harmed, Led, Lifted, Moved, Removed, Reserved, Said
from grognard.table.moves import Moves
from grognard.table.state import Effect


class Body(Struct, frozen=True):
    """A model's statline."""

    M: int = 6
    W: int = 1
    nerve: int = 4


class Gun(Struct, frozen=True):
    """A weapon's statline."""

    range: int = 18
    hit: int = 4


def no_rule(text):
    raise GrognardError(f"unknown rule {text!r}")


def schema(id):
    return Schema(id, Body, Gun, *KEYS, ("Infantry",), no_rule)


KEYS = (
    (Stat("M", "inches", whole(0, 24)), Stat("W", "wounds", whole(1, 10)), Stat("nerve", "needed", whole(2, 7))),
    (Stat("range", "inches", whole(1, 48)), Stat("hit", "needed", whole(2, 6))),
)


# --- procedures shared by both ----------------------------------------------------------------------------------------


@cache
def hit(needs):
    return Test(f"to hit {needs}+", 6, tuple(int(f >= needs) for f in range(1, 7)), again=(1,))


def one_shot(needs):
    return (yield Roll(hit(needs)))


@cache
def nerve(needs):
    return Test(f"nerve {needs}+", 6, tuple(f >= needs for f in range(1, 7)))


INITIATIVE = Test("initiative", 10, tuple(range(1, 11)))


def gun(u):
    return u.members[0].weapons[0].stats


def targets(t, u):
    unit = t[u]
    return [v.id for v in t.enemies(unit.side) if within(unit.form, v.form, gun(unit).range)]


def moves(t, u, inches):
    unit = t[u]
    friends = [(v.id, v.form) for v in t.own(unit.side) if v.id != u]
    return Moves(t.ground, unit.form, inches, friends, [(v.id, v.form) for v in t.enemies(unit.side)], call=t.name)


def move(t, u):
    unit = t[u]
    options = moves(t, u, unit.members[0].stats.M)
    form = yield Choose(unit.side, f"where does {t.name(u)} move?", options, default=unit.form, about=u)
    if form.positions != unit.form.positions:
        yield Emit(Moved(u, form))
        yield from give(t, u, "moved", this_turn(t), source=u, quiet=True)


def shoot(t, u, v=None):
    if v is None:
        v = yield Choose(t[u].side, f"{t.name(u)} shoots at which unit?", tuple(targets(t, u)), about=u)
    yield Emit(Said(f"{t.name(u)} shoots at {t.name(v)}"))
    hits = yield Each(one_shot, (gun(t[u]).hit + t[u].has("shaken"),), t[u].size)
    left = list(t[v].wounds)
    for i in range(len(left)):
        take = min(left[i], hits)
        left[i] -= take
        hits -= take
    if tuple(left) != t[v].wounds:
        yield Emit(Harmed(v, tuple(left), u, by=("toy:rifles",)))
    if t[v].here:
        yield Emit(Given(v, Effect("shaken", u, own_turn_ends(t, t[v].side))))


def panic(t, u):
    if not t[u].here:
        return
    if not (yield Roll(nerve(t[u].members[0].stats.nerve))):
        yield Emit(Removed(u, "routed", by=("toy:panic",)))


# --- player turns -----------------------------------------------------------------------------------------------------


def moving(t, player):
    if not (yield from one_of(t, player, "move which unit?", t.ready(player), move)):
        yield from next_step(t)


def shooting(t, player):
    able = [u for u in t.ready(player) if targets(t, u)]
    if not (yield from one_of(t, player, "shoot with which unit?", able, shoot)):
        yield from settle(t, "phase ends", player, panic)
        yield from next_step(t)


# --- alternating activations ------------------------------------------------------------------------------------------


def keeping_back(t, player):
    """The last unit of each side waits in reserve, once a battle."""
    for side in (0, 1):
        mine = [u.id for u in t if u.side == side]
        if len(mine) > 1:
            yield Emit(Reserved(mine[-1]))
    yield from next_step(t)


def tokens(t, player):
    """Each side secretly puts a token on one of its units, the first player first."""
    for side in (0, 1):
        units = tuple(u.id for u in t.own(side))
        if units:
            u = yield Choose(side, "a token for which unit?", ("none", *units))
            if u != "none":
                kind = yield Choose(side, "which token?", ("hold", "run"))
                yield Emit(Given(u, Effect("token", side, this_round(t), kind), secret=side))
    yield from next_step(t)


def initiative(t, player):
    a = b = 0
    while a == b:
        a = yield Roll(INITIATIVE)
        b = yield Roll(INITIATIVE)
    yield Emit(Led(int(b > a), f"{max(a, b)} to {min(a, b)}"))
    yield from next_step(t)


def coming(t, player):
    def comes(t, u):
        return (yield Roll(nerve(3)))

    def arrive(t, u):
        yield from walk_on(t, u, 6.0)

    for side in (0, 1):
        if (yield from arriving(t, side, comes, arrive)):
            return
    yield from next_step(t)


def activations(t, player):
    if not (yield from one_of(t, player, "activate which unit?", to_act(t, player), activation)):
        yield from next_step(t)


def activation(t, u):
    yield from settle(t, its_turn(u), t[u].side, lambda t, x: iter(()))
    token = t[u].effect("token")
    if token:
        yield Emit(Lifted(u, "token"))
    if token is None or token.value == "run":
        yield from move(t, u)
        yield from reactions(t, u)
    if t[u].here and targets(t, u):
        yield from shoot(t, u)
        yield from settle(t, "phase ends", t[u].side, panic)


def reactions(t, u):
    """Units on hold may shoot at what moves."""
    for v in [x.id for x in t.enemies(t[u].side)]:
        token = t[v].effect("token")
        able = t[u].here and t[v].here and token and token.value == "hold" and u in targets(t, v)
        if able and (yield Choose(t[v].side, f"does {t.name(v)} react?", (True, False), default=True)):
            yield Emit(Lifted(v, "token"))
            yield from shoot(t, v, u)
            yield from give(t, u, "pinned", its_turn(u), source=v)


# --- the systems ------------------------------------------------------------------------------------------------------


def worth(t, ask):
    return partial(_worth, t, ask)


def _worth(t, ask, option):
    if isinstance(option, int) and not isinstance(option, bool):
        return float(-option), "the first"
    if hasattr(option, "positions"):
        foes = t.enemies(t[ask.about].side)
        return -min([distance(option, v.form) for v in foes], default=0.0), "nearer"
    return 0.0, ""


TURNS = Game(
    id="toy-turns",
    steps=player_turns((moving, shooting), before=(deploying,), closing=(closing,)),
    wounds=lambda model: model.stats.W,
    worth=worth,
    after_loss="phase ends",
)
ORDERS = Game(
    id="toy-orders",
    next_player=alternate,
    wounds=lambda model: model.stats.W,
    after_loss="phase ends",
    steps=rounds((coming, tokens, initiative, activations), before=(keeping_back, deploying), closing=(closing,)),
)


def system(game):
    return System(
        id=game.id,
        name=game.id,
        rules=(),
        names=(),
        read_rule=no_rule,
        schema=schema(game.id),
        rulings=(Ruling("ties", "again", ("first",), "nobody says"),),
        circumstances=(),
        plan=lambda question: None,
        wounds=lambda model: model.stats.W,
        battle=lambda: game,
    )


for _game in (TURNS, ORDERS):
    battle.know(system(_game))


def force(name, system, squads=3, size=4):
    rifle = interned(Weapon("Rifle", Gun()))
    man = interned(Model("Trooper", Body(), weapons=(rifle,), base=Base()))
    kinds = tuple(
        interned(Kind(system, f"Squad {'ABCDEFG'[i]} of {name}", "Infantry", points=100, models=(man,) * size))
        for i in range(squads)
    )
    return Force(system, name, kinds)


def setup(system="toy-turns", seed=1, squads=3, size=4, bots=("random", "random"), **fields):
    from grognard.common.scenario import Scenario

    fields.setdefault("scenario", Scenario(rounds=3, width=30.0, height=30.0, depth=8.0, objectives=2))
    return battle.Setup(
        system=system,
        forces=(force("Reds", system, squads, size), force("Blues", system, squads, size)),
        seed=seed,
        bots=bots,
        **fields,
    )
