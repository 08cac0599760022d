"""What greedy players do with barrages, wide markers and vortices."""

from __future__ import annotations

import pytest

from grognard.bots.greedy import best
from grognard.common.schema import Count
from grognard.kernel.asks import Choose
from grognard.systems.usr.attack.matchup import match
from grognard.systems.usr.bots import expected_damage, greedy, template_aims
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.condition import met
from grognard.systems.usr.examples import model, shooter, unit
from grognard.systems.usr.shooting import guns, vortex
from grognard.systems.usr.shooting.eligibility import Targets
from grognard.systems.usr.shooting.firing_choices import HOLD
from grognard.systems.usr.shooting.templates import Aims
from grognard.systems.usr.shooting.vortex import VortexLies
from grognard.systems.usr.squads import squad_of
from grognard.systems.usr.turn import GAME
from grognard.table.state import Marker
from tests.usr.field import field, tower

rule = pytest.mark.rule
TROOP = unit(model(name="Trooper"), name="Troop", count=5)
MATES = unit(model(name="Mate"), name="Mates", count=5)


def aims_of(t, v, *rules, **stats):
    """Where the first unit's gun with these rules may be laid on a unit."""
    gun = shooter(*rules, range=60, **stats).models[0]
    m = match(gun, squad_of((gun,)), gun.weapons[0], squad_of(t[v].members), now(Situation()))
    return Aims(t, 0, t[0].form, v, m, tuple(range(t[v].size)), 60.0)


@rule("usr:barrage")
def test_a_greedy_player_fires_barrages_at_what_he_does_not_see():
    mortars = shooter("Barrage", "Blast", range=36)
    t = field((mortars, 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(4, 16, 14),))
    options = list(Targets(t, 0))
    pick, why = best(t, Choose(0, "?", tuple(options), about=("shoot", 0)), options, GAME)
    assert pick == 1 and "Troop" in why


def test_a_rifleman_holds_his_fire_there():
    t = field((shooter(range=36), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(4, 16, 14),))
    assert list(Targets(t, 0)) == [HOLD] and not guns.lobs(t[0].members, squad_of(t[0].members), "", False)


@rule("usr:apocalyptic-mega-blast")
def test_wide_markers_are_laid_where_scatter_spares_friends():
    # two enemies of equal size, friends beside the left one
    t = field((shooter(), 0, 24, 2), (MATES, 0, 6, 33), (TROOP, 1, 6, 30), (TROOP, 1, 30, 30))
    left, right = [u.id for u in t.units if u.side == 1]
    quake = {"S": "10/7/5", "AP": "1/4/6"}
    near = aims_of(t, left, "Apocalyptic Mega-blast", **quake)
    far = aims_of(t, right, "Apocalyptic Mega-blast", **quake)
    assert template_aims.under_marker(t, 0, near, (9.0, 30.0)) < 0 < template_aims.under_marker(t, 0, far, (33.0, 30.0))


def test_enemies_beside_the_target_count_as_well():
    t = field((shooter(), 0, 24, 2), (TROOP, 1, 20, 30), (TROOP, 1, 20, 32))
    aims = aims_of(t, 1, "Massive Blast")
    assert aims.covering((23.0, 30.0)) == 10  # 3.5 inches and half a base round it: both rows


@rule("usr:apocalyptic-mega-blast")
def test_a_target_among_friends_is_worth_less():
    quake = shooter("Apocalyptic Mega-blast", S="10/7/5", AP="1/4/6", range=60)
    t = field((quake, 0, 24, 2), (MATES, 0, 6, 33), (TROOP, 1, 6, 30), (TROOP, 1, 30, 30))
    left, right = [u.id for u in t.units if u.side == 1]
    assert template_aims.too_near(t, t[0], t[left]) == MATES.points and template_aims.too_near(t, t[0], t[right]) == 0
    options = (left, right, HOLD)
    assert best(t, Choose(0, "?", options, about=("shoot", 0)), list(options), GAME)[0] == right


@rule("usr:vortex")
def test_a_vortex_is_opened_away_from_ones_own():
    t = field((shooter(), 0, 24, 2), (MATES, 0, 6, 36), (TROOP, 1, 6, 30), (TROOP, 1, 30, 30))
    left, right = [u.id for u in t.units if u.side == 1]
    rift = {"S": "D", "AP": 1}
    near, far = aims_of(t, left, "Vortex", "Blast", **rift), aims_of(t, right, "Vortex", "Blast", **rift)
    assert template_aims.under_marker(t, 0, near, (9.0, 30.0)) < template_aims.under_marker(t, 0, far, (33.0, 30.0))


@rule("usr:vortex")
def test_a_greedy_player_keeps_clear_of_a_vortex():
    t = field((MATES, 0, 20, 20), (TROOP, 1, 20, 46), step="movement")
    VortexLies(Marker(90, vortex.VORTEX, 22.0, 12.0, 0, (0, "Rift", 5, (1, 0)))).on(t)
    near, far = t[0].form, t[0].form.shifted(0, 8)
    assert template_aims.peril(t, near) > 0 == template_aims.peril(t, far)
    ask = Choose(0, "?", (near, far), about=0)
    before = greedy.worth(t, ask)(near)[0]
    t.markers = ()
    without = greedy.worth(t, ask)(near)[0]
    assert without - before == pytest.approx(MATES.points * template_aims.peril_of((22.0, 12.0), 5, near))


@rule("usr:vortex")
def test_the_chance_to_be_swallowed_is_that_of_the_drift():
    # a point 11 inches straight up is within half an inch of where 5 and 6 one way take it: 2/36 of one of 24 ways; the ways
    # beside it pass 1.4 inches off
    assert template_aims.chance_to_cover(11.0, 0.5) == pytest.approx(2 / 36 / 24)
    assert template_aims.chance_to_cover(30.0, 2.0) == 0


@rule("usr:apocalyptic-mega-blast")
def test_a_crowd_under_a_mega_blast_is_weighed_zone_by_zone():
    # Toughness 8, no save: 10 wounds on 2, 7 on 5, 5 on 6 (5/6, 2/6, 1/6); ten models, of which six lie under it after scatter
    gun = shooter("Apocalyptic Mega-blast", S="10/7/5", AP="1/4/6", range=60).models[0]
    mob = unit(model(name="Grunt", T=8), name="Mob", count=10)
    at, how = squad_of(mob.models), now(Situation())
    shot = expected_damage.shot(gun, squad_of((gun,)), gun.weapons[0], Count(1), at, met(mob.models[0]), 10, how)
    assert shot == pytest.approx(6 * (0.25 * 5 / 6 + 0.24 * 2 / 6 + 0.51 * 1 / 6))
