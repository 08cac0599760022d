"""What holds for a unit on the table: how it moved, whether it lies on the ground, falls back, jinks, is shaken.

These words are effects on the unit (docs/battle-frame.md); the questions below are all that the steps of the turn ask of them.
"""

from __future__ import annotations

from ...common.profiles import Model, interned
from ...kernel.memo import memo
from ...table.paths import MovementMode
from ...table.state import Effect, Table, Unit
from .attack.defender import GROUNDED
from .attack.matchup import Exposed
from .circumstances import Situation, now
from .model_types import MONSTROUS, on_foot, type_of
from .nerve.checks import reaction
from .nerve.dread import COWED
from .shooting.night_fighting import dark
from .squads import Squad, squad_of

MOVED = "moved"  # value: "moved" (of a vehicle at Combat Speed), "cruising" or "advanced"; to the end of the turn
JINKING = "jinking"  # to the beginning of its next turn
UNSTEADY = "unsteady"  # it jinked: Snap Shots to the end of its next turn
SHAKEN, STUNNED = "shaken", "stunned"  # to the end of its next turn
IMMOBILISED, CRIPPLED = "immobilised", "crippled"  # to the end of the battle
BREACHED = "breached"  # a building; value: what its armour has lost; to the end of the battle
BROKEN = "falling back"  # until it regroups
RALLIED = "rallied"  # regrouped this turn: Snap Shots, no charge
CHARGING, CHARGED = "charging", "charged"  # it charged, was charged: to the end of the turn
ROUGH_CHARGE = "charged through difficult ground"  # strikes at Initiative 1 this turn
DISORDERED = "charged several units"  # to the end of the turn
DUEL = (
    "in a challenge"  # value: (unit he came from, name) of the model and of his opponent; until one of them has fallen
)
ASIDE = "sits out"  # a challenge was refused; value: (unit he came from, name); to the end of the phase
FRESH = "first round of combat"  # to the end of the turn
AFRAID = (
    "afraid"  # it failed its Fear test: to the end of the phase; value: its Weapon Skill then, where that is not COWED
)
SPENT = "may not charge"  # it fired weapons that do not let it charge: to the end of the turn
AIMED = "shot at"  # value: the unit at which it fired; to the end of the turn, under the ruling "charge-shot" only
WATCHED = "overwatch fired"  # to the end of the phase
LOSSES = "losses"  # value: how many models it had before the first loss of this phase; to its end
INFILTRATED = "infiltrated"  # set up after all others: no charge in its first turn
TREMOR = "shaken by a tremor"  # a building: units get out no further than 3 inches; to the end of its owner's next turn
SMOKE = "in smoke"  # cover 5+; to the beginning of its next turn
SMOKED = "used its smoke launchers"  # once a battle
SILENT = "does not fire"  # it used its smoke launchers this turn
AT_POINTS = "at the fire points"  # value: the models that fire out of a transport; to the end of the phase
PICKED = "weapons picked"  # value: (names of the weapons that fire now, how many fire at full skill elsewhere)
RAMMING = "ramming"  # value: the unit it drives at; to the end of the turn
AIRBORNE = "airborne"  # it zooms or swoops; until it comes down
FLOWN_OVER = "flown over"  # value: the enemies over which it has flown; to the end of the turn
FALLING = "struck in the air"  # a creature that has lost wounds while it swooped; to the end of the phase
JETS = "jets spent"  # it jumped when it moved, and charges on foot; to the end of the turn
NEW = "conjured this turn"  # a psyker among them conjures nothing in the turn in which he came
ARRIVED = "arrived"  # from reserve: no further move to the end of the turn

OWN = "of his own"  # a character's from before he joined; value: (the unit he came from, the word, its value); as long as that
SPARED = "not shared"  # what was the unit's before he joined; value: (the unit he came from, the word, when it ends)
JINKED = "jink"  # value of UNSTEADY: of those only who have the rule
STEADY = (
    "did not jink"  # value: a vehicle of a squadron that was immobilised when the others jinked; as long as UNSTEADY
)

