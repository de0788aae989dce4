"""Where matches are kept: one SQLite file, plain SQL, numbered migrations."""

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
from ironbottom.server.storage.migrate import Say, migrate, silent

STORE_VARIABLE = "IRONBOTTOM_STORE"
KEY_BYTES = 32
PAGE = 500
"""So many lines of a long record are read at once."""
LINES_AT_ONCE = 4 * 16
"""So many values, four a line, are written with one statement."""
MOST_SHELVES = 2**30
LINES_A_SHELF = 2**32


class Kept(msgspec.Struct):
    """What the store tells of a match without opening it; ``summary`` is where it stood after its last act."""

    id: str
    name: str
    game: str
    seats: dict[str, str]
    created: str
    played: str
    summary: dict[str, Any]


class UndoOffer(msgspec.Struct, frozen=True, array_like=True):
    """A side asks to take back its last ``steps`` choices; ``accepted`` are the sides that have agreed.

    ``declined`` is the side that has declined; empty as long as none has.
    """

    side: str
    steps: Annotated[int, Meta(ge=1)]
    choice: int
    """The last choice of the side when it asked, as an entry of its log."""
    accepted: tuple[str, ...] = ()
    declined: str = ""


class SeatLink(NamedTuple):
    """A link that gives a seat, or with an empty ``side`` all seats of its maker; times in milliseconds since 1970.

    ``link`` is the SHA-256 of its token, ``opened`` is None until the page is first opened with it.
    """

    link: str
    match: str
    side: str
    maker: str
    made: int
    expires: int
    opened: int | None


