"""Guadalcanal for tests: its states, its links, and choices with exactly these dice."""

from typing import ClassVar

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from ironbottom.games.war_in_the_pacific.state import EDGES, LINKS
from tests.games.war_in_the_pacific.battle_states import BattleTestGame

TRUK, RABAUL, KAVIENG, NOUMEA, BRISBANE = "E1602", "E1613", "E1512", "E3231", "E1737"
SANTO, EFATE, SYDNEY, GUADALCANAL, BUNA = "E3324", "E3426", "E1544", "E2519", "E1218"
NORTH, EAST = "north_edge", "east_edge"


class GuadalcanalTestGame(BattleTestGame):
    """Guadalcanal, with procedures that a test opens directly."""

    id, short, title = "guadalcanal_table", "gt", "Guadalcanal on the table"
    scenarios: ClassVar[dict[str, str]] = {"guadalcanal": "Guadalcanal."}
    procedures = tuple(GAME.procedures)


TABLE = GuadalcanalTestGame()


def new_game(**options: str) -> State:
    """The start of Guadalcanal, with no question pending and the Allies as First Player."""
    return new_game_of(TABLE, options)


def new_game_of(game: Game, options: dict[str, str] | None = None) -> State:
    """Guadalcanal at its beginning, in a game that offers the scenario."""
    state = TABLE.set_up(game.rules(options or {}), "guadalcanal")
    state.cells[layout.FIRST_PLAYER] = ALLIES
    return state


def without_links() -> State:
    """Guadalcanal at its beginning, with all merchant shipping out of play and no links."""
    state = new_game()
    clear_links(state)
    return state


def clear_links(state: State) -> None:
    """Takes all links and their ships out of play."""
    for link in range(len(LINKS)):
        state.arrays[layout.LINK_FROM][link] = state.arrays[layout.LINK_TO][link] = 0
    for ship in range(len(SHIPS)):
        state.arrays[layout.SHIP_LINK][ship] = 0


def end(name: str) -> int:
    """An end of a link: a hex or an edge."""
    return links.edge_end(EDGES.index[name]) if name in EDGES.index else links.end_at(NUMBER[name])


def lay(state: State, side: int, start: str, to: str, *ships: str) -> int:
    """Makes a link with these ships on it; returns its number."""
    link = next(n for n in links.links_of(side) if not state.arrays[layout.LINK_FROM][n])
    state.arrays[layout.LINK_FROM][link], state.arrays[layout.LINK_TO][link] = end(start), end(to)
    for ship in ships:
        serve(state, ship, link)
    return link


def serve(state: State, ship: str, link: int) -> None:
    """Makes a ship serve a link, or guard it."""
    layout.ships_in(state.arrays).put(SHIPS.index[ship], -1)
    state.arrays[layout.SHIP_LINK][SHIPS.index[ship]] = link + 1


def moor(state: State, ship: str, hex: str) -> int:
    """Puts a ship into a port."""
    number = SHIPS.index[ship]
    layout.ships_in(state.arrays).put(number, NUMBER[hex])
    state.arrays[layout.FUEL][number] = state.rules.pieces.ships[number].fuel
    return number


def station(state: State, subron: int, hex: str, fleet: int = 0, coastal: int = 0) -> None:
    """Puts a Subron to sea, on station."""
    state.cells[layout.SUBRON_AT + subron] = NUMBER[hex]
    state.cells[layout.SUBRON_FLEET + subron], state.cells[layout.SUBRON_COASTAL + subron] = fleet, coastal
    state.cells[layout.SUBRON_OUT + subron], state.cells[layout.SUBRON_MODE + subron] = 1, layout.ON_STATION


def run(state: State, what: object, *dice: int) -> list[Event]:
    """Runs a function of an execution with exactly these dice."""
    hand = ScriptedDice(dice)
    execution = Execution(state, hand)
    assert callable(what)
    what(execution)
    hand.finish()
    return execution.events
