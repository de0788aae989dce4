"""Pacific Fury's implementation of the game interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules import features
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.view_types import Result
from ironbottom.games.pacific_fury import log
from ironbottom.games.pacific_fury.data import facts
from ironbottom.games.pacific_fury.information import check as position_check
from ironbottom.games.pacific_fury.information import position
from ironbottom.games.pacific_fury.information.resample import Sampler, seen_state
from ironbottom.games.pacific_fury.information.view import VIEW
from ironbottom.games.pacific_fury.information.view_types import read_view
from ironbottom.games.pacific_fury.options import OPTIONS
from ironbottom.games.pacific_fury.pieces import FORCES, SIDES, TURNS, UNITS_OF_SIDE, Pieces, pieces_in_force
from ironbottom.games.pacific_fury.rolls import Roll
from ironbottom.games.pacific_fury.rules.air_strikes import AirStrike
from ironbottom.games.pacific_fury.rules.bombardment import Bombardment
from ironbottom.games.pacific_fury.rules.carrier_combat import CarrierCombat
from ironbottom.games.pacific_fury.rules.event_phase import ReturnCarrier
from ironbottom.games.pacific_fury.rules.hits import AssignHits
from ironbottom.games.pacific_fury.rules.operations import Operations
from ironbottom.games.pacific_fury.rules.returns import ReturnOrStay
from ironbottom.games.pacific_fury.rules.sequence import Turn
from ironbottom.games.pacific_fury.rules.surface_combat import ClearedSound, SurfaceCombat
from ironbottom.games.pacific_fury.rules.task_forces import FormForces
from ironbottom.games.pacific_fury.state import BASE, DUE, FACE_UP, LAYOUT, MARKER, OFF_MAP, RESERVE, TURN
from ironbottom.games.pacific_fury.state_types import Rules, State
from ironbottom.games.pacific_fury.text import text
from ironbottom.odds.questions import OddsOptions

START = {"truk": BASE, "espiritu_santo": BASE + 1, "reserve": RESERVE, "off_map": OFF_MAP}
START |= {f"turn_{turn}": DUE + turn - 1 for turn in range(1, TURNS + 1)}


class PacificFury(Game):
    """*Pacific Fury: Guadalcanal 1942* (2015)."""

    id = "pacific_fury"
    short = "pf"
    title = "Pacific Fury: Guadalcanal 1942"
    about = GameInfo(
        name="Pacific Fury",
        covers="Guadalcanal, August to November 1942",
        text="Hidden task forces leave base one at a time. The side that holds Henderson Field after four turns wins.",
        turns=4,
        counters=52,
        minutes=60,
        complexity=2,
    )
    rules_version = "2"
    sides = SIDES
    scenarios = {"campaign": "The Solomons from 9 August to 30 November 1942, in four turns."}
    options = OPTIONS
    sequence_clause = "5.0"
    procedures = (
        Turn,
        ReturnCarrier,
        FormForces,
        Operations,
        SurfaceCombat,
        ClearedSound,
        Bombardment,
        CarrierCombat,
        AirStrike,
        AssignHits,
        ReturnOrStay,
    )
    events = log.KINDS
    rolls = Roll
    layout = LAYOUT

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        return facts.load(corrections)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Pieces:
        return pieces_in_force(facts, options)

    def set_up(self, rules: Rules, scenario: str) -> State:
        """3.1, 3.2, 3.3 Every counter in its starting place, the marker at US:1, and the first turn about to begin."""
        cells = [0] * LAYOUT.size
        cells[TURN] = 1
        cells[MARKER] = rules.pieces.first_marker
        for unit, start in enumerate(rules.pieces.start):
            cells[START[start]] |= 1 << unit
        return State(rules, cells, (Turn(0),))

    def view(self, state: State, side: int) -> dict[str, Any]:
        return VIEW.write(state, side)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        return Sampler(self.rules_of_view(view), view)

    def seen_state(self, view: Mapping[str, object]) -> State:
        return seen_state(self.rules_of_view(view), view)

    def hidden_counts(self, view: Mapping[str, object]) -> Mapping[str, Sequence[int]]:
        """8.4 The counters in each base and in each task force, seen or not."""
        bases, forces = read_view(view)["bases"], read_view(view)["forces"]
        counts = {
            "counters of bases": [base["counters"] for base in bases.values()],
            "counters of forces": [forces[force]["counters"] if force in forces else 0 for force in FORCES.ids],
        }
        return {name: [-1 if many is None else many for many in own] for name, own in counts.items()}

    def knowledge(self, state: State) -> tuple[int, ...]:
        """8.4 For each side, the units that the other side has seen in their current place."""
        shown = state.cells[FACE_UP]
        return tuple(shown & units for units in UNITS_OF_SIDE)

    def write_position(self, state: State) -> dict[str, Any]:
        return position.POSITION.write(state)

    def read_position(self, rules: Rules, described: Mapping[str, object]) -> State:
        return position.read(rules, described)

    def check(self, state: State) -> None:
        position_check.check(state)

    def result(self, state: State) -> Result:
        """4.0 The side with the marker in its box 1 or higher wins; at zero the game is a draw."""
        marker = state.cells[MARKER]
        holder = state.rules.pieces.track[marker].side_of_box
        winner = holder if holder in SIDES.index else None
        where = f"at {abs(marker)} on the side of {SIDES.titles[SIDES.index[winner]]}" if winner else "at zero"
        score = {"japan": -marker, "allies": marker}
        return {
            "winners": [winner] if winner else [],
            "score": score,
            "why": f"after turn 4 the initiative marker stands {where} (4.0)",
        }

    def phrasing(self) -> Phrasing:
        return text.PHRASING

    # -- beyond the rules --------------------------------------------------------------------------

    def bots(self) -> Mapping[str, features.Bot]:
        from ironbottom.games.pacific_fury.bot import levels

        return levels.BOTS

    def evaluation(self) -> features.Evaluation:
        from ironbottom.games.pacific_fury.bot import evaluation

        return evaluation

    def advisor(self) -> features.Advisor:
        from ironbottom.games.pacific_fury.bot import hints

        return hints

    def standing_orders(self) -> features.StandingOrderRules:
        from ironbottom.games.pacific_fury.bot import standing

        return standing.ORDERS

    def odds_calculator(self) -> features.OddsCalculator:
        from ironbottom.games.pacific_fury.odds import calculator

        return calculator

    def odds_questions(self) -> OddsOptions:
        from ironbottom.games.pacific_fury.odds import questions

        return questions.QUESTIONS

    def decision_odds(self) -> features.DecisionOdds:
        from ironbottom.games.pacific_fury.odds import decisions

        return decisions

    def text(self) -> features.Wording:
        return text.TEXT

    def player_aid(self) -> features.PlayerAids:
        from ironbottom.games.pacific_fury.text import aid

        return aid

    def map(self) -> features.Map:
        from ironbottom.games.pacific_fury.text import map as own_map

        return own_map

    def page(self) -> features.PageData:
        from ironbottom.games.pacific_fury.text import page

        return page

    def event_reader(self, rules: Rules) -> features.EventReader:
        from ironbottom.games.pacific_fury import measures

        return measures.GameEventReader(rules)

    def measures(self) -> features.Measures:
        from ironbottom.games.pacific_fury import measures

        return measures.MEASURES

    def speed(self) -> SpeedTargets:
        from ironbottom.games.pacific_fury import speed

        return speed.SPEED
