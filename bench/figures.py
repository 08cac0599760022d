"""What was measured: lines to read, targets, and checksums of the results."""

from __future__ import annotations

from hashlib import blake2b

from .timing import shown


class Figures:
    """Collects the figures of a run and compares results with the known checksums."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known
        self.found: dict[str, str] = {}
        self.wrong: list[str] = []
        self.slow: list[str] = []
        self.checked = 0

    def time(self, name: str, seconds: float, most: float | None = None, why: str = "") -> None:
        """A time, and the most it should take."""
        missed = most is not None and seconds > most
        target = f"   (at most {shown(most).strip()}{', ' + why if why else ''})" if most is not None else ""
        print(f"  {name:<52} {shown(seconds)}{target}{'  MISSED' if missed else ''}")
        if missed and most is not None:
            self.slow.append(f"{name}: {shown(seconds).strip()}, target {shown(most).strip()}")

    def rate(self, name: str, per_second: float, least: float | None = None) -> None:
        """So many a second, and how many there should be."""
        missed = least is not None and per_second < least
        target = f"   (at least {least:g})" if least is not None else ""
        print(f"  {name:<52} {per_second:9.1f} /s{target}{'  MISSED' if missed else ''}")
        if missed:
            self.slow.append(f"{name}: {per_second:.1f} a second, target {least:g}")

    def result(self, name: str, text: str) -> None:
        """What came out, as text: its checksum must be the known one."""
        checksum = blake2b(text.encode(), digest_size=8).hexdigest()
        self.found[name] = checksum
        self.checked += 1
        if name not in self.known:
            self.wrong.append(f"{name}: no checksum is known; write it with --accept")
        elif self.known[name] != checksum:
            self.wrong.append(f"{name}: {checksum}, was {self.known[name]}")
