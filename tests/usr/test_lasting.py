"""What lasts: blinded, concussed and struck-down models, units ablaze, wounds that close. Alone, and where two of them meet."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import end_of_turn, lasting_effects, turn
from grognard.systems.usr.attack.matchup import match, skill_of
from grognard.systems.usr.characters import joins
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.combat import charge_moves, fight
from grognard.systems.usr.examples import ask, model, other, shooter, target, unit, weapon
from grognard.systems.usr.model_marks import marks_on, passing, wearing
from grognard.systems.usr.movement import movement
from grognard.systems.usr.rules.lasting import Blinded, Concussed, StruckDown
from grognard.systems.usr.shooting import templates
from grognard.systems.usr.shooting.shooting import fire
from grognard.systems.usr.squads import squad_of
from grognard.table.events import Left, Locked
from grognard.table.state import Effect
from tests.usr.field import act, field, named

STEADY = (1, 1)  # a double 1 passes any Morale check
HIT, MISSED, WOUND, BLUNT = 3, 2, 4, 3
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)
BRUTES = unit(model(name="Brute", W=3), name="Brutes", count=2)
HERO = unit(model("Independent Character", name="Hero", W=3, WS=5, BS=5), name="Hero")


def shot(t, faces, picks=None):
    return act(t, fire(t, 0, 1), faces, picks)


def touching(*units, step="close_combat", player=0):
    """Units of both sides in close combat, base to base."""
    t = field(*units, step=step, player=player)
    Locked(0, 1).on(t)
    return t


# --- Blind ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:blind")
@pytest.mark.parametrize(("die", "skill"), [(4, 4), (5, 1)])
def test_a_unit_of_initiative_4_that_was_hit_by_a_blinding_weapon_sees_on_4_and_not_on_5(die, skill):
    t = field((shooter("Blind"), 0, 10, 10), (TROOP, 1, 10, 20))
    shot(t, [HIT, BLUNT])
    assert not marks_on(t[1].members[0])  # not before the end of the phase
    ended = act(t, lasting_effects.blinding(t), [die])
    assert ended.event("Tested").passed is (skill == 4)
    assert {(m.stats.WS, m.stats.BS) for m in t[1].members} == {(skill, skill)}


@pytest.mark.rule("usr:blind")
def test_a_unit_that_was_missed_does_not_test():
    t = field((shooter("Blind"), 0, 10, 10), (TROOP, 1, 10, 20))
    shot(t, [MISSED])
    assert not act(t, lasting_effects.blinding(t)).events


@pytest.mark.rule("usr:blind")
def test_one_test_a_phase_however_many_hits():
    t = field((shooter("Blind", shots=3), 0, 10, 10), (TROOP, 1, 10, 20))
    shot(t, [HIT, HIT, HIT, BLUNT, BLUNT, BLUNT])
    shot(t, [HIT, HIT, HIT, BLUNT, BLUNT, BLUNT])
    assert len(act(t, lasting_effects.blinding(t), [6]).all("Tested")) == 1


@pytest.mark.rule("usr:blind")
def test_it_lasts_to_the_end_of_the_blinded_players_next_turn():
    """Blinded in the enemy's turn: through the own turn that follows, and then no more."""
    t = field((shooter("Blind"), 0, 10, 10), (TROOP, 1, 10, 20))
    shot(t, [HIT, BLUNT])
    act(t, lasting_effects.blinding(t), [6])
    act(t, end_of_turn.turn_is_over(t, 0))
    assert t[1].members[0].stats.BS == 1
    act(t, end_of_turn.turn_is_over(t, 1))
    assert t[1].members == TROOP_AS_PLAYED(t)


