"""Recorded games: replay, verify, export."""

import json
from pathlib import Path

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.output.screen import describe_act
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.dice.sealed import SealedDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.files import RecordFile
from ironbottom.engine.rules.registry import get_game
from tests.cli.running import one_line, run

SHIPS_OF_JAPAN = ("ijn_tone", "Tone", "ijn_chikuma", "Chikuma")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of the computer against itself."""
    path = tmp_path_factory.mktemp("records") / "finished.jsonl"
    arguments = ("--watch", "--against", "random", "--pace", "0", "--seed", "21", "--save", str(path))
    assert run("play", "pf", *arguments).code == 0
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """Japan has formed two task forces in secret, and the Allies have to form theirs."""
    path = tmp_path / "unfinished.jsonl"
    match = Match(
        "pf", players={"japan": "person", "allies": "person"}, dice=SealedDice(bytes(32)), sink=RecordFile(path)
    )
    match.submit("japan", [("assign", "ijn_tone", "1"), ("assign", "ijn_chikuma", "2"), ("done",)])
    return path


# -- replay --------------------------------------------------------------------------------------------


def test_replay_steps_forward_back_and_to_a_number(finished: Path) -> None:
    shown = run("replay", str(finished), typed="\n\n-\n5\nwhat\n0\n99999\nq\n").out
    steps = [line.split(" of ")[0] for line in shown.splitlines() if " of " in line and line[0].isdigit()]
    assert steps == ["1", "2", "3", "2", "5", "5", "5", "5"]
    assert "There is no step before this." in shown
    assert "The record ends here." in shown
    assert "Turn 1, August 1942" in shown


def test_replay_shows_the_board_at_a_step(finished: Path) -> None:
    early = run("replay", str(finished), "--start", "2", typed="b\nq\n").out
    late = run("replay", str(finished), "--start", "99999", typed="b\nq\n").out
    assert "August 1942, turn 1 of 4" in early
    assert "November 1942, turn 4 of 4" in late


def test_replay_as_a_side_hides_the_other_sides_counters(finished: Path) -> None:
    shown = run("replay", str(finished), "--as", "allies", "--all").out
    forming = shown.split("Japan forms")[0]
    assert "joins box" not in forming
    assert "- Box " not in forming
    assert "- Box " in run("replay", str(finished), "--as", "japan", "--all").out.split("Japan forms")[0]


def test_replay_shows_the_board_of_its_viewer(finished: Path) -> None:
    def board(eyes: str) -> str:
        return run("replay", str(finished), "--as", eyes, "--start", "4", typed="b\nq\n").out

    assert "counters face down" in board("public")
    assert "counters face down" not in board("open")
    assert "Enterprise" in board("allies")


def test_replay_prints_all_steps_at_once(finished: Path) -> None:
    shown = one_line(run("replay", str(finished), "--all").out)
    assert "The campaign ends" in shown
    assert "The secret of the dice is revealed." in shown


def test_an_unfinished_game_is_not_shown_open(unfinished: Path) -> None:
    assert "only after the end" in run("replay", str(unfinished), "--as", "open").err
    assert "there is no view 'germany'" in run("replay", str(unfinished), "--as", "germany").err
    shown = run("replay", str(unfinished), "--all").out
    assert "Japan forms 2 task forces" in shown
    assert not any(ship in shown for ship in SHIPS_OF_JAPAN)
    assert "Tone" in run("replay", str(unfinished), "--all", "--as", "japan").out


# -- verify --------------------------------------------------------------------------------------------


def test_verify_lists_what_is_proved_and_what_is_not(finished: Path) -> None:
    ran = run("verify", str(finished))
    assert ran.code == 0
    assert "Proved" in ran.out
    assert "Not proved" in ran.out
    report = json.loads(run("verify", str(finished), "--json").out)
    assert report["sound"] is True
    assert report["failed"] == []


@pytest.mark.parametrize("line", [2, 5, 30])
def test_a_changed_line_is_reported_with_its_number(finished: Path, tmp_path: Path, line: int) -> None:
    lines = finished.read_bytes().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"seq":', b'"seq": ', 1)
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(b"".join(lines))
    for command in (["verify"], ["replay", "--all"], ["export"], ["play"]):
        ran = run(command[0], str(broken), *command[1:])
        assert ran.code == 1
        assert f"line {line}" in ran.out + ran.err
        assert "Traceback" not in ran.err
    assert broken.read_bytes() == b"".join(lines)


def test_a_forged_die_fails(finished: Path, tmp_path: Path) -> None:
    """The hashes of the lines are recomputed, so only the dice reveal the change."""
    from ironbottom.engine.record.record import ChoiceMade, read_record

    record = read_record(finished)
    rolled = next(act for act in record.acts if isinstance(act, ChoiceMade) and act.dice)
    value, faces, why = rolled.dice[0]
    rolled.dice[0] = (value % faces + 1, faces, why)
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(record.lines())
    ran = run("verify", str(forged))
    assert ran.code == 1
    assert "FAILED" in ran.out


# -- export --------------------------------------------------------------------------------------------


def test_export_writes_a_finished_record_unchanged(finished: Path, tmp_path: Path) -> None:
    to = tmp_path / "shared.jsonl"
    assert run("export", str(finished), "--to", str(to)).code == 0
    assert to.read_bytes() == finished.read_bytes()
    again = run("export", str(finished), "--to", str(to))
    assert again.code == 1
    assert "a file with this name already exists" in again.err


@pytest.mark.parametrize("what", ["record", "log", "view", "board"])
def test_export_writes_no_secrets_of_an_unfinished_game(unfinished: Path, what: str) -> None:
    secret = Path(f"{unfinished}.secret").read_text(encoding="utf-8").strip()
    for eyes in ([], ["--as", "public"], ["--as", "allies"]):
        shared = run("export", str(unfinished), what, *eyes).out
        assert shared
        found = [ship for ship in SHIPS_OF_JAPAN if ship in _without_lists_of_all(shared)]
        assert found == []
        assert json.loads(secret)["referee"] not in shared
    own = run("export", str(unfinished), what, "--as", "japan").out
    assert any(ship in own for ship in SHIPS_OF_JAPAN)


def _without_lists_of_all(shared: str) -> str:
    """Removes the list of all counters that may be hidden, which reveals nothing."""
    if not shared.startswith("{\n"):
        return shared
    view = json.loads(shared)
    view.pop("hidden")
    return json.dumps(view)


def test_export_writes_the_viewers_log_of_an_unfinished_game(unfinished: Path) -> None:
    heading, *entries = map(json.loads, run("export", str(unfinished)).out.splitlines())
    assert (heading["act"], heading["as"], heading["game"]) == ("log", "public", "pacific_fury")
    assert heading["dice"]["commitments"]
    assert "position" not in heading
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert not any("action" in entry for entry in entries)


def test_export_of_a_position_before_the_end_requires_open(unfinished: Path, tmp_path: Path) -> None:
    refused = run("export", str(unfinished), "position")
    assert refused.code == 1
    assert "--open" in refused.err
    to = tmp_path / "position.toml"
    assert run("export", str(unfinished), "position", "--open", "--to", str(to)).code == 0
    state = load_position(to)
    assert state.decisions()[0].side == "allies"
    assert state.view("japan")["forces"]["japan_1"]["units"] == ["ijn_tone"]


def test_a_folder_that_cannot_be_written_is_named(finished: Path, tmp_path: Path) -> None:
    ran = run("export", str(finished), "--to", str(tmp_path / "nowhere" / "x.jsonl"))
    assert ran.code == 1
    assert "cannot be written" in ran.err


def test_records_with_given_dice_are_exported(tmp_path: Path) -> None:
    path = tmp_path / "seeded.jsonl"
    match = Match("pf", dice=SeededDice(1), sink=RecordFile(path))
    match.submit("japan", ("done",))
    assert "Japan forms no task force." in run("export", str(path), "log").out


def test_acts_of_the_match_are_described_with_their_sides() -> None:
    text = GameText(get_game("pf").rules())
    found = [
        describe_act({"act": "draw", "side": "japan", "word": "offer"}, text),
        describe_act({"act": "draw", "side": "allies", "word": "decline"}, text),
        describe_act({"act": "undo", "side": "allies", "consent": ["japan"], "taken": [4, 5]}, text),
        describe_act({"act": "resign", "side": "japan", "to": "allies"}, text),
    ]
    assert found == [
        "Draw offered by Japan.",
        "Draw declined by the Allies.",
        "Taken back by the Allies, with the consent of Japan: 2 choices.",
        "Resigned: Japan. The Allies take over.",
    ]
