"""The texts of Guadalcanal in the terminal: links on the board, their visibility, and the shortened war."""

from __future__ import annotations

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.text.board import PARTS, board
from tests.games.war_in_the_pacific.guadalcanal_states import BRISBANE, EAST, clear_links, lay, new_game_of, serve


def brisbane() -> State:
    """Guadalcanal with one link, which belongs to the Allies."""
    state = new_game_of(GAME)
    clear_links(state)
    link = lay(state, ALLIES, BRISBANE, EAST, "us_ms1", "us_ms2")
    serve(state, "us_dd13", link)
    return state


def links(state: State, viewer: str) -> list[str]:
    """The lines about links."""
    return [line for _, line in PARTS["links"](read_view(state.view(viewer)), state.rules)]


def test_15_2_the_board_lists_own_links_with_their_service() -> None:
    state = brisbane()
    assert links(state, "allies") == [
        "Allied link 1: Brisbane (E1737) to the east edge. 34 Load Points a Cycle, 2 merchant units, 1 escort."
    ]
    assert links(state, "allies")[0] in [line for _, line in board(read_view(state.view("allies")), state.rules)]


def test_2_51_the_board_lists_the_links_of_the_start() -> None:
    state = GAME.new("guadalcanal")
    assert len(links(state, "allies")) == len(links(state, "japan")) > 3
    assert any(line.endswith("34 Load Points a Cycle, 2 merchant units.") for line in links(state, "allies"))


def test_1_3_47_1_the_board_lists_the_ends_of_enemy_links_and_the_levels_lost() -> None:
    state = brisbane()
    state.arrays[layout.LINK_LOST][layout.LINKS.index["allies_link_1"]] = 2
    assert links(state, "japan") == ["Allied link 1: Brisbane (E1737) to the east edge. 2 levels lost."]


def test_46_31_1_3_the_board_shows_the_allies_by_how_much_the_war_is_shortened() -> None:
    state = brisbane()
    state.arrays[layout.SHORTENED][0] = 2
    said = {
        side: "The war is shorter by 2 Game-Turns."
        in [line for _, line in board(read_view(state.view(side)), GAME.rules())]
        for side in ("japan", "allies")
    }
    assert said == {"japan": False, "allies": True}


def test_other_scenarios_have_no_links() -> None:
    state = GAME.new("midway")
    assert links(state, "japan") == []