@pytest.mark.rule("usr:blind")
def test_blinded_in_ones_own_turn_it_lasts_through_the_next_one():
    """The turn under way is not the next: two ends of own turns must pass."""
    dazzler = unit(model("Blind", name="Dazzler", I=5), name="Dazzler")
    t = touching((TROOP, 0, 10, 10), (dazzler, 1, 10, 10.99))
    act(t, fight.fight(t, (0, 1)), [HIT + 1, BLUNT, 1, 1, 1])  # he hits; three strike back and miss
    act(t, lasting_effects.blinding(t), [6])
    act(t, end_of_turn.turn_is_over(t, 0))
    assert t[0].members[0].stats.WS == 1
    act(t, end_of_turn.turn_is_over(t, 1))
    assert t[0].members[0].stats.WS == 1
    act(t, end_of_turn.turn_is_over(t, 0))
    assert t[0].members[0].stats.WS == 4


def TROOP_AS_PLAYED(t):  # noqa: N802  the profiles as the table has them: with their unit type
    from grognard.systems.usr.rules.unit_types import fitted

    return fitted(TROOP).models


@pytest.mark.rule("usr:blind")
def test_a_blast_fired_blind_is_laid_all_the_same_and_scatters_2d6_less_1():
    """7 on 2D6 at Ballistic Skill 4 is 3 inches; at 1 it is 6."""
    gunner = shooter("Blast").models[0]
    blind = wearing(gunner, Blinded())
    for who, skill in ((gunner, 4), (blind, 1)):
        m = match(who, squad_of((who,)), who.weapons[0], squad_of(TROOP.models), now(Situation()))
        assert m.landing.marker == 3 and skill_of(m.attack).value == skill
    t = field((unit(blind, name="Blind gunner"), 0, 10, 10), (TROOP, 1, 10, 20))
    _, far, _ = act(t, templates.scattered(0, (10, 20), m), [3, 1, 3, 4]).result
    assert far == 6


@pytest.mark.rule("usr:blind")
def test_a_skill_of_0_stays_0_and_is_not_bettered():
    mute = wearing(model(BS=0, WS=3), Blinded())
    assert (mute.stats.BS, mute.stats.WS) == (0, 1)


@pytest.mark.rule("usr:blind")
def test_who_strikes_the_blinded_strikes_weapon_skill_1():
    """Weapon Skill 4 against 1 hits on 3+, against 4 on 4+: 2/3 and 1/2, a wound on 4+ each."""
    seeing, blind = target(), unit(wearing(model(), Blinded()), name="Blind")
    striker = unit(model())
    assert ask(striker, seeing, melee=True).slain.fraction(1) == Fraction(1, 4)
    assert ask(striker, blind, melee=True).slain.fraction(1) == Fraction(1, 3)


@pytest.mark.rule("usr:blind")
def test_a_tank_has_no_initiative_and_a_walker_has():
    tank, walker = target(Front=10), target(Front=10, WS=4, S=5, I=2, A=1, type="Walker")
    assert other(shooter("Blind"), tank, "blinded") == 0
    assert other(shooter("Blind"), walker, "blinded") == Fraction(2, 3) * Fraction(4, 6)


@pytest.mark.rule("usr:blind")
def test_a_blinding_blast_hits_without_a_roll_and_blinds():
    """No die but those to wound and the test: 3 under the marker, Initiative 4 fails on 5 and 6, unless all three die."""
    found = ask(shooter("Blind", "Blast"), target(count=3), sets={"under": 3})
    assert found.other["blinded"] == (1 - Fraction(1, 8)) * Fraction(2, 6)


@pytest.mark.rule("usr:blind")
def test_the_survivors_test_after_the_casualties():
    """The quick one (Initiative 6) stands in front and dies of the wound; the slow one (1) tests: 2/3 * 1/2 * 5/6 and, unhurt, the
    quick one tests for both: 2/3 * 1/2 * 1/6."""
    pair = unit(model(name="Quick", I=6), model(name="Slow", I=1))
    assert other(shooter("Blind"), pair, "blinded") == Fraction(1, 3) * Fraction(5, 6) + Fraction(1, 3) * Fraction(1, 6)


