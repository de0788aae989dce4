"""Actions on links and at Guadalcanal as positions: submarines, escorts, raids, strikes, a bombardment (13.6, 15.5)."""

from __future__ import annotations

from functools import cache

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import flight_duties, strike_targets
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, FORCES, IN_FORCE, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.air import waves
from ironbottom.games.war_in_the_pacific.rules.air.interception import MEDIUM
from ironbottom.games.war_in_the_pacific.rules.air.strikes import Strikes
from ironbottom.games.war_in_the_pacific.rules.air_units import flights
from ironbottom.games.war_in_the_pacific.rules.merchant.raids_on_links import LinkRaids
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.submarines import attacks_on_links
from tests.games.war_in_the_pacific.battle_states import find_events
from tests.games.war_in_the_pacific.guadalcanal_states import (
    EAST,
    GUADALCANAL,
    NORTH,
    NOUMEA,
    RABAUL,
    TRUK,
    clear_links,
    lay,
    new_game_of,
    serve,
    station,
)
from tests.games.war_in_the_pacific.historical_actions import Famous, Figure

BOATS = 6
"""13.1 The Sub Points of an attack."""
ALLIED_SUBRON, JAPANESE_SUBRON = layout.SUBRONS_A_SIDE, 0
BOMBARDING, RAIDING, FORCE = ("jp_bc1", "jp_bc4"), ("jp_ca1", "jp_ca2"), "japan_1"
"""Kongo and Haruna, two heavy cruisers, and the number of their Task Force."""
MORESBY = "E1419"
BASED = 6
"""The points of SBD on the ground at the airfield."""


def empty_links() -> State:
    """Guadalcanal at its beginning, without links."""
    state = new_game_of(GAME)
    clear_links(state)
    return state


# -- positions -------------------------------------------------------------------------------------------------


@cache
def boats_off_truk() -> State:
    """A U.S. Subron off Truk, on a link of two merchant units with one escort."""
    state = empty_links()
    serve(state, "jp_de1", lay(state, JAPAN, TRUK, NORTH, "jp_ms1", "jp_ms2"))
    station(state, ALLIED_SUBRON, "E1603", fleet=BOATS)
    state.cells[layout.SUBRON_READY + ALLIED_SUBRON] = BOATS
    return state


@cache
def boats_off_noumea() -> State:
    """A Japanese Subron off Noumea, on a link of two merchant units with three escorts."""
    state = empty_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    for escort in ("us_de1", "us_de2", "us_de3"):
        serve(state, escort, link)
    station(state, JAPANESE_SUBRON, NOUMEA, fleet=BOATS)
    state.cells[layout.SUBRON_READY + JAPANESE_SUBRON] = BOATS
    return state


@cache
def cruisers_on_the_line() -> State:
    """Two heavy cruisers on Raid in a hex of a link, out of range of searching aircraft."""
    state = empty_links()
    link = lay(state, ALLIES, NOUMEA, EAST, "us_ms1", "us_ms2")
    put_at_sea(state, links.path_of(state, link)[2], "raid", *RAIDING)
    return state


@cache
def bettys_over_a_convoy() -> State:
    """A point of Betty from Rabaul with torpedoes over the link of Port Moresby, without escorts and cover."""
    state = empty_links()
    link = lay(state, ALLIES, MORESBY, NOUMEA, "us_ms1", "us_ms2")
    hex, base, stack = links.path_of(state, link)[1], BASE_AT[NUMBER[RABAUL]], STACKS.index["betty_trained"]
    wave = waves.begin_wave(state, JAPAN, waves.Aim(hex, strike_targets.LINK, MEDIUM, link=link))
    state.arrays[layout.AIR][base * len(STACKS) + stack] = 1
    flights.launch(state, JAPAN, flights.Sortie(base, stack, flight_duties.TORPEDO, wave=wave, over=hex), 1)
    return state


@cache
def battleships_off_the_airfield() -> State:
    """14 October 1942: two battleships off the airfield, whose aircraft are on the ground."""
    state = empty_links()
    hex = NUMBER[GUADALCANAL]
    base = BASE_AT[hex]
    state.arrays[layout.CONTROL][hex] = ALLIES
    state.arrays[layout.LEVEL][base], state.arrays[layout.HURT][base] = 2, 0
    for stack in range(len(STACKS)):
        state.arrays[layout.AIR][base * len(STACKS) + stack] = 0
    state.arrays[layout.AIR][base * len(STACKS) + STACKS.index["sbd_trained"]] = BASED
    put_at_sea(state, hex, "bombardment", *BOMBARDING)
    return state


