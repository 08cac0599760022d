"""Rules at work in a plain attack, and two rules together: whether they meet, where, and what comes of it in exact fractions.

Nothing here knows a rule: the same attack is asked with neither, either and both of them, and the answers are compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from . import questions, systems
from .common.odds import Odds
from .common.rules import NotExecutable, Rule, id_of, slug_of, told_by
from .common.system import Ruling, System
from .drills import Drill, drills
from .errors import GrognardError
from .kernel.law import Law
from .rulebook import rulings_of

SIDES = ("", "target:")  # who has the rule: what stands before its name after --with


class Measure(Struct, frozen=True):
    """One number of an answer: what it is, and how to say it."""

    key: str  # "slain", "damage", "destroyed" or a key of ``Odds.other``

    def of(self, odds: Odds) -> Fraction:
        """The number in an answer: the mean of a law, or a chance."""
        found: Any = (
            getattr(odds, self.key) if self.key in ("slain", "damage", "destroyed") else odds.other.get(self.key)
        )
        if isinstance(found, Law):
            return Fraction(sum(n * weight for n, weight in found.items()), found.den)
        return found if isinstance(found, Fraction) else Fraction(0)

    def said(self) -> str:
        """What the number is, in words."""
        words = {"slain": "slain on average", "damage": "damage on average", "destroyed": "chance to destroy"}
        return words.get(self.key, self.key.replace("-", " "))


class Example(Struct, frozen=True):
    """A rule in a plain attack: the answers without it and with it."""

    rule: str
    drill: Drill  # with the rule
    without: Odds
    with_it: Odds
    measure: Measure


class Meeting(Struct, frozen=True):
    """Two rules in a plain attack that both have a part in: the answers with neither, either and both.

    ``holders`` are "attacker" or "target", one a rule. ``deciding`` are rulings under which both together do something else:
    each with the value and the number that it gives.
    """

    drill: Drill  # with both
    holders: tuple[str, str]
    neither: Odds
    first: Odds
    second: Odds
    both: Odds
    measure: Measure
    outcome: str  # a word of OUTCOMES
    deciding: tuple[tuple[Ruling, str, Fraction], ...] = ()

    @property
    def numbers(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The number that shows it: with neither, the first, the second, both."""
        a, b, c, d = (self.measure.of(odds) for odds in (self.neither, self.first, self.second, self.both))
        return a, b, c, d

    @property
    def apart(self) -> Fraction | None:
        """What both would come to if neither knew of the other; None where nothing can come of the attack without them."""
        neither, first, second, _ = self.numbers
        return first * second / neither if neither else None


OUTCOMES = {
    "same": "either does as much as both: they do not add up",
    "first": "beside {0}, {1} changes nothing",
    "second": "beside {1}, {0} changes nothing",
    "undone": "together they come to nothing: one undoes the other",
    "needs-second": "{0} does something only beside {1}",
    "needs-first": "{1} does something only beside {0}",
    "apart": "each does its own work, and neither changes what the other does",
    "more": "together they do more than each by itself would lead one to expect",
    "mixed": "each changes what the other is worth",
    "less": "together they do less than each by itself would lead one to expect",
}


class Pair(Struct, frozen=True):
    """Two rules of one system. ``moments`` are those at which both speak; ``meeting`` is None where no plain attack shows both.

    ``beside`` is a simple attack in which something else comes of them, where there is one.
    """

    system: str
    rules: tuple[Rule, Rule]
    moments: tuple[str, ...]
    steps: tuple[str, ...]  # tests of the example on which both have a word
    said: tuple[str, ...]  # what the page of one says of the other
    rulings: tuple[Ruling, ...]  # that either of them asks
    meeting: Meeting | None
    beside: Meeting | None = None

    @property
    def names(self) -> tuple[str, str]:
        """What the rules are called, with their parameters."""
        return str(self.rules[0]), str(self.rules[1])

    def outcome(self) -> str:
        """What comes of it, in a sentence."""
        if self.meeting is not None:
            return self.sentence(self.meeting)
        if self.moments:
            return "They meet at the table, not in a plain attack."
        if self.said:
            return "One of them speaks of the other, but no plain attack has a part for both."
        return "They do not meet: they speak at different moments, and no plain attack has a part for both."

    def sentence(self, found: Meeting) -> str:
        """What comes of it in one attack."""
        said = OUTCOMES[found.outcome].format(*self.names)
        return said[0].upper() + said[1:] + "."

    def told(self) -> dict[str, Any]:
        """The pair as ``rules A B --json`` prints it."""
        told: dict[str, Any] = {
            "system": self.system,
            "rules": [id_of(rule) for rule in self.rules],
            "names": list(self.names),
            "meet": bool(
                self.moments
                or self.steps
                or self.said
                or (self.meeting is not None and self.meeting.outcome != "apart")
            ),
            "moments": list(self.moments),
            "steps": list(self.steps),
            "says": self.outcome(),
            "said": list(self.said),
            "rulings": [{"name": r.name, "default": r.default, "others": list(r.others)} for r in self.rulings],
            "examples": [],
        }
        keys = ("neither", "first", "second", "both")
        for m in [found for found in (self.meeting, self.beside) if found is not None]:
            one = {
                "command": m.drill.command(),
                "holders": list(m.holders),
                "outcome": m.outcome,
                "says": self.sentence(m),
                "measure": m.measure.said(),
                **{key: str(number) for key, number in zip(keys, m.numbers, strict=True)},
                "laws": {
                    key: odds.told(True)["fractions"]
                    for key, odds in zip(keys, (m.neither, m.first, m.second, m.both), strict=True)
                },
                "deciding": [{"ruling": r.name, "value": value, "both": str(n)} for r, value, n in m.deciding],
            }
            told["examples"].append(one)
        return told


