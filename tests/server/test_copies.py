"""A save brought in while its match is still played: a copy with dice of its own, that tells nothing of the match."""

import random
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import commitment
from ironbottom.engine.match.replay import replay
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.lines import terms_of
from ironbottom.engine.record.record import ChoiceMade, Copy, MatchRecord, Reveal, read_lines
from ironbottom.server.storage.database import Store
from tests.server.asking import Asking, opened, play, step

HELD_BACK = "shares its secrets with a copy that is still played"


def saved(asking: Asking, match: str) -> bytes:
    return asking.ask("GET", f"/matches/{match}/export").content


def brought(asking: Asking, data: bytes) -> str:
    match: str = asking.ask("POST", "/matches/import", content=data).json()["id"]
    return match


@pytest.fixture
def live(asking: Asking) -> str:
    match: str = asking.begin(seats={"allies": "random"}, name="Half way")["id"]
    play(asking, match, acts=30)
    return match


def test_a_copy_has_dice_of_its_own_and_says_that_it_is_one(asking: Asking, live: str) -> None:
    before = asking.sight(live, "japan")
    copy = brought(asking, saved(asking, live))
    after = asking.sight(copy, "japan")
    assert (before["copied"], after["copied"], after["name"]) == (False, True, "Half way (copy)")
    assert before["dice"]["commitments"] != after["dice"]["commitments"]
    assert asking.sight(live, "japan") == before
    told = asking.log(copy, "public")[-1]
    assert told["act"] == "copy"
    assert told["text"] == "From here on this is a copy of another match, with dice of its own."
    assert {match["id"]: match["copied"] for match in asking.get("/matches")} == {live: False, copy: True}


@pytest.mark.build
def test_a_copy_given_up_tells_nothing_of_the_match_that_is_still_played(asking: Asking, live: str) -> None:
    """The attack: save, bring in, resign the copy, and read there what lies face down and which dice will come."""
    copy = brought(asking, saved(asking, live))
    asking.post(f"/matches/{copy}/resign", side="japan")
    for path, query in (
        ("", {"side": "open"}),
        ("", {"side": "allies"}),
        ("/log", {"side": "open"}),
        ("/log", {"side": "allies"}),
        ("/moment", {"side": "open", "seq": 3}),
        ("/moment", {"side": "allies", "seq": 3}),
        ("/position", {"side": "japan"}),
        ("/export", {}),
        ("/verify", {}),
    ):
        wrong = asking.refused(partial(asking.get, f"/matches/{copy}{path}", **query))
        assert wrong.status == 403, path
        assert HELD_BACK in wrong.error["message"], path
    assert asking.sight(copy, "japan")["over"]
    assert asking.log(copy, "japan")[-1]["act"] == "reveal"
    asking.ask("DELETE", f"/matches/{live}")
    assert asking.sight(copy, "open")["view"]
    assert asking.get(f"/matches/{copy}/verify")["sound"]


def test_the_match_itself_given_up_tells_nothing_of_its_copy(asking: Asking, live: str) -> None:
    data = saved(asking, live)
    first, second = brought(asking, data), brought(asking, data)
    asking.post(f"/matches/{live}/resign", side="japan")
    assert asking.refused(lambda: asking.sight(live, "open")).status == 403
    asking.ask("DELETE", f"/matches/{first}")
    assert asking.refused(lambda: asking.sight(live, "open")).status == 403
    asking.post(f"/matches/{second}/resign", side="japan")
    for match in (live, second):
        assert asking.sight(match, "open")["view"]


def test_a_copy_of_a_copy_belongs_to_the_same_match(asking: Asking, live: str) -> None:
    copy = brought(asking, saved(asking, live))
    again = brought(asking, saved(asking, copy))
    assert asking.sight(again, "japan")["name"] == "Half way (copy)"
    asking.post(f"/matches/{again}/resign", side="japan")
    asking.ask("DELETE", f"/matches/{copy}")
    assert HELD_BACK in asking.refused(lambda: asking.sight(again, "open")).error["message"]


@pytest.mark.build
def test_the_record_of_a_copy_holds_no_secret_of_the_match(store_path: Path) -> None:
    with opened(store_path) as client:
        asking = Asking(client)
        live = asking.begin(seats={"allies": "random"}, name="Half way")["id"]
        play(asking, live, acts=45)
        copy = brought(asking, saved(asking, live))
    with Store(store_path) as store:
        (secret,) = store.secrets(live).values()
        (own,) = store.secrets(copy).values()
        kept = store.lines(copy)
    assert secret != own
    assert secret.encode() not in kept
    with opened(store_path) as client:
        asking = Asking(client)
        luck = random.Random(1)
        for _ in range(12):
            step(asking, copy, luck)
        asking.ask("DELETE", f"/matches/{live}")
        if not asking.sight(copy, "public")["over"]:
            asking.post(f"/matches/{copy}/resign", side="japan")
        data = saved(asking, copy)
        told = asking.get(f"/matches/{copy}/verify")
    record = read_lines(data)
    place, copied = next((place, act) for place, act in enumerate(record.acts) if isinstance(act, Copy))
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    assert reveal.secrets == {"referee": own}
    terms = terms_of(record.header, "sealed", copied.seq)
    assert copied.dice.commitments == {"referee": commitment(bytes.fromhex(own), terms)}
    assert secret.encode() not in data
    assert told["sound"]
    before = sum(len(act.dice) for act in record.acts[:place] if isinstance(act, ChoiceMade))
    after = sum(len(act.dice) for act in record.acts[place:] if isinstance(act, ChoiceMade))
    assert before
    assert f"dice before line {place + 2}: {before}; only the match that was copied has their secret" in (told["open"])
    assert f"this is a copy of another match from line {place + 2} on, with dice of its own" in told["open"]
    assert any(f"all {after} dice are theirs" in sentence for sentence in told["proved"])
    assert replay(record).parted is None


@pytest.mark.build
def test_dice_before_the_copying_that_were_changed_are_not_called_proved(asking: Asking, live: str) -> None:
    copy = brought(asking, saved(asking, live))
    asking.ask("DELETE", f"/matches/{live}")
    asking.post(f"/matches/{copy}/resign", side="japan")
    record = read_lines(saved(asking, copy))
    forged = MatchRecord(record.header, [act for act in record.acts if not isinstance(act, Copy)])
    for number, act in enumerate(forged.acts, 1):
        act.seq = number
    report = verify(forged)
    assert "the secret of referee is not the one whose hash is in the record" in str(report.failed)
