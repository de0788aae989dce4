"""The ensign of War in the Pacific: legal, reproducible, and quick to find what its heuristics need."""

from __future__ import annotations

from functools import cache

import pytest

from ironbottom.bots import as_choices, make_player, offer_for
from ironbottom.engine.core.visibility import OPEN
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.bot import air
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived.ship_condition import CARRIERS
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view import view_of
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.measures import GameEventReader, measure, running
from ironbottom.games.war_in_the_pacific.pieces import FORCES, IN_FORCE, SHIPS, SUNK
from ironbottom.games.war_in_the_pacific.rules.turn.terminal_segment import breakoff_lead
from ironbottom.games.war_in_the_pacific.scenarios.leyte.derived import possible_objectives
from ironbottom.lab.simulation import play_game
from ironbottom.lab.story import story
from ironbottom.testing.games import every_value

GAME = WarInThePacific()
SHORT = GAME.rules({"last_round": "1"})
WHOLE = GAME.rules()
SEED = 1
"""The seed of a game with clear weather at Midway in the first Air Phase."""
BOTH = {"japan": "ensign", "allies": "ensign"}


def led_to(procedure: str, side: str, task: str = "") -> State:
    """A game of two ensigns at the first decision of a side in a procedure about a force with this task."""
    return _led(procedure, side, task).copy()


def asked_of(state: State, side: str, task: str) -> bool:
    """Whether a side's current question is about a force with this task."""
    observation = Observation(WHOLE, state.view(side), side)
    return not task or observation.task(observation.here.force) == task


@cache
def _led(procedure: str, side: str, task: str) -> State:
    state, dice = WHOLE.new(), SeededDice(SEED)
    players = {each: make_player(WHOLE, "ensign", each, 4) for each in BOTH}
    while True:
        for decision in state.decisions():
            if (decision.procedure.name, decision.side) == (procedure, side) and asked_of(state, side, task):
                return state
        decision = state.decisions()[0]
        for action in as_choices(players[decision.side].choose(offer_for(state, decision))):
            assert state.why_not(decision.side, action) is None, action
            state.apply(decision.side, action, dice, trusted=True)


def answer(state: State, side: str) -> tuple[str, ...]:
    """The ensign's current answer for a side."""
    decision = state.decision(side)
    assert decision is not None
    (action,) = as_choices(make_player(WHOLE, "ensign", side, 4).choose(offer_for(state, decision)))
    return action


@pytest.mark.build
def test_the_same_seed_plays_the_same_lawful_game() -> None:
    first, second = (play_game(SHORT, BOTH, 5, 1) for _ in range(2))
    assert (first.measures, first.verbs) == (second.measures, second.verbs)
    assert len(first.turns) == 1
    assert first.verbs["japan"]["enter"] == 2
    assert first.verbs["japan"]["embark"] == 4


def test_42_51_it_gives_odds_of_assaults_on_midway_and_the_nearest_island() -> None:
    state, dice, result = WHOLE.new(), SeededDice(1), []
    while (action := answer(state, "japan"))[0] == "announce":
        result.append(action[1])
        state.apply("japan", action, dice)
    assert result == ["F1234", "D3903"]


@pytest.mark.build
def test_9_2_its_carriers_sail_with_escorts_and_an_oiler() -> None:
    state = led_to("course", "japan", "carriers")
    force = Observation(WHOLE, state.view("japan"), "japan").here.force
    kinds = [WHOLE.pieces.ships[ship].type for ship in layout.ships_in(state.arrays).units(IN_FORCE + force)]
    assert kinds.count("CV") == 4
    assert kinds.count("DD") == 8
    assert kinds.count("SF") == 1
    assert "BB" not in kinds
    assert answer(state, "japan")[0] == "sail"


