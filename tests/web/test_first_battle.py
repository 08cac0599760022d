"""A first battle explains itself: each hint when its moment comes, gone when it is done, and off for good."""

from __future__ import annotations

from .pages import Page, gone_on, pick


def begun(browser, server, **context):
    at = Page(browser, server, **context)
    page = at.open("/")
    page.click("text=Show me how")
    page.wait_for_selector(".tip-card[data-hint=ask]")
    return at, page


def test_hints_come_when_their_moment_comes_and_go_when_they_are_done(browser, server):
    at, page = begun(browser, server)
    assert "what is wanted of you" in page.inner_text("#live"), "the page reads it out too"
    page.wait_for_selector(".options button[data-option]")
    gone_on(page, pick(page))
    gone = "() => { const c = document.querySelector('.tip-card'); return c.hidden || c.dataset.hint !== 'ask' }"
    page.wait_for_function(gone)
    seen = set()
    for _ in range(60):
        page.wait_for_selector(".options button[data-option]")
        if page.is_visible(".tip-card"):
            hint = page.get_attribute(".tip-card", "data-hint")
            seen.add(hint)
            page.click(".tip-card button:has-text('Got it')")
            page.wait_for_function(
                "h => { const c = document.querySelector('.tip-card'); return c.hidden || c.dataset.hint !== h }",
                arg=hint,
            )
            continue
        if len(seen) >= 4:
            break
        gone_on(page, pick(page))
    assert len(seen) >= 4 and "ask" not in seen
    at.close()


def test_hints_are_turned_off_for_good(browser, server):
    at, page = begun(browser, server)
    page.click("text=No more hints")
    page.wait_for_selector(".tip-card", state="hidden")
    page.reload()
    page.wait_for_selector(".options button[data-option]")
    assert not page.is_visible(".tip-card")
    at.close()


def test_other_battles_have_no_hints(browser, server):
    at = Page(browser, server)
    page = at.open("/")
    page.click("text=Play against the bot >> nth=0")
    page.wait_for_selector(".options button[data-option]")
    assert not page.is_visible(".tip-card")
    at.close()
