"""What a report says first: who is against whom, the setting up, then the rounds."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from grognard import battles, systems
from grognard.common.report import Report, lines, text_of
from grognard.kernel.faces import Test as Die
from grognard.kernel.purpose import Purpose
from grognard.kernel.rolled import Rolled


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_round_begins_with_a_heading_and_after_all_have_been_set_up(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=2, bots=("random",)))
    lines = fought.report("full")
    starts = [k for k, line in enumerate(lines) if line.startswith("Round ")]
    assert [lines[k] for k in starts] == ["Round 1", "Round 2"]
    for k in starts:
        assert lines[k - 1] == "" and lines[k + 1].startswith("  ") and not lines[k + 1].startswith("   ")
    assert any(
        re.fullmatch(r" +.+: deployed at \(\d+\.\d, \d+\.\d\)", line.split("  [")[0]) for line in lines[: starts[0]]
    )


@pytest.mark.parametrize("system", systems.NAMES)
def test_what_a_browser_shows_and_what_is_printed_are_the_same(system: str) -> None:
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=5, rounds=2, bots=("random",))
    printed: list[str] = []
    session = battles.begin(setup, watchers=[Report(lambda line: printed.append(line.strip()), at_once=True)])
    session.play()
    told = lines(session)
    assert [text_of(line).strip() for line in told] == [
        line for line in printed if line in {text_of(t).strip() for t in told}
    ]
    log = session.log
    for line in told:
        entry = log[line.n]
        assert line.event == type(entry).__name__ and all(0 <= u < len(session.table.units) for u in line.units)
        if line.dice is not None:
            assert bytes(line.dice.faces) == bytes(sorted(entry.faces)) and line.dice.what
            assert all(1 <= face <= line.dice.sides for face in line.dice.faces)
    assert any(line.dice and line.dice.needs and line.dice.because for line in told)
    scored = [sum(line.points[side] for line in told) for side in (0, 1)]
    assert tuple(scored) == session.table.scores


@pytest.mark.parametrize("system", systems.NAMES)
def test_whose_secret_it_is_reads_it_and_nobody_else(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=5, rounds=2, bots=("random",)))
    secrets = {n: entry.secret for n, entry in enumerate(fought.session.log) if entry.secret is not None}
    for player in (None, 0, 1):
        for line in lines(fought.session, player):
            assert line.masked == (line.n in secrets and secrets[line.n] != player)


def test_a_move_says_how_far_and_from_where_to_where() -> None:
    fought = battles.fight(battles.setup("command/A", "command/B", seed=3, rounds=1))
    moves = [line.text for line in lines(fought.session) if line.event == "Moved"]
    found = [re.fullmatch(r"(.+) (\d+\.\d)\" from \((.+), (.+)\) to \((.+), (.+)\)", text) for text in moves]
    assert moves and all(found)
    for move in found:
        assert move is not None
        inches, x, y, a, b = (float(n) for n in move.groups()[1:])
        assert (
            (a - x) ** 2 + (b - y) ** 2
        ) ** 0.5 <= inches + 0.15  # no middle of a unit goes farther than its farthest model


@pytest.mark.parametrize("system", ["command", "usr"])
def test_a_short_report_is_short_and_has_every_attack(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=3))
    told = fought.report("short")
    assert len(told) <= 140
    full = fought.report("full")
    assert not [line for line in told if " to hit, " in line]
    attacks = [e for e in fought.session.log if e.__class__.__name__ in ("ShotAt", "VolleyFired") and e.target >= 0]
    text = " ".join(told)
    t = fought.session.table
    assert attacks and len(full) > 2 * len(told)
    assert all(t.name(e.unit) in text and t.name(e.target) in text for e in attacks)


@pytest.mark.parametrize("system", systems.NAMES)
def test_single_dice_for_the_same_thing_stand_in_one_line_and_fire_says_from_how_far(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=5, rounds=2))
    told = fought.report("full")
    single = re.compile(r"( {6}.+): \d+ \(\D+\)")
    found = [match and match[1] for match in map(single.fullmatch, told)]
    assert not [a for a, b in pairwise(found) if a and a == b]
    assert any(re.search(r"(shoots?|aims?|fires?) .*, \d+\.\d\" away", line) for line in told)


@pytest.mark.parametrize("system", systems.NAMES)
def test_single_dice_that_take_turns_stand_in_a_line_for_each_thing_that_one_weapon_does(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=1, rounds=3))
    begun, heads = "", list[str]()  # how the dice of a weapon begin, and those that follow
    for line in fought.report("full"):
        single = re.fullmatch(r" {6}(.+): \d+ \(\D+\)", line)
        if single and (not heads or _what(single[1]) in ("hit", _what(begun))):
            assert single[1] != begun, line
            begun, heads = single[1], [single[1]]
        else:
            begun, heads = begun if single else "", [*heads, single[1]] if single else []
        assert len(heads) == len(set(heads)), line


def _what(head: str) -> str:
    """The last word of what dice were thrown for: "hit", "damage", …"""
    return head.partition(",")[0].rpartition(" ")[2]


def test_what_one_weapon_does_is_told_before_another_is_thrown_for() -> None:
    held: list[tuple[str, int | tuple[int, ...]]] = [
        ("Choir Blade to hit, 6+", (3, 8)), ("damage, 6+", 1), ("Choir Blade to hit, 6+", 7), ("damage, 6+", 2),
        ("Scatter Pistol to hit, 5+", 9), ("damage, 8+", 9), ("armour save, 7+", 9),
        ("Scatter Pistol to hit, 5+", 6), ("damage, 8+", 3),
        ("Sidearm to hit, 4+", 7), ("damage, 8+", 10), ("armour save, 7+", 1),
    ]  # fmt: skip
    told: list[str] = []
    tell = Report(told.append)
    t = battles.fight(battles.setup("void/A", "void/B", seed=1, rounds=1)).session.table
    for name, face in held:
        what, needs = name.split(", ")
        faces = tuple(n >= int(needs[0]) for n in range(1, 11))
        tell(
            t,
            Rolled(
                Die(Purpose(name, what=what, needs=needs, begins=what.endswith("to hit")), 10, faces),
                bytes((face,) if isinstance(face, int) else face),
            ),
        )
    tell.close()
    assert [line.strip() for line in told if "+: " in line] == [
        "Choir Blade to hit, 6+: 3 8 (1 of 2 hit)",
        "damage, 6+: 1 (no damage)",
        "Choir Blade to hit, 6+: 7 (a hit)",
        "damage, 6+: 2 (no damage)",
        "Scatter Pistol to hit, 5+: 6 9 (all hit)",
        "damage, 8+: 3 9 (1 of 2 damage)",
        "armour save, 7+: 9 (saved)",
        "Sidearm to hit, 4+: 7 (a hit)",
        "damage, 8+: 10 (damage)",
        "armour save, 7+: 1 (failed)",
    ]


def test_the_purpose_of_dice_says_that_a_weapon_begins_with_them_and_not_their_words() -> None:
    told: list[str] = []
    tell = Report(told.append)
    t = battles.fight(battles.setup("void/A", "void/B", seed=1, rounds=1)).session.table
    for what, begins in (("luck of the spear", True), ("damage", False), ("luck of the axe", True), ("damage", False)):
        tell(t, Rolled(Die(Purpose(what, begins=begins), 10, (False,) * 5 + (True,) * 5), b"\x07"))
    tell.close()
    heads = [line.strip().partition(":")[0] for line in told if ": 7" in line]
    assert heads == ["luck of the spear", "damage", "luck of the axe", "damage"]


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_short_report_tells_of_no_attack_twice(system: str) -> None:
    fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=1))
    told: set[str] = set()
    for line in (line.strip() for line in fought.report("short")):
        if line.startswith("Without effect: "):
            assert not told.intersection(line.removeprefix("Without effect: ").split("; "))
        told = set() if line.startswith(("Round ", "Without effect: ")) else {*told, line.partition(": ")[0]}


def test_where_players_have_no_turns_each_list_of_a_short_report_stands_once_in_a_round() -> None:
    for system, seed in (("dropzone", 1), ("command", 3), ("void", 3)):
        fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=seed))
        heads: list[str] = []
        for line in fought.report("short"):
            head = re.match(r" {4}(Cards played|Scenery hit|Arrived|Off the table|Without effect): ", line)
            heads = [] if line.startswith("Round ") else [*heads, head[1]] if head else heads
            assert len(heads) == len(set(heads)), line


LOST = re.compile(
    r"(?<!of )\b(\d+) (?:model|unit)s? lost|(?:wiped out|field|carrier|gate|destroyed|edge|charge) \((\d+)"
)


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_short_report_tells_every_loss(system: str) -> None:
    for seed in (1, 4):
        fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=seed))
        short, full = (
            [int(lost[1] or lost[2]) for line in fought.report(how)[:-3] for lost in LOST.finditer(line)]
            for how in ("short", "full")
        )
        assert full and sum(short) == sum(full)


def test_a_short_report_says_which_losses_are_the_own_doing_of_a_unit() -> None:
    fought = battles.fight(battles.setup("usr/A", "usr/ferry-guard", seed=4))
    assert any(line.endswith("; Furnace Crew 1 model lost, 3 left (gets hot)") for line in fought.report("short"))
