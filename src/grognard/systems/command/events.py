"""What happens in the Command Token game and nowhere else. Tokens are secret until they are flipped."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct, structs

from ...common.agreement import count_of
from ...table.events import ATTACK, FATE, LIST, Changed, Event, Given, Harmed, Razed, clock, how_far, place, strayed
from ...table.geometry import Formation, Point
from ...table.state import Effect, Table
from ...table.templates import Circle, Teardrop
from .slots import Crushing
from .target import FACINGS

TOKEN = "token"  # a face-down token; its value is the command, known to its owner only
SHOWN = "shown"  # a face-up token; its value is the command
HIDDEN = "hidden"  # one model stands for the whole unit
MARKER = "targeting marker"  # one for each time a hidden unit was targeted

CORRODED = "corroded"  # Resolve or the Armor of a facing is less; its value is a Corrosion
SLOWED = "slowed"  # Move is a part of itself: its value is a SlowedTo
REACTED = "digital reaction"  # Digital weapons react once a turn
AIMS, FIRES, FIRES_BACK = "aims at", "fires at", "fires back at"  # before dice

RECKLESS = "reckless"  # strikes with ranged weapons, Resolve is less by what its rules say


class SlowedTo(Struct, frozen=True):
    """The part of its Move that a unit keeps. A save has the rule by which it is slowed, and that rule the number."""

    part: Fraction

    def plain(self) -> None:
        """Nothing: what is said of the event says it."""


class Corroded(Given, frozen=True):
    """A unit is corroded; the effect's value says on which facing, and by how much. ``stays``: what it has is no less by it."""

    stays: int = 0

    only_told: ClassVar[frozenset[str]] = frozenset(["stays"])

    def told(self, t: Table) -> str:
        armor = t[self.unit].size and t[self.unit].members[0].stats.Armor
        facing, less, least = structs.astuple(self.effect.value)
        what = f"{FACINGS[facing]} Armor" if armor else "Resolve"
        if self.stays:
            return f"{t.name(self.unit)}: corroded, but {what} stays {self.stays}"
        return f"{t.name(self.unit)}: corroded, {what} is {less} less, {least} at least, until the end of the turn"


class Slowed(Given, frozen=True):
    """A unit is slowed; the effect's value says what part of its Move it keeps."""

    def told(self, t: Table) -> str:
        part = self.effect.value.part
        move = "is halved" if part == Fraction(1, 2) else f"is {part} of what it was"
        return f"{t.name(self.unit)}: slowed, Move {move} until the end of the turn"


class TokenPlaced(Given, frozen=True):
    """A token is put face down next to a unit; ``secret`` is its owner."""

    full: ClassVar[bool] = False
    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "tokens, face down"

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {_a(self.effect.value)} token, face down"

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} ({self.effect.value})"

    def masked_brief(self, t: Table, player: int | None) -> str:
        return t.name(self.unit)

    def masked(self, t: Table, player: int | None) -> str:
        return f"{t.name(self.unit)}: a token, face down"


class TokenFlipped(Event, frozen=True):
    """A unit's token is turned face up, or a copy of another unit's is laid next to it."""

    unit: int
    command: str
    why: str = ""  # "reacting", "shared"

    reveals: ClassVar[bool] = True
    part: ClassVar[str] = ""

    def on(self, t: Table) -> None:
        kept = tuple(e for e in t[self.unit].effects if e.what != TOKEN)
        t.change(self.unit, effects=kept)
        Given(self.unit, Effect(SHOWN, self.unit, ("round ends", t.clock.round), self.command)).on(t)

    def told(self, t: Table) -> str:
        name = t.name(self.unit)
        if self.why == "shared":
            return f"{name}: the {self.command} token counts here too"
        if self.why:
            return f"{name}: reaction with {_a(self.command)} token, at the same time"
        return f"{name}: {_a(self.command)} token, face up"


class TokenLost(Event, frozen=True):
    """A face-down token is taken away unseen."""

    unit: int

    def on(self, t: Table) -> None:
        t.change(self.unit, effects=tuple(e for e in t[self.unit].effects if e.what != TOKEN))

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: disrupted, the face-down token is taken away"


