"""Writes matches to files, one part at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.storage.match_files import HOLDERS, ROOT, SAVE_KEY
from ironbottom.server.storage.sealed_saves import write_sealed

PART_BYTES = 64_000


def export_parts(open_match: OpenMatch) -> Iterator[bytes]:
    """Returns the parts of a match's file: its record once it is over; before the end, a save sealed with its dice
    secrets.

    The file has the match as it is when this is called, even if play continues while it is written.
    """
    last = open_match.match.last
    record = open_match.store.line_chunks(open_match.id, last)
    if open_match.match.over:
        open_match.require_open("")
        return record
    holders = msgspec.json.encode(open_match.claims.rows()).decode()
    secrets = msgspec.json.encode({**open_match.store.secrets(open_match.id), ROOT: open_match.root, HOLDERS: holders})
    header = {"game": open_match.match.rules.game.id, "name": open_match.name, "seats": open_match.seats}
    lines = chain([secrets], (line for part in record for line in part.splitlines()))
    return write_sealed(open_match.store.key(SAVE_KEY), header, lines, open_match.id)


async def stream_parts(parts: Iterable[bytes]) -> AsyncIterator[bytes]:
    """Yields parts of about ``PART_BYTES`` bytes. Other requests are answered after each part, including empty ones."""
    collected, size = [], 0
    for part in parts:
        collected.append(part)
        size += len(part)
        if size >= PART_BYTES:
            yield b"".join(collected)
            collected, size = [], 0
        if not (part and collected):
            await asyncio.sleep(0)
    yield b"".join(collected)


async def with_first_part(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Returns the same parts after reading the first, so that errors can still change the response."""
    first = await anext(parts)

    async def all_parts() -> AsyncIterator[bytes]:
        yield first
        async for part in parts:
            yield part

    return all_parts()


@asynccontextmanager
async def temporary_file(parts: Iterable[bytes]) -> AsyncIterator[Path]:
    """Writes the parts to a file for another process; the file is deleted when the block ends."""
    with TemporaryDirectory(prefix="ironbottom-") as folder:
        path = Path(folder) / "record.jsonl"
        with path.open("wb") as file:
            async for part in stream_parts(parts):
                file.write(part)
        yield path


def file_name(open_match: OpenMatch) -> str:
    """Returns the name of the file."""
    words = "-".join(re.findall(r"[a-z0-9]+", open_match.name.lower()))[:60] or "match"
    return f"{open_match.match.rules.game.id}-{words}-{open_match.id}.jsonl"
