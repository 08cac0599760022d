"""A force as one page to lay on the table: statlines, weapons, what each rule does and when, odds against typical targets.

One HTML file that stands by itself: no script, nothing fetched, every name escaped. All sentences are the rulebook's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from . import rulebook, systems
from .common.agreement import count_of
from .common.asking import Situation
from .common.odds import Odds, Step
from .common.profiles import Force, Kind
from .common.rules import id_of
from .errors import GrognardError
from .muster.show import said, shown
from .paper import document, figures, titled
from .questions import odds, unit

TARGETS = {  # units of the sample forces: many, few and tough, and armoured ones
    "usr": ("usr/B:Thornkin", "usr/A:Skyfall Guard", "usr/A:Bastion Wain"),
    "void": ("void/A:Compact Line", "void/B:Deep Watch", "void/B:Gorehorn"),
    "command": ("command/A:Levy Gang", "command/A:Drill Walkers", "command/A:Overseer's Crawler"),
    "dropzone": ("dropzone/B:Choristers", "dropzone/A:Warder Tanks, Red", "dropzone/A:Heron Dropship, Red"),
}
PHASES = {  # when a rule matters, by the moments at which it speaks; what is in none of them matters in attacks
    "Setting up": "deploys arrives attaches arrives_hidden sets_up infiltrates drops limit allowed",
    "Commands and powers": "channels orders command commands shares_token mends recovers feeds plays pays_for_cover",
    "Moving": "moving seated lets_out movement_mode after_move jumps flies_on disembarks jumps_in coherency transports slows "
    "carries_out "
    "overhead breaks_away before_shooting searching scores",
    "Under fire": "save saves withstands suffers look_out_sir nearest defies dodge cover armour to_be_hit evades aimed_at "
    "instead_of_incapacitated lowers_evasion",
    "Morale": "leadership frightens morale rally immune instead_of_panic unrallied terrifies controls stands_fast sweeping",
}
ATTACKING = "Attacking"
ODDS = '<table class="odds">'
CLOSE = {"dropzone": "Close quarters"}  # what an attack from near is called, where not close combat
AMOUNTS = ("shots", "blows", "rate of fire")  # steps that say how many dice
SHORT = {
    "to hit": "hit",
    "to hit in melee": "hit",
    "to wound": "wound",
    "to damage": "damage",
    "armour save": "save",
    "armour penetration": "penetrate",
    "vehicle damage": "table",
    "points of damage": "",
}
OF_THE_TARGET = ("look out, sir",)  # what is the same whatever the weapon
HARMLESS = "harmless"
INCHES = ("range", "full", "countered")
SELDOM = (
    "dice",
    "hands",
    "template",
    "indirect",
    "hit",
    "fixed",
    "warp",
    "witchfire",
    "lance",
    "assault",
    "mode_of",
)  # of arms
UNSAID = ("faction",)  # what the table does not need
AT = " at "
COUNT = re.compile(r"(\d+) x (.+)")
PART = re.compile(r"(: | at )")


def page(force: Force, paper: str | None = None) -> str:
    """The page of a force. Its odds are exact: those of one attack of the whole unit, without a distance.

    ``paper``: "a4" or "letter" for a page of that size; without it the printer's dialog decides.
    """
    told = shown(force)
    pages = {found.id: found for found in rulebook.pages_of(systems.get(force.system))}
    units = "".join(_unit(unit, kind) for unit, kind in zip(told["units"], force.kinds, strict=True))
    targets = _targets(force) if ODDS in units else ""
    body = (
        f"<h1>{escape(told['name'])}</h1><p>{told['points']} points, {count_of(len(told['units']), 'unit')}</p>\n"
        f"{units}{targets}{_reminders(force, pages)}{_unread(told)}"
    )
    return document(told["name"], body, paper)


def _unit(unit: dict[str, Any], kind: Kind) -> str:
    about = f"{unit['type']}, {count_of(len(kind.models), 'model')}, {count_of(unit['points'], 'point')}"
    head = f"<h2>{escape(unit['name'])} <span>{escape(about)}</span></h2>"
    rules = f"<p>{escape(', '.join(unit['rules']))}</p>" if unit["rules"] else ""
    return f"<section>{head}{rules}{_details(unit)}{_models(unit)}{_arms(unit)}{_odds(kind)}</section>\n"


def _details(unit: dict[str, Any]) -> str:
    told = _told({key: value for key, value in unit["details"].items() if key not in UNSAID and said(value)})
    return f'<p class="small">{escape(". ".join(told))}</p>' if told else ""


def _models(unit: dict[str, Any]) -> str:
    return figures([_model(model) for model in unit["models"]], words=("powers", "Has"))


def _model(model: dict[str, Any]) -> dict[str, Any]:
    arms = dict.fromkeys(model["weapons"])
    has = [f"{model['weapons'].count(name)} × {name}" if model["weapons"].count(name) > 1 else name for name in arms]
    return {
        "Model": f"{model['count']} × {model['name']}",
        **model["stats"],
        "Has": "; ".join((*has, *dict.fromkeys(model["rules"]))),
    }


def _arms(unit: dict[str, Any]) -> str:
    rows = []
    for arm in unit["weapons"]:
        odd = {key: value for key, value in arm["stats"].items() if key in SELDOM and said(value)}
        usual = {key: value for key, value in arm["stats"].items() if key not in SELDOM}
        rows.append({"Weapon": arm["name"], **_inches(usual), "Rules": ", ".join((*arm["rules"], *_told(odd)))})
    return figures(rows, words=("Rules",))


def _told(pairs: dict[str, Any]) -> list[str]:
    """Names with their values; of what is simply so the name alone."""
    return [titled(key) if value is True else f"{titled(key)}: {said(value)}" for key, value in pairs.items()]


def _inches(stats: dict[str, Any]) -> dict[str, Any]:
    """Figures of a weapon, distances with their mark."""
    return {
        key: f'{value}"' if key in INCHES and str(value)[-1:].isdigit() else said(value) for key, value in stats.items()
    }


def _odds(kind: Kind) -> str:
    """What the unit's attacks do to each target, and why, weapon by weapon."""
    out = []
    for melee in (False, True):
        answers = [_answer(kind, target, melee) for target in TARGETS[kind.system]]
        if not any(isinstance(answer, Odds) and not answer.impossible for answer in answers):
            continue
        name = CLOSE.get(kind.system, "Close combat") if melee else "Shooting"
        head = "".join(f"<th>{escape(target.partition(':')[2])}</th>" for target in TARGETS[kind.system])
        rows = _row("main", "slain on average", [_slain(answer) for answer in answers])
        for label, cells in _reasons(answers, (arm.name for model in kind.models for arm in model.weapons)):
            rows += _row("why", label, cells)
        out.append(f"{ODDS}<thead><tr><th>{name}</th>{head}</tr></thead><tbody>{rows}</tbody></table>")
    return "".join(out)


