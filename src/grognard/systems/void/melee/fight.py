"""Rounds of close combat: models close in, blows fall in their order, units part."""

from __future__ import annotations

from ....common.profiles import Model
from ....common.rules import Rule, id_of, voices
from ....kernel.asks import Emit, Fold, Procedure
from ....kernel.memo import memo
from ....table.distances import within
from ....table.events import Remarked
from ....table.state import Table, Unit
from .. import field
from ..attack import Volley, volley
from ..circumstances import Circumstances
from ..events import Attacked, Parted
from ..harm import apply, state_of
from ..matchup import Attack, match
from ..moments import CHARGERS, FIRST, LAST, REST, speaker
from ..nerve.checks import different
from ..orders import WALK
from ..shooting.conditions import arc
from ..weapons import Group, WeaponFilter, allotted, at_work, in_order, piercing, places, uses
from .named_blows import Named, chosen, in_contact, name, targets_in

TURNS = (FIRST, CHARGERS, REST, LAST)  # in which order blows fall


# --- fighting -----------------------------------------------------------------------------------------------------------


def fight(t: Table, u: int, charging: frozenset[int] = frozenset(), met: tuple[int, ...] = ()) -> Procedure:
    """One round of close combat of a unit with all whom it fights. A charger that was not ``met`` by one strikes first."""
    struck = set[int]()
    sides = (u, *t.units[u].foes)
    chargers = frozenset((*charging, *met))
    first = frozenset(w for w in charging if not met and not t.units[w].has("failed jump"))
    named = yield from name(t, sides)
    for turn in TURNS:
        here = [w for w in sides if t.units[w].place == "table"]
        due = [(w, v) for w in here for v in targets_in(t, w, sides) if v in here]
        blows: list[tuple[int, int, tuple[Volley, ...], tuple[str, ...]]] = []
        for w, v in due:
            volleys, ids = strikes(t, w, v, turn, w in first, w in chargers, named)
            if volleys:
                blows.append((w, v, volleys, ids))
                struck.add(w)
        yield from _blows(t, blows)
    for w in sides:
        if w not in struck and t.units[w].here:
            armed = any(weapon.stats.melee for model in t.units[w].members for weapon in model.weapons)
            yield Emit(Remarked(f"{t.name(w)} strikes no blow{'' if armed else ', with no melee weapon'}"))
    yield from _part(t, sides)


def _blows(t: Table, blows: list[tuple[int, int, tuple[Volley, ...], tuple[str, ...]]]) -> Procedure:
    """Blows that fall at the same time: all are rolled before anybody is taken away."""
    before = {v: state_of(t, v) for _, v, _, _ in blows}
    after = dict(before)
    sources: dict[int, int] = {}
    said: dict[int, tuple[str, ...]] = {}
    for w, v, volleys, ids in blows:
        arms: dict[str, int] = {}
        for each in volleys:
            arms[each.weapon.name] = arms.get(each.weapon.name, 0) + each.n
        near = {j for each in volleys for j in each.order}
        few = len(near) if len(near) < min(t.units[v].size, sum(arms.values())) else 0
        yield Emit(Attacked(w, v, "strikes at", tuple(arms.items()), bool(sources), few=few, by=ids))
        after[v] = yield Fold(volley, after[v], volleys)
        sources.setdefault(v, w)
        said[v] = tuple(dict.fromkeys((*said.get(v, ()), *ids)))
    for v, state in after.items():
        yield from apply(t, v, before[v], state, sources[v], said[v])


def strikes(
    t: Table, w: int, v: int, turn: int, first: bool, charging: bool, named: Named | None = None
) -> tuple[tuple[Volley, ...], tuple[str, ...]]:
    """The blows of those models of a unit that strike at this point at another, and the rules that have a part in them.

    ``named``: what their owner has named before anybody rolled.
    """
    unit = t.units[w]
    if turn not in paces(different(unit.members), first):
        return (), ()
    return _struck(t, w, v, turn, first, charging, named or Named())


