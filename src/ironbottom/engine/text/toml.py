"""Writes plain data as readable TOML (Python itself only reads TOML)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

WIDTH = 110
INDENT = "    "
BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_toml(data: Mapping[str, Any]) -> str:
    """Writes a table as TOML: values first, then tables, then lists of tables. None becomes an empty string.

    >>> print(write_toml({"turn": 2, "base": {"units": ["akagi"], "owner": None}, "zones": [{"id": "slot"}]}), end="")
    turn = 2
    <BLANKLINE>
    [base]
    units = ["akagi"]
    owner = ""
    <BLANKLINE>
    [[zones]]
    id = "slot"
    """
    lines: list[str] = []
    _table(data, (), lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    inner = {name: value for name, value in data.items() if _is_table(value) or _is_tables(value)}
    for name, value in data.items():
        if name not in inner:
            lines.append(f"{_key(name)} = {_value(value, len(_key(name)) + 3)}")
    for name, value in inner.items():
        here = (*path, name)
        head = ".".join(map(_key, here))
        for table in value if isinstance(value, list) else [value]:
            if isinstance(value, list):
                lines += ["", f"[[{head}]]"]
            elif not value or not all(_is_table(item) or _is_tables(item) for item in value.values()):
                lines += ["", f"[{head}]"]
            _table(table, here, lines)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_table, value))


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _text(name)


def _value(value: Any, taken: int) -> str:
    if value is None:
        return '""'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(name)} = {_value(item, 0)}" for name, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, (list, tuple)):
        return _list([_value(item, 0) for item in value], taken)
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"{value!r} cannot be written in a position")


def _list(items: list[str], taken: int) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) + taken <= WIDTH or not taken:
        return line
    filled = [INDENT]
    for item in items:
        if len(filled[-1]) + len(item) + 2 > WIDTH and filled[-1] != INDENT:
            filled.append(INDENT)
        filled[-1] += f"{' ' if filled[-1] != INDENT else ''}{item},"
    return "\n".join(["[", *filled, "]"])


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
