"""The Chromium that the browser tests drive: one that is there, else the distribution's package, else a clear failure.

Run as ``python tests/browser/chromium.py``; it prints where the browser is.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
INSTALLERS: tuple[tuple[str, list[str], list[str]], ...] = (
    (
        "apt-get",
        ["apt-get", "update", "-qq"],
        ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ),
    ("dnf", [], ["dnf", "install", "-y", "-q", "chromium"]),
    ("pacman", [], ["pacman", "-S", "--noconfirm", "chromium"]),
)
MISSING = (
    "The browser tests need Chromium: install your distribution's package (apt-get install chromium, dnf install "
    "chromium, pacman -S chromium), or name one with IRONBOTTOM_CHROMIUM=/path/to/it."
)


def find() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    named = os.environ.get("IRONBOTTOM_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install() -> None:
    """Installs the distribution's package where this user may do that."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return
    for tool, before, command in INSTALLERS:
        if shutil.which(tool):
            for step in (before, command):
                if step:
                    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
                    subprocess.run(step, check=False, stdout=subprocess.DEVNULL, env=quiet)
            return


def chromium() -> str:
    """The path of a Chromium, installed if need be; ``SystemExit`` says what to do where there is none."""
    if find() is None:
        install()
    found = find()
    if found is None:
        raise SystemExit(MISSING)
    return found


if __name__ == "__main__":
    print(chromium())
