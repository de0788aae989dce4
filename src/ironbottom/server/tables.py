"""All tables of this server: matches are begun, brought in, opened when they are first asked for, and closed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ironbottom.bots.registry import all_bots
from ironbottom.engine.corrections import corrections_path, read_corrections
from ironbottom.engine.errors import BadValue
from ironbottom.engine.match import Match
from ironbottom.engine.record import RECORD_FORMAT, encode_lines, read_lines
from ironbottom.engine.registry import all_games, get_game
from ironbottom.engine.replay import dice_again, replay
from ironbottom.engine.rules import Game
from ironbottom.engine.sealed import SealedDice, new_secret, random_words
from ironbottom.server.exchange import KEY
from ironbottom.server.keeping import StoreKeeper
from ironbottom.server.moments import Moments
from ironbottom.server.refusals import NotFound
from ironbottom.server.seats import PERSON, Seats, copied_name, read_name, read_seats, usual_name
from ironbottom.server.store import Kept, Store
from ironbottom.server.table import Table, now
from ironbottom.server.taking_up import as_it_stands
from ironbottom.server.wire import NewMatch
from ironbottom.server.workshop import POSITIONS, RECORDS, Workshop

MOST_OPEN = 64
ID_BYTES = 7


class Tables:
    """The matches of a store, of which those in use are open."""

    def __init__(self, store: Store, corrections: Path | None = None) -> None:
        self.store = store
        self._corrections = corrections
        self._open: dict[str, Table] = {}
        self._opening = asyncio.Lock()
        self.positions, self.records = Workshop(POSITIONS), Workshop(RECORDS)

    async def get(self, match: str) -> Table:
        """The table of a match, opened if need be."""
        table = self._open.get(match)
        if table is None or table.broken:
            async with self._opening:
                table = self._open.get(match)
                if table is None or table.broken:
                    table = await self._opened(match)
        self._open.pop(match, None)
        self._open[match] = table
        self._make_room()
        table.opponents.wake()
        return table

    async def _opened(self, match: str) -> Table:
        kept = self.store.find(match)
        if kept is None:
            raise NotFound("there is no such match; it may have been deleted", field="match")
        record = read_lines(self.store.lines(match), f"match {match}")
        replayed = await asyncio.to_thread(replay, record)
        taken_up = as_it_stands(record, replayed, match, self.store.moment)
        if not record.finished:
            dice = dice_again(record, self.store.secrets(match))
            keeper = StoreKeeper(self.store, match, record.check, record.header.format)
            taken_up.go_on(dice, keeper)
        table = Table(kept, taken_up, self.store)
        if self.store.last_moment(match) < len(replayed.match.acts):
            with self.store.transaction():
                table.keep()
        return table

    def _make_room(self) -> None:
        """Closes tables that were not used for long and where nobody watches or thinks; never the one used last."""
        *earlier, _ = self._open.values()
        idle = [table for table in earlier if not len(table.watchers) and not table.opponents.thinking]
        for table in idle[: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[table.id]

    # -- new matches -------------------------------------------------------------------------------

    async def begin(self, wanted: NewMatch) -> Table:
        """A new match from a scenario or a position."""
        game = get_game(wanted.game)
        seats = read_seats(game, wanted.seats)
        name = usual_name(game, seats) if wanted.name is None else read_name(wanted.name)
        corrections = _corrections_for(game, self._corrections) or {}
        rules = game.rules(wanted.options, corrections)
        start = None
        if wanted.position is not None:
            if wanted.scenario is not None:
                raise BadValue("a match starts from a scenario or from a position, not both", field="scenario")
            read = await self.positions.ask("read_text", game.id, wanted.options, corrections, wanted.position)
            start = game.rules(read[0], corrections).restore(read[1])
        kept = self._new(name, game.id, seats)
        with self.store.transaction():
            self.store.add(kept)
            keeper = StoreKeeper(self.store, kept.id)
            match = Match(rules, wanted.scenario, players=seats, start=start, keeper=keeper)
            table = Table(kept, match, self.store)
            table.keep()
        return self._opened_now(table)

    async def bring_in(self, data: bytes) -> Table:
        """A match from a file."""
        read = await self.records.ask("read_match", data, self.store.key(KEY))
        record = read_lines(read[0], "file")
        if not record.finished:
            record.header.format = RECORD_FORMAT
        match = (await asyncio.to_thread(replay, record)).match
        moments = await asyncio.to_thread(
            Moments(match.rules, match.header, match.acts, _nothing).made, 1, len(match.acts)
        )
        game = match.rules.game
        seats = _seats_again(read[3], all_bots(game), game.sides.ids)
        name = read[2] or usual_name(game, seats)
        kept = self._new(name if record.finished else copied_name(name), game.id, seats)
        form = record.header.format
        lines, check = encode_lines([record.header, *record.acts], form=form)
        with self.store.transaction():
            self.store.add(kept)
            self.store.add_lines(kept.id, 0, lines.splitlines(keepends=True))
            self.store.add_moments(kept.id, moments)
            if not record.finished:
                # The dice to come and the secret of those that fell stay with the match that was saved.
                dice = SealedDice(new_secret(), [random_words()])
                self.store.add_secrets(kept.id, dice.secrets())
                match.go_on_as_copy(
                    dice, StoreKeeper(self.store, kept.id, check, form), read[4] or secrets.token_hex(ID_BYTES)
                )
            table = Table(kept, match, self.store)
            table.keep()
        return self._opened_now(table)

    def _new(self, name: str, game: str, seats: Seats) -> Kept:
        time = now()
        return Kept(secrets.token_hex(ID_BYTES), name, game, seats, time, time, {})

    def _opened_now(self, table: Table) -> Table:
        self._open[table.id] = table
        self._make_room()
        return table

    # -- the list ----------------------------------------------------------------------------------

    def kept(self, first: int, count: int) -> list[Kept]:
        """So many matches from a place on, the last played first."""
        return self.store.matches(first, count)

    def delete(self, match: str) -> None:
        """Forgets a match; those who watch it are told."""
        if self.store.find(match) is None:
            raise NotFound("there is no such match; it may have been deleted", field="match")
        self.store.delete(match)
        table = self._open.pop(match, None)
        if table is not None:
            table.close()

    def close(self) -> None:
        """Closes every table."""
        for table in self._open.values():
            table.close()
        self.positions.close()
        self.records.close()


def _nothing(_: int) -> None:
    """No moment is kept yet."""


def _corrections_for(game: Game, path: Path | None) -> Mapping[str, Any] | None:
    """The owner's corrections for a game: from the file named, else the usual one."""
    found = corrections_path(path)
    return None if found is None else read_corrections(found, [other.id for other in all_games()]).get(game.id)


def _seats_again(given: Seats, bots: dict[str, Any], sides: tuple[str, ...]) -> Seats:
    """The seats of a match from elsewhere; a player that is unknown here counts as a person."""
    return {side: given[side] if given.get(side) in bots else PERSON for side in sides}
