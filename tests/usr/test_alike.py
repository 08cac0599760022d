"""Which attacks and units count as alike, so that what was found of one holds for the other."""

from __future__ import annotations

import pytest

from grognard.common.profiles import interned
from grognard.muster.ref import resolve_force, samples
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.attack.equivalence import struck
from grognard.systems.usr.attack.matchup import Exposed, _match, defence, match, penetration
from grognard.systems.usr.attack.random_profiles import middling
from grognard.systems.usr.bots import expected_fire
from grognard.systems.usr.bots.value import DefenderKey, ExpectedFire
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.condition import met
from grognard.systems.usr.examples import model, weapon
from grognard.systems.usr.model_marks import under, unwarded, wearing
from grognard.systems.usr.rules.powers import Hex, Spell
from grognard.systems.usr.rules.psychic import Surge
from grognard.systems.usr.squads import squad_of

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
    guns = expected_fire.gunners((firer,), squad_of((firer,)))
    assert not guns.spreads
    struck = DefenderKey(ORKS, model(), frozenset())
    fire = [ExpectedFire(guns, "", struck, size, None, now(Situation())).at(12) for size in (1, 20)]
    assert fire[0] == fire[1] == pytest.approx(1 / 3)  # 3+ to hit, 4+ to wound


SITUATIONS = (
    now(Situation()), now(Situation(melee=True, charging=True)), now(Situation(night=True, half=True)),
    now(Situation(jinking=True, grounded=True)),
)  # fmt: skip


def _dice(m, target):
    """Everything that is thrown in an attack, with what it is called."""
    defences = [defence(m, target, ap) for ap in m.aps]
    pen = penetration(m, target)[0] if target.model.stats.armoured else None
    return m.hit, m.wound, m.strength, m.ap, m.outright, m.marks, m.landing.marker, m.landing.template, m.risky, pen, [
        (d.save, d.ignore, d.costs, d.rolled, d.separate, d.reasons, d.no_save) for d in defences
    ]  # fmt: skip


@pytest.mark.parametrize("how", SITUATIONS, ids=["shot", "charge", "night", "down"])
def test_what_is_left_out_of_models_changes_no_die(how):
    """Every weapon of the samples, in the hands of the model as it is and as what counts of it, at models as well."""
    units = [kind for sample in samples("usr") for kind in resolve_force(sample["ref"]).kinds if kind.models]
    marks = (
        (),
        (Spell(1, "Endurance", 0),),
        (Spell(1, "Force", 1), Spell(1, "Forewarning", 1)),
        (Surge(1, 0),),
        (
            Spell(1, "Prescience", 0),
            Hex(1, "Enfeeble", 1),
        ),
    )
    compared = 0
    for k, u in enumerate(units):
        mates = squad_of(u.models, u.name)
        for by in dict.fromkeys(u.models):
            by = under(by, marks[k % len(marks)])
            for gun in weapons.blades(by) if how.melee else (*weapons.guns(by), *weapons.witchfires(by)):
                gun = middling(gun)
                for j, v in enumerate(units[k % 3 :: 3]):
                    models = tuple(under(m, marks[j % len(marks)]) for m in v.models)
                    target = met(models[0], 5 if j % 2 else None)
                    full = _match.__wrapped__(by, mates, gun, squad_of(models, v.name), how)
                    found = _dice(full, target)
                    assert found == _dice(match(by, mates, gun, squad_of(models, v.name), how), target)
                    assert found == _dice(full, interned(Exposed(struck(target.model, ()), target.cover)))
                    compared += 1
    assert compared > 500


def test_fire_is_reckoned_alike_for_the_unit_as_it_stands_and_for_what_counts_of_it():
    """A model that has moved with an Assault gun fires as one that stood; one with a Heavy gun does not."""
    for kind, share in (("Assault 1", 1.0), ("Heavy 1", 1 / 4)):  # 3+ to hit, or a Snap Shot: 6
        gun = weapon("Gun", range=24, type=kind)
        firer, foe = model(name="Gunner", weapons=[gun, weapon("Knife", melee=True)]), model(name="Foe")
        at = squad_of((foe,), "Foes")
        still, after = (
            expected_fire.volley((firer,), squad_of((firer,)), moved, at, met(foe), 1, now(Situation()), 20)
            for moved in ("", "moved")
        )
        assert still == pytest.approx(1 / 3) and after == pytest.approx(share / 3)
