"""House rules for tests: known while a test of a module runs, and forgotten after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from grognard import systems
from grognard.common import rules


def knowing(system: str, house: tuple[type[Any], ...]) -> Any:
    """A fixture that every test of its module uses: ``housed = knowing("usr", HOUSE)``."""

    @pytest.fixture(autouse=True)
    def housed() -> Iterator[None]:
        systems.HOUSED[system] = house
        rules.forget()
        yield
        systems.HOUSED.clear()
        rules.forget()

    return housed
