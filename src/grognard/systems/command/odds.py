"""From a question to an attack: who uses which weapon, in which circumstances, and the steps that explain it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from ...common.attack import still_there
from ...common.building import Because, because
from ...common.odds import Outcome, Plan, Question, Step, Unused, answers, chosen, in_order, step, worded
from ...common.profiles import Model, Weapon
from ...common.rules import voices
from ...errors import GrognardError
from ...kernel.asks import Choose, Procedure, Stage
from ...kernel.made import Made
from .attack import AGAIN, FOLLOWS, ORDER, RADII, attack, backlash, counted_failures, crushed, disrupted
from .circumstances import MOVING_TOKENS, Circumstances
from .damage import TAKES, direct_test
from .matchup import TEARDROP, Match, match, permit_of
from .moments import speaker
from .rulings import RULINGS, terms_of
from .slots import CORROSIVE
from .target import Target, Toll, injury_of, majority, price_of_recklessness, resolve_test, target_of
from .weapons import Assault, EqualWeapons, WeaponGroup, goes_reckless, groups_of, strikes_with


def read_cover(text: str) -> int:
    """The value of ``--cover``: 4, 5 or 6 (also written ``5+``). Raises GrognardError for anything else."""
    number = text.strip().rstrip("+")
    if number in ("4", "5", "6"):
        return int(number)
    raise GrognardError(
        f"cover {text!r} is not of this game", where="--cover", hint="a number: 4, 5 or 6; none without it"
    )


def how_of(question: Question, own: tuple[Model, ...]) -> Circumstances:
    """The circumstances that a question says, as far as they count."""
    melee = question.melee
    reacting = bool(question.set("reacting", False))
    token = question.set("token", "advance" if question.moved else "shoot")
    moved = (
        question.charging
        if melee
        else not reacting and (token in MOVING_TOKENS or (token == "idle" and question.moved))
    )
    striker = target_of(own, "front", len(question.attacker.models))
    skill = striker.skill(striker.full) if melee else 0
    vehicle, cover = majority(question.target.models).stats.Armor is not None, question.cover or 0
    return Circumstances(
        melee=melee,
        token=token,
        reacting=reacting,
        moved=moved,
        cover=cover,
        obscured=int(question.set("obscured", 0)),
        facing=question.facing or "front",
        moving=bool(question.set("target-moving", False)),
        skill=skill,
        reckless=bool(question.set("reckless", False) and melee and goes_reckless(own)),
        under=int(question.set("under", 1)),
        terms=terms_of(question.rulings).of_attack(melee, token, reacting, cover, vehicle),
    )


def why_idle(question: Question, part: str) -> str:
    """Why a part of the situation has no effect, in a sentence; "" where no reason is known."""
    melee = question.melee
    if part in ("range", "cover", "obscured") and melee:
        return f"{part} does not count in melee"
    if part in ("token", "moved") and melee:
        return f"{part}: what a token adds to shooting is not added in melee"
    if part == "charging" and not melee:
        return "charging: a charge is for melee"
    if part == "moved" and question.set("token") == "shoot":
        return "moved: a unit that shows a Shoot token has not moved"
    if part == "facing" and majority(question.target.models).stats.Armor is None:
        return "facing: infantry has no facings"
    if part == "reckless":
        return "reckless: the unit is not Reckless" if melee else "reckless counts in melee only"
    return ""


Used: TypeAlias = list[tuple[int, Model, Weapon]]


def weapons_used(
    models: tuple[Model, ...], how: Circumstances, wanted: Callable[[Weapon], bool], named: bool = False
) -> tuple[Used, dict[str, str], int]:
    """Who may use what in file order, with the model's place; why others may not be used; how many have nothing to strike with.

    ``named``: the weapons were asked for by name, so that a blade in a shooting is worth a word.
    """
    used: Used = []
    refused: dict[str, str] = {}
    unarmed = 0
    for i, model in enumerate(models):
        ready = []
        for weapon in model.weapons:
            why = permit_of(model, weapon, how).refused
            if not why:
                ready.append(weapon)
            elif wanted(weapon) and (weapon.stats.melee == how.melee or named):
                refused.setdefault(weapon.name, why)
        if how.melee:
            ready = list(strikes_with(model, how))
            unarmed += not ready
        used += [(i, model, w) for w in ready if wanted(w)]
    return used, refused, unarmed


def menu_of(used: Used, how: Circumstances) -> dict[Model, tuple[Weapon, ...]]:
    """What each profile may strike with where it may choose: one weapon a model in melee."""
    menu: dict[Model, dict[Weapon, None]] = {}
    for _, model, weapon in used if how.melee else ():
        menu.setdefault(model, {})[weapon] = None
    return {model: tuple(weapons) for model, weapons in menu.items() if len(weapons) > 1}


def struck_with(used: Used, how: Circumstances, picked: dict[Model, Weapon]) -> Used:
    """Who strikes with what once each profile has chosen; unless it says otherwise, with its first weapon."""
    if not how.melee:
        return used
    found: dict[int, tuple[int, Model, Weapon]] = {}
    for i, model, weapon in used:
        if picked.get(model, weapon) == weapon:
            found.setdefault(i, (i, model, weapon))
    return list(found.values())


# Rulings that battles ask and attacks do not: no value of theirs changes the terms on which dice are thrown.
ASIDE = frozenset(r.name for r in RULINGS if all(terms_of({r.name: value}) == terms_of({}) for value in r.others))


def plan(question: Question) -> Plan:
    """The attack that a question asks for."""
    own = still_there(question.attacker.models, question.models)
    against = still_there(question.target.models, question.target_models)
    how = how_of(question, own)
    points, corroded = question.left or (None, ())
    target = target_of(against, how.facing, len(question.target.models), corroded=corroded)
    wanted = set(question.weapons)
    hurt = question.wounds is not None and question.wounds < own[0].stats.HP and incapacitates(own[0])
    able = own[1:] if hurt else own
    used, refused, unarmed = weapons_used(able, how, lambda w: not wanted or w.name in wanted, bool(wanted))
    if hurt:
        refused.setdefault(f"{own[0].name} with {question.wounds} left", "it is Incapacitated")
    reach = question.range
    if reach is not None and not how.melee:
        for weapon in dict.fromkeys(w for _, _, w in used if w.stats.range < reach):
            refused[weapon.name] = f"{weapon.name} reaches {weapon.stats.range} inches, not {reach:g}"
        used = [(i, m, w) for i, m, w in used if w.stats.range >= reach]
    uses = int(question.set("uses", -1))
    idle = tuple(Unused(name, why.removeprefix(f"{name} ")) for name, why in refused.items())
    if not used and not (how.melee and unarmed and not wanted):
        why = "; ".join(refused.values()) or "no weapon can be used"
        return Plan(impossible=why, aside=ASIDE, unused=lambda made: idle)
    striker = target_of(
        own, "front", len(question.attacker.models), -price_of_recklessness(own) if how.reckless else 0, owner=0
    )

    def armed(picked: dict[Model, Weapon]) -> Assault:
        groups = groups_of(struck_with(used, how, picked), target, how, uses)
        return Assault(groups, target, how, striker, unarmed, 0, reach or 0.0, question.scatter)

    menu = menu_of(used, how)
    assault = armed({})
    left = question.hurt(target.full)
    now = left if points is None else points
    bearing = question.hurt(striker.full, target=False)
    if not any(_throws(assault, group) for group in assault.groups) and not unarmed:
        return Plan(impossible="no use is left of what could fire", aside=ASIDE, unused=lambda made: idle)
    return Plan(
        procedure=armed_attack if menu else whole_attack,
        args=(menu, armed, now) if menu else (assault, now),
        read=lambda toll: outcome(toll, assault, left, bearing),
        leaves=lambda toll: (toll.left, corroded_by(toll, target).corroded),
        carried=CARRIED,
        steps=tuple(explained(assault)),
        aim=aimed(question, assault),
        unused=lambda made: (*idle, *passed_over(menu, picked_of(menu, made), made, question)),
        dangers=lambda made: dangers(own, how),
        words=OF_HULLS if target.members[0].stats.Armor is not None else OF_MEN,
        aside=ASIDE,
        again=frozenset([TAKES]),
        explained=lambda made: tuple(explained(armed(picked_of(menu, made)), made)),
        named=lambda choice, answer: named(choice, answer, against),
        idle=lambda part: why_idle(question, part),
    )


CARRIED = "the next attacker finds HP lost and corrosion; scenery that was crushed gives its cover all the same"
UNSAID = "1 model, for nothing else is said: --models-under N"
STRIKES = "what does {} strike with?"


def armed_attack(
    menu: dict[Model, tuple[Weapon, ...]], armed: Callable[[dict[Model, Weapon]], Assault], left: tuple[int, ...]
) -> Procedure:
    """An attack after each profile has chosen, of the weapons that ``menu`` offers it, what it strikes with."""
    picked = {}
    for model, weapons in menu.items():
        about = ("arms", model)
        picked[model] = yield Choose(0, STRIKES.format(model.name), weapons, default=weapons[0], about=about)
    return (yield from whole_attack(armed(picked), left))


def picked_of(menu: dict[Model, tuple[Weapon, ...]], made: tuple[Made, ...]) -> dict[Model, Weapon]:
    """What each profile strikes with as choices have been made; of two of one name that chose the same, one choice is kept."""
    picked = {}
    for model, weapons in menu.items():
        own = [m for m in made if m.choice.about == ("arms", model)]
        like = [m for m in made if m.choice.question == STRIKES.format(model.name) and m.answer in weapons]
        if own or like:
            picked[model] = (own or like)[0].answer
    return picked


def named(choice: Choose, answer: Any, against: tuple[Model, ...]) -> str:
    """An answer in words: in which order weapons are used, which model takes a point, whether something is done."""
    if choice.question == ORDER:
        return ", then ".join([choice.about[1][place] for place in answer])
    if choice.question == TAKES:
        return str(against[answer].name)
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else worded(answer)


def whole_attack(assault: Assault, left: tuple[int, ...]) -> Procedure:
    """An attack with what follows it as far as dice go: scenery crushed round the target, its token disrupted.

    ``left``: the HP that each model of the target has left before it.
    """
    how, target = assault.how, assault.target
    toll = yield Stage(attack, (assault, left))
    target = corroded_by(toll, target)
    cover, rubble = how.cover, False
    for chart in toll.crushes if how.cover and not how.melee else ():
        toll, cover, rubble = yield Stage(crushed, (toll, chart, cover, rubble, target, how.terms.crush_again))
    if not how.melee:
        lost = yield Stage(disrupted, (toll, target))
        toll = toll._replace(disrupted=lost)
    return toll


def corroded_by(toll: Toll, target: Target) -> Target:
    """The target when what is corrosive has worked."""
    for mark in toll.marks:
        if mark.word == CORROSIVE:
            target = target.once_corroded(mark.n, mark.least)
    return target


def outcome(toll: Toll, assault: Assault, before: tuple[int, ...], bearing: tuple[int, ...]) -> Outcome:
    """What one Toll means to a target, and to strikers, that had so many HP left ``before`` it and for ``bearing`` it."""
    target = assault.target
    lost = sum(before) - sum(toll.left)
    standing_hurt = sum(
        0 < hp < full == was and incapacitates(member)
        for hp, was, full, member in zip(toll.left, before, target.full, target.members, strict=True)
    )
    other: list[tuple[str, int | bool]] = [
        ("hits", toll.hits),
        ("incapacitated", standing_hurt),
        ("disrupted", toll.disrupted),
    ]
    if assault.how.melee and assault.own is not None:
        left = own_left(toll, assault.own, bearing)
        other += [("own-damage", sum(bearing) - sum(left)), ("own-slain", left.count(0))]
    return Outcome(toll.left.count(0), lost, not any(toll.left), tuple(other))


def own_left(toll: Toll, own: Target, before: tuple[int, ...]) -> tuple[int, ...]:
    """What the striker's models have left after their own failed dice, the owner picking by default."""
    run = backlash(toll.failed, own, before)
    ask = None
    try:
        while True:
            ask = run.send(None if ask is None else ask.default)
    except StopIteration as end:
        left: tuple[int, ...] = end.value.left
        return left


