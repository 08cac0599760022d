"""One model's weapon against one unit in given circumstances: every test built once, with its reasons.

Rules speak here. What comes out is a ``Match``, found by identity, on which tests, trees and laws hang; ``defence`` is the same
for one model of the target, ``penetration`` for one vehicle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.building import Because, Building, Built, purpose_of, thrown_for
from ....common.profiles import Model, Weapon
from ....common.rules import slug_of, takes, voices
from ....kernel.faces import Test, Throw
from ....kernel.memo import memo
from ....kernel.purpose import Purpose, purpose, re_roll
from ..circumstances import Situation
from ..model_types import type_of
from ..moments import UsrRule
from ..slots import NO_AP, NO_SAVES, Figure, Harm, Landing, Outright, Pen, Penetration, Saves
from ..squads import Squad, covering, model_voices, nameless, names_foe, own_voices, spoken_for
from . import core_tests
from .equivalence import striking
from .foes import is_foe
from .ordering import ORDERING
from .outcomes import AGAIN, HITS, HOT, LESSER, PASSES, PRECISE, STRIKES, ZONES, wounding
from .random_profiles import middling

ATTACKING = tuple(  # the moments at which rules speak of an attack
    name for name, moment in vars(UsrRule.moments).items() if callable(moment) and "attack" in takes(moment)
)


class Attack(Struct, frozen=True):
    """One shot or blow as rules see it: who strikes and with whom, with what, at whom, in what circumstances.

    Of ``by`` there is what counts (``likeness.striking``): skills and Strength, its type, what speaks for it, its arms in blows.
    Attacks and Initiative do not: of ``arms.blows`` and ``arms.initiative`` of a match-up's attack only the reasons are true.
    Of ``mates`` nothing is known but the rules that cover the whole unit and speak of attacks, and ``at`` has names only where a
    rule has a foe by name: units that agree in the rest are one.
    """

    by: Model
    mates: Squad
    weapon: Weapon
    at: Squad
    how: Situation

    @property
    def melee(self) -> bool:
        """Whether it is a blow in close combat."""
        return self.how.melee

    @property
    def shooting(self) -> bool:
        """Whether it is a shot."""
        return not self.how.melee

    def ruling(self, name: str, default: str) -> str:
        """The value of a ruling; ``default`` is its default."""
        return self.how.ruling(name, default)

    def among(self, terrain: str) -> bool:
        """Whether the target stands in terrain of that kind."""
        return bool(self.how.terrain) and _words(terrain) <= _words(self.how.terrain)

    def at_foe(self, name: str) -> bool:
        """Whether the target is one that the X of a rule means: any, when none is named."""
        return not name or self.how.foe or is_foe(name, self.at)


def _words(name: str) -> frozenset[str]:
    """The words of a name, in lower case and in the singular."""
    return frozenset(word.removesuffix("s") for word in slug_of(name).split("-"))


class Exposed(Struct, frozen=True, eq=False):
    """A model of the target as the attack finds it: ``cover`` is the save of what it stands behind, None in the open.

    ``still``: a vehicle that is immobilised while others of its squadron jink. ``called``: its name before its dice, where its
    unit has several sorts of models.
    """

    model: Model
    cover: int | None = None
    still: bool = False
    called: str = ""


class Speakers(dict[str, tuple[Callable[..., None], ...]]):
    """By moment, who speaks for a weapon in a model's hands: found when somebody asks."""

    __slots__ = ("by", "mates", "melee", "weapon")

    def __init__(self, by: Model, mates: Squad, weapon: Weapon, melee: bool) -> None:
        super().__init__()
        self.by, self.mates, self.weapon, self.melee = by, mates, weapon, melee

    def __missing__(self, moment: str) -> tuple[Callable[..., None], ...]:
        found: dict[UsrRule, Callable[..., None]] = {}
        bodily = (*own_voices(self.by, moment), *voices(self.mates, moment))
        for voice in (*voices(self.weapon, moment), *[v for v in bodily if spoken_for(v, self.melee)]):
            found.setdefault(voice.__self__, voice)  # type: ignore[attr-defined]
        self[moment] = tuple(found.values())
        return self[moment]


