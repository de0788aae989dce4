"""Each seat belongs to the client that claimed it: to see or play a side, a client needs the claim."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from ironbottom.server.app import make_app
from ironbottom.server.match import claims
from ironbottom.server.network.access import AccessRules
from ironbottom.server.storage.database import Store
from tests.players import PLAYER
from tests.server.api_client import (
    BASE_URL,
    ApiClient,
    Client,
    JsonObject,
    from_this_machine,
    offered_choices,
    running_server,
)
from tests.server.seated_players import ALLIES, JAPAN, STRANGER, Player, give_words, players, two_players

Request = tuple[str, str, dict[str, Any]]
NOT_HELD = "you do not hold the seat of Japan"
KEY = "k" * 20


def requests_of_japan(match: str, seq: int) -> dict[str, Request]:
    """Returns one request for each thing that only Japan's player may see or do, by route."""
    at = f"/matches/{match}"
    side = {"side": "japan"}
    see: dict[str, dict[str, Any]] = {
        "": {"since": 0},
        "/log": {},
        "/moment": {"seq": 1},
        "/story": {},
        "/aid": {},
        "/hints": {},
        "/odds": {},
        "/threats": {"place": "henderson"},
        "/decision_odds": {},
        "/ways": {},
        "/helpers": {},
        "/standing": {},
        "/landing": {},
        "/chat": {},
        "/notes": {},
        "/position": {},
    }
    do: dict[str, dict[str, Any]] = {
        "/act": {"seq": seq, "choices": [["done"]]},
        "/part": {"die": 0, "promise": "0" * 64},
        "/secret": {"secret": "0" * 64},
        "/why_not": {"action": ["done"]},
        "/names": {"choices": [["done"]]},
        "/gives_up": {"action": ["done"]},
        "/ahead": {"runs": [[["done"]]]},
        "/undo": {"seq": seq},
        "/undo_offer": {"word": "cancel"},
        "/withdraw": {"seq": seq, "entry": 1},
        "/resign": {},
        "/time": {"word": "claim"},
        "/hints": {"word": "allow"},
        "/draw": {"word": "offer"},
        "/rematch": {"word": "offer"},
        "/chat": {"text": "hello"},
        "/chat/block": {"against": "allies", "blocked": True},
        "/chat/report": {"number": 1},
        "/notes": {"text": "a note"},
        "/seat": {"player": "random"},
        "/take": {},
        "/standing": {"orders": {"losses": "ask"}},
        "/landing": {"units": [], "to": "F1234"},
        "/invitations": {},
        "/invitations/mail": {"address": "friend@example.com"},
    }
    found: dict[str, Request] = {
        f"GET /matches/{{match_id}}{path}": ("GET", at + path, {"params": side | more}) for path, more in see.items()
    }
    found |= {
        f"POST /matches/{{match_id}}{path}": ("POST", at + path, {"json": side | more}) for path, more in do.items()
    }
    return found | {
        "DELETE /matches/{match_id}/invitations/{side}": ("DELETE", f"{at}/invitations/japan", {}),
        "POST /matches/{match_id}/reissue": ("POST", f"{at}/reissue", {"json": side}),
        "PATCH /matches/{match_id}": ("PATCH", at, {"json": {"name": "Taken"}}),
        "DELETE /matches/{match_id}": ("DELETE", at, {}),
        "POST /matches/{match_id}/turn_file": ("POST", f"{at}/turn_file", {"json": {"machine": True}}),
        "GET /matches/{match_id}/export": ("GET", f"{at}/export", {}),
        "POST /matches/{match_id}/device_link": ("POST", f"{at}/device_link", {}),
        "POST /matches/{match_id}/claim": ("POST", f"{at}/claim", {"json": {}}),
        "GET /matches/{match_id}/comments": ("GET", f"{at}/comments", {}),
        "POST /matches/{match_id}/comments": ("POST", f"{at}/comments", {"json": {"on": 1, "text": "a comment"}}),
        "DELETE /matches/{match_id}/challenge": ("DELETE", f"{at}/challenge", {}),
        "GET /matches/{match_id}/notify": ("GET", f"{at}/notify", {}),
        "POST /matches/{match_id}/notify": ("POST", f"{at}/notify", {"json": {"mode": "digest"}}),
    }


