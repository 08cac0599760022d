"""One weapon against one unit in given circumstances: every test built once, with its reasons.

Rules speak here; what comes out is a ``Match``, found by identity, on which tests, trees and laws hang.
"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct
from msgspec.structs import replace

from ...common.building import Because, Building, Built, because, in_words
from ...common.profiles import Kind, Model, Weapon
from ...common.rules import Rule, voices
from ...kernel.faces import Test, Throw
from ...kernel.memo import memo
from ...kernel.purpose import Purpose
from .circumstances import Circumstances, Firer, Shot
from .moments import speaker
from .slots import (
    CRITICAL,
    DAMAGE,
    DESTROYED,
    GLANCE,
    HIT,
    MISS,
    NOTHING,
    Guard,
    Harm,
    Hits,
    Permit,
    RateOfFire,
    ReadyWeapon,
)

SAVE_BARRED = 13  # weapons of this Energy and above cannot be saved against
DAMAGES = ((NOTHING, "no damage"), (DAMAGE, "damage"), (CRITICAL, "a critical"))
NO_EFFECT = (
    (NOTHING, "no damage"),
    (DAMAGE, "no damage"),
    (CRITICAL, "no damage"),
)  # of what cannot damage such a target
HITS = ((MISS, "a miss"), (GLANCE, "a glance"), (HIT, "a hit"), (DESTROYED, "a Destroyer hit"))
NONE = (0, 0, 0, 0)  # Damage Points that may be saved, that may not; criticals; Collateral tokens


class Match(Struct, eq=False):
    """A weapon against a unit. ``to_hit`` is None when it hits without a die; ``glance`` and ``many`` as in ``Hits``."""

    shot: Shot
    energy: int | None  # printed, or raised by combined fire; None: it does no damage
    to_hit: Built | None
    focus: int
    template: float  # inches: the radius of the template, 0 without
    glance: int | None
    many: Test | Throw | None
    worth: dict[Hashable, tuple[int, int, int]]
    guard: tuple[Built, ...]
    saves: tuple[str, ...]  # what those saves are called
    tokens: int  # Collateral laid by one use
    reasons: dict[str, tuple[Because, ...]]

    @property
    def single(self) -> bool:
        """Whether a shot is one die after the other with nothing between: no template, no hits given up."""
        return not (self.template or self.focus or self.many or self.glance is not None)

    def damage(self, more: int = 0) -> Built:
        """The damage roll with so much Energy more (or less) than the weapon's."""
        return _damage(self, more)

    def savable(self, more: int = 0) -> bool:
        """Whether saves are allowed: not against 13 Energy and more, unless a Behemoth makes them."""
        if not self.guard:
            return False
        energy = (self.energy or 0) + min(more, 0)  # hits given up do not change the weapon; a glance does
        return energy < SAVE_BARRED or self.shot.at("Behemoth")

    def harm(self, outcome: Hashable, more: int = 0) -> tuple[int, int, int, int]:
        """(points that may be saved, points that may not, criticals, tokens) of one outcome of damage."""
        points, criticals, tokens = self.worth[outcome]
        return (points, 0, criticals, tokens) if self.savable(more) else (0, points, criticals, tokens)


def why_not(shot: Shot) -> str:
    """Why the weapon may not be aimed at this unit, "" when it may. Range, sight lines and arcs are the table's."""
    permit = permitted(shot)
    now, weapon = shot.now, shot.weapon
    if shot.at("Scenery") and not shot.at("Destructible"):
        return "only Destructible scenery can be shot at"
    if shot.close and not shot.at("Infantry"):
        return "close quarters are fought inside a Garrison, where only Infantry can be"
    needs = []
    if shot.at("Airborne"):
        needs.append(("aircraft", "only Anti-Aircraft weapons can be aimed at Aircraft in the air"))
    if now.unseen and not shot.close:
        needs.append(("unseen", "the target is not visible and the weapon is not Indirect"))
    if now.inside and not shot.close:
        needs.append(("inside", "the target is inside a Garrison and not on an edge"))
    if now.reaction:
        if not shot.at("Airborne"):
            return "Reaction Fire is at Aircraft in the air only"
        needs.append(("reaction", "only Anti-Aircraft weapons can Reaction Fire"))
    for word, why in needs:
        if word in permit.barred:
            return permit.barred[word]
        if word not in permit.allowed:
            return f"{weapon.name}: {why}" if word != "unseen" else why
    return ""


