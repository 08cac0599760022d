"""Pages in Chromium for tests: opened, read and answered as a person does, always after what the server says."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

from .serving import Address, Server
from .tables import usual_until

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OPTION = ".options button[data-option]"


class Page:
    """A page of a browser that fails the test on any error of its own, and on any request that fails.

    ``pace``: how fast bots play, where nobody has chosen; "at once" tells nothing again.
    """

    def __init__(self, browser: Any, server: Address, pace: str = "", **context: Any) -> None:
        self.server = server
        self.context = browser.new_context(**context)
        if pace:
            self.context.add_init_script(f"try {{ localStorage.pace ??= '{pace}' }} catch {{ }}")
        self.page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.errors.append(said.text))
        self.page.on("requestfailed", self._failed)
        self.address = f"http://127.0.0.1:{server.port}"
        self.page.set_default_timeout(30_000)

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page itself let go of it, for a newer question or another page
            self.errors.append(f"{request.url}: {request.failure}")

    def open(self, path: str) -> Any:
        self.page.goto(self.address + path)
        return self.page

    def close(self) -> None:
        self.context.close()
        assert self.errors == []


def seated(browser: Any, server: Address, seat: str, begun: dict[str, Any], **context: Any) -> Page:
    """The page of a seat at a battle, with its first question."""
    found = Page(browser, server, **context)
    found.open(f"/battle/{begun['room']}#k={begun['keys'][seat]}")
    found.page.wait_for_selector(".asking h2")
    return found


def seated_at(
    browser: Any, server: Server, question: str | Callable[[Any], bool], context: dict[str, Any], **request: Any
) -> Page:
    """The page of who plays both sides, or against a bot, once usual picks have led to a question with these words."""
    begun = server.begin(**{"seats": ["me", "me"], **request})
    usual_until(server.hall.get(begun["room"]).room, question)
    return seated(browser, server, "me", begun, **context)


def read_by_link(browser: Any, at: Page, shown: str, part: str) -> str:
    """What somebody else reads in a part of the page who opens its address, once it is ``shown``."""
    other = Page(browser, at.server)
    page = other.open(at.page.url.removeprefix(at.address))
    page.wait_for_selector(shown)
    text = str(page.inner_text(part))
    other.close()
    return text


def version(page: Any) -> str:
    """Of the question that is shown."""
    return str(page.get_attribute(".asking", "data-version"))


def gone_on(page: Any, before: str) -> None:
    """Waits until another question is shown than the one of that version."""
    page.wait_for_function("v => document.querySelector('.asking').dataset.version !== v", arg=before)


def pick(page: Any, by_hand: bool = True) -> str:
    """Takes the usual option (or the first); the version of the question. Not ``by_hand`` nobody waits until the mouse is there."""
    before = version(page)
    usual = f"{OPTION}.usual"
    if by_hand:
        page.click(usual if page.query_selector(usual) else OPTION)  # found anew if the question is drawn anew
    else:
        page.evaluate(f"(document.querySelector('{usual}') ?? document.querySelector('{OPTION}'))?.click()")
    return before


def picked_until(page: Any, ready: Any) -> None:
    """Takes usual options until what is shown is ``ready``."""
    for _ in range(80):
        page.wait_for_selector(OPTION)
        if ready():
            return
        gone_on(page, pick(page))