BEFORE_THE_FIRST_DIE = {"POST /matches/{match_id}/host", "POST /matches/{match_id}/words"}
FOR_EVERYBODY = {
    "GET /matches/{match_id}/seats",
    "GET /matches/{match_id}/pieces",
    "GET /matches/{match_id}/sitting",
    "GET /matches/{match_id}/presence",
    "GET /matches/{match_id}/verify",
    "POST /matches/{match_id}/review",  # refused before the end of the match
}
"""Routes that show nothing of a side; dice are checked only after the end."""
OF_ANY_PLAYER = {
    "PATCH /matches/{match_id}",
    "GET /matches/{match_id}/export",
    "POST /matches/{match_id}/device_link",
    "POST /matches/{match_id}/turn_file",
    "GET /matches/{match_id}/notify",
    "POST /matches/{match_id}/notify",
}
"""Routes that the other player may use for its own side."""


@pytest.fixture(scope="module")
def seated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str]]:
    """One match of two players, for requests that must change nothing."""
    with running_server(tmp_path_factory.mktemp("claims") / "games.sqlite") as client:
        yield client, two_players(client)[0]


def test_every_route_of_a_match_is_listed(seated: tuple[Client, str]) -> None:
    """A new route has to be listed in ``requests_of_japan``, or as one that everybody may use."""
    client, match = seated
    paths = ApiClient(client).get("/schema/openapi.json")["paths"]
    known = {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in paths.items()
        for method in methods
        if "{match_id}" in path
    }
    assert known == requests_of_japan(match, 1).keys() | FOR_EVERYBODY | BEFORE_THE_FIRST_DIE


@pytest.mark.parametrize("who", ["the other player", "a stranger", "a spectator"])
@pytest.mark.parametrize("route", requests_of_japan("", 1))
def test_a_route_refuses_clients_without_the_seat(seated: tuple[Client, str], who: str, route: str) -> None:
    client, match = seated
    japan, allies, stranger, nobody = players(client)
    api = {"the other player": allies, "a stranger": stranger, "a spectator": nobody}[who]
    if who == "the other player" and route in OF_ANY_PLAYER:
        return
    match_view = japan.view(match, "japan", since=0)
    method, path, more = requests_of_japan(match, match_view["seq"])[route]
    status, message = api.refusal(lambda: api.request(method, path, **more))
    assert status == 403
    if '"side"' in str(more).replace("'", '"') and not path.endswith(
        ("seat", "take", "invitations", "mail", "reissue")
    ):
        assert message == NOT_HELD
    assert japan.view(match, "japan", since=0) == match_view
    assert {seat["side"]: seat["yours"] for seat in japan.seats(match)["seats"]} == {"japan": True, "allies": False}


def test_refusals_do_not_depend_on_hidden_state(client: Client) -> None:
    """In one match Japan has chosen in secret, in the other it has not."""
    errors: list[list[tuple[int, bytes]]] = []
    for choose in (False, True):
        match, japan, _ = two_players(client)
        match_view = japan.view(match, "japan")
        if choose:
            rng = random.Random(1)
            for _ in range(4):
                match_view = japan.act(
                    match_view, rng.choice([one for one in offered_choices(match_view) if one != ["done"]])
                )
        responses = []
        for name, (method, path, more) in requests_of_japan(match, 1).items():
            for api in players(client)[1:]:
                if name in OF_ANY_PLAYER and api.secret == ALLIES:
                    continue
                error = api.error_of(lambda: api.request(method, path, **more))  # noqa: B023
                responses.append((error.status, api.responses[-1].content))
        errors.append(responses)
        assert bool(japan.log(match, "japan")[1:]) is choose
    assert errors[0] == errors[1]


@pytest.mark.parametrize("secret", [ALLIES, STRANGER, ""])
def test_only_the_holder_gets_the_websocket_of_a_side(seated: tuple[Client, str], secret: str) -> None:
    client, match = seated
    headers = {"authorization": f"Bearer {secret}"}
    with client.websocket_connect(f"/api/matches/{match}/live?side=japan", headers=headers) as line:
        assert line.receive_json(timeout=180)["error"]["message"] == NOT_HELD
        with pytest.raises(WebSocketDisconnect):
            line.receive_json(timeout=180)


def test_a_websocket_closes_when_its_client_loses_the_seat(client: Client) -> None:
    match, japan, allies = two_players(client)
    headers = {"authorization": f"Bearer {ALLIES}"}
    with client.websocket_connect(f"/api/matches/{match}/live?side=allies", headers=headers) as line:
        line.receive_json(timeout=180)
        japan.post(f"/matches/{match}/reissue", side="allies")
        with pytest.raises(WebSocketDisconnect):
            line.receive_json(timeout=180)
    assert allies.refusal(lambda: allies.view(match, "allies")) == (403, "you do not hold the seat of the Allies")


