"""Whole battles of the sample forces: what must hold at every boundary, and what must come up."""

from __future__ import annotations

import pytest

from grognard import battles
from grognard.common import battle
from grognard.systems.usr import condition
from grognard.table.collision import too_near
from grognard.table.distances import overlap, within
from grognard.table.geometry import CONTACT


def faults(t):
    """What is wrong on the table, in words."""
    found = []
    here = [u for u in t.units if u.place == "table"]
    for u in here:
        name = t.name(u.id)
        if not len(u.form) == u.size == len(u.wounds) or min(u.wounds) < 1:
            found.append(f"{name}: {u.size} models, {len(u.form)} spots, wounds {u.wounds}")
        left, bottom, right, top = u.form.box
        if left < 0 or bottom < 0 or right > t.ground.width or top > t.ground.height:
            found.append(f"{name} stands over the edge")
        if any(overlap(u.form, i, u.form, j) for i in range(u.size) for j in range(i)):
            found.append(f"models of {name} overlap")
        for v in here:
            if v.id < u.id and too_near(u.form, v.form, 0.0):
                found.append(f"{name} stands on {t.name(v.id)}")
            if v.side == u.side or v.id > u.id:
                continue
            fights = v.id in u.foes
            if fights != (u.id in v.foes):
                found.append(f"{name} fights {t.name(v.id)} but not the other way")
            stray = (
                "shooting",
                "thrusting",
                "charges",
                "interventions",
                "close combat",
            )  # a marker that drifts may take those who touched
            if fights and not within(u.form, v.form, CONTACT) and t.phase not in stray:
                found.append(f"{name} and {t.name(v.id)} are locked and do not touch")
        if u.foes and condition.broken(u):
            found.append(f"{name} falls back and fights")
    for u in t.units:
        if u.place not in ("table", "aboard") and len(u.form):
            found.append(f"{t.name(u.id)} is {u.place} and stands on the table")
        if u.place == "dead" and (u.members or u.foes):
            found.append(f"{t.name(u.id)} is dead and still there")
    return found


def crowded(t):
    """Enemies nearer than an inch that do not fight each other."""
    here = [u for u in t.units if u.place == "table"]
    return [
        f"{t.name(u.id)} and {t.name(v.id)}"
        for u in here for v in here
        if u.side == 0 and v.side == 1 and v.id not in u.foes and too_near(u.form, v.form, 1.0 - CONTACT)
    ]  # fmt: skip


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("scenario", ["hold-the-field", "close-quarters"])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_impossible_stands_on_the_table_at_any_boundary(seed, scenario, bots):
    session = battle.begin(battles.setup("usr/A", "usr/B", seed=seed, scenario=scenario, bots=(bots,)))
    while not session.play(1):
        t = session.table
        assert faults(t) == [], f"round {t.round}, {t.phase}"
