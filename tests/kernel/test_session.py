"""Sessions on a battle of a few lines that knows no table: what is recorded, taken back, saved and refused."""

from __future__ import annotations

import gc
import json
import re

import pytest
from msgspec.structs import replace

from grognard.errors import GrognardError
from grognard.kernel import saves
from grognard.kernel import session as session_module
from grognard.kernel.asks import Choose, Each, Emit, Pool, Roll
from grognard.kernel.dice import Scripted, Seeded
from grognard.kernel.faces import Test, die, total
from grognard.kernel.purpose import Purpose
from grognard.kernel.rolled import Rolled
from grognard.kernel.session import Handful, Session, Waiting

FOUR = Test("four", 6, (0, 0, 0, 1, 1, 1), again=(1,))
WORD = Test("word", 6, ("bad", "bad", "fair", "fair", "good", "good"), again=(1,), second=("good",) * 6)


class Tally:
    """A table: points of both sides, and how many turns were played."""

    def __init__(self):
        self.state = (0, 0, 0)

    def snapshot(self):
        return self.state

    def restore(self, kept):
        self.state = kept

    def plain(self):
        return list(self.state)

    @property
    def round(self):
        return 1 + self.state[2] // 4


class Gain:
    """An event: a side gains points; the turn is over when ``turn``."""

    full = False

    def __init__(self, side, points, turn=False, secret=None):
        self.side, self.points, self.turn, self.secret = side, points, turn, secret

    def on(self, t):
        a, b, turn = t.state
        t.state = (a + self.points * (self.side == 0), b + self.points * (self.side == 1), turn + self.turn)

    def told(self, t):
        return f"side {self.side} gains {self.points}" if self.points else ""

    def masked(self, t, player):
        return "somebody gains something"

    def plain(self):
        return ["Gain", self.side, self.points, self.turn]


class Setup:
    def __init__(self):
        self.system, self.rulings, self.seed = "dice", {"ties": "again"}, 5

    def saved(self):
        return {"system": self.system, "seed": self.seed}


def one(needs):
    return (yield Roll(FOUR))


class Game:
    """Ten turns: a player bets, dice decide, and may go double or quits."""

    turns = 6

    def view(self, t, player):
        return t

    def over(self, t):
        return "all turns are played" if t.state[2] >= self.turns else ""

    def crank(self, t):
        player = t.state[2] % 2
        dice = yield Choose(player, "how many dice?", (1, 2, 3, True, "none"))
        got = 0
        if dice != "none":
            got = yield Each(one, (4,), int(dice))
            yield Emit(Gain(player, got, secret=player if dice == 3 else None))
            if got and (yield Choose(player, "double or quits?", (False, True))):
                got = yield Pool(FOUR, 1)
                yield Emit(Gain(player, 2 if got[1] else -1))
        yield Choose(player, "sure?", ("yes",))
        yield Emit(Gain(player, 0, turn=True))


class First:
    """A player that takes the options in turn."""

    def __init__(self):
        self.n = 0

    def choose(self, table, ask):
        self.n += 1
        return ask.options[self.n % len(ask.options)]


def session(dice=None, players=None, game=None, watchers=()):
    return Session(
        Setup(),
        game or Game(),
        Tally(),
        dice if dice is not None else Seeded(5),
        players or [First(), First()],
        watchers,
    )


def played(**kw):
    s = session(**kw)
    assert s.play() is True
    return s


def test_a_battle_is_played_to_its_end_and_says_why():
    s = played()
    assert s.over == "all turns are played" and s.table.state[2] == 6 and len(s.points) == 7
    assert s.digest() == played().digest() != played(dice=Seeded(6)).digest()


def test_the_collector_rests_meanwhile_and_is_left_as_it_was():
    assert gc.isenabled()
    played()
    assert gc.isenabled()
    gc.disable()
    try:
        played()
        assert not gc.isenabled()
    finally:
        gc.enable()
    gc.freeze()
    try:
        played()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()


