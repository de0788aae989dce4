"""Requests have priority over computer players, in the server's own work and in processor time."""

import asyncio
import os
from contextlib import suppress
from typing import Any

import pytest

from ironbottom.server.network import request_priority
from ironbottom.server.work import worker_pool
from ironbottom.server.network.access import Access, Guard
from ironbottom.server.work.jobs import Answer
from ironbottom.server.network.request_priority import Precedence
from ironbottom.server.work.worker_pool import THOUGHTS
from tests.server import loops
from tests.server.asking import Asking, when_asked

USUAL = worker_pool.WorkProcess


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_no_step_is_made_while_a_request_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two steps wait for two requests; a request that itself waits for the computer players blocks no step."""
    monkeypatch.setattr(request_priority, "LONGEST", 3_600)

    async def test() -> None:
        order, done = Precedence(), list[str]()

        async def step(name: str) -> None:
            async with order.step():
                done.append(name)

        with order.request():
            steps = [asyncio.ensure_future(step(name)) for name in ("first", "second")]
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

    loops.run(test())


def test_a_request_that_comes_during_a_step_is_answered_before_the_next() -> None:
    """However many steps wait, they run one at a time, and the loop looks for requests after each."""

    async def test() -> None:
        order, done, answers = Precedence(), list[str](), list[asyncio.Future[None]]()

        async def step(number: int) -> None:
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

        await asyncio.gather(*(step(number) for number in range(5)))
        assert done == ["0", "1", "2", "answered", "3", "4"]

    loops.run(test())


def test_requests_without_end_do_not_stop_the_computer_players() -> None:
    async def test() -> None:
        order = Precedence()
        with order.request():
            async with asyncio.timeout(60), order.step():
                pass
        with suppress(ValueError):
            async with order.step():
                raise ValueError
        async with asyncio.timeout(60), order.step():
            pass

    loops.run(test())


def test_a_request_that_waits_for_the_computer_does_not_block_it(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each would wait for the other."""
    monkeypatch.setattr(request_priority, "LONGEST", 3_600)
    asking.begin(seats={"japan": "random"}, wait=30)
    sight = asking.get("/matches")[0]
    assert when_asked(asking, sight["id"])


def test_a_request_whose_body_is_on_its_way_blocks_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one slow upload would let every step of every computer player wait."""
    monkeypatch.setattr(request_priority, "LONGEST", 3_600)

    async def test() -> None:
        order, sent, done = Precedence(), asyncio.Event(), list[str]()

        async def body() -> Any:
            await sent.wait()
            return {"type": "http.request", "body": b"", "more_body": False}

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            done.append("read")

        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "path": "/api/matches/import", "query_string": b"", "headers": headers}
        request = asyncio.ensure_future(Guard(app, Access(), order)(scope, body, body))  # type: ignore[arg-type]
        await settle()
        async with order.step():
            done.append("step")
        sent.set()
        await request
        assert done == ["step", "read"]

    loops.run(test())


def test_a_request_that_waits_for_a_process_blocks_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact odds and records are computed beside the server, some for minutes."""
    monkeypatch.setattr(request_priority, "LONGEST", 3_600)

    async def test() -> None:
        order, computed = Precedence(), asyncio.Event()

        async def answer(*_: Any, **__: Any) -> Answer:
            await computed.wait()
            return Answer(value="odds")

        made = worker_pool.Workshop(worker_pool.POSITIONS, pause=order.waiting)
        monkeypatch.setattr(made, "answer", answer)

        async def ask() -> Any:
            with order.request():
                return await made.ask("compute")

        request = asyncio.ensure_future(ask())
        await settle()
        async with order.step():
            pass
        computed.set()
        assert await request == "odds"
        made.close()

    loops.run(test())


@pytest.mark.build
def test_thinking_players_get_less_processor_time_than_the_server() -> None:
    """In a session of its own it would get as much as the server's whole session, where Linux shares by session."""
    own = os.getpriority(os.PRIO_PROCESS, 0)
    begun = USUAL(THOUGHTS)
    try:
        found = begun._process.pid
        assert os.getpriority(os.PRIO_PROCESS, found) == min(own + 10, 19)
        assert os.getsid(found) == os.getsid(0)
        assert os.getpgid(found) == found
    finally:
        begun.end()
