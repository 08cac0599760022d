"""The units in what was chosen of a list, and which selections of each are its models.

Lists nest: a squad holds the transport that was bought for it, a formation whole units, a battery its guns. Each unit is
read by itself, with its own statlines, arms and points.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ..forces import MOST_UNITS
from ..names import plain
from ..vocabulary.wording import STATLINES
from .library import Profile, Selection, copied

ARMOURED = ("Vehicle", "Walker", "Flyer", "Building")


class ChosenUnit(Struct, frozen=True, eq=False):
    """A unit in what was chosen: its root, the units within it that are their own, and in which of the others it rides."""

    root: Selection
    apart: tuple[Selection, ...] = ()
    rides: Selection | None = None
    name: str = ""  # of the unit, where its root is called otherwise


def lines(selection: Selection) -> list[Profile]:
    """The statlines that stand at a selection itself."""
    return [p for p in selection.profiles if p.of in STATLINES]


def is_gun(line: Profile) -> bool:
    """Whether a statline is that of a gun which others serve: it can be hurt, and has no skill of its own."""
    return (
        line.of == "Unit" and line.cells.get("BS", "").strip() in ("-", "0") and line.cells.get("T", "").strip() > "0"
    )


# --- units ------------------------------------------------------------------------------------------------------------


def parts(root: Selection) -> list[ChosenUnit]:
    """The units in what was chosen, the one that the others were chosen for first.

    A selection of type unit within another is a unit of its own where the outer one has models besides; where it has none,
    one is the unit itself, and several are what a formation holds. What stands in a formation without being a unit (a
    character, a single tank) is one all the same. Men ride in the transport that stands with them.
    """
    _mount_guns(root)
    inner = _nested(root)
    if not inner and (wagons := _wagons(root)):
        within = [ChosenUnit(copy) for one in wagons for copy in _copies(one)]
        carrier = next((part.root for part in within if _holds(part)), None)
        return [ChosenUnit(root, tuple(wagons), carrier), *within]
    if not inner:
        return [ChosenUnit(root)]
    copies = [copy for one in inner for copy in _copies(one)]
    if not bodies(root, inner):
        if len(copies) == 1:
            return _renamed(parts(inner[0]), root)
        return [ChosenUnit(root)] if _one_body(inner) else [part for one in copies for part in parts(one)]
    within = [part for one in copies for part in parts(one)]
    outer = ChosenUnit(root, tuple(inner))
    single = _hull(outer) and len(bodies(root, inner)) == 1
    if not single and any(not (_hull(part) and _holds(part)) for part in within):
        return [*_each_its_own(root, inner), *within]
    if single:
        return [outer, *(_boarded(part, outer) for part in within)]
    carrier = next((part.root for part in within if _holds(part)), None)
    return [ChosenUnit(root, tuple(inner), carrier), *within]


def _each_its_own(root: Selection, inner: list[Selection]) -> list[ChosenUnit]:
    """The units that stand in a formation beside its selections of type unit: squads, and single models.

    Models within one selection, whatever its type, are one squad; a model right in the formation is a unit by itself.
    """
    found = [one for child in root.children for one in _squads(child, stands(root, inner), inner)]
    if lines(root) or (len(found) < 2 and not any(_is_squad(one) for one in found)):
        return [ChosenUnit(root, tuple(inner))]
    return [ChosenUnit(copy, tuple(inner)) for one in found for copy in _copies(one)]


def _squads(here: Selection, models: list[Selection], inner: list[Selection]) -> list[Selection]:
    """The outermost selections that hold models right within them, and the models that nothing holds."""
    if any(here is one for one in inner):
        return []
    if any(here is model for model in models):
        return [here]
    right_within = [child for child in here.children if any(child is model for model in models)]
    if sum(child.number for child in right_within) > 1:
        return [here]
    return [one for child in here.children for one in _squads(child, models, inner)]


def _is_squad(one: Selection) -> bool:
    return not lines(one) and one.type != "model"


def _copies(one: Selection) -> list[Selection]:
    """The unit, once for each time that it was chosen."""
    if one.number < 2:
        return [one]
    single = [copied(one) for _ in range(min(one.number, MOST_UNITS))]
    for copy in single:
        copy.number = 1
    return single


def _mount_guns(root: Selection) -> None:
    """A gun with its crew that stands within a single tank is armament of the tank: of it only the weapons count."""
    if not any(line.of in ARMOURED for line in lines(root)):
        return
    for child in root.children:
        if child.type == "unit" and any(is_gun(line) for body in bodies(child) for line in lines(body)):
            child.type = "upgrade"
            child.children = [c for c in child.children if any(is_gun(line) for line in lines(c))]
            for gun in child.children:
                gun.profiles = [p for p in gun.profiles if p.of not in STATLINES]


def _boarded(part: ChosenUnit, outer: ChosenUnit) -> ChosenUnit:
    """A squad bought inside a transport rides in it."""
    if _holds(outer) and not _hull(part):
        return ChosenUnit(part.root, part.apart, outer.root, part.name)
    return part


def _renamed(found: list[ChosenUnit], root: Selection) -> list[ChosenUnit]:
    return [ChosenUnit(found[0].root, found[0].apart, found[0].rides, root.name), *found[1:]]


def _nested(root: Selection) -> list[Selection]:
    """The outermost selections of type unit below a selection that have a statline somewhere."""
    found: list[Selection] = []
    for child in root.children:
        if child.type == "unit" and bodies(child):
            found.append(child)
        else:
            found += _nested(child)
    return found


def _wagons(root: Selection) -> list[Selection]:
    """The transports that are called models in a squad of men: hulls with seats beside two men or more."""
    found = stands(root)
    men = [s for s in found if not any(line.of in ARMOURED for line in lines(s))]
    hulls = [s for s in found if s not in men and s is not root and any("transport" in _typed(p) for p in s.profiles)]
    return hulls if sum(s.number for s in men) > 1 and len(men) + len(hulls) == len(found) else []


def _typed(profile: Profile) -> str:
    return f"{profile.of} {profile.cells.get('Type', '')}".lower()


def _one_body(inner: list[Selection]) -> bool:
    """Whether several units within are the guns or hulls of one battery: all of one name and sort, without units within."""
    names = {plain(one.name).rstrip("s") for one in inner}
    return len(names) == 1 and not any(_nested(one) for one in inner)


def bodies(root: Selection, apart: Iterable[Selection] = ()) -> list[Selection]:
    """The selections with a statline of their own, those of units apart left out."""
    stop = {id(s) for s in apart}
    found = [root] if lines(root) else []
    for child in root.children:
        if id(child) not in stop:
            found += bodies(child, apart)
    return found


def _hull(part: ChosenUnit) -> bool:
    """Whether the unit is made of vehicles."""
    found = [line.of for body in bodies(part.root, part.apart) for line in lines(body)]
    return bool(found) and all(of in ARMOURED for of in found)


def _holds(part: ChosenUnit) -> bool:
    """Whether it has seats."""
    return any(p.of == "Transport" for p in _profiles(part.root, part.apart))


def _profiles(root: Selection, apart: Iterable[Selection]) -> list[Profile]:
    stop = {id(s) for s in apart}
    found = list(root.profiles)
    for child in root.children:
        if id(child) not in stop:
            found += _profiles(child, apart)
    return found


# --- models -----------------------------------------------------------------------------------------------------------


def stands(root: Selection, apart: Iterable[Selection] = ()) -> list[Selection]:
    """The selections of a unit that stand for models; the root among them where it is a model besides others.

    Those of type model; others with a statline that no model holds; and those that are called after a statline of the unit.
    """
    stop = {id(s) for s in apart}
    common = lines(root)
    found = [s for child in root.children if id(child) not in stop for s in _standing(child, stop, common)]
    if not found:
        return [root] if common or root.type == "model" else []
    if common and all(any(lines(s) for s in _inside(one, stop)) for one in found) and _is_itself(root, common):
        found.insert(0, root)
    return found


def _standing(here: Selection, stop: set[int], common: list[Profile], inside: bool = False) -> list[Selection]:
    own = lines(here)
    alone = here.type == "model" or (bool(own) and not inside) or (not inside and _called_after(here, common))
    gun = any(is_gun(line) for line in own)
    found = [here] if alone else []
    for child in here.children:
        if id(child) not in stop:
            found += _standing(child, stop, common, (inside or alone) and not gun)  # beside a gun stands its crew
    return found


def _inside(one: Selection, stop: set[int]) -> list[Selection]:
    found = [one]
    for child in one.children:
        if id(child) not in stop:
            found += _inside(child, stop)
    return found


def _called_after(here: Selection, common: list[Profile]) -> bool:
    """Whether something without a statline is called after one of the unit's: "Veteran w/ Lasgun" after "Veteran"."""
    if here.type == "unit" or any(p.of == "Weapon" for p in here.profiles) or not here.children:
        return False
    said = _words(here.name)
    return any((name := _words(line.name)) and said[: len(name)] == name for line in common)


def _is_itself(root: Selection, common: list[Profile]) -> bool:
    """Whether a statline at the root of a unit is that of the unit's namesake, not one for its models."""
    said = _words(root.name)
    return any((name := _words(line.name)) and (said == name or set(name) <= set(said)) for line in common)


def _words(name: str) -> list[str]:
    return [word.removesuffix("s") for word in plain(name).split()]
