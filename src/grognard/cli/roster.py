"""``grognard roster``: forces read, checked and converted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import Faults, GrognardError
from . import NO, Subcommands, house, lists
from .printing import plural, say_json

many = click.argument("files", nargs=-1, required=True, metavar="FILE...")
as_json_option = click.option("--json", "as_json", is_flag=True, help="The answer as JSON.")


size_option = click.option("--size", type=click.IntRange(1, 999), metavar="N", help="How many models FILE:UNIT has.")
take_option = click.option("--take", multiple=True, metavar="OPTION", help="An option of FILE:UNIT (repeatable).")


@click.group("roster", cls=Subcommands, short_help="Read, check and convert forces.")
def command() -> None:
    """Read, check and convert forces: native TOML files, samples that ship, and what 'import' reads."""


@command.command("show")
@many
@size_option
@take_option
@lists.catalogues
@house.option
@as_json_option
def show(
    files: tuple[str, ...],
    size: int | None,
    take: tuple[str, ...],
    catalogues: tuple[str, ...],
    house_rules: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show forces unit by unit, with the options that units have and what is not executable.

    FILE:UNIT shows one unit with its options, FILE:10xUNIT+Option one of ten models that has taken an option. "-" is
    standard input, for a list that is pasted or piped.
    """
    from ..muster.ref import offered, resolve_force
    from ..muster.show import rows, shown
    from ..muster.upgrades import asked

    house.load(house_rules)
    files = tuple(asked(file, size, take) for file in files)
    forces = [(resolve_force(file, catalogues), offered(file)) for file in files]
    if as_json:
        say_json([shown(force, options=options) for force, options in forces])
    else:
        click.echo("\n\n".join("\n".join(rows(force, options=options)) for force, options in forces))


@command.command("check")
@many
@click.option("--points", type=click.IntRange(min=0), metavar="N", help="The most points the force may have.")
@click.option("--organised", is_flag=True, help="Hold it to the limits of organised play too (void has some).")
@click.option("--ignore", multiple=True, metavar="NAME", help="Switch advice off by the name behind it (repeatable).")
@click.option("--ruling", "rulings", multiple=True, metavar="NAME=VALUE", help="Choose a ruling (repeatable).")
@size_option
@take_option
@lists.catalogues
@house.option
@as_json_option
def check(
    files: tuple[str, ...],
    points: int | None,
    organised: bool,
    ignore: tuple[str, ...],
    rulings: tuple[str, ...],
    size: int | None,
    take: tuple[str, ...],
    catalogues: tuple[str, ...],
    house_rules: tuple[str, ...],
    as_json: bool,
) -> int:
    """Check forces: one table of them all, then every fault of each; exit code 1 when there is one.

    Rosters, pasted lists and FILE:UNIT are held to the limits of their catalogues too, where these are at hand.
    """
    from ..muster.upgrades import asked

    house.load(house_rules)
    files = tuple(asked(file, size, take) for file in files)
    told = [_checked(file, points, organised, ignore, catalogues, len(files) == 1) for file in files]
    _known(rulings, {answer["system"] for answer in told})
    if as_json:
        say_json(told)
    elif len(told) > 1:
        click.echo("\n".join(_table(told)) + "\n")
    for answer in told if not as_json else ():
        if answer["faults"]:
            click.echo(f"{answer['file']}: {plural(len(answer['faults']), 'fault')}")
            for fault in answer["faults"]:
                click.echo(f"  {fault}")
        else:
            click.echo(f"{answer['file']}: sound, {answer['points']} points")
        for said in answer["not_judged"]:
            click.echo(f"  not judged: {said}")
    return NO if any(answer["faults"] for answer in told) else 0


def _known(rulings: tuple[str, ...], found: set[str | None]) -> None:
    """Raises GrognardError for a ruling or a value that none of these systems has."""
    from .. import systems
    from ..common.asking import pairs

    for name, value in pairs(rulings, "--ruling").items():
        asked = [systems.get(system) for system in sorted(one for one in found if one)]
        known = [system for system in asked if any(ruling.name == name for ruling in system.rulings)]
        for system in known or asked[:1]:
            system.settled({name: value})


def _table(told: list[dict[str, Any]]) -> list[str]:
    """A line for each file: its name, units, points and faults."""
    wide = max(4, *(len(answer["file"]) for answer in told))
    lines = [f"{'file':<{wide}}  units  points  faults"]
    for answer in told:
        units, points = ("-" if answer[key] is None else answer[key] for key in ("units", "points"))
        lines.append(f"{answer['file']:<{wide}}  {units:>5}  {points:>6}  {len(answer['faults']):>6}")
    return lines


