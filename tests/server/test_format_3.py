"""A store and a sealed save written before format 4 (by commit 81bda3ed): all matches open and continue unchanged.

``format_3/`` has the store as SQL, one of its saves, and the ids of its matches in ``matches.json``.
"""

import gzip
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.dice.sealed import commitment
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.record import Copy, MatchRecord, read_lines
from tests.server.api_client import ApiClient, make_random_choice, running_server
from tests.server.test_copies import saved
from tests.server.test_import_export import import_file
from tests.server.test_joint_dice import SECRETS, roll

FOLDER = Path(__file__).parent / "format_3"
NAMES: dict[str, Any] = json.loads((FOLDER / "matches.json").read_text())
COVERS_LESS = "in a record of format 3 the hash covers the secret of the dice, but"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The store as it was left."""
    path = tmp_path / "games.db"
    store = sqlite3.connect(path)
    store.executescript(gzip.decompress((FOLDER / "store.sql.gz").read_bytes()).decode())
    store.execute("pragma user_version = 6")
    store.commit()
    store.close()
    (tmp_path / "games.db.saves-key").write_text(NAMES["saves_key"])
    return path


@pytest.fixture
def api(old: Path) -> Iterator[ApiClient]:
    with running_server(old) as client:
        api = ApiClient(client)
        api.claim_all()
        yield api


def end_match(api: ApiClient, match: str) -> MatchRecord:
    api.post(f"/matches/{match}/resign", side="japan")
    return read_lines(saved(api, match))


def test_a_match_in_play_continues_in_its_format(api: ApiClient) -> None:
    match, seal = NAMES["live"], NAMES["live_seal"]
    assert len(api.log(match, "public")) == NAMES["live_log"]
    assert api.view(match, "public")["dice"]["commitments"]["referee"] == seal
    rng = random.Random(1)
    for _ in range(12):
        make_random_choice(api, match, rng)
    api.request("DELETE", f"/matches/{NAMES['copy']}")
    record = end_match(api, match)
    assert record.header.format == 3
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any(COVERS_LESS in sentence for sentence in report.open)


def test_a_finished_match_is_verified_as_before(api: ApiClient) -> None:
    response = api.get(f"/matches/{NAMES['over']}/verify", commitment=NAMES["over_seal"])
    assert response["failed"] == []
    rolled = [die[2] for entry in api.log(NAMES["over"], "open") for die in entry.get("dice", ())]
    assert rolled
    assert not any(" " in reason for reason in rolled)


def test_a_match_that_waits_for_words_begins_under_the_hash_that_was_shown(api: ApiClient) -> None:
    match, seal = NAMES["waiting"], NAMES["seal"]
    response = api.post(f"/matches/{match}/words", side="allies", words="clear sky")
    assert response["begun"]
    assert response["commitments"] == {"referee": seal}
    record = end_match(api, match)
    assert record.header.format == 3
    assert record.header.dice.commitments == {"referee": seal}
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any("(japan: 'rain over Rabaul' and allies: 'clear sky')" in sentence for sentence in report.open)


def test_a_joint_die_that_waited_for_shares_is_rolled(api: ApiClient) -> None:
    match, seal = NAMES["joint"], NAMES["joint_seal"]
    assert roll(api, match) >= 1
    api.post(f"/matches/{match}/resign", side="japan")
    for side, secret in SECRETS.items():
        api.post(f"/matches/{match}/secret", side=side, secret=secret.hex())
    record = read_lines(saved(api, match))
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any("no die was changed" in sentence for sentence in report.proved)


def test_a_copy_continues_with_its_own_dice(api: ApiClient) -> None:
    match = NAMES["copy"]
    assert api.view(match, "public")["dice"]["commitments"]["referee"] == NAMES["copy_seal"]
    rng = random.Random(2)
    for _ in range(12):
        make_random_choice(api, match, rng)
    api.request("DELETE", f"/matches/{NAMES['live']}")
    record = end_match(api, match)
    report = verify(record)
    assert report.failed == []
    assert any("dice are theirs" in sentence for sentence in report.proved)
    assert "does not cover the dice of a copy" in verify(record, shown=NAMES["copy_seal"]).failed[0]


def test_a_sealed_save_is_imported_as_a_copy_in_the_current_format(api: ApiClient) -> None:
    match = import_file(api, gzip.decompress((FOLDER / "save.jsonl.gz").read_bytes()))
    assert api.view(match, "public")["copied"]
    rng = random.Random(3)
    for _ in range(6):
        make_random_choice(api, match, rng)
    api.request("DELETE", f"/matches/{NAMES['saved']}")
    record = end_match(api, match)
    assert record.header.format == 4
    copied = next(act for act in record.acts if isinstance(act, Copy))
    report = verify(record)
    assert report.failed == []
    assert any("dice are theirs" in sentence for sentence in report.proved)
    (secret,) = record.acts[-1].secrets.values()  # type: ignore[union-attr]
    assert copied.dice.commitments["referee"] != commitment(bytes.fromhex(secret))


def test_the_state_of_every_match_is_unchanged(api: ApiClient) -> None:
    for name in ("live", "over", "copy", "joint", "saved"):
        assert len(api.log(NAMES[name], "public")) == NAMES[f"{name}_log"], name
    assert len(api.get("/matches")) == 6
