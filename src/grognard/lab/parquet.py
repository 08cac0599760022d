"""The battles of an experiment as a Parquet file, a row each, for those who work with data frames."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import GrognardError
from .experiment import Experiment
from .pairs import BattlePair

PARQUET = "battles.parquet"


def writer() -> Any:
    """What writes Parquet. Raises GrognardError that says what to install."""
    try:
        arrow = import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ImportError:
        raise GrognardError("--parquet needs pyarrow", hint="pip install 'grognard[parquet]'") from None
    return arrow


def write(folder: Path | str, asked: Experiment, pairs: Sequence[BattlePair]) -> None:
    """Writes the battles of these pairs, whole or not at all. Raises GrognardError."""
    arrow = writer()
    path = Path(folder, PARQUET)
    fresh = path.with_name(f".{PARQUET}.new")
    try:
        arrow.parquet.write_table(arrow.Table.from_pylist(rows(asked, pairs)), fresh)
        fresh.replace(path)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise GrognardError("cannot be written", where=str(path), hint=error.strerror or str(error)) from None


def rows(asked: Experiment, pairs: Sequence[BattlePair]) -> list[dict[str, Any]]:
    """A row for each battle: its pair, who played where, and how it came out."""
    found = []
    for pair in pairs:
        (ours, theirs), scenario = asked.strata[pair.stratum]
        for one in pair.battles:
            row = {"pair": pair.n, "seed": pair.seed, "ours": ours, "theirs": theirs, "scenario": scenario}
            row |= {"seat": one.seat, "arm": one.arm, "margin": float(one.margin), "result": one.result}
            found.append(row | {"digest": one.digest, "course": one.course})
    return found
