"""Cases WP-18 and WP-19: ground combat and Victory Points, as the charts have them."""

from functools import cache

import pytest

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.rules import ground_combat, victory


@cache
def shipped() -> Charts:
    """The charts as they are in the box."""
    return Charts(load())


@pytest.mark.clause("24.2", "24.3", "24.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "die", "column", "lost", "retreat"),
    [
        (14, 3, 0, 3, "4-1", (1, 1), "r"),
        (21, 33, -4, 1, "1-3", (8, 0), "-"),
        (7, 7, 0, 6, "1-1", (1, 1), "-"),
        (11, 3, 6, 6, "6-1+", (0, 3), "E"),
        (2, 7, 0, 6, "1-3", (0, 1), "-"),
        (3, 1, 1, 6, "4-1", (0, 1), "r"),
        (16, 8, -5, 2, "1-3", (5, 0), "-"),
    ],
)
def test_wp_18_24_2_24_3_24_4_ground_combat(
    attacker: int, defender: int, shift: int, die: int, column: str, lost: tuple[int, int], retreat: str
) -> None:
    found = ground_combat.outcome(shipped(), attacker, defender, shift, die)
    assert ground_combat.name_of(shipped(), found.column) == column
    assert (found.attacker_loses, found.defender_loses) == lost
    assert ("E" if found.eliminated else "r" if found.retreats else "-") == retreat


@pytest.mark.clause("47.1")
@pytest.mark.parametrize(
    ("ship", "level", "points"),
    [
        ("us_cv2", 5, 90),
        ("us_cv2", 2, 36),
        ("jp_ca11", 5, 30),
        ("jp_ca11", 3, 18),
        ("us_sf1", 5, 500),
        ("us_apb1", 2, 110),
        ("jp_ms0", 1, 12),
        ("us_dd13", 5, 15),
    ],
)
def test_wp_19_47_1_47_23_ships(ship: str, level: int, points: int) -> None:
    assert victory.ship_worth(shipped(), load().table(tables.SHIPS)[ship], level) == points


@pytest.mark.clause("47.1")
def test_wp_19_47_1_ground_units_and_places() -> None:
    ground, places = load().table(tables.GROUND), load().table(tables.PLACES)
    worth = [victory.ground_worth(ground[unit]) for unit in ("jp_7_3", "us_2_1_eng", "cw_16_4", "ccp_1_0_part")]
    assert worth == [70, 75, 400, 0]
    assert victory.port_worth(shipped(), places["B1240"]) == 100
    assert victory.airbase_worth(shipped(), places["B1240"]) == 5
    assert victory.port_worth(shipped(), places["E2519"]) == 0
    assert victory.centers_worth(shipped(), places["C0212"]) == 200
    assert [victory.air_worth(shipped(), training, 4) for training in victory.TRAININGS] == [4, 8, 12]
