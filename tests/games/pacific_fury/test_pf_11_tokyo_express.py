"""PF-11 The Tokyo Express' landing, and its other possible and forbidden moves (9.6)."""

import pytest

from ironbottom.games.pacific_fury.odds.decisions import tables
from tests.games.pacific_fury.rule_tester import (
    EASTERN,
    SLOT,
    SOUND,
    SOUTH,
    RuleTester,
    at,
    fired,
    kinds,
    only,
    revealed,
    sinkings,
)

EXPRESS = "ijn_tokyo_express"
ROWS = [
    ("no", "operational", 0, 1),
    ("no", "disrupted", 0, 1),
    ("yes", "operational", 1, 0),
    ("yes", "disrupted", 1, 0),
    ("yes", "operational", 2, 0),
    ("yes", "disrupted", 2, 1),
    ("yes", "operational", 3, 1),
    ("yes", "disrupted", 6, 1),
]


def running(held: bool, henderson: str = "operational") -> RuleTester:
    """The express in The Slot, US ships in Ironbottom Sound or none, face down."""
    forces = {"japan_1": at(SLOT, EXPRESS), "japan_2": at("box_5", "Transports 2")}
    if held:
        forces["allies_1"] = at(SOUND, "Chester", "Portland")
    units = {"off_map": ["ijn_transports_1", "us_transports_1", "us_transports_2"]}
    return RuleTester(operations_done=1, henderson=henderson, units=units, forces=forces, idle=(EASTERN, SOUTH))


@pytest.mark.clause("9.6.c", "9.6.d")
@pytest.mark.parametrize(("us_in_sound", "henderson", "die", "lands"), ROWS)
def test_pf_11_the_express_lands_or_is_found(us_in_sound: str, henderson: str, die: int, lands: int) -> None:
    table = running(us_in_sound == "yes", henderson)
    events = table.act("japan", "land", "japan_1", dice=[die] if die else [])
    sought = [{"force": "japan_1", "die": die, "found": not lands}] if die else []
    assert only(events, "express_sought") == sought
    assert only(events, "marker_shifted") == ([{"origin": 1, "marker": 0}] if lands else [])
    assert table.marker == 1 - lands
    assert table.where("japan_1") == "nowhere"
    assert EXPRESS in table.units_in("off_map")
    assert not {"fired", "battle_opened"} & set(kinds(events))
    assert not table.now["transports_sunk"]
    assert table.where("japan_2") == "box_6"


@pytest.mark.clause("8.4.a", "9.6.c")
def test_pf_11_the_express_is_revealed_when_it_enters() -> None:
    assert revealed(running(False).act("japan", "land", "japan_1")) == {"japan_1": [EXPRESS]}


@pytest.mark.clause("8.4.a")
def test_pf_11_a_force_it_meets_in_the_sound_is_revealed_too() -> None:
    events = running(True).act("japan", "land", "japan_1", dice=[1])
    assert revealed(events) == {"japan_1": [EXPRESS], "allies_1": ["us_chester", "us_portland"]}


@pytest.mark.clause("9.6.b")
def test_pf_11_from_the_slot_it_lands_or_goes_home() -> None:
    table = running(False)
    assert [choice for choice in table.offered() if choice[1:2] == ("japan_1",)] == [
        ("land", "japan_1"),
        ("return_to_base", "japan_1"),
    ]
    assert table.clause("japan", "move", "japan_1", SOUND) == "9.6.b"
    table.act("japan", "return_to_base", "japan_1")
    assert (table.where("japan_1"), table.marker) == ("home", 1)


@pytest.mark.clause("9.6.b")
@pytest.mark.parametrize("zone", [EASTERN, SOUTH, SOUND])
def test_pf_11_it_sorties_only_to_the_slot(zone: str) -> None:
    forces = {"japan_1": at("box_1", EXPRESS)}
    table = RuleTester(operations_done=1, forces=forces, idle=(EASTERN, SOUTH), units={"off_map": ["ijn_transports_1"]})
    assert table.offered("sortie") == [("sortie", "japan_1", SLOT)]
    assert table.clause("japan", "sortie", "japan_1", zone) == "9.6.b"


