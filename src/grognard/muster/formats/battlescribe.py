"""Units of BattleScribe catalogues (``.cat`` with its ``.gst`` beside it) as units of the ``usr`` system.

Figures, names of units, weapons and rules are read, nothing else. What is not executable is kept by name in
``Kind.unread``: rules, wargear, powers, and weapons whose figures cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import structs

from ...common.profiles import Base, Force, Kind, Model, Weapon, interned
from ...common.schema import MOST_MODELS, MOST_POINTS, Schema
from ...errors import Faults, GrognardError
from ...kernel.memo import memo
from ..catalogue import modes, wargear
from ..catalogue.composition import ARMOURED, ChosenUnit, bodies, is_gun, lines, parts, stands
from ..catalogue.library import Library, Profile, Selection, stamped
from ..catalogue.loadout import Loadout
from ..catalogue.modifiers import Member
from ..forces import MOST_RULES, MOST_UNITS, MOST_WEAPONS, assembled, registered, tally
from ..names import match
from ..upgrades import Option
from ..vocabulary.lost import sorted_out
from ..vocabulary.spelling import read_rule, rule_names
from ..vocabulary.wording import (
    STATLINES,
    carried,
    counted,
    doors,
    doubts,
    factions,
    limited,
    power_name,
    statline,
    unit_type,
    weapon_table,
)

# catalogues do not say what a model stands on: the usual sizes in mm, by unit type
BASES = {
    "Bike": Base("oval", 75, 25),
    "Jetbike": Base("oval", 75, 42),
    "Cavalry": Base("oval", 75, 42),
    "Beast": Base("round", 40, 40),
    "Monstrous Creature": Base("round", 60, 60),
    "Flying Monstrous Creature": Base("round", 60, 60),
    "Gargantuan Creature": Base("oval", 120, 92),
    "Artillery": Base("round", 60, 60),
    "Vehicle": Base("hull", 120, 80),
    "Chariot": Base("hull", 120, 80),
    "Walker": Base("round", 60, 60),
    "Flyer": Base("hull", 170, 120),
    "Building": Base("hull", 150, 150),
}
BEYOND = ("twin-linked", "master-crafted")  # rules that make another weapon of one, and so stand beside its type
HANGS = "values that hang on the rest of the army, as they are printed"
THROWN = 8  # inches a grenade is thrown
UPON = 20  # models on battlements of which the list says no number
_LATE = (("Pistol",), ("Grenade", "Bomb"), ("Melee",))  # types fired only when there is nothing better


def units(path: str | Path) -> list[str]:
    """The names of the units in a catalogue: those of the army list, then the others it shares. None is built."""
    return [name for name, _ in Library(Path(path)).units()]


def load_unit(
    path: str | Path,
    name: str,
    schema_of: Callable[[str], Schema] | None = None,
    size: int | None = None,
    take: Iterable[str] = (),
) -> Kind:
    """One unit with its default equipment and its smallest number of models, at least one; or so many, with what is taken.

    Raises GrognardError for a file that cannot be read, an unknown unit (naming the nearest), a formation (naming the
    units that it holds) and for an option that does not fit (naming those that do), Faults for its figures.
    """
    force = load_entry(path, name, schema_of, size, take)
    return only(force.kinds, force.name, Path(path).name)


def only(found: Sequence[Kind], name: str, where: str) -> Kind:
    """The unit that an entry is, whatever rides with it. Raises GrognardError for a formation, naming its units."""
    if len(found) > 1 and not any(kind.name == name for kind in found):
        names = ", ".join(kind.name for kind in found)
        hint = f"the whole formation fights as a force: battle FILE:{name}"
        raise GrognardError(f"{name!r} holds {len(found)} units: {names}", where=where, hint=hint)
    return next((kind for kind in found if kind.name == name), found[0])


def alone(kind: Kind, schema: Schema) -> Kind:
    """The unit without the transport that was bought for it: a catalogue is no army."""
    if not kind.detail("rides", ""):
        return kind
    return assembled(schema, structs.replace(kind, details=tuple(pair for pair in kind.details if pair[0] != "rides")))


def load_entry(
    path: str | Path,
    name: str,
    schema_of: Callable[[str], Schema] | None = None,
    size: int | None = None,
    take: Iterable[str] = (),
) -> Force:
    """The units of one entry of a catalogue: one for most, several for formations and for a squad with its transport.

    Raises as ``load_unit``.
    """
    library, listed = _entry(path, name)
    kinds = tuple(_units(library, listed, (schema_of or registered)("usr"), size, take))
    return Force("usr", listed[0], kinds, tally(kinds))


def offers(path: str | Path, name: str, size: int | None = None, take: Iterable[str] = ()) -> dict[str, list[Option]]:
    """What one unit may take as it is chosen, by its name: how many models it may have, then each option that fits.

    Raises as ``load_unit``.
    """
    _, loadout = taken(path, name, size, take)
    first = parts(loadout.selection())[0]
    return {first.name or first.root.name: wargear.offers(loadout)}


def taken(path: str | Path, name: str, size: int | None = None, take: Iterable[str] = ()) -> tuple[Library, Loadout]:
    """One unit as it is chosen, with its catalogue. Raises as ``load_unit``."""
    library, listed = _entry(path, name)
    return library, _loadout(library, listed[1], size, take)


def _entry(path: str | Path, name: str) -> tuple[Library, tuple[str, Any]]:
    file = Path(path)
    library = Library(file)
    listed = library.units()
    return library, listed[match(name, [unit for unit, _ in listed], "unit", file.name)]


def load_catalogue(path: str | Path, schema_of: Callable[[str], Schema] | None = None) -> Force:
    """Every unit of a catalogue that can be built; the others' names stand in ``Force.unread``.

    Kept in memory until the catalogue or a file beside it changes.
    """
    file = Path(path)
    if schema_of is None:
        return _catalogue(file, stamped(file))
    return _whole(file, schema_of("usr"))


@memo(4)
def _catalogue(file: Path, stamp: tuple[tuple[str, int, int], ...]) -> Force:
    return _whole(file, registered("usr"))


def _whole(file: Path, schema: Schema) -> Force:
    library = Library(file)
    kinds: list[Kind] = []
    left: list[str] = []
    for listed in library.units():
        try:
            kinds += [alone(kind, schema) for kind in _units(library, listed, schema)]
        except GrognardError:
            left.append(f"unit {listed[0]}")
        if len(kinds) > MOST_UNITS:
            raise GrognardError(f"more than {MOST_UNITS} units", where=file.name, hint="name one: FILE:UNIT")
    if not kinds:
        raise GrognardError("no unit that can be read", where=file.name, hint="is its game system (.gst) beside it?")
    return Force(schema.id, library.root.name or file.stem, tuple(kinds), (*tally(kinds), *((n, 1) for n in left)))


def _loadout(library: Library, member: Any, size: int | None, take: Iterable[str]) -> Loadout:
    """A unit as it is chosen: what must stand, at least one model, and what is asked for."""
    library.missing = 0
    loadout = Loadout(library, member)
    if not bodies(loadout.selection()):
        loadout.add_model()
    return wargear.equipped(loadout, size, take)


def _units(
    library: Library, listed: tuple[str, Any], schema: Schema, size: int | None = None, take: Iterable[str] = ()
) -> list[Kind]:
    name, member = listed
    where = f"{library.path.name}, unit {name!r}"
    chosen = _loadout(library, member, size, take).selection()
    return made(library, member, chosen, schema, where)


def made(library: Library, member: Member, chosen: Selection, schema: Schema, where: str) -> list[Kind]:
    """The units in what was chosen of a catalogue's entry, with their factions. Raises as ``built``."""
    hint = ""
    if library.missing:
        hint = f"{library.missing} links lead nowhere; is the game system (.gst) beside the file?"
    whose = library.root.name if library.root.tag == "catalogue" else ""
    sorts = [category.name for node in member.both for category in node.of("categoryLink")]
    kinds = of_factions(built(chosen, schema, where, hint), factions(whose, sorts), schema)
    lost = (*(("(links that lead nowhere)",) if library.missing else ()), *((HANGS,) if chosen.unsure else ()))
    if not lost:
        return kinds
    return [assembled(schema, structs.replace(kind, unread=(*kind.unread, *lost))) for kind in kinds]