class VolleyFired(Event, frozen=True):
    """A unit's attack: the weapons used, by name and number, and the hits they came to. ``target`` -1: scenery.

    ``against``: what hits count against; ``points``: the Points of Damage they came to; ``beyond``: why there were no more.
    ``together``: its blows fall with those told before.
    """

    unit: int
    target: int
    arms: tuple[tuple[str, int], ...]
    hits: int
    verb: str = "shoots at"
    against: str = ""
    points: int = 0
    beyond: str = ""
    together: bool = False

    part: ClassVar[str] = ATTACK
    only_told: ClassVar[frozenset[str]] = frozenset(["against", "points", "beyond", "together"])

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.verb} {t.name(self.target)}" if self.target >= 0 else self.told(t)

    def told(self, t: Table) -> str:
        arms = ", ".join(f"{n} x {name}" for name, n in self.arms)
        hits = f"{self.hits or 'no'} hit" + "s" * (self.hits != 1)
        at = f" {t.name(self.target)}" if self.target >= 0 else ""
        came = hits
        if not self.arms and self.verb == "strikes at":
            return f"{t.name(self.unit)} has nothing to strike back at{at} with"
        if self.hits and self.against:
            done = f"{count_of(self.points, 'Point')} of Damage" if self.points else "too few for a Point of Damage"
            beyond = f" ({self.beyond})" if self.beyond else ""
            came = f"{hits} against {self.against}, {done}{beyond}"
        when = " at the same time" * self.together
        return f"{t.name(self.unit)} {self.verb}{at}{when}{f' with {arms}' if arms else ''}: {came}"


class Aimed(Event, frozen=True):
    """A unit is about to throw dice at a target: the dice that follow are its own. ``against`` is what hits count against.

    ``rates``: why some weapons throw other numbers of dice than are printed, and what their hits are worth; ``far``: how far
    off scenery is. A unit that ``fires at`` a target has aimed at it before; one that ``fires back at`` it reacts.
    """

    unit: int
    target: int
    against: str
    verb: str = AIMS
    rates: Sequence[str] = ()
    far: str = ""

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset(["rates", "far"])

    def told(self, t: Table) -> str:
        at = f" {t.name(self.target)}" if self.target >= 0 else self.far
        at += " at the same time" * (self.verb == FIRES_BACK)
        at += how_far(t, self.unit, self.target) if self.target >= 0 and self.verb in (AIMS, FIRES_BACK) else ""
        against = f", {self.against}" if self.against else ""
        rates = f" ({'; '.join(self.rates)})" if self.rates else ""
        return f"{t.name(self.unit)} {self.verb}{at}{against}{rates}"


class Suffered(Harmed, frozen=True):
    """A unit has taken Points of Damage."""

    points: int = 0

    called: ClassVar[str] = "HP"

    def told(self, t: Table) -> str:
        points = f"{self.points} Point{'s' * (self.points != 1)} of Damage"
        if all(w > 0 for w in self.left):
            return f"{t.name(self.unit)}: {points}{self.remaining(t)}"
        return f"{Harmed.told(self, t)}, {points}"

    def besides(self, t: Table) -> str:
        return self.remaining(t)  # the points say what was lost


class Recoiled(Suffered, frozen=True):
    """A unit is hurt by its own failed blows: so many, ``against`` its Resolve or front Armor."""

    failed: int = 0
    against: str = ""

    only_told: ClassVar[frozenset[str]] = frozenset(["failed", "against"])

    def told(self, t: Table) -> str:
        failed = f"{count_of(self.failed, 'failed blow')}" if self.failed else "failed blows"
        against = f" against {self.against}" if self.against else ""
        return f"{Suffered.told(self, t)} by {failed} of their own{against}"


class Recovered(Event, frozen=True):
    """Models of a unit recover from sustained damage: the HP that each has now."""

    unit: int
    left: tuple[int, ...]
    points: int

    part: ClassVar[str] = LIST
    listed: ClassVar[str] = "Points of Damage recovered"

    def brief(self, t: Table) -> str:
        return f"{t.name(self.unit)} {self.points}"

    def on(self, t: Table) -> None:
        t.change(self.unit, wounds=self.left)

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.points} Point{'s' * (self.points != 1)} of Damage recovered"


class UsesSpent(Changed, frozen=True):
    """Uses of a Limited weapon are spent: the models carry it with what is left, or no more."""

    weapon: str
    uses: int

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        was = t.was(self.unit)
        over = was is not None and self._armed(self.members) < self._armed(was.members)
        uses = f"{self.uses} use{'s' * (self.uses != 1)} of {self.weapon} spent"
        return f"{t.name(self.unit)}: {uses}{', and it is used up' if over else ''}"

    def _armed(self, members: Sequence[Any]) -> int:
        """How many of these models have the weapon still."""
        return sum(any(w.name == self.weapon for w in m.weapons) for m in members)


