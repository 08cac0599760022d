"""The one kind of error that people see: what, where, and what to do about it."""

from __future__ import annotations


class GrognardError(Exception):
    """Bad input or usage, told in one line.

    ``what`` says what is wrong, ``where`` the file, unit, field or line when known, ``hint`` what to do.

    >>> str(GrognardError("unknown unit 'Boyzz'", where="orks.toml", hint="did you mean 'Boyz'?"))
    "orks.toml: unknown unit 'Boyzz' (did you mean 'Boyz'?)"
    """

    def __init__(self, what: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        line = f"{self.where}: {self.what}" if self.where else self.what
        return f"{line} ({self.hint})" if self.hint else line

    def told(self) -> dict[str, str]:
        """The error as plain data, for ``--json``."""
        return {"what": self.what, "where": self.where, "hint": self.hint}


class OurFault(GrognardError):
    """Something that should never happen, whatever a user gives: the program is wrong, not the input."""


class Faults(GrognardError):
    """Every fault of a file at once; the first stands in the line, all in ``faults``."""

    def __init__(self, faults: list[GrognardError]) -> None:
        self.faults = tuple(faults)
        first = faults[0]
        more = f"; {len(faults) - 1} more" if len(faults) > 1 else ""
        super().__init__(first.what + more, where=first.where, hint=first.hint)

    def told(self) -> dict[str, str]:
        return {**super().told(), "faults": "\n".join(str(f) for f in self.faults)}