# --- names ------------------------------------------------------------------------------------------------------------


def rule_of(system: System, text: str) -> Rule | None:
    """The rule that a text names, with its parameters, or as its page writes it; None when it names none."""
    plain = text.strip().removeprefix(f"{system.id}:")
    try:
        return system.read_rule(plain)
    except GrognardError:
        pass
    slug = slug_of(plain)
    for rule in system.rules:
        if slug and (rule.slug == slug or any(slug_of(spelling) == slug for spelling in rule.spellings)):
            return example_rule(system, rule)
    return None


def example_rule(system: System, rule: type[Rule]) -> Rule:
    """A rule as its page writes it, with parameters."""
    return system.read_rule(rule.example or rule.spellings[0])


def named(words: list[str], system: str | None = None) -> list[tuple[System, Rule, Rule]]:
    """The two rules that words name, of each system that has both; [] when they are no two names.

    Raises GrognardError for two rules of different systems, and for one that is not executable.
    """
    found = []
    for name in systems.NAMES if system is None else (system,):
        each = systems.get(name)
        for i in range(1, len(words)):
            one, two = rule_of(each, " ".join(words[:i])), rule_of(each, " ".join(words[i:]))
            if one is not None and two is not None:
                found.append((each, one, two))
                break
    if not found and len(words) == 2 and all(":" in word for word in words):
        homes = [word.partition(":")[0] for word in words]
        if homes[0] != homes[1] and all(home in systems.NAMES for home in homes):
            raise GrognardError(
                f"{words[0]} and {words[1]} are rules of two systems", hint="two rules of one system can meet"
            )
    return found


# --- one rule ---------------------------------------------------------------------------------------------------------


def asked(drill: Drill) -> Odds | None:
    """The answer to a drill; None for an attack that cannot be asked about so."""
    try:
        return questions.odds(drill.attacker, drill.target, drill.said)
    except (GrognardError, NotExecutable):
        return None


def same(one: Odds, other: Odds) -> bool:
    """Whether two answers are the same in all that can come of the attack."""
    return (one.slain, one.damage, one.destroyed) == (other.slain, other.damage, other.destroyed) and (
        _happens(one) == _happens(other)
    )


def _happens(odds: Odds) -> dict[str, Any]:
    """What else may come of an attack, without what never does."""
    return {k: v for k, v in odds.other.items() if (set(v.weights) != {0} if isinstance(v, Law) else v)}


def measure(plain: Odds, *others: Odds) -> Measure:
    """The number in which the answers differ: models slain, damage, or what else comes of the attack.

    Best of all one that is not 0 from the beginning, and in which the first two of the others differ from it.
    """
    keys = ("slain", "damage", "destroyed", *(name for odds in (plain, *others) for name in odds.other))
    numbers = [Measure(key) for key in dict.fromkeys(keys)]
    differ = [one for one in numbers if any(one.of(odds) != one.of(plain) for odds in others)]
    telling = [one for one in differ if one.of(plain) and all(one.of(odds) != one.of(plain) for odds in others[:2])]
    return (telling or differ or [Measure("slain")])[0]


def example(system: System, rule: type[Rule]) -> Example | None:
    """The simplest plain attack in which a rule shows; None for a rule that no plain attack shows."""
    text = str(example_rule(system, rule))
    for drill in drills(system.id):
        plain = asked(drill)
        if plain is None:
            continue
        for side in SIDES:
            given = drill.given(side + text)
            answer = asked(given)
            if answer is not None and not same(plain, answer):
                return Example(text, given, plain, answer, measure(plain, answer))
    return None


# --- two rules --------------------------------------------------------------------------------------------------------


def meet(system: System, one: Rule, two: Rule) -> Pair:
    """What two rules of a system come to together."""
    about = {r.name: r for rule in (one, two) for r in rulings_of(system, type(rule))}
    listed = list(_meetings(system, one, two))
    found = _best(listed)
    beside = next(
        (m for m in listed if found is not None and m.outcome == "apart" != found.outcome and all(m.numbers)), None
    )
    moments = tuple(moment for moment in _moments(one) if moment in _moments(two))
    steps: tuple[str, ...] = ()
    if found is not None:
        names = [step.name for step in found.both.steps if all(speaks(step.because, rule) for rule in (one, two))]
        steps = tuple(dict.fromkeys(names))
        found = replace(found, deciding=tuple(_deciding(system, found, set(about))))
    said = () if type(one) is type(two) else (*sentences(type(one), type(two)), *sentences(type(two), type(one)))
    return Pair(system.id, (one, two), moments, steps, said, tuple(about.values()), found, beside)


