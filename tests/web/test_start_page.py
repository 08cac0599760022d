"""The start page and what stands around a battle: forces, links, states that say what to do, dice that say what they did."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from grognard import systems
from tests.web.tables import play

from .pages import PHONE, Page, gone_on, pick, picked_until, seated


def test_only_forces_of_one_system_are_paired_and_rulings_are_sent(browser, server):
    at = Page(browser, server)
    page = at.open("/play")
    page.wait_for_selector("select[name=ours]")
    assert "None yet" in page.inner_text("section[aria-label='Your battles']")
    page.select_option("select[name=ours]", "void/A")
    found = page.eval_on_selector_all("select[name=theirs] option", "all => all.map(o => o.value)")
    assert found and all(ref.startswith("void/") for ref in found)
    assert "crown bastion" not in page.inner_text("select[name=table]")
    page.click("summary:has-text('Rulings')")
    page.select_option("select[data-ruling=test_parity]", "5+")
    page.click("form button.main")
    page.wait_for_selector(".asking h2")
    page.click(".asking button:has-text('Rulings')")
    page.wait_for_selector(".rulings")
    assert "test parity: 5+" in page.inner_text(".rulings")
    page.goto(at.address + "/play")
    page.wait_for_selector(".mine a")
    assert "your move" in page.inner_text(".mine")
    at.close()


def test_a_list_of_ones_own_fights(browser, server):
    force = Path(systems.__path__[0], "command", "forces", "A.toml").read_bytes().replace(b"Cinder Reach", b"Harbour")
    at = Page(browser, server)
    page = at.open("/play")
    page.set_input_files("#force-file", {"name": "mine.toml", "mimeType": "text/plain", "buffer": force})
    page.wait_for_selector("[role=status]:has-text('is the first force now')")
    assert page.input_value("select[name=theirs]").startswith("command/")
    page.click("form button.main")
    page.wait_for_selector(".asking h2")
    assert "Harbour" in page.inner_text(".status")
    at.close()


def test_a_force_that_is_none_says_what_to_do(browser, server):
    at = Page(browser, server)
    page = at.open("/play")
    page.set_input_files(
        "#force-file", {"name": "bad.ros", "mimeType": "text/plain", "buffer": b"<!DOCTYPE x><roster/>"}
    )
    page.wait_for_selector("form .bad:has-text('Bring another file')")
    at.errors[:] = [said for said in at.errors if "422" not in said]
    at.close()


def at_the_umpires_dice(browser: Any, server: Any) -> tuple[Page, Page]:
    """A player and an umpire at a battle in which dice are asked for."""
    begun = server.begin(seats=["me", "greedy"], dice="typed", umpire=True)
    at, umpire = seated(browser, server, "me", begun), seated(browser, server, "umpire", begun)
    page, table = at.page, umpire.page
    while not table.query_selector(".facesrow button"):
        assert not table.query_selector(".options button[data-option]")
        page.wait_for_selector(".options button[data-option], .asking:has-text('umpire types these dice')")
        if page.query_selector(".options button[data-option]"):
            gone_on(page, pick(page))
        else:
            table.wait_for_selector(".facesrow button")
    return at, umpire


def typed(table: Any, faces: Sequence[int]) -> None:
    """The umpire types a handful."""
    table.fill(".asking input", " ".join(map(str, faces)))
    table.press(".asking input", "Enter")


def test_an_umpire_types_the_dice_of_both_and_picks_nothing(browser, server):
    at, umpire = at_the_umpires_dice(browser, server)
    page, table = at.page, umpire.page
    before = str(page.get_attribute(".asking", "data-version"))
    said, wanted = table.inner_text(".asking h2"), table.inner_text(".asking .why >> nth=1")
    n, sides = map(int, re.match(r"(\d+) D(\d+)", wanted).groups())
    assert f"roll {n} D{sides} for ".lower() in said.lower(), "whose dice, how many, what for"
    page.wait_for_selector(".asking:has-text('The umpire types these dice')")
    assert page.inner_text(".asking h2") in said and not page.query_selector(".facesrow"), "the player reads it"
    typed(table, [0])
    table.wait_for_selector(f".asking .bad:has-text('{n} numbers from 1 to {sides} are needed')")
    if n > 1:  # a slip of the finger is taken back before the last die
        table.click(".facesrow button:text-is('6')")
        table.wait_for_selector(".asking .why:has-text(': 6')")
        table.click("button:text-is('One back')")
        table.wait_for_selector(".asking .why:has-text('tap or type')")
    faces = [1 + k % sides for k in range(n)]
    typed(table, faces)
    gone_on(page, before)
    for one in (page, table):  # players and umpire read the same
        one.wait_for_selector(".strip .handful")
        one.wait_for_function("n => document.querySelectorAll('.strip .handful:first-child .die').length === n", arg=n)
    room = server.hall.get(umpire.page.url.rpartition("/")[2]).room
    told = [entry for entry in room.log("me").entries if entry.dice]
    assert sorted(told[-1].dice.faces) == sorted(faces)
    umpire.close()
    at.close()


def test_an_umpire_lets_the_players_type_and_takes_it_back(browser, server):
    at, umpire = at_the_umpires_dice(browser, server)
    table, page = umpire.page, at.page
    table.click("text=Players type too")
    page.wait_for_selector(".facesrow button")
    table.click("text=Players type too: on")
    page.wait_for_selector(".asking:has-text('The umpire types these dice')")
    umpire.close()
    page.wait_for_selector(".asking:has-text('nobody sits at his seat now')")
    page.wait_for_selector("text=Show the links")
    at.close()


def test_a_link_that_opens_no_seat_says_what_to_do(browser, server):
    begun = server.begin()
    at = Page(browser, server)
    for path, why in (
        (f"/battle/{begun['room']}#k=00", "opens no seat"),
        ("/battle/0123456789ab#k=00", "no such battle"),
    ):
        page = at.open(path)
        page.wait_for_selector("h1:has-text('This link opens no seat here')")
        assert why in page.inner_text("[role=alert]") and page.query_selector("a[href='/play']")
    at.close()


def test_a_friend_is_awaited_with_links_to_show(browser, server):
    at = Page(browser, server)
    page = at.open("/play")
    page.select_option("select[name=ours]", "command/A")
    page.select_option("select[name=a]", "friend")
    page.select_option("select[name=b]", "me")
    page.click("form button.main")
    page.wait_for_selector(".qr >> nth=1")
    page.wait_for_selector("section[aria-label='Your battles'] .mine a")
    page.click("text=To the table")
    page.wait_for_selector(".options button[data-option], .asking:has-text('nobody sits there now')")
    for _ in range(40):
        if page.query_selector(".asking:has-text('nobody sits there now')"):
            break
        gone_on(page, pick(page))
        page.wait_for_selector(".options button[data-option], .asking:has-text('nobody sits there now')")
    page.click("text=Show the links")
    page.wait_for_selector(".asking .qr")
    link = page.eval_on_selector("input[aria-label='link of friend A']", "field => field.value")
    friend = Page(browser, server)
    friend.open(link.removeprefix(at.address)).wait_for_selector(".options button[data-option]")
    page.wait_for_selector(".asking:has-text('What it does shows here by itself')")
    friend.close()
    at.close()


def test_a_lost_connection_counts_down_and_is_tried_by_hand(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun)
    at.page.context.set_offline(True)
    at.page.evaluate("() => 0")
    at.context.route_web_socket(lambda url: True, lambda socket: socket.close(code=1001))
    at.page.context.set_offline(False)
    at.page.reload()
    at.page.wait_for_selector(".lost:has-text('Trying again in')")
    at.page.wait_for_selector(".lost:has-text('Is it still running')")
    assert at.page.is_visible(".lost button:has-text('Try now')")
    at.errors.clear()
    at.close()


def over(server, **more):
    """A battle of two bots, over, with its watch key."""
    begun = server.begin(seats=["greedy", "greedy"], **more)
    while server.hall.advance(begun["room"], 50):
        pass
    return begun


def test_a_finished_battle_tells_its_score_its_replay_and_what_next(browser, server):
    begun = over(server)
    at = Page(browser, server, permissions=["clipboard-read", "clipboard-write"])
    page = at.open(f"/battle/{begun['room']}#k={begun['keys']['watch']}")
    page.wait_for_selector("text=Watch it again")
    page.click("text=Copy the replay's link")
    page.wait_for_function("() => document.getElementById('live').textContent.includes('copied')")
    link = page.evaluate("navigator.clipboard.readText()")
    with page.expect_download() as got:
        page.click("button:has-text('Download')")
    assert json.loads(Path(got.value.path()).read_text())["inputs"]
    assert not page.query_selector("text=The same forces again"), "who watches begins no battle"
    other = Page(browser, server)
    there = other.open(link.removeprefix(at.address).replace("at=0", "at=5"))
    there.wait_for_selector(".now:not(:empty)")
    assert "#" not in there.url and there.inner_text(".now")
    there.keyboard.press("End")
    there.wait_for_selector(".ended a:has-text('A battle of your own')")
    other.close()
    at.close()


def test_the_same_forces_fight_again(browser, server):
    begun = server.begin()
    room = server.hall.get(begun["room"]).room
    status, _, body = server.get(f"/api/battles/{begun['room']}/again", b"{}", **{"x-seat": begun["keys"]["me"]})
    assert status == 422 and b"not over yet" in body
    status, _, body = server.get(f"/api/battles/{begun['room']}/again", b"{}", **{"x-seat": begun["keys"]["watch"]})
    assert status == 422 and b"who watches" in body
    play(room)
    status, _, body = server.get(f"/api/battles/{begun['room']}/again", b"{}", **{"x-seat": begun["keys"]["me"]})
    told = json.loads(body)
    anew = server.hall.get(told["room"]).room
    assert status == 200 and told["room"] != begun["room"] and not anew.over
    assert anew.setup.forces == room.setup.forces and anew.seats == room.seats and anew.setup.seed != room.setup.seed


def test_a_watcher_opens_a_replay_of_what_both_know(server):
    begun = over(server)
    told = server.ask(type="replay", room=begun["room"], key=begun["keys"]["watch"])
    assert server.ask(type="moment", ref=told["ref"], n=3)["table"]["units"]
    status, _, body = server.get(
        "/api/ask", json.dumps({"type": "replay", "room": begun["room"], "key": "00"}).encode()
    )
    assert status == 422 and b"opens no seat" in body


def test_a_damaged_file_says_what_to_do_and_another_may_be_brought(browser, server):
    at = Page(browser, server)
    page = at.open("/replay")
    for _ in range(2):
        page.set_input_files(
            "#battle-file", {"name": "b.json", "mimeType": "application/json", "buffer": b'{"inputs": ['}
        )
        page.wait_for_selector(".bad:has-text('bring another file')")
    at.open("/replay/0123456789abcdef").wait_for_selector(".bad:has-text('not told here any more')")
    at.errors[:] = [said for said in at.errors if "422" not in said]
    at.close()


def test_each_die_says_by_its_shape_and_in_words_what_it_did(browser, server):
    begun = over(server, ours="usr/A", theirs="usr/B", rounds=2)
    at = Page(browser, server)
    page = at.open(f"/battle/{begun['room']}#k={begun['keys']['watch']}")
    page.wait_for_selector(".die.hit >> nth=0")
    page.wait_for_selector(".die.miss >> nth=0")
    assert " succeeds" in page.get_attribute(".faces:has(.hit)", "aria-label")
    assert page.evaluate("getComputedStyle(document.querySelector('.die.hit'), '::after').content") != "none"
    at.close()


@pytest.mark.parametrize("system", ["usr", "void", "dropzone", "command"])
def test_a_template_lies_on_the_board_as_large_as_it_is_and_who_is_under_it_has_a_mark(browser, server, system):
    ours = "command/gilded-hunt" if system == "command" else f"{system}/A"
    seed = 4 if system == "void" else 1  # of a battle in which a template lies on somebody
    begun = over(server, ours=ours, theirs=f"{system}/B", rounds=4, seed=seed)
    told = server.ask(type="replay", room=begun["room"], key=begun["keys"]["watch"])
    lies = [e for e in told["entries"] if e.get("under") and (e.get("circles") or e.get("outlines"))]
    entry = next(e for e in lies if e.get("circles"))
    n, (unit, *under), circles, outlines = (
        entry["n"],
        entry["under"][0],
        entry.get("circles", []),
        entry.get("outlines", []),
    )
    at = Page(browser, server)
    page = at.open(f"/replay/{begun['room']}?at={n}#k={begun['keys']['watch']}")
    for _, _, radius in circles:
        page.wait_for_selector(f"circle.lain[r='{radius:g}']")
    page.wait_for_selector(f".board:has(.lain:nth-child({len(circles) + len(outlines)}))")
    page.wait_for_selector(f".unit.under[data-unit='{unit}'] .beneath", state="attached")
    models = page.locator(f".unit[data-unit='{unit}'] .base").count()
    marked = page.locator(f".unit[data-unit='{unit}'] .beneath").count()
    assert marked == (len(under) or models), "a mark of its own for each model under it"
    page.keyboard.press("Home")
    page.wait_for_selector(".beneath", state="detached")
    at.close()


def test_the_tray_of_a_phone_covers_nothing_of_the_table(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun, **PHONE)
    tray, board = (at.page.locator(one).bounding_box() for one in (".tray summary", ".board"))
    assert tray["y"] + tray["height"] <= board["y"] + 1
    at.close()


def test_what_happened_since_the_last_move_is_told_first_and_can_be_skipped(browser, server):
    begun = server.begin(ours="command/A", theirs="command/B", seed=3)
    at = seated(browser, server, "me", begun)
    page = at.page
    picked_until(
        page,
        lambda: (
            page.query_selector(".asking button:has-text('Since your last move')")
            and page.query_selector(".log li.round")
        ),
    )
    page.reload()
    page.wait_for_selector(".since h2:has-text('Since your last move')")
    assert not page.is_visible(".options button[data-option]")
    page.click(".since .onward")
    page.wait_for_selector(".options button[data-option]")
    page.click(".asking button:has-text('Since your last move')")
    page.wait_for_selector(".since .now:not(:empty)")
    page.keyboard.press("Escape")
    page.wait_for_selector(".options button[data-option]")
    at.close()


def asked_of(both):
    """Whose page shows options, once one does."""
    while True:
        for one in both:
            if one.page.query_selector(".options button[data-option]"):
                return one
        both[0].page.wait_for_timeout(10)


def a_friend_moves(at, friend, meanwhile, back):
    """Both set up; then the friend puts down a token, between ``meanwhile`` and ``back``, and I am asked again."""
    while (asked := asked_of((at, friend))) is at or not at.page.locator(".log li").count():
        gone_on(asked.page, pick(asked.page))
    before = at.page.locator(".log li").count()
    meanwhile()
    while asked_of((at, friend)) is friend:
        gone_on(friend.page, pick(friend.page))
    back(before)


def hidden(page, yes):
    """The tab is behind another one, or comes to the front again."""
    page.evaluate(
        "yes => { Object.defineProperty(document, 'hidden', { get: () => yes, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }",
        yes,
    )


def test_who_comes_back_to_the_tab_is_shown_what_happened_meanwhile(browser, server):
    begun = server.begin(ours="command/A", theirs="command/B", seats=["me", "friend"])
    at, friend = (seated(browser, server, seat, begun) for seat in ("me", "friend B"))

    def back(before):
        at.page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
        assert not at.page.is_visible(".since")
        hidden(at.page, False)
        at.page.wait_for_selector(".since h2:has-text('Since your last move')")
        at.page.click(".since .onward")
        at.page.wait_for_selector(".since", state="hidden")

    a_friend_moves(at, friend, lambda: hidden(at.page, True), back)
    for one in (at, friend):
        one.close()


def test_who_wants_bots_to_play_at_once_is_told_nothing_again(browser, server):
    begun = server.begin(ours="command/A", theirs="command/B", seats=["me", "friend"])
    at, friend = (seated(browser, server, seat, begun) for seat in ("me", "friend B"))
    at.page.evaluate("localStorage.setItem('pace', 'at once')")

    def back(before):
        at.page.wait_for_function("n => document.querySelectorAll('.log li').length > n", arg=before)
        hidden(at.page, False)
        at.page.wait_for_selector(".asking h2")
        assert not at.page.is_visible(".since")

    a_friend_moves(at, friend, lambda: hidden(at.page, True), back)
    for one in (at, friend):
        one.close()


def test_nobody_is_told_his_own_moves(server):
    begun = server.begin(seats=["me", "me"])
    room = server.hall.get(begun["room"]).room
    assert room.view("me").since == len(room.log("me").entries)


def test_the_bot_that_tries_before_it_picks_sits_down(browser, server, monkeypatch):
    monkeypatch.setattr("grognard.bots.steady.PICKS", 2)
    monkeypatch.setattr("grognard.bots.steady.BUDGET", 1)
    at = Page(browser, server)
    page = at.open("/play")
    page.wait_for_selector("select[name=b]")
    page.select_option("select[name=ours]", "command/A")
    page.select_option("select[name=b]", "steady")
    assert page.locator("select[name=b] option[value=deep]").count() == 1
    page.click("form button.main")
    page.wait_for_selector(".options button[data-option]")
    for _ in range(12):
        page.wait_for_selector(".options button[data-option]")
        gone_on(page, pick(page))
    at.close()
