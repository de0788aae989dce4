"""``ironbottom review``: text, JSON, HTML, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.cli.running import one_line, run
from tests.lab.test_true_stories import latest

RECORD = str(latest("pacific_fury")[0])
FEW = ("--decisions", "6", "--states", "8", "--workers", "1")


def test_a_review_shows_chances_choices_luck_and_what_was_examined() -> None:
    ran = run("review", RECORD, *FEW)
    assert ran.code == 0
    told = one_line(ran.out)
    assert told.startswith("Pacific Fury: Guadalcanal 1942 Over: after turn 4 ")
    assert "Examined: 6 decisions with " in told
    assert "each in at most 8 drawn states (seed 1)" in told
    assert "Chance of Japan to win: " in told
    assert "by choices of Japan" in told
    assert "by luck" in told


def test_as_json_and_as_a_page() -> None:
    told = json.loads(run("review", RECORD, *FEW, "--json").out)
    assert (told["examined"], told["seed"], told["most_states"]) == (6, 1, 8)
    assert len(told["points"]) == 6
    page = run("review", RECORD, *FEW, "--html").out
    assert page.startswith("<!doctype html>")
    assert page.count('<polyline class="choice"') == 6
    assert "<script" not in page


def test_an_unfinished_match_is_reviewed_for_one_side(tmp_path: Path) -> None:
    path = tmp_path / "begun.jsonl"
    path.write_text("".join(Path(RECORD).read_text().splitlines(keepends=True)[:60]))
    ran = run("review", str(path), *FEW)
    assert "--as: the match is not over, so only the choices of one side can be examined" in ran.err
    told = json.loads(run("review", str(path), *FEW, "--as", "japan", "--json").out)
    assert told["winners"] is None
    assert {point["side"] for point in told["points"]} == {"japan"}


def test_a_comment_is_added_to_the_record_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    path.write_bytes(Path(RECORD).read_bytes())
    ran = run("comment", str(path), "236", "Stay here.", "--as", "allies")
    assert (ran.code, ran.out) == (0, f"The comment was added to {path}.\n")
    assert "Comments Line 236 (the Allies): Stay here." in one_line(run("review", str(path), *FEW).out)
    assert run("replay", str(path), "--help").code == run("verify", str(path)).code == 0
    told = json.loads(run("review", str(path), *FEW, "--json").out)
    assert [comment["text"] for comment in told["comments"]] == ["Stay here."]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1", "Early."), "LINE: line 1 is not a choice"),
        (("236", " "), "TEXT: a comment must have a text"),
        (("236", "Who?", "--as", "germany"), "germany"),
    ],
)
def test_a_comment_that_does_not_fit_is_refused(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    path = tmp_path / "over.jsonl"
    path.write_bytes(Path(RECORD).read_bytes())
    ran = run("comment", str(path), *arguments)
    assert ran.code == 1
    assert message in ran.err
    assert path.read_bytes() == Path(RECORD).read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((RECORD, "--as", "germany"), "--as: there is no side 'germany'; choose one of japan, allies"),
        ((RECORD, "--json", "--html"), "choose one of --json and --html"),
        ((RECORD, "--states", "0"), "--decisions, --states and --workers must be at least 1"),
        ((str(latest("axis_allies_pacific")[0]),), "so it cannot be reviewed; these games can: "),
    ],
)
def test_what_cannot_be_reviewed_is_refused(arguments: tuple[str, ...], message: str) -> None:
    ran = run("review", *arguments)
    assert ran.code == 1
    assert message in ran.err
