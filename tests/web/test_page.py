"""The page in Chromium: a battle by mouse, by touch on a phone, by keys alone and by two people; odds to their answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard import battles, systems
from grognard.kernel import saves

from .pages import OPTION, PHONE, Page, gone_on, pick, picked_until, read_by_link, seated, seated_at, version
from .serving import Server


def test_odds_from_a_link_to_their_reasons(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/A:Lantern+Watch&b=usr/B:Thornkin&range=12")
    page.wait_for_selector(".bars")
    page.wait_for_selector(".steps li")
    said = page.inner_text("main")
    assert "Beacon rifle, to hit" in said and "Ballistic Skill" in said and "on average" in said
    page.fill("input[name=range]", "30")
    page.click("text=Ask")
    page.wait_for_function("() => location.search.includes('range=30')")
    at.close()


def test_a_list_is_dropped_and_three_odds_are_asked(browser, server):
    at = Page(browser, server, permissions=["clipboard-read", "clipboard-write"])
    page = at.open("/odds")
    force = (
        Path(systems.__path__[0], "usr", "forces", "A.toml").read_bytes().replace(b"Lantern Watch", b"Harbour Watch")
    )
    page.set_input_files("#bring", {"name": "mine.toml", "mimeType": "text/plain", "buffer": force})
    page.wait_for_selector("text=Type a part of a name above")
    page.fill("#pick-a", "harbour")
    page.click("#list-a [data-ref]")
    page.fill("#pick-b", "thornk")
    page.keyboard.press("Enter")
    page.wait_for_selector(".bars")
    assert "Harbour Watch at Thornkin" in page.inner_text("main")
    page.fill("input[name=range]", "12")
    page.keyboard.press("Tab")
    page.wait_for_function("() => location.search.includes('range=12')")
    page.check("input[name=night]")
    page.wait_for_function("() => new URLSearchParams(location.search).getAll('set').includes('night=yes')")
    page.wait_for_selector(".answer:not(.asking-now)")
    page.click("text=Copy as text")
    page.wait_for_selector("text=The answer is copied as text.")
    assert "Harbour Watch shooting at Thornkin" in page.evaluate("navigator.clipboard.readText()")
    read = read_by_link(browser, at, ".headline", ".headline")
    assert read == page.inner_text(".headline"), "whoever has the link reads the same"
    page.set_input_files("#bring", {"name": "bad.ros", "mimeType": "text/plain", "buffer": b"<!DOCTYPE x><roster/>"})
    page.wait_for_selector(".card .bad")
    assert page.inner_text("#pick-a >> xpath=.. >> label") == "Attacker" and page.query_selector(".bars"), (
        "nothing is lost"
    )
    at.errors[:] = [
        said for said in at.errors if "422" not in said
    ]  # the browser tells of each answer that is an error
    at.close()


def test_a_difference_lies_over_the_bars_and_a_curve_has_its_numbers(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/A:Gull Riders&b=usr/B:Thornkin&range=9&over=range")
    page.wait_for_selector(".curve")
    assert "damage" in page.inner_text("figure") and page.query_selector_all("figure tr")[1:]
    page.select_option(".compare select", "Twin-linked")
    page.wait_for_selector(".bars small")
    assert "was 0.9 %" in page.inner_text(".bars") and "without Twin-linked" in page.inner_text(".headline")
    page.fill(".compare input", "target:Feel No Pain (5+)")
    page.keyboard.press("Tab")
    page.wait_for_selector(".headline:has-text('with target:Feel No Pain')")
    with page.expect_download() as got:
        page.click("text=Save as a picture")
    assert Path(got.value.path()).read_bytes().startswith(bytes.fromhex("89504e47"))
    at.close()


def test_any_two_rules_have_a_page_and_its_example_is_asked_as_odds(browser, server):
    at = Page(browser, server)
    page = at.open("/rules/usr/twin-linked")
    page.wait_for_selector("h2:has-text('Worked example')")
    assert "1/3" in page.inner_text("main") and "4/9" in page.inner_text("main")
    page.select_option("select[aria-label='The other rule']", label="Gets Hot")
    page.click("text=Do they meet?")
    page.wait_for_selector("h1:has-text('Twin-linked and Gets Hot')")
    assert page.url.endswith("/rules/usr/twin-linked/gets-hot") and "35/48" in page.inner_text("main")
    page.click("text=Ask this as odds")
    page.wait_for_selector(".bars")
    assert "0.73 slain on average" in page.inner_text(".headline")
    at.close()


def test_the_rulebook_is_searched_and_read(browser, server):
    at = Page(browser, server)
    page = at.open("/rules?q=rending")
    page.click("a:has-text('Rending') >> nth=1")
    page.wait_for_selector("h1:has-text('Rending')")
    assert "/rules/" in page.url
    at.close()


def test_a_saved_battle_is_brought_and_stepped_both_ways_by_keys(browser, server):
    session = battles.fight(battles.setup("command/A", "command/B", seed=3, rounds=1)).session
    at = Page(browser, server)
    page = at.open("/replay")
    data = json.dumps(saves.headed(session.content())).encode()
    page.set_input_files("#battle-file", {"name": "battle.json", "mimeType": "application/json", "buffer": data})
    page.wait_for_selector(".board .unit, .now:not(:empty)")
    page.wait_for_function("() => location.search.includes('at=0')")
    first = page.inner_text(".now")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => location.search.includes('at=1')")
    assert page.inner_text(".now") != first
    page.keyboard.press("End")
    page.wait_for_function("() => !document.querySelector('.status').textContent.includes('Setting up')")
    assert "Round 1" in page.inner_text(".status")
    page.keyboard.press("Home")
    page.wait_for_function("() => location.search.endsWith('at=0')")
    assert page.inner_text(".now") == first
    page.select_option(".controls select[aria-label=Speed]", "8")
    page.click("text=Play >> visible=true >> nth=-1")
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('at')) > 3")
    page.click("button:text-is('Pause')")
    read = read_by_link(browser, at, ".now:not(:empty)", ".now")
    assert read == page.inner_text(".now"), "a link to any moment"
    at.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play",
        "/odds?a=usr/A:Furnace Crew&b=usr/B:Shellback&range=20&over=range",
        "/rules/usr/twin-linked",
        "/replay",
    ],
)
def test_nothing_sticks_out_on_a_phone_and_every_target_fits_a_finger(browser, server, path):
    at = Page(browser, server, **PHONE)
    page = at.open(path)
    page.wait_for_selector("h1")
    if "odds" in path:
        page.wait_for_selector(".curve")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        "[...document.querySelectorAll('main button, main select, main input:not([type=checkbox]), main .button')]"
        ".filter(b => b.offsetParent && !b.classList.contains('unseen') && b.getBoundingClientRect().height < 43.5)"
        ".map(b => b.outerHTML.slice(0, 80))"
    )
    assert small == []
    at.close()


def test_links_for_a_friend_and_for_onlookers_come_with_codes_and_open_their_seats(browser, server):
    at = Page(browser, server)
    page = at.open("/play")
    page.select_option("select[name=ours]", "command/A")
    page.select_option("select[name=theirs]", "command/B")
    page.select_option("select[name=b]", "friend")
    page.click("form button.main")
    page.wait_for_selector(".qr >> nth=1")
    links = page.eval_on_selector_all("article input[readonly]", "fields => fields.map(f => f.value)")
    assert len(links) == 2 and len(set(links)) == 2
    for link in links:
        other = Page(browser, server)
        there = other.open(link.removeprefix(at.address))
        there.wait_for_selector(".asking h2")
        assert "is asked" in there.inner_text(".asking") or there.query_selector(".options button[data-option]")
        other.close()
    page.click("text=this address")
    page.wait_for_selector(".qr >> nth=1")
    at.close()


def test_a_battle_begins_in_two_clicks_and_goes_on_to_a_move(browser, server):
    at = Page(browser, server)
    page = at.open("/")
    page.click("article:has-text('Command Token') button")
    picked_until(page, lambda: "move" in page.inner_text(".asking h2"))
    assert page.query_selector(".board .unit")
    assert "k=" not in page.url, "the key of a seat stays out of what is shared"
    at.close()


def test_a_unit_is_nudged_and_moved_by_keys_alone(browser, server):
    at = seated_at(
        browser,
        server,
        lambda ask: ask.move and "move" in ask.prompt,
        {"pace": "at once"},
        ours="usr/A",
        theirs="usr/B",
        seats=["me", "greedy"],
    )
    page = at.page
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("button:has-text('Move'), button:has-text('Nearest legal place')")
    page.keyboard.press("n")  # somebody may stand in the way
    page.wait_for_selector("button.main:has-text('Move')")
    before = version(page)
    page.keyboard.press("Enter")
    gone_on(page, before)
    at.close()


def at_targets(browser: Any, server: Server, **context: Any) -> Page:
    """A battle in which somebody is about to fire, with the odds of the first target worked out."""
    at = seated_at(browser, server, "shoot at", context, ours="command/A", theirs="command/B", seed=7)
    at.page.wait_for_selector(".options button small:has-text('fall')")
    return at


def tap(page: Any, selector: str) -> None:
    box = page.query_selector(selector).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_shot_shows_its_lines_and_odds_before_and_its_dice_after(browser, server):
    at = at_targets(browser, server)
    page, before = at.page, version(at.page)
    page.wait_for_selector(".ring.range", state="attached")
    drawn = page.evaluate(
        "[...document.querySelectorAll('.ring.range')].map(ring => ["
        "ring.querySelector('[fill=\"#000\"] circle').getAttribute('r'), ring.querySelector('text').textContent])"
    )
    for radius, words in drawn:
        assert 0.2 < float(radius) - float(words.split()[-1].strip('"')) < 3.0, "from the edge of a base"
    tap(page, ".unit.can .base")
    page.wait_for_selector(".preview .bars")
    assert page.query_selector(".sights .ray") and version(page) == before
    said = page.inner_text(".preview")
    assert "sees" in said and "fall" in said and "%" in said
    page.click(".preview .commit")
    gone_on(page, before)
    page.wait_for_selector(".strip .handful:has-text('to hit')")
    page.click(".strip .handful:has-text('to hit')")
    page.wait_for_selector(".unit.lit")
    said = page.inner_text(".preview")
    assert "needed" in said and "D6" in said and page.query_selector(".preview .die")
    page.keyboard.press("Escape")
    assert not page.query_selector(".preview:not([hidden])")
    page.click(".log button >> nth=-1")
    page.wait_for_selector(".preview:not([hidden])")
    at.close()


def test_an_enemy_who_may_not_be_shot_at_is_looked_at_and_says_so(browser, server):
    at = at_targets(browser, server)
    page, before = at.page, version(at.page)
    tap(page, ".unit.s1:not(.can) .base")
    page.wait_for_selector(".preview:has-text('It is not among those that may be picked now.')")
    assert not page.query_selector(".preview .commit") and version(page) == before
    tap(page, ".unit.can .base")
    page.wait_for_selector(".preview .commit")
    assert "may be picked" not in page.inner_text(".preview")
    at.close()


def test_units_are_reached_by_keys_and_show_their_rings(browser, server):
    at = at_targets(browser, server)
    page, shown = at.page, at.page.get_attribute(".board svg > g", "transform")
    page.keyboard.press("d")
    assert page.get_attribute(".board svg > g", "transform") != shown, "the map goes by keys"
    page.focus(".board")
    shown = page.get_attribute(".board svg > g", "transform")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute(".board svg > g", "transform") != shown
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    page.wait_for_selector(".preview .bars")
    page.keyboard.press("i")
    page.wait_for_selector(".rulings li")
    page.keyboard.press("c")
    page.wait_for_selector(".told li")
    assert page.query_selector("[role=log]")
    at.close()


def test_who_is_off_the_table_lies_in_a_tray(browser, server):
    begun = server.begin(ours="command/A", theirs="command/B", seats=["me", "me"])
    at = seated(browser, server, "me", begun)
    page = at.page
    page.keyboard.press("o")
    page.wait_for_selector(".tray[open] .away")
    assert "not deployed yet" in page.inner_text(".tray")
    at.close()


def test_a_drag_stops_at_the_limit_and_is_red_beyond(browser, server):
    at = seated_at(browser, server, lambda ask: ask.move and ask.move.inches == 6, {}, ours="usr/A", theirs="usr/B")
    page = at.page
    page.hover(".options button[data-option] >> nth=1")
    assert page.query_selector(".hints .base"), "a proposal lights up where it would stand"
    scale = float(str(page.get_attribute(".board svg > g", "transform")).partition("scale(")[2].split()[0])
    box = page.query_selector(".unit.lit .base").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 3 * scale)
    page.mouse.move(x, y - 6.8 * scale, steps=3)
    assert page.text_content(".plans .tip") == '6"'
    page.mouse.move(x, y - 9 * scale, steps=3)
    page.wait_for_selector(".planned.no")
    page.wait_for_function("""() => document.querySelector(".asking .why.bad")?.innerText.includes('6" allowed')""")
    assert page.query_selector(".ghost .base"), "where it stood"
    page.mouse.up()
    at.close()


def test_bots_change_their_pace_without_a_word(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun)
    page = at.page
    page.select_option(".side select", "fast")
    page.wait_for_timeout(300)
    assert not page.is_visible(".lost")
    gone_on(page, pick(page))
    at.close()


def test_a_finger_on_a_phone_picks_and_the_log_is_a_drawer(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun, **PHONE)
    page = at.page
    page.wait_for_selector(".options button[data-option]")
    small = page.evaluate(
        "[...document.querySelectorAll('button')].filter(b => b.offsetParent && b.getBoundingClientRect().height < 43.5)"
        ".map(b => b.textContent)"
    )
    assert small == [], "targets of a finger"
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out"
    page.tap(".options button[data-option]")
    page.tap("text=Log")
    page.wait_for_selector(".side.open")
    at.close()


def test_two_fingers_move_the_map_and_pick_nothing(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun, has_touch=True)
    page, can = at.page, ".board .unit.can :first-child"
    picked_until(page, lambda: page.query_selector(can))

    def middle() -> dict[str, float]:
        box = page.query_selector(can).bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    before, shown, touch = version(page), page.inner_html(".board"), at.context.new_cdp_session(page)
    first = {**middle(), "id": 1}
    still = {**first, "x": first["x"] + 60, "id": 2}  # lifted last, where it was put down
    for kind, points in (
        ("touchStart", [first]), ("touchMove", [first, still]), ("touchMove", [{**first, "x": first["x"] - 60}, still]),
        ("touchEnd", []),
    ):  # fmt: skip
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.wait_for_timeout(300)
    assert version(page) == before and page.inner_html(".board") != shown
    page.touchscreen.tap(*middle().values())
    gone_on(page, before)  # one finger does
    at.close()


def test_a_battle_that_waits_for_consent_to_go_on_says_so_and_asks(browser, server):
    at = Page(browser, server)
    page = at.open("/")
    said, sent = page.evaluate(
        """async () => {
            const { Asking } = await import("/static/asking.js");
            const sent = [], asking = Object.assign(Object.create(Asking.prototype), {
                more: document.createElement("div"), now: {}, send: (kind, fields) => sent.push([kind, fields]),
            });
            asking.others({ seats: [], asked: 0, parted: "round 2 comes out otherwise" });
            asking.more.querySelector("button").click();
            return [asking.more.textContent, sent];
        }"""
    )
    assert "round 2 comes out otherwise" in said and sent == [["consent", {"yes": True}]]
    at.close()


def test_a_connection_that_is_lost_comes_back_with_the_question(browser, server):
    begun = server.begin()
    at = seated(browser, server, "me", begun)
    question = at.page.inner_text(".asking h2")
    at.context.set_offline(True)
    at.page.evaluate("() => 0")
    at.context.set_offline(False)
    at.page.reload()
    at.page.wait_for_selector(".asking h2")
    assert at.page.inner_text(".asking h2") == question
    at.close()


def test_a_link_without_a_key_says_what_to_do(browser, server):
    begun = server.begin()
    at = Page(browser, server)
    page = at.open(f"/battle/{begun['room']}")
    page.wait_for_selector("main:has-text('Ask for the link of your seat')")
    at.close()


def test_dice_of_a_real_table_are_tapped(browser, server):
    begun = server.begin(ours="usr/A", theirs="usr/B", seats=["me", "me"], dice="typed")
    at = seated(browser, server, "me", begun)
    page = at.page
    for _ in range(60):
        page.wait_for_selector(".options button[data-option], .facesrow")
        if page.query_selector(".facesrow"):
            break
        gone_on(page, pick(page))
    before = page.inner_text(".asking h2")
    while page.query_selector(".facesrow") and page.inner_text(".asking h2") == before:
        page.click(".facesrow button >> nth=3")
        page.wait_for_timeout(60)
    at.close()


def test_a_press_counts_though_the_question_is_drawn_anew_before_the_release(browser, server):
    begun = server.begin(ours="usr/A", theirs="usr/B")
    at = seated(browser, server, "me", begun)
    page = at.page
    page.wait_for_selector(OPTION)
    before = version(page)
    page.locator(OPTION).first.hover()
    page.mouse.down()
    page.keyboard.press("Escape")  # draws the question anew
    page.mouse.up()
    gone_on(page, before)
    at.close()
