"""What can be asked of the table: who sees whom, through what cover, how far, who may act, who may fight."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

from msgspec.structs import replace

from ...common.options import Formations
from ...common.profiles import Model
from ...common.rules import id_of, voices
from ...kernel.memo import memo
from ...table.arcs import arc_of
from ...table.distances import models_within, within
from ...table.geometry import CONTACT, Box, Formation, boxes_within
from ...table.moves import Moves
from ...table.paths import MovementMode, spans
from ...table.sight.visibility import Sight, look
from ...table.space import SIXTEEN, Placing
from ...table.state import Table, Unit
from ...table.templates import SMALL, Circle, under
from ...table.terrain import Ground, Piece
from .circumstances import Circumstances
from .commands import COMMANDS
from .events import CORRODED, HIDDEN, REACTED, RECKLESS, SHOWN, SLOWED, TOKEN
from .moments import speaker
from .rulings import Terms, terms_of
from .target import Corrosion, Target, injury_of, price_of_recklessness, target_of, worst

GRADES = {"light": (4, 4), "medium": (5, 4), "heavy": (6, 5)}  # cover and obscured of a piece that says no number
COVERS = (4, 5, 6)  # the numbers that cover has
BARRED = 1_000.0  # inches that no move has
COVERING = "covering"  # a word put on pieces that stop those who run
INFANTRY_HEIGHT, VEHICLE_HEIGHT = 1.0, 2.5  # inches; no source gives any
COHERENCY = 2.0
STANDS_NEAR = 1.0  # inches from a friend in contact within which a model fights too

WALK = MovementMode(apart=1.0, slow=(), coherency=COHERENCY)
RUN = MovementMode(apart=1.0, slow=(), barred=("impassable", COVERING), coherency=COHERENCY)
STRAIGHT = {mode: replace(mode, straight=True) for mode in (WALK, RUN)}


def terms(t: Table) -> Terms:
    """The rulings of this battle, as the dice need them."""
    return t.memo("terms", lambda: terms_of(t.rulings))


# --- scenery ----------------------------------------------------------------------------------------------------------


@memo(4096)
def grade(piece: Piece) -> tuple[int, int]:
    """The cover and the obscured number of a piece, 0 for none: as its file says (``5`` or ``5/4``), else by its grade."""
    said = str(piece.cover_in("command"))
    if said in GRADES:
        return GRADES[said]
    cover, _, obscured = said.replace("+", "").partition("/")
    number = int(cover) if cover.isdigit() and 4 <= int(cover) <= 6 else 0
    return number, int(obscured) if obscured.isdigit() and 4 <= int(obscured) <= 6 else number and max(4, number - 1)


@memo(256)
def open_ground(ground: Ground, stood: frozenset[int]) -> Ground:
    """The ground for those who may not enter or cross cover; pieces that they stand in already let them out."""
    pieces = tuple(
        replace(p, properties=(*p.properties, COVERING)) if grade(p)[0] and k not in stood else p
        for k, p in enumerate(ground.pieces)
    )
    return replace(ground, pieces=pieces)


def stood_in(ground: Ground, form: Formation) -> frozenset[int]:
    """The pieces that any model stands in."""
    return frozenset(k for ks in ground.standing(form) for k in ks)


def covering(ground: Ground, form: Formation) -> tuple[int, ...]:
    """The pieces with a cover number that any model stands in."""
    return tuple(sorted(k for k in stood_in(ground, form) if grade(ground.pieces[k])[0]))


def of_half(values: list[int]) -> int:
    """The best number that at least half of the models have.

    >>> of_half([5, 5, 0, 0]), of_half([6, 4, 4, 0]), of_half([5, 0, 0])
    (5, 4, 0)
    """
    ranked = sorted(values, reverse=True)
    return ranked[(len(ranked) + 1) // 2 - 1] if ranked else 0


def cover_of(ground: Ground, form: Formation) -> int:
    """The cover number of a unit: at least half of its models stand in scenery that gives it."""
    stood = ground.standing(form)
    if not any(stood):
        return 0
    return of_half([max([grade(ground.pieces[k])[0] for k in ks], default=0) for ks in stood])


# --- sight ------------------------------------------------------------------------------------------------------------


def height(unit: Unit) -> float:
    """How high the models of a unit stand, in inches."""
    return VEHICLE_HEIGHT if is_vehicle(unit) else INFANTRY_HEIGHT


def is_vehicle(unit: Unit) -> bool:
    """Whether the unit is a vehicle."""
    return unit.members[0].stats.Armor is not None


def views(ground: Ground, a: Unit, b: Unit) -> Views:
    """What the models of one unit see of another."""
    return between(ground, a.form, b.form, height(a), height(b))


def sight(ground: Ground, a: Unit, b: Unit) -> Sight:
    """What one unit sees of another."""
    return views(ground, a, b).whole


def obscured_of(ground: Ground, seen: Sight, size: int) -> int:
    """The obscured number of a unit: at least half of it is seen only across scenery that gives it."""
    best = [0] * size
    for cover in seen.cover:
        if cover.how == "between":
            number = grade(ground.piece(cover.what))[1]
            for j in cover.models:
                best[j] = max(best[j], number)
    return of_half(best) if any(best) else 0


# --- units ------------------------------------------------------------------------------------------------------------


def fights_hurt(model: Model) -> bool:
    """Whether a hurt model is not Incapacitated."""
    return injury_of(model).fights


def able(unit: Unit) -> tuple[int, ...]:
    """The models that are not Incapacitated."""
    return tuple(
        i for i, (m, hp) in enumerate(zip(unit.members, unit.wounds, strict=True)) if hp == m.stats.HP or fights_hurt(m)
    )


def token(unit: Unit) -> str:
    """The unit's face-down token, "" without one; "?" where it is not known."""
    effect = unit.effect(TOKEN)
    return "" if effect is None else str(effect.value)