class Match(Struct, frozen=True, eq=False):
    """An attack made ready. ``hit`` is None when nothing is rolled, ``wound`` when the target is a vehicle."""

    attack: Attack
    landing: Landing
    rolls: bool  # whether it rolls to hit
    heats: bool  # whether a D6 is rolled for each shot before firing
    hit: Built | None
    strength: int
    ap: int
    wound: Built | None
    aps: tuple[int, ...]  # the APs at which its wounds may be resolved, best first
    marks: tuple[str, ...]  # what an unsaved wound leaves on the unit
    hit_marks: tuple[str, ...]
    model_marks: tuple[str, ...]  # what one leaves on the model that survives it
    fall_marks: tuple[str, ...]  # what a wound leaves on the model it falls on, saved or not
    outright: Throw | None  # the wounds of a hit, where no roll to wound is made
    risky: bool  # a natural face of the roll to hit hurts the firer
    precise: bool  # a natural face of the roll to hit lets the attacker choose who is wounded
    some: tuple[Test, Test, Test, int] | None  # some misses of a model rolled again, see ``_some``
    reasons: dict[str, tuple[Because, ...]]
    said: Speakers  # who speaks for the attacker


class Defence(Struct, frozen=True, eq=False):
    """What one model of the target does about one wound (or glance, or penetrating hit) of an attack at one AP."""

    save: Built | None
    ignore: Built | None  # the roll that discounts an unsaved wound
    costs: int  # wounds that one unsaved wound costs it, at most
    rolled: str  # the dice that say how many instead, "D3" or "D6+6"
    separate: int  # how many unsaved wounds one becomes
    reasons: tuple[Because, ...]
    no_save: tuple[Because, ...]


def attacking(attack: Attack, moment: str) -> tuple[Callable[..., None], ...]:
    """What speaks on the attacker's side: the weapon's rules, the model's own, those that cover its unit; each once."""
    return speakers(attack.by, attack.mates, attack.weapon, attack.how.melee)[moment]


@memo(65536)
def speakers(by: Model, mates: Squad, weapon: Weapon, melee: bool) -> Speakers:
    """Who speaks on the attacker's side."""
    return _speakers(by, covering(mates), weapon, melee)


_speakers = memo(16384)(Speakers)


@memo(65536)
def match(by: Model, mates: Squad, weapon: Weapon, at: Squad, how: Situation) -> Match:
    """The match-up, built once. Of a weapon whose Strength or AP dice say it is what they say most often."""
    if not (names_foe(by) or names_foe(weapon) or names_foe(mates)):
        at = nameless(at)
    return _match(
        striking(by, how.melee), covering(mates), middling(weapon) if weapon.stats.rolled else weapon, at, how
    )


@memo(65536)
def _match(by: Model, mates: Squad, weapon: Weapon, at: Squad, how: Situation) -> Match:
    attack = Attack(by, mates, weapon, at, how)
    said = speakers(by, mates, weapon, how.melee)
    landing = _landing(attack, said)
    rolls = landing.rolls
    hit, some = _to_hit(attack, said) if rolls else (None, None)
    strength, piercing = _strength(attack, said), _ap(attack, said)
    ap = piercing.value
    wound = None if at.armoured else _to_wound(attack, said, strength, ap)
    harm = _leaves(attack, said)
    sure = _outright(attack, said)
    return Match(
        attack=attack,
        landing=landing,
        rolls=rolls,
        heats=landing.heats,
        hit=hit,
        strength=strength.value,
        ap=ap,
        wound=wound,
        aps=_aps(wound.test.faces) if wound else (ap,),
        marks=tuple(sorted(harm.marks)) if harm else (),
        hit_marks=tuple(sorted(harm.hit_marks)) if harm else (),
        model_marks=tuple(sorted(harm.model_marks)) if harm else (),
        fall_marks=tuple(sorted(harm.fall_marks)) if harm else (),
        outright=sure.throw if sure else None,
        risky=hit is not None and HOT in hit.test.faces,
        precise=hit is not None and PRECISE in hit.test.faces,
        some=some,
        reasons={
            "landing": tuple(landing.because),
            "strength": tuple(strength.because),
            "piercing": tuple(piercing.because),
            "harm": harm.all_marks if harm else (),
            "outright": tuple(sure.because) if sure else (),
        },
        said=said,
    )


@memo(4096)
def _aps(faces: tuple[Any, ...]) -> tuple[int, ...]:
    """The APs that the faces of a roll to wound give, best first."""
    return tuple(sorted({f for f in faces if isinstance(f, int)}))


def _leaves(attack: Attack, said: Speakers) -> Harm | None:
    """What its wounds and hits leave behind, None where nothing speaks of it."""
    if not said["harms"]:
        return None
    harm = Harm(1)
    for speak in said["harms"]:
        speak(harm, attack)
    return harm


