"""HTML for paper and small screens: tables, the style of a page, and the way to PDF. It knows no rule.

On a phone a row of a table is its name and figures, with words that need room on a line of their own below.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from .errors import GrognardError
from .muster.show import said

PAPERS = {"a4": "A4", "letter": "letter"}
CONVERTERS = ("chromium", "chromium-browser", "google-chrome", "weasyprint", "wkhtmltopdf")
LONG = 5  # letters of what is rather a word than a figure
MANY = 8  # columns of figures beside which a name has no room on a phone
SECONDS = 60  # that a converter may take
STYLE = """
@page { size: SIZE; margin: 10mm }
:root { color-scheme: light }
* { box-sizing: border-box }
body { font: 14px/1.4 system-ui, sans-serif; color: #111; background: #fff; max-width: 62em; margin: 0 auto; padding: 1em;
  overflow-wrap: anywhere }
h1 { font-size: 1.6em; line-height: 1.2; margin: 0 }
h2 { font-size: 1.15em; margin: 0; border-top: 2px solid #111; padding-top: .25em }
h2 span { font-weight: 400; font-size: .87em; margin-left: .5em }
h3 { font-size: 1em; margin: .6em 0 .1em; break-after: avoid }
section { margin: 1em 0; break-inside: avoid } section.long { break-inside: auto } p { margin: .15em 0 }
.small { font-size: .86em }
table { border-collapse: collapse; width: 100%; margin: .35em 0; font-size: .92em }
th, td { border-bottom: 1px solid #999; padding: .12em .5em .12em 0; text-align: left; vertical-align: top }
thead th { border-bottom-color: #111; vertical-align: bottom; overflow-wrap: normal }
.n { text-align: center; padding: .12em .4em; white-space: nowrap; width: 1% } .n.word { text-align: left }
.words { padding-left: .8em }
tbody th { font-weight: 400 }
.odds { table-layout: fixed } .odds th:first-child { width: 22% }
.odds .main th, .odds .main td { font-weight: 600 }
.odds .why th, .odds .why td { border-bottom-style: dotted; font-size: .87em }
tr { break-inside: avoid } thead { display: table-header-group }
dl { margin: 0 } dt { font-weight: 600; display: inline } dd { display: inline; margin: 0 }
dl div { margin: 0 0 .2em; break-inside: avoid }
ul { margin: .2em 0; padding-left: 1.2em }
@media screen and (max-width: 40em) {
  body { padding: .6em }
  .figures, .figures thead, .figures tbody, .figures tr { display: grid }
  .figures { grid-template-columns: minmax(5em, 1fr) repeat(var(--figures), auto) }
  .figures.many { grid-template-columns: repeat(var(--figures), auto) }
  .figures thead, .figures tbody, .figures tr { grid-column: 1 / -1; grid-template-columns: subgrid }
  .figures tbody tr { border-bottom: 1px solid #999 }
  .figures th, .figures td { border: 0 } .figures thead tr { border-bottom: 1px solid #111 }
  .figures thead th { align-self: end }
  .figures .n { width: auto; padding: .12em .3em; white-space: normal; overflow-wrap: normal }
  .figures thead .n { font-size: .86em }
  .figures.many .name, .figures .words { grid-column: 1 / -1 }
  .figures .words { padding-left: 1em; padding-bottom: .3em } .figures .words:empty, .figures thead .words { display: none }
  .figures.many .name { font-weight: 600 } .figures.many thead .name { display: none }
  .odds, .odds thead, .odds tbody, .odds tr { display: grid } .odds tr { grid-template-columns: repeat(3, 1fr) }
  .odds th:first-child { grid-column: 1 / -1; width: auto; border-bottom: 0; padding-bottom: 0 }
}
@media print {
  body { font-size: 8.8pt; line-height: 1.25; padding: 0; max-width: none }
  section { margin: .7em 0 } table { margin: .2em 0 } .rules { columns: 2; column-gap: 8mm }
}
"""


def document(title: str, body: str, paper: str | None = None) -> str:
    """A whole page. ``paper`` (one of PAPERS) fixes its size; without it the printer's dialog decides."""
    style = STYLE.replace("SIZE", PAPERS[paper] if paper else "auto")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body>\n{body}</body></html>\n"
    )


def figures(rows: Sequence[Mapping[str, Any]], words: Sequence[str] = ()) -> str:
    """A table with a column for each key that a row has something under: a name first, those in ``words`` last.

    Nothing without rows. ``words``: columns that need room.
    """
    if not rows:
        return ""
    fullest = sorted(rows, key=len, reverse=True)  # the order of columns is that of the row that has most
    used = list(dict.fromkeys(key for row in fullest for key, value in row.items() if said(value)))
    name = next(iter(rows[0]))
    numbers = [key for key in used if key != name and key not in words]
    keys = [name, *numbers, *(key for key in words if key in used)]
    sorts = {key: "name" if key == name else "n" if key in numbers else "words" for key in keys}
    for key in numbers:
        if any(len(said(row.get(key))) > LONG for row in rows):
            sorts[key] = "n word"
    head = "".join(f'<th class="{sorts[key]}">{escape(titled(key))}</th>' for key in keys)
    body = "".join(
        "<tr>" + "".join(_cell(key, row.get(key), sorts[key], key in numbers) for key in keys) + "</tr>" for row in rows
    )
    many = " many" if len(numbers) > MANY else ""
    return (
        f'<table class="figures{many}" style="--figures: {max(1, len(numbers))}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cell(key: str, value: Any, sort: str, dash: bool) -> str:
    tag = "th" if sort == "name" else "td"
    return f'<{tag} class="{sort}">{escape(said(value)) or ("-" if dash else "")}</{tag}>'


def titled(key: str) -> str:
    """A key as the head of a column.

    >>> titled("range"), titled("fire_points"), titled("Ld")
    ('Range', 'Fire points', 'Ld')
    """
    words = key.replace("_", " ")
    return words[:1].upper() + words[1:]


def pdf(html: str) -> bytes:
    """The page as PDF, by the first of CONVERTERS that is installed. Raises GrognardError when none is, or when it fails."""
    import shutil
    import subprocess
    from tempfile import TemporaryDirectory

    found = next((path for name in CONVERTERS if (path := shutil.which(name))), None)
    if found is None:
        hint = "install Chromium or WeasyPrint, or write army.html and print it from a browser"
        raise GrognardError(f"no program that makes PDF is installed ({', '.join(CONVERTERS)})", hint=hint)
    with TemporaryDirectory() as folder:
        source, out = Path(folder) / "page.html", Path(folder) / "page.pdf"
        source.write_text(html, "utf-8")
        words = [str(source), str(out)]
        if "chrom" in Path(found).name:
            words = [*chromium(Path(folder) / "profile"), f"--print-to-pdf={out}", source.as_uri()]
        try:
            subprocess.run([found, *words], check=True, capture_output=True, timeout=SECONDS)
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError):
            raise GrognardError("made no PDF", where=found, hint="write army.html and print it in a browser") from None


def chromium(profile: Any) -> list[str]:
    """How Chromium is started without a window, in a profile of its own. As root it runs only without its sandbox."""
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    quiet = ["--no-first-run", "--disable-background-networking", "--no-pdf-header-footer"]
    return ["--headless", "--disable-gpu", *root, *quiet, f"--user-data-dir={profile}"]
