"""The limits of a list's own catalogues: which of them it breaks, with the number that was found."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster.catalogue.library import Library, read_root
from grognard.muster.check import DIFFERS
from grognard.muster.formats import battlescribe
from grognard.muster.limits import judged, roots
from grognard.muster.parsing.markup import Element
from tests.cli.run import fine, refused, run

from .ledger import as_chosen, book, category, chosen, entry, group, limit, limits, roster, warband
from .shelf import each, modifier, when
from .test_real import GUARD, MARINES, ORKS, needs_catalogues

MEN = chosen("man", number=5, type="model", points=50)
MAN = entry("man", type="model", points=10, also=limits(limit("min", 5), limit("max", 10)))
SQUAD = entry("squad", MAN, type="unit", of="core")


def faults(folder: Path, *units: str) -> list[str]:
    return list(judged(str(roster(folder, *units))).faults)


def squad(*inner: str, men: int = 5) -> str:
    return chosen("squad", chosen("man", number=men, type="model", points=10 * men), *inner, type="unit")


# --- units ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "men, said",
    [(5, []), (10, []), (11, ["Squad has 11 Man, at most 10"]), (4, ["Squad has 4 Man, at least 5"])],
)
def test_the_size_of_a_squad_has_two_ends(tmp_path: Path, men: int, said: list[str]) -> None:
    book(tmp_path, SQUAD)
    assert faults(tmp_path, squad(men=men)) == said


def test_of_a_group_so_many_may_be_chosen_and_so_many_must(tmp_path: Path) -> None:
    arms = group(
        "arms", entry("fire", type="gun"), entry("acid", type="gun"), also=limits(limit("min", 1), limit("max", 2))
    )
    book(tmp_path, entry("squad", MAN, type="unit", groups=arms))
    fire, acid = (chosen(name, number=n, type="gun", group="arms") for name, n in (("fire", 2), ("acid", 1)))
    assert faults(tmp_path, squad(fire)) == faults(tmp_path, squad(acid)) == []
    assert faults(tmp_path, squad(fire, acid)) == ["Squad has 3 Arms, at most 2"]
    assert faults(tmp_path, squad()) == ["Squad has 0 Arms, at least 1"]


def test_each_of_several_alike_may_have_so_many(tmp_path: Path) -> None:
    trooper = entry("man", entry("fire", type="gun", also=limits(limit("max", 1))), type="model")
    book(tmp_path, entry("squad", trooper, type="unit"))

    def armed(guns: int) -> str:
        return chosen(
            "squad", chosen("man", chosen("fire", number=guns, type="gun"), number=5, type="model"), type="unit"
        )

    assert faults(tmp_path, armed(5)) == []
    assert faults(tmp_path, armed(6)) == ["5 Man of Squad have 6 Fire, at most 5"]


def test_a_limit_changes_with_what_else_is_chosen(tmp_path: Path) -> None:
    """One gun for each five men, and a captain who lets them have a third."""
    more = modifier("increment", "most", 1, each("man", "squad", 5)).removesuffix("</modifiers>")
    captain = modifier("increment", "most", 1, when("atLeast", 1, "captain", "force", deep=True)).removeprefix(
        "<modifiers>"
    )
    fire = entry("fire", type="gun", also=limits(limit("max", 0, id="most")) + more + captain)
    book(tmp_path, entry("squad", MAN, fire, type="unit"), entry("captain", type="model"))
    guns = chosen("fire", number=2, type="gun")
    assert faults(tmp_path, squad(guns, men=10)) == []
    assert faults(tmp_path, squad(guns)) == ["Squad has 2 Fire, at most 1"]
    assert faults(tmp_path, squad(guns), chosen("captain", type="model")) == []


def test_a_group_allows_so_many_points(tmp_path: Path) -> None:
    relics = group("relics", entry("ring", points=15), also=limits(limit("max", 25, field="points", deep=True)))
    book(tmp_path, entry("captain", type="model", groups=relics))
    one, two = (chosen("ring", number=n, points=15 * n, group="relics") for n in (1, 2))
    assert faults(tmp_path, chosen("captain", one, type="model")) == []
    assert faults(tmp_path, chosen("captain", two, type="model")) == ["Captain has 30 points of Relics, at most 25"]


def test_what_stands_in_no_catalogue_is_named(tmp_path: Path) -> None:
    book(tmp_path, SQUAD)
    assert faults(tmp_path, squad(chosen("banner"))) == ["Squad has Banner, which stands nowhere there in Book"]
    assert faults(tmp_path, chosen("horde", type="model")) == ["Warband has Horde, which stands nowhere there in Book"]


def test_what_is_hidden_cannot_be_chosen(tmp_path: Path) -> None:
    gone = modifier("set", "hidden", "true", when("atLeast", 1, "fire", "squad"))
    book(tmp_path, entry("squad", MAN, entry("fire", type="gun"), entry("acid", type="gun", also=gone), type="unit"))
    fire, acid = chosen("fire", type="gun"), chosen("acid", type="gun")
    assert faults(tmp_path, squad(fire)) == faults(tmp_path, squad(acid)) == []
    assert faults(tmp_path, squad(fire, acid)) == ["Squad has Acid, which cannot be chosen with what else there is"]


# --- forces and lists -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["2.00", "2.03"])
def test_a_force_has_so_many_of_a_category(tmp_path: Path, version: str) -> None:
    core = category("core", "Core", limit("min", 2), limit("max", 3), version=version)
    book(tmp_path, SQUAD, forces=warband(core, version=version))
    said = {n: faults(tmp_path, *[squad()] * n) for n in (1, 2, 3, 4)}
    assert said == {1: ["Warband has 1 Core, at least 2"], 2: [], 3: [], 4: ["Warband has 4 Core, at most 3"]}


def test_a_force_has_so_many_selections_and_a_list_so_many_forces_of_a_sort(tmp_path: Path) -> None:
    own = limits(limit("max", 2), limit("max", 1, id="forces", field="forces", scope="roster"))
    book(tmp_path, SQUAD, forces=warband().replace("<categoryLinks>", f"{own}<categoryLinks>"))
    assert faults(tmp_path, squad(), squad()) == []
    assert faults(tmp_path, squad(), squad(), squad()) == ["Warband has 3 selections, at most 2"]
    file = roster(tmp_path, squad())
    text = file.read_text("utf-8")
    one = text[text.index("<force ") : text.index("</forces>")]
    file.write_text(text.replace(one, one + one), "utf-8")
    assert judged(str(file)).faults == ("the list has 2 Warband, at most 1",)


def test_a_category_may_grow_with_another(tmp_path: Path) -> None:
    more = modifier("increment", "most", 2, each("head", "force"))
    forces = warband(category("core", "Core", limit("max", 0, id="most"), also=more), category("head", "Head"))
    book(tmp_path, SQUAD, entry("captain", type="model", of="head"), forces=forces)
    captain = chosen("captain", type="model")
    assert faults(tmp_path, captain, squad(), squad()) == []
    assert faults(tmp_path, captain, squad(), squad(), squad()) == ["Warband has 3 Core, at most 2"]


def test_the_list_says_of_which_category_a_unit_is(tmp_path: Path) -> None:
    book(tmp_path, SQUAD, forces=warband(category("core", "Core", limit("max", 1)), category("head", "Head")))
    moved = squad().replace(
        "<profiles>", '<categories><category entryId="head" name="Head"/></categories><profiles>', 1
    )
    assert faults(tmp_path, squad(), squad()) == ["Warband has 2 Core, at most 1"]
    assert faults(tmp_path, squad(), moved) == []


def test_who_is_one_of_a_kind_stands_in_a_list_once(tmp_path: Path) -> None:
    book(tmp_path, entry("king", type="model", also=limits(limit("max", 1, scope="roster", deep=True))))
    king = chosen("king", type="model")
    assert faults(tmp_path, king) == []
    assert faults(tmp_path, king, king) == ["the list has 2 King, at most 1"]


def test_a_force_may_have_so_many_of_something_that_stands_within_units(tmp_path: Path) -> None:
    banner = entry("banner", also=limits(limit("max", 1, scope="force", deep=True)))
    book(tmp_path, entry("squad", MAN, banner, type="unit"))
    assert faults(tmp_path, squad(chosen("banner")), squad()) == []
    assert faults(tmp_path, *[squad(chosen("banner"))] * 3) == ["Warband has 3 Banner, at most 1"]


def test_what_must_stand_in_a_force_is_missed(tmp_path: Path) -> None:
    book(tmp_path, SQUAD, entry("oath", also=limits(limit("min", 1))))
    assert faults(tmp_path, squad()) == ["Warband has 0 Oath, at least 1"]
    assert faults(tmp_path, squad(), chosen("oath")) == []


def test_a_roster_of_new_recruit_keeps_to_the_same_limits(tmp_path: Path) -> None:
    forces = warband(category("core", "Core", limit("max", 1)))
    book(tmp_path, SQUAD, forces=forces)
    man = {"name": "Man", "entryId": "man", "number": 11, "type": "model"}
    unit = {"name": "Squad", "entryId": "squad", "number": 1, "type": "unit", "selections": [man]}
    force = {"name": "Warband", "entryId": "warband", "catalogueId": "book", "selections": [unit, unit]}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"roster": {"name": "Mine", "forces": [force]}}), "utf-8")
    broken = "Squad has 11 Man, at most 10"
    assert judged(str(file)).faults == ("Warband has 2 Core, at most 1", broken, broken)


def test_equal_names_are_no_fault(tmp_path: Path) -> None:
    book(tmp_path, SQUAD)
    assert faults(tmp_path, squad(), squad(), squad()) == []


# --- what is not judged -----------------------------------------------------------------------------------------------


def test_limits_in_percent_are_left_out_with_a_word(tmp_path: Path) -> None:
    book(tmp_path, SQUAD, forces=warband(category("core", "Core", limit("max", 25, percent=True))))
    found = judged(str(roster(tmp_path, squad())))
    assert found.faults == () and found.left == ("1 limit in percent",)


def test_without_a_catalogue_the_list_says_what_was_not_judged(tmp_path: Path) -> None:
    found = judged(str(roster(tmp_path, squad(men=11))))
    assert found.faults == () and "no catalogue of Book is at hand" in found.left[0]


def test_another_revision_of_the_catalogue_is_told(tmp_path: Path) -> None:
    book(tmp_path, SQUAD)
    found = judged(str(roster(tmp_path, squad(), revision="2")))
    assert found.left == ("the list was made with revision 2 of Book, revision 3 is at hand",)


def test_a_broken_catalogue_in_the_folder_leaves_the_list_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "Book.cat").write_text('<catalogue id="book" name="Book"><selectionEntries>', "utf-8")
    file = str(roster(tmp_path, squad()))
    assert "no whole XML" in judged(file).left[0]
    assert "not judged: limits: Book.cat" in fine("roster", "check", file)
    assert "Book.cat" in refused("roster", "check", file, "--catalogue", str(tmp_path / "Book.cat"))


# --- real files -------------------------------------------------------------------------------------------------------


@needs_catalogues
@pytest.mark.parametrize("file", [MARINES, ORKS, GUARD], ids=lambda file: file.stem.split()[0])
def test_units_as_list_builders_write_them_are_found_again_and_keep_to_their_limits(tmp_path: Path, file: Path) -> None:
    """Only what the rest of a force would bring (a chapter, a category) is missing; in the unit all is found and fits."""
    units = []
    library = Library(file)
    listed = {id(member.node) for member in roots(library)}  # what is only shared is no choice of an army by itself
    for name in [name for name, member in library.units() if id(member.node) in listed][::5]:
        with contextlib.suppress(GrognardError):
            units.append((name, as_chosen(battlescribe.taken(file, name)[1])))
    assert len(units) > 15
    root = read_root(file)
    said = {name: _real(tmp_path, root, file, unit) for name, unit in units}
    assert not {name: found for name, found in said.items() if found}


def _real(folder: Path, root: Element, file: Path, unit: str) -> list[str]:
    path = folder / "real.ros"
    path.write_text(
        f'<roster name="Mine" gameSystemId="{root.get("gameSystemId")}"><forces><force name="Force" '
        f'catalogueId="{root.get("id")}"><selections>{unit}</selections></force></forces></roster>',
        "utf-8",
    )
    found = judged(str(path), [str(file)])
    assert not [said for said in found.left if "catalogue" in said]
    lacking = ("Force has 0 ", "the list has 0 ")
    return [
        said
        for said in found.faults
        if not said.startswith(lacking) and not (said.startswith("Force has ") and said.endswith("what else there is"))
    ]


# --- as a user --------------------------------------------------------------------------------------------------------


def test_check_tells_broken_limits_and_can_be_told_not_to(tmp_path: Path) -> None:
    file = str(roster(tmp_path, squad(men=11)))
    elsewhere = tmp_path / "books"
    elsewhere.mkdir()
    named = ("--catalogue", str(book(elsewhere, SQUAD)))
    told = run("roster", "check", file, *named)
    assert told.exit_code == 1 and f"  {DIFFERS}: Squad has 11 Man, at most 10 [limits]" in told.stdout
    assert "sound" in fine("roster", "check", file, *named, "--ignore", "limits")
    unjudged = fine("roster", "check", file)
    assert "sound" in unjudged and "  not judged: no catalogue of Book" in unjudged
    (row,) = json.loads(run("roster", "check", file, *named, "--json").stdout)
    assert len(row["faults"]) == 1 and row["not_judged"] == []


def test_units_as_they_are_taken_are_held_to_their_limits(tmp_path: Path) -> None:
    king = entry("king", type="model", also=limits(limit("max", 0, scope="roster", deep=True)))
    file = book(tmp_path, SQUAD, king)
    assert "sound" in fine("roster", "check", f"{file}:10xSquad")
    assert "sound" in fine("roster", "check", f"{file}:Squad", "--size", "10")
    told = run("roster", "check", f"{file}:King")
    assert told.exit_code == 1 and "the list has 1 King, at most 0" in told.stdout


def test_a_pasted_list_is_held_to_the_limits_of_the_whole_list(tmp_path: Path) -> None:
    book(
        tmp_path, SQUAD, entry("king", type="model", points=90, also=limits(limit("max", 1, scope="roster", deep=True)))
    )
    list_ = tmp_path / "list.txt"
    list_.write_text("Squad [50pts]: 5x Man\nKing [90pts]\nKing [90pts]\n", "utf-8")
    assert judged(str(list_)).faults == ("the list has 2 King, at most 1",)


def test_a_list_from_standard_input_is_held_to_the_same_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books = tmp_path / "books"
    books.mkdir()
    king = entry("king", type="model", points=90, also=limits(limit("max", 1, scope="roster", deep=True)))
    catalogue = book(books, SQUAD, king)
    pasted = "Squad [50pts]: 5x Man\nKing [90pts]\nKing [90pts]\n"
    written = roster(tmp_path, squad(men=11)).read_text("utf-8")
    for words, fault in ((pasted, "the list has 2 King, at most 1"), (written, "Squad has 11 Man, at most 10")):
        told = run("roster", "check", "-", "--catalogue", str(catalogue), text=words)
        assert told.exit_code == 1 and f"-: 1 fault\n  {DIFFERS}: {fault} [limits]\n" in told.stdout
        with monkeypatch.context() as there:
            there.chdir(books)  # without any that is named, those in the folder of the command
            assert run("roster", "check", "-", text=words).stdout == told.stdout
    unjudged = fine("roster", "check", "-", text=written)
    assert "-: sound" in unjudged and "  not judged: no catalogue of Book is at hand" in unjudged


def test_odds_and_battles_look_a_pasted_list_up_in_the_catalogue_that_is_named(tmp_path: Path) -> None:
    books = tmp_path / "books"
    books.mkdir()
    named = ("--catalogue", str(book(books, SQUAD)))
    list_ = tmp_path / "list.txt"
    list_.write_text("Squad [50pts]: 5x Man\n", "utf-8")
    assert "Squad" in fine("odds", f"{list_}:Squad", "usr/A:Lantern Watch", "--melee", *named)
    assert "digest" in fine("battle", str(list_), "usr/A", "--seed", "1", "--rounds", "1", "--log", "none", *named)
    assert "--catalogue FILE" in refused("odds", f"{list_}:Squad", "usr/A:Lantern Watch", "--melee")


def test_a_ruling_is_named_as_in_odds_and_battle(tmp_path: Path) -> None:
    book(tmp_path, SQUAD)
    file = str(roster(tmp_path, squad()))
    assert "sound" in fine("roster", "check", file, "usr/A", "--ruling", "zero_hp=wrecked")
    assert "unknown ruling 'zero' of usr" in refused("roster", "check", file, "--ruling", "zero=wrecked")
    assert "has no value 'maybe'" in refused("roster", "check", file, "--ruling", "zero_hp=maybe")
