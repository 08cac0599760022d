"""House rules that scatter, frighten, drop, hide and strike by other numbers than the rules that ship."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.faces import Throw
from grognard.systems.usr import condition, deployment, end_of_turn, lasting_effects
from grognard.systems.usr.attack.matchup import match
from grognard.systems.usr.attack.outcomes import CLOSES
from grognard.systems.usr.circumstances import Situation, now
from grognard.systems.usr.combat import fight
from grognard.systems.usr.examples import model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.moments import DELAYED, LOST, UsrRule
from grognard.systems.usr.movement import deep_strike, overflight
from grognard.systems.usr.shooting import apocalyptic_barrage, interceptor, shooting, templates, vortex
from grognard.systems.usr.squads import squad_of
from grognard.table.events import Locked
from grognard.table.state import Effect
from tests.housed import knowing
from tests.usr.field import act, field, named
from tests.usr.test_other_numbers import armed, bearing

F = Fraction


class Tinkered(UsrRule, frozen=True):
    """Two misses with the weapon are thrown again."""

    spellings = ("Tinkered",)
    on = ("weapon",)

    def to_hit(self, test, attack):
        test.some_again(2, self, "two misses again")

    def scatters(self, scatter, attack):
        scatter.some_again(2, self, "the scatter of two shots again")


class Wild(UsrRule, frozen=True):
    """The marker scatters by three dice."""

    spellings = ("Wild",)
    on = ("weapon",)

    def scatters(self, scatter, attack):
        scatter.by_dice(3, self, "3D6 inches")


class Molten(UsrRule, frozen=True):
    """A blast that a 1 or 2 before firing loses."""

    spellings = ("Molten",)
    on = ("weapon",)

    def landing(self, landing, attack):
        landing.upgrade(5, 7, self, "a large blast, of a blast a massive one")
        landing.heat((1, 2), self, "a 1 or 2 loses the shot")


class Mist(UsrRule, frozen=True):
    """A marker that stays, drifts by one die and closes on a 6."""

    spellings = ("Mist",)
    on = ("weapon",)

    def landing(self, landing, attack):
        landing.last(Throw("mist drift", (6,), _crawls), self, "the marker stays")


def _crawls(faces):
    return CLOSES if faces[0] == 6 else faces[0]


class Ambush(UsrRule, frozen=True):
    """Fires at who comes from reserve, and in its own turn as well."""

    spellings = ("Ambush",)
    on = ("weapon",)

    def intercepting(self, watch, weapon):
        watch.ready(self, "fires at who comes from reserve", then_silent=False)


class Ghosts(UsrRule, frozen=True):
    """Set up last, more than 6 inches from the enemy, and may charge; scouts as near."""

    spellings = ("Ghosts",)
    on = ("model",)
    covers = "any"

    def deploys(self, readiness):
        readiness.infiltrate(6.0, self, "set up last", may_charge=True)
        readiness.scout(1, 6.0, self, "a move before the first turn")


class Pods(UsrRule, frozen=True):
    """Comes down anywhere by a single die of scatter; a mishap is the end of it on a 6 only."""

    spellings = ("Pods",)
    on = ("model",)
    covers = "all"

    def arrives(self, arrival):
        arrival.anywhere(1, (DELAYED,) * 5 + (LOST,), self, "comes in a pod")


class Rake(UsrRule, frozen=True):
    """Strikes whom it has flown over with two hits of AP5."""

    spellings = ("Rake",)
    on = ("model",)

    def overhead(self, strike):
        strike.hit(2, 1, 5, self, "rakes whom it has flown over")


class Eerie(UsrRule, frozen=True):
    """Who fails the test fights with Weapon Skill 2."""

    spellings = ("Eerie",)
    on = ("model",)

    def frightens(self, dread):
        dread.spread(2, self, "Weapon Skill 2")


class Napalm(UsrRule, frozen=True):
    """An unsaved wound sets the unit ablaze: the fire dies on a 1, else two hits of Strength 8."""

    spellings = ("Napalm",)
    on = ("weapon",)

    def harms(self, harm, attack):
        harm.mark("ablaze", self, "sets the unit ablaze")

    def burns(self, fire):
        fire.burn(1, 2, weapon("napalm", S=8, AP=2), self, "dies on a 1, else two hits")


class Ring(UsrRule, frozen=True):
    """Five circles, of which any but the middle may be struck, and that ahead most often."""

    spellings = ("Ring",)
    on = ("weapon",)

    def landing(self, landing, attack):
        landing.strike((1, 1, 1, 2, 3, 4), self, "each shot strikes one of five circles")


HOUSE = (Napalm, Ring, Tinkered, Wild, Molten, Mist, Ambush, Ghosts, Pods, Rake, Eerie)


housed = knowing("usr", HOUSE)


def matched(kind):
    """The match-up of a unit's first weapon against one soldier."""
    bearer = kind.models[0]
    return match(bearer, squad_of(kind.models), bearer.weapons[0], squad_of(target().models), now(Situation()))