@memo(65536)
def permitted(shot: Shot) -> Permit:
    """What the weapon's rules allow it to be aimed at."""
    permit = Permit()
    for speak in voices(shot.weapon, "may_target"):
        speak(permit, shot)
    for speak in voices(shot.now.cards, "may_target"):
        speak(permit, shot)
    return permit


@memo(65536)
def match(weapon: Weapon, kind: Kind, target: Model, now: Circumstances, energy: int | None) -> Match:
    """The match-up of a weapon of this Energy with a unit of a squad, built once."""
    shot = Shot(weapon, kind, target, now)
    hits = Hits()
    for speak in voices(weapon, "after_hits"):
        speak(hits, shot)
    harm = Harm(shot.at("Scenery"), criticals=not (shot.close or now.collateral))
    for holder, moment in ((weapon, "damages"), (target, "suffers")):
        for speak in voices(holder, moment):
            speak(harm, shot)
    laid = [(n, speaker(speak)) for speak in voices(weapon, "tokens") if (n := speak(shot))]
    tokens = [because(by, f"{n} Collateral token{'s' * (n > 1)} besides what the hits do") for n, by in laid]
    reasons = {"hits": tuple(hits.because), "harm": tuple(harm.because), "tokens": tuple(tokens)}
    return Match(
        shot=shot,
        energy=energy,
        to_hit=None if shot.close or weapon.stats.acc is None else _to_hit(shot, hits),
        focus=hits.focus,
        template=hits.template,
        glance=hits.glance,
        many=hits.many,
        worth=harm.worth(),
        guard=_guard(shot),
        saves=tuple([name for name, *_ in _saves(shot).saves]),
        tokens=sum([n for n, _ in laid]),
        reasons=reasons,
    )


def unprotected(shot: Shot) -> tuple[tuple[str, Rule | str], ...]:
    """(kind of protection, what takes it away) for this shot."""
    found = [(word, speaker(s)) for s in voices(shot.weapon, "ignores") for word in s(shot)]
    found += [(word, speaker(s)) for s in voices(shot.target, "never") for word in s(shot)]
    return tuple(found)


def _to_hit(shot: Shot, hits: Hits) -> Built:
    glances = hits.glance is not None

    def means(natural: int, total: int, passed: bool) -> str:
        return HIT if passed else GLANCE if glances and natural >= hits.glance_from else MISS

    own = [(needs, speaker(s)) for s in voices(shot.weapon, "accuracy") if (needs := s(shot)) is not None]
    base = max(needs for needs, _ in own) if own else 2 if shot.at("Scenery") else shot.weapon.stats.acc
    test = Building(f"{shot.weapon.name} to hit {shot.kind.name}", base, fails=(1,), passes=(6,), means=means)
    for needs, by in own:
        test.say(by, f"{needs}+ before modifiers")
    if shot.at("Scenery") and not own:
        test.say("Destructible scenery", "2+ instead of the weapon's Accuracy")
    elif not own:
        test.say("Accuracy", f"{base}+")
    test.because.extend(hits.because)
    plain = [(speaker(s), why) for s in voices(shot.now.cards, "unmodified") if (why := s(shot))]
    if not plain:
        _modify(test, shot)
    for by, why in plain[:1]:
        test.say(by, why)
    for holder in (shot.weapon, shot.now.cards):
        for speak in voices(holder, "to_hit"):
            speak(test, shot)
    built = test.done()
    return needed(built, ("a hit", "a miss"), called=HITS, begins=True)


