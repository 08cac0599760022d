"""The page of a force: what stands on it, and what a hostile name cannot do to it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard import systems
from grognard.common.asking import Situation
from grognard.muster.ref import resolve_force, resolve_unit
from grognard.paper import figures
from grognard.questions import odds
from grognard.sheet import TARGETS, page
from tests.cli.run import run

VOID = ("meta",)


class Balanced(HTMLParser):
    """Every element that is opened is closed, and none runs or fetches anything."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "img", "link", "iframe", "a") and not {"src", "href", "onclick"} & {
            k for k, _ in attrs
        }
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("system", systems.NAMES)
def test_the_page_of_a_sample_holds_every_unit_and_rule(system: str) -> None:
    force = resolve_force(f"{system}/A")
    force = replace(force, kinds=force.kinds[:3])
    told = page(force)
    reader = Balanced()
    reader.feed(told)
    assert reader.open == []
    assert (
        told.count("<h2>") >= 4
        and "slain on average" in told
        and "Typical targets" in told
        and "Rules by phase" in told
    )


def test_the_odds_on_the_page_are_those_of_the_question() -> None:
    kind, force = resolve_unit("usr/A:Lantern Watch")
    told = page(replace(force, kinds=(kind,)))
    for target in TARGETS["usr"]:
        assert f"{odds(kind, target, Situation()).slain.mean():.2f} (all" in told


def test_the_reasons_of_the_odds_stand_below_them() -> None:
    kind, force = resolve_unit("usr/A:Gate Watch")
    told = page(replace(force, kinds=(kind,)))
    assert "<th>Beacon rifle: 6 x 1</th><td>hit 3+ (Preferred Enemy); wound 4+ (Preferred Enemy); no save</td>" in told
    assert "<td>harmless</td>" in told  # rifles of Strength 4 and thirteen of armour


def test_a_blow_at_the_leader_is_told_apart() -> None:
    kind, force = resolve_unit("void/A:Compact Line")
    told = page(replace(force, kinds=(kind,)))
    assert "<th>7 × Trench Knife</th><td>hit 6+; damage 6+; hit 7+ at Line Sergeant</td>" in told


def test_why_there_is_no_attack_stands_in_its_place() -> None:
    kind, force = resolve_unit("dropzone/A:Bastion Command Crawler")
    told = page(replace(force, kinds=(kind,)))
    assert "<td>only Anti-Aircraft weapons can be aimed at Aircraft in the air</td>" in told


@pytest.mark.parametrize("paper, size", [("a4", "A4"), ("letter", "letter"), (None, "auto")])
def test_a_page_has_the_size_of_its_paper(paper: str | None, size: str) -> None:
    kind, force = resolve_unit("usr/A:Lantern Watch")
    assert f"@page {{ size: {size};" in page(replace(force, kinds=(kind,)), paper)


def test_names_that_mean_harm_are_only_names() -> None:
    kind, force = resolve_unit("usr/A:Lantern Watch")
    bad = "</style><script>alert('x')</script><img src=x onerror=y>\"'&amp;"
    told = page(replace(force, name=bad, kinds=(replace(kind, name=bad, unread=(bad,)),), unread=((bad, 1),)))
    Balanced().feed(told)
    assert "<script" not in told and "<img" not in told and "&lt;script&gt;" in told


def test_the_targets_stand_in_the_samples() -> None:
    for refs in TARGETS.values():
        assert all(resolve_unit(ref) for ref in refs)


def test_a_page_is_written_and_other_endings_are_told(tmp_path: Path) -> None:
    out = tmp_path / "army.html"
    result = run("roster", "print", "usr/A:Lantern Watch", "-o", out)
    assert result.exit_code == 0 and re.search("1 unit in ", result.stderr)
    assert out.read_text("utf-8").startswith("<!doctype html>")
    result = run("roster", "print", "usr/A:Lantern Watch", "-o", tmp_path / "army.doc")
    assert result.exit_code == 2 and "neither .html nor .pdf" in result.stderr


def test_a_pdf_is_made_by_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    out = tmp_path / "army.pdf"
    words = ("roster", "print", "usr/A:Lantern Watch", "-o", out)
    assert "no program that makes PDF is installed" in run(*words).stderr and not out.exists()
    program = tmp_path / "weasyprint"
    program.write_text('#!/bin/sh\nread -r head < "$1"; echo "%PDF of $head" > "$2"\n', "utf-8")
    program.chmod(0o755)
    assert run(*words).exit_code == 0 and out.read_text("utf-8") == "%PDF of <!doctype html>\n"
    program.write_text("#!/bin/sh\nexit 1\n", "utf-8")
    assert "made no PDF" in run(*words).stderr


def test_columns_stand_in_the_order_of_the_row_that_has_most() -> None:
    told = figures([{"Weapon": "Sling", "type": "Pistol"}, {"Weapon": "Bow", "AP": 5, "type": "Heavy"}])
    assert told.index(">AP<") < told.index(">Type<")
