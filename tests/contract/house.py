"""The laws of the house, measured: what breaks each of them today.

``python -m tests.contract.house`` (``make house``) writes ``breaches.toml`` anew. A breach stands there as one line that names the
module (and what in it). Breaches are counted room by room, so that a module may be moved or renamed without touching the list:
``new`` tells which rooms have more than the list allows.

>>> room("grognard.systems.usr.rules.aim"), room("grognard.table.sight"), room("grognard.questions")
('systems.usr', 'table', 'questions')
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "grognard"
LISTED = Path(__file__).with_name("breaches.toml")
EXACT = True  # True: a listed breach that is gone fails as well, until `make house` has taken it off the list

MOST_MODULES = 30  # in a folder
MOST_IMPORTED = 20  # modules of ours that one module imports
LONGEST = 900  # lines; a module is cut where its trade changes, never because it is full

# Composition roots: who puts a system together, or says what a turn consists of, knows all of its parts.
ROOTS = {"system", "turn"}

# (who imports inside a function, what, why a fresh process would pay for what it does not use). Names end where a dot may follow.
WHEN_USED: list[tuple[str, str, str]] = [
    ("grognard", "grognard", "the package gives its few names without loading what is behind them"),
    ("grognard.__main__", "grognard.cli", "an error of the start is told before anything is loaded"),
    ("grognard.cli", "grognard", "a command loads what it runs, not what the other commands run"),
    ("grognard.questions", "grognard.muster", "sample units are read without the readers of lists"),
    ("grognard.battles", "grognard.muster", "sample forces are read without the readers of lists"),
    ("grognard.battles", "grognard.bots", "a replay plays no bot"),
    ("grognard.battles", "grognard.common", "a replay makes no scenario and writes no report"),
    ("grognard.battles", "grognard.table.generate", "a replay makes no table"),
    ("grognard.common.asking", "grognard.common.odds.placed", "only a question of scatter puts models on a table"),
    ("grognard.systems.usr.attack.usable_weapons", "grognard.systems.usr.shooting", "only a question of scatter lays markers"),
    ("grognard.systems.void.odds", "grognard.systems.void.templates", "only a question of scatter lays templates"),
    ("grognard.muster.ref", "grognard.muster", "each format of list has its own reader"),
    ("grognard.systems.usr.attack", "grognard.systems.usr.events", "odds emit none of the table's events"),
    ("grognard.systems.dropzone.attack", "grognard.table.events", "odds emit none of the table's events"),
    ("grognard.systems.usr.system", "grognard.systems.usr", "an odds question plays no turn and checks no army"),
    ("grognard.systems.void.system", "grognard.systems.void", "an odds question plays no turn and checks no army"),
    ("grognard.systems.command.system", "grognard.systems.command", "an odds question plays no turn"),
    ("grognard.systems.dropzone.system", "grognard.systems.dropzone", "an odds question plays no turn, draws no card"),
]  # fmt: skip
# Modules of others that take long to load and that most runs do not need.
SLOW = {
    "numpy", "shapely", "difflib", "json", "random", "secrets", "shutil", "subprocess", "tempfile", "tomllib",
    "unicodedata", "xml", "zipfile", "zlib",
}  # fmt: skip

# Classes of one name in several systems: one trade each.
SAME = {
    "Attack", "Circumstances", "Match", "Moments", "Permit", "Rulings", "Shot", "Situation", "Stats", "Target", "Targets",
    "WeaponStats",
    "Check",  # a test of a unit's nerve while rules speak
    "Harm",  # what one wound or success costs, while rules speak
    "Line",  # what one unit can fire at another
    "March",  # the moves of a unit, those proposed straight ahead
    "Side",  # the units or squads of a side that stand on the table
    "Slots",  # keeps who said what
    "Surroundings",  # what a bot weighs places by
    "Terms",  # the rulings as numbers for the dice
    "ToHit",  # the roll to hit while rules speak
    "View",  # what one unit sees of another
    "Volley",  # equal shots or blows of one attack
}  # fmt: skip
# Modules of one name in several rooms: one trade each, the same in all systems.
TRADES = {
    "__init__", "__main__", "system", "profiles", "rulings", "moments", "slots", "circumstances", "matchup", "attack", "harm",
    "odds", "events", "turn", "movement", "shooting", "melee", "morale", "reserves", "transports", "army", "deployment",
    "scenarios", "objectives", "templates", "auras", "examples", "bots", "value", "places", "candidates", "greedy", "rules",
    "casualties", "charge", "checks", "declaration", "expected_damage", "field", "fight", "fire", "legal_moves", "line_of_sight",
    "lines_of_fire", "reactions", "resolution", "split_fire", "squads", "weapons", "prospect", "questions",
}  # fmt: skip

BAD_START = re.compile(r"(The same|What of|Of a)\b")
SEED = re.compile(r"\bSeed \d")

Breaches = dict[str, list[str] | dict[str, int]]  # by law: what breaks it, or how often a room does


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def room(module: str) -> str:
    """The room in which a breach is counted: a system, or a folder of the package."""
    parts = module.split(" ")[0].split(".")[1:]
    return ".".join(parts[:2]) if parts[:1] == ["systems"] else "".join(parts[:1])


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text("utf-8"))


def imported(name: str, node: ast.AST) -> Iterator[str]:
    """What one statement imports: modules of ours by their full name, those of others by their first word."""
    here = name.split(".")
    package = here if MODULES[name].name == "__init__.py" else here[:-1]
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name if alias.name in MODULES else alias.name.split(".")[0]
    elif isinstance(node, ast.ImportFrom):
        base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
        stem = ".".join(part for part in (base, node.module or "") if part)
        for alias in node.names:
            if f"{stem}.{alias.name}" in MODULES:
                yield f"{stem}.{alias.name}"
            else:
                yield stem if stem in MODULES else stem.split(".")[0]


@cache
def imports(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """What a module imports when it is loaded, and what inside functions; what is imported for type checkers alone is neither."""
    for_types: set[int] = set()
    inside: set[int] = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for_types.update(id(n) for part in node.body for n in ast.walk(part))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inside.update(id(n) for n in ast.walk(node))
    top: set[str] = set()
    later: set[str] = set()
    for node in ast.walk(tree(name)):
        if id(node) not in for_types:
            (later if id(node) in inside else top).update(m for m in imported(name, node) if m != name)
    return frozenset(top), frozenset(later)


def circles() -> list[list[str]]:
    """Sets of modules that need each other, at module level or inside functions."""
    needs = {name: [m for m in frozenset().union(*imports(name)) if m in MODULES] for name in MODULES}
    reach: dict[str, set[str]] = {}
    for name in MODULES:
        seen: set[str] = set()
        todo = list(needs[name])
        while todo:
            other = todo.pop()
            if other not in seen:
                seen.add(other)
                todo += needs[other]
        reach[name] = seen
    found = {tuple(sorted(m for m in reach[name] if name in reach[m])) for name in MODULES if name in reach[name]}
    return [list(circle) for circle in sorted(found)]


def under(name: str, prefix: str) -> bool:
    return name == prefix or (prefix != "grognard" and name.startswith(f"{prefix}."))


def allowed_inside(name: str, module: str) -> bool:
    """Whether a module may import another inside a function."""
    return module in SLOW or any(
        under(name, who) and (what == "grognard" or under(module, what)) for who, what, _ in WHEN_USED
    )


def docstrings(name: str) -> Iterator[tuple[str, str]]:
    """Each docstring of a module with the name of what it describes."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree(name)):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            yield getattr(node, "name", "the module"), text


