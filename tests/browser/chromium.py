"""Finds the Chromium for the browser tests: an installed one, or else the distribution's package.

If there is neither, fails with a clear message.

Run as ``python tests/browser/chromium.py``; it prints the path of the browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

HEADLESS = "chromium-headless-shell"
"""Headless Chromium, which reduces the tests' processor time by a fifth."""
NAMES = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APT = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
INSTALLERS: tuple[tuple[str, list[str], list[list[str]]], ...] = (
    ("apt-get", ["apt-get", "update", "-qq"], [[*APT, HEADLESS], [*APT, "chromium"]]),
    ("dnf", [], [["dnf", "install", "-y", "-q", "chromium"]]),
    ("pacman", [], [["pacman", "-S", "--noconfirm", "chromium"]]),
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
    """Installs the distribution's package if this user may do that."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for tool, update, packages in INSTALLERS:
        if shutil.which(tool):
            if update:
                subprocess.run(update, check=False, stdout=subprocess.DEVNULL, env=quiet)
            for command in packages:
                if subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=quiet).returncode == 0:
                    return
            return


def chromium() -> str:
    """The path of a Chromium, installed if needed; ``SystemExit`` explains what to do if there is none."""
    if find() is None:
        install()
    found = find()
    if found is None:
        raise SystemExit(MISSING)
    return found


if __name__ == "__main__":
    if "CI" in os.environ and shutil.which(HEADLESS) is None:
        install()  # this build is faster than other installed ones
    print(chromium())
