"""Checks that links, anchors, pictures and file names on the pages have a target."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests.docs.pages import Page, files

OUTSIDE = {"http", "https", "mailto"}
"""Links that no test follows, because tests need no network."""
UNFINISHED_LINK = re.compile(r"\]\[|\]\(")
FILE_NAME = re.compile(r"[\w*.-]+\.(?:py|ts|svelte|mjs)|[\w*.-]+(?:/[\w*.-]+)*/|[\w*.-]+(?:/[\w*.-]+)+\.\w+")
"""Code that names a source file, a folder, or any file with its folder."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
MENTION = re.compile(r"\bdocs/[\w./-]*\w\.(?:md|svg|png)\b")
MENTIONING = {".py", ".ts", ".svelte", ".mjs", ".toml", ""}
"""Suffixes of sources that may mention a page (the empty suffix is for the Makefile)."""
PICTURES = {".png", ".svg", ".jpg", ".gif", ".webp"}


def broken_links(root: Path, page: Page) -> list[str]:
    """Each link, anchor or picture of a page without a target."""
    found = [(link.line, wrong) for link in page.links if (wrong := broken(root, page, link.text))]
    found += [
        (text.line, f"the link is not complete: {text.text.strip()}")
        for text in page.plain_text
        if UNFINISHED_LINK.search(text.text)
    ]
    found += [(html.line, f"write Markdown instead of {html.text.strip()}") for html in page.html]
    return [f"{page.place(line)}: {wrong}" for line, wrong in sorted(found)]


def broken(root: Path, page: Page, link: str) -> str:
    """Why a link has no target; empty if it has one."""
    parts = urlsplit(link)
    if parts.scheme in OUTSIDE:
        return ""
    if parts.scheme or parts.netloc or parts.path.startswith("/"):
        return f"{link} is neither relative nor on the web"
    target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path.resolve()
    if not target.is_relative_to(root.resolve()):
        return f"{link} leads out of the repository"
    if not target.exists():
        return f"{link} does not exist"
    if not parts.fragment:
        return ""
    if target.suffix != ".md":
        return f"{link} has an anchor, but only pages have headings"
    if unquote(parts.fragment) not in Page(root.resolve(), target).anchors:
        return f"{link} names no heading of {target.name}"
    return ""


def missing_files(root: Path, page: Page) -> list[str]:
    """Each code span that names a file or folder of the repository that does not exist."""
    there = _names(root)
    named = [span for span in page.spans if FILE_NAME.fullmatch(span.text)]
    return [
        f"{page.place(span.line)}: no file or folder is called {span.text}"
        for span in named
        if not _built(root, span.text) and not _exists(PLACEHOLDER.sub("*", span.text), there)
    ]


@cache
def _names(root: Path) -> set[str]:
    """Files, and folders with a trailing slash, as paths from the root."""
    every = [path.relative_to(root) for path in files(root)]
    return {path.as_posix() for path in every} | {f"{folder.as_posix()}/" for path in every for folder in path.parents}


def _exists(named: str, there: set[str]) -> bool:
    if "*" not in named:
        return any(name == named or name.endswith(f"/{named}") for name in there)
    return any(fnmatch(f"/{name}", f"*/{named}") for name in there)


def _built(root: Path, named: str) -> bool:
    """Whether git ignores the named file, because it is built."""
    ignored = root / ".gitignore"
    patterns = ignored.read_text(encoding="utf-8").split("\n") if ignored.exists() else []
    folders = [line.strip("/") + "/" for line in patterns if line.endswith("/")]
    return any(named.startswith(folder) or f"/{folder}" in named for folder in [*folders, "static/"])


def mentioned_but_missing(root: Path) -> list[str]:
    """Each line of source code (except these checks) that names a missing page or picture in docs/."""
    return [
        f"{path.relative_to(root).as_posix()}:{number}: {name} does not exist"
        for path in files(root)
        if path.suffix in MENTIONING and path.parent != Path(__file__).parent
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        for name in MENTION.findall(line)
        if not (root / name).exists()
    ]


def unused_pictures(root: Path, pages: list[Page]) -> list[str]:
    """Pictures of the docs that no page shows; the pictures of the site's design are in ``docs/assets/``."""
    return [name for name in _unlinked(root, pages, PICTURES) if not name.startswith("docs/assets/")]


def unlinked_pages(root: Path, pages: list[Page]) -> list[str]:
    """Pages of the docs that no page links to."""
    return _unlinked(root, pages, {".md"})


def _unlinked(root: Path, pages: list[Page], suffixes: set[str]) -> list[str]:
    linked = {(page.path.parent / urlsplit(link.text).path).resolve() for page in pages for link in page.links}
    kept = [path for path in files(root / "docs") if path.suffix in suffixes]
    return [path.relative_to(root).as_posix() for path in kept if path.resolve() not in linked]