def _modify(test: Building, shot: Shot) -> None:
    """What makes the target harder to hit."""
    now = shot.now
    lost = dict(reversed(unprotected(shot)))
    evasion = shot.target.stats.CM.evasion
    for speak in voices(now.cards, "evades"):
        evasion += speak(shot)
        test.say(speaker(speak), f"Evasion {evasion}")
    if "hull-down" in now.cover:
        if shot.at("Scenery", "Behemoth"):
            test.say("Hull Down", "does not count for scenery and Behemoths")
        elif "hull-down" in lost:
            test.say(lost["hull-down"], "Hull Down does not count")
        else:
            test.add(-2, "Hull Down", "2 more needed")
    if "soft" in now.cover:
        if not shot.at("Infantry"):
            test.say("Soft Cover", "does not count: it is for Infantry")
        elif "soft" in lost:
            test.say(lost["soft"], "Soft Cover does not count")
        else:
            test.add(-2, "Soft Cover", "2 more needed")
    if evasion:
        if "evasion" in lost:
            test.say(lost["evasion"], "Evasion does not count")
        else:
            _evade(test, shot, evasion)
    if now.incoherent:
        test.add(-1, "Out of coherency", "1 more needed")
    if now.disembarked:
        test.add(-2, "Disembarked", "2 more needed")
    if now.reaction:
        test.add(-2, "Reaction Fire", "2 more needed")


def _evade(test: Building, shot: Shot, evasion: int) -> None:
    lowered = 0
    for speak in voices(shot.weapon, "lowers_evasion"):
        by = speak(shot)
        lowered += by
        if by:
            test.say(speaker(speak), f"Evasion lowered by {by}")
    left = evasion - lowered
    if shot.now.ruling("s5-aa-beyond-evasion", "floor") == "floor":
        left = max(0, left)
    if left:
        test.add(-left, "Evasion", f"{left} more needed" if left > 0 else f"{-left} fewer needed")


@memo(65536)
def _damage(m: Match, more: int) -> Built:
    shot, now = m.shot, m.shot.now
    armour = shot.target.stats.A
    plain_critical = 0  # what Body Cover takes from the roll without counting for the critical

    def means(natural: int, total: int, passed: bool) -> int:
        if not passed:
            return NOTHING
        return CRITICAL if total + plain_critical >= armour + 2 else DAMAGE

    if m.energy is None:
        return Building("to damage", None, means=means).done()
    test = Building(f"{shot.weapon.name} to damage {shot.kind.name}", armour, fails=(1,), means=means)
    own = f"{m.energy} of combined fire" if m.energy != shot.weapon.stats.energy else f"{m.energy}"
    says = f"{own}{more:+d} against Armour {armour}" if more else f"{own} against Armour {armour}"
    test.add(m.energy + more, "Energy", says)
    if "body" in now.cover:
        lost = dict(reversed(unprotected(shot)))
        if not shot.at("Infantry"):
            test.say("Body Cover", "does not count: it is for Infantry")
        elif shot.close or now.collateral:
            test.say(
                "Body Cover", "does not count in close quarters" if shot.close else "does not count for Collateral"
            )
        elif "body" in lost:
            test.say(lost["body"], "Body Cover does not count")
        else:
            test.add(-1, "Body Cover", "1 more needed")
            plain_critical = 1 if now.ruling("s3-body-cover", "both") == "damage" else 0
    if shot.close and now.entered:
        test.reroll("passed", "Entered this activation", "successful dice are thrown again")
    if now.collateral:
        test.always(6, "Collateral", "a natural 6 always damages")
    for holder in (shot.weapon, now.cards):
        for speak in voices(holder, "to_damage"):
            speak(test, shot)
    built = test.done()
    tells = CRITICAL in built.test.faces and m.worth[CRITICAL] != m.worth[DAMAGE]
    called = DAMAGES if tells else () if any(m.worth[DAMAGE]) else NO_EFFECT
    return needed(built, ("damage", "no damage"), alone=_alone(shot), called=called)


