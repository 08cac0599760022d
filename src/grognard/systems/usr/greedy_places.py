"""What standing somewhere is worth to a player who takes the best at once: objectives, cover, shots, charges, those inside.

What is the same for every place of a unit (its enemies' boxes, its fire and blows at them, the goals) is found once, while the
table stands as it does.
"""

from __future__ import annotations

from ...common import purpose
from ...common.purpose import Goal
from ...table.boxes import box_gaps
from ...table.geometry import Form
from ...table.state import Marker, Table, Unit
from .condition import squad, walks
from .found import where_they_stand
from .moving import plain_move
from .shooting import longest
from .vortex import VORTEX, peril_of
from .worths import OBJECTIVE, Fire, Stance, Verdict, clash, fire_on, stance, strikes_hard

CHARGED_FROM = 10.0  # inches from which an enemy's charge is feared
STRUCK_FROM = 24.0  # inches from which a unit that strikes hard wants to come to grips


def reach_of(u: Unit) -> float:
    """How far a unit shoots."""
    return longest(u.members, squad(u), "", False)


class Prospects:
    """What the places of a unit are weighed by as the table stands."""

    __slots__ = (
        "_blows", "_fears", "_fire", "boxes", "carries", "foes", "goals", "melee", "reach", "shy", "t", "unit", "vortices",
        "weighed",
    )  # fmt: skip

    def __init__(self, t: Table, unit: Unit) -> None:
        self.t, self.unit = t, unit
        self.goals: tuple[Goal, ...] = purpose.goals(t, unit.side)
        self.vortices: list[Marker] = [m for m in t.markers if m.kind == VORTEX]
        self.foes = t.enemies(unit.side)
        self.boxes = [v.form.box for v in self.foes]
        self.melee = strikes_hard(t, unit)
        self.shy = not self.melee and walks(unit)
        self.reach = reach_of(unit) if self.foes else 0.0
        self.carries = bool(unit.kind.detail("capacity", 0) and t.cargo(unit.id))
        self.weighed: dict[Form, Verdict] = {}
        many = len(self.foes)
        self._fire: list[tuple[Fire, Stance] | None] = [None] * many
        self._blows: list[float | None] = [None] * many
        self._fears: list[float | None] = [None] * many

    def struck(self, fars: list[float]) -> float:
        """The most points that its charge may cost an enemy so far off, the less the farther."""
        best, blows = 0.0, self._blows
        for k, far in enumerate(fars):
            if far <= STRUCK_FROM:
                points = blows[k]
                if points is None:
                    points = blows[k] = clash(self.t, self.unit, self.foes[k], True)
                points = points * 8.0 / (8.0 + (far - 2.0 if far > 2.0 else 0.0))
                if points > best:
                    best = points
        return best

    def shot(self, fars: list[float]) -> float:
        """The most points that its fire may cost an enemy so far off."""
        best, reach, fires = 0.0, self.reach, self._fire
        for k, far in enumerate(fars):
            if far <= reach:
                fire = fires[k]
                if fire is None:
                    fire = fires[k] = fire_on(self.t, self.unit, self.foes[k]), stance(self.foes[k])
                points = fire[1].lost(fire[0].at(far))
                if points > best:
                    best = points
        return best

    def danger(self, fars: list[float]) -> float:
        """The most points that the charge of an enemy so far off may cost it."""
        worst, fears = 0.0, self._fears
        for k, far in enumerate(fars):
            if far <= CHARGED_FROM:
                points = fears[k]
                if points is None:
                    points = fears[k] = clash(self.t, self.foes[k], self.unit, True)
                points = points * (1 - far / 12)
                if points > worst:
                    worst = points
        return worst

    def peril(self, form: Form) -> float:
        """The share of the unit that the next drift of the vortices may be expected to hit."""
        return sum([peril_of((m.x, m.y), m.value[2], form) for m in self.vortices])


def prospects(t: Table, u: int) -> Prospects:
    """What the places of a unit are weighed by, found once while the table stands as it does."""
    found = where_they_stand(t)
    key = ("prospects", u)
    known: Prospects | None = found.get(key)
    if known is None:
        known = found[key] = Prospects(t, t[u])
    return known


def place(t: Table, u: int, form: Form) -> Verdict:
    """What standing so is worth, and the chief reason."""
    if not form.spots:
        return 0.0, ""
    by = prospects(t, u)
    found = by.weighed.get(form)
    if found is None:
        found = by.weighed[form] = _weighed(t, by, form)
    return found


def nowhere_better(t: Table, u: int) -> bool:
    """Whether a unit that moves round difficult ground would go nowhere: it stands where it is best, and throws no dice."""
    moves = plain_move(t, u)
    if moves is None:
        return False
    here = t[u].form
    best = place(t, u, here)[0]
    return all(form.spots == here.spots or place(t, u, form)[0] <= best for form in moves)


def _weighed(t: Table, by: Prospects, form: Form) -> Verdict:
    points = by.unit.kind.points
    value = most = OBJECTIVE * min(1.6, purpose.to_goals(by.goals, *form.centre))
    why = "for the objective"
    parts = [(0.03 * points * purpose.in_cover(t, form), "into cover")]
    if by.vortices:
        parts.append((-points * by.peril(form), "away from the vortex"))
    if by.boxes:
        fars = box_gaps(form.box, by.boxes)
        if by.melee:
            parts.append((1.2 * by.struck(fars), "to come to grips"))
        else:
            parts.append((0.6 * by.shot(fars), "for the shot"))
            if by.shy:
                parts.append((-0.5 * by.danger(fars), "away from a charge"))
    if by.carries:
        from .riding import cargo_wants

        parts.append((cargo_wants(t, by.unit.id, form), "to bring those inside near"))
    for part, reason in parts:
        value += part
        if abs(part) > most:
            most, why = abs(part), reason
    return value, why