def met_by(system: System, rule: type[Rule]) -> list[tuple[type[Rule], tuple[str, ...]]]:
    """The other rules of a system that speak at a moment at which this one does, with these moments.

    >>> from grognard import systems
    >>> void = systems.get("void")
    >>> berserk = next(rule for rule in void.rules if rule.slug == "berserk-charge")
    >>> [(other.slug, moments) for other, moments in met_by(void, berserk)]
    [('immobile', ('counter_charges',)), ('prone', ('counter_charges',))]
    """
    mine = _moments(example_rule(system, rule))
    found = [(other, tuple(m for m in _moments(example_rule(system, other)) if m in mine)) for other in system.rules]
    return [(other, moments) for other, moments in found if moments and other is not rule]


def _moments(rule: Rule) -> tuple[str, ...]:
    return tuple(name for name in dir(type(rule)) if not name.startswith("_") and hasattr(rule.moments, name))


def speaks(because: Iterable[Any], rule: Rule) -> bool:
    """Whether a rule is among the reasons of a test, by its name, with parameters or without."""
    names = {slug_of(str(rule)), *(slug_of(spelling) for spelling in rule.spellings)}
    return any(slug_of(reason.rule) in names for reason in because)


def _meetings(system: System, one: Rule, two: Rule) -> Iterator[Meeting]:
    """The plain attacks in which both rules have a part, the simplest first."""
    for drill in drills(system.id):
        neither = asked(drill)
        if neither is None:
            continue
        alone = {(rule, side): asked(drill.given(side + str(rule))) for rule in (one, two) for side in SIDES}
        for a in SIDES:
            for b in SIDES:
                first, second = alone[one, a], alone[two, b]
                if first is None or second is None or (same(neither, first) and same(neither, second)):
                    continue
                given = drill.given(a + str(one), b + str(two))
                both = asked(given)
                outcome = "" if both is None else _outcome(neither, first, second, both)
                if both is not None and outcome:
                    holders = ("target" if a else "attacker", "target" if b else "attacker")
                    number = measure(neither, first, second, both)
                    yield Meeting(given, holders, neither, first, second, both, number, outcome)


def _outcome(neither: Odds, first: Odds, second: Odds, both: Odds) -> str:
    """A word of OUTCOMES; "" where one of the rules has no part."""
    shows = not same(neither, first), not same(neither, second)
    if all(shows):
        if same(both, first):
            return "same" if same(both, second) else "first"
        if same(both, second):
            return "second"
        number = measure(neither, first, second, both)
        n, a, b, c = (number.of(odds) for odds in (neither, first, second, both))
        if c * n == a * b or c - n == (a - n) + (b - n):
            return "apart"
        if same(both, neither):
            return "undone"
        if (a > n) != (b > n):
            return "mixed"
        return "more" if abs(c * n - n * n) > abs(a * b - n * n) else "less"
    if shows[0] and not same(both, first):
        return "needs-first"
    if shows[1] and not same(both, second):
        return "needs-second"
    return ""


_TELLING = (("first", "second", "undone", "same", "more", "less", "mixed"), ("needs-first", "needs-second"), ("apart",))


def _best(found: Iterable[Meeting]) -> Meeting | None:
    """The example that says most: one in which the rules change each other's work, of equals the simplest."""

    def telling(meeting: Meeting) -> int:
        return [meeting.outcome in words for words in _TELLING].index(True)

    return min(found, key=telling, default=None)


def _deciding(system: System, found: Meeting, about: set[str]) -> Iterator[tuple[Ruling, str, Fraction]]:
    """The rulings under which both together do something else, and that are about them: not about every attack."""
    bare = Drill(found.drill.attacker, found.drill.target, replace(found.drill.said, gives=()))
    for ruling in system.rulings:
        for value in ruling.others:
            both = asked(found.drill.ruled(ruling.name, value))
            if both is None or same(both, found.both):
                continue
            neither = asked(bare.ruled(ruling.name, value))
            if ruling.name in about or (neither is not None and same(neither, found.neither)):
                yield ruling, value, found.measure.of(both)


def sentences(rule: type[Rule], other: type[Rule]) -> tuple[str, ...]:
    """What a rule's page says of another rule by its name, sentence by sentence, behind the name of the rule.

    >>> from grognard.systems.usr.rules.wounds import FeelNoPain, InstantDeath
    >>> sentences(FeelNoPain, InstantDeath)[0][:40]
    'Feel No Pain: It is no save: it is rolle'
    """
    summary, about = told_by(rule)
    names = re.compile("|".join(rf"\b{re.escape(spelling)}\b" for spelling in other.spellings))
    listed = re.split(r"(?<=\.) ", f"{summary} {about.partition('. ')[2]}")
    return tuple(f"{rule.spellings[0]}: {sentence.strip()}" for sentence in listed if names.search(sentence))
