"""What the dice of an attack may come out as."""

from __future__ import annotations


class Backfire(str):
    """A miss that hurts the firer."""

    succeeds = False


# the roll to hit
MISS, HIT, HOT, PRECISE = False, True, Backfire("hot"), "precise"
AGAIN = "again"  # the die is thrown again by a rule that does so with every such die
LESSER = "lesser"  # it is thrown again by Ballistic Skill 6 and more, unless something better does
HITS = (  # in the words of a report, of one die
    (MISS, "a miss"), (HIT, "a hit"), (HOT, "a miss that hurts the firer"), (PRECISE, "a precise hit"), (AGAIN, "thrown again"),
    (LESSER, "thrown again"),
)  # fmt: skip

# the roll to penetrate armour
NOTHING, GLANCE, PENETRATION = 0, 1, 2
CRUSHED, SOLID, DEVASTATING = 3, 4, 5  # Graviton; Destroyer weapons

ON_ARMOUR = (  # in the words of a report
    (NOTHING, "no effect"), (GLANCE, "a glancing hit"), (PENETRATION, "a penetrating hit"),
    (CRUSHED, "immobilised, and a hull point"), (SOLID, "a penetrating hit of D3 hull points"),
    (DEVASTATING, "a penetrating hit of D6+6 hull points"),
)  # fmt: skip

CLOSES = 0  # the drift of a marker that stays: it is gone
