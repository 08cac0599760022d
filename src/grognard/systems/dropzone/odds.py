"""A question about one attack as a plan: what fires at what, the procedure to run, and every step with its reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ...common.attack import standing, still_there
from ...common.building import Because
from ...common.odds import Outcome, Plan, Question, Step, Unused, chosen, in_order, worded
from ...common.profiles import Kind, Model, Weapon
from ...common.rules import voices
from ...errors import GrognardError
from ...kernel.asks import Choose
from ...kernel.faces import reading
from ...kernel.law import Law
from ...kernel.made import Made
from .attack import FOCUS, Attack, Volley, attack, attack_apart, focus_words, left_in_close_quarters
from .cards.shooting import cards_named
from .circumstances import COVER, Circumstances, Firer, Shot, canonical
from .matchup import Match, firing, harmless, why_not
from .profiles import other_profile, values
from .rulings import RULINGS
from .shooting import declaration
from .shooting.declaration import Arm, TargetUnits
from .shooting.fire_allocation import MOST_TRIED, best_attack, shared_out
from .shooting.shots_at_commanders import GuardedAttack, guarded, leaving, use
from .slots import CRITICAL, ReadyWeapon

SPOKEN = ("s3-body-cover", "s5-aa-beyond-evasion", "s16-resilient-devastator", "c13-flame-flammable", "survive")
ASIDE = frozenset(r.name for r in RULINGS if r.name not in SPOKEN)  # rulings that battles ask and attacks do not


CARRIED = "the next squad finds Damage Points lost, and declares its fire when the one before has fired"


def plan(q: Question) -> Plan:
    """The plan of a question. Raises GrognardError for circumstances that cannot be."""
    q, of_profiles = _in_profiles(q)
    firers = still_there(q.attacker.models, q.models)
    at = _aimed(q)
    now = circumstances_of(q, firers)
    lost = q.set("lost", 0)
    if firers and lost >= max(m.stats.DP for m in firers):
        raise GrognardError(
            f"a unit of {q.attacker.name} that lost {lost} is destroyed",
            where="--set lost",
            hint=f"0 to {max(m.stats.DP for m in firers) - 1}",
        )
    slots, reasons = _slots(q, firers, lost, at, now)
    found = declaration.usual(slots)
    if not found:
        return Plan(
            impossible="; ".join(reasons) or f"{q.attacker.name} has no such weapon",
            unused=lambda made: refused(q, reasons),
            aside=ASIDE,
            notes=of_profiles,
        )
    if q.policy == "best":
        choices = declaration.every(slots, MOST_TRIED)
        whole, found, aims = best_attack(choices, at, lambda arm, i: now, _touched(q, at), q.melee)
    else:
        aims = shared(q, found, at, now)
        whole = declared(q, found, at, now, aims)
    fire = fire_of(q, whole)
    profiles = picked(slots, found)
    under = said_of_templates(q, at)
    joined = any(v.touched for s in whole.strikes for v in s.volleys) and not q.melee
    focused = q.policy == "best" and any(v.match.focus for s in whole.strikes for v in s.volleys)
    apart = joined and not focused  # the answer has no joint law of losses and criticals
    led = _led(q, at) if aims and len(at.units) > 1 else ()
    procedure: Any = guarded if led else attack_apart if apart else attack
    args: tuple[Any, ...] = (_guarded(q, found, at, now, aims, led, apart) if led else whole,)
    read = _reader(q, at)
    if q.in_turn:
        procedure, read = (left_in_close_quarters if q.melee else leaving), _reader_of_points(q)
        args = (whole.strikes[0] if q.melee else _guarded(q, found, at, now, aims, led, False),)
    return Plan(
        procedure=procedure,
        args=args,
        read=read,
        leaves=lambda points: _put_back(q, points),
        carried=CARRIED,
        worth=_worth if led and not q.in_turn else None,
        aside=ASIDE,
        steps=explained(found, at, now, fire, (), under),
        explained=lambda made: explained(found, at, now, fire, made, under),
        settled=(
            *profiles,
            *(_shared(key[0], why) for key, why in fire.items() if why.rule == SHARED and len(at.units) > 1),
        ),
        named=named,
        aim=aimed(q, at),
        unused=lambda made: (*refused(q, reasons), *_alternates(slots, found)),
        words=WORDS,
        notes=(*of_profiles, *_in_vain(found, at, now)),
        idle=lambda part: why_idle(q, part, found, at, now),
    )


def _in_profiles(q: Question) -> tuple[Question, tuple[str, ...]]:
    """The question with each unit in the profile that it is asked about, and notes on units that have but one."""
    notes = []
    for key, side in (("second", "attacker"), ("target-second", "target")):
        kind = getattr(q, side)
        if q.set(key):
            second = other_profile(kind)
            if second is None:
                notes.append(f"{kind.name} has one profile, so --set {key}=yes changes nothing")
            else:
                q = replace(q, **{side: second})
    return q, tuple(notes)


def shared(q: Question, found: Sequence[Arm], at: TargetUnits, now: Circumstances) -> tuple[int, ...]:
    """The unit aimed at for each use of each arm, the nearest first; none in close quarters."""
    if q.melee:
        return ()
    return shared_out(found, at, lambda arm, i: now, _touched(q, at), now.ruling("survive", "likely") == "mean")


def declared(q: Question, found: Sequence[Arm], at: TargetUnits, now: Circumstances, picked: Sequence[int]) -> Attack:
    """The attack with its fire shared out so."""
    if q.melee:
        return declaration.close(found, at, lambda arm, i: now)
    uses = zip(_uses(found), picked, strict=True)
    volleys = [declaration.volley_at(arm, at, i, lambda arm, i: now, _touched(q, at)) for arm, i in uses]
    return Attack(declaration.strikes(volleys, at))


def _uses(found: Sequence[Arm]) -> list[Arm]:
    return [arm for arm in found for _ in range(arm.firing.uses)]


# --- Commanders -----------------------------------------------------------------------------------------------------


def led_by(q: Question, units: int) -> tuple[int, ...]:
    """The places of the target's units with a Commander, among those that are left, the nearest first.

    As its file says, or as ``--set commander=`` does; a Commander is never among the units that are gone.
    """
    if (place := q.set("commander")) is not None:
        return (place - 1,) if 0 < place <= units else ()
    gone = len(q.target.models) - units
    return tuple(dict.fromkeys([max(0, i - gone) for i, v in enumerate(values(q.target.detail("commander", 0))) if v]))


def _guarded(
    q: Question,
    found: Sequence[Arm],
    at: TargetUnits,
    now: Circumstances,
    picked: Sequence[int],
    led: tuple[int, ...],
    apart: bool,
) -> GuardedAttack:
    """The attack as the target's player may still change it."""
    touched = _touched(q, at)
    volleys, uses = [], []
    for arm, i in zip(_uses(found), picked, strict=True):
        each = [declaration.volley_at(arm, at, j, lambda arm, i: now, touched) for j in range(len(at.units))]
        others = tuple([(j, f"unit {j + 1}", each[j]) for j in range(len(at.units)) if j != i])
        volleys.append(each[i])
        uses.append(use(each[i], f"unit {i + 1}", others) if i in led else None)
    return GuardedAttack(at, tuple(volleys), tuple(uses), led, apart)


