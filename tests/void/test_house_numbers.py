"""House rules with other numbers than the rules that ship: a number stands in its rule and nowhere else."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.asks import Emit
from grognard.systems.void import deployment, reserves
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.moments import FIRST, LAST, VoidRule
from grognard.systems.void.movement import jumps
from grognard.systems.void.neural_spikes import rallied_so
from grognard.systems.void.orders import reach_of
from grognard.systems.void.rules import NeuralSpikeActivation, StrikeFirst
from grognard.systems.void.size import size_now
from grognard.systems.void.slots import CounterCharge, Drop, Leap
from grognard.systems.void.turn import activation
from grognard.table.distances import distance
from grognard.table.events import Given, Harmed, Said
from grognard.table.state import Effect

from .field import Field, at, wood
from .test_assault import engaged

BLADE = ("Combat Blade",)
FAR = at(trooper(), 40, 47)


class House(VoidRule, frozen=True):
    """A rule of our club."""

    spellings = ("House",)
    on = ("model", "unit", "weapon", "vehicle")


class Hop(House, frozen=True):
    """A short jump."""

    def jumps(self):
        return Leap(inches=6.0, high=2.0)


def test_a_unit_jumps_as_far_and_as_high_as_its_rule_says():
    f = Field([at(trooper(Hop()), 10, 10)], [FAR])
    options = jumps.jumps(f.table, 0)
    assert f[0].form.shifted(0, 6) in options and f[0].form.shifted(0, 6.25) not in options
    assert jumps.mode_of(f[0].members).over == 2.0 and jumps.jumpers(f[0].members) == "void:house"


def test_of_two_who_jump_the_worse_sets_the_distance():
    class Bound(House, frozen=True):
        def jumps(self):
            return Leap(inches=9.0, high=1.0)

    both = (*trooper(Hop()).models, *trooper(Bound()).models)
    assert jumps.leap_of(both)[0] == Leap(inches=6.0, high=1.0)


def test_troopers_drop_nearer_to_the_enemy():
    class Daring(House, frozen=True):
        def drops(self):
            return Drop(edge=10.0, away=5.0)

    f = Field([(trooper(Daring(), n=2), [])], [at(trooper(), 24, 6)])
    f.run(deployment.put(f.table, 0))
    there = reserves.landing(f.table, 0)
    near = [form for form in there if distance(form, f[1].form) < 12]
    assert f[0].place == "reserve" and near and all(distance(form, f[1].form) > 5 for form in near)
    assert all(min(x, y, 48 - x, 48 - y) < 10 for form in near for x, y in form.positions)


def test_infiltrators_keep_another_distance():
    class Shy(House, frozen=True):
        def infiltrates(self):
            return 30.0

    wall = (wood(0, 24, 48, 1, "solid", high=9),)
    f = Field([(trooper(Shy(), n=2), [])], [at(trooper(), 24, 44)], wall)
    f.run(deployment.put(f.table, 0))
    assert f[0].here and distance(f[0].form, f[1].form) > 30


def test_blows_fall_last():
    class Slow(House, frozen=True):
        def pace(self, turn):
            return LAST

    f = engaged(trooper(Slow(), arms=BLADE), trooper(arms=BLADE))
    f.run(fight(f.table, 0), [6, 6])  # the other strikes before it, and slays it
    assert not f[0].alive and f[1].alive


def test_of_two_paces_the_earlier_counts():
    class Slow(House, frozen=True):
        def pace(self, turn):
            return LAST

    f = engaged(trooper(Slow(), StrikeFirst(), arms=BLADE), trooper(arms=BLADE))
    f.run(fight(f.table, 0), [6, 6])
    assert f[0].alive and not f[1].alive and StrikeFirst().pace(LAST) == FIRST


def test_crew_lost_cost_two_inches_each():
    class HeavyGun(House, frozen=True):
        def crewed(self, lost):
            return 2 * lost

    f = Field([at(trooper(HeavyGun(), n=3), 10, 10)], [FAR])
    Harmed(0, (1, 1, 0)).on(f.table)
    assert f[0].size == 2 and reach_of(f.table, 0, "move")[0] == 2.0  # MV 4 less 2


def test_a_squad_is_rallied_by_two_executions():
    class Reluctant(House, frozen=True):
        def spiked(self):
            return 2

    convicts = unit(*[model("convict", Reluctant())] * 3, name="squad")
    f = Field([at(trooper(NeuralSpikeActivation(1), arms=BLADE), 10, 10), at(convicts, 10, 13)], [FAR])
    Given(1, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay", neural_spikes=("rally", 1))
    assert f[1].size == 1 and not f[1].has("panicked") and "void:house" in f.by()
    assert not rallied_so(f[1].members)  # one alone has not enough to execute


def test_a_marksman_picks_his_mark_after_moving():
    class Cool(House, frozen=True):
        def picks(self, moved):
            return "sniper"

    two = unit(model("line trooper", T=10), model("line trooper"), name="two")
    # 7+ after moving (4/10); the check on CD 4 needs 6+; T 4 falls to 6+, T 10 to a 10 alone
    assert ask(trooper(Cool()), two, moved=True, policy="best").slain.fraction(1) == Fraction(4, 10) * (
        Fraction(1, 2) * Fraction(1, 2) + Fraction(1, 2) * Fraction(1, 10)
    )


def test_a_gun_with_dice_paints_in_its_own_words():
    class Tracer(House, frozen=True):
        def paints(self, by, weapon):
            return "tracers light the target up"

    odds = ask(trooper(arms=(weapon("rifle", Tracer()),)), trooper())
    assert odds.other["painted"] == Fraction(1, 2) and odds.slain.fraction(0) == 1
    assert any(b.says == "tracers light the target up" for s in odds.steps for b in s.because)


def test_who_lies_counts_as_another_size():
    class Crouch(House, frozen=True):
        def lies(self):
            return 3

    f = Field([at(trooper(Crouch(), SZ=5), 10, 10)], [FAR])
    Given(0, Effect("prone", value=0)).on(f.table)
    assert size_now(f.table, f[0]) == 3


def test_a_rule_says_that_the_unit_always_counter_charges():
    class Fierce(House, frozen=True):
        def counter_charges(self, t, u):
            return CounterCharge.ALWAYS

    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(Fierce(), arms=BLADE), 10, 14)])
    assert f.run(counter_charge(f.table, 0, 1)) and not f.asked and "void:house" in f.by()


def test_a_rule_speaks_when_its_unit_has_been_set_up():
    class Banner(House, frozen=True):
        def settles(self, t, u):
            yield Emit(Said("the banner is raised"))

    f = Field([(trooper(Banner()), [(10, 10)])], [FAR])
    f.run(deployment.settle_in(f.table, 0))
    assert "the banner is raised" in f.told()
