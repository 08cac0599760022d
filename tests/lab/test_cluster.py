"""The lab on many machines: workers of a Dask scheduler, here two processes."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest
from msgspec.structs import replace

from grognard.errors import GrognardError
from grognard.lab import cluster
from grognard.lab.experiment import Experiment, Seeds, Stop
from grognard.lab.kept_pairs import PAIRS
from grognard.lab.pairs import play
from grognard.lab.results import Results
from grognard.lab.run import Counted, Processes, played
from tests.cli.run import refused, run

distributed = pytest.importorskip("distributed")

ASKED = Experiment(
    question="match", forces=[("command/A", "command/B")], rounds=1, bots=("greedy", "random"), seeds=Seeds(most=20)
)


def local(workers: int, **how):
    """A cluster of this machine alone."""
    how = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 50, **how}
    return distributed.LocalCluster(n_workers=workers, **how)


@pytest.fixture(scope="module")
def two():
    with local(2) as workers:
        yield workers


def begun(folder, asked=ASKED):
    return Counted(asked, Results(folder, asked))


def numbers(folder):
    """The pairs in a folder of results, in the order in which they came."""
    return [msgspec.json.decode(line)["n"] for line in (folder / PAIRS).read_bytes().splitlines()]


def test_two_workers_find_what_one_process_finds(tmp_path, two):
    counted, heard, said = begun(tmp_path / "r"), [], []
    cluster.run(counted, two.scheduler_address, lambda n, known, each: heard.append(n), said.append)
    assert counted.enough and sorted(numbers(tmp_path / "r")) == list(range(20)) and not said
    assert heard == sorted(heard) and heard[-1] >= 20
    assert counted.pairs[7] == play(ASKED, 7)
    alone = begun(tmp_path / "alone")
    played(alone, Processes(1), None)
    assert alone.pairs == counted.pairs


def test_a_killed_worker_costs_nothing_and_nothing_counts_twice(tmp_path, two):
    asked = replace(ASKED, seeds=Seeds(most=60), stop=Stop(precision=0.001))
    with distributed.Client(two, set_as_default=False) as client:
        pids, killed = client.run(os.getpid), []

        def kill(n, known, each):
            if n >= 10 and not killed:  # in the middle: each of them has chunks
                killed.append(min(pids))
                os.kill(pids[killed[0]], signal.SIGKILL)

        counted = begun(tmp_path / "r", asked)
        cluster.run(counted, two.scheduler_address, kill)
        assert killed and killed[0] not in client.nthreads(), "it is gone"
        client.wait_for_workers(2)  # it comes again under another name
    assert counted.enough and sorted(numbers(tmp_path / "r")) == list(range(60))
    for n in (0, 11, 59):
        assert counted.pairs[n] == play(asked, n)


def test_a_chunk_that_died_with_its_worker_before_it_was_fetched_is_played_again(tmp_path, two):
    """Dask would wait for ever for what only that worker had."""
    with distributed.Client(two, set_as_default=False) as client:
        client.wait_for_workers(2)
        pids = client.run(os.getpid)
        crew = cluster.Crew(two.scheduler_address, ASKED, print)
        while len(crew.chunks) < 2:
            assert not list(crew.heard())
        crew.give(ASKED, [3])
        ((who, _, future),) = crew.under_way.values()
        while future.status != "finished":
            time.sleep(0.01)
        os.kill(pids[who], signal.SIGKILL)
        while not crew.lost:
            assert not list(crew.heard())
        assert crew.lost == [3] and not crew.under_way
        crew.stop()
        client.wait_for_workers(2)


def _other_dice():
    """This worker's engine is another one from now on: its dice fall otherwise."""
    from grognard.kernel.dice import Seeded

    thrown = Seeded.throw
    Seeded.throw = lambda self, sides, n, why="": bytes(sides + 1 - face for face in thrown(self, sides, n, why))
    Seeded.before = thrown


def _own_dice():
    """It is as it was."""
    from grognard.kernel.dice import Seeded

    Seeded.throw = Seeded.before


def test_a_worker_whose_golden_battle_is_another_is_refused_and_the_others_play(tmp_path, two):
    with distributed.Client(two, set_as_default=False) as client:
        bad, good = sorted(client.nthreads())
        client.run(_other_dice, workers=[bad])
        counted, said = begun(tmp_path / "r"), []
        cluster.run(counted, two.scheduler_address, None, said.append)
        assert counted.enough and counted.pairs[3] == play(ASKED, 3)
        (line,) = said
        assert line.startswith(f"worker {bad} is refused: its golden battle has the digest") and "install" in line
        client.run(_other_dice, workers=[good])
        with pytest.raises(GrognardError, match="no worker may play"):
            cluster.run(begun(tmp_path / "r2"), two.scheduler_address, None, said.append)
        assert len(said) == 3
        client.run(_own_dice)


