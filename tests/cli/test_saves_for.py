"""A save that is sent to a player holds nothing that the other keeps secret."""

from __future__ import annotations

import json

import pytest

from grognard import battles as staging
from grognard.common import battle
from grognard.errors import GrognardError
from grognard.kernel import saves

from .run import as_json, fine, refused


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A battle in the middle of its second round, when both sides have tokens face down."""
    session = battle.begin(staging.setup("command/A", "command/gilded-hunt", seed=3, bots=("random", "random")))
    while not (session.table.round == 2 and session.table.phase == "roll off"):
        session.play(1)
    path = tmp_path_factory.mktemp("saves") / "whole.json"
    session.save(path)
    return path, session


@pytest.mark.parametrize("side, player", [("A", 0), ("B", 1)])
def test_the_picks_the_other_keeps_secret_are_masked(whole, side, player, tmp_path):
    path, session = whole
    out = tmp_path / "for.json"
    fine("replay", str(path), "--for", side, "--save", str(out))
    content = json.loads(out.read_text("utf-8"))
    assert content["for"] == player and content["seed"] is None and "digest" not in content
    masked = [i for i, kept in enumerate(content["inputs"]) if kept == [saves.HIDDEN]]
    assert masked and {session.askers[i] for i in masked} == {1 - player}
    own = [i for i, who in enumerate(session.askers) if who == player]
    everything = saves.inputs_saved(session.inputs)
    assert all(content["inputs"][i] == everything[i] for i in own)
    said = [line for line in content["log"] if "token, face down" in line]
    names = {session.table.name(u.id) for u in session.table.units if u.side != player}
    assert all(": a token, face down" in line for line in said if any(line.strip().startswith(n) for n in names))
    assert any("shoot token" in line or "advance token" in line or "run token" in line for line in said)  # his own


def test_two_battles_that_differ_in_a_secret_only_are_one_file_to_the_other(whole, tmp_path):
    path, _ = whole
    files = []
    for change in (False, True):
        content = saves.read(path)
        session = battle.load_save(path)
        place = max(i for i, asker, owner in session._hidden if asker == owner == 1)
        if change:
            other = next(n for n in ("move", "shoot", "advance") if n != content["inputs"][place][0])
            content["inputs"][place] = [other]
        changed = tmp_path / f"{change}.json"
        saves.write(changed, {k: v for k, v in content.items() if k not in ("format", "version")})
        out = tmp_path / f"{change}-for.json"
        battle.save_for(battle.load_save(changed), out, 0)
        files.append(out.read_bytes())
    assert files[0] == files[1]


def test_a_masked_save_is_read_out_but_not_played(whole, tmp_path):
    _, session = whole
    out = tmp_path / "for.json"
    battle.save_for(session, out, 0)
    told = fine("replay", str(out))
    assert told.startswith("What player A may know; the other's secrets are not in this file.") and "Round 2" in told
    assert as_json("replay", str(out))["for"] == "A"
    assert "only what player A may know" in refused("replay", str(out), "--to", "5")
    with pytest.raises(GrognardError, match="only what player A may know"):
        battle.load_save(out)


def test_a_battle_is_saved_for_a_player_at_once(tmp_path):
    out = tmp_path / "for.json"
    words = ("battle", "command/A", "command/B", "--seed", "1", "--rounds", "1", "--log", "none")
    fine(*words, "--save", str(out), "--for", "B")
    assert json.loads(out.read_text("utf-8"))["for"] == 1
    assert "--for" in refused(*words, "--for", "B")


def test_a_damaged_masked_save_gives_one_line(whole, tmp_path):
    _, session = whole
    out = tmp_path / "for.json"
    battle.save_for(session, out, 0)
    content = saves.read(out)
    for damage in ({"for": 7}, {"log": [1]}):
        saves.write(out, {k: v for k, v in {**content, **damage}.items() if k not in ("format", "version")})
        with pytest.raises(GrognardError, match="does not say for whom it is"):
            battle.kept_for(out)