def test_garbage_is_looked_for_when_a_new_battle_is_played_and_never_when_a_pick_is_taken_back(monkeypatch):
    looked = []
    monkeypatch.setattr("grognard.kernel.session.LOOKED_THROUGH", 1)
    monkeypatch.setattr("grognard.kernel.session.gc.collect", lambda: looked.append("all"))
    s = session()
    s.play(4)
    assert looked == ["all"]
    s.play()
    s.undo(consent=True)
    assert looked == ["all"]


def test_steps_can_be_counted():
    s = session()
    assert not s.play(2) and len(s.points) == 3 and s.over == ""
    assert s.play(100) and len(s.points) == 7 and s.play(1)


def test_one_option_is_not_asked_and_none_is_an_error():
    assert all(i != "yes" for i in played().inputs)

    class Nothing(Game):
        def crank(self, t):
            yield Choose(0, "which?", ())

    with pytest.raises(RuntimeError, match="without any option"):
        session(game=Nothing()).play()


def test_back_to_every_input_and_forward_again():
    whole = played()
    digest, n = whole.digest(), len(whole.inputs)
    for k in range(n, -1, -1):
        s = played()
        s.back_to(k, consent=True)
        assert s.inputs == whole.inputs[:k] and s.taken == whole.inputs[k:]
        while s.taken:
            s.redo()
        assert s.digest() == digest and s.over


def test_undo_step_by_step_to_the_start_and_redo_to_the_end():
    s = played()
    digest = s.digest()
    picks = sum(who >= 0 for who in s.askers)
    for _ in range(picks):
        s.undo(consent=True)
        assert isinstance(s.open, Choose)
    assert s.inputs == [] and s.log == []
    with pytest.raises(GrognardError, match="nothing to take back"):
        s.undo()
    assert s.redo(picks) and s.digest() == digest
    with pytest.raises(GrognardError, match="nothing was taken back"):
        s.redo()


def test_every_boundary_resumes_to_the_same_end():
    whole = played()
    for point in whole.points:
        s = session()
        s.inputs, s.askers = list(whole.inputs), [-1] * len(whole.inputs)
        s.points.append(point)
        s.log[:] = whole.log[: point.log]
        s.table.restore(point.table)
        s._used = point.inputs
        assert s.play() and s.digest() == whole.digest()
    whole.forget_points()
    assert whole.over and whole.digest() == played().digest()


def test_luck_is_taken_back_by_consent_only_and_then_falls_anew():
    s = session(players=[None, None])
    s.play()
    s.answer(3)
    before = dict(s.dice.place)
    with pytest.raises(GrognardError, match="consent"):
        s.undo()
    s.undo(consent=True)
    assert s.dice.place == before
    s.answer(3)
    assert s.dice.place[6] > before[6] and not s.taken


def test_what_is_played_anew_replaces_what_was_taken_back():
    for k, asked in ((0, Choose), (1, Handful)):
        s = played()
        s.back_to(k, consent=True)
        assert isinstance(s.open, asked) and s.taken
        assert s.play() and s.taken == []  # a player chooses anew, or the dice fall anew


def test_undo_of_one_player_takes_back_what_the_other_did_since():
    s = session(players=[None, First()])
    s.play()
    s.answer("none")
    assert s.open.player == 0 and len(s.inputs) > 1
    s.undo(player=0, consent=True)
    assert s.inputs == [] and s.open.question == "how many dice?"
    with pytest.raises(GrognardError, match="inputs, not"):
        s.back_to(99)


def test_an_open_question_waits_in_the_state_in_which_it_was_asked():
    s = session(dice=Scripted([4, 4, 1, 5, 6]), players=[None, None])
    assert not s.play() and s.open.options == (1, 2, 3, True, "none") and s.over == ""
    s.answer(2)
    assert s.open.question == "double or quits?" and s.table.state == (2, 0, 0) and s.over == ""
    assert not s.play() and s.open.question == "double or quits?" and len(s.log) == 2
    with pytest.raises(GrognardError, match="no legal answer"):
        s.answer(7)
    s.answer(True)
    assert s.table.state == (4, 0, 1)
    with pytest.raises(GrognardError, match="nothing is asked"):
        played().answer(1)


