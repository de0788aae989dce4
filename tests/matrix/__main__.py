"""Installs the wheel on every supported Python and runs a short kit there: ``make matrix``.

The wheel is built once. For each Python found on PATH a new environment gets the locked dependencies and the wheel,
and ``tests/matrix/kit.py`` runs in it outside the repository. Other Pythons are named as arguments.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13")
LOCK = ROOT / "requirements" / "run.txt"
KIT = Path(__file__).with_name("kit.py")
PROBE = "import sys, ssl, sqlite3, venv; print('%d.%d' % sys.version_info[:2], sys.version.split()[0], sys.executable)"
"""A program that checks that a Python can be used, and prints its version and path."""
LINES_SHOWN = 30


class Python(NamedTuple):
    """A working Python: its full version and its path."""

    version: str
    path: str


class Row(NamedTuple):
    """The result on one Python; ``fault`` is empty if all is fine, and None if this Python is not installed."""

    name: str
    result: str
    fault: str | None
    install: float = 0.0
    kit: float = 0.0


class FailedError(Exception):
    """Raised if a step fails; the message says which one and how."""


def run(command: Sequence[str | Path], *, environment: Mapping[str, str] | None = None, folder: Path = ROOT) -> str:
    """The output of a command; ``FailedError`` with the last lines of it if the command fails."""
    ran = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if ran.returncode:
        end = "\n".join(ran.stdout.splitlines()[-LINES_SHOWN:])
        raise FailedError(f"{' '.join(map(str, command[:4]))} ended with {ran.returncode}:\n{end}")
    return ran.stdout


def on_path(name: str) -> Iterator[Path]:
    """The programs on PATH with this name, or the file at this path."""
    if os.sep in name:
        yield Path(name)
        return
    for folder in os.get_exec_path():
        path = Path(folder, name)
        if path.is_file() and os.access(path, os.X_OK):
            yield path


def find(name: str) -> Python | str:
    """The first working Python of a name, or the reason why there is none."""
    why = "not on PATH"
    for path in on_path(name):
        try:
            ran = subprocess.run([path, "-I", "-c", PROBE], capture_output=True, text=True, check=False)
        except OSError as wrong:
            why = f"{path} does not run: {wrong.strerror}"
            continue
        if ran.returncode:
            why = f"{path} does not run: {(ran.stderr.strip().splitlines() or ['it says nothing'])[0]}"
            continue
        short, full, program = ran.stdout.split(maxsplit=2)
        if name in {f"python{version}" for version in VERSIONS} and name != f"python{short}":
            why = f"{path} is Python {full}"
            continue
        return Python(full, program.strip())
    return why


def build(folder: Path) -> Path:
    """Builds the wheel of this tree."""
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder])
    (wheel,) = folder.glob("*.whl")
    return wheel


def clean_environment() -> dict[str, str]:
    """The environment without variables that point Python to other packages, and with warnings as errors."""
    leading = ("PYTHON", "VIRTUAL_ENV", "IRONBOTTOM_", "MAKE", "MFLAGS")
    return {name: value for name, value in os.environ.items() if not name.startswith(leading)}


def check(name: str, python: Python, wheel: Path, folder: Path) -> Row:
    """Installs the wheel in a new environment of a Python and runs the kit there."""
    environment = clean_environment()
    started = time.monotonic()
    installed = 0.0
    try:
        run([python.path, "-m", "venv", folder], environment=environment)
        inside = folder / "bin" / "python"
        pip: list[str | Path] = [inside, "-m", "pip", "--disable-pip-version-check", "--quiet"]
        run([*pip, "install", "--require-hashes", "-r", LOCK], environment=environment)
        run([*pip, "install", "--no-deps", "--no-index", wheel], environment=environment)
        run([*pip, "check"], environment=environment)
        packages = folder / "lib" / f"python{'.'.join(python.version.split('.')[:2])}" / "site-packages"
        # pip has already compiled the modules, without showing this Python's warnings.
        run([inside, "-W", "error", "-m", "compileall", "-q", "-f", packages / "ironbottom"], environment=environment)
        installed = time.monotonic() - started
        run([inside, "-P", KIT], environment={**environment, "PYTHONWARNINGS": "error"}, folder=folder)
    except FailedError as wrong:
        result, fault = f"{python.version} failed", str(wrong)
    else:
        result, fault = python.version, ""
    took = time.monotonic() - started
    return Row(name, result, fault, installed or took, took - installed if installed else 0.0)


def table(rows: Sequence[Row]) -> Iterator[str]:
    """The table: one line for each Python."""
    yield f"{'Python':<14}{'install':>9}{'kit':>9}  result"
    for row in rows:
        times = [f"{seconds / 60:.1f} min" if seconds else "-" for seconds in (row.install, row.kit)]
        yield f"{row.name:<14}{times[0]:>9}{times[1]:>9}  {row.result}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Checks every Python, prints the table, and fails if one failed or none was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.matrix", description="The wheel on every supported Python.")
    names = [f"python{version}" for version in VERSIONS]
    parser.add_argument("pythons", nargs="*", default=names, help=f"names or paths ({', '.join(names)})")
    chosen = parser.parse_args(arguments)
    found = {name: find(name) for name in chosen.pythons}
    rows = list[Row]()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        wheel = build(folder / "wheel") if any(isinstance(python, Python) for python in found.values()) else None
        for number, (name, python) in enumerate(found.items()):
            if wheel is None or isinstance(python, str):
                rows.append(Row(name, f"not provided: {python}", None))
            else:
                rows.append(check(name, python, wheel, folder / str(number)))
            sys.stdout.write(f"{rows[-1].name}: {rows[-1].result}\n")
            sys.stdout.flush()
    failed = [row for row in rows if row.fault]
    for row in failed:
        sys.stdout.write(f"\n{row.name}: {row.fault}\n")
    sys.stdout.write("\n" + "\n".join(table(rows)) + "\n")
    return 1 if failed or wheel is None else 0


if __name__ == "__main__":
    sys.exit(main())