def of_factions(kinds: Iterable[Kind], named: tuple[str, ...], schema: Schema) -> list[Kind]:
    """The units with the factions that they belong to."""
    if not named:
        return list(kinds)
    return [assembled(schema, structs.replace(kind, details=(*kind.details, ("faction", named)))) for kind in kinds]


def built(chosen: Selection, schema: Schema, where: str, hint: str = "") -> list[Kind]:
    """The units in what was chosen, the one that the others were chosen for first; who rides in what is kept in ``rides``.

    Raises Faults, or GrognardError with ``hint`` when there is no statline of this game.
    """
    found = parts(chosen)
    kinds: list[tuple[ChosenUnit, Kind]] = []
    for part in found:
        place = where if part.root is chosen else f"{where}, {part.name or part.root.name!r}"
        kinds += [(part, kind) for kind in _Unit(part, schema, place).kinds(hint)]
    carriers = {id(part.root): kind.name for part, kind in kinds if kind.detail("capacity", 0)}
    out = []
    for part, kind in kinds:
        if part.rides is not None and (carrier := carriers.get(id(part.rides))):
            kind = assembled(schema, structs.replace(kind, details=(*kind.details, ("rides", carrier))))
        out.append(kind)
    return out


def _below(selection: Selection, stop: Iterable[Selection]) -> list[tuple[Selection, int]]:
    """A selection and all under it with how many of each, without the models in ``stop``."""
    stops = {id(s) for s in stop}
    out: list[tuple[Selection, int]] = []
    waiting = [(selection, 1)]
    while waiting:
        here, number = waiting.pop(0)
        out.append((here, number))
        waiting = [(c, min(number * c.number, MOST_MODELS)) for c in here.children if id(c) not in stops] + waiting
    return out


