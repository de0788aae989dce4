"""The attack of the long run, for some seconds: whatever is sent at random, a match that stands is as it was."""

from pathlib import Path

from tests.server.attack import attack


def test_a_server_under_attack_answers_and_keeps_what_it_has(tmp_path: Path) -> None:
    assert sum(attack(tmp_path, 4, 1942).values()) >= 25
