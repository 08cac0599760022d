"""A match-up: one weapon in the hands of one model against one target, built once from everything that speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ...common.building import Building, Built, ids_of, thrown_for
from ...common.profiles import Model, Weapon
from ...common.rules import voices
from ...kernel.asks import Procedure, Roll
from ...kernel.memo import memo
from .circumstances import Circumstances
from .damage import RemovalEffects
from .slots import Aftermath, DiceCount, Direct, Extra, Gain, Harm, Laying, Permit, Rate, Removal, ToHit
from .target import FACINGS

RESULT = "result "  # counted with a number behind it
SMALL, LARGE, TEARDROP = "small", "large", "teardrop"
TOP = 13  # the highest result there can be: a 6, +6 printed and +1


class Shot(Struct, frozen=True):
    """What rules are told: who uses which weapon on whom, and how. ``target`` is the profile of most of its models."""

    model: Model
    weapon: Weapon
    target: Model
    toughness: int
    how: Circumstances
    uses: int = -1  # uses left of a Limited weapon, -1: all
    rolled: bool = False  # ``uses`` is what the dice have given already
    loose: bool = False  # the target's Toughness may change before the hits are worked out

    @property
    def melee(self) -> bool:
        """Whether it is a blow."""
        return self.how.melee

    @property
    def vehicle(self) -> bool:
        """Whether the target is a vehicle."""
        return self.target.stats.Armor is not None

    @property
    def at_scenery(self) -> bool:
        """Whether it is fired at scenery, which has neither models nor Resolve."""
        return self.target.role == "scenery"

    @property
    def armor(self) -> int:
        """The printed Armor of the facing struck; 0 for infantry."""
        armor = self.target.stats.Armor
        return 0 if armor is None else int(armor[FACINGS.index(self.how.facing)])


class Shell(NamedTuple):
    """What a die for a template means: success, a further hit, its result, and how far the template slides."""

    success: int
    extra: int = 0
    result: int = 0
    slide: int = 0

    @property
    def succeeds(self) -> bool:
        """A template that slides has missed."""
        return self.success > 0


class Match:
    """Everything the dice of a match-up need. Kept, and found by identity."""

    def __init__(self, shot: Shot) -> None:
        self.shot = shot
        self.attacking = _rules(shot)
        self.permit = permit_of(shot.model, shot.weapon, shot.how)
        rate, gain, harm, direct, after = (
            Rate(shot.weapon.stats.RoF, shot.weapon.name),
            Gain(),
            Harm(),
            Direct(),
            Aftermath(),
        )
        laying, removal = Laying(), Removal()
        self._speak("lays", laying)
        self._speak("removes", removal)
        self.laying, self.removal = laying, removal
        self.template = laying.template
        self._speak("rate", rate)
        self._speak("hits", gain)
        self._speak("damages", harm)
        self._speak("strikes_directly", direct)
        self._speak("afterwards", after)
        self.rate, self.gain, self.harm, self.direct, self.after = rate, gain, harm, direct, after
        self.dice: DiceCount = rate.done()
        self.extras = tuple(direct.extras)
        self.plain: Match | None = None
        # What dice are counted for: successes alone where that says it all, in this order where not.
        self.counts = _counted(gain, harm, bool(self.extras), shot.loose)
        # What one weapon is counted for besides.
        self.besides = tuple(
            w for w, wanted in (("failed", shot.melee), ("weapons", after.crushes), ("bearers", gain.follows)) if wanted
        )
        self._steps: list[Built] = []
        first = self.to_hit(0)
        # Dice of equal weapons are one handful unless something is decided weapon by weapon.
        self.singly = (
            self.dice.fixed is None or gain.all_from > 0 or gain.repeats or bool(after.crushes) or gain.follows
        )
        parts = (self.permit, rate, first, gain, laying, harm, removal, direct, after)
        self.by = ids_of(b for part in parts for b in part.because)

    def _speak(self, moment: str, slots: Any) -> None:
        for holder in self.attacking:
            for voice in voices(holder, moment):
                voice(slots, self.shot)

    def to_hit(self, step: int) -> Built:
        """The test of one die; ``step`` counts the repeats of Cascade before it."""
        while len(self._steps) <= step:
            self._steps.append(self._built(len(self._steps)))
        return self._steps[step]

    def _built(self, step: int) -> Built:
        shot, how = self.shot, self.shot.how
        aim = ToHit(0, 0, max(2, 7 - how.skill)) if how.melee else ToHit(how.cover, how.obscured, how.terms.open_tn)
        self._speak("aims", aim)
        for voice in voices(shot.target, "aimed_at"):
            voice(aim, shot)
        core_modifiers(aim, shot, self.permit)
        self.bonus = sum(n for n, _, _ in aim.modifiers if n > 0)  # what Sharpshooter may use
        if step:
            less = self.gain.less * (step if how.terms.cumulative else 1)
            aim.add(-less, "repeat", f"-{less} for attack {step + 1} of this weapon")
        test = Building(
            self.test_name,
            aim.needs,
            means=self._laid(aim.needs) if self.template else self._means,
        )
        for reason in needs_said(aim, shot):
            test.say(*reason)
        test.because.extend(b for b in aim.because if b not in test.because)
        for n, by, says in aim.modifiers:
            test.add(n, by, says)
        for which, rule, says in aim.rerolls:
            test.reroll(which, rule, says)
        return thrown_for(test.done(), shot.weapon.name)

    @property
    def test_name(self) -> str:
        """What the test to hit is called where it is explained."""
        return "to hit in melee" if self.shot.melee else "to hit"

    @property
    def direct_bonus(self) -> int:
        """What is added to a Direct Damage die: as to hit, where a rule says so."""
        return self.bonus if self.direct.sharp else 0

    @property
    def falls(self) -> RemovalEffects | None:
        """What models that the weapon removes set off."""
        if not (self.removal.bores or self.removal.bursts):
            return None
        return RemovalEffects(self.removal.bores, self.removal.bursts, self.direct_bonus, self.shot.how.under)

    def falls_by(self, extra: Extra) -> RemovalEffects | None:
        """What models set off that the Direct Damage dice of a rule remove; the dice of Borer are not the weapon itself."""
        falls = self.falls
        if falls is None or not (falls.bores and extra.apart):
            return falls
        return replace(falls, bores="") if falls.bursts else None

    def plainly(self) -> Match:
        """The match-up for a template that has slid: hits make points, but none of them is a success."""
        if self.plain is None:
            self.plain = Match(self.shot)
            self.plain.extras = ()
            self.plain.gain.one_for = 0
            after = self.plain.after
            after.marks = {mark: rule for mark, rule in after.marks.items() if mark not in after.by_success}
        return self.plain

    def _laid(self, needs: int) -> Callable[[int, int, bool], Shell]:
        """What a die for a template means."""

        def means(natural: int, result: int, passed: bool) -> Shell:
            if not passed:
                return Shell(0, 0, 0, needs - result if natural != 1 else 0)
            extra = self.gain.extra_hits if 0 < self.gain.extra_from <= result else 0
            return Shell(1, extra, result if self.harm.surplus else 0, 0)

        return means

    def _means(self, natural: int, result: int, passed: bool) -> int | tuple[int, ...]:
        if not passed:
            return 0 if len(self.counts) == 1 else (0,) * len(self.counts)
        if self.counts == ("successes",):
            return 1
        extra = self.gain.extra_hits if 0 < self.gain.extra_from <= result else 0
        found = {
            "successes": 1,
            "hits": self.gain.each + extra,
            "extra": extra,
            "surplus": max(0, result - self.shot.toughness),
            f"{RESULT}{min(result, TOP)}": 1,
        }
        counted = tuple(found.get(word, 0) for word in self.counts)
        return counted if len(counted) > 1 else counted[0]


def _counted(gain: Gain, harm: Harm, extras: bool, loose: bool) -> tuple[str, ...]:
    if gain.extra_from and not (gain.all_from or harm.surplus or extras):
        return ("hits",)
    words = ["successes"]
    if gain.extra_from:
        words.append("extra")
    if harm.surplus:
        words += [f"{RESULT}{n}" for n in range(2, TOP + 1)] if loose else ["surplus"]
    return tuple(words)


def one_die(match: Match, step: int) -> Procedure:
    """One die to hit: what the match-up counts of it, a number or a tuple."""
    return (yield Roll(match.to_hit(step).test))


@memo(65536)
def match(
    model: Model,
    weapon: Weapon,
    target: Model,
    toughness: int,
    how: Circumstances,
    uses: int = -1,
    rolled: bool = False,
    loose: bool = False,
) -> Match:
    """The kept match-up of these facts."""
    return Match(Shot(model, weapon, target, toughness, how, uses, rolled, loose))


@memo(8192)
def letting_follow(model: Model, how: Circumstances) -> int:
    """How many of a model's weapons let it fire another after a success."""
    return sum(
        match(model, w, model, 4, how).gain.follows
        for w in model.weapons
        if voices(w, "hits") or voices(model, "hits")  # few weapons have them
    )


