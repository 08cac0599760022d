"""Attacks on a table come to what their exact law says: random pairs and triples of rules, a few hundred in each run.

``make soak`` looks at thousands. A line that fails begins with the number of its case: ``on_table_SYSTEM.case(N)`` makes it again.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.systems import get

from .on_table import SYSTEMS, cases, disagreements, looks, maker

CASES = 80  # of each system


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("system", SYSTEMS)
def test_attacks_on_the_table_follow_their_exact_law(system, part):
    made = cases(system, range(part * CASES // 4, (part + 1) * CASES // 4))
    told = disagreements(made, looks(made) * 4 * len(SYSTEMS))
    assert not told, "\n".join(told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_wrong_law_would_be_found(system):
    made = [case for case in cases(system, range(40)) if len(case.odds.slain.weights) > 1]
    swapped = [case for case, other in pairwise(made) if _unlike(case, other)]
    assert len(swapped) > 10 and disagreements(swapped[:20], 10_000) != []


def _unlike(case, other):
    """Gives the case another one's law, when that is another one."""
    if case.odds.slain == other.odds.slain:
        return False
    case.odds = other.odds
    return True


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_left_out_is_named_as_the_system_names_it(system):
    known = {rule.spellings[0] for rule in get(system).rules}
    assert set(maker(system).OTHERWISE) <= known
