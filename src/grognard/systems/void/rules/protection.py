"""Rules that protect: those who are hard to see, to wound and to hit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....common.rules import Rule, all_of, bearing, id_of
from ....kernel.asks import Procedure
from ..moments import VoidRule, deferred

if TYPE_CHECKING:
    from ....common.building import Building
    from ....table.state import Table
    from ..circumstances import Circumstances
    from ..matchup import Attack
    from ..nerve.checks import Company
    from ..orders import Orders
    from ..slots import Armour, CoverSave
    from ..weapons import Allotment

stay_on_guard = deferred("guards", "stay")
form_or_break_wall = deferred("movement.form_wall", "form_up")
offer_wall = deferred("movement.form_wall", "offer")
set_up_wall = deferred("movement.form_wall", "set_up")
show_models = deferred("harm", "show")

SHORT, MEDIUM = 0, 1


class Camouflage(VoidRule, frozen=True):
    """A unit of which all have it cannot be seen beyond medium range and is one better on cover saves, also in the open.

    VOID 1.1, Special Rules: Camouflage. Models with Stealth may make up the rest of the unit. In the open the bonus makes a
    rating of 1.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Camouflage())).slain.fraction(1)  # saved on 9+: 1/4 x 8/10
    Fraction(1, 5)
    """

    spellings = ("Camouflage",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Camouflage"

    def cover(self, save: CoverSave, attack: Attack) -> None:
        if hiding(attack.fellows) == MEDIUM:
            save.bonus(1, self, "+1 on the cover save")

    def unseen_beyond(self, company: Company) -> int | None:
        return MEDIUM if hiding(company.members) == MEDIUM else None


class Stealth(VoidRule, frozen=True):
    """A unit of which all have it cannot be seen beyond short range until it charges or shoots, and saves as if camouflaged.

    VOID 1.1, Special Rules: Stealth. Who charges or shoots can be targeted until the next marker phase; the better cover save
    stays.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Stealth())).slain.fraction(1)  # saved on 9+: 1/4 x 8/10
    Fraction(1, 5)
    """

    spellings = ("Stealth",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Stealth"

    def cover(self, save: CoverSave, attack: Attack) -> None:
        if hiding(attack.fellows) is not None:
            save.bonus(1, self, "+1 on the cover save")

    def unseen_beyond(self, company: Company) -> int | None:
        return hiding(company.members)

    def reveals(self, t: Table, u: int, models: tuple[int, ...]) -> Procedure:
        band = hiding(t[u].members)
        if band is not None:
            members = t[u].members
            loud = tuple(i for i in models if bearing(members[i], Stealth))
            shown = tuple(range(len(members))) if band == MEDIUM and loud else loud
            yield from show_models(t, u, shown, id_of(self))


def hiding(members: tuple[object, ...]) -> int | None:
    """The last band at which a unit of these profiles can be seen: short with Stealth alone, medium with Camouflage in it."""
    if not all(bearing(m, Camouflage) or bearing(m, Stealth) for m in members) or not members:
        return None
    return SHORT if all_of(members, Stealth) else MEDIUM


class Dodge(VoidRule, frozen=True):
    """Each point of damage may be dodged on d10 + the unit's highest CD, worse with every point after the first success.

    VOID 1.1, Special Rules: Dodge. Whatever did the damage, after every save; a 10 always succeeds. It is no command check.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Dodge())).slain.fraction(1)  # CD 4: dodged on 6+
    Fraction(1, 8)
    """

    spellings = ("Dodge",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Dodge"

    def dodge(self, test: Building, suffered: int) -> None:
        if suffered:
            test.add(-suffered, self, f"{suffered} point{'s' * (suffered > 1)} suffered since the first dodge")


class HeavyArmour(VoidRule, frozen=True):
    """Each wound received is cancelled by d10 + N - armour piercing of 10 or more.

    VOID 1.1, Special Rules: Heavy Armour. Heavy Armour 6 saves on 4+. After cover saves, before dodging, against shots and
    blows alike. A vehicle may list three numbers, for front, flank and rear: ``Heavy Armour 6/5/4``.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(HeavyArmour(6))).slain.fraction(1)  # 1/4 x 3/10
    Fraction(3, 40)
    """

    spellings = ("Heavy Armour", "Heavy Armor")
    on = ("model", "unit", "vehicle")
    example = "Heavy Armour 6"
    source = "VOID 1.1, Special Rules: Heavy Armour"
    n: int
    faces: str = ""  # "6/5/4": the numbers of front, flank and rear, where a profile lists more than one

    @classmethod
    def from_text(cls, rest: str) -> Rule:
        """From one number, or three for front, flank and rear. Raises GrognardError for anything else."""
        found = re.fullmatch(r"\W*(\d{1,2})\s*/\s*(\d{1,2})\s*/\s*(\d{1,2})\W*", rest)
        if found is None:
            return super().from_text(rest)
        return cls(int(found[1]), "/".join(found.groups()))

    def written(self) -> str:
        return f"Heavy Armour {self.faces or self.n}"

    def armour(self, save: Armour, attack: Attack) -> None:
        n = number(self, attack.how.arc)
        side = f", {attack.how.arc}" if self.faces else ""
        save.offer(n, self, f"{10 - n}+ without armour piercing{side}")

    def sided(self) -> bool:
        return bool(self.faces)


def number(armour: HeavyArmour, arc: str) -> int:
    """The number that counts against what comes from an arc.

    >>> [number(HeavyArmour(6, "6/5/4"), arc) for arc in ("front", "flank", "rear")]
    [6, 5, 4]
    """
    return int(armour.faces.split("/")[("front", "flank", "rear").index(arc)]) if armour.faces else armour.n


class Guard(VoidRule, frozen=True):
    """Guards and what they guard are one unit: it is immune to panic, and guards take all damage as long as one is left.

    VOID 1.1, Special Rules: Guard. Whom or what they guard stands in brackets. Templates too fall on guards first.

    >>> from grognard.systems.void.examples import ask, model, trooper, unit
    >>> guarded = unit(model("hero", W=1), model("line trooper", Guard("the hero")), name="guarded")
    >>> ask(trooper(), guarded).slain.fraction(1)  # T 4 of the guard, not T 5 and size 2 of the hero
    Fraction(1, 4)
    """

    spellings = ("Guard",)
    on = ("model", "unit", "vehicle")
    example = "Guard (the standard)"
    source = "VOID 1.1, Special Rules: Guard"
    what: str

    def written(self) -> str:
        return f"Guard ({self.what})"

    def allots(self, order: Allotment, i: int) -> None:
        if not all_of(order.members, Guard):
            order.guard(i)

    def guards(self) -> str:
        return self.what

    def immune(self, company: Company, to: str) -> bool:
        return company.guarding

    def orders(self, orders: Orders) -> Any:
        return stay_on_guard(orders, self)


class ShieldWall(VoidRule, frozen=True):
    """In formation the unit has Heavy Armour 3 against all that comes from its front, and the wall is hit before those behind.

    VOID 1.1, Special Rules: Shield Wall. All but support models stand in base contact. It is lost when the unit is engaged in
    close combat.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(ShieldWall())).slain.fraction(1)  # 7+ saves: 1/4 x 6/10
    Fraction(3, 20)
    """

    spellings = ("Shield Wall",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Shield Wall"

    def armour(self, save: Armour, attack: Attack) -> None:
        if walled(attack.fellows, attack.how):
            save.offer(3, self, "7+ from the front, in formation")

    def sided(self) -> bool:
        return True

    def allots(self, order: Allotment, i: int) -> None:
        if order.members[i].role != "support" and walled(order.members, order.how):
            order.shield(i)

    def settles(self, t: Table, u: int) -> Procedure:
        yield from set_up_wall(t, u, self)

    def orders(self, orders: Orders) -> Any:
        return offer_wall(orders, self)

    def carries_out(self, t: Table, u: int, orders: Orders, word: str) -> Procedure:
        yield from form_or_break_wall(t, u, orders, word, id_of(self))


def walled(members: tuple[Any, ...], how: Circumstances) -> bool:
    """Whether an attack comes at the front of a shield wall: every model in it but support models must have the rule."""
    line = [m for m in members if m.role != "support"]
    return how.formed and how.arc == "front" and not how.melee and all(bearing(m, ShieldWall) for m in line)


RULES = (Camouflage, Dodge, Guard, HeavyArmour, ShieldWall, Stealth)