def shown(unit: Unit) -> str:
    """The unit's face-up token, "" without one."""
    effect = unit.effect(SHOWN)
    return "" if effect is None else str(effect.value)


def is_moving(unit: Unit) -> bool:
    """Whether a face-up token shows that the unit moves."""
    name = shown(unit)
    return bool(name) and COMMANDS[name].moving


def shift(unit: Unit) -> int:
    """What is added to its Resolve for the time being."""
    return -price_of_recklessness(unit.members) if unit.has(RECKLESS) else 0


def corroded(unit: Unit) -> tuple[Corrosion, ...]:
    """The facings that are corroded, and by how much."""
    return worst([e.value for e in unit.effects if e.what == CORRODED])


@memo(512)
def alike(unit: Unit) -> Unit:
    """The first unit met that is the same but for tokens: units are replaced for each token, and fire and worth, which are
    kept by unit, know nothing of tokens but whether the unit moves."""
    rest = tuple([(e.what, e.value) for e in unit.effects if e.what not in (TOKEN, SHOWN, REACTED)])
    moving = is_moving(unit)
    first = _alike(
        unit.form, unit.members, unit.wounds, unit.start, unit.side, unit.kind, unit.place, unit.lost, moving, rest
    )  # fmt: skip
    if not first:
        first.append(unit)
    return first[0]


@memo(512)
def _alike(*facts: Any) -> list[Unit]:
    """The place for the first unit of these facts: who finds it empty fills it."""
    return []


def target(unit: Unit, eligible: tuple[int, ...] | None = None, facing: str = "front", bursts: bool = False) -> Target:
    """The unit as the dice see it. ``bursts``: templates are laid on models that fall, so who stands beside whom matters."""
    if eligible is not None and len(eligible) == unit.size:
        eligible = None
    near = beside(unit.form) if bursts else ()
    start = unit.size if unit.has(HIDDEN) else unit.start  # those of a hidden unit who are not placed yet are not lost
    return target_of(unit.members, facing, start, shift(unit), eligible, unit.side, corroded(unit), near)


def beside(form: Formation) -> tuple[tuple[int, ...], ...]:
    """For each model the others that lie under a small template on its base."""
    circles = [Circle(x, y, SMALL) for x, y in form.positions]
    return tuple(tuple(j for j in under(circle, form) if j != i) for i, circle in enumerate(circles))


def move_of(unit: Unit) -> int:
    """Inches of a Move command: those of most models."""
    inches = target(unit).move(unit.wounds)
    return ceil(inches * slowed_to(unit)) if unit.has(SLOWED) else inches


def slowed_to(unit: Unit) -> Fraction:
    """The part of its Move that the unit keeps: the least of what it was slowed to."""
    return min((e.value.part for e in unit.effects if e.what == SLOWED), default=Fraction(1))


def facing(unit: Unit, by: Formation) -> str:
    """The side of a vehicle that an attacker's place faces."""
    if not is_vehicle(unit):
        return "front"
    name = arc_of(unit.form.positions[0], unit.form.front(0), by.centre)
    return "side" if name in ("left", "right") else name


@memo(4096)
def circumstances(
    melee: bool,
    token: str,
    reacting: bool,
    moved: bool,
    cover: int = 0,
    obscured: int = 0,
    facing: str = "front",
    moving: bool = False,
    skill: int = 0,
    terms: Terms | None = None,
    reckless: bool = False,
) -> Circumstances:
    """The one kept How of these facts."""
    return Circumstances(
        melee, token, reacting, moved, cover, obscured, facing, moving, skill, reckless, 1, terms or Terms()
    )


# --- places -----------------------------------------------------------------------------------------------------------


