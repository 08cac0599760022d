"""Options of a catalogue's unit as a player takes them: by name, so many of them, with what they cost and where they fit.

``take`` puts a thing where it may stand: a gun in the hands of one man of the squad, a sergeant's fist, a transport. What
stood there by default makes room; what cannot stand there is refused, saying what can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from ...common.schema import MOST_MODELS
from ...errors import GrognardError
from ..names import nearest, plain
from ..upgrades import NUMBERED, Option
from .composition import ARMOURED, lines, parts, stands
from .library import Selection
from .loadout import Loadout, default_of
from .modifiers import Member, Pick, figure

MOST_TAKEN = 60  # options of one unit
MOST_SLOTS = 8_000  # places looked at for one option
MOST_LOOKED = 15_000  # entries and groups looked at for a list of options
LOOKED_EACH = 3_000  # for one option that is taken
MOST_TRIED = 12  # places in which one thing is tried
LISTED = 150  # options that are listed of one unit
ABSENT = 3  # entries that are not chosen yet, within each other


class Offer(Option, frozen=True):
    """An option of a catalogue's unit: what it costs now, how many fit, in whose hands, and whether the army has a say."""

    most: int = 1
    holder: str = ""
    depends: bool = False

    def told(self) -> str:
        """The option as a list says it.

        >>> Offer("Meltagun", 10, holder="Trooper", most=2, replaces=("Boltgun",)).told()
        'Meltagun (Trooper), +10 points, up to 2, instead of Boltgun'
        """
        holder = f" ({self.holder})" if self.holder else ""
        cost = f"{self.cost:+} point{'' if abs(self.cost) == 1 else 's'}" if self.cost else "free"
        many = f", up to {self.most}" if self.most > 1 else ""
        place = f", instead of {' and '.join(self.replaces)}" if self.replaces else ""
        asks = ", if the rest of the army allows it" if self.depends else ""
        return f"{self.name}{holder}, {cost}{many}{place}{asks}"

    def more(self) -> dict[str, Any]:
        return {"most": self.most, "holder": self.holder, "if_the_army_allows": self.depends}


class SizeOption(Option, frozen=True):
    """How many models a unit may have, and what one more costs."""

    least: int = 1
    most: int = 1

    def told(self) -> str:
        """The size as a list says it.

        >>> SizeOption("size", 14, least=5, most=10).told()
        '5 to 10 models, +14 points each'
        """
        return f"{self.least} to {self.most} models, {f'{self.cost:+} points' if self.cost else 'free'} each"

    def more(self) -> dict[str, Any]:
        return {"least": self.least, "most": self.most}


class Unfit(GrognardError):
    """An option exists, and does not fit what is chosen."""


class More(Option, frozen=True):
    """Stands for the options that there are besides."""

    def told(self) -> str:
        return "there are more than can be listed; those of each unit stand under FILE:UNIT"


class Slot(Struct, frozen=True, eq=False):
    """A place for a thing: in which pick, through which groups and entries that are not chosen yet."""

    into: Pick
    path: tuple[Member, ...]
    member: Member
    name: str
    holder: str  # in whose hands
    sure: bool  # whether the unit alone decides that it is there

    @property
    def absent(self) -> int:
        return sum(not member.group for member in self.path)