def test_only_a_held_side_counts_as_present(seated: tuple[Client, str]) -> None:
    """A spectator who is a stranger cannot pose as Japan's player."""
    client, match = seated
    with client.websocket_connect(f"/api/matches/{match}/live?side=public&sits=japan") as line:
        line.receive_json(timeout=180)
        assert ApiClient(client).get(f"/matches/{match}/sitting") == []


# -- hot seat, alone, watching -----------------------------------------------------------------------------


def test_the_client_that_begins_a_match_holds_every_seat_of_a_person(client: Client) -> None:
    api = ApiClient(client)
    match = api.begin()["id"]
    assert [api.view(match, side)["side"] for side in ("japan", "allies")] == ["japan", "allies"]
    response = Player(client, PLAYER).seats(match)
    assert [(seat["claimed"], seat["yours"]) for seat in response["seats"]] == [(True, True), (True, True)]
    assert (response["host"], response["take"], response["here_only"], response["secure"]) == (True, None, True, False)


def test_a_browser_gets_its_cookie_with_its_first_match(store_path: Path) -> None:
    with Store(store_path) as store, TestClient(from_this_machine(make_app(store)), base_url=BASE_URL) as client:
        assert "set-cookie" not in client.get("/api/matches").headers
        api = ApiClient(client)
        match_view = api.begin(seats={"allies": "random"})
        (cookie,) = [one.headers["set-cookie"] for one in api.responses if "set-cookie" in one.headers]
        name, _, rest = cookie.partition("=")
        secret, _, flags = rest.partition("; ")
        assert (name, flags) == ("ironbottom_seats", "Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax")
        assert len(secret) == 43
        api.act(match_view, offered_choices(match_view)[0])
        renewed = client.get("/").headers["set-cookie"]
        assert renewed == cookie


def test_under_tls_the_cookie_is_bound_to_the_host_and_secure(store_path: Path) -> None:
    with Store(store_path) as store, TestClient(make_app(store), base_url="https://127.0.0.1:1942") as client:
        answer = client.post("/api/matches", json={"game": "pf", "seats": {"allies": "random"}})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-ironbottom_seats=")
        assert cookie.endswith("; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure")
        secret = cookie.partition("=")[2].partition(";")[0]
        client.cookies.clear()
        plain = {"cookie": f"ironbottom_seats={secret}"}
        assert client.get(f"/api/matches/{answer.json()['id']}?side=japan", headers=plain).status_code == 403
        safe = {"cookie": f"__Host-ironbottom_seats={secret}"}
        response = client.get(f"/api/matches/{answer.json()['id']}/seats", headers=safe).json()
        assert response["secure"]
        assert response["seats"][0]["yours"]


@pytest.mark.parametrize("secret", ["short", "x" * 42, "x" * 101, "with a space" * 5, "!" + "x" * 50])
def test_weak_secrets_are_not_accepted(client: Client, secret: str) -> None:
    """A client with a weak secret counts as one without a secret, and gets a strong one."""
    headers = {"cookie": f"ironbottom_seats={secret}"}
    client.cookies.clear()
    answer = client.post("/api/matches", json={"game": "pf", "seats": {"allies": "random"}}, headers=headers)
    assert answer.status_code == 201
    assert secret not in answer.headers["set-cookie"]


def test_the_store_contains_no_secrets(store_path: Path) -> None:
    with running_server(store_path) as client:
        match, japan, allies = two_players(client)
        tokens = [japan.post(f"/matches/{match}/device_link")["token"], allies.invite(match, "allies")]
    kept = b"".join(path.read_bytes() for path in store_path.parent.glob("games.sqlite*"))
    for secret in (JAPAN, ALLIES, *tokens):
        assert secret.encode() not in kept


# -- invitations -------------------------------------------------------------------------------------------


