"""Untrusted files cannot control the terminal, cause a traceback, or be accepted without reason."""

import json
import random
import re
from pathlib import Path

import pytest

from ironbottom.engine.core.errors import escape_controls
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade, Copy, MatchRecord, read_lines, read_record
from ironbottom.testing.forgeries import mutate_lines, plain_lines, with_checksums
from tests.cli.running import Ran, one_line, run
from tests.server.api_client import ApiClient, play, running_server

STEERING = "\x1b[2J\x1b]0;owned\x07\x9b31m\r\u202eevil\u2066\x00\x7f\u2028"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> MatchRecord:
    """A short game of Pacific Fury that was resigned."""
    match, luck = Match("pf", players={"japan": "Ann", "allies": "Bob"}), random.Random(2)
    for _ in range(25):
        offer = match.offer(match.decisions()[0].side)
        match.submit(offer.side, offer.choices.sample_by_argument(luck))
    match.resign("japan")
    return MatchRecord(match.header, [*match.acts])


def plain(ran: Ran) -> bool:
    """Returns whether the output has no control characters and no traceback."""
    text = ran.out + ran.err
    return escape_controls(text) == text and "Traceback" not in text


def write_file(folder: Path, data: bytes) -> str:
    path = folder / "forged.jsonl"
    path.write_bytes(data)
    return str(path)


@pytest.mark.parametrize(
    "place", ["players", "why", "what for", "side", "action", "scenario", "options", "words", "game"]
)
def test_control_characters_are_escaped(record: MatchRecord, tmp_path: Path, place: str) -> None:
    lines = [json.loads(line) for line in plain_lines(record)]
    end = next(line for line in lines if line["act"] == "end")
    rolled = next(line for line in lines if line["act"] == "choice" and line.get("dice"))
    if place == "players":
        lines[0]["players"]["japan"] = STEERING
    elif place == "why":
        end["result"]["why"] = STEERING
    elif place == "what for":
        rolled["dice"][0][2] = STEERING
    elif place == "side":
        rolled["side"] = STEERING
    elif place == "action":
        rolled["action"] = [STEERING]
    elif place == "options":
        lines[0]["options"]["factor_set"] = STEERING
    elif place == "words":
        lines[0]["dice"]["words"] = [STEERING]
    else:
        lines[0][place] = STEERING
    path = write_file(tmp_path, with_checksums([json.dumps(line) for line in lines]))
    for ran in (
        run("replay", path, "--all"),
        run("verify", path),
        run("verify", path, "--json"),
        run("export", path, "log"),
        run("play", path, typed="quit\n"),
    ):
        assert plain(ran), (place, ran)
    if place == "players":
        assert "\\x1b[2J" in run("replay", path, "--all").out


def test_randomly_forged_files_are_reported_without_a_traceback(record: MatchRecord, tmp_path: Path) -> None:
    chance, lines = random.Random(11), plain_lines(record)
    for _ in range(40):
        path = write_file(tmp_path, mutate_lines(lines, chance))
        for ran in (run("replay", path, "--all"), run("verify", path)):
            assert plain(ran), ran
            assert ran.code in (0, 1)
            assert (ran.out + ran.err).strip()


def test_commitment_is_compared_with_the_record(record: MatchRecord, tmp_path: Path) -> None:
    path = write_file(tmp_path, record.lines())
    seal = record.header.dice.commitments["referee"]
    sound = run("verify", path, "--commitment", seal)
    assert sound.code == 0
    assert "the hash shown at the start of the match is in the header" in one_line(sound.out)
    assert run("verify", path, "--commitment", seal[:16]).code == 0
    other = run("verify", path, "--commitment", "0" * 64)
    assert other.code == 1
    assert "is not in the header: this is another match" in one_line(other.out)
    wrong = run("verify", path, "--commitment", "0x1")
    assert (wrong.code, "64 hexadecimal digits" in wrong.err) == (1, True)
    empty = run("verify", path, "--commitment", "")
    assert (empty.code, empty.err) == (
        1,
        "ironbottom: commitment: the hash is empty; omit --commitment to skip the comparison\n",
    )


def test_the_whole_hash_and_the_words_are_shown_before_the_first_choice(tmp_path: Path) -> None:
    shown = run("play", "pf", "--side", "japan", "--against", "random", typed="quit\n").out
    path = re.search(r"The game is stored in (\S+)", shown)
    assert path
    heading = read_record(Path(path[1])).header.dice
    assert heading.commitments["referee"] in shown
    assert len(heading.words) == 1
    assert heading.words[0] in shown
    assert shown.index(heading.words[0]) < shown.index("Turn 1")


@pytest.mark.build
def test_a_game_saved_by_the_page_continues_as_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After resigning, the copy reveals its own dice and none of the match that continues on the page."""
    store = tmp_path / "page" / "games.sqlite"
    monkeypatch.setenv("IRONBOTTOM_STORE", str(store))
    with running_server(store) as client:
        api = ApiClient(client)
        match = api.begin(seats={"allies": "random"})["id"]
        play(api, match, acts=30)
        save = tmp_path / "half-way.jsonl"
        save.write_bytes(api.request("GET", f"/matches/{match}/export").content)
        live = api.view(match, "japan")["dice"]["commitments"]
        before = one_line(run("verify", str(save)).out)
        assert "dice so far come from the secrets" in before
        ran = run("play", str(save), typed="resign\ny\n")
    kept = re.search(r"ironbottom verify (\S+)", ran.out)
    assert kept, ran.out
    record = read_record(Path(kept[1]))
    (copied,) = [act for act in record.acts if isinstance(act, Copy)]
    assert (copied.of, record.header.dice.commitments) == (match, live)
    assert copied.dice.commitments != live
    output = one_line(run("verify", kept[1]).out)
    assert "this is a copy of another match from line" in output
    assert any(isinstance(act, ChoiceMade) for act in record.acts)
    assert read_lines(record.lines()).lines() == record.lines()
