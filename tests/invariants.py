"""What must hold at every boundary of every battle, in every system: nobody is bound to a unit that is gone."""

from __future__ import annotations

from typing import Any

GONE = ("dead", "joined", "absent")


def faults(t: Any) -> list[str]:
    """What is wrong on the table, in words; [] when all is well."""
    found = []
    for u in t.units:
        name = f"{t.name(u.id)} (unit {u.id}, {u.place})"
        for f in u.foes:
            if t[f].place in GONE or u.place in GONE:
                found.append(f"{name} is locked with {t.name(f)}, who is {t[f].place}")
            elif u.id not in t[f].foes:
                found.append(f"{name} is locked with {t.name(f)}, who is not locked with it")
        if u.place == "aboard" and t[u.aboard].place in GONE:
            found.append(f"{name} is aboard {t.name(u.aboard)}, which is {t[u.aboard].place}")
        if u.place == "joined" and (t[u.aboard].place in GONE or u.id not in t[u.aboard].owners):
            found.append(f"{name} has joined {t.name(u.aboard)}, which is {t[u.aboard].place} and does not hold it")
        for owner in dict.fromkeys(u.owners):
            if owner != u.id and (t[owner].place != "joined" or t[owner].aboard != u.id):
                found.append(f"{name} holds models of {t.name(owner)}, which is {t[owner].place}")
        if u.place == "dead" and (u.members or u.effects or len(u.form)):
            found.append(f"{name} is dead and still has models, effects or a place")
        if u.place == "table" and not len(u.form) == u.size == len(u.wounds):
            found.append(f"{name} has {u.size} models, {len(u.form)} of them placed, and wounds {u.wounds}")
        if u.alive and u.size and min(u.wounds, default=1) < 1:
            found.append(f"{name} has a model without wounds: {u.wounds}")
    for moment, sources in t.auras.items():
        found += [
            f"aura {moment} of unit {source}, which is dead" for source, _ in sources if t[source].place == "dead"
        ]
    return found
