"""Whole battles of two toy systems: rewound at every boundary, saved, loaded, damaged."""

from __future__ import annotations

import json

import pytest

from grognard.common import battle, battle_result
from grognard.common.report import Report, report
from grognard.common.scenario import Scenario, for_destroyed
from grognard.errors import GrognardError
from grognard.kernel import saves
from grognard.table.events import Given
from grognard.table.terrain import Ground, Piece, rectangle
from tests.toy.system import setup

SYSTEMS = ("toy-turns", "toy-orders")


@pytest.fixture(params=SYSTEMS)
def system(request):
    return request.param


def test_same_setup_same_digest(system):
    one, told = battle.play(setup(system))
    two, again = battle.play(setup(system))
    assert told["digest"] == again["digest"] == one.digest() == two.digest()
    assert battle.play(setup(system, seed=2))[1]["digest"] != told["digest"]


def test_the_result_is_what_the_contract_says(system):
    _, told = battle.play(setup(system))
    assert list(told) == [
        "system",
        "forces",
        "seed",
        "winner",
        "why",
        "rounds",
        "activations",
        "slain",
        "points",
        "score",
        "digest",
        "seconds",
    ]
    assert told["forces"] == ["Reds", "Blues"] and told["winner"] in (None, "Reds", "Blues")
    assert 1 <= told["rounds"] <= 3 and told["activations"] > 4 and set(told["slain"]) == {"Reds", "Blues"}
    begun = battle.begin(setup(system))
    assert battle_result.result(begun)["why"] == "the battle is not over"
    assert report(begun)[-3] == "The battle is not over."


def test_undone_to_the_start_at_every_step_and_redone(system):
    session, told = battle.play(setup(system))
    while session.inputs:
        picks = [i for i, who in enumerate(session.askers) if who >= 0]
        if not picks:
            session.back_to(0, consent=True)
            break
        session.undo(consent=True)
    assert len(session.points) <= 3
    session.redo(10_000)
    assert session.digest() == told["digest"]


