"""Running the server: the address it is found at, the browser that is opened there, and its end."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ironbottom.engine.core.errors import BadValue
from ironbottom.server.network.static_files import Page, usual_home

if TYPE_CHECKING:
    from ironbottom.server.storage.database import Store

USUAL_PORT = 1942
ONE_KEY = "house"
KEY_DIGITS = 20
LONGEST_MESSAGE = 4096
GRACE_SECONDS = 2
NOT_ENCRYPTED = (
    "The connection is not encrypted: others in your network could listen in and take a seat. Use it only in a network"
    " that you trust."
)

Say = Callable[[str], None]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def can_show() -> bool:
    """Whether the page is built and there is a browser with a display to show it in."""
    if not Page(usual_home()).built:
        return False
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def run(
    *,
    lan: bool = False,
    port: int | None = None,
    browser: bool = True,
    store: Path | str | None = None,
    corrections: Path | None = None,
    say: Say = _say,
) -> None:
    """Serves the page until it is stopped from the keyboard.

    Only this machine is answered, unless ``lan`` asks for the house: then everybody who has the printed address with
    its key. Without ``port`` it is 1942, or any free one where that is taken. ``store`` is the file of the games, if
    not the usual one; ``corrections`` a file of the owner's corrections, for matches begun from now on. Where another
    server has the games already, its address is told and opened. ``BadValue`` says what stands against it.
    """
    from ironbottom.server.storage.database import Store, StoreTaken, default_path

    path = Path(store) if store is not None else default_path()
    try:
        kept = Store(path, say)
    except StoreTaken:
        address = _read_address(path)
        if not address:
            raise
        say(f"Ironbottom is running already, at {address}")
        if browser:
            webbrowser.open(address)
        return
    with kept, listening("0.0.0.0" if lan else "127.0.0.1", port) as listener:
        key = kept.key(ONE_KEY).hex()[:KEY_DIGITS] if lan else ""
        own = _address("127.0.0.1", listener, key)
        _announce(say, own, listener, key, path)
        if browser:
            # The listener takes the browser's request already; it is answered as soon as the server has started.
            threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()
        with _address_told(path, own):
            _serve(kept, listener, key, corrections)


def _serve(kept: Store, listener: socket.socket, key: str, corrections: Path | None) -> None:
    import uvicorn

    from ironbottom.server.app import make_app
    from ironbottom.server.network.connection_limits import Limits, doors
    from ironbottom.server.network.access import Access
    from ironbottom.server.network.local_network import house_address, house_names

    address = house_address() if key else None
    addresses = (f"http://{address}:{listener.getsockname()[1]}",) if address else ()
    access = Access(key, house_names() if key else frozenset(), addresses=addresses)
    http, websockets = doors(Limits())
    config = uvicorn.Config(
        make_app(kept, access, corrections=corrections),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        http=http,
        ws=websockets,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def _announce(say: Say, own: str, listener: socket.socket, key: str, path: Path) -> None:
    say(f"Ironbottom is at {own}")
    if key:
        from ironbottom.server.network.local_network import house_address

        address = house_address()
        told = _address(address, listener, key) if address else "no network was found"
        say(f"On other machines in the house: {told}")
        say(NOT_ENCRYPTED)
    say(f"The games are kept in {path}. Stop with Ctrl+C.")


def _address(host: str, listener: socket.socket, key: str) -> str:
    return f"http://{host}:{listener.getsockname()[1]}/{f'?key={key}' if key else ''}"


@contextmanager
def _address_told(path: Path, address: str) -> Iterator[None]:
    """Writes the address beside the store while the server runs, for a second server that is started on it."""
    beside = _beside(path)
    with suppress(OSError):
        beside.touch(mode=0o600)
        beside.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            beside.unlink()


def _read_address(path: Path) -> str:
    try:
        return _beside(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.address")


def listening(address: str, port: int | None) -> socket.socket:
    """A listening socket: at the port asked for, else at the usual one, else at any that is free."""
    for tried in (USUAL_PORT, 0) if port is None else (port,):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, tried))
            listener.listen(128)
        except (OSError, OverflowError) as wrong:
            listener.close()
            failed = wrong
        else:
            return listener
    reason = getattr(failed, "strerror", None) or str(failed)
    raise BadValue(f"this port cannot be served: {reason}", field=f"port {port}") from None
