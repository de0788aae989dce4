"""Victory in the Pacific: its subclass of ``Game``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules import features
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.view_types import Result
from ironbottom.games.victory_in_the_pacific import log
from ironbottom.games.victory_in_the_pacific.data import facts
from ironbottom.games.victory_in_the_pacific.information import position
from ironbottom.games.victory_in_the_pacific.information.check import check
from ironbottom.games.victory_in_the_pacific.information.resample import Sampler
from ironbottom.games.victory_in_the_pacific.information.view import VIEW
from ironbottom.games.victory_in_the_pacific.options import OPTIONS
from ironbottom.games.victory_in_the_pacific.pieces import ALLIES, JAPAN, SIDES
from ironbottom.games.victory_in_the_pacific.pieces_in_force import Pieces
from ironbottom.games.victory_in_the_pacific.rolls import Roll
from ironbottom.games.victory_in_the_pacific.rules import combat, combat_log, sequence
from ironbottom.games.victory_in_the_pacific.rules.sequence import Turn
from ironbottom.games.victory_in_the_pacific.rules.set_up import set_up
from ironbottom.games.victory_in_the_pacific.state import LAYOUT, POC
from ironbottom.games.victory_in_the_pacific.state_types import Rules, State
from ironbottom.games.victory_in_the_pacific.text import text
from ironbottom.games.victory_in_the_pacific.text.names import lead_in_words, name_of
from ironbottom.games.victory_in_the_pacific.text.phrasing import PHRASING
from ironbottom.games.victory_in_the_pacific.variants import normal_turn_one, open_log, open_turn_2, west_coast
from ironbottom.games.victory_in_the_pacific.variants.in_force import hooks_in_force
from ironbottom.odds.questions import OddsOptions

VARIANTS = (*west_coast.PROCEDURES, *normal_turn_one.PROCEDURES, *open_turn_2.PROCEDURES)


class VictoryInThePacific(Game):
    """*Victory in the Pacific* (1977)."""

    id = "victory_in_the_pacific"
    short = "vitp"
    title = "Victory in the Pacific"
    about = GameInfo(
        name="Victory in the Pacific",
        covers="The whole war at sea, December 1941 to 1944",
        text="Thirteen sea areas. Patrol to hold them, raid to take them, and pay for each in carriers.",
        turns=8,
        counters=172,
        minutes=240,
        complexity=3,
    )
    rules_version = "3"
    sides = SIDES
    scenarios = {
        "campaign": "The whole war, from December 1941, in eight or nine turns.",
        "open_turn_2": "From May 1942, with the first turn already played.",
    }
    options = OPTIONS
    sequence_clause = "5.0"
    procedures = sorted((*sequence.PROCEDURES, *combat.PROCEDURES, *VARIANTS), key=lambda each: each.number)
    events = (*log.KINDS, *combat_log.KINDS, *open_log.KINDS)
    rolls = Roll
    layout = LAYOUT

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        return facts.load(corrections)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Pieces:
        return Pieces(facts, options, hooks_in_force(options))

    def set_up(self, rules: Rules, scenario: str) -> State:
        """4.2, 4.3 Places flags and counters according to the charts; the first turn is about to begin, or is over."""
        if scenario == "open_turn_2":
            return State(rules, *open_turn_2.starting_state(rules))
        return State(rules, set_up(rules, scenario), (Turn(0),))

    def view(self, state: State, side: int) -> dict[str, Any]:
        return VIEW.write(state, side)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        return Sampler(self.rules_of_view(view), view)

    def seen_state(self, view: Mapping[str, object]) -> State:
        return VIEW.read(self.rules_of_view(view), view)

    def knowledge(self, state: State) -> tuple[int, ...]:
        """Always empty: nothing stays secret after both sides have picked day or night (7.3)."""
        return (0,) * len(SIDES)

    def write_position(self, state: State) -> dict[str, Any]:
        return position.POSITION.write(state)

    def read_position(self, rules: Rules, described: Mapping[str, object]) -> State:
        return position.read(rules, described)

    def check(self, state: State) -> None:
        position.POSITION.check(state.cells)
        check(state)

    def result(self, state: State) -> Result:
        """1.0, 5.75 The leader on the track wins, minus Japan's bid; the option ``tie`` decides a tie."""
        points, options = state.cells[POC], state.rules.options
        bid = int(options["bid"]) + (0.5 if options["bid_half"] == "yes" else 0)
        net = points - bid
        where = f"the marker stands at {lead_in_words(points)} (5.75)"
        if bid:
            where += f", and Japan bid {bid} for its side (2.5)"
        if net:
            winner: str | None = SIDES.ids[JAPAN if net > 0 else ALLIES]
        else:
            winner = SIDES.ids[ALLIES] if options["tie"] == "allies" else None
            where += f"; a tie is {'a win for ' + name_of('allies') if winner else 'a draw'}"
        return {"winners": [winner] if winner else [], "score": {"japan": net, "allies": -net}, "why": where}

    def phrasing(self) -> Phrasing:
        return PHRASING

    # -- beyond the rules --------------------------------------------------------------------------

    def bots(self) -> Mapping[str, features.Bot]:
        from ironbottom.games.victory_in_the_pacific.bot import levels

        return levels.BOTS

    def evaluation(self) -> features.Evaluation:
        from ironbottom.games.victory_in_the_pacific.bot import evaluation

        return evaluation

    def advisor(self) -> features.Advisor:
        from ironbottom.games.victory_in_the_pacific.bot import hints

        return hints

    def standing_orders(self) -> features.StandingOrderRules:
        from ironbottom.games.victory_in_the_pacific.bot import standing

        return standing.ORDERS

    def odds_calculator(self) -> features.OddsCalculator:
        from ironbottom.games.victory_in_the_pacific.odds import calculator

        return calculator

    def odds_questions(self) -> OddsOptions:
        from ironbottom.games.victory_in_the_pacific.odds import questions

        return questions.QUESTIONS

    def decision_odds(self) -> features.DecisionOdds:
        from ironbottom.games.victory_in_the_pacific.odds import decisions

        return decisions

    def text(self) -> features.Wording:
        return text.TEXT

    def player_aid(self) -> features.PlayerAids:
        from ironbottom.games.victory_in_the_pacific.text import aid

        return aid

    def map(self) -> features.Map:
        from ironbottom.games.victory_in_the_pacific.text import map as own_map

        return own_map

    def page(self) -> features.PageData:
        from ironbottom.games.victory_in_the_pacific.text import page

        return page

    def event_reader(self, rules: Rules) -> features.EventReader:
        from ironbottom.games.victory_in_the_pacific import measures

        return measures.GameEventReader(rules)

    def measures(self) -> features.Measures:
        from ironbottom.games.victory_in_the_pacific import measures

        return measures.MEASURES

    def speed(self) -> SpeedTargets:
        from ironbottom.games.victory_in_the_pacific import speed

        return speed.SPEED
