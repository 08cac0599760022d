"""What rules fill while a match-up is built: slots in which the order of speaking cannot matter."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from ...common.building import Reasons
from ...common.rules import Rule, id_of
from ...common.schema import Count
from ...kernel.faces import Test, Throw, d3, die, total
from ...kernel.memo import memo

CORROSIVE, ESCAPES = "corrosive", "escapes"  # what a hit may leave on an attack


class Crushing(StrEnum):
    """What becomes of scenery that is crushed."""

    NOTHING = "nothing"
    QUAKE = "quake"  # worse cover
    COLLAPSE = "collapse"  # rubble, which falls on those in it


class Chart(Struct, frozen=True):
    """The chart for scenery that is crushed: a test whose faces are ``Crushing``, and the cover that is left."""

    test: Test
    step: int  # by how much a quake makes cover worse
    least: int  # to no less than this
    rubble: int  # the cover that rubble gives

    @property
    def collapses(self) -> int:
        """On how many faces the scenery collapses."""
        return self.test.faces.count(Crushing.COLLAPSE)

    def worsened(self, cover: int) -> int:
        """A cover number after a quake; none stays none."""
        return max(self.least, cover - self.step) if cover else 0


class HitMark(NamedTuple):
    """What a hit leaves on an attack for what comes after it: a word, with the numbers of the rule."""

    word: str
    n: int
    least: int = 0


class Permit(Reasons):
    """Whether a weapon may be used. What is forbidden stays so, whoever allows it."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = ""  # why it may not be used, "" when it may
        self.heavy_moved = False  # a Heavy weapon may fire after moving
        self.as_digital = False  # it counts as a Digital weapon
        self.as_melee = False  # it may strike in melee
        self.blind = False  # its target need not be seen

    def forbid(self, by: Rule | str, says: str) -> None:
        """The weapon may not be used."""
        self.refused = self.refused or (says if isinstance(by, str) else f"{by.written()}: {says}")
        self.say(by, says)

    def fire_heavy(self, by: Rule, says: str) -> None:
        """A Heavy weapon may fire although its model has moved."""
        self.heavy_moved = True
        self.say(by, says)

    def digital(self, by: Rule, says: str) -> None:
        """The weapon counts as Digital."""
        self.as_digital = True
        self.say(by, says)

    def unseen(self, by: Rule, says: str) -> None:
        """The target need not be seen."""
        self.blind = True
        self.say(by, says)

    def melee(self, by: Rule, says: str) -> None:
        """The weapon may be used as a melee weapon."""
        self.as_melee = True
        self.say(by, says)


class DiceCount(Struct, frozen=True):
    """How many dice one weapon throws: a number, or a throw that gives it.

    >>> DiceCount(3, factor=2).of(3)
    6
    """

    plus: int = 0
    test: Test | Throw | None = None
    models: bool = False  # the target's models instead
    factor: int = 1
    cap: int = -1  # uses that are left, -1: no bound
    only: int = -1  # clamped to this in the end, -1: not
    once: bool = False  # a repeat fires as many dice as the first attack
    uses: Test | Throw | None = None  # the throw for the uses of this turn, where something else sets the rate

    @property
    def fixed(self) -> int | None:
        """The number, when neither dice nor the target's models decide it."""
        return None if self.test is not None or self.models or self.uses is not None else self.of(self.plus)

    def most(self, models: int) -> int:
        """How many dice there could be before any multiplying, against so many models, if uses were no object."""
        return models if self.models else self.plus

    def of(self, n: int, uses: int = -1) -> int:
        """The number of dice when the rate of fire came to ``n``, and what was thrown for the uses to so many."""
        if self.cap >= 0:
            n = min(n, self.cap)
        if uses >= 0:
            n = min(n, uses)
        n *= self.factor
        return n if self.only < 0 else min(n, self.only)


