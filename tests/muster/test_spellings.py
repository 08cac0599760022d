"""Rules are read as lists write them, one way or another; what can mean two things, or holds at times only, is none."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.muster.forces import registered
from grognard.muster.names import squeezed
from grognard.muster.vocabulary.lost import REMARK
from grognard.muster.vocabulary.spelling import book, nearest, read_rule, rule_names
from grognard.muster.vocabulary.wording import weapon_table
from grognard.systems.usr.examples import shooter, slays, target

WRITTEN = {
    'Large Blast (5")': ["Large Blast"],
    'Blast (3")': ["Blast"],
    'Blast(3")': ["Blast"],
    'Blast 3"': ["Blast"],
    'Blast ("3")': ["Blast"],
    'Pinning Blast (3")': ["Pinning", "Blast"],
    'Blast (3") Poisoned (4+)': ["Blast", "Poisoned (4+)"],
    'Massive Blast (7")': ["Massive Blast"],
    'Apocalyptic Blast (10")': ["Apocalyptic Blast"],
    '10" Apocalyptic Blast marker': ["Apocalyptic Blast"],
    '5" Blast (No scatter)': ["Large Blast", "remark: No scatter (Large Blast)"],
    '5"': ["Large Blast"],
    '5/10/15" Apocalyptic Mega-blast': ["Apocalyptic Mega-blast", 'remark: 5/10/15" (Apocalyptic Mega-blast)'],
    "Apocalyptic Barrage 4": ["Apocalyptic Barrage (4)"],
    "Apocalyptic Barrage X": ["Apocalyptic Barrage", "remark: X (Apocalyptic Barrage)"],
    "2x One Use Only": ["One Use Only (2)"],
    "2x One Use": ["One Use Only (2)"],
    "One Use Only (2)": ["One Use Only (2)"],
    "One Shot (x2)": ["One Use Only (2)"],
    "One-shot x3": ["One Use Only (3)"],
    "2x Rending": ["Rending", "remark: 2x (Rending)"],
    "Intercept": ["Interceptor"],
    "Skyfire/Intercept": ["Skyfire", "Interceptor"],
    "One Ue Only": ["One Use Only"],
    "One-shot": ["One Use Only"],
    "Unwieldly": ["Unwieldy"],
    "Fleshbane/Poisoned": ["Fleshbane", "Poisoned"],
    "Barrage (Indirect Fire only)": ["Barrage"],
    "Psychic Pilot [FW]": ["Psychic Pilot"],
    "Psychic Pilot (FW)": ["Psychic Pilot"],
    "Soulblaze": ["Soul Blaze"],
    "Soul-Blaze": ["Soul Blaze"],
    "Posioned (2+)": ["Poisoned (2+)"],
    "Poisoned (Always wounds on 2+)": ["Poisoned (2+)"],
    "Armour Bane": ["Armourbane"],
    "Ward (Adamantium Will)": ["Adamantium Will", "Ward"],
    "Zealot (Fearless and Hatred)": ["Zealot"],
    "Counter-attack (Ld 10)": ["Counter-attack", "remark: Ld 10 (Counter-attack)"],
    'Torrent (6")': ['Torrent (6")'],
    'Torrent (18")': ['Torrent (18")'],
    "Psyker (Corsair Baron)": ["Psyker"],
    "Psyker (Void Dreamer)": ["Psyker"],
    "Psyker - Mastery Level 2": ["Psyker (Mastery Level 2)"],
    "Psyker (Master Level 3)": ["Psyker (Mastery Level 3)"],
    "Isntant Death": ["Instant Death"],
    "Instant Daeth": ["Instant Death"],
    "Ignores Cover Sv": ["Ignores Cover"],
    "Ignores Cover Saves": ["Ignores Cover"],
    "Get's Hot": ["Gets Hot"],
    "Concusive": ["Concussive"],
    "Seismic Shock. Concussive": ["Seismic Shock", "Concussive"],
    "feel  no pain [5+]": ["Feel No Pain (5+)"],
    "Hatred: Orks": ["Hatred (Orks)"],
    "Preferred Enemy - Infantry, Jump Infantry": ["Preferred Enemy (Infantry, Jump Infantry)"],
    "Hit and Run": ["Hit & Run"],
    "Sentry Defense Systems": ["Sentry Defence System"],
    "Rending Rending": ["Rending"],
    "Brotherhood of Psykers": ["Brotherhood of Psykers/Sorcerers"],
}


@pytest.mark.parametrize(("words", "names"), WRITTEN.items())
def test_names_of_rules_as_lists_write_them(words: str, names: list[str]) -> None:
    assert rule_names(words) == names


@pytest.mark.parametrize(
    "name", [name for names in WRITTEN.values() for name in names if name not in ("Ward", "Seismic Shock")]
)
def test_what_is_read_reads_as_the_same_rule_again(name: str) -> None:
    assert rule_names(name) == [name]
    if not name.startswith(REMARK):
        assert rule_names(str(registered("usr").read_rule(name))) == [str(registered("usr").read_rule(name))]


@pytest.mark.parametrize(
    "words",
    [
        "Stealth Formation Leader",
        "Stealth Deployment",
        "Hatred of Life",
        "Machine Destroyer",
        "Poisoned Weapons",
        "Rampager",
        "Da Rampage!",
        "Sunder",
        "Two-handed",
        "Deflagrate",
        "Daemonic Instability",
        "Rending (in the assault phase)",  # a condition that no rule here can keep
        "Feel No Pain (6+ against shooting)",
        'Large Blast (3")',  # two markers
        "Spit Fire",
        "",
    ],
)  # fmt: skip
def test_what_is_none_of_the_rules_keeps_its_name(words: str) -> None:
    assert rule_names(words) == [words]
    with pytest.raises(Exception, match=r"rule|takes|name"):
        registered("usr").read_rule(words or "?")


def test_a_slip_is_read_when_it_can_be_one_rule_only() -> None:
    assert nearest("strafngrun", ["strafingrun", "skyfire"]) == "strafingrun"
    assert nearest("spice", ["spine", "spike"]) is None, "short words"
    assert nearest("blaxers", ["blaters", "blamers"]) is None, "two are as near"
    assert nearest("thunder", ["sunder", "hunder"]) is None, "another first letter"
    names = list(book())
    for name in names:
        for i in range(1, len(name) - 1):
            for slip in (name[:i] + name[i + 1 :], name[: i + 1] + name[i:], name[:i] + "q" + name[i + 1 :]):
                near = nearest(slip, names)
                assert slip in names or near is None or book()[near].name == book()[name].name, (slip, near)


def test_rules_of_a_house_are_asked_for_though_no_book_has_them() -> None:
    assert read_rule(str.upper, "Bell Ringer") == "BELL RINGER"
    assert str(read_rule(registered("usr").read_rule, "Poisoned (2+)")) == "Poisoned (2+)"
    for name in ("Bell Ringer", "remark: 2x (Fleet)", "Stealth Deployment"):
        with pytest.raises(GrognardError):
            read_rule(registered("usr").read_rule, name)


def test_letters_alone_tell_a_name() -> None:
    assert {squeezed(words) for words in ("Tank Hunters", "tank-hunter", "TANK  HUNTER!", "Tankhunters")} == {
        "tankhunter"
    }


def cells(**said: str) -> dict[str, str]:
    return {"Range": '48"', "Strength": "5", "AP": "4", "Type": "Heavy 1", **said}


def test_strikes_said_by_dice_stand_in_the_type() -> None:
    table, rules = weapon_table(cells(Type="Ordnance 1, Apocalyptic Barrage (3D6)"))
    assert (table["type"], rules) == ("Ordnance 3D6", ["Apocalyptic Barrage"])


def test_a_template_with_a_reach_of_its_own() -> None:
    assert weapon_table(cells(Range="18 + Template", Type="Heavy 1, Torrent"))[0]["range"] == "Template"
    assert weapon_table(cells(Range="18 + Template", Type="Heavy 1, Torrent"))[1] == ['Torrent (18")']


def test_a_reach_of_its_own_is_that_of_the_template() -> None:
    far = shooter('Torrent (18")', range="Template", type="Assault 1")
    near = shooter("Torrent", range="Template", type="Assault 1")
    assert [slays(gun, target(), range=24) for gun in (far, near)] == [Fraction(1, 2), 0], "18 and 8 inches; 12 and 8"


@given(st.text(max_size=200))
def test_any_words_are_a_name(words: str) -> None:
    names = rule_names(words)
    assert names and all(len(name) <= 160 for name in names)


@given(st.lists(st.sampled_from([*WRITTEN, "/", "(", ")", "and", "-", ":", "2x", '5"', "X"]), max_size=6))
def test_any_heap_of_names_is_read_or_kept(words: list[str]) -> None:
    for name in rule_names(" ".join(words)):
        assert isinstance(name, str)
