"""The assault phase: charges, counter-charges, closing, and rounds of close combat."""

from __future__ import annotations

from typing import Any

from grognard.table.distances import gap, models_near, touching, within
from grognard.table.geometry import CONTACT, Form, boxes_within

from ...common.profiles import Model
from ...common.rules import Rule, id_of, kept, voices
from ...common.triggers import give, this_round
from ...kernel.asks import Choose, Emit, Fold, Procedure
from ...table.events import Freed, Locked, Said
from ...table.moves import Moves
from ...table.state import Table, Unit
from . import closing, field, hold, jumping, wall
from .arms import Group, Reach, allotted, at_work, in_order, piercing, places, uses
from .attack import Attack, How, match
from .checks import Company, different
from .circumstances import arc
from .commanding import command
from .events import Attacked, Over, Spared
from .harm import Volley, volley
from .harming import apply, state_of
from .moments import speaker
from .moving import charges, go, leg
from .naming import Named, chosen, in_contact, name
from .orders import WALK, Orders, each_alone, gait, loose, reach_of
from .shooting import reveal

NO_ASSAULT = "no assault"
FIRST, CHARGERS, REST = 0, 1, 2  # in which order blows fall


# --- charging -----------------------------------------------------------------------------------------------------------


def in_reach(t: Table, u: int) -> list[int]:
    """The enemies in sight that a unit can charge, the nearest first."""
    return _chargeable(t, u, reach_of(t, u, "charge")[0])


def _chargeable(t: Table, u: int, inches: float) -> list[int]:
    found = []
    for v in field.nearby(t, u, inches):
        if field.sees(t, u, v.id) and next(iter(charges(t, u, inches, v.id)), None) is not None:
            found.append(v.id)
    return found


def assault(t: Table, u: int, orders: Orders) -> Procedure:
    """A unit's assault phase: those in close combat fight on, others may charge."""
    unit = t.units[u]
    if unit.place != "table":
        return  # it has left the table in its own activation: aboard, fled, executed
    if unit.foes:
        if orders.may_assault:
            yield from close(t, u)
            yield from fight(t, u)
        return
    if not orders.may_assault or orders.rushed or out_of_cohesion(t, u):
        return
    far = reach_of(t, u, "charge")[0]
    able = _chargeable(t, u, far)
    must: tuple[int, ...] = ()
    if orders.must_assault:
        must = tuple([v for v in orders.must_assault if v in able])
        if not must and any(t.units[v].here for v in orders.must_assault):
            yield Emit(Said(f"{t.name(u)} reaches nobody whom it must charge"))
    leaps: tuple[Any, ...] = ()
    if jumping.jumpers(unit.members):
        leaps = tuple([("jump", v) for v in jumping.in_reach(t, u) if not must or v in must])
    options: tuple[Any, ...] = (*(must or able), *leaps)
    if not options:
        yield from closing.approach(t, u, far)
        return
    if not must and not orders.eager:
        options = (*options, NO_ASSAULT)
    pick = yield Choose(
        t.units[u].side, f"whom does {t.name(u)} charge?", options, default=options[0], about=("charge", u)
    )
    if isinstance(pick, tuple):
        yield from charge(t, u, pick[1], leaping=True)
    elif pick != NO_ASSAULT:
        yield from charge(t, u, pick)
    else:
        yield from closing.approach(t, u, far)


def out_of_cohesion(t: Table, u: int) -> bool:
    """Whether a unit must draw together before it may shoot or assault (section 5)."""
    return loose(t.units[u].form)


def charge(t: Table, u: int, v: int, leaping: bool = False) -> Procedure:
    """One unit charges another (by a jump, when it can), which may come to meet it; then the first blows fall."""
    yield from reveal(t, u, tuple(range(t.units[u].size)))
    met: tuple[int, ...] = ()
    if (not leaping or not (yield from jumping.leap_at(t, u, v))) and (yield from counter_charge(t, u, v)):
        met = (v,)
    inches, by = reach_of(t, u, "charge")
    options = jumping.jumps_at(t, u, v) if leaping else charges(t, u, inches, v)
    form = next(iter(options), None)
    if form is None:
        yield Emit(Said(f"{t.name(u)} finds no way to charge {t.name(v)} any more"))
        return
    form = yield Choose(t.units[u].side, f"how does {t.name(u)} charge?", options, default=form, about=("charge to", u))
    over = jumping.HIGH if leaping else 0.0
    yield from go(t, u, form, f"charges {t.name(v)}", charged=v, by=by, over=over)
    if not (t.units[u].here and t.units[v].here and touching(t.units[u].form, t.units[v].form)):
        return
    yield from lock(t, u)
    yield from fight(t, u, frozenset((u,)), met)


