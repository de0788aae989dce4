"""A pytest plugin that reports after the tests what the kit has checked of each game."""

from __future__ import annotations

import pytest

PROPERTY = "kit"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each check: the game, the check, its counts and its duration."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    lines = [str(value) for report in reports for name, value in report.user_properties if name == PROPERTY]
    if lines:
        terminalreporter.section("what the kit has checked")
        for line in sorted(set(lines)):
            terminalreporter.line(line)