def _worth(law: Law) -> tuple[Fraction, ...]:
    """What best play goes by: expected units destroyed, then expected damage, then Commanders lost."""
    return tuple([Fraction(sum(r[k] * w for r, w in law.weights.items()), law.den) for k in (0, 1, 4)])


def circumstances_of(q: Question, firers: Sequence[Model]) -> Circumstances:
    """The circumstances that a question names."""
    jumps = any(speak() for m in firers for speak in voices(m, "jumps_in"))
    return canonical(
        Circumstances(
            cover=tuple(w for w in COVER if w in (q.cover or ())),
            disembarked=q.set("disembarked", False),
            incoherent=q.set("incoherent", False),
            unseen=q.set("unseen", False),
            reaction=q.set("reaction", False),
            entered=q.set("entered", False) and not jumps,
            garrison=q.set("garrison", False) or q.melee,  # there are no close quarters elsewhere
            cards=cards_named(q.set("card", "")),
            rulings=tuple(
                (r.name, q.rulings[r.name]) for r in RULINGS if q.rulings.get(r.name, r.default) != r.default
            ),
        )
    )


def _aimed(q: Question) -> TargetUnits:
    units = still_there(q.target.models, q.target_models)
    lost = q.set("target-lost", 0)
    if units and lost >= min(m.stats.DP for m in units):
        raise GrognardError(
            f"a unit of {q.target.name} that lost {lost} is destroyed",
            where="--set target-lost",
            hint=f"0 to {min(m.stats.DP for m in units) - 1}",
        )
    left = q.hurt(tuple(m.stats.DP - lost for m in units)) if q.left is None else q.left
    places = standing(left)
    return TargetUnits((q.target,) * len(places), tuple(units[i] for i in places), tuple(left[i] for i in places))


