"""Reintroduces old bugs one by one and checks that the tests of the build find each of them.

``python -m tests.kit.old_faults [--only WORD]`` works on a copy of the tree; the bugs are listed in ``old_faults.toml``
beside this file.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LISTED = Path(__file__).with_suffix(".toml")
COPIED = ("src", "tests", "fast", "docs", "page/src", "page/tests", "pyproject.toml", "README.md", "Makefile")


@dataclass(frozen=True)
class OldFault:
    """A bug: the present and the old text of a file, and the tests that must find it."""

    name: str
    commit: str
    file: str
    now: str
    then: str
    tests: list[str]

    def put_back(self, root: Path) -> None:
        """Restores the bug in a tree; ``ValueError`` unless the current text occurs exactly once."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.now) != 1:
            raise ValueError(f"{self.file} has the text of {self.name!r} {text.count(self.now)} times, not once")
        path.write_text(text.replace(self.now, self.then), encoding="utf-8")


def listed() -> list[OldFault]:
    """The bugs of the list."""
    return [OldFault(**row) for row in tomllib.loads(LISTED.read_text(encoding="utf-8"))["fault"]]


def copied(folder: Path) -> Path:
    """A copy of all files that the tests need, in a folder."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        elif source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    return folder


def failing(fault: OldFault, root: Path) -> list[str]:
    """The tests of the build that fail with the bug, up to the first two."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", "--maxfail=2", "-rf"]
    command += ["-m", "not thorough and not slow", *fault.tests]
    environment = {**os.environ, "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}
    ran = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise RuntimeError(ran.stdout[-2000:] + ran.stderr[-2000:])
    found = [line.removeprefix("FAILED ") for line in ran.stdout.splitlines() if line.startswith("FAILED ")]
    return [line.split(" - ")[0] for line in found]


def main(arguments: list[str]) -> int:
    """Prints for each bug the first tests that find it; fails if none does."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.old_faults", description=__doc__)
    parser.add_argument("--only", default="", help="only faults whose name has this word")
    asked = parser.parse_args(arguments)
    missed = 0
    for fault in listed():
        if asked.only not in fault.name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            root, began = copied(Path(folder)), time.monotonic()
            fault.put_back(root)
            found = failing(fault, root)
        missed += not found
        said = found[0] if found else "NOTHING FINDS IT"
        sys.stdout.write(f"{fault.commit} {fault.name} ({time.monotonic() - began:.0f} s): {said}\n")
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
