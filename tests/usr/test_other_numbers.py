"""House rules with other numbers than the rules that ship: what a rule does stands in the rule, and nowhere else."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.common.profiles import interned
from grognard.errors import GrognardError
from grognard.kernel.exact import exact
from grognard.systems.usr import characters
from grognard.systems.usr.combat import fight, hit_and_run, sweeping_advance
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit
from grognard.systems.usr.moments import UsrRule
from grognard.systems.usr.movement import flight, movement
from grognard.systems.usr.movement.move_rolls import advance
from grognard.table.events import Locked
from tests.housed import knowing
from tests.usr.field import act, field, named

F = Fraction


class Frenzied(UsrRule, frozen=True):
    """Outnumbered, it has as many more attacks as it says."""

    spellings = ("Frenzied",)
    on = ("model",)

    attacks_more: str

    def outnumbered(self, frenzy):
        frenzy.attacks(self.attacks_more, self, f"outnumbered: +{self.attacks_more} attacks")

    def attacks(self, figure, attack):
        if attack.how.frenzy:
            figure.add(attack.how.frenzy, self, "outnumbered")


class Hunters(UsrRule, frozen=True):
    """Adds so much to its Sweeping Advances."""

    spellings = ("Hunters",)
    on = ("model",)
    covers = "any"

    more: str

    def sweeping(self, sweep):
        sweep.add(self.more, self, f"{self.more} more")


class Driven(UsrRule, frozen=True):
    """Advances by the highest of three dice."""

    spellings = ("Driven",)
    on = ("model",)
    covers = "any"

    def moving(self, mode):
        mode.extra_dice(2, self, "two more dice")


class Slip(UsrRule, frozen=True):
    """Breaks away by 2D6 inches after a Strength test."""

    spellings = ("Slip",)
    on = ("model",)
    covers = "any"

    def breaks_away(self, parting):
        parting.may("Strength", "2D6", self, "may break away")


class Banner(UsrRule, frozen=True):
    """Joins units within 6 inches."""

    spellings = ("Banner",)
    on = ("model",)

    def attaches(self, bond):
        bond.joins(6.0, self, "joins from afar")


class Afterburner(UsrRule, frozen=True):
    """Advances by 2D6 inches more, and then turns by up to 45 degrees."""

    spellings = ("Afterburner",)
    on = ("vehicle",)

    def moving(self, mode):
        mode.rush("2D6", self, "2D6 inches")
        mode.turn_again(45, self, "turns a little")


class Twice(UsrRule, frozen=True):
    """Two blows at double Strength take the place of all."""

    spellings = ("Twice",)
    on = ("model",)

    def attacks(self, figure, attack):
        figure.instead(2, self, "two blows at double Strength")

    def strength(self, figure, attack):
        if attack.how.one_blow:
            figure.multiply(2, self, "double Strength")


class Gnawing(UsrRule, frozen=True):
    """A 5 of the penetration roll adds 6."""

    spellings = ("Gnawing",)
    on = ("weapon",)

    def to_penetrate(self, penetration, attack):
        penetration.add_on(5, 6, self, "a 5 adds 6")


class Stalwart(UsrRule, frozen=True):
    """Instant Death costs it two wounds."""

    spellings = ("Stalwart",)
    on = ("model",)

    def suffers(self, harm, attack):
        harm.endure(2, self, "Instant Death costs two wounds")


HOUSE = (Frenzied, Hunters, Driven, Slip, Banner, Afterburner, Twice, Gnawing, Stalwart)


housed = knowing("usr", HOUSE)


def bearing(kind, *more):
    """The unit with these rules on each of its models."""
    return interned(replace(kind, models=tuple(interned(replace(m, rules=(*m.rules, *more))) for m in kind.models)))


def armed(kind, *more):
    """The unit with these rules on each of its weapons."""

    def weapons(m):
        return tuple(interned(replace(w, rules=(*w.rules, *more))) for w in m.weapons)

    return interned(replace(kind, models=tuple(interned(replace(m, weapons=weapons(m))) for m in kind.models)))


def locked(*places):
    """Two units in contact and in close combat."""
    t = field(*places, step="close_combat", distance=1.0)
    Locked(0, 1).on(t)
    return t


# --- close combat -----------------------------------------------------------------------------------------------------


def test_outnumbered_another_die_says_how_many_attacks_more():
    """One attack and two to seven more, each of which slays with 1/4."""
    mad = bearing(unit(model(A=1)), Frenzied("D6"))
    law = ask(mad, target(count=9), melee=True).slain
    assert law.fraction(7) == F(1, 6) * F(1, 4) ** 7
    assert law.fraction(0) == sum(F(3, 4) ** (1 + n) for n in range(1, 7)) / 6
    assert ask(mad, target(count=9), melee=True).steps[0].needs == "1 x 1+D6"
    surely = bearing(unit(model(A=1)), Frenzied("2"))
    assert ask(surely, target(count=9), melee=True).slain.fraction(3) == F(1, 4) ** 3


def test_outnumbered_units_roll_once_for_each_sort_of_dice():
    few, more = unit(model(name="Few", I=5), name="Few", count=2), unit(model(name="More", I=5), name="More")
    many = target(count=9)
    t = locked((bearing(few, Frenzied("D3")), 0, 10, 10), (many, 1, 10, 10.9875))
    assert [e.effect.value for e in act(t, fight.rampage(t, (0, 1)), [5]).all("Given")] == [3]
    t = field((bearing(few, Frenzied("D3")), 0, 10, 10), (bearing(more, Frenzied("D6")), 0, 30, 30), (many, 1, 10, 11))
    assert [e.effect.value for e in act(t, fight.rampage(t, (0, 1, 2)), [5, 5]).all("Given")] == [3, 5]


def test_a_sweeping_advance_with_another_number_more():
    """Initiative 4 on both sides: 6 dice of one against 3 more than the other."""
    t = locked((bearing(unit(model()), Hunters("3")), 0, 10, 10), (target(), 1, 10, 10.9875))
    assert act(t, sweeping_advance.swept(t, [1], [0]), [1, 4]).result == ((1, ("usr:hunters",)),)
    assert act(t, sweeping_advance.swept(t, [1], [0]), [1, 5]).result == ()
    t = locked((bearing(unit(model()), Hunters("D6")), 0, 10, 10), (target(), 1, 10, 10.9875))
    assert act(t, sweeping_advance.swept(t, [1], [0]), [1, 5, 6]).result == ((1, ("usr:hunters",)),)


def test_breaking_away_after_another_test_by_other_dice():
    t = locked((bearing(unit(model(S=3, I=1)), Slip()), 0, 10, 10), (target(), 1, 10, 10.9875))
    done = act(t, hit_and_run.break_away(t, 0), [3, 2, 3], {"break away": "go", "which way": 12})
    assert done.event("Tested").test == "Strength" and t[0].form.positions[0] == (10.0, 5.0)
    t = locked((bearing(unit(model(S=3, I=5)), Slip()), 0, 10, 10), (target(), 1, 10, 10.9875))
    act(t, hit_and_run.break_away(t, 0), [4], {"break away": "go"})
    assert t[0].foes == (1,)


def test_two_mighty_blows_in_place_of_all():
    """Strength 8 on Toughness 8 wounds on 4+, where Strength 4 does nothing."""
    ogre = bearing(unit(model()), Twice())
    assert ask(ogre, target(T=8, count=3), melee=True, policy="best").slain.fraction(2) == F(1, 16)


# --- armour and wounds ------------------------------------------------------------------------------------------------


def test_another_face_adds_another_number_to_a_penetration_roll():
    """Strength 8 against 14: a 5 becomes 11, and a 6 glances."""
    gun = armed(shooter(S=8), Gnawing())
    assert other(gun, target(Front=14), "penetrations") == F(2, 3) * F(1, 6)
    assert other(gun, target(Front=14), "glances") == F(2, 3) * F(1, 6)
    both = armed(shooter("Rending", S=8), Gnawing())
    assert other(both, target(Front=14), "penetrations") == F(2, 3) * F(1, 6), "of two the more counts"


def test_instant_death_costs_as_many_wounds_as_the_rule_says():
    for wounds, costs in ((3, 2), (1, 1)):
        law = ask(shooter(S=8), bearing(target(W=wounds), Stalwart()))
        assert law.damage.fraction(costs) == F(5, 9)
    both = bearing(target("Eternal Warrior", W=3), Stalwart())
    assert ask(shooter(S=8), both).damage.fraction(1) == F(5, 9), "of two the fewest"


# --- moving -----------------------------------------------------------------------------------------------------------


def test_the_highest_of_three_dice():
    assert exact(advance, (0, bearing(target(), Driven()).models)).fraction(6) == 1 - F(125, 216)


def test_a_character_who_joins_from_afar():
    squad, hero = target(count=2), bearing(unit(model(name="Hero"), name="Hero"), Banner())
    for y, near in ((16.9, [0]), (17.1, [])):
        t = field((squad, 0, 10, 10), (hero, 0, 10, y), (target(), 1, 30, 40), step="joining")
        assert characters.near(t, named(t, "Hero")) == near, "bases are an inch across"


def test_a_vehicle_that_advances_by_other_dice():
    t = field((bearing(target(Front=11), Afterburner()), 0, 24, 5), (target(), 1, 10, 45), step="movement")
    picks = {"how does": "advance", "where": lambda options: t[0].form.shifted(0, 12 + 9)}
    done = act(t, movement.move(t, 0), [5, 4], picks)
    assert done.asked["how far does Player 1's Target advance?"] == ["2D6", '6"']
    assert done.event("Moved").by == ("usr:afterburner",)


def test_a_flyer_that_turns_by_another_angle():
    flyer = bearing(unit(model(Front=10, HP=3, M=36), name="Kite", type="Flyer"), Afterburner())
    t = field((flyer, 0, 24, 5), (target(), 1, 10, 45), step="movement")
    flights = flight.Flights(t, 0, 18.0, 36.0, turn=45)
    ahead = t[0].form.shifted(0, 20)
    assert ahead.faced(1, 1) in flights and ahead.faced(-1, 1) in flights
    assert ahead.faced(2, 1) not in flights and ahead.faced(1, 0) not in flights


def test_what_is_no_number_of_dice_is_refused():
    with pytest.raises(GrognardError, match="no number of dice"):
        slays(bearing(unit(model()), Frenzied("many")), target(count=3), melee=True)