def _outright(attack: Attack, said: Speakers) -> Outright | None:
    if not said["outright"]:
        return None
    sure = Outright()
    for speak in said["outright"]:
        speak(sure, attack)
    return sure


def _landing(attack: Attack, said: Speakers) -> Landing:
    stats, template = attack.weapon.stats, ""
    if not attack.melee and (stats.template or stats.type.kind == "Template"):
        template = stats.template or "Template"
    if attack.melee or not said["landing"]:
        return core_tests.only_landing(template)
    landing = core_tests.landing(template)
    for speak in said["landing"]:
        speak(landing, attack)
    if not attack.how.snap and skill_of(attack).value >= 6:
        landing.reheat("Ballistic Skill 6+", "a 1 before firing is rolled again")
    landing.because += landing.cooled if landing.heats else ()
    return landing


def _snapped(why: str) -> tuple[int, str, str]:
    return 1, "Snap Shots", "at Ballistic Skill 1" + (f", {why}" if why else "")


def _cowed(skill: int) -> tuple[int, str, str]:
    return skill, "Fear", f"the Fear test was failed: Weapon Skill {skill}"


def skill_of(attack: Attack) -> Figure:
    """The Weapon Skill or Ballistic Skill with which the attack is made."""
    how, stats = attack.how, attack.by.stats
    if attack.melee:
        start, speak_to = (
            ("Weapon Skill", stats.WS, _cowed(int(how.afraid)) if how.afraid else None),
            attacking(attack, "weapon_skill"),
        )
    elif how.snap:  # nothing changes that but what gives a Ballistic Skill to who has none
        start = "Ballistic Skill", stats.BS, _snapped(how.snapped)
        speak_to = () if stats.BS > 0 else attacking(attack, "skill")
    else:
        start, speak_to = ("Ballistic Skill", stats.BS, None), attacking(attack, "skill")
    if not speak_to:
        return core_tests.only_skill(*start)
    figure = core_tests.skill(*start)
    for speak in speak_to:
        speak(figure, attack)
    return figure


def _to_hit(attack: Attack, said: Speakers) -> tuple[Built | None, tuple[Test, Test, Test, int] | None]:
    name = attack.weapon.name
    if (impact := attack.how.impact) is not None:
        return (
            _called(thrown_for(core_tests.impact(impact.name, impact.needs), impact.name), STRIKES)
            if impact.needs > 1
            else None
        ), None
    if attack.how.overhead:
        return None, None
    skill, against = skill_of(attack), _skill_against(attack) if attack.melee else None
    if against is not None and against <= 0:
        return None, None
    roll = (skill.value, against, (*skill.because, *_frightened(attack)))
    if not said["to_hit"]:
        return thrown_for(core_tests.only_to_hit(*roll), name), None
    test = core_tests.to_hit(*roll)
    for speak in said["to_hit"]:
        speak(test, attack)
    built = thrown_for(test.done(ORDERING), name)
    if PRECISE in built.test.faces and not test.some:
        built = replace(built, test=replace(built.test, name=purpose(built.test.name).with_words(HITS)))
    return built, _some(built.test, test.some) if test.some else None


def _some(test: Test, n: int) -> tuple[Test, Test, Test, int]:
    """The roll before any re-roll; what a die means that a rule throws again; one that only Ballistic Skill 6+ does; how many."""
    first = list(test.faces)
    lesser = test.faces
    for face in test.again:
        table = test.after(face)
        first[face - 1] = AGAIN if table == test.faces else LESSER
        lesser = lesser if table == test.faces else table
    again, name = re_roll(test.name), purpose(test.name).with_words(HITS)
    return Test(name, 6, tuple(first)), Test(again, 6, test.faces), Test(again, 6, lesser), n


def _frightened(attack: Attack) -> tuple[Because, ...]:
    """Why a target that has failed its Fear test is easier to hit in close combat."""
    low = attack.how.target_afraid
    if not (attack.melee and low and low < attack.at.WS) or attack.at.armoured:
        return ()
    return (Because("Fear", f"the target failed its Fear test: its Weapon Skill is {low}"),)


def _skill_against(attack: Attack) -> int:
    """The Weapon Skill struck at; 0: it cannot be missed."""
    how, at = attack.how, attack.at
    if (
        at.armoured and not at.counts_as("Walker") and not (at.counts_as("Chariot") and at.WS)
    ):  # a chariot's rider parries
        return 0 if how.immobilised or at.counts_as("Building") else 1
    return min(at.WS, how.target_afraid) if how.target_afraid else at.WS


