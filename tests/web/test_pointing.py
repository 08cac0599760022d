"""What an option names lights up on the board: units, single models, battlegroups, edges; and each offer is legal."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from grognard import battles
from grognard.common import saying
from grognard.common.profiles import Model
from grognard.kernel.asks import Choose
from grognard.systems.command import damage
from grognard.systems.command.field import target
from grognard.systems.command.target import Toll
from grognard.web import prompts
from grognard.web.room import new_room
from tests.web.tables import ME, YOU, asked, reply, usual_until

from .pages import PHONE, Page, gone_on, version
from .test_words import FORCES


def unlit(t: Any, ask: Any) -> list[str]:
    """Words of options that name a unit or a model and point at nothing."""
    models = {m.name for u in t.units for m in u.kind.models} - {
        w.name for u in t.units for m in u.kind.models for w in m.weapons
    }
    names = re.compile("|".join(rf"^{re.escape(name)}(?: \d+)?\b(?! and | \()" for name in (*t.names, *models)))
    return [
        o.words
        for o in ask.options
        if not o.units and o.at is None and names.search(o.words) and ", then " not in o.words
    ]


@pytest.mark.parametrize("system", sorted(FORCES))
def test_whoever_an_option_names_lights_up_and_whatever_is_offered_is_legal(system):
    wrong: list[str] = []
    for seed, (ours, theirs) in enumerate(FORCES[system]):
        setup = battles.setup(ours, theirs, seed=seed, rounds=3, bots=("random", "random"))
        r, rng = new_room(setup, (ME, YOU)), Random(seed)
        while not r.over:
            name, ask = asked(r)
            wrong += [f"{ask.prompt} {words}" for words in unlit(r.session.table, ask)]
            (_, answer), *_ = r.take(name, reply(r, ask, rng, str(r.version)))
            if type(answer).__name__ != "Acked":
                wrong.append(f"{ask.prompt}: {answer}")
                break
    assert not wrong


def begun(system: str) -> Any:
    """A battle in which all units of both sides stand on the table."""
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=2, bots=("random", "random"))
    r, rng = new_room(setup, (ME, YOU)), Random(3)
    while r.session.table.step < r.session.game.steps.before:
        name, ask = asked(r)
        r.take(name, reply(r, ask, rng, str(r.version)))
    return r.session.table


def test_the_model_that_takes_a_point_of_damage_is_pointed_at():
    t = begun("command")
    unit = next(u for u in t.units if u.here and len(set(u.members)) > 1)
    ask = next(damage.suffer(Toll(unit.wounds), 1, target(unit)))
    assert isinstance(ask, Choose)
    enemy = next(u.id for u in t.units if u.side != unit.side)
    found = prompts.menu(t, ask, 0, pair=(enemy, unit.id)).asked
    assert found.prompt == f"{t.name(unit.id)}: which model takes the Point of Damage?" and found.about == [unit.id]
    for option, i in zip(found.options, ask.options, strict=True):
        assert (option.units, option.model, option.at) == ([unit.id], i, unit.form.positions[i])


def test_a_question_amid_an_attack_is_put_to_the_unit_of_its_player_that_has_a_part_in_it():
    t = begun("command")
    ours, theirs = (next(u.id for u in t.units if u.side == side) for side in (0, 1))
    for player, unit in ((0, ours), (1, theirs)):
        ask = Choose(player, "attack again with Bell?", (True, False), True, None, saying.InAttack())
        found = prompts.menu(t, ask, 0, pair=(ours, theirs)).asked
        assert (found.prompt, found.about) == (f"{t.name(unit)}: attack again with Bell?", [unit])
        assert [option.words for option in found.options] == ["yes", "no"]
        assert prompts.menu(t, ask, 0, named=(unit,)).asked.about == [unit], "at scenery: nobody else has a part in it"
        assert prompts.menu(t, ask, 0).asked.prompt == "Attack again with Bell?", "nobody has acted"
    put = next(saying.put_to(t.name(ours), iter_of(Choose(0, "which weapon?", ("bow", "axe"), about=("weapon",)))))
    assert prompts.menu(t, put, 0, pair=(theirs, ours)).asked.about == [ours]


def iter_of(*asks: Choose) -> Any:
    yield from asks


def test_a_question_that_knows_no_unit_points_at_the_one_whose_models_they_are():
    t = begun("command")
    unit = next(u for u in t.units if u.here and len(set(u.members)) > 1 and u.members.count(u.members[0]) > 1)
    some: list[Model] = [unit.members[0], next(m for m in unit.members if unit.members.count(m) == 1)]
    says = saying.models(some, side=unit.side)
    ask = Choose(0, "on whom?", (0, 1), says=says)
    first, second = prompts.menu(t, ask, 0, pair=(unit.id, 0)).asked.options
    assert (first.units, first.model) == ([unit.id], None), "any of several"
    assert (second.units, second.model) == ([unit.id], unit.members.index(some[1]))
    assert not prompts.menu(t, ask, 0).asked.options[0].units, "nobody knows whose"


def test_a_battlegroup_is_its_squads_and_a_number_is_a_model():
    t = begun("dropzone")
    unit = next(u for u in t.units if u.here and u.size > 1)
    name = t.name(unit.id)
    ask = Choose(0, "which loses Damage Points?", (f"{name} 2", f"{name} {unit.size + 1}", name))
    found = [(o.units, o.model) for o in prompts.menu(t, ask, 0).asked.options]
    assert found == [([unit.id], 1), ([unit.id], None), ([unit.id], None)]
    groups = saying.Grouping({"First": [0, 1], "Second": [2]})
    found = [
        (o.units, o.words)
        for o in prompts.menu(t, Choose(0, "which?", ("First", "Second"), says=groups), 0).asked.options
    ]
    assert found == [([0, 1], "First"), ([2], "Second")]


def test_the_edges_of_the_table_are_places():
    t = begun("dropzone")
    ask = Choose(0, "from which edge do they come?", ("left", "top"))
    turns = Choose(0, "which way do they turn?", ("ahead", "left", "right"))
    assert not any(o.at for o in prompts.menu(t, turns, 0).asked.options), "left and right of itself"
    assert [o.at for o in prompts.menu(t, ask, 0).asked.options] == [
        (0.0, t.ground.height / 2),
        (t.ground.width / 2, t.ground.height),
    ]


def test_a_model_is_picked_by_the_number_that_lies_on_it(browser, server):
    begun = server.begin(seats=["me", "greedy"], seed=3, rounds=6)
    usual_until(server.hall.get(begun["room"]).room, "which model takes", False)
    at = Page(browser, server, **PHONE)
    at.page.add_init_script("localStorage.setItem('pace', 'at once')")  # what has happened since is not told again
    page = at.open(f"/battle/{begun['room']}#k={begun['keys']['me']}")
    page.wait_for_selector(".spot")
    assert "Second Levy Gang: which model" in page.inner_text(".asking h2")
    assert page.query_selector(".unit.lit"), "the unit is lit up"
    before = version(page)
    page.tap(".spot:has-text('2')")
    gone_on(page, before)
    at.close()
