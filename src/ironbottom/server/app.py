"""Builds the web application: the API, the page, and the access checks in front of both."""

from __future__ import annotations

import asyncio
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
from ironbottom.server.api.by_file import HANDLERS as FILE_HANDLERS
from ironbottom.server.api.challenges import HANDLERS as CHALLENGE_HANDLERS
from ironbottom.server.api.chat import HANDLERS as CHAT_HANDLERS
from ironbottom.server.api.comments import add_comment, get_comments
from ironbottom.server.api.contact import HANDLERS as CONTACT_HANDLERS
from ironbottom.server.api.contact import STOP_HANDLERS
from ironbottom.server.api.hints import get_aid, get_hints
from ironbottom.server.api.live import live
from ironbottom.server.api.page import COMPRESSED_ALREADY, get_page
from ironbottom.server.configuration import Configuration
from ironbottom.server.match.open_matches import OpenMatches
from ironbottom.server.match.reviews import Reviews
from ironbottom.server.match.uptime import keep_uptime, skip_downtime
from ironbottom.server.network.access import AccessMiddleware, AccessRules
from ironbottom.server.network.clients import client_of
from ironbottom.server.network.error_responses import HANDLERS, ApiRequest
from ironbottom.server.network.request_priority import RequestPriority
from ironbottom.server.network.static_files import StaticFiles, default_page_folder
from ironbottom.server.notify.delivery import Delivery
from ironbottom.server.storage.database import Store

MAX_BODY_BYTES = 2_000_000
MIN_GZIP_BYTES = 1_000


def make_app(
    store: Store,
    access: AccessRules | None = None,
    page: Path | None = None,
    corrections: Path | None = None,
    configuration: Configuration | None = None,
) -> ASGIApp:
    """Returns the application that serves the matches of a store, and the built page from the folder ``page``.

    ``corrections`` is a file with the owner's corrections, which apply to matches that begin from now on. Without a
    ``configuration`` no messages are sent.
    """
    litestar, priority = make_litestar(), RequestPriority()
    litestar.state = State(
        {
            "store": store,
            "corrections": corrections,
            "page": StaticFiles(page or default_page_folder()),
            "priority": priority,
            "access": access or AccessRules(),
            "configuration": configuration or Configuration(),
        }
    )
    return AccessMiddleware(litestar, access or AccessRules(), priority)


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncGenerator[None, None]:
    """Opens the matches when the application starts and closes them when it stops."""
    open_matches = app.state.open_matches = OpenMatches(app.state.store, app.state.corrections, app.state.priority)
    reviews = app.state.reviews = Reviews()
    skip_downtime(app.state.store)
    configuration: Configuration = app.state.configuration
    delivery = app.state.delivery = Delivery(open_matches, configuration, app.state.access.key)
    tasks = [asyncio.create_task(keep_uptime(app.state.store))]
    if configuration.mail or configuration.webhooks:
        tasks.append(asyncio.create_task(delivery.run()))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        delivery.close()
        reviews.close()
        open_matches.close()


def make_litestar() -> Litestar:
    """Returns an application with all routes, not yet connected to a store."""
    handlers = (
        *(games.list_games, games.list_clauses, *story.HANDLERS, get_aid, positions.check_position),
        *(odds.get_battle_odds, odds.get_odds_on_board, odds.get_threats),
        *(decisions.get_decision_odds, decisions.get_ways, decisions.get_helpers, get_hints),
        *(decisions.get_standing_orders, decisions.set_standing_orders),
        *(decisions.get_landing_options, decisions.work_out_landing),
        *(records.get_statistics, records.list_records, get_comments, add_comment),
        *(
            *matches.HANDLERS,
            *acts.HANDLERS,
            *CHAT_HANDLERS,
            *CONTACT_HANDLERS,
            *seats.HANDLERS,
            *CHALLENGE_HANDLERS,
            *FILE_HANDLERS,
            live,
        ),
    )
    return Litestar(
        route_handlers=[Router("/api", route_handlers=handlers), *STOP_HANDLERS, get_page],
        lifespan=[_lifespan],
        dependencies={"client": Provide(client_of, sync_to_thread=False)},
        exception_handlers=HANDLERS,
        request_class=ApiRequest,
        request_max_body_size=MAX_BODY_BYTES,
        compression_config=CompressionConfig(
            "gzip", minimum_size=MIN_GZIP_BYTES, gzip_compress_level=4, exclude_opt_key=COMPRESSED_ALREADY
        ),
        openapi_config=OpenAPIConfig(
            "Ironbottom", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,
        debug=False,
    )
