"""The bot's landings in the advanced game of Midway: late, on several of the Aleutians, and on Midway if possible.

Troops without supply surrender (24.8), and the third hit in a Game-Turn removes a step (31.1). A battalion that lands
in the first week is therefore lost before the last one, in which the objectives are counted (42.43).
"""

from __future__ import annotations

from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.bot.observation import STANDS_OFF, Observation
from ironbottom.games.war_in_the_pacific.derived.ground_stacks import strength
from ironbottom.games.war_in_the_pacific.grid import GRID
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import objectives

LANDS_WITH = 1
"""42.43 Troops sail for the Aleutians when this many Game-Turns are left: one for bad weather, and one to land."""
TOO_FAR = 40
"""10.3 Troops farther than this from the Aleutians sail earlier, to the port nearest to them."""
TOO_STRONG = 9
"""24.2 A garrison of this strength cannot be taken with the troops that Japan has transports for."""


def to_plan(observation: Observation) -> list[int]:
    """42.64 The hexes for which Japan writes plans: always the same, so that no card of a plan reveals its objectives.

    The islands without enemy troops come first; the others are the possible objectives.
    """
    single = [min(hexes) for hexes in objectives.hexes_of_each(observation.pieces) if len(hexes) == 1]
    return [*undefended(observation), *single]


def undefended(observation: Observation) -> list[int]:
    """42.43 The Aleutians without enemy troops, first those without Japanese troops, then those nearest to Japan's
    ports.
    """
    free = [hex for hex in observation.islands if not strength(observation.state, ALLIES, hex)]
    return sorted(
        free, key=lambda hex: (strength(observation.state, observation.number, hex), to_port(observation, hex))
    )


def to_port(observation: Observation, hex: int) -> tuple[int, int]:
    """The distance of a hex from the side's nearest port, then its number."""
    return min([GRID.distance(hex, port) for port in observation.ports], default=0), hex


def open_islands(observation: Observation) -> list[int]:
    """42.64, 16.4 The Aleutians where Japan may land, because it has planned to or holds them; those without enemy
    ships come first.
    """
    may = [hex for hex in undefended(observation) if hex in observation.planned or observation.controls(hex)]
    return sorted(may, key=lambda hex: has_enemy_near(observation, hex))


def has_enemy_near(observation: Observation, hex: int) -> bool:
    """16.4 Whether enemy ships are reported near a hex."""
    return any(GRID.distance(hex, there) < STANDS_OFF for there in enemy_hexes(observation))


def enemy_hexes(observation: Observation) -> list[int]:
    """8.31 The reported hexes of enemy forces, including those in storms."""
    first = len(FORCES) // 2 * (1 - observation.number)
    found = [n for n in range(first, first + len(FORCES) // 2) if layout.in_contact(observation.cells, n)]
    return [hex for hex in map(observation.where, found) if hex >= 0]


def is_guarded(observation: Observation, start: int, to: int) -> bool:
    """16.4, 47.1 Whether enemy ships are reported near the route between two hexes: transports are worth
    many points.
    """
    longest = GRID.distance(start, to) + 2 * STANDS_OFF
    return any(GRID.distance(start, hex) + GRID.distance(hex, to) < longest for hex in enemy_hexes(observation))


def holds_island(observation: Observation) -> bool:
    """42.43 Whether Japan has troops on one of the Aleutians."""
    return any(strength(observation.state, observation.number, hex) for hex in observation.islands)


def can_take_prize(observation: Observation) -> bool:
    """42.43, 24.2 Whether the Primary objective is a planned hex with a garrison that is not too strong."""
    hex = observation.prize
    held = hex in observation.islands or observation.controls(hex) or hex not in observation.planned
    return not held and strength(observation.state, ALLIES, hex) < TOO_STRONG


def place_to_land(observation: Observation, force: int) -> int:
    """42.43, 42.64 Where a landing force goes: to the Primary objective or an island, whichever is nearer; until it is
    time to land, to the port nearest to that island. Each force takes a different island. One landing is enough, so
    forces sail past enemy ships only in the last Game-Turn, and only if no other force has landed.
    """
    hex, islands = observation.hex_of(force), open_islands(observation)
    near = min([GRID.distance(hex, to) for to in islands], default=len(GRID))
    if can_take_prize(observation) and GRID.distance(hex, observation.prize) <= near:
        return observation.prize
    home = observation.home(min(islands, default=hex), len(observation.ships(force)))
    if not islands or observation.turns_left > LANDS_WITH:
        return home
    safe = [to for to in islands if not is_guarded(observation, hex, to)]
    if not safe and (observation.turns_left or holds_island(observation)):
        return home
    islands = safe or islands
    landing = sorted(each for each in observation.all_forces() if observation.task(each) == "landing")
    return islands[landing.index(force) % len(islands)] if force in landing else islands[0]


def waits_to_land(observation: Observation, hex: int) -> bool:
    """42.43 Whether laden transports stay in port, because it is too early to sail and the islands are near enough."""
    if not observation.ranks_objectives or observation.turns_left <= LANDS_WITH:
        return False
    islands = open_islands(observation)
    near = min([GRID.distance(hex, to) for to in islands], default=TOO_FAR)
    return near < TOO_FAR and not (can_take_prize(observation) and GRID.distance(hex, observation.prize) <= near)
