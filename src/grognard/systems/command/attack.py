"""The dice of one attack: frozen arguments in, what became of the target out. Odds and battles run these same procedures.

Order: for each group of weapons of one name, dice weapon by weapon (rate, to hit, repeats), the group's further hits, hits to
Points of Damage, points above Toughness, Direct Damage dice; after the last group what hits set off, then the test that may cost
the target its token. Every point is assigned, and a model removed, the moment it is caused.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...common.profiles import Model, Weapon
from ...common.rules import voices
from ...common.saying import InAttack, in_turn
from ...kernel.asks import Choose, Each, Fold, Procedure, Roll, Stage, of
from ...kernel.faces import Test
from .circumstances import Circumstances
from .damage import RemovalEffects, hurled, suffer
from .matchup import RESULT, TEARDROP, Match, Shell, match, one_die, permit_of
from .slots import Chart, Crushing
from .target import Target, Toll, resolve_test
from .weapons import Assault, EqualWeapons, HitTally, WeaponGroup, firing, left_to_fire, used

ORDER, AGAIN, FOLLOWS = "which weapons first?", "attack again with {}?", "which weapon follows {}?"
MOST_ORDERED = 4  # groups; more are resolved in file order
MOST_REPEATS = 6  # under the ruling by which repeats do not grow harder


# --- dice -------------------------------------------------------------------------------------------------------------


def attack(assault: Assault, left: tuple[int, ...]) -> Procedure:
    """All groups in the attacker's order, on models with so many HP left; gives the Toll."""
    toll = Toll(left, failed=assault.unarmed)
    order = yield from ordered(assault)
    groups = tuple(assault.groups[place] for place in order)
    toll = yield Fold(volley_in_turn, toll, tuple(range(len(groups))), (groups, assault))
    return toll._replace(pool=0, used=())


def volley_in_turn(toll: Toll, turn: int, groups: tuple[WeaponGroup, ...], assault: Assault) -> Procedure:
    """The group whose turn it is, after those before it."""
    return (yield from volley(toll, groups[turn], assault, tuple(group.name for group in groups[:turn])))


def ordered(assault: Assault) -> Procedure:
    """The order of the groups, as the attacker likes: their places."""
    n = len(assault.groups)
    first = tuple(range(n))
    if not 1 < n <= MOST_ORDERED:
        return first
    about = ("order", tuple(group.name for group in assault.groups))
    return (yield Choose(assault.side, ORDER, tuple(permutations(first)), first, about, InAttack(in_turn(about[1]))))


def volley(toll: Toll, group: WeaponGroup, assault: Assault, before: tuple[str, ...] = ()) -> Procedure:
    """One group of weapons: its dice, its hits, its points. ``before``: the groups that have fired already."""
    if not any(toll.left):
        return toll
    if is_template(group, assault, toll):
        return (yield from shells(toll, group, assault, before))
    toll, successful = yield Stage(struck, (toll, group, assault))
    for part, n in successful:
        toll = yield Fold(follow_up, toll, (0,) * n, (part, group.target, assault, before))
    return toll


def struck(toll: Toll, group: WeaponGroup, assault: Assault) -> Procedure:
    """A group's dice become points: gives the Toll, and how many weapons of which parts let their models fire another."""
    target = group.target
    profile, toughness = target.profile(toll.left), target.toughness(toll.left)
    thrown = []
    successful: list[tuple[EqualWeapons, int]] = []
    for part in group.parts:
        m = match(part.model, part.weapon, profile, toughness, assault.how, part.uses, part.rolled, not target.steady)
        models = target.standing(toll.left) if m.dice.models else 0
        rest = left_to_fire(toll, part)
        if m.gain.follows:
            free, rest = firing(toll, part)
            tally = yield Stage(borne, (m, free, part.each, models, assault.side))
            thrown.append((m, tally))
            if tally.bearers:
                successful.append((part, tally.bearers))
        if rest:
            thrown.append((m, (yield Stage(dice_of, (m, rest, models, assault.side)))))
    toll = yield Stage(resolved, (toll, tuple(thrown), target))
    return toll, tuple(successful)


def is_template(group: WeaponGroup, assault: Assault, toll: Toll) -> bool:
    """Whether the weapons of a group lay templates."""
    return any(match_now(toll, part, group.target, assault).template for part in group.parts)


def match_now(toll: Toll, part: EqualWeapons, target: Target, assault: Assault) -> Match:
    """The match-up of a part as the target stands now."""
    profile, toughness = target.profile(toll.left), target.toughness(toll.left)
    return match(part.model, part.weapon, profile, toughness, assault.how, part.uses, part.rolled, not target.steady)


