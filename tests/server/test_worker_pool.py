"""Texts and files from clients are read in worker processes, within limits of time and memory."""

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
from ironbottom.server.errors import Busy
from ironbottom.server.work import worker_pool
from ironbottom.server.work.worker_pool import JobLimits, WorkerPool
from tests.server.api_client import ApiClient, running_server
from tests.server.test_process import api_of, serving

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
jobs.serve_jobs(int(sys.argv[1]))
"""


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    """A pool with little time and memory, and with jobs that fail in every way."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    made = WorkerPool(JobLimits(0.75, 60, 600_000_000))
    yield made
    made.close()


def result_of(job: Coroutine[Any, Any, Any]) -> Any:
    """Returns the result of a coroutine that runs in a separate thread: browser tests leave a loop in the main one."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, job).result()


def ask(pool: WorkerPool, job: str, *given: Any) -> Any:
    return result_of(pool.call(job, *given))


def error_of(pool: WorkerPool, job: str, *given: Any) -> str:
    with pytest.raises(BadValue) as caught:
        ask(pool, job, *given)
    return caught.value.message


@pytest.mark.build
def test_a_job_that_computes_too_long_is_ended_and_the_next_runs(pool: WorkerPool) -> None:
    assert error_of(pool, "loop") == "reading this takes more than 0.75 seconds of processor time"
    assert ask(pool, "say") == "said"


@pytest.mark.build
def test_each_job_has_its_own_time_limit(pool: WorkerPool) -> None:
    """One worker runs two jobs of 0.4 seconds each; a job for many acts gets more time."""
    assert [ask(pool, "compute", 0.4) for _ in range(2)] == ["computed"] * 2
    assert result_of(pool.call("compute", 0.85, acts=500)) == "computed"


@pytest.mark.build
def test_a_job_that_gets_no_processor_is_waited_for(pool: WorkerPool) -> None:
    """On a busy machine: a worker that is stopped for longer than a job may compute continues and answers."""
    assert ask(pool, "give_way", 1.5) == "done"
    assert ask(pool, "sleep", 1) is None


@pytest.mark.build
def test_a_job_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next job runs in a new worker."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    with closing(WorkerPool(JobLimits(60, 2, 600_000_000))) as pool:
        message = "this was not read within 2 seconds; if the machine is busy, try again later"
        assert error_of(pool, "sleep", 60) == message
        assert ask(pool, "sleep", 0.01) is None


def test_limits_grow_with_the_acts_of_a_record() -> None:
    """Each act allows two more milliseconds of CPU time, and proportionally more elapsed time."""
    assert worker_pool.RECORD_LIMITS.for_acts(10_000)[:2] == (140, 560)
    assert worker_pool.POSITION_LIMITS.for_acts(0) == worker_pool.POSITION_LIMITS


@pytest.mark.build
def test_a_job_that_takes_too_much_memory_is_ended_and_the_next_runs(pool: WorkerPool) -> None:
    assert "memory" in error_of(pool, "hold", 2_000_000_000)
    assert ask(pool, "hold", 1_000) == 1_000


@pytest.mark.build
def test_a_worker_that_exits_is_replaced(pool: WorkerPool) -> None:
    assert error_of(pool, "leave") == "reading this takes more time or memory than is allowed"
    assert ask(pool, "say") == "said"


def test_only_the_type_of_an_exception_is_reported(pool: WorkerPool) -> None:
    assert error_of(pool, "fail") == "this cannot be read: the referee failed (KeyError)"


def test_too_many_jobs_at_once_are_refused(pool: WorkerPool) -> None:
    async def many() -> list[Any]:
        jobs = (pool.call("sleep", 0.01) for _ in range(worker_pool.MAX_WAITING + 3))
        return await asyncio.gather(*jobs, return_exceptions=True)

    assert [type(one) for one in result_of(many())].count(Busy) == 3


def test_the_smallest_waiting_job_runs_first(pool: WorkerPool) -> None:
    order: list[int] = []

    async def one(size: int) -> None:
        await pool.call("sleep", 0.01, size=size, machine=f"10.0.0.{size}")
        order.append(size)

    async def many() -> None:
        first = asyncio.create_task(pool.call("give_way", 0.3))
        await asyncio.sleep(0.05)
        await asyncio.gather(first, one(3), one(1), one(2))

    result_of(many())
    assert order == [1, 2, 3]


def test_jobs_from_one_machine_use_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers: one machine sends five long jobs, of which one is refused; another machine is served meanwhile."""
    monkeypatch.setattr(worker_pool, "COMMAND", WITH_MORE_JOBS)
    pool = WorkerPool(JobLimits(60, 60, 600_000_000), 2)

    async def many() -> list[Any]:
        long = [asyncio.create_task(pool.call("sleep", 60, machine="10.0.0.1")) for _ in range(5)]
        await asyncio.sleep(0)
        said = [await pool.call("say", size=9, machine="10.0.0.2"), await pool.call("say", size=9)]
        done = [task for task in long if task.done()]
        for task in long:
            task.cancel()
        return [said, *(task.exception() for task in done)]

    with closing(pool):
        said, refusal = result_of(many())
    assert said == ["said", "said"]
    assert isinstance(refusal, Busy)
    assert str(refusal).startswith("too many files from your computer are being read")


