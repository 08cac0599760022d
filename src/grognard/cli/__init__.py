"""The commands. Each stands in its own module and is loaded when it is called, so that a short answer comes at once."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from .. import __version__
from ..errors import GrognardError, OurFault
from .printing import our_fault, say_error

COMMANDS = ("rules", "rulings", "odds", "battle", "play", "serve", "site", "replay", "roster", "tables", "lab")
COMPLETION = "_GROGNARD_COMPLETE"  # set by a shell that asks what may follow
FINE, NO, BAD_INPUT, OUR_FAULT, STOPPED = 0, 1, 2, 70, 130


class Commands(click.Group):
    """The group of all commands: every error becomes one line and an exit code, never a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        if name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, n=1)
            raise GrognardError(
                f"unknown command {name!r}",
                hint=f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(COMMANDS)}",
            )
        command: click.Command = import_module(f"{__name__}.{name}").command
        return command

    def _main_shell_completion(self, *args: Any, **options: Any) -> None:
        if os.environ.get(COMPLETION):
            import_module(f"{__name__}.complete")  # which knows what a colon is
        super()._main_shell_completion(*args, **options)

    def main(self, args: Any = None, *rest: Any, **options: Any) -> NoReturn:
        """Runs a command and leaves with its exit code."""
        given = list(sys.argv[1:] if args is None else args)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a name in letters that the terminal lacks is no reason to stop
        options["standalone_mode"] = False
        sys.exit(self._code(given, rest, options))

    def _code(self, given: list[str], rest: tuple[Any, ...], options: dict[str, Any]) -> int:
        json = "--json" in given
        try:
            code = super().main(given, *rest, **options)
            sys.stdout.flush()
            return code if isinstance(code, int) else FINE
        except GrognardError as error:
            say_error(error, json)
            return OUR_FAULT if isinstance(error, OurFault) else BAD_INPUT
        except click.exceptions.Exit as left:
            return left.exit_code
        except (click.Abort, KeyboardInterrupt):
            click.echo("stopped", err=True)
            return STOPPED
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            return BAD_INPUT
        except click.ClickException as error:
            say_error(_of_usage(error), json)
            return BAD_INPUT
        except BrokenPipeError:
            # The reader has seen enough (``| head``): nothing more can be said there.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return FINE
        except Exception as error:
            if os.environ.get("GROGNARD_DEBUG"):
                raise
            say_error(our_fault(error), json)
            return OUR_FAULT


class Subcommands(click.Group):
    """A group below the group: an unknown word names the nearest."""

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        found = super().get_command(ctx, name)
        if found is None:
            raise _no_command(name, tuple(self.commands), str(ctx.info_name))
        return found


def _no_command(name: str, known: tuple[str, ...], where: str = "") -> GrognardError:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"one of: {', '.join(known)}"
    return GrognardError(f"unknown command {name!r}", where=where, hint=hint)


def _of_usage(error: click.ClickException) -> GrognardError:
    """What click has to say, in our form."""
    where = ""
    hint = ""
    ctx = getattr(error, "ctx", None)
    if ctx is not None:
        where = str(ctx.command_path).removeprefix("grognard").strip()
        hint = f"see '{ctx.command_path} --help'"
    said = " ".join(error.format_message().split()).rstrip(".")
    for words, plainly in (("a valid integer range", "a whole number"), ("a valid float range", "a number")):
        said = said.replace(f"is not {words}", f"is not {plainly}")
    return GrognardError(said, where=where, hint=hint)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="grognard")
def main() -> None:
    """An executable rulebook and referee for tabletop miniatures wargames."""
