"""``grognard rules``: the rulebook, searched and read; and two rules together."""

from __future__ import annotations

import click

from .. import meetings, rulebook, systems
from ..common.odds.odds_report import number_words, step_lines
from ..common.rules import id_of, told_by
from ..marks import marked
from ..meetings import Meeting, Pair
from ..rulebook import Page
from ..systems import NAMES
from . import NO, house, lists
from .printing import faint, indented, plural, say_json, strong

READ_AT_ONCE = 4  # so many systems may have a rule of one name


@click.command("rules", short_help="The rulebook: search, read, and what two rules come to together.")
@click.argument("words", nargs=-1, shell_complete=lists.at_tab("rule"))
@click.option(
    "--system", metavar="S", shell_complete=lists.at_tab("system"), help=f"One system only: {', '.join(NAMES)}."
)
@click.option("--tests", is_flag=True, help="The tests that hold each rule too.")
@house.option
@click.option("--json", "as_json", is_flag=True, help="The pages, or the two rules together, as JSON.")
def command(
    words: tuple[str, ...], system: str | None, tests: bool, house_rules: tuple[str, ...], as_json: bool
) -> int:
    """Search the rulebook for WORDS, or read the page of a rule named exactly.

    Two rules named exactly are read together: whether they meet, where, and what comes of it.

    \b
    grognard rules twin-linked
    grognard rules re-roll --system usr
    grognard rules stealth shrouded
    grognard rules "Poisoned (2+)" "Feel No Pain (4+)"
    """
    house.load(house_rules)
    found = rulebook.search(list(words), system, tests or as_json)
    alone = rulebook.exact(found, list(words)) if words else []
    if not alone and (together := meetings.named(list(words), system)):
        return _meet([meetings.meet(*each) for each in together], tests, as_json)
    if as_json:
        say_json([page.told() for page in found])
        return 0 if found else NO
    if not found:
        click.echo(f"no rule matches {' '.join(words)!r}{_nearest(words, system)}")
        return NO
    pages = alone or (found if len(found) == 1 else [])
    if 0 < len(pages) <= READ_AT_ONCE:
        click.echo("\n\n".join("\n".join(_page(page, tests)) for page in pages))
        others = [page.id for page in found if page not in pages]
        if others:
            click.echo(faint(f"\nAlso: {', '.join(others)}"))
    else:
        click.echo("\n".join(_list(found)))
    return 0


def _nearest(words: tuple[str, ...], system: str | None) -> str:
    from difflib import get_close_matches

    if ruled := rulebook.rulings(list(words), NAMES if system is None else (system,)):
        return f", but {plural(len(ruled), 'ruling')} does: 'grognard rulings {' '.join(words)}'"
    names = {page.name.lower(): page.id for page in rulebook.search([], system, tests=False)}
    near = get_close_matches(" ".join(words).lower(), list(names), n=3, cutoff=0.5)
    if not near:
        near = [name for word in words for name in get_close_matches(word.lower(), list(names), n=1, cutoff=0.7)]
    return f"; nearest: {', '.join(names[n] for n in dict.fromkeys(near))}" if near else ""


def _list(pages: list[Page]) -> list[str]:
    told = []
    wide = max(len(page.id) for page in pages)
    for page in pages:
        summary = page.summary if page.executable else "(not executable yet)"
        told.append(f"{page.id:<{wide}}  {summary}")
    executable = sum(page.executable for page in pages)
    told += ["", f"{plural(len(pages), 'rule')}, {executable} executable; 'grognard rules NAME' reads one"]
    return told


# --- one rule ---------------------------------------------------------------------------------------------------------


def _page(page: Page, tests: bool) -> list[str]:
    told = [strong(page.name) + faint(f"  ({page.id})")]
    if not page.executable:
        return [*told, "  Not executable yet: it is left out of odds and battles, and named there."]
    told += [indented(page.summary, 2)]
    told += [indented(page.details, 2)] if page.details else []
    told += ["", f"  source    {page.source}"]
    told.append(
        f"  written   {page.example}" + (f"   also: {', '.join(page.spellings[1:])}" if page.spellings[1:] else "")
    )
    told.append(f"  given to  {', '.join(page.kind)}")
    if page.parameters:
        told.append(f"  takes     {', '.join(page.parameters)}")
    told.append(
        f"  works at  {', '.join(m.replace('_', ' ') for m in page.moments) or '(it is looked for where it counts)'}"
    )
    told += _example(page)
    for ruling in page.rulings:
        others = f"or {', '.join(ruling.others)}" if ruling.others else "the only value"
        told += ["", f"  ruling    {ruling.name}={ruling.default} ({others})", indented(ruling.why, 12)]
    if tests:
        told += _tests(page.tests, f"pytest --rule {page.id}")
    return told