def _put_back(q: Question, points: tuple[int, ...]) -> tuple[int, ...]:
    """What each unit of the target squad has left, of those that were there before: 0 for those that were not."""
    if q.left is None:
        return points
    rest = iter(points)
    return tuple(next(rest) if before else 0 for before in q.left)


def _led(q: Question, at: TargetUnits) -> tuple[int, ...]:
    """The places of Commanders among the units that are left to aim at."""
    if q.left is None:
        return led_by(q, len(at.units))
    led = led_by(q, len(q.left))
    return tuple(k for k, i in enumerate(standing(q.left)) if i in led)


def _touched(q: Question, at: TargetUnits) -> declaration.Touched:
    """The units of the target squad that each template touches too: on an edge of a Garrison all of them."""
    n = len(at.units)
    laid = q.scatter
    if laid is not None and not q.set("garrison", False):
        everyone = tuple(range(n))
        return lambda i, inches: [k for k in laid.under(laid.form.positions[i], inches, everyone) if k != i]
    all_of_them = q.set("garrison", False) and at.kinds[0].type == "Infantry"
    others = n - 1 if all_of_them else max(0, min(q.set("under", 1), n) - 1)
    return lambda i, inches: [*range(i + 1, n), *range(i - 1, -1, -1)][:others]


def _slots(
    q: Question, firers: Sequence[Model], lost: int, at: TargetUnits, now: Circumstances
) -> tuple[tuple[declaration.Slot, ...], tuple[str, ...]]:
    """What may be fired in this attack, and why the rest may not."""
    reasons: dict[str, None] = {}

    def options(weapon: Weapon, lost: int) -> list[ReadyWeapon]:
        if q.weapons and weapon.name not in q.weapons:
            return []
        plain, combined = firing(weapon, Firer(lost, False, now.cards)), firing(weapon, Firer(lost, True, now.cards))
        ways = [combined] if q.set("combined", False) else [plain]
        if q.policy == "best" and combined != plain and not q.set("combined", False):
            ways.append(combined)
        why = {fired: _why_unused(q, weapon, fired, at, now) for fired in ways}
        reasons.update((w, None) for w in why.values() if w)
        return [fired for fired in ways if not why[fired]]

    left = q.hurt(tuple(m.stats.DP - lost for m in firers), target=False)
    units = [(m, m.stats.DP - points) for m, points in zip(firers, left, strict=True)]
    return declaration.slots(units, options), tuple(reasons)


def _why_unused(q: Question, weapon: Weapon, fired: ReadyWeapon, at: TargetUnits, now: Circumstances) -> str:
    stats = weapon.stats
    if stats.cq != q.melee:
        return f"{weapon.name} is {'a' if stats.cq else 'no'} close-quarters weapon"
    target = at.units[0]
    shot = Shot(weapon, at.kinds[0], target, declaration.as_fired(now, fired))
    if why := why_not(shot):
        return why
    if not fired.shots:
        return f"{weapon.name} has no shots left"
    if stats.cq:
        return ""
    if stats.mf == 0 and (q.moved or now.disembarked):
        return f"{weapon.name} cannot fire after moving"
    inches = declaration.reach(weapon, target, fired.combined, shot.at("Airborne"))
    if q.range is not None and q.range > inches:
        which = "countered range" if target.stats.CM.active else "range"
        return f'{weapon.name} reaches {inches:g}" ({which})'
    return ""


