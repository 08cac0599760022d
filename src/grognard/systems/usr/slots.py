"""Numbers, saves and penetration rolls while rules still speak: slots whose sum does not depend on who speaks first."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ...common.building import Because, Building, Built, Reasons, because, in_words
from ...common.rules import Rule
from ...common.schema import NONE, Count
from ...kernel.faces import Test, Throw

NO_AP = 7  # the AP "-": it lets every armour save stand
NEVER = 7  # a save on 7+ is no save
NO_SAVES = 0  # in place of an AP: no saves of any kind


def name_of(by: Rule | str) -> str:
    """What a roll is called that a rule brings: the rule's name, or a word of the core rules."""
    return (by if isinstance(by, str) else by.spellings[0]).lower()


class Figure(Reasons):
    """A characteristic: multiplied first, then added to, then set; kept between ``least`` and ``most``.

    >>> strength = Figure("Strength", 4)
    >>> strength.add(1, "a charge", "+1"); strength.multiply(2, "a fist", "doubled")
    >>> strength.value
    9
    """

    def __init__(self, name: str, base: int, least: int = 0, most: int = 10) -> None:
        super().__init__()
        self.name = name
        self.base = base
        self.least, self.most = least, most
        self._times = 1
        self._added = 0
        self._set: int | None = None
        self._highest: int | None = None

    def start(self, n: int, by: Rule | str, says: str) -> None:
        """Takes n in place of what is printed: the rest is done to that."""
        self.base = n
        self.say(by, says)

    def multiply(self, n: int, by: Rule | str, says: str) -> None:
        """Multiplies it."""
        self._times *= n
        self.say(by, says)

    def add(self, n: int, by: Rule | str, says: str) -> None:
        """Adds to it after every multiplication."""
        self._added += n
        self.say(by, says)

    def set(self, n: int, by: Rule | str, says: str) -> None:
        """Sets it, whatever else is said; of several the lowest counts."""
        self._set = n if self._set is None else min(n, self._set)
        self.say(by, says)

    def at_most(self, n: int, by: Rule | str, says: str) -> None:
        """Lowers it to n when it is higher."""
        self._highest = n if self._highest is None else min(n, self._highest)
        self.say(by, says)

    @property
    def value(self) -> int:
        """The number after all that was said."""
        n = self.base * self._times + self._added if self._set is None else self._set
        n = n if self._highest is None else min(n, self._highest)
        return max(self.least, min(self.most, n))


class ToHit(Building):
    """The roll to hit. A Ballistic Skill of 6 and more has a re-roll of its own at ``second``, for dice that nothing else
    throws again: that of a rule is better."""

    def __init__(self, name: str, needs: int | None, second: int | None = None, **options: Any) -> None:
        super().__init__(name, needs, passes=(6,), **options)
        self.clamp(-1, 1)
        self.second = second
        self.some = 0  # so many misses of each model may be rolled again

    def some_again(self, n: int, by: Rule | str, says: str) -> None:
        """Of all its rolls with this weapon a model makes so many that missed again; of several rules the most."""
        self.some = max(self.some, n)
        self.say(by, says)

    def done(self, ordering: dict[frozenset[str], str] | None = None) -> Built:
        if self.second is not None:
            self.lesser_reroll(self.second, "Ballistic Skill 6+", f"a miss is thrown again at {self.second}+")
        return super().done(ordering)


class ToWound(Building):
    """The roll to wound; a success is the AP at which the wound is resolved, None a failure."""

    def __init__(self, needs: int | None, strength: int, ap: int, means: Any) -> None:
        super().__init__("to wound", needs, means=means)
        self.strength = strength  # of the shot or blow, resolved
        self.ap = ap
        self._table: tuple[str, tuple[int | None, ...], Because] | None = None

    def read(self, name: str, faces: tuple[int | None, ...], by: Rule | str, says: str) -> None:
        """A table takes the place of the roll: for each face the AP of the wound, ``NO_SAVES``, or None for no wound."""
        self._table = (name, faces, because(by, says))

    def done(self, ordering: dict[frozenset[str], str] | None = None) -> Built:
        if self._table is None:
            return super().done(ordering)
        name, faces, why = self._table  # nothing that changes a roll to wound touches a table
        good = [f for f, outcome in enumerate(faces, 1) if outcome is not None]
        return Built(Test(name, 6, faces), f"{good[0]}+", len(good) / 6, (why,))