class Outfit:
    """A unit of a catalogue while a player equips it."""

    def __init__(self, loadout: Loadout) -> None:
        self.loadout = loadout
        self.where = loadout.library.path.name
        self.looked = 0  # places looked at
        self.unit = loadout.called(loadout.root.member, loadout.root)

    @cached_property
    def armoured(self) -> bool:
        return any(line.of in ARMOURED for model, _ in self._models() for line in lines(model))

    # --- how many models ------------------------------------------------------------------------------------------

    def size(self) -> int:
        """How many models the unit has, those of units bought with it left out."""
        return sum(number for _, number in self._models())

    def resize(self, wanted: int) -> None:
        """Makes the unit so many models strong. Raises GrognardError, saying how many it may have."""
        self.loadout.library.allowed += LOOKED_EACH
        least = self.size()
        if self._grown(wanted):
            return
        nearest_to = self.size()
        self._grown(MOST_MODELS)
        most = self.size()
        many = f"{least} model{'s' * (least != 1)}" if least >= most else f"{least} to {most} models"
        hint = f"with {nearest_to} it is whole" if least < nearest_to < most and nearest_to != wanted else ""
        raise GrognardError(f"{self.unit} has {many}, not {wanted}", where=self.where, hint=hint)

    def _grown(self, wanted: int) -> bool:
        for _ in range(3):
            have = self.size()
            for position in self._positions():
                if have == wanted:
                    break
                at = self.loadout.at(position.member, position.above) if position.above is not None else position
                at.least = max(0, _in(at) + wanted - have)
                self.loadout.settle()
                have = self.size()
                at.least = min(at.least, _in(at))
            if have == wanted:
                return True
        return False

    def _models(self) -> list[tuple[Selection, int]]:
        chosen = self.loadout.selection()
        first = parts(chosen)[0]
        found = {id(s) for s in stands(first.root, first.apart)}
        out: list[tuple[Selection, int]] = []
        waiting = [(first.root, max(1, first.root.number))]
        while waiting:
            here, number = waiting.pop(0)
            if id(here) in found:
                out.append((here, number))
            stop = {id(one) for one in first.apart}
            waiting += [(c, min(number * c.number, MOST_MODELS * 2)) for c in here.children if id(c) not in stop]
        return out

    def _positions(self) -> list[Pick]:
        """Where models stand that may be more: the groups, and the entries in no group, the fullest first."""
        found: dict[int, tuple[Pick, int]] = {}
        for model, number in self._models():
            pick = self.loadout.made.get(id(model))
            if pick is None or pick.above is None:
                continue
            for position in (pick, *(above for above in pick.line() if above.member.group)):
                if position.member.group or not pick.above.member.group:
                    before = found.get(id(position.member), (position, 0))[1]
                    found[id(position.member)] = position, before + number
                if not position.member.group and position is not pick:
                    break
        return [position for position, _ in sorted(found.values(), key=lambda pair: -pair[1])]

    # --- options --------------------------------------------------------------------------------------------------

    def take(self, words: str, size: int | None = None) -> None:
        """Takes what is named, "2x Meltagun" two of them, "Sergeant/Power Fist" that of the sergeant.

        Raises GrognardError for what does not exist or does not fit, saying what does, and how many.
        """
        words = words.strip()
        found = self._meant(words)
        number = 1
        if not found and (numbered := NUMBERED.fullmatch(words)):
            number, words = max(1, int(numbered[1])), numbered[2]
            found = self._meant(words)
        if not found:
            names = list(dict.fromkeys(slot.name for slot in self.slots(self.loadout)))
            near = nearest(words, names)
            hint = near if near.startswith("nearest") else self._fitting()
            raise GrognardError(f"{self.unit} has no option {words[:80]!r}", where=self.where, hint=hint)
        several = {plain(slot.name) for slot in found}
        if len(several) > 1:
            listed = ", ".join(dict.fromkeys(repr(slot.name) for slot in found))
            raise GrognardError(f"{words[:80]!r} may be several options", where=self.where, hint=f"write one: {listed}")
        if not any(self._tried(slot, number, size) for slot in found) and not self._spread(words, number, size):
            why = self._limit(found, number)
            raise Unfit(f"{self.unit} cannot take {words[:80]}: {why}", where=self.where, hint=self._fitting())

    def taken(self, name: str, number: int, holder: str = "", size: int | None = None) -> bool:
        """Takes so many of what is called so, in the hands of ``holder`` if one is named; False where they do not fit."""
        slots = [slot for slot in self.slots(self.loadout) if plain(slot.name) == plain(name)]
        found = [slot for slot in slots if not holder or _has(slot.holder, holder)]
        self.loadout.library.allowed += LOOKED_EACH
        return any(self._tried(slot, number, size) for slot in found[:MOST_TRIED])

    def offers(self) -> list[Option]:
        """The options that fit what is chosen, each with what it would cost now and how many of it fit."""
        out: dict[tuple[str, str], Option] = {}
        before, had = self.points(), self._names()
        library = self.loadout.library
        library.allowed = library.effort + 2 * MOST_LOOKED
        end = library.effort + MOST_LOOKED
        for slot in sorted(self.slots(self.loadout), key=lambda slot: (not slot.sure, slot.absent)):
            key = (plain(slot.name), slot.holder)
            if len(out) >= LISTED or library.effort > end:
                return [*out.values(), More("more")]
            if key in out or self._forced(slot) or self._stands(slot) or not self._open(slot):
                continue
            tried = self.trial(slot, 1)
            if tried is None:
                continue
            now = Outfit(tried)
            has = now._names()
            lost = had - has
            if has == had:
                continue  # it is there by default
            most = self._most(slot) if slot.sure else 1
            replaces = tuple(name for name in lost if not any(_has(o, name) for o in lost if o != name))[:2]
            cost = round(now.points() - before)
            out[key] = Offer(slot.name, cost, (), replaces, (), "", most, slot.holder, not slot.sure)
        return list(out.values())

    def points(self) -> float:
        """The points of everything chosen."""
        root = self.loadout.root
        return root.number * (self.loadout.points(root.member, root) + _spent(self.loadout, root))

    def slots(self, loadout: Loadout) -> Iterator[Slot]:
        """Every place for a thing, those in what is chosen first."""
        self.looked = 0
        for depth in range(ABSENT + 1):
            yield from self._below(loadout, loadout.root, loadout.root, (), "", True, depth)

    def _below(
        self, loadout: Loadout, into: Pick, at: Pick, path: tuple[Member, ...], holder: str, sure: bool, absent: int
    ) -> Iterator[Slot]:
        """The places in an entry or group, with exactly ``absent`` entries on the way that are not chosen yet."""
        for m in loadout.library.members(*at.member.both) if len(path) <= 12 else ():
            self.looked += 1
            if self.looked > MOST_SLOTS:
                return
            picks = [p for p in at.inner if p.member is m] or [Pick(m, at, at.tree)]
            hidden, known = loadout.hidden(m, picks[0])
            if hidden and known:
                continue
            here = sure and known
            if m.group:
                real = picks[0] in at.inner and into is at
                onto, way = (picks[0], ()) if real else (into, (*path, m))
                yield from self._below(loadout, onto, picks[0], way, holder, here, absent)
                continue
            name = loadout.called(m, picks[0])
            if absent == 0:
                yield Slot(into, path, m, name, holder, here)
            for pick in sorted(picks, key=lambda p: p.asked):
                if pick.number and pick in at.inner and into is at:
                    yield from self._below(loadout, pick, pick, (), name, here, absent)
            if absent:  # another one
                new = Pick(m, at, at.tree)
                yield from self._below(loadout, into, new, (*path, m), name, here, absent - 1)

    def _meant(self, words: str) -> list[Slot]:
        """The places for what is named: by its whole name, or else by words in it."""
        slots = list(self.slots(self.loadout))
        inside = [slot for slot in slots if not any(self._apart(m) for m in slot.path)]
        holder, _, name = words.partition("/")
        return (
            _named(words, inside)
            or _named(name, [slot for slot in inside if name and _has(slot.holder, holder)])
            or _named(words, slots)
            or _named(name, [slot for slot in slots if name and _has(slot.holder, holder)])
        )

    def _apart(self, member: Member) -> bool:
        """Whether an entry would be a unit of its own: what is in it is not meant before it is there."""
        if member.group:
            return False
        hulls = self.loadout.library.sorts(member) & set(ARMOURED)
        return member.node.get("type") == "unit" or bool(hulls and not self.armoured)

    def _spread(self, words: str, number: int, size: int | None) -> bool:
        """Takes so many of something in several places; nothing where they do not all fit."""
        before, left = self.loadout, number
        while left and number > 1:
            for slot in self._meant(words):
                if self.trial(slot, 1) is not None:
                    some = min(self._most(slot), left)
                    if self._tried(slot, some, size):
                        left -= some
                        break
            else:
                break
        if left:
            self.loadout = before
        return not left

    def _tried(self, slot: Slot, number: int, size: int | None) -> bool:
        """Takes so many of something in a place, if they fit there."""
        tried = self.trial(slot, number)
        if tried is None:
            return False
        before, self.loadout = self.loadout, tried
        if size is not None and self.size() != size and not (self._grown(size) and fits(self.loadout)):
            self.loadout = before
            return False
        return True

    def trial(self, slot: Slot, number: int) -> Loadout | None:
        """The unit with so many of something in a place, or None where they do not fit."""
        met: dict[int, Pick] = {}
        tried = self.loadout.copied(met)
        into = met[id(slot.into)]
        line = [pick for pick in into.line() if not pick.member.group and pick.above is not None]
        left = number
        for pick in reversed(line):  # the outermost first
            if pick.number > 1 and slot.member.node.get("collective") != "true":
                if left > pick.number:
                    return None
                into = _parted(pick, left, into)
                left = 1
            else:
                pick.asked = True
        for m in slot.path:
            inner = next((p for p in into.inner if p.member is m), None) if m.group else None
            if inner is None:
                inner = Pick(m, into, into.tree, 1)
                if not m.group:
                    inner.asked, inner.number, left = True, left, 1
                into.inner.append(inner)
            into = inner
        tried.put(slot.member, into, left)
        return tried if fits(tried) else None

    def _most(self, slot: Slot) -> int:
        """How many of something fit in a place; of whole units one is enough to know."""
        if self._apart(slot.member):
            return 1
        low, high = 1, MOST_MODELS
        for step in (2, 3, 5, 10, 20, 40):
            if self.trial(slot, step) is None:
                high = step
                break
            low = step
        while high - low > 1 and low < 40:
            middle = (low + high) // 2
            low, high = (middle, high) if self.trial(slot, middle) is not None else (low, middle)
        return low

    def _open(self, slot: Slot) -> bool:
        """Whether it is there to be chosen: in what is chosen, or the choice itself in what is not chosen yet."""
        if not slot.absent:
            return True
        group = _place(slot)
        if slot.absent > 1 or not group.member.group:
            return False
        return bool(self.loadout.bound(group.member, "min", group)) and not default_of(group.member)

    def room(self) -> SizeOption | None:
        """How many models the unit may have; None when that is settled."""
        least, before = self.size(), self.points()
        more = Outfit(self.loadout.copied({}))
        if not more._grown(least + 1):
            return None
        cost = round(more.points() - before)
        more._grown(MOST_MODELS)
        return SizeOption("size", cost, least=least, most=more.size())

    def _forced(self, slot: Slot) -> bool:
        """Whether a thing stands in its place anyhow, or none of it may."""
        at = Pick(slot.member, _place(slot), slot.into.tree)
        least, most = self.loadout.least(slot.member, at), self.loadout.most(slot.member, at)
        return most == 0 or least >= most

    def _stands(self, slot: Slot) -> bool:
        """Whether it is what a place has by default, and no other can be had there."""
        here = [p for p in slot.into.inner if p.member is slot.member] if not slot.path else []
        if not here or not slot.into.member.group:
            return False
        return sum(p.number for p in here) >= self.loadout.most(slot.into.member, slot.into)

    def _names(self) -> Counter[str]:
        out: Counter[str] = Counter()
        waiting = [(self.loadout.root, 1)]
        while waiting:
            here, number = waiting.pop()
            out[self.loadout.called(here.member, here)] += here.number * number
            waiting += [(inner, here.number * number) for inner in here.entries()]
        return out

    def _limit(self, found: list[Slot], number: int) -> str:
        """Why something does not fit: too many of it, too few models, or the place is taken."""
        for slot in found if number > 1 else ():
            if self.trial(slot, 1) is not None:
                return f"no more than {self._most(slot)} fit"
        here = self.size()
        more = Outfit(self.loadout.copied({}))
        for wanted in range(here + 1, here + 31) if here else ():
            if not more._grown(wanted):
                break
            names = {plain(slot.name) for slot in found}
            if any(more.trial(slot, number) for slot in more.slots(more.loadout) if plain(slot.name) in names):
                return f"it takes {wanted} models"
        return "its place is taken, or it does not go with what is chosen"

    def _fitting(self) -> str:
        listed = [offer for offer in self.offers() if isinstance(offer, Offer) and not offer.depends]
        said = "; ".join(offer.told() for offer in listed[:12])
        return f"what fits: {said}{'; …' if len(listed) > 12 else ''}" if listed else "it has no options"


