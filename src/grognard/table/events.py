"""What can happen on any table. An event's ``on`` writes it; nothing else may change the state.

Every event says itself to people (``told``), in our own words, and to the digest (``plain``). What has become of a unit stands
after its name and a colon: names may be plural ("Convicts: 2 models lost"), and no verb has to agree with them. ``by`` names the
rules that had a part in it. An event with ``secret`` set is told to that player only; the others learn that something happened.

In a short report each event has a ``part``:

* ``LINE``: a line of its own; ``""``: none (that of every event that only a full report tells);
* ``ATTACK``: ``unit`` does something to ``target``: told with what comes of it, or among those without effect;
* ``FATE``: what becomes of ``unit``: told with the attack on it or by it, else by itself; ``HARM``: with the attack that is
  under way, whoever it was aimed at;
* ``LIST``: all of a step stand in one line, under ``listed``;
* ``SCORE``: points of a side, added up in one line a step.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import inf, sqrt
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.memo import memo
from ..kernel.plain import AS_IT_IS, plain
from .geometry import NOWHERE, Formation, Point
from .state import Clock, Effect, Marker, Scenery, Table, plain_rule
from .templates import Template
from .terrain import Piece

LINE, ATTACK, FATE, HARM, LIST, SCORE = "line", "attack", "fate", "harm", "list", "score"
_OF_UNITS = ("unit", "foe", "target", "host", "carrier")


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened. Systems add their own by subclassing; names are unique over all systems."""

    by: Sequence[str] = ()
    secret: int | None = None

    full: ClassVar[bool] = False  # told in a full report only
    reveals: ClassVar[bool] = False  # shows what only one player knew: a pick before it is taken back by consent only
    part: ClassVar[str] = LINE  # in a short report
    listed: ClassVar[str] = ""  # what a short report says before all of a LIST
    only_told: ClassVar[frozenset[str]] = (
        frozenset()
    )  # fields that serve the words alone: they are no part of the digest

    def on(self, t: Table) -> None:
        """Writes the event to the table. An event that only tells something writes nothing."""

    def told(self, t: Table) -> str:
        """One sentence for a battle report; "" for what nobody wants to read."""
        return ""

    def brief(self, t: Table) -> str:
        """What a short report says of it: of a FATE, with or without the unit's name and a colon before it; of a LIST, one of
        its entries."""
        return self.told(t)

    def masked_brief(self, t: Table, player: int | None) -> str:
        """What a short report says to others instead of a secret."""
        return self.masked(t, player)

    def about(self) -> tuple[int, ...]:
        """The ids of the units that it is about: who acts, then whom it meets."""
        ids = [getattr(self, f) for f in _OF_UNITS if f in self.__struct_fields__]
        return tuple(dict.fromkeys(u for u in ids if isinstance(u, int) and u >= 0))

    def landed(self) -> tuple[Point, ...]:
        """Where a template came to lie; before it where it was aimed, when it has moved from there. () of other events."""
        return ()

    def lain(self) -> Sequence[Template]:
        """The templates that came to lie: what the event calls ``lies``, one or several; () where it has none."""
        lies = getattr(self, "lies", None) or ()
        return lies if isinstance(lies, tuple) else (lies,)

    def struck(self) -> Sequence[Template]:
        """Those of them that hit whoever is beneath."""
        return self.lain()

    def beneath(self) -> Sequence[tuple[int, int]]:
        """The units under these templates, each with how many of its models; 0: that is not said."""
        return ()

    def plain(self) -> list[Any]:
        """The event as plain data, equal for equal events."""
        values = [getattr(self, f) for f in _written(type(self))]
        row = [type(self).__name__, *[v if type(v) in AS_IT_IS else plain(v) for v in values]]
        return [*row, list(self.by)] if self.by else row

    def masked(self, t: Table, player: int | None) -> str:
        """What a player (None: an onlooker) is told instead of a secret."""
        return f"{side_name(t, self.secret)} does something in secret" if self.secret is not None else self.told(t)


