"""Slots for uploads: the slowest sender is dropped for the next, and a long match has time to be read."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from ironbottom.server.errors import Busy
from ironbottom.server.network.clients import PROXY
from ironbottom.server.network.upload_slots import UploadSlot, UploadSlots
from ironbottom.server.work.worker_pool import RECORD_LIMITS, JobLimits, WorkerPool
from tests.server import event_loop
from tests.server.api_client import ApiClient, play
from tests.server.test_import_export import export_file, import_file


class Clock:
    """A clock that a test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def sent(parts: Sequence[bytes], then: asyncio.Event | None = None) -> AsyncIterator[bytes]:
    """Yields the parts of a file, which does not end before an event."""
    for part in parts:
        yield part
    if then is not None:
        await then.wait()


async def settle() -> None:
    """Lets all ready tasks run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def read_upload(upload_slots: UploadSlots, parts: Sequence[bytes], then: asyncio.Event | None = None) -> bytes:
    """Reads a file in a slot."""
    with upload_slots.slot() as place:
        return await place.read(sent(parts, then))


def test_the_slowest_upload_gives_way_to_the_next() -> None:
    """Two of three slots have files of the same age, one of which has received less data.

    The third upload has just begun.
    """

    async def test() -> None:
        clock, never = Clock(), asyncio.Event()
        upload_slots = UploadSlots(3, clock)
        files = [asyncio.ensure_future(read_upload(upload_slots, [b"x" * size], never)) for size in (200_000, 100_000)]
        await settle()
        clock.now = 10
        files.append(asyncio.ensure_future(read_upload(upload_slots, [], never)))
        await settle()
        clock.now = 11
        assert await read_upload(upload_slots, [b"a", b"b"]) == b"ab"
        assert [file.done() for file in files] == [False, True, False]
        with pytest.raises(Busy, match="this upload was too slow"):
            await files[1]
        never.set()
        assert [len(data) for data in await asyncio.gather(files[0], files[2])] == [200_000, 0]
        assert await read_upload(upload_slots, [b"c"]) == b"c"

    event_loop.run(test())


def test_a_received_file_keeps_its_slot_until_it_is_stored() -> None:
    """Both slots have complete files that are being processed: the next is refused, and the one after it is not."""

    async def test() -> None:
        upload_slots, stored = UploadSlots(2, Clock()), asyncio.Event()

        async def read() -> bytes:
            with upload_slots.slot() as place:
                data = await place.read(sent([b"whole"]))
                await stored.wait()
                return data

        reading = [asyncio.ensure_future(read()) for _ in range(2)]
        await settle()
        with pytest.raises(Busy, match="too many files"):
            await read_upload(upload_slots, [b"late"])
        stored.set()
        assert await asyncio.gather(*reading) == [b"whole"] * 2
        assert await read_upload(upload_slots, [b"next"]) == b"next"

    event_loop.run(test())


def test_a_disconnected_sender_frees_its_slot() -> None:
    async def test() -> None:
        upload_slots, place = UploadSlots(1, Clock()), UploadSlot(Clock())
        held = asyncio.ensure_future(read_upload(upload_slots, [], asyncio.Event()))
        await settle()
        held.cancel()
        with pytest.raises(asyncio.CancelledError):
            await held
        assert await read_upload(upload_slots, [b"next"]) == b"next"
        assert not place.is_uploading

    event_loop.run(test())


@pytest.mark.parametrize("finished", [True, False])
def test_an_import_has_time_for_each_of_its_acts(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    """The time depends on the match: a plain record, and a sealed save whose acts only the server can count."""
    match = api.begin()["id"]
    play(api, match, acts=12)
    if finished:
        api.post(f"/matches/{match}/resign", side="japan")
    acts = len(api.log(match, "japan"))
    data, bounds = export_file(api, match), []
    plain = JobLimits.for_acts

    def noted(self: JobLimits, acts: int) -> Any:
        bounds.append((self == RECORD_LIMITS, acts))
        return plain(self, acts)

    monkeypatch.setattr(JobLimits, "for_acts", noted)
    import_file(api, data)
    jobs = [count for of_records, count in bounds if of_records]
    assert jobs[0] == 0
    assert 12 <= jobs[-1] <= acts


def test_uploads_are_counted_per_machine(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports and checks of dice; all clients behind a proxy count as one machine, separate from direct ones."""
    match = api.begin(seats=dict.fromkeys(("japan", "allies"), "random"), wait=30)["id"]
    data = export_file(api, match)
    asked: list[tuple[str, str, int]] = []
    call = WorkerPool.call

    async def noted(self: WorkerPool, job: str, *given: Any, acts: int = 0, size: int = 0, machine: str = "") -> Any:
        asked.append((job, machine, size))
        return await call(self, job, *given, acts=acts, size=size, machine=machine)

    monkeypatch.setattr(WorkerPool, "call", noted)
    import_file(api, data)
    api.client.post("/api/matches/import", content=data, headers={"X-Forwarded-For": "10.0.0.9"})
    api.get(f"/matches/{match}/verify")
    machine, size = "127.0.0.1", len(data)
    assert asked[:2] == [("read_match", machine, size), ("verify_import", machine, size)]
    assert asked[2:4] == [("read_match", PROXY, size), ("verify_import", PROXY, size)]
    assert asked[4] == ("verify_record", machine, data.count(b"\n") - 1)
