"""Runs each check of the conformance kit on the picket line, for a tenth of the usual number of decisions."""

import pytest

from ironbottom import get_game
from ironbottom.testing import CHECKS, KitCheck, check_game


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_check(check: KitCheck) -> None:
    check_game(get_game("picket"), check, 0.1)
