"""The page of a force in a browser: nothing is cut off or scrolls on a phone, and it prints on both papers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from grognard.muster.ref import resolve_force
from grognard.paper import chromium, pdf
from grognard.sheet import page
from tests.cli.run import run

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium on this machine (Debian: apt-get install chromium)"
)

PHONE = 390  # pixels
MEASURE = """<script>
const frame = document.querySelector("iframe"), cut = [];
frame.onload = () => {
  const all = frame.contentDocument;
  for (const one of all.querySelectorAll("body *")) {
    const box = one.getBoundingClientRect();
    if (box.right > frame.clientWidth + 1 || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display != "inline")
      cut.push(one.tagName + " " + one.className + ": " + one.textContent.slice(0, 40));
  }
  document.title = JSON.stringify({wide: all.documentElement.scrollWidth, cut: cut.slice(0, 5)});
};
frame.srcdoc = PAGE;
</script>"""
PAPERS = {"a4": (595, 842), "letter": (612, 792)}  # points


def measured(html: str, folder: Path) -> dict[str, Any]:
    """How wide the page is in a frame of a phone's width, and the elements that stick out of it or hold more than they show."""
    outer = folder / "frame.html"
    quoted = json.dumps(html).replace("</", "<\\/")
    frame = f'<iframe style="width: {PHONE}px; height: 900px; border: 0"></iframe>'
    outer.write_text(f"<!doctype html><title>none</title>{frame}{MEASURE.replace('PAGE', quoted)}", "utf-8")
    words = [*chromium(folder / "profile"), "--virtual-time-budget=5000", "--dump-dom", outer.as_uri()]
    told = subprocess.run([BROWSER or "", *words], check=True, capture_output=True, timeout=60, text=True).stdout
    title = re.search("<title>(.*?)</title>", told)
    assert title is not None and title[1] != "none"
    found: dict[str, Any] = json.loads(title[1].replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
    return found


@pytest.mark.parametrize("sample", ["usr/A", "usr/iron-caravan", "void/A", "command/A", "dropzone/A"])
def test_nothing_scrolls_on_a_phone(sample: str, tmp_path: Path) -> None:
    found = measured(page(resolve_force(sample)), tmp_path)
    assert found["cut"] == [] and found["wide"] <= PHONE


def test_a_scroll_would_be_seen(tmp_path: Path) -> None:
    """The measure itself: a table that is too wide is found."""
    wide = "<table><tr>" + "<td>unbreakable</td>" * 20 + "</tr></table>"
    assert measured(f"<!doctype html><body>{wide}</body>", tmp_path)["cut"]


@pytest.mark.parametrize("paper", PAPERS)
def test_it_prints_on_paper(paper: str, tmp_path: Path) -> None:
    out = tmp_path / "army.pdf"
    result = run("roster", "print", "void/A:Compact Line", "-o", out, "--paper", paper)
    assert result.exit_code == 0, result.stderr
    assert sheets(out.read_bytes()) == {PAPERS[paper]}


def test_pdf_is_a4_unless_told(tmp_path: Path) -> None:
    out = tmp_path / "army.pdf"
    assert run("roster", "print", "void/A:Compact Line", "-o", out).exit_code == 0
    assert sheets(out.read_bytes()) == {PAPERS["a4"]}


def test_a_page_without_a_size_is_what_the_printer_has() -> None:
    assert len(sheets(pdf("<!doctype html><style>@page { size: auto }</style><p>ours"))) == 1


def sheets(data: bytes) -> set[tuple[int, int]]:
    """The sizes of a PDF's sheets, in points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return {(round(float(wide)), round(float(high))) for wide, high in boxes}
