"""Every test of the command line has a folder of games and no corrections of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept during the test."""
    folder = tmp_path / "games"
    monkeypatch.setenv("IRONBOTTOM_GAMES", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("IRONBOTTOM_CORRECTIONS", "IRONBOTTOM_PLAIN", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return folder
