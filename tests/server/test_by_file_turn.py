"""One turn of Victory in the Pacific by file, counted in mails, between two stores with the same computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from ironbottom import get_game
from ironbottom.bots import as_choices, make_player
from ironbottom.engine.core.errors import IronbottomError
from ironbottom.lab.exchanges import default_standing_orders
from ironbottom.server.match.file_exchange import open_file, write_file
from ironbottom.server.match.open_match import OpenMatch
from ironbottom.server.match.open_matches import OpenMatches
from ironbottom.server.messages.requests import NewMatchRequest
from ironbottom.server.network.clients import Client
from ironbottom.server.storage.database import Store

pytest.importorskip("cryptography")
pytestmark = pytest.mark.build

SIDES = ("japan", "allies")


async def choose_all(open_match: OpenMatch, side: str) -> None:
    """Lets a heuristic player choose for a side until it has no choice; standing orders answer first."""
    player = make_player(open_match.match.rules, "ensign", side, 1)
    while not open_match.match.over:
        await open_match.computer_players.wait_until_idle(30)
        if all(decision.side != side for decision in open_match.match.decisions()):
            return
        offer = open_match.match.offer(side)
        choices = [list(action) for action in as_choices(player.choose(offer))]
        try:
            open_match.submit(side, choices, offer.seq)
        except IronbottomError:  # what follows a die is chosen again
            open_match.submit(side, choices[:1], offer.seq)


async def mails_of_the_first_turn(folder: Path, orders: Mapping[str, str]) -> int:
    """Plays until the second turn and returns the number of files, with the invitation and its acceptance."""
    folder.mkdir()
    with ExitStack() as opened:
        stores = [opened.enter_context(Store(folder / f"{side}.sqlite")) for side in SIDES]
        servers = dict(zip(SIDES, map(OpenMatches, stores), strict=True))
        clients = {side: Client(f"the-secret-of-{side}-{'x' * 40}", local=True) for side in SIDES}
        wanted = NewMatchRequest(game="victory_in_the_pacific", friends=["allies"])
        match = (await servers["japan"].begin(wanted, clients["japan"])).id
        invitation = await write_file(servers["japan"], match, clients["japan"])
        accepted = await open_file(servers["allies"], invitation.data, clients["allies"], accept=True)
        assert accepted.reply is not None
        await open_file(servers["japan"], accepted.reply.data, clients["japan"])
        mails, here, there, ordered = 2, "japan", "allies", set[str]()
        while True:
            open_match = await servers[here].get(match)
            if here not in ordered:
                ordered.add(here)
                open_match.seat_orders.stored(here)
                if orders:
                    open_match.seat_orders.set_orders(here, orders)
            await choose_all(open_match, here)
            if open_match.match.view("public")["turn"] > 1:
                break
            written = await write_file(servers[here], match, clients[here])
            mails += 1
            await open_file(servers[there], written.data, clients[there])
            here, there = there, here
        for server in servers.values():
            server.close()
    return mails


def test_the_first_turn_takes_few_mails_with_standing_orders(tmp_path: Path) -> None:
    """The dice differ each time, so the counts do too; with orders only areas and ships at sea are left to choose."""
    without = asyncio.run(mails_of_the_first_turn(tmp_path / "without", {}))
    with_orders = asyncio.run(
        mails_of_the_first_turn(tmp_path / "with", default_standing_orders(get_game("vitp").rules()))
    )
    assert 12 <= without <= 80
    assert with_orders <= 12
    assert with_orders <= without / 2