def _struck(
    t: Table, w: int, v: int, turn: int, first: bool, charging: bool, named: Named
) -> tuple[tuple[Volley, ...], tuple[str, ...]]:
    unit, target = t.units[w], t.units[v]
    if any(s(t, w) for m in different(unit.members) for s in voices(m, "strikes_not")):
        return (), ()
    mates, vehicle = different(unit.members), unit.kind.type == "Vehicle"
    counted: dict[tuple[Model, Circumstances, tuple[int, ...], int], int] = {}
    ids: dict[str, None] = {}
    for i, model in enumerate(unit.members):
        if _turn(model, first) != turn:
            continue
        near = named.order(unit, i, target, in_contact(unit.form, i, target.form))
        blows = named.share(unit, i, v)
        if not near or not blows or (blows < 0 and not chosen(t, w, v, i)):
            continue
        contact, crowd = crowded(t, unit, i)
        how = Circumstances(
            melee=True,
            charging=charging and not unit.has("failed jump"),
            failed_jump=unit.has("failed jump"),
            contact=contact,
            lent=crowd,
            target_prone=target.has("prone"),
            vehicle=target.kind.type == "Vehicle",
            arc=arc(t, target, unit) if target.kind.type == "Vehicle" else "front",
            terms=field.terms(t),
        )
        key = (model, how, near, blows)
        counted[key] = counted.get(key, 0) + 1
        ids.update(dict.fromkeys(out_of_turn(model, first)))
    rank = tuple(dict.fromkeys(x for m in mates for x in m.weapons))
    made: list[Volley] = []
    for (model, how, near, blows), n in counted.items():
        ways = uses(model, how, WeaponFilter(), vehicle, mates)
        if not ways:
            continue
        order, guards = allotted(target.members, near, how)
        use = named.use(w, model, ways)
        use = use if blows < 0 else ((use[0][0], blows),)
        for by, weapon, times in in_order(((Group(model, n, ways), use),), rank):
            made.append(Volley(by, weapon, times, how, mates, target.members, order, 1, guards, (), target.side))
            ids.update(dict.fromkeys(at_work(model, how, WeaponFilter(), vehicle, mates, (w for w, _ in use))))
            ids.update(
                dict.fromkeys(
                    match(Attack(by, weapon, target.members[order[0]], how, mates, different(target.members))).ids
                )
            )
    place = places(rank)  # as when shooting: weapons in file order, of one the better piercing first
    made.sort(key=lambda v: (place.get(v.weapon, len(place)), -piercing(v.by, v.weapon)))
    return tuple(made), tuple(ids) if made else ()


def crowded(t: Table, unit: Unit, i: int) -> tuple[int, tuple[Rule, ...]]:
    """How many enemy models are in contact with one that strikes, of all units that it fights, and their rules that tell for it.

    1 when none of those in contact has such a rule: then their number is of no account (VOID 1.1: Swarm).
    """
    foes = [t.units[x] for x in unit.foes]
    touched = [foe.members[j] for foe in foes for j in in_contact(unit.form, i, foe.form)]
    rules = tuple(dict.fromkeys(speaker(s) for m in different(tuple(touched)) for s in voices(m, "crowds")))
    return (len(touched), rules) if rules else (1, ())


def out_of_turn(model: Model, first: bool) -> tuple[str, ...]:
    """The rules by which the blows of a model fall otherwise than those of its unit; ``first``: it strikes before the rest."""
    turn = CHARGERS if first else REST
    return tuple(id_of(speaker(s)) for s in voices(model, "pace") if s(turn) != turn)


@memo(4096)
def paces(members: tuple[Model, ...], first: bool) -> frozenset[int]:
    """When there are blows of a unit of these profiles; ``first``: it strikes before the rest."""
    return frozenset([_turn(m, first) for m in members])


def _turn(model: Model, first: bool) -> int:
    """When the blows of a model fall, by several rules the earliest; ``first``: its unit strikes before the rest."""
    turn = CHARGERS if first else REST
    return min((int(s(turn)) for s in voices(model, "pace")), default=turn)


def _part(t: Table, sides: tuple[int, ...]) -> Procedure:
    """Units that the round has left further apart than an inch are out of close combat; nearer ones may close again."""
    for w in sides:
        for v in t.units[w].foes if t.units[w].here else ():
            if not within(t.units[w].form, t.units[v].form, WALK.apart):
                yield Emit(Parted(w, v))