def incapacitates(member: Model) -> bool:
    """Whether a point that does not slay the model makes it Incapacitated."""
    return not injury_of(member).fights


# --- explanations -----------------------------------------------------------------------------------------------------


OF_MEN = {  # what a report calls what else may come of an attack
    "damage": "Points of Damage",
    "incapacitated": "models left Incapacitated",
    "disrupted": "the target loses its token",
    "own-damage": "Points of Damage that the attacker does to itself",
    "own-slain": "models that the attacker slays of itself",
}
OF_HULLS = {**OF_MEN, "incapacitated": "left Incapacitated"}


def aimed(question: Question, assault: Assault) -> Step:
    """On which models points fall in which order, which side of a vehicle, and why."""
    members = assault.target.members
    if members[0].stats.Armor is not None:
        said = "as asked" if question.facing else "for nothing else is said: --facing"
        why = (Because("facing", f"{assault.how.facing}, {said}"),)
    elif len(members) == 1:
        why = (Because("nearest first", "it stands alone"),)
    else:
        why = (Because("nearest first", "points go to hurt models, then to the nearest, in the order of the file"),)
    return Step("target", "", in_order(m.name for m in members), 1.0, why)


def passed_over(
    menu: dict[Model, tuple[Weapon, ...]], picked: dict[Model, Weapon], made: tuple[Made, ...], question: Question
) -> tuple[Unused, ...]:
    """Weapons with which models could strike and do not, for each strikes with one."""
    pick = "that is the best play" if question.policy == "best" else "--weapon or --policy best picks another"
    taking = {model: picked.get(model, weapons[0]) for model, weapons in menu.items()}
    names = {weapon.name for weapon in taking.values()}
    found = {
        weapon.name: f"{model.name} strikes with {taking[model].name}; {pick}"
        for model, weapons in menu.items()
        for weapon in weapons
        if weapon.name not in names
    }
    return tuple(Unused(name, why) for name, why in found.items())


