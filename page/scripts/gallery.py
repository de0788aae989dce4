"""The gallery in a headless Chromium: `python scripts/gallery.py shots [FOLDER [NAME …]]` or `… check`.

Run it in the folder `page`, after `npm ci`. `shots` writes one PNG for each shot (into shots/ if no folder is named).
`check` runs axe on every page, in light and dark and at three sizes, and plays the board by keyboard, mouse, finger and
drag; it prints its findings and exits with 1 if there are any. It uses the distribution's Chromium, or CHROMIUM names
one.
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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = Path(__file__).resolve().parents[1]
BUILT = WEB / "node_modules" / ".gallery"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

# name: part of the gallery with its address parameters, width, height, pixels per point, flags of the browser
SHOTS: dict[str, tuple[str, int, int, int, tuple[str, ...]]] = {
    "scene_wide": ("scene", 1440, 900, 1, ()),
    "scene_tablet": ("scene", 1024, 768, 1, ()),
    "scene_phone": ("scene", 360, 740, 2, ()),
    "scene_portrait": ("scene", 820, 1180, 1, ()),
    "scene_laptop": ("scene", 1366, 641, 1, ()),
    "scene_low": ("scene", 740, 360, 2, ()),
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
    "parts_phone": ("parts", 360, 740, 2, ()),
    "battle": ("battle", 1056, 800, 1, ()),
    "battle_phone": ("battle", 360, 740, 2, ()),
    "busy": ("busy", 1056, 704, 1, ()),
    "busy_phone": ("busy", 360, 380, 2, ()),
}


PAGES = (
    "scene",
    "scene&tab=forces",
    "scene&tab=odds",
    "scene&tab=rules",
    "scene&tab=log",
    "busy",
    "battle",
    "counters",
    "parts",
)
SHEETS = ("counters", "parts")
SIZES = {"wide": (1440, 900), "tablet": (1024, 768), "phone": (360, 740)}
FLAGS = ["--no-sandbox", "--hide-scrollbars"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves the built gallery without logging."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Log nothing, so that the terminal shows only the shots."""