def _row(sort: str, label: str, cells: Sequence[str]) -> str:
    return f'<tr class="{sort}"><th>{escape(label)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


def _answer(kind: Kind, target: str, melee: bool) -> Odds | str:
    """The odds, or why there are none."""
    try:
        return odds(kind, target, Situation(melee=melee))
    except GrognardError as error:
        return error.what


def _slain(found: Odds | str) -> str:
    """How many are slain on average and how likely all are; a dash where there is no such attack."""
    if isinstance(found, str) or found.impossible:
        return "-"
    all_of_them = 100 * float(found.destroyed)
    share = "<1" if 0 < all_of_them < 0.5 else ">99" if 99.5 <= all_of_them < 100 else f"{all_of_them:.0f}"
    slain, damage = f"{found.slain.mean():.2f}", f"{found.damage.mean():.2f}"
    return f"{slain} (all: {share} %)" + (f", {damage} damage" if damage != slain else "")


def _reasons(answers: Sequence[Odds | str], names: Iterable[str]) -> list[tuple[str, list[str]]]:
    """A row for each weapon: what it throws, and against each target what its dice need and which rules changed that."""
    known = set(names)
    found = [_by_weapon(answer, known) for answer in answers]
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for label in dict.fromkeys(label for weapons in found for label in weapons if label):
        cells = tuple(weapons[label].told() if label in weapons else weapons[""].told() for weapons in found)
        amounts = dict.fromkeys(word for weapons in found if label in weapons for word in weapons[label].amounts)
        counted = COUNT.fullmatch(label)
        name = f"× {counted[2]}" if counted else label
        rows.setdefault((name, cells), []).extend([counted[1]] if counted else amounts)
    return [(_labelled(name, many), list(cells)) for (name, cells), many in rows.items()]


def _labelled(name: str, many: Sequence[str]) -> str:
    """A weapon with how much of it there is.

    >>> _labelled("× Blade", ["4", "1"]), _labelled("Sling", ["6 x 1"]), _labelled("backlash", [])
    ('4 + 1 × Blade', 'Sling: 6 x 1', 'backlash')
    """
    told = " + ".join(many)
    return f"{told} {name}" if name.startswith("×") else f"{name}: {told}" if told else name


