"""What a model fires and strikes with: which weapons it may use this turn, with how many shots or blows."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations, product
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from ....common.building import Because, because
from ....common.profiles import Model, Weapon, interned
from ....common.rules import Rule, voices
from ....common.schema import Count
from ....kernel.memo import memo
from ..circumstances import Situation
from ..model_marks import under
from ..model_types import ModelType, type_of
from ..moments import UsrRule
from ..profiles import WeaponStats, WeaponType
from ..slots import Figure, name_of
from ..squads import Squad, model_voices, own_voices, spoken_for
from .matchup import Attack, attacking

WRATH = interned(Weapon("charge", WeaponStats(S="User")))
UNARMED = interned(Weapon("close combat weapon", WeaponStats(S="User")))
MOST_KEPT = 3  # weapons used once that a model may keep back one by one; of more all or none
U = TypeVar("U")
TEMPLATE_REACH = 8.0  # inches from the bearer's base that a flame template covers


class Spent(UsrRule, frozen=True):
    """A mark on a weapon that has been used up. No rule of the published list."""

    def written(self) -> str:
        """As a report of the unit would say it."""
        return "used up"


class Clamped(UsrRule, frozen=True):
    """A mark on a thrown grenade that is laid on in close combat. No rule of the published list."""


class Resting(UsrRule, frozen=True):
    """A mark on a weapon that is silent in its owner's next turn, since a round. No rule of the published list."""

    since: int

    def written(self) -> str:
        """As a report of the unit would say it."""
        return "silent"


class Firing:
    """How a weapon may be fired this turn, while rules speak; ``moved`` says how its bearer has moved, as in ``firing``."""

    def __init__(self, moved: str = "") -> None:
        self.moved = moved
        self.because: list[Because] = []
        self.steady: list[Because] = []
        self.no_snap: list[Because] = []
        self.modes: dict[str, Because] = {}
        self.upwards: list[Because] = []
        self.lobbed: list[Because] = []
        self.shots: Count | None = None  # instead of what the weapon's type says
        self.more = 0  # shots on top of that
        self.on_the_run: list[Because] = []
        self.run_snap = False
        self.single: list[Because] = []
        self.automatic: list[Because] = []
        self.reach = 0.0

    def once(self, by: Rule | str, says: str) -> None:
        """It may be used once in the battle."""
        self.single.append(because(by, says))
        self.because.append(self.single[-1])

    def hold_steady(self, by: Rule | str, says: str) -> None:
        """Heavy, Salvo and Ordnance weapons count as stationary."""
        self.steady.append(because(by, says))

    def never_snap(self, by: Rule | str, says: str) -> None:
        """It cannot be fired as a Snap Shot."""
        self.no_snap.append(because(by, says))

    def mode(self, name: str, by: Rule | str, says: str) -> None:
        """It may be fired in another way, if its player likes."""
        self.modes[name] = because(by, says)

    def reach_up(self, by: Rule | str, says: str) -> None:
        """It is fired at what zooms overhead without Snap Shots."""
        self.upwards.append(because(by, says))

    def lob(self, by: Rule | str, says: str) -> None:
        """It may be fired at what nobody sees, beyond its least range."""
        self.lobbed.append(because(by, says))

    def shoot(self, n: int, by: Rule | str, says: str) -> None:
        """It fires so many shots, whatever its type says."""
        self.shots = Count(n)
        self.because.append(because(by, says))

    def add_shots(self, n: int, by: Rule | str, says: str) -> None:
        """It fires so many shots more; they are not doubled within half range."""
        self.more += n
        self.because.append(because(by, says))

    def after_advance(self, by: Rule | str, says: str, snap: bool = False) -> None:
        """It may be fired by who has advanced, with ``snap`` as Snap Shots unless another rule allows more."""
        self.run_snap = snap and (self.run_snap or not self.on_the_run)
        self.on_the_run.append(because(by, says))

    def by_itself(self, by: Rule | str, says: str) -> None:
        """It is fired by itself, whatever Ballistic Skill the bearer has."""
        self.automatic.append(because(by, says))

    def reach_out(self, inches: float, by: Rule | str, says: str) -> None:
        """Its template is placed up to so many inches further away."""
        self.reach = max(self.reach, inches)
        self.because.append(because(by, says))


