"""Questions that no golden asks: who is asked what, in scenes of their own."""

from __future__ import annotations

import pytest

from grognard.systems.void.examples import model, trooper, unit, weapon
from grognard.systems.void.rules import EnforcedRally, NeuralSpikeActivation, TargetAcquisition, TroopCarrier
from grognard.systems.void.turn import activation
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import Field, at

LOCKED = weapon("Sniper Rifle", TargetAcquisition())


@pytest.mark.rule("void:target-acquisition")
@pytest.mark.asks("does … of … use its target lock?", of=0)
@pytest.mark.parametrize(("lock", "slain"), [("lock", 0), ("aim", 1)])
def test_a_lock_is_used_on_what_is_in_sight_only_when_its_player_says_so(lock, slain):
    f = Field([at(trooper(arms=(LOCKED,)), 10, 10)], [at(trooper(), 10, 20)])
    Given(1, Effect("painted", until="marker phase")).on(f.table)
    faces = [4, 6] if slain else [4]  # 4 + SH 4 + 2 at short range hits on 10; the lock takes the 2 away
    f.run(activation(f.table, 0), faces, what_does="stay", whom_does=1, target_lock=lock)
    assert f[1].place == ("dead" if slain else "table")


@pytest.mark.rule("void:neural-spike-activation")
@pytest.mark.asks("who of … is executed?", of=0)
def test_the_owner_of_the_squad_says_who_is_executed_and_it_may_be_the_leader():
    convicts = unit(model("convict", EnforcedRally()), model("sergeant", EnforcedRally(), role="leader"))
    keeper = trooper(NeuralSpikeActivation(1), arms=())
    f = Field([at(keeper, 10, 10), at(convicts, 10, 13)], [at(trooper(), 40, 47)])
    Given(1, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay", neural_spikes=("rally", 1), executed=1)
    assert [m.name for m in f[1].members] == ["convict"] and not f[1].has("panicked")


@pytest.mark.rule("void:troop-carrier")
@pytest.mark.asks("what does … board?", of=0)
def test_of_two_carriers_its_player_says_which_a_unit_boards():
    barge = unit(model("light tank", TroopCarrier(10, 2), arms=()), type="Vehicle", name="Barge")
    f = Field([at(trooper(), 20, 20), at(barge, 17, 20), at(barge, 23, 20)], [at(trooper(), 40, 47)])
    f.run(activation(f.table, 0), trooper_do="board", trooper_board=2)
    assert f[0].place == "aboard" and f[0].aboard == 2
