"""Matches in progress saved by the page, read by verify, replay and play."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ironbottom.cli.storage.load_match import load_match
from ironbottom.cli.storage.saved_games import NewGameFile
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.files import secret_path
from ironbottom.engine.record.record import read_record
from ironbottom.server.storage.save_key import key_path
from tests.cli.running import one_line, run
from tests.server.api_client import ApiClient, play, running_server


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the page's games, set by an environment variable."""
    path = tmp_path / "page" / "games.sqlite"
    monkeypatch.setenv("IRONBOTTOM_STORE", str(path))
    return path


@pytest.fixture
def api(store: Path) -> Iterator[ApiClient]:
    """The page's server, which keeps running while its saves are read."""
    with running_server(store) as client:
        yield ApiClient(client)


def exported(api: ApiClient, folder: Path, **seats: str) -> Path:
    """A match of Pacific Fury against the computer, exported after some acts."""
    match = api.begin(seats={"allies": "random"} | seats, name="Half way")["id"]
    play(api, match, acts=30)
    path = folder / "half-way.jsonl"
    path.write_bytes(api.request("GET", f"/matches/{match}/export").content)
    return path


def test_verify_checks_acts_and_dice_so_far_and_lists_the_rest(api: ApiClient, tmp_path: Path) -> None:
    save = exported(api, tmp_path)
    ran = run("verify", str(save), "--json")
    assert ran.code == 0, ran.err
    report = json.loads(ran.out)
    assert report["failed"] == []
    assert "every act was legal and led to what the record says" in report["proved"]
    assert any(
        "dice so far come from the secrets whose hashes are in the header" in result for result in report["proved"]
    )
    assert report["open"][0] == "the match is not over"
    assert "which are revealed at the end" in report["open"][2]
    assert report["open"][-1] == "whether the match has continued since it was saved"
    secrets = load_match(save).secrets
    assert list(secrets) == ["referee"]
    assert secrets["referee"] not in ran.out


def test_replay_shows_the_public_view_or_the_view_of_the_person(api: ApiClient, tmp_path: Path) -> None:
    save = exported(api, tmp_path)
    shown = one_line(run("replay", str(save), "--all").out)
    assert "this match is not over: hidden counters and the secret of its dice are shown after the end" in shown
    assert "Japan forms" in shown
    assert "seen by public" in shown
    assert "seen by japan" in run("replay", str(save), "--all", "--as", "japan").out
    for eyes, result in (("allies", "allies was played by random"), ("open", "only after the end")):
        ran = run("replay", str(save), "--all", "--as", eyes)
        assert ran.code == 1
        assert result in ran.err


def test_play_continues_in_a_new_file(api: ApiClient, tmp_path: Path, games_folder: Path) -> None:
    save = exported(api, tmp_path)
    before = save.read_bytes()
    ran = run("play", str(save), typed="quit\n")
    output = one_line(ran.out)
    assert "this match is not over" in output
    assert "It is also not known here whether the match has continued since it was saved on the page." in output
    (path,) = games_folder.glob("*.jsonl")
    assert len(read_record(path).acts) >= 30
    assert save.read_bytes() == before
    assert run("verify", str(path)).code == 0
    asked = run("play", str(save), "--side", "allies")
    assert asked.code == 1
    assert "allies was played by random" in asked.err
    assert len(list(games_folder.glob("*.jsonl"))) == 1


@pytest.mark.build
def test_a_save_is_read_with_the_named_store_after_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here" / "games.sqlite", tmp_path / "there.sqlite"
    with running_server(here) as client:
        save = exported(ApiClient(client), tmp_path)
    key_path(here).unlink()
    assert run("verify", str(save), "--store", str(here)).code == 0, "the key is in the file of the games too"
    monkeypatch.setenv("IRONBOTTOM_STORE", str(there))
    for command in (["verify"], ["replay", "--all"], ["play"]):
        ran = run(command[0], str(save), *command[1:])
        assert ran.code == 1
        assert "a save opens only where it was made" in ran.err
        assert "--store" in ran.err
        assert "Traceback" not in ran.err
    with running_server(there) as client:
        exported(ApiClient(client), tmp_path / "here")
    ran = run("verify", str(save))
    assert (ran.code, "opened only where it was saved" in ran.err) == (1, True)


def test_a_save_that_was_changed_is_refused_at_its_line(api: ApiClient, tmp_path: Path) -> None:
    save = exported(api, tmp_path)
    save.write_bytes(save.read_bytes().replace(b"Half way", b"Half was"))
    ran = run("verify", str(save))
    assert ran.code == 1
    assert "line 1" in ran.err


@pytest.mark.build
def test_only_the_owner_can_read_the_key_of_saves(api: ApiClient, tmp_path: Path, store: Path) -> None:
    assert not key_path(store).exists()
    exported(api, tmp_path)
    assert key_path(store).stat().st_mode & 0o077 == 0


def test_two_games_started_at_once_have_different_files(games_folder: Path) -> None:
    """Both choose a name before either writes. A secret that was left by a crash also blocks its name."""
    games = [Match("pf", sink=sink) for sink in [NewGameFile("pacific_fury") for _ in range(2)]]
    names = sorted(path.name for path in games_folder.glob("*.jsonl"))
    assert [name.rpartition("-")[2] for name in names] == ["1.jsonl", "2.jsonl"]
    assert [read_record(games_folder / name).header for name in names] == [game.header for game in games]
    secret_path(games_folder / names[0].replace("-1.", "-3.")).touch()
    later = NewGameFile("pacific_fury")
    Match("pf", sink=later)
    assert later.path.name == names[0].replace("-1.", "-4.")
