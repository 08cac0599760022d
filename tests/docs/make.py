"""Writes anew what commands print in README.md and in the pages that show whole answers: ``python -m tests.docs.make``.

A command whose shown lines hold ``...`` stays as it is, but for a stretch between two of them: it is found again by its first line,
and as many lines are taken from there. After a change of words in odds or logs run this, read the difference, and commit it.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from grognard import systems
from tests.cli.run import run

from .test_docs import FENCE, ROOT, WHOLE, commands, written


def refreshed(text: str) -> str:
    """A page with what its commands print now."""
    made = []
    last = 0
    for found in FENCE.finditer(text):
        if found[1] == "console":
            made += [text[last : found.start(2)], "".join(_shown(*one) for one in commands(found[2]))]
            last = found.end(2)
        else:
            written(found[1], found[2], Path.cwd())
    return "".join([*made, text[last:]])


def _shown(command: str, shown: list[str]) -> str:
    as_it_is = "\n".join([f"$ {command}", *shown]) + "\n"
    stretch = len(shown) > 2 and shown[0] == shown[-1] == "..." and not any("..." in line for line in shown[1:-1])
    if not command.startswith("grognard "):
        return as_it_is
    systems.HOUSED.clear()
    result = run(*shlex.split(command, comments=True)[1:])
    if stretch:
        printed = result.output.splitlines()
        if shown[1] not in printed:
            sys.stderr.write(f"{command}: no line {shown[1]!r} any more\n")
            return as_it_is
        start = printed.index(shown[1])
        return "\n".join([f"$ {command}", "...", *printed[start : start + len(shown) - 2], "..."]) + "\n"
    if "..." in shown:
        return as_it_is
    return f"$ {command}\n{result.output.rstrip()}\n" if result.exit_code == 0 else f"$ {command}\n"


def main() -> None:
    """Refreshes every page that shows whole answers."""
    home = Path.cwd()
    for page in WHOLE:
        with TemporaryDirectory() as folder:
            os.chdir(folder)
            old = (ROOT / page).read_text("utf-8")
            new = refreshed(old)
            os.chdir(home)
        if new != old:
            (ROOT / page).write_text(new, "utf-8")
            sys.stdout.write(f"{page} written anew\n")


if __name__ == "__main__":
    main()