def test_a_cancelled_job_does_not_start(pool: WorkerPool) -> None:
    async def many() -> Any:
        first = asyncio.create_task(pool.call("give_way", 0.3))
        left = asyncio.create_task(pool.call("sleep", 60))
        await asyncio.sleep(0.05)
        left.cancel()
        await first
        return await pool.call("say")

    assert result_of(many()) == "said"


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
def test_hostile_positions_are_refused_with_a_message(api: ApiClient) -> None:
    for name, text in HOSTILE.items():
        error = api.error_of(partial(api.begin, position=text))
        assert error.status == 400, name
        assert error.error["message"].isprintable(), name
        assert len(error.error["message"]) < 1_200, name
        assert "seconds of processor time" not in error.error["message"], name
    assert api.get("/matches") == []


def test_a_position_that_takes_too_much_computing_is_ended(store_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is refused however long it may wait; the next one is read in a new worker."""
    monkeypatch.setattr("ironbottom.server.match.open_matches.POSITION_LIMITS", JobLimits(0.02, 60, 1_000_000_000))
    with running_server(store_path) as client:
        error = ApiClient(client).error_of(partial(ApiClient(client).begin, position=HOSTILE["many tables"]))
        assert (error.status, error.error["message"]) == (
            400,
            "reading this takes more than 0.02 seconds of processor time",
        )


def test_a_position_is_read_as_before(api: ApiClient) -> None:
    state = get_game("hf").new()
    begun = api.begin(game="hf", position=position_text(state))
    assert api.get(f"/matches/{begun['id']}/position", side="japan")["text"] == position_text(state)


@pytest.mark.build
def test_others_are_answered_while_hostile_files_are_read(store_path: Path) -> None:
    """A separate server receives a whole record and bad positions, and no other client waits for them."""
    record = (FIXTURES / "victory_in_the_pacific" / "rules_2-campaign-script-random-4.jsonl").read_bytes()
    with serving(store_path) as server, api_of(server) as api:
        api.get("/games")
        answered, done = 0, threading.Event()

        def attack() -> None:
            with httpx.Client(base_url=server.address, timeout=180) as client:
                for text in ("one key of many parts", "nested lists", "many keys", "an open text"):
                    client.post("/api/matches", json={"game": "pf", "position": HOSTILE[text]})
                client.post("/api/matches/import", content=record)
            done.set()

        threading.Thread(target=attack, daemon=True).start()
        while not done.is_set():
            api.get("/games")
            answered += 1
        assert answered > 30, "one that waits for each of the five is answered six times"
        assert [match["over"] for match in api.get("/matches")] == [True]