def dangers(own: tuple[Model, ...], how: Circumstances) -> tuple[str, ...]:
    """What the unit could do at its own peril and does not do here."""
    if how.melee and not how.reckless and goes_reckless(own):
        return ("Reckless: it could strike with ranged weapons too, at a lower Resolve of its own: --set reckless=yes",)
    return ()


def _throws(assault: Assault, group: WeaponGroup) -> bool:
    return any(m.dice.fixed != 0 for m in matches(assault, group))


def matches(assault: Assault, group: WeaponGroup) -> list[Match]:
    """The match-ups of a group as things stand at the beginning."""
    target, left = group.target, group.target.full
    return [
        match(p.model, p.weapon, target.profile(left), target.toughness(left), assault.how, p.uses) for p in group.parts
    ]


def explained(assault: Assault, made: tuple[Made, ...] = ()) -> list[Step]:
    """One step for each test and each thing that is worked out, weapon by weapon, in the order and with the choices made."""
    steps: list[Step] = []
    said = {
        question: chosen(m, named(m.choice, m.answer, assault.target.members)) for question, m in answers(made).items()
    }
    if TAKES in said:
        taken = [m for m in made if m.choice.question == TAKES]
        in_turn = in_order(named(m.choice, m.answer, assault.target.members) for m in taken)
        said[TAKES] = chosen(answers(made)[TAKES], in_turn)
    order = answers(made)[ORDER].answer if ORDER in said else range(len(assault.groups))
    for place in order:
        group = assault.groups[place]
        first = (said[ORDER],) if ORDER in said and place == order[0] else ()
        for part, m in zip(group.parts, matches(assault, group), strict=True):
            steps += _of_match(m, part, assault, said, first)
            steps += _followed(part, assault, made)
    target, how = assault.target, assault.how
    if assault.unarmed:
        says = f"{assault.unarmed} without a melee weapon: one hit on the own unit each"
        steps.append(Step("unarmed", "", "-", 1.0, (Because("core", says),)))
    if how.melee and assault.own is not None:
        steps.append(_backlash(assault.own))
    if not how.melee:
        resolve = target.resolve(target.full)
        test = resolve_test("Disruption in Command", resolve)
        says = "after a hit, a target with a face-down token tests, or loses it"
        chance = sum(bool(f) for f in test.faces) / 6
        steps.append(Step("Disruption in Command", "", f"{min(5, resolve)} or less", chance, (Because("core", says),)))
    return steps


