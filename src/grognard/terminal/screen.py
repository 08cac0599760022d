"""The seat as a screen: the table above, what has happened beside it, what is asked and a line to type in below.

The only module that knows prompt_toolkit (docs/decisions/0025); everything it shows is what ``Client`` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import Any

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import ConditionalContainer, Float, FloatContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style
from prompt_toolkit.widgets import TextArea

from ..muster.names import plain
from .client import Client
from .top_view import drawn, roster

WIDE = 110  # columns from which the table stands beside the log
LEAST_WORD = 1  # letters before names are proposed
MOST_LINES = 5_000  # that can be scrolled back to
KEYS = "Tab completes, Page Up and Down scroll, F1 help, F2 map, F3 undo, Ctrl-Q leaves (the battle is kept)"
STYLE = Style.from_dict(
    {
        "status": "reverse",
        "keys": "italic",
        "side0": "bold",
        "side1": "underline",
        "objective": "reverse",
    }
)


class _Words(Completer):
    """Options, commands and units whose words begin like what is typed."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        typed = document.text_before_cursor
        wanted = plain(typed)
        if len(wanted) < LEAST_WORD and not complete_event.completion_requested:
            return
        for word in dict.fromkeys(self.client.words()):
            if any(part.startswith(wanted) for part in (plain(word), *plain(word).split())):
                yield Completion(word, start_position=-len(typed))


class Screen:
    """The screen of one client; ``run`` plays until the person leaves."""

    def __init__(self, client: Client, input: Input | None = None, output: Output | None = None) -> None:
        self.client = client
        self.said = TextArea(read_only=True, focusable=False, wrap_lines=True, scrollbar=True)
        self.line = TextArea(
            height=1, prompt="> ", multiline=False, completer=_Words(client), complete_while_typing=True,
            accept_handler=self._typed, history=None,
        )  # fmt: skip
        wide = Condition(lambda: get_app().output.get_size().columns >= WIDE)
        table = Window(FormattedTextControl(self._table), width=lambda: Dimension.exact(_half()), wrap_lines=False)
        beside = VSplit(
            [ConditionalContainer(table, wide), ConditionalContainer(Window(width=1, char="|"), wide), self.said]
        )
        body = HSplit(
            [
                Window(FormattedTextControl(self._status), height=1, style="class:status"),
                beside,
                Window(height=1, char="-"),
                self.line,
                Window(FormattedTextControl([("class:keys", KEYS)]), height=1),
            ]
        )
        floats = [Float(xcursor=True, ycursor=True, content=CompletionsMenu(max_height=8))]
        self.app: Application[None] = Application(
            Layout(FloatContainer(body, floats), focused_element=self.line), key_bindings=self._keys(), style=STYLE,
            full_screen=True, mouse_support=False, input=input, output=output,
        )  # fmt: skip

    def run(self) -> None:
        """Shows the battle and plays until the person leaves. Ctrl-C raises KeyboardInterrupt."""
        self._show(self.client.begin())
        self.app.run()

    # what is shown ----------------------------------------------------------------------------------------------------

    def _status(self) -> str:
        return f" {self.client.status()}"

    def _table(self) -> StyleAndTextTuples:
        table: dict[str, Any] = self.client.table
        if not table:
            return []
        found: StyleAndTextTuples = []
        for line in drawn(table, _half()):
            found += [(_style(letter) if "|" in line else "", letter) for letter in line]
            found.append(("", "\n"))
        for side in (0, 1):
            found += [(f"class:side{side}", f"{line}\n") for line in wrap(", ".join(roster(table, side)), _half() - 2)]
        return found

    def _show(self, lines: Iterable[str]) -> None:
        text = [*self.said.text.split("\n"), *lines][-MOST_LINES:]
        whole = "\n".join(text).lstrip("\n")
        self.said.buffer.set_document(Document(whole, len(whole)), bypass_readonly=True)

    # what is typed ----------------------------------------------------------------------------------------------------

    def _typed(self, buffer: Buffer) -> bool:
        self._do(buffer.text)
        return False  # the line is emptied

    def _do(self, text: str) -> None:
        self._show([f"> {text}", *self.client.read(text)])
        if self.client.done:
            self.app.exit()

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def scroll(pages: int) -> None:
            buffer = self.said.buffer
            rows = max(1, (get_app().output.get_size().rows - 5) * abs(pages))
            (buffer.cursor_up if pages < 0 else buffer.cursor_down)(rows)

        @keys.add("pageup")
        def _(event: KeyPressEvent) -> None:
            scroll(-1)

        @keys.add("pagedown")
        def _(event: KeyPressEvent) -> None:
            scroll(1)

        for key, text in (("f1", "?"), ("f2", "map"), ("f3", "undo"), ("c-q", "quit")):
            self._bound(keys, key, text)

        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            if not self.line.text:
                self._do("quit")

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt)

        return keys

    def _bound(self, keys: KeyBindings, key: str, text: str) -> None:
        @keys.add(key)
        def _(event: KeyPressEvent) -> None:
            self._do(text)


def _half() -> int:
    """The columns of the table, which stands beside the log."""
    return min(80, int(get_app().output.get_size().columns) // 2)


def _style(letter: str) -> str:
    """Letters of both sides and numbers stand out; without colours they are told apart by their case."""
    if letter.isdigit():
        return "class:objective"
    return "class:side0" if letter.isupper() and letter not in "HX" else "class:side1" if letter.islower() else ""