HEIGHTS = {"Infantry": 1.5, "Jump": 1.5, "Jet Pack": 1.5, "Artillery": 1.5, "Beast": 1.25, "Bike": 1.5, "Jetbike": 1.5,
           "Cavalry": 2.0, "Vehicle": 2.5, "Chariot": 2.5, "Building": 4.0}  # fmt: skip
TALL = 3.0  # inches: walkers, flyers, Monstrous Creatures
HIGH = 12.0  # inches: whoever is in the air

STUCK = frozenset((GROUNDED, IMMOBILISED, STUNNED))  # words under which a unit cannot move

# Gaits. Difficult ground is a matter of a roll, not of inches (see ``moving``): a unit that does not roll keeps out of it.
AFOOT = MovementMode(slow=(), barred=("impassable", "difficult"))
ROUGH = MovementMode(slow=())
TRACKS = MovementMode(slow=(), through="nobody", coherency=4.0)
ALOFT = MovementMode(slow=(), through="everybody", over=240.0)


def squad(u: Unit) -> Squad:
    """The unit as others meet it."""
    return squad_of(u.members, u.kind.name)


def armoured(u: Unit) -> bool:
    """Whether it is a unit of vehicles."""
    return squad(u).armoured


def walks(u: Unit) -> bool:
    """Whether it fights in close combat as troops do: everything but vehicles that are neither walkers nor ridden chariots."""
    return on_feet(u.members)


@memo(16384)
def on_feet(members: tuple[Model, ...]) -> bool:
    """Whether a unit of these models fights in close combat as troops do."""
    return not _drives(members) or all(type_of(m).type == "Chariot" and m.stats.A > 0 for m in members)


def drives(u: Unit) -> bool:
    """Whether it moves as a vehicle: one that is no walker."""
    return _drives(u.members)


@memo(16384)
def _drives(members: tuple[Model, ...]) -> bool:
    return any(type_of(m).armoured and type_of(m).type != "Walker" for m in members)


def flies(u: Unit) -> bool:
    """Whether it moves over terrain and models."""
    return flying(striding(u))


LEAPERS = ("Jump", "Jet Pack", "Jetbike", "Flyer", "Flying Monstrous Creature", "Flying")


@memo(16384)
def flying(members: tuple[Model, ...]) -> bool:
    """Whether a unit of these models moves over terrain and models."""
    return all(type_of(m).goes_as(*LEAPERS, "Skimmer") for m in members)


def striding(u: Unit) -> tuple[Model, ...]:
    """Its models as they go now: those that have spent their jets this turn go on foot."""
    return on_foot(u.members) if u.effects and u.has(JETS) else u.members


def leaps(u: Unit) -> bool:
    """Whether it charges with jump packs that it has kept for that."""
    return not u.has(JETS) and all(type_of(m).goes_as("Jump") for m in u.members)


def airborne(u: Unit) -> bool:
    """Whether it zooms or swoops."""
    for e in u.effects:  # noqa: SIM110 (asked too often for a generator)
        if e.what == AIRBORNE:
            return True
    return False


def atop(u: Unit) -> bool:
    """Whether it stands on the battlements of a building."""
    return u.aboard >= 0 and u.place == "table"


def out_of_reach(u: Unit) -> bool:
    """Whether nobody who stands on the ground can fight it hand to hand: it flies, or stands on battlements."""
    return airborne(u) or atop(u)


def movement_mode(t: Table, u: Unit) -> MovementMode:
    """How a unit stands and moves where difficult ground does not stop it."""
    if flies(u):
        return ALOFT
    return TRACKS if drives(u) else ROUGH


def height_of(model: Model) -> float:
    """The height of a model in inches."""
    return HEIGHTS.get(type_of(model).type, TALL)


