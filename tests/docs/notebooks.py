"""Runs the tutorials: notebooks whose code works and prints what they show.

python -m tests.docs.notebooks       runs each of them and writes what its cells print into it
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.docs.pages import ROOT

NOTEBOOKS = sorted((ROOT / "docs" / "tutorials").glob("*.ipynb"))
PICTURE = "_repr_svg_"


class CellRun(NamedTuple):
    """The output of a cell, and its last value, which is None if the cell ends with a statement."""

    printed: str
    value: object

    @property
    def is_picture(self) -> bool:
        """Whether a notebook shows the value as a picture, which is not stored."""
        return hasattr(self.value, PICTURE) or hasattr(self.value, "savefig")

    @property
    def outputs(self) -> list[dict[str, Any]]:
        """The outputs as a notebook stores them."""
        printed = {"name": "stdout", "output_type": "stream", "text": self.printed.splitlines(keepends=True)}
        outputs: list[dict[str, Any]] = [printed] if self.printed else []
        if self.value is not None and not self.is_picture:
            data = {"text/plain": repr(self.value).splitlines(keepends=True)}
            outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
        return outputs


def read(path: Path) -> dict[str, Any]:
    """Returns the content of a notebook."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, defined: dict[str, Any]) -> CellRun:
    """Runs a cell as a notebook does."""
    statements = ast.parse(source).body
    last = statements.pop() if isinstance(statements[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "cell", "exec"), defined)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), defined)
    return CellRun(printed.getvalue(), value)


def run_notebook(notebook: dict[str, Any]) -> list[CellRun]:
    """Runs the cells of a notebook in order."""
    defined: dict[str, Any] = {"__name__": "__main__"}
    return [run_cell("".join(cell["source"]), defined) for cell in code_cells(notebook)]


def main() -> None:
    """Writes what the cells print."""
    for path in NOTEBOOKS:
        notebook = read(path)
        for cell, ran in zip(code_cells(notebook), run_notebook(notebook), strict=True):
            cell["outputs"] = ran.outputs
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
