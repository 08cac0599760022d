"""Native force files: what a good one says, and that each fault of a bad one is told where it stands."""

from __future__ import annotations

import pytest

from grognard.common.profiles import Base, Force
from grognard.errors import Faults, GrognardError
from grognard.muster.formats import native

from .stand_in import schema_of

GOOD = """\
system = "usr"
name = "Third Line Company"

[weapons."Rifle"]
range = 24
S = 4
AP = 5
type = "Rapid Fire"
rules = ["Gets Hot"]

[weapons.Axe]
S = "+1"
type = "Melee"

[[units]]
name = "Line Squad"
type = "Infantry (Character)"
points = 140
rules = ["Fleet", "Vortex"]
capacity = 3

  [[units.models]]
  name = "Trooper"
  count = 9
  base = 32
  stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8, Sv = "3+"}
  rules = ["Feel No Pain (5+)"]
  weapons = ["Rifle"]

  [[units.models]]
  name = "Sergeant"
  role = "leader"
  base = [60, 35]
  stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 2, Ld = 9, Sv = "3+", Inv = "-"}
  weapons = ["Axe", "Rifle", "Axe"]
"""


def load(toml: str) -> Force:
    return native.loads(toml, "third.toml", schema_of)


def faults(toml: str) -> list[str]:
    with pytest.raises(Faults) as caught:
        load(toml)
    return [str(fault) for fault in caught.value.faults]


def test_a_good_file_gives_its_force() -> None:
    force = load(GOOD)
    (squad,) = force.kinds
    assert (force.system, force.name, squad.name, squad.points) == ("usr", "Third Line Company", "Line Squad", 140)
    assert (squad.type, squad.tags, squad.detail("capacity")) == ("Infantry", ("Character",), 3)
    assert [m.name for m in squad.models] == ["Trooper"] * 9 + ["Sergeant"]
    trooper, sergeant = squad.models[0], squad.models[-1]
    assert squad.models[8] is trooper
    assert (trooper.stats.Ld, trooper.stats.Sv, sergeant.stats.A, sergeant.stats.Inv) == (8, 3, 2, None)
    assert (trooper.base, sergeant.base) == (Base("round", 32, 32), Base("oval", 60, 35))
    assert sergeant.role == "leader"
    assert [w.name for w in sergeant.weapons] == ["Axe", "Rifle", "Axe"]


def test_rules_of_the_unit_are_on_every_model_and_those_of_weapons_on_the_weapon() -> None:
    (squad,) = load(GOOD).kinds
    assert [str(r) for r in squad.rules] == ["Fleet"]
    assert [str(r) for r in squad.models[0].rules] == ["Fleet", "Feel No Pain (5+)"]
    assert [str(r) for r in squad.models[-1].rules] == ["Fleet"]
    assert [str(r) for r in squad.models[0].weapons[0].rules] == ["Gets Hot"]


def test_rules_not_executable_yet_are_kept_by_name() -> None:
    force = load(GOOD)
    assert force.kinds[0].unread == ("Vortex",)
    assert force.unread == (("Vortex", 1),)


def test_a_weapons_rule_not_executable_yet_is_told_by_every_unit_that_carries_it() -> None:
    force = load(GOOD.replace('"Gets Hot"', '"Vortex"').replace('"Fleet", "Vortex"', '"Fleet"'))
    assert force.kinds[0].unread == ("Vortex",)


def test_reading_twice_gives_the_same_objects() -> None:
    assert load(GOOD).kinds[0] is load(GOOD).kinds[0]


