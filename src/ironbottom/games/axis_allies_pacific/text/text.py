"""Axis & Allies: Pacific in words: the log, the names of the choices, and what the terminal needs to know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ironbottom.engine.rules.features import Wording
from ironbottom.engine.text.sentences import agree, an, count, joined, opening
from ironbottom.games.axis_allies_pacific.state import STANDING
from ironbottom.games.axis_allies_pacific.text.board import board
from ironbottom.games.axis_allies_pacific.text.names import (
    flights,
    its,
    kind,
    place,
    some,
    twice,
    units,
    who,
    who_does,
)

__all__ = ["ALIASES", "TEXT", "board", "examples", "name", "needs_secrets", "story", "tell"]

Told = Mapping[str, Any]

# -- the log -------------------------------------------------------------------------------------------

PHASES = {
    "purchase": "buying",
    "combat_moves": "combat movement",
    "kamikaze": "{its} kamikaze attacks",
    "combat": "{its} battles",
    "regroup": "non-combat movement",
    "placement": "placing units",
    "standing": "{its} standing orders",
    "reinforcing": "placing the units of the bid",
}
ENDS = {
    1: "Japan has enough victory points and wins.",
    2: "The Allies hold Japan itself and win.",
    3: "Japan's production is 9 or less. The Allies win.",
    4: "Japan holds an Allied capital and wins.",
    5: "The last agreed round is over. The game is a draw.",
}


ORDERS = ("order of losses", "order to submerge", "order to intercept")


def _dice(e: Told) -> str:
    return " ".join(map(str, e["dice"]))


def _sent(e: Told) -> str:
    return some(e["number"], e["piece"])


def _they(e: Told, piece: str, verb: str) -> str:
    """So many of a kind, whose they are where that is told, and what they do, with the verb given for one."""
    whose = f" of {who(e['power'])}" if "power" in e else ""
    return f"{opening(some(e['number'], piece))}{whose} {agree(e['number'], verb)}"


def _load(counts: Mapping[str, int], at: str, verb: str) -> str:
    """What goes from ship to shore, and what it does there."""
    return f"{units(counts)} {at}{agree(sum(counts.values()), verb)}"


def _guns_named(e: Told) -> str:
    number = sum(e["ships"].values())
    told = units(e["ships"]) if number else "No ship"
    return f"{told} in {place(e['zone'])} {agree(number or 1, 'bombards')} {place(e['land'])}."


def _zones(e: Told) -> str:
    return joined([place(zone) for zone in e["zones"]])


def _moved(e: Told) -> str:
    way = e["way"][:-1]
    by = f" by way of {joined([place(step) for step in way])}" if way else ""
    return f"{who_does(e['power'], 'moves')} {_sent(e)} from {place(e['origin'])} to {place(e['place'])}{by}."


def _flown(e: Told) -> str:
    purpose = (" to raid" if e["piece"] == "bomber" else " to escort the raid") if e["raid"] else ""
    return f"{who_does(e['power'], 'flies')} {_sent(e)} from {place(e['origin'])} to {place(e['place'])}{purpose}."


def _fired(e: Told) -> str:
    many = some(len(e["dice"]), e["piece"])
    fire = agree(len(e["dice"]), "fires")
    return f"{opening(many)} of {who(e['power'])} {fire} at {e['factor']}: {_dice(e)}, {count(e['hits'], 'hit')}."


def _kamikaze(e: Told) -> str:
    hit = "hits" if e["hit"] else "misses"
    return f"A kamikaze in {place(e['zone'])} rolls {e['die']} and {hit} {an(kind(e['piece']))}."


def _bombed(e: Told) -> str:
    payer = f"{who_does(e['economy'], 'pays')} {e['paid']} IPC" if e["economy"] else "nobody pays"
    return f"Bombs on {place(e['land'])}: {_dice(e)}; {payer}."


def _order_set(e: Told) -> str:
    if "value" not in e:
        return f"{who_does(e['side'], 'changes')} a standing order."
    _, _, values = STANDING[e["order"]]
    return (
        f"{who_does(e['side'], 'changes')} {its(e['side'])} standing {ORDERS[e['order']]}: {values.titles[e['value']]}."
    )


def _order_shown(e: Told) -> str:
    _, _, values = STANDING[e["order"]]
    if values.ids[e["value"]] == "ask":
        return f"{who_does(e['side'], 'has')} no standing {ORDERS[e['order']]}."
    return f"{who_does(e['side'], 'has')} shown {its(e['side'])} standing {ORDERS[e['order']]}."


def _bid_made(e: Told) -> str:
    who_bids = "The Allied player" if e["side"] == "uk" else "Japan's player"
    return f"{who_bids} bids {e['points']}." if "points" in e else f"{who_bids} has bid."


def _bid_won(e: Told) -> str:
    told = f"Japan needs {count(e['points'], 'victory point')}."
    if not e["changed"]:
        return f"{told} The players keep their sides."
    return f"{told} The Allied player bid more and now plays Japan: the players swap sides."


def _unit_bid_won(e: Told) -> str:
    told = f"The Allies get units worth {e['ipc']} IPC."
    if not e["changed"]:
        return f"{told} The players keep their sides."
    return f"{told} Japan's player bid less and now plays the Allies: the players swap sides."


def _retreated(e: Told) -> str:
    return f"{who_does(e['power'], 'retreats')} from {place(e['place'])} to {place(e['to'])}."


def _volunteers(e: Told) -> str:
    road = "open" if e["burma_road"] else "closed"
    return f"China raises {e['number']} infantry; the Burma Road is {road}."


SENTENCES: dict[str, Callable[[Told], str]] = {
    "round_opened": lambda e: f"Round {e['round']}.",
    "turn_opened": lambda e: f"The turn of {who(e['side'])}.",
    "finished": lambda e: f"{who_does(e['side'], 'has')} finished {PHASES[e['phase']].format(its=its(e['side']))}.",
    "bid_made": _bid_made,
    "bids_opened": lambda e: f"The bids: {e['japan']} by Japan's player, {e['allies']} by the Allied player.",
    "bid_won": _bid_won,
    "unit_bid_won": _unit_bid_won,
    "reinforced": lambda e: (
        f"{who_does(e['power'], 'gets')} {some(1, e['kind'])} at {place(e['place'])} for {e['price']} IPC."
    ),
    "pool_split": lambda e: f"The convoy pool: {e['india']} IPC to India, {e['australia']} to Australia.",
    "order_set": _order_set,
    "order_shown": _order_shown,
    "bought": lambda e: f"{who_does(e['economy'], 'buys')} {some(e['number'], e['kind'])} for {e['price']} IPC.",
    "volunteers": _volunteers,
    "patrol_landed": lambda e: (
        f"{some(e['number'], 'cap')} over {place(e['zone'])} {agree(e['number'], 'lands')} at {place(e['place'])}."
    ),
    "patrol_lost": lambda e: (
        f"{some(e['number'], 'cap')} over {place(e['zone'])} {agree(e['number'], 'has')} no place to land: lost."
    ),
    "moved": _moved,
    "picked_up": lambda e: f"{who_does(e['power'], 'orders')} {some(2, e['piece'])[2:]} at {place(e['place'])}.",
    "bound_for": lambda e: f"{_they(e, e['piece'], 'is')} to sail for {place(e['place'])}.",
    "flown": _flown,
    "loaded": lambda e: f"{opening(an(kind(e['unit'])))} boards {an(kind(e['ship']))} in {place(e['zone'])}.",
    "landing_planned": lambda e: f"{units(e['units'])} in {place(e['zone'])} will land at {place(e['land'])}.",
    "unloaded": lambda e: f"{_load(e['units'], '', 'goes')} ashore at {place(e['land'])} from {place(e['zone'])}.",
    "landing_off": lambda e: f"The landing at {place(e['land'])} is called off.",
    "landing_lost": lambda e: (
        f"{_load(e['units'], 'in ' + place(e['zone']) + ' ', 'goes')} down on the way to {place(e['land'])}."
    ),
    "entered": lambda e: f"{who_does(e['power'], 'enters')} {place(e['land'])} unopposed.",
    "convoy_taken": lambda e: f"{who_does(e['side'], 'takes')} the convoy in {place(e['convoy'])}.",
    "convoy_left": lambda e: f"{who_does(e['side'], 'leaves')} the convoy in {place(e['zone'])} alone.",
    "overflown": lambda e: f"AA fire from {place(e['land'])}: {_dice(e)}; {some(e['lost'], e['piece'])} lost.",
    "kamikaze": _kamikaze,
    "battle_opened": lambda e: f"Battle at {place(e['place'])}.",
    "combat_round": lambda e: f"Combat round {e['round']}.",
    "fired": _fired,
    "aa_fired": lambda e: f"AA fire at {place(e['land'])}: {_dice(e)}, {count(e['hits'], 'hit')}.",
    "guns_named": _guns_named,
    "bombarded": lambda e: (
        f"{some(len(e['dice']), e['piece'])} {agree(len(e['dice']), 'bombards')}:"
        f" {_dice(e)}, {count(e['hits'], 'hit')}."
    ),
    "hit": lambda e: f"{opening(an(kind(e['piece'])))} of {who(e['power'])} is hit.",
    "hit_ashore": lambda e: (
        f"{opening(an(kind(e['piece'])))} of {who(e['power'])} that came from the sea is hit, none that came overland."
    ),
    "lost": lambda e: f"{who_does(e['power'], 'loses')} {_sent(e)}.",
    "damaged": lambda e: f"A battleship of {who(e['power'])} is damaged.",
    "submerged": lambda e: f"{_they(e, 'submarine', 'submerges')} in {place(e['zone'])}.",
    "no_deck": lambda e: (
        f"{_they(e, 'fighter', 'loses')} {'its' if e['number'] == 1 else 'their'} deck in {place(e['zone'])}."
    ),
    "diverted": lambda e: f"{_they(e, 'fighter', 'lands')} at {place(e['place'])}.",
    "pressed_on": lambda e: f"The attack at {place(e['place'])} continues.",
    "landing_on": lambda e: f"The landing at {place(e['land'])} goes ahead.",
    "kamikaze_named": lambda e: f"A kamikaze will attack {an(kind(e['piece']))} in {place(e['zone'])}.",
    "not_met": lambda e: f"No fighter intercepts the raid on {place(e['land'])}.",
    "retreated": _retreated,
    "broke_off": lambda e: f"The aircraft at {place(e['place'])} withdraw.",
    "battle_ended": lambda e: f"The battle at {place(e['place'])} is over.",
    "intercepted": lambda e: f"{_they(e, 'fighter', 'intercepts')} the raid.",
    "bombed": _bombed,
    "vp_lost": lambda e: f"Japan loses {count(e['points'], 'victory point')}.",
    "captured": lambda e: f"{place(e['land'])[:1].upper()}{place(e['land'])[1:]} is now held by {who(e['holder'])}.",
    "purse_taken": lambda e: f"{who_does(e['taker'], 'takes')} {e['ipc']} IPC from {who(e['economy'])}.",
    "aircraft_landed": lambda e: f"{_they(e, e['piece'], 'lands')} at {place(e['place'])}.",
    "aircraft_lost": lambda e: (
        f"{_sent(e)} of {who(e['power'])} over {place(e['place'])} cannot land and {agree(e['number'], 'is')} lost."
    ),
    "patrol_sent": lambda e: (
        f"{some(e['number'], 'fighter')} from {place(e['land'])} {agree(e['number'], 'patrols')} {place(e['zone'])}."
    ),
    "placed": lambda e: f"{who_does(e['economy'], 'places')} {some(e['number'], e['kind'])} at {place(e['place'])}.",
    "refunded": lambda e: f"{who_does(e['economy'], 'gets')} {e['price']} IPC back for {some(e['number'], e['kind'])}.",
    "surfaced": lambda e: f"Submarines surface in {_zones(e)}.",
    "righted": lambda e: f"Battleships are repaired in {_zones(e)}.",
    "collected": lambda e: f"{who_does(e['economy'], 'collects')} {e['ipc']} IPC.",
    "pool_collected": lambda e: f"The convoy pool brings {e['ipc']} IPC.",
    "points_scored": lambda e: f"Japan scores {count(e['points'], 'victory point')}: {e['total']} in total.",
    "game_ended": lambda e: ENDS[e["outcome"]],
}


def tell(event: Told) -> str:
    """An event, as told to somebody, in a readable sentence."""
    return SENTENCES[event["event"]](event)


def both(part: str) -> str:
    """A part of a load in words.

    >>> both("infantry"), both("infantry_infantry"), both("aa_gun")
    ('infantry', '2 infantry', 'AA gun')
    """
    return twice(part.replace("aa_gun", "AA gun").replace("_", " and "))


def _guns(destroyers: int, battleships: int) -> str:
    """The ships that bombard.

    >>> _guns(1, 0), _guns(2, 1)
    ('Bombard with 1 destroyer', 'Bombard with 2 destroyers and 1 battleship')
    """
    number = destroyers + battleships
    named = units({ship: n for ship, n in (("destroyer", destroyers), ("battleship", battleships)) if n})
    return f"Bombard with {named}" if number else "Do not bombard"


ORDER = {name: words for (name, _, _), words in zip(STANDING, ORDERS, strict=True)}


# -- the choices -----------------------------------------------------------------------------------------

CHOICES: dict[str, Callable[..., str]] = {
    "bid": lambda points: f"Bid {count(int(points), 'victory point')} for Japan",
    "bid_ipc": lambda ipc: f"Bid units worth {ipc} IPC for the Allies",
    "reinforce": lambda power, piece, at: f"Add {some(1, piece)} of {who(power)} at {place(at)}",
    "split": lambda india: f"{india} IPC of the pool to India, the rest to Australia",
    "buy": lambda economy, piece, number: f"Buy {some(int(number), piece)} for {who(economy)}",
    "standing_order": lambda order, value: f"Standing {ORDER[order]}: {value.replace('_', ' ')}",
    "done": lambda: "Done",
    "finish": lambda: "Finish",
    "land_cap": lambda at, number: f"Land {some(int(number), 'fighter')} at {place(at)}",
    "move": lambda at, piece: f"Move {some(2, piece)[2:]} at {place(at)}",
    "move_chinese": lambda at, piece: f"Move Chinese {some(2, piece)[2:]} in {place(at)}",
    "go_on": lambda at, piece: f"Go on with {some(2, piece)[2:]} at {place(at)}",
    "go": lambda to, number: f"Send {number} to {place(to)}",
    "take_along": lambda own, allied: (
        f"{opening(count(int(own), 'fighter'))} {agree(int(own), 'sails')} along"
        + (f", and {count(int(allied), 'allied fighter')}" if allied != "0" else "")
    ),
    "fly": lambda to, task, number: f"Send {number} to {place(to)} to {task}",
    "fly_around": lambda to, task, number: f"Send {number} to {place(to)} past fewer AA guns to {task}",
    "load": lambda zone, ship, land, unit: f"Load {kind(unit)} from {place(land)} on {kind(ship)}, {place(zone)}",
    "board": lambda zone, ship, land, unit: f"Load {kind(unit)} from {place(land)} on an allied {kind(ship)}",
    "disembark": lambda zone, ship, land, part: f"Unload {both(part)} from an allied {kind(ship)} at {place(land)}",
    "storm": lambda zone, ship, land, part: f"Land {both(part)} from an allied {kind(ship)} at {place(land)}",
    "bombard": lambda destroyers, battleships: _guns(int(destroyers), int(battleships)),
    "assault": lambda zone, ship, land, part: f"Land {both(part)} from a {kind(ship)} at {place(land)}",
    "unload": lambda zone, ship, land, part: f"Unload {both(part)} from a {kind(ship)} at {place(land)}",
    "seize": lambda zone, ship: f"Take the convoy in {place(zone)} with a {kind(ship)}",
    "land": lambda at, aircraft, to, number: f"Land {flights(int(number), aircraft)} from {place(at)} at {place(to)}",
    "patrol": lambda land, zone, number: f"Patrol {place(zone)} with {some(int(number), 'fighter')} from {place(land)}",
    "place": lambda economy, piece, land, at, number: f"Place {some(int(number), piece)} at {place(at)}",
    "embark": lambda land, zone, number: f"Put {some(int(number), 'fighter')} aboard in {place(zone)}",
    "kamikaze": lambda zone, piece: f"Kamikaze at {an(kind(piece))} in {place(zone)}",
    "fight": lambda at: f"Fight at {place(at)}",
    "raid": lambda land: f"Raid {place(land)}",
    "go_ashore": lambda: "Land as planned",
    "abandon": lambda land, part: f"Give up the landing of {both(part)} at {place(land)}",
    "call_off": lambda: "Call off the landing",
    "submerge": lambda number: f"Submerge {some(int(number), 'submarine')}" if number != "0" else "Submerge none",
    "lose": lambda power, piece: f"{who_does(power, 'loses')} {some(1, piece)}",
    "lose_landed": lambda power, piece: f"{who_does(power, 'loses')} {some(1, piece)} that landed",
    "cheapest_first": lambda: "Lose the cheapest first",
    "intercept": lambda number: (
        f"Intercept with {some(int(number), 'fighter')}" if number != "0" else "Do not intercept"
    ),
    "intercept_with": lambda power, number: f"Intercept with {some(int(number), 'fighter')} of {who(power)}",
    "divert": lambda land, number: f"Land {some(int(number), 'fighter')} at {place(land)}",
    "take_convoy": lambda: "Take the convoy",
    "leave_convoy": lambda: "Leave the convoy",
    "retreat": lambda to: f"Retreat to {place(to)}",
    "break_off": lambda: "Withdraw aircraft",
    "press_on": lambda: "Press on",
    "name_holder": lambda holder: f"Give it to {who(holder)}",
}


def name(action: Sequence[str]) -> str:
    """An action in words, for a button or a line in a list.

    >>> name(("go", "sz20", "2")), name(("buy", "india", "infantry", "3"))
    ('Send 2 to sea zone 20', 'Buy 3 infantry for India')
    """
    return CHOICES[action[0]](*action[1:])


# -- what the terminal needs to know -------------------------------------------------------------------

ALIASES = {"cap": "patrol", "blitz": "move", "sail": "move", "invade": "assault"}
"""Further words for verbs."""


def examples(side: str) -> dict[str, str]:
    """How an order of a verb may be typed."""
    if side == "japan":
        return {"buy": "buy japan transport 2", "move": "move sz20 carrier", "go": "go sz9 2"}
    return {"buy": "buy usa fighter 1", "move": "move sz5 destroyer", "go": "go sz7 2"}


def needs_secrets(view: Told) -> bool:
    """Whether the decision at hand is made with something that others do not see: standing orders, and bids."""
    return bool(view["frames"]) and view["frames"][-1]["procedure"] in SECRET


SECRET = ("purchase", "splitting", "standing", "bidding", "unit_bidding")


def story(events: Sequence[Told]) -> Iterator[str]:
    """Events as sentences; that units were picked up, or are to sail, goes without saying, for then they move."""
    yield from (tell(event) for event in events if event["event"] not in ("picked_up", "bound_for", "hit"))


TEXT = Wording(board, aliases=ALIASES, examples=examples, needs_secrets=needs_secrets, story=story)
