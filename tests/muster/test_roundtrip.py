"""Whatever a force says, its file gives it back field by field."""

from __future__ import annotations

import math
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.common.profiles import Base, Force, Kind, Model, Weapon, interned
from grognard.common.schema import Count
from grognard.muster.forces import assembled, tally
from grognard.muster.formats import native
from grognard.systems.command import profiles as command
from grognard.systems.dropzone import profiles as dropzone
from grognard.systems.usr import profiles as usr
from grognard.systems.void import profiles as void

from .stand_in import Named, schema_of

names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12)
whole = st.integers
maybe = st.none


def some(low: int, high: int) -> st.SearchStrategy[int | None]:
    return maybe() | whole(low, high)


counts = st.builds(Count, whole(1, 20)) | st.builds(Count, whole(0, 9), whole(1, 3), st.sampled_from([3, 6, 10]))
fires = (
    st.builds(usr.WeaponType, st.just("Melee"))
    | st.builds(usr.WeaponType, st.sampled_from(["Assault", "Heavy", "Ordnance", "Pistol", "Rapid Fire"]), counts)
    | st.builds(usr.WeaponType, st.just("Salvo"), st.builds(Count, whole(1, 9)), st.builds(Count, whole(1, 9)))
)


def usr_weapon(fire: usr.WeaponType, reach: int, least: int, strength: Any, ap: int | None) -> usr.WeaponStats:
    if fire.kind == "Melee":
        return usr.WeaponStats(None, 0, "", strength, ap, fire)
    return usr.WeaponStats(reach + least, least, "", strength, ap, fire)


strengths = whole(1, 10) | st.sampled_from(["User", "+1", "x2", "X", "D"])
skill = whole(0, 10)
WEAPONS: dict[str, st.SearchStrategy[Any]] = {
    "usr": st.builds(usr_weapon, fires, whole(1, 120), whole(0, 36), strengths, some(1, 6)),
    "void": st.builds(
        void.WeaponStats,
        short=some(-3, 3),
        medium=some(-3, 3),
        long=some(-3, 3),
        dam=whole(0, 9),
        dice=whole(1, 9),
        AP=whole(0, 6),
        indirect=st.booleans(),
        hands=whole(1, 2),
    ),
    "command": st.builds(
        command.WeaponStats,
        range=whole(1, 60),
        type=st.sampled_from(["Standard", "Heavy", "Digital"]),
        RoF=counts,
        hit=whole(-3, 3),
    )
    | st.builds(command.WeaponStats, range=st.just(0), type=st.just("Melee"), RoF=counts, hit=whole(-3, 3)),
    "dropzone": st.builds(
        dropzone.WeaponStats,
        mf=some(0, 24),
        arcs=st.sampled_from([("F",), ("F", "S"), ("F", "S", "R"), ()]),
        full=st.sampled_from([36.0, 48.0, math.inf]),
        countered=whole(0, 36).map(float),
        shots=whole(1, 20),
        acc=some(1, 6),
        energy=some(1, 14),
    ),
}
MODELS: dict[str, tuple[str, st.SearchStrategy[Any]]] = {
    "usr": (
        "Infantry",
        st.builds(
            usr.Stats,
            skill,
            skill,
            skill,
            whole(1, 10),
            whole(1, 9),
            skill,
            skill,
            skill,
            some(2, 6),
            some(2, 6),
            some(0, 24),
        ),
    ),
    "void": (
        "Beast",
        st.builds(void.Stats, whole(0, 12), skill, skill, skill, whole(1, 10), whole(1, 9), skill, skill),
    ),
    "command": ("Infantry", st.builds(command.Stats, whole(0, 12), whole(1, 6), whole(1, 6), whole(1, 9))),
    "dropzone": (
        "Walker",
        st.builds(
            dropzone.Stats,
            whole(12, 36),
            whole(0, 12),
            st.builds(dropzone.Countermeasures, st.booleans(), whole(0, 5), some(2, 6)),
            whole(1, 16),
            whole(1, 9),
        ),
    ),
}
millimetres = whole(5, 300).map(float)
bases = millimetres.map(lambda mm: Base("round", mm, mm)) | st.builds(
    Base, st.sampled_from(["oval", "hull"]), millimetres, millimetres
)


@st.composite
def forces(draw: st.DrawFn) -> Force:
    system = draw(st.sampled_from(sorted(WEAPONS)))
    kind_type, statlines = MODELS[system]
    weapon_rules = st.lists(st.sampled_from(["Blast", "Rending", "Poisoned (4+)"]), unique=True, max_size=2)
    unit_rules = st.lists(
        st.sampled_from(["Fleet", "Stealth", "Hatred (Öde)", "Feel No Pain (5+)"]), unique=True, max_size=3
    )

    def ruled(rules: list[str], place: str) -> tuple[Named, ...]:
        return tuple(Named(words, place) for words in rules)

    kinds = []
    for _ in range(draw(whole(1, 3))):
        arms = [
            interned(Weapon(name, draw(WEAPONS[system]), ruled(draw(weapon_rules), "weapon")))
            for name in draw(st.lists(names, unique=True, max_size=3))
        ]
        common = ruled(draw(unit_rules), "unit")
        models: list[Model] = []
        for _ in range(draw(whole(1, 3))):
            own = ruled(draw(unit_rules), "unit")
            carried = tuple(draw(st.lists(st.sampled_from(arms), max_size=3))) if arms else ()
            role = draw(st.sampled_from(["", "leader", "crew"]))
            model = Model(draw(names), draw(statlines), own, carried, draw(bases), role)
            models += [model] * draw(whole(1, 4))
        details = (("capacity", draw(whole(0, 30))),) if system == "usr" and draw(st.booleans()) else ()
        unread = tuple(draw(st.lists(names, unique=True, max_size=2)))
        kind = Kind(system, draw(names), kind_type, (), draw(whole(0, 500)), common, tuple(models), unread, details)
        kinds.append(assembled(schema_of(system), kind))
    return Force(system, draw(names), tuple(kinds), tally(kinds))


def fields(force: Force) -> list[Any]:
    """The force without the identity of its parts."""
    import msgspec

    out: list[Any] = [force.system, force.name, force.unread]
    for kind in force.kinds:
        out.append((*msgspec.structs.astuple(kind)[:6], kind.unread, kind.details))
        for model in kind.models:
            out.append((model.name, model.stats, model.rules, model.base, model.role))
            out += [(w.name, w.stats, w.rules) for w in model.weapons]
    return out


@settings(max_examples=80, deadline=None)
@given(forces())
def test_a_force_comes_back_from_its_file(force: Force) -> None:
    again = native.loads(native.dump(force, schema_of), "again.toml", schema_of)
    assert fields(again) == fields(force)
    assert all(a is b for a, b in zip(again.kinds, force.kinds, strict=True))


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60), st.integers(0, 900))
def test_a_damaged_file_is_an_error_of_ours_or_a_force(patch: str, at: int) -> None:
    from grognard.errors import GrognardError

    from .test_native import GOOD

    damaged = GOOD[:at] + patch + GOOD[at + len(patch) :]
    try:
        native.loads(damaged, "damaged.toml", schema_of)
    except GrognardError as error:
        assert "\n" not in str(error)