def lock(t: Table, u: int) -> Procedure:
    """A unit is in close combat with every enemy that it touches."""
    for w in t.units:
        if w.place != "table" or w.id == u or not boxes_within(t.units[u].form.box, w.form.box, 1.0):
            continue
        enemy = w.side != t.units[u].side or t.units[u].has("rampaging") or w.has("rampaging")
        if enemy and w.id not in t.units[u].foes and touching(t.units[u].form, w.form):
            yield Emit(Locked(u, w.id))
            if w.has("on hold"):
                yield Emit(Over(w.id, "on hold"))
            for each in (u, w.id):
                yield from wall.check(t, each)


def counter_charge(t: Table, u: int, v: int) -> Procedure:
    """The unit charged may come to meet the charger. True when it does, with all bonuses of a charge (section 12)."""
    attacker, target = company(t, u), company(t, v)
    unit = t.units[v]
    if unit.locked or not field.able(unit) or unit.has("countered"):
        return False
    barred = next((s for s in attacker.voices("bars_counter_charge") if s(attacker)), None)
    if barred is not None:
        yield Emit(Spared(v, "may not counter-charge", by=(id_of(speaker(barred)),)))
        return False
    said = [(s(t, v), speaker(s)) for s in target.voices("counter_charges")]
    never = next((rule for word, rule in said if word == "never"), None)
    if never is not None:
        yield Emit(Spared(v, "cannot counter-charge", by=(id_of(never),)))
        return False
    form = meeting(t, u, v)
    if form is None:
        return False
    always = next((rule for word, rule in said if word == "always"), None)
    if always is not None:
        by: tuple[str, ...] = (id_of(always),)
    else:
        by = ()
        question = f"does {t.name(v)} counter-charge {t.name(u)}?"
        pick = yield Choose(
            unit.side, question, ("counter-charge", "stand"), default="counter-charge", about=("meet", v, u)
        )
        if pick == "stand":
            return False
        if unit.has(hold.ON_HOLD):
            yield Emit(Over(v, hold.ON_HOLD))
        elif not (yield from command(t, v, "counter-charge")):
            return False
    yield from give(t, v, "countered", this_round(t), quiet=True)
    yield from leg(t, v, form, f"counter-charges {t.name(u)}", by)
    return t.units[v].here


def company(t: Table, u: int) -> Company:
    """A unit as its rules see it, without what others lend."""
    return Company(different(t.units[u].members), field.terms(t))


def meeting(t: Table, u: int, v: int) -> Form | None:
    """Where a counter-charger meets its charger: half way, within its MV; None when there is no way."""
    inches, _ = reach_of(t, v, "counter-charge")
    half = min(inches, gap(t.units[u].form, t.units[v].form) / 2)
    if half <= 0:
        return None
    friends, enemies = field.others(t, v)
    own = gait(t.units[v].members)
    # near the charger it may come, near others not
    options = Moves(t.ground, t.units[v].form, half, friends, enemies, own, target=u, contact=1000.0, call=t.name)
    return options.toward(*t.units[u].form.centre)


def close(t: Table, u: int) -> Procedure:
    """Models of a unit in close combat that touch nobody move up to the enemy (section 4: to close)."""
    unit = t.units[u]
    foes = [t.units[v] for v in unit.foes if t.units[v].here]
    if not foes:
        return
    touching = models_near(unit.form, [v.form for v in foes], CONTACT)
    loose = [i for i in range(unit.size) if i not in touching]
    if not loose:
        return
    inches, by = reach_of(t, u, "close")
    friends, enemies = field.others(t, u)
    rest = unit.form.without(loose)
    ours = friends if not len(rest) else [*friends, (u, rest)]
    theirs = [(v.id, v.form) for v in foes]
    far = [(w, form) for w, form in enemies if w not in unit.foes]
    way = each_alone(gait(unit.members))
    options = Moves(
        t.ground, unit.form.only(loose), inches, ours, [*theirs, *far], way, target=tuple(v.id for v in foes[:1])
    )
    moved = next(iter(options), None)
    if moved is None:
        return
    spots, fronts = list(unit.form.spots), [unit.form.front(i) for i in range(unit.size)]
    for k, i in enumerate(loose):
        spots[i], fronts[i] = moved.spots[k], moved.front(k)
    yield from leg(t, u, Form(tuple(spots), unit.form.bases, tuple(fronts), unit.form.levels), "closes in", by)


