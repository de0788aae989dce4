"""Cases WP-18 and WP-19 that do not occur in these scenarios, by the charts."""

from functools import cache

import pytest

from ironbottom.games.war_in_the_pacific.charts_in_force import Charts
from ironbottom.games.war_in_the_pacific.data import tables
from ironbottom.games.war_in_the_pacific.data.facts import load
from ironbottom.games.war_in_the_pacific.rules.land import combat_results
from ironbottom.games.war_in_the_pacific.rules.turn import victory_points


@cache
def shipped() -> Charts:
    """The original charts."""
    return Charts(load())


@pytest.mark.clause("24.2", "24.3", "24.4")
def test_wp_18_24_2_24_3_24_4_a_shift_of_six_before_the_limit_of_four() -> None:
    found = combat_results.outcome(shipped(), 11, 3, 6, 6)
    assert combat_results.name_of(shipped(), found.column) == "6-1+"
    assert (found.attacker_loses, found.defender_loses, found.eliminated) == (0, 3, True)


@pytest.mark.clause("47.1")
def test_wp_19_47_1_places_and_air_points() -> None:
    places = load().table(tables.PLACES)
    assert victory_points.port_worth(shipped(), places["B1240"]) == 100
    assert victory_points.port_worth(shipped(), places["E2519"]) == 0
    assert victory_points.centers_worth(shipped(), places["C0212"]) == 200
    assert [victory_points.air_worth(shipped(), training, 4) for training in victory_points.TRAININGS] == [4, 8, 12]
