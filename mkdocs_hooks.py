"""What `make site` adds to the docs: pages from other folders, the rulebooks, and checks of the built site.

The docs are written so that they read well in the repository too. For the site these hooks

- take in the pages of the repository that are outside ``docs/``, and change the links between them;
- give headings the same anchors;
- turn the files named ``build/rulebook/GAME.html`` into links to the rulebooks, which are beside the pages;
- show the notebooks as pages;
- prepare the docstrings of the API reference;
- fail if a built page loads anything from another host.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from textwrap import dedent
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).parent
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md", "benchmarks/calibration.md")
"""Pages of the repository outside ``docs/`` that belong to the site, where they keep their paths."""
RULEBOOK = re.compile(r"`build/rulebook/(\w+\.html)`")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w+) (?:from|file)=(\S+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
LOADING = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("video", "src"), ("audio", "src")}
LOADED_LINKS = {"stylesheet", "preload", "modulepreload", "icon", "preconnect", "dns-prefetch", "manifest"}
FROM_CSS = re.compile(r"""(?:@import\s+|url\()\s*["']?((?:https?:)?//[^"')\s]+)""")


# -- pages ---------------------------------------------------------------------------------------------


def place_in_site(path: str) -> str | None:
    """Where a file of the repository is in the site; None if it is not in it.

    >>> place_in_site("docs/games/hold_fast.md"), place_in_site("SECURITY.md"), place_in_site("LICENSE")
    ('games/hold_fast.md', 'SECURITY.md', None)
    >>> place_in_site("docs/tutorials/first_game.ipynb")
    'tutorials/first_game.md'
    """
    if path.startswith("docs/"):
        return re.sub(r"\.ipynb$", ".md", path.removeprefix("docs/"))
    return path if path in OUTSIDE else None


def site_link(page: str, link: str) -> str | None:
    """A link of a page as the site needs it; None if its target is not in the site.

    >>> site_link("docs/README.md", "../SECURITY.md#how-to-report"), site_link("SECURITY.md", "docs/dice.md")
    ('SECURITY.md#how-to-report', 'dice.md')
    >>> site_link("docs/data.md", "https://example.org/"), site_link("README.md", "LICENSE")
    ('https://example.org/', None)
    """
    parts = urlsplit(link)
    if parts.scheme or not parts.path:
        return link
    target = place_in_site(posixpath.normpath(posixpath.join(posixpath.dirname(page), parts.path)))
    here = place_in_site(page)
    if target is None or here is None:
        return None
    anchor = f"#{parts.fragment}" if parts.fragment else ""
    return posixpath.relpath(target, posixpath.dirname(here) or ".") + anchor


def site_text(page: str, text: str) -> str:
    """A page of the repository as the site needs it: its links, its rulebooks, the titles of quoted code.

    >>> site_text("docs/rulebook.md", "See `build/rulebook/hold_fast.html` and [the licence](../LICENSE).")
    'See [hold_fast.html](rulebook/hold_fast.html) and the licence.'
    >>> site_text("docs/dice.md", "`[a](b)`")
    '`[a](b)`'
    """
    here = posixpath.dirname(place_in_site(page) or "") or "."

    def linked(found: re.Match[str]) -> str:
        picture, words, link = found.groups()
        changed = site_link(page, link)
        return words if changed is None else f"{picture}[{words}]({changed})"

    def rulebook(found: re.Match[str]) -> str:
        return f"[{found[1]}]({posixpath.relpath(f'rulebook/{found[1]}', here)})"

    parts, reached = [], 0
    for code in CODE.finditer(text):
        parts.append(LINK.sub(linked, text[reached : code.start()]))
        parts.append(RULEBOOK.sub(rulebook, FENCE.sub(r'```\1 title="\2"', code[0])))
        reached = code.end()
    return "".join(parts) + LINK.sub(linked, text[reached:])


def anchor(heading: str, separator: str = "-") -> str:
    """The anchor of a heading, which is that of GitHub.

    >>> anchor("Axis & Allies: Pacific")
    'axis--allies-pacific'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", separator)


def notebook_markdown(text: str) -> str:
    """A notebook as a page: its text, its code, and what the code prints.

    >>> cells = [{"cell_type": "markdown", "source": ["# A"]}, {"cell_type": "code", "source": ["1"], "outputs": []}]
    >>> notebook_markdown(json.dumps({"cells": cells}))
    '# A\\n\\n```python\\n1\\n```\\n'
    """
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            printed = "".join(output.get("text") or output["data"]["text/plain"])
            parts.append(f"```text\n{printed.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


LITERAL = re.compile(r"::\n\n((?:(?:    .*)?\n?)+)")
SESSION = re.compile(r"^ *>>> .*(?:\n(?! *$).+)*", re.MULTILINE)


def docstring_markdown(text: str) -> str:
    """A docstring as Markdown: examples and literal blocks become blocks of code.

    >>> docstring_markdown("Adds.\\n\\n>>> 1 + 1\\n2")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    >>> docstring_markdown("A file::\\n\\n    a = 1\\n\\nEnd.")
    'A file:\\n\\n```python\\na = 1\\n```\\n\\nEnd.'
    """
    text = LITERAL.sub(lambda found: f":\n\n```python\n{dedent(found[1]).strip()}\n```\n\n", text)
    return SESSION.sub(lambda found: f"```pycon\n{dedent(found[0])}\n```", text).rstrip()


# -- the built site ------------------------------------------------------------------------------------


class _Loads(HTMLParser):
    """The addresses that a page loads when it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        fields = {name: value or "" for name, value in attrs}
        self.found += [fields[name] for part, name in LOADING if part == tag and name in fields]
        if tag == "link" and LOADED_LINKS & set(fields.get("rel", "").split()):
            self.found.append(fields.get("href", ""))


def loads_from_outside(name: str, text: str) -> list[str]:
    """The addresses on other hosts that a page or a style sheet loads.

    >>> loads_from_outside("a.html", '<script src="https://cdn.example/x.js"></script><a href="https://example.org/">')
    ['https://cdn.example/x.js']
    >>> loads_from_outside("a.css", "@import url(//fonts.example/a.css);")
    ['//fonts.example/a.css']
    """
    if name.endswith(".css"):
        return FROM_CSS.findall(text)
    page = _Loads()
    page.feed(text)
    return [address for address in page.found if urlsplit(address).netloc]


def outside_loads(site: Path) -> Iterator[str]:
    """Everything in a built site that comes from another host, each with its file."""
    for path in sorted(site.rglob("*")):
        if path.suffix in {".html", ".css"}:
            for address in loads_from_outside(path.name, path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(site)} loads {address}"


# -- what mkdocs calls ---------------------------------------------------------------------------------


def on_config(config: Any) -> Any:
    """Gives headings the anchors that they have in the repository."""
    config["mdx_configs"].setdefault("toc", {})["slugify"] = anchor
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages outside ``docs/``, the notebooks and the rulebooks."""
    from mkdocs.exceptions import PluginError
    from mkdocs.structure.files import File

    for path in OUTSIDE:
        files.append(File.generated(config, path, content=(ROOT / path).read_text(encoding="utf-8")))
    for notebook in sorted((ROOT / "docs").rglob("*.ipynb")):
        place = place_in_site(notebook.relative_to(ROOT).as_posix())
        files.append(File.generated(config, place, content=notebook_markdown(notebook.read_text(encoding="utf-8"))))
    folder = ROOT / config["extra"]["rulebooks"]
    rulebooks = sorted(folder.glob("*.html"))
    if not rulebooks:
        raise PluginError(f"there are no rulebooks in {folder}; run `make rulebook` first")
    for rulebook in rulebooks:
        files.append(File.generated(config, f"rulebook/{rulebook.name}", abs_src_path=str(rulebook)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Changes the links of a page."""
    path = page.file.src_uri
    return site_text(path if path in OUTSIDE else f"docs/{path}", markdown)


def on_post_build(config: Mapping[str, Any]) -> None:
    """Fails if the site needs another host."""
    from mkdocs.exceptions import PluginError

    if found := list(outside_loads(Path(config["site_dir"]))):
        raise PluginError("\n".join(["The site must not need another host:", *found]))
