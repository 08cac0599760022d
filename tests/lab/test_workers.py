"""Workers of one machine: they end with whoever started them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ASKS = """
import time
from grognard.lab.run import Processes
if __name__ == "__main__":
    workers = Processes(1)
    print(workers.pool.submit(len, "asks").result(), flush=True)
    workers.pool.submit(time.sleep, 600)
    time.sleep(600)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills as POSIX does")
def test_a_lab_that_is_killed_leaves_no_worker_behind(tmp_path):
    script = tmp_path / "asks.py"
    script.write_text(ASKS)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE) as asker:
        assert asker.stdout is not None and asker.stdout.readline() == b"4\n"
        asker.kill()
        assert asker.communicate(timeout=30)[0] == b""  # ends only when nobody can write to it any more