@pytest.mark.rule("usr:blind", "usr:independent-character")
def test_a_blinded_character_stays_blinded_alone_and_one_who_joins_is_spared():
    t = field((shooter("Blind"), 0, 10, 10), (TROOP, 1, 10, 20), (HERO, 1, 10, 22))
    hero = named(t, "Hero")
    shot(t, [HIT, BLUNT])
    act(t, lasting_effects.blinding(t), [6])
    act(t, joins(t, hero, 1))
    assert [m.stats.BS for m in t[1].members] == [1, 1, 1, 5]
    Left(hero).on(t)
    assert t[hero].members[0].stats.BS == 5

    t = field((shooter("Blind"), 0, 10, 10), (TROOP, 1, 10, 20), (HERO, 1, 10, 22))
    act(t, joins(t, hero, 1))
    shot(t, [HIT, BLUNT])
    act(t, lasting_effects.blinding(t), [6])
    Left(hero).on(t)
    assert t[hero].members[0].stats.BS == 1 and t[1].members[0].stats.BS == 1
    act(t, end_of_turn.turn_is_over(t, 1))
    assert t[hero].members[0].stats.BS == 5 and t[1].members[0].stats.BS == 4


@pytest.mark.rule("usr:blind", "usr:blast")
def test_a_unit_that_blinds_itself_is_prepared_and_its_friends_are_not():
    """The marker scatters back over the firer and a friend beside him: he does not test, the friend does."""
    t = field(
        (shooter("Blind", "Blast"), 0, 10, 10),
        (unit(model(name="Friend"), name="Friend"), 0, 11.5, 10),
        (TROOP, 1, 10, 13),
    )
    firer, friend = 0, 1
    from grognard.systems.usr.attack.attack import Part, Volley
    from grognard.systems.usr.condition import circumstances, squad
    from grognard.systems.usr.harm import suffer
    from grognard.systems.usr.line_of_sight import everybody

    gun = t[firer].members[0].weapons[0]
    for struck in (firer, friend):
        how = circumstances(t, t[firer], t[struck])
        part = Part(t[firer].members[0], squad(t[firer]), gun, how, 1, gun.stats.type.shots, hits=1)
        act(t, suffer(t, firer, struck, Volley("Gun", (part,)), everybody(t, t[firer].form, struck)), [BLUNT])
    assert [e.unit for e in act(t, lasting_effects.blinding(t), [6]).all("Tested")] == [friend]


@pytest.mark.rule("usr:blind", "usr:hatred")
def test_the_blind_who_hate_throw_their_misses_again():
    """Weapon Skill 1 against 4 hits on 5+: 1/3 and 2/3 of 1/3 are 5/9, wounds on 4+."""
    blind = unit(wearing(model("Hatred"), Blinded()), name="Blind")
    assert ask(blind, target(), melee=True).slain.fraction(1) == Fraction(5, 9) * Fraction(1, 2)


@pytest.mark.rule("usr:blind", "usr:twin-linked")
def test_a_twin_linked_gun_of_the_blind_hits_on_6_twice():
    """1/6 and 5/6 of 1/6 are 11/36: Ballistic Skill 1, but no Snap Shot."""
    gun = model(weapons=[weapon("Gun", "Twin-linked")])
    assert ask(unit(wearing(gun, Blinded())), target()).slain.fraction(1) == Fraction(11, 36) * Fraction(1, 2)


# --- Concussive -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:concussive")
def test_a_model_that_survives_a_concussive_shot_strikes_at_initiative_1_this_turn_and_not_the_next():
    t = field((shooter("Concussive"), 0, 10, 10), (BRUTES, 1, 10, 20))
    shot(t, [HIT, WOUND])
    assert [m.stats.I for m in t[1].members] == [1, 4]
    act(t, lasting_effects.pass_marks(t, lasting_effects.FIGHT, t.units))
    assert [m.stats.I for m in t[1].members] == [4, 4]