def equipped(loadout: Loadout, size: int | None, take: Iterable[str]) -> Loadout:
    """The unit with so many models and with what is taken. Raises GrognardError for what does not fit, and with what."""
    wanted = list(take)[:MOST_TAKEN]
    if size is None and not wanted:
        return loadout
    loadout.library.allowed += LOOKED_EACH * (2 + len(wanted))
    fresh = loadout.copied({})
    outfit = Outfit(loadout)
    if size is not None:
        outfit.resize(size)
    for i, words in enumerate(wanted):
        try:
            outfit.take(words, size)
        except Unfit as error:
            for other in wanted[:i]:
                without = [name for name in wanted[: i + 1] if name is not other]
                if _goes(fresh, size, without):
                    raise Unfit(f"{error.what}; {other} is in its way", where=error.where, hint=error.hint) from None
            raise
    return outfit.loadout


def _goes(fresh: Loadout, size: int | None, take: list[str]) -> bool:
    outfit = Outfit(fresh.copied({}))
    try:
        if size is not None:
            outfit.resize(size)
        for words in take:
            outfit.take(words, size)
    except GrognardError:
        return False
    return True


def offers(loadout: Loadout) -> list[Option]:
    """What a unit may take as it is chosen: its size first, then what fits."""
    now = Outfit(loadout)
    room = now.room()
    return [*([room] if room is not None else []), *now.offers()]


