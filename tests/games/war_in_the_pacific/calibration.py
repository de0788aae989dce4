"""Famous actions as positions, played often: ``python -m tests.games.war_in_the_pacific.calibration --times 1000``.

Each position is laid out once, then played with other dice so many times, every choice through the referee's offers.
The means are printed with their standard errors beside what the tables gave by themselves when they were made, and
beside history.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import fmean, stdev

from ironbottom.engine.dice import SeededDice
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules import aiming
from ironbottom.games.war_in_the_pacific.rules.damage import FLOATS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_table as table
from tests.games.war_in_the_pacific.air_table import FAIR, act
from tests.games.war_in_the_pacific.table import put_force

OCTOBER_1944 = "4/11/44"
SIBUYAN = ("jp_bb8", "jp_bb7", "jp_bb5", "jp_ca5", "jp_bc1")
ENGANO = ("jp_cv5", "jp_cvl3", "jp_cvl6", "jp_cvl7")
HEAVY_CRUISERS = ("jp_ca1", "jp_ca2", "jp_ca3", "jp_ca4", "jp_ca6", "jp_ca7")
DESTROYERS = ("jp_dd1", "jp_dd2", "jp_dd3", "jp_dd4", "jp_dd5")
DECKS = ("us_cv2", "us_cv3", "us_cv6", "us_cv8")
FLEET, TASK_FORCE, AT, FROM = "japan_1", "allies_1", "F1230", "F1628"
FOUND_BY_NOBODY = (1, 1)
"""8.2 Dice with which the Japanese cruisers do not find the carriers."""
TORPEDO_PLANES_FIRST = "7.5: in the public order the fire hits torpedo planes first; the tables alone drew by lot"
FIRE_FALLS_OFF = "7.5: ships that sank fire no more; the tables alone kept their fire"
LEAST_ERROR = 0.02
"""A mean that the tables gave is itself known no better than this."""

Aimed = Callable[[dict[tuple[str, str], int]], list[tuple[str, ...]]]
"""Which points go for which ship: by stack and Role those that came through, then ship, stack, Role and points."""


@dataclass(frozen=True)
class Figure:
    """What is counted of an action: its name, what the tables gave by themselves, what happened, how it leans."""

    name: str
    by_tables: float
    history: str
    leans: str = ""
    """Why the referee gives less, where it does."""


@dataclass(frozen=True)
class Famous:
    """An action: its title, its position, how it is played, and what is counted of it."""

    title: str
    laid_out: Callable[[], State]
    play: Callable[[State, int], list[float]]
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Mean:
    """The mean of a figure over all games, and its standard error."""

    figure: Figure
    mean: float
    error: float

    @property
    def agrees(self) -> bool:
        """Whether it lies within three standard errors of what the tables gave."""
        return abs(self.mean - self.figure.by_tables) <= 3 * max(self.error, LEAST_ERROR)


# -- positions -------------------------------------------------------------------------------------------------


def carriers_off(fleet: tuple[str, ...], points: dict[str, dict[str, int]]) -> State:
    """A Japanese fleet in October 1944 in contact by a true report, within range of four carriers; nobody covers it."""
    state = table.midway()
    table.nobody_flies(state)
    state.cells[places.TURN] = turn_number(OCTOBER_1944)
    put_force(state, FLEET, AT, *fleet)
    put_force(state, TASK_FORCE, FROM, *DECKS)
    for ship in (*fleet, *DECKS):
        for numbers in (places.DAMAGE, places.REPAIR_LEFT, places.SLOWED, places.DECK_SHUT):
            state.arrays[numbers][SHIPS.index[ship]] = 0
        state.arrays[places.FUEL][SHIPS.index[ship]] = 30
    for deck, aboard in points.items():
        table.park(state, deck, **aboard)
    table.contact(state, FLEET, AT)
    table.start(state, *FAIR, 3)
    act(state, "japan", "done")
    act(state, "allies", "done", dice=FOUND_BY_NOBODY)
    return state


@cache
def sibuyan_sea() -> State:
    """24 October 1944: the centre force with the fire of six cruisers and five destroyers."""
    groups = {deck: {"sbc_carrier": 3, "tbf_carrier": 3} for deck in DECKS}
    return carriers_off((*SIBUYAN, *HEAVY_CRUISERS, *DESTROYERS), groups)


@cache
def cape_engano() -> State:
    """25 October 1944: four carriers with the fire of five cruisers and four destroyers."""
    groups = {deck: {"sbc_carrier": 3, "tbf_carrier": 3} for deck in DECKS}
    return carriers_off((*ENGANO, *HEAVY_CRUISERS[:5], *DESTROYERS[:4]), groups)


# -- how they are played -----------------------------------------------------------------------------------------


def level(state: State, ship: str) -> int:
    """The damage of a ship; sunk counts five."""
    return min(state.arrays[places.DAMAGE][SHIPS.index[ship]], FLOATS + 1)


def out(state: State, ships: tuple[str, ...]) -> int:
    """How many ships have sunk."""
    return sum(level(state, ship) > FLOATS for ship in ships)


def lost_in(events: list[tuple[int, ...]]) -> float:
    """The air points that anti-aircraft fire shot down."""
    kinds = {kind.number: kind for kind in log.KINDS_OF_EVENT}
    told = [kinds[event[0]].told(event, 0b10) for event in events]
    return float(sum(event["lost"] for event in told if event is not None and event["event"] == "flak"))


def ordered(state: State, waves: list[list[tuple[str, str, str, str]]]) -> None:
    """The waves are filled and wait for their turn."""
    for wave in waves:
        act(state, "allies", "strike", FLEET)
        for sent in wave:
            act(state, "allies", "send", *sent)
        act(state, "allies", "fly")


def flown(state: State, dice: SeededDice, aimed: Aimed) -> float:
    """All waves strike, one after the other; ``aimed`` says of those that came through which go for which ship."""
    events: list[tuple[int, ...]] = []
    while (open_now := state.decisions()) and open_now[0].procedure.name != "transfers":
        side, name = open_now[0].side, open_now[0].procedure.name
        if name == "declaring":
            events += chosen(state, side, ("done",), dice)
            continue
        for ship, stack, role, points in aimed(came_through(state)):
            events += chosen(state, side, ("allot", ship, stack, role, points), dice)
        events += chosen(state, side, ("drop",), dice)
    return lost_in(events)


def chosen(state: State, side: str, action: tuple[str, ...], dice: SeededDice) -> list[tuple[int, ...]]:
    """A choice is made that is offered."""
    refusal = state.why_not(side, action)
    assert refusal is None, refusal.message
    return list(state.apply(side, action, dice))


def came_through(state: State) -> dict[tuple[str, str], int]:
    """The points of the wave that aims now which came through anti-aircraft fire, by stack and Role."""
    here = state.stack[-1]
    assert isinstance(here, aiming.Aiming)
    left = aiming.left_of(state, ALLIES, here.wave, here.loads)
    return {(STACKS.ids[stack], places.DUTIES.ids[role]): points for (stack, role), points in left.items()}


def play_sibuyan(state: State, seed: int) -> list[float]:
    """Four times a wave of four points at the flagship, and one of two at another ship."""
    source, waves = random.Random(seed), []
    for deck in DECKS:
        waves.append([(deck, "sbc_carrier", "bomb", "2"), (deck, "tbf_carrier", "torpedo", "2")])
        waves.append([(deck, "sbc_carrier", "bomb", "1"), (deck, "tbf_carrier", "torpedo", "1")])
    ordered(state, waves)
    turn = 0

    def aimed(there: dict[tuple[str, str], int]) -> list[tuple[str, ...]]:
        nonlocal turn
        main = next(ship for ship in SIBUYAN if level(state, ship) <= FLOATS)
        others = [ship for ship in SIBUYAN[1:] if level(state, ship) <= FLOATS]
        target = source.choice(others) if turn % 2 and others else main
        turn += 1
        return [(target, stack, role, str(points)) for (stack, role), points in there.items()]

    lost = flown(state, SeededDice(seed), aimed)
    flagship, *rest = SIBUYAN
    return [level(state, flagship), out(state, (flagship,)), sum(level(state, ship) for ship in rest), lost]


def play_engano(state: State, seed: int) -> list[float]:
    """Four waves of six points, spread evenly over the carriers that float."""
    ordered(state, [[(deck, "sbc_carrier", "bomb", "3"), (deck, "tbf_carrier", "torpedo", "3")] for deck in DECKS])

    def aimed(there: dict[tuple[str, str], int]) -> list[tuple[str, ...]]:
        afloat = [ship for ship in ENGANO if level(state, ship) <= FLOATS]
        found: list[tuple[str, ...]] = []
        for (stack, role), points in there.items():
            for place, ship in enumerate(afloat):
                here = points // len(afloat) + (place < points % len(afloat))
                found += [(ship, stack, role, str(here))] if here else []
        return found

    lost = flown(state, SeededDice(seed), aimed)
    return [out(state, ENGANO), lost]


ACTIONS = (
    Famous(
        "Sibuyan Sea, 24 October 1944",
        sibuyan_sea,
        play_sibuyan,
        (
            Figure("damage of Musashi", 4.30, "sunk"),
            Figure("Musashi sunk", 0.65, "sunk"),
            Figure("damage of the others", 5.13, "3 to 5 in all", TORPEDO_PLANES_FIRST),
            Figure("air points lost", 3.81, "2"),
        ),
    ),
    Famous(
        "Cape Engaño, 25 October 1944",
        cape_engano,
        play_engano,
        (Figure("carriers sunk", 3.86, "4"), Figure("air points lost", 2.38, "1 to 2", FIRE_FALLS_OFF)),
    ),
)


# -- the command ---------------------------------------------------------------------------------------------------


def means(action: Famous, times: int, seed: int) -> list[Mean]:
    """The means of an action that is played so often."""
    begun = action.laid_out()
    games = [action.play(begun.copy(), seed + number) for number in range(times)]
    columns = list(zip(*games, strict=True))
    return [
        Mean(figure, fmean(column), stdev(column) / times**0.5)
        for figure, column in zip(action.figures, columns, strict=True)
    ]


def main(arguments: list[str]) -> None:
    """Plays every action and prints a row of a table for each figure."""
    parser = ArgumentParser(description="Plays famous actions often and gives the means beside the tables and history.")
    parser.add_argument("--times", type=int, default=1000, help="how often each action is played")
    parser.add_argument("--seed", type=int, default=1942, help="the number that the dice follow")
    given = parser.parse_args(arguments)
    sys.stdout.write("| action | figure | played | by the tables | history |\n|---|---|---|---|---|\n")
    for action in ACTIONS:
        for mean in means(action, given.times, given.seed):
            figure = mean.figure
            played = f"{mean.mean:.2f} ± {mean.error:.2f}{'' if mean.agrees else f' (apart: {figure.leans})'}"
            row = (action.title, figure.name, played, f"{figure.by_tables:.2f}", figure.history)
            sys.stdout.write(f"| {' | '.join(row)} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
