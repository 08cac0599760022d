"""Which attacks and units count as alike, so that what was found of one holds for the other."""

from __future__ import annotations

import pytest

from grognard.common.profiles import interned
from grognard.systems.usr.examples import model, weapon
from grognard.systems.usr.marks import unwarded, wearing
from grognard.systems.usr.matchup import match
from grognard.systems.usr.rules.psychic import Spell, Surge
from grognard.systems.usr.situation import Situation, now
from grognard.systems.usr.squads import squad_of
from grognard.systems.usr.worths import Fire, Striker, Struck

GUN = weapon("Gun")
ORKS, ELVES = (squad_of((model(name="Soldier"),), name) for name in ("Orks", "Elves"))


def test_who_has_no_foe_by_name_meets_units_of_all_names_alike():
    firer = model(weapons=[GUN])
    mates = squad_of((firer,))
    assert match(firer, mates, GUN, ORKS, now(Situation())) is match(firer, mates, GUN, ELVES, now(Situation()))


def test_who_has_a_foe_by_name_tells_units_apart():
    hunter = model("Preferred Enemy (Ork)", weapons=[GUN])
    mates = squad_of((hunter,))
    chances = [match(hunter, mates, GUN, at, now(Situation())).hit.chance for at in (ORKS, ELVES)]
    assert chances == pytest.approx([2 / 3 + 1 / 6 * 2 / 3, 2 / 3])  # ones are thrown again at orks only


def test_units_that_differ_in_what_does_not_cover_their_models_attack_alike():
    firer, sergeant = model(weapons=[GUN]), model(name="Sergeant", Ld=10, WS=5)
    few, many = squad_of((firer,)), squad_of((firer, firer, sergeant))
    assert few is not many
    assert match(firer, few, GUN, ORKS, now(Situation())) is match(firer, many, GUN, ORKS, now(Situation()))


def test_a_model_attacks_under_a_ward_as_without_it_and_under_other_powers_does_not():
    plain = model()
    assert unwarded(wearing(plain, Spell(1, "Forewarning", 0))) is plain
    assert unwarded(wearing(plain, Surge(1, 0))) is plain
    for power in ("Prescience", "Endurance", "Iron Arm", "Enfeeble", "Force"):
        marked = wearing(plain, Spell(1, power, 0))
        assert unwarded(marked) is marked
        assert unwarded(wearing(marked, Spell(1, "Forewarning", 0))) is marked


def test_a_gun_that_hits_one_model_at_a_time_does_not_count_the_targets():
    firer = model(weapons=[GUN])
    striker = interned(Striker((firer,), squad_of((firer,)), False, False))
    struck = Struck(ORKS, model(), frozenset())
    fire = [Fire(striker, "", struck, size, None, now(Situation())).at(12) for size in (1, 20)]
    assert fire[0] == fire[1] == pytest.approx(1 / 3)  # 3+ to hit, 4+ to wound
