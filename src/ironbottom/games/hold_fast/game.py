"""Hold Fast's implementation of the game interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.core.fields import members
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules import features
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.view_types import Result
from ironbottom.games.hold_fast import log
from ironbottom.games.hold_fast import pieces as counters
from ironbottom.games.hold_fast import state as layout
from ironbottom.games.hold_fast.data import facts
from ironbottom.games.hold_fast.information import position
from ironbottom.games.hold_fast.information.check import check
from ironbottom.games.hold_fast.information.resample import Sampler, seen_state
from ironbottom.games.hold_fast.information.view import VIEW
from ironbottom.games.hold_fast.information.view_types import read_view
from ironbottom.games.hold_fast.options import OPTIONS
from ironbottom.games.hold_fast.rolls import Roll
from ironbottom.games.hold_fast.rules.air import AirStep
from ironbottom.games.hold_fast.rules.combat import Battle, Combat, CombatKindChoice, NameCombatKind, StayOrWithdraw
from ironbottom.games.hold_fast.rules.end_of_turn import ReturnToPort
from ironbottom.games.hold_fast.rules.fire import Targeting
from ironbottom.games.hold_fast.rules.land_combat import LandStep
from ironbottom.games.hold_fast.rules.land_fight import LandFight
from ironbottom.games.hold_fast.rules.movement import Moves, SubmarineStep
from ironbottom.games.hold_fast.rules.pursuit import Pursuit, ReturnFire
from ironbottom.games.hold_fast.rules.reinforcements import Rebuilding, Transports
from ironbottom.games.hold_fast.rules.repairs import Repairs
from ironbottom.games.hold_fast.rules.return_to_nearest_port import ReturnToNearestPort
from ironbottom.games.hold_fast.rules.sequence import STEP_NUMBER, Turn
from ironbottom.games.hold_fast.state import LAYOUT
from ironbottom.games.hold_fast.state_types import Rules, State
from ironbottom.games.hold_fast.text import text
from ironbottom.odds.questions import OddsOptions


class HoldFast(Game):
    """*Hold Fast: Pacific 1941-45* (2017)."""

    id = "hold_fast"
    short = "hf"
    title = "Hold Fast: Pacific 1941-45"
    about = GameInfo(
        name="Hold Fast",
        covers="The Pacific, December 1941 to August 1945",
        text="Blocks hide what sails. Guess, strike, and withdraw in time: ships you save fight again.",
        turns=8,
        counters=120,
        minutes=180,
        complexity=3,
    )
    rules_version = "2"
    sides = counters.SIDES
    scenarios = {"campaign": "The Pacific from December 1941 to August 1945, in eight turns."}
    options = OPTIONS
    sequence_clause = "4.1.9"
    procedures = (
        Turn,
        Transports,
        Rebuilding,
        Moves,
        SubmarineStep,
        AirStep,
        Repairs,
        Combat,
        Battle,
        CombatKindChoice,
        NameCombatKind,
        Targeting,
        StayOrWithdraw,
        LandStep,
        LandFight,
        Pursuit,
        ReturnFire,
        ReturnToNearestPort,
        ReturnToPort,
    )
    events = log.KINDS
    rolls = Roll
    layout = LAYOUT

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        return facts.load(corrections)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> counters.Pieces:
        return counters.Pieces(facts, options)

    def set_up(self, rules: Rules, scenario: str) -> State:
        """4.0.1 Control as printed, every unit on the order of appearance, and the first turn about to begin."""
        cells, pieces = LAYOUT.blank(), rules.pieces
        cells[layout.CONTROL : layout.CONTROL + 2], cells[layout.OWNED : layout.OWNED + 2] = pieces.held, pieces.owned
        for unit, arrival in enumerate(pieces.arrival):
            cells[layout.DUE + arrival.turn - 1 if arrival.turn else layout.ABSENT] |= 1 << unit
        return State(rules, cells, (Turn(0),))

    def view(self, state: State, side: int) -> dict[str, Any]:
        return VIEW.write(state, side)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        return Sampler(self.rules_of_view(view), view)

    def seen_state(self, view: Mapping[str, object]) -> State:
        return seen_state(self.rules_of_view(view), view)

    def hidden_counts(self, view: Mapping[str, object]) -> Mapping[str, Sequence[int]]:
        """14.0.1 The hidden blocks of each side at each place."""
        counts = {}
        for side in counters.SIDES.ids:
            hidden = read_view(view)["hidden"].get(side, {})
            here = [hidden.get(name, 0) for name in layout.UNITS_BY_PLACE.names]
            counts[f"blocks of {side}"] = [many if isinstance(many, int) else len(many) for many in here]
        return counts

    def knowledge(self, state: State) -> tuple[int, ...]:
        """2.0.2 For each side, the units whose identity the other knows, and those whose kind it knows.

        Three bits for each unit: known or off the board; known to be a ship, not a ship, or off the board; face up.
        Then the information revealed this turn.
        """
        cells, count = state.cells, len(counters.UNITS)
        units = layout.units_on_board(cells)
        known = ~units & counters.UNITS_OF_SIDE[counters.JAPAN] | ~units & counters.UNITS_OF_SIDE[counters.ALLIES]
        kind = known
        for unit in members(units):
            may_be = cells[layout.MAY_BE + unit]
            if not may_be & (may_be - 1):
                known |= 1 << unit
            if not may_be & counters.SHIPS or not may_be & counters.OFF_BOARD_KINDS:
                kind |= 1 << unit
        if not state.rules.pieces.memory:
            known = ~units & (counters.UNITS_OF_SIDE[counters.JAPAN] | counters.UNITS_OF_SIDE[counters.ALLIES])
            kind = 0
        shown = cells[layout.FACE_UP]
        return tuple(
            known & units
            | (kind & units) << count
            | (shown & units) << 2 * count
            | revealed_this_turn(state) << 3 * count
            for units in counters.UNITS_OF_SIDE
        )

    def write_position(self, state: State) -> dict[str, Any]:
        return position.describe(state)

    def read_position(self, rules: Rules, described: Mapping[str, object]) -> State:
        return position.read(rules, described)

    def check(self, state: State) -> None:
        position.POSITION.check(state.cells)
        check(state)

    def result(self, state: State) -> Result:
        """13.0.1 After turn 8 the leader on the victory track wins; Japan wins a tie."""
        points = state.cells[layout.POINTS]
        winner = counters.SIDES.ids[counters.ALLIES if points > 0 else counters.JAPAN]
        where = f"{points} for the Allies" if points > 0 else f"{-points} for Japan" if points < 0 else "zero"
        why = f"after turn 8 the victory point marker stands at {where} (13.0.1)"
        return {"winners": [winner], "score": {"japan": -points, "allies": points}, "why": why}

    def phrasing(self) -> Phrasing:
        return text.PHRASING

    # -- beyond the rules --------------------------------------------------------------------------

    def bots(self) -> Mapping[str, features.Bot]:
        from ironbottom.games.hold_fast.bot import levels

        return levels.BOTS

    def evaluation(self) -> features.Evaluation:
        from ironbottom.games.hold_fast.bot import evaluation

        return evaluation

    def advisor(self) -> features.Advisor:
        from ironbottom.games.hold_fast.bot import hints

        return hints

    def standing_orders(self) -> features.StandingOrderRules:
        from ironbottom.games.hold_fast.bot import standing

        return standing.ORDERS

    def odds_calculator(self) -> features.OddsCalculator:
        from ironbottom.games.hold_fast.odds import calculator

        return calculator

    def odds_questions(self) -> OddsOptions:
        from ironbottom.games.hold_fast.odds import questions

        return questions.QUESTIONS

    def decision_odds(self) -> features.DecisionOdds:
        from ironbottom.games.hold_fast.odds import decisions

        return decisions

    def text(self) -> features.Wording:
        return text.TEXT

    def player_aid(self) -> features.PlayerAids:
        from ironbottom.games.hold_fast.text import aid

        return aid

    def map(self) -> features.Map:
        from ironbottom.games.hold_fast.text import map as own_map

        return own_map

    def page(self) -> features.PageData:
        from ironbottom.games.hold_fast.text import page

        return page

    def event_reader(self, rules: Rules) -> features.EventReader:
        from ironbottom.games.hold_fast import measures

        return measures.GameEventReader(rules)

    def measures(self) -> features.Measures:
        from ironbottom.games.hold_fast import measures

        return measures.MEASURES

    def speed(self) -> SpeedTargets:
        from ironbottom.games.hold_fast import speed

        return speed.SPEED


def revealed_this_turn(state: State) -> int:
    """The information revealed this turn, even if it is hidden again: a bit for each area with combat (2.0.2), one for
    raids (14.0.2), and one for each task force that is not formed, or has lost its place (14.0.1).
    """
    cells = state.cells
    turn = state.stack[0] if state.stack else None
    repairs_over = isinstance(turn, Turn) and turn.next > STEP_NUMBER["repairs"]
    result = cells[layout.FOUGHT] << 1 | int(
        repairs_over and any(cells[layout.RAIDING_PORT : layout.RAIDING_PORT + counters.PORT_COUNT])
    )
    for place in cells[layout.FORCE_FROM : layout.FORCE_FROM + len(counters.TASK_FORCES)]:
        result = result << 1 | int(place < 0 or not cells[layout.OWNED] >> place & 1)
    return result
