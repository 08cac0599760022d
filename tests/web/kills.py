"""A program that plays is killed at a random moment; what it had acknowledged is found again, and the battle goes on from there."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

from grognard.journal import Journal, read
from grognard.web.room import open_room


def kill_once(path: Path, seed: str, rng: Random) -> int:
    """One run and its end. How many picks were acknowledged; an AssertionError says what was lost."""
    command = [sys.executable, "-m", "tests.web.player", str(path), seed]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert playing.stdout is not None
    first = playing.stdout.readline()
    if first:
        time.sleep(rng.uniform(0.0, 0.25))
    playing.kill()
    told, _ = playing.communicate()
    acked = [line.split() for line in told.splitlines() if line.count(" ") == 2 and line.rsplit(" ", 1)[1].isdigit()]
    if not path.exists() or not first:
        return 0
    kept = read(path)
    for seat, id, version in acked:
        assert kept.acks.get((seat, id)) == int(version), f"{id} was acknowledged as version {version} and is lost"
    journal = Journal(path)
    found = open_room(journal)
    assert not found.parted and found.session.inputs == kept.inputs and found.version == kept.version
    journal.close()
    if found.over:
        path.unlink()
    return len(acked)
