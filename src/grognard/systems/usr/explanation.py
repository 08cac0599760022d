"""The explanation of odds: one step for each test of each weapon, with every rule that had a part in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.building import Because
from ...common.odds import Question, Step, Unused, in_order, percent, step, worded
from ...common.profiles import Model, Weapon
from ...kernel.exact import Exact, by_default, law_of_stage
from ...kernel.faces import reading
from .attack import hulls, outcomes, random_profiles, stomp, weapons
from .attack.attack import scatters
from .attack.declaration import Armed, Use
from .attack.defender import Hulls, Ranks, Scene
from .attack.matchup import (
    Attack,
    Exposed,
    Match,
    defence,
    discounting,
    looked_out,
    match,
    penetration,
    save_lying,
    struck_facing,
)
from .attack.rolls import heat
from .combat.rampage import frenzied, more_attacks
from .model_types import is_character, type_of
from .nerve.checks import check
from .rules.powers import BEAM, NOVA
from .squads import squad_of

if TYPE_CHECKING:
    from ...kernel.asks import Choose


def steps(start: Ranks | Hulls, menu: tuple[Armed, ...], field: Scene, q: Question) -> tuple[Step, ...]:
    """Every test of the attack as it stands at the beginning, weapon by weapon."""
    found: dict[tuple[Any, ...], Step] = {}
    for armed in menu:
        for use in armed.choices[0]:
            for told in _of_use(armed, use, start, field, q):
                found.setdefault((told.name, told.weapon, told.needs, told.because), told)
    if any("pinning" in _match(a, u, field).marks for a in menu for u in a.choices[0]) and isinstance(start, Ranks):
        test = check(tuple(e.model for e in field.models), "pinning")
        found["pinning",] = Step("pinning test", "", test.needs, test.chance, test.because)
    return tuple(found.values())


def struck_first(start: Ranks | Hulls, field: Scene, q: Question, at_random: bool = False) -> Step:
    """On which models of the target wounds and hits fall, in their order."""
    order = in_order(field.models[i].model.name for i in start.standing)
    why = [Because("nearest first", "models stand in the order of the file, and the nearest suffers first")]
    if field.duel:
        why = [Because("challenge", "the champion fights alone, and what is more than he can bear falls on the others")]
    elif len(start.standing) == 1:
        why = [Because("nearest first", "it stands alone")]
    elif at_random:
        why = [Because("at random", "each wound falls on any model, each as likely as the others")]
    if q.target_wounds is not None:
        why.append(Because("wounds", f"{q.target_wounds} left of the first"))
    return Step("target", "", order, 1.0, tuple(why))


ANSWERS = {  # question (without the names in it) → answer → in words
    "supercharge": {"blast": "as a blast", "strength": "for Strength"},
}


def named(choice: Choose, answer: Any) -> str:
    """An answer in words.

    >>> from grognard.kernel import Choose
    >>> named(Choose(0, "supercharge the Plasma?", ("no", "blast")), "blast")
    'as a blast'
    """
    called = getattr(choice.about, "named", None)
    if called is not None:
        return str(called(choice.question, answer))
    return ANSWERS.get(choice.question.partition(" ")[0], {}).get(answer, worded(answer))


def naming(menu: tuple[Armed, ...], field: Scene) -> Callable[[Choose, Any], str]:
    """How answers are called; of going to ground also the cover save that it brings."""

    def called(choice: Choose, answer: Any) -> str:
        said = named(choice, answer)
        if choice.question != "go to ground?" or answer != "yes":
            return said
        saves = [
            save
            for armed in menu
            for use in armed.choices[0]
            for m in (_match(armed, use, field),)
            for ap in m.aps
            if (save := save_lying(m, field.models[0], ap)) is not None and save.called == "cover save"
        ]
        return f"{said}, for a cover save of {min(save.needs for save in saves)}" if saves else said

    return called


def unused(
    models: tuple[Model, ...], used: tuple[Armed, ...], refused: dict[str, str], q: Question
) -> tuple[Unused, ...]:
    """The weapons for this kind of attack that take no part in it, and why; none that was left out by name."""
    taking = {use.weapon.name for armed in used for choice in armed.choices[:1] for use in choice}
    pick = "that is the best play" if q.policy == "best" else "--weapon or --policy best picks another"
    found: dict[str, str] = {}
    for model in models:
        for weapon in weapons.blades(model) if q.melee else weapons.guns(model):
            if weapon.name in taking or weapon is weapons.UNARMED or (q.weapons and weapon.name not in q.weapons):
                continue
            first = next(
                (w.name for w in (weapons.blades(model) if q.melee else weapons.guns(model)) if w.name in taking), ""
            )
            why = refused.get(weapon.name, "")
            if not why and weapons.is_grenade(weapon) and not q.melee:
                why = f"it is thrown by one model in place of its other weapon; {pick}"
            elif not why and first:
                does = "strikes with" if q.melee else "fires"
                why = f"{model.name} {does} {first}; {pick}"
            if why:
                found.setdefault(weapon.name, why)
    return tuple(Unused(name, why) for name, why in found.items())


def dangers(used: tuple[Armed, ...], field: Scene, q: Question) -> tuple[str, ...]:
    """What weapons could do to their bearers when used otherwise, and do not do here."""
    found: dict[str, str] = {}
    for armed in used:
        for use in armed.choices[0]:
            how, name = use.how, use.weapon.name
            if q.melee or how.supercharge or use.hits >= 0:
                continue
            modes = weapons.firing(armed.by, armed.mates, use.weapon, "", how.snap, how.zooming).modes
            m = _match(armed, use, field)
            if modes and not (m.risky or m.heats):
                ways = " or ".join(modes)
                found[name] = (
                    f"{name}: fired as it is it cannot overheat; supercharged (--set supercharge={ways}) a 1 would wound its bearer"
                )
    return tuple(found.values())


def _match(armed: Armed, use: Use, field: Scene) -> Match:
    at = squad_of(tuple(e.model for e in field.models), field.name)
    return match(*(use.by or (armed.by, armed.mates)), use.weapon, at, use.how)


def _of_use(armed: Armed, use: Use, start: Ranks | Hulls, field: Scene, q: Question) -> Iterator[Step]:
    if use.weapon.stats.rolled:
        known = random_profiles.sorts(use.weapon)
        each = ((n, w, tuple(_of_use(armed, replace(use, weapon=w), start, field, q))) for n, w in known)
        yield from profile(use.weapon, use.how.ruling(random_profiles.RULING, random_profiles.TOGETHER))
        yield from averaged(tuple(Sort(*sort) for sort in each))
        return
    m, name = _match(armed, use, field), use.weapon.name
    yield _number(armed, use, m, q)
    if m.landing.heats:
        chance = law_of_stage(_hot, (m.landing.hot, m.landing.heat_again), by_default).chance(1)
        yield Step("gets hot", name, f"{max(m.landing.hot) + 1}+", chance, m.reasons["landing"])
    if use.hits >= 0:
        yield Step(
            "to hit", name, "automatic", 1.0, (Because("ram", "half the Armour Value that strikes, more for tanks"),)
        )
    elif m.landing.rolls and m.hit is not None:
        yield step(m.hit, name)
    else:
        sure = (
            "a building"
            if m.attack.at.counts_as("Building")
            else "an immobilised vehicle"
            if use.how.immobilised
            else "it"
        )
        why = m.reasons["landing"] or (Because("to hit", f"{sure} cannot be missed"),)
        where = {BEAM: "in its line", NOVA: ""}.get(use.weapon.stats.witchfire, "under each")
        under = min(use.under, len(start.standing))
        says = f"{under} model{'s' * (under > 1)} {where}"
        if use.placed is not None and scatters(m):
            yield scattering(m, use, start)
            says = ""
        elif "under" not in q.sets and where == "under each" and len(start.standing) > 1:
            more = " or --scatter" if scatters(m) else ""
            says += f", for nothing else is said: --models-under N{more}"
            says += "; --scatter is for round markers only" * (use.placed is not None)
        yield Step(
            "to hit",
            name,
            "automatic",
            1.0,
            (*why, Because("under", says)) if where and says and not m.landing.rolls else why,
        )
    if m.risky or m.landing.heats:
        own = discounting(m.attack, armed.by, armed.mates)
        if own is not None:
            yield step(own, f"{name} (own wound)")
    different = tuple({id(e): e for e in (field.models[i] for i in start.standing)}.values())
    yield from _on_target(m, different, name, isinstance(start, Hulls), q)
    for zone, models in enumerate(_beyond(m, use), 1):
        if models:
            says = f"{models} model{'s' * (models > 1)} more" if use.placed is None else "those that it scatters over"
            outer = _match(armed, replace(use, how=use.how.but(zone=zone)), field)
            named = f"{name} ({outcomes.ZONES[zone]} zone)"
            yield Step("to hit", named, "automatic", 1.0, (Because("under", says),))
            yield from _on_target(outer, different, named, isinstance(start, Hulls), q)
    if field.escorts and len(start.standing) > 1 and (m.aps or m.outright is not None):
        for model in dict.fromkeys(e.model for e in different if is_character(e.model)):
            line = step(looked_out(model, m.attack.ruling("look-out-sir", "taken")), f"{name}: {model.name}")
            yield replace(line, at=(model.name,))


def _beyond(m: Match, use: Use) -> tuple[int, ...]:
    """How many models lie in each outer zone of a marker; 1 each where scatter says how many."""
    if not m.landing.zones:
        return ()
    return (1,) * (len(m.landing.zones) - 1) if use.placed is not None and scatters(m) else use.beyond


def scattering(m: Match, use: Use, start: Ranks | Hulls) -> Step:
    """Where a marker is laid and how it scatters: how many models lie under it on average, in all of its zones."""
    law = Exact().law(use.placed.hits, (m, 1, start.standing)).map(lambda counts: sum(counts))
    laid = Because("laid", f"over the first model: {use.placed.says}")
    die = Because(
        "scatter die", f"a hit on 2 of 6 sides, else it drifts any way; {percent(law.at_least(1))} hit anybody"
    )
    return Step("scatter", use.weapon.name, f"{law.mean():.2f} models under each on average", 1.0, (laid, die))


def trodden(tread: stomp.Tread | None, start: Ranks | Hulls, field: Scene, q: Question) -> Iterator[Step]:
    """The stomps after the blows."""
    if tread is None:
        return
    name = stomp.STOMP.name
    at = squad_of(tuple(e.model for e in field.models), field.name)
    part = stomp.hits_under(tread.under, tread.how)
    m = match(part.by, part.mates, part.weapon, at, part.how)
    under = min(tread.under, len(start.standing))
    markers = Because("stomps", f'D3 markers of 3" for each of {tread.creatures}, when the blows are struck')
    rows = Because("table", f"1 nothing, 2 to 5 a hit on each of {under} under the marker, 6 removes them from play")
    yield Step("stomps", name, f"{tread.creatures} x D3", 1.0, (markers,))
    yield Step("stomp", name, "2+", 5 / 6, (rows,))
    yield from _on_target(m, tuple({id(e): e for e in field.models}.values()), name, isinstance(start, Hulls), q)


def _on_target(m: Match, different: tuple[Exposed, ...], name: str, hull: bool, q: Question) -> Iterator[Step]:
    """From a hit to what it costs, for each different model of the target."""
    if hull:
        for exposed in different:
            yield from _on_hull(m, exposed, name, q)
        return
    if m.outright is not None:
        some = 1 - reading(m.outright).law.chance(0)
        yield Step("wounds", name, "as many as rolled", some, m.reasons["outright"])
    elif m.wound is not None:
        yield step(m.wound, name)
        if not m.aps:  # no face of the roll wounds: there is nothing to save
            return
    for exposed in different:
        yield from _on_model(m, exposed, name, len(different) > 1, q)


def _hot(hot: tuple[int, ...], again: bool) -> Any:
    return (yield from _first(heat(hot, again)))


def _first(stage: Any) -> Any:
    fired, _, _ = yield from stage
    return fired


def _number(armed: Armed, use: Use, m: Match, q: Question) -> Step:
    total = f"{armed.firers} x {use.shots}"
    if (impact := use.how.impact) is not None:
        return Step(impact.name, use.weapon.name, total, 1.0, (impact.why,))
    if q.melee:
        figure = weapons.blows(Attack(armed.by, armed.mates, use.weapon, m.attack.at, use.how))
        figure.counted()
        if (more := use.how.frenzy) and frenzied(armed.by):
            total = f"{armed.firers} x {use.shots.plus - more}+{more_attacks(q.attacker.models)}"
        by = _who("struck by", armed, use, q)
        why: tuple[Because, ...] = (*by, Because("Attacks", f"{armed.by.stats.A}"), *figure.because)
        # the last word has what made it so: a rule that strikes early or late, or the Initiative of the profile
        speed = weapons.initiative(Attack(armed.by, armed.mates, use.weapon, m.attack.at, use.how))
        slow = speed.because if speed.value == use.step else []
        return Step("blows", use.weapon.name, total, 1.0, (*why, *slow, Because("Initiative", f"step {use.step}")))
    how = use.how
    went = "advanced" if q.set("speed") == "advanced" else "moved" if q.moved else ""
    fires = weapons.firing(armed.by, armed.mates, use.weapon, went, how.snap, how.zooming)
    kind = str(use.weapon.stats.type)
    half = (Because(kind, "within half range"),) if use.how.half and fires.near != fires.shots else ()
    by = _who("fired by", armed, use, q)
    why = (*by, Because("type", kind), *half, *fires.because, *_hurried(use))
    return Step("shots", use.weapon.name, total, 1.0, why)


def _who(how: str, armed: Armed, use: Use, q: Question) -> tuple[Because, ...]:
    """Which models of a mixed unit these are."""
    several = len({model.name for model in q.attacker.models}) > 1
    return (Because(how, f"{armed.firers} x {armed.by.name}, {use.shots} each"),) if several else ()


def _hurried(use: Use) -> tuple[Because, ...]:
    """Why a gun of a vehicle fires Snap Shots while others of it need not."""
    why = use.how.snapped
    rule = {weapons.SECOND: "Ordnance", weapons.HURRIED: "vehicle"}.get(why)
    return (Because(rule, why),) if rule else ()


def _on_model(m: Match, exposed: Exposed, name: str, several: bool, q: Question) -> Iterator[Step]:
    who = f"{name}: {exposed.model.name}" if several else name
    at = (exposed.model.name,) if several else ()
    for ap in m.aps or (m.ap,):
        d = defence(m, exposed, ap)
        sharp = m.reasons["piercing"] if ap == m.ap else ()
        if len(m.aps) > 1:
            sharp = (
                *sharp,
                Because("wounds", f"those at AP{ap}" if ap else "those that let no save stand"),
            )
        if d.save is not None:
            saved = step(d.save, who)
            yield replace(saved, because=(*saved.because, *sharp), at=at)
        else:
            yield Step("no save", who, "-", 0.0, (*(d.no_save or (Because("profile", "it has none"),)), *sharp), at)
        if d.ignore is not None:
            yield replace(step(d.ignore, who), at=at)
        elif (would := discounting(m.attack, exposed.model, m.attack.at)) is not None:
            yield Step(would.called, who, "not allowed", 0.0, (*would.because, *d.reasons), at)
        if d.reasons and exposed.model.stats.W > 1:
            yield Step("wounds lost", who, str(d.costs), 1.0, d.reasons, at)


def _on_hull(m: Match, exposed: Exposed, name: str, q: Question) -> Iterator[Step]:
    pen, why = penetration(m, exposed)
    law = law_of_stage(hulls.penetrating, (pen,), by_default)
    through = sum(law.chance(sort) for sort in (outcomes.PENETRATION, outcomes.SOLID, outcomes.DEVASTATING))
    harmless = law.chance(outcomes.NOTHING)
    needs = (
        f"{pen.lacking}+ on {'the best of ' if pen.keep_best else ''}{pen.dice}D6" if pen.lacking > 1 else "automatic"
    )
    why = why if pen.table else (*why, _struck_side(m, exposed, q))
    if pen.table:
        needs = f"{1 + next((i for i, result in enumerate(pen.table) if result != outcomes.NOTHING), 6)}+"
    if harmless == 1:
        yield Step("armour penetration", name, "impossible", 0.0, why)
        return
    goes = Because(
        "penetrating hit", f"{percent(through)} of rolls, besides glances" if through else "never: at most a glance"
    )
    yield Step("armour penetration", name, needs, 1 - harmless, (*why, goes))
    d = defence(m, exposed, m.ap)
    if d.save is not None:
        yield step(d.save, name)
    elif d.no_save:
        yield Step("no save", name, "-", 0.0, d.no_save)
    if law.chance(outcomes.CRUSHED) + harmless == 1:  # no roll on the table
        return
    kind, sharp = type_of(exposed.model), m.reasons["piercing"]
    if kind.type == "Building":
        fall = step(hulls.walls(m.ap, exposed.model), name)
        yield replace(fall, name="building damage", because=(*fall.because, *sharp))
        return
    built = hulls.damage_roll(m.ap, "Open-topped" in kind.tags)
    rows = "to 3 shaken, 4 stunned, 5 weapon destroyed, 6 immobilised, 7 and more explodes"
    if "Super-heavy" in kind.tags:
        rows = "7 and more costs a super-heavy vehicle D3 hull points more, it minds no other row"
    yield Step("vehicle damage", name, "7+ explodes", built.chance, (*built.because, *sharp, Because("table", rows)))


def _struck_side(m: Match, exposed: Exposed, q: Question) -> Because:
    """Which side of a vehicle is struck, and why."""
    side = m.landing.facing or struck_facing(m.attack, exposed.model)
    if m.landing.facing:
        return Because("facing", f"{side}, from wherever it falls")
    if q.melee and not (m.attack.how.impact or m.attack.how.head_on):
        return Because(
            "facing", f"{side}: {'a walker turns to whom it fights' if side == 'front' else 'blows strike the rear'}"
        )
    return Because("facing", f"{side}, as asked" if q.facing else f"{side}, for nothing else is said: --facing")


# --- what has no effect -----------------------------------------------------------------------------------------------


FEW = 3  # different needs that are still named in one line


class Sort(Struct, frozen=True):
    """What a weapon may turn out to be, its weight, and the steps of an attack with it."""

    weight: int
    weapon: Weapon
    steps: tuple[Step, ...]


def profile(weapon: Weapon, how: str) -> Iterator[Step]:
    """A line for each value of the profile that dice say."""
    who = "once for all who fire it together" if how == random_profiles.TOGETHER else "for each model that fires it"
    for key, value, dice in zip(
        ("Strength", "AP"), (weapon.stats.S, weapon.stats.AP), random_profiles.dice_of(weapon), strict=True
    ):
        if dice is not None:
            limit = f", {random_profiles.STRONGEST} at most" if key == "Strength" else ""
            yield Step(key, weapon.name, str(value), 1.0, (Because(key, f"{value}, thrown {who}{limit}"),))


def averaged(sorts: tuple[Sort, ...]) -> Iterator[Step]:
    """The steps of all sorts, those of one name and weapon as one, in the order of the sort that has most."""
    found: dict[tuple[str, str, int], list[tuple[Sort, Step]]] = {}
    for sort in sorted(sorts, key=lambda sort: -len(sort.steps)):
        met: dict[tuple[str, str], int] = {}
        for one in sort.steps:
            number = met[one.name, one.weapon] = met.get((one.name, one.weapon), 0) + 1
            found.setdefault((one.name, one.weapon, number), []).append((sort, one))
    for variants in found.values():
        yield _one(variants, sorts)


def _one(variants: list[tuple[Sort, Step]], sorts: tuple[Sort, ...]) -> Step:
    first = variants[0][1]
    if len(variants) == len(sorts) and all(one == first for _, one in variants):
        return first
    common = tuple(b for b in first.because if all(b in one.because for _, one in variants))
    kinds: dict[tuple[str, tuple[Because, ...]], list[Sort]] = {}
    chance, weight = 0.0, sum(sort.weight for sort in sorts)
    for sort, one in sorted(variants, key=lambda variant: sorts.index(variant[0])):
        own = tuple(b for b in one.because if b not in common and b.rule not in ("Strength", "Armour", "AP"))
        kinds.setdefault((one.needs, own), []).append(sort)
        chance += one.chance * sort.weight / weight
    needs = list(dict.fromkeys(needs for needs, _ in kinds))
    why = [
        Because(_label(of, sorts), "; ".join([needs, *(f"{b.rule}: {b.says}" for b in own)]))
        for (needs, own), of in kinds.items()
    ]
    told = " or ".join(needs) if len(needs) <= FEW else "as the dice say"
    return Step(first.name, first.weapon, told, chance, (*common, *why), first.at)


def _label(of: list[Sort], sorts: tuple[Sort, ...]) -> str:
    """Which throws these are, in words."""
    pairs = {(sort.weapon.stats.S, sort.weapon.stats.AP) for sort in of}
    values = [list(dict.fromkeys(pair[i] for pair in pairs)) for i in (0, 1)]
    if len(pairs) != len(values[0]) * len(values[1]):
        return ", ".join(f"S{s} AP{ap}" for s, ap in sorted(pairs))
    words = []
    for i, name in enumerate(("Strength", "AP")):
        every = {(sort.weapon.stats.S, sort.weapon.stats.AP)[i] for sort in sorts}
        if len(every) > 1 and len(values[i]) < len(every):
            words.append(f"{name} {_ranges(n for n in values[i] if isinstance(n, int))}")
    return " with ".join(words) or "any"


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers in words, those that follow one another as one.

    >>> _ranges([2, 3, 4, 7])
    '2 to 4, 7'
    """
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
