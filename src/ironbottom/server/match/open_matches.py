"""Begins, imports, opens and closes all matches of this server."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
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
from ironbottom.engine.record.formats import upgrade
from ironbottom.engine.record.record import DiceHeading, encode_each, read_lines
from ironbottom.engine.rules.game import Game, Rules
from ironbottom.engine.rules.registry import all_games, get_game
from ironbottom.engine.rules.state import State
from ironbottom.engine.rules.state_format import current_format
from ironbottom.server.errors import Busy, DiceNotSeeded, Forbidden, InternalError, NotFound
from ironbottom.server.match import clocks
from ironbottom.server.match.challenges import Challenges
from ironbottom.server.match.claims import Claims, own_sides, require_player
from ironbottom.server.match.computer_players import BotFailure
from ironbottom.server.match.dice_seeding import (
    DiceSeeding,
    drawn_by_lot,
    needs_seeding,
    seeding_of,
    seeding_order,
    seeding_response,
    seeding_summary,
    with_host,
    with_words,
)
from ironbottom.server.match.dice_shares import RequestedShares, load_joint_dice, require_open_dice, require_persons
from ironbottom.server.match.match_view import cached_view
from ironbottom.server.match.open_match import PUBLIC, OpenMatch, parse_time, time_text
from ironbottom.server.match.presence_by_page import server_stops
from ironbottom.server.match.rematch import Rematch
from ironbottom.server.match.restore import replay_record, restore_match
from ironbottom.server.match.seats import PERSON, Seats, clean_name, copy_name, default_name, persons, read_seats
from ironbottom.server.messages.pace import Pace
from ironbottom.server.messages.requests import DiceShareRequest, NewMatchRequest
from ironbottom.server.messages.responses import DiceSeedingResponse, DiceSharesWanted
from ironbottom.server.network.clients import Client
from ironbottom.server.network.request_priority import RequestPriority
from ironbottom.server.network.upload_slots import UploadSlots
from ironbottom.server.storage.database import Store, StoredMatch, StoredRematch
from ironbottom.server.storage.match_files import SAVE_KEY
from ironbottom.server.storage.match_storage import StoredRecord, encode_notes, store_snapshot, stored_state
from ironbottom.server.views.game_text import page_data
from ironbottom.server.work.worker_pool import BOT_LIMITS, POSITION_LIMITS, RECORD_LIMITS, WorkerPool

MAX_THINKING = 16
"""The maximum number of computer players that run at the same time; one choice usually takes milliseconds."""
MAX_UNATTENDED = 8
"""The maximum number of matches without human players that run at the same time."""
MAX_UNATTENDED_THINKING = 4
"""The maximum number of computer players that run in such matches; the rest are for matches with people."""
MAX_OPEN = 1_024
"""The number of matches that stay open; each takes about 200 kB of memory."""
MAX_CACHED_PIECES = 8
"""The number of combinations of game and options for which the counters and tables are cached."""
ID_BYTES = 7
START = 0
"""The act number of a match that has not begun and waits for words."""
_log = logging.getLogger(__name__)


class OpenMatches:
    """The matches of a store; those in use are open."""

    def __init__(self, store: Store, corrections: Path | None = None, priority: RequestPriority | None = None) -> None:
        self.store = store
        self._corrections = corrections
        self._priority = priority or RequestPriority()
        self._open: dict[str, OpenMatch] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._failures: dict[str, BotFailure] = {}
        """Failures of computer players in closed matches, so that opening a match does not run them again."""
        self._dice_shares: dict[str, RequestedShares] = {}
        """The dice shares of matches that wait for their first joint dice."""
        self.upload_slots = UploadSlots()
        pause = self._priority.waiting
        self.position_pool, self.odds_pool = (
            WorkerPool(POSITION_LIMITS, pause=pause),
            WorkerPool(POSITION_LIMITS, pause=pause),
        )
        # Two workers each, so that a long record from one machine does not block the others.
        self.import_pool, self.verification_pool = (
            WorkerPool(RECORD_LIMITS, 2, pause=pause),
            WorkerPool(RECORD_LIMITS, 2, pause=pause),
        )
        self.bot_pool = WorkerPool(BOT_LIMITS, MAX_THINKING, waiting=sys.maxsize)
        self._unattended_slots = asyncio.Semaphore(MAX_UNATTENDED_THINKING)
        self._pieces: dict[tuple[str, ...], dict[str, object]] = {}

    async def get(self, match: str) -> OpenMatch:
        """Returns a match, opened if necessary; only requests for the same match wait for that."""
        open_match = self._open.get(match)
        if open_match is None or open_match.broken:
            async with self._opening.setdefault(match, asyncio.Lock()):
                open_match = self._open.get(match)
                if open_match is None or open_match.broken:
                    failure = open_match.computer_players.failure if open_match else self._failures.pop(match, None)
                    open_match = await self._open_match(match)
                    open_match.computer_players.failure = failure
                    open_match.computer_players.use_pool(self.bot_pool, self._priority, self._unattended_slots)
        self._open.pop(match, None)
        self._open[match] = open_match
        self._close_idle()
        open_match.computer_players.wake()
        return open_match

    async def _open_match(self, match: str) -> OpenMatch:
        stored = self._find(match)
        seeding = seeding_of(stored)
        if seeding is not None:
            response = self._continue_beginning(stored, seeding, keep_on_failure=True)
            if response.begun:
                return self._open[match]
            raise DiceNotSeeded(response)
        try:
            open_match = restore_match(self.store, stored)
        except Exception as fault:
            # Whatever the reason, replaying the record shows the line that is wrong.
            _log.info("the match %s is replayed from its record: %r", match, fault)
            open_match = None
        if open_match is None:
            await self._replay(stored)
            open_match = restore_match(self.store, stored)
        if open_match is None:
            raise BadValue("this match cannot be opened: its stored data is incomplete", field=f"match {match}")
        open_match.resume_fixed_choice()
        if set(stored.seats) != set(open_match.match.rules.sides.ids):
            raise BadValue("the list of seats of this match is damaged", field=f"match {match}")
        return open_match

    async def _replay(self, stored: StoredMatch) -> None:
        """Replays a match that has no usable snapshot, and stores notes and snapshots for the next time."""
        record = await asyncio.to_thread(read_lines, self.store.lines(stored.id), f"match {stored.id}")
        last_state = stored_state(self.store, stored.id, len(record.acts))
        replayed = await asyncio.to_thread(replay_record, record, last_state)
        with self.store.transaction():
            if not replayed.parted:
                self.store.delete_snapshots(stored.id)
            self.store.add_notes(stored.id, 1, encode_notes(replayed.entries, parse_time(stored.played)))
            for snapshot in replayed.snapshots:
                store_snapshot(self.store, stored.id, snapshot)

    def _close_idle(self) -> None:
        """Closes the least recently used matches that have no subscribers and no running computer players.

        The last one used always stays open.
        """
        if len(self._open) <= MAX_OPEN:
            return
        *earlier, _ = self._open.values()
        idle = [
            open_match
            for open_match in earlier
            if not len(open_match.subscribers) and not open_match.computer_players.is_thinking
        ]
        for open_match in idle[: max(0, len(self._open) - MAX_OPEN)]:
            open_match.save_state()
            if open_match.computer_players.failure is not None:
                self._failures[open_match.id] = open_match.computer_players.failure
            del self._open[open_match.id]

    # -- new matches -------------------------------------------------------------------------------

    async def begin(self, wanted: NewMatchRequest, client: Client) -> OpenMatch | DiceSeedingResponse:
        """Begins a match from a scenario or a position; a match between people first waits for words."""
        game = get_game(wanted.game)
        seats = read_seats(game, wanted.seats)
        own = own_sides(game, seats, wanted.friends)
        host = wanted.host
        if host is None and client.local and wanted.friends and len(own) == 1:
            host = own[0]  # a client on this machine runs the server
        name = default_name(game, seats, wanted.friends) if wanted.name is None else clean_name(wanted.name)
        corrections = _corrections_for(game, self._corrections) or {}
        rules = game.rules(wanted.options, corrections)
        start = None
        if wanted.position is not None:
            if wanted.scenario is not None:
                raise BadValue("a match starts from a scenario or from a position, not both", field="scenario")
            arguments = (game.id, wanted.options, corrections, wanted.position)
            options, dump = await self.position_pool.call("read_position_text", *arguments)
            start = game.rules(options, corrections).restore(dump, current_format(game))
        self.require_capacity_for(seats)
        _require_friends(wanted, seats, own)
        if wanted.open:
            Challenges(self.store).require_room(client)
        stored = self._new_stored(name, game.id, seats)
        joint = wanted.dice == JointDice.kind
        if joint:
            require_persons(seats.values(), PERSON)
            require_open_dice(game)
        if needs_seeding(seats):
            options = rules.options if start is None else start.rules.options
            order = seeding_order(persons(seats), host)
            seeding = DiceSeeding(order, options, wanted.scenario, {}, host, joint, lot=wanted.lot)

            def claim(claims: Claims) -> None:
                claims.claim_as_host(client, own)
                self.store.set_watch_delay(stored.id, wanted.watch_delay)
                if wanted.open:
                    self.store.add_challenge(stored.id, clocks.now_ms())

            return self._start_seeding(stored, rules, seeding, start, claim, wanted.pace)
        dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
        try:
            with self.store.transaction():
                self.store.add_match(stored)
                Claims(self.store, stored.id).claim_as_host(client, own)
                if wanted.pace is not None:
                    self.store.add_clocks(stored.id, msgspec.json.encode(wanted.pace).decode())
                self.store.set_watch_delay(stored.id, wanted.watch_delay)
                open_match = self._start(stored, rules, wanted.scenario, start, dice, host or "")
        except sqlite3.Error:
            raise
        except Exception as fault:
            raise _start_error(fault) from fault
        return self._add_open(open_match)

    def require_capacity_for(self, seats: Seats, match: str = "") -> None:
        """Raises ``Busy`` if enough matches without human players are running; ``match`` is not counted."""
        if persons(seats):
            return
        others = (
            open_match for open_match in self._open.values() if open_match.id != match and not open_match.match.over
        )
        if sum(not persons(open_match.seats) for open_match in others) >= MAX_UNATTENDED:
            message = f"{MAX_UNATTENDED} matches without human players are in progress"
            raise Busy(f"{message}; try again when one of them is over or deleted", field="seats")

    async def check_position(self, game: str, position: str) -> dict[str, object]:
        """Returns the fields of a position, and its first error if it has one."""
        corrections = _corrections_for(get_game(game), self._corrections) if game else None
        result: dict[str, object] = await self.position_pool.call(
            "check_position_text", game, corrections or {}, position
        )
        return result

    def _start(
        self, stored: StoredMatch, rules: Rules, scenario: str | None, start: State | None, dice: Dice, host: str
    ) -> OpenMatch:
        """Returns a new match that begins now."""
        self.store.delete_challenge(stored.id)
        record = StoredRecord(self.store, stored.id)
        match = Match(rules, scenario, players=stored.seats, start=start, dice=dice, sink=record, host=host)
        open_match = OpenMatch(stored, match, self.store, record)
        open_match.clocks.update()
        open_match.turn_notifications.update()
        open_match.store_due_snapshot()
        open_match.update_summary()
        return open_match

    def _start_seeding(
        self,
        stored: StoredMatch,
        rules: Rules,
        seeding: DiceSeeding,
        start: State | None,
        claim: Callable[[Claims], None],
        pace: Pace | None,
    ) -> DiceSeedingResponse:
        """Stores a match that waits for words, with the secret, which is drawn before any words are entered.

        ``claim`` stores who holds its seats.
        """
        if start is None and seeding.scenario is not None and seeding.scenario not in rules.game.scenarios:
            rules.begin(seeding.scenario, NoDice())
        secret = new_secret()
        held = {REFEREE: secret.hex()}
        seeding.seal = seeding.commitment_with(rules if start is None else start.rules, start, secret)
        with self.store.transaction():
            self.store.add_match(stored)
            claim(Claims(self.store, stored.id))
            self.store.add_secrets(stored.id, held)
            if pace is not None:
                self.store.add_clocks(stored.id, msgspec.json.encode(pace).decode())
            if start is not None:
                store_snapshot(self.store, stored.id, _snapshot_of(start))
            self.store.set_summary(stored.id, stored.played, seeding_summary(seeding, rules.game), START)
        return self._seeding_response(stored, rules.game, seeding, held)

    def begin_rematch(self, open_match: OpenMatch) -> None:
        """Begins the rematch that all players of a finished match have agreed to; it then waits for their words."""
        wanted = Rematch(open_match)
        corrections = dict(_corrections_for(wanted.game, self._corrections) or {})
        rules = wanted.game.rules(wanted.options, corrections)
        stored = self._new_stored(wanted.name, wanted.game.id, wanted.seats)
        self._start_seeding(stored, rules, wanted.seeding(), wanted.start(corrections), wanted.claim, wanted.pace)
        self.store.set_watch_delay(stored.id, open_match.watch_delay)
        self.store.store_rematch(open_match.id, StoredRematch(next=stored.id))
        open_match.subscribers.notify()

    def _seeding_response(
        self,
        stored: StoredMatch,
        game: Game,
        seeding: DiceSeeding,
        held: Mapping[str, str],
        wanted: DiceSharesWanted | None = None,
    ) -> DiceSeedingResponse:
        response = seeding_response(stored, game, seeding, held, wanted)
        return msgspec.structs.replace(response, claimed=Claims(self.store, stored.id).claimed())

    def set_host(self, match: str, host: str, client: Client) -> DiceSeedingResponse:
        """Sets which player runs the server; that player enters words first."""
        stored = self._find(match)
        if not Claims(self.store, match).claim_of(client).host:
            raise Forbidden("only the client that began the match may say who runs the server", field="side")
        seeding = with_host(self._unfinished_seeding(stored), host)
        game = get_game(stored.game)
        self.store.set_summary(match, time_text(), seeding_summary(seeding, game), START)
        return self._seeding_response(stored, game, seeding, self.store.secrets(match))

    def add_seed_words(
        self, match: str, side: str, words: str, own_commitment: str | None, client: Client | None
    ) -> DiceSeedingResponse:
        """Adds the words of the next person; with the last words the match begins.

        With joint dice the hash of the side's own secret comes with them. ``client`` is None for words that were not
        sent by a client of this server.
        """
        stored = self._find(match)
        game, held = get_game(stored.game), self.store.secrets(match)
        before = self._unfinished_seeding(stored)
        if client is not None:
            self._require_holder(stored, side, client)
        self._seeding_response(stored, game, before, held)
        seeding = with_words(before, side, words, own_commitment, commitment(read_secret(held[REFEREE])))
        stored.summary = seeding_summary(seeding, game)
        self.store.set_summary(match, time_text(), stored.summary, START)
        return self._continue_beginning(stored, seeding)

    def _unfinished_seeding(self, stored: StoredMatch) -> DiceSeeding:
        seeding = seeding_of(stored)
        if seeding is None or seeding.complete:
            raise BadValue("this match has begun: no more words can be added to its dice", field="words")
        return seeding

    def _continue_beginning(
        self, stored: StoredMatch, seeding: DiceSeeding, *, keep_on_failure: bool = False
    ) -> DiceSeedingResponse:
        """Begins a match once all words and the shares of its first dice are entered; otherwise returns what is
        missing.

        A match that fails to begin is deleted, unless ``keep_on_failure`` is set. A match whose hash covers other rules
        or figures stays: a server that has them can begin it.
        """
        game, held = get_game(stored.game), self.store.secrets(stored.id)
        parts = self._dice_shares.get(stored.id)
        if not seeding.complete or (parts and not parts.ready):
            return self._seeding_response(stored, game, seeding, held, parts.wanted() if parts else None)
        rules = game.rules(seeding.options, _corrections_for(game, self._corrections) or {})
        dump = stored_state(self.store, stored.id, START)
        start = None if dump is None else rules.restore(*dump)
        secret = read_secret(held[REFEREE])
        if seeding.seal and seeding.seal != seeding.commitment_with(rules, start, secret):
            message = "the rules or figures on this server have changed since the hash of the dice was shown"
            raise BadValue(f"{message}; restore them, or begin another match", field=f"match {stored.id}")
        dice = self._starting_dice(stored, seeding, secret)
        swapped = self._swapped_by_lot(seeding, dice, game)
        dice.words_by = [swapped.get(side, side) for side in dice.words_by]
        host = swapped.get(seeding.host or "", seeding.host or "")
        try:
            with self.store.transaction():
                self.store.delete_secrets(stored.id)
                self.store.delete_snapshots(stored.id)
                if swapped:
                    Claims(self.store, stored.id).transfer(swapped)
                if seeding.lot:
                    self.store.set_drawn_by_lot(stored.id)
                open_match = self._start(stored, rules, seeding.scenario, start, dice, host)
        except SharesMissing as missing:
            parts = self._dice_shares[stored.id]
            parts.request(missing, None)
            return self._seeding_response(stored, game, seeding, held, parts.wanted())
        except sqlite3.Error:
            raise  # the match can begin once the store can be written
        except Exception as fault:
            if not keep_on_failure:
                self.delete(stored.id)
            raise _start_error(fault) from fault
        if isinstance(dice, JointDice):
            open_match.dice_shares = self._dice_shares.pop(stored.id)
            open_match.dice_shares.clear()
        self._add_open(open_match)
        return msgspec.structs.replace(self._seeding_response(stored, game, seeding, held), begun=True)

    @staticmethod
    def _swapped_by_lot(seeding: DiceSeeding, dice: SealedDice, game: Game) -> dict[str, str]:
        """Returns the new side of each side if the lot swaps the players; otherwise empty."""
        first, *others = seeding.order
        if not seeding.lot or drawn_by_lot(dice, game.sides.ids) == first:
            return {}
        return {first: others[0], others[0]: first}

    def _starting_dice(self, stored: StoredMatch, seeding: DiceSeeding, secret: bytes) -> SealedDice:
        terms = None if seeding.seal else b""
        if not seeding.joint:
            return SealedDice(secret, seeding.words, terms=terms, words_by=seeding.order)
        if stored.id not in self._dice_shares:
            heading = DiceHeading(JointDice.kind, {REFEREE: "", **seeding.hashes}, seeding.words, seeding.order)
            dice = load_joint_dice(self.store, stored.id, secret, heading, terms)
            self._dice_shares[stored.id] = RequestedShares(self.store, stored.id, dice)
        dice = self._dice_shares[stored.id].dice
        dice.counter = 0  # each attempt to begin starts from the first die
        return dice

    def _require_holder(self, stored: StoredMatch, side: str, client: Client) -> None:
        """Raises ``Forbidden`` if the client does not hold a side of a match that has not begun."""
        game = get_game(stored.game)
        number = game.sides.number(side, "side")
        if side not in Claims(self.store, stored.id).claim_of(client).sides:
            raise Forbidden(f"you do not hold the seat of {game.sides.titles[number]}", field="side")

    async def accept_dice_share(
        self, match: str, given: DiceShareRequest, client: Client
    ) -> OpenMatch | DiceSeedingResponse:
        """Accepts a side's share in a joint die; with the last share the die is rolled, and the match continues."""
        try:
            open_match = await self.get(match)
        except DiceNotSeeded:
            stored = self._find(match)
            seeding = seeding_of(stored)
            if seeding is None or match not in self._dice_shares:
                raise
            self._require_holder(stored, given.side, client)
            self._dice_shares[match].accept(given.side, given.die, given.block, given.promise, given.part)
            return self._continue_beginning(stored, seeding)
        open_match.require_seat(given.side, client)
        open_match.accept_dice_share(given)
        return open_match

    def _find(self, match: str) -> StoredMatch:
        stored = self.store.find(match)
        if stored is None:
            raise NotFound("there is no such match; it may have been deleted", field="match")
        return stored

    async def import_match(self, data: bytes, client: Client) -> OpenMatch:
        """Imports a match from a file.

        The client gets all seats, unless several players held the seats when the match was saved.

        A finished match that is already stored is opened instead.
        """
        size, machine = len(data), client.machine
        read = await self.import_pool.call("read_match", data, self.store.key(SAVE_KEY), size=size, machine=machine)
        record_lines, _, saved_name, saved_seats, root, acts, kind, holders = read
        now_held = self.store.seat_holders(root) if root else []
        rows = holders or now_held
        require_player(client, rows, now_held)
        await self.import_pool.call("verify_import", record_lines, kind, acts=acts, size=size, machine=machine)
        record = await asyncio.to_thread(read_lines, record_lines, "file")
        if not record.finished:
            record.header = upgrade(record.header)
        lines, _ = await asyncio.to_thread(encode_each, [record.header, *record.acts], form=record.header.format)
        same = self.store.match_with_record(record.header.game, lines) if record.finished else None
        if same is not None:
            return await self.get(same)
        replayed = await asyncio.to_thread(replay_record, record)
        game = replayed.rules.game
        seats = _imported_seats(saved_seats, all_bots(game), game.sides.ids)
        name = saved_name or default_name(game, seats)
        stored = self._new_stored(name if record.finished else copy_name(name), game.id, seats)
        if not record.finished:
            self.require_capacity_for(seats)
        with self.store.transaction():
            self.store.add_match(stored)
            Claims(self.store, stored.id).import_holders(client, rows, persons(seats))
            self.store.add_lines(stored.id, 0, lines, [None, *encode_notes(replayed.entries)])
            for snapshot in replayed.snapshots:
                store_snapshot(self.store, stored.id, snapshot)
            open_match = restore_match(self.store, stored, NoDice())
            if open_match is None:
                raise BadValue("this match cannot be continued here", field=record.name)
            if not record.finished:
                # Only the saved match has the next dice, and the secret of the dice rolled so far.
                dice = SealedDice(new_secret(), [random_words()], words_by=[REFEREE])
                self.store.add_secrets(stored.id, dice.secrets())
                open_match.continue_as_copy(dice, root or secrets.token_hex(ID_BYTES))
            open_match.update_summary()
        return self._add_open(open_match)

    def _new_stored(self, name: str, game: str, seats: Seats) -> StoredMatch:
        time = time_text()
        return StoredMatch(secrets.token_hex(ID_BYTES), name, game, seats, time, time, {})

    def _add_open(self, open_match: OpenMatch) -> OpenMatch:
        self._open[open_match.id] = open_match
        open_match.computer_players.use_pool(self.bot_pool, self._priority, self._unattended_slots)
        self._close_idle()
        return open_match

    # -- the list ----------------------------------------------------------------------------------

    async def list_matches(self, first: int, count: int) -> list[StoredMatch]:
        """Returns ``count`` matches from index ``first`` on, the last played first."""
        for open_match in list(self._open.values()):
            with suppress(IronbottomError):
                open_match.update_summary()
        for match in self.store.with_old_summary():
            with suppress(IronbottomError):
                (await self.get(match)).update_summary()
        return self.store.matches(first, count)

    def pieces(self, rules: Rules) -> dict[str, object]:
        """Returns the page's data for the given rules.

        They are cached, since computing them takes a tenth of a second in the largest game.
        """
        key = (rules.game.id, rules.digest, *(f"{name} {value}" for name, value in rules.options.items()))
        result = self._pieces.pop(key, None)
        self._pieces[key] = result = page_data(rules) if result is None else result
        if len(self._pieces) > MAX_CACHED_PIECES:
            del self._pieces[next(iter(self._pieces))]
        return result

    def find(self, match: str) -> StoredMatch:
        """Returns a match as the list shows it."""
        if match in self._open:
            self._open[match].update_summary()
        return self._find(match)

    def notify(self, match: str) -> None:
        """Notifies the subscribers of an open match that its seat holders have changed."""
        if match in self._open:
            self._open[match].subscribers.notify()

    async def reload(self, match: str) -> OpenMatch:
        """Opens a match again from the store, where it has changed."""
        if match in self._open:
            self._open[match].broken = True
            self._open[match].subscribers.notify()
        return await self.get(match)

    def delete(self, match: str) -> None:
        """Deletes a match and notifies its subscribers."""
        self._find(match)
        self.store.delete(match)
        self._dice_shares.pop(match, None)
        open_match = self._open.pop(match, None)
        if open_match is not None:
            open_match.close()

    def require_viewable(self, open_match: OpenMatch) -> None:
        """Deletes a match that has just begun if showing it fails, and raises the error."""
        try:
            cached_view(open_match, next(iter(persons(open_match.seats)), PUBLIC))
        except Exception as fault:
            self.delete(open_match.id)
            raise _start_error(fault) from fault

    def close(self) -> None:
        """Closes every match."""
        for open_match in self._open.values():
            try:
                open_match.save_state()
            except (
                Exception
            ):  # nothing is lost: the acts are stored, and the summary is updated when it is next requested
                _log.exception("the summary of the match %s could not be stored", open_match.id)
            server_stops(open_match)
            open_match.close()
        for pool in (self.position_pool, self.import_pool, self.verification_pool, self.odds_pool, self.bot_pool):
            pool.close()


