"""Every condition of Hold Fast that a side may run into, each refused by its own clause and reason."""

from tests.games.hold_fast.table import Table

TASK_FORCES = {"task_force_decoys": "on"}


def why(table: Table, *action: str) -> str:
    """Why the side that must choose may not choose this."""
    assert table.clause(table.to_act, *action)
    refusal = table.match.why_not(table.to_act, action)
    assert refusal is not None
    return refusal.message


# -- 14.0.1 task forces --------------------------------------------------------------------------------------


def harbour(**more: object) -> Table:
    units = {"truk": ["j_akagi", "j_kaga"], "yokosuka": ["j_nagato"], "pearl_harbor": ["a_wasp"]}
    return Table(options=TASK_FORCES, turn=2, units=units, **more)


def test_14_0_1_a_task_force_is_formed_once_and_at_home() -> None:
    table = harbour()
    assert why(table, "form", "task_force_1", "pearl_harbor") == "Pearl Harbor is not yours"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "form", "task_force_1", "yokosuka") == "Task Force 1 is formed already"
    assert why(table, "form", "task_force_1", "truk") == "Task Force 1 is formed already"


def test_14_0_1_ships_join_where_the_force_waits() -> None:
    table = harbour()
    assert why(table, "join", "j_akagi", "task_force_1") == "Task Force 1 does not wait in a port or base"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "join", "j_nagato", "task_force_1") == "Nagato is not where Task Force 1 forms"
    assert why(table, "join", "a_wasp", "task_force_1") == "Wasp is not where Task Force 1 forms"
    table.act("japan", "sail", "task_force_1", "solomon_sea")
    assert why(table, "join", "j_akagi", "task_force_1") == "Task Force 1 does not wait in a port or base"


def test_14_0_1_a_task_force_sails_once_and_as_far_as_a_ship() -> None:
    table = harbour()
    assert why(table, "sail", "task_force_1", "solomon_sea") == "Task Force 1 does not wait in a port or base"
    table.act("japan", "form", "task_force_1", "truk")
    assert why(table, "sail", "task_force_1", "bay_of_bengal") == "Bay of Bengal is out of reach of Task Force 1"
    table.act("japan", "sail", "task_force_1", "solomon_sea")
    assert why(table, "sail", "task_force_1", "marshall_islands") == "Task Force 1 does not wait in a port or base"


def test_14_0_1_the_allies_have_no_task_forces() -> None:
    table = harbour()
    table.act("japan", "done")
    assert why(table, "form", "task_force_1", "pearl_harbor") == "task forces are an option, and Japan's alone"
    assert why(table, "join", "a_wasp", "task_force_1") == "task forces are an option, and Japan's alone"


# -- 7.0 submarines and air -----------------------------------------------------------------------------------


def test_7_0_4_submarines_wait_until_all_ships_have_moved() -> None:
    table = Table(turn=2, units={"off_board": ["j_submarine"], "truk": ["j_akagi"]})
    assert why(table, "submerge", "coral_sea") == "submarines are placed after all ships have moved"


def test_3_7_1_a_submarine_is_placed_once() -> None:
    units = {"off_board": ["j_submarine"], "truk": ["j_akagi"]}
    table = Table(options={"submarine_placement": "with_own_moves"}, turn=2, units=units)
    table.act("japan", "submerge", "coral_sea")
    assert why(table, "submerge", "coral_sea") == "your submarine is not off board"


AIR = {"off_board": ["j_land_based_air_1", "a_land_based_air_1"], "coral_sea": ["j_land_based_air_2"]}


def test_7_0_5_air_comes_from_off_board_and_stays_near_own_places() -> None:
    table = Table(turn=2, step="air", units=AIR)
    assert why(table, "deploy", "j_land_based_air_2", "japanese_islands").startswith("Japanese Land Based Air 2 is no")
    assert why(table, "deploy", "a_land_based_air_1", "japanese_islands").startswith("Allied Land Based Air 1 is no")
    assert (
        why(table, "deploy", "j_land_based_air_1", "coral_sea")
        == "no port or base of yours lies in or beside Coral Sea"
    )


def test_14_0_2_raids_are_an_option_and_reach_as_far_as_air() -> None:
    plain = Table(turn=2, step="air", units=AIR)
    assert why(plain, "raid", "j_land_based_air_1", "singapore") == "air raids are an option"
    table = Table(options={"air_raid": "on"}, turn=2, step="air", units=AIR)
    assert table.ends("raid", "j_land_based_air_1") == {"singapore"}
    for port in ("pearl_harbor", "saigon"):
        assert "is no enemy port that touches an area" in why(table, "raid", "j_land_based_air_1", port)
    assert "is no air unit of yours off board" in why(table, "raid", "j_land_based_air_2", "singapore")


def test_8_0_1_no_combat_where_one_side_is_alone() -> None:
    units = {sea: [f"j_cruiser_{n}", f"a_cruiser_{n}"] for n, sea in ((1, "solomon_sea"), (2, "marshall_islands"))}
    table = Table(turn=2, step="combat", units=units | {"coral_sea": ["j_nagato"]})
    assert table.ends("fight") == {"solomon_sea", "marshall_islands"}
    assert why(table, "fight", "coral_sea") == "there is no combat to come in Coral Sea"