def _strength(attack: Attack, said: Speakers) -> Figure:
    own, name = attack.by.stats.S, attack.weapon.name
    start = (
        own if attack.how.one_blow else attack.weapon.stats.strength_in(attack.how.zone, attack.how.charging),
        own,
        name,
    )
    zoned = bool(attack.weapon.stats.beyond_s) and not attack.how.one_blow
    if not said["strength"] and not zoned:
        return core_tests.only_strength(*start)
    figure = core_tests.strength(*start)
    if zoned:
        figure.say("zone", ZONES[attack.how.zone])
    for speak in said["strength"]:
        speak(figure, attack)
    return figure


def _ap(attack: Attack, said: Speakers) -> Figure:
    start = attack.weapon.stats.ap_in(attack.how.zone, attack.how.charging) or NO_AP
    if not said["piercing"]:
        return core_tests.only_piercing(start)
    figure = core_tests.piercing(start)
    for speak in said["piercing"]:
        speak(figure, attack)
    return figure


def _to_wound(attack: Attack, said: Speakers, strength: Figure, ap: int) -> Built:
    toughness = attack.at.T if attack.melee or not attack.at.guns else attack.at.guns
    roll = (strength.value, toughness, ap, tuple(strength.because))
    if not said["to_wound"]:
        return thrown_for(core_tests.only_to_wound(*roll))
    test = core_tests.to_wound(*roll)
    for speak in said["to_wound"]:
        speak(test, attack)
    built = thrown_for(test.done(ORDERING))
    aps = _aps(built.test.faces)
    if len(aps) < 2:
        return built
    return replace(built, test=replace(built.test, name=purpose(built.test.name).with_words(wounding(aps, ap))))


# --- the target's side -----------------------------------------------------------------------------------------------


@memo(65536)
def defence(m: Match, exposed: Exposed, ap: int) -> Defence:
    """What a model of the target does about a wound of this attack that is resolved at this AP."""
    attack, model = m.attack, exposed.model
    stats, hull, at = model.stats, model.stats.armoured, attack.at
    doubled = (m.strength, stats.T) if not hull and m.strength >= 2 * stats.T else None
    fate = (stats.HP if hull else stats.W, doubled, ap == NO_SAVES)
    on_harm = (*m.said["harms"], *model_voices(model, at, "suffers"))
    saves = _spoken_saves(m, attack, exposed)
    if saves is None and not (on_harm or model_voices(model, at, "unsaved")):
        return _plain_defence(_shield(m, attack.how, exposed), ap, fate, exposed.called)
    harm = core_tests.fate(*fate, spread=bool(m.landing.marker or m.landing.template))
    for speak in on_harm:
        speak(harm, attack)
    saves = saves or core_tests.saves(*_shield(m, attack.how, exposed))
    return _defended(saves, harm, ap, None if harm.certain or hull else discounting(attack, model, at), exposed.called)


def save_lying(m: Match, exposed: Exposed, ap: int) -> Built | None:
    """The save that a model would take against a wound of this attack if it lay on the ground."""
    attack = replace(m.attack, how=m.attack.how.but(grounded=True))
    saves = _spoken_saves(m, attack, exposed)
    return saves.done(ap) if saves is not None else _plain_save(_shield(m, attack.how, exposed), ap)


def _shield(m: Match, how: Situation, exposed: Exposed) -> tuple[Any, ...]:
    """The saves of a model before special rules speak: statline, cover and circumstances."""
    stats = exposed.model.stats
    bare = "close combat" if how.melee else "Template" if m.landing.template else ""
    dark, cap = how.night and not how.melee, how.ruling("shroud-cap", "any")
    return None if stats.armoured else stats.Sv, stats.Inv, exposed.cover, cap, bare, how.grounded, dark


def _spoken_saves(m: Match, attack: Attack, exposed: Exposed) -> Saves | None:
    """The saves of a model when rules speak of them; None when none does."""
    model, stats = exposed.model, exposed.model.stats
    on_saves = (*m.said["denies"], *model_voices(model, attack.at, "save"))
    crushed = not stats.armoured and m.strength >= 2 * stats.T and attack.ruling("overwhelming-damage", "off") == "on"
    if not (on_saves or crushed):
        return None
    saves = core_tests.saves(*_shield(m, attack.how, exposed))
    saves.still = exposed.still
    for speak in on_saves:
        speak(saves, attack)
    for kind in ("armour", "invulnerable") if crushed else ():
        much = core_tests.twice(m.strength, stats.T)
        saves.deny(kind, "Overwhelming Damage", f"Strength {m.strength} is {much} Toughness {stats.T}: no {kind} save")
    return saves


