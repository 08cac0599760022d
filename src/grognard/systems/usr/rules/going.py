"""Rules of moving: running and charging, rough ground, swarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ..attack.matchup import Attack
    from ..attack.weapons import Firing
    from ..combat.sweeping_advance import Sweep
    from ..line_of_sight import Front
    from ..movement.movement_modifiers import Going
    from ..nerve.checks import Reaction
    from ..slots import Harm, Saves


class Fleet(UsrRule, frozen=True):
    """A unit whose models all have it may throw any dice of its advances and charges again.

    USR Reference: Fleet. Any of the dice, once each: a single die of a charge too.

    >>> from grognard.kernel.exact import exact
    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.move_rolls import advance
    >>> exact(advance, (0, (model("Fleet"),))).mean() # 3 and less again: (3 3.5 + 4 + 5 + 6) / 6
    4.25
    """

    spellings = ("Fleet",)
    on = ("model",)
    covers = "all"

    def moving(self, mode: Going) -> None:
        mode.any_dice_again(self, "any dice of its advances and charges may be thrown again")


class Crusader(UsrRule, frozen=True):
    """The unit advances by the higher of two dice, and adds a D3 to its Sweeping Advances.

    USR Reference: Crusader. One bearer is enough; the D3 is rolled each time.

    >>> from grognard.kernel.exact import exact
    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.move_rolls import advance
    >>> exact(advance, (0, (model("Crusader"), model()))).fraction(6)
    Fraction(11, 36)
    """

    spellings = ("Crusader",)
    on = ("model",)
    covers = "any"

    def moving(self, mode: Going) -> None:
        mode.extra_dice(1, self, "one more die when it advances, of which the highest counts")

    def sweeping(self, sweep: Sweep) -> None:
        sweep.add("D3", self, "a D3 more")


class SlowAndPurposeful(UsrRule, frozen=True):
    """The unit neither advances nor pursues nor fires Overwatch; it fires heavy weapons after moving as if it stood still.

    USR Reference: Slow and Purposeful. One bearer is enough. It may charge after firing them, too.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target(), moved=True), slays(shooter(rules=["Slow and Purposeful"]), target(), moved=True)
    (Fraction(1, 12), Fraction(1, 3))
    """

    spellings = ("Slow And Purposeful", "Slow & Purposeful")
    on = ("model", "vehicle")
    covers = "any"

    def moving(self, mode: Going) -> None:
        mode.no_advance(self, "it never advances")

    def sweeping(self, sweep: Sweep) -> None:
        sweep.never(self, "it makes no Sweeping Advances")

    def reacts(self, reaction: Reaction) -> None:
        reaction.no_overwatch(self, "it fires no Overwatch")

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.hold_steady(self, "fires as if it had not moved")


class MoveThroughCover(UsrRule, frozen=True):
    """Difficult ground does not slow the unit when it moves and charges; its bearers pass every Dangerous Terrain test.

    USR Reference: Move Through Cover. One bearer carries the unit through, each passes the tests for itself. Charging through such
    ground the unit strikes at Initiative 1 all the same, unless the ruling cover-charge says otherwise.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.movement.movement import going
    >>> bool(going((model("Move Through Cover"), model())).unslowed), bool(going((model(),)).unslowed)
    (True, False)
    """

    spellings = ("Move Through Cover", "Moves Through Cover")
    on = ("model",)
    covers = "any"

    def moving(self, mode: Going) -> None:
        mode.not_slowed(self, "not slowed by difficult ground")
        mode.sure_footed(self, "its bearer passes every Dangerous Terrain test")
        mode.own_initiative(self, "it charges through difficult ground at its own Initiative")


class SkilledRider(UsrRule, frozen=True):
    """The unit passes every Dangerous Terrain test, and its saves from jinking are one better.

    USR Reference: Skilled Rider. One bearer is enough. Other cover is as it was; Stealth and Shrouded add nothing to such a
    save of 3+.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Jink", "Skilled Rider"), sets={"jinking": True})
    Fraction(1, 9)
    """

    spellings = ("Skilled Rider", "Skilled Riders")
    on = ("model",)
    covers = "any"

    def moving(self, mode: Going) -> None:
        mode.pass_tests(self, "it passes every Dangerous Terrain test")

    def save(self, saves: Saves, attack: Attack) -> None:
        saves.better_jink(1, self, "jinking: one better")


class Swarms(UsrRule, frozen=True):
    """An unsaved wound of a blast or template is two, unless it has Instant Death; difficult ground does not slow swarms.

    USR Reference: Swarms. The wounds are doubled before Feel No Pain. Of its models that are equally near, the one with the fewest
    wounds left suffers. Dangerous ground is as dangerous as to others.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Blast"), target("Swarms", W=3)).damage.fraction(2)
    Fraction(1, 2)
    """

    spellings = ("Swarms", "Swarm")
    on = ("model",)

    def moving(self, mode: Going) -> None:
        mode.not_slowed(self, "not slowed by difficult ground")

    def suffers(self, harm: Harm, attack: Attack) -> None:
        if harm.spread:
            harm.multiply(2, self, "an unsaved wound of a blast or template is two")

    def nearest(self, front: Front) -> None:
        front.weakest_first(self, "of the equally near the one with the fewest wounds")