@pytest.mark.rule("usr:concussive")
def test_who_is_concussed_in_a_fight_phase_stays_so_to_the_end_of_the_next():
    """The maul strikes at step 4 before the Brute's 3: he strikes at 1 now, and in the other player's Fight phase too."""
    maul = weapon("Maul", "Concussive", melee=True)
    t = touching(
        (unit(model(weapons=[maul])), 0, 10, 10), (unit(model(name="Brute", W=3, I=3), name="Brute"), 1, 10, 10.99)
    )
    fought = act(t, fight.fight(t, (0, 1)), [HIT + 1, WOUND, 1, *STEADY])
    assert [e.step for e in fought.all("BlowsAt")] == [4, 1]
    act(t, lasting_effects.pass_marks(t, lasting_effects.FIGHT, t.units))
    assert t[1].members[0].stats.I == 1
    fought = act(t, fight.fight(t, (0, 1)), [1, 1])
    assert [e.step for e in fought.all("BlowsAt")] == [4, 1]
    act(t, lasting_effects.pass_marks(t, lasting_effects.FIGHT, t.units))
    assert t[1].members[0].stats.I == 3


@pytest.mark.rule("usr:concussive")
def test_who_struck_at_the_same_step_does_not_strike_again_at_step_1():
    maul = weapon("Maul", "Concussive", melee=True)
    t = touching((unit(model(weapons=[maul])), 0, 10, 10), (unit(model(name="Brute", W=3), name="Brute"), 1, 10, 10.99))
    fought = act(t, fight.fight(t, (0, 1)), [HIT + 1, WOUND, 1, *STEADY])
    assert [(e.unit, e.step) for e in fought.all("BlowsAt")] == [(0, 4), (1, 4)]
    assert t[1].members[0].stats.I == 1


@pytest.mark.rule("usr:concussive", "usr:unwieldy")
def test_a_fist_strikes_at_step_1_whether_concussed_before_or_not():
    """His Initiative of 4 is past at step 4, but his blow was never due before step 1."""
    maul, fist = weapon("Maul", "Concussive", melee=True), weapon("Fist", "Unwieldy", melee=True, S="x2", AP=2)
    brute = unit(model(name="Brute", W=3, weapons=[fist]), name="Brute")
    t = touching((unit(model(weapons=[maul])), 0, 10, 10), (brute, 1, 10, 10.99))
    fought = act(t, fight.fight(t, (0, 1)), [HIT + 1, WOUND, 1, *STEADY])
    assert [(e.unit, e.step) for e in fought.all("BlowsAt")] == [(0, 4), (1, 1)]


@pytest.mark.rule("usr:concussive", "usr:feel-no-pain")
def test_a_discounted_wound_concusses_nobody():
    """2/3 hits, 1/2 wounds, 4/6 are not discounted."""
    found = ask(shooter("Concussive"), target("Feel No Pain", W=2))
    assert found.other["concussed"].fraction(1) == Fraction(2, 9)


@pytest.mark.rule("usr:concussive")
def test_the_dead_are_not_concussed_and_hulls_neither():
    """Two shots: 4/9 both harmless; one wound (4/9) leaves him concussed, two (1/9) leave nobody."""
    found = ask(shooter("Concussive", shots=2), target(W=2))
    assert found.other["concussed"].fraction(1) == Fraction(4, 9) and found.slain.fraction(1) == Fraction(1, 9)
    assert "concussed" not in ask(shooter("Concussive", S=9), target(Front=10)).other


