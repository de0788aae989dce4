"""The application: the API, the page, and the guard before both."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp

from ironbottom import __version__
from ironbottom.server import (
    api_acts,
    api_decisions,
    api_games,
    api_matches,
    api_odds,
    api_positions,
    api_records,
    api_seats,
    api_story,
)
from ironbottom.server.clients import client_of
from ironbottom.server.faults import HANDLERS, AnyRequest
from ironbottom.server.guard import Access, Guard
from ironbottom.server.live import live
from ironbottom.server.page import Page, usual_home
from ironbottom.server.precedence import Precedence
from ironbottom.server.show import PACKED_ALREADY, show_page
from ironbottom.server.store import Store
from ironbottom.server.tables import Tables

MOST_BYTES = 2_000_000
PACK_FROM = 1_000


def make_app(
    store: Store, access: Access | None = None, page: Path | None = None, corrections: Path | None = None
) -> ASGIApp:
    """The server's application over the matches of a store, with the page in the folder ``page``.

    ``corrections`` names a file of the owner's corrections, for matches begun from now on.
    """
    litestar, precedence = with_handlers(), Precedence()
    litestar.state = State(
        {
            "store": store,
            "corrections": corrections,
            "page": Page(page or usual_home()),
            "precedence": precedence,
            "access": access or Access(),
        }
    )
    return Guard(litestar, access or Access(), precedence)


@asynccontextmanager
async def at_tables(app: Litestar) -> AsyncGenerator[None, None]:
    """While the application runs its matches are at their tables."""
    tables = app.state.tables = Tables(app.state.store, app.state.corrections, app.state.precedence)
    try:
        yield
    finally:
        tables.close()


def with_handlers() -> Litestar:
    """An application that knows what is asked of it, and no matches yet."""
    handlers = (
        *(api_games.list_games, api_games.list_clauses, api_story.see_story, api_positions.look_at_position),
        *(api_odds.odds_by_hand, api_odds.odds_on_board, api_odds.see_threats),
        *(api_decisions.see_decision_odds, api_decisions.see_ways, api_decisions.see_helpers),
        *(api_decisions.see_standing, api_decisions.stand),
        *(api_records.see_statistics, api_records.list_records),
        *(*api_matches.HANDLERS, *api_acts.HANDLERS, *api_seats.HANDLERS, live),
    )
    return Litestar(
        route_handlers=[Router("/api", route_handlers=handlers), show_page],
        lifespan=[at_tables],
        dependencies={"client": Provide(client_of, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        request_class=AnyRequest,
        request_max_body_size=MOST_BYTES,
        compression_config=CompressionConfig(
            "gzip", minimum_size=PACK_FROM, gzip_compress_level=4, exclude_opt_key=PACKED_ALREADY
        ),
        openapi_config=OpenAPIConfig(
            "Ironbottom", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
        debug=False,
    )
