"""Battles at sea and on land for tests: their procedures as a game, opened from a prepared state."""

from collections.abc import Sequence
from typing import ClassVar

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.procedures import Execution, Procedure
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.set_up import at_start
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, GROUND_TYPES, SCENARIOS, SHIPS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.rules.shore.shore_actions import ShoreActions
from tests.games.war_in_the_pacific.midway_states import MidwayTestGame


class BattleTestGame(MidwayTestGame):
    """Basic Midway, with battles that a test opens directly."""

    id, short, title = "midway_battles", "mb", "Battles on the table"

    scenarios: ClassVar[dict[str, str]] = {"midway": "Basic Midway.", "burma": "Burma."}

    def set_up(self, rules: Rules, scenario: str) -> State:
        begun = at_start(rules.pieces, SCENARIOS.index[scenario])
        return State(rules, begun.cells, (), begun.arrays)


BATTLE_TABLE = BattleTestGame()


def calm() -> State:
    """Basic Midway with no open procedure, Japan as the First Player, no contacts, and clear weather."""
    state = BATTLE_TABLE.new()
    state.stack = ()
    state.cells[layout.FIRST_PLAYER] = JAPAN
    return state


def open_procedure(state: State, procedure: Procedure, *dice: int) -> list[Event]:
    """Opens a procedure and plays up to its first decision, with exactly these dice."""
    hand = ScriptedDice(dice)
    execution = Execution(state, hand)
    state.stack = (*state.stack, procedure)
    run(execution)
    hand.finish()
    return execution.events


def choose(state: State, side: str, *action: str, dice: tuple[int, ...] = ()) -> list[Event]:
    """Makes an offered choice with exactly these dice."""
    assert state.why_not(side, action) is None, state.why_not(side, action)
    hand = ScriptedDice(dice)
    events = state.apply(side, action, hand).raw
    hand.finish()
    return events


def find_events(events: Sequence[Event], kind: str, bit: int = 0b11) -> list[dict[str, object]]:
    """The public events of a kind as plain data."""
    found = next(each for each in log.KINDS_OF_EVENT if each.name == kind)
    return [plain for event in events if event[0] == found.number and (plain := found.visible(event, bit))]


def level(state: State, ship: str) -> int:
    """The damage level of a ship."""
    return state.arrays[layout.DAMAGE][SHIPS.index[ship]]


def mission(state: State, force: int, name: str) -> None:
    """Makes a force plot a Mission and sail on it."""
    state.cells[layout.FORCE_MISSION + force] = layout.MISSIONS.index[name]
    state.cells[layout.FORCE_ACTIVE + force] = 1


def ask_ashore(state: State) -> None:
    """Asks both sides for their orders at the shore."""
    ShoreActions.start(Execution(state, NoDice()))


def plan(state: State, *hexes: str) -> None:
    """16.2, 42.51 Japan has announced its assaults."""
    for number, hex in enumerate(hexes):
        state.cells[layout.ANNOUNCED + number] = NUMBER[hex]


def embarked(state: State, kind: str, ship: str) -> str:
    """Puts a ground unit of a type aboard a ship."""
    unit = put_unit(state, kind, "F1234")
    layout.units_in(state.arrays).put(UNITS.index[unit], ABOARD + SHIPS.index[ship])
    return unit


def put_unit(state: State, kind: str, hex: str) -> str:
    """Puts a ground unit of a type into a hex."""
    number = GROUND_TYPES.index[kind]
    side = JAPAN if kind.startswith("jp") else ALLIES
    types = state.arrays[layout.UNIT_TYPE]
    unit = next(unit for unit in UNITS_OF[side] if types[unit] < 0)
    types[unit] = number
    layout.units_in(state.arrays).put(unit, NUMBER[hex])
    return UNITS.ids[unit]


def kinds_at(state: State, hex: str) -> list[str]:
    """The types of the ground units in a hex."""
    types = state.arrays[layout.UNIT_TYPE]
    return [GROUND_TYPES.ids[types[unit]] for unit in layout.units_in(state.arrays).units(NUMBER[hex])]


def cleared(state: State) -> State:
    """Removes all ground units from the map."""
    stacks = layout.units_in(state.arrays)
    for unit in range(len(UNITS)):
        stacks.put(unit, -1)
        for numbers in (layout.DEPLOYED, layout.LANDED, layout.UNSUPPLIED, layout.DISRUPTED, layout.REST):
            state.arrays[numbers][unit] = 0
        state.arrays[layout.UNIT_TYPE][unit] = -1
    return state