def borne(m: Match, count: int, each: int, models: int, side: int) -> Procedure:
    """The dice of so many models with so many equal weapons each, told by who has a success."""
    return tallied(m, (yield Each(one_bearer, (m, each, models, side), count)))


def one_bearer(m: Match, each: int, models: int, side: int) -> Procedure:
    """The equal weapons of one model, counted as one weapon is, but for the model once."""
    if each == 1:
        return (yield from one_weapon(m, models, side))
    got = yield Each(one_weapon, (m, models, side), each)
    place = len(m.counts) + m.besides.index("bearers")
    return (*got[:place], min(1, got[place]), *got[place + 1 :])


def dice_of(m: Match, count: int, models: int, side: int) -> Procedure:
    """The dice of ``count`` equal weapons."""
    n = m.dice.fixed
    if m.singly or not n:
        return tallied(m, (yield Each(one_weapon, (m, models, side), count)))
    return (yield from equal_dice(m, count * n))


def equal_dice(m: Match, dice: int) -> Procedure:
    """So many dice of which each counts for itself, whichever weapon throws it."""
    counted = yield Each(one_die, (m, 0), dice)
    return tallied(m, weighed(m, counted, dice, 0))


def one_weapon(m: Match, models: int, side: int, step: int = 0, dice: int = -1) -> Procedure:
    """One weapon's attack and its repeats: what the match-up counts, ``counts`` and then ``besides``."""
    if dice < 0 or not m.dice.once:
        dice = yield from rate_of(m, models)
    counted = (yield Each(one_die, (m, step), dice)) if dice else 0
    got = weighed(m, counted, dice, step)
    if m.gain.repeats and got[0] and repeatable(step, m):
        # A repeat costs nothing in shooting; in melee its failures hurt.
        again = (not m.shot.melee) or (
            yield Choose(side, AGAIN.format(m.shot.weapon.name), (True, False), True, None, InAttack())
        )
        if again:
            more = yield Stage(one_weapon, (m, models, side, step + 1, dice if m.dice.once else -1))
            got = tuple(a + b for a, b in zip(got, more, strict=True))
    return got


def rate_of(m: Match, models: int) -> Procedure:
    """How many dice one weapon throws."""
    dice = m.dice
    if dice.fixed is not None:
        return dice.fixed
    n = models if dice.models else dice.plus if dice.test is None else (yield Roll(dice.test))
    return dice.of(n, -1 if dice.uses is None else (yield Roll(dice.uses)))


def weighed(m: Match, counted: int | tuple[int, ...], dice: int, step: int) -> tuple[int, ...]:
    """One handful as the match-up counts it. Where one success converts all dice, those converted are no failures."""
    got = counted if isinstance(counted, tuple) else (counted,) + (0,) * (len(m.counts) - 1)
    if 0 < m.gain.all_from <= got[0]:
        got = (dice, *got[1:])
    if not m.besides:
        return got
    first = int(got[0] > 0 and step == 0)
    besides = {"failed": dice - got[0], "weapons": first, "bearers": first}
    return got + tuple(besides[word] for word in m.besides)


def tallied(m: Match, counted: int | tuple[int, ...]) -> HitTally:
    """The tally of all weapons of a part."""
    words = m.counts + m.besides
    found = dict(zip(words, counted if isinstance(counted, tuple) else (0,) * len(words), strict=True))
    successes = found.get("successes", 0)
    hits = found["hits"] if "hits" in found else successes * m.gain.each + found.get("extra", 0)
    results = tuple((int(w.removeprefix(RESULT)), n) for w, n in found.items() if n and w.startswith(RESULT))
    besides = [found.get(word, 0) for word in ("failed", "weapons", "bearers")]
    return HitTally(successes, hits, found.get("surplus", 0), results, *besides)


# --- hits to points ---------------------------------------------------------------------------------------------------