def fits(loadout: Loadout) -> bool:
    """Whether everything that was asked for may stand where it stands."""
    return _fits(loadout, loadout.root)


def _fits(loadout: Loadout, holder: Pick) -> bool:
    asked = [p for p in holder.inner if p.asked and not p.member.group and p.number]
    for pick in asked:
        together = sum(p.number for p in holder.inner if p.member is pick.member)
        if together > loadout.most(pick.member, pick):
            return False
        whole = loadout.bound(pick.member, "max", pick, ("roster", "force"))
        if whole is not None and pick.tree.whole[pick.member.node.get("id")] > whole:
            return False
    for group in (p for p in holder.inner if p.member.group):
        if _asks(group):
            if _in(group) > loadout.most(group.member, group) or loadout.hidden(group.member, group)[0]:
                return False
            if not _affordable(loadout, group):
                return False
    return all(_fits(loadout, p) for p in holder.inner if p.number)


def _affordable(loadout: Loadout, group: Pick) -> bool:
    """Whether what is chosen in a group is within the points that the group allows."""
    for node in group.member.both:
        for constraint in node.of("constraint"):
            if constraint.get("type") == "max" and constraint.get("field") in ("points", "pts"):
                most = figure(constraint.get("value"))
                if constraint.get("scope") == "parent" and most > 0 and _spent(loadout, group) > most:
                    return False
    return True


