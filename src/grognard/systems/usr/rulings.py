"""The rulings of the system: where the sources are silent or disagree, what we play, what else may be chosen, and why.

docs/usr/rulings.md says the same at length. Only rulings that something asks stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...common.system import Ruling

RULINGS = (
    Ruling(
        "zero_hp",
        "crippled",
        ("wrecked",),
        "Gets Hot speaks of a vehicle at 0 hull points, so reaching 0 need not wreck: each further glance or penetrating hit "
        "then rolls on the damage table. wrecked: it is destroyed at 0, as in the 7th edition",
    ),
    Ruling(
        "shroud-cap",
        "any",
        ("both",),
        "Stealth and Shrouded: a cover save bettered by either is no better than 3+. both: only when the two work together",
    ),
    Ruling(
        "gets-hot-blast",
        "always",
        ("supercharged",),
        "Gets Hot without a roll to hit: the D6 before firing is rolled in any case, as written. "
        "supercharged: only for a supercharged shot",
    ),
    Ruling(
        "wrath",
        "plain",
        ("full",),
        "Hammer of Wrath hits with the Strength of the profile and no other rule of the model helps. full: Strength and rules "
        "as they stand, Furious Charge among them",
    ),
    Ruling(
        "cover-charge",
        "i1",
        ("own",),
        "Move Through Cover: a unit that charges through difficult ground is not slowed, and strikes at Initiative 1 unless it has "
        "grenades. own: it strikes at its own Initiative",
    ),
    Ruling(
        "outflank",
        "chosen",
        ("random",),
        "Outflank: any edge but the opponent's, as its player likes. random: a D6 says, 1 and 2 the left edge, 3 and 4 the right, "
        "5 and 6 either, as in the 7th edition",
    ),
    Ruling(
        "outflank-round",
        "any",
        ("second",),
        "Outflank: who outflanks may come whatever the round is, so he rolls from the first on. second: from the second on, as "
        "other reserves do",
    ),
    Ruling(
        "night",
        "asked",
        ("never", "first-round"),
        "Night Fighting: either player may ask for it, on 4+ it is dark in the first round, as in the 7th edition. first-round: it "
        "always is; never: it never is",
    ),
    Ruling(
        "powers-a-turn",
        "unlimited",
        ("mastery",),
        "a psyker tries each power he knows once a turn while his side has warp charges. mastery: as many as his Mastery Level",
    ),
    Ruling(
        "assault-vehicle",
        "charge",
        ("walk",),
        "who gets out of an Assault Vehicle that has moved may charge, which is what it is for though the words do not say so. "
        "walk: not that turn",
    ),
    Ruling(
        "look-out-sir",
        "taken",
        ("never", "seventh"),
        "a character's wound is always tried to be looked out for when a model stands near, on 3+ within 3 inches, or within 6 "
        "where all are characters. never: its player never tries. seventh: on 4+, and within 6 inches whoever it is",
    ),
    Ruling(
        "overwhelming-damage",
        "off",
        ("on",),
        "Overwhelming Damage came to the house rules after the reference did. on: when the Strength is twice the Toughness or "
        "more, neither armour nor invulnerable saves help against the wound, cover does",
    ),
    Ruling(
        "consolidate",
        "3",
        ("D6",),
        "who is free after close combat consolidates 3 inches, the figure that the reference names in Hit & Run. D6: so many "
        "inches, as in the 7th edition; after Hit & Run 3 inches in any case",
    ),
    Ruling(
        "fire-points",
        "all",
        ("shooting",),
        "who rides behind a fire point fires Overwatch and Interceptor weapons and manifests witchfires out of it, as in the 7th "
        "edition. shooting: he fires out in the Shooting phase only, and manifests nothing",
    ),
    Ruling(
        "failed-charge",
        "none",
        ("dice",),
        "a charge that falls short does not move, as in the 7th edition. dice: the unit may move as far as its dice show, which is "
        "what a page beside the reference seems to say",
    ),
    Ruling(
        "charge-shot",
        "any",
        ("same",),
        "the page on charges names no such limit: a unit may charge whomever it likes, whatever it has shot at this turn. same: of "
        "those it declares a charge at, the first must be one at which it fired in the Shooting phase, as in the 7th edition",
    ),
    Ruling(
        "overwatch",
        "walkers",
        ("all",),
        "of vehicles that are charged only walkers fire Overwatch, as in the 7th edition; buildings that are held do too. all: "
        "every vehicle with a weapon that can be fired as a Snap Shot",
    ),
    Ruling(
        "jink-overwatch",
        "asked",
        ("never",),
        "Overwatch is a shooting attack, and a unit that is the target of one may jink. never: who charges does not jink, as he "
        "runs straight at those who fire",
    ),
    Ruling(
        "beam",
        "models",
        ("units",),
        "a beam hits every model in its line but the psyker, friends too, as in the 7th edition. units: each unit in its line "
        "once, as many times as its profile says",
    ),
    Ruling(
        "focussed",
        "extra",
        ("random", "chosen"),
        "a focussed witchfire strikes one model of its target: any that is seen, or the one that its player picks when more "
        "charges were harnessed than it takes, as in the 7th edition. random: always any; chosen: always picked",
    ),
    Ruling(
        "wrecks",
        "stay",
        ("craters", "removed"),
        "a vehicle that is wrecked stays as difficult ground with cover 5+, one that explodes is gone, as in the 7th edition. "
        "craters: what explodes leaves a crater, cover 6+; removed: nothing stays of either",
    ),
    Ruling(
        "profile-dice",
        "unit",
        ("model",),
        "a weapon whose Strength or AP is a die: it is thrown once, before the rolls to hit, for all models of a unit that fire it "
        "together. model: each model throws for itself",
    ),
    Ruling(
        "bombs",
        "large",
        ("any",),
        "bombs and grenades laid on in close combat (melee weapons named so) are for vehicles, buildings and Monstrous Creatures "
        "only, as in the 7th edition. any: anybody may be struck with them",
    ),
    Ruling(
        "thrown-grenades",
        "laid",
        ("thrown",),
        "a grenade of which a list says only how it is thrown, and that does not burst under a marker (krak, haywire), may also be "
        "laid on in close combat with the same Strength, AP and rules: one blow a model, at those of whom the ruling bombs speaks. "
        "thrown: it is thrown only",
    ),
    Ruling(
        "zero-attacks",
        "none",
        ("added",),
        "a model with Attacks 0 strikes no blows, whatever is added for charging or by rules, as in the 7th edition. "
        "added: it strikes as many as are added",
    ),
)


def changed(chosen: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The rulings that differ from their defaults, in the order of the table: part of a match-up's key."""
    return tuple((r.name, str(chosen[r.name])) for r in RULINGS if chosen.get(r.name, r.default) != r.default)
