"""What every executable rule of every system must be, without a line of test code for it."""

from __future__ import annotations

import inspect
from functools import cache

import pytest

from grognard import rulebook, systems
from grognard.common.alter import given
from grognard.common.rules import NotExecutable, Rule, id_of, slug_of, standing
from grognard.muster.formats.native import loads, written
from grognard.muster.ref import resolve_force, samples
from tests.registry import all_systems, example, executable, scenes, switched_off, system_of

PUBLISHED = {"void": 43, "command": 49, "dropzone": 27, "usr": 93}  # special rules in each system's list: 212 in all
KINDS = ("weapon", "model", "unit", "vehicle")

every_rule = pytest.mark.parametrize("rule", executable(), ids=id_of)
every_system = pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)


@every_system
def test_the_published_list_is_whole_and_every_rule_is_on_it(system):
    entries = system.entries()
    assert len({entry.id for entry in entries}) == len(entries) == PUBLISHED[system.id]
    assert {id_of(rule) for rule in system.rules} <= {entry.id for entry in entries}
    for entry in entries:
        if entry.rule is None:
            with pytest.raises(NotExecutable):
                system.rule_id(entry.name)


@every_rule
def test_its_docstring_says_what_it_does_where_it_stands_and_one_chance(rule):
    summary, source = rulebook.told_by(rule)
    assert summary.endswith("."), "the first line is a sentence of our own"
    assert source and source != summary, "the second paragraph (or `source`) names the source and its section"
    assert ">>>" in inspect.getdoc(rule), "one doctest with the exact chance"


@every_rule
def test_it_stands_on_something_and_speaks_or_is_looked_for(rule):
    assert rule.on and set(rule.on) <= set(KINDS)
    assert rule.system in systems.NAMES and rule.slug == slug_of(rule.spellings[0])


@every_rule
def test_every_spelling_is_read_and_written_back(rule):
    read = system_of(rule).read_rule
    one = example(rule)
    assert type(one) is rule
    assert read(str(one)) == one
    book = next(s for s in rule.spellings if (rule.example or rule.spellings[0]).startswith(s))
    tail = (rule.example or rule.spellings[0])[len(book) :]
    for spelling in rule.spellings:
        assert type(read(spelling + tail)) is rule, spelling
    assert system_of(rule).rule_id(id_of(rule)) == system_of(rule).rule_id(rule.spellings[0]) == id_of(rule)


@cache
def sample(system: str):
    return resolve_force(samples(system)[0]["ref"])


@every_rule
def test_it_goes_through_a_force_file(rule):
    force = sample(rule.system)
    kind = given(force.kinds[0], example(rule))
    schema = system_of(rule).schema
    text = written(type(force)(force.system, force.name, (kind,)), schema)
    (read,) = loads(text, "written.toml").kinds
    holders = (read, *read.models, *(w for m in read.models for w in m.weapons))
    assert any(example(rule) in holder.rules for holder in holders)
    assert loads(written(type(force)(force.system, force.name, (read,)), schema)).kinds[0] is read


@every_rule
def test_some_test_is_marked_with_it(rule):
    marked = rulebook.marked(rule.system).get(id_of(rule), ())
    assert marked, f"no test is marked @pytest.mark.rule({id_of(rule)!r})"


@cache
def results(system: str) -> tuple[str, ...]:
    """What every scene of a system shows with all rules in force."""
    return tuple(repr(scene.run()) for scene in scenes(system).SCENES)


@every_rule
def test_it_leaves_a_trace(rule):
    before = results(rule.system)
    with switched_off(rule):
        for scene, shown in zip(scenes(rule.system).SCENES, before, strict=True):
            if repr(scene.run()) != shown:
                return
    raise AssertionError(f"no scene of tests/{rule.system}/scenes.py changes without {id_of(rule)}")


@every_system
def test_scenes_show_the_same_when_run_again(system):
    assert results(system.id) == tuple(repr(scene.run()) for scene in scenes(system.id).SCENES)


@every_rule
def test_switched_off_it_stands_nowhere(rule):
    kind = given(sample(rule.system).kinds[0], example(rule))

    def bears() -> bool:
        holders = (*kind.models, *(w for m in kind.models for w in m.weapons))
        return any(isinstance(r, rule) for holder in holders for r in standing(holder))

    assert bears()
    with switched_off(rule):
        assert not bears()
    assert bears()


def test_a_misspelt_moment_is_an_error_at_once():
    for system in all_systems():
        moments = system.rules[0].moments
        with pytest.raises(TypeError, match="is no moment"):
            type(
                "Wrong",
                (Rule,),
                {"spellings": ("Wrong",), "system": system.id, "moments": moments, "to_hti": lambda self, test: None},
                frozen=True,
            )