def others(t: Table, u: int) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """Friends and enemies of a unit as (id, form)."""
    side = t[u].side
    friends = [(v.id, v.form) for v in t.own(side) if v.id != u]
    return friends, [(v.id, v.form) for v in t.enemies(side)]


class March(Moves):
    """The moves of a unit. What it proposes goes straight, which is quick to judge; a player's own pick may go round things."""

    __slots__ = ("_ahead",)
    _ahead: Moves

    def _along(self, x: float, y: float, part: float) -> Formation | None:
        if not hasattr(self, "_ahead"):
            self._ahead = self.narrowed(STRAIGHT[self.mode])
        return self._ahead._along(x, y, part)


def moves(t: Table, u: int, inches: float, crosses: bool, target: int | None = None) -> Moves:
    """The legal moves of a unit; ``crosses``: it may enter and cross cover. With ``target``, charges into that unit."""
    unit = t[u]
    friends, enemies = others(t, u)
    ground = t.ground if crosses else open_ground(t.ground, stood_in(t.ground, unit.form))
    turn = True if is_vehicle(unit) else None
    mode = WALK if crosses else RUN
    return March(ground, unit.form, inches, friends, enemies, mode, target=target, turn=turn, call=t.names.__getitem__)


class PaidMoves(Formations):
    """The moves of a unit that may enter and cross cover for so many inches by its number, off the whole distance.

    One question as ``Moves`` is: the moves that cross no cover, and for each pieces that it can pay for those that do.
    """

    refusal = "not a legal move"

    def __init__(self, t: Table, u: int, inches: float, name: str) -> None:
        self.form = t[u].form
        self.name = name  # of the command
        self.bases = self.form.bases
        self.inches = inches
        self.free = moves(t, u, inches, False)
        self._t, self._u = t, u
        self._stood = stood_in(t.ground, self.form)
        self._by_pieces: dict[frozenset[int], Moves] = {frozenset(): self.free}

    def narrows(self) -> Moves:
        """The moves that pay for nothing."""
        return self.free

    def paying(self, pieces: frozenset[int]) -> Moves:
        """The moves that pay for these pieces."""
        if pieces not in self._by_pieces:
            t, unit = self._t, self._t[self._u]
            left = self.inches - sum(self._price(k) for k in pieces)
            friends, enemies = others(t, self._u)
            ground = open_ground(t.ground, self._stood | pieces)
            turn = True if is_vehicle(unit) else None
            made = March(ground, self.form, max(0.0, left), friends, enemies, RUN, turn=turn, call=t.names.__getitem__)
            self._by_pieces[pieces] = made
        return self._by_pieces[pieces]

    def _price(self, k: int) -> float:
        """The inches for which the unit crosses a piece with cover, more than any move has where it may not."""
        inches = price_of_cover(self._t[self._u].members, self.name, grade(self._t.ground.pieces[k])[0])
        return BARRED if inches is None else inches

    def crossed(self, form: Formation) -> frozenset[int]:
        """The pieces with cover that the models would cross or enter, going straight."""
        found = set()
        for k, piece in enumerate(self._t.ground.pieces):
            if grade(piece)[0] and k not in self._stood and boxes_within(piece.box, _around(self.form, form), 0.0):
                ways = zip(self.form.positions, form.positions, strict=True)
                if any(piece.holds(*q) or spans(piece.points, p, q) for p, q in ways):
                    found.add(k)
        return frozenset(found)

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why = self.free.why_not(form, first)
        if why and form.bases == self.form.bases and (pieces := self.crossed(form)):
            why = self.paying(pieces).why_not(form, first)
        return why

    def __iter__(self) -> Iterator[Formation]:
        yield from self.free
        for k in self._near():
            yield from self._through(k)

    def _near(self) -> list[int]:
        left, low, right, top = self.form.box
        reach = (left - self.inches, low - self.inches, right + self.inches, top + self.inches)
        pieces = enumerate(self._t.ground.pieces)
        return [
            k
            for k, p in pieces
            if k not in self._stood and grade(p)[0] and self._price(k) < self.inches and boxes_within(p.box, reach, 0.0)
        ]

    def _through(self, k: int) -> Iterator[Formation]:
        a, b, c, d = self._t.ground.pieces[k].box
        middle = ((a + c) / 2, (b + d) / 2)
        for x, y in (middle, *self._t.ground.objectives[:2]):
            form = self.paying(frozenset((k,))).toward(x, y)
            if form is not None and form in self:
                yield form

    def draw(self, rng: Random) -> Formation | None:
        """One move; now and then through cover."""
        near = self._near()
        if near and rng.randrange(3) == 0:
            form = next(self._through(near[rng.randrange(len(near))]), None)
            if form is not None:
                return form
        return self.free.draw(rng)


def _around(a: Formation, b: Formation) -> Box:
    p, q = a.box, b.box
    return min(p[0], q[0]), min(p[1], q[1]), max(p[2], q[2]), max(p[3], q[3])