def _reader(q: Question, at: TargetUnits) -> Any:
    airborne = Shot(q.attacker.models[0].weapons[0], at.kinds[0], at.units[0], canonical(Circumstances())).at(
        "Airborne"
    )
    full = sum(m.stats.DP for m in q.target.models)
    before = sum(at.left)
    tests = q.melee and at.kinds[0].type == "Infantry"

    def read(result: tuple[int, ...]) -> Outcome:
        slain, damage, criticals, tokens, *commanders = result
        destroyed = slain == len(at.units)
        return Outcome(
            slain=slain,
            damage=damage,
            destroyed=destroyed,
            other=(
                ("criticals", criticals),
                ("collateral", tokens),
                ("crashed", airborne and slain > 0),
                *([("commander", commanders[0] > 0)] if commanders else []),
                ("fortitude", tests and damage > 0 and not destroyed and 2 * (before - damage) < full),
            ),
        )

    return read


def _reader_of_points(q: Question) -> Any:
    """Reads what the units that were there have left, against the squad before the first attack on it."""
    first = _aimed(replace(q, left=None))

    def read(points: tuple[int, ...]) -> Outcome:
        alive = sum(p > 0 for p in points)
        return Outcome(len(first.units) - alive, sum(first.left) - sum(points), not alive)

    return read


# --- explanations ---------------------------------------------------------------------------------------------------


SHARED = "Shared out"


def picked(slots: Sequence[declaration.Slot], found: Sequence[Arm]) -> tuple[Made, ...]:
    """Which profile each weapon fires with, and whether it combines its fire, where that is its player's choice."""
    made = []
    for equal in declaration.alike(slots):
        names = tuple(dict.fromkeys(arm.weapon.name for arm in equal[0]))
        if len(equal[0]) > 1:
            fired = [_as_fired(arm) for slot in equal for arm in slot if arm in found]
            options = tuple(_as_fired(arm) for arm in equal[0])
            answer = " and ".join(f"{n} x {name}" for name, n in Counter(fired).items())
            made.append(
                Made(Choose(0, f"how is {' or '.join(names)} fired?", options, about=names), answer, Fraction(1))
            )
    return tuple(made)


def _as_fired(arm: Arm) -> str:
    return f"{arm.weapon.name}{', combined' if arm.firing.combined else ''}"


def _shared(weapon: str, where: Because) -> Made:
    answer = where.says.partition(":")[0]
    return Made(Choose(0, f"at which units does {weapon} fire?", (answer,)), answer, Fraction(1))


def named(choice: Choose, answer: Any) -> str:
    """An answer in words: of hits given up how many, and what the others gain.

    >>> m = type("Match", (), {"focus": 1})
    >>> named(Choose(0, "give up?", (), about=m), ((1, 1), (0, 1))), named(Choose(0, "give up?", (), about=m), ((0, 2),))
    ('1 of 3: 1 with Energy +1 and 1 as it is', 'none of 2')
    """
    focus = getattr(choice.about, "focus", 0)
    if not focus:
        return worded(answer)
    return focus_words(focus, answer)


