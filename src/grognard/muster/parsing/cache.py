"""What was read of large catalogues, kept on disk for the next command: names, figures and links, no descriptions.

In the folder ``$GROGNARD_CACHE``, else ``grognard`` in ``$XDG_CACHE_HOME`` or ``~/.cache``; ``GROGNARD_CACHE=`` keeps nothing. A
file there is called after the content it was read from and the code that read it, so that a changed catalogue is another.
Nothing depends on it: what is missing, damaged, somebody else's or cannot be written is read from the catalogue.
"""

from __future__ import annotations

import os
from hashlib import blake2b

import msgspec

from ...kernel.memo import memo
from . import documents, markup
from .files import LARGEST, Contents, contents, unpacked
from .markup import Element

LEAST = 200_000  # bytes of a file that is worth keeping
LARGEST_KEPT = 20_000_000  # bytes of what is kept of one
MOST = 40  # files that are kept
MOST_BYTES = 100_000_000
SUFFIX = ".catalogue"
SEAL = 16  # bytes at the head, by which a damaged file is known


def folder() -> str:
    """The folder in which catalogues are kept, "" for none."""
    if (named := os.environ.get("GROGNARD_CACHE")) is not None:
        return named
    home = os.environ.get("XDG_CACHE_HOME", "")
    home = home if os.path.isabs(home) else os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(home, "grognard") if os.path.isabs(home) else ""


def document(path: str | os.PathLike[str]) -> Element:
    """The tree of a file as ``documents.document`` reads it, or as an earlier command has kept it."""
    data = contents(path, LARGEST)
    root = kept(data)
    if root is None:
        root = documents.tree(unpacked(data, LARGEST))
        keep(data, root)
    return root


def kept(data: Contents) -> Element | None:
    """What was read before of a file with this content, or None."""
    file = _file(data)
    if not file:
        return None
    try:
        with open(file, "rb") as stream:
            found = os.fstat(stream.fileno())
            ours = not hasattr(os, "getuid") or found.st_uid == os.getuid()
            whole = stream.read(LARGEST_KEPT + 1) if ours and found.st_size <= LARGEST_KEPT else b""
        if not whole or _digest(whole[SEAL:]) != whole[:SEAL]:
            return None
        root = msgspec.msgpack.decode(whole[SEAL:], type=Element)
        os.utime(file)  # what is used stays
    except (OSError, ValueError, RecursionError):
        return None
    return root if root.tag in documents.ROOTS else None


def keep(data: Contents, root: Element) -> None:
    """Keeps what was read of a file, and throws away what was not used for longest."""
    file = _file(data)
    if not file:
        return
    body = msgspec.msgpack.encode(root)
    if len(body) + SEAL > LARGEST_KEPT:
        return
    draft = f"{file}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(_digest(body) + body)
        os.replace(draft, file)  # whole or not at all
        _tidied(os.path.dirname(file))
    except OSError:
        try:
            os.remove(draft)
        except OSError:
            return


def _tidied(here: str) -> None:
    rows = sorted(
        ((found.st_mtime_ns, found.st_size, entry.path) for entry in os.scandir(here)
         if SUFFIX in entry.name and (found := entry.stat(follow_symlinks=False))), reverse=True,
    )  # fmt: skip
    total = 0
    for i, (_, size, path) in enumerate(rows):
        total += size
        if i >= MOST or total > MOST_BYTES:
            os.remove(path)


def _file(data: Contents) -> str:
    """The file in which this content is kept, "" for none."""
    here = folder() if len(data.data) >= LEAST else ""
    return os.path.join(here, _digest(data.data + _code()).hex() + SUFFIX) if here and _code() else ""


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=SEAL).digest()


@memo(1024)
def _code() -> bytes:
    """A digest of the code that reads: what is kept is read anew when it changes. Empty when the code cannot be read."""
    code = b""
    try:
        for module in (markup, documents):
            with open(module.__file__ or "", "rb") as stream:
                code += stream.read()
    except OSError:
        return b""
    return _digest(code)
