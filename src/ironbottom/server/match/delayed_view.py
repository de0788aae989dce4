"""The delayed view of a match for spectators: the board and the log as they were some time ago."""

from __future__ import annotations

from ironbottom.server.match import clocks
from ironbottom.server.match.match_view import current_clause
from ironbottom.server.match.open_match import PUBLIC, OpenMatch
from ironbottom.server.messages import responses
from ironbottom.server.messages.dicts import LogEntryResponse
from ironbottom.server.views.game_text import side_title
from ironbottom.server.views.log_text import log_with_text

MINUTE = 60_000


def delay_text(minutes: int) -> str:
    """Returns the text for a delay.

    >>> delay_text(15), delay_text(60), delay_text(2880)
    ('15 minutes', '1 hour', '2 days')
    """
    for unit, size in (("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes % size == 0:
            number = minutes // size
            return f"{number} {unit}{'' if number == 1 else 's'}"
    raise AssertionError(minutes)


def last_visible_entry(open_match: OpenMatch) -> int:
    """Returns the last entry of the public log that spectators can see."""
    return open_match.last_public_entry(clocks.now_ms() - open_match.watch_delay * MINUTE)


def delayed_log(open_match: OpenMatch, since: int) -> list[LogEntryResponse]:
    """Returns the public log after an entry, as far as spectators can see it."""
    shown = last_visible_entry(open_match)
    return [entry for entry in log_with_text(open_match.match, PUBLIC, since) if entry["seq"] <= shown]


def delayed_view(open_match: OpenMatch, since: int | None = None) -> responses.MatchViewResponse:
    """Returns the public view as it was some time ago."""
    match, shown = open_match.match, last_visible_entry(open_match)
    heading, state = match.dice, open_match.past_state(PUBLIC, shown)
    view = open_match.past_view(PUBLIC, shown)
    deciding = [decision.side for decision in state.decisions()]
    secret = bool(state.stack) and state.stack[-1].simultaneous
    pending = list(match.rules.sides.ids) if deciding and secret else deciding
    return responses.MatchViewResponse(
        id=open_match.id,
        name=open_match.name,
        game=match.rules.game.id,
        side=PUBLIC,
        seats=open_match.seats,
        seq=shown,
        view=view,
        over=False,
        result=None,
        decision=None,
        waiting=[
            responses.PendingSide(side, side_title(match.rules, side), open_match.seats[side], False)
            for side in pending
        ],
        undo=responses.UndoInfo(0, ""),
        draw_offer=None,
        undo_offer=None,
        hints=None,
        rematch=None,
        clocks=None,
        asked=[],
        resigned=[],
        clause_now=current_clause(match.rules, None, view),
        log_from=0,
        trouble=None,
        dice=responses.DiceInfo(
            heading.kind,
            heading.commitments,
            list(heading.words),
            words_by=list(heading.words_by),
            host=match.header.host,
        ),
        copied=match.copied is not None,
        claimed=open_match.claims.claimed(),
        players=open_match.claims.players(),
        reissued=[],
        watch_delay=open_match.watch_delay,
        by_file=open_match.by_file,
        away=open_match.away,
        log=None if since is None else delayed_log(open_match, since),
        stamp=f"later {shown}",
        mark=f"later {shown}",
        changes=None,
        also=None,
    )
