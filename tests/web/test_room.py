"""A room: whom it asks, what it takes, what it refuses, and what can be taken back."""

from __future__ import annotations

from random import Random

import pytest

from grognard import battles, systems
from grognard.errors import GrognardError
from grognard.journal import Journal
from grognard.kernel.session import Handful
from grognard.web.protocol import (
    Acked,
    Answer,
    Asked,
    Consent,
    Faces,
    Let,
    Log,
    Others,
    Over,
    Redo,
    Refused,
    Resume,
    Say,
    Undo,
    View,
)
from grognard.web.room import Room, Seat, new_room, open_room, secret_of
from grognard.web.seen import seen
from tests.web.tables import BOT, ME, YOU, asked, play, reply, room


@pytest.mark.parametrize("system", systems.NAMES)
@pytest.mark.parametrize("dice", ["seeded", "typed"])
def test_a_battle_is_played_to_its_end(system, dice):
    r = room(system, (ME, BOT), dice)
    assert play(r) > 10
    over = r.ask("me")
    assert isinstance(over, Over) and over.lines and over.digest == r.session.digest()
    assert r.advance() == []


def test_who_is_not_asked_sees_no_options_and_may_not_answer():
    r = room()
    name, ask = asked(r)
    other = "you" if name == "me" else "me"
    theirs = r.ask(other)
    assert ask.yours and len(ask.options) > 1
    assert isinstance(theirs, Asked) and not theirs.yours and not theirs.options
    [(to, refused)] = r.take(other, Answer("x", r.version, 0))
    assert to == other and isinstance(refused, Refused) and "is asked, not you" in refused.why


def test_a_pick_is_acknowledged_and_everybody_hears_of_it():
    r = room()
    name, _ = asked(r)
    sent = r.take(name, Answer("a", 0, 0))
    assert sent[0] == (name, Acked("a", 1))
    assert {to for to, _ in sent} == {"me", "you"}
    assert {type(m) for to, m in sent if to == "you"} == {View, Log, Asked, Others}


def test_one_id_has_one_effect():
    r = room()
    name, _ = asked(r)
    r.take(name, Answer("a", 0, 0))
    inputs = list(r.session.inputs)
    assert r.take(name, Answer("a", 0, 0)) == [(name, Acked("a", 1))]
    assert r.session.inputs == inputs


def test_an_old_version_is_refused_with_the_view_as_it_is_now():
    r = room()
    name, _ = asked(r)
    r.take(name, Answer("a", 0, 0))
    sent = r.take(name, Answer("b", 0, 0))
    assert isinstance(sent[0][1], Refused) and sent[0][1].version == 1
    assert any(isinstance(m, View) and m.version == 1 for _, m in sent)


def test_an_illegal_place_is_refused_with_its_reasons_and_nothing_changes():
    r = room()
    while True:
        name, ask = asked(r)
        if ask.options[0].models:
            break
        r.take(name, Answer(f"{r.version}", r.version, 0))
    value = [[-3.0, -3.0] for _ in ask.options[0].models]
    [(_, refused)] = r.take(name, Answer("bad", r.version, None, value))
    assert isinstance(refused, Refused) and "no legal answer" in refused.why
    assert refused.hint
    assert r.ask(name) == ask


def test_own_picks_are_taken_back_freely_and_played_again():
    r = room()
    name, first = asked(r)
    r.take(name, Answer("a", 0, 0))
    again, second = asked(r)
    if again != name:
        pytest.skip("the other side is asked next")
    r.take(name, Undo("u", r.version))
    assert asked(r)[1].prompt == first.prompt
    r.take(name, Redo("r", r.version))
    assert asked(r)[1].prompt == second.prompt


def test_what_lies_before_the_others_pick_goes_back_only_with_his_consent():
    r = room()
    while len({a for a in r.session.askers if a >= 0}) < 2:
        name, _ = asked(r)
        r.take(name, Answer(f"{r.version}", r.version, 0))
    last = r.session.askers[-1] if r.session.askers[-1] >= 0 else next(a for a in reversed(r.session.askers) if a >= 0)
    me, you = ("you", "me") if last == 0 else ("me", "you")
    inputs = list(r.session.inputs)
    sent = r.take(me, Undo("u", r.version))
    assert any(isinstance(m, Others) and m.undo is not None for to, m in sent if to == you)
    assert r.session.inputs == inputs
    assert isinstance(r.take(me, Consent("c", r.version, True))[0][1], Refused)
    r.take(you, Consent("no", r.version, False))
    assert r.session.inputs == inputs
    r.take(me, Undo("u2", r.version))
    r.take(you, Consent("yes", r.version, True))
    assert len(r.session.inputs) < len(inputs)


