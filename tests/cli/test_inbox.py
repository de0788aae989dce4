"""``inbox``, parts of the board, numbers and options in *War in the Pacific*."""

from pathlib import Path

import pytest

from ironbottom.cli.output.game_text import GameText
from ironbottom.cli.session import inbox
from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.core.errors import Refused
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match
from ironbottom.engine.rules.registry import get_game
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.pieces import ABOARD, UNITS
from ironbottom.games.war_in_the_pacific.state import UNIT_AT
from ironbottom.games.war_in_the_pacific.text.inbox import inbox_entries
from tests.cli.running import one_line, run

POSITIONS = Path(__file__).parents[1] / "browser" / "positions" / "war_in_the_pacific"


def match_of(name: str) -> Match:
    """Returns a match from a position of the browser tests."""
    game = get_game("witp")
    return Match(game, start=load_position(POSITIONS / f"{name}.toml", game.rules()), dice=SeededDice(1))


def lines(match: Match, side: str, asked: str = "") -> list[str]:
    """Returns the lines of ``inbox`` for a side."""
    return inbox.inbox_lines(match.offer(side), match.rules, asked)


def test_10_1_forces_are_open_until_they_have_a_mission() -> None:
    match = match_of("orders")
    first = [line for line in lines(match, "japan", "task") if "Task Force 3 " in line]
    assert first == ["  Japanese Task Force 3 at D0320: Mission."] or first[0].endswith(": Mission.")
    match.submit("japan", [("plot", "japan_3", "patrol"), ("hold",)])
    assert not [line for line in lines(match, "japan", "unordered") if "Task Force 3 " in line]
    done = [line for line in lines(match, "japan", "done") if "Task Force 3 " in line]
    assert len(done) == 1
    assert done[0].startswith("  Done: Japanese Task Force 3 at ")
    assert done[0].endswith(": patrol.")


def test_22_1_units_are_grouped_by_kind_unless_a_section_or_kind_is_named() -> None:
    match = match_of("burma_marching")
    folded = lines(match, "allies")
    assert any(line.startswith("  ") and " x " in line and "section A" in line for line in folded)
    assert folded[-1].startswith("Then in this Game-Turn: supply, building")
    rows = inbox_entries(read_view(match.offer("allies").view), match.offer("allies").choices, match.rules)
    kind = next(row.kind for row in rows if "(11-3)" in row.kind)
    found = [line for line in lines(match, "allies", "(11-3)") if line.startswith("  ")]
    assert kind.endswith("division (11-3)")
    assert len(found) == sum("(11-3" in row.kind for row in rows) > 1
    assert sum(line.startswith(f"  {kind} at ") for line in found) == sum(row.kind == kind for row in rows)


def test_22_4_units_that_moved_are_done() -> None:
    match = match_of("burma_marching")
    side = "allies"
    unit = match.offer(side).choices.next("move")[0]
    match.submit(side, ("move", unit))
    match.submit(side, ("march", match.offer(side).choices.next("march")[0]))
    rows = inbox_entries(read_view(match.offer(side).view), match.offer(side).choices, match.rules)
    assert [row.title.rpartition(": ")[2] for row in rows if row.about == unit and row.done] == ["has moved"]


def test_unknown_words_are_refused_with_the_possible_ones() -> None:
    with pytest.raises(Refused, match="type a section, unordered, done, or: "):
        lines(match_of("burma_marching"), "allies", "submarine")


@pytest.mark.parametrize("name", ["orders", "burma_attacking", "declaring", "quarters", "at_the_shore"])
def test_1_31_the_inbox_shows_nothing_about_enemy_forces(name: str) -> None:
    match = match_of(name)
    side = match.decisions()[0].side
    enemy = {"japan": "allies", "allies": "japan"}[side]
    offer = match.offer(side)
    rows = inbox_entries(read_view(offer.view), offer.choices, match.rules)
    assert rows
    assert not [row.about for row in rows if row.about.startswith(f"{enemy}_")]


def test_board_shows_parts_by_name(games_folder: Path) -> None:
    typed = "board ships\nboard unordered\nboard units\nquit\n"
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "5", typed=typed).out)
    ships, _, rest = output.partition("> board ships")[2].partition("> board unordered")
    unordered, _, units = rest.partition("> board units")
    assert "The Inland Sea. Ships: Akagi (JP CV1)" in ships
    assert "Base Force" not in ships
    assert "Nothing of this kind is on the board: unordered." in unordered
    assert "Wake (D3243). Japan: Base Force, 1-1." in units
    assert "Akagi" not in units


def test_why_with_a_number_names_the_choice(games_folder: Path) -> None:
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "5", typed="why 1\nwhy 4321\nquit\n").out)
    assert "Announce an assault on Attu (D3903): you may choose this now (4" in output.replace("announce", "Announce")
    assert "the choices are numbered 1 to" in output


def test_game_shows_options_with_titles_and_values_in_words(games_folder: Path) -> None:
    arguments = ("play", "witp", "--side", "japan", "--option", "training_difficulties=yes", "--seed", "5")
    output = one_line(run(*arguments, typed="game\nquit\n").out)
    assert "Points for service forces: 100 a level (47.1)" in output
    assert "Training difficulties: yes, in the Campaign, not available yet (46.5)" in output
    assert "each_level" not in output


def test_an_unknown_table_is_refused_with_similar_names() -> None:
    wrong = run("data", "witp", "--table", "ship")
    assert wrong.code
    assert "similar names are ships" in wrong.err + wrong.out
    assert "--table list lists all" in wrong.err + wrong.out
    assert "…" not in wrong.err + wrong.out
    listed = run("data", "witp", "--table", "list").out
    assert "  ships: " in listed


@pytest.mark.build
def test_a_long_board_is_printed_once_and_then_its_changes(games_folder: Path) -> None:
    """After both deployments only the Game-Turn, its First Player and the announcements are new."""
    typed = "fill 1\nready\nboard\nquit\n"
    output = run("play", "witp", "--side", "japan", "--seed", "7", typed=typed).out
    first, _, rest = output.partition("> ready")
    changed, _, whole = rest.partition("> board")
    assert "Hakodate (D0418)" in first
    assert "Changes on the board (`board` shows all of it):" in changed
    assert "Announced assaults: Midway (F1234) and Attu (D3903)." in changed
    assert "Hakodate (D0418). Japan" not in changed
    assert "Hakodate (D0418). Japan" in whole


@pytest.mark.build
def test_a_hint_is_printed_once(games_folder: Path) -> None:
    typed = "ready\nplaced\ndone\ndone\ncarry\ndone\nquit\n"
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "7", typed=typed).out)
    assert output.count("`fill` lists the usual choices here") > 0
    assert output.count("Nothing else can be chosen here. `standing 1 2` continues for you") == 1


def test_done_names_the_word_that_ends_the_question(games_folder: Path) -> None:
    output = one_line(run("play", "witp", "--side", "japan", "--seed", "7", typed="done\nquit\n").out)
    assert "Not allowed: this question ends with: Finish deployment" in output


def test_16_3_troops_aboard_are_named_with_their_ships() -> None:
    match = match_of("leyte_orders")
    text = GameText(match.rules)
    text.set_view(match.view("allies"))
    aboard = match.state.arrays[UNIT_AT]
    unit = next(unit for unit in range(len(UNITS)) if aboard[unit] >= ABOARD)
    assert " aboard assault and transport shipping (US APB" in text.name(("land", UNITS.ids[unit]))
