"""The page of odds in Chromium: several attackers in turn, lists and what their units may take, links that last."""

from __future__ import annotations

from pathlib import Path

from grognard import odds, systems
from tests.muster.shelf import catalogue

from .pages import Page, read_by_link
from .serving import Server
from .test_lists import squad


def test_another_attacker_comes_after_the_first(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin&range=9")
    page.wait_for_selector(".steps li")
    page.click("#another")
    page.fill("#pick-then-0", "gull riders")
    page.click("#list-then-0 [data-ref]")
    page.wait_for_selector(".after li:has-text('after Gull Riders: ')")
    assert "Lantern Watch, then Gull Riders at Thornkin" in page.inner_text("main")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'usr/A:Gull Riders'")
    page.wait_for_selector(".whose:has-text('Gull Riders')")
    read = read_by_link(browser, at, ".after li", ".answer")
    assert read == page.inner_text(".answer"), "whoever has the link reads the same"
    page.click(".then button")
    page.wait_for_function("() => !location.search.includes('then')")
    page.wait_for_selector(".answer:not(.asking-now):not(:has(.after)) .headline")
    at.close()


def test_rulings_that_are_too_much_to_work_out_are_named(browser, server):
    found = odds("void/saltmarsh-levy:Bog Mortars", "void/A:Compact Line", range=20, scatter=True)
    assert found.unweighed
    at = Page(browser, server)
    page = at.open("/odds?a=void/saltmarsh-levy:Bog Mortars&b=void/A:Compact Line&range=20&scatter=yes")
    page.wait_for_selector("h2:has-text('Too much to work out whether these rulings matter')")
    assert ", ".join(found.unweighed) in page.inner_text("main")
    at.close()


def test_each_attacker_has_a_range_and_circumstances_of_its_own(browser, server):
    """A rifle hurts a hero one time in 5 near by and 3 times in 25 at long range: nobody 88 times in 125."""
    at = Page(browser, server)
    page = at.open("/odds?a=void/drill:Rifleman&b=void/drill:Hero&range=30&then=void/drill:Rifleman")
    page.click(".own summary")
    assert page.input_value("#then-0-range") == "30", "it is where the first one is"
    page.fill("#then-0-range", "6")
    page.press("#then-0-range", "Tab")
    page.wait_for_selector(".after li:has-text('after Rifleman at 6\\22: ')")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'void/drill:Rifleman; range=6'")
    page.wait_for_selector(".bars :text('70.4 %')")
    page.check(".own label:has-text('has moved') input")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then').endsWith('; range=6; moved')")
    page.wait_for_selector(".answer:not(.asking-now)")
    read = read_by_link(browser, at, ".after li", ".answer")
    assert read == page.inner_text(".answer"), "whoever has the link reads the same"
    page.fill("#then-0-range", "30")
    page.press("#then-0-range", "Tab")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'void/drill:Rifleman; moved'")
    at.close()


def test_each_attacker_has_weapons_of_its_own(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/A:Gull Riders&b=usr/B:Thornkin&range=9&then=usr/A:Lantern Watch")
    page.wait_for_selector(".steps li")
    page.click(".own summary")
    box = page.locator(".own .row").first.locator("input").first
    weapon = box.get_attribute("value")
    box.uncheck()
    page.wait_for_function("() => new URLSearchParams(location.search).get('then').includes('; weapon=')")
    assert f"weapon={weapon}" not in page.evaluate("new URLSearchParams(location.search).get('then')")
    page.wait_for_selector(".answer:not(.asking-now)")
    page.wait_for_selector("#then-0-weapon-0:not(:checked)")
    page.check("#then-0-melee")  # there it has other weapons
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'usr/A:Lantern Watch; melee'")
    page.wait_for_selector(".after li:has-text('Lantern Watch in close combat')")
    page.wait_for_selector(".answer:not(.asking-now)")
    page.fill("#pick-then-0", "gull riders")
    page.click("#list-then-0 [data-ref]")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'usr/A:Gull Riders; melee'")
    at.close()


def test_the_matches_stay_for_whoever_comes_back_to_the_field(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?b=usr/B:Thornkin&range=12")
    page.fill("#pick-a", "lantern")
    page.wait_for_selector("#list-a [data-ref]")
    page.evaluate("(field => { field.blur(); field.focus(); })(document.querySelector('#pick-a'))")
    page.wait_for_timeout(400)
    assert page.is_visible("#list-a [data-ref]")
    page.evaluate("document.querySelector('#pick-a').blur()")
    page.wait_for_selector("#list-a", state="hidden")
    at.close()


def test_a_link_to_a_dropped_list_outlasts_the_server(browser, tmp_path):
    first = Server(tmp_path)
    at = Page(browser, first)
    page = at.open("/odds?b=usr/B:Thornkin&range=12")
    force = (
        Path(systems.__path__[0], "usr", "forces", "A.toml").read_bytes().replace(b"Lantern Watch", b"Harbour Watch")
    )
    page.set_input_files("#bring", {"name": "mine.toml", "mimeType": "text/plain", "buffer": force})
    page.wait_for_selector("text=Type a part of a name above")
    page.fill("#pick-a", "harbour")
    assert "list-" not in page.inner_text("#list-a"), "a list is called by its own name"
    page.click("#list-a [data-ref]")
    page.wait_for_selector(".steps li")
    said, link = page.inner_text(".answer"), page.url.removeprefix(at.address)
    assert "Harbour Watch at Thornkin" in said
    at.close()
    first.close()
    second = Server(tmp_path)
    other = Page(browser, second)
    shown = other.open(link)
    shown.wait_for_selector(".steps li")
    assert shown.inner_text(".answer") == said
    other.close()
    second.close()


def test_a_list_that_is_gone_says_so_in_one_line(browser, server):
    at = Page(browser, server)
    page = at.open(f"/odds?a=list-{'0' * 24}:Harbour Watch&b=usr/B:Thornkin")
    page.wait_for_selector(".answer .bad")
    assert "this list is not kept here any more (bring its file again)" in page.inner_text(".answer")
    at.errors[:] = [said for said in at.errors if "422" not in said]  # the browser tells of an answer that is an error
    at.close()


def test_equipment_is_picked_and_stands_in_the_address(browser, server, tmp_path):
    at = Page(browser, server)
    page = at.open("/odds?b=usr/B:Thornkin&range=10")
    page.set_input_files(
        "#bring", {"name": "Shelf.cat", "mimeType": "text/xml", "buffer": catalogue(tmp_path, squad()).read_bytes()}
    )
    page.wait_for_selector("text=Type a part of a name above")
    page.fill("#pick-a", "trooper")
    page.click("#list-a [data-ref]")
    page.wait_for_selector(".steps li")
    page.click(".gear summary")
    page.check(".gear label:has-text('Melter') input")
    page.wait_for_function("() => new URLSearchParams(location.search).get('a').endsWith(':Trooper+Melter')")
    page.wait_for_selector(".steps li:has-text('Melter')")
    other = Page(browser, server)
    shown = other.open(page.url.removeprefix(at.address))
    shown.wait_for_selector(".gear label:has-text('Melter') input:checked")
    assert shown.inner_text(".answer") == page.inner_text(".answer")
    shown.uncheck(".gear label:has-text('Melter') input")
    shown.wait_for_function("() => new URLSearchParams(location.search).get('a').endsWith(':Trooper')")
    shown.wait_for_selector(".steps:not(:has-text('Melter'))")
    other.close()
    at.close()


def test_a_sample_offers_no_equipment(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin&range=12")
    page.wait_for_selector(".steps li")
    assert not page.query_selector(".gear")
    at.close()
