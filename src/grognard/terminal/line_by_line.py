"""The seat line by line: for pipes, screen readers and terminals that can do no more."""

from __future__ import annotations

from collections.abc import Callable

from .client import Client

PROMPT = "> "


def play(client: Client, ask: Callable[[str], str | None], say: Callable[[str], None]) -> None:
    """Plays until the person leaves or the input ends. ``ask(prompt)`` gives a line, None at the end; ``say`` shows one."""
    for line in client.begin():
        say(line)
    while not client.done:
        typed = ask(PROMPT)
        if typed is None:
            return
        for line in client.read(typed):
            say(line)
