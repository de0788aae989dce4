"""15.1 to 15.4 The links of merchant shipping as text, from the view only."""

from __future__ import annotations

from collections.abc import Iterator

from ironbottom.engine.text.sentences import count
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links
from ironbottom.games.war_in_the_pacific.information.resample import as_seen
from ironbottom.games.war_in_the_pacific.information.view_types import View
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SIDES
from ironbottom.games.war_in_the_pacific.state import LINK_ENDS, LINKS
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.games.war_in_the_pacific.text import names

Line = tuple[str, str]
"""A side and a paragraph."""
EVERYTHING = "open"
"""The view after the end."""


def link_lines(view: View, rules: Rules) -> Iterator[Line]:
    """15.2, 47.1 The ends of all links and the levels lost on them; for the viewer's own links, also their thruput and
    ships (1.3).
    """
    pieces = rules.pieces
    if not any(pieces.scenarios[SCENARIOS.index[view["scenario"]]].link_edges):
        return
    state = as_seen(rules, view)
    for link, name in enumerate(LINKS.ids):
        start, end = merchant_links.ends_of(state, link)
        if start == layout.NO_END:
            continue
        side = SIDES.ids[merchant_links.side_of(link)]
        ends = [names.end_of_link(LINK_ENDS.ids[each]) for each in (start, end)]
        lost = state.arrays[layout.LINK_LOST][link]
        suffered = f" {count(lost, 'level')} lost." if lost else ""
        own = f" {service_text(state, link)}." if view["side"] in (side, EVERYTHING) else ""
        yield side, f"{names.merchant_link(name)}: {ends[0]} to {ends[1]}.{own}{suffered}"


def service_text(state: State, link: int) -> str:
    """15.1, 15.3, 15.4 The thruput of a link, its merchant shipping and its escorts."""
    loads = merchant_links.thruput_of(state, link) // merchant_links.QUARTERS
    merchants, escorts = (len(found(state, link)) for found in (merchant_links.merchants_on, merchant_links.escorts_on))
    guarded = f", {count(escorts, 'escort')}" if escorts else ""
    return f"{count(loads, 'Load Point')} a Cycle, {count(merchants, 'merchant unit')}{guarded}"
