"""Runs the layout oracle at moments of recorded games: ``python -m tests.browser.oracle [GAME ...]``.

It prints each finding with its selector, text and rectangle, the recorded game, the number of the act and the screen.
With ``--at RECORD:NUMBER`` only that moment is checked, and ``--pictures FOLDER`` saves screenshots of the page there
and at the steps after the choice.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api
from tests.browser.match_setup import table
from tests.browser.oracle.findings import Finding, find
from tests.browser.oracle.moments import GAMES, MAX_MOMENTS, Moment, moments
from tests.browser.oracle.recorded import CHECKED_SIZES, Checker, Found, begin, known_faults, open_page, show, summed

FRAMES = """(rects) => rects.forEach(([x, y, w, h]) => {
  const frame = document.createElement('div')
  Object.assign(frame.style, {
    position: 'fixed', left: `${x - 2}px`, top: `${y - 2}px`, width: `${w + 4}px`, height: `${h + 4}px`,
    border: '2px solid magenta', zIndex: 9999, pointerEvents: 'none',
  })
  document.body.append(frame)
})"""


def picture(page: Page, findings: list[Finding], path: Path) -> None:
    """Saves a screenshot of the page, with a frame around each finding."""
    page.evaluate(FRAMES, [list(one.rect) for one in findings])
    path.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=path)
    page.reload()


def look(browser: Browser, api: Api, address: str, moment: Moment, size: str, folder: Path | None) -> None:
    """Checks one moment and returns its findings and a screenshot."""
    with open_page(browser, size) as page:
        show(page, address, begin(api, moment)["id"])
        found = find(page, still=True)
        sys.stdout.write("".join(f"{moment}, {size}: {one}\n" for one in found))
        if folder:
            picture(page, found, folder / f"{moment.record}-{moment.number}-{size}.png")
            checker = Checker(browser, api, address, size, pictures=folder)
            match_view = begin(api, moment)
            show(page, address, match_view["id"])
            checker.follow(page, moment, match_view)
            sys.stdout.write("".join(f"{one}\n" for one in checker.found))


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m tests.browser.oracle", description=__doc__)
    read.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all of them by default")
    read.add_argument("--size", nargs="+", choices=CHECKED_SIZES, default=list(CHECKED_SIZES))
    read.add_argument("--most", type=int, default=MAX_MOMENTS, help=f"moments of a game ({MAX_MOMENTS})")
    read.add_argument("--first", action="store_true", help="only where a procedure asks for the first time")
    read.add_argument("--at", metavar="RECORD:NUMBER", help="only this moment")
    read.add_argument("--pictures", type=Path, metavar="FOLDER", help="with --at: save what the page looked like")
    asked = read.parse_args()
    strangers = set(asked.games) - set(GAMES)
    if strangers:
        read.error(f"no game {', '.join(sorted(strangers))}; choose one of {', '.join(GAMES)}")
    failed = False
    listed = known_faults()

    def report(found: Found) -> None:
        if not any(fault.covers(found) for fault in listed):
            sys.stdout.write(f"{found}\n")
            sys.stdout.flush()

    with table() as (address, api, browser):
        for game in asked.games or GAMES:
            wanted = [one for one in moments(game, asked.most) if one.first or not asked.first]
            if asked.at:
                wanted = [one for one in wanted if f"{one.record}:{one.number}" == asked.at]
            for size in asked.size:
                if asked.at:
                    for moment in wanted:
                        look(browser, api, address, moment, size, asked.pictures)
                    continue
                begun = time.monotonic()
                checker = Checker(browser, api, address, size, report)
                found = checker.check(wanted)
                failed |= any(not any(fault.covers(one) for fault in listed) for one in found)
                lines = "\n".join(f"  {line}" for line in summed(found))
                took = time.monotonic() - begun
                sys.stdout.write(
                    f"{game}, {size}: {len(wanted)} moments, {checker.checks} looks, {took:.0f} s\n{lines}\n"
                )
    sys.exit(failed)


if __name__ == "__main__":
    main()