@memo(16384)
def heights_of(members: tuple[Model, ...]) -> float | tuple[float, ...]:
    """The heights of models on the ground in inches, one number where they are alike."""
    found = tuple(height_of(m) for m in members)
    return found[0] if len(set(found)) == 1 else found


def heights(u: Unit) -> float | tuple[float, ...]:
    """The heights of its models in inches, one number where they are alike."""
    return HIGH if airborne(u) else heights_of(u.members)


def monstrous(u: Unit) -> bool:
    """Whether a Monstrous Creature stands in it."""
    return any(type_of(m).type in MONSTROUS for m in u.members)


def moved(u: Unit) -> str:
    """How it moved this turn: "", "moved", "cruising" or "advanced"."""
    effect = u.effect(MOVED) if u.effects else None
    return effect.value if effect is not None else ""


def grounded(u: Unit) -> bool:
    """Whether it has gone to ground."""
    return bool(u.effects) and u.has(GROUNDED)


def snaps(u: Unit) -> bool:
    """Whether all of it fires Snap Shots only."""
    for e in u.effects:
        if e.what in _WAVERING:
            return all(model_snaps(u, i) for i in range(u.size))
    return False


def why_snaps(t: Table, u: Unit) -> str:
    """What makes all of it fire Snap Shots only, in words; "" when it need not."""
    if not snaps(u):
        return ""
    return " and ".join(dict.fromkeys(_why_it_wavers(t, u, e) for e in u.effects if e.what in WAVERS))


def _why_it_wavers(t: Table, u: Unit, e: Effect) -> str:
    if e.what != UNSTEADY or e.value == JINKED or not isinstance(e.source, int):
        return WAVERS[e.what]
    if e.source == u.id:
        return "about to ram"
    carrier = t[e.source]
    if carrier.has(RAMMING):
        return "its transport is about to ram"
    if carrier.kind.type == "Building":
        return "shaken by a tremor"
    why = "has moved fast" if moved(carrier) == "cruising" else f"is {why_snaps(t, carrier) or 'unsteady'}"
    return f"its transport {why}"


_UNSTEADY, _SHAKEN = (UNSTEADY, GROUNDED, BROKEN, RALLIED), (SHAKEN, STUNNED)
_WAVERING = (*_UNSTEADY, *_SHAKEN, OWN)
WAVERS = {w: "jinked" if w == UNSTEADY else str(w) for w in (*_UNSTEADY, *_SHAKEN)}


def model_snaps(u: Unit, i: int) -> bool:
    """Whether one model fires Snap Shots only: a vehicle shaken or stunned, who has jinked, a character who came so."""
    for e in u.effects:
        if e.what in _UNSTEADY:
            jinked = e.value != JINKED or (jinks(u.members[i]) and not bears_mark(u, STEADY, i))
            if jinked and not spared(u, i, e):
                return True
        elif e.what in _SHAKEN:
            if e.value in (None, i):
                return True
        elif e.what == OWN and u.owners and e.value[0] == u.owners[i] and e.value[1] in _UNSTEADY:
            return True
    return False


def jinks(model: Model) -> bool:
    """Whether a model has a rule by which it jinks."""
    return bool(reaction((model,)).jinks)


def model_moved(u: Unit, i: int) -> str:
    """How one model moved this turn: a character who has joined as he went himself."""
    for e in u.effects:
        if e.what == OWN and u.owners and e.value[:2] == (u.owners[i], MOVED):
            return str(e.value[2])
    effect = u.effect(MOVED) if u.effects else None
    return "" if effect is None or spared(u, i, effect) else effect.value


def spared(u: Unit, i: int, effect: Effect) -> bool:
    """Whether a model is a character's who joined when that lay on the unit already: it is not his."""
    if not u.owners or u.owners[i] == u.id:
        return False
    mine = (u.owners[i], effect.what, effect.until)
    return any(e.what == SPARED and e.value == mine for e in u.effects)


