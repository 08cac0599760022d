"""Values as plain data (what JSON holds), always the same for equal values: for saves, digests and hidden copies."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any

from msgspec import Struct

# No circle is looked for: what ``plain`` has made has none.
_ONE_LINE = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False)
AS_IT_IS = frozenset({str, int, bool, type(None)})  # values of these types are plain, as nearly all picks are


def plain(value: Any) -> Any:
    """The value as None, bool, int, float, str, list or dict.

    A value with a ``plain`` method says it itself; a struct is its name and its fields; sets are sorted by their text.

    >>> plain(("charge", 3, (1.5, 2.0), frozenset({2, 1})))
    ['charge', 3, [1.5, 2.0], [1, 2]]
    """
    if type(value) in AS_IT_IS:
        return value
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    if isinstance(value, float):
        return value + 0.0  # minus zero is zero
    if value is None or isinstance(value, (str, bool, int)):
        return value.value if isinstance(value, Enum) else value
    own = getattr(value, "plain", None)
    if own is not None and not isinstance(value, type):
        return own()
    if isinstance(value, dict):
        return {
            str(k) if isinstance(k, (str, int)) else text(plain(k)): plain(value[k]) for k in sorted(value, key=_key)
        }
    if isinstance(value, (set, frozenset)):
        return sorted((plain(v) for v in value), key=_key)
    if isinstance(value, (bytes, bytearray)):
        return list(value)
    if isinstance(value, Struct):
        return [type(value).__name__, *(plain(getattr(value, f)) for f in value.__struct_fields__)]
    if callable(value):
        return getattr(value, "__qualname__", type(value).__name__)
    return str(value)


def text(value: Any) -> str:
    """Plain data as one line of JSON with sorted keys."""
    return _ONE_LINE.encode(value)


def _key(value: Any) -> tuple[str, Any]:
    if isinstance(value, (bool, int, float)):
        return "", value
    return type(value).__name__, text(plain(value))
