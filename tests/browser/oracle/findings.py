"""The findings of the layout oracle in a page at a moment, and what moved between two moments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

FILES = ("paint_order.js", "oracle.js")
SCRIPT = ";\n".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in FILES)
KINDS = (
    *("text-overlap", "text-clipped", "ellipsis", "text-outside", "word-broken", "small-text"),
    *("contrast", "key-twice", "dead-press", "covered", "touch-target", "page-scrolls", "moved"),
)
"""The kinds of finding; tests/browser/README.md explains each."""

Snapshot = dict[str, Any]
"""The positions of the parts, slots, names and counters of a page, as ``oracle.js`` returns them."""


@dataclass(frozen=True)
class Finding:
    """A layout fault: its kind, the element by a selector with its text, the rectangle, and a description."""

    kind: str
    selector: str
    text: str
    rect: tuple[int, int, int, int]
    """Left, top, width and height in pixels of the window."""
    why: str

    def __str__(self) -> str:
        left, top, width, height = self.rect
        return f"{self.kind}: {self.selector} {self.text!r} at {left},{top} {width}x{height}: {self.why}"


def read(found: Iterable[dict[str, Any]]) -> list[Finding]:
    """Parses the findings of ``oracle.js``."""
    return [Finding(one["kind"], one["selector"], one["text"], tuple(one["rect"]), one["why"]) for one in found]


def ask(page: Page, name: str, *arguments: Any) -> Any:
    """Calls a function of the oracle, which is loaded into a page that does not have it yet."""
    call = "([name, given]) => (window.oracle ? { answer: window.oracle[name](...given) } : null)"
    given = [name, list(arguments)]
    answered = page.evaluate(call, given)
    if answered is None:
        page.evaluate(SCRIPT)
        answered = page.evaluate(call, given)
    return answered["answer"]


def find(
    page: Page, only: Iterable[str] | None = None, *, coarse: bool | None = None, still: bool = False
) -> list[Finding]:
    """All findings now, or those of some kinds.

    ``coarse``: whether the pointer is a finger; if not given, the page decides. ``still``: the page must not scroll.
    """
    options: dict[str, Any] = {"still": still}
    if only is not None:
        options["only"] = list(only)
    if coarse is not None:
        options["coarse"] = coarse
    return read(ask(page, "find", options))


def snapshot(page: Page) -> Snapshot:
    """The current positions of everything that must not move."""
    return dict(ask(page, "snapshot"))


def find_moved(page: Page, before: Snapshot, after: Snapshot, acted: Iterable[str] = ()) -> list[Finding]:
    """The elements that moved between two moments although the act did not move them.

    ``acted`` names those that it moved.
    """
    return read(ask(page, "moved", before, after, list(acted)))
