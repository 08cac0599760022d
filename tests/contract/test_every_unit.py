"""Every unit of the sample forces attacks every unit of the other, in every way: each answer is sound.

Units straight from catalogues that other people made are tried too, where those files are at hand.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import grognard
from grognard import systems
from grognard.errors import GrognardError
from grognard.muster.ref import resolve_force, resolve_unit, unit_names
from tests.contract.test_laws import sound

WAYS = ({}, {"melee": True}, {"range": 6.0}, {"melee": True, "charging": True}, {"moved": True, "facing": "rear"})
DATA = Path(__file__).parents[3] / "shared" / "data"
CATALOGUES = {
    "battlescribe-wh40k-7e": ("Space Marines - Codex (2015).cat", "Orks - Codex.cat", "Astra Militarum - Codex.cat"),
    "dropcommander": ("ucm.json", "scourge.json"),
}
STRIDE = 97  # every so many pairs of the catalogues, a prime so that all units come up


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_unit_of_the_samples_attacks_every_other(system):
    ours, theirs = resolve_force(f"{system}/A").kinds, resolve_force(f"{system}/B").kinds
    for (a, b), way in product((*product(ours, theirs), *product(theirs, ours)), WAYS):
        sound(grognard.odds(a, b, **way))


@pytest.mark.parametrize("folder", CATALOGUES)
def test_units_of_catalogues_attack_each_other(folder):
    files = [DATA / folder / name for name in CATALOGUES[folder]]
    if not all(file.is_file() for file in files):
        pytest.skip("the catalogues are other people's files and are not at hand")
    names = [(file, name) for file in files for name in unit_names(str(file)) if "Formation" not in name]
    pairs = [(a, b) for a in names for b in names if a[0] != b[0]]
    answered = refused = 0
    for i, pair in enumerate(pairs[:: STRIDE * max(1, len(pairs) // (STRIDE * 60))]):
        try:
            (ours, _), (theirs, _) = (resolve_unit(f"{file}:{name}") for file, name in pair)
        except GrognardError:  # the file itself says something that cannot be, and the error says what
            refused += 1
            continue
        if ours.models and theirs.models:
            sound(grognard.odds(ours, theirs, **WAYS[i % len(WAYS)]))
            answered += 1
    assert answered > 5 * refused