# --- shots ------------------------------------------------------------------------------------------------------------


def test_two_misses_are_thrown_again():
    """Each of two shots has a second chance: 8/9 hit, 1/2 wound."""
    gun = armed(shooter(shots=2), Tinkered())
    assert slays(gun, target(count=2), 2) == F(4, 9) ** 2
    three = armed(shooter(shots=3), Tinkered())  # all three hit: none, one or two of the three missed at first
    assert slays(three, target(count=3), 3) == F(1, 8) * F(8, 27) * (1 + 3 * F(1, 3) + 3 * F(1, 9))


def test_a_marker_scatters_by_other_dice():
    wild = armed(shooter("Blast"), Wild())
    t = field((wild, 0, 10, 10), (target(), 1, 10, 20))
    assert act(t, templates.scattered(0, (10, 20), matched(wild)), [3, 1, 3, 4, 5]).result[1] == 12 - 4


def test_each_of_two_shots_may_scatter_again_but_no_third():
    twice = armed(shooter("Blast"), Tinkered())
    t = field((twice, 0, 10, 10), (target(), 1, 10, 20))
    for used, faces in ((0, [3, 1, 6, 6, 1]), (1, [3, 1, 6, 6, 1]), (2, [3, 1, 6, 6])):
        done = act(t, templates.scattered(0, (10, 20), matched(twice), used), faces, {"roll again": "yes"})
        assert done.result[2] is (used < 2)


def test_other_faces_of_the_die_before_firing_lose_the_shot():
    """The marker covers one model; a 1 or 2 loses the shot and wounds the firer."""
    hot = armed(shooter(), Molten())
    assert matched(hot).landing.marker == 5 and matched(armed(shooter("Blast"), Molten())).landing.marker == 7
    assert slays(hot, target()) == F(4, 6) * F(1, 2) and other(hot, target(), "own-slain") == F(2, 6)


def test_a_marker_that_stays_drifts_by_its_own_dice():
    mist = armed(shooter("Blast", S=8), Mist())
    t = field((mist, 0, 20, 10), (target(), 1, 20, 20))
    act(t, vortex.opened(t, 0, matched(mist), (20.0, 30.0)))
    act(t, vortex.drifting(t, 1), [4, 6])
    assert (vortex.vortices(t)[0].x, vortex.vortices(t)[0].y) == (24.0, 30.0)
    t.clock = t.clock.__class__(2, 0, 0, 0, t.clock.phase)
    assert act(t, vortex.drifting(t, 0), [6]).event("VortexCloses") is not None


@pytest.mark.parametrize("silent", [True, False])
def test_a_gun_that_intercepts_and_fires_in_its_own_turn_too(silent):
    gun = shooter("Interceptor") if silent else armed(shooter(), Ambush())
    t = field((gun, 0, 10, 10), (target(count=2), 1, 10, 20), player=1, step="intercepting")
    t.change(1, effects=(Effect(condition.ARRIVED),))
    done = act(t, interceptor.intercept_one(t, 1), [4, 4], {"fire as he arrives": 1})
    assert done.event("ShotAt") is not None and t[1].size == 1
    assert any(rule.written() == "silent" for rule in t[0].members[0].weapons[0].rules) is silent


def test_a_fire_burns_as_the_rule_of_who_set_it_says():
    gun = armed(shooter(), Napalm())
    t = field((gun, 0, 10, 10), (target(count=4), 1, 10, 20))
    done = act(t, shooting.fire(t, 0, 1), [4, 4])
    assert t[1].size == 3
    assert [e.by for e in done.all("Given") if e.effect.what == lasting_effects.ABLAZE] == [("usr:napalm",)]
    done = act(t, end_of_turn.burning(t), [2, 2, 2, 1, 1])
    assert t[1].size == 1 and done.event("Said").by == ("usr:napalm",), "two hits wound on 2+, nothing saves"
    act(t, end_of_turn.burning(t), [1])
    assert not t[1].has(lasting_effects.ABLAZE)


