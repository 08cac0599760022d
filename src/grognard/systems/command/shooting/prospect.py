"""What a unit would see of another and do to it by fire, as both stand: the lines of fire of the battle, its very attack."""

from __future__ import annotations

from ....common.sighting import Prospect, in_words
from ....table.state import Table
from .. import field
from ..attack import attack
from ..commands import COMMANDS
from ..target import Toll
from .lines_of_fire import line, posture, reach


def prospect(t: Table, u: int, v: int) -> Prospect:
    """Fire of one unit at another: under its token if that lets it shoot, else as under a Shoot token."""
    unit, target = t[u], t[v]
    sight = field.sight(t.ground, unit, target)
    lines = in_words(t, unit, target, sight.seen, sight)
    token = next((word for word in (field.shown(unit), field.token(unit)) if _shoots(word)), "shoot")
    how = posture(token, False, COMMANDS[token].moving if token in COMMANDS else False)
    lines.append(f"fire as under the token '{token}'")
    aim = line(t, u, v, how)
    if aim is None:
        far = reach(t, u, how)
        lines.append(f'its longest range is {far}"' if far else "it has nothing to fire")
        return Prospect(sight.views, lines, why="nothing that it has bears on this target")
    lines += [f"{n} x {name}" for name, n in aim.arms]
    now = aim.assault.how
    lines += [f"cover {now.cover}"] * bool(now.cover) + [f"obscured {now.obscured}"] * bool(now.obscured)
    before = aim.left

    def read(toll: Toll) -> tuple[int, int]:
        return toll.left.count(0) - before.count(0), sum(before) - sum(toll.left)

    return Prospect(sight.views, lines, attack, (aim.assault, before), read)


def _shoots(token: str) -> bool:
    return token in COMMANDS and COMMANDS[token].shoots
