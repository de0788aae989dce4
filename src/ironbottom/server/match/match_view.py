"""What a side is shown of a match now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

from ironbottom.engine.codecs.frame_codec import shown_clause
from ironbottom.engine.record.record import DiceHeading
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Decision
from ironbottom.engine.rules.state import Refusal, State
from ironbottom.server.network.clients import Client
from ironbottom.server.views.lookahead import Foresight
from ironbottom.server.views.log_text import told_log
from ironbottom.server.match.seats import PERSON
from ironbottom.server.views.view_cache import Shown, Sights
from ironbottom.server.match.open_match import OPEN, PUBLIC, MatchTable, told_time
from ironbottom.server.match.pending_sides import awaited
from ironbottom.server.messages.responses import DecisionTold, DiceTold, ReissuedTold, SightTold, Told, TroubleTold, UndoOfferTold, UndoTold, WaitingTold
from ironbottom.server.messages.dicts import ChoiceGroup, MatchResult
from ironbottom.server.views.game_text import by_name, name_of, needs_secrets, side_title


def shown(table: MatchTable, side: str) -> Shown:
    """What a side (``public``; ``open`` after the end) is shown now, built once after each act.

    The caller checks that the client may see it.
    """
    if table.sights is None:
        table.sights = Sights(lambda eyes: _sight(table, eyes))
    return table.sights.of(side, (table.watchers.rung, table.opponents.thinking))


def sight(table: MatchTable, side: str, client: Client, since: int | None = None, held: str | None = None) -> SightTold:
    """The sight of a side for a client that may see it, with the log after an entry if one is given.

    ``held`` is the stamp of a view that the client has.
    """
    table.may_see(side, client)
    return shown(table, side).told(held, None if since is None else told_log(table.match, side, since))


def _sight(table: MatchTable, side: str) -> SightTold:
    match = table.match
    trouble = table.opponents.trouble
    heading = match.dice
    watching = side in (PUBLIC, OPEN)
    undo = UndoTold(0, "") if watching or match.over else UndoTold(*match.can_undo(side))
    view = match.view(side)
    return SightTold(
        id=table.id,
        name=table.name,
        game=match.rules.game.id,
        side=side,
        seats=table.seats,
        seq=match.seq(side),
        view=view,
        over=match.over,
        result=cast(MatchResult | None, match.result()),
        decision=_decision(table, side, view),
        waiting=_waiting(table, side),
        undo=undo,
        draw_offer=match.draw_offer,
        undo_offer=_undo_offer(table, side),
        asked=[] if watching else match.asked(side),
        resigned=list(match.resigned),
        clause_now=None
        if match.over
        else clause_now(match.rules, None if watching else match.state.decision(side), view),
        log_from=0 if watching else match.last_choice(side),
        trouble=None if trouble is None else TroubleTold(trouble.side, trouble.player, trouble.message),
        dice=_dice(table, heading),
        copied=match.copied is not None,
        claimed=table.claims.claimed(),
        players=table.claims.players(),
        reissued=[ReissuedTold(one, told_time(time)) for one, time in table.claims.reissued()],
        log=None,
        stamp="",
        mark="",
        changes=None,
        also=None,
    )


def _undo_offer(table: MatchTable, side: str) -> UndoOfferTold | None:
    offer = table.undo_offers.offer
    if offer is None:
        return None
    to_answer = table.undo_offers.to_answer(offer)
    yours = table.match.lost_by_undo(offer.side, offer.steps, side) if side in to_answer else 0
    return UndoOfferTold(offer.side, offer.steps, to_answer, offer.declined, yours)


def clause_now(rules: Rules, own: Decision | None, view: Told) -> str | None:
    """The clause of a side's own question, or of the last frame in its view, so it reveals no more than the view."""
    return own.clause if own else shown_clause(rules, view.get("frames") or [])


def _dice(table: MatchTable, heading: DiceHeading) -> DiceTold:
    joint, over = table.joint, table.match.over
    wanted = joint.wanted() if joint and not over else None
    hidden = joint.hidden() if joint and over else []
    words, by, host = list(heading.words), list(heading.words_by), table.match.header.host
    return DiceTold(heading.kind, heading.commitments, words, wanted, hidden, by, host)


