"""Conjurations: who may be brought, where he comes down, what he may do in that turn, and what he counts for."""

from __future__ import annotations

import pytest

from grognard import battles
from grognard.common import scenario
from grognard.errors import Faults
from grognard.kernel.asks import Choose
from grognard.kernel.exact import exact
from grognard.muster.forces import points
from grognard.muster.formats.native import loads
from grognard.systems.usr import reserves
from grognard.systems.usr.bots import greedy
from grognard.systems.usr.bots import psychic as bots_psychic
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import ARRIVED, airborne
from grognard.systems.usr.examples import model, unit
from grognard.systems.usr.movement import deep_strike, flight, running
from grognard.systems.usr.psychic import conjuration, known_powers
from grognard.systems.usr.psychic.psykers import harnessed
from grognard.systems.usr.rules.powers import CONJURATION, named
from grognard.systems.usr.vehicles.mounting import mount_one
from grognard.table.state import ABSENT, Clock
from tests.usr.carrying import aboard, carrier, keyed
from tests.usr.field import act
from tests.usr.test_rays import hall, manifests, names, witch

WORKS, FAILS, STAYS = 4, 1, 1  # a scatter die of 1: no scatter
ALL_DIFFER = (4, 5, 6)  # three charges, and no two dice alike: any double of a malefic power brings Perils
SUMMON = "Summon Wraiths"
WRAITHS = keyed(unit(model(name="Wraith"), name="Wraiths", count=3), conjured=True)
FOES = unit(model(name="Foe"), name="Foes", count=3)
rule = pytest.mark.rule


def ready(*powers, level=3, wraiths=(WRAITHS,), pools=(6, 0), foe=30.0, **said):
    """A witch at (10, 20) and wraiths that she may conjure; foes beyond."""
    absent = [(kind, 0, None, None) for kind in wraiths]
    return hall(
        (witch(*(powers or (SUMMON,)), level=level), 0, 10, 20), (FOES, 1, 10, foe), *absent, pools=pools, **said
    )


def wraiths(t):
    return next(u for u in t.units if u.kind.name == "Wraiths")


def there(t, u=1):
    """What nobody has conjured is not there, although the field of these tests has put it into reserve."""
    t.change(u, place=ABSENT)
    t.count()
    return t


@rule("usr:psyker")
def test_a_conjured_unit_comes_down_near_the_psyker():
    t = there(ready())
    assert names(t) == [SUMMON] and t.live == (1, 1)
    done = manifests(t, [*ALL_DIFFER, STAYS], SUMMON, dice=3, come_down=(10.0, 26.0))
    assert done.event("Conjured").told(t) == "Witch conjures Wraiths" and t.live == (2, 1)
    assert wraiths(t).here and wraiths(t).form.positions[0] == (10.0, 26.0)
    assert names(t) == [], "there are no others"


@rule("usr:psyker")
def test_it_takes_three_charges_unless_its_name_says_otherwise():
    assert (named(SUMMON).charge, named("Summon Wraiths (1)").charge, named(SUMMON).sort) == (3, 1, CONJURATION)
    t = there(ready())
    manifests(t, [4, 5, FAILS], SUMMON, dice=3)
    assert wraiths(t).place == ABSENT
    assert names(there(ready(pools=(2, 0)))) == [], "two dice harness no three charges"


@rule("usr:psyker")
def test_any_double_brings_perils_to_whoever_conjures():
    """Core rules of the 7th edition, malefic powers. Row 4 of the table: a wound that no save stops."""
    t = there(ready())
    wounds = t[0].wounds[0]
    done = manifests(t, [4, 4, 5, 4, STAYS], SUMMON, dice=3, come_down=(10.0, 26.0))
    assert done.event("PerilsStrike").row == 4 and wraiths(t).here, "the power works all the same"
    assert sum(t[0].wounds) == wounds - 1
    t = there(ready())
    assert manifests(t, [1, 1, 5, 4], SUMMON, dice=3).event("PerilsStrike").row == 4, "though it fails"
    law = exact(harnessed, (4, True))  # four dice that all differ: 1 x 5/6 x 4/6 x 3/6
    assert law.chance_of(lambda seen: seen[1] < 2) == pytest.approx(5 / 6 * 4 / 6 * 3 / 6)
    assert law.chance_of(lambda seen: seen[0] >= 3) == pytest.approx(5 / 16), "as many charges as of other powers"


