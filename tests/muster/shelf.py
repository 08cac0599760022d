"""Entries of a catalogue of our own invention, put together piece by piece."""

from __future__ import annotations

from pathlib import Path

from .test_composition import GUN, HULL, MAN, SEATS, profile


def bounds(low: int | None = None, high: int | None = None) -> str:
    rows = ""
    for kind, value, name in (("min", low, "low"), ("max", high, "high")):
        if value is not None:
            rows += f'<constraint id="{name}" field="selections" scope="parent" value="{value}" type="{kind}"/>'
    return f"<constraints>{rows}</constraints>"


def entry(
    name: str,
    *inner: str,
    type: str = "upgrade",
    points: float = 0,
    low: int | None = None,
    high: int | None = None,
    also: str = "",
    id: str = "",
) -> str:
    """An entry; ``inner`` are entries and groups in it, ``also`` its profiles, rules, links and modifiers."""
    return (
        f'<selectionEntry id="{id or name}" name="{name}" type="{type}">{bounds(low, high)}{also}'
        f"<selectionEntries>{''.join(inner)}</selectionEntries>"
        f'<costs><cost name="pts" typeId="points" value="{points}"/></costs></selectionEntry>'
    )


def group(
    name: str, *inner: str, low: int | None = None, high: int | None = None, default: str = "", also: str = ""
) -> str:
    first = f' defaultSelectionEntryId="{default}"' if default else ""
    return (
        f'<selectionEntryGroup id="{name}" name="{name}"{first}>{bounds(low, high)}{also}'
        f"<selectionEntries>{''.join(inner)}</selectionEntries></selectionEntryGroup>"
    )


def gun(
    name: str, points: float = 0, low: int | None = None, high: int | None = 1, also: str = "", id: str = ""
) -> str:
    return entry(name, points=points, low=low, high=high, also=profile(name, "Weapon", GUN) + also, id=id)


def man(
    name: str, *inner: str, points: float = 10, low: int | None = None, high: int | None = None, also: str = ""
) -> str:
    line = profile(name, "Unit", MAN)
    return entry(name, *inner, type="model", points=points, low=low, high=high, also=line + also)


def wagon(name: str, *inner: str, points: float = 35, high: int | None = 1) -> str:
    seats = profile(f"{name} (Transport)", "Transport", SEATS)
    return entry(name, *inner, type="unit", points=points, high=high, also=profile(name, "Vehicle", HULL) + seats)


def modifier(how: str, field: str, value: object, *under: str) -> str:
    return f'<modifiers><modifier type="{how}" field="{field}" value="{value}">{"".join(under)}</modifier></modifiers>'


def when(how: str, value: float, child: str, scope: str, deep: bool = False) -> str:
    deeply = "true" if deep else "false"
    return (
        f'<conditions><condition type="{how}" field="selections" value="{value}" childId="{child}" scope="{scope}" '
        f'includeChildSelections="{deeply}"/></conditions>'
    )


def either(*conditions: str, type: str = "or") -> str:
    return f'<conditionGroups><conditionGroup type="{type}">{"".join(conditions)}</conditionGroup></conditionGroups>'


def each(child: str, scope: str, value: float = 1, repeats: int = 1, up: bool = False) -> str:
    rounded = "true" if up else "false"
    return (
        f'<repeats><repeat field="selections" value="{value}" repeats="{repeats}" childId="{child}" scope="{scope}" '
        f'includeChildSelections="true" roundUp="{rounded}"/></repeats>'
    )


def catalogue(folder: Path, *units: str, shared: str = "") -> Path:
    """A catalogue with these units, in one file."""
    path = folder / "Shelf.cat"
    path.write_text(
        f'<catalogue id="shelf" name="Shelf"><selectionEntries>{"".join(units)}</selectionEntries>'
        f"<sharedSelectionEntries>{shared}</sharedSelectionEntries></catalogue>",
        "utf-8",
    )
    return path
