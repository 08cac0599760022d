"""The server: pages and questions to whoever may ask, a seat to whoever has its key, and a refusal to everybody else."""

from __future__ import annotations

import asyncio
import json
import random
import string
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.responses import Response
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard import battles
from grognard.bots.steady import Steady
from grognard.kernel import saves
from grognard.web import app
from grognard.web.app import MOST_BOTS, POLICY
from grognard.web.seen import known_to, seen

from .hostile import ask_oddly
from .serving import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = Server(tmp_path_factory.mktemp("data"))
    yield found
    found.close()


def until(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message = json.loads(socket.recv(timeout=30))
        if message["type"] == kind:
            return message


def test_the_page_comes_with_a_policy_that_runs_no_script_but_its_own(server):
    for path in ("/", "/odds", "/rules/usr/rending", "/battle/0123456789ab"):
        status, headers, body = server.get(path)
        assert status == 200 and b"Grognard" in body and headers["content-security-policy"] == POLICY
        assert "unsafe" not in POLICY and b"style=" not in body and b"onclick" not in body


def test_nothing_outside_the_static_folder_is_served(server):
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fhall.py",
        "/static//etc/passwd",
        "/static/no.js",
    ):
        status, _, body = server.get(path)
        assert status in (400, 404) or b"import" not in body, path


def test_odds_are_those_of_the_command(server):
    import grognard

    told = server.ask(type="odds", attacker="usr/A:Lantern Watch", target="usr/B:Thornkin", range=12)
    mine = grognard.odds("usr/A:Lantern Watch", "usr/B:Thornkin", range=12).told()
    assert told["odds"]["slain"] == mine["slain"] and [s["name"] for s in told["odds"]["steps"]] == [
        s["name"] for s in mine["steps"]
    ]


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"type":"nothing"}', b'{"type":"odds"}', b'{"type":"odds","attacker":1,"target":2}',
        b"\xff\xfe", b"[" * 100_000,
        b'{"type":"odds","attacker":"/etc/passwd:x","target":"usr/B:Thornkin"}',
        b'{"type":"odds","attacker":"../../x.toml:x","target":"usr/B:Thornkin"}',
        b'{"type":"odds","attacker":"usr/A:Nobody","target":"usr/B:Thornkin"}',
        b'{"type":"odds","attacker":"usr/A:Lantern Watch","target":"void/B:x"}',
        b'{"type":"odds","attacker":"usr/A:Lantern Watch","target":"usr/B:Thornkin","range":-1}',
        b'{"type":"rule","id":"usr:nothing"}', b'{"type":"rule","id":"nothing"}', b'{"type":"rules","system":"chess"}',
        b'{"type":"list","name":"../../x.toml","data":"AAAA"}',
    ],
)  # fmt: skip
def test_what_is_no_question_is_refused_in_words(server, body):
    status, _, said = server.get("/api/ask", body)
    assert status == 422 and json.loads(said)["error"]["what"] and b"Traceback" not in said


@pytest.mark.parametrize("body", [
    {"ours": "/etc/passwd", "theirs": "usr/B"}, {"ours": "usr/A", "theirs": "void/B"},
    {"ours": "usr/A", "theirs": "usr/B", "table": "/etc/passwd"},
    {"ours": "usr/A", "theirs": "usr/B", "scenario": "../x.toml"}, {"ours": "usr/A", "theirs": "usr/B", "seats": ["me", "god"]},
    {"ours": "usr/A", "theirs": "usr/B", "dice": "loaded"}, {"ours": "usr/A", "theirs": "usr/B", "rounds": 999},
    {"ours": "usr/A", "theirs": "usr/B", "rulings": {"x": "y"}},
])  # fmt: skip
def test_a_battle_that_cannot_be_is_refused_in_words(server, body):
    status, _, said = server.get("/api/battles", json.dumps(body).encode())
    assert status == 422 and json.loads(said)["error"]["what"]


def test_other_sites_and_other_hosts_are_refused(server):
    assert server.get("/api/ask", b"{}", Origin="http://elsewhere.example")[0] == 403
    assert server.get("/", Host="elsewhere.example")[0] == 400
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/ws/0123456789ab", origin="http://elsewhere.example")


def test_a_body_that_is_too_long_is_refused(server):
    assert server.get("/api/ask", b" " * (13 * 1024 * 1024))[0] == 413


