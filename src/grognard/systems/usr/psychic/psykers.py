"""Psykers: who is one, what he knows, the dice with which powers are manifested and denied. Nothing here reads the table."""

from __future__ import annotations

from msgspec import Struct

from ....common.building import Because, Building, Built, because, ids_of, thrown_for
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....kernel.asks import Each, Procedure, Roll
from ....kernel.faces import die
from ....kernel.memo import memo
from ....kernel.purpose import Purpose
from ..rules.powers import Power, powers_of
from ..squads import own_voices, squad_of

WARP_DIE = die(6, Purpose("warp charge", needs="4+"))
PERILS = die(6, Purpose("perils of the warp", words="perils of the warp, the row of the table"))
DRAGGED, PURGE, DRAIN, FEEDBACK, SURGE = 1, 2, 3, 5, 6  # rows of the table; 4 is a wound and no more
TESTED = (DRAGGED, FEEDBACK, SURGE)  # rows that ask for a Leadership test of the psyker
HARNESSES = 4  # a warp charge die of so much or more harnesses a charge


class Mind:
    """A model's mind while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []
        self.level = 0
        self.brother = False
        self.Ld: int | None = None
        self.taught: dict[str, Because] = {}
        self.forgotten: set[str] = set()
        self.malefic_at_home = False

    def masters(self, level: int, by: Rule | str, says: str, together: bool = False) -> None:
        """It is a psyker of a Mastery Level; ``together``: with all others of its unit that bear the rule."""
        self.level = max(self.level, level)
        self.brother = self.brother or together
        self.because.append(because(by, says))

    def nerve(self, leadership: int) -> None:
        """Its Leadership, where a power or Perils of the Warp ask for one."""
        self.Ld = leadership

    def learns(self, power: str, by: Rule | str, says: str) -> None:
        """It knows a power besides those listed."""
        self.taught[power] = because(by, says)

    def of_the_warp(self, by: Rule | str, says: str) -> None:
        """Malefic powers are no more dangerous to it than others."""
        self.malefic_at_home = True

    def forgets(self, power: str) -> None:
        """It does not know a power any more."""
        self.forgotten.add(power)


class Known(Struct, frozen=True):
    """A model's mind: Mastery Level (0: it is no psyker), Leadership for its tests, the powers it knows.

    ``by`` are the ids of the rules that make it a psyker, ``taught`` (power, id) of those that teach it one.
    """

    level: int = 0
    brother: bool = False
    Ld: int = 0
    powers: tuple[Power, ...] = ()
    by: tuple[str, ...] = ()
    taught: tuple[tuple[str, str], ...] = ()
    malefic_at_home: bool = False  # any double of a malefic power does it no harm
    sanctic_at_home: bool = False  # any double of a Sanctic power does it no harm

    def dreads(self, power: Power) -> bool:
        """Whether any double brings Perils of the Warp when it tries a power: a malefic or a Sanctic one that is strange to it."""
        return (power.malefic and not self.malefic_at_home) or (power.sanctic and not self.sanctic_at_home)

    def behind(self, power: Power) -> tuple[str, ...]:
        """The ids of the rules by which it manifests a power."""
        return (*self.by, *(rule for name, rule in self.taught if name == power.name and rule))


@memo(16384)
def mind_of(model: Model) -> Known:
    """What a model knows and can."""
    mind = Mind()
    for speak in own_voices(model, "channels"):
        speak(mind)
    if not mind.level:
        return Known()
    for weapon in model.weapons:
        for speak in voices(weapon, "channels"):
            speak(mind)
    powers = tuple(p for p in powers_of(model, tuple(mind.taught)) if p.name not in mind.forgotten)
    ids = ids_of(mind.because)
    taught = tuple((name, b.id) for name, b in mind.taught.items())
    return Known(
        mind.level,
        mind.brother,
        model.stats.Ld if mind.Ld is None else mind.Ld,
        powers,
        ids,
        taught,
        mind.malefic_at_home,
        model.stats.sanctic,
    )


@memo(16384)
def psykers(members: tuple[Model, ...]) -> tuple[int, ...]:
    """The places of the psykers among models."""
    return tuple(i for i, model in enumerate(members) if mind_of(model).level)


def powerful(members: tuple[Model, ...]) -> bool:
    """Whether a psyker among models knows a power."""
    return any(mind_of(members[i]).powers for i in psykers(members))


def mastery(members: tuple[Model, ...]) -> int:
    """The Mastery Levels of a unit added up; a brotherhood counts once."""
    minds = [mind_of(members[i]) for i in psykers(members)]
    brothers = max((m.level for m in minds if m.brother), default=0)
    return sum(m.level for m in minds if not m.brother) + brothers


def highest(members: tuple[Model, ...]) -> int:
    """The highest Mastery Level in a unit; 0 without a psyker."""
    return max((mind_of(members[i]).level for i in psykers(members)), default=0)


# --- the dice ---------------------------------------------------------------------------------------------------------


class Casting(Struct, frozen=True):
    """A power as who would deny it sees it: whether it is aimed at an enemy unit, and the psyker's Mastery Level."""

    hostile: bool = True
    level: int = 1