def test_every_boundary_is_resumed_saved_and_loaded(system, tmp_path):
    whole, told = battle.play(setup(system))
    path = tmp_path / "b.json"
    for point in whole.points[:: max(1, len(whole.points) // 12)]:
        other = battle.begin(setup(system))
        other.inputs, other.askers = list(whole.inputs), [-1] * len(whole.inputs)
        other.points.append(point)
        other.log[:] = whole.log[: point.log]
        other._used = point.inputs
        other.table.restore(point.table)
        assert other.play() and other.digest() == told["digest"]
        # the same through a file, all checkpoints gone
        other.back_to(point.inputs, consent=True)
        other.save(path)
        loaded, same = battle.replay(path)
        assert same and loaded.digest() == other.digest()
        loaded.taken = other.taken
        if loaded.taken:
            loaded.redo(10_000)
        assert loaded.digest() == told["digest"]
    whole.forget_points()
    assert whole.digest() == told["digest"]


def test_a_saved_battle_is_played_on_where_it_stopped(system, tmp_path):
    path = tmp_path / "b.json"
    session = battle.begin(setup(system, bots=("person", "person")))
    session.play(5)
    for _ in range(9):
        session.answer(next(iter(session.open.options)))
    session.save(path)
    loaded = battle.load_save(path)
    loaded.play()
    assert loaded.open.question == session.open.question and loaded.digest() == session.digest()
    for s in (session, loaded):
        s.answer(next(iter(s.open.options)))
    assert loaded.digest() == session.digest()
    n = len(saves.read(path)["inputs"])
    assert len(battle.load_save(path, to=3).inputs) == 3 and battle.replay(path, 2)[1]
    with pytest.raises(GrognardError, match=f"has {n} inputs, not {n + 1}"):
        battle.replay(path, n + 1)


def test_setups_outlive_saving(tmp_path):
    wood = Piece('Wood "A"', rectangle(10, 12, 6, 6), 3.0, ("difficult", "forest"), "light", (("usr", "5+"),), 7, 20)
    ground = Ground(30, 30, (wood,), ((15.0, 15.0),), (rectangle(0, 0, 30, 8), rectangle(0, 22, 30, 8)), "Field")
    made = setup(ground=ground, rulings={"ties": "first"}, seed="words", bots=("greedy", "person"))
    again = battle.setup_of(json.loads(json.dumps(made.saved())))
    assert again.saved() == made.saved()
    assert again.forces[0].kinds == made.forces[0].kinds  # interned: the same profiles, not copies
    assert again.ground.pieces[0].covers == (("usr", "5+"),) and again.bots == ("greedy", "person")


def test_damaged_saves_are_one_clear_error(tmp_path):
    path = tmp_path / "b.json"
    session, _ = battle.play(setup())
    session.save(path)
    good = json.loads(path.read_text())

    def refused(said="", **spoilt):
        path.write_text(json.dumps({**good, **spoilt}))
        with pytest.raises(GrognardError) as error:
            battle.replay(path)
        assert said in str(error.value) and "\n" not in str(error.value)

    base = good["setup"]
    for key, value in [
        ("forces", []),
        ("forces", [1, 2]),
        ("scenario", 1),
        ("scenario", {"rounds": "x"}),
        ("rulings", []),
        ("rulings", {"ties": 3}),
        ("rulings", {"no": "again"}),
        ("seed", True),
        ("off", "x"),
        ("bots", ["random"]),
        ("bots", ["random", "nobody"]),
        ("table", 3),
        ("table", "no = 1"),
        ("system", 3),
        ("system", "chess"),
    ]:
        refused(setup={**base, key: value})
    force = base["forces"][0]
    for key, value in [
        ("kinds", 1),
        ("kinds", [[1]]),
        ("kinds", [["A", "Tank", [], 1, [], [0], [], {}]]),
        ("models", []),
        ("weapons", []),
        ("weapons", [["Rifle", {"range": 999}, []]]),
        ("weapons", [["Rifle", {}, ["Fast"]]]),
        ("kinds", []),
        ("name", 3),
        ("details", []),
        ("kinds", force["kinds"] * 100),
    ]:
        refused(setup={**base, "forces": [{**force, key: value}, base["forces"][1]]})
    refused("input 1", inputs=[["x"], *good["inputs"][1:]])
    refused("left over", inputs=[*good["inputs"], "6"])
    path.write_text(json.dumps({**good, "digest": "0"}))
    assert battle.replay(path)[1] is False


def test_what_cannot_begin_says_why():
    for fields, said in [
        ({"system": "chess"}, "unknown system"),
        ({"rulings": {"ties": "x"}}, "no value"),
        ({"bots": ("random", "clever")}, "unknown bot"),
    ]:
        with pytest.raises(GrognardError, match=said):
            battle.begin(battle.Setup(**{**_fields(setup()), **fields}))
    turns, orders = setup("toy-turns"), setup("toy-orders")
    with pytest.raises(GrognardError, match="a force of toy-orders"):
        battle.begin(battle.Setup(**{**_fields(turns), "forces": (turns.forces[0], orders.forces[0])}))
    with pytest.raises(GrognardError, match="has no unit"):
        battle.begin(setup(squads=0))


def _fields(made):
    return {f: getattr(made, f) for f in made.__struct_fields__}


def test_rules_may_be_switched_off_for_a_battle(monkeypatch):
    from types import SimpleNamespace

    force = setup().forces[0]
    asked = []
    system = SimpleNamespace(rule_id=lambda rule: asked.append(rule) or f"toy:{rule}", fitted=lambda kind: kind)
    with monkeypatch.context() as patched:
        patched.setattr(battle, "system_of", lambda name: system)
        assert [k.name for k in battle.without(force, ("fear", "haste")).kinds] == [k.name for k in force.kinds]
    assert asked == ["fear", "haste"] and battle.without(force, ()) is force
    with pytest.raises(GrognardError):
        battle.begin(setup(off=("fear",)))


def test_mirrored_forces_are_told_apart():
    made = setup()
    session, told = battle.play(battle.Setup(**{**_fields(made), "forces": (made.forces[0],) * 2}))
    assert told["forces"] == ["Reds A", "Reds B"] and len(told["slain"]) == 2
    assert session.table.name(0) == "Reds A's Squad A of Reds"


def test_a_report_reads_like_a_battle():
    session, _ = battle.play(setup("toy-turns"))
    full, short, none = (report(session, how) for how in ("full", "short", "none"))
    assert len(full) > len(short) > len(none) == 3 + len(for_destroyed(session.table))
    text = "\n".join(full)
    for words in ("Round 1", "Reds, moving", "shoots at", "to hit 4+:", " lost", "victory point", "[rifles]"):
        assert words in text
    assert "to hit" not in "\n".join(short) and "{" not in text and "_" not in text
    lines = []
    battle.play(setup("toy-turns"), watchers=[Report(lines.append)])
    assert lines == full[: len(lines)] and len(full) - len(lines) == 1 + len(none)


def test_tokens_are_secret_until_they_are_turned():
    session, _ = battle.play(setup("toy-orders", seed=4))
    secrets = [e for e in session.log if isinstance(e, Given) and e.secret is not None]
    assert {e.secret for e in secrets} <= {0, 1} and secrets
    mine = report(session, player=secrets[0].secret)
    others = report(session, player=1 - secrets[0].secret)
    assert any("token (" in line for line in mine)
    assert sum("in secret" in line for line in others) == sum(e.secret == secrets[0].secret for e in secrets)
    assert sum("in secret" in line for line in report(session)) == len(secrets)
    assert not any("in secret" in line for line in report(session, everything=True))


def test_armies_that_move_win():
    """Holding objectives is worth more than staying at home."""
    wins = {"Reds": 0, "Blues": 0}

    class Home:
        def choose(self, table, ask):
            return ask.default if ask.default is not None else next(iter(ask.options))

    for seed in range(6):
        made = setup("toy-turns", seed=seed, scenario=Scenario(rounds=6, objectives=3))
        bots = [battle.player_of("greedy", seed, 0, battle.game_of(battle.system_of("toy-turns"))), Home()]
        told = battle.play(made, players=bots)[1]
        if told["winner"]:
            wins[told["winner"]] += 1
    assert wins["Reds"] > wins["Blues"]
