"""What a charge must do to go home: somebody in base contact with each target, round what bars the way or through it."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge, charge_moves
from grognard.systems.usr.examples import model, unit
from grognard.table.distances import distance, within
from grognard.table.geometry import CONTACT
from tests.usr.field import act, field, tower, wall, wood

MAN = unit(model(name="Man"), name="Man")
FOE = unit(model(name="Foe"), name="Foe")
OTHER = unit(model(name="Other"), name="Other")


def charged(t, faces):
    return act(t, charge.charge(t, 0), faces, {"whom does Man charge?": 1})


@pytest.mark.parametrize(("y", "need"), [(18.0, 8), (17.984375, 7)])
def test_a_charge_must_come_into_contact_and_an_inch_off_is_not_enough(y, need):
    # the two bases of 25 mm are 7.016 and 7.0 inches apart: 8 is needed for the first, 7 for the second
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, y), step="charges")
    assert distance(t[0].form, t[1].form) == pytest.approx(y - 10 - 2 * t[0].form.bases[0].half_length, abs=0.01)
    assert charge_moves.inches_needed(t, 0, 1) == need
    assert charged(t, [3, need - 4]).event("Moved") is None, "within an inch of its target, and that is all"
    charged(t, [3, need - 3])
    assert within(t[0].form, t[1].form, CONTACT) and t[0].foes == (1,)


def test_a_charge_goes_round_a_block_when_the_dice_take_it_there():
    # a block of 4 by 4 right between them: 5 inches over it, some 10 round it
    block = tower(8, 11.5, 4)
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, 17), step="charges", pieces=(block,))
    assert charged(t, [4, 3]).event("Moved") is None and t[0].foes == ()
    charged(t, [6, 5])
    assert within(t[0].form, t[1].form, CONTACT) and t[0].foes == (1,) and not t[0].has(condition.ROUGH_CHARGE)


def test_a_low_wall_is_no_hindrance():
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, 17), step="charges", pieces=(wall(6, 13),))
    charged(t, [3, 4])
    assert t[0].foes == (1,)


def test_a_charge_keeps_an_inch_from_enemies_it_has_not_named():
    # the other stands before the target: the way past him, an inch off, is longer than the straight one
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, 17), (OTHER, 1, 10, 14), step="charges")
    assert charged(t, [4, 3]).event("Moved") is None, "7 inches would do if nobody stood there"
    charged(t, [5, 4])
    assert t[0].foes == (1,) and not within(t[0].form, t[2].form, 1.0 - CONTACT)


def test_a_target_hemmed_in_by_friends_of_its_own_is_not_reached():
    guards = [(unit(model(name=f"Guard {k}"), name=f"Guard {k}"), 1, 10 + dx, 20 + dy) for k, (dx, dy) in enumerate(
        ((0, -1), (1, 0), (-1, 0), (0, 1)))]  # fmt: skip
    t = field((MAN, 0, 10, 12), (FOE, 1, 10, 20), *guards, step="charges")
    assert charged(t, [6, 6]).event("Moved") is None and t[0].foes == ()


def test_through_a_wood_the_charge_is_shorter_unless_it_can_go_round():
    # straight through the wood 7 inches and 2 for the ground; round its near edge at x 10.5 hardly more than 7
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, 18), step="charges", pieces=(wood(4, 12, 14, 4),))
    assert charged(t, [4, 4]).event("Moved") is None
    t = field((MAN, 0, 10, 10), (FOE, 1, 10, 18), step="charges", pieces=(wood(4, 12, 5.6, 4),))
    charged(t, [4, 4])
    assert t[0].foes == (1,) and not t[0].has(condition.ROUGH_CHARGE), "its base just clears the edge"


def test_a_charge_ends_in_coherency_however_the_unit_stood():
    # two men 9.5 inches apart, each with a foe of his own ahead: nearer together than before, and far from coherency
    men, foes = unit(model(name="Man"), name="Men", count=2), unit(model(name="Foe"), name="Foes", count=2)
    t = field((men, 0, 10, 10), (foes, 1, 10, 14.5), step="charges")
    for far, reaches in ((19.0, False), (13.0, True)):
        t.change(0, form=t[0].form.moved([(10.0, 10.0), (far + 1.5, 10.0)]))
        t.change(1, form=t[1].form.moved([(10.0, 14.5), (far, 14.5)]))
        assert (charge_moves.reach(t, 0, (1,), 6) is not None) is reaches