def test_faces_typed_wrong_are_taken_back_until_the_next_prompt_is_answered():
    r = room("usr", (ME, YOU), "typed")
    while (ask := asked(r)[1]).dice is None:
        r.take(asked(r)[0], Answer(f"{r.version}", r.version, 0))
    n = len(r.session.inputs)
    bad = r.take("me", Faces("b", r.version, [7] * ask.dice.n))[0][1]
    assert isinstance(bad, Refused) and "1 to 6" in bad.why + bad.hint
    few = r.take("me", Faces("f", r.version, [1] * (ask.dice.n + 1)))[0][1]
    assert isinstance(few, Refused) and few.hint
    r.take("me", Faces("g", r.version, [1] * ask.dice.n))
    assert len(r.session.inputs) == n + 1
    r.take("you", Undo("u", r.version))
    assert len(r.session.inputs) == n and asked(r)[1].dice == ask.dice


def test_who_comes_back_is_sent_what_he_has_not_seen():
    r = room()
    play(r, 12)
    sent = [m for _, m in r.take("me", Resume())]
    log = next(m for m in sent if isinstance(m, Log))
    assert type(sent[0]).__name__ == "Hello" and log.start == 0 and log.entries
    later = next(m for _, m in r.take("me", Resume(r.version, 2)) if isinstance(m, Log))
    assert later.start == 2 and later.entries == log.entries[2:]


def test_a_word_to_the_others_is_heard_by_all():
    r = room(seats=(ME, YOU, Seat("crowd")))
    sent = r.take("crowd", Say("s", "well   played"))
    assert [to for to, m in sent if isinstance(m, Others)] == ["me", "you", "crowd"]
    assert r.others().said == ["crowd: well played"]


def test_a_seat_waits_for_whoever_comes():
    r = room(seats=(ME, Seat("you", (1,), "nobody")))
    while r.asked != 1:
        name, _ = asked(r)
        r.take(name, Answer(f"{r.version}", r.version, 0))
    assert r.waiting
    assert isinstance(r.take("you", Answer("early", r.version, 0))[0][1], Refused)
    sent = r.sit("you", "person")
    assert any(to == "you" and isinstance(m, Asked) and m.yours for to, m in sent)
    assert isinstance(r.take("you", Answer("now", r.version, 0))[0][1], Acked)
    with pytest.raises(GrognardError):
        r.sit("stranger", "person")


def test_one_seat_may_play_both_sides():
    r = room(seats=(Seat("both", (0, 1)),))
    assert play(r) > 10 and isinstance(r.ask("both"), Over)


def test_seats_must_fit_together():
    for seats in ((ME,), (ME, Seat("two", (0, 1))), (ME, Seat("me", (1,)))):
        with pytest.raises(GrognardError):
            room(seats=seats)


@pytest.mark.parametrize("system", systems.NAMES)
def test_rings_say_how_far_weapons_reach_and_models_may_stand_apart(system):
    t = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=1)).session.table
    rows = [row for row in seen(t)["units"] if row["place"] == "table"]
    kinds = {ring["kind"] for row in rows for ring in row["rings"]}
    assert {"range", "coherency"} <= kinds
    for row in rows:
        assert all(0 < ring["inches"] < 1000 and ring["of"] for ring in row["rings"])


UMPIRE = Seat("umpire", (), "umpire")


def at_dice(r: Room) -> str:
    """Picks until dice that everybody may see are asked for; the prompt."""
    rng = Random(4)
    while True:
        prompt = r.ask("umpire")
        if prompt.dice is not None and prompt.yours:
            return prompt.prompt
        name, ask = next((s, r.ask(s)) for s in ("me", "you") if r.ask(s).yours)
        r.take(name, reply(r, ask, rng, f"p{r.version}"))