@memo(1024)
def _written(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that its plain data tell, one after the other."""
    return tuple([f for f in kind.__struct_fields__ if f not in ("by", "secret") and f not in kind.only_told])


def how_far(t: Table, unit: int, other: int) -> str:
    """', 14.3" away': how far two units are apart as they stand when it is told, "" where one of them is not on the table."""
    return away(t, t[unit].form, t[other].form)


def away(t: Table, form: Formation, other: Formation) -> str:
    """', 14.3" away': how far two places are apart, ", in contact" where they touch, "" where one is not on the table."""
    inches = t.game.distance(form, other)
    if inches == inf:
        return ""
    return f', {inches:.1f}" away' if inches >= 0.05 else ", in contact"


def side_name(t: Table, side: int) -> str:
    """What a battle report calls a side."""
    names: tuple[str, ...] = getattr(t.scenario, "sides", ()) or ()
    return names[side] if len(names) > side else f"Player {side + 1}"


# --- coming and going -------------------------------------------------------------------------------------------------


class Deployed(Event, frozen=True):
    """A unit is set up before the battle."""

    unit: int
    form: Formation

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form, place="table")

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: deployed{at(self.form)}"


class Reserved(Event, frozen=True):
    """A unit is kept off the table for now. ``how`` names the way in which it will come, if there are several."""

    unit: int
    how: str = ""

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "in reserve"

    def on(self, t: Table) -> None:
        t.change(self.unit, form=NOWHERE, place="reserve", aboard=-1)

    def brief(self, t: Table) -> str:
        return t.name(self.unit) + (f" ({self.how})" if self.how else "")

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: in reserve" + (f" ({self.how})" if self.how else "")


class Arrived(Event, frozen=True):
    """A unit comes onto the table from reserve."""

    unit: int
    form: Formation
    how: str = ""

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form, place="table")

    def told(self, t: Table) -> str:
        return (
            f"{t.name(self.unit)}: arrived"
            + (f" by {self.how}{',' * (',' in self.how)}" if self.how else "")
            + at(self.form)
        )


class Moved(Event, frozen=True):
    """A unit stands somewhere else; one event for each leg of a path. ``how`` is a verb: "moves", "runs", "charges"."""

    unit: int
    form: Formation
    how: str = "moves"

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form)

    def told(self, t: Table) -> str:
        was = t.was(self.unit)
        gone = way(was.form, self.form) if was is not None else ""
        if gone == ON_THE_SPOT and " " in self.how:
            return ""  # a leg of a path on which it comes no farther
        if gone == ON_THE_SPOT and self.how in ("moves", "runs", "flies"):
            return f"{t.name(self.unit)} stays where it is"
        return f"{t.name(self.unit)} {self.how}{',' if gone and ' ' in self.how else ''}{gone}"


class Removed(Event, frozen=True):
    """A whole unit leaves the battle for good. What it carries is the system's business and happens before."""

    unit: int
    why: str = "destroyed"

    part: ClassVar[str] = FATE

    def on(self, t: Table) -> None:
        _bury(t, self.unit)

    def told(self, t: Table) -> str:
        was = t.was(self.unit)
        several = was is not None and was.start > 1 and was.size
        return f"{t.name(self.unit)}: {self.why}" + (f" ({_models(was.size)})" if was is not None and several else "")


class Embarked(Event, frozen=True):
    """A unit gets aboard another."""

    unit: int
    carrier: int

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "aboard"

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} ({t.name(self.carrier)})"

    def on(self, t: Table) -> None:
        t.change(self.unit, form=NOWHERE, place="aboard", aboard=self.carrier)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: aboard {t.name(self.carrier)}"