class _Reason:
    """What a weapon throws, and what is said of its dice."""

    def __init__(self, says: str = "") -> None:
        self.amounts: list[str] = []
        self.says: list[str] = [says] if says else []
        self.first = ""  # the models of the target of whom something was said first: those of whom it need not be said
        self.harmless = False

    def add(self, step: Step, part: str) -> None:
        if step.name in AMOUNTS:
            self.amounts.append(step.needs)
        elif step.needs == "impossible":
            self.harmless = True
        elif step.name not in OF_THE_TARGET and (says := _needs(step)) not in self.says:
            self.first = self.first or ("" if part.startswith(AT) else part)
            self.says.append(says + (f"{'' if part.startswith(AT) else ' for '}{part}" if part != self.first else ""))

    def told(self) -> str:
        return HARMLESS if self.harmless else "; ".join(self.says) or "-"


def _by_weapon(found: Odds | str, names: set[str]) -> dict[str, _Reason]:
    """The steps of an attack put together by weapon, those of no weapon by their own names; under "" what is said of any other."""
    if isinstance(found, str) or found.impossible:
        why = found if isinstance(found, str) else found.impossible
        apart = [said.partition(": ") for said in why.split("; ")]
        return {"": _Reason("; ".join(dict.fromkeys(says or head for head, _, says in apart)))}
    out = {"": _Reason()}
    last = ""
    for step in found.steps:
        if not step.weapon:
            out.setdefault(step.name, _Reason()).says.append(_needs(step, bare=True))
            continue
        counted = COUNT.fullmatch(step.weapon)
        whole = counted[2] if counted else step.weapon
        head, sign, part = (whole, "", "") if whole in names else (*PART.split(whole, maxsplit=1), "", "")[:3]
        label = f"{counted[1]} x {head}" if counted else last if last.endswith(f" x {head}") else head
        last = label
        out.setdefault(label, _Reason()).add(step, sign + part if sign == AT else part)
    return out


def _needs(step: Step, bare: bool = False) -> str:
    """What a step needs, and the rules that changed it, without what stands in brackets behind them.

    >>> from grognard.common.building import Because
    >>> _needs(Step("to hit", "Sling", "3+", 2 / 3, (Because("Ballistic Skill", "4"), Because("Hatred (Orks)", "again", "usr:x"))))
    'hit 3+ (Hatred)'
    """
    name = "" if bare else SHORT.get(step.name, step.name)
    rules = ", ".join(dict.fromkeys(because.rule.partition(" (")[0] for because in step.because if because.id))
    needs = "" if step.needs == "-" else step.needs
    return f"{name} {needs}{f' ({rules})' if rules else ''}".strip()


def _targets(force: Force) -> str:
    """Who the typical targets are, and what the odds leave open."""
    rows = []
    for target in TARGETS[force.system]:
        kind = unit(target)
        told = shown(Force(kind.system, kind.name, (kind,)))["units"][0]
        for model in told["models"]:
            stands = {"Target": f"{kind.name}: {model['count']} × {model['name']}", **model["stats"]}
            rows.append({**stands, "Rules": ", ".join((*told["rules"], *model["rules"]))})
    words = "The odds are exact: one attack of the whole unit, at no distance that would change anything."
    return f"<section><h2>Typical targets</h2><p>{words}</p>{figures(rows, words=('powers', 'Rules'))}</section>\n"


def _reminders(force: Force, pages: dict[str, rulebook.Page]) -> str:
    """One line for each rule of the force, by the phase in which it matters first."""
    borne = [rule for kind in force.kinds for model in kind.models for rule in model.rules]
    borne += [rule for kind in force.kinds for model in kind.models for arm in model.weapons for rule in arm.rules]
    by_phase: dict[str, dict[str, str]] = {}
    for rule in dict.fromkeys(borne):
        found = pages.get(id_of(rule))
        if found is not None and found.summary:
            by_phase.setdefault(phase(found.moments), {})[found.name] = found.summary
    if not by_phase:
        return ""
    out = ['<section class="long"><h2>Rules by phase</h2><div class="rules">']
    for name in (*PHASES, ATTACKING):
        if rules := by_phase.get(name):
            lines = "".join(
                f"<div><dt>{escape(rule)}</dt> <dd>{escape(says.replace('``', ''))}</dd></div>"
                for rule, says in sorted(rules.items())
            )
            out.append(f"<h3>{name}</h3><dl>{lines}</dl>")
    return "".join(out) + "</div></section>\n"


def phase(moments: tuple[str, ...]) -> str:
    """The phase in which a rule matters first.

    >>> phase(("deploys", "to_hit")), phase(("to_wound",)), phase(("save",))
    ('Setting up', 'Attacking', 'Under fire')
    """
    return next((name for name, words in PHASES.items() if set(words.split()) & set(moments)), ATTACKING)


def _unread(told: dict[str, Any]) -> str:
    if not told["unread"]:
        return ""
    rows = "".join(f"<li>{escape(row['name'])} ({row['units']})</li>" for row in told["unread"])
    return (
        f'<section class="long"><h2>Not executable, and in how many units</h2><ul class="rules">{rows}</ul></section>\n'
    )
