"""Several players of one match, each a client of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx

from tests.server.asking import Asking, Client, Told

JAPAN, ALLIES, STRANGER = (f"the-secret-of-{name}-{'x' * 40}" for name in ("japan", "the-allies", "a-stranger"))


class Player(Asking):
    """The endpoints as a client with this secret asks them, as a program does; an empty one is a client without any."""

    def __init__(self, client: httpx.Client, secret: str) -> None:
        super().__init__(client)
        self.secret = secret

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.secret}", **more.pop("headers", {})}
        return super().ask(method, path, headers=headers, **more)

    def seats(self, match: str, token: str = "") -> Told:
        found: Told = self.get(f"/matches/{match}/seats", **({"token": token} if token else {}))
        return found

    def claim(self, match: str, token: str) -> Told:
        found: Told = self.post(f"/matches/{match}/claim", token=token)
        return found

    def invite(self, match: str, side: str) -> str:
        token: str = self.post(f"/matches/{match}/invitations", side=side)["token"]
        return token

    def refusal(self, ask: Callable[[], Any]) -> tuple[int, str]:
        """The status and the message of a request that must fail."""
        wrong = self.refused(ask)
        return wrong.status, wrong.error["message"]


def players(client: Client) -> tuple[Player, Player, Player, Player]:
    """Japan's player, the Allies', a client that holds no seat, and one without a secret."""
    japan, allies, stranger, nobody = (Player(client, secret) for secret in (JAPAN, ALLIES, STRANGER, ""))
    return japan, allies, stranger, nobody


def give_words(match: str, *who: tuple[Player, str]) -> None:
    """Each player gives words for the dice."""
    for player, side in who:
        player.post(f"/matches/{match}/words", side=side, words=f"words of {side}")


def two_players(client: Client, game: str = "pf", **wanted: Any) -> tuple[str, Player, Player]:
    """A match between two clients, begun by Japan's player, who has invited the Allies' player."""
    japan, allies, _, _ = players(client)
    match: str = japan.post("/matches", game=game, friends=["allies"], host="nobody", **wanted)["id"]
    allies.claim(match, japan.invite(match, "allies"))
    give_words(match, (japan, "japan"), (allies, "allies"))
    return match, japan, allies
