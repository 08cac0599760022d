"""``grognard serve``: says where it is, ends cleanly, and says what is wrong with an address."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import urllib.request

import pytest

from grognard.cli import serve

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
    assert first.startswith("Grognard is at http://") and "0.0.0.0" not in first, "nobody can open that"
    err = process.stderr.readline()
    port = first.split(":")[2].partition("/")[0]
    assert b"Grognard" in urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30).read()  # it listens now
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert "Others in this network can reach it there" in err and "no encryption" in err


def test_a_port_that_is_none_and_a_host_of_another_machine_are_said(tmp_path):
    for port, said in (("abc", "'abc' is not a whole number"), ("99999", "0<=x<=65535")):
        assert said in run("serve", "--port", port).stderr
    result = run("serve", "--port", "0", "--host", "192.0.2.1")
    assert result.exit_code == 2 and "--host takes an address of this machine" in result.stderr


def test_who_cannot_keep_battles_is_not_told_where_he_is(tmp_path):
    (tmp_path / "file").touch()
    result = run("serve", "--port", "0", "--data", str(tmp_path / "file"))
    assert result.exit_code == 2 and "choose another --data" in result.stderr and "Grognard is at" not in result.stdout


def test_links_to_share_begin_with_an_address_that_others_reach():
    assert serve._for_others("192.168.0.7") == "192.168.0.7" and serve._for_others("fe80::1") == "[fe80::1]"
    assert serve._for_others("0.0.0.0") not in ("0.0.0.0", "")
