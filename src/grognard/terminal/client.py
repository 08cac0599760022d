"""A person at a keyboard, holding one seat of a room: a typed line goes in, the lines to show come out.

No input or output here, and no rule: what is legal, seen or likely is asked of the room. All that is worked out here is which
way something lies, as on a drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

from ..common.agreement import agreed, count_of
from ..errors import GrognardError
from ..kernel.dice import read_faces
from ..muster.names import match, plain
from ..web.protocol import (
    Acked,
    Answer,
    Asked,
    Bookmark,
    Consent,
    Faces,
    FromRoom,
    FromSeat,
    Hello,
    Log,
    LogEntry,
    Look,
    Looked,
    Offered,
    Others,
    Over,
    Place,
    Redo,
    Refused,
    Told,
    Tried,
    TryMove,
    Undo,
    View,
    Why,
)
from ..web.room import Room
from . import typed_line
from .top_view import drawn, letters, objectives, roll_call, roster
from .typed_line import By, MoveWord, OptionWords, To, Towards, TryOut, TurnTo, TypedCommand, apart

LOGS: Final = ("full", "short", "none")
SHOWN: Final = 24  # options that are listed before the rest is counted
LAST: Final = 20  # entries of the log that are shown again
FARTHER: Final = 0.05  # inches: nearer than this nobody cares


class Client:
    """One seat at the keyboard. ``columns`` is how wide the screen is; ``log`` is "full", "short" or "none"."""

    def __init__(self, room: Room, seat: str, log: str = "short", columns: int = 80) -> None:
        self.room, self.seat, self.log, self.columns = room, seat, log, columns
        self.done = False  # whether the person has left
        self.over: Over | None = None
        self.ask: Asked | None = None
        self.table: dict[str, Any] = {}
        self.entries: list[LogEntry] = []
        self.version = 0
        self.wants: int | None = None  # the side that wants to take back
        self._draft: list[Place] | None = None  # a move model by model
        self._near: list[Place] | None = None  # the nearest legal place to what was refused
        self._told = (0, "")  # round and heading that were shown last
        self._ids = count(1)
        self._out: list[str] = []

    # in and out -------------------------------------------------------------------------------------------------------

    def begin(self) -> list[str]:
        """The battle as far as it has come, and what is asked."""
        self._hear(self.room.start())
        self._play_on()
        self._prompt()
        return self._shown()

    def read(self, text: str) -> list[str]:
        """What comes of a typed line. Raises nothing that a person can type."""
        try:
            self._act(text)
        except GrognardError as error:
            self._out.append(error.what + (f" ({error.hint})" if error.hint else ""))
        return self._shown()

    def _shown(self) -> list[str]:
        shown, self._out = self._out, []
        return shown

    def _act(self, text: str) -> None:
        ask = self.ask
        if not text.strip():
            self._prompt()
            return
        if ask is not None and ask.dice is not None and text.strip()[0].isdigit():
            self._faces(text)
            return
        line = self._as_option(text) or typed_line.read(text)
        if isinstance(line, TypedCommand):
            self._command(line)
        elif isinstance(line, OptionWords):
            self._pick(line.text)
        elif isinstance(line, MoveWord):
            self._step(line.name)
        elif isinstance(line, TryOut):
            self._move(line.move, only_try=True)
        else:
            self._move(line)

    def _as_option(self, text: str) -> OptionWords | None:
        """The line when it is exactly an option: an option called "stay" or "to objective 2" is no command."""
        wanted = plain(text)
        names = [plain(option.words) for option in self.ask.options] if self.ask is not None and self.ask.yours else []
        return OptionWords(text) if wanted and wanted in names else None

    def _send(self, message: FromSeat) -> list[FromRoom]:
        """Sends a message; what the room says of it beyond views and logs is given back. A refusal is shown, and is none of it."""
        answers = self._hear(self.room.take(self.seat, message))
        for answer in answers:
            if isinstance(answer, Refused):
                self._out.append(answer.why + (f" ({answer.hint})" if answer.hint else ""))
        return [answer for answer in answers if not isinstance(answer, Refused)]

    def _id(self) -> str:
        return f"{self.seat}-{self.room.version}-{next(self._ids)}"

    def _hear(self, sent: Iterable[tuple[str, FromRoom]]) -> list[FromRoom]:
        answers: list[FromRoom] = []
        for seat, message in sent:
            if seat != self.seat:
                continue
            if isinstance(message, View):
                self.table, self.version = message.table, message.version
            elif isinstance(message, Log):
                self._logged(message)
            elif isinstance(message, Asked):
                self.ask, self.version, self.over = message, message.version, None
                self._draft = self._near = None
            elif isinstance(message, Over):
                self.over, self.ask, self.version = message, None, message.version
            elif isinstance(message, Others):
                if message.undo is not None and message.undo != self.wants and not self._mine(message.undo):
                    self._out.append(f"{self._side(message.undo)} wants to take back: 'agree' or 'refuse'")
                self.wants = message.undo
            elif not isinstance(message, Hello):
                answers.append(message)
        return answers

    def _changes(self, message: FromSeat) -> None:
        """Sends what changes something, and shows what has come of it."""
        if any(isinstance(answer, Acked) for answer in self._send(message)):
            self._play_on()
            self._prompt()

    def _play_on(self) -> None:
        """Bots play until a person is asked."""
        while not self.room.waiting:
            self._hear(self.room.advance())

    # what is shown ----------------------------------------------------------------------------------------------------

    def _logged(self, log: Log) -> None:
        if log.start < len(self.entries):
            self._out.append(f"(taken back: {count_of(len(self.entries) - log.start, 'line')} of the log)")
            del self.entries[log.start :]
        self.entries += log.entries
        self._out += self._lines(log.entries)

    def _lines(self, entries: Sequence[LogEntry], how: str = "") -> list[str]:
        how = how or self.log
        lines: list[str] = []
        for entry in entries if how != "none" else ():
            if entry.full and how != "full":
                continue
            if self._told != (entry.round, entry.heading):
                if self._told[0] != entry.round:
                    lines += ["", f"Round {entry.round}"]
                lines.append(f"  {entry.heading}")
                self._told = (entry.round, entry.heading)
            lines.append(f"{'      ' if entry.dice is not None else '    '}{entry.text}")
        return lines

    def _prompt(self) -> None:
        """What is wanted now, with the options by number."""
        if self.over is not None:
            self._out += [
                "",
                *self.over.lines,
                f"digest {self.over.digest}",
                "'log', 'map' and 'undo' still answer; 'quit' leaves.",
            ]
            return
        ask = self.ask
        if ask is None:
            return
        self._out.append("")
        whose = f"{self._side(ask.side)}: " if self._many_sides() else ""
        self._out.append(f"{whose}{ask.prompt}")
        if not ask.yours:
            self._out.append(f"  {self._side(ask.side)} is asked.")
            return
        if ask.dice is not None:
            return  # the prompt says it all
        if ask.move is not None:
            limit = "" if ask.move.inches is None else f', up to {ask.move.inches:g}"'
            self._out.append(
                f"  {ask.move.mode or 'moves'}{limit}; a number, 'to X Y', 'towards NAME 6', 'n 4', 'stay' or '?'"
            )
        listed = ask.options if len(ask.options) <= SHOWN else ask.options[:SHOWN]
        width = len(str(len(listed)))
        for i, option in enumerate(listed, 1):
            self._out.append(f"  {i:>{width}}  {self._words(option)}{' (usual)' if option.id == ask.default else ''}")
        if len(ask.options) > len(listed):
            self._out.append(f"  … and {len(ask.options) - len(listed)} more; type a part of a name")

    def _words(self, option: Offered) -> str:
        letter = letters(self.table).get(option.units[0], "") if len(option.units) == 1 else ""
        said = f"{option.words} [{letter}]" if letter else option.words
        return f"{option.purpose}, {said}" if option.purpose else said

    def _side(self, side: int) -> str:
        return str(self.table["sides"][side]) if self.table else "AB"[side]

    def _mine(self, side: int) -> bool:
        return side in self.room.seats[self.seat].sides

    def _many_sides(self) -> bool:
        return len(self.room.seats[self.seat].sides) != 1

    # commands ---------------------------------------------------------------------------------------------------------

    def _command(self, line: TypedCommand) -> None:
        name, rest = line.name, line.rest
        if name == "?":
            self._out += self.help()
        elif name == "map":
            self._out += [*drawn(self.table, self.columns), *(", ".join(roster(self.table, side)) for side in (0, 1))]
        elif name == "units":
            self._out += roll_call(self.table)
        elif name == "score":
            self._out += [f"{self.table['sides'][s]}: {self.table['scores'][s]}" for s in (0, 1)]
        elif name == "why":
            self._told_by(Why(self._id(), self._unit(rest) if rest else None))
        elif name == "odds":
            self._odds(rest)
        elif name in ("dist", "los"):
            self._between(name, *typed_line.two_names(rest))
        elif name == "log":
            self._log(rest)
        elif name == "usual":
            self._usual()
        elif name == "undo":
            self._changes(Undo(self._id(), self.version))
        elif name == "redo":
            self._changes(Redo(self._id(), self.version))
        elif name in ("agree", "refuse"):
            self._changes(Consent(self._id(), self.version, name == "agree"))
        elif name == "mark":
            if not rest:
                raise GrognardError("a mark needs a name", hint="such as 'mark before the charge'")
            if self._send(Bookmark(self._id(), rest)):
                self._out.append(f"marked: {rest}")
        elif name == "save":
            if not rest:
                raise GrognardError("the battle is kept after every pick", hint="'save FILE' writes a copy")
            self._save(rest)
        else:
            self.done = True

    def _save(self, file: str) -> None:
        """Writes a copy of the battle to a file that is not there yet."""
        if "\0" in file:
            raise GrognardError("that is no name of a file")
        if Path(file).exists():
            raise GrognardError("there is a file already", where=file, hint="name another")
        self.room.session.save(file)
        self._out.append(f"a copy is saved in {file}")

    def help(self) -> list[str]:
        """What may be typed now."""
        lines = ["Type the number of an option or a part of its name. Besides:"]
        if self.ask is not None and self.ask.move is not None:
            lines += [f"  {word:<16} {does}" for word, does in typed_line.MOVES.items()]
        if self.ask is not None and self.ask.dice is not None:
            lines += [
                f"  {'3 5 5 1':<16} the faces of the dice; 3551 and 3,5,5,1 mean the same; 'undo' takes them back"
            ]
        return lines + [f"  {word:<16} {does}" for word, does in typed_line.COMMANDS.items()]

    def _told_by(self, message: FromSeat) -> None:
        for answer in self._send(message):
            if isinstance(answer, Told):
                self._out += answer.lines

    def _log(self, rest: str) -> None:
        if rest in LOGS:
            self.log = rest
            self._out.append(f"log: {rest}")
        elif rest in ("", "all") or (rest.isascii() and rest.isdigit() and len(rest) < 6):
            n = len(self.entries) if rest == "all" else int(rest or LAST)
            shown = self.entries[-n:] if n else []
            self._told = (0, "")
            self._out += self._lines(shown, "full")
        else:
            raise GrognardError(
                f"log {rest}?", hint="'log', 'log 40', 'log all', 'log full', 'log short' or 'log none'"
            )

    def _unit(self, name: str) -> int:
        """The unit of a letter or a name. Raises GrognardError naming the nearest."""
        name = name.strip()
        for unit, letter in letters(self.table).items():
            if letter == name and letter.isalpha():
                return unit
        units = self.table["units"]
        return int(units[match(name, [u["name"] for u in units])]["id"])

    def _row(self, unit: int) -> dict[str, Any]:
        return next(u for u in self.table["units"] if u["id"] == unit)

    def _thing(self, name: str) -> tuple[str, Place]:
        """A unit's or an objective's name, and its middle."""
        name = name.strip()
        if name[:1] == "#" or plain(name).startswith("objective "):
            word = name.lstrip("#").split()[-1]
            those = objectives(self.table)
            if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= len(those):
                raise GrognardError(
                    f"there is no objective {word}", hint=f"#1 to #{len(those)}" if those else "none here"
                )
            x, y = those[int(word) - 1]["at"]
            return f"objective {word}", (x, y)
        row = self._row(self._unit(name))
        places = [model["at"] for model in row["models"] if "at" in model]
        if not places:
            raise GrognardError(agreed(f"{row['name']} is not on the table", [row["name"]]))
        return row["name"], _middle(places)

    def _between(self, what: str, one: str, other: str) -> None:
        """How far two things are apart, or what one sees of the other."""
        if what == "dist" and "#" in one + other:
            (a, p), (b, q) = self._thing(one), self._thing(other)
            self._out.append(f'{a} to {b}: {apart(p, q):.1f}" from middle to middle')
            return
        unit, target = self._unit(one), self._unit(other)
        for answer in self._send(Look(self._id(), unit, target)):
            if isinstance(answer, Looked):
                self._out.append(f'{self._row(unit)["name"]} to {self._row(target)["name"]}: {answer.inches:.1f}"')
                if what == "los":
                    self._out += [f"  {line}" for line in answer.lines]

    def _odds(self, rest: str) -> None:
        """Exact odds of the unit that is asked about: against one, or against each that is offered."""
        ask = self.ask
        if ask is None or not ask.about:
            raise GrognardError("no unit is asked about now", hint="'odds' answers when a unit picks whom to attack")
        unit = ask.about[0]
        own = self._row(unit)["side"]
        if rest:
            targets = [self._unit(rest)]
        else:
            offered = [o.units[0] for o in ask.options if len(o.units) == 1 and self._row(o.units[0])["side"] != own]
            targets = offered or [u["id"] for u in self.table["units"] if u["side"] != own and u["place"] == "table"]
        if not targets:
            raise GrognardError("no enemy stands on the table yet")
        for target in targets[:SHOWN]:
            for answer in self._send(Look(self._id(), unit, target, self._draft, odds=True)):
                if isinstance(answer, Looked):
                    self._out += odds_lines(self._row(target)["name"], answer, full=bool(rest))

    # answers ----------------------------------------------------------------------------------------------------------

    def _pick(self, text: str) -> None:
        ask = self.ask
        if ask is None:
            raise GrognardError("nothing is asked: the battle is over", hint="'quit' leaves, 'undo' takes back")
        if not ask.yours:
            raise GrognardError(f"{self._side(ask.side)} is asked, not you")
        if ask.dice is not None:
            self._faces(text)
            return
        if (
            text.isascii()
            and text.isdigit()
            and len(text) < 6
            and plain(text) not in [plain(o.words) for o in ask.options]
        ):
            if not 1 <= int(text) <= len(ask.options):
                raise GrognardError(
                    f"there is no option {text}", hint=f"1 to {len(ask.options)}" if ask.options else "type '?'"
                )
            option = ask.options[int(text) - 1]
        else:
            option = self._named(text, ask.options)
        self._changes(Answer(self._id(), self.version, option.id))

    def _usual(self) -> None:
        ask = self.ask
        if ask is None:
            raise GrognardError("nothing is asked: the battle is over", hint="'quit' leaves, 'undo' takes back")
        if not ask.yours or ask.default is None:
            raise GrognardError("no answer is usual here", hint="pick one by its number or name")
        self._changes(Answer(self._id(), self.version, ask.default))

    def _named(self, text: str, options: Sequence[Offered]) -> Offered:
        """The option that is meant: its words, a part of them, or the letter of the unit."""
        named = letters(self.table)
        for option in options:
            if (
                len(option.units) == 1
                and option.model is None
                and named.get(option.units[0]) == text
                and text.isalpha()
            ):
                return option
        if not options:
            raise GrognardError(f"{text!r} is no answer here", hint="type '?'")
        return options[match(text, [self._plain_words(o) for o in options], "option")]

    def _plain_words(self, option: Offered) -> str:
        return f"{option.purpose} {option.words}".strip()

    def _faces(self, text: str) -> None:
        dice = self.ask.dice if self.ask is not None else None
        if dice is None:
            raise GrognardError("no dice are asked for")
        faces = read_faces(text, dice.sides, dice.n)
        self._changes(Faces(self._id(), self.version, list(faces)))

    # moves ------------------------------------------------------------------------------------------------------------

    def _start(self) -> list[Place]:
        ask = self.ask
        if ask is None or not ask.yours or ask.dice is not None or not (ask.move or ask.more):
            raise GrognardError("no move is asked for now", hint="type '?' for what may be typed")
        return list(ask.move.start) if ask.move is not None else []

    def _move(self, move: To | By | Towards | TurnTo, only_try: bool = False) -> None:
        ask = self.ask
        start = self._start()
        if ask is not None and ask.move is None:  # a place for a marker, a template or a unit that comes on
            self._place(move, only_try)
            return
        if isinstance(move, TurnTo):
            self._judge(
                TryMove(self._id(), positions=self._draft or start, facing=self._bearing(move.name, _middle(start))),
                only_try,
            )
            return
        if move.model:
            self._one_model(move, start)
            return
        message = TryMove(self._id(), **self._where(move, _middle(start)))
        self._judge(message, only_try)

    def _where(self, move: To | By | Towards, middle: Place) -> dict[str, Any]:
        if isinstance(move, To):
            return {"to": (move.x, move.y), "facing": move.facing}
        if isinstance(move, By):
            return {"by": (move.x, move.y)}
        return {"by": self._step_towards(move, middle)}

    def _step_towards(self, move: Towards, middle: Place) -> Place:
        _, (x, y) = self._thing(move.name)
        away = -1.0 if move.away else 1.0
        dx, dy = typed_line.heading(away * (x - middle[0]), away * (y - middle[1]))
        limit = self.ask.move.inches if self.ask is not None and self.ask.move is not None else None
        far = apart((x, y), middle)
        inches = move.inches if move.inches is not None else (limit if limit is not None else far)
        return dx * inches, dy * inches

    def _one_model(self, move: To | By | Towards, start: list[Place]) -> None:
        draft = list(self._draft or start)
        if move.model > len(draft):
            raise GrognardError(f"there is no model {move.model}", hint=f"1 to {len(draft)}")
        x, y = draft[move.model - 1]
        if isinstance(move, To):
            x, y = move.x, move.y
        else:
            dx, dy = (move.x, move.y) if isinstance(move, By) else self._step_towards(move, (x, y))
            x, y = x + dx, y + dy
        draft[move.model - 1] = (x, y)
        self._draft = draft
        for answer in self._send(TryMove(self._id(), positions=draft)):
            if isinstance(answer, Tried):
                self._out.append(
                    f"model {move.model} at {x:.1f}, {y:.1f}; 'done' moves the unit so, 'drop' begins anew"
                )
                self._out += [f"  not yet: {why}" for why in answer.why]

    def _step(self, name: str) -> None:
        start = self._start()
        if name == "drop":
            self._draft = None
            self._out.append("the models stand where they stood")
        elif name == "stay":
            self._judge(TryMove(self._id(), positions=start), False)
        elif name == "near":
            if self._near is None:
                raise GrognardError(
                    "no move has been refused", hint="'near' takes the nearest legal place to one that was"
                )
            self._judge(TryMove(self._id(), positions=self._near), False)
        elif self._draft is None:
            raise GrognardError("no model has been moved", hint="'model 3 n 2' moves one, then 'done'")
        else:
            self._judge(TryMove(self._id(), positions=self._draft), False)

    def _judge(self, message: TryMove, only_try: bool) -> None:
        """A move or a place is tried, and taken when it is legal and meant."""
        for answer in self._send(message):
            if not isinstance(answer, Tried):
                continue
            if not answer.legal:
                self._out.append("not legal: " + "; ".join(answer.why))
                self._nearest(answer)
            elif only_try:
                self._out.append(f'legal, {answer.inches:.1f}" for the model that goes farthest')
            else:
                self._changes(Answer(self._id(), self.version, value=answer.value))

    def _nearest(self, answer: Tried) -> None:
        self._near = answer.nearest
        if answer.nearest:
            x, y = _middle(answer.nearest)
            self._out.append(f"the nearest legal place is round {x:.1f}, {y:.1f}; 'near' goes there")

    def _place(self, move: To | By | Towards | TurnTo, only_try: bool) -> None:
        """A place on the table is picked: of a marker or template, or of a unit that comes on."""
        if isinstance(move, Towards):
            _, (x, y) = self._thing(move.name)
        elif isinstance(move, To) and not move.model:
            x, y = move.x, move.y
        else:
            raise GrognardError("a place is asked for", hint="a number, or 'to X Y'")
        turn = move.facing if isinstance(move, To) else None
        self._judge(TryMove(self._id(), to=(x, y), facing=turn), only_try)

    def _bearing(self, name: str, middle: Place) -> Place:
        if name.casefold() in typed_line.COMPASS:
            return typed_line.COMPASS[name.casefold()]
        _, (x, y) = self._thing(name)
        if apart((x, y), middle) < FARTHER:
            raise GrognardError(f"{name} is just there: no way to face")
        return typed_line.heading(x - middle[0], y - middle[1])

    # completion -------------------------------------------------------------------------------------------------------

    def words(self) -> list[str]:
        """What may complete a line now: options, commands, units."""
        ask = self.ask
        offered = [o.words for o in ask.options] if ask is not None and ask.yours else []
        return [*offered, *typed_line.COMMANDS, *(u["name"] for u in self.table.get("units", ()))]

    def status(self) -> str:
        """Where the battle stands, in one line."""
        t = self.table
        if not t:
            return ""
        score = ", ".join(f"{t['sides'][s]} {t['scores'][s]}" for s in (0, 1))
        return f"Round {min(t['round'], t['rounds'])} of {t['rounds']}, {t['heading']} | {score}"


def odds_lines(target: str, looked: Looked, full: bool) -> list[str]:
    """Odds in a few lines: destroyed, mean, and with ``full`` each step with what it needs."""
    odds = looked.odds
    if odds is None:
        return [f"{target}: " + ("; ".join(looked.lines) or "no odds")]
    mean = odds.get("mean", {})
    slain, damage = mean.get("slain"), mean.get("damage")
    said = [f"destroyed {_percent(odds['destroyed'])}"] if "destroyed" in odds else []
    if slain is not None:
        said.append(f"{slain:.2f} slain on average")
    if damage is not None and damage != slain:
        said.append(f"{damage:.2f} damage")
    lines = [f'{target}, {looked.inches:.1f}": {", ".join(said)}']
    if full:
        lines += [f"  {line}" for line in looked.lines]
        lines += [f"  at least {n}: {_percent(least)}" for n, least in _at_least(odds.get("slain", {}))]
        for step in odds.get("steps", ()):
            chance = "" if step.get("chance") is None else f", {_percent(step['chance'])}"
            name = ", ".join(dict.fromkeys(w for w in (step.get("weapon"), step["name"]) if w))
            lines.append(f"  {name}: {step.get('needs', '')}{chance}")
            lines += [f"      {b['rule']}: {b['says']}" for b in step.get("because", ())]
    return lines


def _at_least(law: dict[str, float]) -> list[tuple[int, float]]:
    counts = sorted((int(n), chance) for n, chance in law.items())
    return [(n, sum(c for m, c in counts if m >= n)) for n, _ in counts if n > 0]


def _percent(chance: float) -> str:
    """
    >>> _percent(0.1234), _percent(1.0), _percent(0.0)
    ('12.3 %', '100 %', '0 %')
    """
    return f"{100 * chance:.1f}".removesuffix(".0") + " %"


def _middle(places: Sequence[Sequence[float]]) -> Place:
    if not places:
        return 0.0, 0.0
    return sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places)