MANY = 100  # failed dice, to see whether they count at all


def _backlash(own: Target) -> Step:
    """What the attacker's own failed dice do to it."""
    profile, toughness = own.profile(own.full), own.toughness(own.full)
    if not counted_failures(profile, MANY):
        spares = next(voice for voice in voices(profile, "bears_its_failures") if not voice(MANY))
        return Step("backlash", "", "none", 0.0, (because(speaker(spares), "its own failed dice do not count"),))
    says = f"every {toughness} failed dice are a Point of Damage to the attacker"
    return Step("backlash", "", str(toughness), 1.0, (Because(own.counts, says),))


def _followed(part: EqualWeapons, assault: Assault, made: tuple[Made, ...]) -> list[Step]:
    """The weapons that have been fired by way of a part's success: they hit for certain."""
    steps: list[Step] = []
    for m in made:
        weapon = next((w for w in part.model.weapons if w.name == m.answer), None)
        if m.choice.question != FOLLOWS.format(part.weapon.name) or weapon is None:
            continue
        why = chosen(m, f"it follows {part.weapon.name}")
        steps.append(Step(f"to hit after {part.weapon.name}", weapon.name, "automatic", 1.0, (why,)))
        if all(group.name != weapon.name for group in assault.groups):  # it has no lines of its own
            own = replace(part, weapon=weapon, count=1)
            lines = _of_match(
                matches(assault, WeaponGroup(weapon.name, (own,), assault.target))[0], own, assault, {}, ()
            )
            steps += [line for line in lines if not line.name.startswith("to hit")]
    return steps


