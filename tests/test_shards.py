"""A long suite is run in parts: each test is in exactly one part, and always in the same one."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shards import belongs, part

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("text", ["0/4", "5/4", "4", "1/0", "-1/4", "a/b", ""])
def test_what_is_not_a_part_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is not a part: write 2/4"):
        part(text)


def test_each_test_belongs_to_one_part() -> None:
    tests = [f"tests/test_it.py::test_it[{number}]" for number in range(1000)]
    parts = [{test for test in tests if belongs(test, number, 4)} for number in (1, 2, 3, 4)]
    assert sum(map(len, parts)) == 1000
    assert set().union(*parts) == set(tests)
    assert min(map(len, parts)) > 200


@pytest.mark.build
def test_the_parts_together_run_every_test(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "import pytest\n@pytest.mark.parametrize('n', range(12))\ndef test_it(n): pass\n", encoding="utf-8"
    )
    plain = [sys.executable, "-m", "pytest", "-v", "-p", "tests.shards", "-p", "no:xdist", "-p", "no:cacheprovider"]
    seen: list[str] = []
    for number in (1, 2):
        ran = subprocess.run(
            [*plain, "--part", f"{number}/2"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        found = [line.split()[0] for line in ran.stdout.splitlines() if " PASSED" in line]
        assert found, ran.stdout
        seen += found
    assert sorted(seen) == sorted(f"test_it.py::test_it[{n}]" for n in range(12))