def test_a_unit_may_have_weapons_of_its_own() -> None:
    own = GOOD.replace(
        '  [[units.models]]\n  name = "Trooper"',
        (
            '  [units.weapons.Rifle]\n  range = 30\n  S = 3\n  type = "Heavy 2"\n\n'
            '  [[units.models]]\n  name = "Trooper"'
        ),
    )
    assert load(own).kinds[0].models[0].weapons[0].stats.range == 30


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "points = 140",
            "pionts = 140",
            "third.toml, unit 'Line Squad', pionts, line 18: unknown key 'pionts' (nearest: points",
        ),
        ("range = 24", "rnage = 24", "third.toml, weapon 'Rifle', rnage, line 5: unknown key 'rnage' (nearest: range)"),
        ("count = 9", "count = 0", "model 'Trooper', count, line 24: 0 is not between 1 and 200"),
        ("count = 9", "count = 201", "count, line 24: 201 is not between 1 and 200"),
        ("count = 9", "count = true", "count, line 24: True is no whole number"),
        ("count = 9", "count = inf", "count, line 24: inf is no whole number"),
        ("points = 140", "points = -1", "points, line 18: -1 is not between 0 and 100000"),
        ("range = 24", "range = -24", "weapon 'Rifle', range, line 5: -24 is not between 1 and 1200"),
        ('"Rapid Fire"', '"Heavy 10000"', "weapon 'Rifle', type, line 8: '10000' is not between 0 and 100"),
        ('"Rapid Fire"', '"Rapidly Fire"', "unknown weapon type 'Rapidly Fire' (nearest: Rapid Fire"),
        ("AP = 5", "AP = 9", "weapon 'Rifle', AP, line 7: 9 is not between 1 and 6"),
        ("range = 24\n", "", "weapon 'Rifle', range, line 4: range is missing"),
        ('S = "+1"', 'S = "+1"\nrange = 12', "weapon 'Axe', line 11: a Melee weapon has no range"),
        ('Sv = "3+"}', 'Sv = "7+"}', "model 'Trooper', Sv, line 26: '7+' is no roll needed"),
        ("WS = 4, BS", "BS", "model 'Trooper', WS, line 26: WS is missing"),
        ("T = 4", "T = 4, Front = 11", "a model has either T and W or armour values"),
        ('weapons = ["Rifle"]', 'weapons = ["Rifel"]', "weapons, line 28: unknown weapon 'Rifel' (nearest: Rifle)"),
        ('weapons = ["Rifle"]', 'weapons = "Rifle"', "weapons are a list of at most 40 names"),
        ('"Fleet"', '"Fleat"', "unit 'Line Squad', rules, line 19: unknown rule 'Fleat' (nearest: Fleet)"),
        ('"Fleet"', '"Rending"', "Rending is a rule of weapons (write it among the rules of the weapon)"),
        ('"Gets Hot"', '"Fleet"', "Fleet is no rule of weapons"),
        ('"Fleet"', "7", "rules, line 19: 7 is no text"),
        ('"leader"', '"boss"', "model 'Sergeant', role, line 32: unknown word 'boss'"),
        ("Infantry (Char", "Infantery (Char", "type, line 17: unknown unit type 'Infantery' (nearest: Infantry"),
        ("(Character)", "(Charakter)", "unknown tag 'Charakter' (nearest: Character"),
        ("base = 32", "base = 1", "base, line 25: 1 is not between 5 and 2000 mm"),
        ("base = 32", "base = 32\n  hull = [100, 50]", "a model has a base or a hull"),
        ("capacity = 3", "capacity = 3000", "capacity, line 20: 3000 is not between 0 and 100"),
        ('name = "Third Line Company"\n', "", "a force needs a name"),
        ('  name = "Trooper"\n', "", "a model needs a name"),
        ('name = "Line Squad"', 'name = "Line\\nSquad"', "name, line 16: 'Line\\nSquad' is no name"),
        ('system = "usr"', 'system = "urs"', "third.toml, system, line 1: unknown system 'urs'"),
        ('system = "usr"\n', "", "system is missing"),
    ],
)
def test_each_fault_is_told_where_it_stands(old: str, new: str, told: str) -> None:
    bad = GOOD.replace(old, new, 1)
    assert bad != GOOD
    with pytest.raises(GrognardError) as caught:
        load(bad)
    assert told in str(caught.value)