@memo(65536)
def permit_of(model: Model, weapon: Weapon, how: Circumstances) -> Permit:
    """Whether a model may use a weapon now, and why not."""
    permit = Permit()
    shot = Shot(model, weapon, model, 0, how)
    for holder in (weapon, model):
        for voice in voices(holder, "permits"):
            voice(permit, shot)
    digital = permit.as_digital or weapon.stats.type == "Digital"
    heavy = weapon.stats.type == "Heavy"
    if how.melee:
        if not (weapon.stats.melee or digital or permit.as_melee):
            permit.forbid("core", f"{weapon.name} is no melee weapon")
        elif heavy and how.moved and not permit.heavy_moved:
            permit.forbid("core", "a Heavy weapon does not fire after moving")
    elif weapon.stats.melee:
        permit.forbid("core", f"{weapon.name} strikes in melee only")
    elif how.reacting and how.token == "idle" and not digital:
        permit.forbid("core", "a reaction without a token is for Digital weapons")
    elif how.token == "idle" and how.moved:
        permit.forbid("core", "an Idle unit moves or shoots, not both")
    elif heavy and how.moved and not permit.heavy_moved:
        permit.forbid("core", "a Heavy weapon does not fire after moving")
    return permit


def is_digital(model: Model, weapon: Weapon, how: Circumstances) -> bool:
    """Whether the weapon counts as Digital now."""
    return weapon.stats.type == "Digital" or permit_of(model, weapon, how).as_digital


