"""What is done for a client ends when the client has gone."""

import asyncio
from typing import Any

import pytest

from ironbottom.server.network.disconnects import while_connected
from ironbottom.server.errors import Busy
from tests.server import loops


def test_work_is_cancelled_when_the_client_disconnects() -> None:
    async def test() -> None:
        begun, gone, ended = asyncio.Event(), asyncio.Event(), list[str]()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def work() -> None:
            begun.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.append("cancelled")

        request = asyncio.ensure_future(while_connected(receive, work()))
        await begun.wait()
        assert ended == []
        gone.set()
        with pytest.raises(Busy):
            await request
        assert ended == ["cancelled"]

    loops.run(test())


def test_what_work_gives_and_how_it_fails_comes_through() -> None:
    async def test() -> None:
        async def receive() -> Any:
            await asyncio.Event().wait()

        async def work(number: int) -> int:
            return 12 // number

        assert await while_connected(receive, work(4)) == 3
        with pytest.raises(ZeroDivisionError):
            await while_connected(receive, work(0))

    loops.run(test())