def carried(u: Unit) -> list[Effect]:
    """What lies on a unit and touches its own models alone, whoever joins it or whomever it joins."""
    return [e for e in u.effects if e.what in _CARRIED]


_CARRIED = frozenset((MOVED, UNSTEADY, RALLIED, INFILTRATED, SPENT, GROUNDED, ARRIVED, JETS))


def stances(u: Unit) -> tuple[tuple[str, bool], ...]:
    """How each model has moved and whether it fires Snap Shots only; () when that is the same of all."""
    for e in u.effects:  # asked too often for a generator
        if e.what in (OWN, SPARED) or e.value == JINKED:
            break
    else:
        return ()
    found = tuple([(model_moved(u, i), model_snaps(u, i)) for i in range(u.size)])
    return found if len(set(found)) > 1 else ()


def bears_mark(u: Unit, what: str, i: int) -> bool:
    """Whether a mark of the damage table lies on vehicle i of a unit."""
    for e in u.effects:  # noqa: SIM110 (asked too often for a generator)
        if e.what == what and e.value in (None, i):
            return True
    return False


def still(u: Unit) -> tuple[int, ...]:
    """The vehicles of a squadron that jinks which have no cover by it: they cannot, for they are immobilised."""
    if u.size == 1 or not u.effects or not u.has(JINKING):
        return ()
    return tuple([i for i in range(u.size) if bears_mark(u, IMMOBILISED, i) or bears_mark(u, STEADY, i)])


def stuck(u: Unit) -> bool:
    """Whether it cannot move: on the ground, immobilised or stunned."""
    return bool(u.effects) and not STUCK.isdisjoint([e.what for e in u.effects])


def broken(u: Unit) -> bool:
    """Whether it falls back."""
    return bool(u.effects) and u.has(BROKEN)


def circumstances(t: Table, u: Unit, v: Unit, **said: object) -> Situation:
    """What is the case for an attack of ``u`` on ``v`` as far as the two units' effects tell."""
    return case(t.memory["rulings"], telling(v), dark(t), tuple(said.items()))


def telling(v: Unit) -> frozenset[str]:
    """The effects on a unit that are circumstances of an attack on it."""
    flags = frozenset([e.what for e in v.effects]) & _TELLING if v.effects else _NOTHING
    if IMMOBILISED in flags and v.size > 1 and not all(bears_mark(v, IMMOBILISED, i) for i in range(v.size)):
        flags -= {IMMOBILISED}
    return flags


_TELLING = frozenset((GROUNDED, JINKING, IMMOBILISED, AIRBORNE))
_NOTHING: frozenset[str] = frozenset()


def cowed(u: Unit) -> int:
    """The Weapon Skill at most that a unit has while it is afraid; 0: it is not."""
    effect = u.effect(AFRAID) if u.effects else None
    return 0 if effect is None else COWED if effect.value is None else effect.value


@memo(4096)
def case(
    rulings: tuple[tuple[str, str], ...], flags: frozenset[str], night: bool, said: tuple[tuple[str, object], ...]
) -> Situation:
    """The circumstances of an attack by the rulings of the battle, the effects on its target, the light and what else is said."""
    return now(
        Situation(
            rulings=rulings,
            night=night,
            grounded=GROUNDED in flags,
            jinking=JINKING in flags,
            immobilised=IMMOBILISED in flags,
            zooming=AIRBORNE in flags,
            **dict(said),  # type: ignore[arg-type]
        )
    )


@memo(16384)
def met(model: Model, cover: int | None = None, still: bool = False, called: str = "") -> Exposed:
    """A model as an attack finds it; ``called``: its name, where its dice are to be told from those of others."""
    return interned(Exposed(model, cover, still, called))


def shaken(unit: Unit) -> bool:
    """Whether a unit falls back, lies on the ground, or is shaken, stunned or immobilised."""
    return any(unit.has(word) for word in (BROKEN, GROUNDED, SHAKEN, STUNNED, IMMOBILISED))
