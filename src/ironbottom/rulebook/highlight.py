"""Python source as HTML, line by line: keywords, strings, comments and numbers are marked, clauses are linked."""

from __future__ import annotations

import builtins
import io
import keyword
import tokenize
from collections.abc import Callable
from html import escape

Linked = Callable[[str], str]
"""Turns plain text into HTML, with links to the clauses that it cites."""

KINDS = {tokenize.COMMENT: "c", tokenize.STRING: "s", tokenize.NUMBER: "n"}
OF_TEXTS = ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")
BUILT_IN = frozenset(dir(builtins))


def highlight(source: str, linked: Linked = escape) -> list[str]:
    """The lines of a module as HTML; the visible text is the source line itself.

    >>> highlight("return 1 < 2  # so")
    ['<b>return</b> <span class="n">1</span> &lt; <span class="n">2</span>  <span class="c"># so</span>']
    """
    lines = source.splitlines()
    made: list[list[str]] = [[] for _ in lines]
    reached = [0] * len(lines)

    def plain(row: int, until: int) -> None:
        made[row].append(escape(lines[row][reached[row] : until], quote=False))
        reached[row] = max(until, reached[row])

    named = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        kind = _kind(token, named)
        named = token.string if token.type == tokenize.NAME else ""
        if not kind:
            continue
        (first, start), (last, end) = token.start, token.end
        for row in range(first - 1, last):
            begin, until = (start if row == first - 1 else 0), (end if row == last - 1 else len(lines[row]))
            plain(row, begin)
            made[row].append(_marked(kind, lines[row][begin:until], linked))
            reached[row] = until
    for row, line in enumerate(lines):
        plain(row, len(line))
    return ["".join(parts) for parts in made]


def _kind(token: tokenize.TokenInfo, before: str) -> str:
    if token.type == tokenize.NAME:
        if keyword.iskeyword(token.string) or (token.string in ("match", "case") and token.line.rstrip().endswith(":")):
            return "b"
        return "f" if before in ("def", "class") else "y" if token.string in BUILT_IN else ""
    return "s" if tokenize.tok_name[token.type] in OF_TEXTS else KINDS.get(token.type, "")


def _marked(kind: str, text: str, linked: Linked) -> str:
    if not text:
        return ""
    if kind == "b":
        return f"<b>{escape(text, quote=False)}</b>"
    inside = linked(text) if kind in "cs" else escape(text, quote=False)
    return f'<span class="{kind}">{inside}</span>'