@memo(4096)
def _plain_save(shield: tuple[Any, ...], ap: int) -> Built | None:
    """The save of a model when no rule speaks of it."""
    return core_tests.saves(*shield).done(ap)


def _defended(saves: Saves, harm: Harm, ap: int, ignore: Built | None, called: str) -> Defence:
    save = saves.done(ap)
    if ignore is not None and (called or save is None):
        ignore = _told_of(ignore, called, () if save is not None else saves.passed_over or (BARE,))
    return Defence(
        save=save and thrown_for(save, called and f"{called}:"),
        ignore=ignore,
        costs=harm.costs,
        rolled=harm.rolled,
        separate=harm.separate,
        reasons=harm.reasons,
        no_save=saves.passed_over,
    )


@memo(16384)
def _plain_defence(shield: tuple[Any, ...], ap: int, fate: tuple[Any, ...], called: str) -> Defence:
    """What a model does when no rule speaks of its saves or of the wound: one value for all of equal numbers."""
    return _defended(core_tests.saves(*shield), core_tests.fate(*fate), ap, None, called)


BARE = Because("profile", "profile without a save")


def _told_of(ignore: Built, called: str, no_save: tuple[Because, ...]) -> Built:
    """A roll that discounts a wound, named after whose it is and with why no save came before it."""
    said = purpose(ignore.test.name)
    what, because = f"{called}: {said.what}" if called else said.what, ignore.because
    if no_save:
        because = (*because, Because("no save", ", ".join(reason.says for reason in no_save)))
    name = purpose_of(what, ignore.needs, because)
    told = Purpose(name, what=what, needs=ignore.needs, because=because, comes_to=PASSES)
    return replace(ignore, test=replace(ignore.test, name=told))


def discounting(attack: Attack, model: Model, squad: Squad) -> Built | None:
    """The roll that may discount an unsaved wound of a model, None when it has none. One roll a wound, the best."""
    test = Building("feel no pain", None)
    for speak in model_voices(model, squad, "unsaved"):
        speak(test, attack)
    return _called(thrown_for(test.done()), PASSES) if test.needed is not None else None


def looked_out(model: Model, ruling: str = "taken", called: str = "") -> Built:
    """The roll by which another model takes a character's wound, under a value of the ruling ``look-out-sir``."""
    needs = 4 if ruling == "seventh" else 3
    test = Building("look out, sir", needs)
    test.say("Look Out, Sir", f"{needs}+: the nearest model beside takes the wound")
    for speak in own_voices(model, "look_out_sir"):
        speak(test)
    return _called(thrown_for(test.done(), called and f"{called}:"), PASSES)


def _called(built: Built, comes_to: tuple[str, str]) -> Built:
    """With what a success and a failure are called: "2 of 3 passed", "all failed"."""
    name = purpose(built.test.name)
    named = Purpose(
        name, what=name.what, needs=name.needs, because=name.because, who=name.who, comes_to=comes_to,
        begins=name.begins,
    )  # fmt: skip
    return replace(built, test=replace(built.test, name=named))


@memo(65536)
def penetration(m: Match, exposed: Exposed) -> tuple[Pen, tuple[Because, ...]]:
    """The armour penetration roll against one vehicle, with its reasons."""
    attack, stats = m.attack, exposed.model.stats
    facing = m.landing.facing or struck_facing(attack, exposed.model)
    armour = {"front": stats.Front, "side": stats.Side or stats.Front, "rear": stats.Rear or stats.Front}[facing]
    roll = Penetration(m.strength, armour)
    roll.say("Armour", f"Strength {m.strength} against {armour} ({facing})")
    if not attack.melee and attack.weapon.stats.type.kind in ("Ordnance", "Primary Weapon"):
        roll.keep_best("Ordnance", "two dice of which the higher counts")
    roll.because.extend(m.reasons["strength"])
    for speak in attacking(attack, "to_penetrate"):
        speak(roll, attack)
    return replace(roll.done(), facing=facing), roll.reasons


def struck_facing(attack: Attack, model: Model) -> str:
    """Which armour a hit strikes: in close combat the rear, of a walker the front."""
    if attack.shooting or attack.how.impact or attack.how.head_on:
        return attack.how.facing
    return "front" if type_of(model).type == "Walker" else "rear"
