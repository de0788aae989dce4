"""Matches as files: written to be kept or shown elsewhere, and read in again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.match.replay import Replay
from ironbottom.engine.record.record import MatchRecord, read_lines
from ironbottom.server.sealed_saves import is_sealed, open_seal, seal
from ironbottom.server.seats import Seats

if TYPE_CHECKING:
    from ironbottom.server.table import MatchTable

MOST_BYTES = 32_000_000
PART = 64_000
KEY = "saves"
ROOT = "match"
"""Stands among the holders of secrets in a save, for the match that was saved."""

HOLDERS = "holders"
"""The key of the seat holders there."""


class Brought(NamedTuple):
    """A match read from a file; ``secrets`` are those of its dice where it is not over."""

    record: MatchRecord
    secrets: dict[str, str]
    name: str
    seats: Seats
    root: str = ""
    """What the match that was saved is called where it is kept."""
    holders: Sequence[tuple[str, str]] = ()
    """The sides with the hashes of the clients that held them when the match was saved."""


def write_file(table: MatchTable) -> Iterator[bytes]:
    """A match as a file, part by part: its record once it is over, before that sealed with the secrets of its dice.

    It is the match as it stands when this is called, whatever is played while it is written.
    """
    last = table.match.last
    record = table.store.each_line(table.id, last)
    if table.match.over:
        table.must_be_open("")
        return record
    holders = msgspec.json.encode(table.claims.rows()).decode()
    secrets = msgspec.json.encode({**table.store.secrets(table.id), ROOT: table.root, HOLDERS: holders})
    heading = {"game": table.match.rules.game.id, "name": table.name, "seats": table.seats}
    lines = chain([secrets], (line for part in record for line in part.splitlines()))
    return seal(table.store.key(KEY), heading, lines, table.id)


async def part_by_part(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """The parts of a file, each of about ``PART`` bytes; others are served after each, and after an empty one."""
    gathered, size = [], 0
    for part in parts:
        gathered.append(part)
        size += len(part)
        if size >= PART:
            yield b"".join(gathered)
            gathered, size = [], 0
        if not (part and gathered):
            await asyncio.sleep(0)
    yield b"".join(gathered)


async def begun(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The same parts, of which the first is there already: what is wrong with it can still be told."""
    first = await anext(parts)

    async def all_of_them() -> AsyncIterator[bytes]:
        yield first
        async for part in parts:
            yield part

    return all_of_them()


@asynccontextmanager
async def laid_out(parts: Iterable[bytes]) -> AsyncIterator[Path]:
    """A file of these parts for another process to read, as long as the block lasts."""
    with TemporaryDirectory(prefix="ironbottom-") as folder:
        path = Path(folder) / "record.jsonl"
        with path.open("wb") as file:
            async for part in part_by_part(parts):
                file.write(part)
        yield path


def file_name(table: MatchTable) -> str:
    """What the file is called."""
    words = "-".join(re.findall(r"[a-z0-9]+", table.name.lower()))[:60] or "match"
    return f"{table.match.rules.game.id}-{words}-{table.id}.jsonl"


def read_file(data: bytes, key: bytes) -> Brought:
    """The match in a file; ``BadValue`` names the line that is wrong, and what can be brought in."""
    if is_sealed(data):
        heading, (secrets, *lines) = open_seal(key, data)
        record = read_lines(b"".join(line + b"\n" for line in lines), "save")
        held = msgspec.json.decode(secrets, type=dict[str, str])
        root = held.pop(ROOT, "")
        holders = msgspec.json.decode(held.pop(HOLDERS, "[]"), type=list[tuple[str, str]])
        return Brought(record, held, heading.name, heading.seats, root, holders)
    record = read_lines(data, "file")
    if record.cut:
        raise BadValue(record.cut, field=f"file, line {len(record.acts) + 2}")
    if not record.finished:
        raise BadValue(
            "this match is not over, and the secret of its dice is not in the file; "
            "only a save written by the page can be played on",
            field="file",
        )
    return Brought(record, {}, "", record.header.players)


def must_agree(record: MatchRecord, replayed: Replay) -> None:
    """Refuses a match from elsewhere that these rules would not have played so."""
    if replayed.parted is not None:
        where = f"{record.name}, line {replayed.parted.line}"
        raise BadValue(f"the rules part from this match: {replayed.parted.message}", field=where)
    if replayed.notes and not record.finished:
        raise BadValue(f"this match cannot be played on: {'; '.join(replayed.notes)}", field=record.name)
