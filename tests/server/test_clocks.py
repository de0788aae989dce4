"""The clocks of a match between people, with a time that the tests set."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ironbottom.engine.match.verify import verify
from ironbottom.server.match import clocks
from tests.server.api_client import Client, JsonObject, offered_choices, running_server
from tests.server.seated_players import Player, players, two_players

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
DAY = 24 * HOUR
START = 1_800_000_000_000
LIVE = {"kind": "live", "minutes": 60, "increment": 30}
DAYS = {"kind": "days", "days": 2, "reserve": 3}
NAMING = Path(__file__).parents[1] / "browser" / "positions" / "victory_in_the_pacific" / "naming.toml"
NOT_YET = (422, "your opponent's time has not run out")
NOBODY = (422, "none of your opponents is on the clock")


class Clock:
    """The current time, as the server reads it."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> int:
        return self.time

    def wait(self, milliseconds: int) -> None:
        self.time += milliseconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clocks, "now_ms", made)
    return made


def clock_of(player: Player, match: str, side: str, viewer: str) -> JsonObject:
    """Returns the clock of a side as another side sees it."""
    (found,) = [one for one in player.view(match, viewer)["clocks"]["sides"] if one["side"] == side]
    return dict(found)


def finish_move(player: Player, match: str, side: str) -> None:
    """Chooses for a side until it has nothing more to choose."""
    rng, match_view = random.Random(1), player.view(match, side)
    while match_view["decision"]:
        choices = offered_choices(match_view)
        match_view = player.act(match_view, ["done"] if ["done"] in choices else rng.choice(choices))


def name_in_secret(client: Client, pace: JsonObject) -> tuple[str, Player, Player]:
    """Begins a match of Victory in the Pacific in which both sides name day or night in secret."""
    position = NAMING.read_text(encoding="utf-8")
    return two_players(client, "vitp", position=position, pace=pace)


def claim(player: Player, match: str, side: str) -> JsonObject:
    found: JsonObject = player.post(f"/matches/{match}/time", side=side, word="claim")
    return found


def refused_claim(player: Player, match: str, side: str) -> tuple[int, str]:
    return player.refusal(lambda: claim(player, match, side))


def test_time_is_kept_only_if_a_pace_was_agreed(client: Client) -> None:
    match, japan, allies = two_players(client)
    assert japan.view(match, "japan")["clocks"] is None
    assert refused_claim(japan, match, "japan") == NOBODY
    wrong = japan.refusal(lambda: japan.post(f"/matches/{match}/time", side="japan", word="give", against="allies"))
    assert wrong == (422, "this match has no clock")
    assert allies.get("/matches")[0]["deadline"] is None


def test_a_pace_needs_a_friend(client: Client) -> None:
    japan, *_ = players(client)
    refused = japan.error_of(lambda: japan.post("/matches", game="pf", pace=LIVE, seats={"allies": "random"}))
    assert (refused.status, refused.error["field"]) == (400, "pace")


@pytest.mark.parametrize(
    ("pace", "field"),
    [
        ({"kind": "live"}, "minutes"),
        ({"kind": "live", "minutes": 0}, "minutes"),
        ({"kind": "live", "minutes": 60, "days": 2}, "days"),
        ({"kind": "days", "days": 2.5}, "days"),
        ({"kind": "hours"}, "kind"),
        ({}, "kind"),
    ],
)
def test_a_pace_that_is_not_known_is_refused(client: Client, pace: JsonObject, field: str) -> None:
    japan, *_ = players(client)
    refused = japan.error_of(lambda: japan.post("/matches", game="pf", friends=["allies"], pace=pace))
    assert refused.status == 400
    assert field in str(refused.error)


