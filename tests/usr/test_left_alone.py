"""Nobody is bound to a unit that is gone: characters whose squads have fallen round them, and what they leave behind."""

from __future__ import annotations

import pytest

from grognard.systems.usr import characters
from grognard.systems.usr.combat import fight
from grognard.systems.usr.examples import model, target, unit, weapon
from grognard.systems.usr.shooting import vortex
from grognard.table.events import Embarked, Harmed, Joined, Removed
from tests.invariants import faults
from tests.usr.carrying import carrier
from tests.usr.field import act, field, named

HERO = unit(model("Independent Character", "Fearless", name="Hero", W=2), name="Hero")
LORD = unit(model("Independent Character", "Fearless", name="Lord", W=2), name="Lord")
MEN = unit(model("Fearless", name="Man"), name="Men", count=2)
HORDE = unit(model("Fearless", name="Foe"), name="Horde", count=2)
SEER = unit(
    model("Independent Character", name="Seer", weapons=[weapon("Rift", "Blast", "Vortex", S=8, AP=1)]), name="Seer"
)


def melee():
    """Two squads in close combat, with a character in each."""
    t = field((MEN, 0, 10, 10), (HERO, 0, 13, 10), (HORDE, 1, 10, 10.99), (LORD, 1, 13, 10.99), step="close_combat")
    men, hero, horde, lord = (named(t, name) for name in ("Men", "Hero", "Horde", "Lord"))
    Joined(hero, men).on(t)
    Joined(lord, horde).on(t)
    act(t, fight.lock(t, men, horde))
    return t, men, hero, horde, lord


@pytest.mark.rule("usr:independent-character")
def test_two_characters_whose_squads_wipe_each_other_out_fight_on_with_each_other():
    t, men, hero, horde, lord = melee()
    Harmed(men, (0, 0, 2)).on(t)
    Harmed(horde, (0, 0, 2)).on(t)
    act(t, characters.orphans(t))
    assert (t[hero].foes, t[lord].foes) == ((lord,), (hero,))
    assert t[men].place == t[horde].place == "dead" and faults(t) == []
    assert fight.combats(t) == [tuple(sorted((hero, lord)))]


@pytest.mark.rule("usr:independent-character")
@pytest.mark.parametrize("which", [0, 1])
def test_one_whose_squad_has_fallen_fights_the_other_squad_on(which):
    t, men, hero, horde, lord = melee()
    gone, alone, other = ((men, hero, horde), (horde, lord, men))[which]
    Harmed(gone, (0, 0, 2)).on(t)
    act(t, characters.orphans(t))
    assert t[alone].foes == (other,) and t[other].foes == (alone,) and faults(t) == []


def test_three_squads_and_three_characters_in_one_combat():
    ours = ((MEN, 0, 10, 10), (HERO, 0, 13, 10), (MEN, 0, 10, 12), (HERO, 0, 16, 10))
    t = field(*ours, (HORDE, 1, 10, 11), (LORD, 1, 13, 11))
    for guest, host in ((1, 0), (3, 2), (5, 4)):
        Joined(guest, host).on(t)
    act(t, fight.lock(t, 0, 4))
    act(t, fight.lock(t, 2, 4))
    for u in (0, 2, 4):
        Harmed(u, (0, 0, *t[u].wounds[2:])).on(t)
    act(t, characters.orphans(t))
    assert faults(t) == [] and t[5].foes == (1, 3) and t[1].foes == t[3].foes == (5,)


def test_a_squad_that_falls_inside_a_transport_leaves_its_character_aboard():
    t = field((MEN, 0, 10, 10), (HERO, 0, 13, 10), (carrier(), 0, 20, 20), (HORDE, 1, 10, 40))
    men, hero, box = named(t, "Men"), named(t, "Hero"), 2
    Joined(hero, men).on(t)
    Embarked(men, box).on(t)
    Harmed(men, (0, 0, 2)).on(t)
    act(t, characters.orphans(t))
    assert (t[hero].place, t[hero].aboard) == ("aboard", box) and faults(t) == []


@pytest.mark.rule("usr:vortex")
def test_the_vortex_of_a_character_who_has_joined_drifts_after_him():
    t = field((MEN, 0, 10, 10), (SEER, 0, 13, 10), (target(), 1, 10, 40))
    men, seer = named(t, "Men"), named(t, "Seer")
    Joined(seer, men).on(t)
    m = vortex.match(t[seer].kind.models[0], vortex.NO_SQUAD, t[seer].kind.models[0].weapons[0], vortex.NO_SQUAD,
                     vortex.now(vortex.Situation()))  # fmt: skip
    act(t, vortex.opened(t, men, m, (30.0, 30.0)))
    (marker,) = vortex.vortices(t)
    assert marker.value[:2] == (seer, "Rift")
    Removed(men, "gone").on(t)
    t.clock = type(t.clock)(2, 0, t.clock.step, 0, "drifting")
    act(t, vortex.drift(t, marker, 0), [1, 2, 6])
    assert vortex.vortices(t)[0].value[:2] == (seer, "Rift")
