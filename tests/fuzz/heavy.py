"""Files as large as they may be, in the shapes that take longest."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from tests.muster import test_composition as shapes
from tests.muster.marbles import least, link
from tests.muster.test_dropcommander import unit, weapon
from tests.muster.test_formats import recruit

from .seeds import Seed, roster, zipped

MAN = f"<profiles>{shapes.profile('Man', 'Unit', shapes.MAN)}</profiles>"


def _many(one: str, size: int) -> str:
    return one * (size // len(one) + 1)


def many_units(size: int) -> Seed:
    return Seed("list.ros", roster(_many(shapes.chosen("Squad", "unit", shapes.man("Trooper", number=5)), size)))


def many_weapons(size: int) -> Seed:
    guns = _many(shapes.gun("Rifle"), size)
    return Seed("list.ros", roster(shapes.chosen("Squad", "unit", shapes.man("Trooper", guns, number=5))))


def many_odd_weapons(size: int) -> Seed:
    guns = _many(shapes.gun("Rifle", 3), size)
    return Seed("list.ros", roster(shapes.chosen("Squad", "unit", shapes.man("Trooper", guns, number=199))))


def deep_groups(size: int) -> Seed:
    """Odd numbers within odd numbers: each level doubles what is dealt out below it."""
    inner = shapes.gun("Rifle", 3)
    for _ in range(30):
        inner = shapes.chosen(
            "Squad", "model", inner, shapes.gun("Melter", 1), number=7, profiles=shapes.profile("M", "Unit", shapes.MAN)
        )
    return Seed("list.ros", roster(_many(inner, size // 10)))


def units_within_units(size: int) -> Seed:
    inner = shapes.wagon()
    for _ in range(24):
        inner = shapes.chosen("Squad", "unit", shapes.man("Trooper", number=2), inner, number=2)
    return Seed("list.ros", roster(inner))


def many_forces(size: int) -> Seed:
    return Seed(
        "list.ros", f"<roster name='M'><forces>{_many('<force><selections/></force>', size)}</forces></roster>".encode()
    )


def many_rules(size: int) -> Seed:
    rules = "".join(f"<rule name='Rolling {i:x}'/>" for i in range(size // 30))
    squad = shapes.man("Trooper").replace("<profiles>", f"<rules>{rules}</rules><profiles>", 1)
    return Seed("list.ros", roster(squad))


def many_attributes(size: int) -> Seed:
    names = "".join(f" a{i}=''" for i in range(size // 11))
    return Seed("list.ros", f"<roster{names}/>".encode())


def long_name(size: int) -> Seed:
    return Seed("list.ros", roster(shapes.man("n " * (size // 4))))


def long_text(size: int) -> Seed:
    squad = shapes.man("Trooper").replace(
        "<profiles>", f"<rules><rule name='R'><description>{'d ' * (size // 2)}</description></rule></rules><profiles>"
    )
    return Seed("list.ros", roster(squad))


def long_figure(size: int) -> Seed:
    return Seed("list.ros", roster(shapes.man("Trooper", WS="9 " * (size // 2))))


def packed(size: int) -> Seed:
    return Seed("list.rosz", zipped(("list.ros", many_units(size).data)))


def bomb(size: int) -> Seed:
    return Seed("list.rosz", zipped(("list.ros", b" " * (size * 30))))


def recruited(size: int) -> Seed:
    tree = ElementTree.fromstring(
        roster(_many(shapes.chosen("Squad", "unit", shapes.man("Trooper", number=5)), size // 2))
    )
    return Seed("list.json", json.dumps({"roster": recruit(tree)}).encode())


def wide_catalogue(size: int) -> Seed:
    entry = f"<selectionEntry id='e' name='Man' type='model'>{MAN}</selectionEntry>"
    rows = "".join(entry.replace("id='e' name='Man'", f"id='e{i}' name='Man {i}'") for i in range(size // len(entry)))
    return Seed(
        "army.cat", f"<catalogue id='c' name='C'><selectionEntries>{rows}</selectionEntries></catalogue>".encode()
    )


def circle(size: int) -> Seed:
    """Groups that link to each other, each twice."""
    groups = "".join(
        f"<selectionEntryGroup id='g{i}' name='G'>{least(1)}<entryLinks>{link(f'a{i}', f'g{(i + 1) % 40}', least(2))}"
        f"{link(f'b{i}', f'g{(i + 2) % 40}', least(2))}</entryLinks></selectionEntryGroup>"
        for i in range(40)
    )
    entry = f"<selectionEntry id='u' name='U' type='unit'><entryLinks>{link('l', 'g0')}</entryLinks></selectionEntry>"
    units = "".join(entry.replace("id='u' name='U'", f"id='u{i}' name='U{i}'") for i in range(size // 20_000))
    return Seed(
        "army.cat",
        f"<catalogue id='c' name='C'><selectionEntries>{units}</selectionEntries><sharedSelectionEntryGroups>{groups}"
        "</sharedSelectionEntryGroups></catalogue>".encode(),
    )


def many_modifiers(size: int) -> Seed:
    modifiers = _many("<modifier type='append' field='name' value='x'/>", size // 2)
    entry = f"<selectionEntry id='u' name='U' type='model'><modifiers>{modifiers}</modifiers>{MAN}</selectionEntry>"
    return Seed(
        "army.cat", f"<catalogue id='c' name='C'><selectionEntries>{entry}</selectionEntries></catalogue>".encode()
    )


def many_cards(size: int) -> Seed:
    card = unit(weapons=[weapon(f"Gun {i}") for i in range(20)])
    rows = [card | {"name": f"Cart {i}"} for i in range(min(200, size // 8000))]
    return Seed("cards.json", json.dumps(rows).encode())


def deep_json(size: int) -> Seed:
    return Seed("cards.json", b"[" * size)


def many_faulty_cards(size: int) -> Seed:
    card = unit(weapons=[weapon(shots="x", acc="y")] * 20, special=["Nonesuch"] * 20, armour="q")
    return Seed(
        "cards.json", json.dumps([card | {"name": f"Cart {i}"} for i in range(min(200, size // 8000))]).encode()
    )


def many_keywords(size: int) -> Seed:
    def named(i: int) -> list[str]:
        return [f"Knack {i:x} {k}" for k in range(10)]

    rows = [
        unit(name=f"Cart {i}", weapons=[weapon(special=named(20 * i + k)) for k in range(20)])
        for i in range(min(200, size // 8000))
    ]
    return Seed("cards.json", json.dumps(rows).encode())


def many_toml_rules(size: int) -> Seed:
    text = 'system = "usr"\nname = "X"\n'
    rows = [
        f"[weapons.w{i}]\nrules = [{', '.join(repr(f'Knack {i}x{k}') for k in range(60))}]\n"
        for i in range(min(size, 1_900_000) // 1000)
    ]
    return Seed("army.toml", (text + "".join(rows)).encode())


def many_types(size: int) -> Seed:
    guns = "".join(shapes.gun("Rifle").replace("Rapid Fire", f"Assault 1, Knack {i}") for i in range(size // 400))
    return Seed("list.ros", roster(shapes.man("Trooper", guns)))


def long_offer(size: int) -> Seed:
    words = "This unit may replace its " + "x with a " * (size // 10)
    return Seed(
        "cards.json", json.dumps([unit(uniqueRules=[words] * 2), unit(name="B", special=["a (" * 300])]).encode()
    )


def long_effect(size: int) -> Seed:
    effect = "one a " * (size // 6)
    zones = {"hullEffect": effect, "hullPoints": 2, "hullDamage": 2}
    return Seed("cards.json", json.dumps([unit(type="Behemoth", behemoth=True, behemothStats=zones)]).encode())


def many_tables(size: int) -> Seed:
    text = 'system = "usr"\nname = "X"\n'
    return Seed("army.toml", (text + _many("[[units]]\n", min(size, 1_900_000))).encode())


def dotted_toml(size: int) -> Seed:
    return Seed("army.toml", ("a" + ".a" * min(size // 2, 900_000) + " = 1").encode())


def long_lines(size: int) -> Seed:
    return Seed("army.toml", ("[[units]]\nname = '" + "x" * min(size, 1_900_000) + "'").encode())


def blank(size: int) -> Seed:
    return Seed("army", b" " * size)


def _listed(*units: str, shared: str = "", groups: str = "") -> Seed:
    """A catalogue of these units."""
    return Seed(
        "army.cat",
        f"<catalogue id='c' name='C'><selectionEntries>{''.join(units)}</selectionEntries><sharedSelectionEntries>{shared}"
        f"</sharedSelectionEntries><sharedSelectionEntryGroups>{groups}</sharedSelectionEntryGroups></catalogue>".encode(),
    )


def _entry(id: str, inner: str, type: str = "unit") -> str:
    return f"<selectionEntry id='{id}' name='{id}' type='{type}'>{inner}</selectionEntry>"


def many_links(size: int) -> Seed:
    """As many links as a file may have, all to one entry."""
    links = "".join(link(f"l{i}", "m") for i in range(size // 80))
    return _listed(_entry("u", MAN + links), shared=_entry("m", MAN, "model"))


def many_musts(size: int) -> Seed:
    """The same, and each of them must stand there."""
    links = "".join(link(f"l{i}", "m", least(1)) for i in range(size // 180))
    return _listed(_entry("u", MAN + links), shared=_entry("m", MAN, "model"))


def chain(size: int) -> Seed:
    """Links one behind the other, and units that begin anywhere in it."""
    steps = size // 900
    rows = (_entry(f"e{i}", MAN + link(f"l{i}", f"e{i + 1}", least(1))) for i in range(steps))
    return _listed(*rows, shared=_entry(f"e{steps}", MAN, "model"))


def chained_groups(size: int) -> Seed:
    rows = "".join(
        f"<selectionEntryGroup id='g{i}' name='G'>{least(1)}<entryLinks>{link(f'l{i}', f'g{i + 1}', least(1))}</entryLinks>"
        "</selectionEntryGroup>"
        for i in range(size // 500)
    )
    units = (_entry(f"u{i}", MAN + link(f"k{i}", f"g{i}")) for i in range(200))
    return _listed(*units, groups=rows)


def tangled(size: int) -> Seed:
    """Every option with modifiers under conditions that count in all others, each as often as something else is there."""
    when = "<condition type='atLeast' field='selections' value='{0}' childId='o{1}' scope='{2}' includeChildSelections='true'/>"
    each = "<repeat field='selections' value='1' repeats='9' childId='o{0}' scope='ancestor' includeChildSelections='true'/>"
    count = max(3, min(60, size // 20_000))
    inner = ""
    for i in range(count):
        under = "".join(when.format(k % 3, (i * k) % count, ("parent", "root-entry", "u")[k % 3]) for k in range(1, 40))
        rows = f"<conditions>{under}</conditions><repeats>{''.join(each.format((i + k) % count) for k in range(20))}</repeats>"
        changes = (
            ("increment", "x", "1"),
            ("set", "hidden", "false"),
            ("append", "name", "x"),
            ("increment", "points", "1"),
        )
        made = (f"<modifier type='{how}' field='{of}' value='{by}'>{rows}</modifier>" for how, of, by in changes)
        inner += _entry(f"o{i}", f"{least(1, 3)}<modifiers>{''.join(made)}</modifiers>", "upgrade")
    units = (_entry(f"u{i}", MAN + inner) for i in range(max(1, size // len(inner))))
    return _listed(*units)


def deep_conditions(size: int) -> Seed:
    condition = "<condition type='atLeast' field='selections' value='1' childId='m' scope='parent'/>"
    inner = condition * 20
    for _ in range(60):
        inner = f"<conditions>{condition * 3}</conditions><conditionGroups>{inner}</conditionGroups>"
        inner = f"<conditionGroup type='or'>{inner}</conditionGroup>"
    one = f"<modifier type='append' field='name' value='x'><conditionGroups>{inner}</conditionGroups></modifier>"
    return _listed(_entry("u", MAN + f"<modifiers>{_many(one, size)}</modifiers>"))


def wide_roster(size: int) -> Seed:
    """Units as many as a list may have, each with as many models and arms."""
    guns = "".join(shapes.gun(f"Rifle {i}") for i in range(40))
    one = shapes.chosen("Squad", "unit", shapes.man("Trooper", guns, number=150))
    return Seed("list.ros", roster(*(one.replace("Squad", f"Squad {i}") for i in range(min(990, size // len(one))))))


def unlike_models(size: int) -> Seed:
    men = "".join(shapes.man(f"Trooper {i}", shapes.gun(f"Rifle {i}")) for i in range(190))
    one = shapes.chosen("Squad", "unit", men)
    return Seed("list.ros", roster(*([one] * max(1, size // len(one)))))


def long_names(size: int) -> Seed:
    """Names of nearly as many letters as a tag may have."""
    name = "Long " * 19_000
    return Seed("list.ros", roster(*([shapes.man(name)] * max(1, size // 200_000))))


def nested_json(size: int) -> Seed:
    """Selections within selections as deep as may be, over and over, with everything in every element."""
    tree = ElementTree.fromstring(roster(shapes.man("Trooper", shapes.gun("Rifle"), number=2)))
    document: Any = recruit(tree)
    found = document["forces"][0]["selections"][0]
    inner: Any = found
    for _ in range(70):
        inner = {**found, "selections": [inner, *found["selections"]]}
    one = json.dumps(inner)
    document["forces"][0]["selections"] = [inner] * max(1, size // len(one))
    return Seed("list.json", json.dumps({"roster": document}).encode())


def boxed_json(size: int) -> Seed:
    """Containers within containers, which hold nothing."""
    inner: Any = {}
    for _ in range(60):
        inner = {
            "selections": [inner, {"$": {f"a{i}": i for i in range(9)}}],
            "modifierGroups": {"conditionGroups": inner},
        }
        if len(json.dumps(inner)) > size // 2:
            break
    return Seed("list.json", json.dumps({"roster": {"forces": [{"selections": [inner]}]}}).encode())


def doubled_json(size: int) -> Seed:
    """Attributes of elements in tables of their own, as many as may be."""
    said = {f"a{i}": "" for i in range(size // 40)}
    return Seed("list.json", json.dumps({"roster": {"$": said, "forces": [{"$": said, **said}]}}).encode())


def many_objects(size: int) -> Seed:
    return Seed("list.json", b'{"forces": [' + b"{}," * (size // 3) + b"{}]}")


def many_lists(size: int) -> Seed:
    return Seed("list.json", b"[{}," + b"[]," * (size // 3) + b"[]]")


def many_numbers(size: int) -> Seed:
    return Seed("list.json", b'[{"name": [' + b"12345," * (size // 6) + b"1]}]")


def many_members(size: int) -> Seed:
    """An archive with as many names as fit."""
    return Seed("list.rosz", zipped(*((f"{i}.txt", b"") for i in range(size // 120)), ("list.ros", b"<roster/>")))


def crowd_of_units(size: int) -> Seed:
    """Names of units by the thousand, and a list in which all are written wrong."""
    entry = f"<selectionEntry id='e' name='Man' type='model'>{MAN}</selectionEntry>"
    rows = (
        entry.replace("id='e' name='Man'", f"id='e{i}' name='Marine of Company {i} Squad'")
        for i in range(size // len(entry))
    )
    text = "".join(f"Marines of Comany {i} Squat [5pts]\n" for i in range(min(4000, size // 50)))
    return Seed("list.txt", text.encode(), ((("army.cat"), _listed(*rows).data),))


def pasted_brackets(size: int) -> Seed:
    line = "Squad [5pts]: " + "Gun (" * 390 + ")" * 390 + " [" * 800 + "\n"
    return Seed(
        "list.txt",
        _many(line, min(size, 190_000)).encode()[:199_000],
        (("army.cat", _listed(_entry("Squad", MAN)).data),),
    )


def pasted_blanks(size: int) -> Seed:
    line = "S" + " -" * 1_900 + " 9" + "\n"
    return Seed(
        "list.txt",
        _many(line, min(size, 190_000)).encode()[:199_000],
        (("army.cat", _listed(_entry("Squad", MAN)).data),),
    )


def pasted_options(size: int) -> Seed:
    """A list that takes from units with hundreds of options, one after the other."""
    inner = "".join(_entry(f"Option {i}", "<constraints/>" + least(0, 3), "upgrade") for i in range(150))
    text = "".join(f"Squad [5pts]: {', '.join(f'{n}x Option {i}' for i in range(0, 150, 7))}\n" for n in range(1, 9))
    return Seed("list.txt", text.encode(), (("army.cat", _listed(_entry("Squad", MAN + inner)).data),))


def many_squads(size: int) -> Seed:
    """Squads that are none, each nearly one, and battlegroups within each other."""
    names = [unit(name=f"Cart of Company {i}") for i in range(190)]
    inner: Any = [{"name": f"Carts of Comany {i}"} for i in range(min(size, 4_000_000) // 40)]
    rows = [{"squads": ["Cart of Company 1"]} for _ in range(min(size, 4_000_000) // 3000)]
    return Seed(
        "army.json", json.dumps({"a": rows, "squads": inner}).encode(), (("cards.json", json.dumps(names).encode()),)
    )


def deep_tables(size: int) -> Seed:
    rows = (f"[t{i}.a.b.c.d.e.f.g]\n" for i in range(min(size, 990_000) // 22))
    return Seed("army.toml", ("system = 'usr'\n" + "".join(rows)).encode())


def many_values(size: int) -> Seed:
    return Seed("army.toml", ("system = 'usr'\nname = [" + "[1]," * (min(size, 990_000) // 4) + "]").encode())


def many_keys(size: int) -> Seed:
    return Seed(
        "army.toml", ("system = 'usr'\n" + "".join(f"a{i}.b=1\n" for i in range(min(size, 990_000) // 11))).encode()
    )


HEAVY: dict[str, Callable[[int], Seed]] = {
    name: made
    for name, made in list(globals().items())
    if getattr(made, "__module__", "") == __name__ and name[0] != "_"
}
