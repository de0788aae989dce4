"""The page of a game's rulebook: the clauses in order, with their code and tests, linked to each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from ironbottom.engine.data.clause_sources import IMPLEMENTED_STATUSES, PACKAGE, ClauseTable, clause_table, definitions
from ironbottom.engine.data.clauses import ID, Clause, ClauseIndex
from ironbottom.engine.rules.game import Game
from ironbottom.rulebook.excerpts import Excerpt, clauses_of, excerpts
from ironbottom.rulebook.highlight import highlight
from ironbottom.rulebook.positions import Position, clearest_tests, position

HERE = Path(__file__).parent
CITED = re.compile(rf"(?<![\w.]){ID.pattern}(?!\w|\.\d)")
STATUS = {
    "implemented": "Played",
    "option": "Played as an option",
    "no_effect": "No effect here",
    "scenario_to_come": "Its scenario is not available yet",
}
MAX_TESTS_SHOWN = 6
"""Up to this number of tests are listed without folding."""
LONG = 24
"""Excerpts with more lines than this are initially folded."""


def render_page(
    game: Game, starts: Mapping[str, str], package: Path = PACKAGE, table: ClauseTable | None = None
) -> str:
    """The page of a game as self-contained HTML; ``starts`` are the starting positions of tests.

    ``table`` has the clauses of the game, if they have already been read.
    """
    book = _Book(game, starts, package, clause_table(game.id, package) if table is None else table)
    style, script = ((HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
    rules = [(rule, list(clauses)) for rule, clauses in groupby(book.index.values(), lambda each: _rule(each.id))]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(game.title)}: the rules and their code</title>",
            f"<style>\n{style}</style></head>",
            '<body><a class="skip" href="#rules">Skip to the rules</a>',
            *_contents(rules),
            f'<main id="rules" tabindex="-1"><header><h1>{escape(game.title)}</h1>',
            f"<p>{_introduction(book)}</p></header>",
            *(line for rule, clauses in rules for line in _section(book, rule, clauses)),
            f"</main>\n<script>\n{script}</script></body></html>\n",
        ]
    )


class _Book:
    """The contents of the page of a game."""

    def __init__(self, game: Game, starts: Mapping[str, str], package: Path, table: ClauseTable) -> None:
        self.game = game
        self.root = package.parent.parent
        self.folder = package / "games" / game.id
        self.index = ClauseIndex.load(self.folder / "data" / "clauses.toml")
        self.rows = {row["clause"]: row for row in table}
        self.options = {option.name: option for option in game.options}
        self.excerpts: dict[str, list[Excerpt]] = {}
        for each in excerpts(self.folder, self.index):
            for clause in each.clauses:
                self.excerpts.setdefault(clause, []).append(each)
        self.by_anchor = {each.anchor: each for found in self.excerpts.values() for each in found}
        self._sources: dict[str, list[str]] = {}
        self._lines: dict[str, dict[str, int]] = {}
        self.positions = self._positions(starts)
        self.first_at: dict[str, str] = {}
        for clause, found in self.positions.items():
            self.first_at.setdefault(found.text, clause)

    def _positions(self, starts: Mapping[str, str]) -> dict[str, Position]:
        """The position to try for each clause, in order; if that cannot be played, the position of the next test."""
        tests = {clause: row["tests"] for clause, row in self.rows.items()}
        known: dict[str, Position | None] = {}
        able = dict(starts)
        while True:
            chosen = clearest_tests(tests, able)
            for test in set(chosen.values()) - set(known):
                known[test] = position(self.game, test, starts[test])
            if all(known[test] for test in chosen.values()):
                result = {clause: known[test] for clause, test in chosen.items()}
                return {clause: each for clause in self.index if (each := result.get(clause))}
            able = {test: text for test, text in able.items() if test not in known or known[test]}

    def lines(self, file: str) -> list[str]:
        """The lines of one of the game's modules as HTML."""
        if file not in self._sources:
            source = (self.folder / file).read_text(encoding="utf-8")
            self._sources[file] = highlight(source, self.linked)
        return self._sources[file]

    def linked(self, text: str) -> str:
        """A text as HTML, with its clauses linked."""
        parts, reached = [], 0
        for cited in CITED.finditer(text):
            found = clauses_of(cited[0], self.index)
            parts.append(escape(text[reached : cited.start()], quote=False))
            parts.append(f'<a href="#clause-{found[0]}">{cited[0]}</a>' if found else cited[0])
            reached = cited.end()
        return "".join(parts) + escape(text[reached:], quote=False)

    def line_of_test(self, file: str, name: str) -> int:
        """The first line of a test; 0 if the tests are not installed."""
        if file not in self._lines:
            path = self.root / file
            known = definitions(path.read_text(encoding="utf-8")) if path.is_file() else []
            self._lines[file] = {each.name.replace(".", "::"): each.first for each in known}
        return self._lines[file].get(name, 0)


def _rule(clause: str) -> str:
    return clause.partition(".")[0]


def _named(rule: str) -> str:
    return f"Rule {rule}" if rule.isdigit() else rule


def _introduction(book: _Book) -> str:
    played = sum(clause.status in IMPLEMENTED_STATUSES for clause in book.index.values())
    return (
        f"{len(book.index)} clauses in our own words, {played} of them played: what each says, how it is interpreted, "
        f"the code that implements it, the tests that check it, and for {len(book.positions)} a position to try."
    )