def resolved(toll: Toll, thrown: tuple[tuple[Match, HitTally], ...], target: Target, impale: bool = True) -> Procedure:
    """The hits of one group become points, then its Direct Damage dice are thrown."""
    hits = [tally.hits for _, tally in thrown]
    for i, (m, _) in enumerate(thrown):
        if m.gain.one_for and impale:
            hits[i] += sum(hits) // m.gain.one_for
            break
    toll = toll._replace(
        hits=toll.hits + sum(hits),
        failed=toll.failed + sum(tally.failed for _, tally in thrown),
        crushes=toll.crushes + tuple(c for m, tally in thrown for c in m.after.crushes * tally.weapons),
    )
    marks = {mark for (m, _), n in zip(thrown, hits, strict=True) if n for mark in m.after.marks}
    if marks:
        toll = toll._replace(marks=tuple(sorted(marks.union(toll.marks))))
    own = 0
    for (m, _), n in zip(thrown, hits, strict=True):
        if not target.choices(toll.left):
            return toll
        own, toll = yield from points_of(toll, m, n, own, target)
    if own:  # what the group's own count has left over joins the common one
        pool, toll = yield from counted_off(toll, own, toll.pool, 1, target)
        toll = toll._replace(pool=pool)
    above = [tally for m, tally in thrown if m.harm.surplus]
    if over := sum(surplus(tally, target.toughness(toll.left)) for tally in above):
        falls = next((m.falls for m, _ in thrown if m.harm.surplus), None)
        toll = yield from suffer(toll, over, target, sum(tally.successes for tally in above), falls)
    dice = []
    for m, tally in thrown:  # how many is settled for the whole group before the first die falls
        dice += yield from direct_damage(toll, m, tally.successes, target)
    for n, bonus, needs, falls in dice:
        toll = yield from hurled(toll, n, target, bonus, needs, falls)
    return toll


def surplus(tally: HitTally, toughness: int) -> int:
    """Points for results above the Toughness that the target has now."""
    return tally.surplus + sum(max(0, result - toughness) * n for result, n in tally.results)


def points_of(toll: Toll, m: Match, hits: int, own: int, target: Target) -> Procedure:
    """Hits one at a time, for Toughness may change in the middle: each a point, or counted until the count is full.

    ``own`` is the group's count of its own, where a full one is worth more; gives it and the Toll.
    """
    if m.harm.direct:
        return own, (yield from suffer(toll, hits * m.harm.direct, target, None, m.falls))
    if m.harm.points > 1:
        return (yield from counted_off(toll, hits, own, m.harm.points, target, m.falls))
    pool, toll = yield from counted_off(toll, hits, toll.pool, 1, target, m.falls)
    return own, toll._replace(pool=pool)


def counted_off(
    toll: Toll, hits: int, pool: int, points: int, target: Target, falls: RemovalEffects | None = None
) -> Procedure:
    """Hits added to a count, and points each time it is full: gives the count left over, and the Toll."""
    for _ in range(hits):
        pool += 1
        if pool >= target.toughness(toll.left):
            pool = 0
            toll = yield from suffer(toll, points, target, None, falls)
            if not target.choices(toll.left):
                break
    return pool, toll


def direct_damage(toll: Toll, m: Match, successes: int, target: Target) -> Procedure:
    """The Direct Damage dice that come with successes: how many, what is added to each, what each needs (0: Toughness)."""
    dice: list[tuple[int, int, int, RemovalEffects | None]] = []
    for extra in m.extras if successes and any(toll.left) else ():
        if extra.test is not None:
            n = yield Each(direct_dice, (extra.test,), successes)
        else:
            n = successes * (target.worth(extra.of, toll.left) if extra.of else extra.each)
        dice.append((n, m.direct_bonus, extra.needs, m.falls_by(extra)))
    return dice


def direct_dice(test: Test) -> Procedure:
    """How many dice one success brings."""
    return (yield Roll(test))


# --- templates --------------------------------------------------------------------------------------------------------


def shells(toll: Toll, group: WeaponGroup, assault: Assault, before: tuple[str, ...]) -> Procedure:
    """Weapons that lay templates, each shot by itself, where there is no table: so many models lie under each that hits."""
    laid = TemplateHits(toll)
    for part in group.parts:
        free, rest = firing(laid.toll, part)
        items = ((part.each, True),) * free + ((1, False),) * rest
        laid = yield Fold(shells_of_one, laid, items, (part, group.target, assault, before))
    return (yield from impaled(laid, group.parts[0], group.target, assault))


class TemplateHits(NamedTuple):
    """What templates have come to: the direct hits, and the models that lay under one, where further hits may go to them."""

    toll: Toll
    hits: int = 0
    under: frozenset[int] = frozenset()


def impaled(laid: TemplateHits, part: EqualWeapons, target: Target, assault: Assault) -> Procedure:
    """The further hits of a group that has laid its templates, on models that lay under them."""
    toll, hits, under = laid
    if not hits or not under or not any(toll.left):
        return toll
    m = match_now(toll, part, target, assault)
    more = hits // m.gain.one_for if m.gain.one_for else 0
    return (yield Stage(slid_hits, (toll, m, more, target.only(tuple(sorted(under)))))) if more else toll