def test_another_die_says_which_circle_is_struck():
    ring = armed(shooter(), Ring())
    t = field((ring, 0, 10, 10), (target(), 1, 10, 20))
    struck = act(t, apocalyptic_barrage.strikes(t, (10.0, 15.0), 24, matched(ring), 2, 0.0), [3, 4])
    assert struck.event("CirclesStruck").circles == (1, 2)
    assert [len(landing.under) for landing in struck.result] == [1, 0], "the target stands ahead of the middle"


# --- before the battle and from reserve -------------------------------------------------------------------------------


def test_another_distance_from_the_enemy():
    for kind, far, charges in ((bearing(target(), Ghosts()), 6.0, True), (target("Infiltrate"), 12.0, False)):
        t = field((kind, 0, 10, 6), (target(), 1, 24, 30), step="infiltrating")
        t.change(0, place="off")
        t.count()
        options, apart = deployment.hiding_places(t, 0), far + 2 * t[1].form.bases[0].radius
        spot = t[1].form.shifted(0, -apart - 0.1)
        assert spot in options and t[1].form.shifted(0, -apart) not in options
        act(t, deployment.infiltrate(t, 0), picks={"infiltrate": spot})
        assert t[0].has(condition.INFILTRATED) is not charges


def test_it_scouts_as_near_as_its_rule_says():
    t = field((bearing(target(), Ghosts()), 0, 24, 20), (target(), 1, 24, 32), step="scouting")
    act(t, deployment.scout(t, 0, ()), picks={"scout": lambda moves: t[0].form.shifted(0, 4.5)})
    assert t[0].form.positions[0] == (24.0, 24.5)


def test_it_comes_down_by_other_dice_and_another_table():
    for face, what in ((1, DELAYED), (6, LOST)):
        t = field((bearing(target(), Pods()), 0, None, 0), (target(), 1, 24, 24), round=2, step="reinforcements")
        done = act(t, deep_strike.drop(t, 0), [3, 24, 4, face], {"come down": (24.0, 20.0)})
        assert done.event("Mishap").what == what, "4 inches up the table stands the enemy"


# --- blows ------------------------------------------------------------------------------------------------------------


def test_it_strikes_from_above_with_other_hits():
    kite = bearing(unit(model(S=6, name="Kite"), name="Kite"), Rake())
    assert slays(kite, target(count=2), 2, sets={"vector-strike": True}) == F(5, 6) ** 2
    assert slays(kite, target(Sv="4+", count=2), 2, sets={"vector-strike": True}) == F(5, 12) ** 2, "AP5"
    t = field((kite, 0, 10, 10), (target(count=3), 1, 10, 20))
    t.change(0, effects=(Effect(condition.AIRBORNE), Effect(condition.FLOWN_OVER, value=(1,))))
    done = act(t, overflight.strike(t, 0), [2, 1, 2], {"strike": 1})
    assert done.event("StrikesFromAbove").by == ("usr:rake",) and t[1].size == 2


def test_who_fails_the_test_fights_with_the_skill_that_the_rule_says():
    """Against Weapon Skill 4 a skill of 1 hits on 5+, one of 2 on 4+."""
    blade = weapon("Blade", melee=True)
    horror = bearing(unit(model(name="Horror", I=1, weapons=[blade]), name="Horror"), Eerie())
    man = unit(model(name="Man", weapons=[blade], T=10, W=9, Ld=7), name="Man")
    assert slays(man, bearing(target(), Eerie()), melee=True, sets={"afraid": True}) == F(1, 2) * F(1, 2)
    assert slays(man, target("Fear"), melee=True, sets={"afraid": True}) == F(1, 3) * F(1, 2)
    assert slays(man, bearing(target("Fear"), Eerie()), melee=True, sets={"afraid": True}) == F(1, 6), "the lower"
    t = field((horror, 0, 10, 10), (man, 1, 10, 10.9875), step="close_combat", distance=1.0)
    Locked(0, named(t, "Man")).on(t)
    done = act(t, fight.fight(t, (0, 1)), [6, 6, 4, 4])
    assert condition.cowed(t[1]) == 2 and t[0].place == "dead" and done.event("Tested").by == ("usr:eerie",)
