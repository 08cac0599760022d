"""The executable special rules, in families."""

from __future__ import annotations

from .armour import Melta
from .arrival import DeepStrike
from .characters import IndependentCharacter
from .combat import HitAndRun
from .evasion import Jink
from .heat import GetsHot
from .markers import ApocalypticBlast, Blast, LargeBlast, MassiveBlast, Torrent
from .nerve import Fearless, Pinning
from .rerolls import TwinLinked
from .wounds import FeelNoPain, Poisoned, Rending

RULES = (
    ApocalypticBlast,
    Blast,
    DeepStrike,
    Fearless,
    FeelNoPain,
    GetsHot,
    HitAndRun,
    IndependentCharacter,
    Jink,
    LargeBlast,
    MassiveBlast,
    Melta,
    Pinning,
    Poisoned,
    Rending,
    Torrent,
    TwinLinked,
)