def warp_face() -> Procedure:
    """How often each face comes up of one warp charge die: once."""
    face = yield Roll(WARP_DIE)
    return tuple([int(face == n) for n in range(1, 7)])


def warp_die() -> Procedure:
    """(1 when it harnesses a charge, 1 when it shows a 6) of one warp charge die."""
    face = yield Roll(WARP_DIE)
    return int(face >= HARNESSES), int(face == 6)


def harnessed(dice: int, dreaded: bool = False) -> Procedure:
    """(warp charges harnessed, dice that bring Perils) of so many dice; two of these are Perils of the Warp: sixes.

    Of a ``dreaded`` power, malefic or Sanctic to who is not at home with these, any double brings them: the dice of the face that
    shows most often (core rules of the 7th edition).

    >>> from grognard.kernel import exact
    >>> exact(harnessed, (3,)).chance_of(lambda seen: seen[0] >= 2)
    0.5
    >>> exact(harnessed, (3, True)).chance_of(lambda seen: seen[1] < 2)  # all three differ: 1 x 5/6 x 4/6
    0.5555555555555556
    """
    if not dreaded:
        return (yield Each(warp_die, (), dice))
    faces = yield Each(warp_face, (), dice)
    return sum(faces[HARNESSES - 1 :]), max(faces)


def denying(members: tuple[Model, ...], casting: Casting) -> Built:
    """The roll to Deny the Witch of each warp charge die: 6, better for a unit at which a power is aimed.

    >>> denying((), Casting(hostile=False)).needs
    '6+'
    """
    test = Building("deny the witch", 6)
    if casting.hostile and members:
        squad, level = squad_of(members), highest(members)
        if level:
            test.add(1, "Psyker", "a psyker among them: +1")
        if level > casting.level:
            test.add(1, "Mastery Level", f"{level} against {casting.level}: +1")
        for speak in voices(squad, "defies"):
            speak(test, casting)
    return thrown_for(test.done())


def deny_die(test: Built) -> Procedure:
    """1 when one warp charge die nullifies a charge, else 0."""
    return int((yield Roll(test.test)))


def denied(test: Built, charges: int, dice: int) -> Procedure:
    """Whether so many dice nullify every charge that was harnessed.

    >>> from grognard.kernel import exact
    >>> exact(denied, (denying((), Casting()), 1, 2)).fraction(True)
    Fraction(11, 36)
    """
    nullified = (yield Each(deny_die, (test,), dice)) if dice else 0
    return nullified >= charges


# --- Perils of the Warp -----------------------------------------------------------------------------------------------


def toll(row: int, passed: bool) -> str:
    """What a row of the table does to the psyker: "gone", "wound", "surge" or "" (nothing); ``passed``: his Leadership test.

    >>> [toll(row, False) for row in range(1, 7)]
    ['gone', 'wound', 'wound', 'wound', 'wound', 'wound']
    >>> [toll(row, True) for row in range(1, 7)]
    ['wound', 'wound', 'wound', 'wound', '', 'surge']
    """
    if row == DRAGGED and not passed:
        return "gone"
    if row == FEEDBACK and passed:
        return ""
    return "surge" if row == SURGE and passed else "wound"
