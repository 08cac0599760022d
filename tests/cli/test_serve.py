"""``grognard serve``: says where it is, ends cleanly, and says what is wrong with an address."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from .run import run


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_answers_and_ends_when_it_is_told_to(tmp_path, end):
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        first = process.stdout.readline()
        assert first.startswith("Grognard is at http://127.0.0.1:")
        address = first.split()[3]
        assert b"Grognard" in urllib.request.urlopen(address, timeout=30).read()
        process.send_signal(end)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
        process.wait()
    assert process.returncode in (0, 130, -signal.SIGTERM) and "Traceback" not in err, (process.returncode, err)
    assert end != signal.SIGINT or "every battle is kept" in out


def test_a_port_that_is_taken_is_said():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 2 and "cannot be had" in result.stderr and "--port" in result.stderr


def test_a_data_folder_that_cannot_be_is_said(tmp_path):
    (tmp_path / "file").write_text("x")
    result = run("serve", "--port", "0", "--data", str(tmp_path / "file" / "data"))
    assert result.exit_code == 2 and "cannot be made" in result.stderr


def test_a_server_that_others_can_reach_says_so(tmp_path):
    command = [sys.executable, "-m", "grognard", "serve", "--port", "0", "--host", "0.0.0.0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = process.stdout.readline()
    assert first.startswith("Grognard is at http://0.0.0.0:")
    err = process.stderr.readline()
    port = first.split(":")[2].partition("/")[0]
    assert b"Grognard" in urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30).read()  # it listens now
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert "Others in this network can reach it" in err and "no encryption" in err
