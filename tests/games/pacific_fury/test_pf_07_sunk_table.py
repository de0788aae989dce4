"""PF-07 The sunk table, PF-08 the return of damaged ships, each by a sinking roll of the game (10.7)."""

from collections.abc import Callable

import pytest

from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    SLOT,
    SOUND,
    SOUTH,
    Event,
    RuleTester,
    at,
    kinds,
    only,
    sinkings,
)

Rolled = Callable[[int, int], list[Event]]
"""The events of the roll for a unit with a number of hits and this die (0: no die)."""


def torpedoed(unit: str) -> Rolled:
    """A US ship in base that takes all hits of the torpedo event (7.1.a)."""

    def rolled(hits: int, die: int) -> list[Event]:
        table = RuleTester(turn=1, operations_done=13, idle=(EASTERN, SOUTH))
        table.act("japan", "pass", dice=[hits])
        return table.hit("japan", *[unit] * hits, dice=[die])

    return rolled


def shelled_by(*gunfire: tuple[str, int]) -> Callable[[str], Rolled]:
    """A single Japanese unit in The Slot, fired at by US ships whose dice all hit."""

    def aimed(unit: str) -> Rolled:
        def rolled(hits: int, die: int) -> list[Event]:
            forces = {"japan_1": at(SLOT, unit), "allies_1": at(SOUND, *(gun for gun, _ in gunfire))}
            table = RuleTester(operations_done=0, forces=forces, idle=(EASTERN, SOUTH))
            assert sum(scored for _, scored in gunfire) == hits
            dice = [scored for _, scored in gunfire]
            back = [6] if unit == "Yamato" else []
            return table.act("allies", "move", "allies_1", SLOT, dice=[*dice, *back, *([die] if die else [])])

        return rolled

    return aimed


def struck(hits: int, die: int) -> list[Event]:
    """Ryujo alone, struck by Wasp; its own cover leaves one hit of a die of 2."""
    forces = {"japan_1": at(EASTERN, "Ryujo"), "allies_1": at(SOUTH, "Wasp", "Chester")}
    table = RuleTester(operations_done=0, forces=forces, idle=(SLOT, SOUND))
    assert hits == 1
    return table.act("allies", "strike", "allies_1", "japan_1", dice=[2, 6, die])


ROWS: list[tuple[str, int, int, Rolled]] = [
    ("us_hornet", 3, 2, torpedoed("us_hornet")),
    ("us_hornet", 1, 6, torpedoed("us_hornet")),
    ("ijn_ryujo", 1, 2, struck),
    ("us_hornet", 2, 4, torpedoed("us_hornet")),
    ("us_wasp", 1, 4, torpedoed("us_wasp")),
    ("ijn_yamato", 4, 4, shelled_by(("Washington", 4))("Yamato")),
    ("ijn_yamato", 5, 2, shelled_by(("Washington", 4), ("Chester", 1))("Yamato")),
    ("ijn_transports_1", 1, 1, shelled_by(("Chester", 1))("Transports 1")),
    ("ijn_tokyo_express", 1, 1, shelled_by(("Chester", 1))("ijn_tokyo_express")),
]


@pytest.mark.clause("10.7.c", "10.7.d")
@pytest.mark.parametrize(("unit", "hits", "lowest", "rolled"), ROWS)
def test_pf_07_the_lowest_die_that_sinks(unit: str, hits: int, lowest: int, rolled: Rolled) -> None:
    if lowest == 1:
        events = rolled(hits, 0)
        assert sinkings(events) == []
        assert only(events, "sunk") == [{"unit": unit}]
        return
    for die in (lowest, 6):
        events = rolled(hits, die)
        assert sinkings(events) == [(unit, hits, die, lowest)]
        assert only(events, "sunk") == [{"unit": unit}]
    events = rolled(hits, lowest - 1)
    assert sinkings(events) == [(unit, hits, lowest - 1, lowest)]
    assert "sunk" not in kinds(events)
    assert [event["unit"] for event in only(events, "damaged")] == [unit]


# -- PF-08 ---------------------------------------------------------------------------------------------

REPAIR = [
    ("japan", 2, 1, 4),
    ("japan", 1, 3, 3),
    ("japan", 3, 1, 0),
    ("allies", 2, 1, 3),
    ("allies", 2, 2, 4),
    ("allies", 3, 1, 4),
    ("allies", 3, 2, 0),
    ("allies", 4, 1, 0),
]


@pytest.mark.clause("10.7.e", "10.7.f", "8.1")
@pytest.mark.parametrize(("side", "turn", "hits", "returns"), REPAIR)
def test_pf_08_when_a_damaged_ship_returns(side: str, turn: int, hits: int, returns: int) -> None:
    """Nagato and Washington fire at each other in The Slot; one of them hits, and the other survives the roll."""
    table = RuleTester(
        turn=turn,
        operations_done=0,
        forces={"japan_1": at(SLOT, "Nagato"), "allies_1": at(SOUND, "Washington")},
        idle=(EASTERN, SOUTH),
    )
    dice = [hits, 6] if side == "japan" else [6, hits]
    events = table.act("allies", "move", "allies_1", SLOT, dice=[*dice, 1])
    unit = "ijn_nagato" if side == "japan" else "us_washington"
    if returns:
        assert only(events, "damaged") == [{"unit": unit, "returns": returns}]
        assert table.units_in(f"turn_{returns}") == [unit]
    else:
        assert only(events, "out_of_time") == [{"unit": unit}]
        assert table.units_in("gone") == [unit]
        assert table.units_in("sunk") == []
    assert table.where("japan_1" if side == "japan" else "allies_1") == "nowhere"


@pytest.mark.clause("8.1", "10.7.e")
def test_pf_08_8_1_the_ship_is_back_when_the_task_force_phase_of_that_turn_opens() -> None:
    table = RuleTester(turn=3, operations_done=13, units={"turn_4": ["ijn_nagato"]}, idle=(EASTERN, SOUTH))
    events = table.act("japan", "pass", dice=[6])
    assert only(events, "ships_arrived") == [{"side": "japan", "units": ["ijn_nagato"]}]
    assert kinds(events).index("event_rolled") < kinds(events).index("ships_arrived")
    assert "ijn_nagato" in table.units_in("truk")
    assert table.units_in("turn_4") == []
    assert (table.to_act, table.step) == ("japan", "form_forces")
    assert table.clause("japan", "assign", "ijn_nagato", "1") is None
