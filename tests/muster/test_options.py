"""Options in references, on the command line, and of every unit of the files that people use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import grognard
from grognard.common import battle
from grognard.common.battle import Setup
from grognard.common.profiles import Force, Kind
from grognard.common.scenario import Scenario, laid_out
from grognard.errors import GrognardError
from grognard.muster.formats import dropcommander
from grognard.muster.ref import offered, resolve_force, resolve_unit
from grognard.muster.show import rows, shown
from grognard.systems.dropzone.events import SquadFired
from tests.cli.run import as_json, fine, refused
from tests.contract.test_laws import sound

from .test_dropcommander import option, unit
from .test_real import DATA

FILES = [DATA / "dropcommander" / f"{name}.json" for name in ("ucm", "scourge")]
needs_files = pytest.mark.skipif(not all(map(Path.is_file, FILES)), reason="no DropCommander files at hand")
OFFERS = [option("Net", 5, ["Popgun"]), option("Rope", 10)]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "carts.json"
    path.write_text(json.dumps([unit(optionalWeapons=OFFERS), unit(name="Hook+Line"), unit(name="Plain")]), "utf-8")
    return str(path)


def arms(kind: Kind) -> list[str]:
    return [w.name for w in kind.models[0].weapons]


def test_a_reference_takes_options(file: str) -> None:
    kind, force = resolve_unit(f"{file}:clatter cart+net + Rope")
    assert (arms(kind), kind.points, force.kinds) == (["Net", "Rope"], 135, (kind,))
    assert resolve_force(f"{file}:Clatter Cart+Rope").kinds[0].points == 120
    assert resolve_unit(f"{file}:Hook+Line")[0].name == "Hook+Line", "a plus in the name of a unit"
    with pytest.raises(GrognardError, match="Plain has no option 'Net'"):
        resolve_unit(f"{file}:Plain+Net")
    with pytest.raises(GrognardError, match="no options can be taken for 'Lantern Watch'"):
        resolve_unit("usr/A:Lantern Watch+Net")
    with pytest.raises(GrognardError, match="unknown unit 'Lantern Wotch'"):
        resolve_unit("usr/A:Lantern Wotch+Net")


def test_a_force_shows_its_options(file: str) -> None:
    assert [o.name for o in offered(f"{file}:clatter cart")["Clatter Cart"]] == ["Net", "Rope"]
    assert set(offered(file)) == {"Clatter Cart", "Hook+Line", "Plain"} and offered("usr/A") == {}
    force = resolve_force(file)
    text = rows(force, options=offered(file))
    assert "  option: Net, +5 points a unit, instead of Popgun" in text and "  option: Rope, +10 points a unit" in text
    first, *others = shown(force, options=offered(file))["units"]
    assert [o["points"] for o in first["options"]] == [5, 10] and not any("options" in unit for unit in others)
    assert "option: Rope" in fine("roster", "show", f"{file}:Clatter Cart")
    assert as_json("roster", "show", f"{file}:Clatter Cart+Rope")[0]["points"] == 120


def test_odds_take_options_of_both_sides(file: str) -> None:
    cart = f"{file}:Clatter Cart"
    told = as_json("odds", cart, cart, "--take", "net", "--take", "target: Rope")
    assert {step["weapon"] for step in told["steps"] if step["weapon"]} == {"Net"}
    assert (
        grognard.odds(f"{cart}+Net", f"{cart}+Rope").slain
        == grognard.odds(cart, cart, take=["Net", "target:Rope"]).slain
    )
    assert "no option 'Nut'" in refused("odds", cart, cart, "--take", "Nut")
    with pytest.raises(GrognardError, match="--take: Clatter Cart comes from no file"):
        grognard.odds(resolve_unit(cart)[0], cart, take=["Net"])


# --- every unit of the files at hand ------------------------------------------------------------------------------------


def variants(path: Path) -> list[Kind]:
    """Every unit of a file as it comes, and with each of its options."""
    found = []
    for name, options in dropcommander.options(path).items():
        plain = dropcommander.load_unit(path, name)
        found.append(plain)
        for each in options:
            taken = dropcommander.load_unit(path, name, take=[each.name])
            assert taken.points == plain.points + each.cost * len(plain.models), each
            assert arms(taken) != arms(plain) or taken.rules != plain.rules, each
            found.append(taken)
    return found


@needs_files
def test_every_unit_of_the_files_is_mustered_with_each_option_and_attacks() -> None:
    ucm, scourge = map(variants, FILES)
    assert (len(ucm), len(scourge)) == (54, 49)
    for kind in (*ucm, *scourge):
        assert not [name for name in kind.unread if "may replace" in name or "without a name" in name], kind.name
    for ours, theirs in ((ucm, scourge), (scourge, ucm)):
        for i, kind in enumerate(ours):
            foe = theirs[i * 7 % len(theirs)]
            for way in ({}, {"melee": True}):
                sound(grognard.odds(kind, foe, **way))


@needs_files
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_every_unit_of_the_files_fights_with_each_option(bot: str) -> None:
    ucm, scourge = map(variants, FILES)
    scenario = Scenario(rounds=3, width=24.0, height=24.0, depth=6.0, objectives=1, wipe_out=False)
    foes = (
        _named(scourge, "Hunter Tank", "Warriors", "Reaver Gunship"),
        _named(ucm, "Sabre Tank", "Legionnaires", "Condor Dropship"),
    )
    fired = set()
    for i, (kind, foe) in enumerate([(kind, foes[0]) for kind in ucm] + [(kind, foes[1]) for kind in scourge]):
        forces = Force("dropzone", "A", (kind,)), Force("dropzone", "B", foe)
        ground = laid_out(scenario)
        session = battle.begin(
            Setup(system="dropzone", forces=forces, scenario=scenario, ground=ground, seed=i, bots=(bot, bot))
        )
        session.play()
        assert session.over, kind.name
        fired |= {session.table[e.unit].kind.name for e in session.log if isinstance(e, SquadFired)}
    assert bot == "random" or len(fired) >= 50


def _named(kinds: list[Kind], *names: str) -> tuple[Kind, ...]:
    return tuple(next(kind for kind in kinds if kind.name == name) for name in names)
