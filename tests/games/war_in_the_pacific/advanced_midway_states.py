"""States of the advanced game of Midway, for tests."""

from typing import ClassVar

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import NoDice, ScriptedDice, SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from tests.games.war_in_the_pacific.guadalcanal_states import GuadalcanalTestGame

ADVANCED, FREELY = "midway_advanced", "midway_advanced_freely"
TOKYO, TRUK, RABAUL, GUADALCANAL = "D0326", "E1602", "E1613", "E2519"
PEARL, DUTCH_HARBOR, MIDWAY, NOUMEA, MORESBY = "F3342", "F2401", "F1234", "E3231", "E1119"
BRISBANE, SYDNEY, TOWNSVILLE, SUVA = "E1737", "E1544", "E1028", "G0727"


class AdvancedMidwayTestGame(GuadalcanalTestGame):
    """The advanced game of Midway, with procedures that a test opens directly."""

    id, short, title = "advanced_midway_table", "at", "Advanced Midway on the table"
    scenarios: ClassVar[dict[str, str]] = {ADVANCED: "Advanced.", FREELY: "Freely."}


TABLE = AdvancedMidwayTestGame()


def opening_state(scenario: str = ADVANCED) -> State:
    """The advanced game at its beginning, with nothing open and the Allies as the First Player."""
    state = TABLE.set_up(TABLE.rules({}), scenario)
    state.cells[layout.FIRST_PLAYER] = ALLIES
    return state


def new_game(scenario: str = ADVANCED) -> State:
    """A new game, in which Japan deploys."""
    return GAME.new(scenario, dice=SeededDice(7))


def aim(state: State, primary: str = "midway", secondary: str = "aleutians") -> None:
    """Japan writes down its objectives."""
    for rank, objective in (("primary", primary), ("secondary", secondary)):
        state.apply("japan", ("set_objective", rank, objective), NoDice())


def finish(state: State, side: str, *dice: int) -> list[Event]:
    """A side ends its deployment, changes no link and moves no cargo, with exactly these dice."""
    hand = ScriptedDice(dice)
    state.apply(side, ("finish_deployment",), NoDice())
    state.apply(side, ("done",), NoDice())
    events = state.apply(side, ("done",), hand).raw
    hand.finish()
    return events