def test_every_fault_of_a_file_is_told() -> None:
    bad = GOOD.replace("AP = 5", "AP = 9").replace("count = 9", "count = 0").replace('"Axe", "Rifle", "Axe"', '"Axt"')
    told = faults(bad.replace("points = 140", "points = 140\ncolour = 'red'"))
    assert len(told) == 4
    assert all(word in " ".join(told) for word in ("AP", "count", "Axt", "colour"))


def test_a_weapon_with_faults_is_told_once_however_many_carry_it() -> None:
    assert len(faults(GOOD.replace("AP = 5", "AP = 9"))) == 1


def test_a_force_without_units_or_models_is_at_fault() -> None:
    assert "a force has at least one unit" in faults('system = "usr"\nname = "None"\n')[0]
    bare = 'system = "usr"\nname = "X"\n[[units]]\nname = "Y"\ntype = "Infantry"\n'
    assert "a unit has models" in faults(bare)[0]


def test_toml_that_is_none_names_the_line() -> None:
    with pytest.raises(GrognardError, match=r"third.toml, line 2: no TOML"):
        load('system = "usr"\nname = \n')


def test_groups_of_models_stand_in_file_order() -> None:
    swapped = GOOD.replace('name = "Sergeant"', 'name = "Trooper"', 1)
    assert [m.role for m in load(swapped).kinds[0].models] == [""] * 9 + ["leader"]


@pytest.mark.parametrize(
    ("system", "toml"),
    [
        (
            "void",
            '[weapons.Rifle]\nshort = 0\nmedium = -1\ndam = 4\n[weapons.Blade]\ndam = "ST+0"\n'
            '[weapons.Mortar]\nmedium = 0\ndam = 5\nAP = 1\ntemplate = "blast 3"\nindirect = true\n'
            "[weapons.Painter]\nshort = 1\ndice = 0\n"
            '[[units]]\nname = "U"\ntype = "infantry"\n[[units.models]]\nname = "M"\n'
            "stats = {MV = 4, AS = 4, SH = 4, ST = 4, T = 4, W = 1, CD = 4, SZ = 2}\n"
            'weapons = ["Rifle", "Blade", "Mortar", "Painter"]\n',
        ),
        (
            "command",
            '[weapons.Gun]\nrange = 24\ntype = "Heavy"\nRoF = "2D6"\nhit = -1\n[weapons.Claw]\ntype = "Melee"\nRoF = 3\n'
            '[[units]]\nname = "U"\ntype = "Vehicle"\n[[units.models]]\nname = "M"\nhull = [120, 75]\n'
            'stats = {Move = 6, Resolve = 4, AV = 3, HP = 2, Armor = [7, 6, 5]}\nweapons = ["Gun", "Claw"]\n',
        ),
        (
            "dropzone",
            '[weapons.Gun]\nmf = 6\narc = "F/S (Left)"\nfull = "∞"\ncountered = 24\nshots = 2\nacc = "2+"\nenergy = 10\n'
            '[weapons.Knives]\nfull = "CQ"\nshots = 4\nacc = "-"\nenergy = 3\n'
            '[[units]]\nname = "U"\ntype = "Aircraft"\npoints = 45\ncategory = "Auxiliary"\nsquad = [1, 2]\n'
            'transport = ["req 2 a", "cap 6 c"]\n[[units.models]]\nname = "M"\n'
            'stats = {MV = "24-36", CM = "A, E+5, P5+", A = 10, DP = 1}\nweapons = ["Gun", "Knives"]\n',
        ),
    ],
)
def test_every_system_is_read_and_written(system: str, toml: str) -> None:
    force = load(f'system = "{system}"\nname = "F"\n' + toml)
    assert load(native.dump(force, schema_of)) is not force
    assert load(native.dump(force, schema_of)).kinds == force.kinds