def test_10_6_a_force_with_an_oiler_stops_when_its_tanks_run_low() -> None:
    state = led_to("course", "japan", "carriers")
    force = Observation(WHOLE, state.view("japan"), "japan").here.force
    state.cells[layout.FORCE_GATE + force] = state.cells[layout.FORCE_BOX + force] = -1
    state.cells[layout.FORCE_AT + force] = NUMBER["D2024"]
    assert answer(state, "japan")[0] == "sail"
    for ship in layout.ships_in(state.arrays).units(IN_FORCE + force):
        state.arrays[layout.FUEL][ship] = 10
    assert answer(state, "japan") == ("hold",)


@pytest.mark.build
def test_8_1_it_searches_before_it_strikes() -> None:
    state, dice = led_to("search_orders", "allies"), SeededDice(2)
    sent = []
    while (action := answer(state, "allies"))[0] == "search":
        sent.append(action)
        state.apply("allies", action, dice)
    assert ("search", "F1234", "pby_trained", "3") in sent
    assert action == ("done",)


def reported(carrier: bool, chit: str, hex: str) -> State:
    """The Allies no longer search, and a Japanese force is in contact."""
    state = led_to("declaring", "allies")
    force = FORCES.index["japan_9"]
    state.cells[layout.IN_CONTACT] |= 1 << force
    state.cells[layout.CONTACT + force] = layout.CHITS.index[chit]
    state.cells[layout.CONTACT_AT + force] = NUMBER[hex]
    state.cells[layout.REPORTED_CARRIER + force] = int(carrier)
    return state


@pytest.mark.build
def test_6_5_a_strike_on_carriers_has_a_higher_value_than_one_on_a_possible_dummy() -> None:
    worths = []
    for carrier, chit in ((True, "true_report"), (True, "poor"), (False, "poor")):
        observation = Observation(WHOLE, reported(carrier, chit, "F1233").view("allies"), "allies")
        worths.append(air.strike_value(observation, FORCES.index["japan_9"]))
    assert worths[0] > worths[1] > 0
    assert worths[1] > worths[2]


def test_6_5_a_target_out_of_range_has_no_value() -> None:
    observation = Observation(WHOLE, reported(True, "true_report", "D0336").view("allies"), "allies")
    assert air.strike_value(observation, FORCES.index["japan_9"]) == 0.0


@pytest.mark.build
def test_47_3_near_a_breakoff_the_leader_goes_home_anyway_and_the_loser_fights_on() -> None:
    """Midway is worth 200 points to the Allies: 166 behind in units, they lead; Japan, 130 behind, does not."""
    for side, lost, goes in (("allies", layout.LOSSES + 1, True), ("japan", layout.LOSSES, False)):
        state = led_to("orders", side)
        assert answer(state, side)[0] == "form_off_map"
        assert not Observation(WHOLE, state.view(side), side).withdraws
        state.cells[lost] = breakoff_lead(state) * 13 // 20
        assert Observation(WHOLE, state.view(side), side).withdraws is goes
        assert (answer(state, side)[0] == "done") is goes


def test_47_1_ships_sunk_are_measured_by_side_and_type() -> None:
    state = led_to("orders", "japan")
    for ship in ("us_cv6", "us_dd1", "jp_bb1"):
        number = SHIPS.index[ship]
        if state.arrays[layout.SHIP_AT][number] >= 0:
            layout.ships_in(state.arrays).put(number, SUNK)
            state.arrays[layout.DAMAGE][number] = 6
    result = measure(read_view(view_of(state, OPEN)))
    assert result["carriers of allies sunk"] == 1
    assert result["ships of japan sunk"] == running(read_view(state.view("public")))["ships of japan sunk"] == 1
    reader = GameEventReader(WHOLE)
    assert reader.lead({"event": "ship_sunk", "ship": "us_cv6", "at": "F1234", "bottomed": 0}, 0.0) is None
    assert reader.unit_value("us_cv6") == 90
    assert reader.lost({"event": "ship_sunk", "ship": "us_cv6"}) == ["us_cv6"]
    first = WHOLE.new().cells[layout.TURN]
    assert reader.opened({"event": "turn_opened", "turn": first + 2}) == first + 2
    assert reader.title("us_cv6") == "Enterprise (US CV6)"
    assert "CV" in CARRIERS


