"""Cards with other numbers than those that ship: what a card does stands in the card, and nowhere else."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common import rules
from grognard.systems.dropzone.buildings import collateral
from grognard.systems.dropzone.cards.garrisons import ExplosiveCharges
from grognard.systems.dropzone.cards.shooting import Marksmanship, RoomClearance
from grognard.systems.dropzone.examples import duel

from .field import run
from .test_cards_houses import burning

F = Fraction


@pytest.fixture(autouse=True)
def anew():
    """Nothing is kept of what the cards said before."""
    rules.forget()
    yield
    rules.forget()


@pytest.mark.parametrize("times", [2, 3])
def test_a_card_says_how_many_times_the_shots(times, monkeypatch):
    """One blow of Energy 5 against Armour 9: 4+ for a point."""
    monkeypatch.setattr(RoomClearance, "fires", lambda self, fire, unit: fire.multiply(times, self, "more shots"))
    found = duel("", melee=True, energy=5, shots=1, type="Infantry", A=9, DP=9, sets={"card": "Room Clearance"})
    assert found.damage.fraction(0) == F(1, 2) ** times


def test_a_card_says_how_many_tokens_stay(monkeypatch):
    monkeypatch.setattr(ExplosiveCharges, "keeps", lambda self, idle: idle // 2)
    t = burning(26)  # of three tokens one damages the house, and of the other two one stays
    run(t, collateral.collateral(t, 0, -1), [6, 1, 2, 5, 3, 3, 3, 1, 2], {"play which": "Explosive Charges"})
    assert t.scenery[0].tokens == 2 and t.scenery[0].points == 19


def test_a_card_says_why_nothing_makes_the_target_harder_to_hit(monkeypatch):
    monkeypatch.setattr(Marksmanship, "unmodified", lambda self, shot: "" if shot.at("Infantry") else "steady hands")
    on = {"acc": 2, "energy": 10, "A": 10, "cover": "hull-down", "sets": {"card": "Marksmanship"}}
    assert "steady hands" in [b.says for b in duel("", **on).steps[1].because]
    assert duel("", **on).destroyed != duel("", **{**on, "sets": {}}).destroyed
