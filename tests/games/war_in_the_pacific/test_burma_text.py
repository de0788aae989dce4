"""The texts of Burma: ground units by their type in events, choices and refusals, and the board in the terminal."""

from __future__ import annotations

import re

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.past_names import PastNames
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.pieces import UNITS
from ironbottom.games.war_in_the_pacific.rules.land.ground_battle import SHIFTS
from ironbottom.games.war_in_the_pacific.rules.turn import losses
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaGroundPhase
from ironbottom.games.war_in_the_pacific.text import text
from ironbottom.server.views.log_text import log_with_text
from tests.games.war_in_the_pacific.battle_states import choose, open_procedure
from tests.games.war_in_the_pacific.burma_states import in_turn, new_game, unit_at

INDAW, MAWLAIK, NAMELESS = "A3011", "A2913", "A3114"
NO_SHIFTS = [0] * len(SHIFTS)
NUMBERED = re.compile(r"\b(unit|headquarters) \d")


def lines(state: State, viewer: str) -> list[str]:
    return [line for _, line in text.board(read_view(state.view(viewer)), state.rules)]


def test_21_3_a_unit_is_named_by_its_type_and_a_choice_shows_its_hex() -> None:
    state = new_game()
    unit = unit_at(state, "jp_7_3", INDAW)
    named = text.by_name(read_view(state.view("allies")), state.rules)
    marched = text.tell({"event": "marched", "unit": unit, "way": ["A3012", "A3013"]})
    assert named(marched, False) == "Japanese infantry division (7-3) marches to Shwebo (A3013) by A3012."
    choice = text.name(("suffer", unit))
    assert named(choice, True) == "Take the losses from Japanese infantry division (7-3) at Indaw-Katha (A3011)"
    state.arrays[layout.REST][UNITS.index[unit]] = 2
    named = text.by_name(read_view(state.view("allies")), state.rules)
    assert named(choice, True) == "Take the losses from Japanese infantry division (7-3) less 2 at Indaw-Katha (A3011)"
    assert named(choice, False) == "Take the losses from Japanese infantry division (7-3)"


def test_1_3_a_unit_out_of_sight_is_named_without_its_place() -> None:
    state = new_game()
    unit = unit_at(state, "jp_7_3", INDAW)
    view = read_view(state.view("allies") | {"out_of_sight": [unit]})
    named = text.by_name(view, state.rules)
    assert named(text.name(("suffer", unit)), True) == "Take the losses from Japanese infantry division (7-3)"
    assert named("Allied ground unit 9999 marches.", True) == "Allied ground unit 9999 marches."


def test_21_8_a_unit_that_is_gone_is_named_by_its_type() -> None:
    state = new_game()
    unit = unit_at(state, "jp_7_3", INDAW)
    losses.remove_unit(state, UNITS.index[unit])
    said = text.by_name(read_view(state.view("allies")), state.rules)(text.name(("suffer", unit)), True)
    assert said == "Take the losses from Japanese infantry division (7-3)"


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "flown_in", "side": "allies", "at": "A2909", "to": "A3810", "points": 5}, "The Allies fly 5 Supply"),
        ({"event": "segment_over", "side": "allies"}, "The Allies have finished."),
        ({"event": "advanced", "units": ["allies_unit_1"], "to": "A2914"}, "1 unit advances to Gangaw (A2914)."),
        ({"event": "supply_came", "side": "allies", "at": "A3008", "points": 1}, "1 Supply Point arrives at Ledo"),
    ],
)
def test_a_sentence_of_burma_has_its_verb_in_number(event: dict[str, object], said: str) -> None:
    assert text.tell(event).startswith(said)


def test_24_3_a_battle_without_a_die_says_so() -> None:
    event = {
        "event": "ground_battle",
        "at": "A2914",
        "attacker": 47,
        "defender": 3,
        "shifts": NO_SHIFTS,
        "column": 0,
        "die": 0,
    }
    said = text.tell(event | {"attacker_loses": 0, "defender_loses": 3, "retreat": 2})
    assert said == "47 attack 3 at Gangaw (A2914), no die roll: attacker loses 0, defender 3 and is eliminated."


def test_the_text_board_lists_units_and_owners_in_unnamed_hexes_too() -> None:
    state = new_game()
    unit = UNITS.index[unit_at(state, "jp_7_3", MAWLAIK)]
    layout.units_in(state.arrays).put(unit, NUMBER[NAMELESS])
    rows = lines(state, "japan")
    assert f"{NAMELESS}. Japan: 7-3." in rows
    assert "Mawlaik (Chindwin) (A2913). Japan: 2-1 armor, (1)-1 engineer." in rows
    assert "Tamu (A2912). The Allies: 11-3." in rows


