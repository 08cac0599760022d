"""How things look in a terminal. Colour only decorates: whatever it says stands in words too."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from ..errors import Faults, GrognardError, OurFault


def say_error(error: GrognardError, as_json: bool) -> None:
    """One line on stderr; with ``--json`` also the error object on stdout. All faults of a file follow, one a line."""
    if as_json:
        say_json({"error": error.told()})
    click.echo(f"grognard: {error}", err=True)
    if isinstance(error, Faults):
        for fault in error.faults[1:]:
            click.echo(f"  {fault}", err=True)


def say_json(value: Any) -> None:
    """The value as JSON on stdout."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def coloured() -> bool:
    """Whether stdout is a terminal that wants colours."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def strong(text: str) -> str:
    """Headings stand out where the terminal can."""
    return click.style(text, bold=True) if coloured() else text


def faint(text: str) -> str:
    """Less important words, where the terminal can."""
    return click.style(text, dim=True) if coloured() else text


def shows_blocks() -> bool:
    """Whether stdout can show the blocks of a bar."""
    try:
        "█▏".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def plural(n: int, word: str) -> str:
    """
    >>> plural(1, "model"), plural(2, "model")
    ('1 model', '2 models')
    """
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def indented(text: str, by: int, wide: int = 100) -> str:
    """A paragraph in lines of a readable width, each so many blanks in.

    >>> indented("one two three", 2, wide=9)
    '  one two\\n  three'
    """
    return click.wrap_text(text, wide, " " * by, " " * by)


def our_fault(error: Exception) -> OurFault:
    """One line for what should never happen, with the place in our code where it did."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = ""
    if last is not None:
        place = f" at {os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno}"
    told = " ".join(str(error).split())[:200]
    return OurFault(
        f"this is our fault, not yours: {type(error).__name__}{place}{': ' + told if told else ''}",
        hint="please report it with the command you typed; GROGNARD_DEBUG=1 shows where it happened",
    )