def shells_of_one(
    laid: TemplateHits,
    item: tuple[int, bool],
    part: EqualWeapons,
    target: Target,
    assault: Assault,
    before: tuple[str, ...],
) -> Procedure:
    """The equal weapons of one model, and whether it may still fire another after a success."""
    weapons, free = item
    for _ in range(weapons):
        had = laid.toll.used
        laid = yield Stage(one_shell_weapon, (laid, free, part, target, assault, before))
        free = free and laid.toll.used == had
    return laid


def one_shell_weapon(
    laid: TemplateHits, free: bool, part: EqualWeapons, target: Target, assault: Assault, before: tuple[str, ...], step: int = 0,
    dice: int = -1,
) -> Procedure:  # fmt: skip
    """One such weapon's shots, and its repeats: gives what all templates have come to."""
    toll, hits, _ = laid
    if not target.choices(toll.left):
        return laid
    m = match_now(toll, part, target, assault)
    if dice < 0 or not m.dice.once:
        dice = yield from rate_of(m, target.standing(toll.left))
    laid = yield Fold(one_shell, laid, (0,) * shots_of(m, dice), (part, target, assault, step, dice))
    if laid.hits == hits:
        return laid
    if step == 0:
        toll = laid.toll
        toll = toll._replace(crushes=toll.crushes + m.after.crushes)
        if m.gain.follows and free:
            toll = yield from follow_up(toll, 0, part, target, assault, before)
        laid = laid._replace(toll=toll)
    if m.gain.repeats and repeatable(step, m):
        again = (part, target, assault, before, step + 1, dice if m.dice.once else -1)
        return (yield Stage(one_shell_weapon, (laid, free, *again)))
    return laid


def shots_of(m: Match, dice: int) -> int:
    """How many templates so many dice lay: one for each, but a teardrop hits each model under it as often."""
    return min(1, dice) if m.template == TEARDROP else dice


def repeatable(step: int, m: Match) -> bool:
    """Whether an attack with so many repeats before it may be repeated once more; nobody throws dice that cannot hit."""
    return (m.shot.how.terms.cumulative or step < MOST_REPEATS) and m.to_hit(step + 1).chance > 0


DIRECT = Shell(1)  # a template that hits without a roll: a success with no result


def one_shell(
    laid: TemplateHits,
    item: int,
    part: EqualWeapons,
    target: Target,
    assault: Assault,
    step: int,
    dice: int,
    sure: bool = False,
) -> Procedure:
    """One shot: gives what the templates have come to so far. ``sure``: it hits without a roll."""
    toll, hits, before = laid
    under = target.living(toll.left, assault.how.under)
    if not under:
        return laid
    m = match_now(toll, part, target, assault)
    thrown = DIRECT if sure else (yield Roll(m.to_hit(step).test))
    if assault.placed is not None and m.template != TEARDROP:
        under = lies_over(assault.placed, m, target, toll, 0 if thrown[0] else thrown[3])
    if not thrown[0]:
        if assault.placed is None or not under or thrown[3] <= 0:
            return laid
        return laid._replace(toll=(yield Stage(slid_hits, (toll, m, len(under), target.only(under)))))
    covered = len(under) * (dice if m.template == TEARDROP else 1)
    toll = yield Stage(shell_hits, (toll, m, thrown, covered, target.only(under)))
    return TemplateHits(
        toll, hits + covered * m.gain.each + thrown[1], before.union(under) if m.gain.one_for else before
    )


RADII = {"small": 1.5, "large": 2.5}  # inches


def lies_over(placed: Any, m: Match, target: Target, toll: Toll, inches: int) -> tuple[int, ...]:
    """The models that lie under a template aimed at the first that is left, when it has slid so far towards the attacker."""
    there = target.living(toll.left, len(target.members))
    position = placed.first(there)
    return tuple(
        placed.under(placed.towards_attacker(position, inches) if inches else position, RADII[m.template], there)
    )


def shell_hits(toll: Toll, m: Match, thrown: tuple[int, int, int, int], covered: int, target: Target) -> Procedure:
    """A template that was placed as meant: so many hits on the models under it, and what comes with one success."""
    _, extra, result, _ = thrown
    results = ((result, 1),) if m.harm.surplus else ()
    tally = HitTally(1, covered * m.gain.each + extra, 0, results)
    return (yield from resolved(toll, ((m, tally),), target, False))


def slid_hits(toll: Toll, m: Match, covered: int, target: Target) -> Procedure:
    """A template that has slid: so many hits on the models under it, and nothing that comes with a success."""
    return (yield from resolved(toll, ((m.plainly(), HitTally(hits=covered)),), target, False))


# --- one weapon after another -----------------------------------------------------------------------------------------


KEEP = "none"  # no weapon follows