def _contents(rules: Iterable[tuple[str, Sequence[Clause]]]) -> Iterator[str]:
    yield '<nav aria-label="Contents"><details class="contents"><summary>Contents</summary>'
    for rule, clauses in rules:
        yield f'<h2><a href="#rule-{escape(rule)}">{escape(_named(rule))}</a></h2><ol>'
        for each in clauses:
            yield f'<li><a href="#clause-{each.id}"><span class="id">{each.id}</span> {escape(each.title)}</a></li>'
        yield "</ol>"
    yield "</details></nav>"


def _section(book: _Book, rule: str, clauses: Iterable[Clause]) -> Iterator[str]:
    yield f'<section id="rule-{escape(rule)}"><h2>{escape(_named(rule))}</h2>'
    for clause in clauses:
        yield f'<article id="clause-{clause.id}" class="{clause.status}">'
        yield f'<h3><a href="#clause-{clause.id}">{clause.id}</a> {escape(clause.title)}</h3>'
        yield from _said(book, clause)
        yield from _code(book, clause.id)
        yield from _tests(book, clause.id)
        yield from _to_try(book, clause.id)
        yield "</article>"
    yield "</section>"


def _said(book: _Book, clause: Clause) -> Iterator[str]:
    yield f'<p class="status">{STATUS[clause.status]}</p>'
    yield f'<p class="paraphrase">{book.linked(clause.paraphrase)}</p>'
    if clause.reading:
        head = "How it is interpreted, since the text leaves a gap" if clause.reconstructed else "How it is interpreted"
        yield f'<p class="reading"><b>{head}.</b> {book.linked(clause.reading)}</p>'
    if clause.reason:
        yield f'<p class="reading"><b>No effect here.</b> {book.linked(clause.reason)}</p>'
    option = book.options.get(clause.option)
    if option is not None:
        values = ", ".join([f"{option.default} (default)", *option.values[1:]])
        yield f'<p class="reading"><b>Option <code>{escape(option.name)}</code>:</b> {escape(values)}. '
        yield f"{book.linked(option.text)}</p>"
    if clause.related:
        links = [f'<a href="#clause-{each}">{each} {escape(book.index[each].title)}</a>' for each in clause.related]
        yield f'<p class="related"><b>See also</b> {", ".join(links)}</p>'


def _code(book: _Book, clause: str) -> Iterator[str]:
    found = book.excerpts.get(clause, [])
    if not found:
        return
    yield "<h4>Code</h4>"
    for each in found:
        if each.home == clause:
            yield from _excerpt(book, each)
    elsewhere = [each for each in found if each.home != clause]
    if elsewhere:
        yield '<ul class="elsewhere">'
        for each in elsewhere:
            yield f'<li><a href="#{each.anchor}"><code>{_title(each)}</code></a> {_place(each)}, at {each.home}</li>'
        yield "</ul>"


def _title(each: Excerpt) -> str:
    return escape(each.name.strip("()") or Path(each.file).stem)


def _place(each: Excerpt) -> str:
    return f'<span class="place">{escape(each.file)}:{each.first}</span>'


def _excerpt(book: _Book, each: Excerpt) -> Iterator[str]:
    shown = sum(last - first + 1 for first, last in each.pieces)
    is_open = "" if shown > LONG else " open"
    yield f'<details class="code" id="{each.anchor}"{is_open}>'
    yield f"<summary><code>{_title(each)}</code> {_place(each)}</summary>"
    yield f'<div class="source" tabindex="0" role="group" aria-label="{_title(each)}">'
    lines = book.lines(each.file)
    for number, (first, last) in enumerate(each.pieces):
        if first <= last:
            text = "\n".join(f'<span class="l">{line}</span>' for line in lines[first - 1 : last])
            file = escape(each.file)
            yield f'<pre data-file="{file}" data-first="{first}" style="--n: {first - 1}">{text}</pre>'
        if number < len(each.inside):
            other = book.by_anchor[each.inside[number]]
            link = f'<a href="#{other.anchor}"><code>{_title(other)}</code></a>'
            yield f'<p class="inside">{link} is at {other.home}</p>'
    yield "</div></details>"


def _tests(book: _Book, clause: str) -> Iterator[str]:
    tests: list[str] = book.rows[clause]["tests"]
    if not tests:
        return
    if len(tests) > MAX_TESTS_SHOWN:
        yield f'<h4>Tests</h4><details class="tests"><summary>{len(tests)} tests</summary><ul class="elsewhere">'
    else:
        yield '<h4>Tests</h4><ul class="elsewhere tests">'
    for test in tests:
        file, _, name = test.partition("::")
        line = book.line_of_test(file, name)
        place = f"{file}:{line}" if line else file
        yield f'<li><code>{escape(name)}</code> <span class="place">{escape(place)}</span></li>'
    yield "</ul></details>" if len(tests) > MAX_TESTS_SHOWN else "</ul>"


def _to_try(book: _Book, clause: str) -> Iterator[str]:
    result = book.positions.get(clause)
    if result is None:
        return
    yield "<h4>A position to try</h4>"
    first = book.first_at[result.text]
    if first != clause:
        yield f'<p><a href="#position-{first}">The position of {first}</a>. {escape(result.asked)}</p>'
        return
    file = f"{book.game.short}_{clause.replace('.', '_')}.toml"
    yield f'<details class="position" id="position-{clause}"><summary>{escape(result.asked)}</summary>'
    yield (
        "<p>Paste it into <i>New game</i>, <i>Start from a position</i>; or save it as "
        f"<code>{file}</code> and play with <code>ironbottom play {book.game.short} --position {file}</code>. "
        f"The test <code>{escape(result.test.partition('::')[2])}</code> starts here.</p>"
    )
    yield '<button type="button" class="copy" hidden>Copy</button>'
    yield f'<pre class="text" tabindex="0" aria-label="Position">{escape(result.text, quote=False)}</pre></details>'
