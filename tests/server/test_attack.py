"""The attack of the long run, one round in each game: no random request changes an existing match."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.api_client import ApiClient
from tests.server.attack import GAMES, ROUND, Attack, attack
from tests.server.store_damage import damage_repeatedly
from tests.server.test_process import Server, api_of, serving

PIPE = 65_536
"""The capacity of a pipe that nobody reads."""


KINDS = {"bodies", "addresses", "positions", "forged records", "spoilt saves", "raw"}


@pytest.fixture(scope="module")
def attacked_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, ApiClient]]:
    """One server that is attacked in every game."""
    with serving(tmp_path_factory.mktemp("attack") / "games.sqlite") as server, api_of(server) as api:
        api.client.timeout = httpx.Timeout(120)
        yield server, api


@pytest.mark.parametrize("game", ["pf", *(pytest.param(game, marks=pytest.mark.build) for game in GAMES[1:])])
def test_a_server_under_attack_answers_and_loses_nothing(attacked_server: tuple[Server, ApiClient], game: str) -> None:
    """One round in each game: 25 requests of every kind."""
    attacker = Attack(*attacked_server, seed=1942, game=game)
    attacker.round()
    assert sum(attacker.count.values()) == ROUND
    assert set(attacker.count) == KINDS


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_server_under_a_longer_attack(tmp_path: Path, game: str) -> None:
    (sent,) = attack(tmp_path, 4, 1942, (game,)).values()
    assert set(sent) == KINDS


@pytest.mark.build
def test_a_server_that_logs_much_is_not_blocked_by_it(tmp_path: Path) -> None:
    """The server's messages about bad requests once filled the pipe to the test, which then waited forever."""
    with serving(tmp_path / "games.sqlite") as server, api_of(server) as api:
        host, port = server.address.removeprefix("http://").rstrip("/").split(":")
        for _ in range(2_000):
            with socket.create_connection((host, int(port)), timeout=180) as connection:
                connection.sendall(b"no request\r\n\r\n")
                connection.recv(400)
        assert len(server.complaints.read_text(encoding="utf-8")) > PIPE
        assert api.get("/games")


@pytest.mark.build
def test_any_damage_to_a_store_is_reported_with_a_message(tmp_path: Path) -> None:
    assert damage_repeatedly(tmp_path, 10, 1942) >= 2


@pytest.mark.thorough
def test_any_damage_to_a_store_of_the_largest_game_is_reported_with_a_message(tmp_path: Path) -> None:
    assert damage_repeatedly(tmp_path, 10, 1942, "witp") >= 2
