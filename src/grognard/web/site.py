"""The files of a site without a server: the page of the server, and the engine for a worker of the browser."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .. import __version__
from ..errors import GrognardError

PACKAGE: Final = Path(__file__).parents[1]
STATIC: Final = Path(__file__).with_name("static")
PYODIDE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip")
WHEEL: Final = "msgspec-*wasm32.whl"
ENGINE: Final = "grognard.zip"
LISTED: Final = "engine.json"  # what the worker loads; by it a folder is known as a site
LEFT_OUT: Final = (
    "ai",
    "cli",
    "terminal",
    "web/static",
    "web/app.py",
    "web/site.py",
    "__main__.py",
)  # no worker needs them
WHEN: Final = (1980, 1, 1, 0, 0, 0)  # of every file in the engine: the same code makes the same bytes
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


def write(folder: Path, pyodide: Path) -> Iterator[tuple[str, int]]:
    """Writes the site; each file and its bytes as it is written. Raises GrognardError before anything is, when it cannot be."""
    wheel = _wheel(pyodide)
    if (
        folder.exists()
        and not (folder / "engine" / LISTED).is_file()
        and (not folder.is_dir() or any(folder.iterdir()))
    ):
        raise GrognardError("is not empty, and no site of Grognard", where=str(folder), hint="choose a new folder")
    try:
        yield from _written(folder, pyodide, wheel)
    except OSError as error:
        raise GrognardError(f"cannot be written: {error.strerror}", where=str(error.filename or folder)) from None


def _wheel(pyodide: Path) -> Path:
    wheels = sorted(pyodide.glob(WHEEL))
    missing = [name for name in PYODIDE if not (pyodide / name).is_file()] + ([] if wheels else [WHEEL])
    if missing:
        raise GrognardError(
            f"Pyodide is not all there: no {', '.join(missing)}",
            where=str(pyodide),
            hint="'scripts/setup.sh dev' fetches it into build/pyodide (npm is needed); or name the folder with --pyodide",
        )
    return wheels[-1]


def _written(folder: Path, pyodide: Path, wheel: Path) -> Iterator[tuple[str, int]]:
    for old in ("static", "engine"):
        shutil.rmtree(folder / old, ignore_errors=True)
    engine = folder / "engine"
    engine.mkdir(parents=True)
    shutil.copytree(STATIC, folder / "static", ignore=shutil.ignore_patterns("index.html"))
    yield "static", sum(path.stat().st_size for path in (folder / "static").rglob("*") if path.is_file())
    for path in (*(pyodide / name for name in PYODIDE), wheel):
        shutil.copyfile(path, engine / path.name)
        yield f"engine/{path.name}", path.stat().st_size
    _pack(engine / ENGINE)
    yield f"engine/{ENGINE}", (engine / ENGINE).stat().st_size
    loaded = sum(path.stat().st_size for path in engine.iterdir() if path.suffix != ".mjs")  # modules are not counted
    listed = {"version": __version__, "bytes": loaded, "unpack": [[wheel.name, "wheel"], [ENGINE, "zip"]]}
    (engine / LISTED).write_text(json.dumps(listed) + "\n", "utf-8")
    yield f"engine/{LISTED}", (engine / LISTED).stat().st_size
    (folder / "index.html").write_text(page((STATIC / "index.html").read_text("utf-8")), "utf-8")
    yield "index.html", (folder / "index.html").stat().st_size


def page(text: str) -> str:
    """The page of the server as the page of a site: with addresses of its own folder, a policy, and the engine beside it.

    >>> print(page('<html lang="en"><meta charset="utf-8"><a href="/odds"><link href="/static/style.css">'))
    ... # doctest: +ELLIPSIS
    <html lang="en" data-engine="worker"><meta charset="utf-8">
    <meta http-equiv="content-security-policy" content="..."><a href="#/odds"><link href="static/style.css">
    """
    text = re.sub(r'(href|src)="/static/', r'\1="static/', text)
    text = text.replace('href="/', 'href="#/')
    text = re.sub(r"<html([^>]*)>", r'<html\1 data-engine="worker">', text, count=1)
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}', 1)


def _pack(path: Path) -> None:
    """Packs what the engine needs of this package, in the order of names."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(PACKAGE.rglob("*")):
            name = file.relative_to(PACKAGE).as_posix()
            if file.suffix not in (".py", ".toml") or any(name == n or name.startswith(f"{n}/") for n in LEFT_OUT):
                continue
            entry = zipfile.ZipInfo(f"{PACKAGE.name}/{name}", WHEN)
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())
