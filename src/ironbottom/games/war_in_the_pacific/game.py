"""War in the Pacific: its subclass of ``Game``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ironbottom.engine.core.visibility import OPEN
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules import features
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.view_types import Result
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.data import facts
from ironbottom.games.war_in_the_pacific.derived.default_deployment import new_game_start
from ironbottom.games.war_in_the_pacific.information import position, view
from ironbottom.games.war_in_the_pacific.information.check import check
from ironbottom.games.war_in_the_pacific.information.resample import Sampler, seen_state
from ironbottom.games.war_in_the_pacific.options import OPTIONS
from ironbottom.games.war_in_the_pacific.pieces import SCENARIOS, SIDES, Pieces
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.turn import terminal_segment
from ironbottom.games.war_in_the_pacific.scenarios.booklet import BOOKLET, PROCEDURES
from ironbottom.games.war_in_the_pacific.state import LAYOUT
from ironbottom.games.war_in_the_pacific.state_types import Rules, State
from ironbottom.games.war_in_the_pacific.text import text
from ironbottom.odds.questions import OddsOptions


class WarInThePacific(Game):
    """*War in the Pacific*, based on the scenario booklet of 1978."""

    id = "war_in_the_pacific"
    short = "witp"
    title = "War in the Pacific, after the 1978 scenario booklet"
    about = GameInfo(
        name="War in the Pacific",
        covers="Midway, June and July 1942; Guadalcanal, from August 1942; Burma and Leyte, 1944",
        text="Search for fleets that you cannot see. Only the scenario booklet survives; the rest is reconstructed.",
        turns=8,
        counters=260,
        minutes=480,
        complexity=5,
    )
    rules_version = "14"
    dice_unheard = True
    """1.31 Search rolls a die for every force in range; a side that was asked for its share of each die could count the
    forces.
    """
    sides, layout, events, procedures, options = (
        SIDES,
        LAYOUT,
        log.KINDS_OF_EVENT,
        PROCEDURES,
        OPTIONS,
    )
    rolls = Roll
    scenarios = {
        "midway": "Midway, the basic game: eight weeks from the first of June 1942.",
        "leyte": "Leyte: eight weeks from the first of November 1944, with a secret Objective and kamikazes.",
        "leyte_freely": "Leyte with Free Deployment: Japan's ships start in any of its ports; the Allies get reports.",
        "burma": "Burma: 26 weeks from the third of February 1944, with roads, supplies and the airlift to Kunming.",
        "burma_freely": "Burma with Free Deployment: the same 26 weeks, but both sides place their armies (44.84).",
        "guadalcanal": "Guadalcanal: 21 weeks from the fourth of August 1942, with merchant shipping on links.",
        "midway_advanced": "Midway, the advanced game: links, secret objectives, and cards of Japan's plans.",
        "midway_advanced_freely": "Midway, the advanced game with Free Deployment: ships start in any port.",
    }
    sequence_clause = "4.1"

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        return facts.load(corrections)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Pieces:
        return Pieces(facts, options, BOOKLET)

    def set_up(self, rules: Rules, scenario: str) -> State:
        """42.0, 42.53, 2.51 Sets everything up as in the booklet or as proposed, before the first Game-Turn."""
        begun = new_game_start(rules.pieces, SCENARIOS.index[scenario])
        first = BOOKLET[SCENARIOS.index[scenario]].game_turn(rules)
        return State(rules, begun.cells, (first,), begun.arrays)

    def view(self, state: State, side: int) -> dict[str, Any]:
        return view.view_of(state, side)

    def open_view(self, state: State) -> dict[str, Any]:
        return view.view_of(state, OPEN)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        return Sampler(self.rules_of_view(view), view)

    def seen_state(self, view: Mapping[str, object]) -> State:
        return seen_state(self.rules_of_view(view), view)

    def knowledge(self, state: State) -> tuple[int, ...]:
        return view.knowledge(state)

    def write_position(self, state: State) -> dict[str, Any]:
        return position.write_position(state)

    def read_position(self, rules: Rules, described: Mapping[str, object]) -> State:
        return position.read_position(rules, described)

    def check(self, state: State) -> None:
        check(state)

    def result(self, state: State) -> Result:
        """42.45, 47.3 The side with more Victory Points wins, at the level of its lead; otherwise the side that forced
        a Breakoff wins.

        Some leads are a draw (44.44).
        """
        standing = terminal_segment.present_leader(state)
        score = {side: terminal_segment.score(state, number).total for number, side in enumerate(SIDES.ids)}
        winners = (
            [SIDES.ids[standing.leader]] if standing.leader >= 0 and standing.level != terminal_segment.DRAW else []
        )
        broken = state.cells[layout.ENDING] == layout.ENDINGS.index["breakoff"]
        why = text.why_won(standing, broken_off=broken, case=terminal_segment.case_of_levels(state))
        return {"winners": winners, "score": score, "why": why}

    def clause_source(self, clause: str) -> str:
        """Only the scenario booklet survives; refusals say whether a clause is in it or was reconstructed."""
        result = self.clauses().get(clause)
        return text.known(result.marks) if result else ""

    def phrasing(self) -> Phrasing:
        return text.PHRASING

    # -- beyond the rules --------------------------------------------------------------------------

    def bots(self) -> Mapping[str, features.Bot]:
        from ironbottom.games.war_in_the_pacific.bot import ensign

        return ensign.BOTS

    def advisor(self) -> features.Advisor:
        from ironbottom.games.war_in_the_pacific.bot import hints

        return hints

    def odds_calculator(self) -> features.OddsCalculator:
        from ironbottom.games.war_in_the_pacific.odds import calculator

        return calculator

    def odds_questions(self) -> OddsOptions:
        from ironbottom.games.war_in_the_pacific.odds import questions

        return questions.QUESTIONS

    def decision_odds(self) -> features.DecisionOdds:
        from ironbottom.games.war_in_the_pacific.odds import decisions

        return decisions

    def ways(self) -> features.Routes:
        from ironbottom.games.war_in_the_pacific import ground_routes

        return ground_routes

    def helpers(self) -> features.Helpers:
        from ironbottom.games.war_in_the_pacific.bot import helpers

        return helpers

    def voyages(self) -> features.VoyageWords:
        from ironbottom.games.war_in_the_pacific.bot import voyages

        return voyages

    def landing_orders(self) -> features.LandingOrders:
        from ironbottom.games.war_in_the_pacific.bot import landing_orders

        return landing_orders

    def standing_orders(self) -> features.StandingOrderRules:
        from ironbottom.games.war_in_the_pacific.bot import standing

        return standing

    def text(self) -> features.Wording:
        return text.TEXT

    def inbox(self) -> features.Inbox:
        from ironbottom.games.war_in_the_pacific.text import inbox

        return inbox

    def player_aid(self) -> features.PlayerAids:
        from ironbottom.games.war_in_the_pacific.text import aid

        return aid

    def map(self) -> features.Map:
        from ironbottom.games.war_in_the_pacific.text import map as own_map

        return own_map

    def page(self) -> features.PageData:
        from ironbottom.games.war_in_the_pacific.text import page

        return page

    def event_reader(self, rules: Rules) -> features.EventReader:
        from ironbottom.games.war_in_the_pacific import measures

        return measures.GameEventReader(rules)

    def measures(self) -> features.Measures:
        from ironbottom.games.war_in_the_pacific import measures

        return measures.MEASURES

    def speed(self) -> SpeedTargets:
        from ironbottom.games.war_in_the_pacific import speed

        return speed.SPEED
