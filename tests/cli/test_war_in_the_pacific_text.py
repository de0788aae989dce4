"""*War in the Pacific* at the terminal: listed choices and names can be typed, standing orders answer."""

import json
import re
from pathlib import Path

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.parsing.choices import ChoiceParser
from ironbottom.cli.session.standing_orders import StandingOrders
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from ironbottom.engine.rules.state import State
from tests.cli.running import one_line, run
from tests.games.war_in_the_pacific.burma_states import unit_at


def side_and_parser(state: State) -> tuple[str, ChoiceParser]:
    """Returns the side that decides, and a parser of its input with the names it sees."""
    side = state.decisions()[0].side
    text = GameText(state.rules)
    text.set_view(state.view(side))
    return side, ChoiceParser(state.rules.vocabulary, text.aliases, text.name)


@pytest.mark.build
@pytest.mark.parametrize("scenario", ["midway", "leyte", "burma", "burma_freely"])
def test_listed_choices_can_be_typed(scenario: str) -> None:
    state = get_game("witp").new(scenario)
    side, spelling = side_and_parser(state)
    decision = state.decision(side)
    assert decision is not None
    for number in range(0, len(decision.choices), max(1, len(decision.choices) // 12)):
        action = decision.choices.at(number)
        found = spelling.offered(spelling.name(action), decision.choices)
        assert action in found
        assert {spelling.name(one) for one in found} == {spelling.name(action)}


def test_names_of_ships_aircraft_and_places_are_accepted() -> None:
    state = get_game("witp").new("midway")
    _, spelling = side_and_parser(state)
    (decision,) = state.decisions()
    exchange = ("exchange", "jp_cv1", "zero_carrier")
    for typed in ("exchange akagi zero", "exchange zero on akagi", "exchange Zero (carrier-trained) on Akagi (JP CV1)"):
        assert spelling.offered(typed, decision.choices) == [exchange]
    assert spelling.offered("announce dutch", decision.choices) == [("announce", "F2401")]


def test_refusals_use_the_ship_names_of_the_board(games_folder: Path) -> None:
    played = run("play", "witp", "--side", "japan", "--seed", "5", typed="why exchange yorktown zero\nwhy sail\nquit\n")
    output = one_line(played.out)
    assert "Yorktown (US CV5) has none of your points aboard, or no other carrier is beside it" in output
    assert "you cannot sail now; you can: announce, station, exchange, ready" in output


def test_how_the_rules_are_known_is_printed_before_the_first_game(games_folder: Path) -> None:
    first, second = [
        one_line(run("play", "witp", "--scenario", "burma", "--side", "allies", "--seed", "5", typed="quit\n").out)
        for _ in range(2)
    ]
    known = get_game("witp").clause_source_counts()
    assert known["our reconstruction"] > 200
    assert f"Of its clauses: {known['our reconstruction']} our reconstruction; " in first
    assert "known in other ways." in first
    assert "Before the first game" not in second
    other = one_line(run("play", "pf", "--side", "allies", "--seed", "5", typed="quit\n").out)
    assert "Before the first game" not in other


def test_board_and_choices_can_be_filtered(games_folder: Path) -> None:
    typed = "board inland\nchoices exchange akagi\nboard timbuktu\nchoices timbuktu\nquit\n"
    output = run("play", "witp", "--side", "japan", "--seed", "5", typed=typed).out
    _, _, board = output.partition("> board inland")
    board, _, rest = board.partition("> choices")
    assert "The Inland Sea. Ships: Akagi (JP CV1)" in one_line(board)
    assert "Midway" not in board
    assert [line.split()[0] for line in rest.splitlines() if line.strip().startswith(("6", "7"))] == ["64", "65", "66"]
    assert "nothing on the board matches 'timbuktu'" in rest
    assert "no choice contains 'timbuktu'" in rest


@pytest.mark.build
def test_standing_orders_answer_and_are_saved(games_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "midway.jsonl"
    typed = "announce midway\nfill 1\nready\nstanding dummies none\nstanding\nquit\n"
    output = run("play", "witp", "--side", "japan", "--seed", "5", "--save", str(file), typed=typed).out
    assert (
        "Your standing order answers `Place your dummy Task Forces, or recall them.`: Done with dummies."
        in one_line(output)
    )
    assert "Japan: Form your Task Forces and plot their Missions." in output
    assert "Dummies: none." in one_line(output)
    assert json.loads((tmp_path / "midway.standing.json").read_text()) == {"japan": {"dummies": "none"}}
    # In the record, the choice is the player's own and is taken back as such; then the question is asked.
    again = run("play", str(file), typed="undo\ny\nstanding none\nquit\n").out
    assert "Taken back: Done with dummies" in one_line(again)
    assert "Japan: Place your dummy Task Forces, or recall them." in again
    assert json.loads((tmp_path / "midway.standing.json").read_text()) == {"japan": {}}


def test_standing_orders_are_named_by_words_or_numbers() -> None:
    orders = StandingOrders(Match(get_game("witp").rules()), None)
    for typed in ("fire evenly", "4 4", "fire at sea spread"):
        order, value = orders.parse("japan", typed)
        assert (order.id, value) == ("fire", "evenly")
    with pytest.raises(Refused, match="Fire at sea can be: ask me; at the best odds; finish damaged ships"):
        orders.parse("japan", "fire at sea")
    with pytest.raises(Refused, match="choose one of 1 When there is nothing to choose, 2 At the start of an impulse"):
        orders.parse("japan", "tea")


def test_standing_is_refused_in_a_game_without_standing_orders(games_folder: Path) -> None:
    output = run("play", "aap", "--side", "japan", "--seed", "4", typed="standing\nhelp\nquit\n").out
    assert "this game has no standing orders" in output
    assert "standing [WORDS]" not in output


TO_A_COURSE = "fill 1\nready\nplaced\nform ominato\nfill 1\n"
"""At Midway Japan deploys, places no dummies, and forms a Task Force at Ominato."""


@pytest.mark.build
def test_10_3_a_voyage_is_planned_and_continued_by_fill(games_folder: Path, tmp_path: Path) -> None:
    """A voyage is refused if something is missing.

    Once planned, it is listed, saved beside the record, filled in, and dropped.
    """
    file = tmp_path / "midway.jsonl"
    typed = f"{TO_A_COURSE}voyage\nvoyage midway\nplot transit\nvoyage mars\nvoyage m\nvoyage midway, speed 9\n"
    typed += "voyage midway, 40 short\nvoyage Midway, 4 short, speed 2\nvoyage\ndone\ny\nquit\n"
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "5", "--save", str(file), typed=typed).out)
    (force,) = set(re.findall(r"Japanese Task Force (\d+) forms", output))
    assert "No voyage is planned." in output
    assert "a voyage is planned when a force needs a course: plot its Mission first (10.1)" in output
    assert "'mars' is neither a hex nor a place in play: give the destination, such as voyage Midway" in output
    assert "'m' could be Muroran-Sapporo (D0417)" in output
    assert "Madras" not in output
    assert f"Japanese Task Force {force} sails at Speed 1 to 3 (10.3)" in output
    assert "a voyage can end at most 12 hexes short of its destination (10.3)" in output
    bound = f"Japanese Task Force {force} is bound for Midway (F1234), 4 hexes short of it, on transit, at most Speed 2"
    assert output.count(bound) == 2
    assert f"Japanese Task Force {force} is on transit and sails for" in output
    kept = json.loads((tmp_path / "midway.voyages.json").read_text())["japan"][f"japan_{force}"]
    assert (kept["to"], kept["off"], kept["speed"], kept["mission"]) == ("F1234", 4, 2, "transit")
    again = one_line(run("play", str(file), typed="voyage\nvoyage none\nvoyage\nquit\n").out)
    assert bound in again
    assert again.count("All voyages are cancelled.") == 1
    assert json.loads((tmp_path / "midway.voyages.json").read_text()) == {"japan": {}}


@pytest.mark.build
def test_16_0_a_landing_is_listed_ordered_and_cancelled(games_folder: Path, tmp_path: Path) -> None:
    """What is lacking is printed before the order is given; it is saved beside the record."""
    file = tmp_path / "midway.jsonl"
    typed = "fill 1\nready\nplaced\nlanding\nlanding 9 to Midway\nlanding 2 3 to Midway week 3/6/42\ny\nlanding\nquit\n"
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "5", "--save", str(file), typed=typed).out)
    assert "No landing is ordered." in output
    assert "Saipan (D0948), in port: 2 Japanese infantry regiment (2-1), 2 LP 3 Japanese garrison" in output
    assert "the units are numbered 1 to 4; `landing` lists them" in output
    assert "Arrives at Midway (F1234) in 3/6/42, as ordered." in output
    assert "Lacking: No fuel to return: 0 left, 15 needed to reach Kwajalein (D3354)." in output
    loads = "Landing at Midway (F1234) not before 3/6/42: loads at Saipan (D0948), 0 of 2 units aboard."
    assert output.count(loads) == 2
    ((force, plan),) = json.loads((tmp_path / "midway.voyages.json").read_text())["japan"].items()
    assert (force[:6], plan["to"], plan["landing"]["port"]) == ("japan_", "F1234", "D0948")
    again = one_line(run("play", str(file), typed="landing none\nlanding\nquit\n").out)
    assert "All landing orders are cancelled." in again
    assert "No landing is ordered." in again


