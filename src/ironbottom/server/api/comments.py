"""``/api/matches/{id}/comments``: comments and variations on the choices of a finished match, in its record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec
from litestar import get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.record.lines import AFTER_END
from ironbottom.engine.record.record import ChoiceMade, Comment
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import Forbidden
from ironbottom.server.match.open_match import OPEN, OpenMatch
from ironbottom.server.messages.requests import CommentRequest
from ironbottom.server.network.clients import Client, CurrentClient
from ironbottom.server.views.log_text import comment_text

MAX_COMMENTS = 500
"""The maximum number of comments on a match."""


class CommentResponse(msgspec.Struct):
    """A comment on the choice in entry ``on`` of the open log; ``words`` is its text, including the variation."""

    seq: int
    on: int
    side: str
    text: str
    choices: list[list[str]]
    words: str


@get("/matches/{match_id:str}/comments")
async def get_comments(state: State, client: CurrentClient, match_id: FromPath[str]) -> list[CommentResponse]:
    """Returns the comments on a match that is over."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(OPEN, client)
    return comments_of(open_match)


@post("/matches/{match_id:str}/comments", status_code=HTTP_200_OK)
async def add_comment(
    state: State, client: CurrentClient, match_id: FromPath[str], data: JSONBody[CommentRequest]
) -> list[CommentResponse]:
    """Adds a comment, with a variation if it has choices, and returns all. Only players of the match may comment."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(OPEN, client)
    if not open_match.claims.claim_of(client).holds_anything:
        raise Forbidden("only players of the match may comment on it", field="match")
    if len(comments_of(open_match)) >= MAX_COMMENTS:
        raise BadValue(f"a match can have at most {MAX_COMMENTS} comments", field="text")
    require_variation(open_match, data.on, data.choices)
    writer = writer_of(open_match, client)
    open_match.change(lambda: open_match.match.comment(data.on, data.text, data.choices, writer))
    return comments_of(open_match)


def comments_of(open_match: OpenMatch) -> list[CommentResponse]:
    """Returns the comments in the record of a match, in order."""
    match = open_match.match
    last = takewhile(lambda act: isinstance(act, AFTER_END), reversed(match.acts))
    found = [act for act in last if isinstance(act, Comment)]
    return [
        CommentResponse(
            act.seq, act.on, act.side, act.text, act.choices, comment_text(match.rules, act.text, act.choices)
        )
        for act in reversed(found)
    ]


def writer_of(open_match: OpenMatch, client: Client) -> str:
    """Returns the side of a client that plays only one; otherwise an empty string."""
    sides = open_match.claims.claim_of(client).sides & set(open_match.seats)
    return next(iter(sides)) if len(sides) == 1 else ""


def require_variation(open_match: OpenMatch, on: int, choices: Sequence[Sequence[str]]) -> None:
    """Raises ``BadValue`` if the choices could not be made instead of the one in an entry of the open log."""
    acts = open_match.match.acts
    if not 1 <= on <= len(acts) or not isinstance(act := acts[on - 1], ChoiceMade):
        raise BadValue(f"entry {on} is not a choice", field="on")
    if not choices:
        return
    state, dice = open_match.past_state(OPEN, on - 1).copy(), SeededDice(0)
    for choice in choices:
        action, decision = tuple(choice), state.decision(act.side)
        if decision is None or action not in decision.choices:
            raise BadValue(f"{' '.join(choice)} could not be chosen there", field="choices")
        state.apply(act.side, action, dice)
