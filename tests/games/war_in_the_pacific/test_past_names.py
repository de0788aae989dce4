"""The log names a ground unit by its counter's meaning at that time: the same counter is reused for others."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.view_types import LogEntryView
from ironbottom.server.views.log_text import log_with_text

EventData = dict[str, Any]
UNIT, KEPT, SPARE, OTHER = "japan_unit_1", "japan_unit_2", "japan_unit_90", "japan_unit_91"


def marched(unit: str) -> EventData:
    return {"event": "marched", "unit": unit, "way": ["A3114"]}


def lost(unit: str, kind: str) -> EventData:
    return {"event": "unit_lost", "unit": unit, "kind": kind, "at": "A2913"}


def raised(unit: str, kind: str) -> EventData:
    return {"event": "raised", "unit": unit, "kind": kind, "at": "A2913"}


LOG: list[LogEntryView] = [
    {"seq": 1, "act": "begin", "events": [marched(UNIT), marched(KEPT), marched(SPARE)]},
    {"seq": 2, "act": "choice", "side": "japan", "events": [lost(UNIT, "jp_7_3"), marched(UNIT)]},
    {"seq": 3, "act": "choice", "side": "japan", "events": [raised(UNIT, "jp_2_1"), marched(UNIT), marched(OTHER)]},
    {"seq": 4, "act": "choice", "side": "japan", "events": [raised(SPARE, "jp_2_1"), marched(SPARE)]},
    {"seq": 5, "act": "undo", "side": "japan", "taken": [4]},
    {"seq": 6, "act": "choice", "side": "japan", "events": [lost(OTHER, "jp_entr"), marched(SPARE)]},
    {
        "seq": 7,
        "act": "choice",
        "side": "japan",
        "events": [{"event": "broken_down", "unit": UNIT}, marched(UNIT), raised(UNIT, "jp_hq_wing"), marched(UNIT)],
    },
]
DIVISION, REGIMENT = "Japanese infantry division (7-3)", "Japanese infantry regiment (2-1)"
MARCHES = [
    [DIVISION, DIVISION, "Japanese ground unit 90"],
    ["Japanese ground unit 1"],
    [REGIMENT, "Japanese entrenchment"],
    ["Japanese ground unit 90"],
    [],
    ["Japanese ground unit 90"],
    ["Japanese ground unit 1", "Japanese Wing headquarters"],
]


@pytest.fixture(scope="module")
def match() -> Match:
    return Match("witp", scenario="burma", dice=SeededDice(1))


def logged(side: str, since: int = 0, most: int | None = None) -> list[LogEntryView]:
    return LOG[since:][:most]


def subjects(said: list[str]) -> list[str]:
    return [line.partition(" marches")[0] for line in said if " marches" in line]


def test_the_page_gets_the_type_that_marched_then(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "log", logged)
    message = log_with_text(match, "japan", 0)
    assert [subjects([event["text"] for event in entry.get("events", ())]) for entry in message] == MARCHES


def test_a_page_that_asks_for_the_last_entries_only_gets_the_same(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "log", logged)
    (entry,) = log_with_text(match, "japan", 6)
    assert subjects([event["text"] for event in entry["events"]]) == MARCHES[6]


def test_replay_and_export_name_the_type_that_marched_then(match: Match) -> None:
    spoken = GameText(match.rules)
    spoken.set_past_names(match.view("japan"), LOG)
    said = [list(spoken.story(entry["events"], spoken.then(entry))) if "events" in entry else [] for entry in LOG]
    assert [[line.partition(" at ")[0] for line in subjects(lines)] for lines in said] == MARCHES
    spoken.set_view(match.view("japan"))
    assert subjects(list(spoken.story(LOG[2]["events"][:2]))) == [DIVISION]