@pytest.mark.rule("usr:concussive", "usr:independent-character")
def test_it_is_the_model_that_is_concussed_and_it_takes_that_along():
    brute = unit(model(name="Brute", W=3), name="Brute")
    t = field((shooter("Concussive"), 0, 10, 10), (HERO, 1, 10, 20), (brute, 1, 10, 21.5))
    hero = named(t, "Hero")
    shot(t, [HIT, WOUND])
    act(t, joins(t, hero, named(t, "Brute")))
    host = t[hero].aboard
    assert [m.stats.I for m in t[host].members] == [4, 1]
    Left(hero).on(t)
    assert t[hero].members[0].stats.I == 1


@pytest.mark.rule("usr:concussive", "usr:blind")
def test_marks_overlap_and_end_by_themselves():
    t = field((shooter("Concussive", "Blind"), 0, 10, 10), (BRUTES, 1, 10, 20))
    shot(t, [HIT, WOUND])
    act(t, lasting_effects.blinding(t), [6])
    first = t[1].members[0].stats
    assert (first.WS, first.BS, first.I) == (1, 1, 1)
    act(t, lasting_effects.pass_marks(t, lasting_effects.FIGHT, t.units))
    assert (t[1].members[0].stats.WS, t[1].members[0].stats.I) == (1, 4)
    act(t, end_of_turn.turn_is_over(t, 1))
    assert t[1].members[0].stats.WS == 4 and not marks_on(t[1].members[0])


@pytest.mark.rule("usr:concussive", "usr:eternal-warrior", "usr:instant-death")
def test_an_eternal_warrior_lives_to_be_concussed():
    """Instant Death leaves nobody to be concussed, an Eternal Warrior with a wound less and dazed: 2/3 * 5/6 at Strength 8."""
    assert ask(shooter("Concussive", S=8), target(W=3)).other["concussed"].fraction(0) == 1
    found = ask(shooter("Concussive", S=8), target("Eternal Warrior", W=3)).other["concussed"]
    assert found.fraction(1) == Fraction(5, 9)


@pytest.mark.rule("usr:concussive", "usr:hit-and-run")
def test_the_concussed_test_initiative_1_to_break_away():
    """A 2 is above 1: the riders stay. All of them are dazed, so the best Initiative is 1."""
    rider = wearing(model("Hit & Run", name="Rider", W=2, I=5), Concussed(1))
    t = touching((unit(rider, name="Riders"), 0, 20, 20), (TROOP, 1, 20, 20.99), step="breaking_away")
    from grognard.systems.usr.combat.hit_and_run import break_away

    assert not act(t, break_away(t, 0), [2], {"break away": "go"}).event("Tested").passed


@pytest.mark.rule("usr:concussive", "usr:independent-character")
def test_it_is_who_takes_the_wound_for_the_hero_that_is_concussed():
    """A wound of 1/3: on 2+ the guard beside suffers it and lives, else the hero; one of them is dazed either way."""
    pair = unit(model("Independent Character", W=3, name="Hero"), model(name="Guard", W=2))
    assert ask(shooter("Concussive"), pair).other["concussed"].fraction(1) == Fraction(1, 3)
    weak = unit(model("Independent Character", W=3, name="Hero"), model(name="Guard"))
    assert ask(shooter("Concussive"), weak).other["concussed"].fraction(1) == Fraction(1, 3) * Fraction(1, 6)


# --- Strikedown -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:strikedown")
def test_a_save_that_is_passed_strikes_down_all_the_same():
    armoured = unit(model(name="Knight", Sv="3+"), name="Knights", count=2)
    t = field((shooter("Strikedown"), 0, 10, 10), (armoured, 1, 10, 20))
    hit = shot(t, [HIT, WOUND, 3])
    assert hit.event("Harmed") is None
    assert [bool(marks_on(m)) for m in t[1].members] == [True, False]


@pytest.mark.rule("usr:strikedown")
def test_a_hit_that_does_not_wound_strikes_nobody_down():
    t = field((shooter("Strikedown"), 0, 10, 10), (BRUTES, 1, 10, 20))
    shot(t, [HIT, BLUNT])
    assert not any(marks_on(m) for m in t[1].members)


