"""Where challenges are fought: the two change places with friends until they stand base to base."""

from __future__ import annotations

from grognard.common.profiles import Base
from grognard.systems.usr.combat import challenge_positions, challenges
from grognard.systems.usr.condition import DUEL
from grognard.systems.usr.examples import model, unit, weapon
from grognard.table.distances import models_within
from grognard.table.geometry import CONTACT
from tests.usr.field import act, field

NEAR = 10.990234375  # two bases of 25 mm touch: one on 10, the other on this
BLADE = weapon("Blade", melee=True)
ISSUE = {"issues a challenge": lambda options: options[1], "takes up": lambda options: options[1]}


def led(name, men=3, **said):
    """Men in a row and at its right end the character who leads them."""
    men_ = [model(name=f"{name} man", weapons=[BLADE])] * men
    return unit(*men_, model(name=f"{name} chief", role="leader", weapons=[BLADE], **said), name=name)


def facing(ours, theirs, ours_at, theirs_at):
    """Two units locked with each other, with their models at these places."""
    t = field((ours, 0, 10, 10), (theirs, 1, 10, 30), step="close_combat")
    for u, positions in ((0, ours_at), (1, theirs_at)):
        t.change(u, form=t[u].form.moved([(float(x), float(y)) for x, y in positions]), foes=(1 - u,))
    return t


def called(t):
    done = act(t, challenges.challenge(t, (0, 1)), picks=ISSUE)
    done = act(t, challenge_positions.face_off(t, *done.result))
    assert t[0].has(DUEL) and t[1].has(DUEL)
    return [(e.unit, e.how) for e in done.all("Moved")]


def together(t, i=3, j=3):
    return models_within(t[0].form, i, t[1].form, j, CONTACT)


ROW = [(10, 10), (11.5, 10), (13, 10), (14.5, 10)]


def test_the_challenger_changes_places_with_a_friend_who_touches_his_opponent():
    theirs = [(14.5, NEAR), (13, NEAR), (11.5, NEAR), (10, NEAR)]  # their chief stands at the left, ours at the right
    t = facing(led("Ours"), led("Theirs"), ROW, theirs)
    assert not together(t) and called(t) == [(0, "lets its champion through")]
    assert together(t) and t[0].form.positions == ((14.5, 10.0), (11.5, 10.0), (13.0, 10.0), (10.0, 10.0))
    assert t[1].form.positions == tuple(theirs), "the other stays"


def test_else_the_opponent_changes_places_with_a_friend_who_touches_the_challenger():
    theirs = [
        (14.5, NEAR),
        (13, NEAR),
        (11.5, 12.5),
        (10, 12.5),
    ]  # nobody touches their chief; a man of his touches ours
    t = facing(led("Ours"), led("Theirs"), ROW, theirs)
    assert called(t) == [(1, "lets its champion through")] and together(t)
    assert t[1].form.positions[3] == (14.5, NEAR) and t[1].form.positions[0] == (10.0, 12.5)


def test_else_the_challenger_goes_as_near_as_he_can_and_they_count_as_in_contact():
    ours = [(10, 10), (11.5, 10), (13, 8.5), (14.5, 8.5)]  # the chiefs are in the second rows, at the far ends
    theirs = [(11.5, NEAR), (10, NEAR), (11.5, 12.5), (10, 12.5)]
    t = facing(led("Ours"), led("Theirs"), ours, theirs)
    assert called(t) == [(0, "lets its champion through")] and not together(t)
    assert t[0].form.positions[3] == (10.0, 10.0), "the friend nearest to their chief"


def test_who_stands_face_to_face_stays_there():
    t = facing(led("Ours"), led("Theirs"), ROW, [(x, NEAR) for x, _ in ROW])
    assert called(t) == []


def test_a_big_champion_takes_a_place_beside_his_opponent_where_he_fits():
    # 15 mm more than the man whose place he takes: he goes where he touches their chief, half a base farther off
    t = facing(led("Ours", base=Base("round", 40, 40)), led("Theirs"), [(10, 10), (11.5, 10), (13, 10), (15, 10)],
               [(14.5, NEAR), (13, NEAR), (11.5, 12.5), (10, NEAR)])  # fmt: skip
    assert not together(t)
    called(t)
    assert together(t) and t[0].form.positions[0] == (15.0, 10.0)


def test_a_lone_hero_has_the_opponent_brought_to_him():
    hero = unit(model(name="Hero", W=3, weapons=[BLADE]), name="Hero", type="Infantry (Character)")
    t = facing(hero, led("Theirs"), [(10, 10)], [(10, NEAR), (11.5, NEAR), (13, NEAR), (14.5, NEAR)])
    assert called(t) == [(1, "lets its champion through")] and together(t, 0, 3)
