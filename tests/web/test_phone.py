"""A battle on a phone: what crowds can be read, the board stays where it is, and places have the number of their button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.web.room import Seat

from .pages import OPTION, PHONE, Page, gone_on, pick, picked_until, read_by_link, seated, seated_at, version
from .tables import asked, play, room, usual_until

LABELS = "[...document.querySelectorAll('.count')].map(e => e.getBoundingClientRect().toJSON())"


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share more than the blank edge of their letters."""
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 2 and high > 6


@pytest.mark.parametrize("system", ["usr", "void"])
def test_letters_of_crowded_units_do_not_lie_on_each_other_and_are_large_enough(browser, server, system):
    begun = server.begin(ours=f"{system}/A", theirs=f"{system}/B", seats=["me", "me"], seed=3)
    at = seated(browser, server, "me", begun, **PHONE)
    page = at.page
    picked_until(page, lambda: page.locator(".count").count() > 12)
    labels = page.evaluate(LABELS)
    assert len(labels) > 8
    assert not [(a, b) for i, a in enumerate(labels) for b in labels[:i] if overlap(a, b)]
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.count')).fontSize)"
        " * document.querySelector('.board svg > g').getCTM().a"
    )
    assert size >= 11
    at.close()


def test_a_letter_that_finds_no_room_comes_when_its_unit_is_tapped(browser, server):
    at = seated(browser, server, "me", server.begin(seats=["me", "me"]), **PHONE)
    page = at.page
    first, after = page.evaluate(
        """async () => {
            const { Board } = await import("/static/board.js");
            const place = document.createElement("div");
            Object.assign(place.style, { position: "fixed", inset: "0", zIndex: 9, width: "390px", height: "390px" });
            document.body.append(place);
            const board = new Board(place, () => {});
            const model = (id) => ({
                name: "one", wounds: 1, at: [24 + (id % 4) * .5, 24 + Math.floor(id / 4) * .5], base: ["round", .5, .5] });
            const unit = (id) => ({
                id, side: id % 2, name: `Unit ${id}`, place: "table", lost: 0, foes: [], loose: [], rings: [], effects: [],
                inside: null, models: [model(id)] });
            const units = Array.from({ length: 16 }, (_, id) => unit(id));
            board.draw({ width: 48, height: 48, zones: [], terrain: [], markers: [], sides: ["a", "b"], units });
            const shown = () => [...place.querySelectorAll(".count")].map((e) => e.textContent);
            const before = shown(), hidden = Object.entries(board.letters).find(([, letter]) => !before.includes(letter));
            board.rings(Number(hidden[0]));
            const after = shown().includes(hidden[1]);
            board.close();
            place.remove();
            return [before.length, after];
        }"""
    )
    assert 4 <= first < 16 and after
    at.close()


def test_the_board_stays_where_it_is_from_question_to_question(browser, server):
    begun = server.begin(ours="usr/ferry-guard", theirs="usr/reed-raiders", seats=["me", "me"], rounds=2)
    at = seated(browser, server, "me", begun, **PHONE)
    page, seen = at.page, set()
    picked_until(page, lambda: page.is_visible(".handful"))
    for _ in range(24):
        page.wait_for_selector(OPTION)
        seen.add(page.evaluate("Math.round(document.querySelector('.board').getBoundingClientRect().height / 12)"))
        gone_on(page, pick(page))
    assert max(seen) - min(seen) <= 2, "some 20 pixels, for a question of two lines"
    at.close()


