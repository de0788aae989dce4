"""Writes matches to files, a part at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ironbottom.server.match.open_match import MatchTable
from ironbottom.server.storage.match_files import HOLDERS, KEY, ROOT
from ironbottom.server.storage.sealed_saves import seal

PART = 64_000


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
