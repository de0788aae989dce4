"""Burma for tests: the game with its scenario of 1944, states of it, and choices with exactly these dice."""

from ironbottom.engine.procedures import Procedure
from ironbottom.engine.rules import Rules
from ironbottom.engine.state import State
from ironbottom.games.war_in_the_pacific import state as places
from ironbottom.games.war_in_the_pacific.atlas import JAPAN
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, GROUND_TYPES, SCENARIOS, UNITS
from ironbottom.games.war_in_the_pacific.rules.burma_turn import BurmaTurn, first_frame
from ironbottom.games.war_in_the_pacific.rules.set_up import at_start

RANGOON, MOULMEIN, MANDALAY, IMPHAL, KUNMING, CALCUTTA = "A3019", "A3219", "A3014", "A2811", "A3810", "A2213"
CHITTAGONG, BOMBAY, JORHAT, MYITKYINA = "A2613", "A0517", "A2909", "A3210"


class BurmaOnTheTable(WarInThePacific):
    """Burma, with procedures that a test opens by itself."""

    __module__ = WarInThePacific.__module__

    def set_up(self, rules: Rules, scenario: str) -> State:
        begun = at_start(rules.pieces, SCENARIOS.index[scenario])
        return State(rules, begun.cells, (), begun.arrays)


GAME, TABLE = WarInThePacific(), BurmaOnTheTable()
RULES = GAME.rules()


def begun(scenario: str = "burma") -> State:
    """Burma as it begins, nothing open, the First Player Japan."""
    state = TABLE.set_up(TABLE.rules(), scenario)
    state.cells[places.FIRST_PLAYER] = JAPAN
    return state


def in_turn(state: State, step: str, *frames: Procedure, **ledger: object) -> State:
    """A state while a Game-Turn is at a step, with more on top of it; the ledger says so much."""
    names = [each.name for each in BurmaTurn.steps]
    turn = first_frame(state.rules)
    held = {field: getattr(turn, field) for field in turn.__struct_fields__} | ledger
    held["next"] = names.index(step) + 1
    state.stack = (BurmaTurn(**held), *frames)
    return state


def supply(state: State, at: str) -> int:
    """The Supply Points in a hex."""
    return state.arrays[places.SUPPLY][BASE_AT[NUMBER[at]]]


def unit_at(state: State, kind: str, at: str, which: int = 0) -> str:
    """A ground unit of a type in a hex."""
    types = state.arrays[places.UNIT_TYPE]
    here = places.units_in(state.arrays).units(NUMBER[at])
    return [UNITS.ids[unit] for unit in here if GROUND_TYPES.ids[types[unit]] == kind][which]