def test_8_6_weather_and_availability_name_their_places(games_folder: Path) -> None:
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "3", typed="fill 1\nready\nplaced\nquit\n").out)
    assert "Weather in section D, die 5: clear everywhere." in output
    middle = "overcast in the middle (Midway), storm in the north (Dutch Harbor)"
    assert f"Weather in section F, die 2: clear in the tropics (Pearl Harbor), {middle}." in output
    text, state = GameText(get_game("witp").new("burma").rules), get_game("witp").new("burma")
    text.set_view(state.view("allies"))
    staff = unit_at(state, "cw_hq_wing", "A2213")
    (line,) = text.story([{"event": "available", "command": staff, "die": 3, "points": 12}])
    assert line == "Commonwealth Wing headquarters at Calcutta (A2213) rolls 3: 12 air points may fly."


def test_events_at_many_bases_share_one_sentence() -> None:
    text = GameText(get_game("witp").rules())
    searched = [("B1946", 0), ("B1948", 36), ("B1947", 0), ("D3243", 1)]
    events = [{"event": "base_searched", "base": at.lower(), "points": points} for at, points in searched]
    events += [
        {"event": "supply_paid", "side": "allies", "at": at, "source": source, "points": points}
        for at, source, points in (("C2807", "C2807", 1), ("C3502", "C2807", 2), ("B3953", "B3953", 1))
    ]
    events += [
        {"event": "searches", "base": "b3953", "stack": "pby_trained", "points": 5},
        {"event": "searches", "base": "c2807", "stack": "b_24_trained", "points": 2},
        {"event": "searches", "base": "c2807", "stack": "pby_trained", "points": 1},
        {"event": "based", "base": "b3328", "stack": "oscar_untrained", "points": 1},
    ]
    assert list(text.story(events)) == [
        "Bases searched: Clark Field (B1948), 36 air points; Wake (D3243), 1 air point; no air points at Vigan "
        "(B1946) and Lingayen (B1947).",
        "Morotai (C2807) supplies itself for 1 Supply Point and Palau (C3502) for 2 Supply Points.",
        "Ulithi (B3953) is supplied from its own stock for 1 Supply Point.",
        "5 points of PBY (trained) from Ulithi (B3953) search.",
        "Searching from Morotai (C2807): 2 of B-24 (trained) and 1 of PBY (trained).",
        "1 point of Oscar (untrained) is based at Inland Sea (Kure) (B3328).",
    ]


@pytest.mark.build
def test_fill_is_suggested_only_if_it_has_an_effect(games_folder: Path) -> None:
    """In Midway no ground unit has a helper: `fill` is suggested at the deployment and not in the Ground Phase."""
    typed = "fill 1\nready\ndone with dummies\ndone\nstanding 1 2\ndone\nfill\nquit\n"
    played = run("play", "witp", "--side", "japan", "--seed", "7", typed=typed)
    deployment, _, later = played.out.partition("> fill 1")
    assert "`fill` lists the usual choices here" in deployment
    assert "March your ground units, or finish. (22.1)" in later
    assert "nothing can be filled in for this decision" in later
    assert "`fill` lists" not in later


def test_a_story_of_a_game_that_ends_before_its_first_turn_names_that_turn(tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    run("play", "witp", "--side", "japan", "--seed", "7", "--save", str(file), typed="resign\ny\n")
    assert "Lead of Japan in Victory Points by turn: 1/6/42: -164" in one_line(run("story", str(file)).out)