@pytest.mark.parametrize(
    ("pace", "text"),
    [
        (LIVE, "60 minutes for each side, and 30 seconds more after each move."),
        ({"kind": "live", "minutes": 1}, "1 minute for each side."),
        (DAYS, "2 days for each move, with 3 days in reserve."),
        ({"kind": "days", "days": 1}, "1 day for each move."),
        ({"kind": "none"}, "No clock. After 30 days without a move, an opponent may claim the win."),
    ],
)
def test_the_invitation_says_the_pace(client: Client, pace: JsonObject, text: str) -> None:
    japan, allies, *_ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"], host="nobody", pace=pace)["id"]
    token = japan.invite(match, "allies")
    assert {"title": "Time", "text": text} in allies.seats(match, token)["agreed"]


def test_the_clock_of_the_side_that_chooses_runs(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=LIVE)
    finish_move(japan, match, "japan")
    finish_move(allies, match, "allies")
    before = clock_of(allies, match, "japan", "allies")
    assert before == {"side": "japan", "left": HOUR + 30 * SECOND, "since": START, "running": True}
    assert not clock_of(japan, match, "allies", "japan")["running"]
    clock.wait(10 * MINUTE)
    assert clock_of(allies, match, "japan", "allies") == before, "nothing is sent while a clock only runs"
    finish_move(japan, match, "japan")
    after = clock_of(allies, match, "japan", "allies")
    assert after == {"side": "japan", "left": HOUR - 9 * MINUTE, "since": None, "running": False}
    assert clock_of(japan, match, "allies", "japan")["since"] == START + 10 * MINUTE


def test_during_secret_choices_the_clocks_are_shown_as_of_the_start_of_the_step(client: Client, clock: Clock) -> None:
    """Nobody can tell from a clock who has chosen."""
    match, japan, allies = name_in_secret(client, LIVE)
    hidden = {"side": "japan", "left": DAY + HOUR, "since": None, "running": True}
    assert [clock_of(allies, match, "japan", viewer) for viewer in ("allies", "public")] == [hidden, hidden]
    assert clock_of(japan, match, "japan", "japan")["since"] == START
    seen = [allies.view(match, viewer)["clocks"] for viewer in ("allies", "public")]
    clock.wait(20 * MINUTE)
    japan.act(japan.view(match, "japan"), ["night"])
    own = clock_of(japan, match, "japan", "japan")
    assert own == {"side": "japan", "left": DAY + 40 * MINUTE, "since": None, "running": False}
    clock.wait(5 * MINUTE)
    assert [allies.view(match, viewer)["clocks"] for viewer in ("allies", "public")] == seen
    allies.act(allies.view(match, "allies"), ["night"])
    assert clock_of(allies, match, "japan", "allies")["left"] == HOUR + 30 * SECOND, "the first move had a day more"


def test_a_first_move_has_a_day(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace={"kind": "live", "minutes": 10})
    finish_move(japan, match, "japan")
    clock.wait(DAY + 9 * MINUTE)
    assert refused_claim(japan, match, "japan") == NOT_YET
    finish_move(allies, match, "allies")
    assert clock_of(allies, match, "allies", "allies")["left"] == MINUTE


def test_an_opponent_may_claim_the_win_once_the_time_has_run_out(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=DAYS)
    finish_move(japan, match, "japan")
    assert japan.view(match, "japan")["clocks"]["claim_from"] == START + 5 * DAY
    assert allies.view(match, "allies")["clocks"]["claim_from"] is None
    clock.wait(5 * DAY - 1)
    assert refused_claim(japan, match, "japan") == NOT_YET
    clock.wait(1)
    assert refused_claim(allies, match, "allies") == NOBODY
    assert not japan.view(match, "japan")["over"], "a clock that runs out ends nothing by itself"
    after = claim(japan, match, "japan")
    assert after["result"] == {"winners": ["japan"], "score": {}, "why": "the Allies ran out of time"}
    assert "The Allies ran out of time." in [entry.get("text") for entry in allies.log(match, "allies")]
    assert after["clocks"]["claim_from"] is None


