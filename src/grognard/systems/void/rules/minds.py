"""Rules that bind what a unit may do: machine minds and hot heads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ....common.rules import Rule, bearing, standing
from ....errors import GrognardError
from ..moments import VoidRule, deferred

if TYPE_CHECKING:
    from ....kernel.asks import Procedure
    from ....table.state import Table
    from ..nerve.checks import Company
    from ..orders import Orders

bind_to_role = deferred("nerve.spomm", "bind")
bind_after_move = deferred("nerve.spomm", "moved")
pick_targets = deferred("shooting.marksmen", "beware")
run_ahead = deferred("nerve.forced_behaviour", "run_ahead")
snipe = deferred("shooting.marksmen", "snipe")

GRADES = ("I", "II", "III")
ROLES = ("Tactical Advance", "Fire Support")


class Spomm(VoidRule, frozen=True):
    """A machine mind: it may not target enemies beyond its scanning radius, and its role says what it has to do.

    VOID 1.1, Special Rules: S.P.O.M.M.. Grades I, II and III scan to short, medium and long range; Tactical Advance closes with
    the enemy, Fire Support holds back and fires. A unit led by an individual without a grade scans without limit.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(Spomm("I", "Fire Support")), trooper(), range=14).impossible
    'beyond the scanning radius (SPOMM I (Fire Support))'
    """

    spellings = ("S.P.O.M.M.", "SPOMM")
    slug = "spomm"
    on = ("unit", "model", "vehicle")
    example = "SPOMM II (Fire Support)"
    source = "VOID 1.1, Special Rules: S.P.O.M.M."
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
        return bind_to_role(orders, *mind_of(orders.t.units[orders.u].members, self))

    def after_move(self, orders: Orders) -> Any:
        return bind_after_move(orders, *mind_of(orders.t.units[orders.u].members, self))


def mind_of(members: tuple[Any, ...], rule: Spomm) -> tuple[Spomm, str]:
    """The unit's mind, that of the highest grade, and its role."""
    minds = [m for member in members if (m := bearing(member, Spomm)) is not None]
    mind = max(minds, key=lambda m: m.band, default=rule)
    return mind, mind.role


def scanned(members: tuple[Any, ...]) -> int | None:
    """The last band that a unit of these profiles scans: that of the highest grade, None when nothing limits it."""
    minds = [r for m in members if (r := bearing(m, Spomm)) is not None]
    led = any(m.role == "individual" and bearing(m, Spomm) is None for m in members)
    return None if led or not minds else max(mind.band for mind in minds)


class Impetuous(VoidRule, frozen=True):
    """With an enemy in sight the unit must pass a CD check or move towards the nearest, and it must assault if it can.

    VOID 1.1, Special Rules: Impetuous. A model with ``Impetuous (override)`` in the unit holds it back.

    >>> from grognard.systems.void.examples import model
    >>> wild, calm = model("line trooper", Impetuous()), model("sergeant", Impetuous("override"))
    >>> unbridled((wild, wild)), unbridled((wild, calm))
    (True, False)
    """

    spellings = ("Impetuous",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Impetuous"
    mode: str = ""

    def written(self) -> str:
        return f"Impetuous ({self.mode})" if self.mode else "Impetuous"

    def orders(self, orders: Orders) -> Any:
        return run_ahead(orders, self) if unbridled(orders.t[orders.u].members) else None


def unbridled(members: tuple[Any, ...]) -> bool:
    """Whether a unit has impetuous models and none that holds them back."""
    found = [r.mode for m in members for r in standing(m) if isinstance(r, Impetuous)]
    return bool(found) and "override" not in found


class Sniper(VoidRule, frozen=True):
    """If neither it nor its unit has moved, the model may on a CD check shoot at any model in reach and sight.

    VOID 1.1, Special Rules: Sniper. Failing the check, its shot goes to the nearest enemy model. Turning is no movement.

    >>> from grognard.systems.void.examples import ask, model, trooper, unit
    >>> two = unit(model("line trooper", T=10), model("line trooper"), name="two")
    >>> ask(trooper(Sniper()), two, policy="best").slain.fraction(1)  # 1/2 x (1/2 x 1/2 + 1/2 x 1/10)
    Fraction(3, 20)
    """

    spellings = ("Sniper",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Sniper"

    def before_shooting(self, t: Table, u: int, orders: Orders) -> Procedure:
        yield from snipe(t, u, orders, self)

    def picks(self, moved: bool) -> str:
        return "" if moved else "sniper"


class TacticalAwareness(VoidRule, frozen=True):
    """On a CD check a leader lets the unit shoot any enemy, a support model shoots at a unit of its own choice.

    VOID 1.1, Special Rules: Tactical Awareness. Failing, the unit (or that model) does not shoot this turn.

    >>> from grognard.systems.void.nerve.checks import Company, check
    >>> from grognard.systems.void.examples import model
    >>> check("tactical awareness", Company((model("sergeant", TacticalAwareness(), role="leader"),))).needs
    '4+'
    """

    spellings = ("Tactical Awareness",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Tactical Awareness"

    def before_shooting(self, t: Table, u: int, orders: Orders) -> Procedure:
        yield from pick_targets(t, u, orders, self)


RULES = (Impetuous, Sniper, Spomm, TacticalAwareness)
