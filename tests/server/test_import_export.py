"""Matches as files: they are exported and imported, and every kind of damage is refused at its line."""

import json
import random
import sys
from base64 import b64encode
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.record import ChoiceMade, MatchRecord, read_lines
from ironbottom.server.match import export
from ironbottom.server.match.restore import restore_match
from ironbottom.server.storage import database, match_files
from ironbottom.server.storage.old_sealed_saves import check_of, xor
from ironbottom.server.storage.save_lines import SaveDamaged
from ironbottom.server.storage.sealed_saves import read_sealed, write_sealed
from tests.server.api_client import ApiClient, offered_choices, play, running_server


def export_file(api: ApiClient, match: str) -> bytes:
    return api.request("GET", f"/matches/{match}/export").content


def import_file(api: ApiClient, data: bytes) -> str:
    match: str = api.request("POST", "/matches/import", content=data).json()["id"]
    return match


@pytest.fixture
def finished(api: ApiClient) -> str:
    match: str = api.begin(seats={"allies": "random"}, name="The Slot, at night")["id"]
    play(api, match)
    return match


@pytest.fixture
def unfinished(api: ApiClient) -> str:
    match: str = api.begin(seats={"allies": "random"}, name="Half way")["id"]
    play(api, match, acts=30)
    return match


@pytest.mark.build
def test_a_finished_match_is_exported_as_its_record(api: ApiClient, finished: str) -> None:
    response = api.request("GET", f"/matches/{finished}/export")
    disposition = response.headers["content-disposition"]
    assert disposition == f'attachment; filename="pacific_fury-the-slot-at-night-{finished}.jsonl"'
    record = read_lines(response.content)
    assert (record.finished, record.cut) == (True, "")
    assert record.header.players == {"japan": "person", "allies": "random"}


