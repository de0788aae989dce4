"""HF-02, HF-03, HF-04 Movement: the example, reach with the control of turn 1, and placing air (7.0)."""

import pytest

from tests.games.hold_fast.rule_tester import AREAS, PLACES, RuleTester, all_but, kinds, neutral, only

MARINES = "a_transport_1"
EXAMPLE = {"hawaiian_islands": "allies", "south_pacific_ocean": "allies", "central_pacific_ocean": "allies"}
EXAMPLE |= {"marshall_islands": "japan"}
MOVES = [
    ("a_cruiser_1", "hawaiian_islands", 1, "no"),
    ("a_cruiser_2", "hawaiian_islands", 1, "no"),
    ("a_essex", "south_pacific_ocean", 2, "no"),
    ("a_california", "marshall_islands", 2, "yes"),
    ("a_enterprise", "philippines_sea", 3, "end"),
    ("a_yorktown", "coral_sea", 3, "end"),
    ("a_colorado", "solomon_sea", 3, "end"),
    (MARINES, "solomon_sea", 3, "end"),
]
REACH = [
    ("allies", "pearl_harbor", "hawaiian_islands north_pacific_ocean central_pacific_ocean marshall_islands"
     " south_pacific_ocean solomon_sea coral_sea"),
    ("japan", "yokosuka", "japanese_islands north_pacific_ocean central_pacific_ocean philippines_sea"
     " south_china_sea marshall_islands solomon_sea"),
    ("allies", "singapore", "south_china_sea japanese_islands philippines_sea solomon_sea indian_ocean"
     " bay_of_bengal marshall_islands south_pacific_ocean coral_sea"),
    ("allies", "india", "bay_of_bengal indian_ocean south_china_sea coral_sea japanese_islands philippines_sea"
     " solomon_sea south_pacific_ocean"),
    ("allies", "australia", "coral_sea indian_ocean solomon_sea south_pacific_ocean south_china_sea bay_of_bengal"
     " philippines_sea marshall_islands hawaiian_islands japanese_islands"),
]  # fmt: skip
SHIP = {"allies": "a_prince_of_wales", "japan": "j_nagato"}


def example() -> RuleTester:
    control = {area: EXAMPLE.get(area) for area in AREAS}
    ships = [unit for unit, *_ in MOVES]
    return RuleTester(turn=5, step="allies_move", control=control, units={"pearl_harbor": ships})


def without(area: str) -> set[str]:
    """The places within reach of Pearl Harbor if ships could not continue from an area."""
    control = {name: EXAMPLE.get(name) for name in AREAS} | {area: None}
    table = RuleTester(turn=5, step="allies_move", control=control, units={"pearl_harbor": ["a_essex"]})
    return table.ends("move", "a_essex")


@pytest.mark.clause("1.1.2", "1.1.6", "1.1.7", "3.0.4", "3.4.2", "7.0.2", "7.0.3", "7.0.6")
@pytest.mark.parametrize(("ship", "area", "areas", "stops"), MOVES)
def test_hf_02_the_movement_example(ship: str, area: str, areas: int, stops: str) -> None:
    table = example()
    assert area in table.ends("move", ship)
    events = table.act("allies", "move", ship, area)
    assert only(events, "moved")[0] | {"block": None} == {
        "side": "allies", "unit": ship, "block": None, "origin": "pearl_harbor", "area": area,
    }  # fmt: skip
    assert table.where(ship) == area
    assert table.clause("allies", "move", ship, "hawaiian_islands") == "7.0.6"
    everything = example().ends("move", ship)
    assert (without(area) < everything) == (stops == "no")
    nearer = without("hawaiian_islands")
    assert (area in nearer) == (areas == 1)


