"""Rosters in every shape that lists have, in words of our own, each with the force that it must give, written down by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_composition import GUN, HULL, MAN, chosen, force, gun, man, profile, told, wagon

BLADE = {"Range": "-", "Strength": "User", "AP": "3", "Type": "Melee"}
WALKER = {
    "WS": "4",
    "BS": "4",
    "S": "6",
    "Front": "12",
    "Side": "12",
    "Rear": "10",
    "I": "4",
    "A": "2",
    "HP": "3",
    "Type": "Vehicle (Walker)",
}
PIECE = {
    "WS": "-",
    "BS": "-",
    "S": "-",
    "T": "7",
    "W": "2",
    "I": "-",
    "A": "-",
    "Ld": "-",
    "Save": "3+",
    "Unit Type": "Artillery",
}


def arm(name: str, number: int = 1, points: float = 0, **figures: str) -> str:
    return chosen(name, "upgrade", number=number, points=points, profiles=profile(name, "Weapon", {**GUN, **figures}))


def blade(name: str, number: int = 1) -> str:
    return chosen(name, "upgrade", number=number, profiles=profile(name, "Weapon", BLADE))


def hull(
    name: str, type: str, *inner: str, of: str = "Vehicle", number: int = 1, points: float = 0, **figures: str
) -> str:
    cells = {**(WALKER if of == "Walker" else HULL), **figures}
    return chosen(name, type, *inner, number=number, points=points, profiles=profile(name, of, cells))


def piece(name: str, *inner: str) -> str:
    return chosen(name, "upgrade", *inner, profiles=profile(name, "Unit", PIECE))


INF = "Infantry"
SHAPES = {
    "men alone": (
        [chosen("Line", "unit", man("Man", gun("Rifle", 5), number=5, points=50))],
        [("Line", INF, 50, {"Man": 5})],
    ),
    "men and a sergeant": (
        [chosen("Line", "unit", man("Sergeant", points=14), man("Man", number=4, points=56))],
        [("Line", INF, 70, {"Sergeant": 1, "Man": 4})],
    ),
    "points on the unit and on its parts": (
        [chosen("Line", "unit", man("Man", arm("Melter", 1, 10), number=5, points=70), points=10)],
        [("Line", INF, 90, {"Man": 5})],
    ),
    "two sorts of models": (
        [chosen("Mob", "unit", man("Boss", Ld="7", points=16), man("Lad", number=10, points=60, T="4"))],
        [("Mob", INF, 76, {"Boss": 1, "Lad": 10})],
    ),
    "three groups with their own arms": (
        [
            chosen(
                "Line",
                "unit",
                man("Man", gun("Rifle", 7), number=7),
                man("Man", arm("Melter")),
                man("Man", arm("Cannon")),
            )
        ],
        [("Line", INF, 0, {"Man": 9})],
    ),
    "the root is an upgrade": (
        [chosen("Line", "upgrade", man("Man", number=5, points=50))],
        [("Line", INF, 50, {"Man": 5})],
    ),
    "the root is the model": ([man("Captain", blade("Sword"), points=90)], [("Captain", INF, 90, {"Captain": 1})]),
    "a statline on the unit, men without": (
        [
            chosen(
                "Line",
                "unit",
                chosen("Man", "model", gun("Rifle", 5), number=5, points=50),
                profiles=profile("Man", "Unit", MAN),
            )
        ],
        [("Line", INF, 50, {"Man": 5})],
    ),
    "a transport bought": (
        [chosen("Line", "unit", man("Man", number=5, points=50), wagon())],
        [("Line", INF, 50, {"Man": 5}), ("Wagon", "Vehicle", 35, {"Wagon": 1})],
    ),
    "a transport within a choice": (
        [chosen("Line", "unit", man("Man", number=5, points=50), chosen("Transport", "upgrade", wagon()))],
        [("Line", INF, 50, {"Man": 5}), ("Wagon", "Vehicle", 35, {"Wagon": 1})],
    ),
    "a transport with things on it": (
        [chosen("Line", "unit", man("Man", number=5, points=50), wagon("Wagon", arm("Storm Gun", 1, 5)))],
        [("Line", INF, 50, {"Man": 5}), ("Wagon", "Vehicle", 40, {"Wagon": 1})],
    ),
    "a squad bought in a transport": (
        [wagon("Wagon", chosen("Line", "unit", man("Man", number=5, points=50)))],
        [("Wagon", "Vehicle", 35, {"Wagon": 1}), ("Line", INF, 50, {"Man": 5})],
    ),
    "two squads of a formation": (
        [chosen("Host", "upgrade", *(chosen(f"Line {n}", "unit", man("Man", number=5, points=50)) for n in "ab"))],
        [("Line a", INF, 50, {"Man": 5}), ("Line b", INF, 50, {"Man": 5})],
    ),
    "a formation whose squad has a transport": (
        [
            chosen(
                "Host",
                "upgrade",
                chosen("Line", "unit", man("Man", number=5, points=50), wagon()),
                chosen("Eyes", "unit", man("Eye", number=5)),
            )
        ],
        [("Line", INF, 50, {"Man": 5}), ("Wagon", "Vehicle", 35, {"Wagon": 1}), ("Eyes", INF, 0, {"Eye": 5})],
    ),
    "a formation within a formation": (
        [
            chosen(
                "Host",
                "upgrade",
                chosen(
                    "Wing",
                    "upgrade",
                    chosen("Red", "unit", man("R", number=2)),
                    chosen("Blue", "unit", man("B", number=2)),
                ),
                chosen("Green", "unit", man("G")),
            )
        ],
        [("Red", INF, 0, {"R": 2}), ("Blue", INF, 0, {"B": 2}), ("Green", INF, 0, {"G": 1})],
    ),
    "a formation with a character and a walker that are no units": (
        [
            chosen(
                "Host",
                "upgrade",
                man("Captain", points=90),
                hull("Strider", "model", of="Walker", points=100),
                chosen("Line", "unit", man("Man", number=5, points=50)),
            )
        ],
        [
            ("Captain", INF, 90, {"Captain": 1}),
            ("Strider", "Walker", 100, {"Strider": 1}),
            ("Line", INF, 50, {"Man": 5}),
        ],
    ),
    "a character with a retinue": (
        [
            chosen(
                "Lord",
                "unit",
                chosen("Household", "unit", man("Guard", number=3, points=60)),
                points=100,
                profiles=profile("Lord", "Unit", MAN),
            )
        ],
        [("Lord", INF, 100, {"Lord": 1}), ("Household", INF, 60, {"Guard": 3})],
    ),
    "a leader at the root with servants": (
        [
            chosen(
                "Smith", "unit", man("Servant", number=2, points=20), points=65, profiles=profile("Smith", "Unit", MAN)
            )
        ],
        [("Smith", INF, 85, {"Smith": 1, "Servant": 2})],
    ),
    "a squadron of tanks": (
        [chosen("Squadron", "unit", hull("Tank", "model", arm("Cannon", 3), number=3, points=450))],
        [("Squadron", "Vehicle", 450, {"Tank": 3})],
    ),
    "a squadron of unlike tanks": (
        [chosen("Squadron", "unit", hull("Tank", "model", arm("Cannon")), hull("Tank", "model", arm("Mortar")))],
        [("Squadron", "Vehicle", 0, {"Tank": 2})],
    ),
    "a battery of units of one name": (
        [chosen("Battery", "upgrade", *(hull("Walker", "unit", of="Walker", points=100) for _ in range(3)))],
        [("Battery", "Walker", 300, {"Walker": 3})],
    ),
    "one unit taken twice": (
        [
            chosen(
                "Host",
                "upgrade",
                chosen("Line", "unit", man("Man", number=10, points=100), number=2),
                chosen("Eyes", "unit", man("Eye")),
            )
        ],
        [("Line", INF, 50, {"Man": 5}), ("Line", INF, 50, {"Man": 5}), ("Eyes", INF, 0, {"Eye": 1})],
    ),
    "a gun with its crew": (
        [
            chosen(
                "Battery", "unit", man("Gunner", number=3, points=18), piece("Great Gun", arm("Great Gun")), points=32
            )
        ],
        [("Battery", "Artillery", 50, {"Gunner": 3, "Great Gun": 1})],
    ),
    "a gun that is a tank's armament": (
        [
            hull(
                "Fortress",
                "unit",
                chosen("Great Gun", "unit", man("Gunner"), piece("Great Gun", arm("Great Gun"))),
                points=325,
            )
        ],
        [("Fortress", "Vehicle", 325, {"Fortress": 1})],
    ),
    "a super-heavy": (
        [hull("Colossus", "unit", arm("Great Cannon"), points=500, Type="Vehicle (Super-heavy Tank)", HP="9")],
        [("Colossus", "Vehicle", 500, {"Colossus": 1})],
    ),
    "a flyer": (
        [hull("Hawk", "unit", of="Flyer", points=120, Type="Vehicle (Flyer, Hover)")],
        [("Hawk", "Flyer", 120, {"Hawk": 1})],
    ),
    "a beast of war": (
        [
            chosen(
                "Horror", "unit", man("Horror", T="6", W="4", points=150, **{"Unit Type": "Flying Monstrous Creature"})
            )
        ],
        [("Horror", "Flying Monstrous Creature", 150, {"Horror": 1})],
    ),
    "bikes and a heavier one": (
        [
            chosen(
                "Riders",
                "unit",
                man("Rider", number=3, points=63, **{"Unit Type": "Bike"}),
                man("Heavy Rider", points=40, W="2", **{"Unit Type": "Bike"}),
            )
        ],
        [("Riders", "Bike", 103, {"Rider": 3, "Heavy Rider": 1})],
    ),
    "a chariot and its rider": (
        [
            chosen(
                "Car",
                "unit",
                man("Driver", blade("Lance"), points=60, WS="5"),
                hull("Car", "model", points=40, Type="Vehicle (Chariot)", Front="10"),
            )
        ],
        [("Car", "Chariot", 100, {"Car": 1})],
    ),
    "an ace with his tank": (
        [chosen("Ace", "unit", man("Ace", points=50), hull("Tank", "model", points=65))],
        [("Ace", INF, 115, {"Ace": 1}), ("Tank", "Vehicle", 0, {"Tank": 1})],
    ),
    "two units of one name": (
        [
            chosen("Line", "unit", man("Man", number=5, points=50)),
            chosen("Line", "unit", man("Man", number=7, points=70)),
        ],
        [("Line", INF, 50, {"Man": 5}), ("Line", INF, 70, {"Man": 7})],
    ),
    "a name of the player's own": (
        [chosen("Line", "unit", man("Man", number=5)).replace('name="Line"', 'name="Line" customName="Old Guard"', 1)],
        [("Old Guard", INF, 0, {"Man": 5})],
    ),
}


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_list_of_this_shape_gives_this_force(tmp_path: Path, shape: str) -> None:
    units, expected = SHAPES[shape]
    assert told(force(tmp_path, *units)) == expected


def test_allies_and_forces_within_forces_are_one_army(tmp_path: Path) -> None:
    own, ally, inner = (chosen(name, "unit", man(name, number=2, points=20)) for name in ("Own", "Ally", "Inner"))
    within = f"<force><selections>{inner}</selections></force>"
    text = (
        f'<roster name="Mine"><forces><force><selections>{own}</selections><forces>{within}</forces></force>'
        f"<force><selections>{ally}</selections></force></forces></roster>"
    )
    from grognard.muster.formats.rosters import load_roster

    file = tmp_path / "two.ros"
    file.write_text(text, "utf-8")
    assert sorted(row[0] for row in told(load_roster(file))) == ["Ally", "Inner", "Own"]


def test_everybody_carries_what_is_his(tmp_path: Path) -> None:
    """A sergeant's blade is not his men's, a wagon's gun is nobody's but the wagon's, what the unit carries is everybody's."""
    squad = chosen(
        "Line",
        "unit",
        man("Sergeant", blade("Sword")),
        man("Man", gun("Rifle", 4), number=4),
        wagon("Wagon", arm("Storm Gun")),
        arm("Grenade", 5),
    )
    men, ride = force(tmp_path, squad).kinds
    carried = {m.name: sorted({w.name for w in m.weapons}) for m in men.models}
    assert carried["Sergeant"][-1] == "Sword" and "Rifle" in carried["Man"]
    assert "Storm Gun" not in {name for names in carried.values() for name in names}
    assert [w.name for w in ride.models[0].weapons] == ["Storm Gun"]
