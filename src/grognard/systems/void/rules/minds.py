"""Rules that bind what a unit may do: machine minds and hot heads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....common.rules import Rule, bearing
from ....errors import GrognardError
from ..moments import VoidRule

if TYPE_CHECKING:
    from ..checks import Company
    from ..orders import Orders

GRADES = ("I", "II", "III")
ROLES = ("Tactical Advance", "Fire Support")


class Spomm(VoidRule, frozen=True):
    """A machine mind: it may not target enemies beyond its scanning radius, and its role says what it has to do.

    Seed, S.P.O.M.M.: grades I, II and III scan to short, medium and long range; Tactical Advance closes with the enemy, Fire
    Support holds back and fires. A unit led by an individual without a grade scans without limit.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> ask(trooper(Spomm("I", "Fire Support")), trooper(), range=14).impossible
    'beyond the scanning radius (SPOMM I (Fire Support))'
    """

    spellings = ("S.P.O.M.M.", "SPOMM")
    slug = "spomm"
    on = ("unit", "model", "vehicle")
    example = "SPOMM II (Fire Support)"
    source = "Seed, S.P.O.M.M.; section 19"
    grade: str
    role: str

    @classmethod
    def from_text(cls, rest: str) -> Rule:
        """From a grade and a role. Raises GrognardError naming both."""
        found = re.fullmatch(r"\W*(III|II|I|[123])\W*([A-Za-z ]*?)\W*", rest.strip(), re.IGNORECASE)
        role = next((r for r in ROLES if found and r.lower() == " ".join(found[2].lower().split())), "")
        if not found or not role:
            raise GrognardError(
                "SPOMM needs a grade and a role", hint="write 'SPOMM II (Fire Support)' or '(Tactical Advance)'"
            )
        grade = found[1].upper()
        return cls(GRADES[int(grade) - 1] if grade.isdigit() else grade, role)

    def written(self) -> str:
        return f"SPOMM {self.grade} ({self.role})"

    @property
    def band(self) -> int:
        """The last range band it scans."""
        return GRADES.index(self.grade)

    def aims_within(self, company: Company) -> int | None:
        return scanned(company.members)

    def orders(self, orders: Orders) -> Any:
        from ..minds import bind

        return bind(orders, *mind_of(orders, self))

    def after_move(self, orders: Orders) -> Any:
        from ..minds import moved

        return moved(orders, *mind_of(orders, self))


def mind_of(orders: Orders, rule: Spomm) -> tuple[Spomm, str]:
    """The unit's mind, that of the highest grade, and its role."""
    minds = [m for member in orders.t[orders.u].members if (m := bearing(member, Spomm)) is not None]
    mind = max(minds, key=lambda m: m.band, default=rule)
    return mind, mind.role


def scanned(members: tuple[Any, ...]) -> int | None:
    """The last band that a unit of these profiles scans: that of the highest grade, None when nothing limits it."""
    minds = [r for m in members if (r := bearing(m, Spomm)) is not None]
    led = any(m.role == "individual" and bearing(m, Spomm) is None for m in members)
    return None if led or not minds else max(mind.band for mind in minds)


RULES = (Spomm,)