def test_the_record_of_a_claimed_win_verifies(client: Client, clock: Clock, tmp_path: Path) -> None:
    match, japan, _ = two_players(client, pace=DAYS)
    finish_move(japan, match, "japan")
    clock.wait(5 * DAY)
    claim(japan, match, "japan")
    path = tmp_path / "match.jsonl"
    path.write_bytes(japan.request("GET", f"/matches/{match}/export").content)
    report = verify(path)
    assert report.sound, report.failed
    assert b'{"act":"resign"' in path.read_bytes()
    assert b'"why":"time"' in path.read_bytes()


def test_a_side_whose_time_has_run_out_may_still_choose(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=DAYS)
    finish_move(japan, match, "japan")
    clock.wait(9 * DAY)
    finish_move(allies, match, "allies")
    assert not allies.view(match, "allies")["over"]
    left = clock_of(allies, match, "allies", "allies")["left"]
    assert left == 2 * DAY, "the reserve is used up, and the next move has its days"


def test_the_reserve_is_used_after_the_days_of_a_move(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=DAYS)
    clock.wait(DAY)
    finish_move(japan, match, "japan")
    clock.wait(3 * DAY)
    finish_move(allies, match, "allies")
    assert clock_of(japan, match, "japan", "japan")["left"] == 5 * DAY
    assert clock_of(allies, match, "allies", "allies")["left"] == 4 * DAY


def test_a_claim_during_secret_choices_reveals_nothing(client: Client, clock: Clock) -> None:
    """A side that has not chosen itself cannot learn whether the other side has."""
    match, japan, allies = name_in_secret(client, DAYS)
    clock.wait(6 * DAY)
    early = [refused_claim(japan, match, "japan")]
    allies.act(allies.view(match, "allies"), ["night"])
    early.append(refused_claim(japan, match, "japan"))
    assert early == [NOBODY, NOBODY]
    assert allies.view(match, "allies")["clocks"]["claim_from"] == START + 5 * DAY
    assert claim(allies, match, "allies")["result"]["winners"] == ["allies"]


def test_an_opponent_may_give_time(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=DAYS)
    finish_move(japan, match, "japan")
    japan.post(f"/matches/{match}/time", side="japan", word="give", against="allies")
    assert japan.view(match, "japan")["clocks"]["claim_from"] == START + 6 * DAY
    assert clock_of(allies, match, "allies", "allies")["left"] == 6 * DAY
    wrong = japan.refusal(lambda: japan.post(f"/matches/{match}/time", side="japan", word="give", against="japan"))
    assert wrong == (422, "time can be given only to an opponent")
    wrong = japan.refusal(lambda: japan.post(f"/matches/{match}/time", side="japan", word="give", against="spain"))
    assert wrong[0] == 400


def test_only_the_holder_of_a_seat_may_claim_or_give(client: Client, clock: Clock) -> None:
    match, japan, _ = two_players(client, pace=DAYS)
    _, _, stranger, nobody = players(client)
    finish_move(japan, match, "japan")
    clock.wait(30 * DAY)
    for other in (stranger, nobody):
        assert refused_claim(other, match, "japan")[0] == 403
    assert not japan.view(match, "japan")["over"]