def fire_of(q: Question, whole: Attack) -> dict[tuple[str, int, int | None], Because]:
    """For each weapon as it is fired (name, shots, Energy): at which units its uses go, and why."""
    if q.melee:
        says = "at the squad: the most damaged unit loses points first, then the next"
        return {_as_aimed(v): Because("Close quarters", says) for s in whole.strikes for v in s.volleys}
    counts: dict[tuple[str, int, int | None], dict[tuple[int, int], int]] = {}
    for k, s in enumerate(whole.strikes):
        for v in s.volleys:
            own = counts.setdefault(_as_aimed(v), {})
            own[k, v.at] = own.get((k, v.at), 0) + v.shots
    best = q.policy == "best"
    why = "where they destroy most" if best else "the nearest that is expected to survive what comes before"
    said = {}
    for key, units in counts.items():
        each = [f"{n} at {'the first unit' if i == 0 and not best else 'one'}" for i, n in enumerate(units.values())]
        for i in range(1, len(each)):
            each[i] = each[i].replace(
                "at one", "at another" if i == 1 else "at a third" if i == 2 else "at a further one"
            )
        one = "the only unit" if len(q.target.models) == 1 or q.target_models == 1 else ""
        said[key] = Because(SHARED, f"all at {one}" if one else f"{', '.join(each)}: {why}")
    return said


def _as_aimed(v: Volley) -> tuple[str, int, int | None]:
    return v.match.shot.weapon.name, v.shots, v.match.energy


def explained(
    found: Sequence[Arm],
    at: TargetUnits,
    now: Circumstances,
    fire: dict[tuple[str, int, int | None], Because],
    made: tuple[Made, ...] = (),
    said: str = "",
) -> tuple[Step, ...]:
    """For each weapon how many shots it has and where they go; then one step for each of its tests, the same step once.

    ``made``: the choices on the way, where the steps are to be theirs; ``said``: how many units templates touch.
    """
    steps: list[Step] = []
    alike: dict[tuple[str, int, int | None], list[Arm]] = {}
    for arm in found:
        alike.setdefault((arm.weapon.name, arm.firing.shots, arm.firing.energy), []).append(arm)
    for arm in found:
        key = arm.weapon.name, arm.firing.shots, arm.firing.energy
        if own := alike.pop(key, []):
            picks = [m for m in made if isinstance(m.choice.about, tuple) and arm.weapon.name in m.choice.about]
            whys = [chosen(m, m.answer) for m in picks]
            steps.append(_shots(own, (*([fire[key]] if key in fire else ()), *whys, *_laid(arm, at, now, said))))
        for m in dict.fromkeys(declaration.match_for(arm, at, i, now) for i in range(len(at.units))):
            steps += steps_of(arm, m, made)
    return tuple(dict.fromkeys(steps))


def said_of_templates(q: Question, at: TargetUnits) -> str:
    """How many other units a template touches, and where that is said."""
    if len(at.units) == 1 or q.set("garrison", False):
        return ""
    if q.scatter is not None:
        return f"over the unit aimed at, and over whoever it touches besides; templates do not scatter here: {q.scatter.says}"
    n = max(1, min(q.set("under", 1), len(at.units)))
    unsaid = "" if "under" in q.sets else ", for nothing else is said: --models-under N or --scatter"
    return f"{n} unit{'s' * (n > 1)} under each{unsaid}"


def _laid(arm: Arm, at: TargetUnits, now: Circumstances, said: str) -> tuple[Because, ...]:
    """What is said of the templates of a weapon that lays some."""
    if not said or not declaration.match_for(arm, at, 0, now).template:
        return ()
    return (Because("template", said),)


def _shots(arms: Sequence[Arm], whys: Sequence[Because]) -> Step:
    """How many shots the like weapons of a squad have, and at which units they go."""
    fired = arms[0].firing
    said = f"{len(arms)} x {fired.shots}" + (f" in each of {fired.uses} uses" if fired.uses > 1 else "")
    return Step("shots", arms[0].weapon.name, said, 1.0, (*fired.because, *whys))


WORDS = {  # what a report calls what else may come of an attack
    "slain": "units lost",
    "damage": "Damage Points lost",
    "criticals": "critical hits",
    "collateral": "Collateral tokens",
    "crashed": "brought down",
    "commander": "a Commander is lost",
    "fortitude": "it must test its Fortitude",
}