class Saves(Reasons):
    """The saves a model may choose from against one attack, of which it makes the best.

    Cover comes from where the model stands (``ground``, 7: the open) and from jinking; Stealth and Shrouded better each. ``cap`` is
    "any" when either of the two is limited to 3+, "both" when only the two together are.
    """

    def __init__(self, armour: int | None, invulnerable: int | None, ground: int | None, cap: str = "any") -> None:
        super().__init__()
        self.armour = armour
        self.ground = ground if ground is not None else NEVER
        self.cap = cap
        self.still = False  # an immobilised vehicle of a squadron that jinks
        self._invulnerable = [(invulnerable, because("invulnerable save", "of the profile"))] if invulnerable else []
        self._ground_bonus = 0  # gone to ground
        self._betters: dict[str, tuple[int, Because]] = {}
        self._jinks: tuple[int, Because] | None = None
        self._rider: tuple[int, Because] | None = None
        self._night = 0
        self._denied: dict[str, Because] = {}
        self._again: list[tuple[str, str, Rule | str, str]] = []  # (dice thrown again, of which kind of save, why)
        self.passed_over: tuple[Because, ...] = ()  # why there is no save at all, once ``done`` has said so

    # --- what rules may add -----------------------------------------------------------------------------------------

    def invulnerable(self, needs: int, by: Rule | str, says: str) -> None:
        """An invulnerable save; of several the best counts."""
        self._invulnerable.append((needs, because(by, says)))

    def reroll(self, which: str, by: Rule | str, says: str, kind: str = "") -> None:
        """Dice of saves are thrown again, "failed" or "ones"; ``kind``: "armour", "invulnerable" or "cover" saves only."""
        self._again.append((which, kind, by, says))

    def better(self, kind: str, n: int, by: Rule | str, says: str) -> None:
        """A better cover save, in the open too; the same ``kind`` ("stealth", "shrouded") counts once."""
        if n > self._betters.get(kind, (0, None))[0]:
            self._betters[kind] = (n, because(by, says))

    def night(self) -> None:
        """One better in the dark, as if the unit had Stealth; a Stealth of its own adds nothing to that."""
        self._night = 1

    def no_night(self, by: Rule | str, says: str) -> None:
        """The dark makes no difference."""
        self._night = 0
        self.say(by, says)

    def jink(self, needs: int, by: Rule | str, says: str) -> None:
        """A cover save from jinking."""
        self._jinks = (needs, because(by, says))

    def better_jink(self, n: int, by: Rule | str, says: str) -> None:
        """A better save from jinking, to 2+; other cover saves stay."""
        if self._rider is None or n > self._rider[0]:
            self._rider = (n, because(by, says))

    def go_to_ground(self) -> None:
        """One better in cover, 6+ in the open."""
        self._ground_bonus = 1

    def deny(self, kind: str, by: Rule | str, says: str) -> None:
        """No save of this kind: "armour", "invulnerable" or "cover"."""
        self._denied.setdefault(kind, because(by, says))

    # --- resolving ---------------------------------------------------------------------------------------------------

    def cover(self) -> tuple[int, tuple[Because, ...]]:
        """The cover save and its reasons; 7 when there is none."""
        reasons: list[Because] = []
        ground = self.ground
        if ground < NEVER:
            reasons.append(Because("cover", f"{ground}+"))
        if self._ground_bonus:
            ground -= 1
            reasons.append(Because("gone to ground", f"{ground}+"))
        best, why = self._bettered(ground), reasons
        if self._jinks is not None:
            # the rider's bonus has no cap but 2+; Stealth and Shrouded then add nothing beyond 3+
            n, rides = self._rider if self._rider is not None else (0, None)
            jink = self._bettered(max(2, self._jinks[0] - n))
            if jink < best:
                best, why = jink, [self._jinks[1], *([rides] if rides is not None else [])]
        if best < NEVER:
            why = [*why, *(by for _, by in self._betters.values())]
            if self._night and "stealth" not in self._betters:
                why.append(Because("Night Fighting", "one better in the dark"))
        return max(2, best), tuple(why)

    def _bettered(self, needs: int) -> int:
        kinds = {"stealth": self._night} if self._night else {}
        kinds.update((kind, n) for kind, (n, _) in self._betters.items())
        bonus = sum(kinds.values())
        if not bonus:
            return needs
        if self.cap == "both" and len(kinds) < 2:
            return max(2, needs - bonus)
        return max(needs - bonus, min(needs, 3))

    def done(self, ap: int) -> Built | None:
        """The best save against this AP, None when none is allowed; the reasons name what was passed over."""
        reasons = list(self.because)
        if ap == NO_SAVES:
            self.passed_over = (*reasons, Because("no saves", "no saves of any kind are allowed"))
            return None
        options: list[tuple[int, str, tuple[Because, ...]]] = []
        if self.armour is not None:
            if "armour" in self._denied:
                reasons.append(self._denied["armour"])
            elif ap <= self.armour:
                reasons.append(Because("AP", f"AP{ap} lets no armour save of {self.armour}+ stand"))
            else:
                options.append((max(2, self.armour), "armour save", (Because("armour", f"{self.armour}+"),)))
        if self._invulnerable:
            needs, by = min(self._invulnerable, key=lambda pair: pair[0])
            if "invulnerable" in self._denied:
                reasons.append(self._denied["invulnerable"])
            else:
                options.append((max(2, needs), "invulnerable save", (by,)))
        cover, why = self.cover()
        if cover < NEVER:
            if "cover" in self._denied:
                reasons.append(self._denied["cover"])
            else:
                options.append((cover, "cover save", why))
        if not options:
            self.passed_over = tuple(reasons)
            return None
        # the best save is the likeliest: of those that nothing throws again the one that needs least
        needs, name, because_ = min(
            options, key=lambda option: -self._thrown(*option[:2]).done().chance if self._again else option[0]
        )
        test = self._thrown(needs, name)
        passed = tuple(Because(other, f"{n}+ is no better") for n, other, _ in options if other != name)
        for reason in (*because_, *reasons, *passed):
            if reason not in test.because:
                test.because.append(reason)
        return test.done()

    def _thrown(self, needs: int, name: str) -> Building:
        """The roll of a save, with what throws it again."""
        test = Building(name, needs)
        for which, kind, by, says in self._again:
            if kind in ("", name.removesuffix(" save")):
                test.reroll(which, by, says)
        return test