class Transaction:
    """The block of a ``with`` in which all is written, or nothing; every act of every match goes through one.

    The lines of an act wait for its end: where nothing else is asked of the store, which is usual, one statement takes
    them all in and needs no transaction around it. Whatever else is asked begins one, with the lines first.
    """

    __slots__ = ("_sql", "_write", "entered", "lines")

    def __init__(self, sql: sqlite3.Connection, write: sqlite3.Cursor) -> None:
        self._sql, self._write = sql, write
        self.entered = False
        self.lines: list[Any] = []
        """What is to be written of lines that wait: four values each."""

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
        """Lets go of the last statement, which would hold the file."""
        self._write.close()

    def begin(self) -> None:
        """Lets the database keep what follows together with the lines that wait."""
        if not self._sql.in_transaction:
            self._write.execute("begin immediate")
        self.write_lines()

    def write_lines(self) -> None:
        """Writes the lines that wait."""
        lines, self.lines = self.lines, []
        for first in range(0, len(lines), LINES_AT_ONCE):
            some = lines[first : first + LINES_AT_ONCE]
            if len(lines) > LINES_AT_ONCE and not self._sql.in_transaction:
                self._write.execute("begin immediate")
            self._write.execute(_adding(len(some) // 4), some)


class StoreTaken(BadValue):
    """The store is in use by another process."""


def default_path() -> Path:
    """The file in which this person's matches are kept, unless the environment names another."""
    named = os.environ.get(STORE_VARIABLE)
    if named:
        return Path(named)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "ironbottom" / "games.sqlite"


class Store:
    """The matches of one installation. One process at a time holds it; ``:memory:`` keeps nothing after the end.

    ``say`` prints the progress of updating a large store to a new version.

    >>> with Store(":memory:") as store:
    ...     store.matches()
    []
    """

    def __init__(self, path: Path | str, say: Say = silent) -> None:
        self.path = path
        try:
            if str(path) != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                Path(path).touch(mode=0o600)
            # Opened before the server's own thread begins, then used by that one alone.
            self._base = sqlite3.connect(path, isolation_level=None, timeout=0.2, check_same_thread=False)
        except OSError as wrong:
            raise BadValue(f"the games cannot be kept here: {wrong.strerror}", field=str(path)) from None
        except sqlite3.Error as wrong:
            raise _told(wrong, path) from None
        self._transaction = Transaction(self._base, self._base.cursor())
        self._shelves: dict[str, int] = {}
        try:
            self._open(say)
        except (sqlite3.Error, UnicodeDecodeError) as wrong:  # the latter for a complaint about a damaged schema
            self.close()
            raise _told(wrong, path) from None
        except (BadValue, KeyboardInterrupt):
            self.close()
            raise

    def _open(self, say: Say) -> None:
        self._sql.text_factory = lambda text: text.decode("utf-8", "replace")  # one bad text is no reason to list none
        # Exclusive: two servers on one file would each believe that their matches stand still.
        self._sql.execute("pragma locking_mode = exclusive")
        self._sql.execute("pragma journal_mode = wal")
        # What is committed outlives the process; only a power cut may take the last seconds, and damages nothing.
        self._sql.execute("pragma synchronous = normal")
        self._sql.execute("pragma wal_autocheckpoint = 4000")  # of pages: written into the file more rarely, in one go
        # What belongs to a match is forgotten with it by hand: looked after by the database it costs a third of an act.
        self._sql.execute("pragma foreign_keys = off")
        migrate(self._sql, self.path, say)
        for table in ("matches", "lines", "secrets", "snapshots", "settings", "parts", "fixed", "standing"):
            self._sql.execute(f"select * from {table} limit 0")

    def close(self) -> None:
        """Lets go of the file."""
        self._transaction.close()
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def transaction(self) -> Transaction:
        """All that is written within it is on the disk after it, or nothing of it."""
        return self._transaction

    @property
    def _sql(self) -> sqlite3.Connection:
        """The database; within a transaction it knows all that was written in it before."""
        if self._transaction.entered:
            self._transaction.begin()
        return self._base

    # -- matches -----------------------------------------------------------------------------------

    def matches(self, first: int = 0, count: int = -1) -> list[Kept]:
        """So many matches from a place on (from 0), the last played first; all of them if no count is given."""
        order = "order by played desc, created desc, id limit ? offset ?"
        rows = self._sql.execute(f"select {_COLUMNS} from matches {order}", (count, first))
        return [_kept(row) for row in rows]

    def find(self, match: str) -> Kept | None:
        """A match by its id."""
        row = self._sql.execute(f"select {_COLUMNS} from matches where id = ?", (match,)).fetchone()
        return _kept(row) if row else None

    def ended(self) -> list[tuple[str, dict[str, Any], list[str], int]]:
        """How many matches have ended alike: their game, who held the seats, the winners, and the number."""
        winners = "json_extract(summary, '$.result.winners')"
        rows = self._sql.execute(
            f"select game, seats, {winners}, count(*) from matches where {_ENDED} group by 1, 2, 3"
        )
        return [(game, _read(seats), _listed(won), number) for game, seats, won, number in rows]

    def ended_alone(self, first: int = 0, count: int = -1) -> list[Kept]:
        """So many matches of one person against computer players that are over, the last played first."""
        where = f"{_ENDED} and {_ALONE} order by played desc, created desc, id limit ? offset ?"
        return [
            _kept(row) for row in self._sql.execute(f"select {_COLUMNS} from matches where {where}", (count, first))
        ]

    def played_elsewhere(self, root: str, but: str) -> bool:
        """Whether a match, or a copy of it, is still played, other than the one named."""
        rows = self._sql.execute(
            "select summary from matches where (id = ? or instr(summary, ?)) and id <> ?", (root, f'"{root}"', but)
        )
        told = [_read(summary) for (summary,) in rows]
        return any(not one.get("over", True) for one in told)

    def with_record(self, game: str, lines: Sequence[bytes]) -> str | None:
        """The id of a match with exactly this record, if there is one: the check in its last line covers all lines."""
        asked = (
            "select id from matches join lines on place = shelf << 32 | ? where game = ? and stands = ? and line = ?"
        )
        row = self._sql.execute(asked, (len(lines) - 1, game, len(lines) - 1, lines[-1])).fetchone()
        return row[0] if row else None

    def add(self, kept: Kept) -> None:
        """Takes in a new match."""
        values = (kept.id, kept.name, kept.game, _text(kept.seats), kept.created, kept.played, _text(kept.summary))
        self._shelves.pop(kept.id, None)
        self._sql.execute(f"insert into matches ({_COLUMNS}, shelf) values (?, ?, ?, ?, ?, ?, ?, {_FREE})", values)

    def rename(self, match: str, name: str) -> None:
        """Gives a match another name."""
        self._sql.execute("update matches set name = ? where id = ?", (name, match))

    def seat(self, match: str, seats: dict[str, str]) -> None:
        """Notes who holds the sides of a match now."""
        self._sql.execute("update matches set seats = ? where id = ?", (_text(seats), match))

    def stands(self, match: str, played: str, summary: dict[str, Any], act: int) -> None:
        """Notes when a match was last played and where it stands after an act."""
        values = (played, _text(summary), act, match)
        self._sql.execute("update matches set played = ?, summary = ?, stands = ? where id = ?", values)

    def behind(self) -> list[str]:
        """The matches that have gone on since it was noted where they stand."""
        own = "place between shelf << 32 and shelf << 32 | 4294967295"
        last = f"(select number from lines where {own} order by place desc limit 1)"
        return [match for (match,) in self._sql.execute(f"select id from matches where stands < {last}")]

    def delete(self, match: str) -> None:
        """Forgets a match and all that belongs to it."""
        with self.transaction():
            with suppress(BadValue):  # where it is damaged what remains of the match is passed by
                self._sql.execute("delete from lines where place between ? and ?", self._places(match))
            for table in ("secrets", "snapshots", "standing", "undo_offers", *_OF_SEATS):
                self._sql.execute(f"delete from {table} where match = ?", (match,))
            self._sql.execute("delete from matches where id = ?", (match,))
        self._shelves.pop(match, None)

    # -- records -----------------------------------------------------------------------------------

    def lines(self, match: str) -> bytes:
        """The record of a match so far, as the bytes of a record file."""
        return b"".join([line for line, _ in self.rows(match, 0, LINES_A_SHELF - 1)])

    def each_line(self, match: str, last: int) -> Iterator[bytes]:
        """The same up to the line of this number, so many lines at a time; ``BadValue`` where some are missing."""
        for first in range(0, last + 1, PAGE):
            rows = self.rows(match, first, min(first + PAGE - 1, last))
            if len(rows) <= min(PAGE - 1, last - first):
                told = f"lines of this match are missing in the file of the games, after line {first + len(rows)}"
                raise BadValue(told, field=f"match {match}")
            yield b"".join([line for line, _ in rows])

    def rows(self, match: str, first: int, last: int) -> list[tuple[bytes, bytes | None]]:
        """Lines of a record with their notes, from one number to another; the header has the number 0."""
        shelf, _ = self._places(match)
        asked = "select line, note from lines where place between ? and ? order by place"
        rows = self._sql.execute(asked, (shelf + first, shelf + last)).fetchall()
        for line, note in rows:
            if type(line) is not bytes or not isinstance(note, bytes | None):
                raise BadValue("a line of this match is damaged in the file of the games", field=f"match {match}")
        return rows

    def note(self, match: str, number: int) -> bytes | None:
        """What is noted beside a line."""
        shelf, _ = self._places(match)
        row = self._sql.execute("select note from lines where place = ?", (shelf + number,)).fetchone()
        return row[0] if row else None

    def last_line(self, match: str) -> int:
        """The number of the last line."""
        asked = "select number from lines where place between ? and ? order by place desc limit 1"
        row = self._sql.execute(asked, self._places(match)).fetchone()
        return row[0] if row else 0

    def add_lines(self, match: str, first: int, lines: Sequence[bytes], notes: Sequence[bytes | None]) -> None:
        """Takes in lines of a record with their notes, the first with this number."""
        place = self._places(match)[0] + first
        transaction = self._transaction
        for line, note in zip(lines, notes, strict=True):
            transaction.lines += (place, match, line, note)
            place += 1
        if not transaction.entered:
            transaction.write_lines()

    def add_notes(self, match: str, first: int, notes: Sequence[bytes]) -> None:
        """Takes in notes beside lines that are there, the first with this number."""
        rows = [(note, place) for place, note in enumerate(notes, self._places(match)[0] + first)]
        self._sql.executemany("update lines set note = ? where place = ?", rows)

    def _places(self, match: str) -> tuple[int, int]:
        """The places of the first line that a match may have, and of the last."""
        shelf = self._shelves.get(match)
        if shelf is None:
            row = self._sql.execute("select shelf from matches where id = ?", (match,)).fetchone()
            if row is None or not 0 < row[0] <= MOST_SHELVES:
                told = "where the lines of this match lie is damaged" if row else "there is no such match"
                raise BadValue(told, field=f"match {match}")
            shelf = self._shelves[match] = row[0] * LINES_A_SHELF
        return shelf, shelf + LINES_A_SHELF - 1

    def secrets(self, match: str) -> dict[str, str]:
        """The secrets of a match's dice by their holders."""
        rows = self._sql.execute("select holder, secret from secrets where match = ?", (match,))
        return dict(rows.fetchall())

    def add_secrets(self, match: str, held: dict[str, str]) -> None:
        """Takes in the secrets of a match's dice."""
        rows = [(match, holder, secret) for holder, secret in held.items()]
        self._sql.executemany("insert into secrets (match, holder, secret) values (?, ?, ?)", rows)

    def delete_secrets(self, match: str) -> None:
        """Forgets the secrets of a match's dice."""
        self._sql.execute("delete from secrets where match = ?", (match,))

    def standing(self, match: str) -> dict[str, dict[str, Any]]:
        """What lives with the seats of a match: standing orders and plans, by side."""
        rows = self._sql.execute("select side, kept from standing where match = ?", (match,))
        return {side: _read(kept) for side, kept in rows}

    def stand_by(self, match: str, side: str, kept: dict[str, Any]) -> None:
        """Keeps the standing orders and plans of a seat."""
        self._sql.execute("insert or replace into standing values (?, ?, ?)", (match, side, _text(kept)))

    def undo_offer(self, match: str) -> UndoOffer | None:
        """The stored offer to take back; None where there is none, or it is damaged."""
        asked = "select side, steps, choice, accepted, declined from undo_offers where match = ?"
        row = self._sql.execute(asked, (match,)).fetchone()
        if row is None:
            return None
        side, steps, choice, accepted, declined = row
        try:
            return msgspec.convert([side, steps, choice, msgspec.json.decode(accepted), declined], UndoOffer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def store_undo_offer(self, match: str, offer: UndoOffer | None) -> None:
        """Stores the offer to take back of a match, or removes it."""
        if offer is None:
            self._sql.execute("delete from undo_offers where match = ?", (match,))
            return
        accepted = msgspec.json.encode(offer.accepted).decode()
        row = (match, offer.side, offer.steps, offer.choice, accepted, offer.declined)
        self._sql.execute("insert or replace into undo_offers values (?, ?, ?, ?, ?, ?)", row)

    # -- seats -------------------------------------------------------------------------------------

    def seat_holders(self, match: str) -> list[tuple[str, str]]:
        """Every side of a match that is held, with the hash of a client that holds it; ``Claims.rows`` says more."""
        return self._sql.execute("select side, holder from seat_holders where match = ?", (match,)).fetchall()

    def hold_seat(self, match: str, side: str, holder: str) -> None:
        """Stores that a client holds a side."""
        self._sql.execute("insert or ignore into seat_holders values (?, ?, ?)", (match, side, holder))

    def release_seat(self, match: str, side: str) -> None:
        """Stores that no client holds a side."""
        self._sql.execute("delete from seat_holders where match = ? and side = ?", (match, side))

    def seat_links(self, match: str) -> list[SeatLink]:
        """The links of a match, the oldest first; expired ones too."""
        rows = self._sql.execute("select * from seat_links where match = ? order by made", (match,))
        return [SeatLink(*row) for row in rows]

    def add_seat_link(self, link: SeatLink) -> None:
        """Stores a link."""
        self._sql.execute("insert into seat_links values (?, ?, ?, ?, ?, ?, ?)", link)

    def note_opened(self, link: str, time: int) -> None:
        """Stores when a link was opened."""
        self._sql.execute("update seat_links set opened = ? where link = ?", (time, link))

    def delete_seat_link(self, link: str) -> None:
        """Removes one link."""
        self._sql.execute("delete from seat_links where link = ?", (link,))

    def delete_seat_links(self, match: str, side: str) -> None:
        """Removes the links to a side."""
        self._sql.execute("delete from seat_links where match = ? and side = ?", (match, side))

    def reissued(self, match: str) -> list[tuple[str, int]]:
        """The sides that the host took from their holders, each with the time, oldest first."""
        asked = "select side, time from seats_reissued where match = ? order by number"
        return self._sql.execute(asked, (match,)).fetchall()

    def add_reissued(self, match: str, side: str, time: int) -> None:
        """Stores that the host took a side from its holder."""
        number = "(select count(*) from seats_reissued where match = ?)"
        self._sql.execute(f"insert into seats_reissued values (?, {number}, ?, ?)", (match, match, side, time))

    # -- joint dice --------------------------------------------------------------------------------

    def parts(self, match: str) -> list[tuple[str, int, int, str, str | None]]:
        """The parts of joint dice as far as they are promised: holder, die, block, hash, and the part once given."""
        asked = "select holder, die, block, promised, given from parts where match = ? order by die, block"
        return self._sql.execute(asked, (match,)).fetchall()

    def promise(self, match: str, holder: str, die: int, block: int, promised: str) -> None:
        """Takes in the hash of a part."""
        row = (match, holder, die, block, promised)
        self._sql.execute(
            "insert or ignore into parts (match, holder, die, block, promised) values (?, ?, ?, ?, ?)", row
        )

    def give(self, match: str, holder: str, die: int, block: int, part: str) -> None:
        """Takes in a part that was promised."""
        row = (part, match, holder, die, block)
        self._sql.execute("update parts set given = ? where match = ? and holder = ? and die = ? and block = ?", row)

    def fixed(self, match: str) -> tuple[str, str] | None:
        """The side and the choices whose dice wait for their parts."""
        row: tuple[str, str] | None = self._sql.execute(
            "select side, choices from fixed where match = ?", (match,)
        ).fetchone()
        return row

    def fix(self, match: str, side: str, choices: str) -> None:
        """Fixes a choice until its dice have fallen."""
        self._sql.execute(
            "insert or replace into fixed (match, side, choices) values (?, ?, ?)", (match, side, choices)
        )

    def unfix(self, match: str) -> None:
        """The dice of a choice have fallen."""
        self._sql.execute("delete from fixed where match = ?", (match,))

    # -- snapshots ---------------------------------------------------------------------------------

    def snapshot(self, match: str, most: int) -> tuple[int, bytes, bytes | None] | None:
        """The last snapshot after no later act than this one, else the first: its act, its dump, what it is about."""
        asked = "select act, dump, about from snapshots where match = ?"
        found = self._sql.execute(f"{asked} and act <= ? order by act desc limit 1", (match, most)).fetchone()
        row: tuple[int, bytes, bytes | None] | None = (
            found or self._sql.execute(f"{asked} order by act limit 1", (match,)).fetchone()
        )
        return row

    def add_snapshot(self, match: str, act: int, dump: bytes, about: bytes) -> None:
        """Takes in a snapshot."""
        row = (match, act, dump, about)
        self._sql.execute("insert or replace into snapshots (match, act, dump, about) values (?, ?, ?, ?)", row)

    def delete_snapshots(self, match: str) -> None:
        """Deletes the snapshots of a match, which are then made again."""
        self._sql.execute("delete from snapshots where match = ?", (match,))

    # -- settings ----------------------------------------------------------------------------------

    def key(self, name: str) -> bytes:
        """A secret key of this installation, made when it is first asked for."""
        row = self._sql.execute("select value from settings where name = ?", (name,)).fetchone()
        if row:
            try:
                return bytes.fromhex(row[0])
            except (ValueError, TypeError):
                raise BadValue(f"the key {name!r} in the file of the games is damaged", field=str(self.path)) from None
        made = secrets.token_bytes(KEY_BYTES)
        self._sql.execute("insert into settings (name, value) values (?, ?)", (name, made.hex()))
        return made


@cache
def _adding(count: int) -> str:
    """The statement that takes so many lines in."""
    return f"insert into lines (place, match, line, note) values {', '.join(['(?, ?, ?, ?)'] * count)}"


_FREE = (
    f"1 + max((select ifnull(max(shelf), 0) from matches where shelf between 0 and {MOST_SHELVES - 1}),"
    f" (select ifnull(max(place), 0) >> 32 from lines where place < {MOST_SHELVES - 1} << 32))"
)
"""A shelf on which nothing lies, not even what a damage has left without its match."""
_OF_SEATS = ("seat_holders", "seat_links", "seats_reissued")
_COLUMNS = "id, name, game, seats, created, played, summary"
_ENDED = (
    "json_valid(summary) and json_valid(seats) and json_extract(summary, '$.over')"
    " and json_type(summary, '$.result.winners') = 'array' and ifnull(json_extract(summary, '$.copy_of'), '') = ''"
)
"""Matches that are over and whose result counts: what a copy brings was played with hindsight."""
_ALONE = (
    "exists (select 1 from json_each(seats) where value = 'person')"
    " and exists (select 1 from json_each(seats) where value <> 'person')"
)


def _kept(row: tuple[Any, ...]) -> Kept:
    """A row as it stands; what is damaged in it is left empty, so that it takes no other with it."""
    match, name, game, seats, created, played, summary = row
    match, name, game, created, played = (str(one) for one in (match, name, game, created, played))
    held = {side: holder for side, holder in _read(seats).items() if isinstance(holder, str)}
    return Kept(match, name, game, held, created, played, _read(summary))


def _read(text: str) -> dict[str, Any]:
    """A table kept as text; an empty one where it is damaged."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _listed(text: str) -> list[str]:
    found = msgspec.json.decode(text)
    return [one for one in found if isinstance(one, str)]


def _text(plain: Any) -> str:
    return msgspec.json.encode(plain).decode()


def _told(wrong: Exception, path: Path | str) -> BadValue:
    if "locked" in str(wrong):
        return StoreTaken("another Ironbottom is using these games; stop that one, or go on there", field=str(path))
    return BadValue(f"the games cannot be kept here: {wrong}", field=str(path))
