"""8.0 Search Points, modifiers, contact and its end: positions with fixed dice, and the visible events."""

from random import Random

import pytest

from ironbottom.engine.dice.dice import NoDice, ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import search_reach
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import (
    AIR_TYPES,
    BASE_AT,
    CARRIER,
    DECK_OF,
    SHIPS,
    SHIPS_OF,
    SUNK,
    TRAINED,
    slot,
)
from ironbottom.games.war_in_the_pacific.rules.search import contacts, detection
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import leyte_states
from tests.games.war_in_the_pacific.midway_states import midway, put_force

NEAR, FAR = "F1230", "F1218"
"""Open sea four hexes from Midway, and sixteen."""


def searching(points: int = 3, kind: str = "pby") -> State:
    """Midway's flying boats search."""
    state = midway()
    state.arrays[layout.SEARCHING][slot(BASE_AT[NUMBER["F1234"]], AIR_TYPES.index[kind], TRAINED)] = points
    return state


def hand(state: State, *dice: int) -> tuple[Execution, ScriptedDice]:
    """An execution context with these dice."""
    script = ScriptedDice(list(dice))
    return Execution(state, script), script


def event_names(execution: Execution, side: int) -> list[str]:
    """The names of the events visible to a side."""
    kinds = {kind.number: kind for kind in log.KINDS_OF_EVENT}
    return [kinds[event[0]].name for event in execution.events if kinds[event[0]].visible(event, 1 << side)]


