"""Runs the code blocks of a page from top to bottom, as a user would, and compares their output."""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import re
import shutil
import subprocess
import tomllib
import traceback
from pathlib import Path
from typing import Any

from ironbottom.web.build import find_node
from tests.docs.pages import CodeBlock, Page

ELLIPSIS = re.compile(r",? *…")
"""The mark for an omission in a JSON line."""
COMMENT = re.compile(r"// (.*)\s*$")
COMMANDS = {"sh", "console"}
"""The languages of blocks with commands; ``running`` divides these into commands that run and those that do not."""
NOT_RUN = {
    "text": "a layout of bytes, files or requests, which nobody types",
    "toml": "data, which is read; with file=NAME the blocks below it use it",
    "json": "lines of a record with gaps, which are read",
}
"""Languages whose blocks are not run, each with the reason."""


def wrong_blocks(root: Path, page: Page, folder: Path) -> list[str]:
    """Each code block of a page that fails or shows something else; files are written to a folder."""
    found = [f"{page.place(line)}: put code between fences" for line, _ in page.indented_blocks]
    blocks = _Blocks(root, page, folder)
    with contextlib.chdir(folder):
        found += [f"{page.place(block.line)}: {wrong}" for block in page.blocks if (wrong := blocks.fault(block))]
    return found


class _Blocks:
    """The blocks of a page and the definitions of earlier ones."""

    def __init__(self, root: Path, page: Page, folder: Path) -> None:
        self.root, self.page, self.folder = root, page, folder
        self.defined: dict[str, Any] = {"__name__": page.name}

    def fault(self, block: CodeBlock) -> str:
        """The fault of a block; empty if there is none."""
        if unknown := block.attributes.keys() - {"from", "file"}:
            return f"unknown attribute {', '.join(sorted(unknown))}"
        if "from" in block.attributes:
            return self._quoted(block)
        if "file" in block.attributes:
            (self.folder / block.attributes["file"]).write_text(block.text, encoding="utf-8")
        if block.language in COMMANDS or block.language == "text":
            return ""
        check = getattr(self, f"_{block.language}", None) if block.language else None
        return (
            str(check(block)) if check else f"a code block must name its language, one of those in {__package__}.pages"
        )

    def _quoted(self, block: CodeBlock) -> str:
        path = self.root / block.attributes["from"]
        if not path.exists():
            return f"there is no {block.attributes['from']}"
        rest = path.read_text(encoding="utf-8")
        for part in re.split(r"^ *\.\.\.\n", block.text, flags=re.MULTILINE):
            _, found, rest = rest.partition(part)
            if not found:
                return f"not as in {block.attributes['from']}"
        return ""

    def _python(self, block: CodeBlock) -> str:
        code = "\n" * block.line + block.text
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(code, self.page.name, "exec"), self.defined)
        except Exception as wrong:
            lines = [
                frame.lineno for frame in traceback.extract_tb(wrong.__traceback__) if frame.filename == self.page.name
            ]
            line = wrong.lineno if isinstance(wrong, SyntaxError) else lines[-1]
            return f"line {line}: {type(wrong).__name__}: {wrong}"
        return ""

    def _pycon(self, block: CodeBlock) -> str:
        session = doctest.DocTestParser().get_doctest(
            block.text, self.defined, self.page.name, self.page.name, block.line
        )
        said = io.StringIO()
        ran = doctest.DocTestRunner(verbose=False).run(session, out=said.write, clear_globs=False)
        if not ran.attempted:
            return "nothing is typed in this session"
        return said.getvalue().strip()

    def _js(self, block: CodeBlock) -> str:
        shown = COMMENT.search(block.text)
        if not shown:
            return "the last line has no comment with what is printed"
        npm = find_node()
        node = shutil.which("node", path=str(Path(npm[0]).parent)) if npm else None
        if node is None:
            return "there is no Node to run it"
        command = [node, "--input-type=module", "--eval", block.text]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        printed = ", ".join(ran.stdout.split())
        return "" if printed == shown[1] else f"prints {printed or ran.stderr.strip()}"

    def _toml(self, block: CodeBlock) -> str:
        try:
            tomllib.loads(block.text)
        except tomllib.TOMLDecodeError as wrong:
            return str(wrong)
        return ""

    def _json(self, block: CodeBlock) -> str:
        for number, line in enumerate(block.text.splitlines(), 1):
            try:
                json.loads(ELLIPSIS.sub("", line))
            except ValueError as wrong:
                return f"line {block.line + number}: {wrong}"
        return ""
