"""A store and a sealed save written before format 4 (by commit 81bda3ed): all matches open and continue unchanged.

``format_3/`` holds the store as SQL, one of its saves, and in ``matches.json`` which match is which.
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
from tests.server.asking import Asking, opened, step
from tests.server.test_copies import saved
from tests.server.test_exchange import brought
from tests.server.test_joint import SECRETS, roll

KEPT = Path(__file__).parent / "format_3"
NAMES: dict[str, Any] = json.loads((KEPT / "matches.json").read_text())
COVERS_LESS = "in a record of format 3 the hash covers the secret of the dice, but"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The store as it was left."""
    path = tmp_path / "games.db"
    store = sqlite3.connect(path)
    store.executescript(gzip.decompress((KEPT / "store.sql.gz").read_bytes()).decode())
    store.execute("pragma user_version = 6")
    store.commit()
    store.close()
    (tmp_path / "games.db.saves-key").write_text(NAMES["saves_key"])
    return path


@pytest.fixture
def asking(old: Path) -> Iterator[Asking]:
    with opened(old) as client:
        asking = Asking(client)
        asking.claim_all()
        yield asking


def ended(asking: Asking, match: str) -> MatchRecord:
    asking.post(f"/matches/{match}/resign", side="japan")
    return read_lines(saved(asking, match))


def test_a_match_in_play_continues_in_its_format(asking: Asking) -> None:
    match, seal = NAMES["live"], NAMES["live_seal"]
    assert len(asking.log(match, "public")) == NAMES["live_log"]
    assert asking.sight(match, "public")["dice"]["commitments"]["referee"] == seal
    luck = random.Random(1)
    for _ in range(12):
        step(asking, match, luck)
    asking.ask("DELETE", f"/matches/{NAMES['copy']}")
    record = ended(asking, match)
    assert record.header.format == 3
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any(COVERS_LESS in sentence for sentence in report.open)


def test_a_match_that_is_over_is_proved_as_before(asking: Asking) -> None:
    told = asking.get(f"/matches/{NAMES['over']}/verify", commitment=NAMES["over_seal"])
    assert told["failed"] == []
    rolled = [die[2] for entry in asking.log(NAMES["over"], "open") for die in entry.get("dice", ())]
    assert rolled
    assert not any(" " in reason for reason in rolled)


def test_a_match_that_waits_for_words_begins_under_the_hash_that_was_shown(asking: Asking) -> None:
    match, seal = NAMES["waiting"], NAMES["seal"]
    told = asking.post(f"/matches/{match}/words", side="allies", words="clear sky")
    assert told["begun"]
    assert told["commitments"] == {"referee": seal}
    record = ended(asking, match)
    assert record.header.format == 3
    assert record.header.dice.commitments == {"referee": seal}
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any("(japan: 'rain over Rabaul' and allies: 'clear sky')" in sentence for sentence in report.open)


def test_a_joint_die_that_waited_for_its_parts_falls(asking: Asking) -> None:
    match, seal = NAMES["joint"], NAMES["joint_seal"]
    assert roll(asking, match) >= 1
    asking.post(f"/matches/{match}/resign", side="japan")
    for side, secret in SECRETS.items():
        asking.post(f"/matches/{match}/secret", side=side, secret=secret.hex())
    record = read_lines(saved(asking, match))
    report = verify(record, shown=seal)
    assert report.failed == []
    assert any("no die was changed" in sentence for sentence in report.proved)


def test_a_copy_goes_on_with_its_own_dice(asking: Asking) -> None:
    match = NAMES["copy"]
    assert asking.sight(match, "public")["dice"]["commitments"]["referee"] == NAMES["copy_seal"]
    luck = random.Random(2)
    for _ in range(12):
        step(asking, match, luck)
    asking.ask("DELETE", f"/matches/{NAMES['live']}")
    record = ended(asking, match)
    report = verify(record)
    assert report.failed == []
    assert any("dice are theirs" in sentence for sentence in report.proved)
    assert "does not cover the dice of a copy" in verify(record, shown=NAMES["copy_seal"]).failed[0]


def test_a_sealed_save_is_brought_in_as_a_copy_of_the_present_format(asking: Asking) -> None:
    match = brought(asking, gzip.decompress((KEPT / "save.jsonl.gz").read_bytes()))
    assert asking.sight(match, "public")["copied"]
    luck = random.Random(3)
    for _ in range(6):
        step(asking, match, luck)
    asking.ask("DELETE", f"/matches/{NAMES['saved']}")
    record = ended(asking, match)
    assert record.header.format == 4
    copied = next(act for act in record.acts if isinstance(act, Copy))
    report = verify(record)
    assert report.failed == []
    assert any("dice are theirs" in sentence for sentence in report.proved)
    (secret,) = record.acts[-1].secrets.values()  # type: ignore[union-attr]
    assert copied.dice.commitments["referee"] != commitment(bytes.fromhex(secret))


def test_the_state_of_every_match_is_unchanged(asking: Asking) -> None:
    for name in ("live", "over", "copy", "joint", "saved"):
        assert len(asking.log(NAMES[name], "public")) == NAMES[f"{name}_log"], name
    assert len(asking.get("/matches")) == 6
