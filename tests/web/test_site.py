"""The static site in Chromium: no server, and the answers and battles of the server."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import systems
from grognard.errors import GrognardError
from grognard.web import questions, site

from .pages import Page, gone_on, pick
from .serving import Server

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "build" / "pyodide"
QUESTION = {"type": "odds", "attacker": "usr/A:Lantern Watch", "target": "usr/B:Thornkin", "range": 12}
BATTLE = {"ours": "usr/A", "theirs": "usr/B", "seed": 7, "rounds": 1}
ASKED = """async ([path, body]) => {
    const { request } = await import(new URL("static/way.js", document.baseURI));
    const answer = await request(path, { body: JSON.stringify(body) });
    return [answer.status, await answer.text()];
}"""
needed = pytest.mark.skipif(
    not (PYODIDE / "pyodide.mjs").is_file(), reason="Pyodide is not here: scripts/setup.sh dev fetches it where npm is"
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, without a word."""

    def log_message(self, *said: Any) -> None:
        pass


class Host:
    """A web host of files alone, which holds the site below an address of its own."""

    def __init__(self, folder: Path) -> None:
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
        self.port = self.http.server_address[1]
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("host")
    assert sum(size for _, size in site.write(folder / "some" / "where", PYODIDE)) > 1_000_000
    found = Host(folder)
    yield found
    found.close()


def opened(browser: Any, host: Host, address: str) -> Page:
    found = Page(browser, host)  # type: ignore[arg-type]
    found.page.set_default_timeout(90_000)
    found.open(f"/some/where/{address}")
    return found


@needed
def test_the_site_answers_and_plays_as_the_server_does(browser, host, tmp_path):
    at = opened(browser, host, "#/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin&range=12")
    page = at.page
    page.wait_for_selector(".bars, .answer svg, .steps", state="attached")
    status, said = page.evaluate(ASKED, ["/api/ask", QUESTION])
    here = json.loads(json.dumps(questions.answer(dict(QUESTION))))
    assert status == 200 and json.loads(said) == here

    server = Server(tmp_path)
    try:
        told = {}
        for name, ask in (("site", None), ("server", server)):
            request = {**BATTLE, "seats": ["greedy", "greedy"]}
            begun = ask.begin(**request) if ask else json.loads(page.evaluate(ASKED, ["/api/battles", request])[1])
            told[name] = (begun["room"], begun["keys"]["watch"])
        room, key = told["server"]
        with server.seat(room, key) as socket:
            while (message := json.loads(socket.recv()))["type"] != "over":
                pass
        room, key = told["site"]
        digest = page.evaluate(
            """async ([room, key]) => {
                const { connect } = await import(new URL("static/way.js", document.baseURI));
                const line = connect(room);
                return new Promise((done) => {
                    line.onopen = () => line.send(JSON.stringify({ type: "sit", key, pace: "at once" }));
                    line.onmessage = ({ data }) => { const said = JSON.parse(data); if (said.type === "over") done(said.digest); };
                });
            }""",
            [room, key],
        )
        assert digest == message["digest"]
    finally:
        server.close()
    at.close()


def test_what_is_no_site_is_left_alone_and_what_is_missing_is_named(tmp_path):
    with pytest.raises(GrognardError, match="Pyodide is not all there"):
        list(site.write(tmp_path / "new", tmp_path))
    assert not (tmp_path / "new").exists()
    for name in (*site.PYODIDE, "msgspec-1-wasm32.whl"):
        (tmp_path / name).write_bytes(b"")
    with pytest.raises(GrognardError, match="is not empty"):
        list(site.write(tmp_path, tmp_path))
    assert dict(site.write(tmp_path / "new", tmp_path)) == dict(site.write(tmp_path / "new", tmp_path))


@needed
def test_a_list_that_was_brought_and_a_battle_are_there_after_the_page_is_loaded_again(browser, host):
    at = opened(browser, host, "#/odds?b=usr/B:Thornkin&range=12")
    page = at.page
    force = (
        Path(systems.__path__[0], "usr", "forces", "A.toml").read_bytes().replace(b"Lantern Watch", b"Harbour Watch")
    )
    page.wait_for_selector("text=Type a part of a unit")
    page.set_input_files("#bring", {"name": "mine.toml", "mimeType": "text/plain", "buffer": force})
    page.wait_for_selector("text=Type a part of a name above")
    page.fill("#pick-a", "harbour")
    page.click("#list-a [data-ref]")
    page.wait_for_selector(".steps li")
    said, asked = page.inner_text(".answer"), page.evaluate("location.hash")
    assert "Harbour Watch at Thornkin" in said
    page.click(".top nav a[href='#/play']")
    assert page.wait_for_selector("select[name=b]") and not page.query_selector("select[name=b] option[value=friend]")
    page.click(".cards button.main")
    page.wait_for_selector(".options button[data-option]")
    gone_on(page, pick(page))
    page.wait_for_selector(".options button[data-option]")
    stands = page.get_attribute(".asking", "data-version")
    page.reload()
    page.wait_for_selector(".options button[data-option]")
    assert page.get_attribute(".asking", "data-version") == stands
    page.click(".top nav a[href='#/rules']")
    page.wait_for_selector(".found li a")
    assert page.evaluate("location.hash") == "#/rules"
    page.evaluate("hash => { location.hash = hash }", asked)
    page.wait_for_selector(".steps li")
    assert page.inner_text(".answer") == said
    at.close()


@needed
@pytest.mark.parametrize("gone", ["engine.json", "pyodide.asm.wasm"])
def test_a_site_that_lacks_a_file_says_so_in_one_line(browser, host, gone):
    at = Page(browser, host)
    at.context.route(f"**/engine/{gone}", lambda route: route.fulfill(status=404, body="none"))
    page = at.open("/some/where/#/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin")
    page.wait_for_selector("[role=alert]:has-text('The engine does not start')")
    assert "Load the page again" in page.inner_text("[role=alert] >> nth=0")
    at.errors.clear()
    at.close()


@needed
@pytest.mark.parametrize("gone", ["WebAssembly", "Worker"])
def test_a_browser_that_cannot_run_the_engine_is_told_what_it_lacks_and_what_to_do(browser, host, gone):
    at = Page(browser, host)
    at.context.add_init_script(f"delete globalThis.{gone}")
    page = at.open("/some/where/#/odds?a=usr/A:Lantern Watch&b=usr/B:Thornkin")
    page.wait_for_selector(f"[role=alert]:has-text('this browser has no {'workers' if gone == 'Worker' else gone}')")
    said = page.inner_text("[role=alert] >> nth=0")
    assert (
        "up-to-date Firefox, Chrome, Edge or Safari" in said
        and "grognard serve" in said
        and "Load the page" not in said
    )
    page.wait_for_function("() => !document.querySelector('#main').innerText.includes('One moment')")
    battle = at.context.new_page()
    battle.goto(f"{at.address}/some/where/#/battle/0123456789abcdef#k=0123456789abcdef0123456789abcdef")
    battle.wait_for_selector("main :text('this browser has no')")
    at.close()
