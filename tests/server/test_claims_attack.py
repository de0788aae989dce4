"""Attacks on the seats of a match by clients that hold one of them, and by other browsers of this machine."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from litestar.types import Scope

from ironbottom.server.match.claims import MAX_DEVICES
from ironbottom.server.network.clients import SEATS_COOKIE, hash_secret, read_client
from tests.server.api_client import Client, running_server
from tests.server.seated_players import STRANGER, Player, give_words, players, two_players


def saved(api: Player, match: str) -> bytes:
    return api.request("GET", f"/matches/{match}/export").content


def bring_in(api: Player, save: bytes) -> str:
    match: str = api.request("POST", "/matches/import", content=save).json()["id"]
    return match


def three_players(client: Client, **wanted: object) -> tuple[str, Player, Player, Player]:
    """Begins a match of Axis & Allies: Pacific between the clients of Japan, Britain and the United States."""
    japan, uk, usa, _ = players(client)
    match: str = japan.post("/matches", game="aap", friends=["uk", "usa"], host="nobody", **wanted)["id"]
    for player, side in ((uk, "uk"), (usa, "usa")):
        player.claim(match, japan.invite(match, side))
    give_words(match, (japan, "japan"), (uk, "uk"), (usa, "usa"))
    return match, japan, uk, usa


# -- saves and copies --------------------------------------------------------------------------------------


def test_the_save_of_a_copy_shows_nothing_to_the_former_holder_of_all_seats(client: Client) -> None:
    """A friend has since got a seat of the copy, so the holder of all seats of the first match holds only one there."""
    japan, allies, _, _ = players(client)
    copy = bring_in(japan, saved(japan, japan.begin()["id"]))
    allies.claim(copy, japan.invite(copy, "allies"))
    again = bring_in(japan, saved(japan, copy))
    assert japan.view(again, "japan")
    assert japan.refusal(lambda: japan.view(again, "allies"))[0] == 403
    assert allies.view(again, "allies")


def test_a_save_shows_nothing_more_once_the_other_player_has_left(client: Client) -> None:
    """A copy from the time when both played belongs to both."""
    match, japan, allies = two_players(client)
    save = saved(japan, match)
    allies.post(f"/matches/{match}/seat", side="allies", player="random", wait=0)
    copy = bring_in(japan, save)
    assert japan.view(copy, "japan")
    assert japan.refusal(lambda: japan.view(copy, "allies"))[0] == 403


def test_a_save_from_before_a_seat_was_given_away_is_refused_to_the_friend(client: Client) -> None:
    japan, allies, _, _ = players(client)
    match = japan.begin()["id"]
    save = saved(japan, match)
    allies.claim(match, japan.invite(match, "allies"))
    assert allies.refusal(lambda: bring_in(allies, save))[0] == 403
    copy = bring_in(japan, save)
    assert [japan.view(copy, side)["side"] for side in ("japan", "allies")] == ["japan", "allies"]


# -- what a browser of this machine may claim without a link -------------------------------------------------


def give_seat_to_bot(player: Player, host: Player, match: str, side: str) -> None:
    player.post(f"/matches/{match}/seat", side=side, player="random", wait=0)


def lose_seat_to_reissue(player: Player, host: Player, match: str, side: str) -> None:
    host.post(f"/matches/{match}/reissue", side=side)


@pytest.mark.parametrize("exit_route", [give_seat_to_bot, lose_seat_to_reissue])
def test_a_player_who_left_takes_no_seat_of_the_other_player(
    client: Client, exit_route: Callable[[Player, Player, str, str], None]
) -> None:
    """The host plays elsewhere, the friend on this machine.

    In a match that two people have played, a single browser does not count as the remaining player.
    """
    match, japan, allies = two_players(client)
    exit_route(allies, japan, match, "allies")
    for attacker in (allies, Player(client, STRANGER)):
        assert attacker.seats(match)["take"] is None
        assert attacker.refusal(lambda: attacker.post(f"/matches/{match}/claim"))[0] == 403  # noqa: B023
        assert attacker.refusal(lambda: attacker.view(match, "japan"))[0] == 403  # noqa: B023


def test_a_player_who_leaves_a_copy_takes_no_seat_of_it(client: Client) -> None:
    """The copy of an unfinished match has no host, and shares its secrets."""
    match, japan, _ = two_players(client)
    copy = bring_in(japan, saved(japan, match))
    give_seat_to_bot(japan, japan, copy, "japan")
    assert japan.seats(copy)["take"] is None
    assert japan.refusal(lambda: japan.post(f"/matches/{copy}/claim"))[0] == 403
    assert japan.refusal(lambda: japan.view(copy, "allies"))[0] == 403


def test_a_copy_of_a_match_that_one_of_two_has_left_is_refused_to_other_browsers(client: Client) -> None:
    match, japan, allies = two_players(client)
    give_seat_to_bot(allies, japan, match, "allies")
    save = saved(japan, match)
    stranger = Player(client, STRANGER)
    assert stranger.refusal(lambda: bring_in(stranger, save))[0] == 403
    copy = bring_in(japan, save)
    assert japan.view(copy, "japan")
    assert stranger.refusal(lambda: stranger.post(f"/matches/{copy}/claim"))[0] == 403


def test_a_match_that_two_left_to_computer_players_is_deleted_at_this_machine(client: Client) -> None:
    """Eight such matches would block all new matches between computer players."""
    match, japan, allies = two_players(client)
    stranger = Player(client, STRANGER)
    for player, side in ((japan, "japan"), (allies, "allies")):
        assert stranger.refusal(lambda: stranger.request("DELETE", f"/matches/{match}"))[0] == 403
        give_seat_to_bot(player, japan, match, side)
    assert stranger.refusal(lambda: stranger.post(f"/matches/{match}/claim"))[0] == 403
    stranger.request("DELETE", f"/matches/{match}")
    assert stranger.get("/matches") == []


# -- other sites in the same browser -------------------------------------------------------------------------


def test_a_cookie_set_by_a_page_at_another_port_is_ignored() -> None:
    """The attacker's cookie has a longer path, so the browser sends it first.

    A match begun with it would belong to the attacker.
    """
    scope = cast("Scope", {"scheme": "http", "client": ("127.0.0.1", 50_000)})
    sent = f"{SEATS_COOKIE}={'attacker' * 6}; other=1; {SEATS_COOKIE}={'player' * 8}"
    assert read_client(scope, {"cookie": sent}).holder == hash_secret("player" * 8)


# -- computer players ----------------------------------------------------------------------------------------


def test_a_player_replaces_no_computer_player_that_has_not_failed(client: Client) -> None:
    """Japan's player tries to replace Britain's ally with a weaker one."""
    japan, uk, _, _ = players(client)
    match = japan.post("/matches", game="aap", seats={"usa": "ensign"}, friends=["uk"], host="nobody")["id"]
    uk.claim(match, japan.invite(match, "uk"))
    give_words(match, (japan, "japan"), (uk, "uk"))
    for player in (japan, uk):
        refused = player.refusal(
            lambda: player.post(f"/matches/{match}/seat", side="usa", player="random", wait=0)  # noqa: B023
        )
        assert refused[0] == 403
    assert japan.view(match, "public")["seats"]["usa"] == "ensign"


# -- links ---------------------------------------------------------------------------------------------------


def test_links_of_one_player_do_not_remove_those_of_the_other(client: Client) -> None:
    match, japan, allies = two_players(client)
    token = japan.post(f"/matches/{match}/device_link")["token"]
    for _ in range(20):
        allies.post(f"/matches/{match}/device_link")
    Player(client, STRANGER).claim(match, token)
    assert Player(client, STRANGER).view(match, "japan")


def test_links_of_former_players_do_not_fill_the_store(store_path: Path) -> None:
    """A seat that changes hands leaves no links behind."""
    with running_server(store_path) as client:
        match, _, holder = two_players(client)
        for number in range(3):
            holder.post(f"/matches/{match}/device_link")
            friend = Player(client, f"{number:050}")
            friend.claim(match, holder.invite(match, "allies"))
            holder = friend
        holder.post(f"/matches/{match}/device_link")
    with closing(sqlite3.connect(store_path)) as sql:
        assert sql.execute("select count(*) from seat_links").fetchone() == (1,)


def test_the_devices_of_one_player_leave_room_for_the_others(client: Client) -> None:
    match, japan, allies = two_players(client)
    for number in range(1, MAX_DEVICES):
        token = allies.post(f"/matches/{match}/device_link")["token"]
        Player(client, f"{number:050}").claim(match, token)
    token = allies.post(f"/matches/{match}/device_link")["token"]
    refused = allies.refusal(lambda: Player(client, "x" * 50).claim(match, token))
    assert refused == (400, "32 browsers already hold these seats; no more can join")
    stranger = Player(client, STRANGER)
    stranger.claim(match, japan.post(f"/matches/{match}/device_link")["token"])
    assert stranger.view(match, "japan")
    friend = Player(client, "f" * 50)
    friend.claim(match, japan.invite(match, "japan"))
    assert friend.view(match, "japan")


# -- sides that change hands by a rule -----------------------------------------------------------------------


def test_aap_a_separate_ally_stays_when_the_others_swap_with_a_computer(client: Client) -> None:
    """16.2 Britain's player takes over Japan; another person plays the United States. No ensign bids 30."""
    match, japan, uk, usa = three_players(client, options={"bidding": "yes"})
    uk.act(uk.view(match, "uk"), ["bid", "30"])
    response = japan.post(f"/matches/{match}/seat", side="japan", player="ensign")
    assert response["seats"] == {"japan": "person", "uk": "ensign", "usa": "person"}
    assert uk.view(match, "japan")["side"] == "japan"
    assert usa.view(match, "usa")["side"] == "usa"
    refused = uk.refusal(lambda: uk.view(match, "usa"))
    assert refused == (403, "you do not hold the seat of the United States")
