"""Scenes of battles: what players may do on the table, for the rules that show there."""

from __future__ import annotations

from grognard.systems.usr import characters, condition, deployment, reserves
from grognard.systems.usr.combat import charge, hit_and_run
from grognard.systems.usr.examples import model, shooter, unit, weapon
from grognard.systems.usr.shooting import (
    eligibility,  # fmt: skip
    interceptor,
    shooting,
    split_fire,
    templates,
)
from grognard.table.state import Effect
from tests.scene import Scene
from tests.usr.field import act, field

TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)


def may_wait():
    drop = unit(model("Deep Strike"), name="Drop", count=3)
    t = field((drop, 0, 10, 10), (TROOP, 0, 20, 10), (TROOP, 1, 10, 40), step="holding_back")
    t.change(0, place="off")
    return reserves.ways(t, 0)


def may_break_away():
    t = field((unit(model("Hit & Run"), name="Riders"), 0, 10, 10), (TROOP, 1, 10, 10.99), step="breaking_away")
    t.change(0, foes=(1,))
    return hit_and_run.can_part(t, 0)


def may_join():
    hero = unit(model("Independent Character", name="Hero", W=3), name="Hero")
    t = field((TROOP, 0, 10, 10), (hero, 0, 10, 12), (TROOP, 1, 10, 40), step="joining")
    return act(t, characters.join_one(t, 0)).events


def asked_under_fire(gun, target_unit, faces):
    t = field((gun, 0, 10, 10), (target_unit, 1, 10, 20))
    shot = act(t, shooting.fire(t, 0, 1), faces)
    return sorted(shot.asked), [type(e).__name__ for e in shot.events]


def may_jink():
    return asked_under_fire(shooter(), unit(model("Jink"), name="Riders", type="Bike"), [1])


def is_pinned():
    return asked_under_fire(shooter("Pinning"), TROOP, [3, 4, 1, 1] if _speaks("Pinning") else [3, 4])


def lies_down():
    return asked_under_fire(shooter(), unit(model("Fearless"), name="Brave", count=3), [3, 4])


def _speaks(rule):
    from grognard.common.rules import bearing, id_of  # a rule that is switched off rolls no dice
    from grognard.systems.usr.system import SYSTEM

    return bearing(weapon("Gun", rule), type(SYSTEM.read_rule(rule))) is not None and id_of(SYSTEM.read_rule(rule))


def starts_as(*rules):
    def run():
        t = field((unit(model(*rules), name="Some"), 0, 10, 10), (TROOP, 0, 20, 10), (TROOP, 1, 10, 40))
        t.change(0, place="off")
        return reserves.ways(t, 0), deployment.scout_moves(t, 0)

    return run


def edge_asked():
    keen = unit(model("Outflank", "Acute Senses"), name="Keen")
    t = field((keen, 0, None, 0), (TROOP, 1, 10, 40), round=2, rulings={"outflank": "random"})
    t.memory = {**t.memory, ("outflank", 0): True}
    return sorted(act(t, reserves.arrive(t, 0), [1]).asked)


def at_arrivals():
    t = field((shooter("Interceptor"), 0, 10, 10), (TROOP, 1, 10, 20), player=1, step="intercepting")
    t.change(1, effects=(Effect(condition.ARRIVED),))
    return sorted(act(t, interceptor.intercept_one(t, 1)).asked)


def divided_fire():
    squad = unit(model("Split Fire", weapons=[weapon()]), name="Squad", count=2)
    t = field((squad, 0, 10, 10), (TROOP, 1, 10, 20), (unit(model(), name="Others"), 1, 20, 20))
    return sorted(act(t, split_fire.shoot(t, 0), [1, 1]).asked)


def used_up():
    t = field((shooter("One Use Only"), 0, 10, 10), (TROOP, 1, 10, 20))
    act(t, shooting.fire(t, 0, 1), [1])
    return eligibility.can_shoot(t, 0)


def torrent_reaches():
    flame = shooter("Torrent", range="Template", type="Assault 1")
    t = field((flame, 0, 10, 10), (TROOP, 1, 10, 24))
    return list(eligibility.Targets(t, 0))


def charges_after_heavy_fire():
    guns = unit(model("Relentless", weapons=[weapon("Cannon", type="Heavy 2")]), name="Guns")
    t = field((guns, 0, 10, 10), (TROOP, 1, 10, 16))
    t.change(0, effects=(Effect(condition.MOVED, value="moved"),))
    shot = act(t, shooting.fire(t, 0, 1), [1, 1])
    return charge.can_charge(t, 0), shot.event("ShotAt").by


def marker_covers(rule):
    def run():
        from grognard.systems.usr.attack.matchup import match
        from grognard.systems.usr.circumstances import Situation, now
        from grognard.systems.usr.squads import squad_of

        gun = shooter(rule).models[0]
        m = match(gun, squad_of((gun,)), gun.weapons[0], squad_of(TROOP.models), now(Situation()))
        return m.landing.marker, templates.scattering(m).may_again

    return run


def what_mends():
    from grognard.systems.usr.end_of_turn import menders

    return menders(unit(model("It Will Not Die", W=3), model(W=3)).models)


def of_minds(bearer, target_unit=TROOP):
    """What a unit may manifest on another, with what chances it is denied, how much it adds to the pool."""

    def run():
        from grognard.systems.usr.psychic import known_powers, psykers
        from grognard.table.events import Noted

        t = field((bearer, 0, 10, 10), (target_unit, 1, 10, 25), step="psychic")
        Noted("warp", (6, 6)).on(t)
        test = psykers.denying(t[1].members, psykers.Casting())
        return (
            sorted(known_powers.ways(t, 0)),
            test.needs,
            psykers.mastery(t[0].members),
            psykers.mind_of(t[0].members[0]).Ld,
        )

    return run


def singer(rule, **stats):
    return unit(model(rule, name="Singer", powers=["Smite"], **stats), name="Singer")


SCENES = [
    Scene("what a psyker may manifest", of_minds(singer("Psyker (Mastery Level 2)"))),
    Scene("what a pilot may manifest", of_minds(singer("Psychic Pilot", Front=11))),
    Scene("what a brotherhood may manifest", of_minds(singer("Brotherhood of Psykers"))),
    Scene("how a strong will denies", of_minds(singer("Psyker"), unit(model("Adamantium Will"), name="Monks"))),
    Scene("who gets wounds back", what_mends),
    Scene("who may wait for Deep Strike", may_wait),
    Scene("who may break away", may_break_away),
    Scene("whom a character joins", may_join),
    Scene("what riders are asked when they are shot at", may_jink),
    Scene("what fire that pins makes of a troop", is_pinned),
    Scene("what the fearless are asked under fire", lies_down),
    Scene("how far a torrent reaches", torrent_reaches),
    *(Scene(f"how a unit with {rule} starts", starts_as(rule)) for rule in ("Infiltrate", "Scout 2", "Outflank")),
    Scene("what is asked when an edge is rolled for", edge_asked),
    Scene("who fires at arrivals", at_arrivals),
    Scene("who divides his fire", divided_fire),
    Scene("what can be fired again", used_up),
    Scene("who charges after firing heavy weapons", charges_after_heavy_fire),
    *(Scene(f"the marker of a {rule}", marker_covers(rule)) for rule in
      ("Blast", "Large Blast", "Massive Blast", "Apocalyptic Blast", "Twin-linked")),
]  # fmt: skip