def test_47_3_a_breakoff_and_what_changed_hands_are_measured() -> None:
    """A game of Midway in its third Game-Turn: with a Breakoff and Midway captured by Japan, and without."""
    state = led_to("orders", "japan")
    state.cells[layout.TURN] = WHOLE.new().cells[layout.TURN] + 2
    result = measure(read_view(view_of(state, OPEN)))
    assert (result["Game-Turns played"], result["ended by a Breakoff"], result["Midway (F1234) changed hands"]) == (
        3,
        0,
        0,
    )
    state.cells[layout.ENDING] = layout.ENDINGS.index["breakoff"]
    state.arrays[layout.CONTROL][NUMBER["F1234"]] = JAPAN
    result = measure(read_view(view_of(state, OPEN)))
    assert (result["Game-Turns played"], result["ended by a Breakoff"], result["Midway (F1234) changed hands"]) == (
        3,
        1,
        1,
    )


def test_45_42_of_leyte_it_is_measured_whether_the_objective_changed_hands() -> None:
    state = WHOLE.new("leyte")
    chosen = next(iter(possible_objectives(WHOLE.pieces)))
    state.cells[layout.OBJECTIVE] = chosen
    assert measure(read_view(view_of(state, OPEN)))["the Objective changed hands"] == 0
    state.arrays[layout.CONTROL][chosen] = ALLIES
    result = measure(read_view(view_of(state, OPEN)))
    assert result["the Objective changed hands"] == result["Game-Turns played"] == 1
    assert not [name for name in result if "Midway" in name or "Mandalay" in name]


def test_21_8_the_story_of_burma_counts_ground_units_and_battles_ashore() -> None:
    """A battle is a fight of armies, and ends before attrition; the lead comes from a view (47.1)."""
    fought = {"event": "ground_battle", "at": "A3019", "attacker": 72, "defender": 11, "die": 6}
    first = {"event": "unit_lost", "unit": "japan_unit_3", "kind": "jp_7_3", "at": "A3019"}
    later = {"event": "unit_lost", "unit": "allies_unit_5", "kind": "cw_11_3", "at": "A3118"}
    opening = {"event": "turn_opened", "turn": 162}
    result = story(
        WHOLE, [{"seq": 1, "events": [opening, fought, first, {"event": "attrition"}, later]}], leads={1: 40.0}
    )
    assert [(loss.unit, loss.side) for loss in result.losses] == [
        ("japan_unit_3", "japan"),
        ("allies_unit_5", "allies"),
    ]
    assert [(battle.place, battle.lost, battle.swing) for battle in result.battles] == [
        ("A3019", {"japan": ["japan_unit_3"], "allies": []}, -70.0)
    ]
    assert result.turns[0].lead == 40.0
    assert result.names == {
        "japan_unit_3": "Japanese infantry division (7-3)",
        "allies_unit_5": "Commonwealth infantry division (11-3)",
        "A3019": "Rangoon (A3019)",
    }


def test_the_everyday_kit_walks_one_or_two_turns_of_each_scenario() -> None:
    walked = [(setup.scenario, setup.options["last_round"]) for setup in every_value(GAME)]
    assert walked == [
        *(("midway", "1"), ("leyte", "2"), ("leyte_freely", "1"), ("burma", "2"), ("burma_freely", "1")),
        *(("guadalcanal", "2"), ("midway_advanced", "1"), ("midway_advanced_freely", "2")),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("side", "seeds"), [("japan", (4, 5, 6)), ("allies", (1,))])
def test_it_ends_whole_games_with_more_points_than_random_play(side: str, seeds: tuple[int, ...]) -> None:
    seats = dict.fromkeys(BOTH, "random") | {side: "ensign"}
    won = [seed for seed in seeds if play_game(WHOLE, seats, seed, 0).winners == (side,)]
    assert won == list(seeds)
