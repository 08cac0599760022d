"""Lists drawn at random from the units of sample forces, as legal as the samples are."""

from __future__ import annotations

from random import Random

from .. import battles
from ..common.profiles import Force, Kind
from ..errors import GrognardError
from ..muster import check
from .experiment import Experiment

TRIES = 200  # draws until one is legal
Block = tuple[Kind, ...]  # units that come together or not at all


def drafts(asked: Experiment, n: int) -> tuple[Force, Force]:
    """The two lists of pair ``n``. Raises GrognardError when no legal list can be drawn."""
    refs = dict.fromkeys(ref for pair in asked.forces for ref in pair)
    forces = [battles.force(ref) for ref in refs]
    rng = Random(f"lists {asked.seeds.first + n}")
    ours, theirs = (_drawn(forces, asked.points, rng, name) for name in ("First Draft", "Second Draft"))
    return ours, theirs


def _drawn(forces: list[Force], limit: int, rng: Random, name: str) -> Force:
    """One list: units of all forces in random order, each that still fits; of a system with battlegroups, of one force."""
    for _ in range(TRIES):
        grouped = any(kind.detail("battlegroup") for force in forces for kind in force.kinds)
        of = [rng.choice(forces)] if grouped else forces
        waiting = [block for force in of for block in blocks(force)]
        rng.shuffle(waiting)
        kinds: list[Kind] = []
        for block in waiting:
            fits = sum(kind.points for kind in (*kinds, *block)) <= limit
            if fits and not {kind.name for kind in block} & {kind.name for kind in kinds}:
                kinds += block
        kinds += [kind for force in of for kind in force.kinds if kind.detail("conjured")]
        draft = Force(of[0].system, name, tuple(kinds))
        if chosen(draft) and not check.faults(draft, limit):
            return draft
    hint = "allow more points, or name forces with more units"
    raise GrognardError(f"no legal list of {limit} points can be drawn", hint=hint)


def blocks(force: Force) -> list[Block]:
    """The units of a force that come together: passengers with their transport, a battlegroup whole."""
    found: dict[str, list[Kind]] = {}
    for kind in chosen(force):
        found.setdefault(kind.detail("battlegroup") or kind.detail("rides") or kind.name, []).append(kind)
    return [tuple(kinds) for kinds in found.values()]


def chosen(force: Force) -> list[Kind]:
    """The units that a player chooses and pays for."""
    return [kind for kind in force.kinds if kind.points and not kind.detail("conjured")]