@rule("usr:psyker", "usr:daemon")
def test_to_a_daemon_malefic_powers_are_no_more_dangerous_than_others():
    imp = unit(model("Psyker (Mastery Level 3)", "Daemon", name="Imp", W=2, powers=[SUMMON]), name="Imp")
    t = there(hall((imp, 0, 10, 20), (FOES, 1, 10, 30), (WRAITHS, 0, None, None), pools=(6, 0)))
    done = manifests(t, [4, 4, 5, STAYS], SUMMON, dice=3, come_down=(10.0, 26.0))
    assert done.event("PerilsStrike") is None and wraiths(t).here
    t = there(hall((imp, 0, 10, 20), (FOES, 1, 10, 30), (WRAITHS, 0, None, None), pools=(6, 0)))
    assert manifests(t, [6, 6, 1, 4], SUMMON, dice=3).event("PerilsStrike").row == 4, "two sixes are Perils to all"


@rule("usr:psyker")
def test_its_first_model_is_put_within_12_inches_of_the_psyker():
    t = there(ready())
    near = conjuration.Near(t, wraiths(t).id, t[0].form, 12.0)
    assert (10.0, 31.0) in near and (10.0, 33.0) not in near and (-1.0, 20.0) not in near
    offered = list(near)
    assert offered and all((x - 10) ** 2 + (y - 20) ** 2 <= 12.5**2 for x, y in offered)


@rule("usr:psyker")
def test_a_mishap_delays_it_and_then_it_comes_like_any_other():
    t = there(ready())
    # it is put upon the foes; the dice say: no scatter, and of the mishaps the fifth
    done = manifests(t, [*ALL_DIFFER, STAYS, 5], SUMMON, dice=3, come_down=(10.0, 30.0))
    assert done.event("Mishap").what == deep_strike.DELAYED and wraiths(t).place == "reserve"
    t.clock = Clock(2, 0, 0, 0, "reinforcements")
    assert act(t, reserves.comes(t, wraiths(t).id)).result is True, "without a roll"
    act(t, reserves.arrive(t, wraiths(t).id), [STAYS], {"come down": (40.0, 40.0)})
    assert wraiths(t).here, "anywhere now"


@rule("usr:psyker")
def test_in_that_turn_it_does_what_who_has_come_by_deep_strike_does():
    t = there(ready(foe=34.0))
    manifests(t, [*ALL_DIFFER, STAYS], SUMMON, dice=3, come_down=(10.0, 27.0))
    new = wraiths(t)
    assert new.has(ARRIVED) and running.may_run(new)
    assert new.id in charge.can_charge(t, 0), "the reference lets it charge"


def lair(foe=34.0):
    """A witch at (10, 20) and a drake that she may conjure; foes beyond."""
    beast = keyed(
        unit(model(name="Drake", T=6, W=4, A=4), name="Wraiths", type="Flying Monstrous Creature"), conjured=True
    )
    return there(ready(wraiths=(beast,), foe=foe))


@rule("usr:psyker")
def test_a_conjured_creature_that_flies_swoops_unless_its_player_lets_it_glide():
    t = lair()
    manifests(t, [*ALL_DIFFER, STAYS], SUMMON, dice=3, come_down=(10.0, 27.0))
    assert airborne(wraiths(t)) and wraiths(t).id not in charge.can_charge(t, 0)
    t = lair()
    manifests(t, [*ALL_DIFFER, STAYS], SUMMON, dice=3, come_down=(10.0, 27.0), **{"how does": flight.GLIDE})
    assert not airborne(wraiths(t)) and wraiths(t).id in charge.can_charge(t, 0)


@rule("usr:psyker")
def test_delayed_it_comes_like_any_other_and_so_it_swoops():
    t = lair(30.0)
    manifests(t, [*ALL_DIFFER, STAYS, 5], SUMMON, dice=3, come_down=(10.0, 30.0))  # upon the foes: a mishap
    assert wraiths(t).place == "reserve"
    t.change(wraiths(t).id, effects=())  # the turn is over
    t.clock = Clock(2, 0, 0, 0, "reinforcements")
    came = act(t, reserves.arrive(t, wraiths(t).id), [STAYS], {"come down": (40.0, 40.0)})
    assert airborne(wraiths(t)) and not any("how does" in q for q in came.asked)


