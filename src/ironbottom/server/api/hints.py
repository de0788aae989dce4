"""``/api/matches/{id}/aid``, ``hints``: the player aid, and plans for a decision, computed from what its side knows."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from ironbottom.bots.decision_request import encode_request, request_for
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.match import longest_valid_prefix
from ironbottom.engine.rules.hints import HintPlan
from ironbottom.engine.rules.player_aid import PlayerAid
from ironbottom.server.api.matches import open_matches_of
from ironbottom.server.errors import NotFound
from ironbottom.server.match.open_match import PUBLIC, OpenMatch
from ironbottom.server.match.seats import persons
from ironbottom.server.network.clients import Client, CurrentClient

AGAINST_PEOPLE = "Hints are off until all players allow them in the menu."
NO_HINTS = "This game has no hints."
NOT_ASKED = "There is nothing to choose now."


@get("/matches/{match_id:str}/aid")
async def get_aid(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str] = PUBLIC
) -> PlayerAid:
    """The player aid for the options of the match: how to win, the steps of a turn, and tables."""
    open_match = await open_matches_of(state).get(match_id)
    open_match.require_view(side, client)
    rules = open_match.match.rules
    aids = rules.game.player_aid()
    if aids is None:
        raise NotFound(f"{rules.game.title} has no player aid", field="game")
    return aids.aid(rules, open_match.match.view(side))


class HintsResponse(msgspec.Struct):
    """Up to three plans, the best first; if there are none, the reason."""

    plans: list[HintPlan] = []
    why: str = ""


@get("/matches/{match_id:str}/hints")
async def get_hints(
    state: State, client: CurrentClient, match_id: FromPath[str], side: FromQuery[str]
) -> HintsResponse:
    """Plans for the decision that a side faces now. Only its player gets them, and they use only that side's view."""
    open_matches = open_matches_of(state)
    open_match = await open_matches.get(match_id)
    open_match.require_seat(side, client)
    refusal = why_not(open_match, side, client)
    if refusal:
        return HintsResponse(why=refusal)
    match = open_match.match
    question = request_for(match, side)
    found = await open_matches.odds_pool.call("hint_plans", encode_request(match.rules, question))
    plans = msgspec.convert(found, list[HintPlan])
    if match.seq(side) != question.seq or match.state.decision(side) is None:
        return HintsResponse(why=NOT_ASKED)
    return HintsResponse([submittable_plan(open_match, side, plan) for plan in plans])


def why_not(open_match: OpenMatch, side: str, client: Client) -> str:
    """Why a person gets no hints; empty if hints are allowed. If several people play, all of them must have agreed."""
    match = open_match.match
    if match.rules.game.advisor() is None:
        return NO_HINTS
    if is_help_off(open_match, client):
        return AGAINST_PEOPLE
    if match.over or match.state.decision(side) is None:
        return NOT_ASKED
    return ""


def is_help_off(open_match: OpenMatch, client: Client) -> bool:
    """Whether other clients play too, and not all players allow hints and reviews."""
    alone = not open_match.claims.shared and set(persons(open_match.seats)) <= open_match.claims.claim_of(client).sides
    return not alone and not open_match.hint_consents.allowed


def submittable_plan(open_match: OpenMatch, side: str, plan: HintPlan) -> HintPlan:
    """A plan without the choices that cannot be submitted in the same list as its first ones."""
    try:
        choices = longest_valid_prefix(open_match.match.state, side, plan.choices)
    except BadValue:
        return plan
    if len(choices) == len(plan.choices):
        return plan
    kept = tuple([tuple(choice) for choice in choices])
    return msgspec.structs.replace(plan, choices=kept, steps=plan.steps[: len(kept)])