def test_hf_02_stops_in_enemy_and_neutral_seas() -> None:
    table = example()
    assert "japanese_islands" in table.ends("move", "a_essex")
    assert table.clause("allies", "move", "a_essex", "bay_of_bengal") == "7.0.3"
    control = dict.fromkeys(AREAS)
    table = RuleTester(step="allies_move", control=control, units={"pearl_harbor": ["a_hornet", "a_saratoga"]}, turn=2)
    assert table.ends("move") == {"hawaiian_islands"}
    assert table.clause("allies", "move", "a_saratoga", "marshall_islands") == "7.0.3"


@pytest.mark.parametrize(("side", "place", "areas"), REACH)
def test_hf_03_reach_with_the_control_of_turn_1(side: str, place: str, areas: str) -> None:
    step = "allies_move" if side == "allies" else "japan_moves"
    table = RuleTester(step=step, units={place: [SHIP[side]]})
    assert table.ends("move", SHIP[side]) == set(areas.split())


@pytest.mark.clause("4.1.2", "4.1.3", "7.0.1")
def test_7_0_1_japan_moves_then_the_allies() -> None:
    table = RuleTester(units={"yokosuka": ["j_nagato", "j_mutsu"], "india": ["a_british_cruiser_1"]})
    assert table.clause("allies", "move", "a_british_cruiser_1", "bay_of_bengal") == "4.1.9"
    assert table.clause("japan", "move", "a_british_cruiser_1", "bay_of_bengal") == "7.0.1"
    table.act("japan", "move", "j_nagato", "japanese_islands")
    table.act("japan", "done")
    assert (table.to_act, table.where("j_mutsu")) == ("allies", "yokosuka")


LBA = [
    ("japan", "guadalcanal", "coral_sea", True),
    ("allies", "lae", "solomon_sea", True),
    ("japan", "truk", "marshall_islands", True),
    ("japan", "truk", "coral_sea", False),
    ("allies", "pearl_harbor", "central_pacific_ocean", False),
    ("allies", "midway", "central_pacific_ocean", True),
]
AIR = {"japan": "j_land_based_air_1", "allies": "a_land_based_air_1"}
OTHER = {"japan": "allies", "allies": "japan"}


@pytest.mark.clause("7.0.5")
@pytest.mark.parametrize(("side", "place", "area", "allowed"), LBA)
def test_hf_04_placing_air(side: str, place: str, area: str, allowed: bool) -> None:
    table = RuleTester(step="air", places=all_but(OTHER[side], place), units={"off_board": [AIR[side]]})
    assert table.to_act == side
    assert (area in table.ends("deploy")) is allowed
    assert table.clause(side, "deploy", AIR[side], area) == (None if allowed else "7.0.5")


@pytest.mark.clause("10.0.5", "4.1.4")
def test_hf_04_both_sides_place_air_in_the_marshalls() -> None:
    table = RuleTester(step="air", places={"maloelap": "allies"}, units={"off_board": list(AIR.values())})
    table.act("japan", "deploy", AIR["japan"], "marshall_islands")
    assert (table.to_act, table.step) == ("allies", "air")
    events = table.act("allies", "deploy", AIR["allies"], "marshall_islands")
    assert "air_placed" in kinds(events)
    assert list(table.now["units"]["marshall_islands"]) == [*AIR.values()]


@pytest.mark.clause("4.1.4")
def test_4_1_4_the_sides_take_turns_and_a_pass_is_final() -> None:
    air = [f"{letter}_land_based_air_{n}" for letter in "ja" for n in (1, 2)]
    table = RuleTester(turn=2, step="air", units={"off_board": air})
    table.act("japan", "deploy", air[0], "philippines_sea")
    table.act("allies", "pass")
    assert table.to_act == "japan"
    table.act("japan", "deploy", air[1], "philippines_sea")
    assert table.step == "repairs"


