"""Values as plain data."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from grognard.kernel.plain import plain, text


class Pair(Struct):
    a: int
    b: tuple = ()


class Colour(StrEnum):
    RED = "red"


class Own:
    def plain(self):
        return "own"


class Bare:
    def __str__(self):
        return "bare"


def test_equal_values_are_equal_plain_data():
    assert plain(Pair(1, ("x", None))) == ["Pair", 1, ["x", None]]
    assert plain({("a", 1): {2}, 3: Own(), "k": 1}) == {"k": 1, '["a",1]': [2], "3": "own"}
    assert text(plain({2: 1, 10: 2})) == text(plain({10: 2, 2: 1}))
    assert plain(frozenset({"b", "a", (1,)})) == [[1], "a", "b"]
    assert plain(Colour.RED) == "red" and plain(b"\1\2") == [1, 2] and text(plain(-0.0)) == "0.0"
    assert plain(plain) == "plain" and plain(Bare()) == "bare" and plain(Own) == "Own"
