"""Putting the result of dice on the table: models hurt and slain, weapons out of use, and their recovery."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ...common import saying
from ...common.profiles import Model, Weapon, interned
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Each, Emit, Procedure, Roll, of
from ...kernel.faces import Test
from ...kernel.memo import memo
from ...kernel.purpose import Purpose
from ...table.events import Said
from ...table.state import Table
from . import field
from .events import Recoiled, Recovered, Suffered, WeaponOut, WeaponPutBy, WeaponsBack
from .matchup import Shot
from .moments import CommandRule, speaker
from .slots import Permit, Recovery
from .target import injury_of, resolve_test


class OutOfUse(CommandRule, frozen=True):
    """A weapon that cannot be used for the rest of the turn. No rule of the list: it marks what Moving Fortress did."""

    spellings = ("Out of use",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        permit.forbid(self, "for the rest of the turn")


class Fired(CommandRule, frozen=True):
    """A weapon that was fired by way of another at one target, and is not fired at the next."""

    spellings = ("Fired",)

    def permits(self, permit: Permit, shot: Shot) -> None:
        permit.forbid(self, "it has been fired by way of another weapon")


OUT, FIRED = OutOfUse(), Fired()


def apply(
    t: Table, v: int, left: tuple[int, ...], source: int, by: tuple[str, ...] = (), own: tuple[int, str] | None = None
) -> Procedure:
    """A unit's models have so many HP left now; ``own``: by so many failures of their own, against what."""
    before = t[v].wounds
    if left == before or not t[v].here:
        return
    points = sum(before) - sum(left)
    if own is not None:
        yield Emit(Recoiled(v, left, source, points, *own, by=by))
    else:
        yield Emit(Suffered(v, left, source, points, by=by))
    yield from shrugged_off(t, v, [(was, now) for was, now in zip(before, left, strict=True) if now > 0])
    if 0 in left and t[v].here and (why := growing(t[v].members)):
        target, now = field.target(t[v]), t[v].wounds
        skill = target.grown(target.profile(now), int(target.profile(now).stats.AV), now)
        figures = f"Move {field.move_of(t[v])}, Resolve {target.resolve(now)}, Attack Value {skill}"
        yield Emit(Said(f"{t.name(v)}: {figures} after these losses", short="", by=why))