def _spent(loadout: Loadout, holder: Pick) -> float:
    return sum(p.number * (loadout.points(p.member, p) + _spent(loadout, p)) for p in holder.entries())


def _asks(group: Pick) -> bool:
    return any(p.asked or (p.member.group and _asks(p)) for p in group.inner if p.number)


def _in(position: Pick) -> int:
    """How many stand in a group, or of an entry in its place."""
    if position.member.group:
        return sum(p.number for p in position.entries())
    above = position.above
    return sum(p.number for p in above.inner if p.member is position.member) if above is not None else position.number


def _parted(pick: Pick, number: int, into: Pick) -> Pick:
    """Parts so many from several who are alike; the place meant, among those who were parted."""
    if number == pick.number:
        pick.asked = True
        return into
    met: dict[int, Pick] = {}
    part = pick.copied(pick.above, met, pick.tree)
    part.number, part.asked = number, True
    pick.number -= number
    if pick.above is not None:
        pick.above.inner.append(part)
    return met[id(into)]


def _place(slot: Slot) -> Pick:
    at = slot.into
    for m in slot.path:
        at = Pick(m, at, at.tree, 1)
    return at


def _named(words: str, slots: list[Slot]) -> list[Slot]:
    wanted = plain(words)
    if not wanted:
        return []
    exact = [slot for slot in slots if plain(slot.name) == wanted]
    return exact or [slot for slot in slots if _has(slot.name, words)]


def _has(name: str, words: str) -> bool:
    """Whether words stand in a name, whole and in their order."""
    return f" {plain(words)} " in f" {plain(name)} "
