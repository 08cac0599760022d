"""A small catalogue and game system of our own invention, in the spellings of BattleScribe 2.00 and 2.03."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import quoteattr

VERSIONS = ("2.00", "2.03")
SECRET = "these words stand in a description and must never be kept"


class Spelling:
    def __init__(self, version: str) -> None:
        self.old = version == "2.00"
        self.version = version

    def profile(self, id: str, name: str, of: str, **cells: str) -> str:
        kind = "profileTypeId='t' profileTypeName" if self.old else "typeId='t' typeName"
        inner = "".join(self.cell(key.replace("_", " "), value) for key, value in cells.items())
        return (
            f"<profile id='{id}' name={quoteattr(name)} hidden='false' {kind}='{of}'>"
            f"<description>{SECRET}</description><characteristics>{inner}</characteristics></profile>"
        )

    def cell(self, name: str, value: str) -> str:
        if self.old:
            return f"<characteristic name={quoteattr(name)} characteristicTypeId='c-{name}' value={quoteattr(value)}/>"
        return (
            f"<characteristic name={quoteattr(name)} typeId='c-{name}'>{value.replace('&', '&amp;')}</characteristic>"
        )

    def cost(self, points: int) -> str:
        attribute = "costTypeId" if self.old else "typeId"
        return f"<costs><cost name='pts' {attribute}='points' value='{points}.0'/></costs>"

    def rule(self, id: str, name: str) -> str:
        return f"<rule id='{id}' name={quoteattr(name)} hidden='false'><description>{SECRET}</description></rule>"


def least(number: int, most: int | None = None) -> str:
    rows = f"<constraint id='x' field='selections' scope='parent' value='{number}.0' percentValue='false' type='min'/>"
    if most is not None:
        rows += f"<constraint id='y' field='selections' scope='parent' value='{most}.0' type='max'/>"
    return f"<constraints>{rows}</constraints>"


def link(id: str, target: str, inside: str = "", kind: str = "selectionEntry") -> str:
    return f"<entryLink id='{id}' name='' hidden='false' targetId='{target}' type='{kind}'>{inside}</entryLink>"


def info(target: str, inside: str = "", kind: str = "rule") -> str:
    return f"<infoLink id='i-{target}' hidden='false' targetId='{target}' type='{kind}'>{inside}</infoLink>"


def game_system(version: str) -> str:
    s = Spelling(version)
    arms = s.profile("p-sling", "Sling", "Weapon", Range='24"', Strength="4", AP="5", Type="Rapid Fire")
    arms += s.profile("p-cog", "Cog", "Weapon", Range="-", Strength="x2", AP="-", Type="Melee, Rending")
    arms += s.profile("p-pop", "Pop Grenades", "Weapon", Range='8"', Strength="3", AP="-", Type='Assault 1, 3" Blast')
    arms += s.profile("p-odd", "Whirl Engine", "Weapon", Range="2D6", Strength="7", AP="2", Type="Heavy 1")
    arms += s.profile("p-tin", "Tin Coat", "Wargear Item", Description=SECRET)
    return (
        f"<?xml version='1.0' encoding='UTF-8'?><gameSystem id='gs' name='Marbles' battleScribeVersion='{s.version}' "
        "xmlns='http://www.battlescribe.net/schema/gameSystemSchema'>"
        f"<sharedRules>{s.rule('r-fleet', 'Fleet')}{s.rule('r-roll', 'Rolling Thunder')}{s.rule('r-hate', 'Hatred')}"
        f"</sharedRules><sharedProfiles>{arms}</sharedProfiles></gameSystem>"
    )


def catalogue(version: str) -> str:
    s = Spelling(version)
    line = {"WS": "4", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "7", "Save": "5+"}
    roller = s.profile("p-roller", "Roller", "Unit", Unit_Type="Infantry", **line)
    captain = s.profile(
        "p-cap", "Marble Captain", "Unit", Unit_Type="Infantry (Character)", **{**line, "Save": "3+/5++"}
    )
    wagon = s.profile(
        "p-wagon", "Wagon", "Vehicle", BS="3", Front="11", Side="11", Rear="10", HP="3", Type="Tank, Transport"
    )
    hold = s.profile("p-hold", "Wagon (Transport)", "Transport", Capacity="10 models, " + SECRET, Fire_Points="None")
    sling = f"<selectionEntry id='e-sling' name='Sling' type='upgrade'><infoLinks>{info('p-sling', kind='profile')}</infoLinks>"
    sling += f"{s.cost(0)}</selectionEntry>"
    tube = "<selectionEntry id='e-tube' name='Whirl Engine' type='upgrade'>"
    tube += f"<infoLinks>{info('p-odd', kind='profile')}</infoLinks>{s.cost(15)}</selectionEntry>"
    hands = (
        "<selectionEntryGroup id='g-hand' name='Hand' defaultSelectionEntryId='l-sling'>"
        f"{least(1, 1)}<entryLinks>{link('l-tube', 'e-tube')}{link('l-sling', 'e-sling')}</entryLinks></selectionEntryGroup>"
    )
    renamed = "<modifiers><modifier type='append' field='name' value='(Chessmen)'/></modifiers>"
    boss = (
        f"<selectionEntry id='m-cap' name='Marble Captain' type='model'>{least(1, 1)}"
        f"<infoLinks>{info('p-cap', kind='profile')}{info('r-hate', renamed)}</infoLinks>"
        f"<selectionEntries><selectionEntry id='u-cog' name='Cog' type='upgrade'>{least(1, 1)}"
        f"<infoLinks>{info('p-cog', kind='profile')}</infoLinks>{s.cost(0)}</selectionEntry></selectionEntries>"
        f"<selectionEntryGroups>{hands}</selectionEntryGroups>{s.cost(20)}</selectionEntry>"
    )
    mob = (
        f"<selectionEntryGroup id='g-mob' name='Mob' defaultSelectionEntryId='m-roller'>{least(5, 15)}"
        "<selectionEntries>"
        f"<selectionEntry id='m-gun' name='Roller with engine' type='model'>{least(0, 1)}"
        f"<infoLinks>{info('p-roller', kind='profile')}</infoLinks>{s.cost(9)}</selectionEntry>"
        f"<selectionEntry id='m-roller' name='Roller' type='model'>"
        f"<infoLinks>{info('p-roller', kind='profile')}</infoLinks>"
        f"<selectionEntries><selectionEntry id='u-pop' name='Pop' type='upgrade'>{least(1)}"
        f"<infoLinks>{info('p-pop', kind='profile')}{info('p-tin', kind='profile')}</infoLinks></selectionEntry>"
        f"</selectionEntries><selectionEntryGroups>{hands.replace('g-hand', 'g-hand2')}</selectionEntryGroups>{s.cost(6)}"
        "</selectionEntry></selectionEntries></selectionEntryGroup>"
    )
    squad = (
        "<selectionEntry id='u-mob' name='Rolling Mob' type='unit'>"
        f"<infoLinks>{info('r-fleet')}{info('r-roll')}</infoLinks><selectionEntries>{boss}</selectionEntries>"
        f"<selectionEntryGroups>{mob}</selectionEntryGroups>{s.cost(0)}</selectionEntry>"
    )
    tank = (
        "<selectionEntry id='u-wagon' name='Wagon' type='model'><profiles>"
        f"{wagon}{hold}</profiles><selectionEntries><selectionEntry id='u-e' name='Engine' type='upgrade'>{least(1)}"
        f"<infoLinks>{info('p-odd', kind='profile')}</infoLinks></selectionEntry></selectionEntries>{s.cost(35)}"
        "</selectionEntry>"
    )
    return (
        f"<?xml version='1.0' encoding='UTF-8'?><catalogue id='cat' name='Marble Legion' gameSystemId='gs' "
        f"battleScribeVersion='{s.version}' xmlns='http://www.battlescribe.net/schema/catalogueSchema'>"
        f"<publications><publication id='pub' name='{SECRET}'/></publications>"
        f"<entryLinks>{link('l1', 'u-mob')}{link('l2', 'u-wagon')}</entryLinks>"
        f"<sharedSelectionEntries>{squad}{tank}{sling}{tube}</sharedSelectionEntries>"
        f"<sharedProfiles>{roller}{captain}</sharedProfiles></catalogue>"
    )


def written(folder: Path, version: str) -> Path:
    """The two files in a folder; the path of the catalogue."""
    folder.joinpath("Marbles.gst").write_text(game_system(version), "utf-8")
    path = folder / "Marble Legion (2020).cat"
    path.write_text(catalogue(version), "utf-8")
    return path


def roster(extra: str = "") -> str:
    """A roster with a mob of four rollers and a captain, numbers as totals."""
    s = Spelling("2.03")
    line = {"WS": "4", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "7", "Save": "5+"}
    sling = s.profile("p", "Sling", "Weapon", Range='24"', Strength="4", AP="5", Type="Rapid Fire")
    roller = s.profile("q", "Roller", "Unit", Unit_Type="Infantry", **line)
    captain = s.profile("q", "Captain", "Unit", Unit_Type="Infantry (Character)", **line)
    return (
        "<roster id='r' name='Marbles of June' battleScribeVersion='2.03' xmlns='http://x'><forces><force id='f' name='F'>"
        "<selections><selection id='d' name='Detachment Choice' number='1' type='upgrade'/>"
        "<selection id='s' name='Rolling Mob' customName='Red Mob' number='1' type='unit'>"
        f"<rules>{s.rule('r1', 'Fleet')}</rules><selections>"
        f"<selection id='c' name='Captain' number='1' type='model'><profiles>{captain}</profiles>{s.cost(20)}</selection>"
        f"<selection id='a' name='Roller' number='4' type='model'><profiles>{roller}</profiles>{s.cost(24)}"
        f"<selections><selection id='b' name='Sling' number='4' type='upgrade'><profiles>{sling}</profiles></selection>"
        f"</selections></selection></selections></selection>{extra}</selections></force></forces></roster>"
    )