def test_25_2_44_43_the_text_board_lists_only_own_stores_kunming_and_own_air_points() -> None:
    state = new_game()
    rows = lines(state, "japan")
    assert "Kunming: no Supply Point came, no Victory Point for the Allies." in rows
    assert next(line for line in rows if line.startswith("Stores: ")).startswith(
        "Stores: 350 at Bombay (A0517), 250 at Rangoon"
    )
    assert "Toungoo (A3117). Air: 1 Tojo (trained)." in rows
    assert not any("Air: " in line and "The Allies" in line for line in rows)
    assert not any("Tojo" in line for line in lines(state, "allies"))


def test_the_terminal_and_the_page_never_name_a_unit_by_number() -> None:
    state = new_game()
    open_procedure(in_turn(state, "ground"), BurmaGroundPhase(0))
    unit = unit_at(state, "jp_7_3", MAWLAIK)
    spoken = GameText(state.rules)
    spoken.set_view(state.view("japan"))
    asked = state.decision("japan")
    assert asked is not None
    for action in asked.choices:
        assert not NUMBERED.search(spoken.name(action)), action
    refusal = state.why_not("japan", ("move", unit_at(state, "jp_2_1", "A3219")))
    assert refusal is not None
    said = "Japanese infantry regiment (2-1) at Moulmein (A3219) is the last guard of its port"
    assert spoken.with_names(refusal.message).startswith(said)
    choose(state, "japan", "move", unit)
    choose(state, "japan", "march", NAMELESS)
    events = list(spoken.story([{"event": "marched", "unit": unit, "way": [NAMELESS]}]))
    assert events == [f"Japanese infantry division (7-3) marches to {NAMELESS}."]


def test_the_log_that_a_page_is_sent_names_headquarters_by_their_size() -> None:
    match = Match("witp", scenario="burma", dice=SeededDice(1))
    for side in ("allies", "japan"):
        match.submit(side, ("all_set",))
    said = [event["text"] for entry in log_with_text(match, "japan", 0) for event in entry.get("events", ())]
    assert any(line.startswith("Japanese Wing headquarters at Meiktila (A3015) rolls ") for line in said), said
    assert not any(NUMBERED.search(line) for line in said)


def test_6_11_the_log_names_the_places_of_own_headquarters_that_roll_and_none_of_the_enemys() -> None:
    match = Match("witp", scenario="burma", dice=SeededDice(1))
    for side in ("allies", "japan"):
        match.submit(side, ("all_set",))

    def rolled(viewer: str) -> list[str]:
        events = [event for entry in log_with_text(match, viewer, 0) for event in entry.get("events", ())]
        found = [event["text"] for event in events if event["event"] == "available" and "_unit_" in event["command"]]
        return [text.partition(" rolls ")[0] for text in found]

    assert rolled("japan") == [
        "Japanese Wing headquarters at Meiktila (A3015)",
        "Japanese Group headquarters at Rangoon (A3019)",
    ]
    assert rolled("allies") == [
        "Commonwealth Division headquarters at Bengal airbase south-west of Calcutta (A2114)",
        "Commonwealth Wing headquarters at Calcutta (A2213)",
        "Commonwealth Wing headquarters at Bombay (A0517)",
        "Commonwealth Group headquarters at Delhi (A1007)",
        "Commonwealth Group headquarters at Madras (A1322)",
        "U.S. Wing headquarters at Kunming (A3810)",
    ]


def test_6_11_a_headquarters_that_moved_since_is_shown_at_its_former_place_if_the_log_has_it() -> None:
    state = new_game()
    unit = "japan_unit_16"
    called, past = text.by_name(read_view(state.view("japan")), state.rules), PastNames(text.namings, lambda name: None)
    moves = [(4, {"event": "marched", "unit": unit, "way": ["A3018", "A3117"]})]
    moves += [(6, {"event": "flown_to", "unit": unit, "to": "A3019"})]
    past.read([{"seq": seq, "act": "choice", "events": [event]} for seq, event in moves])
    said = [called("Japanese headquarters 16 rolls 2.", True, past.at(seq, 0)) for seq in (2, 5, 7)]
    assert said == [
        "Japanese Wing headquarters rolls 2.",
        "Japanese Wing headquarters at Toungoo (A3117) rolls 2.",
        "Japanese Wing headquarters at Rangoon (A3019) rolls 2.",
    ]
