"""Running the commands as a person would, and looking at what they say."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from grognard.cli import main
from grognard.muster.ref import resolve_force


def run(*words: str, text: str | None = None) -> Result:
    """A command in this process; an exception that gets out is a failure of the test."""
    result = CliRunner().invoke(main, list(map(str, words)), input=text, prog_name="grognard")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def fine(*words: str, text: str | None = None) -> str:
    """What a command prints that succeeds without a word on stderr."""
    result = run(*words, text=text)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    assert "\x1b" not in result.stdout, "colours outside a terminal"
    return result.stdout


def as_json(*words: str) -> Any:
    """What a command prints with ``--json``."""
    return json.loads(fine(*words, "--json"))


def refused(*words: str, text: str | None = None) -> str:
    """The one line in which bad input is refused; the same with ``--json`` has the error object on stdout."""
    result = run(*words, text=text)
    assert result.exit_code == 2, result.output
    assert result.stdout == "" or text is not None
    (line,) = result.stderr.splitlines()
    assert line.startswith("grognard: ") and "Traceback" not in line and len(line) < 1200
    told = run(*words, "--json", text=text)
    assert told.exit_code == 2 and told.stderr == result.stderr
    error = json.loads(told.stdout)["error"]
    assert error["what"] and error["what"] in line and set(error) >= {"what", "where", "hint"}
    return line


def unit(system: str, force: str = "A", place: int = 0) -> str:
    """The reference of a unit of a sample force."""
    return f"{system}/{force}:{resolve_force(f'{system}/{force}').kinds[place].name}"
