"""What a battle of VOID tells: every number that was needed with its reasons, and what became of whom in a player's words."""

from __future__ import annotations

import pytest

from grognard.kernel.rolled import Rolled
from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.matchup import DAMAGE_TABLE
from grognard.systems.void.rules import HeavyArmour, HighMorale, ShieldWall, Spomm, TroopCarrier
from grognard.systems.void.turn import activation
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import Field, at, wood


def test_every_number_of_a_shot_stands_in_the_report_with_its_reasons():
    f = Field([at(trooper(SH=3), 20, 10)], [at(trooper(HeavyArmour(6), W=2, SZ=3, arms=()), 20, 30)])
    f.run(activation(f.table, 0), [7, 6, 3], what_does="stay")
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report() == [
        f"{ours} does not move",
        f"{ours} shoots at {theirs} (1 x rifle)",
        "rifle to hit, 7+ (SH 3, so 7+; weapon: -1 at medium range; size: +1, the target is of size 3): 7 (a hit)",
        "damage, 6+ (Dam 4 against T 4): 6 (passed)",
        "armour save, 4+ (Heavy Armour 6: 4+ without armour piercing): 3 (failed)",
        f"{theirs}: hurt (wounds left: 1)",
    ]


def test_cover_says_its_number_too():
    f = Field([at(trooper(), 20, 10)], [at(trooper(), 20, 20)], pieces=(wood(18, 19, 4, 3, cover="light"),))
    f.run(activation(f.table, 0), [6, 6, 1], what_does="stay")
    assert any(line.startswith("cover save, ") and "rating" in line for line in f.report())
    assert f.report()[-1].endswith(": destroyed")


def test_a_morale_check_says_whose_it_is_what_it_needs_and_what_called_for_it():
    f = Field([at(trooper(n=2), 20, 10)], [at(trooper(HighMorale(1), n=4, arms=()), 20, 20)])
    f.run(activation(f.table, 0), [6, 6, 6, 6, 4], what_does="stay")
    theirs = f.table.name(1)
    assert f.report()[-3:] == [
        f"{theirs} takes a morale check (2 of 4 models lost)",
        f"morale check of {theirs}, 5+ (CD 4, so 6+ on the die; High Morale (+1): +1 on morale checks): 4 (failed)",
        f"{theirs} fails a morale check (2 of 4 models lost): panicked",
    ]


def test_the_damage_table_says_its_result_in_words():
    assert Rolled(DAMAGE_TABLE, bytes([2])).told(None) == "damage table: 2 (no more than the wound)"
    assert Rolled(DAMAGE_TABLE, bytes([9])).told(None) == "damage table: 9 (passengers hit)"


@pytest.mark.rule("void:spomm")
def test_a_machine_mind_that_must_shoot_says_so_once():
    f = Field([at(trooper(Spomm("I", "Fire Support")), 20, 10)], [at(trooper(), 20, 20)])
    f.run(activation(f.table, 0), [1], what_does="stay")
    bound = next(line for line in f.report() if "must shoot" in line)
    assert bound == f"{f.table.name(0)}: must shoot and may not rush, with {f.table.name(1)} in range"


@pytest.mark.rule("void:shield-wall")
@pytest.mark.rule("void:troop-carrier")
def test_a_wall_that_goes_aboard_is_no_wall_when_it_gets_out():
    tank = unit(model("light tank", TroopCarrier(4, 2), arms=()), type="Vehicle")
    f = Field([at(tank, 20, 20), at(trooper(ShieldWall(), n=3), 18, 22.5, 1.25)], [at(trooper(arms=()), 40, 47)])
    f.run(activation(f.table, 1), what_does="form a shield wall", whom_does="hold fire")
    assert f[1].has("formed")
    f.table.acted = frozenset()
    f.run(activation(f.table, 1), what_does="board")
    assert f[1].place == "aboard" and not f[1].has("formed")
    assert f"{f.table.name(1)} is no longer in a shield wall" in f.report()
    f.run(activation(f.table, 0), what_does="stay", who_gets_out=[1])
    assert f[1].here and not f[1].has("formed")


def test_who_is_panicked_no_more_is_told_so():
    f = Field([at(trooper(arms=()), 20, 10)], [at(trooper(arms=()), 20, 40)])
    Given(0, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), [6], what_does="stay")
    ours = f.table.name(0)
    assert f.report()[-3:-1] == [f"{ours} passes the rally check", f"{ours} is no longer panicked"]


def test_who_has_been_watched_on_his_way_goes_on():
    f = Field([at(trooper(arms=()), 20, 10)], [at(trooper(), 20, 24)])
    Given(1, Effect("on hold", until="marker phase")).on(f.table)
    f.run(activation(f.table, 0), [5], what_does="move", where_does=f[0].form.shifted(0, 4), react="shoot")
    ours, theirs = f.table.name(0), f.table.name(1)
    legs = [line for line in f.report() if line in (f"{ours} moves", f"{ours} goes on")]
    assert legs == [f"{ours} moves", f"{ours} goes on"] and f"{theirs} fails the hold check" in f.report()