def named_by_the_game(path: Path) -> bool:
    """Whether names in a module are those of a rulebook, or tags of saved events: each game has its own."""
    return path.stem == "events" or bool({"rules", "cards"} & set(path.relative_to(SOURCE).parts[:-1]))


def twice() -> tuple[list[str], list[str]]:
    """Modules and classes whose name another has as well, though it is not the name of a trade."""
    stems: dict[str, list[str]] = defaultdict(list)
    classes: dict[str, list[str]] = defaultdict(list)
    for name, path in MODULES.items():
        if named_by_the_game(path):
            continue
        if path.stem not in TRADES and room(name) != "cli":  # a module there is called after its command
            stems[path.stem].append(name)
        for node in tree(name).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in SAME:
                classes[node.name].append(f"{name} {node.name}")
    return [m for ms in stems.values() if len(ms) > 1 for m in ms], [
        c for cs in classes.values() if len(cs) > 1 for c in cs
    ]


def breaches() -> Breaches:
    """Everything in ``src`` that breaks a law today, by law."""
    folders = Counter(path.parent.relative_to(SOURCE).as_posix() for path in MODULES.values())
    texts = {name: path.read_text("utf-8") for name, path in MODULES.items()}
    modules, classes = twice()
    found: Breaches = {
        "circle": [name for circle in circles() for name in circle],
        "import_in_function": [
            f"{name} {other}" for name in MODULES for other in imports(name)[1] if not allowed_inside(name, other)
        ],
        "full_folder": {folder: n for folder, n in folders.items() if n > MOST_MODULES},
        "imports_many": [
            name
            for name in MODULES
            if name.split(".")[-1] not in ROOTS
            and len([m for m in imports(name)[0] | imports(name)[1] if m in MODULES]) > MOST_IMPORTED
        ],
        "long": [name for name, text in texts.items() if len(text.splitlines()) > LONGEST],
        "docstring_begins": [
            f"{name} {what}" for name in MODULES for what, text in docstrings(name) if BAD_START.match(text)
        ],
        "numbered_source": dict(Counter(room(name) for name, text in texts.items() for _ in SEED.findall(text))),
        "module_name_twice": modules,
        "class_name_twice": classes,
    }
    return {law: dict(sorted(b.items())) if isinstance(b, dict) else sorted(b) for law, b in found.items()}