@memo(4096)
def pays(members: tuple[Model, ...], name: str) -> tuple[str, ...]:
    """The ids of the rules by which a unit pays for cover in this command, () for most."""
    paying = {
        m: [v for v in voices(m, "pays_for_cover") if any(v(name, n) is not None for n in COVERS)] for m in members
    }
    return tuple(dict.fromkeys(id_of(speaker(v)) for m in members for v in paying[m])) if all(paying.values()) else ()


@memo(4096)
def price_of_cover(members: tuple[Model, ...], name: str, cover: int) -> int | None:
    """The inches for which a unit crosses cover of a number in this command, those of the model that pays most.

    None where one of them may not cross it.
    """
    prices = []
    for model in set(members):
        known = [inches for voice in voices(model, "pays_for_cover") if (inches := voice(name, cover)) is not None]
        if not known:
            return None
        prices.append(min(known))
    return max(prices, default=None)


def in_contact(a: Formation, b: Formation) -> tuple[int, ...]:
    """The models of ``a`` that fight ``b``: in base contact, or within 1 inch of one of their own that is."""
    if not boxes_within(a.box, b.box, CONTACT):
        return ()
    touching = [i for i in range(len(a)) if any(models_within(a, i, b, j, CONTACT) for j in range(len(b)))]
    return tuple(i for i in range(len(a)) if any(i == k or models_within(a, i, a, k, STANDS_NEAR) for k in touching))


def near(t: Table, u: int, inches: float) -> list[Unit]:
    """The enemies within so many inches, by id."""
    form, side = t[u].form, t[u].side
    return [v for v in t.units if v.side != side and v.place == "table" and in_range(form, v.form, inches)]


in_range = memo(1024)(within)  # asked of the same two places for every weapon, token and reaction


def stepped_back(t: Table, u: int, v: int) -> Any:
    unit = t[u]
    friends, enemies = others(t, u)
    room = Placing(t.ground, friends, enemies, WALK, call=t.names.__getitem__)
    (x, y), (a, b) = unit.form.centre, t[v].form.centre
    ways = sorted(SIXTEEN, key=lambda way: -(way[0] * (x - a) + way[1] * (y - b)))
    for inches in (1.0, 1.5, 2.0, 3.0):
        for c, s in ways[:7]:
            form = unit.form.shifted(c * inches, s * inches)
            if form in room:
                return form
    c, s = ways[0]
    return room.gather(unit.form.bases, x + 3 * c, y + 3 * s, unit.form.front(0))


class Views:
    """What the models of a unit see of another, looked for when it is asked and kept as long as neither moves.

    Who only asks whether anything is in sight mostly has his answer from the first model.
    """

    __slots__ = ("_apart2", "_look", "_one", "_reached", "_whole")

    def __init__(self, ground: Ground, a: Formation, b: Formation, up: float, down: float) -> None:
        self._look = (ground, a, b, up, down)
        self._one: tuple[int, tuple[int, ...]] | None = None  # the first model that was asked for, and what it sees
        self._whole: Sight | None = None
        self._reached: dict[tuple[int, float, bool], tuple[int, ...]] = {}
        self._apart2 = _furthest2(a, b)

    @property
    def whole(self) -> Sight:
        """What the whole unit sees."""
        if self._whole is None:
            self._whole = look(*self._look)
        return self._whole

    def of(self, i: int) -> tuple[int, ...]:
        """The models that one model sees."""
        ground, a, b, up, down = self._look
        if self._whole is None and len(a) > 3:  # else the whole is as quickly found
            if self._one is None:
                self._one = i, look(ground, a.only((i,)), b, up, down).views[0]
            if self._one[0] == i:
                return self._one[1]
        return self.whole.views[i]

    def within(self, i: int, inches: float, unseen: bool) -> tuple[int, ...]:
        """The models within so many inches of one model that it sees, or all with ``unseen``: the same for every token."""
        key = (i, inches, unseen)
        found = self._reached.get(key)
        if found is None:
            _, a, b, _, _ = self._look
            found = tuple(range(len(b))) if unseen else self.of(i)
            if found and self._apart2 > inches * inches:
                found = tuple([j for j in found if models_within(a, i, b, j, inches)])
            self._reached[key] = found
        return found


@memo(512)
def between(ground: Ground, a: Formation, b: Formation, up: float, down: float) -> Views:
    """What models at one place, so many inches high, see of those at another."""
    return Views(ground, a, b, up, down)


def _furthest2(a: Formation, b: Formation) -> float:
    """The square of a distance that no two models of two units exceed."""
    (p, q, r, s), (left, low, right, top) = a.box, b.box
    x, y = max(r - left, right - p), max(s - low, top - q)
    return x * x + y * y
