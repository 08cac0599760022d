"""An answer about odds as people read it: plain lines for the terminal and for ``print``, and HTML for notebooks.

The answers themselves (``common.odds.Odds``) are read here and nothing is worked out but what is read lazily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from ...kernel.law import Law

if TYPE_CHECKING:
    from .answering import Choice, Odds, Step

WIDE = 40  # characters of the longest bar
SHORTEST = 0.0005  # what is less likely at both ends of a long table is put together in one line
Style: TypeAlias = Callable[[str], str]  # makes words stand out, or step back


def percent(chance: float) -> str:
    """A chance as people read it; what can happen is never shown as 0 %, nor what can fail as 100 %.

    >>> percent(1 / 3), percent(1e-6), percent(1 - 1e-6), percent(0), percent(1)
    ('33.3 %', '<0.1 %', '>99.9 %', '0 %', '100 %')
    """
    if chance <= 0:
        return "0 %"
    if chance >= 1:
        return "100 %"
    if chance < 0.0005:
        return "<0.1 %"
    if chance > 0.9995:
        return ">99.9 %"
    return f"{100 * chance:.1f} %"


def number_words(value: Fraction) -> str:
    """An exact number, and what it is about.

    >>> number_words(Fraction(1, 3)), number_words(Fraction(2))
    ('1/3 (0.333)', '2')
    """
    return str(value) if value.denominator == 1 else f"{value} ({float(value):.3f})"


def bar(share: float, width: int, blocks: bool = True) -> str:
    """A bar of ``share`` (0 to 1) of ``width`` characters, in eighths of blocks where these can be shown.

    >>> bar(0.5, 4), bar(0.3, 4), bar(0.5, 4, blocks=False)
    ('██', '█▎', '##')
    """
    if not blocks:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


def title(found: Odds) -> str:
    """Who attacks whom, how, and from where."""
    where = "" if found.range is None else f' at {found.range:g}"'
    how = "in close combat with" if found.melee else "shooting at"
    if any(one.melee != found.melee for one in found.after):
        how = "attacking"
    return f"{found.attacker} {how} {found.target}{where}"


def lines(
    found: Odds,
    plot: bool = False,
    fractions: bool = False,
    strong: Style = str,
    faint: Style = str,
    blocks: bool = True,
) -> list[str]:
    """The answer line by line. ``plot``: with bars, of ``blocks`` where the screen can show them."""
    told = [strong(title(found)) + faint(f"  ({found.system})"), ""]
    if found.impossible:
        told.append(f"  Impossible: {found.impossible}.")
    else:
        draw = _Tables(plot, fractions, faint, blocks)
        told += [f"  {headline(found)}", "", *draw.of(found), *draw.other(found)]
    for heading, rows in sections(found):
        told += ["", strong(heading), *rows]
    return told


def sections(found: Odds) -> Iterable[tuple[str, list[str]]]:
    """What stands below the numbers: a heading and its lines each; what has no lines is left out."""
    yield from _said(
        "After each attacker",
        [
            f"  {called}: {one.impossible or headline(one)}"
            for called, one in zip(each(found), found.after, strict=True)
        ],
    )
    for one in found.after:
        yield from ((f"{one.attacker}: {heading}", rows) for heading, rows in sections(one))
    yield from _said("Choices", [_choice(choice) for choice in found.choices])
    yield from _said("Why", [line for step in (found.aim, *found.steps) if step for line in step_lines(step)])
    yield from _said("Takes no part", [f"  {one.weapon}: {one.why}" for one in found.unused])
    yield from _said("Dangers", [f"  {danger}" for danger in found.dangers])
    yield from _said("Rulings in force that matter here", _rulings(found))
    yield from _said("Left out (not executable yet)", _left_out(found.unread, found.mattering))
    yield from _said("Notes", [f"  {note}" for note in found.notes])


def each(found: Odds) -> list[str]:
    """The attackers in turn by their names, with how and from where they attack if that is not the same for all."""
    after = found.after
    far = len({one.range for one in after}) > 1
    mixed = len({one.melee for one in after}) > 1
    return [
        one.attacker
        + (" in close combat" if mixed and one.melee else " shooting" if mixed else "")
        + (f' at {one.range:g}"' if far and one.range is not None else "")
        for one in after
    ]


def _said(heading: str, rows: list[str]) -> list[tuple[str, list[str]]]:
    return [(heading, rows)] if rows else []


def _rulings(found: Odds) -> list[str]:
    rows = [f"  {_ruling(one)}" for one in found.rulings]
    if found.unweighed:
        rows.append(f"  too much to work out whether these matter: {', '.join(found.unweighed)}")
    return rows


def _ruling(mattered: tuple[str, str, tuple[str, ...]]) -> str:
    name, value, others = mattered
    return f"{name}={value} (also {', '.join(others)})"


def _left_out(unread: Sequence[str], mattering: int) -> list[str]:
    """What could have mattered, name by name, and how many others there are."""
    rows = [f"  {name}" for name in unread[:mattering]]
    if rest := len(unread) - mattering:
        others = " more" if mattering else ""
        rows.append(f"  {rest}{others} that {'have' if rest > 1 else 'has'} nothing to do with this attack")
    return rows


def _called(found: Odds, name: str) -> str:
    """What players of the system call a count: models slain are units lost where a unit is a vehicle."""
    return found.words.get(name, name)


def headline(found: Odds) -> str:
    """The answer in a line: for a single model or vehicle first the chance that it is destroyed."""
    slain, damage, destroyed = found.slain.mean(), found.damage.mean(), percent(float(found.destroyed))
    harm = f"{damage:.2f} {_called(found, 'damage')}"
    if found.size == 1:
        parts = [f"destroyed {destroyed}", f"{harm} on average"]
        if found.damage == found.slain:
            parts = parts[:1]
    else:
        parts = [f"{slain:.2f} {_called(found, 'slain')} on average", *([] if found.damage == found.slain else [harm])]
        parts.append(f"destroyed {destroyed}")
    told = ", ".join(parts)
    if found.sample:
        errors = found.errors()
        sure = f"within {2 * errors['slain']:.2f} {_called(found, 'slain')}"
        if found.size == 1:
            sure = f"within {2 * sqrt(float(found.destroyed * (1 - found.destroyed)) / found.sample):.1%}"
        told += f"\n  estimated from {found.sample:,} throws; 19 times of 20 the mean is {sure}"
    return told


class _Tables:
    """Laws as tables: one line a count, its chance, and the chance of at least so many."""

    def __init__(self, plot: bool, fractions: bool, faint: Style, blocks: bool) -> None:
        self.plot, self.fractions, self.faint, self.blocks = plot, fractions, faint, blocks

    def of(self, found: Odds) -> list[str]:
        """Models slain and damage: of a single model the damage alone, where it may be hurt and live."""
        told: list[str] = []
        if found.size != 1 or found.damage == found.slain:
            told = self.law(_called(found, "slain"), found.slain)
        if found.damage != found.slain:
            told += [*([""] if told else []), *self.law(_called(found, "damage"), found.damage)]
        if self.fractions:
            told += ["", f"  destroyed {found.destroyed}"]
        return told

    def other(self, found: Odds) -> list[str]:
        """What else may come of it, where it can."""
        told: list[str] = []
        for name, value in found.other.items():
            called = _called(found, name)
            if isinstance(value, Law):
                if set(value.weights) != {0}:
                    told += ["", *self.law(called, value)]
            elif value:
                told += ["", f"  {called} {percent(float(value))}" + (f"   {value}" if self.fractions else "")]
        return told

    def law(self, name: str, law: Law) -> list[str]:
        """Rare counts at the ends share a line."""
        counts = sorted(law.weights)
        most = max(law.weights.values())
        likely = counts if self.fractions else [c for c in counts if law.chance(c) >= SHORTEST] or counts
        wide = max(8, len(name))
        told = [self.faint(f"  {name:>{wide}}    chance   at least")]
        left = law.den
        for first, last in _ranges(counts, likely[0], likely[-1]):
            weight = sum(law.weights[c] for c in counts if first <= c <= last)
            label = str(first) if first == last else f"{first}-{last}"
            line = f"  {label:>{wide}}  {percent(weight / law.den):>8}   {percent(left / law.den):>8}"
            if self.plot:
                line += f"   {bar(weight / most, WIDE, self.blocks)}"
            if self.fractions:
                line += f"   {law.fraction(first)}"
            told.append(line.rstrip())
            left -= weight
        return told


def _ranges(counts: list[int], low: int, high: int) -> list[tuple[int, int]]:
    """The counts as (first, last) of each line: those below ``low`` together, those above ``high`` together."""
    below, above = [c for c in counts if c < low], [c for c in counts if c > high]
    found = [(below[0], below[-1])] if below else []
    found += [(c, c) for c in counts if low <= c <= high]
    return found + ([(above[0], above[-1])] if above else [])


def _choice(choice: Choice) -> str:
    who, chance = choice.player, choice.chance
    often = f"  (came up {percent(float(chance))} of the time)" if chance is not None and chance < 1 else ""
    return f"  {who}: {choice.question} {choice.answer}{often}"


def step_lines(step: Step) -> list[str]:
    """A test with what it needs, its chance and its reasons."""
    head = f"  {step.weapon + ', ' if step.weapon else ''}{step.name}"
    if step.needs != "-":
        head += f": {step.needs}"
        if step.chance < 1:
            head += f", {percent(step.chance)}"
    return [head, *(f"      {b.says if b.says.startswith(b.rule) else f'{b.rule}: {b.says}'}" for b in step.because)]


# --- notebooks --------------------------------------------------------------------------------------------------------


def html(found: Odds) -> str:
    """The answer as HTML: the line that answers, the chances as a table with bars, and the reasons to open."""
    body = f"<p><b>{escape(title(found))}</b></p>"
    if found.impossible:
        return f"{body}<p>Impossible: {escape(found.impossible)}.</p>"
    laws = [(_called(found, "slain"), found.slain)] if found.size != 1 or found.damage == found.slain else []
    if found.damage != found.slain:
        laws.append((_called(found, "damage"), found.damage))
    tables = "".join(_html_law(name, law) for name, law in laws)
    rest = "\n".join(line for heading, rows in sections(found) for line in (heading, *rows))
    details = f"<details><summary>Why</summary><pre>{escape(rest)}</pre></details>" if rest else ""
    return f"{body}<p>{escape(headline(found))}</p>{tables}{details}"


def _html_law(name: str, law: Law) -> str:
    most = max(law.weights.values())
    rows = "".join(
        f"<tr><td>{count}</td><td>{percent(law.chance(count))}</td><td>{percent(law.at_least(count))}</td>"
        f"<td style='text-align:left'>{bar(law.weights[count] / most, WIDE // 2)}</td></tr>"
        for count in sorted(law.weights)
    )
    return f"<table><tr><th>{escape(name)}</th><th>chance</th><th>at least</th><th></th></tr>{rows}</table>"


# --- several answers --------------------------------------------------------------------------------------------------

COLUMNS = ("slain", "damage", "destroyed")


def table(name: str, values: Sequence[object], odds: Sequence[Odds]) -> list[list[str]]:
    """Several answers as rows of words, the first of headings: what was changed, and what came of it."""
    rows = [[name, *(_called(odds[0], column) if odds else column for column in COLUMNS)]]
    for value, found in zip(values, odds, strict=True):
        said = [f"{found.slain.mean():.2f}", f"{found.damage.mean():.2f}", percent(float(found.destroyed))]
        rows.append([_short(value), *(["impossible", "", ""] if found.impossible else said)])
    return rows


def _short(value: object) -> str:
    """A value of a sweep in words.

    >>> _short(12.0), _short(None), _short(("Rifle",)), _short(True)
    ('12', '-', 'Rifle', 'yes')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list)):
        return " and ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)


def table_lines(rows: list[list[str]]) -> list[str]:
    """Rows under one another, aligned to the right.

    >>> table_lines([["range", "slain"], ["6", "2.00"]])
    ['range  slain', '    6   2.00']
    """
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.rjust(w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows]


def table_html(rows: list[list[str]]) -> str:
    """Rows as an HTML table."""
    head, *others = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table><tr>{head.replace('td>', 'th>')}</tr>{''.join(f'<tr>{row}</tr>' for row in others)}</table>"
