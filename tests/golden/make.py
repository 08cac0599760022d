"""Makes the golden playthroughs anew: ``python -m tests.golden.make [SYSTEM...]``.

For each system, battles of the sample forces are played until together they show every executable rule at work; a few that
still do are kept. Run it only when a change of rules or of the frame is meant to change battles, and say
why in the commit. With ``--again`` only those that come out otherwise are fought again, as they were set up, and others
are added for what is then shown no more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from grognard import battles, systems
from grognard.common import battle
from grognard.common.battle import Setup
from grognard.errors import GrognardError
from grognard.kernel import saves
from grognard.kernel.session import Session
from grognard.muster.ref import samples

HERE = Path(__file__).parent
MOST = 300  # battles that are tried
RULINGS = {"usr": ({}, {"outflank": "random"})}  # in turn: what some rules need to have a part in a battle


def shown(session: Session) -> set[str]:
    """The ids of the rules that had a part in an event of the battle."""
    return {rule for entry in session.log for rule in entry.by}


def wanted(system: str) -> set[str]:
    """The ids of all executable rules."""
    return {entry.id for entry in systems.get(system).entries() if entry.rule is not None}


def setups(system: str) -> Iterator[Setup]:
    """Battles to try: pairs of samples, bots and scenarios in turn."""
    refs = [sample["ref"] for sample in samples(system)]
    pairs = [(refs[i % len(refs)], refs[(i + 1 + i // len(refs)) % len(refs)]) for i in range(len(refs) ** 2)]
    among = RULINGS.get(system, ({},))
    for seed in range(1, MOST + 1):
        ours, theirs = pairs[seed % len(pairs)]
        yield battles.setup(
            ours,
            theirs,
            seed=seed,
            scenario=("hold-the-field", "close-quarters", "last-stand")[seed % 3],
            rulings=among[seed % len(among)],
            bots=(("greedy", "greedy"), ("random", "greedy"), ("random", "random"))[seed // 3 % 3],
        )


def make(system: str) -> None:
    """Writes the goldens of one system: as few of the battles tried as together show all that was seen."""
    played: list[tuple[Setup, set[str]]] = []
    missing = wanted(system)
    for setup in setups(system):
        found = shown(battles.fight(setup).session) & wanted(system)
        played.append((setup, found))
        missing -= found
        if not missing:
            break
    for old in HERE.glob(f"{system}-*.json"):
        old.unlink()
    still = set().union(*(found for _, found in played))
    kept = 0
    while still:
        setup, found = max(played, key=lambda pair: len(pair[1] & still))
        kept += 1
        battles.fight(setup).session.save(HERE / f"{system}-{kept}.json")
        print(f"{system}-{kept}: seed {setup.seed}, {len(found & still)} rules not shown before")
        still -= found
    scenarios(system)
    if missing:
        print(f"{system}: not shown in {len(played)} battles: {', '.join(sorted(missing))}")


def scenarios(system: str) -> None:
    """Writes a golden for each scenario that a system has of its own."""
    refs = [sample["ref"] for sample in samples(system)]
    own = systems.get(system).scenarios
    for seed, name in enumerate(own() if own is not None else (), 1):
        setup = battles.setup(refs[0], refs[1], seed=seed, scenario=name)
        battles.fight(setup).session.save(HERE / f"{system}-{name}-1.json")


def again(system: str) -> None:
    """Fights those goldens again that come out otherwise than they did, and adds battles for rules that none shows any more."""
    missing = wanted(system)
    last = 0
    for path in sorted(HERE.glob(f"{system}-*.json")):
        last = max(last, int(path.stem.rpartition("-")[2]))
        try:
            session, same = battle.replay(path)
        except GrognardError:
            same = False
        if not same:
            session = battles.fight(battle.setup_of(saves.read(path)["setup"], path.name)).session
            session.save(path)
            print(f"{path.stem}: fought again")
        missing -= shown(session)
    for setup in setups(system) if missing else ():
        session = battles.fight(setup).session
        if found := shown(session) & missing:
            last += 1
            session.save(HERE / f"{system}-{last}.json")
            print(f"{system}-{last}: seed {setup.seed}, {len(found)} rules not shown before")
            missing -= found
        if not missing:
            return
    if missing:
        print(f"{system}: not shown: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    names = [name for name in sys.argv[1:] if name != "--again"]
    for name in names or systems.NAMES:
        (again if "--again" in sys.argv else make)(name)