def faces(r: Room, id: str) -> Faces:
    dice = r.ask("umpire").dice
    return Faces(id, r.version, [1] * dice.n)


def test_where_an_umpire_sits_he_alone_types_the_dice_and_others_read_what_is_wanted():
    r = room(seats=(ME, YOU, UMPIRE), dice="typed")
    prompt, version = at_dice(r), r.version
    for name in ("me", "you"):
        ask = r.ask(name)
        assert ask.prompt == prompt and not ask.yours and ask.dice == r.ask("umpire").dice
        refused = r.take(name, faces(r, "f1"))[0][1]
        assert isinstance(refused, Refused) and "the umpire types the dice" in refused.why and r.version == version
    assert isinstance(r.take("umpire", faces(r, "f1"))[0][1], Acked) and r.version > version
    assert isinstance(r.take("umpire", Undo("u1", r.version))[0][1], Acked), "a slip of the finger"
    assert r.ask("umpire").prompt == prompt
    at_dice(r)
    r.take("umpire", faces(r, "f2"))
    asked = r.ask("me")
    if not asked.dice:
        assert isinstance(r.take("umpire", Answer("a1", r.version, 0))[0][1], Refused), "he picks nothing"


def test_an_umpire_lets_players_type_and_that_is_kept(tmp_path):
    journal = Journal(tmp_path / "one.journal")
    r = room(seats=(ME, YOU, UMPIRE), dice="typed", journal=journal)
    at_dice(r)
    assert r.others().umpire == "types"
    assert isinstance(r.take("me", Let("l0", True))[0][1], Refused), "players allow themselves nothing"
    assert isinstance(r.take("umpire", Let("l1", True))[0][1], Acked)
    assert r.others().umpire == "lets" and r.ask("me").yours and r.ask("umpire").yours
    again = open_room(journal)
    assert again.others().umpire == "lets"
    assert isinstance(again.take("you", faces(again, "f1"))[0][1], Acked)
    again.take("umpire", Let("l2", False))
    at_dice(again)
    assert not again.ask("me").yours
    journal.close()


def test_dice_that_only_one_player_may_see_are_typed_by_him_though_an_umpire_sits():
    r = room("dropzone", seats=(ME, YOU, UMPIRE), dice="typed")
    rng = Random(1)
    while True:
        who = next(name for name in ("me", "you", "umpire") if r.ask(name).yours)
        if isinstance(r.session.open, Handful) and (secret := secret_of(r.session.open)) is not None:
            break
        r.take(who, reply(r, r.ask(who), rng, f"p{r.version}"))
    assert r.seats[who].sides == (secret,) and not r.ask("umpire").yours and r.ask("umpire").dice is None
    dice = r.ask(who).dice
    one = Faces("s1", r.version, [1] * dice.n)
    assert isinstance(r.take("umpire", one)[0][1], Refused)
    assert isinstance(r.take(who, one)[0][1], Acked)


@pytest.mark.parametrize("bot", ["steady", "deep"])
def test_a_bot_that_looks_ahead_tries_its_picks_in_a_room_as_it_does_without_one(bot, monkeypatch, tmp_path):
    for name in ("PICKS", "LAST"):
        monkeypatch.setattr(f"grognard.bots.steady.{name}", 2)
    for name in ("PLANS", "FIRST", "SECOND", "FIRST_TRIES", "LAST_TRIES", "PICKS"):
        monkeypatch.setattr(f"grognard.bots.deep.{name}", 2)
    monkeypatch.setattr("grognard.bots.deep.LAST", 4)
    setup = battles.setup("command/A", "command/B", seed=2, rounds=1, bots=(bot, "greedy"))
    both = Seat("one", (0,), "bot"), Seat("two", (1,), "bot")
    journal = Journal(tmp_path / "one.journal")
    r = new_room(setup, both, journal=journal)
    reasons = set()
    while not r.over:
        r.advance()
        reasons.add(r.session.players[0].why)
    assert any("tries" in why or "tried" in why for why in reasons), "it did try"
    assert r.session.digest() == battles.fight(setup).session.digest() == open_room(journal).session.digest()
    journal.close()
