"""Burma for tests: the game with its scenario of 1944, states of it, and choices with exactly these dice."""

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import AIR_TYPES, BASE_AT, GROUND_TYPES, SCENARIOS, TRAINED, UNITS, slot
from ironbottom.games.war_in_the_pacific.rules.air import availability
from ironbottom.games.war_in_the_pacific.rules.air.transport_segment import AirLift
from ironbottom.games.war_in_the_pacific.scenarios.burma.air_phase import BurmaAir
from ironbottom.games.war_in_the_pacific.scenarios.burma.turn import BurmaTurn, first_frame
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import cleared

RANGOON, MOULMEIN, MANDALAY, IMPHAL, KUNMING, CALCUTTA = "A3019", "A3219", "A3014", "A2811", "A3810", "A2213"
CHITTAGONG, BOMBAY, JORHAT, MYITKYINA = "A2613", "A0517", "A2909", "A3210"


class BurmaTestGame(WarInThePacific):
    """Burma, with procedures that a test opens directly."""

    __module__ = WarInThePacific.__module__

    def set_up(self, rules: Rules, scenario: str) -> State:
        begun = at_start(rules.pieces, SCENARIOS.index[scenario])
        return State(rules, begun.cells, (), begun.arrays)


GAME, TABLE = WarInThePacific(), BurmaTestGame()
RULES = GAME.rules()


def new_game(scenario: str = "burma", **options: str) -> State:
    """Burma at its beginning, with nothing open and Japan as the First Player."""
    state = TABLE.set_up(TABLE.rules(options), scenario)
    state.cells[layout.FIRST_PLAYER] = JAPAN
    return state


def in_turn(state: State, step: str, *frames: Procedure, **ledger: object) -> State:
    """A state in which a Game-Turn is at a step, with more frames on top and this turn record."""
    names = [each.name for each in BurmaTurn.steps]
    turn = first_frame(state.rules)
    held = {field: getattr(turn, field) for field in turn.__struct_fields__} | ledger
    held["next"] = names.index(step) + 1
    state.stack = (BurmaTurn(**held), *frames)
    return state


def supply(state: State, hex: str) -> int:
    """The Supply Points in a hex."""
    return state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]]


def unit_at(state: State, kind: str, hex: str, which: int = 0) -> str:
    """Puts a ground unit of a type into a hex."""
    types = state.arrays[layout.UNIT_TYPE]
    here = layout.units_in(state.arrays).units(NUMBER[hex])
    return [UNITS.ids[unit] for unit in here if GROUND_TYPES.ids[types[unit]] == kind][which]


def new_execution(state: State, *dice: int) -> Execution:
    """An execution context with these dice."""
    return Execution(state, ScriptedDice(dice))


def stores(state: State, hex: str, points: int) -> None:
    """Puts a number of Supply Points into a hex."""
    state.arrays[layout.SUPPLY][BASE_AT[NUMBER[hex]]] = points


def bare(turn: str = "4/2/44", **options: str) -> State:
    """Burma without ground units, air points and stores."""
    state = cleared(new_game(**options))
    state.cells[layout.TURN] = turn_number(turn)
    for array in (layout.AIR, layout.SUPPLY):
        numbers = state.arrays[array]
        for number in range(len(numbers)):
            numbers[number] = 0
    return state


def air(state: State, kind: str, hex: str, points: int) -> None:
    """Puts air points of a type at a base."""
    state.arrays[layout.AIR][slot(BASE_AT[NUMBER[hex]], AIR_TYPES.index[kind], TRAINED)] = points


def flying(state: State) -> State:
    """The Allies fly their transports; the availability of their points has been rolled."""
    names = [step.name for step in BurmaAir.steps]
    in_turn(state, "air_1", BurmaAir(names.index("transport") + 1), AirLift(ALLIES))
    availability.roll_availability(new_execution(state, 1), ALLIES)
    return state
