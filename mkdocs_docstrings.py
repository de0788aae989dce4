"""Prepares the docstrings for the API reference, which shows them as Markdown. See ``mkdocs.yml``."""

from __future__ import annotations

from typing import Any

from griffe import Extension, Object

from mkdocs_hooks import docstring_markdown


class Docstrings(Extension):
    """Rewrites each docstring as Markdown."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring:
            obj.docstring.value = docstring_markdown(obj.docstring.value)