def test_a_friend_sees_the_settings_and_claims_the_seat(client: Client) -> None:
    japan, allies, stranger, _ = players(client)
    asked = japan.post("/matches", game="pf", friends=["allies"])
    match = asked["id"]
    assert (asked["claimed"], asked["host"], asked["asked"]) == (["japan"], "japan", "japan")
    made = japan.post(f"/matches/{match}/invitations", side="allies")
    assert made["path"] == f"/#/join/{match}/{made['token']}"

    seen = allies.seats(match, made["token"])
    assert (seen["link"], seen["offered"], seen["begun"], seen["host"]) == ("invitation", ["allies"], False, False)
    assert [row["title"] for row in seen["agreed"]] == ["Game", "Rules", "Dice", "Taking back"]
    assert [seat["claimed"] for seat in seen["seats"]] == [True, False]
    assert allies.refusal(lambda: allies.post(f"/matches/{match}/words", side="allies", words="mine")) == (
        403,
        "you do not hold the seat of the Allies",
    )
    (invitation,) = [seat["invitation"] for seat in japan.seats(match)["seats"] if seat["invitation"]]
    assert invitation["opened"] is not None
    assert stranger.seats(match)["seats"][1]["invitation"] is None

    taken = allies.claim(match, made["token"])
    assert [seat["yours"] for seat in taken["seats"]] == [False, True]
    assert stranger.seats(match, made["token"])["link"] == "void"
    assert stranger.refusal(lambda: stranger.claim(match, made["token"])) == (403, claims.INVALID_LINK)
    give_words(match, (japan, "japan"), (allies, "allies"))
    assert allies.view(match, "allies")["claimed"] == ["allies", "japan"]
    assert japan.refusal(lambda: japan.view(match, "allies"))[0] == 403


def test_opening_a_link_takes_nothing(client: Client) -> None:
    japan, _, stranger, nobody = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    token = japan.invite(match, "allies")
    for api in (stranger, nobody, japan):
        assert api.seats(match, token)["link"] == "invitation"
    assert japan.seats(match)["seats"][1]["claimed"] is False


def test_only_one_of_two_friends_with_the_same_link_gets_the_seat(client: Client) -> None:
    japan, allies, stranger, _ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    token = japan.invite(match, "allies")
    allies.claim(match, token)
    assert stranger.refusal(lambda: stranger.claim(match, token)) == (403, claims.INVALID_LINK)
    assert allies.seats(match)["seats"][1]["yours"]


def test_opening_your_own_link_changes_nothing(client: Client) -> None:
    api = Player(client, JAPAN)
    match = api.begin()["id"]
    token = api.invite(match, "allies")
    api.claim(match, token)
    assert api.seats(match, token)["link"] == "invitation"
    assert api.view(match, "allies")["side"] == "allies"


def test_a_seat_on_one_screen_is_given_to_a_friend(client: Client) -> None:
    """The holder keeps the seat until the friend takes it, and then loses it on every device."""
    japan, allies, tablet, _ = players(client)
    match = japan.begin()["id"]
    tablet.claim(match, japan.post(f"/matches/{match}/device_link")["token"])
    token = japan.invite(match, "allies")
    assert japan.view(match, "public")["players"] == [["allies", "japan"]]
    assert japan.view(match, "allies")
    assert tablet.view(match, "allies")
    allies.claim(match, token)
    assert japan.view(match, "public")["players"] == [["allies"], ["japan"]]
    for api in (japan, tablet):
        assert api.refusal(lambda: api.view(match, "allies"))[0] == 403  # noqa: B023
        assert api.view(match, "japan")


def test_a_new_link_replaces_the_old_one_and_can_be_withdrawn(client: Client) -> None:
    japan, allies, _, _ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    first, second = japan.invite(match, "allies"), japan.invite(match, "allies")
    assert allies.refusal(lambda: allies.claim(match, first)) == (403, claims.INVALID_LINK)
    japan.request("DELETE", f"/matches/{match}/invitations/allies")
    assert allies.refusal(lambda: allies.claim(match, second)) == (403, claims.INVALID_LINK)


