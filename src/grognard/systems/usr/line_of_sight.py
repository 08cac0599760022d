"""What a unit sees of another, and what stands between them: the table's part in an attack."""

from __future__ import annotations

from msgspec import Struct

from grognard.table.distances import model_distance, nearest_first
from grognard.table.sight.lines import in_the_way, occluded

from ...common.building import Because, because
from ...common.profiles import Model
from ...common.rules import Rule, standing
from ...kernel.memo import memo
from ...table.arcs import facing_hit
from ...table.geometry import CONTACT, Box, Footprint, Formation, Point
from ...table.sight.visibility import Sight, look, sees_any
from ...table.state import Table, Unit
from ...table.terrain import Ground, Piece
from .combat.challenges import duellist
from .condition import SMOKE, airborne, armoured, atop, height_of, heights, heights_of
from .slots import NEVER
from .squads import own_voices
from .table_memo import where_they_stand

GRADES = {"light": 5, "medium": 4, "heavy": 3}  # woods and rubble, ruins and walls, fortifications
OBSCURED = 0.25  # the share of a model that must be hidden
SMOKED = 5  # the cover save in the smoke of smoke launchers
POINT = Footprint("round", 0.0, 0.0)
EYE = 0.0  # inches: a shot from a marker comes from the ground under its hole
BATTLEMENTS = 4  # the cover save of who stands on them
INTERVENING = 5  # the cover save behind models of another unit


class View(Struct, frozen=True):
    """The models of a target on which wounds of an attack may fall, nearest first, and the cover save of each (None: open)."""

    order: tuple[int, ...]
    covers: tuple[int | None, ...]
    engaged: tuple[int, ...] = ()  # the places in the order on which a precise blow may fall; (): all
    duel: bool = False  # the first of them is fought in a challenge
    hidden: tuple[int, ...] = ()  # models that nobody sees: only wounds that are looked out for may fall on them

    def left(self, stand: tuple[int, ...]) -> View:
        """This view after losses: ``stand`` are the models still there, by their places before."""
        n = len(stand)
        if n > max((*self.order, *self.hidden), default=n) and stand[-1] == n - 1 and not (self.engaged or self.duel):
            return self  # nobody has fallen
        place = {i: k for k, i in enumerate(stand)}
        kept = [(place[i], cover) for i, cover in zip(self.order, self.covers, strict=True) if i in place]
        hidden = tuple(place[i] for i in self.hidden if i in place)
        return View(tuple(i for i, _ in kept), tuple(c for _, c in kept), hidden=hidden)


def save_of(piece: Piece) -> int:
    """The cover save that a piece gives, 7 when none.

    >>> save_of(Piece("wood", ((0, 0), (1, 0), (0, 1)), cover="light"))
    5
    """
    said = piece.cover_in("usr")
    if said in GRADES:
        return GRADES[said]
    return int(said[0]) if said[:1].isdigit() else NEVER


Heights = float | tuple[float, ...]


@memo(4096)
def _look(ground: Ground, a: Formation, b: Formation, high_a: Heights, high_b: Heights) -> Sight:
    return look(ground, a, b, high_a, high_b, (), OBSCURED)


def sight(t: Table, u: Unit, v: Unit) -> Sight:
    """What a unit sees of another. Models are no obstacle to sight; they may give cover."""
    return sight_on(t.ground, u, v)


def sight_on(ground: Ground, u: Unit, v: Unit) -> Sight:
    """The sight of a unit on another over given ground."""
    high_u = heights(u) if u.effects else heights_of(u.members)
    return _look(ground, u.form, v.form, high_u, heights(v) if v.effects else heights_of(v.members))


def sees_somebody(t: Table, u: Unit, v: Unit) -> bool:
    """Whether a unit sees anybody of another at all."""
    return sees_any(t.ground, u.form, v.form, heights(u), heights(v))


def sight_from(t: Table, form: Formation, model: Model, v: Unit) -> Sight:
    """What models like this one see that stand (or stood, when they fired) so."""
    return _look(t.ground, form, v.form, height_of(model), heights(v))


def ground_covers(t: Table, v: Unit, seen: Sight) -> list[int]:
    """The cover save that terrain gives each model of a target, 7 in the open. Vehicles are covered by what hides them only."""
    best = [SMOKED if v.effects and v.has(SMOKE) else BATTLEMENTS if atop(v) else NEVER] * len(v.members)
    if not seen.cover:
        return best
    hull, saves = armoured(v), _saves(t.ground)
    for cover in seen.cover:
        if hull and cover.how == "in":
            continue
        save = saves[cover.what]
        if save < NEVER:
            for j in cover.models:
                best[j] = min(best[j], save)
    return best


@memo(64)
def _saves(ground: Ground) -> dict[str, int]:
    """The cover save that each piece of terrain gives, 7 when none."""
    return {piece.name: save_of(piece) for piece in ground.pieces}


def _hidden_covers(t: Table, seen: Sight, best: list[int]) -> None:
    """Who is hit and not seen at all has the cover of what hides the unit."""
    if len(seen.seen) < len(best) and seen.blocks:
        saves = _saves(t.ground)
        save = min([saves[what] for what in seen.blocks])
        for j in range(len(best)):
            if j not in seen.seen:
                best[j] = min(best[j], save)


def view(t: Table, u: int, v: int, seen_only: bool = True) -> View:
    """The target as an attack from where a unit stands finds it; with ``seen_only`` False also the models nobody sees."""
    found, firer, target = where_they_stand(t), t.units[u], t.units[v]
    key = ("view", u, v, seen_only)
    if key not in found:
        found[key] = seen = view_of(t, firer, target, seen_only)
        if seen_only and not seen.hidden:  # they see all of it: then it is the same
            found["view", u, v, False] = seen
    return found[key]  # type: ignore[no-any-return]


