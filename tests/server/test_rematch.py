"""A rematch: offered after the end, it begins with sides swapped once every player has accepted."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.server.api_client import Client, JsonObject, running_server
from tests.server.seated_players import Player, give_words, players, seat_players, two_players
from tests.server.test_clocks import NAMING

LIVE = {"kind": "live", "minutes": 60, "increment": 30}


def rematch(player: Player, match: str, side: str, word: str) -> JsonObject | None:
    found: JsonObject | None = player.post(f"/matches/{match}/rematch", side=side, word=word)["rematch"]
    return found


def finished(client: Client, **wanted: object) -> tuple[str, Player, Player]:
    """A match that the Allies have resigned."""
    match, japan, allies = two_players(client, **wanted)  # type: ignore[arg-type]
    allies.post(f"/matches/{match}/resign", side="allies")
    return match, japan, allies


def test_both_agree_and_land_in_the_next_match_with_sides_swapped(client: Client) -> None:
    match, japan, allies = finished(client, options={"factor_set": "B"}, pace=LIVE)
    assert japan.view(match, "japan")["rematch"] == {"accepted": [], "to_answer": [], "declined": "", "next": ""}
    offered = rematch(japan, match, "japan", "offer")
    assert offered == {"accepted": ["japan"], "to_answer": ["allies"], "declined": "", "next": ""}
    assert allies.view(match, "public")["rematch"] == offered
    accepted = rematch(allies, match, "allies", "accept")
    assert accepted is not None
    following = accepted["next"]
    assert following
    assert japan.view(match, "japan")["rematch"]["next"] == following
    assert japan.seats(following)["agreed"] == japan.seats(match)["agreed"]
    assert {seat["side"]: seat["yours"] for seat in japan.seats(following)["seats"]} == {"japan": False, "allies": True}
    assert {seat["side"]: seat["yours"] for seat in allies.seats(following)["seats"]} == {
        "japan": True,
        "allies": False,
    }
    give_words(following, (allies, "japan"), (japan, "allies"))
    view = allies.view(following, "japan")
    assert view["decision"]["side"] == "japan"
    assert (view["view"]["options"]["factor_set"], view["clocks"]["kind"]) == ("B", "live")
    assert japan.refusal(lambda: japan.view(following, "japan"))[0] == 403


def test_a_rematch_starts_from_the_same_position_with_the_same_dice(client: Client) -> None:
    position = NAMING.read_text(encoding="utf-8")
    match, japan, allies = finished(client, game="vitp", position=position)
    before = japan.view(match, "open")
    rematch(allies, match, "allies", "offer")
    found = rematch(japan, match, "japan", "accept")
    assert found is not None
    give_words(found["next"], (allies, "japan"), (japan, "allies"))
    after = allies.view(found["next"], "japan")
    assert after["view"]["turn"] == before["view"]["turn"]
    assert after["dice"]["kind"] == before["dice"]["kind"]
    assert after["dice"]["commitments"] != before["dice"]["commitments"], "the secret is a new one"


def test_the_player_who_runs_the_server_adds_words_first_again(client: Client) -> None:
    japan, allies, *_ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"], host="japan")["id"]
    allies.claim(match, japan.invite(match, "allies"))
    give_words(match, (japan, "japan"), (allies, "allies"))
    allies.post(f"/matches/{match}/resign", side="allies")
    rematch(japan, match, "japan", "offer")
    found = rematch(allies, match, "allies", "accept")
    assert found is not None
    waiting = japan.view(found["next"], "public")
    assert (waiting["host"], waiting["asked"]) == ("allies", "allies"), "the same person, now with the other side"


@pytest.mark.parametrize(("who", "word"), [("allies", "decline"), ("japan", "cancel")])
def test_an_offer_is_declined_or_cancelled(client: Client, who: str, word: str) -> None:
    match, japan, allies = finished(client)
    rematch(japan, match, "japan", "offer")
    player = {"japan": japan, "allies": allies}[who]
    after = rematch(player, match, who, word)
    assert after == {"accepted": [], "to_answer": [], "declined": "allies" if word == "decline" else "", "next": ""}
    refused = (422, "there is no rematch offer to answer")
    assert allies.refusal(lambda: rematch(allies, match, "allies", "accept")) == refused
    assert rematch(japan, match, "japan", "cancel") == {"accepted": [], "to_answer": [], "declined": "", "next": ""}
    assert rematch(allies, match, "allies", "offer") is not None, "it can be offered again"


def test_one_player_cannot_accept_for_the_other(client: Client) -> None:
    match, japan, _ = finished(client)
    _, _, stranger, _ = players(client)
    rematch(japan, match, "japan", "offer")
    assert japan.refusal(lambda: rematch(japan, match, "japan", "accept"))[0] == 422
    assert japan.refusal(lambda: rematch(japan, match, "allies", "accept"))[0] == 403
    assert stranger.refusal(lambda: rematch(stranger, match, "allies", "accept"))[0] == 403
    assert japan.view(match, "japan")["rematch"]["next"] == ""


def test_there_is_no_rematch_before_the_end_or_alone(client: Client) -> None:
    refused = (422, "a rematch can be offered only after the end, and only to another player of the match")
    match, japan, _ = two_players(client)
    assert japan.view(match, "japan")["rematch"] is None
    assert japan.refusal(lambda: rematch(japan, match, "japan", "offer")) == refused
    alone = japan.begin(seats={"allies": "random"})["id"]
    japan.post(f"/matches/{alone}/resign", side="japan")
    assert japan.view(alone, "japan")["rematch"] is None
    assert japan.refusal(lambda: rematch(japan, alone, "japan", "offer")) == refused


def test_a_rematch_begins_once(client: Client) -> None:
    match, japan, allies = finished(client)
    rematch(japan, match, "japan", "offer")
    rematch(allies, match, "allies", "accept")
    for player, side in ((japan, "japan"), (allies, "allies")):
        for word in ("offer", "accept", "decline", "cancel"):
            refused = player.refusal(partial(rematch, player, match, side, word))
            assert refused == (422, "the rematch has already begun")
    assert len(japan.get("/matches")) == 2


def test_an_offer_survives_a_restart(store_path: Path, page: Path) -> None:
    with running_server(store_path, page) as client:
        match, japan, _ = finished(client)
        rematch(japan, match, "japan", "offer")
    with running_server(store_path, page) as client:
        _, allies, *_ = players(client)
        found = rematch(allies, match, "allies", "accept")
        assert found is not None
        assert found["next"]


def test_three_players_all_have_to_agree(client: Client) -> None:
    """Axis & Allies: Pacific: Japan and the United Kingdom change sides, the United States stay."""
    match, found = seat_players(client, game="aap")
    found["japan"].post(f"/matches/{match}/resign", side="japan")
    assert rematch(found["usa"], match, "usa", "offer") is not None
    waiting = rematch(found["japan"], match, "japan", "accept")
    assert waiting is not None
    assert (waiting["to_answer"], waiting["next"]) == (["uk"], "")
    done = rematch(found["uk"], match, "uk", "accept")
    assert done is not None
    sides = {
        side: [seat["side"] for seat in player.seats(done["next"])["seats"] if seat["yours"]]
        for side, player in found.items()
    }
    assert sides == {"japan": ["uk"], "uk": ["japan"], "usa": ["usa"]}
