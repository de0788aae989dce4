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
from ironbottom.server.api import acts, decisions, games, matches, odds, positions, records, seats, story
from ironbottom.server.network.clients import client_of
from ironbottom.server.network.error_responses import HANDLERS, AnyRequest
from ironbottom.server.network.access import Access, Guard
from ironbottom.server.api.live import live
from ironbottom.server.network.static_files import Page, usual_home
from ironbottom.server.network.request_priority import Precedence
from ironbottom.server.api.page import PACKED_ALREADY, show_page
from ironbottom.server.storage.database import Store
from ironbottom.server.match.open_matches import Tables

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
        *(games.list_games, games.list_clauses, story.see_story, positions.look_at_position),
        *(odds.odds_by_hand, odds.odds_on_board, odds.see_threats),
        *(decisions.see_decision_odds, decisions.see_ways, decisions.see_helpers),
        *(decisions.see_standing, decisions.stand),
        *(records.see_statistics, records.list_records),
        *(*matches.HANDLERS, *acts.HANDLERS, *seats.HANDLERS, live),
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