class Rate(Reasons):
    """The rate of fire: printed or set, then multiplied, then clamped."""

    def __init__(self, printed: Count, weapon: str = "") -> None:
        super().__init__()
        self.printed = printed
        self.weapon = weapon
        self.uses = -1
        self.once = False
        self.spends: tuple[str, ...] = ()  # the ids of the rules by which each die spends a use
        self._thrown = False
        self._set: list[int] = []
        self._models = False
        self._factor = 1
        self._only = -1

    def set(self, n: int, by: Rule, says: str) -> None:
        """Replaces the printed rate; of several, the highest counts."""
        self._set.append(n)
        self.say(by, says)

    def per_model(self, by: Rule, says: str) -> None:
        """As many dice as the target has models, whatever is printed or set."""
        self._models = True
        self.say(by, says)

    def times(self, n: int, by: Rule, says: str) -> None:
        """Multiplies the rate."""
        self._factor *= n
        self.say(by, says)

    def only(self, n: int, by: Rule, says: str) -> None:
        """Clamps the rate after everything else."""
        self._only = n if self._only < 0 else min(n, self._only)
        self.say(by, says)

    def spend(self, uses: int, by: Rule, says: str, rolled: bool = False) -> None:
        """Each die before multiplying spends one of so many uses (-1: of the printed rate); a repeat spends none.

        ``rolled``: the dice for a printed rate have been thrown and gave this.
        """
        self.uses, self.once, self._thrown = uses, True, rolled
        self.spends = (*self.spends, id_of(by))
        self.say(by, says)

    def done(self) -> DiceCount:
        """The number of dice."""
        printed = Count(self.uses) if self._thrown else self.printed
        count = Count(max(self._set)) if self._set else printed
        test = None if self._models else thrown(count, self.weapon)
        uses, throw = self.uses, None
        if self.once and uses < 0 and (self._set or self._models):
            throw = thrown(printed, self.weapon)
            uses = printed.plus if throw is None else -1
        return DiceCount(count.plus, test, self._models, self._factor, uses, self._only, self.once, throw)


@memo(1024)
def thrown(count: Count, weapon: str = "") -> Test | Throw | None:
    """The throw behind a number of dice of a weapon, None when it is a plain number; ``plus`` is in the result."""
    if not count.rolled:
        return None
    name = f"{weapon}, rate of fire {count}" if weapon else f"rate of fire {count}"
    if count.dice == 1 and not count.plus:
        return d3(name) if count.sides == 3 else die(count.sides, name)
    if count.sides == 3:
        return Throw(name, (6,) * count.dice, _halves, (count.plus,), ordered=False)
    if not count.plus:
        return total(count.dice, count.sides, name)
    return Throw(name, (count.sides,) * count.dice, _sum_and, (count.plus,), ordered=False)


