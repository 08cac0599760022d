"""A game system as one value: what the rest of the product needs to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from ..errors import GrognardError
from .rules import NotExecutable, Rule, id_of, slug_of
from .schema import LONGEST_NAME, near


class Ruling(Struct, frozen=True):
    """A decision where the source is silent or ambiguous: the default, what else may be chosen, and why."""

    name: str
    default: str
    others: tuple[str, ...]
    why: str

    @property
    def values(self) -> tuple[str, ...]:
        """What may be chosen, the default first."""
        return (self.default, *self.others)


def in_one_line(pack: str, rulings: Mapping[str, str]) -> str:
    """Rulings in one line, behind the name of the pack that they come from.

    >>> in_one_line("Winter Cup", {"zero_hp": "wrecked"}), in_one_line("", {"zero_hp": "wrecked"}), in_one_line("Winter Cup", {})
    ('Winter Cup (zero_hp=wrecked)', 'zero_hp=wrecked', 'Winter Cup')
    """
    said = ", ".join(f"{ruling}={value}" for ruling, value in sorted(rulings.items()))
    return f"{pack} ({said})" if pack and said else pack or said


class Circumstance(Struct, frozen=True):
    """A key of ``--set``. ``takes``: "yes" (yes or no), "number", or a tuple of the words it may be; () is any text.

    ``several``: the text may name several things, with commas between them.
    """

    key: str
    takes: str | tuple[str, ...]
    says: str
    most: int = 1000
    several: bool = False


class Entry(Struct, frozen=True):
    """One special rule of the system's published list: executable when ``rule`` is there."""

    id: str
    name: str
    rule: type[Rule] | None = None


def _as_it_is(kind: Any) -> Any:
    return kind


def _spelled(name: str) -> str:
    return name.strip().lower().replace("_", "-")


class System(Struct, frozen=True, eq=False):
    """A game system composed of shared functions. See docs/architecture.md for who uses which field."""

    id: str
    name: str
    rules: tuple[type[Rule], ...]
    names: tuple[str, ...]  # every special rule of the published list, executable or not
    read_rule: Callable[[str], Rule]
    schema: Any  # common.schema.Schema
    rulings: tuple[Ruling, ...]
    circumstances: tuple[Circumstance, ...]
    plan: Callable[[Any], Any]  # odds.Question -> odds.Plan
    wounds: Callable[[Any], int]  # of a fresh model: wounds, hull points or Damage Points
    cover: Callable[[str], Any] = str  # reads --cover; raises GrognardError naming the system's scale
    cover_says: str = "as the system has it"  # that scale in words
    cover_values: tuple[str, ...] = ()  # and some of it, from the worst to the best
    ordering: dict[frozenset[str], str] | None = None
    fitted: Callable[[Any], Any] = _as_it_is  # a Kind with the rules that its unit type brings; the same for the same
    # the battle, see docs/battle-frame.md
    battle: Callable[[], Any] | None = None  # loads the system's turn when a battle is wanted
    terrain: Callable[[], Callable[..., Any]] | None = None  # loads what makes its tables; default: table.generate
    scenarios: Callable[[], dict[str, Any]] | None = (
        None  # loads its own scenarios by name, beside those of all systems
    )
    cards: Callable[[], tuple[type[Rule], ...]] | None = (
        None  # loads its command cards, which stand beside the list of rules
    )
    idle: Callable[[Any], list[str]] | None = (
        None  # of two forces: which rules can mean nothing of the other, in sentences
    )
    special: dict[str, str] = {}  # the words that ``special`` of a scenario may hold, each with what it does

    def ruling(self, name: str) -> Ruling:
        """A ruling by name, whatever its hyphens. Raises GrognardError naming the known ones."""
        for ruling in self.rulings:
            if _spelled(ruling.name) == _spelled(name):
                return ruling
        names = [r.name for r in self.rulings]
        nearest = near(name, names)
        hint = f"nearest: {', '.join(nearest)}" if nearest else f"known: {', '.join(names)}"
        raise GrognardError(f"unknown ruling {name[:LONGEST_NAME]!r} of {self.id}", hint=hint)

    def plays(self, scenario: Any) -> None:
        """Raises GrognardError, naming the known ones, when a scenario has a special word that the system does not know."""
        for word in scenario.special:
            if word not in self.special:
                raise GrognardError(
                    f"{self.id} knows no special rule {word!r}",
                    where=scenario.name,
                    hint=f"known: {', '.join(self.special) or 'none'}",
                )

    def settled(self, chosen: dict[str, str]) -> dict[str, str]:
        """Every ruling's value with the chosen ones in place. Raises GrognardError for unknown names and values."""
        values = {r.name: r.default for r in self.rulings}
        for name, value in chosen.items():
            ruling = self.ruling(name)
            if value not in ruling.values:
                raise GrognardError(
                    f"ruling {ruling.name} has no value {value!r}", hint=f"one of: {', '.join(ruling.values)}"
                )
            values[ruling.name] = value
        return values

    def chosen(self, said: dict[str, str]) -> dict[str, str]:
        """The rulings that were chosen, by their own names. Raises GrognardError as ``settled`` does."""
        values = self.settled(said)
        names = {self.ruling(name).name for name in said}
        return {name: value for name, value in values.items() if name in names}

    def entries(self) -> tuple[Entry, ...]:
        """The published list in its order, each with the class that states it when there is one."""
        stated = {rule.slug: rule for rule in self.rules}
        return tuple(Entry(f"{self.id}:{slug_of(n)}", n, stated.get(slug_of(n))) for n in self.names)

    def rule_id(self, text: str) -> str:
        """The id of a rule named by its id, slug or spelling. Raises GrognardError for unknown ones."""
        slug = slug_of(text.removeprefix(f"{self.id}:"))
        for rule in (*self.rules, *(self.cards() if self.cards else ())):
            if rule.slug == slug or any(slug_of(s) == slug for s in rule.spellings):
                return id_of(rule)
        if any(slug_of(n) == slug for n in self.names):
            raise NotExecutable(f"{text!r} is not executable yet")
        return id_of(self.read_rule(text))
