"""The store: all matches in one SQLite file, with plain SQL and numbered migrations."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.storage.migrate import Print, migrate, print_nothing

STORE_VARIABLE = "IRONBOTTOM_STORE"
KEY_BYTES = 32
LINES_PER_READ = 500
"""The number of lines of a long record that are read at once."""
VALUES_PER_INSERT = 4 * 16
"""The maximum number of values that one statement inserts, four for each line."""
MAX_KEY_RANGES = 2**30
LINES_PER_KEY_RANGE = 2**32


class StoredMatch(msgspec.Struct):
    """A match as shown in the list, which does not open it. ``summary`` describes the match after its last act."""

    id: str
    name: str
    game: str
    seats: dict[str, str]
    created: str
    played: str
    summary: dict[str, Any]


class UndoOffer(msgspec.Struct, frozen=True, array_like=True):
    """The offer of a side to take back its last ``steps`` choices; ``accepted`` lists the sides that have agreed.

    ``declined`` is the side that declined, or empty.
    """

    side: str
    steps: Annotated[int, Meta(ge=1)]
    choice: int
    """The side's last choice when it asked, as an entry of its log."""
    accepted: tuple[str, ...] = ()
    declined: str = ""


class ChatMessage(NamedTuple):
    """A message of a player; the time is in milliseconds since 1970."""

    number: int
    side: str
    time: int
    text: str


class StoredRematch(NamedTuple):
    """The offer to play again; ``declined`` is the side that declined, ``next`` the new match (both may be empty)."""

    accepted: tuple[str, ...] = ()
    declined: str = ""
    next: str = ""


class SeatLink(NamedTuple):
    """A link that gives a seat, or with an empty ``side`` all seats of its maker; times are in milliseconds since 1970.

    ``link`` is the SHA-256 of its token; ``opened`` is None until the page is first opened with it.
    """

    link: str
    match: str
    side: str
    maker: str
    made: int
    expires: int
    opened: int | None


