"""Positions that no game could hold are refused, naming the field, what is wrong and what is allowed."""

from typing import Any

import pytest

from ironbottom.engine.errors import BadValue
from tests.games.axis_allies_pacific.table import Table, printed


def refusal(**fields: Any) -> BadValue:
    """How a position is refused."""
    with pytest.raises(BadValue) as refused:
        Table(**fields)
    return refused.value


@pytest.mark.parametrize(
    ("fields", "field", "told"),
    [
        ({"units": {"japan": {"wake": {"tank": 300}}}}, "units.japan.wake.tank", "255"),
        ({"units": {"japan": {"wake": {"tank": 0}}}}, "units.japan.wake.tank", "1 to 255"),
        ({"units": {"germany": {"wake": {"tank": 1}}}}, "units.germany", "japan, uk, usa, china"),
        ({"units": {"japan": {"berlin": {"tank": 1}}}}, "units.japan.berlin", "berlin"),
        ({"units": {"japan": {"wake": {"zeppelin": 1}}}}, "units.japan.wake.zeppelin", "zeppelin"),
        ({"units": {"japan": {"wake": {"tank": "many"}}}}, "units.japan.wake.tank", "many"),
        ({"ipc": {"japan": -3}}, "ipc.japan", "0 to 99999"),
        ({"ipc": {"china": 3}}, "ipc.china", "china"),
        ({"kamikazes": 7}, "kamikazes", "0 to 6"),
        ({"victory_points": -1}, "victory_points", "0 to"),
        ({"round": 0}, "round", "1 to"),
        ({"active": "china"}, "active", "japan, uk, usa"),
        ({"step": "tea"}, "step", "purchase"),
        ({"control": {"wake": "germany"}}, "control.wake", "germany"),
        ({"convoys_of_japan": ["sz1"]}, "convoys_of_japan", "sz1"),
        ({"standing_orders": {"japan": {"losses": "dearest"}}}, "standing_orders.japan.losses", "cheapest"),
        ({"settled": {"japan": 4}}, "settled.japan", "0 to 3"),
    ],
)
def test_a_field_is_refused_with_what_it_may_hold(fields: dict[str, Any], field: str, told: str) -> None:
    refused = refusal(**fields)
    assert refused.field == field
    assert told in str(refused)


@pytest.mark.parametrize(
    ("fields", "field", "clause"),
    [
        ({"units": {"japan": {"india": {"infantry": 1}}}}, "units.japan.india", "9.1"),
        ({"units": {"uk": {"sz1": {"infantry": 1}}}}, "units.uk.sz1", "2.3"),
        ({"units": {"uk": {"india": {"carrier": 1}}}}, "units.uk.india", "2.3"),
        ({"units": {"uk": {"himalayas": {"infantry": 1}}}}, "units.uk.himalayas", "2.2"),
        ({"units": {"uk": {"india": {"marine": 1}}}}, "units.uk.india", "5.2"),
        ({"units": {"china": {"sz37": {"transport": 1}}}}, "units.china.sz37", "14.5"),
        ({"units": {"uk": {"sz1": {"destroyer_infantry": 1}}}}, "units.uk.sz1", "7.8.1"),
        ({"units": {"uk": {"sz1": {"carrier": 1, "fighter": 3}}}}, "units.uk.sz1.fighter", "7.6.1"),
        ({"units": {"uk": {"sz1": {"transport_infantry_tank": 1}}}}, "units.uk.sz1.transport_infantry_tank", "7.7.1"),
        ({"bought": {"japan": {"marine": 1}}}, "bought.japan.marine", "5.2"),
        ({"complexes": ["himalayas"]}, "complexes", "2.2"),
    ],
)
def test_what_no_game_could_hold_is_refused_by_clause(fields: dict[str, Any], field: str, clause: str) -> None:
    refused = refusal(**fields)
    assert (refused.field, refused.clause) == (field, clause)


def test_what_is_left_out_is_as_at_the_start() -> None:
    now = Table().now
    start = printed()
    assert (now["control"], now["complexes"], now["convoys_of_japan"]) == (
        *(start["control"], start["complexes"], start["convoys_of_japan"]),
    )
    assert all(not places for places in now["units"].values())


def test_another_reading_allows_another_load() -> None:
    """7.7.1"""
    units = {"uk": {"sz1": {"transport_infantry_tank": 1}}}
    table = Table(options={"transport_load": "tank_and_light"}, units=units)
    assert table.at("sz1") == {"uk": {"transport_infantry_tank": 1}}
