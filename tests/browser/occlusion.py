"""Finds covered counters and names on the map: by stacks, captions, panels, plans.

Run as ``python -m tests.browser.occlusion [POSITION ...] [--size SIZE ...]`` to check every recorded position at every
size.
"""

from __future__ import annotations

import argparse
import sys

from playwright.sync_api import Browser, Page

from tests.browser.conftest import Api, context_of
from tests.browser.layout_walk import SIZES
from tests.browser.match_setup import POSITIONS, open_position, quiet, table

FIND_OCCLUDED = r"""() => {
  const board = document.querySelector('#board .area-map')
  if (!board || !board.getClientRects().length) return null
  const rect = (e) => e.getBoundingClientRect()
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const deep = (a, b) => Math.min(shared(a, b, 'left', 'right'), shared(a, b, 'top', 'bottom'))
  const ground = rect(board)
  const seen = (e) => e.checkVisibility() && deep(rect(e), ground) > 0
  const all = (where) => [...document.querySelectorAll(where)].filter(seen)
  const slim = ({ left, right, top: y, height }) => ({ left, right, top: y + height / 4, bottom: y + 0.75 * height })
  const lines = (e) => (e.querySelector('tspan') ? [...e.querySelectorAll('tspan')] : [e])
  const told = (e, line, sort) => ({ e, what: `${sort} ${line.textContent}`, box: slim(rect(line)) })
  const written = (e, sort) => lines(e).map((line) => told(e, line, sort))
  const names = all('#board [data-label]').flatMap((e) => written(e, 'name'))
  const badges = all('#board [data-badge]')
    .map((e) => ({ e, what: `points of ${e.dataset.badge}`, box: slim(rect(e)) }))
  const captions = all('#board .pieces .caption span').flatMap((e) => written(e, 'caption'))
  const stackOf = (e) => e.closest('[data-stack]')
  const pieces = all('#board .pieces [data-stack] .counter, #board .pieces [data-stack] .back')
    .filter((e) => !e.closest('.fan')).map((e) => ({ e, what: `stack ${stackOf(e).dataset.stack}`, box: rect(e) }))
  const panels = all('#board .beside > *, #board .base, #board div.plan, .cards > *')
    .map((e) => ({ e, what: `panel ${e.getAttribute('aria-label') ?? e.className}`, box: rect(e) }))
  const found = []
  const meet = (over, under) => {
    const by = deep(over.box, under.box)
    if (by <= 3 || over.e.contains(under.e)) return
    found.push(`${under.what} under ${over.what} by ${by.toFixed(0)}`)
  }
  for (const name of [...names, ...captions]) {
    for (const piece of pieces) if (stackOf(piece.e) !== stackOf(name.e)) meet(piece, name)
  }
  for (const badge of badges) for (const over of [...pieces, ...names]) meet(over, badge)
  for (const name of names) for (const caption of captions) meet(caption, name)
  names.forEach((one, place) => names.slice(place + 1).forEach((other) => meet(one, other)))
  for (const panel of panels) for (const under of [...names, ...captions, ...pieces]) meet(panel, under)
  // Piles of one side in one place lie over each other along their row, their numbers seen; others never.
  const rowOf = ({ e }) => stackOf(e).dataset.spot
  pieces.forEach((one, place) => pieces.slice(place + 1).forEach((other) => {
    const together = rowOf(one) === rowOf(other) && rowOf(one).includes(' ')
    if (stackOf(one.e) !== stackOf(other.e) && !together) meet(one, other)
  }))
  return found
}"""
"""What is covered by more than three pixels; null if no map is shown."""


def looked_at(page: Page) -> list[str] | None:
    """What is covered on the map of a page; None if no map is shown.

    If the map is still being laid out, it is checked again.
    """
    found: list[str] | None = None
    for _ in range(4):
        quiet(page)
        found = page.evaluate(FIND_OCCLUDED)
        if not found:
            break
        page.wait_for_timeout(150)
    return found


def covered(page: Page, api: Api, address: str, name: str, sizes: tuple[str, ...] = tuple(SIZES)) -> list[str]:
    """What is covered at a position on each screen."""
    page.goto("about:blank")
    width, height = SIZES[sizes[0]]
    page.set_viewport_size({"width": width, "height": height})
    open_position(page, api, address, name)
    page.locator("#decision .choices button").first.wait_for()
    found = []
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{name} on {size}: {one}" for one in looked_at(page) or []]
    return found


def every_position() -> list[str]:
    """All recorded positions, by name."""
    return sorted(str(path.relative_to(POSITIONS).with_suffix("")) for path in POSITIONS.rglob("*.toml"))


def positions_of(game: str) -> list[str]:
    """The recorded positions of a game."""
    return [
        name for name in every_position() if (POSITIONS / f"{name}.toml").read_text().startswith(f'game = "{game}"')
    ]


def look(browser: Browser, address: str, api: Api, names: list[str], sizes: tuple[str, ...]) -> list[str]:
    """Checks these positions in one page; prints and returns what is covered."""
    lines: list[str] = []
    with context_of(browser) as context:
        page = context.new_page()
        for name in names:
            found = covered(page, api, address, name, sizes)
            sys.stdout.write("\n  ".join([f"{name}: {len(found)}", *found]) + "\n")
            sys.stdout.flush()
            lines += found
    return lines


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m tests.browser.occlusion", description=__doc__)
    read.add_argument("positions", nargs="*", metavar="POSITION")
    read.add_argument("--size", nargs="+", choices=SIZES, default=list(SIZES))
    asked = read.parse_args()
    with table() as (address, api, browser):
        sys.exit(bool(look(browser, address, api, asked.positions or every_position(), tuple(asked.size))))


if __name__ == "__main__":
    main()