def _decision(table: MatchTable, side: str, view: Told) -> DecisionTold | None:
    match = table.match
    if side in (PUBLIC, OPEN) or match.over or table.seats[side] != PERSON:
        return None
    decision = match.state.decision(side)
    if decision is None:
        return None
    secret = needs_secrets(match.rules, view)
    choices = _groups(decision)
    alone = [group["verb"] for group in choices if not group.get("then")]
    lost = {verb: _lost(decision, verb) for verb in alone}
    must = {verb: decision.must(lost[verb]) for verb in alone}
    return DecisionTold(side, decision.prompt, decision.clause, choices, secret, lost, must)


def _groups(decision: Decision) -> list[ChoiceGroup]:
    return cast(list[ChoiceGroup], decision.choices.factored())


def _lost(decision: Decision, verb: str) -> dict[str, list[str]]:
    return {other: list(ids) for other, ids in decision.gives_up(verb).items()}


async def names_now(table: MatchTable, side: str, choices: Sequence[Sequence[str]]) -> list[str | None]:
    """Choices in words, None for one that is not offered to the side now: the match may have gone on meanwhile.

    Other requests are answered between the choices.
    """
    match, told = table.match, list[str | None]()
    named = by_name(match.rules, lambda: match.view(side))
    for choice in choices:
        told.append(None if match.why_not(side, choice) else named(name_of(match.rules, choice), True))
        await asyncio.sleep(0)
    return told


def given_up(table: MatchTable, side: str, action: Sequence[str]) -> dict[str, list[str]] | None:
    """What a choice gives up, None for one that is not offered now: the match may have gone on meanwhile."""
    match = table.match
    decision = None if match.why_not(side, action) else match.state.decision(side)
    return None if decision is None else _lost(decision, action[0])


async def ahead(
    table: MatchTable, side: str, runs: Sequence[Sequence[Sequence[str]]]
) -> list[list[ChoiceGroup] | None]:
    """What may be chosen to complete each run of choices, had the side made them; nothing is done to the match.

    Other requests are answered between the runs.
    """
    told = list[list[ChoiceGroup] | None]()
    for run in runs:
        told.append(_completing(table, side, run))
        await asyncio.sleep(0)
    return told


def _completing(table: MatchTable, side: str, run: Sequence[Sequence[str]]) -> list[ChoiceGroup] | None:
    state = _opened(table, side, run)
    decision = state and state.decision(side)
    return _groups(decision) if decision else None


def _opened(table: MatchTable, side: str, run: Sequence[Sequence[str]]) -> State | None:
    """The state after a run, if it leaves a question that completes it: no other tells of what is yet to be done."""
    if table.match.over:
        return None
    foresight = Foresight(table.match.state)
    for choice in run:
        action = tuple(choice)
        if foresight.state.why_not(side, action) or not foresight.choose(side, action):
            return None
    decision = foresight.state.decision(side)
    return foresight.state if decision and decision.procedure.completes else None


def why_not_now(table: MatchTable, side: str, action: Sequence[str], after: Sequence[Sequence[str]]) -> Refusal | None:
    """Why an action may not be chosen: now, or once a run of choices has opened the move that it is to complete."""
    match, state = table.match, _opened(table, side, after) if after else None
    refusal = match.why_not(side, action) if state is None else state.why_not(side, tuple(action))
    named = by_name(match.rules, lambda: match.view(side))
    return refusal and Refusal(refusal.clause, named(refusal.message, True))


def _waiting(table: MatchTable, side: str) -> list[WaitingTold]:
    """Who else must choose; nobody while the side itself must: whether others are done already is theirs to know."""
    rules = table.match.rules
    open_for = [decision.side for decision in table.match.decisions()]
    if side in open_for:
        return []
    told = []
    for other in (one for one in awaited(table.match) if one != side):
        holder = table.seats[other]
        thinking = holder != PERSON and table.opponents.thinking
        told.append(WaitingTold(other, side_title(rules, other), holder, thinking))
    return told
