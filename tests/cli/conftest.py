"""Gives each test of the command line its own folder of games and no corrections."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games during the test."""
    folder = tmp_path / "games"
    monkeypatch.setenv("IRONBOTTOM_GAMES", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("IRONBOTTOM_CORRECTIONS", "IRONBOTTOM_PLAIN", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder
