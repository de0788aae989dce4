"""Leyte for tests: its states, and choices with exactly these dice."""

from typing import Any, ClassVar

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view import view_of
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, GROUND_TYPES, SHIPS, UNITS, UNITS_OF
from ironbottom.games.war_in_the_pacific.scenarios.leyte.deployment import LeyteDeployment
from tests.games.war_in_the_pacific.battle_states import BattleTestGame

ULITHI, LEYTE, MANILA, KURE, SINGAPORE = "B3953", "B2452", "B2048", "B3328", "C0108"
MOROTAI, PALAU, FORMOSA, NAHA = "C2807", "C3502", "B1940", "B2737"


class LeyteTestGame(BattleTestGame):
    """Leyte, with procedures that a test opens directly."""

    id, short, title = "leyte_table", "lt", "Leyte on the table"
    scenarios: ClassVar[dict[str, str]] = {"leyte": "Leyte."}
    procedures = tuple(GAME.procedures)

    def view(self, state: State, side: int) -> dict[str, Any]:
        return view_of(state, side)


TABLE = LeyteTestGame()


def new_game(**options: str) -> State:
    """Leyte at its beginning, with nothing open and the Allies as the First Player."""
    state = TABLE.set_up(TABLE.rules(options), "leyte")
    state.cells[layout.FIRST_PLAYER] = ALLIES
    return state


def deploying(side: int) -> State:
    """Leyte while a side deploys."""
    state = new_game()
    frames = (LeyteDeployment(ALLIES), LeyteDeployment(JAPAN))
    state.stack = frames if side == JAPAN else frames[:1]
    return state


def new_execution(state: State, *dice: int) -> tuple[Execution, ScriptedDice]:
    """An execution context with these dice."""
    hand = ScriptedDice(dice)
    return Execution(state, hand), hand


def ashore(state: State, kind: str, hex: str) -> int:
    """Puts a ground unit of a type in a hex."""
    side = JAPAN if kind.startswith("jp") else ALLIES
    types = state.arrays[layout.UNIT_TYPE]
    unit = next(unit for unit in UNITS_OF[side] if types[unit] < 0)
    types[unit] = GROUND_TYPES.index[kind]
    layout.units_in(state.arrays).put(unit, NUMBER[hex])
    return unit


def aboard(state: State, ship: str) -> list[str]:
    """The types of the ground units aboard a ship."""
    units = layout.units_in(state.arrays).units(ABOARD + SHIPS.index[ship])
    return [GROUND_TYPES.ids[state.arrays[layout.UNIT_TYPE][unit]] for unit in units]


def units_at(state: State, kind: str, hex: str) -> list[str]:
    """The ground units of a type in a hex."""
    types = state.arrays[layout.UNIT_TYPE]
    here = layout.units_in(state.arrays).units(NUMBER[hex])
    return [UNITS.ids[unit] for unit in here if GROUND_TYPES.ids[types[unit]] == kind]
