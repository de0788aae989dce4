"""The log as text: the text of each act for each side, its wording, and its length."""

from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.match.match import Match
from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.views import log_text
from ironbottom.server.views.log_text import log_with_text
from tests.engine.lanterns import lanterns
from tests.engine.test_record import match_on_file

JsonObject = dict[str, Any]


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """A match with every kind of log entry, resigned by blue."""
    played = match_on_file(Path(tmp_path_factory.mktemp("logs")) / "lanterns.jsonl")
    played.resign("blue")
    return played


def texts(match: Match, side: str) -> list[str]:
    """Returns the texts of the acts in a side's log; acts that are shown only by their events are left out."""
    return [entry["text"] for entry in log_with_text(match, side, 0) if "text" in entry]


def test_only_the_sides_own_choices_have_text(match: Match) -> None:
    red = [entry for entry in log_with_text(match, "red", 0) if entry["act"] == "choice"]
    assert {entry.get("text") for entry in red if entry["side"] == "blue"} == {None}
    assert [entry["text"] for entry in red if entry["side"] == "red"][:3] == ["done", "swap", "swap"]
    ringing = next(entry for entry in red if entry["side"] == "blue" and entry["dice"])
    assert ringing["events"] == [{"event": "scored", "side": "red", "points": 4, "text": "scored", "clause": "3.1"}]


def test_a_secret_of_an_event_is_only_in_the_owners_log(match: Match) -> None:
    swaps = {
        side: [
            event
            for entry in log_with_text(match, side, 0)
            for event in entry.get("events", ())
            if "swapped" in event.values()
        ]
        for side in ("red", "blue")
    }
    assert len(swaps["red"]) == len(swaps["blue"]) == 3
    assert [event["boat"] for event in swaps["red"]] == ["sampan", "junk", "sampan"]
    assert all("boat" not in event for event in swaps["blue"])


def test_an_undo_says_how_many_choices_and_who_agreed(match: Match) -> None:
    for side in ("red", "blue"):
        undo_lines = [text for text in texts(match, side) if "taken back" in text]
        assert undo_lines == [
            "3 choices were taken back by Red.",
            "A choice was taken back by Red, with the consent of Blue.",
        ]


def test_draw_offers_the_end_and_the_reveal_are_sentences(match: Match) -> None:
    assert texts(match, "red")[-6:] == [
        "Red offered a draw.",
        "Blue declined the draw.",
        "done",
        "Blue resigned.",
        "The match is over: Blue resigned.",
        "The secret of the dice is revealed: every die can be checked.",
    ]


def test_a_choice_dropped_by_a_withdrawal_is_named() -> None:
    match = lanterns()
    match.submit("red", [["hang", "a"], ["hang", "c"], ["snuff", "a"]])
    match.withdraw("red", 2)
    assert texts(match, "red")[-2:] == [
        "snuff a",
        "2 choices were taken back by Red. No longer possible and dropped: snuff a.",
    ]


def test_secrets_are_left_out_and_the_log_comes_in_parts(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = log_with_text(match, "red", 0)
    assert not any("secrets" in entry for entry in whole)
    assert whole[-1]["act"] == "reveal"
    assert [entry["seq"] for entry in whole] == list(range(1, len(whole) + 1))
    monkeypatch.setattr(log_text, "MAX_ENTRIES", 5)
    parts: list[LogEntryResponse] = []
    while more := log_with_text(match, "red", len(parts)):
        assert len(more) <= 5
        parts += more
    assert parts == whole


def test_the_public_log_has_choices_only_after_the_end(match: Match) -> None:
    public = log_with_text(match, "public", 0)
    assert not any("action" in entry for entry in public)
    assert public[-3]["text"] == "Blue resigned."
    assert {entry["side"] for entry in log_with_text(match, "open", 0) if "action" in entry} == {"red", "blue"}
