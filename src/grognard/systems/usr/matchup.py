"""One model's weapon against one unit in given circumstances: every test built once, with its reasons.

Rules speak here. What comes out is a ``Match``, found by identity, on which tests, trees and laws hang; ``defence`` is the same
for one model of the target, ``penetration`` for one vehicle.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ...common.building import Because, Building, Built, Reasons, because
from ...common.profiles import Model, Weapon
from ...common.rules import Rule, kept, slug_of, voices
from ...kernel.faces import Test, Throw
from . import tables
from .figures import NO_AP, NO_SAVES, Figure, Harm, Pen, Penetration, Saves, ToHit, ToWound
from .moments import UsrRule
from .ordering import ORDERING
from .situation import Situation
from .squads import Squad, model_voices, own_voices, spoken_for
from .types import type_of
from .uncertain import middling

MISS, HIT, HOT, PRECISE = False, True, "hot", "precise"  # outcomes of the roll to hit


class Attack(Struct, frozen=True):
    """One shot or blow as rules see it: who strikes and with whom, with what, at whom, in what circumstances."""

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
        """Whether the target is the X of a rule: any, when none is named; else by its names and types, word by word."""
        if not name or self.how.foe:
            return True
        wanted = _words(name)
        return any(wanted <= _words(known) for known in (*self.at.names, *self.at.words))


def _words(name: str) -> frozenset[str]:
    """The words of a name, in lower case and in the singular."""
    return frozenset(word.removesuffix("s") for word in slug_of(name).split("-"))


class Exposed(Struct, frozen=True, eq=False):
    """A model of the target as the attack finds it: ``cover`` is the save of what it stands behind, None in the open."""

    model: Model
    cover: int | None = None


class Landing(Reasons):
    """Where hits come from: a roll to hit, or a marker or template that covers models; and what is rolled before firing."""

    def __init__(self) -> None:
        super().__init__()
        self.template = ""
        self.heat_again = False  # a 1 of the D6 before firing is thrown once more
        self.facing = ""  # the side of a vehicle that is struck in any case
        self.centred = False  # cover and allocation are those of a shot from the marker's centre
        self.lobbed = False  # it may be fired unseen, and all such shots of a unit together
        self.strikes = False  # shots strike circles of a clover, by a die each
        self.lasts = False  # the marker stays on the table
        self.zones: tuple[int, ...] = ()  # inches across of the zones of the marker, the inner one first
        self.cooled: list[Because] = []  # why a 1 before firing is thrown again
        self.sure = False  # whoever it strikes is hit without a roll
        self._markers: list[int] = []
        self._upgraded = False
        self._hot = False

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

    def strike(self, by: Rule | str, says: str) -> None:
        """Five circles take the place of the marker; each shot strikes one of them, as a die says."""
        self.strikes = True
        self.say(by, says)

    def divide(self, zones: tuple[int, ...], by: Rule | str, says: str) -> None:
        """The marker has zones, these inches across, the inner one first."""
        self.zones = zones
        self._markers.append(max(zones))
        self.say(by, says)

    def last(self, by: Rule | str, says: str) -> None:
        """The marker stays on the table."""
        self.lasts = True
        self.say(by, says)

    def strike_all(self, by: Rule | str, says: str) -> None:
        """No roll to hit is made: whoever it strikes is hit."""
        self.sure = True
        self.say(by, says)

    def upgrade(self, by: Rule | str, says: str) -> None:
        """The shot becomes a blast, a blast a large one."""
        self._upgraded = True
        self.say(by, says)

    def heat(self, by: Rule | str, says: str) -> None:
        """Without a roll to hit a D6 is rolled for each shot before firing: on a 1 it is lost and hurts the firer."""
        self._hot = True
        self.say(by, says)

    def reheat(self, by: Rule | str, says: str) -> None:
        """A 1 of that D6 is thrown once more."""
        self.heat_again = True
        self.cooled.append(because(by, says))

    @property
    def marker(self) -> int:
        """The marker in inches across; 0 when there is none."""
        unsaid = 5 if self.strikes else 3 if self.lobbed or self.lasts else 0
        largest = max(self._markers, default=unsaid)
        return max(largest, 5 if largest else 3) if self._upgraded else largest

    @property
    def wide(self) -> bool:
        """Whether it is so wide, or stays, that those near its target must look out as well."""
        return self.marker >= 7 or self.strikes or self.lasts

    @property
    def rolls(self) -> bool:
        """Whether the attack rolls to hit."""
        return not (self.sure or self.marker or self.template)

    @property
    def heats(self) -> bool:
        """Whether a D6 is rolled for each shot before firing."""
        return self._hot and not self.rolls


class Outright(Reasons):
    """Wounds that a hit costs without a roll to wound, while rules speak."""

    def __init__(self) -> None:
        super().__init__()
        self.throw: Throw | None = None

    def wounds(self, throw: Throw, by: Rule | str, says: str) -> None:
        """So many wounds as these dice say."""
        self.throw = throw
        self.say(by, says)


class Match(Struct, frozen=True, eq=False):
    """An attack made ready. ``hit`` is None when nothing is rolled, ``wound`` when the target is a vehicle."""

    attack: Attack
    landing: Landing
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
    once: tuple[Test, Test, Test] | None  # a model's first miss rolled again, see ``_once``
    reasons: dict[str, tuple[Because, ...]]


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
    return _attacking(attack.by, attack.mates, attack.weapon, attack.how.melee, moment)


@kept(65536)
def _attacking(by: Model, mates: Squad, weapon: Weapon, melee: bool, moment: str) -> tuple[Callable[..., None], ...]:
    found: dict[UsrRule, Callable[..., None]] = {}
    bodily = [v for v in (*own_voices(by, moment), *voices(mates, moment)) if spoken_for(v, melee)]
    for voice in (*voices(weapon, moment), *bodily):
        found.setdefault(voice.__self__, voice)  # type: ignore[attr-defined]
    return tuple(found.values())


@kept(65536)
def match(by: Model, mates: Squad, weapon: Weapon, at: Squad, how: Situation) -> Match:
    """The match-up, built once. Of a weapon whose Strength or AP dice say it is what they say most often."""
    if weapon.stats.rolled:
        return match(by, mates, middling(weapon), at, how)
    attack = Attack(by, mates, weapon, at, how)
    landing = _landing(attack)
    hit, once = _to_hit(attack) if landing.rolls else (None, None)
    strength, ap = _strength(attack), _ap(attack)
    wound = None if at.armoured else _to_wound(attack, strength, ap.value)
    harm = Harm(1)
    for speak in attacking(attack, "harms"):
        speak(harm, attack)
    sure = Outright()
    for speak in attacking(attack, "outright"):
        speak(sure, attack)
    return Match(
        attack=attack,
        landing=landing,
        hit=hit,
        strength=strength.value,
        ap=ap.value,
        wound=wound,
        aps=tuple(sorted({f for f in wound.test.faces if isinstance(f, int)})) if wound else (ap.value,),
        marks=tuple(sorted(harm.marks)),
        hit_marks=tuple(sorted(harm.hit_marks)),
        model_marks=tuple(sorted(harm.model_marks)),
        fall_marks=tuple(sorted(harm.fall_marks)),
        outright=sure.throw,
        risky=hit is not None and HOT in hit.test.faces,
        precise=hit is not None and PRECISE in hit.test.faces,
        once=once,
        reasons={
            "landing": tuple(landing.because),
            "strength": tuple(strength.because),
            "piercing": tuple(ap.because),
            "harm": harm.all_marks,
            "outright": tuple(sure.because),
        },
    )


def _landing(attack: Attack) -> Landing:
    landing = Landing()
    if not attack.melee:
        stats = attack.weapon.stats
        if stats.template or stats.type.kind == "Template":
            landing.template = stats.template or "Template"
            landing.say("Template", "every model under the template is hit")
        for speak in attacking(attack, "landing"):
            speak(landing, attack)
        if not attack.how.snap and skill_of(attack).value >= 6:
            landing.reheat("Ballistic Skill 6+", "a 1 before firing is rolled again")
        landing.because += landing.cooled if landing.heats else ()
    return landing


def skill_of(attack: Attack) -> Figure:
    """The Weapon Skill or Ballistic Skill with which the attack is made."""
    how, stats = attack.how, attack.by.stats
    if attack.melee:
        figure = Figure("Weapon Skill", stats.WS)
        if how.afraid:
            figure.at_most(1, "Fear", "the Fear test was failed: Weapon Skill 1")
        for speak in attacking(attack, "weapon_skill"):
            speak(figure, attack)
    else:
        figure = Figure("Ballistic Skill", stats.BS)
        for speak in () if how.snap else attacking(attack, "skill"):
            speak(figure, attack)
        if how.snap:
            figure.at_most(1, "Snap Shots", "at Ballistic Skill 1")
    return figure


def _to_hit(attack: Attack) -> tuple[Built | None, tuple[Test, Test, Test] | None]:
    if attack.how.wrath:
        return Building("hammer of wrath", 3).done(), None
    if attack.how.overhead:
        return None, None
    skill = skill_of(attack)
    if attack.melee:
        against = _skill_against(attack)
        if against <= 0:
            return None, None
        test = ToHit("to hit", tables.to_hit_in_combat(skill.value, against))
        test.say("Weapon Skill", f"{skill.value} against {against}")
    else:
        needs, second = tables.to_hit_by_skill(skill.value)
        test = ToHit("to hit", needs, second)
        test.say("Ballistic Skill", f"{skill.value}: {needs}+" if needs else "0: it cannot shoot")
        if needs is None:
            test.passes = ()
    test.because.extend(skill.because)
    for speak in attacking(attack, "to_hit"):
        speak(test, attack)
    built = test.done(ORDERING)
    return built, _once(built.test) if test.once else None


AGAIN = "again"  # outcome: the die is thrown again by a rule that does so with every such die
LESSER = "lesser"  # outcome: it is thrown again by Ballistic Skill 6 and more, unless something better does


def _once(test: Test) -> tuple[Test, Test, Test]:
    """The roll before any re-roll; what a die means that a rule throws again; and one that only Ballistic Skill 6+ does."""
    first = list(test.faces)
    lesser = test.faces
    for face in test.again:
        table = test.after(face)
        first[face - 1] = AGAIN if table == test.faces else LESSER
        lesser = lesser if table == test.faces else table
    again = f"{test.name}, re-roll"
    return Test(test.name, 6, tuple(first)), Test(again, 6, test.faces), Test(again, 6, lesser)


def _skill_against(attack: Attack) -> int:
    """The Weapon Skill struck at; 0: it cannot be missed."""
    how, at = attack.how, attack.at
    if (
        at.armoured and not at.counts_as("Walker") and not (at.counts_as("Chariot") and at.WS)
    ):  # a chariot's rider parries
        return 0 if how.immobilised or at.counts_as("Building") else 1
    return min(at.WS, 1) if how.target_afraid else at.WS


def _strength(attack: Attack) -> Figure:
    printed, own = attack.weapon.stats.strength_in(attack.how.zone), attack.by.stats.S
    if attack.how.one_blow:
        figure = Figure("Strength", own)
    elif isinstance(printed, int):
        figure = Figure("Strength", printed)
    elif printed == "D":
        figure = Figure("Strength", 10)
        figure.say("Destroyer", "counts as Strength 10")
    elif printed == "X":
        figure = Figure("Strength", 0)
    else:
        figure = Figure("Strength", own)
        if printed.startswith("+"):
            figure.add(int(printed[1:]), attack.weapon.name, f"Strength {printed}")
        elif printed.startswith("x"):
            figure.multiply(int(printed[1:]), attack.weapon.name, f"Strength {printed}")
    for speak in attacking(attack, "strength"):
        speak(figure, attack)
    return figure


def _ap(attack: Attack) -> Figure:
    figure = Figure("AP", attack.weapon.stats.ap_in(attack.how.zone) or NO_AP, least=1, most=NO_AP)
    for speak in attacking(attack, "piercing"):
        speak(figure, attack)
    return figure


def _to_wound(attack: Attack, strength: Figure, ap: int) -> Built:
    toughness = attack.at.T if attack.melee or not attack.at.guns else attack.at.guns

    def means(natural: int, total: int, passed: bool) -> int | None:
        return ap if passed else None

    needs = tables.to_wound(strength.value, toughness) if strength.value else None
    test = ToWound(needs, strength.value, ap, means)
    if strength.value:
        test.say("Strength", f"{strength.value} against Toughness {toughness}")
    test.because.extend(strength.because)
    for speak in attacking(attack, "to_wound"):
        speak(test, attack)
    return test.done(ORDERING)


# --- the target's side -----------------------------------------------------------------------------------------------


@kept(65536)
def defence(m: Match, exposed: Exposed, ap: int) -> Defence:
    """What a model of the target does about a wound of this attack that is resolved at this AP."""
    attack, model = m.attack, exposed.model
    stats = model.stats
    saves = Saves(stats.Sv, stats.Inv, exposed.cover, attack.ruling("shroud-cap", "any"))
    if attack.melee:
        saves.deny("cover", "close combat", "cover does not count")
    elif m.landing.template:
        saves.deny("cover", "Template", "ignores cover")
    if attack.how.grounded:
        saves.go_to_ground()
    if attack.how.night and not attack.melee:
        saves.night()
    if stats.armoured:
        saves.armour = None
    for speak in attacking(attack, "denies"):
        speak(saves, attack)
    for speak in model_voices(model, attack.at, "save"):
        speak(saves, attack)
    harm = Harm(stats.HP if stats.armoured else stats.W, spread=bool(m.landing.marker or m.landing.template))
    if not stats.armoured and m.strength >= 2 * stats.T:
        if attack.ruling("overwhelming-damage", "off") == "on":
            for kind in ("armour", "invulnerable"):
                saves.deny(
                    kind, "Overwhelming Damage", f"Strength {m.strength} is twice Toughness {stats.T}: no {kind} save"
                )
        harm.slay("Instant Death", f"Strength {m.strength} is twice Toughness {stats.T}")
    if ap == NO_SAVES:
        harm.costs_rolled("D6+6", "Destroyer", "a deathblow")
    for speak in attacking(attack, "harms"):
        speak(harm, attack)
    for speak in model_voices(model, attack.at, "suffers"):
        speak(harm, attack)
    save = saves.done(ap)
    return Defence(
        save=save,
        ignore=None if harm.certain or stats.armoured else discounting(attack, model, attack.at),
        costs=harm.costs,
        rolled=harm.rolled,
        separate=harm.separate,
        reasons=harm.reasons,
        no_save=saves.passed_over,
    )


def discounting(attack: Attack, model: Model, squad: Squad) -> Built | None:
    """The roll that may discount an unsaved wound of a model, None when it has none. One roll a wound, the best."""
    test = Building("feel no pain", None)
    for speak in model_voices(model, squad, "unsaved"):
        speak(test, attack)
    return test.done() if test.needed is not None else None


@kept(16384)
def looked_out(model: Model, ruling: str = "taken") -> Built:
    """The roll by which another model takes a character's wound, under a value of the ruling ``look-out-sir``."""
    needs = 4 if ruling == "seventh" else 3
    test = Building("look out, sir", needs)
    test.say("Look Out, Sir", f"{needs}+: the nearest model beside takes the wound")
    for speak in own_voices(model, "look_out_sir"):
        speak(test)
    return test.done()


@kept(65536)
def penetration(m: Match, exposed: Exposed) -> tuple[Pen, tuple[Because, ...]]:
    """The armour penetration roll against one vehicle, with its reasons."""
    attack, stats = m.attack, exposed.model.stats
    facing = m.landing.facing or struck_facing(attack, exposed.model)
    armour = {"front": stats.Front, "side": stats.Side or stats.Front, "rear": stats.Rear or stats.Front}[facing]
    roll = Penetration(m.strength, armour)
    roll.say("Armour", f"Strength {m.strength} against {armour} ({facing})")
    if not attack.melee and attack.weapon.stats.type.kind in ("Ordnance", "Primary Weapon"):
        roll.keep_best("Ordnance", "two dice of which the higher counts")
    for reason in m.reasons["strength"]:
        roll.say(reason.rule, reason.says)
    for speak in attacking(attack, "to_penetrate"):
        speak(roll, attack)
    return roll.done(), roll.reasons


def struck_facing(attack: Attack, model: Model) -> str:
    """Which armour a hit strikes: in close combat the rear, of a walker the front."""
    if attack.shooting or attack.how.wrath or attack.how.head_on:
        return attack.how.facing
    return "front" if type_of(model).type == "Walker" else "rear"