def test_what_a_worker_shows_is_held_against_what_is_here():
    here = cluster.sign(ASKED)
    assert cluster.fault(ASKED, cluster.sign(ASKED), here) is None
    for changed, said in (
        ({"version": "0.0.1"}, "has grognard 0.0.1"),
        ({"golden": "00"}, "golden battle"),
        ({"starts": ["00"]}, "reads command/A, command/B or hold-the-field otherwise"),
    ):
        what, hint = cluster.fault(ASKED, replace(here, **changed), here)
        assert said in what and hint


def test_a_worker_with_many_threads_is_refused(tmp_path):
    with local(1, processes=False, threads_per_worker=3) as workers:
        said = []
        with pytest.raises(GrognardError, match="no worker may play"):
            cluster.run(begun(tmp_path / "r"), workers.scheduler_address, None, said.append)
        assert "--nthreads 1 --nworkers 3" in said[0]


def test_a_worker_that_cannot_read_the_forces_is_refused_with_what_it_says(tmp_path, two):
    """Its home is another machine: what lies here does not lie there."""
    asked = replace(ASKED, forces=[("command/A", "elsewhere.toml")])
    crew = cluster.Crew(two.scheduler_address, ASKED, (said := []).append)
    crew.asked = asked
    with pytest.raises(GrognardError, match="no worker may play"):
        while True:
            assert not list(crew.heard())
    crew.stop()
    assert len(said) == 2 and all("it cannot play: " in line and "elsewhere.toml" in line for line in said)


def test_nobody_who_answers_is_one_line(tmp_path, monkeypatch, two):
    monkeypatch.setattr(cluster, "ANSWER", 0.5)
    words = ("lab", "match", "greedy", "random", "-f", "command/A,command/B", "-o", str(tmp_path / "out"))
    assert "no scheduler answers there" in refused(*words, "--cluster", "tcp://127.0.0.1:9")
    assert "no scheduler answers there" in refused(*words, "--cluster", "no address")
    assert "no scheduler answers there" in refused(*words, "--cluster", str(tmp_path / "none.json"))
    assert "leave them out" in refused(*words, "--cluster", two.scheduler_address, "--jobs", "2")


def test_a_client_that_came_to_nothing_is_closed_before_the_next_one_begins(monkeypatch):
    """Dask closes it when it is collected; within the beginning of another one it would wait for itself."""
    monkeypatch.setattr(cluster, "ANSWER", 0.2)

    def clients():
        return sum(type(one) is distributed.Client for one in gc.get_objects())

    gc.collect()
    before = clients()
    gc.disable()
    try:
        with pytest.raises(GrognardError, match="no scheduler answers there"):
            cluster.Crew("tcp://127.0.0.1:9", ASKED, print)
        assert clients() == before
    finally:
        gc.enable()


def test_no_worker_is_waited_for_a_while(tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "COMING", 0.5)
    with local(0) as workers, pytest.raises(GrognardError, match="no worker has come"):
        cluster.run(begun(tmp_path / "r"), workers.scheduler_address)


def test_the_command_plays_on_a_cluster_and_goes_on_here(tmp_path, two):
    words = (
        "lab",
        "match",
        "greedy",
        "random",
        "-f",
        "command/A,command/B",
        "--rounds",
        "1",
        "-o",
        str(tmp_path / "r"),
    )
    first = run(*words, "--most", "6", "--cluster", two.scheduler_address)
    assert first.exit_code == 0 and first.stderr == "" and "6 pairs are kept" in first.stdout
    more = run(*words, "--most", "9", "-j", "1")
    assert "6 pairs of battles are there already" in more.stdout and "9 pairs are kept" in more.stdout
    assert sorted(numbers(tmp_path / "r")) == list(range(9))


def test_without_dask_it_is_said_what_to_install_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ("lab", "value", "command:piercing", "--cluster", "tcp://x:1", "-o", str(tmp_path / "out"))
    assert "grognard[cluster]" in refused(*words) and not (tmp_path / "out").exists()


def test_dask_is_loaded_only_for_a_cluster(tmp_path):
    words = ["lab", "match", "greedy", "random", "-f", "command/A,command/B", "--rounds", "1", "--most", "1", "-j", "1"]
    code = f"""
import sys
from grognard.__main__ import run
sys.argv[1:] = {[*words, "-o", str(tmp_path / "r")]!r}
try:
    run()
finally:
    print("loaded", sorted({{"dask", "distributed", "tornado"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "loaded []" in done.stdout, done.stderr