def follow_up(
    toll: Toll, item: int, part: EqualWeapons, target: Target, assault: Assault, before: tuple[str, ...]
) -> Procedure:
    """A model that had a success may resolve another weapon at once, as automatic hits; it counts as fired."""
    if not target.choices(toll.left):
        return toll
    weapon = yield from following(toll, part, assault, before)
    if weapon is None:
        return toll
    return (yield from automatic(toll, replace(part, weapon=weapon, count=1), target, assault))


def following(toll: Toll, part: EqualWeapons, assault: Assault, before: tuple[str, ...]) -> Procedure:
    """Which weapon a model with a success resolves at once; None when it has none, or keeps it."""
    options = follows(toll, part, assault, before)
    if not options:
        return None
    about = ("follow", part, assault, toll.left, before)
    question, usual = FOLLOWS.format(part.weapon.name), next(iter(options))
    name = yield Choose(assault.side, question, (*options, KEEP), usual, about, InAttack())
    return options.get(name)


def follows(toll: Toll, part: EqualWeapons, assault: Assault, before: tuple[str, ...]) -> dict[str, Weapon]:
    """The weapons that may be fired by way of another: not fired yet, in reach, and usable apart from having moved."""
    if part.who >= 0 and not firing(toll, part)[0]:
        return {}
    found: dict[str, Weapon] = {}
    seen = {name: any(toll.left[j] for j in models) for name, models in part.reach or ()}
    how = halted(assault.how)
    for weapon in part.model.weapons:
        if weapon.name in (*before, part.weapon.name) or weapon.name in found:
            continue
        if part.reach is not None:
            able = seen.get(weapon.name, False)
        else:
            able = not permit_of(part.model, weapon, how).refused
            able = able and (how.melee or weapon.stats.range >= assault.distance)
        if able:
            found[weapon.name] = weapon
    return found


def halted(how: Circumstances) -> Circumstances:
    """The circumstances of a model that is told by its token alone, as if it had not moved."""
    return replace(how, moved=False, token="shoot" if how.token == "shoot" else "advance")


def automatic(toll: Toll, part: EqualWeapons, target: Target, assault: Assault) -> Procedure:
    """One weapon all of whose dice are hits, and each of whose templates falls as it was meant."""
    m = match_now(toll, part, target, assault)
    toll = used(toll, part)
    dice = yield from rate_of(m, target.standing(toll.left))
    if not m.template:
        tally = HitTally(dice, dice * m.gain.each, weapons=int(dice > 0))
        return (yield Stage(resolved, (toll, ((m, tally),), target)))
    shot = (part, target, assault, 0, dice, True)
    laid = yield Fold(one_shell, TemplateHits(toll), (0,) * shots_of(m, dice), shot)
    toll = laid.toll._replace(crushes=laid.toll.crushes + (m.after.crushes if laid.hits else ()))
    return (yield from impaled(laid._replace(toll=toll), part, target, assault))


# --- what comes after -------------------------------------------------------------------------------------------------


def crushed(toll: Toll, chart: Chart, cover: int, rubble: bool, target: Target, again: bool = True) -> Procedure:
    """The chart once for a unit that stands in the scenery: gives the Toll, the cover it has now, whether it is rubble.

    ``again``: rubble that collapses once more hurts once more.
    """
    result = yield Roll(chart.test)
    if result is Crushing.COLLAPSE:
        if again or not rubble:
            toll = yield from hurled(toll, target.standing(toll.left), target.weakest())
        return toll, chart.rubble, True
    return toll, chart.worsened(cover) if result is Crushing.QUAKE else cover, rubble


def disrupted(toll: Toll, target: Target, who: int = -1) -> Procedure:
    """The Disruption in Command test of a unit that was hit by shooting, on the table ``who``: whether its token is lost."""
    if not toll.hits or not any(toll.left):
        return False
    test = resolve_test("Disruption in Command", target.resolve(toll.left))
    return not (yield Roll(of(test, who) if who >= 0 else test))


def recoil(failed: int, own: Target, left: tuple[int, ...]) -> int:
    """Points of Damage that a unit's failed melee dice do to itself: a full count of its own Resolve or front Armor each."""
    return counted_failures(own.profile(left), failed) // own.toughness(left)


def counted_failures(model: Model, failed: int) -> int:
    """How many of its own failed dice count against a unit, most of whose models are such."""
    return min((voice(failed) for voice in voices(model, "bears_its_failures")), default=failed)


def backlash(failed: int, own: Target, left: tuple[int, ...]) -> Procedure:
    """The damage of a unit's failed melee dice to itself, on models with so many HP left: gives its Toll."""
    return suffer(Toll(left), recoil(failed, own, left), own)