@pytest.mark.build
def test_a_long_match_is_exported_and_verified_in_parts(
    api: ApiClient, finished: str, unfinished: str, store_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long match has parts of a few lines and a few hundred bytes; all of them are present, in order."""
    whole, checked = export_file(api, finished), api.get(f"/matches/{finished}/verify")
    with monkeypatch.context() as patched:
        patched.setattr(database, "LINES_PER_READ", 7)
        patched.setattr(export, "PART_BYTES", 300)
        assert export_file(api, finished) == whole
        assert api.get(f"/matches/{finished}/verify") == checked
        save = export_file(api, unfinished)
    again = import_file(api, save)
    assert api.view(again, "japan")["view"] == api.view(unfinished, "japan")["view"]


def test_a_match_is_exported_as_it_was_when_requested(store_path: Path) -> None:
    """Acts that are made while the file is sent are not in the file."""
    with running_server(store_path) as client:
        match = ApiClient(client).begin()["id"]
        play(ApiClient(client), match, acts=10)
    with database.Store(store_path) as games:
        kept = games.find(match)
        assert kept is not None
        table = restore_match(games, kept)
        assert table is not None
        parts = export.export_parts(table)
        first, last = next(parts), table.match.last
        offer = table.match.offer(table.match.decisions()[0].side)
        table.change(lambda: table.match.submit(offer.side, offer.choices.at(0)))
        assert table.match.last > last
        _, (_, *lines) = read_sealed(games.key(match_files.SAVE_KEY), b"".join([first, *parts]))
        assert len(lines) == last + 1


@pytest.mark.build
def test_a_finished_match_is_exported_and_imported(api: ApiClient, finished: str) -> None:
    data = export_file(api, finished)
    sides = ("japan", "allies", "open", "public")

    def shown(match: str) -> list[Any]:
        return [(api.log(match, one), api.view(match, one)["view"], api.past_view(match, one, 20)) for one in sides]

    before = shown(finished)
    api.request("DELETE", f"/matches/{finished}")
    again = import_file(api, data)
    assert again != finished
    assert shown(again) == before
    assert api.get(f"/matches/{again}/verify")["sound"]
    assert export_file(api, again) == data
    assert [match["id"] for match in api.get("/matches")] == [again]


@pytest.mark.build
def test_a_finished_match_that_is_already_stored_is_opened(api: ApiClient, finished: str) -> None:
    """The match is not stored twice; another match with the same number of acts is not mistaken for it."""
    data = export_file(api, finished)
    assert import_file(api, data) == finished
    other = api.begin(name="Another")["id"]
    api.request("POST", f"/matches/{other}/resign", json={"side": "japan"})
    same_length = api.begin(name="As long")["id"]
    api.request("POST", f"/matches/{same_length}/resign", json={"side": "japan"})
    assert import_file(api, export_file(api, other)) == other
    assert import_file(api, export_file(api, same_length)) == same_length
    api.request("DELETE", f"/matches/{other}")
    assert {match["id"] for match in api.get("/matches")} == {finished, same_length}


def test_a_record_from_the_terminal_is_imported(api: ApiClient) -> None:
    match, rng = Match("pf", dice=SeededDice(1)), random.Random(1)
    while not match.over:
        offer = match.offer(match.decisions()[0].side)
        match.submit(offer.side, offer.choices.sample(rng))
    again = import_file(api, MatchRecord(match.header, list(match.acts)).lines())
    assert api.view(again, "open")["view"] == match.view("open")
    assert api.get("/matches")[0]["name"] == "Japan and the Allies on one screen"


def test_an_unfinished_match_is_sealed(api: ApiClient, unfinished: str, store_path: Path) -> None:
    data = export_file(api, unfinished)
    heading = json.loads(data.split(b"\n")[0])
    assert (heading["act"], heading["game"], heading["name"]) == ("save", "pacific_fury", "Half way")
    assert heading["format"] == 3
    assert b"ijn_" not in data
    assert b"us_" not in data
    assert b"referee" not in data
    assert export_file(api, unfinished) != data


@pytest.mark.build
def test_an_unfinished_match_is_imported_and_continues(api: ApiClient, unfinished: str) -> None:
    again = import_file(api, export_file(api, unfinished))
    before, after = api.view(unfinished, "japan"), api.view(again, "japan")
    same = ("seats", "view", "decision", "undo")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert api.log(again, "japan")[:-1] == api.log(unfinished, "japan")
    api.request("DELETE", f"/matches/{unfinished}")
    play(api, again)
    assert api.get(f"/matches/{again}/verify")["sound"]


def test_a_save_is_opened_after_a_restart_but_not_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with running_server(here) as client:
        api = ApiClient(client)
        data = export_file(api, api.begin(seats={"allies": "random"})["id"])
    with running_server(here) as client:
        assert import_file(ApiClient(client), data)
    with running_server(there) as client:
        api = ApiClient(client)
        error = api.error_of(lambda: import_file(api, data))
        assert (error.status, error.error["field"]) == (400, "line 1")
        assert "opened only where it was saved" in error.error["message"]


def sizes(data: bytes) -> list[int]:
    return [len(line) for line in data.split(b"\n")]


def test_the_size_of_a_save_does_not_reveal_secret_choices(api: ApiClient) -> None:
    match = api.begin()["id"]
    before, rng, known = export_file(api, match), random.Random(2), set()
    for _ in range(8):
        match_view = api.view(match, "japan")
        assert api.act(match_view, rng.choice(offered_choices(match_view)))["decision"]
        known.add(tuple(sizes(export_file(api, match))))
    assert known == {tuple(sizes(before))}
    heading = json.loads(before.split(b"\n")[0])
    assert heading["lines"] == len(sizes(before)) - 2


@pytest.mark.build
def test_saves_have_few_sizes_with_secret_limits() -> None:
    def size(length: int, match: str) -> int:
        noise = random.Random(length).randbytes(length)
        save = write_sealed(bytes(32), {"game": "pf", "name": "A", "seats": {}}, [noise], match)
        return sum(sizes(b"".join(save))[1:])

    found = [{size(length, match) for length in range(1_000, 260_000, 10_000)} for match in ("one", "two", "three")]
    assert all(len(each) <= 4 for each in found)
    parts = [
        min(length for length in range(1_000, 90_000, 1_000) if size(length, match) > size(1, match))
        for match in ("one", "two", "three")
    ]
    assert len(set(parts)) > 1


def test_a_save_of_an_older_version_is_opened() -> None:
    """In this format, each line of the record was sealed separately."""
    key, lines, number = bytes(range(32)), [b"{}", b'{"act":"match"}'], "ab" * 16
    heading = {"act": "save", "format": 1, "game": "pf", "name": "A", "seats": {}, "lines": 2, "number": number}
    first = json.dumps({**heading, "check": ""}, separators=(",", ":")).encode()
    checks = [check_of(key, "", 0, first)]
    data = [json.dumps({**heading, "check": checks[0]}, separators=(",", ":")).encode()]
    for place, line in enumerate(lines, 1):
        mixed = xor(key, number, place, line)
        checks.append(check_of(key, checks[-1], place, mixed))
        data.append(json.dumps({"sealed": b64encode(mixed).decode(), "check": checks[-1]}).encode())
    assert read_sealed(key, b"\n".join([*data, b""]))[1] == lines


def damaged(data: bytes, line: int, old: bytes, new: bytes) -> bytes:
    lines = data.split(b"\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return b"\n".join(lines)


@pytest.mark.build
def test_every_damage_to_a_record_is_refused_at_its_line(api: ApiClient, finished: str) -> None:
    data = export_file(api, finished)
    lines = data.split(b"\n")
    cases = [
        (damaged(data, 1, b'"format":4', b'"format":5'), "file, line 1"),
        (damaged(data, 5, b'"side":"japan"', b'"side":"allies"'), "file, line 5"),
        (damaged(data, 9, b'"check":"', b'"check":"0'), "file, line 9"),
        (b"\n".join([*lines[:6], *lines[7:]]), "file, line 7"),
        (b"\n".join([*lines[:10], b"\xff\xfe", *lines[10:]]), "file, line 11"),
        (data[: data.index(lines[20]) + 12], "file, line 21"),
        (b"", "file, line 1"),
        (b"{}", "file, line 1"),
        (b"\x00" * 100, "file, line 1"),
        (b"[" * 100_000, "file, line 1"),
    ]
    before = api.get("/matches")
    for spoiled, field in cases:
        error = api.error_of(partial(import_file, api, spoiled))
        assert (error.status, error.error["field"]) == (400, field), error
    assert api.get("/matches") == before


def test_every_damage_to_a_save_is_refused_at_its_line(api: ApiClient, unfinished: str) -> None:
    data = export_file(api, unfinished)
    lines = data.split(b"\n")
    cases = [
        (damaged(data, 1, b'"allies":"random"', b'"allies":"person"'), "line 1"),
        (damaged(data, 1, b"Half way", b"Half was"), "line 1"),
        (damaged(data, 4, b'"sealed":"', b'"sealed":"AAAA'), "line 4"),
        (b"\n".join([*lines[:4], lines[5], lines[4], *lines[6:]]), "line 5"),
        (b"\n".join(lines[:-3]) + b"\n", f"line {len(lines) - 2}"),
        (b"\n".join([*lines[:-1], lines[-2], b""]), f"line {len(lines)}"),
        (b"\n".join([*lines[:3], b"{}", *lines[4:]]), "line 4"),
    ]
    for spoiled, field in cases:
        error = api.error_of(partial(import_file, api, spoiled))
        assert (error.status, error.error["field"]) == (400, field), error


@pytest.mark.parametrize(("place", "line"), [(0, 1), (1, 2), (3, 4)])
def test_lines_of_another_save_are_refused(place: int, line: int) -> None:
    """Each save has its own key, so a line of another save is refused, even in the same place."""
    header = {"game": "pf", "name": "A", "seats": {}}
    one, other = (b"".join(write_sealed(bytes(32), header, [b"x" * 9], "match")).split(b"\n") for _ in range(2))
    one[place] = other[place]
    with pytest.raises(SaveDamaged) as error:
        read_sealed(bytes(32), b"\n".join(one))
    # The header of another save has another number, and therefore another key for all lines.
    assert error.value.line == (line if place else 2)


def test_without_the_package_that_encrypts_a_save_is_refused_with_what_to_install(
    api: ApiClient, unfinished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    error = api.error_of(lambda: export_file(api, unfinished))
    assert (error.status, error.error["field"]) == (400, "save")
    assert "pip install ironbottom[server]" in error.error["message"]


@pytest.mark.build
def test_a_match_against_the_rules_is_refused_at_its_line(api: ApiClient, finished: str) -> None:
    record = read_lines(export_file(api, finished))
    place, act = next((at, act) for at, act in enumerate(record.acts) if isinstance(act, ChoiceMade) and act.dice)
    value, faces, why = act.dice[0]
    act.dice[0] = (value % faces + 1, faces, why)
    error = api.error_of(lambda: import_file(api, record.lines()))
    assert error.status == 400
    assert error.error["field"] == f"file, line {place + 2}"
    assert error.error["message"].startswith("the rules diverge from this match")


def test_an_unfinished_record_without_its_secret_is_refused(api: ApiClient) -> None:
    match = Match("pf")
    match.submit("japan", match.offer("japan").choices.at(0))
    error = api.error_of(lambda: import_file(api, MatchRecord(match.header, list(match.acts)).lines()))
    assert (error.status, error.error["field"]) == (400, "file")
    assert "is not over" in error.error["message"]


def test_a_file_that_is_too_large_is_not_read(api: ApiClient) -> None:
    error = api.error_of(lambda: import_file(api, b"x" * 32_000_001))
    assert error.status == 413