def core_modifiers(aim: ToHit, shot: Shot, permit: Permit) -> None:
    """What token and print add: in melee the print alone."""
    how, terms = shot.how, shot.how.terms
    if not how.melee:
        free = permit.as_digital or shot.weapon.stats.type == "Digital"
        idle = how.reacting or how.token == "idle"
        if idle and terms.idle and not free and not aim.steady:
            aim.add(terms.idle, "reaction" if how.reacting else "Idle", f"{terms.idle:+d}")
        elif idle and terms.idle and free:
            aim.say("Digital", f"no {terms.idle:+d} for {'reacting' if how.reacting else 'Idle'}")
        elif not idle and how.token == "shoot" and terms.stationary:
            aim.add(terms.stationary, "Shoot token", f"{terms.stationary:+d}")
        elif not idle and how.token == "overrun" and terms.overrun:
            aim.add(terms.overrun, "Overrun token", f"{terms.overrun:+d}")
    if shot.weapon.stats.hit:
        aim.add(shot.weapon.stats.hit, "weapon", f"{shot.weapon.stats.hit:+d} printed")


def needs_said(aim: ToHit, shot: Shot) -> list[tuple[str, str]]:
    """The core reasons for the number needed."""
    how = shot.how
    if how.melee:
        said = [("Attack Value", f"{how.skill}, so {max(2, 7 - how.skill)} or more")]
        if how.cover or how.obscured:
            said.append(("cover", "does not count in melee"))
        return said
    said = [("open ground", f"{aim.base} or more")]
    if how.cover:
        said.append(("cover", f"{how.cover} or more" if aim.cover else f"{how.cover}+ does not count"))
    if how.obscured:
        said.append(("obscured", f"{how.obscured} or more" if aim.obscured else f"{how.obscured}+ does not count"))
    return said


def _rules(shot: Shot) -> tuple[Weapon | Model, ...]:
    return shot.weapon, shot.model
