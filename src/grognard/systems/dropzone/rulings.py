"""Decisions where the sources are silent or contradict each other: each with its default, what else may be chosen, and why."""

from __future__ import annotations

from ...common.system import Ruling

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "s3-body-cover", "both", ("damage",),
        "Body Cover adds 1 to the number needed on the damage roll; the text does not say whether a critical needs 1 more too. "
        "A critical is a higher result of the same roll, so both move (both); or only the plain success does (damage).",
    ),
    Ruling(
        "s5-aa-beyond-evasion", "floor", ("bonus",),
        "An Anti-Aircraft number higher than the target's Evasion: the Evasion goes down to nothing (floor), or what is over "
        "helps to hit (bonus).",
    ),
    Ruling(
        "s16-resilient-devastator", "devastator", ("one",),
        "A critical of a Devastator weapon against a Resilient unit counts as a plain hit, which does the Devastator's number "
        "(devastator); or the one point that Resilient names (one).",
    ),
    Ruling(
        "s8-natural-1", "fails", ("plain",),
        "A natural 1 fails every test (fails), Searches and Fortitude among them; or these two go by their sum alone (plain).",
    ),
    Ruling(
        "c4-edges", "stationary", ("moved",),
        "Going from one edge of a Garrison to another: the scenery rules call it stationary for weapons that must not move "
        "(stationary), the questions and answers call it a move (moved).",
    ),
    Ruling(
        "s19-small-houses", "hits", ("none",),
        "Those inside a destroyed Garrison of nine Damage Points or less take 2D3 hits as in a large one (hits), or none (none).",
    ),
    Ruling(
        "s39-fire-inside", "two", ("four",),
        "Collateral on Flammable scenery has Energy 2; squads inside are hit with 2 as well (two), or with the usual 4 (four).",
    ),
    Ruling(
        "s44-aircraft-under-templates", "hit", ("spared",),
        "Aircraft in the air touched by a template aimed at the ground are hit like any unit (hit), or not at all (spared).",
    ),
    Ruling(
        "s51-blind-fire", "unseen", ("any",),
        "Indirect weapons may fire without sight only at squads that neither the firer nor a Scout sees (unseen); or whenever "
        "the firer does not, though a Scout does (any).",
    ),
    Ruling(
        "aerial-advantage", "on", ("off",),
        "Battlegroups that are neither the headquarters nor wholly carried by Aircraft start in reserve, whatever the scenario "
        "says (on). Players who like all of both armies on the field at once may agree to leave it out (off).",
    ),
    Ruling(
        "linked-garrisons", "off", ("near",),
        "Infantry may go over from one Garrison to another no more than 2 inches away (near). The players must agree on it before "
        "the battle; without that it goes round by the doors (off).",
    ),
    Ruling(
        "c13-flame-flammable", "two", ("three",),
        "Flame on Flammable scenery: two Collateral tokens in place of one (two), or one of its own and two more because it "
        "burns (three).",
    ),
    Ruling(
        "squads-in-influence", "any", ("whole",),
        "A squad is within a Commander's influence when one of its units is (any), or only when all of them are (whole).",
    ),
    Ruling(
        "landing-near-enemies", "two", ("one",),
        "A Behemoth that lands throws two dice for each enemy squad within 3 inches as its table says (two), or one as the example "
        "of the rules counts (one).",
    ),
    Ruling(
        "pushed-aside", "owner", ("behemoth",),
        "Who is still where a Behemoth ends its move is moved the shortest way clear by 'the controlling player' of 'their' units: "
        "each squad by its own player (owner); or all by that of the Behemoth (behemoth), who does it in any case where it lands.",
    ),
    Ruling(
        "survive", "likely", ("mean",),
        "Fire is shared out to the nearest unit expected to survive what came before: it stands with a chance of at least one half "
        "(likely), or the damage expected is below its points (mean).",
    ),
    Ruling(
        "command-cards", "on", ("off",),
        "Each player has the deck of thirty generic command cards (on), or nobody has cards (off). The rules play with them; "
        "a game without is agreed on by both.",
    ),
    Ruling(
        "strategist-sixes", "enemy", ("all",),
        "The card Strategist has a natural 6 for initiative thrown again: the enemy's (enemy), or that of both players (all).",
    ),
    Ruling(
        "reactionary", "free", ("spent",),
        "What a squad does with the card Reactionary: it comes on top of its own activation, before or after, with weapons ready "
        "again (free); or its weapons and its move count as used for the round (spent).",
    ),
)  # fmt: skip
