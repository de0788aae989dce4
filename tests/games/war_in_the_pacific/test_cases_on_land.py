"""WP-18 Ground combat, die by die, in matches that begin at a position of a Ground Phase (24.2, 24.3, 24.4)."""

from __future__ import annotations

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import SIDES, UNITS
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific.battle_states import cleared, put_unit
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step, fair

CLEAR, ROUGH, NEXT = "D0225", "D0324", "D0325"
"""Adjacent hexes of Honshu: fields, hills, and fields from which both are attacked."""
ODDS = ("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "6-1+")
ENDS = ("-", "r", "E")
ATTACKERS = ("allies", "japan")
"""The attacker, by whether its units are Japanese."""


def field(where: str, attackers: tuple[str, ...], defenders: tuple[str, ...], marks: dict[str, int]) -> State:
    """The attacker is next to a hex of the other side, and in supply unless marked otherwise."""
    attacker = ATTACKERS[attackers[0][:2] == "jp"]
    state = cleared(fair(GAME.new("midway")))
    state.cells[layout.FIRST_PLAYER] = SIDES.index[attacker]
    state.cells[layout.TURN] = turn_number("2/6/42")
    for side, hex, kinds in ((SIDES.index[attacker], NEXT, attackers), (1 - SIDES.index[attacker], where, defenders)):
        state.arrays[layout.CONTROL][NUMBER[hex]] = side
        for kind in kinds:
            unit = UNITS.index[put_unit(state, kind, hex)]
            state.arrays[layout.UNSUPPLIED][unit] = marks.get(f"unsupplied_{side}", 0)
            state.arrays[layout.DISRUPTED][unit] = marks.get("disrupted", 0) if hex == where else 0
    return state


@pytest.mark.clause("24.2", "24.3", "24.4")
@pytest.mark.parametrize(
    ("where", "attackers", "defenders", "marks", "die", "data"),
    [
        (CLEAR, ("us_11_3", "us_3_1"), ("jp_3_1",), {}, 3, (14, 3, 0, "4-1", 1, 1, "r")),
        (CLEAR, ("us_4_1_mar", "us_3_1"), ("jp_7_3",), {}, 6, (7, 7, 0, "1-1", 1, 1, "-")),
        (CLEAR, ("us_3_1_bg",), ("jp_7_3",), {}, 6, (2, 7, 0, "1-3", 0, 1, "-")),
        (CLEAR, ("us_3_1",), ("jp_1_1",), {"unsupplied_0": 1}, 6, (3, 1, 1, "4-1", 0, 1, "r")),
        (
            CLEAR,
            ("us_11_3",),
            ("jp_3_1",),
            {"unsupplied_0": 1, "disrupted": 3},
            6,
            (11, 3, 4, "6-1+", 0, 3, "E"),
        ),
        (
            ROUGH,
            ("us_11_3", "us_3_1", "us_3_1_bg"),
            ("jp_7_3", "jp_1_1", "jp_entr"),
            {"unsupplied_1": 1},
            2,
            (16, 8, -5, "1-3", 5, 0, "-"),
        ),
        (
            CLEAR,
            ("jp_7_3", "jp_7_3", "jp_7_3"),
            ("us_11_3", "us_11_3", "us_11_3", "us_entr"),
            {"unsupplied_0": 1},
            1,
            (21, 33, -4, "1-3", 8, 0, "-"),
        ),
    ],
)
def test_wp_18_24_2_24_3_24_4_an_attack_by_odds_shift_and_die(
    where: str,
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    marks: dict[str, int],
    die: int,
    data: tuple[object, ...],
) -> None:
    game = PositionMatch(at_step(field(where, attackers, defenders, marks), "ground"))
    attacker = ATTACKERS[attackers[0][:2] == "jp"]
    game.choose(attacker, "done")
    game.choose(attacker, "attack", where)
    if "all_in" in game.offers(attacker):
        game.choose(attacker, "all_in", dice=(die,))
    (battle,) = game.events("allies", "ground_battle")
    found = (
        *(battle["attacker"], battle["defender"], sum(battle["shifts"]), ODDS[battle["column"]]),
        *(battle["attacker_loses"], battle["defender_loses"], ENDS[battle["retreat"]]),
    )
    assert found == data
    assert game.events("japan", "ground_battle") == [battle]
