"""Axis & Allies: Pacific as text: the log, the names of the choices, and the data of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from ironbottom.engine.core.fields import Domain
from ironbottom.engine.rules.features import Wording
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.text.sentences import Names, joined, with_article
from ironbottom.games.axis_allies_pacific.information.view_types import Event, View
from ironbottom.games.axis_allies_pacific.state import STANDING_ORDERS
from ironbottom.games.axis_allies_pacific.text.board import board
from ironbottom.games.axis_allies_pacific.text.names import (
    WHO,
    flights_text,
    kind_text,
    load_with_count,
    place_name,
    quantity_text,
    units_text,
)

__all__ = ["ALIASES", "TEXT", "board", "choice_text", "event_text", "examples", "needs_secrets", "story"]


# -- what the code adds to the catalogue ------------------------------------------------------------------

EventData = Mapping[str, object]
"""An event, or the arguments of a choice."""
ENDS = ("points", "home_taken", "low_production", "capital", "last_round")


def load_part_text(part: str) -> str:
    """A part of a load in words.

    >>> load_part_text("infantry"), load_part_text("infantry_infantry"), load_part_text("aa_gun")
    ('infantry', '2 infantry', 'AA gun')
    """
    return load_with_count(part.replace("aa_gun", "AA gun").replace("_", " and "))


def _some(data: EventData) -> str:
    return quantity_text(_number(data), str(data["piece"] if "piece" in data else data["kind"]))


def _number(data: EventData) -> int:
    return int(str(data["number"]))


def _number_of(piece: str) -> Callable[[EventData], str]:
    return lambda data: quantity_text(_number(data), piece)


def _ships(choice: Mapping[str, str]) -> str:
    """The ships that bombard."""
    guns = (("destroyer", int(choice["destroyers"])), ("battleship", int(choice["battleships"])))
    return units_text({ship: number for ship, number in guns if number})


def _order(data: EventData) -> int:
    """The number of a standing order; events contain the number, choices the name."""
    order = data["order"]
    return order if isinstance(order, int) else [choice_text for choice_text, _, _ in STANDING_ORDERS].index(str(order))


def _order_name(data: EventData) -> str:
    return PHRASING.catalogue.words.terms[f"order_{STANDING_ORDERS[_order(data)][0]}"]


def _value_of(data: EventData) -> Domain:
    return STANDING_ORDERS[_order(data)][2]


def _bid_made(event: Event) -> str:
    player = "allies" if event["side"] == "uk" else "japan"
    return player if "points" in event else f"{player}_in_secret"


def _order_shown(event: Event) -> str:
    return "none" if _value_of(event).ids[event["value"]] == "ask" else "shown"


def _flown(event: Event) -> str:
    return "attack" if not event["raid"] else "raid" if event["piece"] == "bomber" else "escort"


def phrasing(catalogue: Path) -> Phrasing:
    """Builds the game's phrasing from a catalogue."""
    return Phrasing(
        catalogue,
        Names(WHO),
        formatters={
            "a_kind": lambda piece: with_article(kind_text(piece)),
            "both": load_part_text,
            "dice": lambda dice: " ".join(map(str, dice)),
            "kind": kind_text,
            "place": place_name,
            "places": lambda zones: joined([place_name(zone) for zone in zones]),
            "units": units_text,
        },
        values={
            "aircraft": lambda data: flights_text(_number(data), data["flight"]),
            "fighters": _number_of("fighter"),
            "load": lambda data: sum(data["units"].values()),
            "lost_aircraft": lambda data: quantity_text(data["lost"], data["piece"]),
            "many": lambda data: quantity_text(2, data["piece"])[2:],
            "one": lambda data: _some({**data, "number": 1}),
            "order_name": _order_name,
            "order_value": lambda data: _value_of(data).titles[data["value"]],
            "patrols": _number_of("cap"),
            "ship_count": lambda data: sum(data["ships"].values()),
            "ships_named": _ships,
            "shooters": lambda data: quantity_text(len(data["dice"]), data["piece"]),
            "some": _some,
            "stops": lambda data: joined([place_name(step) for step in data["way"][:-1]]),
            "submarines": _number_of("submarine"),
        },
        event_forms={
            "finished": lambda e: e["phase"],
            "bid_made": _bid_made,
            "bid_won": lambda e: "changed" if e["changed"] else "same",
            "unit_bid_won": lambda e: "changed" if e["changed"] else "same",
            "order_set": lambda e: "shown" if "value" in e else "hidden",
            "order_shown": _order_shown,
            "volunteers": lambda e: "open" if e["burma_road"] else "closed",
            "moved": lambda e: "by_way" if e["way"][:-1] else "direct",
            "flown": _flown,
            "kamikaze": lambda e: "hits" if e["hit"] else "misses",
            "guns_named": lambda e: "ships" if any(e["ships"].values()) else "none",
            "bombed": lambda e: "paid" if e["economy"] else "unpaid",
            "game_ended": lambda e: ENDS[e["outcome"] - 1],
        },
        choice_forms={
            "bombard": lambda data: "some" if _ships(data) != "nothing" else "none",
            "intercept": lambda data: "some" if data["number"] != "0" else "none",
            "submerge": lambda data: "some" if data["number"] != "0" else "none",
            "take_along": lambda data: "both" if data["allied"] != "0" else "own",
        },
    )


PHRASING = phrasing(Path(__file__).parent / "catalogue.toml")
event_text, choice_text = PHRASING.event, PHRASING.choice

# -- what the terminal needs to know -------------------------------------------------------------------

ALIASES = {"cap": "patrol", "blitz": "move", "sail": "move", "invade": "assault"}
"""Further words for verbs."""


def examples(side: str) -> dict[str, str]:
    """Examples of orders with a verb, as a player may type them."""
    if side == "japan":
        return {"buy": "buy japan transport 2", "move": "move sz20 carrier", "go": "go sz9 2"}
    return {"buy": "buy usa fighter 1", "move": "move sz5 destroyer", "go": "go sz7 2"}


def needs_secrets(view: View) -> bool:
    """Whether the current decision depends on something that others do not see: standing orders or bids."""
    return bool(view["frames"]) and view["frames"][-1]["procedure"] in SECRET


SECRET = ("purchase", "splitting", "standing", "bidding", "unit_bidding")


def story(events: Sequence[Event]) -> Iterator[str]:
    """Events as sentences; events of units that are picked up or will sail are left out, since their moves follow."""
    yield from (event_text(event) for event in events if event["event"] not in ("picked_up", "bound_for", "hit"))


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, story=story)
