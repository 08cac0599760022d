"""What the dice of an attack may come out as."""

from __future__ import annotations

from ..slots import NO_SAVES


class Backfire(str):
    """A miss that hurts the firer."""

    succeeds = False


ZONES = ("inner", "middle", "outer")  # of a marker that has them

# the roll to hit
MISS, HIT, HOT, PRECISE = False, True, Backfire("hot"), "precise"
AGAIN = "again"  # the die is thrown again by a rule that does so with every such die
LESSER = "lesser"  # it is thrown again by Ballistic Skill 6 and more, unless something better does
HITS = (  # in the words of a report, of one die, the best last
    (HOT, "a miss with harm to the firer"), (MISS, "a miss"), (AGAIN, "thrown again"), (LESSER, "thrown again"), (HIT, "a hit"),
    (PRECISE, "a precise hit"),
)  # fmt: skip


def wounding(aps: tuple[int, ...], plain: int) -> tuple[tuple[int | None, str], ...]:
    """Words for a roll to wound whose wounds have several APs: those that are not as the weapon's say at which AP they are.

    >>> dict(wounding((2, 5), 5))[2]
    'a wound at AP2'
    """
    said = {NO_SAVES: "a wound that no save stops", plain: "a wound"}
    best_last = sorted(aps, key=lambda ap: (ap != plain, ap == NO_SAVES, -ap))
    return ((None, "no wound"), *((ap, said.get(ap, f"a wound at AP{ap}")) for ap in best_last))


# what one die comes to in rolls that are called neither a test nor "to hit"
PASSES = ("passed", "failed")
STRIKES = ("a hit", "a miss")

# the roll to penetrate armour
NOTHING, GLANCE, PENETRATION = 0, 1, 2
CRUSHED, SOLID, DEVASTATING = 3, 4, 5  # Graviton; Destroyer weapons

ON_ARMOUR = (  # in the words of a report
    (NOTHING, "no effect"), (GLANCE, "a glancing hit"), (PENETRATION, "a penetrating hit"),
    (CRUSHED, "immobilised, and a hull point"), (SOLID, "a penetrating hit of D3 hull points"),
    (DEVASTATING, "a penetrating hit of D6+6 hull points"),
)  # fmt: skip

CLOSES = 0  # the drift of a marker that stays: it is gone
