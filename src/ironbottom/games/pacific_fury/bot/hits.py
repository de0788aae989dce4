"""The value of ships to the ensign, and where it puts its hits (10.7)."""

from __future__ import annotations

from itertools import accumulate

from ironbottom.engine.cache import cached
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.games.pacific_fury.bot.observation import Observation, bits_of
from ironbottom.games.pacific_fury.information.view_types import GameFrame
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import CARRIERS, EXPRESS, TRANSPORTS, TURNS, UNITS, UNITS_OF_SIDE
from ironbottom.games.pacific_fury.rules.hits import return_turn
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.odds.distributions import Distribution, expected, mean

# The ensign scores in spaces of the initiative marker: one space is one.
GUN_HIT_A_TURN = 0.03
"""The value of a ship for each hit that it scores on average, and each turn in which it can still score."""
PLANE_HIT_A_TURN = 0.06
"""The value of a carrier in the same terms: it chooses its targets and is seldom fired at."""
REMOVED = 0.02
"""The value of removing a ship from the map for the rest of this turn."""
LAND_NO_MORE, SUNK_AT_SEA = 0.5, 1.0
"""The value of sinking Transports: they cannot land any more, and if the field is disrupted the marker moves
(11.0.c).
"""
AFTER_THE_WAR = 0.1
"""The number of turns after turn 4 that a sunk ship counts as missing: no such turns exist, but of two equal choices
the choice that sinks more ships is better.
"""


def worth_per_turn(observation: Observation, unit: int) -> float:
    """The value of ships: the hits that they score in a turn."""
    return _worth_a_turn(observation.rules, unit)


@cached(1024)
def _worth_a_turn(rules: Rules, unit: int) -> float:
    pieces = rules.pieces
    scored = mean(odds.shot(pieces.combat[unit]))
    return scored * (PLANE_HIT_A_TURN if CARRIERS >> unit & 1 else GUN_HIT_A_TURN)


def worth_of_hits(observation: Observation, unit: int) -> tuple[float, ...]:
    """The value of 0, 1, 2 … hits on a unit: it leaves the map, and misses turns or sinks (10.7.c, 10.7.e)."""
    return _worth_of_hits(observation.rules, unit, observation.turn, observation.operational)


@cached(4096)
def _worth_of_hits(rules: Rules, unit: int, turn: int, operational: bool) -> tuple[float, ...]:
    if (TRANSPORTS | EXPRESS) >> unit & 1:
        return (0.0, LAND_NO_MORE if operational else LAND_NO_MORE + SUNK_AT_SEA)
    pieces = rules.pieces
    worth = _worth_a_turn(rules, unit)
    side = 0 if UNITS_OF_SIDE[0] >> unit & 1 else 1
    row = [0.0]
    for hits in range(1, pieces.defence[unit] + 2):
        sinks = odds.sink_probability(pieces, unit, hits)
        back = return_turn(side, turn, hits)
        missed = back - turn - 1 if back else TURNS - turn
        row.append(REMOVED + worth * (sinks * (TURNS - turn + AFTER_THE_WAR) + (1 - sinks) * missed))
    return tuple(row)


def damage(observation: Observation, fire: Distribution, units: int, unknown: int = 0) -> float:
    """The score of a round of fire whose hits are distributed in the best way; unknown units count as typical."""
    return _damage(observation.rules, observation.turn, observation.operational, fire, units, unknown)


@cached(16384)
def _damage(rules: Rules, turn: int, operational: bool, fire: Distribution, units: int, unknown: int) -> float:
    rows = [_worth_of_hits(rules, unit, turn, operational) for unit in members(units)]
    rows += [(0.0, REMOVED + GUN_HIT_A_TURN * (TURNS - turn) / 2)] * unknown
    return expected(fire, odds.best_spread(rows, len(fire) - 1).__getitem__)


# -- 10.7.a The distribution of the hits ---------------------------------------------------------------


def assign_hits(observation: Observation, frame: GameFrame, offered: list[Action]) -> list[Action]:
    """Assigns hits for the highest total score; against a screen that shields Transports, it assigns them one at a
    time.
    """
    pool = frame["pools"][0]
    targets = bits_of(pool["units"])
    open_now = bits_of([action[1] for action in offered])
    shielded = targets & ~open_now
    assigned = {UNITS.index[unit]: hits for unit, hits in frame["assigned"].items()}
    if shielded:
        return [hit_screen_first(observation, open_now, assigned, pool["hits"])]
    return best_distribution(observation, open_now, assigned, pool["hits"])


def hit_screen_first(observation: Observation, open_now: int, assigned: dict[int, int], hits: int) -> Action:
    """Hits the whole screen first if there are enough hits: then Transports can be hit (10.7.b)."""
    unhit = [unit for unit in members(open_now) if unit not in assigned]
    if unhit and hits > len(unhit):
        return ("hit", UNITS.ids[unhit[0]])
    return best_distribution(observation, open_now, assigned, hits)[0]


def best_distribution(observation: Observation, targets: int, assigned: dict[int, int], hits: int) -> list[Action]:
    """The hits, one by one, in the best distribution in addition to those already assigned."""
    known = tuple(assigned.items())
    return list(_spread(observation.rules, observation.turn, observation.operational, targets, known, hits))


@cached(4096)
def _spread(
    rules: Rules, turn: int, operational: bool, targets: int, known: tuple[tuple[int, int], ...], hits: int
) -> tuple[Action, ...]:
    units, assigned = members(targets), dict(known)
    rows = [
        score_of_further_hits(_worth_of_hits(rules, unit, turn, operational), assigned.get(unit, 0)) for unit in units
    ]
    tables = [*accumulate(rows, odds.with_one_more_unit, initial=[0.0] * (hits + 1))]
    actions: list[Action] = []
    left = hits
    for place in range(len(units) - 1, -1, -1):
        row, before = rows[place], tables[place]
        here = max(range(min(left, len(row) - 1) + 1), key=lambda n: row[n] + before[left - n])
        actions += [("hit", UNITS.ids[units[place]])] * here
        left -= here
    # Hits beyond the number that scores anything must still be assigned (10.7.a).
    return tuple(actions + [("hit", UNITS.ids[units[-1]])] * left)


def score_of_further_hits(row: tuple[float, ...], hits: int) -> tuple[float, ...]:
    """The score of further hits on a unit that already has some.

    >>> score_of_further_hits((0.0, 1.0, 4.0), 1)
    (0.0, 3.0)
    """
    reached = row[min(hits, len(row) - 1)]
    return tuple(worth - reached for worth in row[min(hits, len(row) - 1) :])


def best_carrier(observation: Observation, offered: list[Action]) -> Action:
    """7.2.c The most valuable of the sunk carriers returns; among equals, the hardest to sink."""
    pieces = observation.pieces

    def worth(action: Action) -> tuple[float, int]:
        unit = UNITS.index[action[1]]
        return pieces.planes[unit] * worth_per_turn(observation, unit), pieces.defence[unit]

    return max(offered, key=worth)
