"""Hatred and Preferred Enemy of everybody, of factions, of sorts of units and of lists; it is told when they find nobody."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import structs

from grognard.common.profiles import Force, interned
from grognard.systems.usr import condition
from grognard.systems.usr.attack.foes import idle, meant
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit
from grognard.systems.usr.shooting.shooting import fire
from tests.usr.field import act, field

rule = pytest.mark.rule

F = Fraction
PLAIN, KEEN = F(2, 3) * F(1, 2), F(7, 9) * F(7, 12)  # ones again: 2/3 + 1/6 2/3 to hit, 1/2 + 1/6 1/2 to wound


def of(kind, *factions):
    return interned(structs.replace(kind, details=(("faction", factions),)))


@pytest.mark.parametrize("foe", ["Everything", "Everything!", "everyone", "All enemies", "Enemies", "Orks, everything"])
def test_everything_is_everybody(foe):
    assert meant(foe) == ()
    assert (
        slays(shooter(rules=[f"Preferred Enemy ({foe})"]), target())
        == KEEN
        == slays(shooter(rules=["Preferred Enemy"]), target())
    )
    assert slays(unit(model(f"Hatred ({foe})")), target(), melee=True) == F(3, 4) * F(1, 2)


@pytest.mark.parametrize(
    ("foe", "kind", "is_meant"),
    [
        ("Moss Orks", of(target(), "Moss Orks"), True),
        ("moss ork", of(target(), "Gulls", "Moss Orks"), True),
        ("Orks", of(target(), "Moss Orks"), False),  # another faction
        ("Tau", of(target(), "Tau Empire"), True),
        ("Tau Empire", of(target(), "Tau"), True),
        ("Faction: Moss Orks", of(target(), "Moss Orks"), True),
        ("any Moss Ork units", of(target(), "Moss Orks"), True),
        ("Chaos", of(target(), "Chaos Gulls"), True),  # all of them are
        ("Chaos", of(target(), "Gulls of Chaos"), True),
        ("Gulls", of(target(), "Chaos Gulls"), False),
        ("Moss", of(target(), "Moss Orks"), False),  # it may be another's
        ("Empire", of(target(), "Tau Empire"), False),
        ("Gulls, Moss Orks", of(target(), "Moss Orks"), True),
        ("Gulls and Moss Orks", of(target(), "Moss Orks"), True),
        ("Gulls / Herons", of(target(), "Moss Orks"), False),
        ("Infantry, Jump Infantry, Bikes", target(), True),
        ("Jump Infantry", target(), False),
        ("Jump Infantry", target(type="Jump"), True),
        ("Vehicles", target(), False),
        ("Monstrous Creatures", target(type="Flying Monstrous Creature"), True),
        ("Characters", unit(model("Independent Character"), name="Hero"), False),  # its type says it, or does not
        ("Characters", unit(model(), name="Hero", type="Infantry (Character)"), True),
        ("Psykers", target("Psyker (Mastery Level 2)"), True),
        ("Psykers, Daemons", target("Daemon"), True),
        ("Psykers", target("Daemon"), False),
        ("Targets", of(target(), "Moss Orks"), True),  # a unit by its name
        ("Soldiers", of(target(), "Moss Orks"), True),  # a model by its name
    ],
)  # fmt: skip
def test_who_is_meant(foe, kind, is_meant):
    keen = shooter(rules=[f"Preferred Enemy ({foe})"])
    assert slays(keen, kind) == slays(shooter(rules=["Preferred Enemy"] if is_meant else []), kind)
    notes = [note for note in ask(keen, kind).notes if "does not mean" in note]
    assert bool(notes) == (not is_meant)


def test_of_a_unit_with_factions_a_name_counts_from_its_first_word_on():
    orks = shooter(rules=["Preferred Enemy (Orks)"])
    moss = unit(model(name="Moss Ork"), name="Moss Ork Boyz")
    assert slays(orks, moss) == KEEN, "nothing says that they are other Orks"
    assert slays(orks, of(moss, "Moss Orks")) == PLAIN
    assert slays(orks, of(unit(model(name="Ork of the Moss"), name="Mob"), "Greens")) == KEEN


def test_odds_say_when_nobody_is_meant():
    keen = shooter(rules=["Preferred Enemy (Gulls)"])
    (note,) = ask(keen, of(target(), "Moss Orks")).notes
    assert note == "Preferred Enemy (Gulls) does not mean Target, of Moss Orks; --set foe=yes if it does"
    assert "of no faction that its file says" in ask(keen, target()).notes[0]
    assert ask(keen, target(), sets={"foe": True}).notes == ()
    hater = unit(model("Hatred (Gulls)"))
    assert ask(hater, target(), melee=True).notes and slays(hater, target(), melee=True) == F(1, 4)
    assert ask(shooter(rules=["Hatred (Gulls)"]), target()).notes == (), "it is for close combat"
    assert ask(shooter(rules=["Preferred Enemy (Everything!)"]), target()).notes == ()


def test_a_battle_says_when_nobody_of_the_other_force_is_meant():
    keen = structs.replace(shooter(rules=["Preferred Enemy (Gulls)"]), name="Keen")
    gulls, orks = (Force("usr", name, (of(target(), name),)) for name in ("Gulls", "Orks"))
    hunters = Force("usr", "Hunters", (keen,))
    assert idle((hunters, orks)) == ["Preferred Enemy (Gulls) of Keen means no unit of Orks"] == idle((orks, hunters))
    assert idle((hunters, gulls)) == []


@rule("usr:preferred-enemy")
def test_on_the_table_ones_are_thrown_again_at_the_faction_that_is_meant():
    keen = shooter(rules=["Preferred Enemy (Moss Orks)"])
    t = field((keen, 0, 10, 10), (of(target(), "Moss Orks"), 1, 10, 20))
    assert condition.squad(t[1]).factions == ("Moss Orks",)
    act(t, fire(t, 0, 1), [1, 4, 1, 4])  # a miss again, a failure again
    assert not t[1].members
    t = field((keen, 0, 10, 10), (of(target(), "Gulls"), 1, 10, 20))
    act(t, fire(t, 0, 1), [1])
    assert t[1].members