class Fires(Struct, frozen=True, eq=False):
    """How a model fires a weapon this turn. ``why_not`` says why it cannot; ``reach`` in inches."""

    weapon: Weapon
    shots: Count  # beyond half range
    near: Count  # within half range
    snap: bool
    reach: float
    modes: tuple[str, ...] = ()
    why_not: str = ""
    because: tuple[Because, ...] = ()
    snapped: str = ""  # why it fires Snap Shots, where its bearer need not
    lobbed: bool = False  # it may be fired unseen beyond its least range, and seen at any distance


HIGH, RUNNING, HEAVY = "the target flies overhead", "it has advanced", "a Heavy weapon fired after moving"
SECOND, HURRIED = "it fires an Ordnance weapon as well", "it moves too fast for more weapons at full skill"


@memo(65536)
def firing(model: Model, mates: Squad, weapon: Weapon, moved: str, snap: bool, high: bool = False) -> Fires:
    """How a model may fire a weapon; ``moved`` is "", "moved" (also at Combat Speed), "cruising" or "advanced".

    ``high``: at a target that zooms overhead.
    """
    fire, stats = Firing(moved), weapon.stats
    kind = stats.type.kind
    bodily = [v for v in model_voices(model, mates, "firing") if spoken_for(v, False)]
    for speak in (*voices(weapon, "firing"), *bodily):
        speak(fire, weapon)
    alone = [HIGH] if high and not fire.upwards else []
    alone += [RUNNING] if moved == "advanced" and fire.run_snap else []
    vehicle = type_of(model).armoured
    steady = not moved or vehicle or bool(fire.steady)
    reasons = [*fire.because, *(fire.steady if moved and kind in ("Heavy", "Salvo", "Ordnance") else ())]
    reasons += [*(fire.upwards if high else ()), *(fire.on_the_run if moved == "advanced" else ())]
    shots, reach, why = fire.shots or stats.type.shots, float(stats.range or 0) or TEMPLATE_REACH + fire.reach, ""
    if HIGH in alone:
        reasons.append(Because("zooming", "Snap Shots at what flies overhead"))
    if stats.template == "Hellstorm":
        reach = 2 * TEMPLATE_REACH
    if kind == "Heavy" and not steady:
        alone.append(HEAVY)
        reasons.append(Because("Heavy", "fired after moving: Snap Shots"))
    if kind == "Salvo" and not steady:
        shots, reach = stats.type.moving or shots, reach / 2
        reasons.append(Because("Salvo", "fired after moving: fewer shots, half the range"))
    if kind == "Ordnance" and not steady:
        why = "Ordnance cannot be fired after moving"
    if kind == "Bomb":
        why = "bombs are dropped, not fired"
    snap = snap or bool(alone)
    if snap and (fire.no_snap or kind in ("Template", "Ordnance") or stats.template):
        reason = fire.no_snap[0].rule if fire.no_snap else stats.template or kind
        why = f"{reason} weapons cannot be fired as Snap Shots"
    if moved == "advanced" and not fire.on_the_run:
        why = "who has advanced does not fire"
    near = Count(2 * shots.plus, 2 * shots.dice, shots.sides) if kind == "Rapid Fire" else shots
    return Fires(
        weapon=weapon,
        shots=_more(shots, fire.more),
        near=_more(near, fire.more),
        snap=snap,
        reach=reach,
        modes=tuple(fire.modes),
        why_not=why,
        because=tuple(reasons),
        snapped=" and ".join(alone),
        lobbed=bool(fire.lobbed),
    )


def _more(shots: Count, n: int) -> Count:
    return Count(shots.plus + n, shots.dice, shots.sides) if n else shots


@memo(4096)
def once(weapon: Weapon) -> bool:
    """Whether a weapon may be used once in the battle only."""
    fire = Firing()
    for speak in voices(weapon, "firing"):
        speak(fire, weapon)
    return bool(fire.single)


def is_resting(weapon: Weapon) -> bool:
    """Whether a weapon must be silent in its owner's next turn."""
    return any(isinstance(rule, Resting) for rule in weapon.rules)


class Watch:
    """Whether a weapon may fire at who has just come from reserve, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self.silent = True

    def ready(self, by: Rule | str, says: str, *, then_silent: bool) -> None:
        """It may; ``then_silent``: it does not fire in its owner's next turn, unless another rule lets it."""
        self.silent = self.silent and then_silent
        self.because.append(because(by, says))


def _watch(weapon: Weapon) -> Watch:
    watch = Watch()
    for speak in voices(weapon, "intercepting"):
        speak(watch, weapon)
    return watch


