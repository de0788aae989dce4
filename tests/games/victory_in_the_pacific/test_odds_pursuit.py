"""The odds of pursuits compared with all dice results in the game (8)."""

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.odds import pursuits as odds_chase
from ironbottom.games.victory_in_the_pacific.odds.fights import volley_chances
from ironbottom.games.victory_in_the_pacific.pieces import CENTRAL_PACIFIC, DAY, NIGHT, UNITS, set_of_units
from ironbottom.games.victory_in_the_pacific.rules.pursuit import fast_enough
from ironbottom.games.victory_in_the_pacific.rules.retreat_resolution import PursuitBattle
from ironbottom.games.victory_in_the_pacific.state import AT
from tests.games.victory_in_the_pacific.all_outcomes import Outcome, every_end
from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick
from tests.games.victory_in_the_pacific.rule_tester import Event, RuleTester

ON = ("way_home", "grouping", "stopping", "strike")


def chased(units: str, group: str, pursuers: str, action: str = "night") -> RuleTester:
    """The first action of a chase: both sides have chosen it, and Japan, which flees, must choose its targets."""
    table = at_sea("CPO", units, places={"midway": "allies"})
    pick(table, "night", "night")
    while table.step in ("announcement", "targeting"):
        table.act(table.to_act, "done")
    table.act("japan", "retreat")
    if table.step == "grouping":
        for unit in group.split("|"):
            table.act("japan", "flee", unit, "group_1")
        if table.step == "grouping":
            table.act("japan", "done")
    for ship in pursuers.split("|"):
        table.act("allies", "pursue", ship, "group_1")
    if table.step == "pursuit":
        table.act("allies", "done")
    pick(table, action, action)
    while table.step == "announcement":
        table.act("allies", "done")
    return table


def how_it_ends(group: str) -> Outcome:
    """The fate of the group: sunk, caught (the next round of its chase begins), or escaped."""

    def ending(state: State, events: list[Event]) -> str:
        if any(isinstance(frame, PursuitBattle) for frame in state.stack):
            return "caught"
        lost = {event["unit"] for event in events if event["event"] == "lost"}
        return "sunk" if lost.issuperset(group.split("|")) else "away"

    return ending


CASES = [
    ("tone:1|indianapolis", "tone", "indianapolis", "night", ["tone>indianapolis", "indianapolis>tone"]),
    ("tone:1|indianapolis|minneapolis", "tone", "indianapolis|minneapolis", "night",
     ["indianapolis>tone", "minneapolis>tone"]),
    ("kumano:1|tone|indianapolis|minneapolis", "kumano|tone", "indianapolis|minneapolis", "night",
     ["kumano>indianapolis", "indianapolis>kumano", "minneapolis>tone"]),
    ("ryuho|kongo:2|hermes", "ryuho|kongo", "hermes", "day", ["ryuho>hermes", "hermes>kongo"]),
    ("chitose|independence:1", "chitose", "independence", "day", ["chitose>independence", "independence>chitose"]),
    ("hosho:1|indianapolis", "hosho", "indianapolis", "night", ["indianapolis>hosho"]),
]  # fmt: skip


@pytest.mark.build
@pytest.mark.clause("8.33", "8.4", "8.51", "7.71")
@pytest.mark.parametrize(("units", "group", "pursuers", "action", "fire"), CASES, ids=[case[0] for case in CASES])
def test_the_state_of_a_chase_after_an_action(
    units: str, group: str, pursuers: str, action: str, fire: list[str]
) -> None:
    table = chased(units, group, pursuers, action)
    aims = [tuple(aim.split(">")) for aim in fire]
    japan, allies = ([aim for aim in aims if (aim[0] in group.split("|")) == fled] for fled in (True, False))
    acts = [("japan", "fire", *aim) for aim in japan] + [("allies", "fire", *aim) for aim in allies]
    found = every_end(table, acts, how_it_ends(group), ON)
    state = table.match.state
    numbered = [(UNITS.index[unit], UNITS.index[target]) for unit, target in aims]
    result = odds_chase.after_action(
        state.rules.pieces, state.cells, NIGHT if action == "night" else DAY,
        set_of_units(*group.split("|")), set_of_units(*pursuers.split("|")), numbered,
    )  # fmt: skip
    assert [found.get(end, 0) for end in ("sunk", "caught", "away")] == pytest.approx(list(result[0]))


