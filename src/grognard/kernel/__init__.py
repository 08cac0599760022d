"""The kernel: asks, laws, dice and the drivers that answer. Knows no game."""

from .asks import Choose, Each, Emit, Fold, Pool, Procedure, Roll, Stage
from .budget import Budget, TooMany
from .dice import Dice, Keyed, Scripted, Seeded, Typed
from .exact import Best, Exact, best, by_default, exact
from .faces import Test, Throw, d3, die, highest, reading, total
from .law import Law, mixture, point
from .play import Play, Sample, play, sample

__all__ = [
    "Best",
    "Budget",
    "Choose",
    "Dice",
    "Each",
    "Emit",
    "Exact",
    "Fold",
    "Keyed",
    "Law",
    "Play",
    "Pool",
    "Procedure",
    "Roll",
    "Sample",
    "Scripted",
    "Seeded",
    "Stage",
    "Test",
    "Throw",
    "TooMany",
    "Typed",
    "best",
    "by_default",
    "d3",
    "die",
    "exact",
    "highest",
    "mixture",
    "play",
    "point",
    "reading",
    "sample",
    "total",
]
