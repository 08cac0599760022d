"""The executable special rules, in families."""

from __future__ import annotations

from .aim import PrecisionShots, PrecisionStrikes, Relentless, Skyfire, Sniper, StrafingRun
from .armour import Armourbane, Haywire, Lance, Melta, MightyBulwark, TankHunters
from .arrival import DeepStrike
from .barrages import ApocalypticBarrage, ApocalypticMegaBlast, Barrage, Vortex
from .characters import IndependentCharacter
from .combat import (
    CounterAttack,
    Fear,
    FuriousCharge,
    HammerOfWrath,
    HitAndRun,
    Rage,
    Rampage,
    Smash,
    SpecialistWeapon,
    Unwieldy,
)
from .evasion import Daemon, IgnoresCover, Jink, Shrouded, Stealth
from .fire import Interceptor, MissileLock, NightVision, OneUseOnly, SplitFire
from .going import Crusader, Fleet, MoveThroughCover, SkilledRider, SlowAndPurposeful, Swarms
from .heat import GetsHot
from .lasting import Blind, Concussive, ItWillNotDie, SoulBlaze, Strikedown
from .machines import PowerOfTheMachineSpirit, SentryDefenceSystem
from .markers import ApocalypticBlast, Blast, LargeBlast, MassiveBlast, Torrent
from .nerve import AndTheyShallKnowNoFear, Fearless, Pinning, Stubborn
from .psychic import AdamantiumWill, Brotherhood, Force, PsychicPilot, Psyker
from .rerolls import Hatred, MasterCrafted, MonsterHunter, PreferredEnemy, Shred, TwinLinked, Zealot
from .transport import AssaultVehicle, Bulky, ExtremelyBulky, RepelTheEnemy, VeryBulky
from .vanguard import AcuteSenses, Infiltrate, Outflank, Scout
from .wings import Supersonic, VectorDancer, VectorStrike
from .wounds import Destroyer, EternalWarrior, FeelNoPain, Fleshbane, Graviton, InstantDeath, Poisoned, Rending

RULES = (
    AcuteSenses,
    AdamantiumWill,
    AndTheyShallKnowNoFear,
    ApocalypticBarrage,
    ApocalypticBlast,
    ApocalypticMegaBlast,
    Armourbane,
    AssaultVehicle,
    Barrage,
    Blast,
    Blind,
    Brotherhood,
    Bulky,
    Concussive,
    CounterAttack,
    Crusader,
    Daemon,
    DeepStrike,
    Destroyer,
    EternalWarrior,
    ExtremelyBulky,
    Fear,
    Fearless,
    FeelNoPain,
    Fleet,
    Fleshbane,
    Force,
    FuriousCharge,
    GetsHot,
    Graviton,
    HammerOfWrath,
    Hatred,
    Haywire,
    HitAndRun,
    IgnoresCover,
    IndependentCharacter,
    Infiltrate,
    InstantDeath,
    ItWillNotDie,
    Interceptor,
    Jink,
    Lance,
    LargeBlast,
    MassiveBlast,
    MasterCrafted,
    Melta,
    MightyBulwark,
    MissileLock,
    MonsterHunter,
    MoveThroughCover,
    NightVision,
    OneUseOnly,
    Outflank,
    Pinning,
    Poisoned,
    PowerOfTheMachineSpirit,
    PrecisionShots,
    PrecisionStrikes,
    PreferredEnemy,
    PsychicPilot,
    Psyker,
    Rage,
    Rampage,
    Relentless,
    Rending,
    RepelTheEnemy,
    Scout,
    SentryDefenceSystem,
    Shred,
    Shrouded,
    SkilledRider,
    Skyfire,
    SlowAndPurposeful,
    Smash,
    Sniper,
    SoulBlaze,
    SpecialistWeapon,
    SplitFire,
    Stealth,
    StrafingRun,
    Strikedown,
    Stubborn,
    Supersonic,
    Swarms,
    TankHunters,
    Torrent,
    TwinLinked,
    Unwieldy,
    VectorDancer,
    VectorStrike,
    VeryBulky,
    Vortex,
    Zealot,
)