@pytest.mark.rule("usr:strikedown")
def test_the_whole_unit_moves_as_in_difficult_ground_in_the_open():
    """One of two is struck down. 2D6 are thrown where no difficult ground is near, and the higher is how far the unit may go."""
    t = field((BRUTES, 0, 10, 10), (TROOP, 1, 10, 40), step="movement")
    act(t, movement.move(t, 0))
    t.change(0, members=(wearing(t[0].members[0], StruckDown()), t[0].members[1]))
    seen = []
    act(t, movement.move(t, 0), [2, 5], {"where does": lambda moves: seen.append(moves.inches) or next(iter(moves))})
    assert seen == [5]


@pytest.mark.rule("usr:strikedown")
def test_a_charge_of_the_struck_down_is_2_inches_shorter_and_strikes_at_initiative_1():
    """6 inches lie between them: an 8 reaches, a 7 does not."""
    t = field((BRUTES, 0, 10, 10), (TROOP, 1, 10, 16.95), step="charges")
    assert charge_moves.reach(t, 0, (1,), 6) is not None
    t.change(0, members=tuple(wearing(m, StruckDown()) for m in t[0].members))
    for rolled, there in ((8, True), (7, False)):
        way = charge_moves.reach(t, 0, (1,), rolled)
        assert (way is not None) is there
        assert way is None or way.through


@pytest.mark.rule("usr:strikedown", "usr:feel-no-pain")
def test_a_wound_that_feel_no_pain_discounts_strikes_down():
    """Every wound that falls on him does it, discounted or not: 2/3 * 1/2, and he must live (4/6 of them kill a single wound)."""
    found = ask(shooter("Strikedown"), target("Feel No Pain", W=1))
    assert found.other["struck-down"].fraction(1) == Fraction(1, 3) * Fraction(2, 6)
    assert ask(shooter("Strikedown"), target("Feel No Pain", W=2)).other["struck-down"].fraction(1) == Fraction(1, 3)


@pytest.mark.rule("usr:strikedown", "usr:move-through-cover")
def test_who_moves_through_cover_is_struck_down_and_not_slowed():
    scouts = unit(wearing(model("Move Through Cover", name="Scout"), StruckDown()), name="Scouts")
    t = field((scouts, 0, 10, 10), (TROOP, 1, 10, 40), step="movement")
    act(t, movement.move(t, 0))  # no 2D6
    t = field((scouts, 0, 10, 10), (TROOP, 1, 10, 16.95), step="charges")
    way = charge_moves.reach(t, 0, (1,), 6)  # not 2 inches shorter, but through difficult ground all the same
    assert way is not None and way.through


@pytest.mark.rule("usr:strikedown", "usr:independent-character")
def test_a_struck_down_hero_slows_the_unit_that_he_joins_and_not_when_he_is_gone():
    from grognard.systems.usr.movement.movement_modifiers import going

    t = field((shooter("Strikedown"), 0, 10, 10), (HERO, 1, 10, 20), (TROOP, 1, 10, 22))
    hero, troop = named(t, "Hero"), named(t, "Troop")
    shot(t, [HIT, WOUND])
    act(t, joins(t, hero, troop))
    assert going(t[troop].members).hindered
    Left(hero).on(t)
    assert not going(t[troop].members).hindered and going(t[hero].members).hindered


@pytest.mark.rule("usr:strikedown")
def test_it_lasts_to_the_end_of_its_next_turn():
    t = field((shooter("Strikedown"), 0, 10, 10), (BRUTES, 1, 10, 20))
    shot(t, [HIT, WOUND])
    act(t, end_of_turn.turn_is_over(t, 0))
    assert marks_on(t[1].members[0])
    act(t, end_of_turn.turn_is_over(t, 1))
    assert not marks_on(t[1].members[0])


