"""A small catalogue of our own invention with what real ones say of weapons, hulls and rules in their own ways."""

from __future__ import annotations

from pathlib import Path

from .marbles import Spelling, info, least, link

LINE = {"WS": "4", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "7", "Save": "5+"}
HULL = {"BS": "3", "Front": "11", "Side": "11", "Rear": "10", "HP": "3"}
RULES = {
    "cover": "Ignores Cover",
    "twin": "Twin-linked",
    "late": "Unwieldy",
    "pin": "Pinning",
    "still": "Immobile",
    "brave": "Fearless (Handcart)",
    "fat": "Extremly Bulky",
}
ARMS = {
    "hail": ("Hail Rack (Open)", '24"-60"', "5", "4", "Ordnance 1, Barrage, Large Blast"),
    "sift": ("Hail Rack (Sifting)", '24"-60"', "4", "5", "Ordnance 1, Barrage, Large Blast, Ignores Cover"),
    "needle": ("Needle Gun", '48"', "9", "2", "Heavy 1"),
    "sticks": ("Bang Sticks", '8"', "3", "-", 'Assault 1, 3" Blast, Assault grenades'),
    "maul": ("Maul", "-", "+2", "4", "Melee, Rend, Rage"),
    "spout": ("Spout", "12 + Template", "6", "4", "Heavy 1, Torrent"),
    "egg": ("Egg", "-", "7", "2", 'Bomb 1, 5" Blast, One use only'),
    "great": ("Great Gun", '72"', "8", "3", "Ordnance 1, Massive Blast, Primary Weapon"),
}


def written(folder: Path, version: str) -> Path:
    """The catalogue in a folder."""
    s = Spelling(version)

    def gear(key: str, *rules: str, within: str = "") -> str:
        name, reach, strength, ap, kind = ARMS[key]
        profile = s.profile(f"p-{key}", name, "Weapon", Range=reach, Strength=strength, AP=ap, Type=kind)
        links = "".join(info(f"r-{rule}") for rule in rules)
        return (
            f"<selectionEntry id='e-{key}' name='{name}' type='upgrade'>{within or least(1)}"
            f"<profiles>{profile}</profiles><infoLinks>{links}</infoLinks></selectionEntry>"
        )

    def of(id: str, name: str, profiles: str, rules: tuple[str, ...], inside: str, links: str = "") -> str:
        linked = "".join(info(f"r-{rule}") for rule in rules)
        return (
            f"<selectionEntry id='{id}' name='{name}' type='model'><profiles>{profiles}</profiles>"
            f"<infoLinks>{linked}</infoLinks><selectionEntries>{inside}</selectionEntries>"
            f"<entryLinks>{links}</entryLinks>{s.cost(50)}</selectionEntry>"
        )

    two = "<modifiers><modifier type='set' field='name' value='Two Twin-Linked Needle Guns'/></modifiers>"
    _, reach, strength, ap, kind = ARMS["hail"]
    hail = s.profile("p-hail", "Hail Rack (Open)", "Weapon", Range=reach, Strength=strength, AP=ap, Type=kind)
    rack = gear("sift", "cover").replace("<profiles>", f"<profiles>{hail}")
    hold = s.profile(
        "p-hold", "Handcart (Transport)", "Transport", Capacity="6. No Bulky", Fire_Points="2. Top Hatch",
        Access_Points="3. One on each side and one at the rear",
    )  # fmt: skip
    smoke = s.profile("p-smoke", "Smoke Launchers", "Wargear Item") + s.profile("p-lamp", "Lamp", "Wargear Item")
    cart = s.profile("p-cart", "Handcart", "Vehicle", Type="Tank, Tranport", **HULL)
    tower = s.profile("p-tower", "Tower", "Vehicle", Type="Vehicle, Immobile", **HULL)
    fort = s.profile("p-fort", "Fort", "Vehicle", Type="Vehicle", **HULL)
    keep = s.profile(
        "p-keep", "Keep", "Building", Armour_Value="14", Hull_Points="4", Transport_Capacity="15", Access_Points="as per model",
        Fire_Points="as per model", Building_Type="Large Building with Battlements",
    )  # fmt: skip
    kite = s.profile("p-kite", "Kite", "Flyer", Type="Flyer", **HULL)
    hand = s.profile("p-hand", "Smith", "Unit", Unit_Type="Infantry", **LINE)
    lone = gear("needle").replace("needle", "lone").replace("name='Needle Gun'", "name='Twin-linked Needle Gun'")
    gun = {**LINE, "WS": "-", "BS": "-", "S": "-", "T": "7", "W": "2", "I": "-", "A": "-", "Ld": "-", "Save": "3+"}
    mangle = s.profile("p-mangle", "Mangle", "Unit", Unit_Type="Artillery", **gun)
    crew = (
        f"<selectionEntry id='e-crew' name='Two Smith Crew' type='upgrade'>{least(1)}<profiles>"
        f"{s.profile('p-crew', 'Smith Crew', 'Unit', Unit_Type='Infantry (Crew)', **LINE)}</profiles></selectionEntry>"
    )
    units = (
        of("u-cart", "Handcart", cart + hold + smoke, ("brave", "pin"), rack, link("l-two", "e-needle", least(1) + two)),
        of("u-tower", "Tower", tower, (), gear("great") + gear("spout")),
        of("u-fort", "Fort", fort, ("still",), lone),
        of("u-keep", "Keep", keep, (), ""),
        of("u-kite", "Kite", kite, (), gear("egg")),
        of("u-mangle", "Mangle", mangle, (), gear("needle").replace("needle", "served") + crew),
        of("u-smith", "Smith", hand, ("fat",), gear("sticks") + gear("maul", "late")),
    )  # fmt: skip
    rules = "".join(s.rule(f"r-{key}", name) for key, name in RULES.items())
    needle = gear("needle", "twin", within="<constraints/>")
    path = folder / "Smithy.cat"
    path.write_text(
        "<?xml version='1.0' encoding='UTF-8'?><catalogue id='cat' name='Smithy' xmlns='http://x'>"
        f"<selectionEntries>{''.join(units)}</selectionEntries><sharedSelectionEntries>{needle}</sharedSelectionEntries>"
        f"<sharedRules>{rules}</sharedRules></catalogue>",
        "utf-8",
    )
    return path
