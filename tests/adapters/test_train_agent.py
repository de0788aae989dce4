"""The example trains an agent, stores it, and measures it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def example(*words: str) -> str:
    """The output of the example."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "examples/train_agent.py"), *words], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.build
def test_an_agent_learns_is_stored_and_is_measured_again(tmp_path: Path) -> None:
    path = tmp_path / "agent.npz"
    printed = example("--minutes", "0.01", "--workers", "1", "--games", "2", "--save", str(path))
    assert re.search(r"^step 1: mean reward [+-]\d\.\d\d against random$", printed, re.MULTILINE)
    assert np.abs(np.load(path)["weights"]).max() > 0
    again = example("--load", str(path), "--games", "2")
    lines = [line for line in printed.splitlines() if line.startswith("wins")]
    assert again.splitlines() == lines
    assert [line.rpartition(" ")[2] for line in lines] == ["random", "ensign"]