Group: TypeAlias = tuple[
    Profile, list[Weapon], list[Any], int, tuple[str, ...]
]  # statline, arms, rules, how many, powers


class _Unit:
    """One unit while it is made."""

    def __init__(self, part: ChosenUnit, schema: Schema, where: str) -> None:
        self.part = part
        self.chosen = part.root
        self.name = part.name or part.root.name
        self.schema = schema
        self.where = where
        self.unread: list[str] = []
        self.details: dict[str, Any] = {}
        self.arms: dict[str, Weapon] = {}
        self.powers: list[str] = []
        self.loose: list[tuple[Any, str]] = []  # rules of weapons that stand beside models, and their names
        self.immobile = False

    def kinds(self, hint: str) -> list[Kind]:
        """The unit; two or more where vehicles and men stand together that are no crew and no chariot."""
        root, apart = self.chosen, list(self.part.apart)
        found = stands(root, apart)
        common = lines(root)
        shared_weapons: list[Weapon] = []
        rules: list[Any] = []
        if not found:
            found = [root]
        elif root not in found:
            shared_weapons, rules = self.equipment(root, [*found, *apart])
        common_powers = tuple(self.powers)
        numbers = _numbers(root)
        guns = any(is_gun(line) for s in found for line in lines(s))
        groups: list[Group] = []
        for model in found:
            line = self.statline_of(model, [*found, *apart], common)
            if line is None:
                self.unread.append(f"model {model.name}")
                continue
            self.powers = list(common_powers)
            weapons, own = self.equipment(model, [s for s in (*found, *apart) if s is not model])
            groups.append(
                (line, self.armed(weapons + shared_weapons), own, numbers.get(id(model), 1), tuple(self.powers))
            )
            if line.of == "Unit" and guns and not is_gun(line):
                groups[-1] = (*groups[-1][:3], groups[-1][3] * counted(model.called), groups[-1][4])
        groups = [g for g in groups if g[3]]
        if not groups:
            raise GrognardError("no statline of this game", where=self.where, hint=hint)
        groups = chariots(groups)
        men = [g for g in groups if g[0].of not in ARMOURED]
        hulls = [g for g in groups if g[0].of in ARMOURED]
        if not (men and hulls):
            return [self.assembled(groups, tuple(dict.fromkeys(rules)), root.number * points_of(root, apart))]
        out: list[Kind] = []
        known = self.details
        for own in (men, hulls) if groups[0] in men else (hulls, men):
            self.details = dict(known) if own is hulls else {}
            out.append(
                self.assembled(own, tuple(dict.fromkeys(rules)), 0 if out else root.number * points_of(root, apart))
            )
            self.unread = [f"points of {out[0].name} are those of both"]
            self.name = next((g[0].name for g in (hulls if own is men else men)), self.name)
        return out

    def assembled(self, groups: list[Group], rules: tuple[Any, ...], total: float) -> Kind:
        types = [unit_type(g[0].cells.get("Unit Type") or g[0].cells.get("Type", ""), g[0].of) for g in groups]
        most = max(range(len(groups)), key=lambda i: groups[i][3])
        kind_type, tags, _ = types[most]
        if kind_type == "Infantry":  # the crew of guns
            kind_type, tags, _ = next((kind for kind in types if kind[0] == "Artillery"), types[most])
        skill = max((g[0].cells.get("BS", "") for g in groups if not is_gun(g[0])), default="-")
        models: list[tuple[bool, Model]] = []
        faults: list[GrognardError] = []
        for (line, weapons, own, number, powers), (_, own_tags, odd) in zip(groups, types, strict=True):
            leads = "Character" in own_tags and "Character" not in tags
            # rules that stand among the words of the type
            meant = {word: _executable(self.schema, word) for word in odd}
            for rule in meant.values():
                if rule is not None and getattr(rule, "on", ()) != ("weapon",) and rule not in own:
                    own = [*own, rule]
            left = [word for word in odd if meant[word] not in own and word.lower() not in ("crew", "immobile")]
            self.unread += [f"unit type {word}" for word in left]
            # its crew fires a gun, with their own skill
            cells = {**line.cells, "BS": skill} if kind_type == "Artillery" and is_gun(line) else line.cells
            table, strange = statline(cells, line.of)
            if table.get("WS") == 0 and line.of == "Unit":  # who strikes no blow may leave out how many
                table.setdefault("A", 0)
            if self.immobile or "immobile" in (word.lower() for word in odd):
                table["M"] = 0
            self.unread += [f"{line.name}: {figure}" for figure in strange]
            if line.of in ARMOURED and line.of != "Building":
                table.setdefault("BS", 0)  # a hull without guns of its own
            if powers:
                table["powers"] = list(dict.fromkeys(powers))
            stats, wrong = self.schema.model(table, kind_type, tags)
            for key, error in wrong:
                place = f"{self.where}, {line.name}, {key}".rstrip(", ")
                faults.append(GrognardError(error.what, where=place, hint=error.hint))
            role = "leader" if leads else "crew" if any(word.lower() == "crew" for word in odd) else ""
            name = line.name or self.name
            several = stats is not None and (stats.armoured or "Monstrous" in kind_type or "Gargantuan" in kind_type)
            carries = tuple((_apart(weapons) if several else weapons)[:MOST_WEAPONS])
            if stats is not None:
                self.unread += [f"{name}: {doubt}" for doubt in doubts(stats, carries, is_gun(line))]
            model = interned(Model(name, stats, tuple(own[:MOST_RULES]), carries, BASES.get(kind_type, Base()), role))
            models += [(leads, model)] * min(number, MOST_MODELS)
        if not 0 <= round(total) <= MOST_POINTS:
            faults.append(GrognardError(f"{total:g} is not between 0 and {MOST_POINTS}", where=f"{self.where}, points"))
        if faults:
            raise Faults(faults)
        if len(models) > MOST_MODELS:
            raise GrognardError(f"{len(models)} models, more than {MOST_MODELS}", where=self.where)
        models.sort(key=lambda pair: pair[0])  # leaders stand last
        if self.details.pop("smoke", 0):
            if all(model.stats.armoured for _, model in models):
                self.details["smoke"] = True
            else:
                self.unread.append("Smoke Launchers")
        if kind_type == "Gargantuan Creature" or (
            kind_type == "Walker" and "Super-heavy" in tags
        ):  # their type says it
            self.unread = [name for name in self.unread if name != "Stomp"]
        if "Transport" in tags and "capacity" not in self.details:
            self.unread.append(f"how many may ride in {self.name}")
        borne = {rule.slug for _, model in models for weapon in model.weapons for rule in weapon.rules}
        self.unread += [name for rule, name in self.loose if rule.slug not in borne]
        details = tuple((s.key, self.details[s.key]) for s in self.schema.unit_keys if s.key in self.details)
        return assembled(
            self.schema,
            Kind(
                self.schema.id,
                self.name or models[0][1].name,
                kind_type,
                tags,
                round(total),
                rules[:MOST_RULES],
                tuple(model for _, model in models),
                sorted_out(self.unread, tuple(dict.fromkeys(model for _, model in models)), kind_type, tags),
                details,
            ),
        )

    def statline_of(self, model: Selection, stands: list[Selection], common: list[Profile]) -> Profile | None:
        """The statline of a model: its own, one of its equipment's, or the unit's; further ones are kept by name."""
        others = [s for s in stands if s is not model]
        found = [line for here, _ in _below(model, others) for line in lines(here)]
        if not found:
            found = [p for p in common if p.name.lower() == model.name.lower()] or common
            return found[0] if found else None
        named = [p for p in found if p.name.lower() == model.name.lower()]
        chosen = (named or found)[0]
        self.unread += [f"statline {p.name}" for p in found if p is not chosen and p.name != chosen.name]
        return chosen

    def equipment(self, holder: Selection, stop: list[Selection]) -> tuple[list[Weapon], list[Any]]:
        """The weapons and the executable rules under a selection."""
        weapons: list[Weapon] = []
        rules: list[Any] = []
        for here, number in _below(holder, stop):
            arms = [p for p in here.profiles if p.of == "Weapon"]
            own: list[Any] = []
            for name in (one for said in here.rules for one in rule_names(said)):
                rule = self.rule(name, "weapon" if arms else "model", quiet=bool(arms))
                if rule is not None:
                    own.append(rule)
                elif arms and (rule := self.rule(name, "model")) is not None:
                    rules.append(rule)
            if arms:
                worn = self.worn(here, arms, own)
                ways, open_ = modes.modes(here.name, arms)
                self.unread += open_
                if len(arms) == 1 or len(ways) == len(arms):
                    number *= counted(here.called)
                for profile in arms:
                    weapon = self.weapon(profile, worn, rules, ways.get(id(profile), ""))
                    weapons += [weapon] * min(number, 10) if weapon is not None else []
            else:
                rules += own
            for profile in here.profiles:
                self.other(profile, rules)
        return weapons, list(dict.fromkeys(rules))

    def worn(self, here: Selection, arms: list[Profile], linked: list[Any]) -> list[Any]:
        """The rules linked to weapons that these have beyond those of their types.

        The type lists a weapon's rules and the links repeat them, for whichever of the weapons lists them; only what a
        selection makes of a weapon, Twin-linked and Master-crafted, stands as a link alone, Twin-linked also in the name
        of what is chosen. Others are kept by name.
        """
        listed = {rule.slug for p in arms for name in _listed(p) if (rule := self.rule(name, "weapon", quiet=True))}
        beyond = [rule for rule in linked if rule.slug not in listed]
        worn = [rule for rule in beyond if rule.slug in BEYOND]
        self.unread += [f"{rule} ({here.name})" for rule in beyond if rule not in worn]
        if "twin-linked" in here.called.lower() and "twin-linked" not in {*listed, *(rule.slug for rule in worn)}:
            worn.append(self.rule("Twin-linked", "weapon"))
        return [rule for rule in worn if rule is not None]

    def other(self, profile: Profile, rules: list[Any]) -> None:
        """What a profile that is neither statline nor weapon says."""
        if profile.of == "Building":
            self.roofed(profile)
        if profile.of in STATLINES or profile.of == "Weapon":
            return
        if profile.of == "Transport":
            for key, cell, most in (("capacity", "Capacity", 100), ("fire_points", "Fire Points", 50)):
                number = carried(profile.cells.get(cell, ""))
                if number is not None:
                    self.details.setdefault(key, min(number, most))
                elif key == "capacity":
                    self.unread.append(f"how many may ride in {profile.name.removesuffix(' (Transport)')}")
            if (access := doors(profile.cells.get("Access Points", ""))) is not None:
                self.details.setdefault("access", tuple(access) if isinstance(access, list) else min(access, 20))
            if limited(profile.cells.get("Capacity", "")):
                self.unread.append(f"who may ride in {profile.name.removesuffix(' (Transport)')}")
        elif profile.of == "Psyker":
            level = profile.cells.get("Mastery Level", "").strip()
            rule = self.rule(f"Psyker (Mastery Level {level})" if level else "Psyker", "model")
            rules += [rule] if rule is not None else []
        elif profile.of.startswith("Psychic Power") and (power := power_name(profile.name)) is not None:
            self.powers.append(power)
        elif "smoke launchers" in profile.name.lower():
            self.details["smoke"] = True
            if profile.name.lower() == "searchlight and smoke launchers":
                self.unread.append("Searchlight")
        elif profile.name:
            self.unread.append(profile.name)

    def roofed(self, profile: Profile) -> None:
        """How many a building holds, inside and on its battlements."""
        for key, cell, most in (("capacity", "Transport Capacity", 100), ("fire_points", "Fire Points", 50)):
            if number := carried(profile.cells.get(cell, "")):
                self.details.setdefault(key, min(number, most))
        if "battlement" in profile.cells.get("Building Type", "").lower():  # the list does not say for how many
            self.details.setdefault("battlements", self.details.get("capacity", UPON))

    def rule(self, name: str, holder: str, quiet: bool = False) -> Any:
        """The rule of this name if it is executable and may stand there; else its name is kept, unless ``quiet``."""
        if not name.strip():
            return None
        if name.strip().lower() == "immobile":
            self.immobile = True
            return None
        rule = _executable(self.schema, name)
        if rule is not None:
            on = tuple(getattr(rule, "on", ()))
            if not on or ("weapon" in on if holder == "weapon" else on != ("weapon",)):
                return rule
            if holder == "model" and not quiet:
                self.loose.append((rule, name.strip()))
                return None
        if not quiet:
            self.unread.append(name.strip())
        return None

    def weapon(self, profile: Profile, linked: list[Any], lent: list[Any], mode_of: str = "") -> Weapon | None:
        """A weapon with the rules of its type and those linked to it; None, kept by name, when it cannot be read.

        Rules among them that only models bear go to ``lent``: they are the bearer's. ``mode_of`` names the weapon of
        which this is one way to fire.
        """
        try:
            table, names = weapon_table(profile.cells)
        except GrognardError:
            self.unread.append(f"weapon {profile.name}")
            return None
        if mode_of:
            table["mode_of"] = mode_of
        stats, faults = self.schema.weapon(table)
        if faults or not profile.name:
            self.unread.append(f"weapon {profile.name}")
            return None
        names = [*names, *_listed(profile, named=True)]
        rules = []
        for name in dict.fromkeys(names):
            if (rule := self.rule(name, "weapon", quiet=True)) is not None:
                rules.append(rule)
            elif (rule := self.rule(name, "model")) is not None:
                lent.append(rule)
        if stats.type.kind == "Bomb":
            self.unread.append(f"dropping of {profile.name}")
        sorts = {rule.slug for rule in rules}
        if stats.melee:  # only shots are twin-linked
            linked = [rule for rule in linked if rule.slug != "twin-linked"]
        rules += [rule for rule in linked if rule.slug not in sorts]
        kept = tuple(dict.fromkeys(rules))[:MOST_RULES]
        weapon = interned(Weapon(profile.name, stats, kept))
        number = 1
        while self.arms.setdefault(weapon.name, weapon) is not weapon:  # two sorts of one name
            number += 1
            weapon = interned(Weapon(f"{profile.name} ({number})", stats, kept))
        return weapon

    def armed(self, weapons: list[Weapon]) -> list[Weapon]:
        """The weapons in the order in which they would be used: guns, then pistols, grenades, close combat weapons."""

        def late(weapon: Weapon) -> int:
            kind = weapon.stats.type.kind
            thrown = kind == "Assault" and (weapon.stats.range or 99) <= THROWN
            if thrown and ("grenade" in weapon.name.lower() or "bomb" in weapon.name.lower()):
                kind = "Grenade"
            return next((i for i, kinds in enumerate(_LATE, 1) if kind in kinds), 0)

        return sorted(weapons, key=late)


