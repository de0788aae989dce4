"""Texts and files from outside are read beside the server, within limits of time and memory."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from ironbottom.engine.codecs.position import position_text
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules.registry import get_game
from ironbottom.server.work import worker_pool
from ironbottom.server.errors import Busy
from ironbottom.server.work.worker_pool import JobBounds, Workshop
from tests.server.asking import Asking, opened
from tests.server.test_process import asked, serving

WITH_MORE_JOBS = """
import os, signal, subprocess, sys, time
from ironbottom.server.work import jobs


def give_way(seconds):
    subprocess.Popen(["sh", "-c", f"sleep {seconds}; kill -CONT {os.getpid()}"])
    os.kill(os.getpid(), signal.SIGSTOP)
    return "done"


def compute(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return "computed"


jobs.JOBS.update(
    give_way=give_way,
    sleep=time.sleep,
    loop=lambda: any(iter(int, 1)),
    compute=compute,
    hold=lambda size: len(bytearray(size)),
    leave=lambda: sys.exit(3),
    fail=lambda: {}["nothing"],
    say=lambda: print("some words among the answers") or "said",
)
jobs.work(int(sys.argv[1]))
"""


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    """A workshop of little time to compute and little memory, with jobs that go wrong in every way."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    made = Workshop(JobBounds(0.75, 60, 600_000_000))
    yield made
    made.close()


def awaited(asked: Coroutine[Any, Any, Any]) -> Any:
    """What is awaited, in a thread of its own: tests in a browser leave a loop running in the main one."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, asked).result()


def ask(bench: Workshop, job: str, *given: Any) -> Any:
    return awaited(bench.ask(job, *given))


def refused(bench: Workshop, job: str, *given: Any) -> str:
    with pytest.raises(BadValue) as caught:
        ask(bench, job, *given)
    return caught.value.message


@pytest.mark.build
def test_a_job_that_computes_too_long_is_ended_and_the_next_is_done(bench: Workshop) -> None:
    assert refused(bench, "loop") == "this takes more than 0.75 seconds of computing to read"
    assert ask(bench, "say") == "said"


@pytest.mark.build
def test_each_job_has_the_time_to_compute_for_itself(bench: Workshop) -> None:
    """Two of 0.4 seconds each in one process; one that goes through many acts of our own has more."""
    assert [ask(bench, "compute", 0.4) for _ in range(2)] == ["computed"] * 2
    assert awaited(bench.ask("compute", 0.85, acts=500)) == "computed"


@pytest.mark.build
def test_a_job_that_gets_no_processor_is_waited_for(bench: Workshop) -> None:
    """On a crowded machine: a process that stands still for longer than a job may compute goes on and answers."""
    assert ask(bench, "give_way", 1.5) == "done"
    assert ask(bench, "sleep", 1) is None


@pytest.mark.build
def test_a_job_that_never_comes_to_its_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it waits for: the next is done in a process of its own."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    with closing(Workshop(JobBounds(60, 2, 600_000_000))) as bench:
        told = "this was not read within 2 seconds; if the machine is busy, try again later"
        assert refused(bench, "sleep", 60) == told
        assert ask(bench, "sleep", 0.01) is None


def test_bounds_grow_with_the_acts_of_a_record() -> None:
    """Two thousandths of a second each to compute, and as many times more in all as for any job."""
    assert worker_pool.RECORDS.for_acts(10_000)[:2] == (140, 560)
    assert worker_pool.POSITIONS.for_acts(0) == worker_pool.POSITIONS


@pytest.mark.build
def test_a_job_that_takes_too_much_memory_is_ended_and_the_next_is_done(bench: Workshop) -> None:
    assert "memory" in refused(bench, "hold", 2_000_000_000)
    assert ask(bench, "hold", 1_000) == 1_000


@pytest.mark.build
def test_a_process_that_ends_by_itself_is_begun_anew(bench: Workshop) -> None:
    assert refused(bench, "leave") == "this takes more time or memory than it is given to read"
    assert ask(bench, "say") == "said"


def test_a_fault_is_told_by_its_kind_alone(bench: Workshop) -> None:
    assert refused(bench, "fail") == "this cannot be read: the referee failed at it (KeyError)"


def test_more_than_a_few_jobs_at_once_are_put_off(bench: Workshop) -> None:
    async def many() -> list[Any]:
        jobs = (bench.ask("sleep", 0.01) for _ in range(worker_pool.MOST_WAITING + 3))
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert [type(one) for one in awaited(many())].count(Busy) == 3


def test_the_smallest_waiting_job_is_done_first(bench: Workshop) -> None:
    order: list[int] = []

    async def one(size: int) -> None:
        await bench.ask("sleep", 0.01, size=size, machine=f"10.0.0.{size}")
        order.append(size)

    async def many() -> None:
        first = asyncio.create_task(bench.ask("give_way", 0.3))
        await asyncio.sleep(0.05)
        await asyncio.gather(first, one(3), one(1), one(2))

    awaited(many())
    assert order == [1, 2, 3]


def test_jobs_from_one_machine_take_one_process_and_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes: one machine sends five long jobs, of which one is refused; another is answered meanwhile."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    bench = Workshop(JobBounds(60, 60, 600_000_000), 2)

    async def many() -> list[Any]:
        long = [asyncio.create_task(bench.ask("sleep", 60, machine="10.0.0.1")) for _ in range(5)]
        await asyncio.sleep(0)
        said = [await bench.ask("say", size=9, machine="10.0.0.2"), await bench.ask("say", size=9)]
        done = [task for task in long if task.done()]
        for task in long:
            task.cancel()
        return [said, *(task.exception() for task in done)]

    with closing(bench):
        said, refusal = awaited(many())
    assert said == ["said", "said"]
    assert isinstance(refusal, Busy)
    assert str(refusal).startswith("too many files from your computer are being read")


def test_a_job_that_nobody_waits_for_is_not_begun(bench: Workshop) -> None:
    async def many() -> Any:
        first = asyncio.create_task(bench.ask("give_way", 0.3))
        left = asyncio.create_task(bench.ask("sleep", 60))
        await asyncio.sleep(0.05)
        left.cancel()
        await first
        return await bench.ask("say")

    assert awaited(many()) == "said"


# -- positions, through the server -----------------------------------------------------------------------


FIXTURES = Path(__file__).parent.parent / "fixtures"
HOSTILE = {
    "one key of many parts": ".".join("a" * 90_000) + " = 1",
    "a heading of many parts": f"[{'.'.join('a' * 90_000)}]",
    "a key of texts": ".".join(["''"] * 60_000) + " = 1",
    "nested lists": "x = " + "[" * 180_000,
    "nested tables": "x = " + "{a=" * 60_000,
    "a long number": "turn = 1" + "0" * 5_000,
    "a long number in JSON": '{"turn": 1' + "0" * 5_000 + "}",
    "a long hexadecimal number": "turn = 0x" + "f" * 180_000,
    "a number of ninety digits": "turn = " + "9" * 90,
    "half a letter": '{"game": "\\ud800"}',
    "infinity": "turn = inf",
    "no number": "turn = nan",
    "a date": "turn = 1942-08-07T01:02:03Z",
    "many tables": "[[units]]\n" * 20_000,
    "many keys": "".join(f"a{number} = 1\n" for number in range(15_000)),
    "one text": f"turn = '{'x' * 190_000}'",
    "an open text": "turn = '''" + "'" * 190_000,
    "steering letters": 'turn = "\\u001b[2J"',
    "zeros": "\x00" * 100,
}


@pytest.mark.build
def test_hostile_positions_are_refused_in_words(asking: Asking) -> None:
    for name, text in HOSTILE.items():
        wrong = asking.refused(partial(asking.begin, position=text))
        assert wrong.status == 400, name
        assert wrong.error["message"].isprintable(), name
        assert len(wrong.error["message"]) < 1_200, name
        assert "seconds of computing" not in wrong.error["message"], name
    assert asking.get("/matches") == []


def test_a_position_that_takes_too_much_computing_is_ended(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it may wait; the next is read in a process of its own."""
    monkeypatch.setattr("ironbottom.server.match.open_matches.POSITIONS", JobBounds(0.02, 60, 1_000_000_000))
    with opened(store_path) as client:
        wrong = Asking(client).refused(partial(Asking(client).begin, position=HOSTILE["many tables"]))
        assert (wrong.status, wrong.error["message"]) == (400, "this takes more than 0.02 seconds of computing to read")


def test_a_position_is_read_as_before(asking: Asking) -> None:
    state = get_game("hf").new()
    begun = asking.begin(game="hf", position=position_text(state))
    assert asking.get(f"/matches/{begun['id']}/position", side="japan")["text"] == position_text(state)


@pytest.mark.build
def test_others_are_answered_while_a_hostile_position_and_a_long_record_are_read(store_path: Path) -> None:
    """A server of its own: a whole record and bad positions come in, and nobody else waits for them."""
    record = (FIXTURES / "victory_in_the_pacific" / "rules_2-campaign-script-random-4.jsonl").read_bytes()
    with serving(store_path) as server, asked(server) as asking:
        asking.get("/games")
        answered, done = 0, threading.Event()

        def attack() -> None:
            with httpx.Client(base_url=server.address, timeout=180) as client:
                for text in ("one key of many parts", "nested lists", "many keys", "an open text"):
                    client.post("/api/matches", json={"game": "pf", "position": HOSTILE[text]})
                client.post("/api/matches/import", content=record)
            done.set()

        threading.Thread(target=attack, daemon=True).start()
        while not done.is_set():
            asking.get("/games")
            answered += 1
        assert answered > 30, "one that waits for each of the five is answered six times"
        assert [match["over"] for match in asking.get("/matches")] == [True]