def aimed(q: Question, at: TargetUnits) -> Step:
    """Which units of the squad there are to be hit, and in which order."""
    why = [Because("nearest first", "units stand in the order of the file; each weapon says below at which it fires")]
    if len(at.units) == 1:
        why = [Because("nearest first", "it stands alone")]
    elif q.melee:
        why = [Because("close quarters", "the whole squad: the most damaged unit loses points first")]
    if (part := _zone(q.target)) is not None:
        why.append(part)
    return Step("target", "", in_order(m.name for m in at.units), 1.0, tuple(why))


def _zone(target: Kind) -> Because | None:
    """Which zone of a Behemoth these odds are about: the one whose points its profile has."""
    parts = target.detail("zones", ()) if target.type == "Behemoth" else ()
    for name, n, each in parts:
        if n * each == target.models[0].stats.DP:
            says = f"{name}, {n} thresholds of {each} Damage Points: the attacker picks the zone; it falls when two zones are gone"
            return Because("zone", f"{says}, so destroyed is this zone here")
    return (
        Because("zone", "one zone with the points of its profile, for the attacker picks the zone") if parts else None
    )


def refused(q: Question, reasons: Sequence[str]) -> tuple[Unused, ...]:
    """Which weapons for this kind of attack are not fired, and why; none that was left out by name."""
    names = [w.name for m in q.attacker.models for w in m.weapons]
    found: dict[str, str] = {}
    for why in reasons:
        if "close-quarters weapon" not in why:
            name = max((n for n in names if n in why), key=len, default="")
            found.setdefault(
                name or q.attacker.name, why.removeprefix(name).lstrip(": ") if name else f"not fired: {why}"
            )
    return tuple(Unused(name, why) for name, why in found.items())


def _alternates(slots: Sequence[declaration.Slot], found: Sequence[Arm]) -> tuple[Unused, ...]:
    """Weapons that are other ways of firing one that is fired."""
    fires = {arm.weapon.name for arm in found}
    idle = {
        arm.weapon.name: f"{', '.join(n for n in dict.fromkeys(a.weapon.name for a in slot) if n in fires)} is fired in its place"
        for slot in slots
        for arm in slot
        if arm.weapon.name not in fires
    }
    return tuple(Unused(name, f"{why} (Alternate Fire)") for name, why in idle.items())


def _in_vain(found: Sequence[Arm], at: TargetUnits, now: Circumstances) -> tuple[str, ...]:
    """Which weapons fire in vain."""
    notes = []
    for arm in found:
        matches = [declaration.match_for(arm, at, i, now) for i in range(len(at.units))]
        if all(harmless(m, arm.firing.shots) for m in matches):
            m = matches[0]
            notes.append(
                f"{arm.weapon.name} cannot hurt it: Energy {m.energy or 0} against Armour {m.shot.target.stats.A}"
            )
    return tuple(dict.fromkeys(notes))


def steps_of(arm: Arm, m: Match, made: tuple[Made, ...] = ()) -> list[Step]:
    """The steps of one weapon against one unit."""
    name = arm.weapon.name
    steps = []
    if m.to_hit is None:
        why = "close-quarters weapons always hit" if arm.weapon.stats.cq else "the weapon always hits"
        reasons = [Because("Automatic hit", why)]
        if arm.weapon.stats.cq and m.shot.now.cover:
            reasons.append(Because("Cover", "does not count in close quarters"))
        steps.append(Step("to hit", name, "automatic", 1.0, (*reasons, *m.reasons["hits"])))
    else:
        steps.append(Step("to hit", name, m.to_hit.needs, m.to_hit.chance, m.to_hit.because))
    focused = _focused(name, made)
    steps += _damage_steps(name, m, "", 0, focused.pop(0, ()))
    for more, whys in focused.items():
        steps += _damage_steps(name, m, f"Energy +{more}: ", more, whys)
    if m.glance is not None:
        steps += _damage_steps(name, m, "glance: ", m.glance)
    steps += _saves(name, m)
    if m.tokens:
        steps.append(Step("Collateral", name, "automatic", 1.0, m.reasons["tokens"]))
    return steps