class Transaction:
    """A ``with`` block whose writes are stored all or none; every act of every match uses such a block.

    The lines of an act are queued until the block ends. Usually nothing else is written: then one statement stores them
    all and needs no transaction. Any other statement begins a transaction and writes the queued lines first.
    """

    __slots__ = ("_sql", "_write", "entered", "lines")

    def __init__(self, sql: sqlite3.Connection, write: sqlite3.Cursor) -> None:
        self._sql, self._write = sql, write
        self.entered = False
        self.lines: list[Any] = []
        """The values of the queued lines, four for each."""

    def __enter__(self) -> None:
        if self.entered:
            raise sqlite3.OperationalError("a transaction is under way")
        self.entered = True

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.entered = False
        try:
            if kind is None:
                self.write_lines()
                if self._sql.in_transaction:
                    self._write.execute("commit")
        finally:
            self.lines = []
            if self._sql.in_transaction:
                self._sql.execute("rollback")

    def close(self) -> None:
        """Releases the last statement, which would keep the file open."""
        self._write.close()

    def begin(self) -> None:
        """Begins a database transaction and writes the queued lines."""
        if not self._sql.in_transaction:
            self._write.execute("begin immediate")
        self.write_lines()

    def write_lines(self) -> None:
        """Writes the queued lines."""
        lines, self.lines = self.lines, []
        for first in range(0, len(lines), VALUES_PER_INSERT):
            batch = lines[first : first + VALUES_PER_INSERT]
            if len(lines) > VALUES_PER_INSERT and not self._sql.in_transaction:
                self._write.execute("begin immediate")
            self._write.execute(_insert_lines(len(batch) // 4), batch)


class StoreInUse(BadValue):
    """Another process is using the store."""


def default_path() -> Path:
    """Returns the default file of this user's matches, or the file named by the environment variable."""
    named = os.environ.get(STORE_VARIABLE)
    if named:
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ironbottom" / "games.sqlite"


class Store:
    """The matches of one installation. One process at a time may use it; ``:memory:`` stores nothing on the disk.

    ``print_line`` prints the progress of migrating a large store.

    >>> with Store(":memory:") as store:
    ...     store.matches()
    []
    """

    def __init__(self, path: Path | str, print_line: Print = print_nothing) -> None:
        self.path = path
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                Path(path).touch(mode=0o600)
            # Opened before the server's own thread starts, then used only by that thread.
            self._base = sqlite3.connect(path, isolation_level=None, timeout=0.2, check_same_thread=False)
        except OSError as error:
            raise BadValue(f"games cannot be stored here: {error.strerror}", field=str(path)) from None
        except sqlite3.Error as error:
            raise _store_error(error, path) from None
        self._transaction = Transaction(self._base, self._base.cursor())
        self._key_ranges: dict[str, int] = {}
        try:
            self._open(print_line)
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the latter if SQLite quotes a damaged schema
            self.close()
            raise _store_error(error, path) from None
        except (BadValue, KeyboardInterrupt):
            self.close()
            raise

    def _open(self, print_line: Print) -> None:
        self._sql.text_factory = lambda text: text.decode(
            "utf-8", "replace"
        )  # a damaged text must not hide the other matches
        # Exclusive: two servers on one file would each assume that their matches do not change.
        self._sql.execute("pragma locking_mode = exclusive")
        self._sql.execute("pragma journal_mode = wal")
        # Commits survive a crash of the process. A power failure may lose the last seconds, but damages nothing.
        self._sql.execute("pragma synchronous = normal")
        self._sql.execute("pragma wal_autocheckpoint = 4000")  # in pages: fewer checkpoints, each larger
        # Rows that belong to a match are deleted in code: foreign keys would make each act a third slower.
        self._sql.execute("pragma foreign_keys = off")
        migrate(self._sql, self.path, print_line)
        for table in (
            "matches",
            "lines",
            "settings",
            "parts",
            "fixed",
            *_MATCH_TABLES,
            *_PLAYER_TABLES,
            *_CONTACT_TABLES,
            "challenges",
        ):
            self._sql.execute(f"select * from {table} limit 0")

    def close(self) -> None:
        """Closes the file."""
        self._transaction.close()
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def transaction(self) -> Transaction:
        """Returns the transaction: everything written within it is stored completely or not at all."""
        return self._transaction

    @property
    def _sql(self) -> sqlite3.Connection:
        """The connection; within a transaction the queued lines are written first, so that every query sees them."""
        if self._transaction.entered:
            self._transaction.begin()
        return self._base

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Executes a statement of another module of this package, within the transaction if there is one."""
        return self._sql.execute(statement, values)

    # -- matches -----------------------------------------------------------------------------------

    def matches(self, first: int = 0, count: int = -1) -> list[StoredMatch]:
        """Returns ``count`` matches from index ``first`` on, the most recently played first; by default all."""
        order = "order by played desc, created desc, id limit ? offset ?"
        rows = self._sql.execute(f"select {_COLUMNS} from matches {order}", (count, first))
        return [_stored_match(row) for row in rows]

    def find(self, match: str) -> StoredMatch | None:
        """Returns a match by its id, or None."""
        row = self._sql.execute(f"select {_COLUMNS} from matches where id = ?", (match,)).fetchone()
        return _stored_match(row) if row else None

    def finished_counts(self) -> list[tuple[str, dict[str, Any], list[str], int]]:
        """Counts finished matches with the same game, seats and winners."""
        return self._counted(_FINISHED)

    def finished_solo_counts(
        self, holder: str, *, with_unclaimed: bool
    ) -> list[tuple[str, dict[str, Any], list[str], int]]:
        """Counts a client's matches against computer players and, if requested, those in which nobody holds a seat."""
        return self._counted(f"{_FINISHED} and {_SOLO} and {_HELD}", holder, with_unclaimed)

    def _counted(self, where: str, *values: object) -> list[tuple[str, dict[str, Any], list[str], int]]:
        winners = "json_extract(summary, '$.result.winners')"
        rows = self._sql.execute(
            f"select game, seats, {winners}, count(*) from matches where {where} group by 1, 2, 3", values
        )
        return [(game, _read_object(seats), _read_list(won), number) for game, seats, won, number in rows]

    def finished_solo(self, first: int = 0, count: int = -1) -> list[StoredMatch]:
        """Returns ``count`` finished matches of one person against computer players, the last played first."""
        where = f"{_FINISHED} and {_SOLO} order by played desc, created desc, id limit ? offset ?"
        return [
            _stored_match(row)
            for row in self._sql.execute(f"select {_COLUMNS} from matches where {where}", (count, first))
        ]

    def is_played_elsewhere(self, root: str, other_than: str) -> bool:
        """Returns whether a match or a copy of it, other than the given one, is still being played."""
        rows = self._sql.execute(
            "select summary from matches where (id = ? or instr(summary, ?)) and id <> ?",
            (root, f'"{root}"', other_than),
        )
        summaries = [_read_object(summary) for (summary,) in rows]
        return any(not one.get("over", True) for one in summaries)

    def match_with_record(self, game: str, lines: Sequence[bytes]) -> str | None:
        """Returns the id of a match with exactly this record, or None: its last checksum covers all lines."""
        query = (
            "select id from matches join lines on place = shelf << 32 | ? where game = ? and stands = ? and line = ?"
        )
        row = self._sql.execute(query, (len(lines) - 1, game, len(lines) - 1, lines[-1])).fetchone()
        return row[0] if row else None

    def add_match(self, stored: StoredMatch) -> None:
        """Stores a new match."""
        values = (
            stored.id,
            stored.name,
            stored.game,
            _to_json(stored.seats),
            stored.created,
            stored.played,
            _to_json(stored.summary),
        )
        self._key_ranges.pop(stored.id, None)
        self._sql.execute(
            f"insert into matches ({_COLUMNS}, shelf) values (?, ?, ?, ?, ?, ?, ?, {_NEXT_SHELF})", values
        )

    def rename(self, match: str, name: str) -> None:
        """Gives a match a new name."""
        self._sql.execute("update matches set name = ? where id = ?", (name, match))

    def set_seats(self, match: str, seats: dict[str, str]) -> None:
        """Stores who plays the sides of a match."""
        self._sql.execute("update matches set seats = ? where id = ?", (_to_json(seats), match))

    def set_summary(self, match: str, played: str, summary: dict[str, Any], act: int) -> None:
        """Stores when a match was last played, and its summary after an act."""
        values = (played, _to_json(summary), act, match)
        self._sql.execute("update matches set played = ?, summary = ?, stands = ? where id = ?", values)

    def with_old_summary(self) -> list[str]:
        """Returns the matches whose summary is older than their last act."""
        own = "place between shelf << 32 and shelf << 32 | 4294967295"
        last = f"(select number from lines where {own} order by place desc limit 1)"
        return [match for (match,) in self._sql.execute(f"select id from matches where stands < {last}")]

    def delete(self, match: str) -> None:
        """Deletes a match and everything that belongs to it."""
        with self.transaction():
            with suppress(BadValue):  # if the match is damaged, everything that can be found is deleted
                self._sql.execute("delete from lines where place between ? and ?", self._line_range(match))
            for table in (*_MATCH_TABLES, *_SEAT_TABLES, *_PLAYER_TABLES):
                self._sql.execute(f"delete from {table} where match = ?", (match,))
            self._sql.execute("delete from matches where id = ?", (match,))
        self._key_ranges.pop(match, None)

    # -- records -----------------------------------------------------------------------------------

    def lines(self, match: str) -> bytes:
        """Returns the record of a match so far, as the bytes of a record file."""
        return b"".join([line for line, _ in self.rows(match, 0, LINES_PER_KEY_RANGE - 1)])

    def line_chunks(self, match: str, last: int) -> Iterator[bytes]:
        """Yields the record up to a line, many lines at a time. Raises ``BadValue`` if lines are missing."""
        for first in range(0, last + 1, LINES_PER_READ):
            rows = self.rows(match, first, min(first + LINES_PER_READ - 1, last))
            if len(rows) <= min(LINES_PER_READ - 1, last - first):
                message = f"lines of this match are missing from the games file after line {first + len(rows)}"
                raise BadValue(message, field=f"match {match}")
            yield b"".join([line for line, _ in rows])

    def rows(self, match: str, first: int, last: int) -> list[tuple[bytes, bytes | None]]:
        """Returns the lines of a record from ``first`` to ``last`` with their notes; the header is line 0."""
        shelf, _ = self._line_range(match)
        query = "select line, note from lines where place between ? and ? order by place"
        rows = self._sql.execute(query, (shelf + first, shelf + last)).fetchall()
        for line, note in rows:
            if type(line) is not bytes or not isinstance(note, bytes | None):
                raise BadValue("a line of this match is damaged in the games file", field=f"match {match}")
        return rows

    def line_note(self, match: str, number: int) -> bytes | None:
        """Returns the note beside a line, or None."""
        shelf, _ = self._line_range(match)
        row = self._sql.execute("select note from lines where place = ?", (shelf + number,)).fetchone()
        return row[0] if row else None

    def last_line(self, match: str) -> int:
        """Returns the number of the last line."""
        query = "select number from lines where place between ? and ? order by place desc limit 1"
        row = self._sql.execute(query, self._line_range(match)).fetchone()
        return row[0] if row else 0

    def add_lines(self, match: str, first: int, lines: Sequence[bytes], notes: Sequence[bytes | None]) -> None:
        """Adds lines and their notes to a record, numbered from ``first``."""
        place = self._line_range(match)[0] + first
        transaction = self._transaction
        for line, note in zip(lines, notes, strict=True):
            transaction.lines += (place, match, line, note)
            place += 1
        if not transaction.entered:
            transaction.write_lines()

    def add_notes(self, match: str, first: int, notes: Sequence[bytes]) -> None:
        """Adds notes to existing lines, from number ``first`` on."""
        rows = [(note, place) for place, note in enumerate(notes, self._line_range(match)[0] + first)]
        self._sql.executemany("update lines set note = ? where place = ?", rows)

    def _line_range(self, match: str) -> tuple[int, int]:
        """Returns the lowest and the highest key that a line of a match may have."""
        shelf = self._key_ranges.get(match)
        if shelf is None:
            row = self._sql.execute("select shelf from matches where id = ?", (match,)).fetchone()
            if row is None or not 0 < row[0] <= MAX_KEY_RANGES:
                message = "the index of the lines of this match is damaged" if row else "there is no such match"
                raise BadValue(message, field=f"match {match}")
            shelf = self._key_ranges[match] = row[0] * LINES_PER_KEY_RANGE
        return shelf, shelf + LINES_PER_KEY_RANGE - 1

    def secrets(self, match: str) -> dict[str, str]:
        """Returns the secrets of a match's dice by holder."""
        rows = self._sql.execute("select holder, secret from secrets where match = ?", (match,))
        return dict(rows.fetchall())

    def add_secrets(self, match: str, stored_secrets: dict[str, str]) -> None:
        """Stores the secrets of a match's dice."""
        rows = [(match, holder, secret) for holder, secret in stored_secrets.items()]
        self._sql.executemany("insert into secrets (match, holder, secret) values (?, ?, ?)", rows)

    def delete_secrets(self, match: str) -> None:
        """Deletes the secrets of a match's dice."""
        self._sql.execute("delete from secrets where match = ?", (match,))

    def standing_orders(self, match: str) -> dict[str, dict[str, Any]]:
        """Returns the standing orders and plans of a match's seats, by side."""
        rows = self._sql.execute("select side, kept from standing where match = ?", (match,))
        return {side: _read_object(stored) for side, stored in rows}

    def store_standing_orders(self, match: str, side: str, stored: dict[str, Any]) -> None:
        """Stores the standing orders and plans of a seat."""
        self._sql.execute("insert or replace into standing values (?, ?, ?)", (match, side, _to_json(stored)))

    def undo_offer(self, match: str) -> UndoOffer | None:
        """Returns the pending undo offer; None if there is none or it is damaged."""
        query = "select side, steps, choice, accepted, declined from undo_offers where match = ?"
        row = self._sql.execute(query, (match,)).fetchone()
        if row is None:
            return None
        side, steps, choice, accepted, declined = row
        try:
            return msgspec.convert([side, steps, choice, msgspec.json.decode(accepted), declined], UndoOffer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def store_undo_offer(self, match: str, offer: UndoOffer | None) -> None:
        """Stores the pending undo offer of a match, or removes it."""
        if offer is None:
            self._sql.execute("delete from undo_offers where match = ?", (match,))
            return
        accepted = msgspec.json.encode(offer.accepted).decode()
        row = (match, offer.side, offer.steps, offer.choice, accepted, offer.declined)
        self._sql.execute("insert or replace into undo_offers values (?, ?, ?, ?, ?, ?)", row)

    def hint_consents(self, match: str) -> set[str]:
        """Returns the sides that allow hints in a match between several people."""
        return {side for (side,) in self._sql.execute("select side from hint_consents where match = ?", (match,))}

    def store_hint_consent(self, match: str, side: str) -> None:
        """Stores that a side allows hints."""
        self._sql.execute("insert or ignore into hint_consents values (?, ?)", (match, side))

    def clear_hint_consents(self, match: str) -> None:
        """Stores that no side of a match allows hints."""
        self._sql.execute("delete from hint_consents where match = ?", (match,))

    # -- seats -------------------------------------------------------------------------------------

    def seat_holders(self, match: str) -> list[tuple[str, str]]:
        """Returns every held side of a match with the hash of a client that holds it; see ``Claims.rows`` for special
        rows."""
        return self._sql.execute("select side, holder from seat_holders where match = ?", (match,)).fetchall()

    def hold_seat(self, match: str, side: str, holder: str) -> None:
        """Stores that a client holds a side."""
        self._sql.execute("insert or ignore into seat_holders values (?, ?, ?)", (match, side, holder))

    def release_seat(self, match: str, side: str) -> None:
        """Stores that no client holds a side."""
        self._sql.execute("delete from seat_holders where match = ? and side = ?", (match, side))

    def seat_links(self, match: str) -> list[SeatLink]:
        """Returns the links of a match, the oldest first, including expired ones."""
        rows = self._sql.execute("select * from seat_links where match = ? order by made", (match,))
        return [SeatLink(*row) for row in rows]

    def add_seat_link(self, link: SeatLink) -> None:
        """Stores a link."""
        self._sql.execute("insert into seat_links values (?, ?, ?, ?, ?, ?, ?)", link)

    def mark_link_opened(self, link: str, time: int) -> None:
        """Stores when a link was opened."""
        self._sql.execute("update seat_links set opened = ? where link = ?", (time, link))

    def delete_seat_link(self, link: str) -> None:
        """Deletes one link."""
        self._sql.execute("delete from seat_links where link = ?", (link,))

    def delete_seat_links(self, match: str, side: str) -> None:
        """Deletes the links to a side."""
        self._sql.execute("delete from seat_links where match = ? and side = ?", (match, side))

    def reissued(self, match: str) -> list[tuple[str, int]]:
        """Returns the sides that the host took from their holders, each with the time, the oldest first."""
        query = "select side, time from seats_reissued where match = ? order by number"
        return self._sql.execute(query, (match,)).fetchall()

    def add_reissued(self, match: str, side: str, time: int) -> None:
        """Stores that the host took a side from its holder."""
        number = "(select count(*) from seats_reissued where match = ?)"
        self._sql.execute(f"insert into seats_reissued values (?, {number}, ?, ?)", (match, match, side, time))

    def challenges(self) -> list[tuple[str, int]]:
        """Returns the matches whose free seats anyone may take, each with the time of the offer, the newest first."""
        return self._sql.execute("select match, made from challenges order by made desc, match").fetchall()

    def challenge(self, match: str) -> int | None:
        """Returns the time when the free seats of a match were offered to anyone; None if they are not offered."""
        row = self._sql.execute("select made from challenges where match = ?", (match,)).fetchone()
        return int(row[0]) if row else None

    def add_challenge(self, match: str, time: int) -> None:
        """Stores that anyone may take the free seats of a match."""
        self._sql.execute("insert or replace into challenges values (?, ?)", (match, time))

    def delete_challenge(self, match: str) -> None:
        """Stores that nobody may take a seat of a match without a link."""
        self._sql.execute("delete from challenges where match = ?", (match,))

    def watch_delay(self, match: str) -> int:
        """Returns the delay in minutes with which spectators see a match; 0 if there is none."""
        row = self._sql.execute("select minutes from watch_delays where match = ?", (match,)).fetchone()
        return int(row[0]) if row else 0

    def set_watch_delay(self, match: str, minutes: int) -> None:
        """Stores the delay in minutes with which spectators see a match."""
        self._sql.execute("delete from watch_delays where match = ?", (match,))
        if minutes:
            self._sql.execute("insert into watch_delays values (?, ?)", (match, minutes))

    # -- clocks ------------------------------------------------------------------------------------

    def clocks(self, match: str) -> tuple[str, str] | None:
        """Returns the pace and the clocks of a match, both as JSON."""
        row: tuple[str, str] | None = self._sql.execute(
            "select pace, state from clocks where match = ?", (match,)
        ).fetchone()
        return row

    def all_clocks(self) -> list[tuple[str, str]]:
        """Returns the clocks of every match that has clocks, as JSON, each with the id of the match."""
        return self._sql.execute("select match, state from clocks").fetchall()

    def add_clocks(self, match: str, pace: str) -> None:
        """Stores the pace of a match that has not begun."""
        self._sql.execute("insert into clocks values (?, ?, '')", (match, pace))

    def store_clocks(self, match: str, state: str) -> None:
        """Stores the clocks of a match."""
        self._sql.execute("update clocks set state = ? where match = ?", (state, match))

    # -- messages and notes ----------------------------------------------------------------------

    def chat(self, match: str, after: int = 0) -> list[ChatMessage]:
        """Returns the chat of a match after a message, the oldest first."""
        query = "select number, side, time, text from chat where match = ? and number > ? order by number"
        return [ChatMessage(*row) for row in self._sql.execute(query, (match, after))]

    def last_message(self, match: str) -> int:
        """Returns the number of the last message; 0 if there is none."""
        row = self._sql.execute("select ifnull(max(number), 0) from chat where match = ?", (match,)).fetchone()
        return int(row[0])

    def add_message(self, match: str, message: ChatMessage, most: int) -> None:
        """Stores a message, and deletes the oldest ones beyond ``most``."""
        self._sql.execute("insert into chat values (?, ?, ?, ?, ?)", (match, *message))
        self._sql.execute("delete from chat where match = ? and number <= ?", (match, message.number - most))

    def messages_since(self, match: str, side: str, time: int) -> int:
        """Counts the messages of a side since a time."""
        query = "select count(*) from chat where match = ? and side = ? and time > ?"
        return int(self._sql.execute(query, (match, side, time)).fetchone()[0])

    def blocked(self, match: str, side: str) -> set[str]:
        """Returns the sides whose messages a side does not want to read."""
        query = "select blocked from chat_blocks where match = ? and side = ?"
        return {blocked for (blocked,) in self._sql.execute(query, (match, side))}

    def block(self, match: str, side: str, blocked: str) -> None:
        """Stores that a side does not want to read messages of another side."""
        self._sql.execute("insert or ignore into chat_blocks values (?, ?, ?)", (match, side, blocked))

    def unblock(self, match: str, side: str, blocked: str) -> None:
        """Stores that a side wants to read messages of another side again."""
        row = (match, side, blocked)
        self._sql.execute("delete from chat_blocks where match = ? and side = ? and blocked = ?", row)

    def reported_messages(self, match: str, side: str) -> set[int]:
        """Returns the numbers of the messages that a side has reported."""
        query = "select number from chat_reports where match = ? and side = ?"
        return {number for (number,) in self._sql.execute(query, (match, side))}

    def add_report(self, match: str, side: str, number: int) -> None:
        """Stores that a side has reported a message."""
        self._sql.execute("insert or ignore into chat_reports values (?, ?, ?)", (match, side, number))

    def notes(self, match: str, side: str) -> str:
        """Returns the private notes of a side."""
        row = self._sql.execute("select text from notes where match = ? and side = ?", (match, side)).fetchone()
        return str(row[0]) if row else ""

    def store_notes(self, match: str, side: str, text: str) -> None:
        """Stores the private notes of a side; an empty string removes them."""
        self._sql.execute("delete from notes where match = ? and side = ?", (match, side))
        if text:
            self._sql.execute("insert into notes values (?, ?, ?)", (match, side, text))

    def last_seen(self, match: str) -> dict[str, int]:
        """Returns the time when the last page of each side was closed, in milliseconds since 1970."""
        return dict(self._sql.execute("select side, time from last_seen where match = ?", (match,)).fetchall())

    def set_last_seen(self, match: str, side: str, time: int) -> None:
        """Stores the time when the last page of a side was closed."""
        self._sql.execute("insert or replace into last_seen values (?, ?, ?)", (match, side, time))

    def clear_seat(self, match: str, side: str) -> None:
        """Deletes the data of a seat's holder: the notes, the blocked sides, and when the holder was last seen."""
        for table in ("notes", "chat_blocks", "last_seen"):
            self._sql.execute(f"delete from {table} where match = ? and side = ?", (match, side))
        self._sql.execute("delete from chat_blocks where match = ? and blocked = ?", (match, side))

    def drawn_by_lot(self, match: str) -> bool:
        """Returns whether the sides of a match were drawn by lot."""
        return self._sql.execute("select 1 from drawn_by_lot where match = ?", (match,)).fetchone() is not None

    def set_drawn_by_lot(self, match: str) -> None:
        """Stores that the sides of a match were drawn by lot."""
        self._sql.execute("insert or ignore into drawn_by_lot values (?)", (match,))

    def rematch(self, match: str) -> StoredRematch | None:
        """Returns the offer to play again; None if there is none or it is damaged."""
        query = "select accepted, declined, next from rematches where match = ?"
        row = self._sql.execute(query, (match,)).fetchone()
        try:
            return row and StoredRematch(msgspec.json.decode(row[0], type=tuple[str, ...]), row[1], row[2])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def store_rematch(self, match: str, rematch: StoredRematch | None) -> None:
        """Stores the offer to play again, or removes it."""
        if rematch is None:
            self._sql.execute("delete from rematches where match = ?", (match,))
            return
        accepted = msgspec.json.encode(rematch.accepted).decode()
        row = (match, accepted, rematch.declined, rematch.next)
        self._sql.execute("insert or replace into rematches values (?, ?, ?, ?)", row)

    # -- joint dice --------------------------------------------------------------------------------

    def dice_shares(self, match: str) -> list[tuple[str, int, int, str, str | None]]:
        """Returns the promised shares of joint dice: holder, die, block, hash, and the share once it is given."""
        query = "select holder, die, block, promised, given from parts where match = ? order by die, block"
        return self._sql.execute(query, (match,)).fetchall()

    def add_share_promise(self, match: str, holder: str, die: int, block: int, promised: str) -> None:
        """Stores the hash of a share."""
        row = (match, holder, die, block, promised)
        self._sql.execute(
            "insert or ignore into parts (match, holder, die, block, promised) values (?, ?, ?, ?, ?)", row
        )

    def add_share(self, match: str, holder: str, die: int, block: int, part: str) -> None:
        """Stores a share that was promised."""
        row = (part, match, holder, die, block)
        self._sql.execute("update parts set given = ? where match = ? and holder = ? and die = ? and block = ?", row)

    def fixed_choice(self, match: str) -> tuple[str, str] | None:
        """Returns the side and the choices whose dice wait for shares."""
        row: tuple[str, str] | None = self._sql.execute(
            "select side, choices from fixed where match = ?", (match,)
        ).fetchone()
        return row

    def store_fixed_choice(self, match: str, side: str, choices: str) -> None:
        """Stores a choice whose dice wait for shares."""
        self._sql.execute(
            "insert or replace into fixed (match, side, choices) values (?, ?, ?)", (match, side, choices)
        )

    def delete_fixed_choice(self, match: str) -> None:
        """Deletes the fixed choice once its dice are rolled."""
        self._sql.execute("delete from fixed where match = ?", (match,))

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self, match: str, last_act: int) -> tuple[int, bytes, bytes | None] | None:
        """Returns the last snapshot at or before an act, otherwise the first one: its act, its dump, and information
        about it."""
        query = "select act, dump, about from snapshots where match = ?"
        found = self._sql.execute(f"{query} and act <= ? order by act desc limit 1", (match, last_act)).fetchone()
        row: tuple[int, bytes, bytes | None] | None = (
            found or self._sql.execute(f"{query} order by act limit 1", (match,)).fetchone()
        )
        return row

    def add_snapshot(self, match: str, act: int, dump: bytes, about: bytes) -> None:
        """Stores a snapshot."""
        row = (match, act, dump, about)
        self._sql.execute("insert or replace into snapshots (match, act, dump, about) values (?, ?, ?, ?)", row)

    def delete_snapshots(self, match: str) -> None:
        """Deletes the snapshots of a match; they can be made again."""
        self._sql.execute("delete from snapshots where match = ?", (match,))

    # -- settings ----------------------------------------------------------------------------------

    def key(self, name: str) -> bytes:
        """Returns a secret key of this installation; it is created on first use."""
        row = self._sql.execute("select value from settings where name = ?", (name,)).fetchone()
        if row:
            try:
                return bytes.fromhex(row[0])
            except (ValueError, TypeError):
                raise BadValue(f"the key {name!r} in the games file is damaged", field=str(self.path)) from None
        made = secrets.token_bytes(KEY_BYTES)
        self._sql.execute("insert into settings (name, value) values (?, ?)", (name, made.hex()))
        return made

    def last_alive(self) -> int | None:
        """Returns the time when a server last used the store, in milliseconds since 1970; None if unknown."""
        row = self._sql.execute("select value from settings where name = ?", (_ALIVE,)).fetchone()
        try:
            return int(row[0]) if row else None
        except (ValueError, TypeError):
            return None

    def set_alive(self, time: int) -> None:
        """Stores that a server uses the store at this time."""
        self._sql.execute("insert or replace into settings (name, value) values (?, ?)", (_ALIVE, str(time)))


@cache
def _insert_lines(count: int) -> str:
    """Returns the statement that inserts this many lines."""
    return f"insert into lines (place, match, line, note) values {', '.join(['(?, ?, ?, ?)'] * count)}"


_NEXT_SHELF = (
    f"1 + max((select ifnull(max(shelf), 0) from matches where shelf between 0 and {MAX_KEY_RANGES - 1}),"
    f" (select ifnull(max(place), 0) >> 32 from lines where place < {MAX_KEY_RANGES - 1} << 32))"
)
"""The first free key after all lines, including lines without a match in a damaged file."""
_ALIVE = "alive"
_MATCH_TABLES = ("secrets", "snapshots", "standing", "undo_offers", "hint_consents", "clocks", "order_answers")
_PLAYER_TABLES = (
    *("chat", "chat_blocks", "chat_reports", "notes", "last_seen", "rematches", "drawn_by_lot"),
    *("contact_modes", "watch_delays", "by_file"),
)
_CONTACT_TABLES = ("contacts", "mail_addresses", "mail_confirmations", "outbox")
_SEAT_TABLES = ("seat_holders", "seat_links", "seats_reissued", "challenges")
_COLUMNS = "id, name, game, seats, created, played, summary"
_FINISHED = (
    "json_valid(summary) and json_valid(seats) and json_extract(summary, '$.over')"
    " and json_type(summary, '$.result.winners') = 'array' and ifnull(json_extract(summary, '$.copy_of'), '') = ''"
    " and not ifnull(json_extract(summary, '$.corrected'), 0)"
)
"""Finished matches whose result counts.

A copy does not count, since its players knew the future. Neither does a match whose players agreed to a correction.
"""
_SOLO = (
    "exists (select 1 from json_each(seats) where value = 'person')"
    " and exists (select 1 from json_each(seats) where value <> 'person')"
)

_HOLDERS = "select 1 from seat_holders where match = matches.id and side <> ''"
_HELD = f"(exists ({_HOLDERS} and holder = ?) or (? and not exists ({_HOLDERS})))"


def _stored_match(row: tuple[Any, ...]) -> StoredMatch:
    """Returns a row as a match. Damaged values are left empty, so that they do not hide other matches."""
    match, name, game, seats, created, played, summary = row
    match, name, game, created, played = (str(one) for one in (match, name, game, created, played))
    stored_secrets = {side: holder for side, holder in _read_object(seats).items() if isinstance(holder, str)}
    return StoredMatch(match, name, game, stored_secrets, created, played, _read_object(summary))


def _read_object(text: str) -> dict[str, Any]:
    """Returns a JSON object stored as text, or an empty one if it is damaged."""
    try:
        result = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError):
        return {}
    return result if isinstance(result, dict) else {}


def _read_list(text: str) -> list[str]:
    result = msgspec.json.decode(text)
    return [one for one in result if isinstance(one, str)]


def _to_json(plain: Any) -> str:
    return msgspec.json.encode(plain).decode()


def _store_error(error: Exception, path: Path | str) -> BadValue:
    if "locked" in str(error):
        return StoreInUse("another Ironbottom is using these games; stop that one, or continue there", field=str(path))
    return BadValue(f"games cannot be stored here: {error}", field=str(path))
