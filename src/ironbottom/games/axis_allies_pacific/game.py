"""Axis & Allies: Pacific: its subclass of ``Game``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ironbottom.engine.data.clauses import ClauseIndex
from ironbottom.engine.data.facts import Facts
from ironbottom.engine.rules import features
from ironbottom.engine.rules.about import GameInfo
from ironbottom.engine.rules.game import Game
from ironbottom.engine.rules.phrasing import Phrasing
from ironbottom.engine.rules.speeds import SpeedTargets
from ironbottom.engine.rules.view_types import Result
from ironbottom.games.axis_allies_pacific import log
from ironbottom.games.axis_allies_pacific import pieces as counters
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.counts import count_one
from ironbottom.games.axis_allies_pacific.data import facts, tables
from ironbottom.games.axis_allies_pacific.derived.reach import Figures
from ironbottom.games.axis_allies_pacific.information import position
from ironbottom.games.axis_allies_pacific.information.check import check
from ironbottom.games.axis_allies_pacific.information.resample import Sampler, seen_state
from ironbottom.games.axis_allies_pacific.information.view import OPEN, view_of
from ironbottom.games.axis_allies_pacific.options import OPTIONS
from ironbottom.games.axis_allies_pacific.rolls import Roll
from ironbottom.games.axis_allies_pacific.rules.after_battle import ConvoyWon, FighterDiversion
from ironbottom.games.axis_allies_pacific.rules.battle import RetreatDecision
from ironbottom.games.axis_allies_pacific.rules.bids import Bidding, StandingOrdersChoice, UnitBidding
from ironbottom.games.axis_allies_pacific.rules.cancelled_landings import LandingLost
from ironbottom.games.axis_allies_pacific.rules.combat import CallOff, Combat
from ironbottom.games.axis_allies_pacific.rules.combat_moves import CombatMoves, Takeoff
from ironbottom.games.axis_allies_pacific.rules.control import HolderChoice
from ironbottom.games.axis_allies_pacific.rules.kamikaze import Kamikaze
from ironbottom.games.axis_allies_pacific.rules.land_battle import BombardmentChoice, LandBattle
from ironbottom.games.axis_allies_pacific.rules.losses import Losses
from ironbottom.games.axis_allies_pacific.rules.moving import DestinationChoice, SailingFightersChoice
from ironbottom.games.axis_allies_pacific.rules.noncombat_moves import NoncombatMoves
from ironbottom.games.axis_allies_pacific.rules.patrols import PatrolLands
from ironbottom.games.axis_allies_pacific.rules.placement import Placement
from ironbottom.games.axis_allies_pacific.rules.purchase import ConvoyPoolSplit, Purchase
from ironbottom.games.axis_allies_pacific.rules.raid import Intercept, Raid
from ironbottom.games.axis_allies_pacific.rules.reinforcing import Reinforcing
from ironbottom.games.axis_allies_pacific.rules.sea_battle import SeaBattle, Submerging
from ironbottom.games.axis_allies_pacific.rules.sequence import (
    CAPITAL_HELD,
    JAPAN_CAPTURED,
    LAST_ROUND,
    PRODUCTION_BELOW_10,
    VP_REACHED,
    Turn,
)
from ironbottom.games.axis_allies_pacific.state import LAYOUT
from ironbottom.games.axis_allies_pacific.state_types import Rules, State
from ironbottom.games.axis_allies_pacific.text import text
from ironbottom.odds.questions import OddsOptions

WHY = {
    VP_REACHED: (True, "Japan has {vp} victory points, of {target} that it needs (15.1)"),
    JAPAN_CAPTURED: (False, "Japan itself is in Allied hands through a whole turn of Japan's (15.1)"),
    PRODUCTION_BELOW_10: (False, "Japan's production is 9 or less (15.1)"),
    CAPITAL_HELD: (True, "Japan holds an Allied capital (15.2)"),
    LAST_ROUND: (None, "the round agreed as the last is over (15.3)"),
}


class AxisAlliesPacific(Game):
    """*Axis & Allies: Pacific* (2001)."""

    id = "axis_allies_pacific"
    short = "aap"
    title = "Axis & Allies: Pacific"
    about = GameInfo(
        name="Axis & Allies: Pacific",
        covers="The Pacific, from December 1941",
        text="Japan grows while three powers rebuild. Buy, move and fight over islands, income and victory points.",
        turns=0,
        counters=217,
        minutes=240,
        complexity=3,
    )
    rules_version = "6"
    sides = counters.SIDES
    teams = counters.TEAMS
    scenarios = {
        "printed": "7 December 1941, with the set-up as printed.",
        "setup_2003": "7 December 1941, with the official set-up of 2003, for when Japan wins too often.",
    }
    options = OPTIONS
    sequence_clause = "4.1"
    procedures = (
        Turn,
        ConvoyPoolSplit,
        Purchase,
        PatrolLands,
        CombatMoves,
        DestinationChoice,
        Takeoff,
        NoncombatMoves,
        Placement,
        Losses,
        RetreatDecision,
        Submerging,
        SeaBattle,
        LandBattle,
        Combat,
        CallOff,
        Intercept,
        Raid,
        HolderChoice,
        Kamikaze,
        SailingFightersChoice,
        FighterDiversion,
        ConvoyWon,
        BombardmentChoice,
        Bidding,
        StandingOrdersChoice,
        UnitBidding,
        Reinforcing,
        LandingLost,
    )
    events = log.KINDS_OF_EVENT
    rolls = Roll
    layout = LAYOUT

    def facts(self, corrections: Mapping[str, object] | None = None) -> Facts:
        return facts.load(corrections)

    def pieces(self, facts: Facts, options: Mapping[str, str]) -> Figures:
        return Figures(facts, options)

    def clauses(self) -> ClauseIndex:
        return _clauses()

    def set_up(self, rules: Rules, scenario: str) -> State:
        """3.1 to 3.5, 16.3 Sets up units, control, treasuries and markers before the first turn."""
        cells, figures = [0] * LAYOUT.size, rules.pieces
        cells[layout.ROUND], cells[layout.KAMIKAZES] = 1, 6
        if rules.options["bidding"] != "yes":
            cells[layout.VP_TARGET] = int(rules.options["vp_target"])
        for land, who in enumerate(figures.first_holder):
            if who >= 0:
                cells[layout.HELD + who] |= 1 << land
        cells[layout.COMPLEXES] = figures.complexes
        cells[layout.CONVOYS_TAKEN] = sum(
            1 << convoy
            for convoy in range(len(counters.CONVOYS))
            if figures.convoy_owner[convoy] == counters.SIDES.ids[counters.JAPAN]
        )
        cells[layout.IPC : layout.IPC + len(figures.start_ipc)] = figures.start_ipc
        for economy, name in enumerate(counters.ECONOMIES.ids):
            cells[layout.IPC + economy] += int(rules.options[f"extra_ipc_{name}"])
        cells[layout.POOL] = sum(value for _, value, owner in figures.centers if owner == "uk")
        put_units(rules, cells, revised=scenario == "setup_2003")
        return State(rules, cells, (Turn(0),))

    def view(self, state: State, side: int) -> dict[str, Any]:
        return view_of(state, side)

    def open_view(self, state: State) -> dict[str, Any]:
        return view_of(state, OPEN)

    def sampler(self, view: Mapping[str, object]) -> Sampler:
        return Sampler(self.rules_of_view(view), view)

    def seen_state(self, view: Mapping[str, object]) -> State:
        return seen_state(self.rules_of_view(view), view)

    def knowledge(self, state: State) -> tuple[int, ...]:
        """8.1.3, 16.2 For each side, the standing orders that others have seen in effect, and opened bids."""
        cells = state.cells
        settled = cells[layout.UNIT_BID if state.rules.options["bidding"] == "units" else layout.VP_TARGET]
        opened = ((1 << cells[layout.TIES]) - 1 | bool(settled) << layout.MAX_TIES) << len(layout.STANDING_ORDERS)
        return tuple(shown | opened for shown in cells[layout.SHOWN_ORDERS : layout.SHOWN_ORDERS + len(counters.SIDES)])

    def write_position(self, state: State) -> dict[str, Any]:
        return position.describe(state)

    def read_position(self, rules: Rules, described: Mapping[str, object]) -> State:
        return position.read(rules, described)

    def check(self, state: State) -> None:
        check(state)

    def result(self, state: State) -> Result:
        """15.0 The winner and the reason."""
        cells = state.cells
        japan_wins, why = WHY[cells[layout.OUTCOME]]
        winners = [] if japan_wins is None else ["japan"] if japan_wins else ["uk", "usa"]
        text = why.format(vp=cells[layout.VP], target=cells[layout.VP_TARGET])
        score = {"japan": cells[layout.VP], "uk": 0, "usa": 0}
        return {"winners": winners, "score": score, "why": text}

    def swapped_sides(self, state: State) -> tuple[str, ...]:
        """16.2 The Allied player, who acts as Britain, bid more and plays Japan."""
        return ("japan", "uk") if state.cells[layout.CHANGED] else ()

    def phrasing(self) -> Phrasing:
        return text.PHRASING

    # -- beyond the rules --------------------------------------------------------------------------

    def bots(self) -> Mapping[str, features.Bot]:
        from ironbottom.games.axis_allies_pacific.bot import levels

        return levels.BOTS

    def advisor(self) -> features.Advisor:
        from ironbottom.games.axis_allies_pacific.bot import hints

        return hints

    def odds_calculator(self) -> features.OddsCalculator:
        from ironbottom.games.axis_allies_pacific.odds import calculator

        return calculator

    def odds_questions(self) -> OddsOptions:
        from ironbottom.games.axis_allies_pacific.odds import questions

        return questions.QUESTIONS

    def decision_odds(self) -> features.DecisionOdds:
        from ironbottom.games.axis_allies_pacific.odds import decisions

        return decisions

    def threats(self) -> features.Threats:
        from ironbottom.games.axis_allies_pacific.odds import threats

        return threats

    def text(self) -> features.Wording:
        return text.TEXT

    def player_aid(self) -> features.PlayerAids:
        from ironbottom.games.axis_allies_pacific.text import aid

        return aid

    def map(self) -> features.Map:
        from ironbottom.games.axis_allies_pacific.text import map as own_map

        return own_map

    def page(self) -> features.PageData:
        from ironbottom.games.axis_allies_pacific.text import page

        return page

    def event_reader(self, rules: Rules) -> features.EventReader:
        from ironbottom.games.axis_allies_pacific import measures

        return measures.GameEventReader(rules)

    def measures(self) -> features.Measures:
        from ironbottom.games.axis_allies_pacific import measures

        return measures.MEASURES

    def speed(self) -> SpeedTargets:
        from ironbottom.games.axis_allies_pacific import speed

        return speed.SPEED


def put_units(rules: Rules, cells: layout.Cells, *, revised: bool) -> None:
    """3.1 to 3.3, 16.1 Places the units of a set-up."""
    for row in rules.facts.table(tables.SETUP).values():
        power = counters.POWERS.index[row.power]
        if (row.place, row.unit) == ("szechwan", "fighter") and rules.options["szechwan_fighter_owner"] == "china":
            power = counters.CHINA
        number = row.revised if revised else row.printed
        cells[layout.UNITS + power * counters.PLACE_COUNT + counters.PLACES.index[row.place]] += number * count_one(
            counters.PIECES.index[row.unit]
        )


@cache
def _clauses() -> ClauseIndex:
    return ClauseIndex.load(facts.DATA / "clauses.toml")