def _require_friends(wanted: NewMatchRequest, seats: Seats, own: Sequence[str]) -> None:
    """Raises ``BadValue`` for a setting that makes sense only in a match with other people."""
    if wanted.pace is not None and not wanted.friends:
        raise BadValue("a pace requires another player", field="pace")
    if wanted.watch_delay and not wanted.friends:
        raise BadValue("a delay for spectators requires another player", field="watch_delay")
    if wanted.open and not (wanted.friends and own):
        raise BadValue("in an open challenge you play one side and leave another open", field="open")
    joint = wanted.dice == JointDice.kind
    if wanted.lot and (joint or len(persons(seats)) != len(seats) or len(seats) != 2 or len(own) != 1):
        raise BadValue("sides can be drawn by lot only between you and one friend, with sealed dice", field="lot")


def _snapshot_of(start: State) -> Snapshot:
    """Returns a snapshot of the state from which a match will begin."""
    rules = start.rules
    form = current_format(rules.game)
    return Snapshot(START, start.dump(), rules.game.rules_version, rules.digest, state_format=form)


def _start_error(fault: Exception) -> IronbottomError:
    """Returns the error for a match that cannot start; such a match is not stored."""
    if isinstance(fault, IronbottomError):
        return fault
    _log.error("a match could not start", exc_info=fault)
    return InternalError(
        f"this match cannot start because of an error in the server ({type(fault).__name__}). It was not stored"
    )


def _corrections_for(game: Game, path: Path | None) -> Mapping[str, object] | None:
    """Returns the owner's corrections for a game, from the given file or the default one."""
    result = corrections_path(path)
    return None if result is None else read_corrections(result, [known.id for known in all_games()]).get(game.id)


def _imported_seats(given: Seats, bots: Mapping[str, object], sides: Sequence[str]) -> Seats:
    """Returns the seats of an imported match; an unknown player counts as a person."""
    return {side: given[side] if given.get(side) in bots else PERSON for side in sides}
