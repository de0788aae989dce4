"""What the commands of this folder share: a server and a Chromium of their own, and the positions of the tests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.conftest import Api, serving


@contextmanager
def table() -> Iterator[tuple[str, Api, Browser]]:
    """A server with no games, its endpoints, and a browser."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as address,
        httpx.Client(base_url=address, timeout=30) as client,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        yield address, Api(client), browser
        browser.close()