def test_links_expire(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    japan, allies, _, _ = players(client)
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    token, device = japan.invite(match, "allies"), japan.post(f"/matches/{match}/device_link")["token"]
    made = claims._now()
    monkeypatch.setattr(claims, "_now", lambda: made + claims.DEVICE_LINK_LIFETIME + 10)
    assert allies.refusal(lambda: allies.claim(match, device)) == (403, claims.INVALID_LINK)
    assert allies.seats(match, token)["link"] == "invitation"
    monkeypatch.setattr(claims, "_now", lambda: made + claims.INVITATION_LIFETIME + 10)
    assert allies.refusal(lambda: allies.claim(match, token)) == (403, claims.INVALID_LINK)
    assert japan.seats(match)["seats"][1]["invitation"] is None


def test_a_link_of_one_match_opens_no_other(client: Client) -> None:
    japan, allies, _, _ = players(client)
    one, other = (japan.post("/matches", game="pf", friends=["allies"])["id"] for _ in range(2))
    token = japan.invite(one, "allies")
    assert allies.seats(other, token)["link"] == "void"
    assert allies.refusal(lambda: allies.claim(other, token)) == (403, claims.INVALID_LINK)


def test_only_a_person_may_be_invited(client: Client) -> None:
    japan = Player(client, JAPAN)
    error = japan.error_of(lambda: japan.post("/matches", game="pf", seats={"allies": "random"}, friends=["allies"]))
    assert (error.status, error.error["message"]) == (400, "a computer player holds the seat of the Allies")
    match = japan.begin(seats={"allies": "random"})["id"]
    assert japan.refusal(lambda: japan.invite(match, "allies"))[0] == 400
    assert japan.refusal(lambda: japan.invite(match, "nobody"))[0] == 400


def test_an_invitation_ends_when_a_computer_player_takes_the_seat(client: Client) -> None:
    japan, allies, _, _ = players(client)
    match = japan.begin()["id"]
    token = japan.invite(match, "allies")
    japan.post(f"/matches/{match}/seat", side="allies", player="random")
    assert allies.refusal(lambda: allies.claim(match, token)) == (403, claims.INVALID_LINK)
    assert japan.seats(match)["seats"][1] == {
        "side": "allies",
        "title": "the Allies",
        "player": "random",
        "claimed": False,
        "yours": False,
        "invitation": None,
    }


# -- further devices, lost browsers ------------------------------------------------------------------------


def test_a_device_link_gives_the_same_seats_once(client: Client) -> None:
    japan, _, tablet, nobody = players(client)
    match = japan.begin()["id"]
    token = japan.post(f"/matches/{match}/device_link")["token"]
    assert nobody.seats(match, token)["link"] == "device"
    assert tablet.seats(match, token)["offered"] == ["allies", "japan"]
    tablet.claim(match, token)
    assert tablet.seats(match)["host"]
    assert [tablet.view(match, side)["side"] for side in ("japan", "allies")] == ["japan", "allies"]
    other = Player(client, ALLIES)
    assert other.refusal(lambda: other.claim(match, token)) == (403, claims.INVALID_LINK)
    assert japan.view(match, "japan")


def test_a_device_link_of_a_player_who_lost_the_seat_is_refused(client: Client) -> None:
    match, japan, allies = two_players(client)
    stranger = Player(client, STRANGER)
    token = allies.post(f"/matches/{match}/device_link")["token"]
    japan.post(f"/matches/{match}/reissue", side="allies")
    assert stranger.seats(match, token)["link"] == "void"
    assert allies.refusal(lambda: allies.claim(match, token)) == (403, claims.INVALID_LINK)
    assert stranger.refusal(lambda: stranger.claim(match, token)) == (403, claims.INVALID_LINK)


def test_a_device_link_gives_only_what_its_maker_holds(client: Client) -> None:
    match, _, allies = two_players(client)
    tablet = Player(client, STRANGER)
    tablet.claim(match, allies.post(f"/matches/{match}/device_link")["token"])
    assert tablet.view(match, "allies")
    assert tablet.refusal(lambda: tablet.view(match, "japan"))[0] == 403
    assert not tablet.seats(match)["host"]


def test_the_host_reissues_a_lost_seat_and_both_players_see_it(client: Client) -> None:
    match, japan, allies = two_players(client)
    token = japan.post(f"/matches/{match}/reissue", side="allies")["token"]
    for api, side in ((japan, "japan"), (allies, "public")):
        (notice,) = api.view(match, side)["reissued"]
        assert notice["side"] == "allies"
    assert allies.refusal(lambda: allies.view(match, "allies"))[0] == 403
    allies.claim(match, token)
    assert allies.view(match, "allies")["reissued"] == [notice]


def test_reissued_seats_survive_a_restart(store_path: Path) -> None:
    with running_server(store_path) as client:
        match, japan, _ = two_players(client)
        japan.post(f"/matches/{match}/reissue", side="allies")
    with running_server(store_path) as client:
        assert [response["side"] for response in Player(client, JAPAN).view(match, "japan")["reissued"]] == ["allies"]


def test_the_host_cannot_reissue_its_own_or_a_free_seat(client: Client) -> None:
    japan = Player(client, JAPAN)
    match = japan.post("/matches", game="pf", friends=["allies"])["id"]
    assert japan.refusal(lambda: japan.post(f"/matches/{match}/reissue", side="japan"))[0] == 400
    assert japan.refusal(lambda: japan.post(f"/matches/{match}/reissue", side="allies"))[0] == 400
    assert japan.seats(match)["seats"][0]["yours"]


def older(path: Path, match: str) -> None:
    """Changes a match into the form in which an older version stored it, without seat holders."""
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("delete from seat_holders where match = ?", (match,))


def test_a_match_of_an_older_version_is_claimed_by_the_first_browser_of_this_machine(store_path: Path) -> None:
    with running_server(store_path) as client:
        match = Player(client, JAPAN).begin()["id"]
    older(store_path, match)
    with running_server(store_path) as client:
        japan, allies, _, nobody = players(client)
        assert (japan.seats(match)["take"], nobody.seats(match)["take"]) == ("unclaimed", "unclaimed")
        assert japan.refusal(lambda: japan.view(match, "japan"))[0] == 403
        japan.post(f"/matches/{match}/claim")
        assert [japan.view(match, side)["side"] for side in ("japan", "allies")] == ["japan", "allies"]
        assert japan.seats(match)["host"]
        token = japan.invite(match, "allies")
        allies.claim(match, token)
        stranger = Player(client, STRANGER)
        assert stranger.seats(match)["take"] is None
        assert stranger.refusal(lambda: stranger.post(f"/matches/{match}/claim"))[0] == 403


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("192.168.1.7", {}),
        ("127.0.0.1", {"host": "192.168.1.2:1942"}),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}),
        ("127.0.0.1", {"forwarded": "for=10.0.0.1"}),
        ("127.0.0.1", {"x-forwarded-proto": "https"}),
        ("127.0.0.1", {"x-forwarded-host": "example.org"}),
    ],
)
def test_other_machines_cannot_claim_without_a_link(store_path: Path, address: str, headers: dict[str, str]) -> None:
    with running_server(store_path) as client:
        match = Player(client, JAPAN).begin(seats={"allies": "random"})["id"]
    for unclaimed in (False, True):
        if unclaimed:
            older(store_path, match)
        with Store(store_path) as store:
            app = from_this_machine(make_app(store, AccessRules(KEY)), address)
            with TestClient(app, base_url=BASE_URL, cookies={"ironbottom_key": KEY}) as client:
                at = f"/api/matches/{match}"
                assert client.get(f"{at}/seats", headers=headers).json()["take"] is None
                assert client.post(f"{at}/claim", json={}, headers=headers).status_code == 403
                assert client.get(at, params={"side": "japan"}, headers=headers).status_code == 403