class Disembarked(Event, frozen=True):
    """A unit gets out of its carrier; ``out_of`` names it where a report could not know which one it is."""

    unit: int
    form: Formation
    out_of: str = ""

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "disembarked"
    only_told: ClassVar[frozenset[str]] = frozenset({"out_of"})

    def on(self, t: Table) -> None:
        t.change(self.unit, form=self.form, place="table", aboard=-1)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: disembarked{f' from {self.out_of}' * bool(self.out_of)}{at(self.form)}"

    def brief(self, t: Table) -> str:
        return t.name(self.unit)


class Joined(Event, frozen=True):
    """A unit (a character) joins another: from now on its models are the last models of that unit."""

    unit: int
    host: int

    def on(self, t: Table) -> None:
        guest, host = t[self.unit], t[self.host]
        owners = (host.owners or (self.host,) * host.size) + (self.unit,) * guest.size
        form = host.form.with_others(guest.form) if len(host.form) else host.form
        t.change(
            self.host,
            form=form,
            members=host.members + guest.members,
            wounds=host.wounds + guest.wounds,
            start=host.start + guest.size,
            owners=owners,
        )
        t.change(self.unit, form=NOWHERE, place="joined", aboard=self.host, met=host.effects)
        t.count()

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} joins {t.name(self.host)}"


class Left(Event, frozen=True):
    """A unit that had joined another stands alone again, where its models stand.

    What has begun on the host since it joined lasts on it too.
    """

    unit: int

    def on(self, t: Table) -> None:
        guest = t[self.unit]
        host = t[guest.aboard]
        mine = [i for i, owner in enumerate(host.owners) if owner == self.unit]
        rest = [i for i in range(host.size) if i not in mine]
        on_table = len(host.form) > 0
        shared = tuple(effect for effect in host.effects if effect not in guest.met)
        fallen = guest.size - len(mine)  # while it was joined its losses were counted in the host's
        t.change(
            self.unit,
            form=host.form.only(mine) if on_table else NOWHERE,
            place=host.place,
            aboard=host.aboard,
            members=tuple(host.members[i] for i in mine),
            wounds=tuple(host.wounds[i] for i in mine),
            effects=guest.effects + shared,
            met=(),
            lost=guest.lost + fallen,
        )
        for effect in shared:
            _ending(t, self.unit, effect)
        owners = tuple(host.owners[i] for i in rest)
        t.change(
            host.id,
            form=host.form.only(rest) if on_table else NOWHERE,
            members=tuple(host.members[i] for i in rest),
            wounds=tuple(host.wounds[i] for i in rest),
            start=host.start - guest.size,
            lost=host.lost - fallen,
            owners=owners if any(o != host.id for o in owners) else (),
        )
        if not rest:
            _bury(t, host.id)
        t.count()

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: alone again"


# --- harm -------------------------------------------------------------------------------------------------------------