def test_a_phone_on_its_side_has_a_board_too(browser, server):
    begun = server.begin(ours="usr/ferry-guard", theirs="usr/reed-raiders", seats=["me", "me"], rounds=2)
    at = seated(browser, server, "me", begun, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    page = at.page
    page.wait_for_selector(OPTION)
    board, asks = (page.query_selector(part).bounding_box()["height"] for part in (".board", ".asking"))
    assert board > 150 and asks < 180
    at.close()


def test_a_tap_beside_everything_does_nothing(browser, server):
    begun = server.begin(seats=["me", "me"])
    at = seated(browser, server, "me", begun, **PHONE)
    page, before = at.page, version(at.page)
    page.wait_for_selector(OPTION)
    assert "Deploy which unit" in page.inner_text(".asking h2")
    assert not page.is_visible(".asking .how"), "no place is asked for"
    box = page.query_selector(".board").bounding_box()
    page.touchscreen.tap(box["x"] + 120, box["y"] + 150)
    page.wait_for_timeout(200)
    assert version(page) == before
    at.close()


def test_places_have_the_number_of_their_button_and_a_building_is_picked_on_the_board(browser, server):
    request = {"ours": "dropzone/A", "theirs": "dropzone/B", "rounds": 2, "seed": 5}
    at = seated_at(browser, server, "at what", PHONE, **request)
    page = at.page
    building = ".spot[data-option]"
    page.wait_for_selector(building)
    number = page.text_content(f"{building} .spot-name")
    option = page.get_attribute(building, "data-option")
    assert page.inner_text(f"{OPTION}[data-option='{option}'] .number") == number
    before, box = version(page), page.query_selector(f"{building} circle").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    gone_on(page, before)
    at.close()


def test_places_that_crowd_wait_until_the_map_is_closer(browser, server):
    at = seated(browser, server, "me", server.begin(seats=["me", "me"]), **PHONE)
    page = at.page
    page.wait_for_selector(OPTION)
    far, near = page.evaluate(
        """async () => {
            const { Board } = await import("/static/board.js");
            const place = document.createElement("div");
            Object.assign(place.style, { position: "fixed", inset: "0", zIndex: 9, width: "390px", height: "390px" });
            document.body.append(place);
            const board = new Board(place, () => {});
            board.draw({ width: 48, height: 48, zones: [], terrain: [], markers: [], sides: ["a", "b"], units: [] });
            board.spots([0, 1, 2, 3].map((n) => ({ id: n, n, at: [24 + n * .9, 24], words: `place ${n}` })));
            const shown = () => place.querySelectorAll(".spot").length;
            const before = shown();
            board.zoom(6);
            const after = shown();
            board.close();
            place.remove();
            return [before, after];
        }"""
    )
    assert 1 <= far < 4 and near == 4
    at.close()


def questions(system: str, picks: int, **more: Any) -> list[Any]:
    """What is asked one after the other where both sides pick at random."""
    found = []
    table = room(system, (Seat("one", (0, 1)),), rounds=2, **more)
    for n in range(picks):
        if table.over:
            break
        found.append(asked(table)[1])
        play(table, 1, n)
    return found


def test_a_place_is_asked_for_only_where_one_may_be_named():
    found = questions("dropzone", 120)
    assert {ask.place for ask in found if ask.move} == {True}
    orders = [ask for ask in found if ask.prompt.startswith("What do")]
    assert orders and not any(ask.place for ask in orders)


def test_options_that_name_terrain_or_a_place_point_there():
    table = room("dropzone", (Seat("one", (0, 1)),), rounds=2)
    pieces = [piece.name for piece in table.session.table.ground.pieces]
    named = []
    for n in range(200):
        if table.over:
            break
        named += [o for o in asked(table)[1].options if o.words in pieces]
        play(table, 1, n)
    boxes = dict(zip(pieces, (p.box for p in table.session.table.ground.pieces), strict=True))
    assert named
    for option in named:
        left, bottom, right, top = boxes[option.words]
        assert option.at is not None and left <= option.at[0] <= right and bottom <= option.at[1] <= top


def test_whoever_may_go_to_ground_is_named():
    for seed in range(8):
        asks = [ask.prompt for ask in questions("usr", 150, seed=seed) if ask.prompt.endswith("go to ground?")]
        if asks:
            break
    assert asks and all(not prompt.startswith("Go to ground") for prompt in asks)


def test_who_has_won_is_said_first():
    table = room("dropzone", (Seat("one", (0, 1)),), rounds=2, seed=5)
    play(table)
    lines = table.ask("one").lines
    assert lines[0].startswith(("Victory for", "A draw"))
    assert len({*lines}) == len(lines)


def test_a_unit_is_tapped_in_the_list_of_matches_and_nothing_beneath_it(browser, server):
    at = Page(browser, server, **PHONE)
    page = at.open("/odds?a=usr/A:Lantern Watch")
    page.tap("#pick-b")
    page.fill("#pick-b", "thorn")
    page.tap("#list-b li[data-ref] >> nth=0")  # it lies over a button that swaps both
    page.wait_for_selector(".answer .bars")
    assert page.input_value("#pick-a").endswith("Lantern Watch") and page.input_value("#pick-b").endswith("Thornkin")
    at.close()


def test_a_list_that_was_brought_is_called_by_its_name(browser, server):
    text = (Path(grognard.__file__).parent / "systems/usr/forces/veiled-company.toml").read_bytes()
    at = Page(browser, server, **PHONE)
    page = at.open("/odds?b=usr/B:Thornkin")
    page.set_input_files("#bring", {"name": "mine.toml", "mimeType": "text/plain", "buffer": text})
    page.wait_for_selector("main:has-text('The Veiled Company (usr): 6 units')")
    page.tap("#pick-a")
    page.fill("#pick-a", "archers veiled company")
    page.tap("#list-a li[data-ref^='list-']")
    page.wait_for_selector(".answer .bars")
    assert page.input_value("#pick-a") == "Veiled Archers (The Veiled Company)"
    assert "a=list-" in page.url
    read = read_by_link(browser, at, ".answer .bars", ".answer .headline")
    assert read == page.inner_text(".answer .headline")
    at.close()


def test_the_button_of_a_lost_connection_can_be_read(browser, server):
    at = seated(browser, server, "me", server.begin(seats=["me", "me"]), **PHONE)
    page = at.page
    drawn = page.evaluate(
        """() => {
            const lost = document.querySelector(".lost"), button = document.createElement("button");
            lost.hidden = false;
            lost.append(button);
            const looks = getComputedStyle(button);
            return [looks.color, looks.backgroundColor];
        }"""
    )
    assert drawn[0] != drawn[1] and drawn[0] == page.evaluate("getComputedStyle(document.body).color")
    at.close()


def test_round_and_phase_are_read_whole_beside_those_who_are_lost(browser, server):
    begun = server.begin(ours="dropzone/A", theirs="dropzone/B", seats=["me", "me"], rounds=4, seed=4)
    room = server.hall.get(begun["room"]).room
    usual_until(room, lambda ask: any(u.place == "dead" for u in room.session.table.units))
    at = seated(browser, server, "me", begun, **PHONE)
    page = at.page
    page.wait_for_selector(".tray:has-text('lost')")
    assert page.inner_text(".when").startswith("Round ")
    assert page.evaluate("(when => when.scrollWidth <= when.clientWidth)(document.querySelector('.when'))")
    at.close()


def test_the_log_opens_where_the_last_things_stand(browser, server):
    begun = server.begin(ours="void/A", theirs="void/B", seats=["me", "me"], rounds=2)
    usual_until(server.hall.get(begun["room"]).room, "shoot at", least=2)
    at = seated(browser, server, "me", begun, **PHONE)
    page = at.page
    side = "(({ scrollTop, clientHeight, scrollHeight }) => [scrollTop, scrollHeight - clientHeight])"
    for _ in range(2):
        page.tap(".tolog")
        top, most = page.evaluate(f"{side}(document.querySelector('.side'))")
        assert top > most - 3 > 300
        page.tap(".totable")
    page.tap(".tolog")
    page.evaluate("document.querySelector('.side').scrollTop = 7")
    page.tap(".totable")
    page.tap(".tolog")
    assert page.evaluate("document.querySelector('.side').scrollTop") == 7, "nothing has come: as it was left"
    at.close()


def test_what_a_ring_is_stands_whole_on_the_table(browser, server):
    at = seated_at(browser, server, "shoot at", PHONE, ours="void/A", theirs="void/B")
    page = at.page
    page.wait_for_selector(".ring-name")
    inside = page.evaluate(
        """() => {
            const table = document.querySelector(".ground").getBoundingClientRect();
            return [...document.querySelectorAll(".ring-name")].map((name) => name.getBoundingClientRect())
                .every((box) => box.left > table.left - 2 && box.right < table.right + 2);
        }"""
    )
    assert inside
    at.close()


def test_long_options_stand_one_under_the_other_so_that_more_than_one_is_read(browser, server):
    begun = server.begin(ours="dropzone/A", theirs="dropzone/B", seats=["me", "me"], rounds=2)
    usual_until(server.hall.get(begun["room"]).room, "play which card")
    at = seated(browser, server, "me", begun, **PHONE)
    boxes = at.page.evaluate(f"[...document.querySelectorAll('{OPTION}')].map(e => e.getBoundingClientRect().toJSON())")
    assert len(boxes) > 1 and {box["left"] for box in boxes} == {boxes[0]["left"]}
    assert all(box["left"] >= 0 and box["right"] <= 390 for box in boxes)
    assert at.page.inner_text(f"{OPTION} >> nth=1").endswith(".")
    at.close()
