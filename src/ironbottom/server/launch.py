"""Starts the server, prints its address, opens the browser, and stops on Ctrl+C."""

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
from ironbottom.server.network.static_files import StaticFiles, default_page_folder

if TYPE_CHECKING:
    import uvicorn

    from ironbottom.server.configuration import Configuration
    from ironbottom.server.storage.database import Store

DEFAULT_PORT = 1942
LAN_KEY = "house"
KEY_DIGITS = 20
MAX_MESSAGE_BYTES = 4096
GRACE_SECONDS = 2
NOT_ENCRYPTED = (
    "The connection is not encrypted: others on your network could listen in and take a seat. Use it only on a network"
    " that you trust."
)

PrintLine = Callable[[str], None]


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def can_open_page() -> bool:
    """Returns whether the page is built and a browser with a display can show it."""
    if not StaticFiles(default_page_folder()).is_built:
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
    config: Path | None = None,
    print_line: PrintLine = _print,
) -> None:
    """Serves the page until it is stopped with Ctrl+C.

    The server answers only this machine, unless ``lan`` is true: then it answers everybody in the local network who
    uses the printed address with its key. The default port is 1942, or any free port if that one is taken. ``store`` is
    the file of the matches, if it is not the default one. ``corrections`` is a file with the owner's corrections, which
    apply to matches that begin from now on. ``config`` is the configuration file, if it is not the default one. If
    another server already uses the store, prints its address and opens it. Raises ``BadValue`` if the server cannot
    start.
    """
    from ironbottom.server.configuration import read_configuration
    from ironbottom.server.storage.database import Store, StoreInUse, default_path

    configuration = read_configuration(config)
    path = Path(store) if store is not None else default_path()
    try:
        opened_store = Store(path, print_line)
    except StoreInUse:
        address = _read_address(path)
        if not address:
            raise
        print_line(f"Ironbottom is already running at {address}")
        if browser:
            webbrowser.open(address)
        return
    with opened_store, listen("0.0.0.0" if lan else "127.0.0.1", port) as listener:
        key = opened_store.key(LAN_KEY).hex()[:KEY_DIGITS] if lan else ""
        url = _address("127.0.0.1", listener, key)
        _announce(print_line, url, listener, key, path)
        if browser:
            # The socket already listens, so the browser's request is answered as soon as the server has started.
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        with _address_file(path, url):
            _serve(opened_store, listener, key, corrections, configuration)


@contextmanager
def background(store: Path | str | None = None, corrections: Path | None = None) -> Iterator[str]:
    """Yields the address of a server of this store: the one that is running, or one in this process until the end.

    Only this machine can reach it.
    """
    from ironbottom.server.configuration import Configuration
    from ironbottom.server.storage.database import Store, StoreInUse, default_path

    path = Path(store) if store is not None else default_path()
    try:
        opened_store = Store(path)
    except StoreInUse:
        address = _read_address(path)
        if not address:
            raise
        yield address
        return
    with opened_store, listen("127.0.0.1", 0) as listener:
        url = _address("127.0.0.1", listener, "")
        server = _server(opened_store, "", corrections, Configuration(), ())
        running = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        with _address_file(path, url):
            running.start()
            try:
                yield url
            finally:
                server.should_exit = True
                running.join()


def _serve(
    opened_store: Store, listener: socket.socket, key: str, corrections: Path | None, configuration: Configuration
) -> None:
    from ironbottom.server.network.local_network import lan_address

    address = lan_address() if key else None
    addresses = (f"http://{address}:{listener.getsockname()[1]}",) if address else ()
    with suppress(KeyboardInterrupt):
        _server(opened_store, key, corrections, configuration, addresses).run(sockets=[listener])


def _server(
    opened_store: Store,
    key: str,
    corrections: Path | None,
    configuration: Configuration,
    addresses: tuple[str, ...],
) -> uvicorn.Server:
    """Returns a server of a store, which does not run yet."""
    import uvicorn

    from ironbottom.server.app import make_app
    from ironbottom.server.network.access import AccessRules
    from ironbottom.server.network.connection_limits import Limits, limited_protocols
    from ironbottom.server.network.local_network import lan_names

    names = lan_names() if key else frozenset()
    if configuration.address:
        names, addresses = names | {configuration.host}, (configuration.address, *addresses)
    access = AccessRules(key, names, addresses=addresses)
    http, websockets = limited_protocols(Limits())
    config = uvicorn.Config(
        make_app(opened_store, access, corrections=corrections, configuration=configuration),
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        http=http,
        ws=websockets,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return uvicorn.Server(config)


def _announce(print_line: PrintLine, url: str, listener: socket.socket, key: str, path: Path) -> None:
    print_line(f"Ironbottom is at {url}")
    if key:
        from ironbottom.server.network.local_network import lan_address

        address = lan_address()
        lan_url = _address(address, listener, key) if address else "no network found"
        print_line(f"On other devices on your network: {lan_url}")
        print_line(NOT_ENCRYPTED)
    print_line(f"Games are stored in {path}. Stop with Ctrl+C.")


def _address(host: str, listener: socket.socket, key: str) -> str:
    return f"http://{host}:{listener.getsockname()[1]}/{f'?key={key}' if key else ''}"


@contextmanager
def _address_file(path: Path, address: str) -> Iterator[None]:
    """Writes the address to a file beside the store while the server runs; a second server on this store reads it."""
    file = _address_path(path)
    with suppress(OSError):
        file.touch(mode=0o600)
        file.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def _read_address(path: Path) -> str:
    try:
        return _address_path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def _address_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.address")


def listen(address: str, port: int | None) -> socket.socket:
    """Returns a listening socket on the given port. Without one, tries the default port, then any free port."""
    for candidate in (DEFAULT_PORT, 0) if port is None else (port,):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((address, candidate))
            listener.listen(128)
        except (OSError, OverflowError) as error:
            listener.close()
            failure = error
        else:
            return listener
    reason = getattr(failure, "strerror", None) or str(failure)
    raise BadValue(f"this port cannot be used: {reason}", field=f"port {port}") from None