class WeaponOut(Changed, frozen=True):
    """A weapon of one model cannot be used for the rest of the turn, instead of the model being Incapacitated."""

    weapon: str

    part: ClassVar[str] = FATE

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: {self.weapon} out of use for the turn, in place of Incapacitated"


class WeaponsBack(Changed, frozen=True):
    """Weapons that were out of use can be used again."""

    full: ClassVar[bool] = True

    def told(self, t: Table) -> str:
        return f"{t.name(self.unit)}: all weapons in use again"


class WeaponPutBy(Changed, frozen=True):
    """A weapon that was fired by way of another is not fired again in this shooting, or is ready once it is over."""


class HiddenArrives(Event, frozen=True):
    """One model of an infiltrating unit is placed on the table; it stands for all of them."""

    unit: int
    form: Formation

    def on(self, t: Table) -> None:
        u = t[self.unit]
        t.change(self.unit, form=self.form, place="table", members=u.members[:1], wounds=u.wounds[:1])
        Given(self.unit, Effect(HIDDEN)).on(t)

    def told(self, t: Table) -> str:
        return f"one model of {t.name(self.unit)} infiltrates at {place(*self.form.centre)}"


class Searched(Event, frozen=True):
    """A hidden unit is targeted: it gets a marker."""

    unit: int
    seeker: int

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        Given(self.unit, Effect(MARKER, self.seeker)).on(t)

    def told(self, t: Table) -> str:
        return f"{t.name(self.seeker)} looks for {t.name(self.unit)}, laying a targeting marker"

    def about(self) -> tuple[int, ...]:
        return (self.seeker, self.unit)


class Revealed(Event, frozen=True):
    """A hidden unit is found, or gives itself away: its other models are placed round the first.

    ``form`` has room for the first models of the unit; those without room are lost.
    """

    unit: int
    form: Formation

    reveals: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        u = t[self.unit]
        models = u.kind.models[: len(self.form)]
        t.change(
            self.unit,
            form=self.form,
            members=models,
            wounds=tuple(m.stats.HP for m in models),
            lost=u.start - len(models),
            effects=tuple(e for e in u.effects if e.what not in (HIDDEN, MARKER)),
        )

    def told(self, t: Table) -> str:
        lost = t[self.unit].start - len(self.form)
        room = f", {lost} without room lost" if lost else ""
        return f"{t.name(self.unit)}: revealed at {place(*self.form.centre)}{room}"


class SceneryCrushed(Razed, frozen=True):
    """The chart for scenery that was crushed: what it came to."""

    result: Crushing = Crushing.NOTHING

    def told(self, t: Table) -> str:
        name = t.ground.pieces[self.piece].name
        if self.result is Crushing.COLLAPSE:
            return f"{name} collapses"
        if self.result is Crushing.QUAKE:
            return (
                f"{name} quakes and gives worse cover"
                if self.becomes is not None
                else f"{name} quakes, its cover stays"
            )
        return f"{name} holds"


class TemplateLaid(Event, frozen=True):
    """A template lies on the table: so many models are under it, after it has slid so many inches."""

    unit: int
    template: str
    x: float
    y: float
    models: int
    slid: int = 0
    under: tuple[tuple[int, int], ...] = ()  # (unit, how many of its models)
    laid: Point | None = None  # where it was laid before it slid
    lies: Circle | Teardrop | None = None

    full: ClassVar[bool] = True
    only_told: ClassVar[frozenset[str]] = frozenset({"under", "laid", "lies"})

    def told(self, t: Table) -> str:
        name = t.name(self.unit)
        found = (
            ", ".join(t.name(w) if t.units[w].start == 1 else f"{n} of {t.name(w)}" for w, n in self.under) or "nobody"
        )
        if self.template == "teardrop":
            return f"the teardrop of {name} lies on {found}, from {place(self.x, self.y)}"
        if self.laid is None:
            return f"the template of {name} lies on {found}, at {place(self.x, self.y)}"
        (x, y), end = self.laid, (self.x, self.y)
        way = f"towards {clock(end[0] - x, end[1] - y)}, from {place(x, y)} to {place(*end)}"
        return f'the template of {name} misses, slides {self.slid}" {way}, and lies on {found}'

    def about(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys((self.unit, *(w for w, _ in self.under))))

    def beneath(self) -> tuple[tuple[int, int], ...]:
        return self.under

    def landed(self) -> tuple[Point, ...]:
        return strayed(self.laid, (self.x, self.y))


def _a(token: str) -> str:
    return f"{'an' if token[0] in 'ao' else 'a'} {token}"