def _of_match(
    m: Match, part: EqualWeapons, assault: Assault, said: dict[str, Because], first: tuple[Because, ...]
) -> list[Step]:
    """The steps of one part; ``said`` holds the choices made, by question, ``first`` what is said of its dice."""
    name, shot, how = m.shot.weapon.name, m.shot, assault.how
    steps = []

    def why(*questions: str) -> tuple[Because, ...]:
        return tuple(said[question] for question in questions if question in said)

    rate = str(m.dice.fixed if m.dice.fixed is not None else m.rate.printed)
    if m.dice.models:
        rate = str(assault.target.standing(assault.target.full))
    because_of = (*m.permit.because, *m.rate.because, *first, *why(STRIKES.format(part.model.name)))
    steps.append(Step("rate of fire", name, f"{part.count} x {rate}", 1.0, because_of))
    built = m.to_hit(0)
    steps.append(replace(step(built, name), name=m.test_name))
    if m.gain.because:
        more = why(FOLLOWS.format(name), AGAIN.format(name))
        steps.append(Step("hits", name, f"{m.gain.each} a success", 1.0, (*m.gain.because, *more)))
    vehicle = shot.vehicle
    word = f"{how.facing} Armor {shot.toughness}" if vehicle else f"Resolve {shot.toughness}"
    core = because("Armor" if vehicle else "Resolve", f"{word}: as many hits make a Point of Damage")
    if m.template:
        covered = min(how.under, len(assault.target.members))
        each = f"{m.dice.fixed or 'rate of fire'} a model" if m.template == TEARDROP else "1 a model"
        lies = f"{covered} under it, {each}"
        if m.template != TEARDROP and assault.placed is not None:
            there = tuple(range(len(assault.target.members)))
            n = len(assault.placed.under(assault.placed.first(there), RADII[m.template], there))
            lies = f"{n} under it, unless it slides"
            told = [Because("laid", f"over the first model: {assault.placed.says}")]
        elif how.under > 1 or len(assault.target.members) == 1:
            told = []
        else:
            told = [Because("under", UNSAID + ("" if m.template == TEARDROP else " or --scatter"))]
        steps.append(Step("template", name, lies, 1.0, (*m.laying.because, *told)))
    die = direct_test(shot.toughness, m.direct_bonus)
    needs = f"{1 + die.faces.index(True)}+"
    sharp = (Because("as to hit", f"+{m.direct_bonus}"),) if m.direct_bonus else ()
    if m.harm.direct:
        steps.append(Step("points of damage", name, "1 hit", 1.0, (*m.harm.because, *why(TAKES))))
    else:
        reasons = (core, *m.harm.because, *why(TAKES))
        steps.append(Step("points of damage", name, f"{shot.toughness} hits a point", 1.0, reasons))
    if m.extras:
        why_so = (*m.direct.because, *sharp)
        steps.append(Step("direct damage", name, needs, die.faces.count(True) / 6, why_so))
    if m.removal.because:
        why_so = (*m.removal.because, *(() if m.extras else (*m.direct.because, *sharp)))
        steps.append(Step("models slain", name, needs, 1.0, why_so))
    if m.after.because:
        counts = bool(how.cover) and not how.melee
        idle = tuple(Because(b.rule, "no scenery round the target counts") for b in m.after.because)
        reason = tuple(m.after.because) if counts else idle
        if m.after.crushes:
            n = m.after.crushes[0].collapses
            steps.append(Step("Crush", name, f"{7 - n}+" if counts else "-", n / 6 if counts else 0.0, reason))
        else:
            steps.append(Step("afterwards", name, "a hit", 1.0, tuple(m.after.because)))
    return steps
