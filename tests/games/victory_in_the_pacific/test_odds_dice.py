"""The odds of speed rolls, submarines, kamikazes and sighting, compared with all dice results in the game."""

from collections.abc import Sequence
from typing import Any

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.victory_in_the_pacific.odds import fights as odds
from ironbottom.games.victory_in_the_pacific.odds.sighting import sighting
from ironbottom.games.victory_in_the_pacific.pieces import DAY, UNITS, set_of_units
from ironbottom.games.victory_in_the_pacific.state import PATROL
from tests.games.victory_in_the_pacific.all_outcomes import every_end, fate_of
from tests.games.victory_in_the_pacific.battle_cases import at_sea, pick
from tests.games.victory_in_the_pacific.rule_tester import Event, RuleTester, only

FATES = ("sunk", "disabled", "damaged", "unharmed")
NINTH = {"last_turn": "9"}


def chances_of_fates(found: dict[Any, float]) -> list[float]:
    return [found.get(fate, 0.0) for fate in FATES]


# -- 6.4 speed rolls -------------------------------------------------------------------------------------


def count_passes(state: State, events: list[Event]) -> int:
    return sum(event["passes"] for event in only(events, "speed_rolled"))


@pytest.mark.clause("6.4", "6.43", "6.221")
@pytest.mark.parametrize("ships", [("kongo",), ("kongo", "nagato"), ("kongo", "nagato", "hosho", "mogami")])
def test_how_many_ships_pass_their_speed_rolls(ships: Sequence[str]) -> None:
    """From Truk to the Central Pacific, a second area: each ship rolls once all have moved."""
    table = RuleTester(turn=4, units={"truk": list(ships)}, damage={"kongo": 2})
    acts = [("japan", "patrol", ship, "central_pacific_ocean") for ship in ships] + [("japan", "done")]
    found = every_end(table, acts, count_passes)
    pieces = table.match.rules.pieces
    speeds = [pieces.speed[UNITS.index[ship]] - 2 * (ship == "kongo") for ship in ships]
    assert [found.get(number, 0) for number in range(len(ships) + 1)] == pytest.approx(
        list(odds.arrival_chances(speeds))
    )


# -- 16 submarines ---------------------------------------------------------------------------------------


@pytest.mark.clause("16.2", "7.91")
@pytest.mark.parametrize("target", ["hosho", "kongo:2", "yokosuka_nlf:3", "mogami"])
def test_what_a_torpedo_does(target: str) -> None:
    table = at_sea("CPO", f"{target}|chicago|f_boat", turn=7, places={"midway": "allies"})
    pick(table, "night", "night")
    while table.step == "targeting":
        table.act(table.to_act, "done")
    assert (table.step, table.to_act) == ("strike", "allies")
    prey = target.partition(":")[0]
    found = every_end(table, [("allies", "torpedo", prey)], fate_of(prey))
    state = table.match.state
    result = odds.torpedo_fate(state.rules.pieces, state.cells, UNITS.index[prey])
    assert chances_of_fates(found) == pytest.approx([result.sunk, result.disabled, result.damaged, result.unharmed])


# -- 19.2 kamikazes --------------------------------------------------------------------------------------


@pytest.mark.clause("19.21", "19.22")
@pytest.mark.parametrize(
    ("firer", "target", "named"),
    [("ryuho", "essex", True), ("ryuho", "essex", False), ("shoho", "7th_af", True), ("shoho", "portland", True)],
)
def test_what_a_carrier_does_as_a_kamikaze_and_otherwise(firer: str, target: str, named: bool) -> None:
    table = at_sea("CPO", f"{firer}|{target}", turn=9, options=NINTH)
    pick(table, "day", "day")
    naming = [("japan", "kamikaze", firer) if named else ("japan", "done")]
    found = every_end(table, [*naming, ("japan", "fire", firer, target)], fate_of(target), ("targeting",))
    state, prey = table.match.state, UNITS.index[target]
    bonus = odds.kamikazes(state.rules.pieces, state.cells, DAY, set_of_units(firer) * named)
    result = odds.round_fates(state.rules.pieces, state.cells, DAY, [(UNITS.index[firer], prey)], bonus=bonus)[prey]
    assert chances_of_fates(found) == pytest.approx([result.sunk, result.disabled, result.damaged, result.unharmed])


@pytest.mark.build
@pytest.mark.clause("19.21")
@pytest.mark.parametrize("turn", [8, 9])
def test_air_units_have_the_bonus_on_the_ninth_turn_only(turn: int) -> None:
    table = at_sea("CPO", "21_air_flotilla|portland", turn=turn, options=NINTH, places={"midway": "japan"})
    pick(table, "day", "day")
    found = every_end(table, [("japan", "fire", "21_air_flotilla", "portland")], fate_of("portland"), ("targeting",))
    state, prey = table.match.state, UNITS.index["portland"]
    bonus = odds.kamikazes(state.rules.pieces, state.cells, DAY)
    result = odds.round_fates(
        state.rules.pieces, state.cells, DAY, [(UNITS.index["21_air_flotilla"], prey)], bonus=bonus
    )
    assert found["sunk"] == pytest.approx(result[prey].sunk)
    assert bool(bonus) == (turn == 9)


# -- 20.4 sighting ---------------------------------------------------------------------------------------


@pytest.mark.clause("20.4", "20.41", "20.42", "20.43", "20.44")
def test_how_many_task_forces_are_sighted() -> None:
    """Akagi attacks, Kongo patrols, Tone raids; Chicago attacks, and the 7th Air Force is always sighted."""
    table = at_sea(
        "CPO", "akagi|kongo|tone|chicago|7th_af", options={"task_forces": "on"}, raiding=["akagi", "tone"],
        places={"midway": "allies"},
    )  # fmt: skip
    for side, *act in (
        ("japan", "form", "akagi", "group_1"), ("japan", "form", "kongo", "group_2"), ("japan", "done"),
        ("allies", "form", "chicago", "group_1"), ("allies", "done"), ("japan", "attack", "group_1"), ("japan", "done"),
    ):  # fmt: skip
        if table.to_act == side:
            table.act(side, *act)
    assert (table.step, table.to_act) == ("tasking", "allies")

    def seen(state: State, events: list[Event]) -> tuple[tuple[str, str], ...]:
        return tuple((event["side"], event["force"]) for event in only(events, "force_sighted") if event["sighted"])

    found = every_end(table, [("allies", "attack", "group_1"), ("allies", "done")], seen)
    patrol = table.match.state.cells[PATROL]
    japan = sighting([set_of_units("akagi"), set_of_units("kongo"), set_of_units("tone")], 0b001, 0, patrol)
    allies = sighting([set_of_units("chicago"), set_of_units("7th_af")], 0b01, 0, patrol)
    for side, result in (("japan", japan), ("allies", allies)):
        for force, chance in enumerate(result.each, 1):
            assert chance == pytest.approx(sum(p for ends, p in found.items() if (side, f"group_{force}") in ends))
        for number, chance in enumerate(result.number):
            assert chance == pytest.approx(
                sum(p for ends, p in found.items() if sum(one == side for one, _ in ends) == number)
            )
    assert japan.any == pytest.approx(1 - 1 / 3 * 1 / 2 * 2 / 3)
    assert allies.any == pytest.approx(1)