@pytest.mark.clause("9.6.e", "10.7.d")
@pytest.mark.parametrize(("option", "shots"), [("off", []), ("on", [(EXPRESS, 1, 1, 1)])])
def test_pf_11_9_6_e_in_the_slot_the_express_can_be_attacked(
    option: str, shots: list[tuple[str, int, int, int]]
) -> None:
    table = RuleTester(
        operations_done=0,
        options={"tokyo_express_combat": option},
        forces={"japan_1": at(SLOT, EXPRESS), "allies_1": at(SOUND, "Chester")},
        units={"off_map": ["ijn_transports_1"]},
        idle=(EASTERN, SOUTH),
    )
    dice = [1, 1, 3] if option == "on" else [1]
    events = table.act("allies", "move", "allies_1", SLOT, dice=dice)
    assert fired(events) == [("us_chester", 2, 1, 1), *shots]
    assert sinkings(events) == ([("us_chester", 1, 3, 4)] if option == "on" else [])
    assert only(events, "sunk") == [{"unit": EXPRESS}]
    assert table.units_in("sunk") == [EXPRESS]
    assert not table.now["transports_sunk"]


@pytest.mark.clause("9.6.e", "9.1.e")
@pytest.mark.parametrize("option", ["off", "on"])
def test_pf_11_9_6_e_sortieing_into_us_ships_the_express_is_the_attacker(option: str) -> None:
    table = RuleTester(
        operations_done=1,
        options={"tokyo_express_combat": option},
        forces={"japan_1": at("box_1", EXPRESS), "allies_1": at(SLOT, "Chester")},
        units={"off_map": ["ijn_transports_1"]},
        idle=(EASTERN, SOUTH),
    )
    events = table.act("japan", "sortie", "japan_1", SLOT, dice=[6, 6] if option == "on" else [6])
    assert [unit for unit, *_ in fired(events)] == ([EXPRESS] if option == "on" else []) + ["us_chester"]
    table.act("allies", "stay")
    table.act("japan", "withdraw")
    assert (table.where("japan_1"), table.where("allies_1")) == ("home", SLOT)


@pytest.mark.clause("10.7.d", "6.3")
def test_pf_11_both_transports_are_available_next_turn_whatever_happened() -> None:
    table = RuleTester(
        operations_done=13,
        forces={"japan_1": at(SLOT, "Aoba"), "japan_2": at("home", EXPRESS)},
        units={"sunk": ["ijn_transports_1"], "off_map": ["ijn_transports_2"]},
    )
    events = table.act("japan", "pass", dice=[6])
    assert only(events, "transports_issued") == [{"side": "japan"}]
    assert {"ijn_transports_1", "ijn_transports_2"} <= set(table.units_in("truk"))
    assert table.units_in("sunk") == []
    assert table.units_in("off_map") == [EXPRESS, "us_transports_1", "us_transports_2"]


@pytest.mark.parametrize(("guarded", "chance"), [(False, 1.0), (True, 4 / 6)])
def test_9_6_d_the_odds_of_the_run_are_next_to_the_choice(guarded: bool, chance: float) -> None:
    """A 1 finds the Express, and so does a 2 while Henderson Field is operational.

    If no force guards the Sound, no die is rolled.
    """
    forces = {"japan_1": at(SLOT, EXPRESS), **({"allies_1": at(SOUND, "Washington")} if guarded else {})}
    table = RuleTester(operations_done=1, forces=forces)
    assert ("land", "japan_1") in table.match.offer("japan").choices
    (found,) = [one for one in tables(table.match.state, "japan") if one.title == "The Tokyo Express"]
    assert found.rows[0].chances == pytest.approx([chance, 1 - chance])