def watching(weapon: Weapon) -> tuple[str, ...]:
    """The ids of the rules by which a weapon may fire at who has just come from reserve; () when it may not."""
    return tuple(dict.fromkeys(b.id for b in _watch(weapon).because))


def rests(weapon: Weapon) -> bool:
    """Whether a weapon that has fired at who has just come from reserve does not fire in its owner's next turn."""
    return _watch(weapon).silent


def intercepts(model: Model) -> tuple[Weapon, ...]:
    """The weapons of a model that may fire at who has just come from reserve, and are not silent."""
    return tuple(w for w in guns(model) if watching(w) and not is_resting(w))


@memo(16384)
def is_grenade(weapon: Weapon) -> bool:
    """Whether it is thrown: one model of a unit throws one a phase."""
    stats = weapon.stats
    return stats.assault or stats.type.kind == "Grenade" or (not stats.melee and _is_called(weapon, "grenade"))


@memo(4096)
def is_bomb(weapon: Weapon) -> bool:
    """Whether it is laid on or clamped to an enemy in close combat: one blow a model (core rules of the 7th edition, Grenades)."""
    return weapon.stats.melee and (_is_called(weapon, "bomb", "grenade") or Clamped() in weapon.rules)


def _is_called(weapon: Weapon, *names: str) -> bool:
    """Whether a weapon is one of these by its name, whatever its use in brackets or behind a dash: "Krak Grenades (Melee)"."""
    name = _called(weapon)
    return "launcher" not in name and name.endswith(names)


def _called(weapon: Weapon) -> str:
    """The name of a weapon in the singular, without its use."""
    use = r"\s*(?:\([^()]*\)|#[0-9]+|[-:,]\s*(?:melee|assault|shooting|ranged|thrown|close combat))\s*$"
    return re.sub(use, "", weapon.name.lower()).rstrip("s")


def laid(weapon: Weapon) -> Weapon:
    """A thrown grenade as it is laid on in close combat: with its Strength, AP and rules. Any other weapon is itself."""
    stats, bursts = weapon.stats, any(getattr(rule, "bursts", False) for rule in weapon.rules)  # that is not laid on
    thrown = is_grenade(weapon) and not (stats.melee or stats.template) and (stats.range or 0) <= THROWN
    if not thrown or bursts:
        return weapon
    as_blow = replace(stats, type=WeaponType("Melee"), range=None, least=0, assault=False, mode_of="")
    return interned(replace(weapon, stats=as_blow, rules=(*weapon.rules, Clamped())))


def laid_on(model: Model) -> tuple[Weapon, ...]:
    """The thrown grenades that a model may lay on; not those that its list gives as blades too."""
    blades_too = {_called(weapon) for weapon in model.weapons if is_bomb(weapon)}
    found = [laid(w) for w in guns(model) if laid(w) is not w and _called(w) not in blades_too]
    return tuple(dict.fromkeys(found))


def is_assault_grenade(weapon: Weapon) -> bool:
    """Whether its bearer's unit keeps its Initiative in a charge through difficult ground: not so frag missiles."""
    stats, name = weapon.stats, weapon.name.lower()
    thrown = is_grenade(weapon) or (stats.range or 99) <= THROWN
    return stats.assault or (thrown and not stats.melee and ("frag" in name or "assault grenade" in name))


@memo(16384)
def guns(model: Model) -> tuple[Weapon, ...]:
    """The ranged weapons of a model in file order, each once; none that has been used up, and no power of its mind."""
    return tuple(
        dict.fromkeys(w for w in model.weapons if not (w.stats.melee or w.stats.warp) and Spent() not in w.rules)
    )


def witchfires(model: Model) -> tuple[Weapon, ...]:
    """The powers of its mind that are shooting attacks, in file order."""
    return tuple(dict.fromkeys(w for w in model.weapons if w.stats.warp))


def blades(model: Model) -> tuple[Weapon, ...]:
    """What a model may strike with, in file order; bare hands (or the butt of a gun) when it has nothing."""
    return tuple(dict.fromkeys(w for w in model.weapons if w.stats.melee and Spent() not in w.rules)) or (UNARMED,)


THROWN = 8  # inches a grenade is thrown
STRUCK_ABOVE = "struck from above"  # how a model has moved that has made a Vector Strike


def gun_count(model: Model, moved: str = "") -> int:
    """How many weapons a model fires in a phase: one; a Monstrous Creature two, a vehicle all; a Vector Strike is one of them."""
    kind = type_of(model)
    most = 2 if kind.monstrous else len(guns(model)) if kind.armoured else 1
    return max(0, most - 1) if moved == STRUCK_ABOVE else most


