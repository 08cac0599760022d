"""A browser that cannot run the page is told so in a sentence; so is one to which a file did not come."""

from __future__ import annotations

import pytest

from .pages import Page

TOO_OLD = ".bad[role=alert]:has-text('too old for this page')"
WITHOUT_MODULES = "delete HTMLScriptElement.prototype.noModule;"
WITHOUT_NEWER_WORDS = "delete Array.prototype.findLast;"


@pytest.mark.parametrize("missing", [WITHOUT_MODULES, WITHOUT_NEWER_WORDS])
def test_a_browser_without_what_the_page_needs_reads_a_sentence(browser, server, missing):
    at = Page(browser, server)
    at.context.add_init_script(missing)
    if missing == WITHOUT_MODULES:  # it does not even look at them
        at.page.route("**/static/main.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page = at.open("/odds")
    page.wait_for_selector(TOO_OLD)
    page.wait_for_timeout(300)
    assert page.is_visible(TOO_OLD) and "One moment" not in page.inner_text("main"), "and nothing takes it away"
    at.close()


def test_a_browser_that_does_not_know_the_grammar_of_the_page_reads_it_too(browser, server):
    at = Page(browser, server)
    source = "const way = await.import('./server.js');"  # as top-level await reads to a browser without it
    at.page.route("**/static/way.js", lambda route: route.fulfill(body=source, content_type="text/javascript"))
    at.open("/").wait_for_selector(TOO_OLD)
    assert at.errors and all("Unexpected" in said for said in at.errors)
    at.errors.clear()
    at.close()


def test_a_file_that_does_not_come_is_told_with_what_to_do(browser, server):
    at = Page(browser, server)
    at.page.route("**/static/main.js", lambda route: route.fulfill(status=404, body=""))
    page = at.open("/")
    page.wait_for_selector(".bad[role=alert]:has-text('did not come')")
    at.errors.clear()
    at.close()


def test_a_browser_of_today_reads_nothing_of_it(browser, server):
    at = Page(browser, server)
    page = at.open("/")
    page.wait_for_selector("h1")
    assert page.get_attribute("html", "data-started") == "yes" and not page.query_selector(
        "main .bad[role=alert]:not(:empty)"
    )
    at.close()
