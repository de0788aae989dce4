"""Several players of one match, each with its own client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from ironbottom.engine.rules.registry import get_game
from tests.server.api_client import ApiClient, Client, JsonObject


class Player(ApiClient):
    """Sends requests as a program with this secret; with an empty secret, as a client without one."""

    def __init__(self, client: httpx.Client, secret: str) -> None:
        super().__init__(client)
        self.secret = secret

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**self.header, **more.pop("headers", {})}
        return super().request(method, path, headers=headers, **more)

    def seats(self, match: str, token: str = "") -> JsonObject:
        found: JsonObject = self.get(f"/matches/{match}/seats", **({"token": token} if token else {}))
        return found

    def claim(self, match: str, token: str) -> JsonObject:
        found: JsonObject = self.post(f"/matches/{match}/claim", token=token)
        return found

    def invite(self, match: str, side: str) -> str:
        token: str = self.post(f"/matches/{match}/invitations", side=side)["token"]
        return token

    def refusal(self, send: Callable[[], Any]) -> tuple[int, str]:
        """Returns the status and the message of a request that must fail."""
        error = self.error_of(send)
        return error.status, error.error["message"]

    @property
    def header(self) -> dict[str, str]:
        """The header that identifies this client."""
        return {"authorization": f"Bearer {self.secret}"}


def secret_of(side: str) -> str:
    """Returns the secret of a side's player."""
    return f"the-secret-of-{side}-{'x' * 40}"


JAPAN, ALLIES, STRANGER = secret_of("japan"), secret_of("allies"), secret_of("a-stranger")


def seat_players(client: httpx.Client, **wanted: Any) -> tuple[str, dict[str, Player]]:
    """Begins a match with one client for each side; the first client begins it and invites the others."""
    first, *others = get_game(wanted["game"]).sides.ids
    found = {side: Player(client, secret_of(side)) for side in (first, *others)}
    begun = found[first].post("/matches", friends=others, host="nobody", **wanted)
    match: str = begun["id"]
    for side in others:
        found[side].claim(match, found[first].invite(match, side))
    give_words(match, *((found[side], side) for side in begun["order"]))
    return match, found


def players(client: Client) -> tuple[Player, Player, Player, Player]:
    """Returns Japan's player, the Allies' player, a client that holds no seat, and one without a secret."""
    japan, allies, stranger, nobody = (Player(client, secret) for secret in (JAPAN, ALLIES, STRANGER, ""))
    return japan, allies, stranger, nobody


def give_words(match: str, *who: tuple[Player, str]) -> None:
    """Enters words for the dice for each player."""
    for player, side in who:
        player.post(f"/matches/{match}/words", side=side, words=f"words of {side}")


def two_players(client: Client, game: str = "pf", **wanted: Any) -> tuple[str, Player, Player]:
    """Begins a match between two clients: Japan's player begins it and invites the Allies' player."""
    match, found = seat_players(client, game=game, **wanted)
    return match, found["japan"], found["allies"]
