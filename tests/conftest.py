"""What every test shares: the time given to long runs, and no skipping where the whole suite must run."""

import os
from collections.abc import Generator

import pytest

pytest_plugins = ["tests.kit.report"]

NOTHING_SKIPPED = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--minutes", type=float, default=1.0, help="how long each slow run may take")


@pytest.fixture(scope="session")
def minutes(request: pytest.FixtureRequest) -> float:
    """The time given to a slow run."""
    return float(request.config.getoption("--minutes"))


def _skip_is_failure(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped under CI: {reason}"


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
