"""``ironbottom serve``: the board in the browser, for this machine or the house."""

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
) -> None:
    """Opens the board in the browser, where there is one, and prints the address.

    Parameters
    ----------
    lan
        Serve other devices in the house too, and print the address that a tablet can open. The connection is not
        encrypted.
    port
        The port of the address; without it 1942, or a free one.
    no_open
        Print the address only.
    store
        The file that keeps the games; without it, one in your folder of games.
    corrections
        A file of your corrections to the game's figures, for games begun from now on.
    """
    from ironbottom.server import can_show, run

    run(lan=lan, port=port, browser=not no_open and can_show(), store=store, corrections=corrections)
