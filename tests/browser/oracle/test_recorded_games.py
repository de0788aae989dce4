"""The oracle finds nothing new at the moments of recorded games, in ``make thorough``."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Api
from tests.browser.oracle.findings import KINDS, Finding
from tests.browser.oracle.moments import GAMES, MAX_MOMENTS, Moment, moments, records, thinned
from tests.browser.oracle.recorded import (
    CHECKED_SIZES,
    SIZES,
    Checker,
    Found,
    Known,
    gone,
    known_faults,
    summed,
    unknown,
)
from tests.browser.seeded_server import seeded_server

MAX_GAMES = 3
"""The number of moments in a quick check."""
PARTS = 5
"""The tests into which the moments of a game on one screen are divided, so that none takes long."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, Api]]:
    """A server with the same dice and computer players in each run."""
    with seeded_server(tmp_path) as address, httpx.Client(base_url=address, timeout=120) as client:
        yield address, Api(client)


@pytest.mark.thorough
@pytest.mark.parametrize("size", CHECKED_SIZES)
def test_no_new_finding_at_the_first_decisions(browser: Browser, server: tuple[str, Api], size: str) -> None:
    """Checks Pacific Fury at the first question of each of its first procedures."""
    address, api = server
    checker = Checker(browser, api, address, size)
    checker.check(list(islice((one for one in moments("pf") if one.first), MAX_GAMES)))
    assert summed(unknown(checker.found)) == []
    assert checker.checks >= 4 * MAX_GAMES


@pytest.fixture(scope="session")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run share, for what the parts of a game have found."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "oracle"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("size", CHECKED_SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_new_finding_in_recorded_games(
    browser: Browser, server: tuple[str, Api], parts: Path, game: str, size: str, part: int
) -> None:
    """Checks each procedure, and decisions spread over whole games.

    A part takes about a minute. The last one to end checks that the list contains no known fault that has been fixed.
    """
    address, api = server
    found = Checker(browser, api, address, size).check(moments(game)[part::PARTS])
    (parts / f"{game}-{size}-{part}").write_bytes(pickle.dumps(found))
    assert summed(unknown(found)) == []
    ended = [parts / f"{game}-{size}-{each}" for each in range(PARTS)]
    if all(path.exists() for path in ended):
        together = [one for path in ended for one in pickle.loads(path.read_bytes())]
        assert gone(together, game, size) == []


@pytest.mark.build
def test_each_procedure_of_a_game_is_checked() -> None:
    """The moments of Pacific Fury: the first question of each procedure in its recorded games."""
    found = moments("pf")
    assert len(found) <= MAX_MOMENTS
    firsts = [one for one in found if one.first]
    assert len({one.procedure for one in found}) == len(firsts) == 6
    assert {path.stem for path in records("pf")} == {one.record for one in found}
    assert all(one.actions and one.position for one in found)


def moment(number: int, *, first: bool = False) -> Moment:
    return Moment("pf", "rules_2-campaign", number, "operations", "japan", "", (("pass",),), first)


def test_moments_are_thinned_evenly_and_the_first_of_each_is_kept() -> None:
    listed = [moment(number, first=number in (3, 19)) for number in range(20)]
    assert [one.number for one in thinned(listed, 8)] == [0, 3, 4, 7, 10, 13, 16, 19]
    assert thinned(listed, 20) == listed
    assert [one.number for one in thinned(listed, 1)] == [3, 19]


def test_a_known_fault_covers_only_what_it_names() -> None:
    found = Found(moment(7), "phone", "question", Finding("contrast", "#decision kbd", "D", (1, 2, 3, 4), "2.10 to 1"))
    assert unknown([found], []) == [found]
    assert unknown([found], [Known("contrast", "kbd$", "why", games=("pf",), sizes=("phone",))]) == []
    for other in (
        Known("covered", "kbd$", "why"),
        Known("contrast", "^kbd", "why"),
        Known("contrast", "kbd$", "why", text="^U$"),
        Known("contrast", "kbd$", "why", games=("hf",)),
        Known("contrast", "kbd$", "why", sizes=("compact",)),
        Known("contrast", "kbd$", "why", looks="150 %"),
    ):
        assert unknown([found], [other]) == [found]


def test_a_finding_is_reported_with_everything_needed_to_reproduce_it() -> None:
    found = Found(moment(7), "phone", "question", Finding("contrast", "#decision kbd", "D", (1, 2, 3, 4), "2.10 to 1"))
    assert summed([found, found]) == [
        "2 x pf rules_2-campaign:7 operations japan, phone, question: contrast: #decision kbd 'D' at 1,2 3x4: 2.10 to 1"
    ]


def test_each_known_fault_says_why_it_is_open() -> None:
    for fault in known_faults():
        assert fault.kind in KINDS
        assert len(fault.reason) > 20, fault
        assert set(fault.games) <= set(GAMES)
        assert set(fault.sizes) <= set(SIZES)


def test_each_game_has_recorded_games_of_the_present_rules() -> None:
    assert all(records(game) for game in GAMES)