@pytest.mark.clause("5.5", "8.4")
def test_a_chase_without_armed_ships_is_over() -> None:
    """Chitose and Independence, each with as much damage as armor, keep up with each other but cannot fire."""
    state = chased("chitose|independence:1", "chitose", "independence", "day").match.state
    ends = [
        odds_chase.chase_end_of(state.rules.pieces, state.cells, UNITS.index[unit], volley_chances(shots, circled))
        for unit, shots, circled in (("chitose", 2, True), ("independence", 1, False))
    ]
    spent = [[end for end in each if end.left and not end.armed and end.speed == 5] for each in ends]
    assert [len(each) for each in spent] == [1, 1]
    (flees,), (follows,) = ([end._replace(chance=1.0) for end in each] for each in spent)
    assert odds_chase.chase_ends([[flees]], [[follows]]) == (0, 0, 1)
    assert odds_chase.chase_ends([[flees]], [[follows._replace(armed=True)]]) == (0, 1, 0)
    assert odds_chase.chase_ends([[flees._replace(armed=True)]], [[follows]]) == (0, 1, 0)
    assert odds_chase.chase_ends([[flees._replace(armed=True, speed=6)]], [[follows]]) == (0, 0, 1)


@pytest.mark.build
@pytest.mark.clause("8.22", "8.52")
def test_the_parties_into_which_a_chased_group_splits() -> None:
    """Kumano, damaged, and Tone: after the action each flees alone, and may be pursued if a pursuer keeps up."""
    table = chased("kumano:1|tone|indianapolis|minneapolis", "kumano|tone", "indianapolis|minneapolis")
    pieces, there = table.match.rules.pieces, table.match.state.cells
    fire = [("tone", "indianapolis"), ("indianapolis", "kumano"), ("minneapolis", "tone")]
    acts = [("japan" if unit in ("kumano", "tone") else "allies", "fire", unit, target) for unit, target in fire]

    def who_is_caught(state: State, events: list[Event]) -> tuple[bool, ...]:
        cells, left = (
            state.cells,
            [state.cells[AT + CENTRAL_PACIFIC] & set_of_units(unit) for unit in ("kumano", "tone")],
        )
        pursuers = cells[AT + CENTRAL_PACIFIC] & set_of_units("indianapolis", "minneapolis")
        return tuple(bool(unit and pursuers and fast_enough(pieces, cells, pursuers, unit)) for unit in left)

    found = every_end(table, acts, who_is_caught, ("way_home",))
    result = odds_chase.after_action(
        pieces, there, NIGHT, set_of_units("kumano", "tone"), set_of_units("indianapolis", "minneapolis"),
        [(UNITS.index[unit], UNITS.index[target]) for unit, target in fire],
        (set_of_units("kumano"), set_of_units("tone")),
    )  # fmt: skip
    for number in (0, 1):
        caught = sum(chance for ends, chance in found.items() if ends[number])
        assert result[number].caught == pytest.approx(caught)


@pytest.mark.clause("8.23", "8.33")
def test_without_a_fast_enough_ship_there_is_no_pursuit() -> None:
    state = at_sea("CPO", "tone|kongo|north_carolina|indianapolis").match.state
    pieces, cells = state.rules.pieces, state.cells
    fled, slow, fast = set_of_units("tone"), set_of_units("north_carolina"), set_of_units("indianapolis")
    assert odds_chase.pursuit(pieces, cells, NIGHT, fled, slow | fast) == [(0, 0, 1)]
    sunk, caught, away = odds_chase.pursuit(pieces, cells, NIGHT, fled | set_of_units("kongo"), fast)[0]
    assert caught > 0.09
    last, none = (
        odds_chase.pursuit(pieces, cells, NIGHT, fled | set_of_units("kongo"), fast, rounds=left)[0] for left in (1, 0)
    )
    assert list(last) == [sunk, 0, pytest.approx(caught + away)], "18.36: after its last round Japan must let it go"
    assert none == (0, 0, 1)


@pytest.mark.clause("7.42", "7.43", "7.424")
def test_fire_that_is_spread_evenly_is_lawful_and_even() -> None:
    state = at_sea("CPO", "kongo|hiei|tone|akagi|north_carolina|enterprise|portland|1st_marines").match.state
    pieces, cells = state.rules.pieces, state.cells
    japan = set_of_units("kongo", "hiei", "tone", "akagi")
    allies = set_of_units("north_carolina", "enterprise", "portland", "1st_marines")
    aims = odds_chase.even_aims(pieces, cells, NIGHT, japan, allies)
    named = [(UNITS.ids[unit], UNITS.ids[target]) for unit, target in aims]
    assert named == [("kongo", "portland"), ("hiei", "north_carolina"), ("tone", "enterprise")]
    by_day = odds_chase.even_aims(pieces, cells, DAY, allies, japan)
    assert [UNITS.ids[unit] for unit, _ in by_day] == ["enterprise"]
