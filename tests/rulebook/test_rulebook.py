"""The page of each game's rulebook has each clause with its code and tests, and nothing that does not exist."""

import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from examples.skirmish.skirmish.game import SKIRMISH
from ironbottom.engine.codecs.position import parse_position, position_text, read_position
from ironbottom.engine.data.clause_sources import PACKAGE, clause_table
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import all_games
from ironbottom.rulebook import __main__ as command
from ironbottom.rulebook.highlight import highlight
from ironbottom.rulebook.pages import render_page
from tests.kit.clause_positions import may_begin

ROOT = Path(__file__).parent.parent.parent
GAMES = sorted(all_games(), key=lambda game: game.id)
ELEMENTS = {
    *("html", "head", "meta", "title", "style", "body", "nav", "main", "header", "section", "article", "script"),
    *("h1", "h2", "h3", "h4", "p", "a", "b", "i", "ol", "ul", "li", "span", "code", "pre", "div"),
    *("details", "summary", "button"),
}
ATTRIBUTES = {
    *("class", "id", "href", "lang", "charset", "name", "content", "tabindex", "role", "aria-label", "open", "hidden"),
    *("type", "style", "data-file", "data-first"),
}


class Page(HTMLParser):
    """The contents of a page: its elements, all closed correctly, and the text of each clause."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.articles: dict[str, str] = {}
        self.within: dict[str, set[str]] = {}
        self.pieces: list[tuple[str, int, str]] = []
        self.positions: dict[str, str] = {}
        self._article, self._piece, self._position = "", False, False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = {name: value or "" for name, value in attrs}
        assert tag in ELEMENTS
        assert set(fields) <= ATTRIBUTES
        if tag != "meta":
            self.open.append(tag)
        if "id" in fields:
            self.ids.append(fields["id"])
        if "href" in fields:
            self.links.append(fields["href"])
        if tag == "article":
            self._article = fields["id"].removeprefix("clause-")
            self.articles[self._article] = ""
            self.within[self._article] = set()
        elif self._article:
            self.within[self._article] |= {fields.get("id", ""), fields.get("href", "").removeprefix("#")}
        if "data-file" in fields:
            self._piece = True
            self.pieces.append((fields["data-file"], int(fields["data-first"]), ""))
        if tag == "pre" and fields.get("class") == "text":
            self._position = True
            self.positions[self._article] = ""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag == "article":
            self._article = ""
        elif tag == "pre":
            self._piece = self._position = False

    def handle_data(self, data: str) -> None:
        if self._article:
            self.articles[self._article] += data
        if self._piece:
            file, first, text = self.pieces[-1]
            self.pieces[-1] = (file, first, text + data)
        if self._position:
            self.positions[self._article] += data


EVERY_DAY = "pacific_fury"
"""The game whose pages are checked daily; the pages of the others are checked in the thorough run."""


def when(game: Game) -> ParameterSet:
    return pytest.param(game, id=game.id, marks=() if game.id == EVERY_DAY else pytest.mark.thorough)


@pytest.fixture(scope="module", params=[when(game) for game in GAMES])
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def start_of(game: Game) -> tuple[str, str]:
    """A test of the last clause that has tests, as if it began with the set-up."""
    tests = [row["tests"] for row in clause_table(game.id) if row["tests"]]
    return tests[-1][0], position_text(game.new())


@pytest.fixture(scope="module")
def page(game: Game) -> Page:
    return Page(render_page(game, dict([start_of(game)])))


@pytest.mark.build
def test_every_clause_is_on_the_page_in_order_with_its_text(game: Game, page: Page) -> None:
    assert list(page.articles) == list(game.clauses())
    for clause in game.clauses().values():
        for text in (clause.title, clause.paraphrase, clause.reading, clause.reason, *clause.related):
            assert text in page.articles[clause.id]


def test_every_element_is_closed_and_every_mark_occurs_once(page: Page) -> None:
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))


def test_every_link_has_a_target_on_the_page(page: Page) -> None:
    assert len(page.links) > 500
    assert {link for link in page.links if not link.startswith("#")} == set()
    assert {link[1:] for link in page.links} - set(page.ids) == set()


def test_every_excerpt_matches_the_source(game: Game, page: Page) -> None:
    assert len(page.pieces) > 150
    for file, first, text in page.pieces:
        lines = (PACKAGE / "games" / game.id / file).read_text(encoding="utf-8").splitlines()
        shown = text.split("\n")
        assert lines[first - 1 : first - 1 + len(shown)] == shown


def test_every_place_that_cites_a_clause_is_shown_or_linked_there(game: Game, page: Page) -> None:
    spans: dict[str, list[tuple[int, str]]] = {}
    for mark in page.ids:
        if mark.startswith("code-"):
            file, _, number = mark.removeprefix("code-").rpartition("-")
            spans.setdefault(file, []).append((int(number), mark))
    for row in clause_table(game.id):
        for place in row["code"]:
            file, _, rest = place.partition(":")
            line = int(rest.split()[0])
            above = [mark for first, mark in spans[file.removesuffix(".py").replace("/", "-")] if first <= line]
            assert set(above) & page.within[row["clause"]], f"{row['clause']}: {place}"


def test_every_test_of_a_clause_is_named_with_its_line(game: Game, page: Page) -> None:
    sources: dict[str, list[str]] = {}
    for row in clause_table(game.id):
        for test in row["tests"]:
            file, _, name = test.partition("::")
            lines = sources.setdefault(file, (ROOT / file).read_text(encoding="utf-8").splitlines())
            _, _, after = page.articles[row["clause"]].partition(f"{name} {file}:")
            line = int(after.partition("\n")[0])
            following = lines[line - 1 : line + 400]
            assert any(name.rpartition("::")[2] in text for text in following)


def test_the_position_of_a_test_can_be_tried_and_is_listed_once(game: Game, page: Page) -> None:
    test, text = start_of(game)
    clauses = [row["clause"] for row in clause_table(game.id) if test in row["tests"]]
    assert list(page.positions) == clauses[:1]
    data = page.positions[clauses[0]]
    assert len(data) <= len(text)
    assert read_position(parse_position(data)).dump() == game.new().dump()
    assert f"position-{clauses[0]}" in page.ids
    for other in clauses[1:]:
        assert f"position-{clauses[0]}" in page.within[other]


@pytest.mark.build
def test_the_command_writes_the_page_of_each_game_with_its_positions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = next(game for game in GAMES if game.id == "pacific_fury")
    monkeypatch.setattr(command, "all_games", lambda: [game])
    folder = tmp_path / "build" / "rulebook"
    assert command.main(folder) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(folder / "pacific_fury.html"),
        "There are no positions to try: the tests that start from positions were not run.",
    ]
    (folder / "positions.json").write_text(json.dumps(dict([start_of(game)])), encoding="utf-8")
    assert command.main(folder) == 0
    assert capsys.readouterr().out.splitlines() == [str(folder / "pacific_fury.html")]
    assert len(Page((folder / "pacific_fury.html").read_text(encoding="utf-8")).positions) == 1


HOSTILE = '''"""1.1 <script>alert(1)</script> & more."""

SHIP = "<b>"


def sail(force: int) -> bool:
    """1.1 Sails </pre><i>at once</i>; see 1.2."""
    # 1.2 a < b & c > d
    return force < 3 and f"{force}</span>" != "&amp;"
'''


def test_texts_never_become_markup(tmp_path: Path) -> None:
    package = tmp_path / "src" / "ironbottom"
    folder = package / "games" / SKIRMISH.id
    (folder / "data").mkdir(parents=True)
    message = '"</p><script>alert(1)</script> &amp; \\"it\\""'
    clauses = [
        f'["{n}"]\ntitle = {message}\nparaphrase = {message}\nreading = {message}\nstatus = "implemented"\n'
        for n in ("1.1", "1.2")
    ]
    (folder / "data" / "clauses.toml").write_text("\n".join(clauses), encoding="utf-8")
    (folder / "sea.py").write_text(HOSTILE, encoding="utf-8")
    text = render_page(SKIRMISH, {}, package)
    page = Page(text)
    assert text.count("<script>") == 1
    assert list(page.articles) == ["1.1", "1.2"]
    assert page.articles["1.1"].count('</p><script>alert(1)</script> &amp; "it"') == 3
    shown = {first: piece for _, first, piece in page.pieces}
    assert shown == {1: HOSTILE.splitlines()[0], 6: "\n".join(HOSTILE.splitlines()[5:])}


def test_coloured_lines_read_as_the_source_does() -> None:
    lines = highlight(HOSTILE)
    assert len(lines) == len(HOSTILE.splitlines())
    head = '<b>def</b> <span class="f">sail</span>(force: <span class="y">int</span>)'
    assert lines[5] == f'{head} -&gt; <span class="y">bool</span>:'
    assert lines[7] == '    <span class="c"># 1.2 a &lt; b &amp; c &gt; d</span>'


@pytest.mark.build
def test_only_the_first_case_of_a_test_is_run(tmp_path: Path) -> None:
    target = tmp_path / "positions.json"
    tests = ["tests/engine/test_sealed.py::test_bytes_become_dice_by_rejection"]
    line = [sys.executable, "-m", "tests.kit.clause_positions", str(target), *tests]
    ran = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 passed" in ran.stdout
    assert json.loads(target.read_text(encoding="utf-8")) == {}


@pytest.mark.build
def test_the_tests_of_clauses_name_their_starting_position(tmp_path: Path) -> None:
    target = tmp_path / "positions.json"
    test = "tests/rulebook/begins.py::test_begins"
    line = [sys.executable, "-m", "tests.kit.clause_positions", str(target), test]
    ran = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 passed" in ran.stdout
    found = json.loads(target.read_text(encoding="utf-8"))
    assert list(found) == [test]
    assert read_position(parse_position(found[test])).cells == GAMES[0].new().cells


def test_files_whose_tests_cannot_begin_a_match_are_skipped(tmp_path: Path) -> None:
    """Imports of test modules are followed, even circular ones, and so are the fixtures in a file's folders."""
    files = {
        "tests/helper.py": "from tests.deeper import (\n    begin,\n)\n",
        "tests/deeper/__init__.py": "from tests import helper\nfrom tests.deeper import begin\n",
        "tests/deeper/begin.py": "from ironbottom.engine.match.match import Match\n",
        "tests/plain.py": "from tests import circle\n",
        "tests/circle.py": "from tests import plain\nfrom ironbottom.engine.rules.state import State\n",
        "tests/served/conftest.py": "from ironbottom.server.app import create_app\n",
        "tests/served/test_it.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert [name for name in files if not may_begin(name, tmp_path)] == ["tests/plain.py", "tests/circle.py"]
