"""A battle that waits for answers: the open question with its options as a list, and page by page where they are many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from .. import battles
from ..bots.balance import table_worth
from ..bots.greedy import Greedy
from ..bots.random import drawn
from ..common import battle, scenario
from ..common.battle import Setup
from ..common.option_words import words
from ..common.profiles import Force
from ..common.serialization import packed, unpacked
from ..errors import GrognardError
from ..systems import get
from ..table.state import Table
from ..web.seen import known_to
from .features import LAST, MOST_OPTIONS

MOST_LISTED = 1024  # of a menu that may have no end
CHOICES = {"scenario", "rounds", "table", "rulings", "forces"}  # what may be another one in each battle


class Staging:
    """What battles are set up from: two forces, and all else that a battle may be given."""

    def __init__(self, ours: str | Force, theirs: str | Force, choices: Mapping[str, Any]) -> None:
        self.forces = battles.force(ours), battles.force(theirs)
        self.choices = dict(choices)
        self.setup(0)  # what does not fit together is said now

    def setup(self, seed: int, options: Mapping[str, Any] | None = None) -> Setup:
        """The battle of a seed, with what ``options["battle"]`` has in place of what was chosen; other options are for others.

        Raises GrognardError for what cannot be.
        """
        chosen = {**self.choices, **(options or {}).get("battle", {})}
        if unknown := sorted(set(chosen) - CHOICES):
            hint = f"there are {', '.join(sorted(CHOICES))}"
            raise GrognardError(f"no option {unknown[0]!r}", where="battle", hint=hint)
        forces = [battles.force(one) for one in chosen.pop("forces", self.forces)]
        return battles.setup(*forces, seed=seed, **chosen)

    def __getstate__(self) -> dict[str, Any]:
        schema = get(self.forces[0].system).schema
        return {
            "system": self.forces[0].system,
            "forces": [packed(f, schema) for f in self.forces],
            "more": self.choices,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        ours, theirs = (unpacked(force, get(kept["system"]).schema, "pickle") for force in kept["forces"])
        self.forces, self.choices = (ours, theirs), kept["more"]


class OpenBattle:
    """A battle at a question with at least two options. ``players`` answer for their sides where they are not None."""

    def __init__(self, setup: Setup, players: Sequence[str | None] = (None, None), inputs: Iterable[Any] = ()) -> None:
        self.setup, self.names = setup, tuple(players)
        game = battle.game_of(get(setup.system))
        seated = [battle.player_of(name, setup.seed, side, game) if name else None for side, name in enumerate(players)]
        self.session = battle.begin(setup, players=seated)
        self.page = 0
        self.listed: tuple[Any, ...] = ()
        self.over = False
        if kept := list(inputs):
            self._on(self.session.replay(kept))
        self._on(self.session.play())

    def __getstate__(self) -> dict[str, Any]:
        return {"setup": self.setup.saved(), "names": self.names, "inputs": self.session.inputs, "page": self.page}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(battle.setup_of(kept["setup"], "pickle"), kept["names"], kept["inputs"])  # type: ignore[misc]
        self.page = kept["page"]

    def _on(self, over: bool) -> None:
        """On to the next question that leaves a choice."""
        session = self.session
        while not over:
            ask: Any = session.open
            self.listed = listed(ask.options)
            if len(self.listed) > 1:
                break
            only = self.listed[0] if self.listed else drawn(ask, Random(f"{self.setup.seed}/{session.used}"))
            over = session.answer(only)
        self.over, self.page = over, 0
        if over:
            self.listed = ()

    @property
    def ask(self) -> Any:
        """The open question."""
        return self.session.open

    @property
    def player(self) -> int:
        """The side that is asked."""
        return int(self.ask.player)

    def view(self, player: int) -> Table:
        """The table as a player may know it."""
        table: Table = self.session.game.view(self.session.table, player)
        return table

    def public(self) -> Table:
        """The table as a watcher may know it."""
        return known_to(self.session.table, ())

    @property
    def paged(self) -> bool:
        """Whether there are more options than actions: the last action then turns the page."""
        return len(self.listed) > MOST_OPTIONS

    @property
    def first(self) -> int:
        """The place in the list of the first option on this page."""
        return self.page * LAST

    def shown(self) -> tuple[Any, ...]:
        """The options on this page: action n takes the n-th."""
        return self.listed[self.first : self.first + LAST] if self.paged else self.listed

    def legal(self, action: int) -> bool:
        """Whether an action means something now."""
        return not self.over and (0 <= action < len(self.shown()) or (self.paged and action == LAST))

    def act(self, action: int) -> None:
        """Answers with an option of this page, or turns it: after the last page comes the first. Raises GrognardError."""
        if not self.legal(action):
            raise GrognardError(f"action {action} is not open now", hint="take one that action_mask allows")
        if self.paged and action == LAST:
            self.page = (self.page + 1) % -(-len(self.listed) // LAST)
        else:
            self._on(self.session.answer(self.shown()[action]))

    def said(self) -> list[str]:
        """The options of this page in words."""
        return words(self.view(self.player), self.ask, self.shown())

    def greedy(self) -> int:
        """The action by which greedy's pick is made, or come nearer to by a page; -1 where he thinks of none in the list."""
        view, ask = self.view(self.player), self.ask
        pick = Greedy(Random(f"{self.setup.seed}/{self.session.used}"), self.session.game).choose(view, ask)
        at = next((i for i, option in enumerate(self.listed) if same(option, pick)), -1)
        if at < 0 or not self.paged:
            return at
        return at - self.first if 0 <= at - self.first < LAST else LAST

    def potential(self, player: int) -> float:
        """What the table is worth to a player as far as he knows it, in victory points; 0 when the battle is over."""
        return 0.0 if self.over else table_worth(self.view(player), player)

    def margin(self, player: int) -> float:
        """Victory points more than the other side."""
        points = scenario.points(self.session.table)
        return float(points[player] - points[1 - player])

    def won(self, player: int) -> float:
        """1 for who has won, -1 for who has lost, 0 for a draw."""
        winner = self.session.game.winner(self.session.table)[0]
        return 0.0 if winner is None else 1.0 if winner == player else -1.0


def listed(options: Any) -> tuple[Any, ...]:
    """The options that a bot sees, in the game's own order: a sequence as it is, of a lazy menu what it offers or bots aim at."""
    if isinstance(options, (tuple, list)):
        return tuple(options)
    offered = list(islice(options, MOST_LISTED))
    for make, _ in options.aims() if hasattr(options, "aims") else ():
        form = options.offer(make)
        if form is not None and not any(same(form, one) for one in offered):
            offered.append(form)
    return tuple(offered)


def same(one: Any, other: Any) -> bool:
    """Whether two options are the same answer."""
    if hasattr(one, "positions") and hasattr(other, "positions"):
        return bool(one.positions == other.positions and one.levels == other.levels and one.facing == other.facing)
    return type(one) is type(other) and bool(one == other)
