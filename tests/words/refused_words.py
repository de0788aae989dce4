"""Finds words that the project does not use, in docs, docstrings, comments, messages and page texts.

    python -m tests.words.refused_words            prints each of them with its file, line and better words

`make check` runs it. Names in code are not read: a function keeps its name until it is renamed.
"""

from __future__ import annotations

import io
import re
import sys
import tokenize
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

from tests.docs.pages import ROOT, files

BETTER = {
    "told of": "shown, announced, listed; or name who tells what to whom",
    "anew": "again",
    "reckon": "compute, calculate, expect",
    "of now": "current, today's",
    "whoever": "anyone who, the player who, the side that",
}
"""Each refused word, with words to use instead."""

UNFINISHED = frozenset[str]()
"""Files that still have such words. The list only gets shorter: a file without them may not be in it."""

EXCEPTIONS = {
    "src/ironbottom/engine/record/formats.py": "a word of old records, which must still be read",
    "docs/renames/0.2.0/identifier_names.toml": "old names beside the new ones",
    "docs/renames/0.2.0/page_names.toml": "old names of the page beside the new ones",
    "docs/renames/0.2.0/server_names.toml": "old names of the server beside the new ones",
    "tests/words/refused_words.py": "the list of words",
    "tests/words/test_refused_words.py": "its test",
}
"""Files that may have such words, each with the reason."""

WORDS = re.compile(r"\b(told\s+of|anew|reckon(?:s|ed|ing|ings)?|of\s+now|whoever)\b", re.IGNORECASE)
MAYBE = re.compile(r"told\W+of|anew|reckon|of\W+now|whoever", re.IGNORECASE)
"""Matches everything that WORDS matches, in the raw source, so that most files need no closer check."""
PYTHON = frozenset({".py"})
SCRIPTS = frozenset({".ts", ".mjs", ".js", ".css"})
WHOLE = frozenset({".md", ".toml", ".json", ".csv", ".yml", ".yaml", ".cff", ".html", ".txt", ".svg"})
"""Suffixes of files that are prose and data as a whole."""
SKIPPED = (re.compile(r"tests/(.+/)?fixtures/"), re.compile(r"(.+/)?package-lock\.json"), re.compile(r"requirements/"))
"""Generated files."""
CODE_SPAN = re.compile(r"(`+)[^`\n]+\1")
FENCE = re.compile(r"^ *```(?:python|pycon|js)\b.*?^ *```", re.DOTALL | re.MULTILINE)
"""Blocks of code on a page; other blocks are commands with comments, and text."""
QUOTES = re.compile(r"[\"']")
FIELD = re.compile(r"\$?\{[^{}]*\}")
"""The fields of an f-string or a template."""
SCRIPT_PROSE = re.compile(
    r"//[^\n]*|/\*.*?\*/|<!--.*?-->|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.DOTALL
)
BLOCK = re.compile(r"<(script|style)\b[^>]*>.*?</\1>", re.DOTALL)
HIDDEN = "\0"


def hide(text: str) -> str:
    """Text with all characters except whitespace replaced, so that line numbers stay the same."""
    return re.sub(r"\S", HIDDEN, text)


def unquoted(text: str) -> str:
    """A comment or a string without its marks and without code, so that a phrase may continue in the next one."""
    text = CODE_SPAN.sub(lambda span: hide(span[0]), text) if text[:1] != "`" else text
    return re.sub(r"^(\s*)(#+|//+|/?\*+/?)", r"\1 ", QUOTES.sub(" ", text), flags=re.MULTILINE)


def python_prose(text: str) -> str:
    """The docstrings, comments and strings of a Python file."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    shown, end = list[str](), 0
    kinds = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in kinds:
            first, last = (starts[row - 1] + column for row, column in (token.start, token.end))
            said = text[first:last]
            if re.match(r"[rR]?[fF]", said):
                said = FIELD.sub(lambda field: hide(field[0]), said)
            prefix = re.match(r"[a-zA-Z]{0,2}(?=[\"'])", said)
            said = " " * len(prefix[0]) + said[len(prefix[0]) :] if prefix else said
            shown += [hide(text[end:first]), unquoted(said)]
            end = last
    return "".join(shown) + hide(text[end:])


def script_prose(text: str) -> str:
    """The comments and strings of a script or a style sheet."""
    shown, end = list[str](), 0
    for part in SCRIPT_PROSE.finditer(text):
        said = FIELD.sub(lambda field: hide(field[0]), part[0]) if part[0][0] == "`" else part[0]
        shown += [hide(text[end : part.start()]), unquoted(said)]
        end = part.end()
    return "".join(shown) + hide(text[end:])


def markup_prose(text: str) -> str:
    """The text of markup, with the strings of the expressions in braces."""
    shown, end, depth, opened = list[str](), 0, 0, 0
    for brace in re.finditer(r"[{}]", text):
        if brace[0] == "{":
            if not depth:
                shown.append(text[end : brace.start()])
                opened = brace.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                end = brace.end()
                shown.append(script_prose(text[opened:end]))
    return "".join(shown) + text[end:]


def component_prose(text: str) -> str:
    """The text of a Svelte component, including its script."""
    shown, end = list[str](), 0
    for block in BLOCK.finditer(text):
        shown += [markup_prose(text[end : block.start()]), script_prose(block[0])]
        end = block.end()
    return "".join(shown) + markup_prose(text[end:])


def prose(name: str, text: str) -> str:
    """The text of a file for readers, each part on its own line of the file."""
    suffix = Path(name).suffix
    if suffix in PYTHON:
        return python_prose(text)
    if suffix in SCRIPTS:
        return script_prose(text)
    if suffix == ".svelte":
        return component_prose(text)
    if suffix == ".md":
        text = FENCE.sub(lambda fence: hide(fence[0]), text)
        return CODE_SPAN.sub(lambda span: hide(span[0]), text)
    return text


def read(name: str) -> bool:
    """Whether a file contains text for readers and was written by hand."""
    suffix = Path(name).suffix
    said = suffix in PYTHON | SCRIPTS | WHOLE or suffix == ".svelte" or name == "Makefile"
    return said and not any(skipped.match(name) for skipped in SKIPPED)


def refused_words(root: Path) -> Iterator[tuple[str, int, str]]:
    """Each refused word of a repository: file, line, word."""
    for path in files(root):
        name = path.relative_to(root).as_posix()
        if not read(name):
            continue
        text = path.read_text(encoding="utf-8")
        if MAYBE.search(text):
            shown = prose(name, text)
            for word in WORDS.finditer(shown):
                yield name, shown.count("\n", 0, word.start()) + 1, " ".join(word[0].lower().split())


def better(word: str) -> str:
    """What to write instead of a refused word."""
    return next(instead for refused, instead in BETTER.items() if word.startswith(refused))


def refused(root: Path, unfinished: AbstractSet[str] = UNFINISHED) -> list[str]:
    """The changes needed before `make check` passes."""
    there = list(refused_words(root))
    lines = [
        f'{name}:{line}: "{word}"; better: {better(word)}'
        for name, line, word in there
        if name not in unfinished and name not in EXCEPTIONS
    ]
    done = sorted(unfinished - {name for name, _, _ in there})
    return lines + [
        f"{name}: has none of the words; remove it from UNFINISHED in tests/words/refused_words.py" for name in done
    ]


if __name__ == "__main__":
    wrong = refused(ROOT)
    sys.stdout.writelines(f"{line}\n" for line in wrong)
    sys.exit(1 if wrong else 0)