def test_another_browser_of_this_machine_continues_a_match_of_one_player(client: Client) -> None:
    """Cookies get lost, and some people use two browsers."""
    japan, _, other, _ = players(client)
    for seats in ({"allies": "random"}, {}):
        match = japan.begin(seats=seats)["id"]
        assert other.seats(match)["take"] == "this_machine"
        assert other.refusal(lambda: other.view(match, "japan"))[0] == 403  # noqa: B023
        other.post(f"/matches/{match}/claim")
        assert other.view(match, "japan")
        assert japan.view(match, "japan")


def test_no_client_takes_over_a_match_of_two_players(client: Client) -> None:
    match, _, _ = two_players(client)
    stranger = Player(client, STRANGER)
    assert stranger.seats(match)["take"] is None
    assert stranger.refusal(lambda: stranger.post(f"/matches/{match}/claim"))[0] == 403


# -- what else a claim covers ------------------------------------------------------------------------------


def test_the_list_shows_which_seats_the_client_holds(client: Client) -> None:
    match, japan, allies = two_players(client)
    for api, yours, host in ((japan, ["japan"], True), (allies, ["allies"], False)):
        (listed,) = api.get("/matches")
        assert (listed["id"], listed["yours"], listed["host"], listed["claimed"]) == (
            match,
            yours,
            host,
            ["allies", "japan"],
        )


def test_only_the_host_deletes_and_the_players_rename(client: Client) -> None:
    match, japan, allies = two_players(client)
    assert allies.request("PATCH", f"/matches/{match}", json={"name": "Savo"}).json()["name"] == "Savo"
    assert allies.refusal(lambda: allies.request("DELETE", f"/matches/{match}"))[0] == 403
    japan.request("DELETE", f"/matches/{match}")
    assert japan.get("/matches") == []


