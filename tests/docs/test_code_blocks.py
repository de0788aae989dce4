"""Code blocks on the pages run as printed, match the files they quote, and are valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.code_blocks import COMMANDS, NOT_RUN, wrong_blocks
from tests.docs.pages import ROOT, Page, pages
from tests.docs.test_links import each_page, write_page


@each_page
def test_every_code_block_of_a_page_works(page: Page, tmp_path: Path) -> None:
    assert wrong_blocks(ROOT, page, tmp_path) == []


def test_there_are_blocks_of_every_kind() -> None:
    kinds = {block.language for page in pages() for block in page.blocks}
    assert kinds == {"js", "pycon", "python"} | COMMANDS | set(NOT_RUN)


@pytest.mark.parametrize(
    ("block", "fault"),
    [
        ("```python\na = 1\na.b()\n```", "3: line 5: AttributeError: 'int' object has no attribute 'b'"),
        ("```python\na =\n```", "3: line 4: SyntaxError: invalid syntax (README.md, line 4)"),
        ("```python from=a.py\nb = 1\n```", "3: not as in a.py"),
        ("```python from=b.py\nb = 1\n```", "3: there is no b.py"),
        ("```pycon\n1 + 1\n```", "3: nothing is typed in this session"),
        ("```toml\na = b\n```", "3: Invalid value (at line 1, column 5)"),
        ('```json\n{"a": 1, …}\n{"a" 1}\n```', "3: line 5: Expecting ':' delimiter: line 1 column 6 (char 5)"),
        ("```js\nconsole.log(7) // 6\n```", "3: prints 7"),
        ("```js\nconsole.log(7)\n```", "3: the last line has no comment with what is printed"),
        ("```\nmake play\n```", "3: a code block must name its language, one of those in tests.docs.pages"),
        ("```rust\n1\n```", "3: a code block must name its language, one of those in tests.docs.pages"),
        ("```toml form=a\na = 1\n```", "3: unknown attribute form"),
        ("    make play", "3: put code between fences"),
    ],
)
def test_a_block_that_does_not_work_is_found_with_its_line(tmp_path: Path, block: str, fault: str) -> None:
    write_page(tmp_path, "a = 1\n", "a.py")
    assert wrong_blocks(tmp_path, write_page(tmp_path, f"# A\n\n{block}\n"), tmp_path) == [f"README.md:{fault}"]


def test_an_answer_that_is_not_as_shown_is_found(tmp_path: Path) -> None:
    (found,) = wrong_blocks(tmp_path, write_page(tmp_path, "```pycon\n>>> 1 + 1\n3\n```\n"), tmp_path)
    assert found.startswith("README.md:1: ")
    assert 'File "README.md", line 2' in found
    assert "Expected:\n    3\nGot:\n    2" in found


def test_blocks_use_the_results_of_the_blocks_above_them(tmp_path: Path) -> None:
    write_page(tmp_path, "def f() -> int:\n    a = 1\n    return a\n", "a.py")
    text = (
        "```toml file=a.toml\na = 1\n```\n```python\nimport tomllib\nfrom pathlib import Path\n"
        'a = tomllib.loads(Path("a.toml").read_text())["a"]\nprint(a)\n```\n```pycon\n>>> a + 1\n2\n```\n'
        "```python from=a.py\ndef f() -> int:\n    ...\n    return a\n```\n```js\nconsole.log(1, 2) // 1, 2\n```\n"
    )
    assert wrong_blocks(tmp_path, write_page(tmp_path, text), tmp_path) == []