class Harmed(Event, frozen=True):
    """A unit's models have these wounds left, in the order of its models; those with none are slain and taken away.

    The unit falls due at the moment that the system names in ``after_loss`` when a model is slain.
    """

    unit: int
    left: tuple[int, ...]
    source: int = -1

    part: ClassVar[str] = HARM
    called: ClassVar[str] = "wounds"  # what a model has several of

    def on(self, t: Table) -> None:
        u = t[self.unit]
        stand = [i for i, w in enumerate(self.left) if w > 0]
        slain = u.size - len(stand)
        if not slain:
            t.change(self.unit, wounds=self.left)
            return
        if u.owners:
            _mourn(t, u.owners, stand)
        if not stand:
            _bury(t, self.unit)
            return
        t.change(
            self.unit,
            wounds=tuple([self.left[i] for i in stand]),
            members=tuple([u.members[i] for i in stand]),
            form=u.form.only(stand) if len(u.form) else u.form,
            lost=u.lost + slain,
            owners=tuple([u.owners[i] for i in stand]) if u.owners else (),
        )
        if (moment := getattr(t.game, "after_loss", None)) is not None:
            t.put(moment, self.unit)

    def told(self, t: Table) -> str:
        slain = sum(w <= 0 for w in self.left)
        name = t.name(self.unit)
        if not slain:
            return f"{name}: {self.harm(t)}{self.remaining(t)}"
        if slain == len(self.left):
            if t[self.unit].start == 1:
                return f"{name}: destroyed"
            return f"{name}: wiped out ({_models(slain)}{self.fallen(t)})"
        lost = self.fallen(t)
        gone = f"{_models(slain)} lost{f' ({lost[2:]})' if lost else ''}"
        return f"{name}: {gone}, {len(self.left) - slain} left{self.besides(t)}"

    def besides(self, t: Table) -> str:
        """What those have lost who still stand while others fell, and what those of them who are hurt have left."""
        harm = self.harm(t)
        return f"{'' if harm == 'hurt' else f'; {harm}'}{self.remaining(t)}"

    def brief(self, t: Table) -> str:
        """As told, without the names of the models."""
        return self.told(t).replace(f" ({self.fallen(t)[2:]})", "").replace(self.fallen(t), "")

    def harm(self, t: Table) -> str:
        """What those have lost who still stand: "2 wounds lost", or "hurt" where they lost nothing or nobody knows what they had.

        Of several kinds of models also which: "1 wound lost by Old Mother".
        """
        was = t.was(self.unit)
        if was is None or len(was.wounds) != len(self.left):
            return "hurt"
        hurt = [
            (m.name, had - has) for m, had, has in zip(was.members, was.wounds, self.left, strict=True) if had > has > 0
        ]
        lost = sum(n for _, n in hurt)
        by = list(dict.fromkeys(name for name, _ in hurt)) if len({m.name for m in was.members}) > 1 else []
        who = f" by {' and '.join(by)}" if by else ""
        return f"{lost} {self.called[:-1] if lost == 1 else self.called} lost{who}" if lost else "hurt"

    def fallen(self, t: Table) -> str:
        """Which models have fallen, after a colon, where the unit had several kinds of them; "" where it had not."""
        was = t.was(self.unit)
        if was is None or len(was.members) != len(self.left) or len({m.name for m in was.members}) < 2:
            return ""
        names = [m.name for m, w in zip(was.members, self.left, strict=True) if w <= 0]
        return ": " * bool(names) + ", ".join(
            f"{names.count(n)} {n}" if names.count(n) > 1 else n for n in dict.fromkeys(names)
        )

    def remaining(self, t: Table) -> str:
        """What those who are hurt and stand have left, in brackets; of several who are not of one kind by name."""
        was = t.was(self.unit)
        members = (t[self.unit] if was is None else was).members
        if len(members) != len(self.left):
            return ""
        hurt = [(m.name, w) for w, m in zip(self.left, members, strict=True) if 0 < w < t.game.wounds(m)]
        named = len({name for name, _ in hurt}) > 1
        each = [f"{name} {w}" if named else str(w) for name, w in hurt]
        return f" ({self.called} left: {', '.join(each)})" if hurt else ""


class Changed(Event, frozen=True):
    """Some models of a unit have other profiles now (a weapon destroyed, a rule gained): one profile for each model."""

    unit: int
    members: tuple[Any, ...]

    def on(self, t: Table) -> None:
        t.change(self.unit, members=self.members)

    def plain(self) -> list[Any]:
        return [
            "Changed",
            self.unit,
            [[m.name, [str(r) for r in m.rules], [w.name for w in m.weapons]] for m in self.members],
            *([list(self.by)] if self.by else []),
        ]


class Locked(Event, frozen=True):
    """Two units are in close combat with each other."""

    unit: int
    foe: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        for a, b in ((self.unit, self.foe), (self.foe, self.unit)):
            if b not in t[a].foes:
                t.change(a, foes=tuple(sorted((*t[a].foes, b))))

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)} and {t.name(self.foe)} are locked in close combat"


