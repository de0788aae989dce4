"""A save that is imported while its match is still played becomes a copy with its own dice and reveals nothing."""

import random
from functools import partial
from pathlib import Path

import pytest

from ironbottom.engine.dice.sealed import commitment
from ironbottom.engine.match.replay import replay
from ironbottom.engine.match.verify import verify
from ironbottom.engine.record.lines import commitment_input
from ironbottom.engine.record.record import ChoiceMade, Copy, MatchRecord, Reveal, read_lines
from ironbottom.server.storage.database import Store
from tests.server.api_client import ApiClient, make_random_choice, play, running_server

HELD_BACK = "shares its secrets with a copy in progress"


def saved(api: ApiClient, match: str) -> bytes:
    return api.request("GET", f"/matches/{match}/export").content


def import_file(api: ApiClient, data: bytes) -> str:
    match: str = api.request("POST", "/matches/import", content=data).json()["id"]
    return match


@pytest.fixture
def live(api: ApiClient) -> str:
    match: str = api.begin(seats={"allies": "random"}, name="Half way")["id"]
    play(api, match, acts=30)
    return match


def test_a_copy_has_its_own_dice_and_is_marked_as_a_copy(api: ApiClient, live: str) -> None:
    before = api.view(live, "japan")
    copy = import_file(api, saved(api, live))
    after = api.view(copy, "japan")
    assert (before["copied"], after["copied"], after["name"]) == (False, True, "Half way (copy)")
    assert before["dice"]["commitments"] != after["dice"]["commitments"]
    assert api.view(live, "japan") == before
    last = api.log(copy, "public")[-1]
    assert last["act"] == "copy"
    assert last["text"] == "This match is a copy from here on, with its own dice."
    assert {match["id"]: match["copied"] for match in api.get("/matches")} == {live: False, copy: True}


@pytest.mark.build
def test_a_resigned_copy_reveals_nothing_of_the_unfinished_match(api: ApiClient, live: str) -> None:
    """The attack is to save, import and resign the copy, and to read hidden counters and the next dice there."""
    copy = import_file(api, saved(api, live))
    api.post(f"/matches/{copy}/resign", side="japan")
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
        error = api.error_of(partial(api.get, f"/matches/{copy}{path}", **query))
        assert error.status == 403, path
        assert HELD_BACK in error.error["message"], path
    assert api.view(copy, "japan")["over"]
    assert api.log(copy, "japan")[-1]["act"] == "reveal"
    api.request("DELETE", f"/matches/{live}")
    assert api.view(copy, "open")["view"]
    assert api.get(f"/matches/{copy}/verify")["sound"]


def test_the_resigned_match_reveals_nothing_of_its_unfinished_copy(api: ApiClient, live: str) -> None:
    data = saved(api, live)
    first, second = import_file(api, data), import_file(api, data)
    api.post(f"/matches/{live}/resign", side="japan")
    assert api.error_of(lambda: api.view(live, "open")).status == 403
    api.request("DELETE", f"/matches/{first}")
    assert api.error_of(lambda: api.view(live, "open")).status == 403
    api.post(f"/matches/{second}/resign", side="japan")
    for match in (live, second):
        assert api.view(match, "open")["view"]


def test_a_copy_of_a_copy_belongs_to_the_same_match(api: ApiClient, live: str) -> None:
    copy = import_file(api, saved(api, live))
    again = import_file(api, saved(api, copy))
    assert api.view(again, "japan")["name"] == "Half way (copy)"
    api.post(f"/matches/{again}/resign", side="japan")
    api.request("DELETE", f"/matches/{copy}")
    assert HELD_BACK in api.error_of(lambda: api.view(again, "open")).error["message"]


@pytest.mark.build
def test_the_record_of_a_copy_has_no_secret_of_the_match(store_path: Path) -> None:
    with running_server(store_path) as client:
        api = ApiClient(client)
        live = api.begin(seats={"allies": "random"}, name="Half way")["id"]
        play(api, live, acts=45)
        copy = import_file(api, saved(api, live))
    with Store(store_path) as store:
        (secret,) = store.secrets(live).values()
        (own,) = store.secrets(copy).values()
        kept = store.lines(copy)
    assert secret != own
    assert secret.encode() not in kept
    with running_server(store_path) as client:
        api = ApiClient(client)
        rng = random.Random(1)
        for _ in range(12):
            make_random_choice(api, copy, rng)
        api.request("DELETE", f"/matches/{live}")
        if not api.view(copy, "public")["over"]:
            api.post(f"/matches/{copy}/resign", side="japan")
        data = saved(api, copy)
        response = api.get(f"/matches/{copy}/verify")
    record = read_lines(data)
    place, copied = next((place, act) for place, act in enumerate(record.acts) if isinstance(act, Copy))
    reveal = record.acts[-1]
    assert isinstance(reveal, Reveal)
    assert reveal.secrets == {"referee": own}
    terms = commitment_input(record.header, "sealed", copied.seq)
    assert copied.dice.commitments == {"referee": commitment(bytes.fromhex(own), terms)}
    assert secret.encode() not in data
    assert response["sound"]
    before = sum(len(act.dice) for act in record.acts[:place] if isinstance(act, ChoiceMade))
    after = sum(len(act.dice) for act in record.acts[place:] if isinstance(act, ChoiceMade))
    assert before
    assert (
        f"dice before line {place + 2}: {before}; only the match that was copied has their secret" in (response["open"])
    )
    assert f"this is a copy of another match from line {place + 2} on, with its own dice" in response["open"]
    assert any(f"all {after} dice are theirs" in sentence for sentence in response["proved"])
    assert replay(record).divergence is None


@pytest.mark.build
def test_changed_dice_before_the_copy_are_not_reported_as_proved(api: ApiClient, live: str) -> None:
    copy = import_file(api, saved(api, live))
    api.request("DELETE", f"/matches/{live}")
    api.post(f"/matches/{copy}/resign", side="japan")
    record = read_lines(saved(api, copy))
    forged = MatchRecord(record.header, [act for act in record.acts if not isinstance(act, Copy)])
    for number, act in enumerate(forged.acts, 1):
        act.seq = number
    report = verify(forged)
    assert "the secret of referee is not the one whose hash is in the record" in str(report.failed)