class Allowance:
    """How many of its guns a vehicle still fires at full skill, as they are gone through in file order.

    The ways to fire one weapon count as one gun, and fare alike.
    """

    def __init__(self, number: int) -> None:
        self.left = number
        self.found: dict[str, int] = {}

    def at(self, weapon: Weapon) -> int:
        """What is left for a weapon."""
        return self.found.get(weapon.stats.mode_of, self.left)

    def spend(self, weapon: Weapon) -> None:
        """The weapon is one of them."""
        if mode := weapon.stats.mode_of:
            if mode in self.found:
                return
            self.found[mode] = self.left
        self.left -= 1


Gun: TypeAlias = "Weapon | str"  # a weapon, or the name that several ways to fire one have in common


def gun_of(weapon: Weapon) -> Gun:
    """What ways to fire the same weapon have in common; else the weapon itself."""
    return weapon.stats.mode_of or weapon


@memo(16384)
def whole_guns(model: Model) -> tuple[tuple[Weapon, ...], ...]:
    """The guns of a model, each with all the ways in which it may be fired."""
    found: dict[Gun, list[Weapon]] = {}
    for weapon in guns(model):
        found.setdefault(gun_of(weapon), []).append(weapon)
    return tuple(tuple(ways) for ways in found.values())


def together(uses: tuple[U, ...], weapon: Callable[[U], Weapon], most: int) -> tuple[tuple[U, ...], ...]:
    """What a model may fire together: as many as it can; weapons that are used once may be left out. The first is the default.

    Of several ways to fire one weapon it picks one.
    """
    if most <= 0:
        return ()  # its one gun has been used, as a Vector Strike
    ways: dict[str | int, list[U]] = {}
    for i, use in enumerate(uses):
        ways.setdefault(weapon(use).stats.mode_of or i, []).append(use)
    if len(ways) < len(uses):
        picks = [tuple(sorted(pick, key=uses.index)) for pick in product(*ways.values())]
        return tuple(dict.fromkeys(choice for pick in picks for choice in together(pick, weapon, most)))
    full = (uses,) if most >= len(uses) else tuple(combinations(uses, most))
    if not uses or not any(once(weapon(use)) for use in uses):
        return full if uses else ()
    found = dict.fromkeys(full)
    for choice in full:
        plain = tuple(use for use in choice if not once(weapon(use)))
        rare = [use for use in choice if once(weapon(use))]
        for n in range(len(rare) - 1, -1, -1) if len(rare) <= MOST_KEPT else (0,):
            for kept_back in combinations(rare, n):
                found[tuple(use for use in choice if use in plain or use in kept_back)] = None
    return tuple(found)


class Gunnery(Figure):
    """How many weapons a vehicle fires at its own Ballistic Skill, while rules speak."""

    def __init__(self, base: int) -> None:
        super().__init__("weapons at full skill", base, most=99)
        self.apart: list[Because] = []

    def elsewhere(self, by: Rule | str, says: str) -> None:
        """What is added may be fired at another target than the rest."""
        self.apart.append(because(by, says))


EVERY = 99  # more weapons than any model has


@memo(16384)
def gunnery(model: Model, moved: str, snap: bool = False, ordnance: bool = False) -> Gunnery:
    """How many weapons a model fires at its own Ballistic Skill; the rest fire Snap Shots. Not vehicles: all they may fire.

    ``snap``: it fires Snap Shots for another reason than its speed; ``ordnance``: it fires an Ordnance weapon.
    """
    kind = type_of(model)
    hovers = kind.type == "Flyer" and moved == "cruising"
    fast, heavy = "Fast" in kind.tags or hovers, "Super-heavy" in kind.tags
    if not kind.armoured:
        return Gunnery(EVERY)
    if moved == "advanced":
        return Gunnery(0)
    if snap or (ordnance and not heavy):
        guns = Gunnery(0)
    elif not moved or heavy or (kind.type in ("Walker", "Flyer") and not hovers) or "Heavy" in kind.tags:
        return Gunnery(EVERY)
    else:
        guns = Gunnery((2 if fast else 0) if moved == "cruising" else 2 if fast else 1)
    for speak in own_voices(model, "gunnery"):
        speak(guns)
    return guns


def full_skill_guns(model: Model, moved: str, snap: bool = False, ordnance: bool = False) -> int:
    """The number that ``gunnery`` comes to."""
    return gunnery(model, moved, snap, ordnance).value


