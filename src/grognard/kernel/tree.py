"""One-die stages as trees of tests: walked once, then used for the exact law and for handfuls alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .asks import Choose, Procedure, Roll
from .dice import Dice
from .faces import AGAIN, Reading, Test, Throw, reading
from .law import Law, mixture, point
from .memo import memo
from .purpose import re_roll

Watch: TypeAlias = Callable[[Test | Throw, bytes, bytes], None]  # test, faces thrown, faces thrown again
Decide: TypeAlias = Callable[[Choose], Any]


class Leaf:
    """The end of a stage: its outcome."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Node:
    """A test, and what follows each of its outcomes."""

    __slots__ = ("branches", "reading", "test")

    def __init__(self, test: Test | Throw, branches: tuple[Tree, ...]) -> None:
        self.test = test
        self.reading: Reading = reading(test)
        self.branches = branches


class Fork:
    """A choice inside a stage, made once for a whole handful that comes to it."""

    __slots__ = ("branches", "choice")

    def __init__(self, choice: Choose, branches: tuple[Tree, ...]) -> None:
        self.choice = choice
        self.branches = branches


Tree: TypeAlias = Leaf | Node | Fork


class NotOneDie(TypeError):
    """A stage asks for more than rolls and choices, so it has no tree of tests."""


@memo(8192)
def tree_of(stage: Callable[..., Procedure], args: tuple[Any, ...]) -> Tree | None:
    """The tree of a stage that asks rolls and choices only; None of any other, which is run as a procedure."""
    try:
        return tree(stage, args)
    except NotOneDie:
        return None


def one_die(stage: Callable[..., Procedure], args: tuple[Any, ...]) -> bool:
    """Whether a stage asks rolls and choices only; if not, it is run as a procedure."""
    return tree_of(stage, args) is not None


@memo(8192)
def tree(stage: Callable[..., Procedure], args: tuple[Any, ...]) -> Tree:
    """The tree of a one-die stage. Raises NotOneDie when the stage asks for anything but rolls and choices."""
    return _grown(stage, args, [])


def _grown(
    stage: Callable[..., Procedure], args: tuple[Any, ...], answers: list[Any], under_way: Procedure | None = None
) -> Tree:
    """What a run comes to after these answers; one under way has had all of them but the last."""
    run = stage(*args) if under_way is None else under_way
    try:
        for answer in [None, *answers] if under_way is None else answers[-1:]:
            ask = run.send(answer)
    except StopIteration as end:
        return Leaf(end.value)
    if isinstance(ask, Roll):
        return Node(ask.test, _branches(stage, args, answers, reading(ask.test).kinds, run))
    if isinstance(ask, Choose):
        return Fork(ask, _branches(stage, args, answers, tuple(ask.options), run))
    raise NotOneDie(f"{stage.__name__} asks {type(ask).__name__}; a one-die stage may ask Roll and Choose only")


def _branches(
    stage: Callable[..., Procedure], args: tuple[Any, ...], answers: list[Any], kinds: tuple[Any, ...], run: Procedure
) -> tuple[Tree, ...]:
    # every branch is run from the start but the last: that one goes on with the run that has come so far
    *others, last = kinds
    grown = [_grown(stage, args, [*answers, kind]) for kind in others]
    return (*grown, _grown(stage, args, [*answers, last], run))


def chosen(grown: Tree, decide: Decide) -> Tree:
    """The tree with every choice made."""
    if isinstance(grown, Leaf):
        return grown
    if isinstance(grown, Fork):
        return chosen(grown.branches[list(grown.choice.options).index(decide(grown.choice))], decide)
    return Node(grown.test, tuple(chosen(b, decide) for b in grown.branches))


def forks(grown: Tree) -> list[Choose]:
    """The choices that stand in a tree, outermost first."""
    if isinstance(grown, Leaf):
        return []
    own = [grown.choice] if isinstance(grown, Fork) else []
    return own + [c for branch in grown.branches for c in forks(branch)]


def law_of(grown: Tree) -> Law:
    """The exact law of the outcome of a tree without choices."""
    if isinstance(grown, Leaf):
        return point(grown.value)
    assert isinstance(grown, Node)
    law = grown.reading.law
    return mixture(
        ((law.weights[k], law_of(b)) for k, b in zip(grown.reading.kinds, grown.branches, strict=True)), law.den
    )


def throw(test: Test | Throw, n: int, dice: Dice, watch: Watch) -> list[Any]:
    """The outcomes of ``n`` throws of a test, in the order of the dice, re-rolls made."""
    if isinstance(test, Throw):
        return [_throw_together(test, dice, watch) for _ in range(n)]
    read = reading(test)
    return [read.kinds[code] for code in _codes(test, read, n, dice, watch)]