def _checked(
    file: str, limit: int | None, organised: bool, ignore: tuple[str, ...], catalogues: tuple[str, ...], alone: bool
) -> dict[str, Any]:
    from ..muster import limits
    from ..muster.check import advice
    from ..muster.forces import points as points_of
    from ..muster.ref import filed, resolve_force

    unread: dict[str, Any] = {"file": file, "name": None, "system": None, "units": None, "points": None}
    try:
        with filed(file) as here:
            force = resolve_force(here, catalogues)
            own = limits.judged(here, catalogues)
    except Faults as error:
        return {**unread, "faults": [str(fault) for fault in error.faults], "not_judged": []}
    except GrognardError as error:
        if alone:
            raise
        return {**unread, "faults": [str(error)], "not_judged": []}
    return {
        "file": file,
        "name": force.name,
        "system": force.system,
        "units": len(force.kinds),
        "points": points_of(force),
        "faults": [str(one) for one in advice(force, limit, organised=organised, ignore=ignore, broken=own.faults)],
        "not_judged": list(own.left),
    }


@command.command("import")
@many
@click.option(
    "-o", "--out", metavar="FILE", type=click.Path(), help="Write one native file here instead of printing it."
)
@click.option("--name", metavar="NAME", help="What the force is called; of several files, without it, as --out.")
@size_option
@take_option
@lists.catalogues
@as_json_option
def convert(
    files: tuple[str, ...],
    out: str | None,
    name: str | None,
    size: int | None,
    take: tuple[str, ...],
    catalogues: tuple[str, ...],
    as_json: bool,
) -> None:
    """Convert forces, catalogues and units of them (FILE:10xUNIT+Option) to native TOML.

    With --out, or with --name, several become one force: "roster import A.cat:Scouts A.cat:10xGuards B.cat:Cart -o army.toml".
    """
    from .. import systems
    from ..muster.forces import differences, joined
    from ..muster.formats.native import written
    from ..muster.ref import resolve_force
    from ..muster.show import shown
    from ..muster.upgrades import asked

    forces = [resolve_force(asked(file, size, take), catalogues) for file in files]
    if name is not None or (out is not None and len(forces) > 1):
        forces = [joined(forces, name or Path(out or "").stem)]
    for force in forces:
        text = written(force, systems.get(force.system).schema)
        if out is not None:
            _write(out, text.encode())
            click.echo(f"{force.name}: {plural(len(force.kinds), 'unit')} in {out}", err=True)
        elif not as_json:
            click.echo(text, nl=False)
        for said in differences(force):
            click.echo(f"does not add up: {said}", err=True)
        for name, count in force.unread:
            click.echo(f"not executable: {name} ({plural(count, 'unit')})", err=True)
    if as_json:
        say_json([shown(force) for force in forces])


@command.command("print")
@click.argument("file")
@click.option(
    "-o", "--out", metavar="FILE", required=True, type=click.Path(), help="The page: .html, or .pdf with a browser."
)
@click.option("--paper", type=click.Choice(("a4", "letter")), help="The size of the paper (a4 for .pdf without it).")
@size_option
@take_option
@lists.catalogues
@house.option
def printed(
    file: str,
    out: str,
    paper: str | None,
    size: int | None,
    take: tuple[str, ...],
    catalogues: tuple[str, ...],
    house_rules: tuple[str, ...],
) -> None:
    """A force as one page to print: statlines, weapons, rules by phase, odds against three typical targets."""
    from ..muster.ref import resolve_force
    from ..muster.upgrades import asked
    from ..paper import pdf
    from ..sheet import page

    house.load(house_rules)
    if not out.lower().endswith((".html", ".htm", ".pdf")):
        raise GrognardError("neither .html nor .pdf", where=out, hint="write army.html")
    force = resolve_force(asked(file, size, take), catalogues)
    if out.lower().endswith(".pdf"):
        data = pdf(page(force, paper or "a4"))
    else:
        data = page(force, paper).encode()
    _write(out, data)
    click.echo(f"{force.name}: {plural(len(force.kinds), 'unit')} in {out}", err=True)


def _write(out: str, data: bytes) -> None:
    """The whole file or nothing."""
    path = Path(out)
    half = path.with_name(f".{path.name}.part")
    try:
        half.write_bytes(data)
        half.replace(path)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise GrognardError(f"cannot be written: {error.strerror}", where=out) from None


@command.command("samples")
@click.argument("system", required=False)
@as_json_option
def samples(system: str | None, as_json: bool) -> None:
    """List the sample forces that ship."""
    from ..muster.ref import samples as found

    listed = found(system)
    if as_json:
        say_json(listed)
        return
    for sample in listed:
        click.echo(f"{sample['ref']:<16} {sample['name']}, {sample['points']} points")