def put_at_sea(state: State, hex: int, mission: str, *ships: str) -> None:
    """A Japanese force under way with undamaged ships and full tanks."""
    force = FORCES.index[FORCE]
    state.cells[layout.FORCE_AT + force] = hex
    state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index[mission]
    state.cells[layout.FORCE_ACTIVE + force] = 1
    for ship in ships:
        number = SHIPS.index[ship]
        layout.ships_in(state.arrays).put(number, IN_FORCE + force)
        state.arrays[layout.DAMAGE][number] = 0
        state.arrays[layout.FUEL][number] = state.rules.pieces.ships[number].fuel


# -- play --------------------------------------------------------------------------------------------------------


def link_in_use(state: State) -> int:
    """The only link."""
    (link,) = [link for side in (JAPAN, ALLIES) for link in links.in_use(state, side)]
    return link


def attack_with_boats(state: State, subron: int, seed: int) -> list[float]:
    """All points of the Subron attack the link, and its escorts hunt."""
    link = link_in_use(state)
    attacks_on_links.attack_a_link(Execution(state, SeededDice(seed)), subron, link)
    return [state.arrays[layout.LINK_LOST][link], BOATS - state.cells[layout.SUBRON_FLEET + subron]]


def play_off_truk(state: State, seed: int) -> list[float]:
    """The U.S. Subron attacks."""
    return attack_with_boats(state, ALLIED_SUBRON, seed)


def play_off_noumea(state: State, seed: int) -> list[float]:
    """The Japanese Subron attacks."""
    return attack_with_boats(state, JAPANESE_SUBRON, seed)


def played(state: State, procedure: LinkRaids | Strikes, seed: int) -> list[Event]:
    """Plays a procedure up to its first question."""
    execution = Execution(state, SeededDice(seed))
    state.stack = (*state.stack, procedure)
    run(execution)
    return execution.events


def play_raid(state: State, seed: int) -> list[float]:
    """The cruisers look for the ships of the link for one impulse."""
    return [len(find_events(played(state, LinkRaids(1, -1, -1, 0, 0, 0), seed), "link_raided"))]


def play_bettys(state: State, seed: int) -> list[float]:
    """The wave strikes."""
    played(state, Strikes(JAPAN), seed)
    return [state.arrays[layout.LINK_LOST][link_in_use(state)]]


def play_bombardment(state: State, seed: int) -> list[float]:
    """The battleships bombard the airfield."""
    execution = Execution(state, SeededDice(seed))
    bombardment.bombard(execution, FORCES.index[FORCE], bombardment.AIRBASE)
    base = BASE_AT[NUMBER[GUADALCANAL]]
    return [state.arrays[layout.HURT][base], BASED - layout.points_at(state.arrays, base)]


ON_LINKS = (
    Famous(
        "U.S. submarines off Truk, 6 Sub Points on a link with one escort",
        boats_off_truk,
        play_off_truk,
        (Figure("levels of shipping lost", 1.00, "little in 1942"), Figure("Sub Points lost", 0.17, "few")),
    ),
    Famous(
        "Japanese submarines off Noumea, 6 Sub Points on a link with three escorts",
        boats_off_noumea,
        play_off_noumea,
        (Figure("levels of shipping lost", 0.17, "little"), Figure("Sub Points lost", 0.50, "few")),
    ),
    Famous(
        "Two heavy cruisers raid a link for an impulse",
        cruisers_on_the_line,
        play_raid,
        (Figure("ships of the link found", 0.33, "never tried"),),
    ),
    Famous(
        "A point of Betty with torpedoes over the link of Port Moresby",
        bettys_over_a_convoy,
        play_bettys,
        (Figure("levels of shipping lost", 2.97, "few"),),
    ),
    Famous(
        "Kongo and Haruna off Henderson Field, 14 October 1942",
        battleships_off_the_airfield,
        play_bombardment,
        (Figure("Levels damaged", 0.83, "closed for a day"), Figure("points lost on the ground of 6", 0.50, "half")),
    ),
)
"""What the scenarios with links can set up."""