class Harm(Reasons):
    """What one unsaved wound does to a model with ``wounds`` left at most: how many it costs, and what it leaves behind."""

    def __init__(self, wounds: int, spread: bool = False) -> None:
        super().__init__()
        self.wounds = wounds
        self.spread = spread  # it comes of a blast or template
        self._slays: list[Because] = []
        self._endures: tuple[int, Because] | None = None
        self._times: dict[str, int] = {}
        self._rolled: tuple[str, Because] | None = None
        self.marks: dict[str, Because] = {}  # what an unsaved wound leaves on the unit, by name
        self.hit_marks: dict[str, Because] = {}  # what a hit leaves on the unit
        self.model_marks: dict[str, Because] = {}  # what an unsaved wound leaves on the model that survives it
        self.fall_marks: dict[str, Because] = {}  # what a wound leaves on the model it falls on, saved or not

    def slay(self, by: Rule | str, says: str) -> None:
        """The wound has Instant Death."""
        self._slays.append(because(by, says))

    def endure(self, n: int, by: Rule | str, says: str) -> None:
        """Instant Death costs this model so many wounds only; of several the fewest."""
        if self._endures is None or n < self._endures[0]:
            self._endures = (n, because(by, says))

    def costs_rolled(self, dice: str, by: Rule | str, says: str) -> None:
        """It costs as many wounds as rolled, "D3" or "D6+6"; no roll may discount them."""
        if self._rolled is None or dice == "D6+6":
            self._rolled = (dice, because(by, says))

    def multiply(self, n: int, by: Rule | str, says: str) -> None:
        """Each unsaved wound becomes so many, unless it has Instant Death."""
        self._times[by if isinstance(by, str) else type(by).__name__] = n
        self.say(by, says)

    def mark(self, name: str, by: Rule | str, says: str, *, hit: bool = False) -> None:
        """Leaves a mark on the unit: with an unsaved wound, or with a mere hit."""
        (self.hit_marks if hit else self.marks)[name] = because(by, says)

    def mark_model(self, name: str, by: Rule | str, says: str, *, saved: bool = False) -> None:
        """Leaves a mark on the model that survives an unsaved wound; with ``saved`` on the one it falls on, saved or not."""
        (self.fall_marks if saved else self.model_marks)[name] = because(by, says)

    @property
    def all_marks(self) -> tuple[Because, ...]:
        """Why it leaves what it leaves."""
        return tuple(
            b for marks in (self.marks, self.hit_marks, self.model_marks, self.fall_marks) for b in marks.values()
        )

    @property
    def instant(self) -> bool:
        """Whether the wound has Instant Death (so no roll may discount it)."""
        return bool(self._slays)

    @property
    def rolled(self) -> str:
        """The dice that say how many wounds it costs; "" when none do."""
        doomed = self.wounds == 1 or (self.instant and self._endures is None)  # it loses all it has whatever is rolled
        return self._rolled[0] if self._rolled is not None and not doomed else ""

    @property
    def certain(self) -> bool:
        """Whether no roll may discount the wound."""
        return self.instant or self._rolled is not None

    @property
    def separate(self) -> int:
        """How many unsaved wounds one becomes."""
        times = 1
        if not self.instant:
            for n in self._times.values():
                times *= n
        return times

    @property
    def costs(self) -> int:
        """How many wounds one unsaved wound costs."""
        if not self.instant:
            return 1
        return self.wounds if self._endures is None else min(self.wounds, self._endures[0])

    @property
    def reasons(self) -> tuple[Because, ...]:
        """Why it costs what it costs."""
        endured = (self._endures[1],) if self.instant and self._endures is not None else ()
        rolled = (self._rolled[1],) if self._rolled is not None else ()
        return (*self._slays, *endured, *rolled, *self.because)