@memo(4096)
def _executable(schema: Schema, name: str) -> Any:
    """The rule of a name as lists write it, None when there is none that is executable."""
    try:
        return read_rule(schema.read_rule, rule_names(name)[0])
    except GrognardError:
        return None


def _listed(profile: Profile, named: bool = False) -> list[str]:
    """The rules that a weapon's type lists and its name says; ``named``: those of the name alone."""
    said = ["Twin-linked"] if "twin-linked" in profile.name.lower().replace(" ", "-") else []
    if named:
        return said
    try:
        return [*weapon_table(profile.cells)[1], *said]
    except GrognardError:
        return said  # told when the weapon is read


def _apart(weapons: list[Weapon]) -> list[Weapon]:
    """The weapons of a model that fires several at once: guns of one name are numbered, for each of them fires."""
    met: dict[str, int] = {}
    out: list[Weapon] = []
    for weapon in weapons:
        number = met[weapon.name] = met.get(weapon.name, 0) + 1
        out.append(_numbered(weapon, number) if number > 1 and not weapon.stats.melee else weapon)
    return out


def _numbered(weapon: Weapon, number: int) -> Weapon:
    """A further gun of one name; its ways to fire are its own."""
    mode = weapon.stats.mode_of
    stats = structs.replace(weapon.stats, mode_of=f"{mode} #{number}") if mode else weapon.stats
    return interned(structs.replace(weapon, name=f"{weapon.name} #{number}", stats=stats))