def test_offers_do_not_finish_a_move(client: Client, clock: Clock) -> None:
    """Offering a draw is not a move, so it gives no time back."""
    match, japan, allies = two_players(client, pace=DAYS)
    clock.wait(4 * DAY)
    japan.post(f"/matches/{match}/draw", side="japan", word="offer")
    allies.post(f"/matches/{match}/draw", side="allies", word="decline")
    clock.wait(DAY // 2)
    mine = clock_of(japan, match, "japan", "japan")
    assert (mine["left"], mine["since"]) == (5 * DAY, START)


def ask_to_take_back(player: Player, match: str, side: str) -> None:
    player.post(f"/matches/{match}/undo", side=side, seq=player.view(match, side)["seq"])


def take_back(japan: Player, allies: Player, match: str) -> None:
    """Takes back the last choice of Japan, with the consent of the Allies if it is needed."""
    ask_to_take_back(japan, match, "japan")
    if allies.view(match, "allies")["undo_offer"]:
        allies.post(f"/matches/{match}/undo_offer", side="allies", word="accept")


def left_now(player: Player, match: str, side: str, viewer: str, clock: Clock) -> int:
    """Returns the time that a side has left now, as another side knows it."""
    found = clock_of(player, match, side, viewer)
    return int(found["left"]) - (clock.time - found["since"] if found["since"] else 0)


def pass_on(player: Player, match: str, side: str) -> None:
    """Ends the move of a side with one choice."""
    player.act(player.view(match, side), ["done"])


def test_a_move_taken_back_and_made_again_counts_once(client: Client, clock: Clock) -> None:
    """With a live clock, the increment is added only once, and the time used stays used."""
    match, japan, allies = two_players(client, pace=LIVE)
    finish_move(japan, match, "japan")
    finish_move(allies, match, "allies")
    before = clock_of(japan, match, "allies", "japan")
    clock.wait(10 * MINUTE)
    finish_move(japan, match, "japan")
    once = clock_of(japan, match, "japan", "japan")["left"]
    assert once == HOUR + 30 * SECOND - 10 * MINUTE + 30 * SECOND
    for _ in range(5):
        clock.wait(MINUTE)
        take_back(japan, allies, match)
        assert left_now(japan, match, "japan", "japan", clock) == HOUR + 30 * SECOND - 10 * MINUTE
        pass_on(japan, match, "japan")
        assert clock_of(japan, match, "japan", "japan")["left"] == once
    after = clock_of(japan, match, "allies", "japan")
    assert after["left"] == before["left"] - 5 * MINUTE, "the other side gets no increment, and used its time"
    assert after["running"]


def test_the_days_of_a_move_taken_back_do_not_begin_again(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=DAYS)
    finish_move(japan, match, "japan")
    finish_move(allies, match, "allies")
    clock.wait(DAY)
    finish_move(japan, match, "japan")
    assert clock_of(japan, match, "japan", "japan")["left"] == 5 * DAY
    clock.wait(DAY)
    take_back(japan, allies, match)
    assert clock_of(japan, match, "japan", "japan")["left"] == 4 * DAY
    other = clock_of(japan, match, "allies", "japan")
    assert (other["left"], other["since"]) == (4 * DAY, None), "the day that the other side used stays used"
    clock.wait(2 * DAY)
    pass_on(japan, match, "japan")
    assert clock_of(japan, match, "japan", "japan")["left"] == 4 * DAY, "three days of two: one came from the reserve"


def test_moves_of_both_sides_are_taken_back_with_their_increments(client: Client, clock: Clock) -> None:
    match, japan, allies = two_players(client, pace=LIVE)
    finish_move(japan, match, "japan")
    finish_move(allies, match, "allies")
    clock.wait(MINUTE)
    finish_move(japan, match, "japan")
    clock.wait(2 * MINUTE)
    finish_move(allies, match, "allies")
    japan.post(f"/matches/{match}/time", side="japan", word="give", against="allies")
    clock.wait(4 * MINUTE)
    ask_to_take_back(japan, match, "japan")
    assert allies.view(match, "allies")["undo_offer"]["side"] == "japan"
    clock.wait(8 * MINUTE)
    allies.post(f"/matches/{match}/undo_offer", side="allies", word="accept")
    assert left_now(japan, match, "japan", "japan", clock) == HOUR + 30 * SECOND - 13 * MINUTE
    assert left_now(japan, match, "allies", "japan", clock) == HOUR + 30 * SECOND - 2 * MINUTE + 5 * MINUTE, (
        "with the gift"
    )
    assert not clock_of(japan, match, "allies", "japan")["running"]


def test_secret_choices_taken_back_together_restore_both_clocks(client: Client, clock: Clock) -> None:
    match, japan, allies = name_in_secret(client, LIVE)
    clock.wait(MINUTE)
    japan.act(japan.view(match, "japan"), ["night"])
    clock.wait(MINUTE)
    allies.act(allies.view(match, "allies"), ["night"])
    assert clock_of(allies, match, "japan", "allies")["left"] == HOUR + 30 * SECOND
    take_back(japan, allies, match)
    assert clock_of(japan, match, "japan", "japan")["left"] == DAY + HOUR - MINUTE
    shown = {"side": "allies", "left": DAY + HOUR - 2 * MINUTE, "since": None, "running": True}
    assert clock_of(japan, match, "allies", "japan") == shown
    japan.act(japan.view(match, "japan"), ["day"])
    if allies.view(match, "allies")["decision"]:
        allies.act(allies.view(match, "allies"), ["night"])
    assert clock_of(allies, match, "japan", "allies")["left"] == HOUR + 30 * SECOND, "one increment"
    assert clock_of(japan, match, "allies", "japan")["left"] == HOUR + 30 * SECOND


def test_clocks_restored_after_a_restart_are_the_same(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, allies = two_players(client, pace=LIVE)
        finish_move(japan, match, "japan")
        finish_move(allies, match, "allies")
        clock.wait(MINUTE)
        finish_move(japan, match, "japan")
    with running_server(store_path, page) as client:
        japan, allies, *_ = players(client)
        take_back(japan, allies, match)
        assert clock_of(japan, match, "japan", "japan")["left"] == HOUR + 30 * SECOND - MINUTE


def test_clocks_of_an_older_version_are_read(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, _ = two_players(client, pace=LIVE)
        finish_move(japan, match, "japan")
    with closing(sqlite3.connect(store_path)) as sql:
        (text,) = sql.execute("select state from clocks").fetchone()
        state = json.loads(text)
        del state["finished"], state["act"]
        sql.execute("update clocks set state = ?", (json.dumps(state),))
        sql.commit()
    with running_server(store_path, page) as client:
        japan, allies, *_ = players(client)
        before = clock_of(japan, match, "japan", "japan")["left"]
        take_back(japan, allies, match)
        assert clock_of(japan, match, "japan", "japan")["left"] == before, "what is not known is not restored"
        pass_on(japan, match, "japan")
        finish_move(allies, match, "allies")


def test_clocks_survive_a_restart_and_stop_while_no_server_runs(store_path: Path, page: Path, clock: Clock) -> None:
    with running_server(store_path, page) as client:
        match, japan, _ = two_players(client, pace=DAYS)
        finish_move(japan, match, "japan")
        clock.wait(DAY)
    with closing(sqlite3.connect(store_path)) as sql:
        sql.execute("update settings set value = ? where name = 'alive'", (str(clock.time),))
        sql.commit()
    clock.wait(10 * DAY)
    with running_server(store_path, page) as client:
        japan, allies, *_ = players(client)
        assert japan.view(match, "japan")["clocks"]["claim_from"] == START + 15 * DAY
        assert clock_of(allies, match, "allies", "allies")["since"] == START + 10 * DAY
        clock.wait(DAY)
        assert allies.get("/matches")[0]["deadline"] == START + 15 * DAY
        assert japan.get("/matches")[0]["deadline"] is None


@pytest.mark.parametrize("state", ["", "{", '{"sides": 3}', '{"sides": {"allies": {"reserve": "x"}}}'])
def test_damaged_clocks_begin_again(store_path: Path, page: Path, clock: Clock, state: str) -> None:
    with running_server(store_path, page) as client:
        match, *_ = two_players(client, pace=DAYS)
    with closing(sqlite3.connect(store_path)) as sql:
        sql.execute("update clocks set state = ?", (state,))
        sql.commit()
    with running_server(store_path, page) as client:
        japan, *_ = players(client)
        finish_move(japan, match, "japan")
        assert clock_of(japan, match, "japan", "japan")["left"] > 0


def test_a_deleted_match_leaves_no_clocks(store_path: Path, page: Path) -> None:
    with running_server(store_path, page) as client:
        match, japan, _ = two_players(client, pace=DAYS)
        japan.request("DELETE", f"/matches/{match}")
    with closing(sqlite3.connect(store_path)) as sql:
        rows: Any = sql.execute("select count(*) from clocks").fetchone()
    assert rows == (0,)