class Pen(Struct, frozen=True):
    """A penetration roll resolved: what must be added to Strength to match the armour, and how the dice are read."""

    lacking: int  # armour value less Strength
    dice: int = 1
    keep_best: bool = False  # Ordnance: of the first two dice the higher counts
    on: int = 0  # a counting die that shows this lets ``more`` be added; 0: none does
    more: Count = NONE
    more_named: str = ""  # what that roll is called
    again: str = ""  # "", "failed" (re-rolled), "glances" (failed re-rolled, glances if the player likes)
    table: tuple[int, ...] = ()  # a D6 read from a table instead: results of ``hulls``
    named: str = ""  # what the roll on the table is called
    armour: int = 0
    strength: int = 0
    facing: str = ""  # the side that is struck


class Penetration(Reasons):
    """An armour penetration roll while rules speak."""

    def __init__(self, strength: int, armour: int) -> None:
        super().__init__()
        self.strength = strength
        self.armour = armour
        self._extra = 0
        self._ordnance = False
        self._more: list[tuple[Count, int, str]] = []  # (what is added, the face that lets it be, its name)
        self._again = ""
        self._tables: list[tuple[str, tuple[int, ...], Because]] = []
        self._highest_armour: int | None = None

    def extra_die(self, by: Rule | str, says: str) -> None:
        """One more D6, added."""
        self._extra += 1
        self.say(by, says)

    def keep_best(self, by: Rule | str, says: str) -> None:
        """Two dice of which the higher counts."""
        self._ordnance = True
        self.say(by, says)

    def add_on(self, face: int, dice: str | int, by: Rule | str, says: str) -> None:
        """A die that counts and shows this face lets so much be added ("D3"), once a roll; of several the most."""
        self._more.append((Count.of(dice), face, name_of(by)))
        self.say(by, says)

    def reroll(self, which: str, by: Rule | str, says: str) -> None:
        """``"failed"``: a roll that does nothing is made again; ``"glances"``: a glance may be, too. The second stands."""
        if which == "glances" or not self._again:
            self._again = which
        self.say(by, says)

    def armour_at_most(self, value: int, by: Rule | str, says: str) -> None:
        """Armour values above this count as this."""
        self._highest_armour = value
        self.say(by, says)

    def read(self, name: str, table: tuple[int, ...], by: Rule | str, says: str) -> None:
        """A D6 read from a table takes the place of the roll: for each face a result of ``hulls``."""
        self._tables.append((name, table, because(by, says)))
        self.say(by, says)

    def _table(self) -> tuple[str, tuple[int, ...], Because]:
        return max(self._tables, key=lambda one: (sum(one[1]), one[0]))  # of two the more harmful counts

    @property
    def reasons(self) -> tuple[Because, ...]:
        """What has a part in the roll: nothing that changes a penetration roll touches a table."""
        return (self._table()[2],) if self._tables else tuple(self.because)

    def done(self) -> Pen:
        """The roll resolved."""
        armour = self.armour if self._highest_armour is None else min(self.armour, self._highest_armour)
        if self._tables:
            name, table, why = self._table()
            return Pen(0, table=table, named=name + in_words((why,)), armour=armour, strength=self.strength)
        more, on, named = max(self._more, key=lambda one: (one[0].size, one), default=(NONE, 0, ""))
        return Pen(
            lacking=armour - self.strength,
            dice=1 + self._extra + self._ordnance,
            keep_best=self._ordnance,
            on=on,
            more=more,
            more_named=named,
            again=self._again,
            armour=armour,
            strength=self.strength,
        )