def _focused(weapon: str, made: tuple[Made, ...]) -> dict[int, tuple[Because, ...]]:
    """By how much Energy hits of a weapon have gained, and the choices by which they did."""
    found: dict[int, tuple[Because, ...]] = {}
    for m in made:
        if m.choice.question == FOCUS.format(weapon):
            for more, _ in m.answer:
                found[more] = (*found.get(more, ()), chosen(m, named(m.choice, m.answer)))
    return dict(sorted(found.items()))


def _damage_steps(name: str, m: Match, prefix: str, more: int, whys: Sequence[Because] = ()) -> list[Step]:
    built = m.damage(more)
    reasons = (*built.because, *m.reasons["harm"], *whys)
    steps = [Step(f"{prefix}to damage", name, built.needs, built.chance, reasons)]
    critical = [n for n, level in enumerate(built.test.faces, 1) if level == CRITICAL]
    if critical and m.worth[CRITICAL] != m.worth[1]:
        points, _, tokens = m.worth[CRITICAL]
        says = f"{points} Damage Points" + (f" and {tokens} Collateral token" if tokens else "")
        chance = sum(w for o, w in _law(built).items() if o == CRITICAL) / _law(built).den
        steps.append(Step(f"{prefix}critical", name, f"{critical[0]}+", chance, (Because("Critical", says),)))
    return steps


def _law(built: Any) -> Any:
    return reading(built.test).law


def _saves(name: str, m: Match) -> list[Step]:
    if not m.guard:
        return []
    if m.savable():
        return [Step(said, name, b.needs, b.chance, b.because) for said, b in zip(m.saves, m.guard, strict=True)]
    barred = Because("Energy", "no saves against Energy 13 and more")
    return [Step(said, name, "not allowed", 0.0, (barred,)) for said in m.saves]


def why_idle(q: Question, part: str, found: Sequence[Arm], at: TargetUnits, now: Circumstances) -> str:
    """Why a part of the situation has no effect, in a sentence; "" where no reason is known."""
    if part == "charging":
        return "--charging has no effect: there are no charges in Dropzone Commander"
    if part == "facing":
        return "--facing has no effect: units have the same Armour all round"
    if part in ("range", "cover", "moved"):
        return f"--{part} has no effect in close quarters" if q.melee else ""
    if part not in q.sets:
        cards = cards_named(part).rules if q.set("card") else ()
        return "".join([f"{card.name} has no effect on this attack" for card in cards])
    why = _idle(q, part, found, at, now)
    return f"--set {part} has no effect{why and ': '}{why or ' here'}"


def _idle(q: Question, key: str, found: Sequence[Arm], at: TargetUnits, now: Circumstances) -> str:
    """Why a circumstance changes nothing here, "" when it does."""
    if not found:
        return ""
    weapons = [arm.weapon for arm in found]
    if key == "entered":
        if not q.melee:
            return "it is about close quarters"
        return "" if now.entered else "the squad jumped in"
    if key in ("disembarked", "incoherent", "unseen", "reaction") and all(w.stats.acc is None for w in weapons):
        return "the weapons always hit"
    if key == "commander" and q.melee:
        return "close quarters are fought against the squad"
    if key == "commander" and q.set(key) > len(at.units):
        return f"the squad has {len(at.units)} unit{'s' * (len(at.units) > 1)}"
    if key == "commander" and len(at.units) == 1:
        return "there is nobody to protect him"
    if key == "combined" and not any(arm.firing.combined for arm in found):
        return "no weapon has Reduced"
    if key == "lost" and not any(arm.firing.because for arm in found):
        return "no weapon has Reduced"
    if key in ("unseen", "under", "garrison") and q.melee:
        return "it is about shooting"
    matches = [declaration.match_for(arm, at, 0, now) for arm in found]
    if key == "under" and not any(m.template for m in matches):
        return "no weapon places a template"
    if key == "garrison" and q.target.type != "Infantry":
        return "only Infantry stands in a Garrison"
    if key == "garrison" and not any(m.template or m.tokens for m in matches):
        return "no weapon has Area or Flame"
    return ""
