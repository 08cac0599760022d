"""Whole battles in Chromium: two people by two links, keys alone, a finger on a phone, dice typed for both sides; taking back
with consent, onlookers, and a server whose plug is pulled."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard import systems

from .pages import OPTION, PHONE, Page, gone_on, pick, picked_until, seated, version
from .serving import Served

BY_HAND = 25  # picks of a battle
OVER = "document.querySelector('.asking')?.innerText.includes('victory points')"
READY = f"() => document.querySelector('{OPTION}, .asking input') || {OVER}"


def over(page: Any) -> bool:
    """Whether the battle has ended, as far as the page shows."""
    return bool(page.evaluate(OVER))


def play_out(both: list[Page], most: int = 900) -> None:
    """Whoever is asked takes the usual option, until the battle is over on every page; the mouse goes there at first."""
    for n in range(most):
        at = next((at for at in both if at.page.query_selector(OPTION)), None)
        if at is not None:
            gone_on(at.page, pick(at.page, n < BY_HAND))
        elif all(over(at.page) for at in both):
            return
        else:
            both[0].page.wait_for_timeout(10)  # what the other page has not heard yet
    raise AssertionError("the battle does not end")


def digest(page: Any) -> str:
    """Of the battle that has ended, as its page says it."""
    return str(page.inner_text(".asking p:has-text('digest')"))


@pytest.mark.parametrize("system", systems.NAMES)
def test_two_people_play_a_battle_by_two_links(browser, server, system):
    begun = server.begin(ours=f"{system}/A", theirs=f"{system}/B", seats=["me", "friend"])
    both = [seated(browser, server, seat, begun) for seat in ("me", "friend B")]
    play_out(both)
    assert digest(both[0].page) == digest(both[1].page)
    for at in both:
        at.close()


def test_a_battle_is_played_by_keys_alone(browser, server):
    at = seated(browser, server, "me", server.begin(), pace="at once")
    page, moved, shot = at.page, 0, 0
    for _ in range(300):
        page.wait_for_function(READY)
        if over(page):
            break
        before, question = version(page), page.inner_text(".asking h2")
        if "move" in question and moved < 3:
            page.keyboard.press("ArrowUp")
            page.wait_for_selector(".planned")
            page.keyboard.press("n")
            page.wait_for_selector("button.main:has-text('Move')")
            page.keyboard.press("Enter")
            moved += 1
        elif "shoot at" in question and not shot:
            page.keyboard.press("f")
            page.keyboard.press("Enter")
            page.wait_for_selector(".preview .commit")
            page.keyboard.press("Tab")
            while not page.evaluate("document.activeElement.matches('.preview .commit')"):
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            shot += 1
        else:
            page.keyboard.press("1")
        gone_on(page, before)
    assert over(page) and moved == 3 and shot
    at.close()


def test_a_battle_is_played_with_a_finger_on_a_phone(browser, server):
    at = seated(browser, server, "me", server.begin(ours="void/A", theirs="void/B"), pace="at once", **PHONE)
    page = at.page
    for _ in range(400):
        page.wait_for_function(READY)
        if over(page):
            break
        before = version(page)
        page.tap(f"{OPTION}.usual" if page.query_selector(f"{OPTION}.usual") else OPTION)
        gone_on(page, before)
    assert over(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.tap("text=Watch it again")
    page.wait_for_selector(".now:not(:empty)")
    at.close()


def test_dice_for_both_sides_are_typed_to_the_end_of_a_battle(browser, server):
    begun = server.begin(ours="usr/A", theirs="usr/B", seats=["me", "me"], dice="typed")
    at = seated(browser, server, "me", begun)
    page, thrown = at.page, 0
    for _ in range(900):
        page.wait_for_function(READY)
        if over(page):
            break
        before = version(page)
        if page.query_selector(".asking input"):
            said = page.inner_text(".asking")
            assert "roll" in said.lower(), "what to throw, and what for"
            wanted = re.search(r"(\d+) D(\d+)", said)
            assert wanted is not None, said
            n, sides = map(int, wanted.groups())
            page.fill(".asking input", " ".join(str(1 + (thrown + k) % sides) for k in range(n)))
            page.keyboard.press("Enter")
            thrown += n
        else:
            pick(page)
        gone_on(page, before)
    assert over(page) and thrown > 20
    at.close()


def test_what_the_other_has_answered_is_taken_back_only_when_he_says_yes(browser, server):
    begun = server.begin(ours="command/A", theirs="command/B", seats=["me", "friend"])
    me, friend = both = [seated(browser, server, seat, begun) for seat in ("me", "friend B")]
    first = next(at for at in both if at.page.query_selector(OPTION))
    other = friend if first is me else me
    mine = first.page.inner_text(".asking h2")
    gone_on(first.page, pick(first.page))
    first.page.click("button:text-is('Undo')")
    first.page.wait_for_function("said => document.querySelector('.asking h2').innerText === said", arg=mine)
    for _ in range(100):  # until the other has had his say
        at = next((at for at in both if at.page.query_selector(OPTION)), None)
        if at is None:
            continue
        if at is other:
            gone_on(at.page, pick(at.page))
            break
        mine = first.page.inner_text(".asking h2")
        gone_on(at.page, pick(at.page))
    asked = other.page.inner_text(".asking h2")
    for answer, then in (("No", first.page.inner_text(".asking h2")), ("Yes", mine)):
        first.page.click("button:text-is('Undo')")
        other.page.wait_for_selector("text=wants to take back")
        assert other.page.inner_text(".asking h2") == asked, "nothing is taken back before he says so"
        other.page.click(f".asking button:text-is('{answer}')")
        other.page.wait_for_selector("text=wants to take back", state="detached")
        first.page.wait_for_function("said => document.querySelector('.asking h2').innerText === said", arg=then)
    for at in both:
        at.close()


def test_who_watches_reads_all_that_both_know_and_picks_nothing(browser, server):
    begun = server.begin(seats=["me", "friend"])
    both = [seated(browser, server, seat, begun) for seat in ("me", "friend B")]
    watcher = seated(browser, server, "watch", begun)
    page = watcher.page
    for _ in range(12):
        before = version(page)
        at = next(
            at
            for at in both
            if at.page.wait_for_selector(f"{OPTION}, .asking .why:not(.note-line)") and at.page.query_selector(OPTION)
        )
        gone_on(at.page, pick(at.page))
        gone_on(page, before)
        assert not page.query_selector(OPTION)
    told = page.inner_text(".log")
    assert told and "is asked" in page.inner_text(".asking")
    before = version(page)
    page.keyboard.press("u")
    page.wait_for_selector(".asking .bad:has-text('who watches has nothing to take back')")
    assert version(page) == before
    for each in (*both, watcher):
        each.close()


def test_who_watches_looks_back_while_the_battle_runs_and_sees_no_more_than_before(browser, server):
    begun = server.begin(seats=["me", "greedy"])
    me, watcher = seated(browser, server, "me", begun), seated(browser, server, "watch", begun)
    picked_until(me.page, lambda: "ctivate which" in me.page.inner_text(".asking h2"))
    page = watcher.page
    page.wait_for_function("v => document.querySelector('.asking').dataset.version === v", arg=version(me.page))
    page.click(".asking a:has-text('Look back')")
    page.wait_for_selector(".now:not(:empty)")
    page.keyboard.press("End")
    page.wait_for_selector(".ended:has-text('The battle is not over.')")
    said = page.inner_text(".log")
    assert "token" in said, "that tokens lie there is no secret"
    told = server.ask(type="replay", room=begun["room"], key=begun["keys"]["watch"])
    known = server.hall.get(begun["room"]).room.log("watch").entries
    assert [entry["text"] for entry in told["entries"]] == [entry.text for entry in known]
    there = page.url
    page.click("text=To the table")
    page.wait_for_selector(".asking:has-text('is asked')")
    page.goto(there)
    page.wait_for_selector(".now:not(:empty)")
    assert "at=" in there, "a link to a moment"
    for at in (me, watcher):
        at.close()


def test_where_nothing_has_happened_there_is_nothing_to_tell_again(browser, server):
    begun = server.begin(seats=["me", "friend"])
    at = seated(browser, server, "me", begun)
    at.page.click(".asking a:has-text('Look back')")
    at.page.wait_for_selector("[role=alert]:has-text('Nothing has happened in this battle yet')")
    at.page.click("text=To the table")
    at.page.wait_for_selector(".asking h2")
    at.close()


def test_the_plug_of_the_server_is_pulled_twice_and_two_pages_go_on(browser, tmp_path):
    served = Served(tmp_path)
    begun = served.begin(seats=["me", "friend"])
    both = [seated(browser, served, seat, begun) for seat in ("me", "friend B")]
    for _ in range(2):
        for _ in range(8):
            at = next((at for at in both if at.page.query_selector(OPTION)), None)
            if at is not None:
                gone_on(at.page, pick(at.page))
        newest = max((version(at.page) for at in both), key=int)
        for at in both:  # the other page hears of the last pick a little later
            at.page.wait_for_function("v => document.querySelector('.asking').dataset.version === v", arg=newest)
        stood = [(version(at.page), at.page.inner_text(".asking h2")) for at in both]
        served.kill()
        for at in both:
            at.page.wait_for_selector(".lost:not([hidden])")
        served = Served(tmp_path, served.port)
        for at in both:
            at.page.wait_for_selector(".lost", state="hidden")
        assert [(version(at.page), at.page.inner_text(".asking h2")) for at in both] == stood
    play_out(both)
    assert digest(both[0].page) == digest(both[1].page)
    for at in both:
        at.errors[:] = [
            said for said in at.errors if "WebSocket connection" not in said
        ]  # the browser tells of each try
        at.close()
    served.kill()
