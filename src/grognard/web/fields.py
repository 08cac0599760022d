"""Options of the command line in answers, as the fields of the page that stand for them."""

from __future__ import annotations

import re
from typing import Any, Final

from .. import systems
from ..kernel.memo import memo

FIELDS: Final = {  # what each option is called on the page
    "range": "range, inches",
    "cover": "cover",
    "facing": "facing",
    "moved": "has moved",
    "charging": "charging",
    "melee": "close combat",
    "weapon": "Weapons",
    "policy": "choices made as well as may be",
    "models": "models",
    "target-models": "models of the target",
    "wounds": "wounds its first has left",
    "target-wounds": "wounds its first has left",
    "models-under": "models under a template",
    "scatter": "templates scatter",
    "with": "with",
    "without": "without",
    "then": "And then",
    "take": "Size and equipment",
    "size": "Size and equipment",
    "set": "What matters here",
}
_NAMES: Final = "|".join(sorted(FIELDS, key=len, reverse=True))
OPTION: Final = re.compile(rf"--set ([a-z][a-z-]*)(?:=(\w+))?|--({_NAMES})\b(?: (?:N|best)\b)?")
BESIDES: Final = re.compile(r"[:;]| \(")  # where an explanation of a circumstance begins


def in_fields(said: Any, system: str = "") -> Any:
    """Plain data with each option in its texts as a field; ``system``: whose circumstances are meant.

    >>> in_fields({"says": "1 model, for nothing else is said: --models-under N or --scatter"})
    {'says': '1 model, for nothing else is said: “models under a template” or “templates scatter”'}
    >>> in_fields("--weapon or --policy best picks another; --set reckless=yes", "command")
    '“Weapons” or “choices made as well as may be” picks another; “a Reckless unit strikes with its ranged weapons”'
    """
    if isinstance(said, str):
        return OPTION.sub(lambda found: _field(found, system), said) if "--" in said else said
    if isinstance(said, dict):
        return {key: in_fields(value, system) for key, value in said.items()}
    return [in_fields(one, system) for one in said] if isinstance(said, (list, tuple)) else said


def _field(found: re.Match[str], system: str) -> str:
    key, value, option = found.groups()
    if option:
        return f"\u201c{FIELDS[option]}\u201d"
    known = _circumstances()
    words = known.get((system, key)) or next((said for (_, other), said in known.items() if other == key), key)
    return f"\u201c{words}\u201d" + ("" if value in (None, "yes", "N") else f" = {value}")


@memo(1)
def _circumstances() -> dict[tuple[str, str], str]:
    found = {}
    for name in systems.NAMES:
        for one in systems.get(name).circumstances:
            found[name, one.key] = BESIDES.split(one.says)[0]
    return found