def listed() -> Breaches:
    """What ``breaches.toml`` allows."""
    data: Breaches = tomllib.loads(LISTED.read_text("utf-8"))
    return data


def counts(found: list[str] | dict[str, int]) -> Counter[str]:
    """How many breaches there are in each room."""
    return Counter(found if isinstance(found, dict) else map(room, found))


def too_many(law: str, today: list[str] | dict[str, int], allowed: list[str] | dict[str, int]) -> list[str]:
    """The rooms that have more breaches than are listed, with those that are not listed; [] when there are none."""
    found = []
    limits = counts(allowed)
    for where, n in counts(today).items():
        if n > limits[where]:
            here = [] if isinstance(today, dict) else [b for b in today if room(b) == where]
            unknown = ", ".join([b for b in here if b not in allowed] or here) or "see house.py"
            found.append(f"{law}: {n} in {where or 'the package'}, {limits[where]} allowed; new: {unknown}")
    return found


def written(found: Breaches) -> str:
    """The text of ``breaches.toml``."""
    rows = [
        "# What breaks the laws of the house today (house.py). The list may only shrink; `make house` writes it anew."
    ]
    for law, those in found.items():
        if isinstance(those, dict):
            inline = ", ".join(f'"{where}" = {n}' for where, n in those.items())
            rows += ["", f"{law} = {{ {inline} }}" if inline else f"{law} = {{}}"]
        else:
            rows += ["", f"{law} = [", *[f'    "{name}",' for name in those], "]"] if those else ["", f"{law} = []"]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    LISTED.write_text(written(breaches()), "utf-8")
    sys.stdout.write("\n".join(f"{law}: {counts(those).total()}" for law, those in breaches().items()) + "\n")
