"""Pictures of the gallery: `python scripts/shots.py [FOLDER] [NAME …]`, in the web folder, after `npm ci`.

Builds the gallery, serves it to a headless Chromium and writes one PNG a shot (shots/ if no folder is named).
Chromium is the distribution's, or the one that CHROMIUM names.
"""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

WEB = Path(__file__).resolve().parents[1]
BUILT = WEB / "node_modules" / ".gallery"

# name: part of the gallery and extra words of its address, width, height, pixels a point, flags of the browser
SHOTS: dict[str, tuple[str, int, int, int, tuple[str, ...]]] = {
    "scene_wide": ("scene", 1440, 900, 1, ()),
    "scene_tablet": ("scene", 1024, 768, 1, ()),
    "scene_phone": ("scene", 360, 740, 2, ()),
    "scene_huge": ("scene", 2560, 1300, 1, ()),
    "scene_wide_large_text": ("scene", 1440, 900, 1, ("--blink-settings=defaultFontSize=32",)),
    "scene_phone_large_text": ("scene", 360, 740, 2, ("--blink-settings=defaultFontSize=32",)),
    "scene_phone_forces": ("scene&tab=forces", 360, 740, 2, ()),
    "scene_phone_log": ("scene&tab=log", 360, 740, 2, ()),
    "scene_odds": ("scene&tab=odds", 1440, 900, 1, ()),
    "scene_rules": ("scene&tab=rules", 1440, 900, 1, ()),
    "scene_forces": ("scene&tab=forces", 1440, 900, 1, ()),
    "counters": ("counters", 1440, 1000, 1, ()),
    "parts": ("parts", 1440, 1000, 1, ()),
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the built gallery and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal for the shots."""


def serve() -> http.server.ThreadingHTTPServer:
    """Serve the built gallery on a free port of this machine."""
    handler = functools.partial(Quiet, directory=str(BUILT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def chromium() -> str:
    """The browser to use; exits with a sentence where there is none."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        sys.exit("No Chromium found: install the package chromium, or name one in CHROMIUM.")
    return found


def main(arguments: list[str]) -> None:
    """Build the gallery and take the shots named, or all, in light and dark."""
    from playwright.sync_api import sync_playwright

    folder = Path(arguments[0]) if arguments else WEB / "shots"
    wanted = arguments[1:] or list(SHOTS)
    unknown = [name for name in wanted if name not in SHOTS]
    if unknown:
        sys.exit(f"No shot is called {', '.join(unknown)}; there are {', '.join(SHOTS)}.")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["npm", "run", "--silent", "gallery", "--", "--logLevel", "warn"], cwd=WEB, check=True)
    server = serve()
    with sync_playwright() as playwright:
        for name in wanted:
            part, width, height, scale, flags = SHOTS[name]
            browser = playwright.chromium.launch(
                executable_path=chromium(), args=["--no-sandbox", "--hide-scrollbars", *flags]
            )
            for theme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": height}, device_scale_factor=scale, has_touch="phone" in name
                )
                page.on("console", lambda message: message.type in ("error", "warning") and print(message.text))
                page.on("pageerror", lambda error: print(f"{name}: {error}"))
                page.goto(f"http://127.0.0.1:{server.server_port}/gallery.html?part={part}&theme={theme}")
                page.evaluate("document.fonts.ready")
                page.wait_for_timeout(350)
                page.screenshot(path=folder / f"{name}_{theme}.png", full_page=part in ("counters", "parts"))
                page.close()
            browser.close()
            print(name)


if __name__ == "__main__":
    main(sys.argv[1:])