# --- Soul Blaze -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:soul-blaze")
def test_a_fire_dies_on_3_and_burns_on_with_d3_hits_on_4():
    t = field((shooter("Soul Blaze"), 0, 10, 10), (TROOP, 1, 10, 20))
    shot(t, [HIT, WOUND])
    burnt = act(
        t, end_of_turn.burning(t), [4, 3, WOUND, BLUNT, 1]
    )  # 4 burns; a 3 is two hits; one wound, on the first of two
    assert burnt.event("Harmed").left == (0, 1) and t[1].has(lasting_effects.ABLAZE)
    act(t, end_of_turn.burning(t), [3])
    assert not t[1].has(lasting_effects.ABLAZE)
    assert not act(t, end_of_turn.burning(t)).events


@pytest.mark.rule("usr:soul-blaze")
def test_a_saved_wound_lights_nothing_and_a_second_wound_no_second_fire():
    knights = unit(model(name="Knight", Sv="3+", W=2), name="Knights", count=2)
    t = field((shooter("Soul Blaze"), 0, 10, 10), (knights, 1, 10, 20))
    shot(t, [HIT, WOUND, 3])
    assert not t[1].has(lasting_effects.ABLAZE)
    shot(t, [HIT, WOUND, 2])
    shot(t, [HIT, WOUND, 2])
    assert t[1].count(lasting_effects.ABLAZE) == 1


@pytest.mark.rule("usr:soul-blaze", "usr:feel-no-pain")
def test_a_discounted_wound_lights_nothing_and_the_fire_itself_may_be_discounted():
    """Set ablaze: 2/3 * 1/2 * 4/6 = 2/9 with one wound of two lost."""
    assert other(shooter("Soul Blaze"), target("Feel No Pain", W=2), "ablaze") == Fraction(2, 9)
    hardy = unit(model("Feel No Pain", name="Hardy", W=2), name="Hardy")
    t = field((shooter("Soul Blaze"), 0, 10, 10), (hardy, 1, 10, 20))
    shot(t, [HIT, WOUND, 4])
    act(t, end_of_turn.burning(t), [6, 1, WOUND, 5])  # one hit, one wound, discounted on 5
    assert t[1].wounds == (1,)


@pytest.mark.rule("usr:soul-blaze", "usr:independent-character")
def test_a_character_who_leaves_a_burning_unit_burns_by_himself():
    t = field((shooter("Soul Blaze"), 0, 10, 10), (TROOP, 1, 10, 20), (HERO, 1, 10, 22))
    hero = named(t, "Hero")
    act(t, joins(t, hero, 1))
    shot(t, [HIT, WOUND])
    Left(hero).on(t)
    assert t[hero].has(lasting_effects.ABLAZE) and t[1].has(lasting_effects.ABLAZE)
    act(t, end_of_turn.burning(t), [3, 4, 1, BLUNT])  # the Troop's fire dies, his own burns on: two rolls
    assert t[hero].has(lasting_effects.ABLAZE) and not t[1].has(lasting_effects.ABLAZE)


@pytest.mark.rule("usr:soul-blaze", "usr:independent-character")
def test_a_character_who_joins_a_burning_unit_does_not_burn_with_it():
    """Two Troopers burn and the Hero stands among them: which model suffers is rolled between the two alone."""
    t = field((shooter("Soul Blaze"), 0, 10, 10), (TROOP, 1, 10, 20), (HERO, 1, 10, 22))
    hero = named(t, "Hero")
    shot(t, [HIT, WOUND])
    act(t, joins(t, hero, 1))
    burnt = act(t, end_of_turn.burning(t), [4, 1, WOUND, 2])
    assert burnt.event("Harmed").left == (1, 0, 3)
    Left(hero).on(t)
    assert not t[hero].has(lasting_effects.ABLAZE)


