"""A force as one page to lay on the table: statlines, weapons, what each rule does and when, odds against typical targets.

One HTML file that stands by itself: no script, nothing fetched, every name escaped. All sentences are the rulebook's own.
"""

from __future__ import annotations

from html import escape
from typing import Any

from . import rulebook, systems
from .asking import odds
from .common.asking import Situation
from .common.profiles import Force, Kind
from .errors import GrognardError
from .muster.show import shown

TARGETS = {  # units of the sample forces: many, few and tough, and armoured ones
    "usr": ("usr/B:Thornkin", "usr/A:Skyfall Guard", "usr/A:Bastion Wain"),
    "void": ("void/A:Compact Line", "void/B:Deep Watch", "void/B:Gorehorn"),
    "command": ("command/A:Levy Gang", "command/A:Drill Walkers", "command/A:Overseer's Crawler"),
    "dropzone": ("dropzone/B:Choristers", "dropzone/A:Warder Tanks, Red", "dropzone/A:Heron Dropship, Red"),
}
PHASES = {  # when a rule matters, by the moments at which it speaks; what is in none of them matters in attacks
    "Setting up": "deploys arrives attaches arrives_hidden sets_up infiltrates drops limit allowed",
    "Commands and powers": "channels orders command commands shares_token spends mends recovers feeds plays pays_for_cover",
    "Moving": "moving seated lets_out gait after_move jumps flies_on disembarks jumps_in coherency transports slows carries_out "
    "overhead breaks_away before_shooting searching scores",
    "Under fire": "save saves withstands suffers look_out_sir nearest defies dodge cover armour to_be_hit evades aimed_at "
    "instead_of_incapacitated lowers_evasion",
    "Morale": "leadership frightens morale rally immune instead_of_panic unrallied terrifies controls stands_fast sweeping",
}
CONVERTERS = ("chromium", "chromium-browser", "google-chrome", "weasyprint", "wkhtmltopdf")
ATTACKING = "Attacking"
STYLE = """
@page { size: auto; margin: 12mm }
* { box-sizing: border-box }
body { font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fff; max-width: 60em; margin: 0 auto; padding: 1em;
  overflow-wrap: anywhere }
h1 { font-size: 1.6em; margin: 0 } h2 { font-size: 1.2em; margin: 0; border-top: 2px solid #111; padding-top: .3em }
section { margin: 1.2em 0; break-inside: avoid } p { margin: .2em 0 }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; margin: .4em 0; font-size: .92em }
th, td { border-bottom: 1px solid #bbb; padding: .15em .5em .15em 0; text-align: left; vertical-align: top; overflow-wrap: normal }
dt { font-weight: 600; float: left; clear: left; margin-right: .4em } dd { margin: 0 0 .2em }
h3 { font-size: 1em; margin: .6em 0 .1em }
@media print { body { font-size: 9.5pt; padding: 0; max-width: none } .wide { overflow: visible } }
"""


def page(force: Force) -> str:
    """The page of a force. Its odds are exact: those of one attack of the whole unit, without a distance."""
    told = shown(force)
    pages = {found.id: found for found in rulebook.pages_of(systems.get(force.system))}
    units = "".join(_unit(unit, kind) for unit, kind in zip(told["units"], force.kinds, strict=True))
    name = escape(told["name"])
    rest = f"{_reminders(force, pages)}{_unread(told)}"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{name}</title><style>{STYLE}</style></head><body>\n<h1>{name}</h1>"
        f"<p>{told['points']} points, {len(told['units'])} units</p>\n{units}{rest}</body></html>\n"
    )