def test_dice_may_come_from_outside():
    s = session(players=[First(), First()])
    s.dice = None
    s.play()
    assert s.open == Handful(6, 2, "four") or isinstance(s.open, Handful)
    with pytest.raises(GrognardError, match="not the faces of"):
        s.answer([7] * s.open.n)
    s.answer_plain([4] * s.open.n)
    assert s.askers.count(-1) == 1

    class Away:
        def throw(self, sides, n, why=""):
            raise Waiting(Handful(sides, n, why))

    s = session(dice=Away())
    assert not s.play() and isinstance(s.open, Handful)


def test_a_handful_of_no_dice_is_not_recorded():
    s = session()
    assert s.throw(6, 0) == b"" and s.inputs == []


def test_equal_is_not_the_same_in_a_save():
    s = session(dice=Scripted([4, 4]), players=[None, None])
    s.play()
    s.answer_plain(True)
    assert s.inputs[0] == 1  # True equals the option 1, and the option is what is recorded
    with pytest.raises(GrognardError, match="one of: False, True"):
        s.answer_plain(1.5)
    s.answer_plain(False)
    assert s.inputs[2] is False


def test_watchers_see_every_entry_once_and_again_after_it_was_taken_back():
    seen = []
    s = session(players=[None, None], watchers=[lambda t, entry: seen.append(entry.plain())], dice=Scripted([4] * 9))
    s.play()
    for pick in (2, False, 1, False):
        s.answer(pick)
    assert seen == [e.plain() for e in s.log]
    n = len(seen)
    s.undo(consent=True)
    kept = len(s.log)
    s.redo()
    assert seen == [e.plain() for e in s.log][:n] + [e.plain() for e in s.log][kept:]
    s.undo(2, consent=True)
    s.answer(2)
    assert seen[-2:] == [e.plain() for e in s.log[-2:]]


def test_the_log_in_words_masks_secrets():
    s = session(dice=Scripted([4] * 6), players=[None, None])
    s.play()
    s.answer(3)
    assert s.told(0) == ["four: 4 4 4 (3 of 3)", "side 0 gains 3"] == s.told(everything=True)
    assert s.told(1)[1] == "somebody gains something" == s.told()[1]
    s.answer(False)
    assert len(s.told(0)) == 2  # what tells nothing is left out


def test_a_save_for_one_player_hides_what_the_other_keeps_secret():
    class Sealed(Game):
        def crank(self, t):
            player = t.state[2] % 2
            sealed = yield Choose(player, "which?", (2, 3))
            yield Emit(Gain(player, sealed, turn=True, secret=player))

    s = played(game=Sealed())
    assert all(isinstance(i, int) for i in s.inputs) and s.askers == [0, 1] * 3
    for player in (0, 1):
        content = s.content_for(player)
        picks = [pick for (pick,) in content["inputs"]]
        assert picks == [saves.HIDDEN if asker != player else i for i, asker in zip(s.inputs, s.askers, strict=True)]
        assert "digest" not in content and content["seed"] is None is content["setup"]["seed"]
        assert content[saves.FOR] == player and content["place"] == [] and content["table"] == s.table.plain()


def test_dice_thrown_in_secret_are_seen_by_one_player_only():
    card = replace(FOUR, secret=0)

    class Drawing(Game):
        def crank(self, t):
            yield Roll(FOUR if t.state[2] % 2 else card)
            yield Emit(Gain(0, 0, turn=True))

    s = played(game=Drawing(), dice=Scripted([2, 5, 1, 3, 1, 4, 6, 4]))  # a 1 is thrown again
    rolled = [entry for entry in s.log if isinstance(entry, Rolled)]
    assert [entry.secret for entry in rolled] == [0, None] * 3
    assert len(s.told(0)) == 6 and len(s.told(1)) == 3 == len(s.told(None))
    hidden = [entry == [saves.HIDDEN] for entry in s.content_for(1)["inputs"]]
    assert hidden == [True, False, True, True, False, False, True, False]
    assert [saves.HIDDEN] not in s.content_for(0)["inputs"]


def test_a_meaning_of_several_parts_says_itself_whether_it_succeeds():
    class Hit:
        def __init__(self, succeeds):
            self.succeeds = succeeds

    parts = replace(FOUR, faces=(Hit(False),) * 3 + (Hit(True),) * 3, again=())
    assert Rolled(parts, bytes([1, 4, 5])).told(None).endswith("(2 of 3)")