def test_a_list_is_brought_read_and_fights(server):
    import base64

    text = b"""
system = "command"
name = "Mine"
[weapons."Rifle"]
range = 24
type = "Standard"
RoF = 2
[[units]]
name = "Crew"
type = "Infantry"
points = 50
[[units.models]]
name = "Man"
count = 4
stats = {Move = 6, Resolve = 4, AV = 1, HP = 1}
weapons = ["Rifle"]
"""
    status, _, said = server.get(
        "/api/ask", json.dumps({"type": "list", "name": "mine.toml", "data": base64.b64encode(text).decode()}).encode()
    )
    assert status == 200, said
    told = json.loads(said)
    assert told["name"] == "Mine" and len(told["units"]) == 1
    begun = server.begin(ours=told["ref"])
    assert begun["room"]


def test_a_key_opens_its_seat_and_no_other(server):
    begun = server.begin(seats=["me", "friend"])
    me = server.seat(begun["room"], begun["keys"]["me"])
    assert until(me, "hello")["sides"] == [0]
    friend = server.seat(begun["room"], begun["keys"]["friend B"])
    assert until(friend, "hello")["sides"] == [1]
    watcher = server.seat(begun["room"], begun["keys"]["watch"])
    assert until(watcher, "hello")["sides"] == []
    for key in ("", "0" * 32, begun["keys"]["me"][:-1]):
        stranger = server.seat(begun["room"], key)
        with pytest.raises(ConnectionClosed) as closed:
            stranger.recv(timeout=30)
        assert closed.value.rcvd.code == 4401
    for socket in (me, friend, watcher):
        socket.close()


def test_a_pick_is_acknowledged_and_both_seats_see_what_came_of_it(server):
    begun = server.begin(seats=["me", "friend"])
    me, friend = (server.seat(begun["room"], begun["keys"][seat]) for seat in ("me", "friend B"))
    asked = until(me, "ask")
    while not asked["yours"]:
        until(friend, "ask")
        asked = until(me, "ask")
    until(friend, "ask")
    me.send(json.dumps({"type": "pick", "id": "p1", "version": asked["version"], "option": 0}))
    assert until(me, "acked")["id"] == "p1"
    assert until(friend, "view")["version"] > asked["version"]
    me.close()
    friend.close()


def test_who_comes_back_gets_only_what_he_has_not_seen(server):
    begun = server.begin()
    first = server.seat(begun["room"], begun["keys"]["me"])
    asked = until(first, "ask")
    first.send(json.dumps({"type": "pick", "id": "a", "version": asked["version"], "option": 0}))
    version = until(first, "acked")["version"]
    first.close()
    again = server.seat(begun["room"], begun["keys"]["me"], version=version)
    again.send(json.dumps({"type": "pick", "id": "a", "version": asked["version"], "option": 0}))
    assert until(again, "acked") == {"type": "acked", "id": "a", "version": version}, "the same id twice has one effect"
    again.close()


def test_hostile_messages_are_refused_and_the_battle_goes_on(server):
    begun = server.begin()
    socket = server.seat(begun["room"], begun["keys"]["me"])
    until(socket, "ask")
    rng = random.Random(11)
    kinds = ["pick", "faces", "try", "look", "undo", "consent", "redo", "say", "mark", "resume", "why", "sit", "x"]
    values = [None, -1, 2**70, "x" * 300, [], {}, [[1e308, "a"]], True, 0, "\u0000"]
    for n in range(120):
        fields = {
            k: rng.choice(values)
            for k in rng.sample(
                ["id", "version", "option", "value", "faces", "positions", "unit", "target", "text", "yes", "to"], 4
            )
        }
        text = (
            json.dumps({"type": rng.choice(kinds), **fields}) if n % 3 else "".join(rng.choices(string.printable, k=40))
        )
        socket.send(text)
    socket.send(json.dumps({"type": "why", "id": "still here"}))
    while True:
        message = json.loads(socket.recv(timeout=60))
        if message.get("id") == "still here":
            break
    socket.close()


def test_a_battle_is_there_again_after_the_server_was_stopped(tmp_path):
    first = Server(tmp_path)
    begun = first.begin()
    socket = first.seat(begun["room"], begun["keys"]["me"])
    asked = until(socket, "ask")
    socket.send(json.dumps({"type": "pick", "id": "a", "version": asked["version"], "option": 0}))
    version = until(socket, "acked")["version"]
    first.close()
    second = Server(tmp_path)
    back = second.seat(begun["room"], begun["keys"]["me"])
    assert until(back, "hello")["version"] >= version
    back.close()
    second.close()


def test_a_seat_saves_what_it_may_know(server):
    begun = server.begin(seats=["me", "friend"])
    path = f"/api/battles/{begun['room']}/file"
    status, _, body = server.get(path, **{"X-Seat": begun["keys"]["me"]})
    assert status == 200 and json.loads(body)["seed"] is None, "no player learns the seed of a battle under way"
    assert server.get(path, **{"X-Seat": "0" * 32})[0] == 422


