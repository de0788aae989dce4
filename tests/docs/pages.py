"""Reads the Markdown pages of the repository: links, headings, code blocks and code spans, each with its line.

A code block names its language, which decides how it is checked:

- ``sh``: one command per line, which may end in a comment; ``running`` says how each is run.
- ``console``: commands after ``$``, what is typed after ``>``, and lines of their output, in order.
- ``python``: runs after the blocks above it; with ``from=PATH`` it is quoted from that file word for word.
- ``pycon``: a Python session that answers as shown.
- ``js``: runs in Node and prints what the comment on its last line says.
- ``toml``, ``json``: must be valid; with ``file=NAME``, the blocks below find the text in that file; ``from=PATH``
quotes a file.
- ``text``: anything else; it is not run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[2]
SKIPPED_FOLDERS = {"node_modules", "build", "dist", "static", "__pycache__"}
"""Folders with installed or built files; hidden folders are skipped too."""

_MARKDOWN = MarkdownIt("commonmark").enable("table")


class Located(NamedTuple):
    """A part of a page and the number of its line."""

    line: int
    text: str


class CodeBlock(NamedTuple):
    """A code block; ``line`` is the number of its opening fence."""

    line: int
    language: str
    attributes: dict[str, str]
    text: str


def files(root: Path) -> list[Path]:
    """The files of a repository, without installed, built or hidden ones."""
    found = []
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if name not in SKIPPED_FOLDERS and not name.startswith("."))
        found += [Path(folder, name) for name in sorted(names)]
    return found


def pages(root: Path = ROOT) -> list[Page]:
    """The Markdown pages of a repository."""
    return [Page(root, path) for path in files(root) if path.suffix == ".md"]


def anchor(heading: str) -> str:
    """The anchor that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Page:
    """One Markdown page."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self._lines = self.text.splitlines()
        self._tokens = _MARKDOWN.parse(self.text)

    def place(self, line: int) -> str:
        """The name of a line of this page in a fault."""
        return f"{self.name}:{line}"

    def _inline(self) -> Iterator[tuple[int, Token]]:
        """The parts of running text, each with its line."""
        for block in self._tokens:
            if block.type == "inline" and block.map:
                first, last = block.map
                for part in block.children or ():
                    if part.type in {"softbreak", "hardbreak"}:
                        first += 1
                    shown = str(part.attrs.get("href") or part.attrs.get("src") or part.content)
                    yield next((n for n in range(first, last) if shown in self._lines[n]), first) + 1, part

    def _inline_of(self, *kinds: str) -> list[Located]:
        return [Located(line, part.content) for line, part in self._inline() if part.type in kinds]

    @cached_property
    def links(self) -> list[Located]:
        """The targets of links and pictures."""
        attributes = {"link_open": "href", "image": "src"}
        return [
            Located(line, str(part.attrs[attributes[part.type]]))
            for line, part in self._inline()
            if part.type in attributes
        ]

    @cached_property
    def spans(self) -> list[Located]:
        """Code within sentences."""
        return self._inline_of("code_inline")

    @cached_property
    def plain_text(self) -> list[Located]:
        """Text without code, links and emphasis."""
        return self._inline_of("text")

    @cached_property
    def html(self) -> list[Located]:
        """Raw HTML, without comments."""
        blocks = [Located(_first_line(token), token.content) for token in self._tokens if token.type == "html_block"]
        return [part for part in blocks + self._inline_of("html_inline") if not part.text.startswith("<!--")]

    @cached_property
    def anchors(self) -> set[str]:
        """The anchors of the headings."""
        found: dict[str, int] = {}
        for opening, title in zip(self._tokens, self._tokens[1:], strict=False):
            if opening.type == "heading_open":
                name = anchor("".join(part.content for part in title.children or ()))
                found[name] = found.get(name, -1) + 1
        return {
            name if not number else f"{name}-{number}" for name, most in found.items() for number in range(most + 1)
        }

    @cached_property
    def blocks(self) -> list[CodeBlock]:
        """The code blocks between fences."""
        return [_block(token) for token in self._tokens if token.type == "fence"]

    @cached_property
    def indented_blocks(self) -> list[Located]:
        """Code blocks without fences, which cannot name their language."""
        return [Located(_first_line(token), token.content) for token in self._tokens if token.type == "code_block"]


def _first_line(token: Token) -> int:
    return token.map[0] + 1 if token.map else 0


def _block(token: Token) -> CodeBlock:
    language, *rest = token.info.split() or [""]
    return CodeBlock(_first_line(token), language, _attributes(rest), token.content)


def _attributes(words: Sequence[str]) -> dict[str, str]:
    return {name: value for name, _, value in (word.partition("=") for word in words)}
