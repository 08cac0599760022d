"""A catalogue of our own invention with limits of every sort, and rosters of what stands in it."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

from grognard.muster.catalogue.loadout import Loadout
from grognard.muster.catalogue.modifiers import Member, Pick

from .test_composition import GUN, HULL, MAN, SEATS, profile


def limit(
    kind: str,
    value: float,
    scope: str = "parent",
    id: str = "",
    field: str = "selections",
    deep: bool = False,
    percent: bool = False,
    shared: bool = False,
) -> str:
    said = {"percentValue": percent, "includeChildSelections": deep, "includeChildForces": deep, "shared": shared}
    flags = " ".join(f'{key}="{str(value).lower()}"' for key, value in said.items())
    return f'<constraint id="{id or kind}" type="{kind}" value="{value}" scope="{scope}" field="{field}" {flags}/>'


def limits(*found: str) -> str:
    return f"<constraints>{''.join(found)}</constraints>"


def category(id: str, name: str, *found: str, also: str = "", version: str = "2.03") -> str:
    """A category of a force: linked as in 2.03, or written out as in 2.00."""
    if version == "2.00":
        return f'<categoryEntry id="{id}" name="{name}">{limits(*found)}{also}</categoryEntry>'
    return f'<categoryLink id="link-{id}" name="{name}" targetId="{id}">{limits(*found)}{also}</categoryLink>'


def warband(*categories: str, version: str = "2.03") -> str:
    holder = "categoryEntries" if version == "2.00" else "categoryLinks"
    return f'<forceEntry id="warband" name="Warband"><{holder}>{"".join(categories)}</{holder}></forceEntry>'


def entry(
    id: str, *inner: str, type: str = "upgrade", points: float = 0, also: str = "", of: str = "", groups: str = ""
) -> str:
    name = id.title()
    line = {"model": profile(name, "Unit", MAN), "gun": profile(name, "Weapon", GUN)}.get(type, "")
    if type == "wagon":
        line, type = profile(name, "Vehicle", HULL) + profile(f"{name} (Transport)", "Transport", SEATS), "unit"
    sorts = f'<categoryLinks><categoryLink id="of-{id}" targetId="{of}"/></categoryLinks>' if of else ""
    return (
        f'<selectionEntry id="{id}" name="{name}" type="{type.replace("gun", "upgrade")}">{also}{sorts}{line}'
        f"<selectionEntries>{''.join(inner)}</selectionEntries><selectionEntryGroups>{groups}</selectionEntryGroups>"
        f'<costs><cost name="pts" typeId="points" value="{points}"/></costs></selectionEntry>'
    )


def group(id: str, *inner: str, also: str = "") -> str:
    return (
        f'<selectionEntryGroup id="{id}" name="{id.title()}">{also}'
        f"<selectionEntries>{''.join(inner)}</selectionEntries></selectionEntryGroup>"
    )


def book(folder: Path, *units: str, forces: str = "", name: str = "Book") -> Path:
    path = folder / f"{name}.cat"
    path.write_text(
        f'<catalogue id="{name.lower()}" name="{name}" revision="3"><categoryEntries>'
        f'<categoryEntry id="core" name="Core"/><categoryEntry id="head" name="Head"/></categoryEntries>'
        f"<forceEntries>{forces}</forceEntries><selectionEntries>{''.join(units)}</selectionEntries></catalogue>",
        "utf-8",
    )
    return path


def chosen(id: str, *inner: str, number: int = 1, type: str = "upgrade", group: str = "", points: float = 0) -> str:
    """A selection of a roster: by the id of its entry, with the figures that it has in the catalogue."""
    name = id.title()
    line = profile(name, "Unit", MAN) if type == "model" else profile(name, "Weapon", GUN) if type == "gun" else ""
    within = f' entryGroupId="{group}"' if group else ""
    return (
        f'<selection name="{name}" entryId="{id}"{within} type="{type.replace("gun", "upgrade")}" number="{number}">'
        f"<profiles>{line}</profiles><selections>{''.join(inner)}</selections>"
        f'<costs><cost name="pts" typeId="points" value="{points}"/></costs></selection>'
    )


def roster(folder: Path, *units: str, book: str = "book", revision: str = "3") -> Path:
    path = folder / "mine.ros"
    path.write_text(
        f'<roster name="Mine"><forces><force name="Warband" entryId="warband" catalogueId="{book}" '
        f'catalogueName="{book.title()}" catalogueRevision="{revision}"><selections>{"".join(units)}</selections>'
        "</force></forces></roster>",
        "utf-8",
    )
    return path


def as_chosen(loadout: Loadout) -> str:
    """A unit of a catalogue as list builders write it: ids with the links on the way, numbers and costs as totals."""
    return _selection(loadout, loadout.root, 1)


def _selection(loadout: Loadout, pick: Pick, times: int) -> str:
    node, above, total = pick.member.node, pick.above, pick.number * times
    within = f" entryGroupId={quoteattr(_way(above.member))}" if above is not None and above.member.group else ""
    cost = loadout.points(pick.member, pick) * total
    inner = "".join(_selection(loadout, one, total) for one in pick.entries())
    return (
        f"<selection name={quoteattr(node.name)} entryId={quoteattr(_way(pick.member))}{within} number='{total}' "
        f"type={quoteattr(node.get('type'))}><selections>{inner}</selections>"
        f"<costs><cost name='pts' typeId='points' value='{cost}'/></costs></selection>"
    )


def _way(member: Member) -> str:
    link = member.link.get("id") if member.link is not None else ""
    return f"{link}::{member.node.get('id')}" if link else member.node.get("id")
