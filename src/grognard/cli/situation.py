"""``grognard odds SYSTEM --help-situation``: what may be said of an attack in each system, key by key."""

from __future__ import annotations

import click

from .. import systems
from ..common.system import Circumstance, System
from .printing import strong

ASKED = "--help-situation"


class Asking(click.Command):
    """A command that tells the situations of a system in place of an answer when it is asked for them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Tells them and leaves; else reads the options as any command does."""
        if ASKED in args:
            names = [word for word in args if not word.startswith("-")]
            for i, name in enumerate(names or systems.NAMES):
                system = systems.get(name.partition("/")[0])
                click.echo(("\n" if i else "") + "\n".join(lines(system)))
            ctx.exit()
        return super().parse_args(ctx, args)


def lines(system: System) -> list[str]:
    """What may be said of an attack in one system."""
    told = [strong(f"{system.name}: what an attack may be asked about"), ""]
    told.append(f"  --cover VALUE               {system.cover_says}")
    told += [f"  {_key(one):<27} {one.says}" for one in system.circumstances]
    told += [
        "",
        f"  'grognard rulings --system {system.id}' lists the rulings, 'grognard tables {system.id}' the tables and",
    ]
    return [*told, "  scenarios of battles, 'grognard odds --help' what all systems have in common."]


def _key(one: Circumstance) -> str:
    return f"--set {one.key}={takes(one)}"


def takes(one: Circumstance) -> str:
    """What a key may be: yes, N, or its words.

    >>> takes(Circumstance("token", ("shoot", "idle"), "")), takes(Circumstance("under", "number", ""))
    ('shoot|idle', 'N')
    """
    if one.takes == "yes":
        return "yes"
    if one.takes == "number":
        return "N"
    return "|".join(one.takes) or "TEXT"
