"""``python -m tests.web.shots [FOLDER] [--few]``: a picture of each main view at 390, 820 and 1440 pixels, light and dark.

``--few``: on a phone in the light and on a wide screen in the dark, which takes less than a minute.
``--readme``: the two pictures of the README, in docs/pictures.
"""

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

from .pages import CHROMIUM, QUIET
from .serving import Server
from .tables import usual_until

WIDE, SCHEMES = (390, 820, 1440), ("light", "dark")
NEVER = "no question has these words"
PAGES = {
    "start": "/",
    "odds": "/odds?a=usr/A:Gull Riders&b=usr/B:Thornkin&range=9&without=Twin-linked&over=range",
    "odds in turn": "/odds?a=void/A:Compact Line&b=void/B:Deep Watch&range=10&then=void/A:Hush Company; range=20; moved",
    "odds asked for nothing": "/odds",
    "odds of a unit that is none": "/odds?a=usr/A:Nobody&b=usr/B:Thornkin",
    "battles": "/play",
    "rules": "/rules/command",
    "search": "/rules/usr?q=re-roll",
    "rule": "/rules/usr/twin-linked",
    "pair": "/rules/usr/twin-linked/gets-hot",
}


def seat(page: Any, server: Server, question: str = "", thrown: bool = False, least: int = 1, **request: Any) -> None:
    """A battle, seen by the first player; gone on with by usual picks until the ``question`` has these words, or to its end.

    In round ``least`` or later.
    """
    begun = server.begin(**{"ours": "usr/A", "theirs": "usr/B", "seed": 3, "rounds": 6, **request})
    if question:
        usual_until(server.hall.get(begun["room"]).room, question, thrown, least)
    page.goto(f"http://127.0.0.1:{server.port}/battle/{begun['room']}#k={begun['keys']['me']}")
    page.wait_for_selector(".asking h2")
    if page.is_visible(".since .onward"):
        page.click(".since .onward")


def at_the_table(page: Any, server: Server) -> None:
    """A battle up to the first shots."""
    seat(page, server, "at which unit", True)


def before_a_shot(page: Any, server: Server) -> None:
    """A target is looked at: sight lines, and the exact odds."""
    at_the_table(page, server)
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.wait_for_selector(".preview .commit")


def a_move(page: Any, server: Server) -> None:
    """A unit of Dropzone Commander is about to move."""
    seat(page, server, "move?", ours="dropzone/A", theirs="dropzone/B")


def which_model(page: Any, server: Server) -> None:
    """The options are models of one unit."""
    seat(page, server, "which model takes", ours="command/A", theirs="command/B")


def first_battle(page: Any, server: Server) -> None:
    """The first battle, with its first hint."""
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.click("text=Show me how")
    page.wait_for_selector(".tip-card[data-hint=ask]")


def typed(page: Any, server: Server) -> None:
    """Dice of a real table are asked for."""
    seat(page, server, NEVER, seats=["me", "me"], dice="typed")
    page.wait_for_selector(".facesrow button")


def finished(page: Any, server: Server) -> None:
    """A battle that is over."""
    seat(page, server, NEVER, ours="command/A", theirs="command/B", rounds=1)
    page.wait_for_selector(".asking a:has-text('Watch it again')")


def told_to_the_end(page: Any, server: Server) -> None:
    """A battle told again, at its end."""
    finished(page, server)
    page.click("text=Watch it again")
    page.wait_for_selector(".now:not(:empty)")
    page.keyboard.press("End")


def lost(page: Any, server: Server) -> None:
    """A link that opens nothing."""
    page.goto(f"http://127.0.0.1:{server.port}/battle/0123456789abcdef#k=0123456789abcdef")


def told_again(page: Any, server: Server) -> None:
    """A battle told again, in its second round."""
    session = battles.fight(battles.setup("usr/A", "usr/B", seed=3)).session
    data = json.dumps(saves.headed(session.content())).encode()
    page.goto(f"http://127.0.0.1:{server.port}/replay")
    page.set_input_files("#battle-file", {"name": "battle.json", "mimeType": "application/json", "buffer": data})
    page.wait_for_selector(".now:not(:empty)")
    page.goto(f"{page.url.partition('?')[0]}?at=200")
    page.wait_for_selector(".board .unit")


def for_the_readme(folder: Path) -> None:
    """A shot before it is fired, in the middle of a battle, and odds with a difference laid over the bars."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        seat(page, server, "Hush Pickets shoot", True, least=2, seed=5)
        page.wait_for_function(
            "() => ![...document.querySelectorAll('.options small')].some(s => s.textContent === '\u2026')"
        )
        page.keyboard.press("f")
        page.keyboard.press("Enter")
        page.wait_for_selector(".preview .commit")
        page.screenshot(path=folder / "table.png")
        page.set_viewport_size({"width": 820, "height": 900})
        page.goto(f"http://127.0.0.1:{server.port}{PAGES['odds']}")
        page.wait_for_selector(".curves")
        below = page.locator(".compare").bounding_box()
        page.screenshot(
            path=folder / "odds.png", clip={"x": 0, "y": 0, "width": 820, "height": below["y"] + below["height"] + 14}
        )
        browser.close()
        server.close()


def main(folder: Path, few: bool) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    views: dict[str, Callable[[Any, Server], None]] = {
        "table": at_the_table,
        "before a shot": before_a_shot,
        "a move": a_move,
        "which model": which_model,
        "first battle": first_battle,
        "typed dice": typed,
        "finished": finished,
        "replay": told_again,
        "replay at its end": told_to_the_end,
        "lost": lost,
    }
    looks = [(390, "light"), (1440, "dark")] if few else [(wide, scheme) for wide in WIDE for scheme in SCHEMES]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for wide, scheme in looks:
            context = browser.new_context(viewport={"width": wide, "height": 844}, color_scheme=scheme)
            page = context.new_page()
            for name in (*PAGES, *views):
                if name in views:
                    views[name](page, server)
                else:
                    page.goto(f"http://127.0.0.1:{server.port}{PAGES[name]}")
                    page.wait_for_selector("h1, h2")
                page.wait_for_timeout(400 if few else 1_500)  # what is asked in the background stands there too
                page.screenshot(path=folder / f"{name.replace(' ', '-')}-{wide}-{scheme}.png")
            context.close()
        browser.close()
        server.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if not word.startswith("--")]
    if "--readme" in sys.argv:
        for_the_readme(Path(given[0] if given else "docs/pictures"))
        sys.exit()
    main(Path(given[0] if given else "build/shots"), "--few" in sys.argv)