def test_no_client_gives_anothers_seat_to_a_computer_player(client: Client) -> None:
    match, japan, allies = two_players(client)
    for api, side in ((japan, "allies"), (allies, "japan")):
        refused = api.refusal(lambda: api.post(f"/matches/{match}/seat", side=side, player="random"))  # noqa: B023
        assert refused[0] == 403
    allies.post(f"/matches/{match}/seat", side="allies", player="random")
    assert allies.refusal(lambda: allies.view(match, "allies"))[0] == 403


def test_only_the_holder_of_every_seat_gets_the_position(client: Client) -> None:
    match, japan, _ = two_players(client)
    assert japan.refusal(lambda: japan.get(f"/matches/{match}/position", side="japan"))[0] == 403
    alone = japan.begin()["id"]
    assert japan.get(f"/matches/{alone}/position", side="japan")["text"].startswith("game")


def test_other_views_in_the_response_to_an_act_need_the_seat(client: Client) -> None:
    match, japan, _ = two_players(client)
    match_view = japan.view(match, "japan")
    also = [{"side": "allies", "since": 0}]
    refused = japan.refusal(lambda: japan.act(match_view, offered_choices(match_view)[0], also=also))
    assert refused == (403, "you do not hold the seat of the Allies")
    assert japan.view(match, "japan") == match_view


def test_everybody_sees_everything_after_the_end(client: Client) -> None:
    match, japan, _ = two_players(client)
    japan.post(f"/matches/{match}/resign", side="japan")
    stranger = Player(client, STRANGER)
    for side in ("japan", "allies", "open"):
        assert stranger.view(match, side)["over"]
    assert stranger.get(f"/matches/{match}/position", side="japan")["text"]


# -- saves and copies --------------------------------------------------------------------------------------


def saved(api: Player, match: str) -> bytes:
    return api.request("GET", f"/matches/{match}/export").content


def bring_in(api: Player, save: bytes) -> str:
    match: str = api.request("POST", "/matches/import", content=save).json()["id"]
    return match


def test_a_copy_of_a_match_does_not_show_the_other_players_view(client: Client) -> None:
    """The copy has the seat holders of the match, and no host who could take a seat."""
    match, japan, allies = two_players(client)
    save = saved(japan, match)
    copy = bring_in(japan, save)
    assert japan.view(copy, "japan")["copied"]
    assert allies.view(copy, "allies")
    assert japan.refusal(lambda: japan.view(copy, "allies"))[0] == 403
    for act in ("reissue", "invitations"):
        assert japan.refusal(lambda: japan.post(f"/matches/{copy}/{act}", side="allies"))[0] == 403  # noqa: B023
    assert japan.refusal(lambda: japan.post(f"/matches/{copy}/seat", side="allies", player="random"))[0] == 403
    stranger = Player(client, STRANGER)
    refused = stranger.refusal(lambda: bring_in(stranger, save))
    assert refused == (403, "only players who held a seat when this was saved, and still hold it, may import it")
    allies.request("DELETE", f"/matches/{copy}")


def test_a_save_of_a_deleted_match_keeps_its_holders(client: Client) -> None:
    match, japan, allies = two_players(client)
    save = saved(allies, match)
    japan.request("DELETE", f"/matches/{match}")
    copy = bring_in(allies, save)
    assert allies.view(copy, "allies")
    assert allies.refusal(lambda: allies.view(copy, "japan"))[0] == 403
    assert japan.view(copy, "japan")


def test_any_browser_of_this_machine_imports_a_save_of_one_player(client: Client) -> None:
    japan, _, other, _ = players(client)
    match = japan.begin(seats={"allies": "random"})["id"]
    copy = bring_in(other, saved(japan, match))
    assert other.view(copy, "japan")
    assert other.seats(copy)["host"]


def test_the_client_that_imports_a_finished_record_holds_it(client: Client) -> None:
    match, japan, allies = two_players(client)
    japan.post(f"/matches/{match}/resign", side="japan")
    record = saved(allies, match)
    assert bring_in(allies, record) == match, "a finished match that is stored already is opened"
    assert not allies.seats(match)["host"]
    japan.request("DELETE", f"/matches/{match}")
    copy = bring_in(allies, record)
    assert allies.seats(copy)["host"]
    allies.request("DELETE", f"/matches/{copy}")


# -- sides that change hands by a rule ---------------------------------------------------------------------