@rule("usr:psyker")
def test_programs_let_it_glide_where_there_is_somebody_to_charge():
    for far, wanted in ((31.0, flight.GLIDE), (48.0, flight.SWOOP)):
        t = lair(far)
        manifests(t, [*ALL_DIFFER, STAYS], SUMMON, dice=3, come_down=(10.0, 27.0), **{"how does": flight.GLIDE})
        asked = Choose(0, "", (flight.SWOOP, flight.GLIDE), about=("fly", wraiths(t).id))
        assert max(asked.options, key=lambda o: greedy.worth(t, asked)(o)[0]) == wanted, far


@rule("usr:psyker")
def test_a_conjured_psyker_conjures_nobody_in_the_turn_in_which_he_came():
    imp = model("Psyker", name="Imp", powers=["Summon Wraiths (1)", "Smite"])
    imps = keyed(unit(imp, name="Imps"), conjured=True)
    t = there(there(ready("Summon Imps (1)", wraiths=(imps, WRAITHS))), 2)
    manifests(t, [WORKS, STAYS], "Summon Imps (1)", come_down=(10.0, 24.0))
    assert names(t) == ["Smite"]
    t.change(1, effects=())
    assert set(names(t)) == {"Smite", "Summon Wraiths (1)"}


@rule("usr:psyker")
def test_it_is_denied_on_a_six():
    t = there(ready(pools=(6, 3)))
    manifests(t, [*ALL_DIFFER, 6, 6, 6], SUMMON, dice=3, **{"denied?": 3})
    assert wraiths(t).place == ABSENT and names(t) == [], "it has been tried"


@rule("usr:psyker")
def test_nobody_conjures_from_inside_a_transport():
    t = hall((witch(SUMMON, level=3), 0, 10, 20), (carrier(details={"fire_points": 2}), 0, 20, 20), (WRAITHS, 0, None, None),
             (FOES, 1, 10, 40))  # fmt: skip
    there(t, 2)
    assert names(t) == [SUMMON]
    aboard(t, 0, 1)
    assert known_powers.ways(t, 0) == {}


@rule("usr:psyker")
def test_who_is_not_conjured_is_nobodys_loss_and_who_was_counts_for_his_points():
    t = there(ready())
    before = scenario.points(t)[1]
    t.change(wraiths(t).id, place="dead")
    assert (before, scenario.points(t)[1]) == (0, WRAITHS.points // 100)
    t = there(ready())
    assert act(t, mount_one(t)).result is False and reserves.may_wait(t) == [], (
        "nothing is asked about it before the battle"
    )


@rule("usr:psyker")
def test_a_bot_conjures_sooner_rather_than_later():
    early, late = there(ready()), there(ready(round=5))
    worth = [bots_psychic.gain(t, known_powers.ways(t, 0)[0, SUMMON][0], 0) for t in (early, late)]
    assert worth[0] > worth[1] > 0


LIST = """
system = "usr"
name = "Coven"
[[units]]
name = "Witch"
type = "Infantry"
points = 60
rules = ["Psyker (Mastery Level 1)"]
[[units.models]]
name = "Witch"
stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8, powers = ["%s"]}
[[units]]
name = "Wraiths"
type = "Infantry"
points = 100
%s
[[units.models]]
name = "Wraith"
stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8}
"""


@rule("usr:psyker")
def test_a_force_names_whom_it_may_conjure():
    force = loads(LIST % ("Summon Wraiths", "conjured = true"))
    assert force.kinds[1].detail("conjured") is True and points(force) == 60, "who may be conjured costs nothing"
    for power, said in (("Summon Wraiths", ""), ("Summon Imps", "conjured = true")):
        with pytest.raises(Faults, match="conjures no unit of this force"):
            loads(LIST % (power, said))
    with pytest.raises(Faults, match="psychic power"):
        loads(LIST % ("Sumon Wraiths", "conjured = true"))


@rule("usr:psyker")
def test_whole_battles_with_conjurers_hold_together():
    told = []
    for seed in (14, 24, 38):
        setup = battles.setup("usr/ashen-choir", "usr/A", seed=seed, rounds=3, bots=("greedy", "random"))
        session = battles.fight(setup).session
        told += [e for e in session.log if type(e).__name__ == "Conjured"]
        assert session.over
    assert told
