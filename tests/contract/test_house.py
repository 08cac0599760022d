"""The house itself: who imports whom, names, sizes, and nothing of the machine it was written on."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract import house

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "grognard"
MODULES = sorted(SOURCE.rglob("*.py"))

# Rooms from the ground up; a room imports from lower floors, never from its own floor's neighbours or from above.
FLOORS = {
    "errors": 0, "kernel": 1, "table": 2, "common": 3, "bots": 4, "systems": 5, "muster": 6, "lab": 9,
    "marks": 2, "journal": 2, "drills": 4, "meetings": 8,
    "rulebook": 7, "questions": 7, "battles": 7, "paper": 7, "sheet": 8, "": 8, "web": 9, "terminal": 10, "ai": 11, "cli": 11,
    "__main__": 12,
}  # fmt: skip
BAD_NAMES = re.compile(r"Manager|Handler|Processor|Helper|Util|Impl(?![a-z])|Base[A-Z]|[a-z]Base$")


def room(module: str) -> str:
    """The room of a dotted module name; the package itself is ""."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Every module of ours that a module imports, also inside functions; names taken from a package count as its modules."""
    here = name_of(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            stem = ".".join(part for part in (base, node.module or "") if part)
            found.update(f"{stem}.{alias.name}" if stem == "grognard" else stem for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_one_way(path):
    own = room(name_of(path))
    for module in imports(path):
        if module.split(".")[0] != "grognard":
            continue
        other = room(module)
        if other not in FLOORS:
            other = ""  # a name of the package itself, such as its version
        if own == "cli" and other == "":
            continue
        assert other == own or FLOORS[other] < FLOORS[own] or (own == "" and FLOORS[other] <= FLOORS[""]), (
            f"{name_of(path)} imports {module}"
        )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_is_measured_by_functions_that_round_differently_from_machine_to_machine(path):
    """``math.sqrt`` is correctly rounded; powers with a fraction, ``hypot`` and the sines need not be."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and isinstance(node.right, ast.Constant):
            assert isinstance(node.right.value, int), f"line {node.lineno}: a root is math.sqrt"
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert not {alias.name for alias in node.names} & {"hypot", "sin", "cos", "tan", "atan2", "dist"}


def test_the_kernel_needs_nothing_but_the_standard_library_and_msgspec():
    for path in (SOURCE / "kernel").glob("*.py"):
        for module in imports(path):
            top = module.split(".")[0]
            assert top in sys.stdlib_module_names or top in ("msgspec", "grognard"), f"{path.name} imports {module}"


def test_systems_do_not_know_each_other():
    for path in (SOURCE / "systems").rglob("*.py"):
        own = name_of(path).split(".")
        for module in imports(path):
            parts = module.split(".")
            if parts[:2] == ["grognard", "systems"] and len(parts) > 2 and len(own) > 2:
                assert parts[2] in (own[2], "house"), f"{name_of(path)} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_names_are_words_of_the_table(path):
    tree = ast.parse(path.read_text("utf-8"))
    names = [n.name for n in ast.walk(tree) if isinstance(n, (ast.ClassDef, ast.FunctionDef))]
    assert not [n for n in [*names, path.stem.title().replace("_", "")] if BAD_NAMES.search(n)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_say_what_they_are(path):
    text = path.read_text("utf-8")
    assert not text.strip() or ast.get_docstring(ast.parse(text))


FOUND, LISTED = house.breaches(), house.listed()


@pytest.mark.parametrize("law", FOUND)
def test_no_law_of_the_house_is_broken_anew(law):
    """Circles, imports inside functions, full folders, modules that know too many others, length, names, docstrings (house.py)."""
    assert not house.too_many(law, FOUND[law], LISTED.get(law, [])), "see tests/contract/house.py"


@pytest.mark.parametrize("law", FOUND)
def test_the_list_of_breaches_shrinks(law):
    """What no longer breaks a law is taken off the list, by ``make house``; not asked while several people take breaches away."""
    if house.EXACT:
        assert FOUND[law] == LISTED.get(law, type(FOUND[law])())


@pytest.mark.parametrize(("who", "what", "why"), house.WHEN_USED, ids=lambda word: word.replace(" ", "_"))
def test_each_import_when_used_that_is_allowed_has_its_place(who, what, why):
    assert why and who in house.MODULES
    if house.EXACT:
        late = [(name, m) for name in house.MODULES for m in house.imports(name)[1]]
        assert any(house.under(n, who) and (what == "grognard" or house.under(m, what)) for n, m in late)


def tracked() -> list[Path]:
    try:
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout: nothing says which files belong to the product")
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


def test_no_path_of_a_machine_stands_in_the_tree():
    wrong = re.compile(r"/(?:home|root|Users)/\w|/tmp/\w|[A-Z]:\\\\?Users|" + re.escape(str(ROOT.parent)) + r"/\w")
    here = Path(__file__)
    for path in tracked():
        if path == here or path.suffix in (".png", ".jpg", ".ico", ".woff2"):
            continue
        found = wrong.search(path.read_text("utf-8", errors="replace"))
        assert found is None, f"{path.relative_to(ROOT)}: {found and found[0]}"
