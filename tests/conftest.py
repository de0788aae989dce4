"""Common fixtures and options: the same examples everywhere, requested checks, and no skipping where all must run."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from ironbottom.engine.rules import registry

pytest_plugins = ["tests.kit.report", "tests.minutes", "tests.shards"]

settings.register_profile("the same everywhere", derandomize=True, database=None, deadline=None)
settings.load_profile("the same everywhere")

INSTALLED = registry.all_games()
os.environ.setdefault("IRONBOTTOM_BUILD", "pure")  # for the commands that tests start
NOTHING_SKIPPED = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


# The tests use much memory and create few reference cycles, so collecting less often saves 8 % of their processor time.
gc.set_threshold(50_000, 20, 50)


def pytest_collection_finish() -> None:
    """Excludes imported objects from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, default=1.0, help="how long each slow run may take")
    parser.addoption("--checks", default="", help="run only these checks of the kit's walk: offers,states")


@pytest.fixture(autouse=True)
def restore_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes a test's registrations after it."""
    known = {game.id: game for game in INSTALLED}
    monkeypatch.setattr(registry, "_registered", known)


@pytest.fixture(scope="session")
def minutes(request: pytest.FixtureRequest) -> float:
    """The minutes of a slow run."""
    return float(request.config.getoption("--minutes"))


@pytest.fixture(scope="session")
def wanted_checks(request: pytest.FixtureRequest) -> frozenset[str]:
    """The checks that the kit's walk makes; all checks if none is named."""
    return frozenset(filter(None, str(request.config.getoption("--checks")).split(",")))


def _skip_is_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped under CI: {reason}"


LONG = ("test_both_builds_", "test_walk", "test_match", "_games", "whole_", "_whole", "hundred", "_turn_of_")
"""Parts of the names of long tests: whole games, many games, all checks of the kit."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the longest tests first, so that no processor is idle at the end.

    Each worker gets an equal share of the list at the beginning: each share begins with long ones.
    """
    _check_fixtures(items)
    long = [item for item in items if any(part in item.name for part in LONG)]
    short = [item for item in items if not any(part in item.name for part in LONG)]
    workers, ordered = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")), list[pytest.Item]()
    for worker in range(workers):
        first = long[worker::workers]
        more = max((len(items) - len(ordered)) // (workers - worker) - len(first), 0)
        ordered += first + short[:more]
        short = short[more:]
    items[:] = ordered


def _check_fixtures(items: list[pytest.Item]) -> None:
    """Fails the collection if a test requests a fixture that does not exist, as after a rename."""
    missing = {
        f"{item.nodeid}: {name}"
        for item in items
        if isinstance(item, pytest.Function)
        for name in item.fixturenames
        if name != "request" and name not in item._fixtureinfo.name2fixturedefs
    }
    if missing:
        raise pytest.UsageError("these fixtures do not exist:\n" + "\n".join(sorted(missing)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _skip_is_failure(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _skip_is_failure(report)
    return report
