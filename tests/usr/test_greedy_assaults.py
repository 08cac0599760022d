"""What greedy players do in charges, challenges and close combat, and that they say why."""

from __future__ import annotations

from grognard.bots.greedy import best
from grognard.kernel import Seeded
from grognard.kernel.asks import Choose
from grognard.kernel.play import Play
from grognard.systems.usr.bots import combat, duels
from grognard.systems.usr.combat import challenges, charge, charge_moves, heroic_intervention, melee_attacks, result
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.turn import GAME
from tests.usr.field import field, tower
from tests.usr.test_assaults import BLADE, GIANT, hero, led, locked

GUN = weapon("Gun", type="Assault 2")


def thought(t, procedure):
    """What a greedy player answers while a procedure is played, by the question, and why."""
    said = {}

    def decide(ask):
        if not isinstance(ask.options, tuple):
            return ask.default
        pick, why = best(t, ask, list(ask.options), GAME)
        said[ask.question] = pick, why
        return pick

    Play(Seeded(3), decide, lambda event: event.on(t)).run(procedure)
    return said


def answer(said, part):
    """The answer to the one question with these words."""
    (found,) = [pick for question, (pick, _) in said.items() if part in question]
    return found


# --- challenges -------------------------------------------------------------------------------------------------------


def test_the_stronger_champion_issues_a_challenge_and_the_weaker_side_hides():
    t = locked(hero(WS=7, A=5, W=4, S=6, Sv="2+", I=6), led(name="Theirs", men=4))
    said = thought(t, challenges.challenge(t, (0, 1)))
    assert answer(said, "who issues") == (0, 0) and answer(said, "takes up") == challenges.NOBODY
    assert said["who issues a challenge?"][1].startswith("worth about")


def test_the_weaker_champion_issues_none_and_the_stronger_takes_one_up():
    strong = hero(name="Strong", WS=7, A=5, W=4, S=6, Sv="2+", I=6)
    t = locked(led(name="Ours", men=4), strong, player=0)
    said = thought(t, challenges.challenge(t, (0, 1)))
    assert said["who issues a challenge?"][0] == (1, 0), "we do not, they do"
    asked = next(q for q in said if "takes up" in q)
    assert "Strong" in asked


def test_who_strikes_first_and_slays_is_not_struck_back():
    # quick: 1/2 and 1/2 at one wound, then the slow one strikes back only if he still stands: 3/4 of 1/4
    t = locked(hero(name="Quick", I=5, W=1), hero(name="Slow", I=3, W=1))
    lost, slain = duels._bout(t, (0, 0), (1, 0))
    assert (lost, slain) == (3 / 16, 1 / 4)
    t = locked(hero(name="One", W=1), hero(name="Other", W=1))
    assert duels._bout(t, (0, 0), (1, 0)) == (1 / 4, 1 / 4), "at the same step both strike"


def test_the_one_with_the_most_blows_is_made_to_sit_out():
    two = unit(model(name="Man"), model(name="Small", role="leader"), model(name="Big", role="leader", A=5), name="Two")
    t = locked(hero(W=9), two)
    ask = next(a for a in asked(t) if "sits out" in a.question)
    assert best(t, ask, list(ask.options), GAME)[0] == (1, 2)


def asked(t):
    """The questions of a challenge that is issued and refused."""
    found = []

    def decide(ask):
        found.append(ask)
        return ask.options[1] if "who issues" in ask.question else ask.options[0]

    Play(Seeded(1), decide, lambda event: event.on(t)).run(challenges.challenge(t, (0, 1)))
    return found


# --- charges ----------------------------------------------------------------------------------------------------------


def test_two_weak_units_that_shoot_are_charged_together():
    brutes = unit(model(WS=5, S=5, T=6, A=4, W=3, Sv="2+", weapons=[BLADE]), name="Brutes", count=3, points=200)
    weak = [unit(model(WS=1, S=1, T=3, weapons=[GUN], name=n), name=n, count=2, points=60) for n in ("One", "Two")]
    t = field((brutes, 0, 10, 10), (weak[0], 1, 10, 14), (weak[1], 1, 13, 14), step="charges")
    said = thought(t, charge.charge(t, 0))
    assert answer(said, "whom does Brutes charge?") in (1, 2) and answer(said, "as well") in (1, 2)