class Freed(Event, frozen=True):
    """A unit is no longer in close combat with another, or with anybody when ``foe`` is -1."""

    unit: int
    foe: int = -1

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        _part(t, self.unit, t[self.unit].foes if self.foe < 0 else (self.foe,))


# --- effects and moments ----------------------------------------------------------------------------------------------


class Given(Event, frozen=True):
    """An effect begins on a unit. Its end was computed when it began: ``effect.until`` is a moment with its round.

    ``quiet``: book-keeping that no report tells.
    """

    unit: int
    effect: Effect
    quiet: bool = False

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.change(self.unit, effects=(*t[self.unit].effects, self.effect))
        _ending(t, self.unit, self.effect)

    def told(self, t: Table) -> str:
        if self.quiet:
            return ""
        what, value = plain_rule(self.effect.what), self.effect.value
        return f"{t.name(self.unit)}: {what}" + (f" ({value})" if isinstance(value, (str, int)) else "")


class Lifted(Event, frozen=True):
    """Effects of a word or rule are taken from a unit before they end; ``count`` of them, 0 for all."""

    unit: int
    what: Any
    count: int = 0

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        kept, gone = [], 0
        for e in t[self.unit].effects:
            if e.what == self.what and (not self.count or gone < self.count):
                gone += 1
            else:
                kept.append(e)
        t.change(self.unit, effects=tuple(kept))

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: no longer {plain_rule(self.what)}"


class Due(Event, frozen=True):
    """Something (mostly a unit's id) falls due at a moment; ``common.triggers.settle`` asks for it then."""

    moment: Hashable
    what: Any

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.put(self.moment, self.what)


class Passed(Event, frozen=True):
    """A moment is over: what was due is done with, what lasted until now ends.

    Effects that wait for the turn of a unit that can have none any more end with the round.
    """

    moment: Hashable

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        if self.moment in t.due:
            t.due = {m: due for m, due in t.due.items() if m != self.moment}
        over = [self.moment] if self.moment in t.ends else []
        if isinstance(self.moment, tuple) and self.moment[0] == "round ends":
            over += [m for m in t.ends if isinstance(m, tuple) and m[0] == "its turn" and not t[m[1]].alive]
        for moment in over:
            for unit in t.ends[moment]:
                effects = t[unit].effects
                if left := tuple([e for e in effects if e.until != moment]):
                    if len(left) != len(effects):
                        t.change(unit, effects=left)
                elif effects:
                    t.change(unit, effects=())
        if over:
            t.ends = {m: units for m, units in t.ends.items() if m not in over}


class Aura(Event, frozen=True):
    """A unit has (or with ``inches`` below 0 no longer has) an aura at a moment of its system."""

    unit: int
    moment: str
    inches: float

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        rest = tuple(a for a in t.auras.get(self.moment, ()) if a[0] != self.unit)
        t.auras = {**t.auras, self.moment: (*rest, (self.unit, self.inches)) if self.inches >= 0 else rest}


# --- the clock --------------------------------------------------------------------------------------------------------


class Acted(Event, frozen=True):
    """A unit has done what it does in this step; ``player`` is who goes on."""

    unit: int
    player: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        t.acted = t.acted | {self.unit}
        c = t.clock
        if c.player != self.player:
            t.clock = Clock(c.round, self.player, c.step, c.first, c.phase)


class Led(Event, frozen=True):
    """A player goes first this round."""

    player: int
    why: str = ""

    def on(self, t: Table) -> None:
        c = t.clock
        t.clock = Clock(c.round, self.player, c.step, self.player, c.phase)

    def told(self, t: Table) -> str:
        return f"{side_name(t, self.player)} to go first" + (f" ({self.why})" if self.why else "")


class Stepped(Event, frozen=True):
    """The clock goes to another step; ``fresh`` when every unit may act again."""

    clock: Clock
    fresh: bool = True

    def on(self, t: Table) -> None:
        t.clock = self.clock
        if self.fresh and t.acted:
            t.acted = frozenset()


