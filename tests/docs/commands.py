"""Checks that the commands on the pages exist, accept their flags, and name existing games and files."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from cyclopts import App, CycloptsError

from ironbottom.bots.registry import all_bots
from ironbottom.cli.main import app
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.testing.games import named as game_named
from tests.docs.makefile import Makefile
from tests.docs.pages import Page, files

PLACEHOLDER = re.compile(r"[A-Z]{2,}")
"""A word that the user replaces, such as FILE."""
ASSIGNMENT = re.compile(r"([A-Z_]+)=(.*)", re.DOTALL)
VARIABLE = re.compile(r"IRONBOTTOM_[A-Z]+(=.*)?")
FLAG = re.compile(r"--[a-z][\w-]*( .*)?")
COMMAND_IN_COMMENT = re.compile(r"\b(python -m|make [a-z]|ironbottom [a-z])|[A-Z]+=\S")
SHOWN = re.compile(
    r"""(?:`|<code>|^\ {4,})                                                  # in backticks, a tag or a help text
    ((?:ironbottom\ [a-z-]|make\ [a-z]|python\ -m\ (?:tests|ironbottom|fast)\b)
    [^`<\n]* (?:\n\ {20,}--[^`<\n]*)*)                                       # which may go on in the next line""",
    re.MULTILINE | re.VERBOSE,
)
"""A command in source code."""
NOT_LITERAL = re.compile(r"[\[{]|\.\.\.")
"""Marks of a usage line, or of a text assembled at run time."""
QUICK = {"--help", "--version", "data", "games", "odds", "players", "rules"}
"""Commands of ironbottom that tests run, because they are fast and need none of the user's files."""
OWN = {"fast", "ironbottom", "tests"}
"""The packages of the project."""
LONG = {"balance", "bench", "exchanges", "ladder", "plan-score", "review", "simulate", "test-change"}
"""Commands of ironbottom that take long."""


class Command(NamedTuple):
    """A command on a page. One in a code block is complete, one in a sentence may be only a name."""

    line: int
    text: str
    complete: bool

    @property
    def words(self) -> list[str]:
        """The words of the command, without its comment."""
        return shlex.split(self.text, comments=True)

    @property
    def is_quick(self) -> bool:
        """Whether the command can be run in a test."""
        program, *words = self.words
        filled_in = not any(PLACEHOLDER.fullmatch(word) for word in words)
        named_only = len(words) == 1 and not self.complete
        return program == "ironbottom" and filled_in and not named_only and bool(QUICK & set(words[:1] + words[-1:]))


class Shown(NamedTuple):
    """A command of ironbottom in a session, its input, and the lines of its output that are shown."""

    line: int
    command: str
    typed: str
    lines: list[str]

    @property
    def is_long(self) -> bool:
        """Whether the command takes long."""
        return self.command.split()[0] in LONG


def sessions(page: Page) -> list[Shown]:
    """The commands of ironbottom in the sessions of a page."""
    found = list[Shown]()
    for block in page.blocks:
        lines = block.text.splitlines() if block.language == "console" else []
        starts = [number for number, text in enumerate(lines) if text.startswith("$ ironbottom ")]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
            below = [text for text in lines[start + 1 : end] if text.strip()]
            typed = "".join(f"{text[2:]}\n" for text in below if text.startswith("> "))
            found.append(Shown(block.line + 1 + start, lines[start].removeprefix("$ ironbottom "), typed, below))
    return found


def commands(page: Page) -> list[Command]:
    """The commands of a page, in code blocks and in sentences."""
    found = []
    for block in page.blocks:
        for line, text in enumerate(block.text.splitlines(), block.line + 1):
            if block.language == "sh" and text.strip():
                found.append(Command(line, text, complete=True))
            elif block.language == "console" and text.startswith("$ "):
                found.append(Command(line, text[2:], complete=True))
    for line, text in page.spans:
        if program_of(text) in Checker.PROGRAMS:
            found.append(Command(line, text, complete=False))
    return sorted(found)


def program_of(text: str) -> str:
    """The program called by some code, if any."""
    words = [word for word in text.split() if not ASSIGNMENT.fullmatch(word)]
    return Path(words[0]).name if words and words[0].startswith(".venv/bin/") else (words or [""])[0]


def wrong_commands(root: Path, page: Page, pytest_options: frozenset[str] = frozenset()) -> list[str]:
    """Each command, flag or variable on a page that does not work as printed."""
    checker = Checker(root, page.path.parent, pytest_options)
    found = [(one.line, f"`{one.text.strip()}`: {wrong}") for one in commands(page) if (wrong := checker.fault(one))]
    found += [
        (line, f"`{text}`: no command of the page takes this flag")
        for line, text in page.spans
        if FLAG.fullmatch(text) and not _is_taken(text, page, checker)
    ]
    found += [
        (line, f"`{text}`: nothing reads this variable")
        for line, text in page.spans
        if VARIABLE.fullmatch(text) and text.partition("=")[0] not in checker.environment
    ]
    return [f"{page.place(line)}: {wrong}" for line, wrong in sorted(found)]


def _is_taken(flag: str, page: Page, checker: Checker) -> bool:
    """Whether a command of the page accepts a flag with its value; without a value any command of ironbottom counts."""
    words = shlex.split(flag)
    if len(words) == 1 and words[0] in _flags_of_ironbottom():
        return True
    programs = [one.words for one in commands(page) if program_of(one.text) in {"ironbottom", "python", "pytest"}]
    return any(not checker.wrong([*program, *words]) for program in programs if len(program) > 1)


def wrong_commands_in_source(root: Path) -> list[str]:
    """Each command that source code (except these checks) shows or mentions and that does not work."""
    checker, found = Checker(root, root), []
    for path in files(root):
        if path.suffix in {".py", ".svelte", ".ts"} and path.parent != Path(__file__).parent:
            text = path.read_text(encoding="utf-8")
            for shown in SHOWN.finditer(text):
                line = text.count("\n", 0, shown.start(1)) + 1
                words = shown[1].strip().removesuffix('"""')
                command = Command(line, re.split(r"\s{2,}(?!--)", words)[0], complete=False)
                if not NOT_LITERAL.search(command.text) and (wrong := checker.fault(command)):
                    found.append(f"{path.relative_to(root).as_posix()}:{line}: `{command.text}`: {wrong}")
    return found


class Checker:
    """Checks commands as a user would type them at the top of the source tree."""

    PROGRAMS = ("ironbottom", "make", "python", "pytest", "pip", "npm", "node")

    def __init__(self, root: Path, folder: Path, pytest_options: frozenset[str] = frozenset()) -> None:
        self.root, self.folder, self.pytest_options = root, folder, pytest_options

    def fault(self, command: Command) -> str:
        """The fault of a command; empty if it works."""
        _, mark, comment = command.text.partition(" #")
        if mark and COMMAND_IN_COMMENT.search(comment):
            return "a command in a comment is not checked; give it its own line"
        try:
            words = command.words
        except ValueError as wrong:
            return str(wrong)
        if not command.complete and words == ["ironbottom"]:
            return ""
        if not command.complete and words[0] == "ironbottom" and len(words) == 2:
            return "" if words[1] in set(app) else f"there is no command {words[1]}"
        return self.wrong(words)

    def wrong(self, words: Sequence[str]) -> str:
        """The fault in the words of a command."""
        while words and (given := ASSIGNMENT.fullmatch(words[0])):
            if given[1] not in self.environment:
                return f"nothing reads the variable {given[1]}"
            words = words[1:]
        if not words:
            return ""
        program = program_of(words[0])
        if program not in self.PROGRAMS:
            return f"no test checks the program {program}"
        check = getattr(self, f"_{program}")
        return str(check(list(words[1:])))

    @cached_property
    def environment(self) -> set[str]:
        """The environment variables that the project reads."""
        read = [*(self.root / "src").rglob("*.py"), *(self.root / "fast").glob("*.py"), *self.root.glob("*.py")]
        return {name for path in read for name in re.findall(r"\bIRONBOTTOM_[A-Z]+\b", path.read_text("utf-8"))}

    @cached_property
    def makefile(self) -> Makefile:
        """The Makefile of the repository."""
        return Makefile(self.root / "Makefile")

    @property
    def npm_folder(self) -> Path:
        """The folder whose package.json applies where the commands are printed."""
        folders = [self.folder, *self.folder.parents]
        return next((folder for folder in folders if (folder / "package.json").exists()), self.root)

    def _ironbottom(self, words: list[str]) -> str:
        try:
            _, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
        except (CycloptsError, IronbottomError) as wrong:
            return str(wrong)
        return unknown_names(bound.arguments)

    def _make(self, words: list[str]) -> str:
        given = {assigned[1]: assigned[2] for word in words if (assigned := ASSIGNMENT.fullmatch(word))}
        targets = [word for word in words if not ASSIGNMENT.fullmatch(word)]
        for target in targets:
            if target not in self.makefile.recipes:
                return f"the Makefile has no target {target}"
            for name in given:
                lines = self.makefile.lines_with(target, name, given)
                if not lines and name not in self.makefile.variables:
                    return f"the target {target} does not use {name}"
                wrong = next((wrong for line in lines if (wrong := self.wrong(shlex.split(line)))), "")
                if wrong:
                    return wrong
        return ""

    def _python(self, words: list[str]) -> str:
        if not words:
            return ""
        if words[0] != "-m":
            return self._file(words[0])
        module, arguments = words[1], words[2:]
        if module == "pytest":
            return self._pytest(arguments)
        if module.partition(".")[0] not in OWN:
            return _answers(module, arguments)
        try:
            found = find_spec(module)
        except ModuleNotFoundError:
            found = None
        if found is None:
            return f"there is no module {module}"
        if found.submodule_search_locations is not None:
            module += ".__main__"
        return wrong_arguments(module, arguments)

    def _pytest(self, words: list[str]) -> str:
        before = ""
        for word in words:
            name = word.partition("=")[0]
            if before in {"-m", "-k", "-n"} or before in self.pytest_options:
                before = ""
                continue
            before = name if name == word else ""
            if name.startswith("--") and name not in self.pytest_options:
                return f"pytest has no option {name}"
            if not name.startswith("-") and (wrong := self._file(word.partition("::")[0])):
                return wrong
        return ""

    def _pip(self, words: list[str]) -> str:
        project = self.root / "pyproject.toml"
        if words[:1] != ["install"] or len(words) != 2 or not project.exists():
            return "no test checks this use of pip"
        if words[1].startswith("./"):
            there = (self.root / words[1] / "pyproject.toml").exists()
            return "" if there else f"there is no package in {words[1]}"
        wanted = re.fullmatch(r"(?:\.|ironbottom)(?:\[(\w+)\])?", words[1])
        if wanted is None:
            return "no test checks this use of pip"
        extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"].get("optional-dependencies", {})
        return f"the package has no extra {wanted[1]}" if wanted[1] and wanted[1] not in extras else ""

    def _npm(self, words: list[str]) -> str:
        if words == ["ci"]:
            return "" if (self.npm_folder / "package-lock.json").exists() else "there is no package-lock.json"
        script = words[1] if words[0] == "run" else words[0]
        package = json.loads((self.npm_folder / "package.json").read_text(encoding="utf-8"))
        return "" if script in package["scripts"] else f"package.json has no script {script}"

    def _node(self, words: list[str]) -> str:
        return self._file(words[0])

    def _file(self, name: str) -> str:
        there = any((folder / name).exists() for folder in (self.root, self.npm_folder))
        return "" if there else f"there is no {name}"


def _answers(module: str, arguments: Sequence[str]) -> str:
    """The error message of another package's program about its arguments, before it does anything."""
    command = [sys.executable, "-m", module, *arguments, "--help"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if ran.returncode == 0 else (ran.stderr.strip().splitlines() or [f"{module} fails"])[-1]


def unknown_names(arguments: Mapping[str, Any]) -> str:
    """The invalid names of games, scenarios, players and options in the arguments of a command."""
    named = arguments.get("game", arguments.get("games"))
    games = [name for name in _texts(named) if not PLACEHOLDER.fullmatch(name)]
    try:
        for game in map(game_named, games):
            scenario = arguments.get("scenario")
            if isinstance(scenario, str) and scenario not in game.scenarios:
                return f"{game.id} has no scenario {scenario}"
            for player in _texts(arguments.get("players")):
                if player not in all_bots(game):
                    return f"{game.id} has no player {player}"
            game.chosen(dict(option.split("=", 1) for option in _texts(arguments.get("option"))))
    except IronbottomError as wrong:
        return str(wrong)
    return ""


def _texts(value: object) -> list[str]:
    """The texts in an argument that is a text or a list of them."""
    values = value if isinstance(value, list | tuple) else [value]
    return [text for text in values if isinstance(text, str)]


@cache
def _flags_of_ironbottom() -> frozenset[str]:
    """The flags of all commands of ironbottom."""
    return frozenset(_flags(app))


def _flags(command: App) -> Iterator[str]:
    if command.default_command is not None:
        for argument in command.assemble_argument_collection():
            yield from argument.names
    for name in command:
        if not name.startswith("-"):
            yield from _flags(command[name])


class _ParsedError(Exception):
    """Stops a program once its arguments are parsed."""

    def __init__(self, parsed: Namespace) -> None:
        self.parsed = parsed


_parse_args = ArgumentParser.parse_args


def _stop_when_parsed(parser: ArgumentParser, arguments: Sequence[str] | None = None) -> Namespace:
    raise _ParsedError(_parse_args(parser, arguments))


def wrong_arguments(module: str, arguments: list[str]) -> str:
    """The invalid arguments of a module of the project that is run as a program."""
    program = import_module(module)
    source = Path(str(program.__file__)).read_text(encoding="utf-8")
    if "ArgumentParser" not in source:
        return "" if not arguments or "sys.argv" in source else f"{module} takes no arguments"
    said = io.StringIO()
    try:
        with (
            mock.patch.object(ArgumentParser, "parse_args", _stop_when_parsed),
            mock.patch.object(sys, "argv", [module, *arguments]),
            contextlib.redirect_stderr(said),
        ):
            program.main(*([arguments] if signature(program.main).parameters else []))
    except _ParsedError as stopped:
        parsed = vars(stopped.parsed)
        if module.startswith("tests."):
            parsed.pop("players", None)  # players of the kit, which are not bots
        return unknown_names(parsed)
    except SystemExit:
        return said.getvalue().strip().splitlines()[-1]
    return f"{module} does not parse its arguments"
