"""The screen: what the client says, in areas, on any terminal."""

from __future__ import annotations

import pytest

pytest.importorskip("prompt_toolkit")

from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from grognard.terminal.client import Client
from grognard.terminal.screen import Screen

from .at_table import room


def screen(text: str) -> Screen:
    """A screen on which all of this was typed."""
    with create_pipe_input() as keys:
        keys.send_text(text)
        found = Screen(Client(room("command"), "me"), keys, DummyOutput())
        found.run()
    return found


def test_a_battle_is_played_on_the_screen_and_left_by_quit():
    found = screen("1\r1\rquit\r")
    assert found.client.done
    assert "Deploy which unit?" in found.said.text and "> 1" in found.said.text


def test_keys_stand_for_commands():
    found = screen("\x1bOP\x1bOQ\x11")  # F1, F2, Ctrl-Q
    assert "this help" in found.said.text and "terrain:" in found.said.text


def test_ctrl_c_leaves_at_once():
    with pytest.raises(KeyboardInterrupt):
        screen("1\r\x03")


def test_options_complete_what_is_typed():
    found = screen("\x11")
    words = found.client.words()
    assert "undo" in words and any(o.words in words for o in found.client.ask.options)