def test_8_1_points_count_in_full_within_range_and_half_beyond() -> None:
    state = searching()
    pby = state.rules.pieces.air[AIR_TYPES.index["pby"]]
    near = search_reach.reaching(state, ALLIES, NUMBER[NEAR])
    assert (near.points, near.in_range) == (3 * pby.search, True)
    assert pby.range_mp < 16 * 6 <= pby.extended_mp
    far = search_reach.reaching(state, ALLIES, NUMBER[FAR])
    assert (far.points, far.in_range) == (3 * pby.search // 2, False)
    assert search_reach.reaching(state, ALLIES, NUMBER["D0140"]).points == 0
    assert search_reach.reaching(state, JAPAN, NUMBER[NEAR]).points == 0


def test_8_1_bombers_aboard_a_carrier_search_with_one_each() -> None:
    state = midway()
    put_force(state, "japan_1", NEAR, "jp_cv1")
    state.arrays[layout.SEARCHING][slot(DECK_OF[SHIPS.index["jp_cv1"]], AIR_TYPES.index["kate"], CARRIER)] = 2
    assert search_reach.reaching(state, JAPAN, NUMBER["F1231"]).points == 2
    state.arrays[layout.SHIP_AT][SHIPS.index["jp_cv1"]] = SUNK
    assert search_reach.reaching(state, JAPAN, NUMBER["F1231"]).points == 0


def test_8_1_two_cruisers_and_subrons_add_their_points() -> None:
    state = midway()
    put_force(state, "japan_1", NEAR, "jp_ca5", "jp_ca6")
    assert search_reach.reaching(state, JAPAN, NUMBER["F1226"]).points == 2
    assert search_reach.reaching(state, JAPAN, NUMBER["F1225"]).points == 0
    state.cells[layout.SUBRON_AT] = NUMBER["F1224"]
    state.cells[layout.SUBRON_FLEET] = 8
    assert search_reach.reaching(state, JAPAN, NUMBER["F1225"]).points == 2
    assert search_reach.reaching(state, JAPAN, NUMBER["F1226"]).points == 2
    put_force(state, "japan_2", FAR, "jp_ca8")
    assert search_reach.reaching(state, JAPAN, NUMBER[FAR]).points == 0


@pytest.mark.parametrize(
    ("change", "added"),
    [
        ("nothing", -1),
        ("ten ships", 1),
        ("five ships", 0),
        ("speed three", -2),
        ("contacted before", 1),
        ("overcast", -3),
        ("storm", None),
        ("next to Midway", 0),
        ("in port", 1),
    ],
)
def test_8_2_what_modifies_the_dice(change: str, added: int | None) -> None:
    state = searching()
    ships = {"ten ships": 10, "five ships": 5}.get(change, 1)
    hex = {"next to Midway": "F1233", "in port": "D0849"}.get(change, NEAR)
    force = put_force(state, "japan_1", hex, *[f"jp_dd{number}" for number in (1, *range(11, 10 + ships))])
    if change == "speed three":
        state.cells[layout.FORCE_ACTIVE + force], state.cells[layout.FORCE_SPEED + force] = 1, 3
    if change == "contacted before":
        state.cells[layout.IN_CONTACT] |= 1 << force
    for section in range(7):
        state.cells[layout.WEATHER_DIE + section] = {"overcast": 6, "storm": 1}.get(change, 3)
    found = search_reach.reaching(state, ALLIES, NUMBER[NEAR])
    overcast = -2 if change == "overcast" else 0
    assert found.overcast == bool(overcast)
    assert search_reach.contact_modifiers(state, ALLIES, force, found) == added


def test_8_2_coastwatchers_and_radar_in_their_years() -> None:
    state = searching()
    force = put_force(state, "japan_1", "E2519", *[f"jp_dd{n}" for n in (1, 11, 12, 13, 14)])
    found = search_reach.SearchPoints(5, in_range=True, overcast=False, by_air=True)
    state.cells[layout.FORCE_ACTIVE + force] = 1
    state.arrays[layout.CONTROL][NUMBER["E2519"]] = JAPAN
    for turn, added in (("1/6/42", 1), ("1/1/43", 2), ("1/1/45", 1)):
        state.cells[layout.TURN] = turn_number(turn)
        assert search_reach.contact_modifiers(state, ALLIES, force, found) == added
        assert search_reach.contact_modifiers(state, JAPAN, force, found) == 1


@pytest.mark.clause("8.2", "8.3", "1.32")
def test_8_2_8_3_1_32_the_searcher_sees_a_contact_and_the_owner_sees_that_it_was_found() -> None:
    state = searching()
    force = put_force(state, "japan_1", NEAR, "jp_cv1", "jp_cv2", "jp_dd1", "jp_dd11", "jp_dd12", "jp_dd13")
    execution, script = hand(state, 4, 5, 6, 3)
    contacts.search_for_force(execution, ALLIES, force)
    script.finish()
    assert (event_names(execution, ALLIES), event_names(execution, JAPAN)) == (["contact"], ["found"])
    assert layout.CHITS.ids[state.cells[layout.CONTACT + force]] == "good"
    assert [state.cells[block + force] for block in (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL)] == [6, 2]
    assert state.cells[layout.REPORTED_SIZE + force] == layout.UNREPORTED
    assert IDS[state.cells[layout.CONTACT_AT + force]] == NEAR


def test_8_2_a_failed_search_is_hidden_from_all() -> None:
    state = searching()
    force = put_force(state, "japan_1", NEAR, "jp_cv1")
    before = (state.cells[:], [numbers[:] for numbers in state.arrays])
    execution, script = hand(state, 4, 4)
    contacts.search_for_force(execution, ALLIES, force)
    script.finish()
    assert execution.events == []
    assert (state.cells, list(state.arrays)) == before


def test_8_3_a_true_report_lists_types() -> None:
    state = searching()
    force = put_force(state, "japan_1", NEAR, "jp_cv1", "jp_cv2", "jp_dd1", "jp_dd11")
    execution, script = hand(state, 6, 5, 1)
    contacts.search_for_force(execution, ALLIES, force)
    script.finish()
    width = len(layout.SHIP_TYPES)
    types = state.arrays[layout.REPORTED_TYPES][width * force : width * force + width]
    assert {kind: n for kind, n in zip(layout.SHIP_TYPES.ids, types, strict=True) if n} == {"CV": 2, "DD": 2}
    execution, script = hand(state, 6, 6, 8)
    contacts.search_for_force(execution, ALLIES, force)
    script.finish()
    assert layout.CHITS.ids[state.cells[layout.CONTACT + force]] == "fair"
    assert set(state.arrays[layout.REPORTED_TYPES][width * force : width * force + width]) == {layout.UNREPORTED}


def test_8_21_in_an_impulse_half_the_points_search_and_none_twice() -> None:
    state = searching(1)
    force = put_force(state, "japan_1", NEAR, *[f"jp_dd{n}" for n in (1, 11, 12, 13)])
    pby = state.rules.pieces.air[AIR_TYPES.index["pby"]].search
    assert 3 <= pby <= 5
    execution, script = hand(state, 5, 5)
    contacts.search_on_the_move(execution, force)
    script.finish()
    assert execution.events == []
    execution, script = hand(state, 5, 6, 1)
    contacts.search_on_the_move(execution, force)
    script.finish()
    assert state.cells[layout.IN_CONTACT] == 1 << force
    contacts.search_on_the_move(Execution(state, NoDice()), force)


def test_8_5_contact_lasts_while_search_reaches_and_leaves_a_stale_report() -> None:
    state = searching()
    force = put_force(state, "japan_1", NEAR, "jp_cv1")
    execution, script = hand(state, 6, 6, 1)
    contacts.search_for_force(execution, ALLIES, force)
    script.finish()
    execution, script = hand(state, 30)
    contacts.contact_ends(execution)
    assert (execution.events, state.cells[layout.IN_CONTACT]) == ([], 1 << force)
    state.cells[layout.FORCE_AT + force] = NUMBER["D0140"]
    contacts.contact_ends(execution)
    assert state.cells[layout.IN_CONTACT] == 0
    assert (event_names(execution, ALLIES), event_names(execution, JAPAN)) == (
        ["contact_lost"],
        ["contact_lost", "renumbered"],
    )
    assert IDS[state.cells[layout.CONTACT_AT + force]] == NEAR
    script.finish()


def test_8_2_the_first_players_dice_are_rolled_first() -> None:
    state = searching()
    put_force(state, "japan_1", NEAR, "jp_ca5", "jp_ca6", "jp_dd1", "jp_dd11")
    put_force(state, "allies_1", "F1231", "us_cv8", "us_ca24", "us_ca26", "us_dd14")
    for first, dice in ((JAPAN, (6, 6, 1, 1, 1)), (ALLIES, (1, 1, 6, 6, 1))):
        fresh = state.copy()
        execution, script = hand(fresh, *dice)
        contacts.search_segment(execution, first)
        script.finish()
        assert event_names(execution, JAPAN) == ["contact"]


def test_8_6_the_weather_of_the_sections_in_play() -> None:
    state = midway()
    execution, script = hand(state, 2, 5)
    contacts.roll_weather(execution)
    script.finish()
    dice = state.cells[layout.WEATHER_DIE : layout.WEATHER_DIE + 7]
    assert dice == [0, 0, 0, 2, 0, 5, 0]
    public_weather = [search_reach.weather(state, NUMBER[hex]) for hex in ("D0326", "D0849", "F2401", "F1234")]
    assert public_weather == ["overcast", "clear", "clear", "clear"]


@pytest.mark.clause("8.3", "8.31")
@pytest.mark.parametrize(
    ("chit", "dice", "ships", "capital"),
    [
        ("true_report", (), 143, layout.UNREPORTED),
        ("good", (5,), 172, 50),
        ("good", (1,), 114, 50),
        ("misread", (3,), 143, layout.UNREPORTED),
    ],
)
def test_8_3_8_31_a_report_counts_every_ship_of_the_largest_fleet(
    chit: str, dice: tuple[int, ...], ships: int, capital: int
) -> None:
    """All Allied ships of Leyte are in one force; drawn worlds have about as many ships there."""
    state = leyte_states.new_game()
    fleet = [ship for ship in SHIPS_OF[ALLIES] if state.arrays[layout.SHIP_AT][ship] >= 0]
    force = put_force(state, "allies_1", "B3048", *[SHIPS.ids[ship] for ship in fleet])
    execution, script = hand(state, *dice)
    row = next(row for row in state.rules.pieces.charts.search_chits if row.id == chit)
    found = contacts.types_of(state, force)
    open_to = state.rules.pieces.in_play(state.cells[layout.SCENARIO])
    result = detection.report(execution, state.rules.pieces.atlas, open_to, row, NUMBER["B3048"], found)
    contacts.record_report(execution, JAPAN, force, result)
    script.finish()
    assert [state.cells[block + force] for block in (layout.REPORTED_SHIPS, layout.REPORTED_CAPITAL)] == [
        ships,
        capital,
    ]
    assert state.view("japan")["told_ships"]["allies_1"] == ships
    drawn = [len(ships_of(world, force)) for world in worlds(state, 8)]
    assert max(drawn) > 90


def worlds(state: State, count: int) -> list[State]:
    """The worlds that Japan considers possible."""
    sampler = WarInThePacific().sampler(state.view("japan"))
    return [sampler.draw(Random(seed)) for seed in range(count)]


def test_8_3_8_5_a_report_may_name_ships_that_were_sunk_since() -> None:
    """Japan does not know what was reported: a carrier and a destroyer are as possible as the carrier alone."""
    state = midway()
    force = put_force(state, "japan_1", NEAR, "jp_cv1", "jp_dd1")
    types = tuple(contacts.types_of(state, force).items())
    execution, _ = hand(state)
    contacts.record_report(
        execution, ALLIES, force, detection.ContactReport("true_report", NUMBER[NEAR], ships=2, types=types)
    )
    layout.ships_in(state.arrays).put(SHIPS.index["jp_dd1"], SUNK)
    view, random = WarInThePacific().view(state, JAPAN), Random(2)
    draws = (WarInThePacific().resample(view, random).view("allies") for _ in range(300))
    reports = ((drawn["told_ships"]["japan_1"], drawn["arrays"]["told_types"]) for drawn in draws)
    assert any(report == (2, {"japan_1/CV": 1, "japan_1/DD": 1}) for report in reports)
    assert any(ships == 1 for ships, _ in reports)