# --- places in words --------------------------------------------------------------------------------------------------


def place(x: float, y: float) -> str:
    """A place on the table, in inches from its lower left corner.

    >>> place(12.0, 8.5625)
    '(12.0, 8.6)'
    """
    return f"({x:.1f}, {y:.1f})"


def strayed(aimed: Point | None, lies: Point) -> tuple[Point, ...]:
    """Where a template was aimed and where it lies, once where the two are one.

    >>> strayed((1.0, 2.0), (3.0, 4.0)), strayed(None, (3.0, 4.0))
    (((1.0, 2.0), (3.0, 4.0)), ((3.0, 4.0),))
    """
    return (lies,) if aimed is None or aimed == lies else (aimed, lies)


def clock(dx: float, dy: float) -> str:
    """A direction as the hour to which a hand points, with 12 o'clock towards the top edge of the table.

    >>> clock(0.0, 2.0), clock(3.0, 0.1), clock(-1.0, -1.0)
    ("12 o'clock", "3 o'clock", "7 o'clock")
    """
    hour = max(range(12), key=lambda h: _HANDS[h][0] * dx + _HANDS[h][1] * dy)
    return f"{hour or 12} o'clock"


_DEEP = sqrt(3) / 2
_HANDS = (
    (0.0, 1.0), (0.5, _DEEP), (_DEEP, 0.5), (1.0, 0.0), (_DEEP, -0.5), (0.5, -_DEEP),
    (0.0, -1.0), (-0.5, -_DEEP), (-_DEEP, -0.5), (-1.0, 0.0), (-_DEEP, 0.5), (-0.5, _DEEP),
)  # fmt: skip


ON_THE_SPOT = " on the spot"


def at(form: Formation) -> str:
    """Where a unit stands, by the middle of its models; "" of one that is nowhere."""
    return f" at {place(*form.centre)}" if len(form) else ""


def way(start: Formation, end: Formation) -> str:
    """How far a unit has moved (its model that went farthest, in a straight line), and from where to where its middle is.

    "up to" where that model has gone farther than the middle.
    """
    if not len(start) or len(start) != len(end):
        return f" to {place(*end.centre)}" if len(end) else ""
    inches = sqrt(
        max((a - x) ** 2 + (b - y) ** 2 for (a, b), (x, y) in zip(start.positions, end.positions, strict=True))
    )
    if inches < 0.05:
        return ON_THE_SPOT
    (x, y), (a, b) = start.centre, end.centre
    most = "up to " if inches - sqrt((a - x) ** 2 + (b - y) ** 2) > 0.2 else ""
    return f' {most}{inches:.1f}" from {place(x, y)} to {place(a, b)}'


# --- inside -----------------------------------------------------------------------------------------------------------


def _models(n: int) -> str:
    return f"{n} model" + "s" * (n != 1)


def _ending(t: Table, unit: int, effect: Effect) -> None:
    if effect.until is not None:
        units = t.ends.get(effect.until, ())
        if unit not in units:
            t.ends = {**t.ends, effect.until: (*units, unit)}


def _part(t: Table, unit: int, foes: tuple[int, ...]) -> None:
    t.change(unit, foes=tuple(f for f in t[unit].foes if f not in foes))
    for f in foes:
        if unit in t[f].foes:
            t.change(f, foes=tuple(x for x in t[f].foes if x != unit))


def _mourn(t: Table, owners: tuple[int, ...], stand: list[int]) -> None:
    """Units that had joined and have lost their last model are dead too."""
    left = {owners[i] for i in stand}
    for owner in dict.fromkeys(owners):
        if owner not in left and t[owner].place == "joined":
            t.change(
                owner, place="dead", members=(), wounds=(), aboard=-1, effects=(), met=()
            )  # losses count in the host's