class Landing(Reasons):
    """Where hits come from: a roll to hit, or a marker or template that covers models; and what is rolled before firing."""

    def __init__(self) -> None:
        super().__init__()
        self.template = ""
        self.heat_again = False  # such a face of the D6 before firing is thrown once more
        self.facing = ""  # the side of a vehicle that is struck in any case
        self.centred = False  # cover and allocation are those of a shot from the marker's centre
        self.lobbed = False  # it may be fired unseen, and all such shots of a unit together
        self.strikes: tuple[int, ...] = ()  # shots strike circles of a clover: which, by the faces of a die each
        self.drift: Throw | None = None  # the marker stays on the table, and drifts so
        self.zones: tuple[int, ...] = ()  # inches across of the zones of the marker, the inner one first
        self.cooled: list[Because] = []  # why the D6 before firing is thrown again
        self.sure = False  # whoever it strikes is hit without a roll
        self._markers: list[int] = []
        self._upgrade = (0, 0)
        self.hot: tuple[int, ...] = ()  # the faces of the D6 before firing that lose the shot and hurt the firer

    def place(self, inches: int, by: Rule | str, says: str) -> None:
        """A round marker takes the place of the roll to hit; of several the largest counts."""
        self._markers.append(inches)
        self.say(by, says)

    def from_centre(self, by: Rule | str, says: str) -> None:
        """Cover and the order of wounds are those of a shot from the marker's centre; vehicles are struck in the side."""
        self.centred, self.facing = True, "side"
        self.say(by, says)

    def lob(self, by: Rule | str, says: str) -> None:
        """It may be fired unseen; with all such shots of the unit it falls round the first."""
        self.lobbed = True
        self.say(by, says)

    def strike(self, circles: tuple[int, ...], by: Rule | str, says: str) -> None:
        """Five circles take the place of the marker; each shot strikes one of them.

        ``circles``: which, by the faces of a die: 1 to 4, ahead, right, behind and left, or 5 in the middle.
        """
        self.strikes = circles
        self.say(by, says)

    def divide(self, zones: tuple[int, ...], by: Rule | str, says: str) -> None:
        """The marker has zones, these inches across, the inner one first."""
        self.zones = zones
        self._markers.append(max(zones))
        self.say(by, says)

    def last(self, drift: Throw, by: Rule | str, says: str) -> None:
        """The marker stays on the table and drifts as these dice say, so many inches; ``CLOSES`` of them closes it."""
        self.drift = drift
        self.say(by, says)

    def strike_all(self, by: Rule | str, says: str) -> None:
        """No roll to hit is made: whoever it strikes is hit."""
        self.sure = True
        self.say(by, says)

    def upgrade(self, shot: int, blast: int, by: Rule | str, says: str) -> None:
        """A shot becomes a marker so many inches across, a marker one of so many at least; of several rules the largest."""
        self._upgrade = max(self._upgrade[0], shot), max(self._upgrade[1], blast)
        self.say(by, says)

    def heat(self, faces: tuple[int, ...], by: Rule | str, says: str) -> None:
        """Without a roll to hit a D6 is rolled for each shot before firing: on these faces it is lost and hurts the firer."""
        self.hot = tuple(sorted({*self.hot, *faces}))
        self.say(by, says)

    def reheat(self, by: Rule | str, says: str) -> None:
        """A face of that D6 that loses the shot is thrown once more."""
        self.heat_again = True
        self.cooled.append(because(by, says))

    @property
    def lasts(self) -> bool:
        """Whether the marker stays on the table."""
        return self.drift is not None

    @property
    def marker(self) -> int:
        """The marker in inches across; 0 when there is none."""
        if not (self._markers or self.strikes or self.lobbed or self.lasts or self._upgrade != (0, 0)):
            return 0
        unsaid = 5 if self.strikes else 3 if self.lobbed or self.lasts else 0
        largest = max(self._markers, default=unsaid)
        return max(largest, self._upgrade[1] if largest else self._upgrade[0])

    @property
    def wide(self) -> bool:
        """Whether it is so wide, or stays, that those near its target must look out as well."""
        return self.marker >= 7 or bool(self.strikes) or self.lasts

    @property
    def rolls(self) -> bool:
        """Whether the attack rolls to hit."""
        return not (self.sure or self.marker or self.template)

    @property
    def heats(self) -> bool:
        """Whether a D6 is rolled for each shot before firing."""
        return bool(self.hot) and not self.rolls


class Outright(Reasons):
    """Wounds that a hit costs without a roll to wound, while rules speak."""

    def __init__(self) -> None:
        super().__init__()
        self.throw: Throw | None = None

    def wounds(self, throw: Throw, by: Rule | str, says: str) -> None:
        """So many wounds as these dice say."""
        self.throw = throw
        self.say(by, says)