def _halves(faces: tuple[int, ...], plus: int) -> int:
    return sum((f + 1) // 2 for f in faces) + plus


def _sum_and(faces: tuple[int, ...], plus: int) -> int:
    return sum(faces) + plus


class ToHit(Reasons):
    """The number to hit. Replaced altogether, or the highest of open ground, cover and obscured."""

    def __init__(self, cover: int, obscured: int, base: int) -> None:
        super().__init__()
        self.cover = cover
        self.obscured = obscured
        self.base = base
        self.modifiers: list[tuple[int, Rule | str, str]] = []
        self.rerolls: list[tuple[str, Rule, str]] = []
        self.steady = False  # the penalty of Idle does not count
        self._own_obscured = 0
        self._replaced: int | None = None

    def ignore_cover(self, by: Rule, says: str) -> None:
        """Cover gives the target nothing."""
        self.cover = 0
        self.say(by, says)

    def ignore_obscured(self, by: Rule, says: str) -> None:
        """Scenery in between gives the target nothing."""
        self.obscured = 0
        self.say(by, says)

    def obscure(self, n: int, by: Rule, says: str) -> None:
        """The target is obscured by itself."""
        self._own_obscured = max(n, self._own_obscured)
        self.say(by, says)

    def replace(self, n: int, by: Rule, says: str) -> None:
        """This number instead of all others; of several, the lowest."""
        self._replaced = n if self._replaced is None else min(n, self._replaced)
        self.say(by, says)

    def add(self, n: int, by: Rule | str, says: str) -> None:
        """Adds to the result of each die."""
        self.modifiers.append((n, by, says))

    def hold_steady(self, by: Rule, says: str) -> None:
        """No penalty for being Idle or reacting."""
        self.steady = True
        self.say(by, says)

    def reroll(self, which: str, by: Rule, says: str) -> None:
        """Dice are thrown once more: "passed" or "failed"."""
        self.rerolls.append((which, by, says))

    @property
    def needs(self) -> int:
        """The result needed."""
        if self._replaced is not None:
            return self._replaced
        return max(self.base, self.cover, self.obscured, self._own_obscured)


class Gain(Reasons):
    """What successful dice are worth."""

    def __init__(self) -> None:
        super().__init__()
        self.each = 1  # hits a success
        self.extra_from = 0  # a success with this result or more is further hits; 0: none
        self.extra_hits = 0
        self.all_from = 0  # so many successes make all dice of the weapon's attack successes; 0: none do
        self.repeats = False
        self.less = 0  # taken off the dice of each repeat
        self.one_for = 0  # one more hit for so many, once for the group; 0: none
        self.follows = False  # a success lets the model fire another of its weapons

    def worth(self, hits: int, by: Rule, says: str) -> None:
        """Each successful die is so many hits; of several rules the most."""
        self.each = max(hits, self.each)
        self.say(by, says)

    def extra(self, result: int, hits: int, by: Rule, says: str) -> None:
        """A successful die with that result or more is so many further hits; of several rules the best numbers."""
        self.extra_from = result if not self.extra_from else min(result, self.extra_from)
        self.extra_hits = max(hits, self.extra_hits)
        self.say(by, says)

    def convert(self, successes: int, by: Rule, says: str) -> None:
        """The number of successes that makes all dice of the weapon's attack successes; of several rules the lowest counts."""
        self.all_from = min(successes, self.all_from or successes)
        self.say(by, says)

    def repeat(self, less: int, by: Rule, says: str) -> None:
        """A success lets the weapon attack again with so much less on its dice, and so on; of several rules the least."""
        self.less = min(less, self.less) if self.repeats else less
        self.repeats = True
        self.say(by, says)

    def follow(self, by: Rule, says: str) -> None:
        """A success lets the model resolve another of its weapons at once."""
        self.follows = True
        self.say(by, says)

    def one_more_for(self, hits: int, by: Rule, says: str) -> None:
        """One more hit for so many hits of the group; of several rules the one that asks for fewest."""
        self.one_for = min(hits, self.one_for or hits)
        self.say(by, says)


class Harm(Reasons):
    """How hits become Points of Damage."""

    def __init__(self) -> None:
        super().__init__()
        self.direct = 0  # points that each hit is, with no count against Resolve; 0: they are counted
        self.points = 1  # for a full count
        self.surplus = False  # results above Toughness are further points

    def outright(self, points: int, by: Rule, says: str) -> None:
        """Each hit is so many Points of Damage; of several rules the most."""
        self.direct = max(points, self.direct)
        self.say(by, says)

    def cleave(self, points: int, by: Rule, says: str) -> None:
        """A full count makes so many points; such a group has a count of its own."""
        self.points = max(points, self.points)
        self.say(by, says)

    def pierce_through(self, by: Rule, says: str) -> None:
        """Each success makes further points by as much as its result is above Toughness."""
        self.surplus = True
        self.say(by, says)


class Extra(Struct, frozen=True):
    """Direct Damage dice that come with each success: ``each``, or a throw, or what the target is then worth.

    ``of``: "hp" the HP of its models, "armor" the Armor struck, "force" the larger of HP and the models left.
    """

    rule: str
    each: int = 0
    of: str = ""
    test: Test | None = None
    needs: int = 0  # what a die must reach instead of Toughness, 0: Toughness
    apart: bool = False  # they are not the weapon itself: nothing bores through those they remove


class Direct(Reasons):
    """Direct Damage dice."""

    def __init__(self) -> None:
        super().__init__()
        self.extras: list[Extra] = []
        self.sharp = False

    def dice(self, extra: Extra, by: Rule, says: str) -> None:
        """More dice for each success."""
        if extra not in self.extras:
            self.extras.append(extra)
        self.say(by, says)

    def sharpen(self, by: Rule, says: str) -> None:
        """What helps the shooting dice is added to these too."""
        self.sharp = True
        self.say(by, says)


class Aftermath(Reasons):
    """What a hit sets off when all weapons have been resolved."""

    def __init__(self) -> None:
        super().__init__()
        self.crushes: tuple[Chart, ...] = ()  # what each weapon that hit a unit in cover rolls on
        self.at_scenery = False
        self.marks: dict[HitMark, str] = {}  # with the id of the rule that leaves it
        self.by_success: list[HitMark] = []  # what no slid template leaves

    def corrode(self, less: int, least: int, by: Rule, says: str) -> None:
        """A unit that is hit loses so much Resolve, or Armor of the facing hit, to ``least``, for the rest of the turn."""
        self.marks[HitMark(CORROSIVE, less, least)] = id_of(by)
        self.say(by, says)

    def escape(self, moves: int, by: Rule, says: str) -> None:
        """After a hit the attacker may move, so many times its Move; a template that has slid is no hit for this."""
        mark = HitMark(ESCAPES, moves)
        self.marks[mark] = id_of(by)
        self.by_success.append(mark)
        self.say(by, says)

    def crush(self, chart: Chart, by: Rule, says: str, at_scenery: bool = False) -> None:
        """Each weapon that hit a unit in cover rolls on the chart for the scenery; it may also be fired ``at_scenery``.

        Of several charts the one that collapses most often is rolled on.
        """
        self.crushes = (max((*self.crushes, chart), key=lambda c: (c.collapses, c.rubble, c.step)),)
        self.at_scenery = self.at_scenery or at_scenery
        self.say(by, says)


class Laying(Reasons):
    """The template that the weapon lays, "" for most weapons."""

    def __init__(self) -> None:
        super().__init__()
        self.template = ""
        self.any_way = False  # a miss slides it in any direction

    def lay(self, template: str, by: Rule, says: str) -> None:
        """It lays this template; of several the last in order of size."""
        self.template = max(self.template, template, key=("", "small", "large", "teardrop").index)
        self.say(by, says)

    def slide_any_way(self, by: Rule, says: str) -> None:
        """A miss slides the template in any direction."""
        self.any_way = True
        self.say(by, says)


class Removal(Reasons):
    """What a model sets off as the weapon removes it."""

    def __init__(self) -> None:
        super().__init__()
        self.bores = ""  # what its unit takes Direct Damage dice by, as in ``Extra``; "": it takes none
        self.bursts = 0  # Direct Damage dice for each model under a small template on its base; 0: none is laid

    def bore(self, of: str, by: Rule, says: str) -> None:
        """Its unit takes Direct Damage dice: "hp" by its HP, "armor" by the Armor struck, "force" by HP or models left."""
        self.bores = of
        self.say(by, says)

    def burst(self, dice: int, by: Rule, says: str) -> None:
        """A small template on its base: so many Direct Damage dice for each model under it."""
        self.bursts = max(dice, self.bursts)
        self.say(by, says)


class Injury(Reasons):
    """What a Point of Damage does to a model that it does not slay: it is Incapacitated unless a rule says otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.fights = False  # it is not Incapacitated
        self._unhurt = False
        self._weapons: dict[int, str] = {}  # weapons put out of use: the id of the rule

    def fight_on(self, by: Rule, says: str) -> None:
        """It is not Incapacitated, and nothing else happens to it."""
        self.fights = self._unhurt = True
        self.say(by, says)

    def lose_weapons(self, n: int, by: Rule, says: str) -> None:
        """It is not Incapacitated, but so many of its weapons are put out of use for the turn; of several rules the fewest."""
        self.fights = True
        self._weapons[n] = id_of(by)
        self.say(by, says)

    @property
    def weapons(self) -> tuple[int, str]:
        """How many weapons a point puts out of use, and the id of the rule by which it does; (0, "") for none."""
        if self._unhurt or not self._weapons:
            return 0, ""
        return min(self._weapons.items())


class Hiding(Reasons):
    """How a unit that arrives hidden is found. Of several rules the numbers that hide it best count."""

    def __init__(self) -> None:
        super().__init__()
        self.found_on: int | None = None  # None: it does not hide
        self.less = 0

    def hide(self, found_on: int, less: int, by: Rule, says: str) -> None:
        """It hides, and is found on a D6 of ``found_on`` or less, with ``less`` taken off for each time it was targeted."""
        least = self.found_on is None
        self.found_on = found_on if self.found_on is None else min(found_on, self.found_on)
        self.less = less if least else min(less, self.less)
        self.say(by, says)


class Recovery(Reasons):
    """The recovery test of an Incapacitated model: its Resolve or less."""

    def __init__(self, resolve: int) -> None:
        super().__init__()
        self.resolve = resolve
        self.sure = False  # it passes without a roll

    def add(self, n: int, by: Rule, says: str) -> None:
        """Adds to the Resolve that it tests on."""
        self.resolve += n
        self.say(by, says)

    def pass_without_roll(self, by: Rule, says: str) -> None:
        """No die is rolled: it passes."""
        self.sure = True
        self.say(by, says)
