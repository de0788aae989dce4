"""Answers of the odds calculators that consist of tables."""

from __future__ import annotations

import msgspec

from ironbottom.odds.tables import OddsTable


class TableAnswer(msgspec.Struct):
    """An answer:

    ``lines`` say what was computed, ``figures`` are chances and averages by name, ``tables`` show everything.

    ``notes`` list the assumptions; ``exact`` says whether every figure is exact under them. ``place`` and ``at`` are
    the title and the id of a place on the board.
    """

    kind: str
    lines: list[str] = []
    figures: dict[str, float] = {}
    tables: list[OddsTable] = []
    notes: list[str] = []
    exact: bool = True
    place: str = ""
    at: str = ""
