"""Places for uploads: the slowest sender makes way for the next, and a long match has time to be read."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from ironbottom.server.network.clients import A_PROXY
from ironbottom.server.network.upload_slots import Intake, IntakePlace
from ironbottom.server.errors import Busy
from ironbottom.server.work.worker_pool import RECORDS, JobBounds, Workshop
from tests.server import loops
from tests.server.asking import Asking, play
from tests.server.test_exchange import brought, written


class Clock:
    """A clock that a test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def sent(parts: Sequence[bytes], then: asyncio.Event | None = None) -> AsyncIterator[bytes]:
    """The parts of a file, which does not end before an event."""
    for part in parts:
        yield part
    if then is not None:
        await then.wait()


async def settle() -> None:
    """Lets all ready tasks run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def comes_in(intake: Intake, parts: Sequence[bytes], then: asyncio.Event | None = None) -> bytes:
    """A file that is read in a place."""
    with intake.place() as place:
        return await place.read(sent(parts, then))


def test_the_slowest_file_makes_way_for_the_next() -> None:
    """Of three places two are held by files of the same age, one of which has sent less; the third has just begun."""

    async def test() -> None:
        clock, never = Clock(), asyncio.Event()
        intake = Intake(3, clock)
        files = [asyncio.ensure_future(comes_in(intake, [b"x" * size], never)) for size in (200_000, 100_000)]
        await settle()
        clock.now = 10
        files.append(asyncio.ensure_future(comes_in(intake, [], never)))
        await settle()
        clock.now = 11
        assert await comes_in(intake, [b"a", b"b"]) == b"ab"
        assert [file.done() for file in files] == [False, True, False]
        with pytest.raises(Busy, match="this upload was too slow"):
            await files[1]
        never.set()
        assert [len(data) for data in await asyncio.gather(files[0], files[2])] == [200_000, 0]
        assert await comes_in(intake, [b"c"]) == b"c"

    loops.run(test())


def test_a_file_that_is_in_keeps_its_place_until_it_is_stored() -> None:
    """Both places hold complete files that are being read: the next is refused, and the one after it is not."""

    async def test() -> None:
        intake, stored = Intake(2, Clock()), asyncio.Event()

        async def read() -> bytes:
            with intake.place() as place:
                data = await place.read(sent([b"whole"]))
                await stored.wait()
                return data

        reading = [asyncio.ensure_future(read()) for _ in range(2)]
        await settle()
        with pytest.raises(Busy, match="too many files"):
            await comes_in(intake, [b"late"])
        stored.set()
        assert await asyncio.gather(*reading) == [b"whole"] * 2
        assert await comes_in(intake, [b"next"]) == b"next"

    loops.run(test())


def test_a_sender_that_hangs_up_leaves_its_place() -> None:
    async def test() -> None:
        intake, place = Intake(1, Clock()), IntakePlace(Clock())
        held = asyncio.ensure_future(comes_in(intake, [], asyncio.Event()))
        await settle()
        held.cancel()
        with pytest.raises(asyncio.CancelledError):
            await held
        assert await comes_in(intake, [b"next"]) == b"next"
        assert not place.arriving

    loops.run(test())


@pytest.mark.parametrize("finished", [True, False])
def test_an_import_has_time_for_each_of_its_acts(
    asking: Asking, monkeypatch: pytest.MonkeyPatch, finished: bool
) -> None:
    """Like a check of a match: a plain record, and a sealed save whose acts only the server can count."""
    match = asking.begin()["id"]
    play(asking, match, acts=12)
    if finished:
        asking.post(f"/matches/{match}/resign", side="japan")
    acts = len(asking.log(match, "japan"))
    data, bounds = written(asking, match), []
    plain = JobBounds.for_acts

    def noted(self: JobBounds, acts: int) -> Any:
        bounds.append((self == RECORDS, acts))
        return plain(self, acts)

    monkeypatch.setattr(JobBounds, "for_acts", noted)
    brought(asking, data)
    jobs = [count for of_records, count in bounds if of_records]
    assert jobs[0] == 0
    assert 12 <= jobs[-1] <= acts


def test_records_count_for_the_machine_that_sends_them(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """Imports and checks of dice; everybody behind a proxy counts as one machine, apart from those that come direct."""
    match = asking.begin(seats=dict.fromkeys(("japan", "allies"), "random"), wait=30)["id"]
    data = written(asking, match)
    asked: list[tuple[str, str, int]] = []
    ask = Workshop.ask

    async def noted(self: Workshop, job: str, *given: Any, acts: int = 0, size: int = 0, machine: str = "") -> Any:
        asked.append((job, machine, size))
        return await ask(self, job, *given, acts=acts, size=size, machine=machine)

    monkeypatch.setattr(Workshop, "ask", noted)
    brought(asking, data)
    asking.client.post("/api/matches/import", content=data, headers={"X-Forwarded-For": "10.0.0.9"})
    asking.get(f"/matches/{match}/verify")
    machine, size = "127.0.0.1", len(data)
    assert asked[:2] == [("read_match", machine, size), ("check_match", machine, size)]
    assert asked[2:4] == [("read_match", A_PROXY, size), ("check_match", A_PROXY, size)]
    assert asked[4] == ("check_record", machine, data.count(b"\n") - 1)