@pytest.mark.rule("usr:soul-blaze", "usr:independent-character")
def test_a_burning_character_who_joins_burns_alone():
    t = field((shooter("Soul Blaze"), 0, 10, 10), (HERO, 1, 10, 20), (TROOP, 1, 10, 22))
    hero, troop = named(t, "Hero"), named(t, "Troop")
    shot(t, [HIT, WOUND])
    act(t, joins(t, hero, troop))
    burnt = act(t, end_of_turn.burning(t), [5, 1, WOUND])
    assert burnt.event("Harmed").left == (1, 1, 1, 1)


@pytest.mark.rule("usr:soul-blaze")
def test_a_hit_of_the_fire_wounds_on_the_table_and_ignores_cover():
    """Strength 4 against Toughness 4; AP5 lets a 5+ no save, a wood none; a 4+ armour save stands."""
    from tests.usr.field import wood

    for save, faces, left in (("5+", [5, 1, WOUND, 1], 2), ("4+", [5, 1, WOUND, 1, 4], 3)):
        men = unit(model(name="Man", Sv=save), name="Men", count=3)
        t = field((TROOP, 0, 40, 10), (men, 1, 10, 20), pieces=(wood(8, 18),))
        t.change(1, effects=(Effect(lasting_effects.ABLAZE, value=(1, 0, 0, 0)),))
        act(t, end_of_turn.burning(t), faces)
        assert t[1].size == left


@pytest.mark.rule("usr:soul-blaze", "usr:psyker")
def test_a_witchfire_of_ones_own_sets_ablaze_as_any_gun():
    hymn = weapon("Hymn", "Soul Blaze", warp=1, type="Assault 1", range=18)
    seer = unit(model("Psyker", weapons=[hymn]))
    assert other(seer, target(count=2), "ablaze", weapons=["Hymn"]) == Fraction(1, 3)


# --- It Will Not Die --------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:it-will-not-die")
def test_a_hurt_model_gets_one_wound_back_on_5_at_the_end_of_its_own_turn():
    t = field((TROOP, 0, 10, 10), (unit(model("It Will Not Die", W=3), name="Beast", count=3), 1, 10, 20))
    t.change(1, wounds=(1, 2, 3))
    assert not act(t, end_of_turn.mend(t, 0)).events  # the other player's turn
    assert act(t, end_of_turn.mend(t, 1), [5, 4]).event("Regained").left == (
        2,
        2,
        3,
    )  # the third is whole and does not roll


@pytest.mark.rule("usr:it-will-not-die")
def test_a_crippled_vehicle_gets_its_first_hull_point_back():
    from grognard.systems.usr.condition import CRIPPLED
    from grognard.table.state import Effect

    t = field((TROOP, 0, 10, 10), (target("It Will Not Die", Front=11, HP=3), 1, 10, 20))
    t.change(1, wounds=(1,), effects=(Effect(CRIPPLED),))
    act(t, end_of_turn.mend(t, 1), [5])
    assert t[1].wounds == (1,) and not t[1].has(CRIPPLED)
    act(t, end_of_turn.mend(t, 1), [6])
    assert t[1].wounds == (2,)


@pytest.mark.rule("usr:it-will-not-die", "usr:soul-blaze")
def test_what_burns_burns_before_it_mends():
    beast = unit(model("It Will Not Die", W=3), name="Beast")
    t = field((shooter("Soul Blaze"), 0, 10, 10), (beast, 1, 10, 20), player=1, step="turn_ends")
    shot(t, [HIT, WOUND])
    act(t, turn.turn_ends(t, 1), [4, 1, WOUND, 5])
    assert t[1].wounds == (2,)


def test_a_mark_of_one_sort_stands_once_for_the_longer_time():
    twice = wearing(wearing(model(), Blinded(2)), Blinded(1))
    assert marks_on(twice) == (Blinded(2),)
    both = wearing(twice, Concussed(1))
    assert both.stats.I == 1 and both.stats.WS == 1
    assert passing(both, "fight").stats.I == 4
