"""``/api/statistics`` and ``/api/records``: how the games that ended here went."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import get
from litestar.datastructures import State

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.api.matches import USUAL_COUNT, Count, First, tables_of
from ironbottom.server.match.seats import PERSON, Seats, persons
from ironbottom.server.storage.database import Kept
from ironbottom.server.messages.responses import RecordTold, SoloTold, StatisticsTold
from ironbottom.server.views.game_text import opening


@get("/statistics")
async def see_statistics(state: State) -> list[StatisticsTold]:
    """The games that were played to the end here: how many of each, won by which side, and those against computers.

    Copies of other matches do not count.
    """
    told: dict[str, StatisticsTold] = {}
    for name, seats, winners, number in tables_of(state).store.ended():
        game = _game(name)
        if game is None:
            continue
        if name not in told:
            told[name] = StatisticsTold(game.id, game.title, 0, 0, dict.fromkeys(game.sides.ids, 0), [])
        _count(told[name], game, seats, winners, number)
    return sorted(told.values(), key=lambda one: (-one.played, one.title))


@get("/records")
async def list_records(state: State, first: First = 0, count: Count = USUAL_COUNT) -> list[RecordTold]:
    """Games of one person against computer players that are over, the last first; a page of them at a time."""
    return [_record(kept) for kept in tables_of(state).store.ended_alone(first, count)]


def _game(name: str) -> Game | None:
    try:
        return get_game(name)
    except BadValue:
        return None


def _count(told: StatisticsTold, game: Game, seats: Seats, winners: Sequence[str], number: int) -> None:
    told.played += number
    told.drawn += number * (not winners)
    for side in winners:
        if side in told.won:
            told.won[side] += number
    held = persons(seats)
    if not held or len(held) == len(seats):
        return
    for side in held:
        alone = next((one for one in told.solo if one.side == side), None)
        if alone is None:
            alone = SoloTold(side, _title(game, side), 0, 0, 0)
            told.solo.append(alone)
        alone.played += number
        alone.won += number * (side in winners)
        alone.drawn += number * (not winners)


def _title(game: Game | None, side: str) -> str:
    known = game is not None and side in game.sides.index
    return opening(game.sides.titles[game.sides.index[side]]) if game and known else side


def _record(kept: Kept) -> RecordTold:
    game, result, held = _game(kept.game), kept.summary["result"], persons(kept.seats)
    winners = [side for side in result["winners"] if isinstance(side, str)]
    score = {side: float(points) for side, points in result.get("score", {}).items() if isinstance(points, int | float)}
    return RecordTold(
        id=kept.id,
        name=kept.name,
        game=kept.game,
        title=game.title if game else kept.game,
        played=kept.played,
        sides=[_title(game, side) for side in held],
        against=sorted({kind.capitalize() for kind in kept.seats.values() if kind != PERSON}),
        result="drawn" if not winners else "won" if set(held) & set(winners) else "lost",
        score=score,
        why=str(result.get("why", "")),
    )
