"""Commands on the pages and in the help exist and accept their flags, and fast ones are run."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from tests.cli.running import one_line, run
from tests.docs.commands import Command, Shown, commands, sessions, wrong_commands, wrong_commands_in_source
from tests.docs.pages import ROOT, Page, pages
from tests.docs.running import NOT_RUN, Run, excused, how_run, in_blocks
from tests.docs.test_links import each_page, write_page

QUICK = {shlex.join(one.words[1:]): page.place(one.line) for page in pages() for one in commands(page) if one.is_quick}
SESSIONS = [
    pytest.param(shown, id=page.place(shown.line), marks=[pytest.mark.thorough] if shown.is_long else [])
    for page in pages()
    for shown in sessions(page)
]

RUN = {page.place(one.line): how_run(one, language) for page in pages() for one, language in in_blocks(page)}
"""By place, how each command in a code block is run; None if it is neither run nor listed with a reason."""
SHORT = {run.words: place for place, run in RUN.items() if run and run.kind == "short"}
EXPANDED = {run.words: place for place, run in RUN.items() if run and run.kind == "expanded"}


def late(words: tuple[str, ...]) -> ParameterSet:
    """A short command as a case of the build, or of the thorough run if it takes more than a few seconds."""
    mark = pytest.mark.thorough if Run("short", words).is_long else pytest.mark.build
    return pytest.param(words, id=SHORT[words], marks=mark)


@pytest.fixture
def options(pytestconfig: pytest.Config) -> frozenset[str]:
    """The options that pytest accepts here."""
    return frozenset(f"--{name.replace('_', '-')}" for name in vars(pytestconfig.option))


@each_page
def test_every_command_of_a_page_takes_its_flags(page: Page, options: frozenset[str]) -> None:
    assert wrong_commands(ROOT, page, options) == []


@pytest.mark.build
def test_every_command_in_the_help_and_the_source_takes_its_flags() -> None:
    assert wrong_commands_in_source(ROOT) == []


@pytest.mark.parametrize("words", QUICK, ids=QUICK.values())
def test_a_quick_command_of_a_page_answers(words: str) -> None:
    ran = run(*shlex.split(words))
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("shown", SESSIONS)
def test_a_command_writes_what_the_page_shows_below_it(shown: Shown) -> None:
    ran = run(*shlex.split(shown.command), typed=shown.typed)
    assert ran.code == 0
    assert [line for line in ran.err.splitlines() if not line.startswith("not measured")] == []
    rest = one_line(ran.out)
    for line in map(one_line, shown.lines):
        _, found, rest = rest.partition(line)
        assert found, f"{line!r} does not follow"


def test_every_command_in_a_block_is_run_or_has_a_reason() -> None:
    assert [place for place, run in RUN.items() if run is None] == []
    assert {run.kind for run in RUN.values() if run} == {"quick", "shown", "expanded", "short", "not run"}


def test_every_reason_not_to_run_a_command_is_needed_and_names_a_test() -> None:
    assert set(NOT_RUN.values()) == excused(pages())
    assert [why for why in NOT_RUN.values() if not (ROOT / why.rpartition("; ")[2]).is_file()] == []


@pytest.mark.parametrize("words", [late(words) for words in SHORT])
def test_a_long_command_of_a_page_runs_in_a_shorter_form(words: tuple[str, ...], tmp_path: Path) -> None:
    """Each command runs in its own folder, because some commands write files."""
    words = tuple([str(ROOT / word) if (ROOT / word).is_file() else word for word in words])
    program = [sys.executable, *words[1:]] if words[0] == "python" else [sys.executable, "-m", *words]
    paths = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    own = {**os.environ, "PYTHONPATH": paths}
    ran = subprocess.run(program, cwd=tmp_path, env=own, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.mark.build
@pytest.mark.parametrize("words", EXPANDED, ids=EXPANDED.values())
def test_make_can_expand_a_command_of_a_page(words: tuple[str, ...]) -> None:
    command = [words[0], "--dry-run", "--no-print-directory", *words[1:]]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    ran = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.mark.parametrize(
    ("text", "language", "run"),
    [
        ("ironbottom rules pf 9.1", "sh", Run("quick", ("ironbottom", "rules", "pf", "9.1"))),
        ("ironbottom rules pf 9.1", "console", Run("shown", ("ironbottom", "rules", "pf", "9.1"))),
        ("make play ARGS=--lan  # now", "sh", Run("expanded", ("make", "play", "ARGS=--lan"))),
        (
            ".venv/bin/python -m ironbottom.testing pf --minutes 30",
            "sh",
            Run("short", ("python", "-m", "ironbottom.testing", "pf", "--minutes", "0.01", "--check", "offers")),
        ),
        ("IRONBOTTOM_STORE=x ironbottom serve", "sh", Run("not run", ("ironbottom", "serve"))),
        ("ironbottom export FILE", "sh", Run("not run", ("ironbottom", "export", "FILE"))),
        ("curl localhost", "sh", None),
        ("python -m ironbottom.lab.unknown", "sh", None),
        ("make play", "console", None),
    ],
)
def test_a_command_belongs_to_one_kind(text: str, language: str, run: Run | None) -> None:
    assert how_run(Command(1, text, complete=True), language) == run


def test_there_are_commands_of_every_kind() -> None:
    assert len(QUICK) > 5
    assert len(SESSIONS) > 5
    programs = {one.words[0] for page in pages() for one in commands(page)}
    assert {"ironbottom", "make", "python", "npm"} <= programs


MAKEFILE = """VENV ?= .venv
BIN := $(VENV)/bin
MINUTES ?= 5