def shoots(model: Model, weapon: Weapon) -> bool:
    """Whether a model can fire a weapon at all: with a Ballistic Skill, as a template, or because it fires by itself."""
    if model.stats.BS > 0 or weapon.stats.template or weapon.stats.type.kind == "Template":
        return True
    fire = Firing()
    for speak in own_voices(model, "firing"):
        speak(fire, weapon)
    return bool(fire.automatic)


class Blows(Figure):
    """A model's number of blows: its Attacks, one for charging, one for a second weapon, and what rules add."""

    def __init__(self, base: int) -> None:
        super().__init__("Attacks", base, least=1 if base else 0, most=30)
        self._charge: tuple[int, Rule | str, str] | None = None
        self._second: tuple[int, Rule | str, str] | None = None
        self.single: tuple[int, Because] | None = None  # so many mighty blows may take the place of all, and why

    def instead(self, n: int, by: Rule | str, says: str) -> None:
        """A number of blows of another kind that may take the place of all blows, if the player likes; of several the most."""
        if self.single is None or n > self.single[0]:
            self.single = (n, because(by, says))

    @property
    def mighty(self) -> int:
        """How many blows, made otherwise, may take the place of all; 0: none."""
        return 0 if self.single is None else self.single[0]

    def charge(self, n: int, by: Rule | str, says: str) -> None:
        """Attacks for charging; of several the highest counts."""
        if self._charge is None or n > self._charge[0]:
            self._charge = (n, by, says)

    def second_weapon(self, n: int, by: Rule | str, says: str) -> None:
        """Attacks for a second weapon; the lowest said counts, so a weapon may forbid what there is."""
        if n if self._second is None else n < self._second[0]:
            self._second = (n, by, says)

    def counted(self) -> int:
        """The number after all that was said."""
        for n, by, says in filter(None, (self._charge, self._second)):
            self.add(n, by, says)
        return self.value


def blows(attack: Attack) -> Blows:
    """The number of blows that a model strikes with a weapon; call ``counted`` on it once."""
    how = attack.how
    figure = Blows(attack.by.stats.A)
    if how.charging and how.disordered:
        figure.say("disordered charge", "no attack for charging")
    elif how.charging:
        figure.charge(1, "charge", "+1 attack")
    if second_weapon(attack.by):
        figure.second_weapon(1, "two weapons", "+1 attack")
    for speak in attacking(attack, "attacks"):
        speak(figure, attack)
    if is_bomb(attack.weapon):
        figure.set(1, "bomb", "one attack, whatever its bearer has")
    return figure


def strokes(attack: Attack) -> tuple[tuple[int, Situation], ...]:
    """The ways in which a model may strike with a weapon: (number of blows, circumstances); the plain one first."""
    if attack.by.stats.WS <= 0 or (attack.by.stats.A <= 0 and attack.how.ruling("zero-attacks", "none") == "none"):
        return ()  # a characteristic of 0 is no ability at all (core rules of the 7th edition)
    if attack.how.one_blow:
        return ((max(1, blows(attack).mighty), attack.how),)
    figure = blows(attack)
    count = figure.counted()
    plain = ((count, attack.how),) if count > 0 else ()
    return (*plain, (figure.mighty, attack.how.but(one_blow=True))) if count > 0 and figure.mighty else plain


class Ridden(NamedTuple):
    """The hits of a charge by one rule: who hits, with whom, how and with how many dice or hits."""

    by: Model
    mates: Squad
    how: Situation
    hits: Count


def wrath(model: Model, mates: Squad, how: Situation) -> tuple[Ridden, ...]:
    """What a model does that ends its charge in contact, before any blow; () when no rule of it hits.

    By the ruling ``wrath`` none of its other rules helps, or all do.
    """
    if not (impacts := onset_of(model).impacts):
        return ()
    full = how.ruling("wrath", "plain") == "full"
    by, mates = (model, mates) if full else (bare(model), interned(Squad(WS=mates.WS)))
    how = how.but(first_round=False) if full else how.but(first_round=False, charging=False)
    return tuple(Ridden(by, mates, how.but(impact=impact), impact.hits) for impact in impacts)


def bare(model: Model) -> Model:
    """The model without any special rule, also of its type, and with its own characteristics, whatever has been done to them."""
    model = under(model, ())
    return interned(replace(model, rules=tuple(replace(r, bare=True) for r in model.rules if isinstance(r, ModelType))))