def _bury(t: Table, unit: int) -> None:
    u = t[unit]
    if u.owners:
        _mourn(t, u.owners, [])
    if u.foes:
        _part(t, unit, u.foes)
    t.change(
        unit,
        form=NOWHERE,
        members=(),
        wounds=(),
        lost=u.lost + u.size,
        place="dead",
        aboard=-1,
        foes=(),
        effects=(),
        owners=(),
    )
    for moment, sources in t.auras.items():
        if any(source == unit for source, _ in sources):
            t.auras = {**t.auras, moment: tuple(a for a in sources if a[0] != unit)}
    t.count()


class Scored(Event, frozen=True):
    """A side gains victory points; ``late``: so many of them because it is the last round."""

    side: int
    points: int
    why: str = ""
    late: int = 0

    part: ClassVar[str] = SCORE
    only_told: ClassVar[frozenset[str]] = frozenset(["late"])

    def on(self, t: Table) -> None:
        t.scores = tuple(s + self.points * (i == self.side) for i, s in enumerate(t.scores))

    def told(self, t: Table) -> str:
        points = f"{self.points} victory point" + "s" * (self.points != 1)
        late = f"{self.late} of them for the last round" if self.late < self.points else "for the last round"
        why = ", ".join([self.why] * bool(self.why) + [late] * bool(self.late))
        return f"{side_name(t, self.side)}: {points}" + (f" ({why})" if why else "")


class Marked(Event, frozen=True):
    """A marker is laid down, or one with the same id is replaced (moved, taken over)."""

    marker: Marker

    part: ClassVar[str] = LIST

    def on(self, t: Table) -> None:
        t.markers = (*(m for m in t.markers if m.id != self.marker.id), self.marker)

    def told(self, t: Table) -> str:
        m = self.marker
        if m.kind == "objective":
            return f"objective {m.id} is " + (f"held by {side_name(t, m.side)}" if m.side >= 0 else "contested")
        return f"{m.kind} marker {m.id} laid at {place(m.x, m.y)}"


class Unmarked(Event, frozen=True):
    """A marker is taken away."""

    id: int

    part: ClassVar[str] = ""

    def on(self, t: Table) -> None:
        t.markers = tuple(m for m in t.markers if m.id != self.id)

    def told(self, t: Table) -> str:
        gone = next((m for m in t.markers_before if m.id == self.id), None)
        return f"{gone.kind} marker {self.id} is taken away" if gone else f"marker {self.id} is taken away"


class Razed(Event, frozen=True):
    """What has become of a piece of terrain. ``becomes`` takes its place on the ground (rubble, a changed cover)."""

    piece: int
    now: Scenery
    becomes: Piece | None = None

    def on(self, t: Table) -> None:
        t.scenery = tuple(self.now if i == self.piece else s for i, s in enumerate(t.scenery))
        if self.becomes is not None:
            pieces = tuple(self.becomes if i == self.piece else p for i, p in enumerate(t.ground.pieces))
            t.ground = replace(t.ground, pieces=pieces)

    def told(self, t: Table) -> str:
        name = t.ground.pieces[self.piece].name
        return f"{name} is destroyed" if self.now.gone else f"{name} suffers"


class Noted(Event, frozen=True):
    """A system keeps something under a key (None: forgets it); values are immutable and have plain forms."""

    key: Hashable
    value: Any = None

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        rest = {k: v for k, v in t.memory.items() if k != self.key}
        t.memory = rest if self.value is None else {**rest, self.key: self.value}


class Said(Event, frozen=True):
    """A remark for the log: what was declared, why something could not be done."""

    text: str
    short: str | None = None  # what a short report says, when not the same

    only_told: ClassVar[frozenset[str]] = frozenset({"short"})

    def told(self, t: Table) -> str:
        return self.text

    def brief(self, t: Table) -> str:
        return self.text if self.short is None else self.short


class Remarked(Said, frozen=True):
    """A remark that only a full report makes."""

    full: ClassVar[bool] = True
