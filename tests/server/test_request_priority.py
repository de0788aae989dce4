"""Requests have priority over computer players, both in the server's own work and in processor time."""

import asyncio
import os
from contextlib import suppress
from typing import Any

import pytest

from ironbottom.server.network import request_priority
from ironbottom.server.network.access import AccessMiddleware, AccessRules
from ironbottom.server.network.request_priority import RequestPriority
from ironbottom.server.work import worker_pool
from ironbottom.server.work.jobs import JobResult
from ironbottom.server.work.worker_pool import BOT_LIMITS
from tests.server import event_loop
from tests.server.api_client import ApiClient, wait_for_choice

WORKER_PROCESS = worker_pool.WorkerProcess


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_no_step_runs_while_a_request_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps wait for two requests; a request that itself waits for the computer players blocks no step."""
    monkeypatch.setattr(request_priority, "MAX_WAIT_SECONDS", 3_600)

    async def test() -> None:
        order, done = RequestPriority(), list[str]()

        async def run_step(name: str) -> None:
            async with order.step():
                done.append(name)

        with order.request():
            steps = [asyncio.ensure_future(run_step(name)) for name in ("first", "second")]
            await settle()
            assert done == []
            with order.request():
                pass
            await settle()
            assert done == []
            with order.waiting():
                await settle()
                assert done == ["first", "second"]
        await asyncio.gather(*steps)

    event_loop.run(test())


def test_a_request_during_a_step_is_answered_before_the_next_step() -> None:
    """However many steps wait, they run one at a time, and the loop looks for requests after each."""

    async def test() -> None:
        order, done, answers = RequestPriority(), list[str](), list[asyncio.Future[None]]()

        async def run_step(number: int) -> None:
            async with order.step():
                done.append(str(number))
                if number == 2:
                    asyncio.get_running_loop().call_soon(comes)

        def comes() -> None:
            answers.append(asyncio.ensure_future(answer()))

        async def answer() -> None:
            with order.request():
                await asyncio.sleep(0)
                done.append("answered")

        await asyncio.gather(*(run_step(number) for number in range(5)))
        assert done == ["0", "1", "2", "answered", "3", "4"]

    event_loop.run(test())


def test_endless_requests_do_not_stop_the_computer_players() -> None:
    async def test() -> None:
        order = RequestPriority()
        with order.request():
            async with asyncio.timeout(60), order.step():
                pass
        with suppress(ValueError):
            async with order.step():
                raise ValueError
        async with asyncio.timeout(60), order.step():
            pass

    event_loop.run(test())


def test_a_request_that_waits_for_the_computer_does_not_block_it(
    api: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise, each of the two would wait for the other."""
    monkeypatch.setattr(request_priority, "MAX_WAIT_SECONDS", 3_600)
    api.begin(seats={"japan": "random"}, wait=30)
    match_view = api.get("/matches")[0]
    assert wait_for_choice(api, match_view["id"])


def test_a_request_whose_body_is_still_arriving_blocks_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one slow upload would block every step of every computer player."""
    monkeypatch.setattr(request_priority, "MAX_WAIT_SECONDS", 3_600)

    async def test() -> None:
        order, sent, done = RequestPriority(), asyncio.Event(), list[str]()

        async def body() -> Any:
            await sent.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            done.append("read")

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "path": "/api/matches/import", "query_string": b"", "headers": headers}
        request = asyncio.ensure_future(AccessMiddleware(app, AccessRules(), order)(scope, body, body))  # type: ignore[arg-type]
        await settle()
        async with order.step():
            done.append("step")
        sent.set()
        await request
        assert done == ["step", "read"]

    event_loop.run(test())


def test_a_request_that_waits_for_a_worker_blocks_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact odds and records are computed in workers, some for minutes."""
    monkeypatch.setattr(request_priority, "MAX_WAIT_SECONDS", 3_600)

    async def test() -> None:
        order, computed = RequestPriority(), asyncio.Event()

        async def answer(*_: Any, **__: Any) -> JobResult:
            await computed.wait()
            return JobResult(value="odds")

        made = worker_pool.WorkerPool(worker_pool.POSITION_LIMITS, pause=order.waiting)
        monkeypatch.setattr(made, "run", answer)

        async def ask() -> Any:
            with order.request():
                return await made.call("compute")

        request = asyncio.ensure_future(ask())
        await settle()
        async with order.step():
            pass
        computed.set()
        assert await request == "odds"
        made.close()

    event_loop.run(test())


@pytest.mark.build
def test_computer_players_get_less_processor_time_than_the_server() -> None:
    """A worker in its own session would get as much as the server's whole session, if Linux shares by session."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    begun = WORKER_PROCESS(BOT_LIMITS)
    try:
        found = begun._process.pid
        assert os.getpriority(os.PRIO_PROCESS, found) == min(own + 10, 19)
        assert os.getsid(found) == os.getsid(0)
        assert os.getpgid(found) == found
    finally:
        begun.close()