def test_hostile_questions_and_uploads_are_answered_in_words(tmp_path):
    server = Server(tmp_path)
    battle = json.dumps(
        saves.headed(battles.fight(battles.setup("command/A", "command/B", seed=1, rounds=1)).session.content())
    )
    found = ask_oddly(server, Random(5), battle.encode(), 150)
    assert found[422] > 75 and server.ask(type="samples")["samples"], "and the next one is answered"
    server.close()


def test_who_asks_too_much_waits(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "ASKS_AT_ONCE", 3.0)
    monkeypatch.setattr(app, "ASKS", 0.001)
    limit = app.RateLimit(app.ASKS, app.ASKS_AT_ONCE)
    assert [limit.take() for _ in range(5)] == [True, True, True, False, False]
    server = Server(tmp_path)
    asked = [server.get("/api/ask", b'{"type":"samples"}')[0] for _ in range(5)]
    assert asked == [200, 200, 200, 429, 429]
    server.close()


@pytest.mark.parametrize(
    ("host", "numbers", "status"),
    [
        ("evil.example", True, 400), ("192.168.0.7:8000", True, 200), ("[fe80::1]:8000", True, 200), ("table:8000", True, 200),
        ("192.168.0.7", False, 400), ("localhost", False, 400), ("table", False, 200),
    ],
)  # fmt: skip
def test_a_name_of_another_site_is_no_name_of_ours(host, numbers, status):
    sent: list[Any] = []

    async def page(scope: Any, receive: Any, send: Any) -> None:
        await Response("the page")(scope, receive, send)

    async def keep(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", host.encode())]}
    asyncio.run(app.SafeAnswers(page, ["table"], numbers)(scope, None, keep))
    assert sent[0]["status"] == status


@pytest.mark.parametrize("system", ["command", "void"])
def test_what_goes_over_the_wire_is_what_the_seat_may_know(server, system):
    begun = server.begin(ours=f"{system}/A", theirs=f"{system}/B", seats=["me", "friend"], rounds=1)
    sockets = {seat: server.seat(begun["room"], begun["keys"][seat]) for seat in ("me", "friend B", "watch")}
    sides, views, wanted = {"me": (0,), "friend B": (1,), "watch": ()}, {}, {}
    room = server.hall.get(begun["room"]).room
    rng, picks = Random(3), 0
    while picks < 400:
        for seat, socket in sockets.items():
            while wanted.get(seat, -1) < room.version:
                message = json.loads(socket.recv(timeout=30))
                if message["type"] == "view":
                    views[seat] = message["table"]
                if message["type"] in ("ask", "over"):
                    wanted[seat] = message["version"]
                    if message["type"] == "ask" and message["yours"]:
                        asker, ask = seat, message
        for seat in sockets:
            known = json.loads(json.dumps(seen(known_to(room.session.table, sides[seat], room.asked))))
            assert views[seat] == known, (seat, picks)
        if room.over:
            break
        option = rng.choice([o["id"] for o in ask["options"][:6]])
        sockets[asker].send(json.dumps({"type": "pick", "id": f"p{picks}", "version": room.version, "option": option}))
        until(sockets[asker], "acked")
        picks += 1
    assert room.over and picks > 20
    for socket in sockets.values():
        socket.close()


def test_other_rooms_answer_while_bots_think(server, monkeypatch):
    thinking, answered = threading.Semaphore(0), threading.Event()
    chosen = Steady.choose

    def slowly(self, table, ask, *study):
        if study:
            thinking.release()
            assert answered.wait(30)
        return chosen(self, table, ask, *study)

    monkeypatch.setattr(Steady, "choose", slowly)
    monkeypatch.setattr("grognard.bots.steady.PICKS", 2)
    monkeypatch.setattr("grognard.bots.steady.BUDGET", 1)
    watched = []
    for _ in range(MOST_BOTS + 2):  # more than can think at the same time
        begun = server.begin(seats=["steady", "greedy"])
        watched.append(server.seat(begun["room"], begun["keys"]["watch"]))
    for _ in range(MOST_BOTS):
        assert thinking.acquire(timeout=30)
    begun = server.begin(seats=["me", "friend"])
    me = server.seat(begun["room"], begun["keys"]["me"])
    try:
        ask = until(me, "ask")
        me.send(json.dumps({"type": "pick", "id": "p1", "version": ask["version"], "option": 0}))
        until(me, "acked")
        me.send(json.dumps({"type": "why", "id": "w1"}))
        assert until(me, "told")["lines"]
        assert not answered.is_set(), "nobody has finished thinking meanwhile"
    finally:
        answered.set()
        for line in (*watched, me):
            line.close()