def _saves(shot: Shot) -> Guard:
    guard = Guard()
    if (passive := shot.target.stats.CM.passive) is not None:
        guard.add("passive save", passive, "Passive countermeasures", f"P{passive}+, a die for each Damage Point")
    for holder in (shot.target, shot.now.cards):
        for speak in voices(holder, "saves"):
            speak(guard, shot)
    return guard


def _guard(shot: Shot) -> tuple[Built, ...]:
    tests = []
    for name, needs, by, says in _saves(shot).saves:
        test = Building(f"{name} of {shot.kind.name}", needs, fails=(1,))
        test.say(by, says)
        tests.append(needed(test.done(), ("saved", "failed"), alone=_alone(shot)))
    return tuple(tests)


def _alone(shot: Shot) -> bool:
    """Whether the log has not told the numbers of such dice when they are thrown: nobody has fired what hits by itself."""
    return shot.weapon.stats.acc is None and not shot.close


def needed(
    built: Built,
    comes_to: tuple[str, str] = ("", ""),
    alone: bool = False,
    called: tuple[tuple[Hashable, str], ...] = (),
    begins: bool = False,
) -> Built:
    """A built test that is called after what it needs, for those who throw the dice and who read of them.

    ``alone``: the log tells its reasons with the dice. ``called``: words for outcomes that are more than success and failure.
    ``begins``: as of ``Purpose``.
    """
    what, name = built.test.name, f"{built.test.name}, {built.needs}"
    words = name + in_words(built.because) if alone else ""
    name = Purpose(
        name, what=what, needs=built.needs, because=built.because, comes_to=comes_to, called=called, words=words,
        begins=begins,
    )  # fmt: skip
    return replace(built, test=replace(built.test, name=name))


def harmless(m: Match, shots: int) -> bool:
    """Whether so many shots can do nothing, even with all hits but one given up."""
    if m.to_hit is not None and DESTROYED in m.to_hit.test.faces:
        return not any(m.worth[DESTROYED])
    return not m.tokens and m.damage(m.focus * max(0, shots - 1)).chance == 0


@memo(8192)
def told_of(m: Match) -> str:
    """The numbers that dice of a match-up need, each with its reasons, as a log tells them."""
    said = ["hits without a die" if m.to_hit is None else _told("to hit", m.to_hit)]
    if m.energy is not None:
        critical = [n for n, level in enumerate(m.damage().test.faces, 1) if level == CRITICAL]
        also = f", critical {critical[0]}+" if critical and m.worth[CRITICAL] != m.worth[DAMAGE] else ""
        said.append(_told("to damage", m.damage()) + also)
        said += [f"{b.rule}: {b.says}" for b in m.reasons["harm"]]
    if m.savable():
        said += [_told(name, built, False) for name, built in zip(m.saves, m.guard, strict=True)]
    elif m.guard:
        said.append(f"no saves against Energy {SAVE_BARRED} and more")
    said += [f"{b.rule}: {b.says}" for b in m.reasons["tokens"]]
    return "; ".join(said)


def _told(name: str, built: Built, why: bool = True) -> str:
    reasons = ", ".join(f"{b.rule}: {b.says}" for b in built.because) if why else ""
    return f"{name} {built.needs}" + (f" ({reasons})" if reasons else "")


def firing(weapon: Weapon, firer: Firer) -> ReadyWeapon:
    """How a unit's weapon fires."""
    fire = RateOfFire(weapon)
    for holder in (weapon, firer.cards):
        for speak in voices(holder, "fires"):
            speak(fire, firer)
    return fire.done()


@memo(8192)
def firing_with(weapon: Weapon, lost: int, combined: bool) -> ReadyWeapon:
    """How the weapon of a unit fires that has lost so many Damage Points."""
    return firing(weapon, Firer(lost, combined))
