"""Whether a unit holds together, and which of its models do not."""

from __future__ import annotations

from grognard.kernel.memo import memo
from grognard.table.distances import in_circle, model_distance, models_within
from grognard.table.geometry import Formation


def _groups(form: Formation, inches: float, measure: str) -> list[list[int]]:
    """The models as chains.

    In one list whoever is linked by steps of at most ``inches``. Lists and members in order.
    """
    left = list(range(len(form.positions)))
    groups: list[list[int]] = []
    positions, radius = form.positions, form.radius
    easy = measure == "centre" or radius >= 0
    reach = inches if measure == "centre" else inches + 2 * radius
    limit = reach * reach
    while left:
        group = [left.pop(0)]
        for i in group:  # grows as it is walked
            x, y = positions[i]
            far: list[int] = []
            for j in left:
                if easy:
                    u, v = positions[j]
                    near = (x - u) * (x - u) + (y - v) * (y - v) <= limit
                else:
                    near = models_within(form, i, form, j, inches, measure)
                (group if near else far).append(j)
            left = far
            if not left:
                break
        groups.append(sorted(group))
    return groups


def _one_chain(form: Formation, inches: float, measure: str) -> bool:
    """Whether all models whose bases are round and alike hang together; False when in doubt."""
    positions, radius = form.positions, form.radius
    if radius < 0:
        return False
    reach = inches if measure == "centre" else inches + 2 * radius
    n = len(positions)
    found = [0]
    for i in found:  # grows as it is walked
        found += [j for j in in_circle(positions, *positions[i], reach) if j not in found]
        if len(found) == n:
            return True
    return False


@memo(1024)
def out_of(form: Formation, inches: float, measure: str = "edge", spread: float = 0.0) -> tuple[int, ...]:
    """The models that are out of coherency, in order; none of them when the unit is coherent.

    The unit must be one chain with steps of at most ``inches`` ("edge": base to base, or "centre"); models outside the
    largest chain are out (of chains of one size the first counts). With ``spread``, no two models may be farther
    apart than that; those with the most such partners are out, until it holds.
    """
    n = len(form.positions)
    if n < 2:
        return ()
    if (not spread or _compact(form, spread)) and _one_chain(form, inches, measure):
        return ()  # as nearly all are
    groups = _groups(form, inches, measure)
    out: list[int] = []
    if len(groups) > 1:
        main = max(groups, key=len)
        out = [i for g in groups if g is not main for i in g]
    if spread and not _compact(form, spread):
        out += _stragglers(form, [i for i in range(n) if i not in out], spread, measure)
    return tuple(sorted(out))


def coherent(form: Formation, inches: float, measure: str = "edge", spread: float = 0.0) -> bool:
    """Whether no model is out of coherency."""
    return not out_of(form, inches, measure, spread)


def _compact(form: Formation, spread: float) -> bool:
    """Whether the box alone shows that no two models are too far apart."""
    left, bottom, right, top = form.box
    return (right - left) * (right - left) + (top - bottom) * (top - bottom) <= spread * spread


def _stragglers(form: Formation, models: list[int], spread: float, measure: str) -> list[int]:
    far = {i: [j for j in models if j != i and not models_within(form, i, form, j, spread, measure)] for i in models}
    out: list[int] = []
    while any(far.values()):
        worst = max(models, key=lambda i: (len(far[i]), i))
        out.append(worst)
        far[worst] = []
        for partners in far.values():
            if worst in partners:
                partners.remove(worst)
    return out


def looseness(form: Formation, inches: float, measure: str = "edge", spread: float = 0.0) -> tuple[int, float]:
    """How far a unit is from coherency: models out, and the sum of their gaps to the nearest model in it, inches.

    Smaller is better; (0, 0.0) is coherent. For telling whether a move restores coherency, not whether it has it.
    """
    out = out_of(form, inches, measure, spread)
    kept = [i for i in range(len(form.positions)) if i not in out]
    return len(out), sum(min(model_distance(form, i, form, j, measure) for j in kept) for i in out)
