"""The attack of the long run, for some seconds: whatever is sent at random, a match that stands is as it was."""

import socket
from pathlib import Path

import pytest

from tests.server.attack import attack
from tests.server.damaging import damaging
from tests.server.test_process import asked, serving

PIPE = 65_536
"""So much a pipe takes that nobody reads."""


def test_a_server_under_attack_answers_and_keeps_what_it_has(tmp_path: Path) -> None:
    assert sum(attack(tmp_path, 4, 1942).values()) >= 25


@pytest.mark.build
def test_a_server_with_the_largest_game_under_attack(tmp_path: Path) -> None:
    assert sum(attack(tmp_path, 4, 1942, "witp").values()) >= 25


@pytest.mark.build
def test_a_server_that_complains_much_is_not_stopped_by_it(tmp_path: Path) -> None:
    """What it says of requests that are none once filled the pipe to its test, which waited for an answer for ever."""
    with serving(tmp_path / "games.sqlite") as server, asked(server) as asking:
        host, port = server.address.removeprefix("http://").rstrip("/").split(":")
        for _ in range(2_000):
            with socket.create_connection((host, int(port)), timeout=180) as line:
                line.sendall(b"no request\r\n\r\n")
                line.recv(400)
        assert len(server.complaints.read_text(encoding="utf-8")) > PIPE
        assert asking.get("/games")


@pytest.mark.build
def test_a_store_that_is_damaged_anywhere_is_told_in_words(tmp_path: Path) -> None:
    assert damaging(tmp_path, 10, 1942) >= 2


@pytest.mark.build
def test_a_store_of_the_largest_game_that_is_damaged_is_told_in_words(tmp_path: Path) -> None:
    assert damaging(tmp_path, 10, 1942, "witp") >= 2
