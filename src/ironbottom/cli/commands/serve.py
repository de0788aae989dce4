"""``ironbottom serve``: opens the board in the browser, for this device or the local network."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from ironbottom.cli.commands.parameters import File


def serve(
    *,
    lan: bool = False,
    port: Annotated[int | None, Parameter(name="--port")] = None,
    no_open: Annotated[bool, Parameter(name=("--no-open", "--no-browser"), negative=())] = False,
    store: File = None,
    corrections: File = None,
    config: File = None,
) -> None:
    """Open the board in the browser and print its address.

    Parameters
    ----------
    lan
        Serve other devices on the local network too, and print the address for them. The connection is not encrypted.
    port
        The port. Default: 1942, or a free one.
    no_open
        Print the address and do not open the browser.
    store
        The file that stores the games. Default: a file in your folder of games.
    corrections
        A file with your corrections to the game's figures, for new games.
    config
        The file with the server's public address, its mail server and its chat rooms. Default: server.toml in your
        folder of settings.
    """
    from ironbottom.server import can_open_page, run

    run(
        lan=lan, port=port, browser=not no_open and can_open_page(), store=store, corrections=corrections, config=config
    )
