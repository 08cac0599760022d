"""The best of several aims: judged from the highest hope down, and no further than is needed."""

from math import inf

import pytest

from grognard.bots.candidates import best_aim

WORTH = {"stand": 1.0, "left": 3.0, "right": 3.0, "far": 5.0, "barred": 9.0}
HOPE = {"stand": 1.5, "left": 3.5, "right": 3.5, "far": 6.0, "barred": 9.0}


class Aims:
    """Aims by name, of which one is barred; it keeps which were judged."""

    def __init__(self, *names):
        self.names, self.judged = names, []

    def aims(self):
        return [(lambda name=name: name, name) for name in self.names]

    def offer(self, make):
        self.judged.append(make())
        return None if make() == "barred" else make()


def best(aims, enough=inf):
    return best_aim(
        aims, lambda names: [HOPE[name] for name in names], lambda name: (WORTH[name], f"for {name}"), enough
    )


def test_the_best_legal_one_is_found_and_what_could_not_beat_it_is_not_judged():
    aims = Aims("stand", "left", "far", "barred")
    assert best(aims) == ("far", 5.0, "for far")
    assert aims.judged == ["barred", "far"]


def test_of_equals_the_first_is_taken():
    assert best(Aims("stand", "left", "right"))[0] == "left"
    assert best(Aims("stand", "right", "left"))[0] == "right"


@pytest.mark.parametrize(
    ("enough", "judged"),
    [
        (1.0, ["left"]),  # 3 is more than 1: no need of the other
        (3.0, ["left", "right"]),  # 3 is no more than 3, and the other might have been
        (inf, ["left", "right"]),
    ],
)
def test_none_is_judged_after_one_that_is_enough(enough, judged):
    aims = Aims("stand", "left", "right")
    assert best(aims, enough)[0] == "left"
    assert aims.judged == judged


def test_when_all_are_barred_there_is_none():
    assert best(Aims("barred")) == (None, -inf, "")
