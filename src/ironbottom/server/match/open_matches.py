"""All tables of this server: matches are begun, brought in, opened when they are first asked for, and closed."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from ironbottom.bots.registry import all_bots
from ironbottom.engine.core.errors import BadValue, IronbottomError
from ironbottom.engine.data.corrections import corrections_path, read_corrections
from ironbottom.engine.dice.dice import Dice, NoDice
from ironbottom.engine.dice.sealed import (
    REFEREE,
    JointDice,
    SealedDice,
    SharesMissing,
    commitment,
    new_secret,
    random_words,
    read_secret,
)
from ironbottom.engine.match.match import Match
from ironbottom.engine.record.files import Snapshot
from ironbottom.engine.record.formats import raised
from ironbottom.engine.record.record import DiceHeading, encode_each, read_lines
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.state_format import current_format
from ironbottom.server.match.claims import Claims, must_be_of_the_players, own_sides
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.match_files import KEY
from ironbottom.server.network.upload_slots import Intake
from ironbottom.server.match.dice_shares import JointParts, joint_dice, must_be_heard, must_be_persons
from ironbottom.server.storage.match_storage import StoreKeeper, keep_snapshot, notes_of, stored_state
from ironbottom.server.match.computer_players import Trouble
from ironbottom.server.network.request_priority import Precedence
from ironbottom.server.errors import Busy, Faulty, NotFound, NotYours, WordsFirst
from ironbottom.server.match.seats import PERSON, Seats, copied_name, persons, read_name, read_seats, usual_name
from ironbottom.server.match.match_view import shown
from ironbottom.server.storage.database import Kept, Store
from ironbottom.server.match.open_match import PUBLIC, MatchTable, now, read_time
from ironbottom.server.match.restore import play_again, take_up
from ironbottom.server.messages.requests import NewMatch, PartGiven
from ironbottom.server.messages.responses import PartsWanted, WordsAsked
from ironbottom.server.views.game_text import pieces
from ironbottom.server.match.dice_seeding import (
    Waiting,
    asks_for_words,
    in_order,
    order_of,
    summary_of,
    waiting_of,
    with_host,
    words_asked,
)
from ironbottom.server.work.worker_pool import POSITIONS, RECORDS, THOUGHTS, Workshop

MOST_THINKING = 16
"""So many computer players think at the same time; the choice of one takes milliseconds as a rule."""
MOST_UNATTENDED = 8
"""How many matches without human players run at the same time."""
MOST_UNATTENDED_THINKING = 4
"""How many thinking players may be in such matches; the rest of the limit is for opponents of people."""
MOST_OPEN = 1_024
"""So many tables stay open, each with about 200 kB in memory."""
MOST_PIECES = 8
"""For so many games and options the counters and tables stay in memory."""
ID_BYTES = 7
START = 0
"""Where a match stands before its first act, while it waits for words."""
_log = logging.getLogger(__name__)


class Tables:
    """The matches of a store, of which those in use are open."""

    def __init__(self, store: Store, corrections: Path | None = None, precedence: Precedence | None = None) -> None:
        self.store = store
        self._corrections = corrections
        self._precedence = precedence or Precedence()
        self._open: dict[str, MatchTable] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._troubles: dict[str, Trouble] = {}
        """What stopped computer players at tables that are closed: nobody who failed is asked again unbidden."""
        self._parts: dict[str, JointParts] = {}
        """Of matches whose first dice wait for the parts of joint dice."""
        self.intake = Intake()
        pause = self._precedence.waiting
        self.positions, self.odds = Workshop(POSITIONS, pause=pause), Workshop(POSITIONS, pause=pause)
        # Two processes each, so that a long record from one machine does not hold up the others.
        self.records, self.checks = Workshop(RECORDS, 2, pause=pause), Workshop(RECORDS, 2, pause=pause)
        self.thoughts = Workshop(THOUGHTS, MOST_THINKING, waiting=sys.maxsize)
        self._unattended = asyncio.Semaphore(MOST_UNATTENDED_THINKING)
        self._pieces: dict[tuple[str, ...], dict[str, Any]] = {}

    async def get(self, match: str) -> MatchTable:
        """The table of a match, opened if need be; only those who ask for the same match wait for that."""
        table = self._open.get(match)
        if table is None or table.broken:
            async with self._opening.setdefault(match, asyncio.Lock()):
                table = self._open.get(match)
                if table is None or table.broken:
                    trouble = table.opponents.trouble if table else self._troubles.pop(match, None)
                    table = await self._opened(match)
                    table.opponents.trouble = trouble
                    table.opponents.think_in(self.thoughts, self._precedence, self._unattended)
        self._open.pop(match, None)
        self._open[match] = table
        self._make_room()
        table.opponents.wake()
        return table

    async def _opened(self, match: str) -> MatchTable:
        kept = self._find(match)
        waiting = waiting_of(kept)
        if waiting is not None:
            asked = self._go_on_beginning(kept, waiting, keep=True)
            if asked.begun:
                return self._open[match]
            raise WordsFirst(asked)
        try:
            table = take_up(self.store, kept)
        except Exception as fault:
            # Whatever stands against it, the record itself decides: played again it tells the line that is wrong.
            _log.info("the match %s is played again from its record: %r", match, fault)
            table = None
        if table is None:
            await self._play_again(kept)
            table = take_up(self.store, kept)
        if table is None:
            raise BadValue("this match cannot be opened from what the store has of it", field=f"match {match}")
        table.go_on_with_what_is_fixed()
        if set(kept.seats) != set(table.match.rules.sides.ids):
            raise BadValue("who holds the seats of this match is damaged", field=f"match {match}")
        return table

    async def _play_again(self, kept: Kept) -> None:
        """Plays a match again that has no snapshot of these rules, and keeps notes and snapshots for the next time."""
        record = await asyncio.to_thread(read_lines, self.store.lines(kept.id), f"match {kept.id}")
        where_it_stood = stored_state(self.store, kept.id, len(record.acts))
        played = await asyncio.to_thread(play_again, record, where_it_stood)
        with self.store.transaction():
            if not played.parted:
                self.store.delete_snapshots(kept.id)
            self.store.add_notes(kept.id, 1, notes_of(played.noted, read_time(kept.played)))
            for snapshot in played.snapshots:
                keep_snapshot(self.store, kept.id, snapshot)

    def _make_room(self) -> None:
        """Closes tables that were not used for long and where nobody watches or thinks; never the one used last."""
        if len(self._open) <= MOST_OPEN:
            return
        *earlier, _ = self._open.values()
        idle = [table for table in earlier if not len(table.watchers) and not table.opponents.thinking]
        for table in idle[: max(0, len(self._open) - MOST_OPEN)]:
            table.put_away()
            if table.opponents.trouble is not None:
                self._troubles[table.id] = table.opponents.trouble
            del self._open[table.id]

    # -- new matches -------------------------------------------------------------------------------

    async def begin(self, wanted: NewMatch, client: Client) -> MatchTable | WordsAsked:
        """A new match from a scenario or a position; where people play each other it waits for words of each."""
        game = get_game(wanted.game)
        seats = read_seats(game, wanted.seats)
        own = own_sides(game, seats, wanted.friends)
        host = wanted.host
        if host is None and client.local and wanted.friends and len(own) == 1:
            host = own[0]  # a client on this machine runs the server
        name = usual_name(game, seats, wanted.friends) if wanted.name is None else read_name(wanted.name)
        corrections = _corrections_for(game, self._corrections) or {}
        rules = game.rules(wanted.options, corrections)
        start = None
        if wanted.position is not None:
            if wanted.scenario is not None:
                raise BadValue("a match starts from a scenario or from a position, not both", field="scenario")
            read = await self.positions.ask("read_text", game.id, wanted.options, corrections, wanted.position)
            start = game.rules(read[0], corrections).restore(read[1], current_format(game))
        self.must_have_room_for(seats)
        kept = self._new(name, game.id, seats)
        joint = wanted.dice == JointDice.kind
        if joint:
            must_be_persons(seats.values(), PERSON)
            must_be_heard(game)
        if asks_for_words(seats):
            options = rules.options if start is None else start.rules.options
            order = order_of(persons(seats), host)
            waiting = Waiting(order, options, wanted.scenario, {}, host, joint)
            return self._asking(kept, rules, waiting, start, client, own)
        dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
        try:
            with self.store.transaction():
                self.store.add(kept)
                Claims(self.store, kept.id).begin(client, own)
                table = self._begun(kept, rules, wanted.scenario, start, dice, host or "")
        except sqlite3.Error:
            raise
        except Exception as fault:
            raise _not_begun(fault) from fault
        return self._opened_now(table)

    def must_have_room_for(self, seats: Seats, match: str = "") -> None:
        """Refuses another match without human players if enough of them are running; ``match`` is not counted."""
        if persons(seats):
            return
        others = (table for table in self._open.values() if table.id != match and not table.match.over)
        if sum(not persons(table.seats) for table in others) >= MOST_UNATTENDED:
            told = f"{MOST_UNATTENDED} matches without human players are in progress"
            raise Busy(f"{told}; try again when one of them is over or deleted", field="seats")

    async def look_at(self, game: str, position: str) -> dict[str, Any]:
        """What a position being set up says, and what is not lawful in it."""
        corrections = _corrections_for(get_game(game), self._corrections) if game else None
        told: dict[str, Any] = await self.positions.ask("look_at_text", game, corrections or {}, position)
        return told

    def _begun(
        self, kept: Kept, rules: Rules, scenario: str | None, start: State | None, dice: Dice, host: str
    ) -> MatchTable:
        """The table of a match that begins now."""
        keeper = StoreKeeper(self.store, kept.id)
        match = Match(rules, scenario, players=kept.seats, start=start, dice=dice, keeper=keeper, host=host)
        table = MatchTable(kept, match, self.store, keeper)
        table.keep()
        table.tell_the_list()
        return table

    def _asking(
        self, kept: Kept, rules: Rules, waiting: Waiting, start: State | None, client: Client, own: Sequence[str]
    ) -> WordsAsked:
        """Keeps a match that waits for words, with the secret that is drawn before any is given."""
        if start is None and waiting.scenario is not None and waiting.scenario not in rules.game.scenarios:
            rules.begin(waiting.scenario, NoDice())
        secret = new_secret()
        held = {REFEREE: secret.hex()}
        waiting.seal = waiting.seal_under(rules if start is None else start.rules, start, secret)
        with self.store.transaction():
            self.store.add(kept)
            Claims(self.store, kept.id).begin(client, own)
            self.store.add_secrets(kept.id, held)
            if start is not None:
                keep_snapshot(self.store, kept.id, _snapshot_of(start))
            self.store.stands(kept.id, kept.played, summary_of(waiting, rules.game), START)
        return self._words_asked(kept, rules.game, waiting, held)

    def _words_asked(
        self, kept: Kept, game: Game, waiting: Waiting, held: Mapping[str, str], wanted: PartsWanted | None = None
    ) -> WordsAsked:
        asked = words_asked(kept, game, waiting, held, wanted)
        return msgspec.structs.replace(asked, claimed=Claims(self.store, kept.id).claimed())

    def name_host(self, match: str, host: str, client: Client) -> WordsAsked:
        """Takes note of who runs the server, whose words come first."""
        kept = self._find(match)
        if not Claims(self.store, match).of(client).host:
            raise NotYours("only the client that began the match may say who runs the server", field="side")
        waiting = with_host(self._waiting(kept), host)
        game = get_game(kept.game)
        self.store.stands(match, now(), summary_of(waiting, game), START)
        return self._words_asked(kept, game, waiting, self.store.secrets(match))

    def give_words(self, match: str, side: str, words: str, hashed: str | None, client: Client) -> WordsAsked:
        """Takes the words of the next person that is asked; with the last of them the match begins.

        With joint dice the hash of the side's own secret comes with them.
        """
        kept = self._find(match)
        game, held = get_game(kept.game), self.store.secrets(match)
        before = self._waiting(kept)
        self._must_hold(kept, side, client)
        self._words_asked(kept, game, before, held)
        waiting = in_order(before, side, words, hashed, commitment(read_secret(held[REFEREE])))
        kept.summary = summary_of(waiting, game)
        self.store.stands(match, now(), kept.summary, START)
        return self._go_on_beginning(kept, waiting)

    def _waiting(self, kept: Kept) -> Waiting:
        waiting = waiting_of(kept)
        if waiting is None or waiting.complete:
            raise BadValue("this match has begun: no more words enter its dice", field="words")
        return waiting

    def _go_on_beginning(self, kept: Kept, waiting: Waiting, *, keep: bool = False) -> WordsAsked:
        """Begins a match for which all words are given, as far as its first dice have their parts; what is asked.

        One that fails to begin is deleted, unless somebody only opens it (``keep``). One whose hash covers other rules
        or figures stays: a server that has them can begin it.
        """
        game, held = get_game(kept.game), self.store.secrets(kept.id)
        parts = self._parts.get(kept.id)
        if not waiting.complete or (parts and not parts.ready):
            return self._words_asked(kept, game, waiting, held, parts.wanted() if parts else None)
        rules = game.rules(waiting.options, _corrections_for(game, self._corrections) or {})
        stored = stored_state(self.store, kept.id, START)
        start = None if stored is None else rules.restore(*stored)
        secret = read_secret(held[REFEREE])
        if waiting.seal and waiting.seal != waiting.seal_under(rules, start, secret):
            told = "the rules or figures here have changed since the hash of the dice was shown"
            raise BadValue(f"{told}; restore them, or begin another match", field=f"match {kept.id}")
        dice = self._dice_to_begin_with(kept, waiting, secret)
        try:
            with self.store.transaction():
                self.store.delete_secrets(kept.id)
                self.store.delete_snapshots(kept.id)
                table = self._begun(kept, rules, waiting.scenario, start, dice, waiting.host or "")
        except SharesMissing as missing:
            parts = self._parts[kept.id]
            parts.wait(missing, None)
            return self._words_asked(kept, game, waiting, held, parts.wanted())
        except sqlite3.Error:
            raise  # the match can begin once the file can be written
        except Exception as fault:
            if not keep:
                self.delete(kept.id)
            raise _not_begun(fault) from fault
        if isinstance(dice, JointDice):
            table.joint = self._parts.pop(kept.id)
            table.joint.done()
        self._opened_now(table)
        return msgspec.structs.replace(self._words_asked(kept, game, waiting, held), begun=True)

    def _dice_to_begin_with(self, kept: Kept, waiting: Waiting, secret: bytes) -> SealedDice:
        terms = None if waiting.seal else b""
        if not waiting.joint:
            return SealedDice(secret, waiting.words, terms=terms, words_by=waiting.order)
        if kept.id not in self._parts:
            heading = DiceHeading(JointDice.kind, {REFEREE: "", **waiting.hashes}, waiting.words, waiting.order)
            dice = joint_dice(self.store, kept.id, secret, heading, terms)
            self._parts[kept.id] = JointParts(self.store, kept.id, dice)
        dice = self._parts[kept.id].dice
        dice.counter = 0  # each time the beginning is tried from its first die
        return dice

    def _must_hold(self, kept: Kept, side: str, client: Client) -> None:
        """Refuses a client that does not hold a side of a match that has yet to begin."""
        game = get_game(kept.game)
        number = game.sides.number(side, "side")
        if side not in Claims(self.store, kept.id).of(client).sides:
            raise NotYours(f"you do not hold the seat of {game.sides.titles[number]}", field="side")

    async def take_part(self, match: str, given: PartGiven, client: Client) -> MatchTable | WordsAsked:
        """Takes a side's part of a joint die; with the last of them the die falls, and the match goes on."""
        try:
            table = await self.get(match)
        except WordsFirst:
            kept = self._find(match)
            waiting = waiting_of(kept)
            if waiting is None or match not in self._parts:
                raise
            self._must_hold(kept, given.side, client)
            self._parts[match].take(given.side, given.die, given.block, given.promise, given.part)
            return self._go_on_beginning(kept, waiting)
        table.may_act(given.side, client)
        table.take_part(given)
        return table

    def _find(self, match: str) -> Kept:
        kept = self.store.find(match)
        if kept is None:
            raise NotFound("there is no such match; it may have been deleted", field="match")
        return kept

    async def bring_in(self, data: bytes, client: Client) -> MatchTable:
        """Imports a match from a file. The client gets its seats, unless several players hold the seats of a save.

        A finished match that is here already is opened, not stored a second time.
        """
        size, machine = len(data), client.machine
        read = await self.records.ask("read_match", data, self.store.key(KEY), size=size, machine=machine)
        root, saved = read[4], read[7]
        now_held = self.store.seat_holders(root) if root else []
        rows = saved or now_held
        must_be_of_the_players(client, rows, now_held)
        await self.records.ask("check_match", read[0], read[6], acts=read[5], size=size, machine=machine)
        record = await asyncio.to_thread(read_lines, read[0], "file")
        if not record.finished:
            record.header = raised(record.header)
        lines, _ = await asyncio.to_thread(encode_each, [record.header, *record.acts], form=record.header.format)
        twin = self.store.with_record(record.header.game, lines) if record.finished else None
        if twin is not None:
            return await self.get(twin)
        played = await asyncio.to_thread(play_again, record)
        game = played.rules.game
        seats = _seats_again(read[3], all_bots(game), game.sides.ids)
        name = read[2] or usual_name(game, seats)
        kept = self._new(name if record.finished else copied_name(name), game.id, seats)
        if not record.finished:
            self.must_have_room_for(seats)
        with self.store.transaction():
            self.store.add(kept)
            Claims(self.store, kept.id).bring_in(client, rows, persons(seats))
            self.store.add_lines(kept.id, 0, lines, [None, *notes_of(played.noted)])
            for snapshot in played.snapshots:
                keep_snapshot(self.store, kept.id, snapshot)
            table = take_up(self.store, kept, NoDice())
            if table is None:
                raise BadValue("this match cannot be played on here", field=record.name)
            if not record.finished:
                # The dice to come and the secret of those that fell stay with the match that was saved.
                dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
                self.store.add_secrets(kept.id, dice.secrets())
                table.copy(dice, read[4] or secrets.token_hex(ID_BYTES))
            table.tell_the_list()
        return self._opened_now(table)

    def _new(self, name: str, game: str, seats: Seats) -> Kept:
        time = now()
        return Kept(secrets.token_hex(ID_BYTES), name, game, seats, time, time, {})

    def _opened_now(self, table: MatchTable) -> MatchTable:
        self._open[table.id] = table
        table.opponents.think_in(self.thoughts, self._precedence, self._unattended)
        self._make_room()
        return table

    # -- the list ----------------------------------------------------------------------------------

    async def kept(self, first: int, count: int) -> list[Kept]:
        """So many matches from a place on, the last played first."""
        for table in list(self._open.values()):
            with suppress(IronbottomError):
                table.tell_the_list()
        for match in self.store.behind():
            with suppress(IronbottomError):
                (await self.get(match)).tell_the_list()
        return self.store.matches(first, count)

    def pieces(self, rules: Rules) -> dict[str, Any]:
        """The counters and tables under some rules; in the largest game they take a tenth of a second to build."""
        key = (rules.game.id, rules.digest, *(f"{name} {value}" for name, value in rules.options.items()))
        found = self._pieces.pop(key, None)
        self._pieces[key] = found = pieces(rules) if found is None else found
        if len(self._pieces) > MOST_PIECES:
            del self._pieces[next(iter(self._pieces))]
        return found

    def find(self, match: str) -> Kept:
        """A match as the list tells it."""
        if match in self._open:
            self._open[match].tell_the_list()
        return self._find(match)

    def tell(self, match: str) -> None:
        """Notifies the watchers of an open match that its seat holders have changed."""
        if match in self._open:
            self._open[match].watchers.tell()

    def delete(self, match: str) -> None:
        """Forgets a match; those who watch it are told."""
        self._find(match)
        self.store.delete(match)
        self._parts.pop(match, None)
        table = self._open.pop(match, None)
        if table is not None:
            table.close()

    def must_be_shown(self, table: MatchTable) -> None:
        """Refuses a match that has just begun and cannot be shown; it is deleted."""
        try:
            shown(table, next(iter(persons(table.seats)), PUBLIC))
        except Exception as fault:
            self.delete(table.id)
            raise _not_begun(fault) from fault

    def close(self) -> None:
        """Closes every table."""
        for table in self._open.values():
            try:
                table.put_away()
            except Exception:  # nothing is lost: what was played is kept, and the list is mended when it is asked for
                _log.exception("where the match %s stands could not be noted", table.id)
            table.close()
        for workshop in (self.positions, self.records, self.checks, self.odds, self.thoughts):
            workshop.close()


def _snapshot_of(start: State) -> Snapshot:
    """A snapshot of the state from which a match will begin."""
    rules = start.rules
    form = current_format(rules.game)
    return Snapshot(START, start.dump(), rules.game.rules_version, rules.digest, state_format=form)


def _not_begun(fault: Exception) -> IronbottomError:
    """The refusal of a match that cannot start; such a match is not stored."""
    if isinstance(fault, IronbottomError):
        return fault
    _log.error("a match could not start", exc_info=fault)
    return Faulty(
        f"this match cannot start because of an error in the server ({type(fault).__name__}). It was not stored"
    )


def _corrections_for(game: Game, path: Path | None) -> Mapping[str, Any] | None:
    """The owner's corrections for a game: from the file named, else the usual one."""
    found = corrections_path(path)
    return None if found is None else read_corrections(found, [known.id for known in all_games()]).get(game.id)


def _seats_again(given: Seats, bots: dict[str, Any], sides: Sequence[str]) -> Seats:
    """The seats of a match from elsewhere; a player that is unknown here counts as a person."""
    return {side: given[side] if given.get(side) in bots else PERSON for side in sides}