def growing(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit gains by its losses."""
    return tuple(dict.fromkeys(id_of(speaker(voice)) for m in members for voice in voices(m, "grows")))


def shrugged_off(t: Table, v: int, stands: list[tuple[int, int]]) -> Procedure:
    """Models that a point puts a weapon out of use of, instead of making them Incapacitated; the owner picks which.

    ``stands``: of each model that is left the HP that it had and has.
    """
    for i, (was, now) in enumerate(stands):
        n, rule = injury_of(t[v].members[i]).weapons
        for _ in range((was - now) * n):
            working = [w for w in t[v].members[i].weapons if OUT not in w.rules]
            if not working:
                break
            names = tuple(dict.fromkeys(w.name for w in working))
            question = f"which weapon of {t.name(v)} is out of use?"
            name = yield Choose(t[v].side, question, names, default=names[-1], about=("out", v))
            weapon = next(w for w in working if w.name == name)
            yield Emit(WeaponOut(v, _marked(t[v].members, i, weapon, OUT), name, by=(rule,)))


def _marked(members: tuple[Model, ...], i: int, weapon: Weapon, mark: CommandRule) -> tuple[Model, ...]:
    place = next(k for k, w in enumerate(members[i].weapons) if w is weapon)
    out = interned(replace(weapon, rules=(*weapon.rules, mark)))
    weapons = (*members[i].weapons[:place], out, *members[i].weapons[place + 1 :])
    return (*members[:i], interned(replace(members[i], weapons=weapons)), *members[i + 1 :])


def whole_again(model: Model, mark: CommandRule = OUT) -> Model:
    """The model with every weapon that was marked as not to be used."""
    if not any(mark in w.rules for w in model.weapons):
        return model
    back = tuple(interned(replace(w, rules=tuple(r for r in w.rules if r != mark))) for w in model.weapons)
    return interned(replace(model, weapons=back))


def put_by(t: Table, u: int, used: Iterable[tuple[Model | int, str, int]]) -> Procedure:
    """Weapons that were fired by way of others are not fired at the next target."""
    for i, name, _ in used:
        assert isinstance(i, int)  # on the table a bearer is a model's place
        weapon = next((w for w in t[u].members[i].weapons if w.name == name and FIRED not in w.rules), None)
        if weapon is not None:
            yield Emit(WeaponPutBy(u, _marked(t[u].members, i, weapon, FIRED)))


def used_again(t: Table, u: int) -> Procedure:
    """The unit has fired at all its targets: what was put by is ready again."""
    back = tuple(whole_again(m, FIRED) for m in t[u].members)
    if back != t[u].members:
        yield Emit(WeaponPutBy(u, back))


# --- healing by harm --------------------------------------------------------------------------------------------------


@memo(32)
def feeding_test(needs: int) -> Test:
    """Whether a Point of Damage caused heals one: 1 for a result of ``needs`` or more."""
    words = f"feeding, {needs}+ (a die for each Point of Damage caused)"
    name = Purpose(
        f"feeding, {needs}+", what="feeding", needs=f"{needs}+", words=words, comes_to=("heals", "does not heal")
    )
    return Test(name, 6, tuple(int(face >= needs) for face in range(1, 7)))


def feeding(members: tuple[Model, ...]) -> tuple[int, tuple[str, ...]]:
    """What a die needs by which the damage that a unit causes heals it, and the ids of the rules; (0, ()) for most units."""
    said = [(voice(), speaker(voice)) for m in dict.fromkeys(members) for voice in voices(m, "feeds")]
    found = [(needs, id_of(rule)) for needs, rule in said if needs is not None]
    return min((needs for needs, _ in found), default=0), tuple(dict.fromkeys(rule for _, rule in found))


def feed(t: Table, u: int, points: int) -> Procedure:
    """A unit that has caused so many Points of Damage may heal some of its own; its owner picks the models."""
    needs, by = feeding(t[u].members) if points and t[u].here else (0, ())
    if not by:
        return
    full = [m.stats.HP for m in t[u].members]
    if sum(full) == sum(t[u].wounds):
        return
    healed = yield Each(fed, (of(feeding_test(needs), u),), points)
    left = list(t[u].wounds)
    for _ in range(healed):
        hurt = [i for i, hp in enumerate(left) if hp < full[i]]
        if not hurt:
            break
        options = tuple({(t[u].members[i], left[i]): i for i in reversed(hurt)}.values())[::-1]
        says = saying.models(t[u].members, left, "Hit Points", u)
        i = yield Choose(t[u].side, f"which model of {t.name(u)} heals?", options, options[0], ("heal", u), says)
        left[i] += 1
    if tuple(left) != t[u].wounds:
        yield Emit(Recovered(u, tuple(left), sum(left) - sum(t[u].wounds), by=by))


def fed(test: Test) -> Procedure:
    """One Point of Damage caused: whether it heals."""
    return (yield Roll(test))


# --- the end phase ----------------------------------------------------------------------------------------------------


def recovery(t: Table, u: int) -> Procedure:
    """Each hurt model of a unit takes a Resolve test and loses a point of its damage when it passes."""
    unit = t[u]
    resolve = field.target(unit).resolve(unit.wounds)
    left, ids = list(unit.wounds), dict[str, None]()
    for i, (model, hp) in enumerate(zip(unit.members, unit.wounds, strict=True)):
        full = model.stats.HP
        if hp == full:
            continue
        test = recovery_of(model, resolve)
        if test.sure or (yield Roll(of(resolve_test(f"recovery of {t.name(u)}", test.resolve), u))):
            left[i] = full if field.terms(t).recovery_all else hp + 1
            ids.update(dict.fromkeys(test.ids))
    if tuple(left) != unit.wounds:
        yield Emit(Recovered(u, tuple(left), sum(left) - sum(unit.wounds), by=tuple(ids)))


def recovery_of(model: Model, resolve: int) -> Recovery:
    """The recovery test of a hurt model on the Resolve of its unit; one that is not Incapacitated takes it as it is."""
    test = Recovery(resolve)
    for voice in () if field.fights_hurt(model) else voices(model, "recovers"):
        voice(test)
    return test


def repaired(t: Table, u: int) -> Procedure:
    """Weapons put out of use in this turn work again."""
    back = tuple(whole_again(m) for m in t[u].members)
    if back != t[u].members:
        yield Emit(WeaponsBack(u, back))
