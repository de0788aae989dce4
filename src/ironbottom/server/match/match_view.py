"""Builds the response that shows a match to a side."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

from ironbottom.engine.codecs.frame_codec import shown_clause
from ironbottom.engine.record.record import DiceHeading
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import Refusal, State
from ironbottom.server.match import rematch
from ironbottom.server.match.match_log import log_of
from ironbottom.server.match.open_match import OPEN, PUBLIC, OpenMatch, format_time
from ironbottom.server.match.pending_sides import pending_sides
from ironbottom.server.match.seats import PERSON
from ironbottom.server.messages import responses
from ironbottom.server.messages.dicts import ChoiceGroup, MatchResult
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.database import StoredRematch
from ironbottom.server.views.game_text import action_text, counter_names, needs_secrets, side_title
from ironbottom.server.views.lookahead import Lookahead
from ironbottom.server.views.view_cache import CachedView, ViewCache


def cached_view(open_match: OpenMatch, side: str) -> CachedView:
    """Returns the current view of a side (``public``; ``open`` after the end), which is built once after each act.

    The caller must check that the client may see it.
    """
    if open_match.views is None:
        open_match.views = ViewCache(lambda viewer: _build_view(open_match, viewer))
    return open_match.views.get(side, (open_match.subscribers.version, open_match.computer_players.is_thinking))


def match_view(
    open_match: OpenMatch, side: str, client: Client, since: int | None = None, held: str | None = None
) -> responses.MatchViewResponse:
    """Returns the view of a side for a client that may see it, with the log after an entry if one is given.

    ``held`` is the stamp of a view that the client has.
    """
    open_match.require_view(side, client)
    return cached_view(open_match, side).response_for(held, None if since is None else log_of(open_match, side, since))


def _build_view(open_match: OpenMatch, side: str) -> responses.MatchViewResponse:
    match = open_match.match
    failure = open_match.computer_players.failure
    heading = match.dice
    is_spectator = side in (PUBLIC, OPEN)
    undo = responses.UndoInfo(0, "") if is_spectator or match.over else responses.UndoInfo(*match.can_undo(side))
    view = match.view(side)
    return responses.MatchViewResponse(
        id=open_match.id,
        name=open_match.name,
        game=match.rules.game.id,
        side=side,
        seats=open_match.seats,
        seq=match.seq(side),
        view=view,
        over=match.over,
        result=cast(MatchResult | None, match.result()),
        decision=_decision_info(open_match, side, view),
        waiting=_pending_sides(open_match, side),
        undo=undo,
        draw_offer=match.draw_offer,
        undo_offer=_undo_offer_info(open_match, side),
        hints=_hint_consents_info(open_match),
        rematch=_rematch_info(open_match),
        clocks=open_match.clocks.info(side),
        asked=[] if is_spectator else match.consenting_sides(side),
        resigned=list(match.resigned),
        clause_now=None
        if match.over
        else current_clause(match.rules, None if is_spectator else match.state.decision(side), view),
        log_from=0 if is_spectator else match.last_choice(side),
        trouble=None if failure is None else responses.BotFailureInfo(failure.side, failure.player, failure.message),
        dice=_dice_info(open_match, heading),
        copied=match.copied is not None,
        claimed=open_match.claims.claimed(),
        players=open_match.claims.players(),
        reissued=[responses.ReissuedSeat(one, format_time(time)) for one, time in open_match.claims.reissued()],
        watch_delay=open_match.watch_delay,
        log=None,
        stamp="",
        mark="",
        changes=None,
        also=None,
        by_file=open_match.by_file,
        away=open_match.away,
    )


def _hint_consents_info(open_match: OpenMatch) -> responses.HintConsentsInfo | None:
    consents = open_match.hint_consents
    return responses.HintConsentsInfo(consents.agreed(), consents.allowed) if consents.asked else None


def _rematch_info(open_match: OpenMatch) -> responses.RematchInfo | None:
    if not rematch.is_offered(open_match):
        return None
    stored = open_match.store.rematch(open_match.id) or StoredRematch()
    to_answer = rematch.pending_answers(open_match, stored) if stored.accepted else []
    return responses.RematchInfo([*stored.accepted], to_answer, stored.declined, stored.next)


def _undo_offer_info(open_match: OpenMatch, side: str) -> responses.UndoOfferInfo | None:
    offer = open_match.undo_offers.offer
    if offer is None:
        return None
    pending_answers = open_match.undo_offers.pending_answers(offer)
    yours = open_match.match.lost_by_undo(offer.side, offer.steps, side) if side in pending_answers else 0
    return responses.UndoOfferInfo(offer.side, offer.steps, pending_answers, offer.declined, yours)


def current_clause(rules: Rules, own: Decision | None, view: responses.JsonObject) -> str | None:
    """Returns the clause of a side's own decision, or of the last frame in its view, so it reveals no more than the
    view."""
    return own.clause if own else shown_clause(rules, view.get("frames") or [])


def _dice_info(open_match: OpenMatch, heading: DiceHeading) -> responses.DiceInfo:
    dice_shares, over = open_match.dice_shares, open_match.match.over
    wanted = dice_shares.wanted() if dice_shares and not over else None
    unrevealed = dice_shares.unrevealed() if dice_shares and over else []
    words, by, host = list(heading.words), list(heading.words_by), open_match.match.header.host
    return responses.DiceInfo(heading.kind, heading.commitments, words, wanted, unrevealed, by, host)


def _decision_info(open_match: OpenMatch, side: str, view: responses.JsonObject) -> responses.DecisionInfo | None:
    match = open_match.match
    if side in (PUBLIC, OPEN) or match.over or open_match.away or open_match.seats[side] != PERSON:
        return None
    decision = match.state.decision(side)
    if decision is None:
        return None
    secret = needs_secrets(match.rules, view)
    choices = _groups(decision)
    alone = [group["verb"] for group in choices if not group.get("then")]
    lost = {verb: _lost(decision, verb) for verb in alone}
    must = {verb: decision.verbs_to_confirm(lost[verb]) for verb in alone}
    return responses.DecisionInfo(side, decision.prompt, decision.clause, choices, secret, lost, must)


def _groups(decision: Decision) -> list[ChoiceGroup]:
    return cast(list[ChoiceGroup], decision.choices.factored())


def _lost(decision: Decision, verb: str) -> dict[str, list[str]]:
    return {other: list(ids) for other, ids in decision.gives_up(verb).items()}


async def action_names(open_match: OpenMatch, side: str, choices: Sequence[Sequence[str]]) -> list[str | None]:
    """Returns the text of each choice; None if it is no longer offered. The match may have changed meanwhile.

    Other requests are answered between the choices.
    """
    match, result = open_match.match, list[str | None]()
    named = counter_names(match.rules, lambda: match.view(side))
    for choice in choices:
        result.append(None if match.why_not(side, choice) else named(action_text(match.rules, choice), True))
        await asyncio.sleep(0)
    return result


def given_up_by(open_match: OpenMatch, side: str, action: Sequence[str]) -> dict[str, list[str]] | None:
    """Returns what a choice gives up; None if it is not offered now, since the match may have changed meanwhile."""
    match = open_match.match
    decision = None if match.why_not(side, action) else match.state.decision(side)
    return None if decision is None else _lost(decision, action[0])


async def completions(
    open_match: OpenMatch, side: str, runs: Sequence[Sequence[Sequence[str]]]
) -> list[list[ChoiceGroup] | None]:
    """Returns the choices that would complete each list if the side made it; the match does not change.

    Other requests are answered between the lists.
    """
    result = list[list[ChoiceGroup] | None]()
    for run in runs:
        result.append(_completion(open_match, side, run))
        await asyncio.sleep(0)
    return result


def _completion(open_match: OpenMatch, side: str, run: Sequence[Sequence[str]]) -> list[ChoiceGroup] | None:
    state = _state_after(open_match, side, run)
    decision = state and state.decision(side)
    return _groups(decision) if decision else None


def _state_after(open_match: OpenMatch, side: str, run: Sequence[Sequence[str]]) -> State | None:
    """Returns the state after a list of choices if it leads to a question that completes it; other questions stay
    hidden."""
    if open_match.match.over:
        return None
    lookahead = Lookahead(open_match.match.state)
    for choice in run:
        action = tuple(choice)
        if lookahead.state.why_not(side, action) or not lookahead.choose(side, action):
            return None
    decision = lookahead.state.decision(side)
    return lookahead.state if decision and decision.procedure.is_second_step else None


def explain_why_not(
    open_match: OpenMatch, side: str, action: Sequence[str], after: Sequence[Sequence[str]]
) -> Refusal | None:
    """Returns why an action may not be chosen now, or after choices that open the move that it completes."""
    match, state = open_match.match, _state_after(open_match, side, after) if after else None
    refusal = match.why_not(side, action) if state is None else state.why_not(side, tuple(action))
    named = counter_names(match.rules, lambda: match.view(side))
    return refusal and Refusal(refusal.clause, named(refusal.message, True))


def _pending_sides(open_match: OpenMatch, side: str) -> list[responses.PendingSide]:
    """Returns the other sides that must choose.

    Empty while the side itself must choose, since it is hidden whether others are done.
    """
    rules = open_match.match.rules
    open_for = [decision.side for decision in open_match.match.decisions()]
    if side in open_for:
        return []
    result = []
    for other in (one for one in pending_sides(open_match.match) if one != side):
        holder = open_match.seats[other]
        is_thinking = holder != PERSON and open_match.computer_players.is_thinking
        result.append(responses.PendingSide(other, side_title(rules, other), holder, is_thinking))
    return result