def test_aap_an_ally_that_plays_on_for_a_side_holds_it(client: Client) -> None:
    japan, usa, uk, _ = players(client)
    match = japan.post("/matches", game="aap", friends=["uk", "usa"], host="nobody")["id"]
    for player, side in ((uk, "uk"), (usa, "usa")):
        player.claim(match, japan.invite(match, side))
    give_words(match, (japan, "japan"), (uk, "uk"), (usa, "usa"))
    uk.post(f"/matches/{match}/resign", side="uk")
    assert usa.view(match, "uk")["resigned"] == ["uk"]
    assert uk.refusal(lambda: uk.view(match, "uk"))[0] == 403
    assert japan.refusal(lambda: japan.view(match, "uk"))[0] == 403


def test_aap_16_2_clients_swap_sides_with_their_players(client: Client) -> None:
    """The Allies bid more and play Japan. Each client now holds the other's seats."""
    one, other = Player(client, JAPAN), Player(client, ALLIES)
    match = one.post("/matches", game="aap", options={"bidding": "yes"}, friends=["uk", "usa"], host="nobody")["id"]
    for side in ("uk", "usa"):
        other.claim(match, one.invite(match, side))
    give_words(match, (one, "japan"), (other, "uk"), (other, "usa"))
    other.act(other.view(match, "uk"), ["bid", "26"])
    match_view = one.act(one.view(match, "japan"), ["bid", "25"])
    assert (match_view["side"], match_view["view"]["players_changed"]) == ("uk", 1)
    held = {player: [seat["side"] for seat in player.seats(match)["seats"] if seat["yours"]] for player in (one, other)}
    assert (held[one], held[other]) == (["uk", "usa"], ["japan"])
    assert one.refusal(lambda: one.view(match, "japan")) == (403, NOT_HELD)
    assert other.refusal(lambda: other.view(match, "usa"))[0] == 403
    assert one.seats(match)["host"]


# -- random requests of a player ---------------------------------------------------------------------------

HOSTILE = 300


def hostile(client: Client, count: int, seed: int) -> None:
    """Sends requests by the Allies' player to random routes with random bodies, all in Japan's name."""
    match, japan, allies = two_players(client)
    match_view = japan.view(match, "japan")
    play_some(japan, match_view)
    rng = random.Random(seed)
    before = japan.view(match, "japan", since=0)
    routes = [one for name, one in requests_of_japan(match, before["seq"]).items() if name not in OF_ANY_PLAYER]
    choices = offered_choices(before) if before["decision"] else [["done"]]
    for _ in range(count):
        method, path, more = rng.choice(routes)
        named = rng.choice(["japan", "japan", "Japan", " japan", "japan\u200b", "JAPAN", "open", "all", ""])
        body = {
            **more.get("json", {}),
            "side": named,
            **rng.choice([{}, {"seq": before["seq"]}, {"choices": [rng.choice(choices)]}, {"word": "accept"}]),
            **rng.choice(
                [{}, {"token": "x" * 32}, {"held": before["stamp"]}, {"also": [{"side": "japan", "since": 0}]}]
            ),
        }
        arguments = {"params": {**more.get("params", {}), "side": named}} if method == "GET" else {"json": body}
        error = allies.error_of(lambda: allies.request(method, path, **arguments))  # noqa: B023
        assert 400 <= error.status < 500, allies.responses[-1].text
        assert "view" not in error.body
        allies.responses.clear()
    assert japan.view(match, "japan", since=0) == before


def play_some(api: Player, match_view: JsonObject) -> None:
    """Makes a few choices in secret."""
    rng = random.Random(5)
    for _ in range(6):
        match_view = api.act(match_view, rng.choice([one for one in offered_choices(match_view) if one != ["done"]]))


def test_a_hostile_player_sees_and_does_nothing_for_the_other_side(client: Client) -> None:
    hostile(client, HOSTILE, seed=1)


@pytest.mark.thorough
def test_10_000_requests_of_a_hostile_player_change_nothing(client: Client) -> None:
    hostile(client, 10_000, seed=2)


def test_two_clients_play_to_the_end(client: Client) -> None:
    """Each player makes its own choices; a choice in the other's name is refused at every turn."""
    match, japan, allies = two_players(client)
    own = {"japan": japan, "allies": allies}
    rng, acts = random.Random(3), 0
    while not (public := japan.view(match, "public"))["over"] and acts < 400:
        side = public["waiting"][0]["side"]
        match_view = own[side].view(match, side)
        other = own["allies" if side == "japan" else "japan"]
        choice = rng.choice(offered_choices(match_view))
        if not acts % 20:
            assert other.refusal(lambda: other.act(match_view, choice))[0] == 403  # noqa: B023
        own[side].act(match_view, choice)
        acts += 1
    assert public["over"]