def test_the_second_is_left_alone_when_it_strikes_too_hard():
    brutes = unit(model(WS=4, S=4, A=2, weapons=[BLADE]), name="Brutes", count=3, points=60)
    weak = unit(model(WS=1, S=1, T=3, weapons=[GUN], name="Weak"), name="Weak", count=2, points=60)
    hard = unit(model(WS=6, S=8, T=6, A=5, W=3, weapons=[BLADE], name="Hard"), name="Hard", points=60)
    t = field((brutes, 0, 10, 10), (weak, 1, 10, 14), (hard, 1, 13, 14), step="charges")
    said = thought(t, charge.charge(t, 0))
    assert answer(said, "whom does Brutes charge?") == 1 and answer(said, "as well") == charge.ALONE


def test_a_strong_hero_steps_in_and_a_weak_one_stays_where_he_is():
    for kind, steps_in in ((hero(WS=7, A=5, S=6, T=6, W=4), True), (hero(WS=1, A=1, S=1, T=1, W=1), False)):
        men = unit(model(A=3, weapons=[BLADE]), name="Men", count=3)
        t = field((men, 0, 10, 10), (unit(model(name="Man"), name="Man"), 1, 10, 10.99), (kind, 1, 15, 11),
                  step="interventions")  # fmt: skip
        assert (answer(thought(t, heroic_intervention.intervene(t, 2)), "step in") == 0) is steps_in


# --- fighting and leaving ---------------------------------------------------------------------------------------------


def test_the_combat_that_is_won_comes_first():
    strong = unit(model(A=5, S=6, weapons=[BLADE]), name="Strong")
    t = field((unit(model(A=1), name="Weak"), 0, 10, 10), (strong, 0, 30, 10), (strong, 1, 10, 10.99),
              (unit(model(), name="Man"), 1, 30, 10.99), step="close_combat")  # fmt: skip
    for u, v in ((0, 2), (1, 3)):
        t.change(u, foes=(v,))
        t.change(v, foes=(u,))
    from grognard.systems.usr.combat import fight

    assert answer(thought(t, fight.fight_one(t, 0)), "which combat") == 1


def test_it_strikes_with_what_hurts_most():
    both = unit(model(weapons=[weapon("Twig", melee=True, S=1), weapon("Axe", melee=True, S="+2", AP=2)]), name="Both")
    t = locked(both, unit(model(Sv="2+"), name="Plate"))
    said = thought(t, melee_attacks.chosen_strokes(t, (0, 1)))
    assert answer(said, "with what") == 1


def test_useless_weapons_are_carried_away_from_a_slow_giant_and_not_from_a_quick_one():
    # I6 and I2 against I1 and I5: caught 1 time in 36 less many, or nearly always
    for quick, runs in ((1, True), (9, False)):
        giant = unit(model(T=8, W=6, A=6, S=6, WS=6, I=quick, weapons=[BLADE], name="Giant"), name="Giant")
        flies = unit(model(S=3, I=6, name="Fly"), name="Flies", count=4)
        t = locked(giant, flies)
        said = thought(t, result._gives_up(t, 1))
        assert (answer(said, "useless") == "fall back") is runs


def test_nobody_is_asked_whose_weapons_are_of_use():
    t = locked(GIANT, unit(model(S=6), name="Strong"))
    assert thought(t, result._gives_up(t, 1)) == {}


def test_a_charge_that_has_no_way_through_is_not_declared():
    # the foe stands in a ring of blocks that nobody enters: near enough, and out of reach
    foe = unit(model(name="Foe"), name="Foe")
    ring = tuple(tower(x, y, 2.0) for x in (8.0, 10.0, 12.0) for y in (14.0, 16.0, 18.0) if (x, y) != (10.0, 16.0))
    men = unit(model(weapons=[BLADE], A=4), name="Men")
    for pieces, charges in (((), True), (ring, False)):
        t = field((men, 0, 11, 11), (foe, 1, 11, 17), step="charges", pieces=pieces)
        assert charge_moves.inches_needed(t, 0, 1) <= 6
        pick, why = thought(t, charge.charge(t, 0))["whom does Men charge?"]
        assert (pick == 1) is charges
        if not charges:
            value, why = combat._charge(t, Choose(0, "", ("stay", 1), about=("charge", 0)), 1)
            assert value < 0 and why == "somebody or something is in the way"
