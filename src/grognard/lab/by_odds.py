"""What a rule is worth by exact odds: how it changes the damage of single attacks, beside what it changes in battles."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from .. import battles, systems
from ..common.asking import Situation, ask, words
from ..common.profiles import Force, Kind
from ..errors import GrognardError
from ..kernel.budget import Budget, TooMany
from .experiment import Experiment
from .statistics import Interval
from .variants import bare, had

STATES = 50_000  # that one attack may cost; dearer ones are left out
MUCH = 0.1  # of the damage without the rule
WAYS = (Situation(range=12), Situation(melee=True))  # in which each attacks each


class ByOdds(NamedTuple):
    """Means over the attacks of all match-ups: damage done by those whom the rule changes, and damage done to them."""

    does: float
    did: float  # without the rule
    takes: float
    took: float
    attacks: int
    left_out: int = 0  # attacks that cannot be made, or are too much to count

    @property
    def gain(self) -> float:
        """Damage that is done more, and taken less, in an attack."""
        return (self.does - self.did) - (self.takes - self.took)

    @property
    def share(self) -> float:
        """Its share of all damage that is done and taken without the rule."""
        return self.gain / (self.did + self.took) if self.did + self.took else 0.0


def by_odds(asked: Experiment) -> ByOdds | None:
    """Every attack of the units that have the rule at every enemy of the match-ups, and back; None where there is none."""
    ours: list[tuple[float, float]] = []
    theirs: list[tuple[float, float]] = []
    asked_about = 0
    for pair in asked.forces:
        force, enemy = (battles.force(ref) for ref in pair)
        for kept, off in changed_units(asked, force):
            for other in enemy.kinds:
                ours += _compared(asked, (kept, other), (off, other))
                theirs += _compared(asked, (other, kept), (other, off))
                asked_about += 2 * len(WAYS)
    if not ours and not theirs:
        return None
    attacks = len(ours) + len(theirs)
    return ByOdds(*_means(ours), *_means(theirs), attacks, asked_about - attacks)


def changed_units(asked: Experiment, force: Force) -> list[tuple[Kind, Kind]]:
    """The units of a force that are not the same with the rule and without it."""
    both = zip(had(asked, force).kinds, bare(asked, force).kinds, strict=True)
    return [(kept, off) for kept, off in both if kept is not off]


def _compared(asked: Experiment, kept: tuple[Kind, Kind], off: tuple[Kind, Kind]) -> Iterator[tuple[float, float]]:
    """The damage of an attack with the rule and without it, each way in which it can be made."""
    for way in WAYS:
        said = replace(way, rulings=words(asked.rulings))
        with_it, without = _damage(*kept, said), _damage(*off, said)
        if with_it is not None and without is not None:
            yield with_it, without


def _damage(attacker: Kind, target: Kind, said: Situation) -> float | None:
    try:
        found = ask(systems.get(attacker.system), attacker, target, said, budget=Budget(STATES))
    except (GrognardError, TooMany):  # it has no weapon for that, or it is too much to count
        return None
    return None if found.impossible else float(found.damage.mean())


def _means(compared: list[tuple[float, float]]) -> tuple[float, float]:
    n = len(compared) or 1
    return sum(a for a, _ in compared) / n, sum(b for _, b in compared) / n


def told_by_odds(found: ByOdds | None, known: Interval, precision: float) -> list[str]:
    """Both values in words, and whether they agree."""
    if found is None:
        return ["By exact odds nothing can be said: those who have it make no attack that could be counted."]
    left_out = f" ({found.left_out} more cannot be made or are too much to count)" if found.left_out else ""
    lines = [
        f"By exact odds, over {found.attacks} attacks at 12 inches and in close combat{left_out}, those who have it do "
        f"{found.does - found.did:+.3f} damage an attack ({found.did:.3f} without it) and take "
        f"{found.takes - found.took:+.3f} ({found.took:.3f} without it)."
    ]
    clear = known.half < inf and not known.low <= 0 <= known.high
    nothing = known.half <= precision and known.low <= 0 <= known.high
    if clear and found.gain * known.mean < 0:
        lines.append("**Odds and battles differ in sign**: what helps in a single attack does not help in the battle.")
    elif clear and abs(found.gain) < 1e-9:
        lines.append("**Odds and battles differ**: no single attack shows what the battles show.")
    elif nothing and abs(found.share) >= MUCH:
        lines.append(
            f"**Odds and battles differ by much**: {100 * found.share:+.0f} % in single attacks, and next to nothing in battles."
        )
    return lines
