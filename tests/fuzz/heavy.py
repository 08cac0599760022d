"""Files as large as they may be, in the shapes that take longest."""

from __future__ import annotations

import json
from collections.abc import Callable
from xml.etree import ElementTree

from tests.muster import test_parting as shapes
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


HEAVY: dict[str, Callable[[int], Seed]] = {
    name: made
    for name, made in list(globals().items())
    if getattr(made, "__module__", "") == __name__ and name[0] != "_"
}
