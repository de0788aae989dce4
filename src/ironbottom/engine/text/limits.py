"""Limits on the size, nesting and parts of a text, checked before parsing.

Parsers of TOML and JSON take disproportionate time or memory for a key of many parts, for nested brackets and for
long numbers. One pass over the text, in linear time, refuses sizes that no position could need.
"""

from __future__ import annotations

import re
from typing import Any

from ironbottom.engine.core.errors import BadValue

MAX_TEXT_LENGTH = 4_000_000
MAX_DEPTH = 40
MAX_KEY_PARTS = 16
MAX_WORD_LENGTH = 100
"""The maximum length of a bare key or a number."""

_TOKENS = re.compile(
    r"""
    (?P<text>
        \"\"\" (?: [^"\\] | \\[\s\S] | "{1,2}(?!") )* (?:\"\"\""{0,2})?
      | ''' (?: [^'] | '{1,2}(?!') )* (?:'''(?:'{0,2}))?
      | " (?: [^"\\\n] | \\. )* "?
      | ' [^'\n]* '?
    )
  | (?P<comment> \#[^\n]* )
  | (?P<space> [ \t\r]+ )
  | (?P<opens> [\[{] )
  | (?P<closes> [\]}] )
  | (?P<dot> \. )
  | (?P<word> [^\s"'\#\[\]{}.,=:]+ )
  | (?P<parts> [\s\S] )
    """,
    re.VERBOSE,
)


def check_limits(text: str, name: str) -> None:
    """Refuses TOML or JSON that is too large, too deeply nested, or has a key or number that is too long.

    >>> check_limits("turn = 2", "position")
    >>> check_limits(".".join("abcdefghijklmnopq") + " = 2", "position")
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: position, line 1: a key can have at most 16 parts
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise BadValue(f"a position can have at most {MAX_TEXT_LENGTH} characters", field=name)
    depth = dots = 0
    for token in _TOKENS.finditer(text):
        kind = token.lastgroup
        if kind == "opens":
            depth += 1
            if depth > MAX_DEPTH:
                raise _refused(f"tables and lists are nested at most {MAX_DEPTH} deep", text, token, name)
        elif kind == "closes":
            depth -= 1
        elif kind == "dot":
            dots += 1
            if dots >= MAX_KEY_PARTS:
                raise _refused(f"a key can have at most {MAX_KEY_PARTS} parts", text, token, name)
            continue
        elif kind == "word" and len(token[0]) > MAX_WORD_LENGTH:
            raise _refused(f"a name or number can have at most {MAX_WORD_LENGTH} characters", text, token, name)
        if kind not in ("word", "text", "space"):
            dots = 0


def _refused(message: str, text: str, token: re.Match[str], name: str) -> BadValue:
    return BadValue(message, field=f"{name}, line {text.count(chr(10), 0, token.start()) + 1}")


def check_encodable(value: Any, name: str) -> None:
    """Refuses strings in plain data that cannot be encoded as UTF-8 (lone surrogates).

    >>> check_encodable({"base": ["\\ud800"]}, "position")
    Traceback (most recent call last):
    ironbottom.engine.core.errors.BadValue: position: a text contains an unpaired surrogate, which cannot be encoded
    """
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.keys()
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and not one.isascii() and any("\ud800" <= letter <= "\udfff" for letter in one):
            raise BadValue("a text contains an unpaired surrogate, which cannot be encoded", field=name)
