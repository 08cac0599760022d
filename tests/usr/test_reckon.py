"""What greedy players reckon with: means of the exact laws, shared by whatever throws the same dice."""

from __future__ import annotations

import pytest

from grognard.muster.ref import resolve_force, samples
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.attack.matchup import match
from grognard.systems.usr.bots import expected_damage, expected_fire
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.condition import met
from grognard.systems.usr.examples import model, shooter, unit
from grognard.systems.usr.squads import squad_of

SITUATIONS = (
    now(Situation()), now(Situation(melee=True, charging=True)), now(Situation(snap=True, zooming=True)),
    now(Situation(jinking=True, half=True, facing="rear")),
)  # fmt: skip


@pytest.fixture(scope="module")
def units():
    """The models of every unit of the sample forces."""
    return [kind for sample in samples("usr") for kind in resolve_force(sample["ref"]).kinds if kind.models]


@pytest.mark.parametrize("how", SITUATIONS, ids=["shot", "charge", "snap", "jink"])
def test_match_ups_that_share_a_law_have_the_same_law(units, how):
    """Every weapon of the samples against a model of each unit, in cover and not: what is shared is what it is alone."""
    met_by = [(squad_of(u.models, u.name), met(u.models[0], cover)) for u in units for cover in (None, 5)]
    shared = 0
    for u in units:
        mates = squad_of(u.models, u.name)
        for by in dict.fromkeys(u.models):
            for weapon in weapons.blades(by) if how.melee else (*weapons.guns(by), *weapons.witchfires(by)):
                for at, target in met_by[:: 3 if how.snap else 2]:
                    m = match(by, mates, weapon, at, how)
                    if at.armoured != target.model.stats.armoured or at.armoured is (m.wound is not None):
                        continue
                    alone = expected_damage._of_hull if at.armoured else expected_damage._of_flesh
                    before = expected_damage._mean_of.cache_info().misses
                    found = expected_damage.per_shot.__wrapped__(m, target)
                    if expected_damage._mean_of.cache_info().misses == before:
                        shared += 1
                        assert found == alone(m, target), (by.name, weapon.name, at.names, target.cover)
    assert shared > 500


def test_fire_counts_by_what_it_is_within():
    """A Rapid Fire gun of 24": two shots within 12", one within 24", nothing beyond; 1/2 to hit, 1/2 to wound, 2/3 unsaved."""
    firers, foe = shooter(range=24, type="Rapid Fire", BS=3, S=4), unit(model(T=4, Sv="5+"), count=3)
    mates, at, target = squad_of(firers.models), squad_of(foe.models), met(foe.models[0], None)
    found = [
        expected_fire.volley(firers.models, mates, "", at, target, 3, now(Situation()), n) for n in (1, 12, 13, 24, 25)
    ]
    assert found == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6, 0.0])
