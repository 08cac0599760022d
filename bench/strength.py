"""How well the bots play: ``python -m bench.strength idle|match [SYSTEM...] [PAIRS]``.

``idle`` tells of greedy: unit-rounds in which a unit was asked what to do and did nothing, objectives that change hands after
the second round, tokens of Command that were turned up and did nothing. ``match`` plays pairs of battles, sides swapped, with
forces that no weight was fitted on (``bench/worth.py`` has the others): greedy against random, against three scripts and
against itself. Where one list is far better than the other, its player wins whoever he is: who is ahead over a pair of battles
tells of the players alone.
A match of other bots is ``grognard lab match``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import mean, stdev
from typing import Any

from grognard import battles, systems
from grognard.bots.greedy import Greedy
from grognard.bots.random import RandomBot
from grognard.common import battle, scenario
from grognard.common.report import lines

from .scripts import SCRIPTS

FORCES = {  # whose battles give the figures
    "void": ("B", "saltmarsh-levy"),
    "command": ("B", "iron-orchard"),
    "dropzone": ("A", "B"),
    "usr": ("B", "storm-brood", "thunder-battery"),
}
DEEDS = {  # events that say that their first unit did something
    *("Attacked", "Moved", "ChargedHome", "LaidFire", "Charged", "GunPlaced", "LiesDown"),
    *("VolleyFired", "Searched", "Revealed", "ShotAt", "BlowsAt", "RidesDown", "Shocks", "MarkerLands", "Embarked"),
    *("SquadFired", "SceneryFired", "ComesOn", "Housed", "Disembarked", "LeftHouse", "Unlocked", "Arrived", "Deployed"),
}
SHARED = {"BlowsAt", "Meets", "Locked", "Harmed", "Joined"}  # and these that all their units had a part
PICKS = ("search", "scan", "signal")  # that are deeds by themselves


class Asked(Greedy):
    """Greedy, that keeps which unit was asked something in which round, and which did something by its pick alone."""

    def __init__(self, rng: Random, game: Any, asked: set[tuple[int, int]], did: set[tuple[int, int]]) -> None:
        super().__init__(rng, game)
        self.asked, self.did = asked, did

    def choose(self, table: Any, ask: Any) -> Any:
        """Greedy's pick."""
        pick, about = super().choose(table, ask), ask.about
        first = [a for a in (about if isinstance(about, tuple) else (about,)) if isinstance(a, int)][:1]
        self.asked.update((table.clock.round, u) for u in first)
        if pick in PICKS:
            self.did.update((table.clock.round, u) for u in first)
        return pick


def idle(system: str, many: int) -> str:
    """One line of figures on greedy players of a system."""
    whole = still = holding = hands = flipped = wasted = 0
    for k in range(many):
        ours, theirs = pairs_of(system)[k % len(pairs_of(system))]
        game, asked, did = battle.game_of(systems.get(system)), set[tuple[int, int]](), set[tuple[int, int]]()
        players = [Asked(Random(f"{k}/bot/{side}"), game, asked, did) for side in (0, 1)]
        session = battle.begin(battles.setup(f"{system}/{ours}", f"{system}/{theirs}", seed=k), players=players)
        here: dict[int, tuple[set[int], set[int], set[int]]] = {}
        held: dict[int, int] = {}
        while not session.over:
            t = session.table
            now, units = t.clock.round, {u.id for u in t.units if u.here}
            by = {u.id for u in t.units if u.here and any(_stands_by(t, u, m) for m in t.markers)}
            here[now] = (here.get(now, (units, units, by))[0], units, by)
            for m in t.markers:
                if m.kind == "objective" and now > 2 and m.side >= 0 and held.get(m.id, m.side) != m.side:
                    hands += 1
                held[m.id] = m.side
            session.play(1)
        told = lines(session, everything=True)
        for line in told:
            those = line.units if line.event in SHARED else line.units[:1] if line.event in DEEDS else ()
            did.update((line.round, u) for u in those)
        for now, (start, end, by) in here.items():
            for u in start & end:
                if (now, u) in asked:
                    whole += 1
                    still += (now, u) not in did
                    holding += (now, u) not in did and u in by
        turned = [i for i, line in enumerate(told) if line.event == "TokenFlipped" and ": a" in line.text]
        flipped += len(turned)
        wasted += sum(_did_nothing(told, i) for i in turned)
    said = f"{system}: {still / whole:.1%} of {whole} unit-rounds idle ({holding / whole:.1%} beside an objective)"
    said += f", {hands / many:.1f} objectives a battle change hands after round 2"
    return said + (f", {wasted / flipped:.1%} of {flipped} tokens did nothing" if flipped else "")


def _stands_by(t: Any, u: Any, m: Any) -> bool:
    x, y = u.form.centre
    return bool(m.kind == "objective" and (m.x - x) ** 2 + (m.y - y) ** 2 <= (t.scenario.reach + 2) ** 2)


def _did_nothing(told: list[Any], i: int) -> bool:
    """Whether the unit whose token was turned up by a line does nothing before the next one is."""
    unit = told[i].units[0]
    for line in told[i + 1 :]:
        if line.round != told[i].round or (line.event == "TokenFlipped" and ": a" in line.text):
            return True
        if line.event in DEEDS and line.units and line.units[0] == unit:
            return False
    return True


def match(system: str, name: str, other: Callable[[Random, Any], Any], pairs: int) -> str:
    """One line of figures on greedy against another player, in pairs of battles with the sides swapped."""
    scores: list[float] = []
    margins: list[float] = []
    lists: dict[str, list[float]] = {}
    for k in range(pairs):
        ours, theirs = pairs_of(system)[k % len(pairs_of(system))]
        game, margin = battle.game_of(systems.get(system)), 0
        for side in (0, 1):
            players: list[Any] = [Greedy(Random(f"{k}/bot/{i}"), game) for i in (0, 1)]
            players[1 - side] = other(Random(f"{k}/bot/{1 - side}"), game)
            session = battle.begin(battles.setup(f"{system}/{ours}", f"{system}/{theirs}", seed=k), players=players)
            session.play()
            winner, points = session.game.winner(session.table)[0], scenario.points(session.table)
            scores.append(0.5 if winner is None else float(winner == side))
            lists.setdefault((ours, theirs)[side], []).append(scores[-1])
            margin += points[side] - points[1 - side]
        margins.append(margin / 2)
    error = stdev(margins) / len(margins) ** 0.5 if pairs > 1 else 0.0
    said = f"{system}: greedy scores {sum(scores):g} of {len(scores)} against {name}, {mean(margins):+.1f} ± {error:.1f} points"
    won = sum([0.5 if m == 0 else float(m > 0) for m in margins])
    by_list = ", ".join([f"{sum(these):g} of {len(these)} with {force}" for force, these in lists.items()])
    return f"{said}; ahead over {won:g} of {pairs} pairs; {by_list}"


def pairs_of(system: str) -> list[tuple[str, str]]:
    """Who plays whom."""
    forces = FORCES[system]
    return [(a, b) for i, a in enumerate(forces) for b in forces[i + 1 :]]


def main(words: list[str]) -> None:
    """Prints the figures."""
    numbers = [int(word) for word in words if word.isdigit()]
    named = [word for word in words if word in FORCES] or list(systems.NAMES)
    if words[:1] == ["idle"]:
        for system in named:
            print(idle(system, (numbers or [24])[0]), flush=True)
    elif words[:1] == ["match"]:
        for system in named:
            for name, other in (("random", RandomBot), *SCRIPTS.items(), ("itself", Greedy)):
                print(match(system, name, other, (numbers or [50])[0]), flush=True)
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
