"""Running the server: the address it is found at, the browser that is opened there, and its end."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

from ironbottom.engine.errors import BadValue
from ironbottom.server.page import Page, usual_home

USUAL_PORT = 1942
ONE_KEY = "house"
KEY_DIGITS = 20
LONGEST_MESSAGE = 4096
GRACE_SECONDS = 2

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
    say: Say = _say,
) -> None:
    """Serves the page until it is stopped from the keyboard.

    Only this machine is answered, unless ``lan`` asks for the house: then everybody who has the printed address with
    its key. Without ``port`` it is 1942, or any free one where that is taken. ``BadValue`` says what stands against it.
    """
    import uvicorn

    from ironbottom.server.app import make_guarded
    from ironbottom.server.guard import Access
    from ironbottom.server.lan import house_address, house_names
    from ironbottom.server.store import Store, default_path

    with listening("0.0.0.0" if lan else "127.0.0.1", port) as listener:
        bound = listener.getsockname()[1]
        kept = Store(store if store is not None else default_path())
        key = kept.key(ONE_KEY).hex()[:KEY_DIGITS] if lan else ""
        app = make_guarded(kept, Access(key, house_names() if lan else frozenset()))
        query = f"?key={key}" if key else ""
        own = f"http://127.0.0.1:{bound}/{query}"
        config = uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
        server = uvicorn.Server(config)
        say(f"Ironbottom is at {own}")
        if lan:
            address = house_address()
            told = f"http://{address}:{bound}/{query}" if address else "no network was found"
            say(f"On other machines in the house: {told}")
        say(f"The games are kept in {kept.path}. Stop with Ctrl+C.")
        if browser:
            # The listener takes the browser's request already; it is answered as soon as the server has started.
            threading.Thread(target=webbrowser.open, args=(own,), daemon=True).start()
        server.run(sockets=[listener])


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
