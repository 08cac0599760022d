"""``python -m tests.web.shots [FOLDER]``: a picture of each main view at 390, 820 and 1440 pixels, light and dark."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from grognard import battles
from grognard.kernel import saves

from .pages import CHROMIUM, QUIET, gone_on, pick
from .serving import Server

WIDE = (390, 820, 1440)
PAGES = {
    "start": "/",
    "odds": "/odds?a=usr/A:Gull Riders&b=usr/B:Thornkin&range=9&without=Twin-linked&over=range",
    "rule": "/rules/usr/twin-linked",
    "pair": "/rules/usr/twin-linked/gets-hot",
}


def at_the_table(page: Any, server: Server) -> None:
    """A battle up to the first shots."""
    begun = server.begin(ours="usr/A", theirs="usr/B", seed=3, rounds=6)
    page.goto(f"http://127.0.0.1:{server.port}/battle/{begun['room']}#k={begun['keys']['me']}")
    for _ in range(150):
        page.wait_for_selector(".options button[data-option]")
        if "shoot at which unit" in page.inner_text(".asking h2") and page.query_selector(".handful"):
            break
        gone_on(page, pick(page))


def told_again(page: Any, server: Server) -> None:
    """A battle told again, in its second round."""
    session = battles.fight(battles.setup("usr/A", "usr/B", seed=3)).session
    data = json.dumps(saves.headed(session.content())).encode()
    page.goto(f"http://127.0.0.1:{server.port}/replay")
    page.set_input_files("#battle-file", {"name": "battle.json", "mimeType": "application/json", "buffer": data})
    page.wait_for_selector(".now:not(:empty)")
    page.goto(f"{page.url.partition('?')[0]}?at=200")
    page.wait_for_selector(".board .unit")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    views: dict[str, Callable[[Any, Server], None]] = {"table": at_the_table, "replay": told_again}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for wide in WIDE:
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport={"width": wide, "height": 844}, color_scheme=scheme)
                page = context.new_page()
                for name in (*PAGES, *views):
                    if name in views:
                        views[name](page, server)
                    else:
                        page.goto(f"http://127.0.0.1:{server.port}{PAGES[name]}")
                        page.wait_for_selector("h1")
                    page.wait_for_timeout(1_500)  # what is asked in the background stands there too
                    page.screenshot(path=folder / f"{name}-{wide}-{scheme}.png")
                context.close()
        browser.close()
        server.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/shots"))
