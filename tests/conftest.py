"""Marks and switches: ``--rule ID`` runs the tests of one special rule, ``--without ID`` switches a rule off everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from grognard.common import rules
from grognard.kernel.session import Session
from grognard.table.state import Table
from tests.invariants import faults
from tests.questions import fits, recording

os.environ["GROGNARD_CACHE"] = ""  # no test writes into anybody's home

# No test asserts a time: a busy machine is slow, not wrong.
settings.register_profile("grognard", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("grognard")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule", action="append", default=[], metavar="ID", help="run the tests marked with this special rule"
    )
    parser.addoption(
        "--without", action="append", default=[], metavar="ID", help="switch this special rule off everywhere"
    )


def _looked_at(step: Callable[..., bool]) -> Callable[..., bool]:
    """A step of a session, after which the table is looked at: every battle of every test holds the invariants."""

    def looked_at(session: Session, *args: object) -> bool:
        ended = step(session, *args)
        if ended and isinstance(session.table, Table):
            found = faults(session.table)
            assert not found, "; ".join(found)
        return ended

    return looked_at


def pytest_configure(config: pytest.Config) -> None:
    Session._step = _looked_at(Session._step)  # type: ignore[method-assign]
    config.addinivalue_line("markers", "rule(id): a test of this special rule, such as usr:rending")
    config.addinivalue_line("markers", "asks(words, of): the test asks the player `of` a question with these words")
    rules.OFF.update(config.getoption("--without"))
    rules.forget()


@pytest.fixture(autouse=True)
def _asked(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test marked ``asks`` must have put the question to the player whom the mark names."""
    marks = list(request.node.iter_markers("asks"))
    if not marks:
        yield
        return
    with recording() as asked:
        yield
    for mark in marks:
        (words,), of = mark.args, mark.kwargs["of"]
        found = {question.player for question in asked if fits(words, question.words)}
        assert of in found, f"player {of} is never asked {words!r}" + (f"; player {found} is" if found else "")


def _rules_of(item: pytest.Item) -> set[str]:
    marked = {name for mark in item.iter_markers("rule") for name in mark.args}
    test = getattr(item, "dtest", None)  # a doctest: that of a rule's class counts as a test of the rule
    if test is not None:
        marked.update(_rule_of_doctest(test))
    return marked


def _rule_of_doctest(test: object) -> set[str]:
    globs = getattr(test, "globs", {})
    name = getattr(test, "name", "").rsplit(".", 1)[-1]
    found = globs.get(name)
    if isinstance(found, type) and issubclass(found, rules.Rule) and found.spellings:
        return {rules.id_of(found)}
    return set()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    kept = [item for item in items if _rules_of(item) & wanted]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