def view_of(t: Table, firer: Unit, target: Unit, seen_only: bool = True) -> View:
    """A view of units as they are given: a firer may be a part of his unit."""
    seen, size = sight(t, firer, target), len(target.members)
    covers = ground_covers(t, target, seen)
    _behind_models(t, firer.form, (firer.id, target.id, firer.aboard, target.aboard), target, seen, covers)
    if not seen_only:
        _hidden_covers(t, seen, covers)
    order = order_of(target, firer.form)
    hidden: tuple[int, ...] = ()
    if seen_only and len(seen.seen) < size:
        order, hidden = tuple([i for i in order if i in seen.seen]), tuple([i for i in order if i not in seen.seen])
    if covers.count(NEVER) == size:
        return View(order, (None,) * len(order), (), False, hidden)
    return View(order, tuple([covers[i] if covers[i] < NEVER else None for i in order]), (), False, hidden)


class Front:
    """Who of a unit is nearest to whoever attacks it, while rules speak."""

    def __init__(self) -> None:
        self.weakest: list[Because] = []

    def weakest_first(self, by: Rule | str, says: str) -> None:
        """Of models that are equally near the one with the fewest wounds left is nearest."""
        self.weakest.append(because(by, says))


@memo(4096)
def _weakest_first(members: tuple[Model, ...]) -> bool:
    front = Front()
    for model in dict.fromkeys(members):
        for speak in own_voices(model, "nearest"):
            speak(front)
    return bool(front.weakest)


_ALONE = (0,)


def order_of(v: Unit, form: Formation) -> tuple[int, ...]:
    """The models of a unit from the nearest to what stands so to the farthest; those in base contact are equally near."""
    if len(v.members) == 1:
        return _ALONE
    order = nearest_first(v.form, form)
    if not _weakest_first(v.members):
        return order
    far = [min((model_distance(v.form, i, form, j) for j in range(len(form))), default=0.0) for i in range(v.size)]
    return tuple(sorted(order, key=lambda i: (max(far[i], CONTACT), v.wounds[i], far[i])))


def in_combat(t: Table, form: Formation, v: int) -> View:
    """The target in close combat: nearest to the attackers first, no cover; nobody who fights a challenge."""
    hero = duellist(t[v])
    order = tuple([i for i in order_of(t[v], form) if i != hero])
    return View(order, (None,) * len(order))


def everybody(t: Table, form: Formation, v: int) -> View:
    """The target of something that comes from a place and asks for no sight: nearest to it first, cover as it stands."""
    target = t[v]
    covers = [BATTLEMENTS if atop(target) else NEVER] * target.size
    if not armoured(target):
        for j, stood in enumerate(t.ground.standing(target.form)):
            for k in stood:
                covers[j] = min(covers[j], save_of(t.ground.pieces[k]))
    order = order_of(target, form)
    return View(order, tuple([covers[i] if covers[i] < NEVER else None for i in order]))


def from_position(t: Table, position: Point, v: int) -> View:
    """The target as a shot from the centre of a marker finds it: nearest to it first, seen or not, cover as from there."""
    target, eye = t[v], Formation((position,), (POINT,))
    seen = look(t.ground, eye, target.form, EYE, heights(target), (), OBSCURED)
    covers = ground_covers(t, target, seen)
    _behind_models(t, eye, (v,), target, seen, covers)
    _hidden_covers(t, seen, covers)
    order = order_of(target, eye)
    return View(order, tuple([covers[i] if covers[i] < NEVER else None for i in order]))


def _behind_models(t: Table, form: Formation, units: tuple[int, ...], v: Unit, seen: Sight, covers: list[int]) -> None:
    """A model that every firer who sees it sees past models of other units has a 5+, unless these are much lower.

    As with terrain, one clear line is enough: who stands first in the firing unit makes no difference.
    """
    open_ = [j for j in seen.seen if covers[j] > INTERVENING]
    if not open_:
        return
    p, q = form.box, v.form.box
    between = []
    for side in (0, 1):
        others = t.own(side)
        for k in in_the_way(p, q, _boxes(others)):
            w = others[k]
            if w.id not in units and not (w.effects and airborne(w)):
                between.append((w.form, _highest(w)))
    if not between:
        return
    tall = heights(v)
    alike = isinstance(tall, float)
    for among in (open_,) if alike else [[j] for j in open_]:
        up = 0.75 * (tall if alike else tall[among[0]])  # type: ignore[index,operator]
        if high := [other for other, top in between if top >= up]:
            for j in occluded(high, form.positions, seen.views, v.form.positions, among):
                covers[j] = INTERVENING


def _boxes(units: tuple[Unit, ...]) -> list[Box]:
    """The boxes round units as they stand."""
    return [w.form.box for w in units]


def _highest(w: Unit) -> float:
    high = heights(w)
    return high if isinstance(high, float) else max(high)


def kind_of_ground(t: Table, v: Unit) -> str:
    """The kind of terrain in which most of a unit stands, when a rule of the unit asks for it."""
    if not _asks_for_ground(v.members):
        return ""
    stood = [k for ks in t.ground.standing(v.form) for k in ks]
    words = [w for k in dict.fromkeys(stood) if 2 * stood.count(k) >= v.size for w in t.ground.pieces[k].properties]
    return " ".join(dict.fromkeys(words))


@memo(4096)
def _asks_for_ground(members: tuple[Model, ...]) -> bool:
    return any(getattr(rule, "terrain", "") for m in dict.fromkeys(members) for rule in standing(m))


def facing(target: Formation, j: int, position: Point) -> str:
    """The side of a vehicle that something from a position strikes: "front", "side" or "rear"."""
    struck = facing_hit(target, j, position)
    return "side" if struck in ("left", "right") else struck