def built_and_served() -> str:
    """Build the gallery and serve it on a free local port; returns its address."""
    subprocess.run(["npm", "run", "--silent", "gallery", "--", "--logLevel", "warn"], cwd=WEB, check=True)
    handler = functools.partial(Quiet, directory=str(BUILT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/gallery.html"


def chromium() -> str:
    """The browser to use; exits with a message if there is none."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        sys.exit("No Chromium found: install the package chromium, or name one in CHROMIUM.")
    return found


def take_shots(folder: Path, wanted: list[str]) -> None:
    """Write the shots named, or all, in light and dark."""
    from playwright.sync_api import sync_playwright

    unknown = [name for name in wanted if name not in SHOTS]
    if unknown:
        sys.exit(f"No shot is called {', '.join(unknown)}; there are {', '.join(SHOTS)}.")
    folder.mkdir(parents=True, exist_ok=True)
    address = built_and_served()
    with sync_playwright() as playwright:
        for name in wanted or SHOTS:
            part, width, height, scale, flags = SHOTS[name]
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, *flags])
            for theme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    has_touch="phone" in name,
                )
                page.goto(f"{address}?part={part}&theme={theme}")
                page.evaluate("document.fonts.ready")
                page.wait_for_timeout(350)
                whole = part in SHEETS or "large_text" in name
                page.screenshot(path=folder / f"{name}_{theme}.png", full_page=whole)
                page.close()
            browser.close()
            print(name)


# -- checks ----------------------------------------------------------------------------------------

found: list[str] = []


def expect(what: str, seen: object, wanted: object) -> None:
    """Record a difference."""
    if seen != wanted:
        found.append(f"{what}: {seen!r}, not {wanted!r}")


def open_page(
    browser: Browser, address: str, part: str, theme: str = "light", size: str = "wide", motion: str = "full"
) -> Page:
    """One page of the gallery, ready."""
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height}, has_touch=size == "phone")
    page.on("pageerror", lambda error: found.append(f"{part}: {error}"))
    page.goto(f"{address}?part={part}&theme={theme}&motion={motion}")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(250)
    return page


def accessibility(browser: Browser, address: str) -> None:
    """No finding of axe on any page."""
    for part in PAGES:
        for theme in ("light", "dark"):
            for size in SIZES:
                page = open_page(browser, address, part, theme, size)
                page.add_script_tag(path=AXE)
                report: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
                for violation in report["violations"]:
                    if part == "parts" and violation["id"] == "landmark-unique":
                        continue  # that page alone holds several prompts
                    first = violation["nodes"][0]
                    found.append(
                        f"{part} {theme} {size}: {violation['id']} ({violation['impact']}), "
                        f"{len(violation['nodes'])} times, first {first['html'][:160]} {first['failureSummary'][:300]}"
                    )
                if (
                    size == "phone"
                    and part not in SHEETS
                    and page.evaluate("document.documentElement.scrollWidth") > 360
                ):
                    found.append(f"{part} {theme}: wider than 360 pixels")
                page.close()


def name(page: Page) -> str:
    """The name of what has the focus."""
    return str(
        page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()")
    )


def keyboard(browser: Browser, address: str) -> None:
    """The board is one Tab stop; arrow keys, N, Enter, Esc and digits work as described."""
    page = open_page(browser, address, "scene")
    page.focus("#decision")
    for _ in range(5):
        page.keyboard.press("Tab")
    expect("the first stop on the board is the first legal target", "7 counters, may be chosen" in name(page), True)
    page.keyboard.press("n")
    expect("N goes to the next legal target", "1 counter, may be chosen" in name(page), True)
    page.keyboard.press("Shift+N")
    expect("Shift N goes back", "7 counters, may be chosen" in name(page), True)
    page.keyboard.press("ArrowRight")
    expect("arrow right", "1 counter, may be chosen" in name(page), True)
    page.keyboard.press("ArrowDown")
    seen = {name(page)}
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.add(name(page))
    expect("arrows reach five more stops", len(seen) >= 5, True)
    stops = page.locator("#board [tabindex='0']").count()
    expect("stops of Tab inside the board", stops, 1)
    page.keyboard.press("Tab")
    expect("Tab leaves the board", page.evaluate("!document.activeElement.closest('#board')"), True)
    page.keyboard.press("1")
    expect("1 takes the first choice", page.text_content(".sentence"), "Chosen: j1.")
    page.keyboard.press("u")
    expect("U takes back", page.text_content(".sentence"), "Chosen: undo.")
    page.keyboard.press("b")
    page.wait_for_timeout(60)
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect("Enter chooses on the board", page.text_content(".sentence") in ("Chosen: j1.", "Chosen: j2."), True)
    page.focus("[role=slider]")
    page.keyboard.press("ArrowLeft")
    expect("the timeline looks back", page.text_content(".sentence"), "Looking back at operation 2")
    page.keyboard.press("End")
    page.keyboard.press("+")
    page.close()


def fans(browser: Browser, address: str) -> None:
    """A revealed force fans out, its ships can be reached, and Esc returns the focus."""
    page = open_page(browser, address, "busy")
    top = page.locator("button.counter:has-text('Allies: task force 2, Enterprise')").first
    top.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(250)
    fan = page.locator("[role=group][aria-label$='its ships']")
    expect("the fan holds", fan.locator("button").count(), 8)
    expect("the focus is in the fan", page.evaluate("!!document.activeElement.closest('.fan')"), True)
    first = name(page)
    page.keyboard.press("ArrowRight")
    expect("arrow in the fan", name(page) != first and "Saratoga" in name(page), True)
    box = fan.bounding_box()
    inside = (
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= 1440
        and box["y"] + box["height"] <= 900
    )
    expect("the fan is inside the window", inside, True)
    page.keyboard.press("Escape")
    page.wait_for_timeout(250)
    expect("Esc closes the fan", fan.count(), 0)
    expect("Esc gives the focus back", "task force 2" in name(page), True)
    page.close()


def pointer(browser: Browser, address: str) -> None:
    """A click on water, on a force; a drag of a force onto water, onto a box, onto nothing; wheel and double click."""
    page = open_page(browser, address, "busy")
    said = page.locator(".page")
    page.mouse.click(1250, 560)
    expect("a click on water", said.get_attribute("data-said"), "zone south_pacific_ocean")
    force = page.locator("button.counter:has-text('Allies: task force 3')").first
    force.click()
    expect("a click on a force", said.get_attribute("data-said"), "force a3")

    def drag(to: tuple[float, float]) -> str | None:
        box = force.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 20, box["y"] + 20)
        page.mouse.down()
        page.mouse.move(box["x"] + 60, box["y"] - 20, steps=3)
        page.mouse.move(*to, steps=4)
        page.mouse.up()
        return said.get_attribute("data-said")

    expect("a drag onto water", drag((900, 330)), "drop a3 eastern_solomons")
    plan = page.locator("[data-drop=henderson_field]").bounding_box()
    assert plan is not None
    expect("a drag onto the airfield", drag((plan["x"] + 10, plan["y"] + 10)), "drop a3 henderson_field")
    box = page.locator("[data-drop=allies_box_2]").bounding_box()
    assert box is not None
    expect("a drag onto a box", drag((box["x"] + 10, box["y"] + 30)), "drop a3 allies_box_2")
    before = force.bounding_box()
    page.mouse.move(720, 300)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(300)
    expect("the wheel comes closer", force.bounding_box() != before, True)
    page.locator("[data-drop=allies_box_2] button").focus()
    page.keyboard.press("0")
    page.wait_for_timeout(400)
    expect("0 shows everything", force.bounding_box(), before)
    page.close()


def touch(browser: Browser, address: str) -> None:
    """On a phone every counter and choice is at least 44 pixels wide and high, and the tabs switch the part shown."""
    page = open_page(browser, address, "scene", size="phone")
    page.locator("#board [data-legal]").nth(1).tap()
    expect("a tap on a force", page.text_content(".sentence"), "Chosen: j2.")
    fingers = page.locator("#decision button.action, .tabbar button, header button").all()
    boxes = [(button.text_content(), button.bounding_box()) for button in fingers]
    found.extend(f"{text} is under 44 pixels high" for text, box in boxes if box and box["height"] < 44)
    page.get_by_role("button", name="Forces").tap()
    expect("the forces are shown", page.get_by_role("heading", name="United States").is_visible(), True)
    page.close()


def motion(browser: Browser, address: str) -> None:
    """Dice roll for at most two seconds; with reduced motion the result appears at once."""
    page = browser.new_page()
    page.goto(f"{address}?part=battle&live&motion=full", wait_until="commit")
    page.wait_for_selector(".die.turning", state="attached", timeout=5000)
    expect("nothing is said while dice turn", page.text_content("[aria-live=polite]"), "")
    page.wait_for_timeout(2100)
    expect(
        "the result is said once",
        page.text_content("[aria-live=polite]"),
        "Allies: 5, 6, 1. Eight hits. Japan: 5, 2. One hit.",
    )
    page.close()
    page = open_page(browser, address, "battle&live", motion="reduced")
    expect("no die turns", page.locator(".die.turning").count(), 0)
    page.close()


def smallest_text(browser: Browser, address: str) -> None:
    """No text under 11 pixels, on any page and size."""
    script = """[...document.querySelectorAll('body *')]
        .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length)
        .filter(e => parseFloat(getComputedStyle(e).fontSize) < 11)
        .map(e => e.textContent.trim().slice(0, 30))"""
    for part in PAGES:
        for size in SIZES:
            page = open_page(browser, address, part, size=size)
            small = page.evaluate(script)
            if small:
                found.append(f"{part} {size}: text under 11 pixels: {small[:5]}")
            page.close()


def check() -> None:
    """Run every check and exit 1 on any finding."""
    from playwright.sync_api import sync_playwright

    address = built_and_served()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for part in (keyboard, fans, pointer, touch, motion, smallest_text, accessibility):
            before = len(found)
            part(browser, address)
            print(f"{part.__name__}: {len(found) - before} findings")
        browser.close()
    for line in found:
        print(" ", line)
    sys.exit(1 if found else 0)


def main(arguments: list[str]) -> None:
    """Read the command."""
    match arguments:
        case ["check"]:
            check()
        case ["shots", *rest]:
            take_shots(Path(rest[0]) if rest else WEB / "shots", rest[1:])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