def _numbers(root: Selection) -> dict[int, int]:
    """How many there are of each selection under the root, by its id."""
    found: dict[int, int] = {}
    waiting = [(root, root.number)]
    while waiting:
        here, number = waiting.pop()
        found[id(here)] = number
        waiting += [(c, min(number * c.number, MOST_MODELS + 1)) for c in here.children]
    return found


def points_of(selection: Selection, apart: Iterable[Selection] = ()) -> float:
    """The points of one selection and all under it, units apart left out."""
    stop = [id(s) for s in apart]
    return selection.points + sum(c.number * points_of(c, apart) for c in selection.children if id(c) not in stop)


def chariots(groups: list[Group]) -> list[Group]:
    """A chariot and its rider as one model, with the figures of both statlines and all their arms."""
    hull = next(
        (g for g in groups if "chariot" in (g[0].cells.get("Type") or g[0].cells.get("Unit Type", "")).lower()), None
    )
    riders = [g for g in groups if g is not hull and g[0].of == "Unit"]
    if hull is None or len(riders) != 1 or hull[0].of == "Unit":
        return groups
    rider = riders[0]
    own = {
        key: said for key, said in rider[0].cells.items() if key not in ("T", "W", "Unit Type")
    }  # the hull is hit, not he
    cells = {**own, **{key: said for key, said in hull[0].cells.items() if said.strip() not in ("", "-")}}
    line = Profile(hull[0].name, hull[0].of, cells)
    both = (line, hull[1] + rider[1], [*hull[2], *rider[2]], hull[3], (*hull[4], *rider[4]))
    return [both if g is hull else g for g in groups if g is not rider]
