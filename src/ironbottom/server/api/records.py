"""``/api/statistics`` and ``/api/records``: the results of finished matches."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get
from litestar.datastructures import State

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.text.sentences import capitalized
from ironbottom.server.api.matches import DEFAULT_COUNT, FirstIndex, PageSize, open_matches_of
from ironbottom.server.match.seats import PERSON, Seats, persons
from ironbottom.server.messages.responses import (
    OpponentStatistics,
    RecordResponse,
    SoloStatistics,
    StatisticsResponse,
)
from ironbottom.server.network.clients import CurrentClient
from ironbottom.server.storage.database import StoredMatch


@get("/statistics")
async def get_statistics(state: State, client: CurrentClient) -> list[StatisticsResponse]:
    """Counts the finished matches of each game by winner, and those of one person against computer players.

    ``opponents`` counts only the matches of the requesting client. Copies of other matches do not count, and neither do
    matches in which the players agreed to a correction.
    """
    store = open_matches_of(state).store
    statistics: dict[str, StatisticsResponse] = {}
    for name, seats, winners, number in store.finished_counts():
        game = _game(name)
        if game is None:
            continue
        if name not in statistics:
            statistics[name] = StatisticsResponse(game.id, game.title, 0, 0, dict.fromkeys(game.sides.ids, 0), [], [])
        _count(statistics[name], game, seats, winners, number)
    for name, seats, winners, number in store.finished_solo_counts(client.holder, with_unclaimed=client.local):
        if name in statistics:
            _count_opponent(statistics[name], seats, winners, number)
    return sorted(statistics.values(), key=lambda one: (-one.played, one.title))


@get("/records")
async def list_records(state: State, first: FirstIndex = 0, count: PageSize = DEFAULT_COUNT) -> list[RecordResponse]:
    """Returns a page of finished matches of one person against computer players, the most recently played first."""
    return [_record(stored) for stored in open_matches_of(state).store.finished_solo(first, count)]


def _game(name: str) -> Game | None:
    try:
        return get_game(name)
    except BadValue:
        return None


def _count(statistics: StatisticsResponse, game: Game, seats: Seats, winners: Sequence[str], number: int) -> None:
    statistics.played += number
    statistics.drawn += number * (not winners)
    for side in winners:
        if side in statistics.won:
            statistics.won[side] += number
    held = persons(seats)
    if not held or len(held) == len(seats):
        return
    for side in held:
        solo = next((one for one in statistics.solo if one.side == side), None)
        if solo is None:
            solo = SoloStatistics(side, _title(game, side), 0, 0, 0)
            statistics.solo.append(solo)
        solo.played += number
        solo.won += number * (side in winners)
        solo.drawn += number * (not winners)


def _count_opponent(statistics: StatisticsResponse, seats: Seats, winners: Sequence[str], number: int) -> None:
    bots = set(seats.values()) - {PERSON}
    if len(bots) != 1:
        return
    (bot,) = bots
    record = next((one for one in statistics.opponents if one.bot == bot), None)
    if record is None:
        record = OpponentStatistics(bot, 0, 0, 0)
        statistics.opponents.append(record)
    record.played += number
    record.won += number * bool(set(persons(seats)) & set(winners))
    record.drawn += number * (not winners)


def _title(game: Game | None, side: str) -> str:
    known = game is not None and side in game.sides.index
    return capitalized(game.sides.titles[game.sides.index[side]]) if game and known else side


def _record(stored: StoredMatch) -> RecordResponse:
    game, result, held = _game(stored.game), stored.summary["result"], persons(stored.seats)
    winners = [side for side in result["winners"] if isinstance(side, str)]
    score = {side: float(points) for side, points in result.get("score", {}).items() if isinstance(points, int | float)}
    return RecordResponse(
        id=stored.id,
        name=stored.name,
        game=stored.game,
        title=game.title if game else stored.game,
        played=stored.played,
        sides=[_title(game, side) for side in held],
        against=sorted({kind.capitalize() for kind in stored.seats.values() if kind != PERSON}),
        result="drawn" if not winners else "won" if set(held) & set(winners) else "lost",
        score=score,
        why=str(result.get("why", "")),
    )