play: ready page ## play
\t@$(BIN)/ironbottom serve $(ARGS)

fuzz:
\t@$(BIN)/python -m ironbottom.testing --minutes $(MINUTES)
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A small repository with a Makefile, a package for npm and a variable that is read."""
    write_page(tmp_path, MAKEFILE, "Makefile")
    write_page(tmp_path, '[project]\noptional-dependencies = {server = ["x"]}\n', "pyproject.toml")
    write_page(tmp_path, '{"scripts": {"build": "vite build"}}', "page/package.json")
    write_page(tmp_path, 'STORE = os.environ["IRONBOTTOM_STORE"]', "src/store.py")
    return tmp_path


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ("ironbottom sreve", 'Unknown command "sreve". Did you mean "serve"?'),
        ("ironbottom serve --lann", "Unknown option: --lann. Did you mean --lan?"),
        ("ironbottom serve --port", "requires an argument"),
        ("ironbottom verify", 'Command "verify" parameter FILE requires an argument.'),
        ("ironbottom odds aap --atack 1", "Unknown option: --atack. Did you mean --attack?"),
        ("ironbottom play jutland", "no game is called 'jutland'"),
        ("ironbottom play witp --scenario midwey", "war_in_the_pacific has no scenario midwey"),
        ("ironbottom simulate pf admiral", "pacific_fury has no player admiral"),
        ("ironbottom simulate pf --option factor_set=Z", "factor_set"),
        ("make paly", "the Makefile has no target paly"),
        ("make play ARGUMENTS=--lan", "the target play does not use ARGUMENTS"),
        ("make play ARGS=--lann", "Unknown option: --lann. Did you mean --lan?"),
        ("make fuzz MINUTES=many", "argument --minutes: invalid float value: 'many'"),
        ("python -m ironbottom.lab.laddre pf", "there is no module ironbottom.lab.laddre"),
        ("python -m ironbottom.lab.ladder pf", "the following arguments are required: players"),
        ("python -m ironbottom.lab.ladder pf ensign --gmaes 3", "unrecognized arguments: --gmaes 3"),
        ("python -m ironbottom.lab.ui_cost witp --scenario leyt", "war_in_the_pacific has no scenario leyt"),
        ("python -m pre_commit instal", "invalid choice: 'instal'"),
        ("python scripts/gallery.py check", "there is no scripts/gallery.py"),
        ("pytest tests/test_kit.py", "there is no tests/test_kit.py"),
        ("pytest --dits load", "pytest has no option --dits"),
        ("IRONBOTTOM_STOER=x make play", "nothing reads the variable IRONBOTTOM_STOER"),
        ("npm run biuld", "package.json has no script biuld"),
        ("curl localhost", "no test checks the program curl"),
        ("pip install .[sever]", "the package has no extra sever"),
        ("pip download .", "no test checks this use of pip"),
        ('ironbottom odds aap --attack "1', "No closing quotation"),
        ("make play  # or make play ARGS=--lan", "a command in a comment is not checked; give it its own line"),
    ],
)
def test_a_wrong_command_is_found_with_its_line(repository: Path, command: str, fault: str) -> None:
    page = write_page(repository, f"# Play\n\n```sh\nmake play\n{command}\n```\n", "page/README.md")
    (found,) = wrong_commands(repository, page, frozenset({"--dist"}))
    assert found.startswith(f"page/README.md:5: `{command}`: ")
    assert fault in found


@pytest.mark.parametrize(
    ("span", "fault"),
    [
        ("ironbottom sreve", "there is no command sreve"),
        ("make paly", "the Makefile has no target paly"),
        ("--lann", "no command of the page takes this flag"),
        ("--scenario midwey", "no command of the page takes this flag"),
        ("IRONBOTTOM_STOER", "nothing reads this variable"),
    ],
)
def test_a_wrong_command_in_a_sentence_is_found_with_its_line(repository: Path, span: str, fault: str) -> None:
    page = write_page(repository, f"Play with `ironbottom play witp`;\nsee `{span}`.", "docs/a.md")
    assert wrong_commands(repository, page) == [f"docs/a.md:2: `{span}`: {fault}"]


def test_correct_commands_pass(repository: Path) -> None:
    block = (
        "make play ARGS=--no-open   # without a browser\nmake fuzz MINUTES=3\nironbottom serve --port 8000\n"
        "python -m ironbottom.lab.ladder pf ensign random --games 3\nnpm run build\nIRONBOTTOM_STORE=x make play\n"
        'pip install .\npip install "ironbottom[server]"\n'
    )
    spans = "`ironbottom verify` `ironbottom verify FILE` `--commitment HASH` `--json` `IRONBOTTOM_STORE` `odds`"
    assert wrong_commands(repository, write_page(repository, f"```sh\n{block}```\n\n{spans}\n", "page/README.md")) == []


def test_a_wrong_command_in_the_source_is_found_with_its_line(repository: Path) -> None:
    text = '"""Shows; see `make paly`.\n\n    ironbottom rules pf 10.6       what it says\n    ironbottom rulse pf"""\n'
    write_page(
        repository,
        text + 'HTML = "<code>ironbottom play --text</code>, <code>ironbottom play {file}</code>"',
        "src/a.py",
    )
    first, second, third = wrong_commands_in_source(repository)
    assert first == "src/a.py:1: `make paly`: the Makefile has no target paly"
    assert second.startswith('src/a.py:4: `ironbottom rulse pf`: Unknown command "rulse".')
    assert third.startswith("src/a.py:5: `ironbottom play --text`: Unknown option: --text.")


def test_the_output_of_a_session_is_read(tmp_path: Path) -> None:
    block = "$ ironbottom play pf\nYour turn.\n> done\n\n> quit\nKept.\n$ ironbottom bench --only x\n"
    page = write_page(tmp_path, f"```console\n{block}```\n")
    assert sessions(page) == [
        Shown(2, "play pf", "done\nquit\n", ["Your turn.", "> done", "> quit", "Kept."]),
        Shown(8, "bench --only x", "", []),
    ]
    assert [shown.is_long for shown in sessions(page)] == [False, True]
    assert Command(1, "ironbottom odds aap --raid", complete=True).is_quick
    assert not Command(1, "ironbottom odds", complete=False).is_quick
    assert not Command(1, "ironbottom data GAME", complete=True).is_quick
