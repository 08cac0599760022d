"""A program that plays random picks on a journal and says which were acknowledged: made to be killed.

``python -m tests.web.player PATH SEED [PICKS]`` writes one line for each acknowledgement: seat, id, version, inputs there are.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from grognard.journal import Journal
from grognard.web.room import open_room
from tests.web.tables import BOT, ME, asked, reply, room


def main(path: Path, seed: str, picks: int) -> None:
    journal, rng = Journal(path), Random(seed)
    r = open_room(journal) if journal.rooms() else room("command", (ME, BOT), rounds=3, journal=journal)
    print("ready", flush=True)
    for k in range(picks):
        while not r.waiting:
            r.advance()
        if r.over:
            return
        name, ask = asked(r)
        id = f"{seed}.{k}"
        sent = r.take(name, reply(r, ask, rng, id))
        if type(sent[0][1]).__name__ == "Acked":
            print(name, id, sent[0][1].version, flush=True)  # type: ignore[union-attr]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 10_000)
