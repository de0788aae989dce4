"""Work for a client is cancelled when the client disconnects."""

import asyncio
from typing import Any

import pytest

from ironbottom.server.errors import Busy
from ironbottom.server.network.disconnects import cancel_on_disconnect
from tests.server import event_loop


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

        request = asyncio.ensure_future(cancel_on_disconnect(receive, work()))
        await begun.wait()
        assert ended == []
        gone.set()
        with pytest.raises(Busy):
            await request
        assert ended == ["cancelled"]

    event_loop.run(test())


def test_the_result_or_the_error_of_the_work_is_passed_on() -> None:
    async def test() -> None:
        async def receive() -> Any:
            await asyncio.Event().wait()

        async def work(number: int) -> int:
            return 12 // number

        assert await cancel_on_disconnect(receive, work(4)) == 3
        with pytest.raises(ZeroDivisionError):
            await cancel_on_disconnect(receive, work(0))

    event_loop.run(test())