def thrown(test: Test | Throw, dice: Dice, watch: Watch) -> Any:
    """The outcome of one throw of a test, its re-roll made: ``throw`` of one, read from the faces themselves."""
    if isinstance(test, Throw):
        return _throw_together(test, dice, watch)
    faces = dice.throw(test.sides, 1, test.name)
    face = faces[0]
    if face not in test.again:
        watch(test, faces, b"")
        return test.faces[face - 1]
    again = dice.throw(test.sides, 1, re_roll(test.name))
    watch(test, faces, again)
    return test.after(face)[again[0] - 1]


def _codes(test: Test, read: Reading, n: int, dice: Dice, watch: Watch) -> bytes:
    faces = dice.throw(test.sides, n, test.name)
    codes = faces.translate(read.codes)
    again = b""
    if test.again and (repeated := codes.count(AGAIN)):
        again = dice.throw(test.sides, repeated, re_roll(test.name))
        fresh = iter(_second(read, faces, codes, again) if read.codes_after else again.translate(read.codes_second))
        codes = bytes(next(fresh) if code == AGAIN else code for code in codes)
    watch(test, faces, again)
    return codes


def _codes_of(node: Node, n: int, dice: Dice, watch: Watch) -> Any:
    """The places of the outcomes of ``n`` throws among the kinds of a node's test, in the order of the dice."""
    if isinstance(node.test, Throw):
        kinds = node.reading.kinds
        return [kinds.index(_throw_together(node.test, dice, watch)) for _ in range(n)]
    return _codes(node.test, node.reading, n, dice, watch)


def _second(read: Reading, faces: bytes, codes: bytes, again: bytes) -> list[int]:
    """What dice thrown again mean where that depends on what they showed first."""
    first = [face for face, code in zip(faces, codes, strict=True) if code == AGAIN]
    return [read.codes_after.get(f, read.codes_second)[g] for f, g in zip(first, again, strict=True)]


def _throw_together(test: Throw, dice: Dice, watch: Watch) -> Any:
    faces = _faces(test, dice, test.name)
    again = b""
    if test.again is not None and test.again(tuple(faces), *test.args):
        again = _faces(test, dice, re_roll(test.name))
    watch(test, faces, again)
    return test.read(tuple(again or faces), *test.args)


def _faces(test: Throw, dice: Dice, why: str) -> bytes:
    if len(set(test.dice)) == 1:
        return dice.throw(test.dice[0], len(test.dice), why)
    return b"".join(dice.throw(sides, 1, why) for sides in test.dice)


def handful(grown: Tree, n: int, dice: Dice, watch: Watch, decide: Decide) -> list[Any]:
    """The outcomes of ``n`` runs of a stage, thrown handful by handful in the tree's order, kept in the order of dice."""
    outcomes: list[Any] = [None] * n
    _fill(grown, range(n), outcomes, dice, watch, decide)
    return outcomes


def _fill(grown: Tree, places: Any, outcomes: list[Any], dice: Dice, watch: Watch, decide: Decide) -> None:
    if isinstance(grown, Leaf):
        for place in places:
            outcomes[place] = grown.value
        return
    if isinstance(grown, Fork):
        picked = list(grown.choice.options).index(decide(grown.choice))
        return _fill(grown.branches[picked], places, outcomes, dice, watch, decide)
    codes = _codes_of(grown, len(places), dice, watch)
    for code, branch in enumerate(grown.branches):
        if inside := [place for place, c in zip(places, codes, strict=True) if c == code]:
            _fill(branch, inside, outcomes, dice, watch, decide)


def tally(grown: Tree, n: int, dice: Dice, watch: Watch, decide: Decide) -> list[tuple[Any, int]]:
    """The outcomes of ``n`` runs of a stage and how many came to each, where their order does not matter.

    The dice fall as for ``handful``; an outcome to which several ways lead may stand there several times.
    """
    counted: list[tuple[Any, int]] = []
    _count(grown, n, counted, dice, watch, decide)
    return counted


def _count(grown: Tree, n: int, counted: list[tuple[Any, int]], dice: Dice, watch: Watch, decide: Decide) -> None:
    if isinstance(grown, Leaf):
        counted.append((grown.value, n))
        return
    if isinstance(grown, Fork):
        picked = list(grown.choice.options).index(decide(grown.choice))
        return _count(grown.branches[picked], n, counted, dice, watch, decide)
    codes = _codes_of(grown, n, dice, watch)
    for code, branch in enumerate(grown.branches):
        if inside := codes.count(code):
            _count(branch, inside, counted, dice, watch, decide)