def test_dice_in_words():
    assert Rolled(FOUR, bytes([1, 5, 4]), bytes([6])).told(None) == "four: 1 4 5, again 6 (3 of 3)"
    assert Rolled(FOUR, bytes([1, 5, 4])).told(None) == "four: 1 4 5 (2 of 3)"
    assert Rolled(WORD, bytes([1, 3, 5]), bytes([1])).told(None) == "word: 1 3 5, again 1 (1 fair, 2 good)"
    assert Rolled(WORD, bytes([6])).told(None) == "word: 6 (good)"
    assert Rolled(total(2, 6), bytes([3, 1])).told(None) == "2D6: 1 3 (4)"
    assert Rolled(die(6), bytes([5])).told(None).endswith(": 5")
    assert Rolled(replace(die(6, "table"), faces=(2, 3, 4, 5, 6, 7)), bytes([1, 4])).told(None) == "table: 1 4 (as 2 5)"
    assert (
        Rolled(replace(FOUR, faces=(None, None, None, False, True, True)), bytes([1, 4]))
        .told(None)
        .endswith("(1 of 2)")
    )
    assert (
        Rolled(replace(FOUR, faces=((0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (0, 1))), bytes([1, 6]))
        .told(None)
        .endswith("(1 of 2)")
    )
    assert Rolled(replace(FOUR, faces=(True,) * 6), bytes([1, 4])).told(None) == "four: 1 4 (2 of 2)"
    assert Rolled(FOUR, b"\1").on(None) is None


def test_a_step_without_end_and_a_step_without_anything_are_found():
    for ask, what in (
        (Emit(Gain(0, 0)), "Gain"),
        (Choose(0, "again?", ("yes", "no")), "again?"),
        (Roll(FOUR), "four"),
    ):

        class Endless(Game):
            def crank(self, t, ask=ask):
                while True:
                    yield ask

        with pytest.raises(session_module.Endless, match=rf"round 1 does not end: it was at '{re.escape(what)}'"):
            session(game=Endless()).play()

    class Idle(Game):
        def crank(self, t):
            return
            yield

    with pytest.raises(RuntimeError, match="without anything having happened"):
        session(game=Idle()).play()


def test_a_round_without_end_is_stopped_and_can_be_saved_as_it_stood(monkeypatch, tmp_path):
    class Endless(Game):
        def crank(self, t):
            yield Roll(die(6))
            yield Emit(Gain(0, 1, turn=t.round == 1))

    monkeypatch.setattr(session_module, "MOST_IN_A_ROUND", 50)
    s = session(game=Endless())
    with pytest.raises(session_module.Endless, match="round 2 does not end"):
        s.play()
    assert s.table.round == 2
    s.give_up()
    assert len(s.inputs) == len(s.askers) == s.points[-1].inputs == 29  # 4 steps of round 1, then 25 of 2 entries each
    s.save(tmp_path / "stopped.json")
    assert saves.read(tmp_path / "stopped.json")["inputs"] == saves.inputs_saved(s.inputs)
    s.back_to(6, consent=True)  # into the same round, earlier: it is counted from there
    assert s.table.round == 2


def test_a_crash_in_a_step_leaves_the_battle_playable():
    class Broken(First):
        def choose(self, table, ask):
            if ask.question == "double or quits?":
                raise OSError("gone")
            return 3

    s = session(players=[Broken(), First()], dice=Seeded(3))
    with pytest.raises(OSError, match="gone"):
        s.play()
    assert s.over == ""
    s.players[0] = First()
    assert s.play() and s.over


def test_old_checkpoints_are_thinned_and_undo_still_works():
    class Long(Game):
        turns = 60

    s = session(game=Long())
    s.keep_last = 4
    s.play()
    whole = s.digest()
    assert len(s.points) < 30 and s.points[0].number == 0
    n = len(s.inputs)
    s.back_to(3, consent=True)
    s.redo(n)
    assert s.digest() == whole


# --- lazy options -----------------------------------------------------------------------------------------------------


class Even:
    """Any even number, coded as its half; hostile values crash it."""

    def plain(self, n):
        return n / 2

    def decode(self, half):
        if half * 2 % 2:
            raise GrognardError("it is odd")
        return int(half * 2)


class Lazy(Game):
    turns = 1

    def crank(self, t):
        n = yield Choose(0, "which even number?", Even())
        yield Emit(Gain(0, n, turn=True))


def test_lazy_options_are_asked_coded_and_validated():
    s = session(game=Lazy(), players=[None, None])
    s.play()
    with pytest.raises(GrognardError, match=r"no legal answer.*it is odd"):
        s.answer(3)
    with pytest.raises(GrognardError, match="no legal answer"):
        s.answer("x")
    with pytest.raises(GrognardError, match="no legal answer"):
        s.answer_plain(None)
    with pytest.raises(GrognardError, match="it is odd"):
        s.answer_plain(0.5)
    assert s.answer(8) and s.inputs == [4.0] and s.table.state[0] == 8


class Odd:
    """A set of options that is neither a sequence nor codes its picks."""

    def __contains__(self, n):
        return n % 2 == 1

    def __iter__(self):
        return iter(range(1, 99, 2))


def test_options_that_only_list_are_found_by_value():
    class Some(Lazy):
        def crank(self, t):
            n = yield Choose(0, "which odd number?", Odd())
            yield Emit(Gain(0, n, turn=True))

    s = session(game=Some(), players=[None, None])
    s.play()
    for wrong in (4, "x"):
        with pytest.raises(GrognardError, match="no legal answer"):
            s.answer(wrong)
    s.answer(7)
    s.undo()
    assert s.redo() and s.table.state[0] == 7


def test_an_illegal_answer_names_the_bot_and_the_question():
    class Cheat:
        name = "cheat"

        def choose(self, table, ask):
            return 77

    with pytest.raises(GrognardError, match=r"bot 'cheat': 77 is no legal answer to 'how many dice\?'") as error:
        session(players=[Cheat(), Cheat()]).play()
    assert error.value.hint == "one of: 1, 2, 3, True, 'none'"
    Cheat.name = ""
    with pytest.raises(GrognardError, match=r"^77 is no"):
        session(players=[Cheat(), Cheat()]).play()


# --- saves ------------------------------------------------------------------------------------------------------------


def test_a_saved_battle_is_replayed_to_the_same_digest(tmp_path):
    s = played()
    s.save(tmp_path / "b.json")
    content = saves.read(tmp_path / "b.json")
    again = session(players=[None, None])
    assert again.replay(saves.inputs_read(content["inputs"], "b")) is True
    assert again.digest() == content["digest"] and content["over"] is True
    again = session(players=[None, None])
    assert again.replay(s.inputs, to=2) is False and again.inputs == s.inputs[:2] and again.taken == s.inputs[2:]
    assert (tmp_path / "b.json").read_text().startswith('{\n"format": "grognard"')
    assert [p.name for p in tmp_path.iterdir()] == ["b.json"]


def test_the_place_in_the_dice_outlives_a_save():
    s = session(players=[None, None])
    s.play()
    s.answer(3)
    s.undo(consent=True)
    content = s.content()
    assert content["place"] and content["inputs"] == [] and content["over"] is False
    again = session(players=[None, None])
    again.replay([])
    again.set_place(content["place"])
    assert again.dice.place == s.dice.place
    for hostile in (None, [1], [[6, -5], [6, 10**12], ["6", 1], [6]], 7):
        again.set_place(hostile)
    assert again.dice.place == s.dice.place
    whole = played()
    again = session()
    again.replay(whole.inputs)
    again.set_place([])
    assert again.dice.place == whole.dice.place
    scripted = session(dice=Scripted([]))
    scripted.set_place([[6, 3]])
    assert scripted.content()["place"] == []


@pytest.mark.parametrize(
    "spoil, said",
    [
        (lambda i: [b"\1", *i[1:]], "input 1 is a handful where"),
        (lambda i: [*i[:1], 3, *i[2:]], "input 2 is a pick where"),
        (lambda i: ["many", *i[1:]], "input 1: 'many' is no legal answer"),
        (lambda i: [*i[:1], b"\x07\x07\x07\x07", *i[2:]], "not the faces of"),
        (lambda i: [*i, 1], "1 inputs are left over"),
    ],
)
def test_inputs_that_do_not_fit_are_one_clear_error(spoil, said):
    s = session()
    with pytest.raises(GrognardError, match=said) as error:
        s.replay(spoil(played().inputs), where="b.json")
    assert error.value.where == "b.json"


def test_an_error_that_says_where_keeps_it():
    class Elsewhere(Game):
        def crank(self, t):
            raise GrognardError("no", where="there")
            yield

    with pytest.raises(GrognardError) as error:
        session(game=Elsewhere()).replay([1])
    assert error.value.where == "there"


def test_foreign_truncated_and_hostile_files_are_one_clear_error(tmp_path):
    path = tmp_path / "b.json"
    played().save(path)
    whole = path.read_bytes()
    for cut in range(0, len(whole) - 2, 7):
        with pytest.raises(GrognardError):
            saves.parse(whole[:cut], "b")
    good = json.loads(whole)
    for key, value in [
        ("format", "other"),
        ("version", "1"),
        ("version", 99),
        ("system", 3),
        ("setup", []),
        ("inputs", "x"),
    ]:
        with pytest.raises(GrognardError):
            saves.parse(json.dumps({**good, key: value}).encode())
    for data in (b"\xff\xfe", b"[]", b"[" * 100_000, b'{"format": NaN}', b"1" * 5000):
        with pytest.raises(GrognardError):
            saves.parse(data)
    with pytest.raises(GrognardError, match="no such file"):
        saves.read(tmp_path / "none")
    with pytest.raises(GrognardError, match="not a file"):
        saves.read(tmp_path)
    (tmp_path / "big").write_bytes(b" " * (saves.MOST_BYTES + 1))
    with pytest.raises(GrognardError, match="longer than"):
        saves.read(tmp_path / "big")
    for inputs in ("x", [3], [[]], [[1, 2]], ["3Z"], ["3,999,"], ["3,x"], [None], [""] * (saves.MOST_INPUTS + 1)):
        with pytest.raises(GrognardError):
            saves.inputs_read(inputs, "b")


def test_a_save_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "b.json"
    played().save(path)
    whole = path.read_bytes()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(saves.os, "fsync", full)
    with pytest.raises(GrognardError, match="No space left"):
        session().save(path)
    assert path.read_bytes() == whole and [p.name for p in tmp_path.iterdir()] == ["b.json"]
    with pytest.raises(GrognardError, match="cannot be written"):
        session().save(tmp_path / "no" / "b.json")

    def torn(self):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(saves.Path, "read_bytes", torn)
    with pytest.raises(GrognardError, match="Input/output error"):
        saves.read(path)


def test_handfuls_as_text():
    for faces in (b"", bytes([1, 6, 3]), bytes([10, 35]), bytes([66]), bytes([256 - 1, 1])):
        assert saves.faces_of(saves.faces_text(faces)) == faces


def test_an_answer_plays_on_no_farther_than_it_is_told():
    s = session(Seeded(5), [None, First()])
    s.play()
    assert s.used == 0 and s.open.question == "how many dice?"
    s.answer("none", 1)
    assert (s.used, s.points[-1].number, s.open) == (1, 1, None), "the other side is not asked yet"
    s.play()
    assert s.open is not None and s.open.player == 0 and s.used > 1
    s.answer_plain("none", 1)
    assert s.open is None


def test_what_dice_are_for_says_for_whose_eyes_they_are():
    assert Purpose("a card", secret=1).secret == 1 and Purpose("a die").secret is None


def test_a_table_that_can_tell_how_things_stood_is_told_before_each_event_and_forgets_after():
    said = []

    class Mindful(Tally):
        def remember(self):
            said.append(("before", self.state))

        def forget(self):
            said.append(("after", self.state))

    def points(table, entry):
        said.append(("event", table.state))

    made = session(dice=Seeded(1), watchers=(points,))
    mindful = Session(made.setup, made.game, Mindful(), Seeded(1), made.players, (points,))
    mindful.play(1)
    kinds = [kind for kind, _ in said]
    first = kinds.index("before")
    assert kinds[first : first + 3] == ["before", "event", "after"]
