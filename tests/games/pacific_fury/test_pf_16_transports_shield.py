"""PF-16 Escorts cover Transports from gunfire (10.7.b): the hits offered, step by step."""

import pytest

from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, Force, RuleTester, at, sinkings

AOBA, FURUTAKA, TRANSPORTS = "ijn_aoba", "ijn_furutaka", "ijn_transports_1"


def shelled(hits: int, zone: str, **forces: Force) -> RuleTester:
    """US ships enter and score a number of hits; all Japanese dice miss.

    Hits with only one target are already assigned.
    """
    origin, entered = (SOUTH, SOUND) if zone == SOUND else (SOUND, SLOT)
    table = RuleTester(
        operations_done=0, forces={**forces, "allies_1": at(origin, "Washington")}, idle=(EASTERN, SOUTH)
    )
    guns = sum(unit in ("Aoba", "Furutaka") for force in forces.values() for unit in force["units"])
    table.act("allies", "move", "allies_1", entered, dice=[hits, *[6] * guns])
    given = sum(table.now["frames"][-1]["assigned"].values())
    assert (table.to_act, given + table.left_to_assign()) == ("allies", hits)
    return table


def offered_targets(table: RuleTester) -> list[str]:
    return [unit for _, unit in table.offered("hit")]


ESCORTED = {"japan_1": at(SOUND, "Transports 1", "Aoba", "Furutaka")}


@pytest.mark.clause("10.7.b")
def test_pf_16_one_hit_goes_to_a_cruiser() -> None:
    table = shelled(1, SOUND, **ESCORTED)
    assert offered_targets(table) == [FURUTAKA, AOBA]
    assert table.clause("allies", "hit", TRANSPORTS) == "10.7.b"
    assert table.message("allies", "hit", TRANSPORTS) == (
        "Transports 1 can be hit only after every other ship in its task force"
    )
    assert table.clause("allies", "hit", "us_wasp") == "10.7.a"


@pytest.mark.clause("10.7.b")
def test_pf_16_two_hits_both_cruisers_once_or_one_twice() -> None:
    table = shelled(2, SOUND, **ESCORTED)
    table.act("allies", "hit", AOBA)
    assert offered_targets(table) == [FURUTAKA, AOBA]
    events = table.act("allies", "hit", FURUTAKA, dice=[1, 1])
    assert sinkings(events) == [(FURUTAKA, 1, 1, 4), (AOBA, 1, 1, 4)]
    table = shelled(2, SOUND, **ESCORTED)
    table.act("allies", "hit", AOBA)
    assert sinkings(table.act("allies", "hit", AOBA, dice=[1])) == [(AOBA, 2, 1, 2)]


@pytest.mark.clause("10.7.b", "10.7.d")
def test_pf_16_the_third_hit_may_sink_the_transports_if_each_cruiser_has_one() -> None:
    table = shelled(3, SOUND, **ESCORTED)
    table.act("allies", "hit", AOBA)
    assert TRANSPORTS not in offered_targets(table)
    table.act("allies", "hit", FURUTAKA)
    assert offered_targets(table) == [FURUTAKA, AOBA, TRANSPORTS]
    table.act("allies", "hit", TRANSPORTS, dice=[1, 1])
    assert table.units_in("sunk") == [TRANSPORTS]
    table = shelled(3, SOUND, **ESCORTED)
    table.act("allies", "hit", AOBA)
    table.act("allies", "hit", AOBA)
    assert offered_targets(table) == [FURUTAKA, AOBA]
    assert table.clause("allies", "hit", TRANSPORTS) == "10.7.b"


@pytest.mark.clause("8.2.d", "10.7.b")
def test_pf_16_two_forces_in_the_sound_cover_as_one() -> None:
    table = shelled(3, SOUND, japan_1=at(SOUND, "Transports 1"), japan_2=at(SOUND, "Aoba", "Furutaka"))
    assert offered_targets(table) == [FURUTAKA, AOBA]
    table.act("allies", "hit", AOBA)
    assert offered_targets(table) == [FURUTAKA, AOBA]
    table.act("allies", "hit", FURUTAKA)
    assert offered_targets(table) == [FURUTAKA, AOBA, TRANSPORTS]


@pytest.mark.clause("10.7.b")
def test_pf_16_in_the_slot_each_force_covers_its_own() -> None:
    table = shelled(2, SLOT, japan_1=at(SLOT, "Transports 1"), japan_2=at(SLOT, "Aoba", "Furutaka"))
    assert offered_targets(table) == [FURUTAKA, AOBA, TRANSPORTS]
    table.act("allies", "hit", TRANSPORTS)
    table.act("allies", "hit", AOBA, dice=[1])
    assert table.units_in("sunk") == [TRANSPORTS]
    table = shelled(2, SLOT, japan_1=at(SLOT, "Transports 1", "Aoba"), japan_2=at(SLOT, "Furutaka"))
    assert offered_targets(table) == [FURUTAKA, AOBA]
    table.act("allies", "hit", AOBA)
    assert offered_targets(table) == [FURUTAKA, AOBA, TRANSPORTS]


@pytest.mark.clause("10.7.b")
def test_pf_16_transports_do_not_cover_each_other() -> None:
    table = shelled(2, SOUND, japan_1=at(SOUND, "Transports 1", "Transports 2", "Aoba"))
    assert table.now["frames"][-1]["assigned"] == {AOBA: 1}
    assert offered_targets(table) == [AOBA, TRANSPORTS, "ijn_transports_2"]
    table.act("allies", "hit", "ijn_transports_2", dice=[1])
    assert table.units_in("sunk") == ["ijn_transports_2"]


@pytest.mark.clause("10.7.b", "10.7.d")
def test_pf_16_nothing_covers_transports_from_the_air() -> None:
    forces = {"japan_1": at(EASTERN, "Transports 1", "Aoba", "Furutaka"), "allies_1": at(SOUTH, "Wasp", "Chester")}
    table = RuleTester(operations_done=0, forces=forces, idle=(SLOT, SOUND))
    table.act("allies", "strike", "allies_1", "japan_1", dice=[1])
    assert offered_targets(table) == [FURUTAKA, AOBA, TRANSPORTS]
    table.act("allies", "hit", TRANSPORTS)
    assert table.units_in("sunk") == [TRANSPORTS]


@pytest.mark.clause("10.7.b")
def test_pf_16_the_cover_holds_for_an_attacker_too() -> None:
    forces = {"japan_1": at(EASTERN, "Transports 1", "Aoba", "Furutaka"), "allies_1": at(SOUND, "Washington")}
    table = RuleTester(operations_done=1, forces=forces, idle=(SLOT, SOUTH))
    table.act("japan", "move", "japan_1", SOUND, dice=[6, 6, 2])
    assert table.to_act == "allies"
    assert offered_targets(table) == [FURUTAKA, AOBA]
