"""The page of odds in Chromium: several attackers in turn, lists and what their units may take, links that last."""

from __future__ import annotations

from .pages import Page


def test_another_attacker_comes_after_the_first(browser, server):
    at = Page(browser, server)
    page = at.open("/odds?a=usr/drill:Rifleman&b=usr/drill:Brute")
    page.wait_for_selector(".steps li")
    page.click("#another")
    page.fill("#pick-then-0", "usr/drill:Gunner")
    page.click("form.asks button.main")
    page.wait_for_selector(".after li:has-text('after Gunner: destroyed 55.6 %')")
    assert "Rifleman, then Gunner at Brute" in page.inner_text("main")
    page.wait_for_function("() => new URLSearchParams(location.search).get('then') === 'usr/drill:Gunner'")
    page.wait_for_selector(".whose:has-text('Gunner')")
    other = Page(browser, server)
    shown = other.open(page.url.removeprefix(at.address))
    shown.wait_for_selector(".after li")
    assert shown.inner_text(".answer") == page.inner_text(".answer"), "whoever has the link reads the same"
    other.close()
    page.click(".then button")
    page.wait_for_function("() => !location.search.includes('then')")
    page.wait_for_selector(".answer:not(.asking-now) .headline:has-text('destroyed 0 %')")
    at.close()