@pytest.mark.clause("3.7.1", "7.0.4")
def test_7_0_4_submarines_go_anywhere_after_the_ships() -> None:
    table = RuleTester(step="submarines", units={"off_board": ["j_submarine", "a_submarine"]})
    assert (table.to_act, table.ends("submerge")) == ("japan", set(AREAS))
    table.act("japan", "submerge", "bay_of_bengal")
    table.act("allies", "pass")
    assert (table.where("j_submarine"), table.where("a_submarine")) == ("bay_of_bengal", "off_board")
    table = RuleTester(units={"off_board": ["j_submarine"]})
    assert table.clause("japan", "submerge", "coral_sea") == "7.0.4"
    early = {"submarine_placement": "with_own_moves"}
    table = RuleTester(options=early, units={"off_board": ["j_submarine"]})
    table.act("japan", "submerge", "coral_sea")
    assert table.clause("japan", "submerge", "solomon_sea") == "3.7.1"
    table.act("japan", "done")
    table.act("allies", "done")
    assert table.step == "repairs"


@pytest.mark.clause("7.0.1", "7.0.4")
def test_7_0_4_the_warning_names_the_submarine_and_not_every_area() -> None:
    table = RuleTester(step="submarines", units={"off_board": ["j_submarine", "a_submarine"]})
    assert table.match.decisions()[0].gives_up("pass") == {"submerge": ("j_submarine",)}
    table.act("japan", "pass")
    assert table.match.decisions()[0].gives_up("pass") == {"submerge": ("a_submarine",)}
    early = {"submarine_placement": "with_own_moves"}
    table = RuleTester(options=early, units={"off_board": ["j_submarine"], "yokosuka": ["j_akagi", "j_kaga"]})
    (moves,) = table.match.decisions()
    assert moves.gives_up("done") == {"move": ("j_akagi", "j_kaga"), "submerge": ("j_submarine",)}
    assert moves.gives_up("move") == {}
    table.act("japan", "submerge", "coral_sea")
    assert table.match.decisions()[0].gives_up("done") == {"move": ("j_akagi", "j_kaga")}


def test_every_place_exists() -> None:
    assert set(RuleTester().now["places"]) == set(PLACES)


@pytest.mark.clause("1.1.7", "7.0.3")
def test_7_0_3_by_the_option_ships_may_continue_from_neutral_areas() -> None:
    """Seen from the Hawaiian Islands, the North Pacific is neutral and the Marshall Islands are Japan's."""
    option = {"neutral_areas": "pass", "task_force_decoys": "on"}
    control = neutral(hawaiian_islands="allies", marshall_islands="japan")
    units = {"pearl_harbor": ["a_essex"], "midway": ["a_hornet"], "truk": ["j_akagi"]}
    beyond = {"japanese_islands", "philippines_sea"}
    table = RuleTester(options=option, turn=5, step="allies_move", control=control, units=units)
    assert beyond <= table.ends("move", "a_essex")
    assert "south_china_sea" in table.ends("move", "a_hornet")
    assert table.clause("allies", "move", "a_essex", "indian_ocean") == "1.1.7"
    stopped = RuleTester(turn=5, step="allies_move", control=control, units=units)
    assert not beyond & stopped.ends("move", "a_essex")
    assert stopped.clause("allies", "move", "a_essex", "japanese_islands") == "7.0.3"
    table = RuleTester(options=option, turn=5, step="japan_moves", control=control, units=units)
    table.act("japan", "form", "task_force_1", "truk")
    assert table.ends("sail", "task_force_1") == table.ends("move", "j_akagi") >= {"central_pacific_ocean"}


@pytest.mark.clause("7.0.4")
def test_7_0_4_japans_submarine_is_placed_before_the_allied_one() -> None:
    table = RuleTester(turn=2, step="allies_move", units={"off_board": ["j_submarine", "a_submarine"]})
    table.act("allies", "done")
    assert (table.to_act, table.step) == ("japan", "submarine")
    table.act("japan", "submerge", "coral_sea")
    assert (table.to_act, table.step) == ("allies", "submarine")