# --- fighting -----------------------------------------------------------------------------------------------------------


def fight(t: Table, u: int, charging: frozenset[int] = frozenset(), met: tuple[int, ...] = ()) -> Procedure:
    """One round of close combat of a unit with all whom it fights. A charger that was not ``met`` by one strikes first."""
    sides = (u, *t.units[u].foes)
    chargers = frozenset((*charging, *met))
    first = frozenset(w for w in charging if not met and not t.units[w].has("failed jump"))
    named = yield from name(t, sides)
    for turn in (FIRST, CHARGERS, REST):
        here = [w for w in sides if t.units[w].place == "table"]
        due = [(w, v) for w in here for v in t.units[w].foes if v in here and (w == u or v == u)]
        blows: list[tuple[int, int, tuple[Volley, ...], tuple[str, ...]]] = []
        for w, v in due:
            volleys, ids = strikes(t, w, v, turn, w in first, w in chargers, named)
            if volleys:
                blows.append((w, v, volleys, ids))
        yield from _blows(t, blows)
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
        yield Emit(Attacked(w, v, "strikes at", tuple(arms.items()), by=ids))
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
    swift_ones, others = paces(unit.members)
    if not (swift_ones if turn == FIRST else others and first == (turn == CHARGERS)):
        return (), ()
    return _struck(t, w, v, turn, first, charging, named or Named())


def _struck(
    t: Table, w: int, v: int, turn: int, first: bool, charging: bool, named: Named
) -> tuple[tuple[Volley, ...], tuple[str, ...]]:
    unit, target = t.units[w], t.units[v]
    if any(s(t, w) for m in different(unit.members) for s in voices(m, "strikes_not")):
        return (), ()
    mates, vehicle = different(unit.members), unit.kind.type == "Vehicle"
    counted: dict[tuple[Model, How, tuple[int, ...], int], int] = {}
    ids: dict[str, None] = {}
    for i, model in enumerate(unit.members):
        if _turn(model, first) != turn:
            continue
        near = named.order(unit, i, target, in_contact(unit.form, i, target.form))
        blows = named.share(unit, i, v)
        if not near or not blows or (blows < 0 and not chosen(t, w, v, i)):
            continue
        contact, crowd = crowded(t, unit, i)
        how = How(
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
        ids.update(dict.fromkeys(swift(model)))
    rank = tuple(dict.fromkeys(x for m in mates for x in m.weapons))
    made: list[Volley] = []
    for (model, how, near, blows), n in counted.items():
        ways = uses(model, how, Reach(), vehicle, mates)
        if not ways:
            continue
        order, guards = allotted(target.members, near, how)
        use = named.use(w, model, ways)
        use = use if blows < 0 else ((use[0][0], blows),)
        for by, weapon, times in in_order(((Group(model, n, ways), use),), rank):
            made.append(Volley(by, weapon, times, how, mates, target.members, order, 1, guards, (), target.side))
            ids.update(dict.fromkeys(at_work(model, how, Reach(), vehicle, mates, (w for w, _ in use))))
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

    1 when none of those in contact has such a rule: then their number is of no account (seed, Swarm; section 19).
    """
    foes = [t.units[x] for x in unit.foes]
    touched = [foe.members[j] for foe in foes for j in in_contact(unit.form, i, foe.form)]
    rules = tuple(dict.fromkeys(speaker(s) for m in different(tuple(touched)) for s in voices(m, "crowds")))
    return (len(touched), rules) if rules else (1, ())


@kept(4096)
def swift(model: Model) -> tuple[str, ...]:
    """The rules by which the blows of a model fall before all others."""
    return tuple(id_of(speaker(s)) for s in voices(model, "strikes_first") if s())


@kept(4096)
def paces(members: tuple[Model, ...]) -> tuple[bool, bool]:
    """Whether there are models in a unit whose blows fall before all others, and whether there are others."""
    fast = [bool(swift(m)) for m in different(members)]
    return any(fast), not all(fast)


def _turn(model: Model, first: bool) -> int:
    """When the blows of a model fall; ``first``: its unit strikes before the rest."""
    return FIRST if swift(model) else CHARGERS if first else REST


def _part(t: Table, sides: tuple[int, ...]) -> Procedure:
    """Units that the round has left further apart than an inch are out of close combat; nearer ones may close again."""
    for w in sides:
        for v in t.units[w].foes if t.units[w].here else ():
            if not within(t.units[w].form, t.units[v].form, WALK.apart):
                yield Emit(Freed(w, v))
