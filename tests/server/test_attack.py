"""The attack of the long run, for some seconds: whatever is sent at random, a match that stands is as it was."""

from pathlib import Path

import pytest

from tests.server.attack import attack
from tests.server.damaging import damaging


def test_a_server_under_attack_answers_and_keeps_what_it_has(tmp_path: Path) -> None:
    assert sum(attack(tmp_path, 4, 1942).values()) >= 25


@pytest.mark.thorough
def test_a_store_that_is_damaged_anywhere_is_told_in_words(tmp_path: Path) -> None:
    assert damaging(tmp_path, 10, 1942) >= 2
