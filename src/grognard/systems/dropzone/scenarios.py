"""The published scenarios as values, and the towns that suit them.

Dropzone Commander 2.2.0, Scenarios. What their special words do stands where it happens: ``objectives``
(``placement``, ``mobile``, ``strongholds``, ``survey``), ``events.members_inside`` and ``deployment``.
"""

from __future__ import annotations

from typing import Any

from ...common.scenario import Scenario, slug
from ...table.generate import HOUSE, Recipe, town
from ...table.terrain import Ground

# all of them: 48 x 48 inches, six rounds, played to the end, Kill Points where victory points are equal
TARGETS_OF_OPPORTUNITY = Scenario(
    name="Targets of Opportunity",
    objectives=3,
    hold=0,
    hold_last=1,
    destroyed="none",
    wipe_out=False,
    special=("readiness", "centre line", "hidden", "mobile", "extraction"),
)
BATTLE_ROYALE = Scenario(
    name="Battle Royale",
    objectives=0,
    hold=0,
    hold_last=0,
    destroyed="none",
    wipe_out=False,
    special=("readiness", "vantage"),
)
BUNKER_ASSAULT = Scenario(
    name="Bunker Assault",
    zones="quarters",
    objectives=3,
    hold=0,
    hold_last=1,
    destroyed="none",
    wipe_out=False,
    special=("strongholds", "open"),
)
SURVEY_AND_CONTROL = Scenario(
    name="Survey and Control",
    objectives=10,
    hold=0,
    hold_last=0,
    destroyed="none",
    wipe_out=False,
    special=("readiness", "survey", "open"),
)
SCENARIOS = {
    slug(found.name): found for found in (TARGETS_OF_OPPORTUNITY, BATTLE_ROYALE, BUNKER_ASSAULT, SURVEY_AND_CONTROL)
}

HALL = Recipe("great hall", HOUSE, "heavy", (6.5, 6.5), (6, 6), 1, True, 10, 30)
BUNKER = Recipe("bunker", HOUSE, "heavy", (5.5, 5.5), (3, 3), 1, True, 13, 20)
TENEMENT = Recipe("tenement", HOUSE, "heavy", (5.5, 5.5), (5, 5), 1, True, 10, 20)
ASIDE = 8.5  # inches from the middle of the table, either way, to the middle of a hall beside the one in the centre


def town_for(
    seed: object,
    width: float,
    height: float,
    pieces: int,
    *,
    objectives: int,
    depth: float,
    special: tuple[str, ...] = (),
) -> Ground:
    """A town made from a seed that has what the special words of a scenario ask for (a game smaller than a Battle)."""
    x, y = width / 2, height / 2
    more: dict[str, Any] = {}
    if "vantage" in special:
        more["keeps"] = ((HALL, x, y), (HALL, x - ASIDE, y + ASIDE), (HALL, x + ASIDE, y - ASIDE))
    elif "strongholds" in special:
        more["keeps"] = ((BUNKER, x, y), (BUNKER, x / 2, 1.5 * y), (BUNKER, 1.5 * x, y / 2))
    elif "centre line" in special:
        more["keeps"] = ((HALL, x, y), (TENEMENT, x / 2, y), (TENEMENT, 1.5 * x, y))
    elif "survey" in special:
        more["houses"] = objectives
    return town(seed, width, height, pieces, objectives=objectives, depth=depth, **more)