def _example(page: Page) -> list[str]:
    """What the rule does in a plain attack, in exact numbers."""
    system = systems.get(page.system)
    rule = next((rule for rule in system.rules if id_of(rule) == page.id), None)
    found = meetings.example(system, rule) if rule is not None else None
    if found is None:
        return []
    before, after = found.measure.of(found.without), found.measure.of(found.with_it)
    return [
        "",
        f"  example   {found.measure.said()}: {number_words(before)} without it, {number_words(after)} with it",
        f"            {found.drill.command()}",
    ]


def _tests(tests: tuple[str, ...], how: str) -> list[str]:
    return ["", f"  {plural(len(tests), 'test')}: {how}", *(f"    {test}" for test in tests)]


# --- two rules --------------------------------------------------------------------------------------------------------


def _meet(pairs: list[Pair], tests: bool, as_json: bool) -> int:
    if as_json:
        say_json([{**pair.told(), "tests": list(_both(pair))} for pair in pairs])
    else:
        click.echo("\n\n".join("\n".join(_pair(pair, tests)) for pair in pairs))
    return 0


def _both(pair: Pair) -> tuple[str, ...]:
    """The tests that hold both rules."""
    marks = marked(pair.system)
    one, two = (marks.get(id_of(rule), ()) for rule in pair.rules)
    return tuple(test for test in one if test in two)


def _pair(pair: Pair, tests: bool) -> list[str]:
    first, second = pair.names
    told = [strong(f"{first} and {second}") + faint(f"  ({pair.system})")]
    for name, rule in zip(pair.names, pair.rules, strict=True):
        told.append(indented(f"{name}: {told_by(type(rule))[0]}", 2))
    told += ["", f"  {pair.outcome()}"]
    if pair.moments:
        told.append(f"  Both work at: {', '.join(moment.replace('_', ' ') for moment in pair.moments)}.")
    if pair.steps:
        told.append(f"  Both are among the reasons of: {', '.join(pair.steps)}.")
    told += [indented(sentence, 2) for sentence in pair.said]
    if pair.meeting is not None:
        told += _worked(pair, pair.meeting)
    if pair.beside is not None:
        told += ["", f"  Here {pair.sentence(pair.beside)[0].lower()}{pair.sentence(pair.beside)[1:]}"]
        told += _numbers(pair, pair.beside)
    told += _ruled(pair)
    if tests:
        told += _tests(_both(pair), "those marked with both")
    return told


def _worked(pair: Pair, found: Meeting) -> list[str]:
    told = ["", *_numbers(pair, found)]
    steps = [step for step in found.both.steps if any(meetings.speaks(step.because, rule) for rule in pair.rules)]
    if steps:
        told += ["", strong("Why, with both"), *(line for step in steps for line in step_lines(step))]
    return told


def _numbers(pair: Pair, found: Meeting) -> list[str]:
    """What comes of an attack with neither rule, either and both, and the question to type."""
    names = ["neither", *pair.names, "both"]
    wide = max(len(name) for name in names)
    told = [strong("Example") + f": {found.measure.said()}"]
    for name, number in zip(names, found.numbers, strict=True):
        told.append(f"  {name:<{wide}}  {number!s:<12} {float(number):.4f}")
    if found.outcome in ("more", "less", "mixed") and (apart := found.apart) is not None:
        told.append(f"  Did neither know of the other, both would come to {number_words(apart)}.")
    return [*told, f"  {found.drill.command()}"]


def _ruled(pair: Pair) -> list[str]:
    deciding = pair.meeting.deciding if pair.meeting is not None else ()
    told = []
    for ruling, value, number in deciding:
        told.append(f"  {ruling.name}={ruling.default}; under {value} both would come to {number_words(number)}")
    named = {ruling.name for ruling, _, _ in deciding}
    aside = "; it does not matter in the example" if pair.meeting is not None else ""
    for ruling in pair.rulings:
        if ruling.name not in named:
            others = f"or {', '.join(ruling.others)}" if ruling.others else "the only value"
            told.append(f"  {ruling.name}={ruling.default} ({others}){aside}")
    return ["", strong("Rulings"), *told] if told else []
