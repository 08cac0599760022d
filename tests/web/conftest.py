"""A browser and a server for the tests of pages; without Chromium such tests are skipped, with the reason."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from .pages import CHROMIUM, QUIET
from .serving import Server


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install it to try the page")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET, env={**os.environ})
        yield found
        found.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.close()