def pdf(html: str) -> bytes:
    """The page as PDF, by the first of CONVERTERS that is installed. Raises GrognardError when none is, or when it fails."""
    import shutil
    import subprocess
    from pathlib import Path
    from tempfile import TemporaryDirectory

    found = next((path for name in CONVERTERS if (path := shutil.which(name))), None)
    if found is None:
        hint = "write army.html, open it in a browser and print it from there"
        raise GrognardError(f"no program that makes PDF is installed ({', '.join(CONVERTERS)})", hint=hint)
    with TemporaryDirectory() as folder:
        source, out = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(html, "utf-8")
        words = [str(source), str(out)]
        if "chrom" in found:
            words = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={out}", source.as_uri()]
        try:
            subprocess.run([found, *words], check=True, capture_output=True, timeout=60)
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError):
            raise GrognardError("made no PDF", where=found, hint="write army.html and print it in a browser") from None


def _unit(unit: dict[str, Any], kind: Kind) -> str:
    head = f"<h2>{escape(unit['name'])}</h2><p>{escape(unit['type'])}, {unit['points']} points</p>"
    rules = f"<p>{escape(', '.join(unit['rules']))}</p>" if unit["rules"] else ""
    models = [
        {
            "Model": f"{model['count']} {model['name']}",
            **model["stats"],
            "Has": "; ".join(dict.fromkeys((*model["weapons"], *model["rules"]))),
        }
        for model in unit["models"]
    ]
    arms = [
        {"Weapon": weapon["name"], **weapon["stats"], "Rules": ", ".join(weapon["rules"])} for weapon in unit["weapons"]
    ]
    return f"<section>{head}{rules}{_table(models)}{_table(arms)}{_odds(kind)}</section>\n"


def _table(rows: list[dict[str, Any]]) -> str:
    """A table with a column for each key that a row has; nothing without rows."""
    if not rows:
        return ""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th>{escape(key)}</th>" for key in keys)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_said(row.get(key)))}</td>" for key in keys) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><tr>{head}</tr>{body}</table></div>'


def _said(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _odds(kind: Kind) -> str:
    rows = []
    for melee in (False, True):
        row: dict[str, Any] = {"Slain on average": "in close combat" if melee else "shooting"}
        for target in TARGETS[kind.system]:
            row[target.partition(":")[2]] = _slain(kind, target, melee)
        if any(answer != "-" for answer in list(row.values())[1:]):
            rows.append(row)
    return _table(rows)


def _slain(kind: Kind, target: str, melee: bool) -> str:
    """How many are slain on average and how likely all are; "-" where there is no such attack."""
    try:
        found = odds(kind, target, Situation(melee=melee))
    except GrognardError:
        return "-"
    if found.impossible:
        return "-"
    all_of_them = 100 * float(found.destroyed)
    share = "<1" if 0 < all_of_them < 0.5 else ">99" if 99.5 <= all_of_them < 100 else f"{all_of_them:.0f}"
    return f"{found.slain.mean():.2f} (all: {share} %)"


def _reminders(force: Force, pages: dict[str, rulebook.Page]) -> str:
    """One line for each rule of the force, by the phase in which it matters first."""
    from .common.rules import id_of

    borne = [rule for kind in force.kinds for model in kind.models for rule in model.rules]
    borne += [rule for kind in force.kinds for model in kind.models for arm in model.weapons for rule in arm.rules]
    by_phase: dict[str, dict[str, str]] = {}
    for rule in dict.fromkeys(borne):
        found = pages.get(id_of(rule))
        if found is not None and found.summary:
            by_phase.setdefault(phase(found.moments), {})[found.name] = found.summary
    if not by_phase:
        return ""
    out = ["<section><h2>Rules by phase</h2>"]
    for name in (*PHASES, ATTACKING):
        if rules := by_phase.get(name):
            lines = "".join(f"<dt>{escape(rule)}</dt><dd>{escape(says)}</dd>" for rule, says in sorted(rules.items()))
            out.append(f"<h3>{name}</h3><dl>{lines}</dl>")
    return "".join(out) + "</section>\n"


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
    return f"<section><h2>Not executable, and in how many units</h2><ul>{rows}</ul></section>\n"
