"""No serious fault on any page for those who have it read out or see little: axe-core in Chromium, light and dark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard import battles
from grognard.kernel import saves

from .pages import PHONE, Page, gone_on, pick, picked_until, seated, seated_at

AXE = Path(__file__).parents[2] / "build" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
if not AXE.is_file():
    pytest.skip("axe-core is not here: scripts/setup.sh dev fetches it where npm is", allow_module_level=True)

PAGES = (
    "/", "/play", "/odds", "/odds?a=usr/A:Furnace Crew&b=usr/B:Shellback&range=20&over=range", "/rules?q=fire",
    "/rules/usr/twin-linked", "/rules/usr/twin-linked/gets-hot", "/replay",
)  # fmt: skip
FOUND = """axe.run().then((found) => found.violations.filter((v) => ["serious", "critical"].includes(v.impact))
    .map((v) => `${v.id}: ${v.nodes.length} x ${v.nodes[0].html.slice(0, 120)}`))"""


SINCE = ".asking button:has-text('Since your last move')"


def beyond(page: Any) -> int:
    """How far a phone's page may be pushed to the side."""
    return int(page.evaluate("Math.max(0, document.documentElement.scrollWidth - 390)"))


def faults(page: Any) -> list[str]:
    """The serious faults of a page as it stands, light and dark."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {fault}" for fault in page.evaluate(FOUND)]
    return found


def test_no_page_has_a_serious_fault(browser, server):
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    found = {}
    for path in PAGES:
        page.goto(f"http://127.0.0.1:{server.port}{path}")
        page.wait_for_selector("h1")
        if "over=" in path:
            page.wait_for_selector(".curve")
        found[path] = faults(page)
    context.close()
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_an_answer_on_a_phone_has_no_serious_fault(browser, server):
    context = browser.new_context(bypass_csp=True, **PHONE)
    page = context.new_page()
    asked = "/odds?a=usr/A:Gull Riders&b=usr/B:Thornkin&range=9&then=usr/A:Lantern Watch&without=Twin-linked&over=range"
    page.goto(f"http://127.0.0.1:{server.port}{asked}")
    page.wait_for_selector(".curve")
    for summary in page.query_selector_all("summary"):
        summary.click()
    found = faults(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert found == [] and wide <= 390


def test_the_table_has_no_serious_fault(browser, server):
    shown = {"pace": "at once", "bypass_csp": True}
    at = seated_at(browser, server, "shoot", shown, ours="usr/A", theirs="usr/B", seats=["me", "greedy"])
    at.page.wait_for_selector(".options button[data-option]")
    found = faults(at.page)
    at.close()
    assert found == []


def test_a_finished_battle_its_replay_and_a_first_battle_have_no_serious_fault_on_a_phone(browser, server):
    begun = server.begin(seats=["greedy", "greedy"])
    while server.hall.advance(begun["room"], 50):
        pass
    at = Page(browser, server, bypass_csp=True, **PHONE)
    page = at.open(f"/battle/{begun['room']}#k={begun['keys']['watch']}")
    page.wait_for_selector("text=Watch it again")
    found = {"finished": faults(page)}
    at.open(f"/replay/{begun['room']}?at=9999").wait_for_selector(".ended")
    found["replay"] = faults(page)
    at.open("/").wait_for_selector("form")
    found["start"] = faults(page)
    page.click("text=Show me how")
    page.wait_for_selector(".tip-card[data-hint]")
    found["first battle"] = faults(page)
    at.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_what_is_told_again_has_no_serious_fault_on_a_phone(browser, server):
    """Since your last move, the look back of a battle that runs, and a battle of usr in its second round."""
    begun = server.begin(ours="command/A", theirs="command/B", seed=3)
    at = seated(browser, server, "me", begun, pace="fast", bypass_csp=True, **PHONE)
    page, found = at.page, {}
    picked_until(page, lambda: page.query_selector(".log li.round") and page.query_selector(SINCE))
    page.click(SINCE)
    page.wait_for_selector(".since .now:not(:empty)")
    found["since"] = faults(page), beyond(page)
    page.keyboard.press("Escape")
    page.click(".asking a:has-text('Look back')")
    page.wait_for_selector(".now:not(:empty)")
    found["look back"] = faults(page), beyond(page)
    page.keyboard.press("End")
    page.wait_for_selector(".ended")
    found["look back at its end"] = faults(page), beyond(page)
    session = battles.fight(battles.setup("usr/A", "usr/B", seed=3, rounds=2)).session
    data = json.dumps(saves.headed(session.content())).encode()
    at.open("/replay").set_input_files(
        "#battle-file", {"name": "battle.json", "mimeType": "application/json", "buffer": data}
    )
    page.wait_for_selector(".now:not(:empty)")
    page.goto(f"{page.url.partition('?')[0]}?at=150")
    page.wait_for_selector(".board .unit")
    found["replay"] = faults(page), beyond(page)
    at.close()
    assert {name: wrong for name, wrong in found.items() if wrong != ([], 0)} == {}


def test_the_table_of_an_umpire_has_no_serious_fault_on_a_phone(browser, server):
    begun = server.begin(seats=["me", "greedy"], dice="typed", umpire=True)
    at = seated(browser, server, "me", begun, pace="at once")
    umpire = seated(browser, server, "umpire", begun, bypass_csp=True, **PHONE)
    page = umpire.page
    found = {"waiting": (faults(page), beyond(page))}
    waits = ".asking:has-text('The umpire types these dice')"
    while not at.page.query_selector(waits):
        at.page.wait_for_selector(f".options button[data-option], {waits}")
        if not at.page.query_selector(waits):
            gone_on(at.page, pick(at.page))
    page.wait_for_selector(".facesrow button")
    found["dice"] = faults(page), beyond(page)
    page.fill(".asking input", "0")
    page.press(".asking input", "Enter")
    page.wait_for_selector(".asking .bad")
    found["a wrong line"] = faults(page), beyond(page)
    umpire.close()
    at.close()
    assert {name: wrong for name, wrong in found.items() if wrong != ([], 0)} == {}