@memo(16384)
def onset_of(model: Model) -> Onset:
    """What a model does the moment its charge brings it into contact."""
    onset = Onset()
    for speak in own_voices(model, "onset"):
        speak(onset)
    return onset


class ChargeHit(Struct, frozen=True):
    """The hits of a charge by one rule: how many dice are rolled to hit, and what each needs; 1: they hit without a roll."""

    name: str
    needs: int
    hits: Count
    why: Because


class Onset:
    """What a model does the moment its charge brings it into contact, while rules speak."""

    def __init__(self) -> None:
        self._impacts: list[ChargeHit] = []

    def hits(self, by: Rule | str, says: str, needs: int, dice: str | int = 1) -> None:
        """It hits with its own Strength: so many dice (``3``, ``"D3"``) need so much each, 1 for hits without a roll."""
        self._impacts.append(ChargeHit(name_of(by), needs, Count.of(dice), because(by, says)))

    @property
    def impacts(self) -> tuple[ChargeHit, ...]:
        """What hits, rule by rule."""
        return tuple(
            sorted(self._impacts, key=lambda impact: (impact.name, impact.needs, astuple(impact.hits), impact.why.says))
        )

    @property
    def because(self) -> tuple[Because, ...]:
        """Which rules make it hit."""
        return tuple(impact.why for impact in self.impacts)


def second_weapon(model: Model) -> bool:
    """Whether a model has a weapon for its other hand: melee weapons and pistols count, bombs do not."""
    return len([w for w in model.weapons if (w.stats.melee and not is_bomb(w)) or w.stats.type.kind == "Pistol"]) >= 2


def strikes_at(attack: Attack) -> int:
    """The Initiative step at which a model strikes."""
    return initiative(attack).value


def initiative(attack: Attack) -> Figure:
    """The Initiative step at which a model strikes, and why."""
    figure = Figure("Initiative", attack.by.stats.I)
    for speak in attacking(attack, "initiative"):
        speak(figure, attack)
    return figure


def primes(fires: Fires, how: Situation) -> tuple[str, ...]:
    """The ways in which a weapon may be fired besides the plain one; () once the situation has said which.

    A Snap Shot cannot be made a blast.
    """
    if how.supercharge:
        return ()
    return tuple([mode for mode in fires.modes if mode != "blast"]) if how.snap else fires.modes


__all__ = ["UNARMED", "Fires", "Firing", "blades", "blows", "firing", "full_skill_guns", "guns", "strikes_at"]


def blades_at(model: Model, at: Squad, how: Situation) -> tuple[Weapon, ...]:
    """What a model may strike with at a unit: bombs only at armour and at Monstrous Creatures (ruling ``bombs``).

    There thrown grenades may be laid on too (ruling ``thrown-grenades``): behind its blades, before bare hands.
    """
    found, more = blades(model), laid_on(model)
    if not (more or any([is_bomb(w) for w in found])):  # noqa: C419 (quicker)
        return found
    if at.armoured or at.counts_as("Monstrous Creature") or how.ruling("bombs", "large") == "any":
        if not more or how.ruling("thrown-grenades", "laid") == "thrown":
            return found
        return (*more, UNARMED) if found == (UNARMED,) else (*found, *more)
    return tuple([w for w in found if not is_bomb(w)]) or (UNARMED,)


def ram_of(model: Model, side: str) -> Weapon:
    """The hit that a vehicle deals with one of its sides: half its Armour Value, rounded up, more for tanks and heavy ones.

    >>> from grognard.systems.usr.examples import target
    >>> from grognard.systems.usr.rules.unit_types import fitted
    >>> raider = fitted(target(Front=14, Side=14, Rear=14, type="Vehicle (Tank)")).models[0]
    >>> ram_of(raider, "front").stats.S, ram_of(raider, "front").stats.AP
    (8, 2)
    """
    stats, kind = model.stats, type_of(model)
    armour = {"front": stats.Front, "side": stats.Side or stats.Front, "rear": stats.Rear or stats.Front}[side]
    strength, ap = -(-armour // 2), None
    if kind.type == "Building" or "Heavy" in kind.tags or "Super-heavy" in kind.tags:
        strength, ap = strength + 2, 1
    elif "Tank" in kind.tags:
        strength, ap = strength + 1, 2
    return interned(Weapon("ram", WeaponStats(range=1, S=min(10, strength), AP=ap, type=WeaponType("Assault"))))
