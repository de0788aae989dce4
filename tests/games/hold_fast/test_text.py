"""Hold Fast as text: the board as each side sees it, and sentences without secrets."""

import pytest

from ironbottom.games.hold_fast.information.view_types import read_view
from ironbottom.games.hold_fast.log import KINDS
from ironbottom.games.hold_fast.text import text
from tests.games.hold_fast.rule_tester import RuleTester, all_but, neutral


def lines(table: RuleTester, side: str) -> str:
    return "\n".join(
        line.replace("\xa0", " ") for _, line in text.board(read_view(table.view(side)), table.match.rules)
    )


def test_the_board_shows_own_units_and_enemy_blocks() -> None:
    table = RuleTester(memory=True, turn=2, units={"truk": ["j_akagi", "j_yamato"], "coral_sea": ["a_idaho"]})
    mine, theirs = lines(table, "japan"), lines(table, "allies")
    assert "  Akagi 4d 3/3, Yamato 6d 4/4" in mine
    assert "Akagi" not in theirs.split("Due on turn")[0].replace("of Akagi and Yamato", "")
    assert "  Japanese blocks 1, 2 (of Akagi and Yamato)" in theirs
    assert "Turn 2 of 8, Jun 1942 - Nov 1942. Victory points: nobody leads." in mine


def test_without_memory_the_board_counts_blocks() -> None:
    table = RuleTester(turn=2, units={"truk": ["j_akagi", "j_yamato"]})
    assert "  2 Japanese blocks" in lines(table, "allies")


def test_moves_of_others_name_blocks_or_nothing() -> None:
    for memory, result in ((True, "Japanese block 1 moves"), (False, "A Japanese block moves")):
        table = RuleTester(memory=memory, units={"truk": ["j_akagi"]})
        events = table.match.submit("japan", ("move", "j_akagi", "solomon_sea")).visible("allies")["events"]
        assert list(text.story(events)) == [f"{result} from Truk to the Solomon Sea."]


def test_a_choice_that_depends_on_hidden_blocks_needs_a_screen() -> None:
    table = RuleTester(units={"truk": ["j_akagi"]})
    assert text.needs_secrets(read_view(table.view("japan")))
    table = RuleTester(step="combat", units={"coral_sea": ["j_nagato", "j_ise", "a_idaho", "a_maryland"]})
    assert not text.needs_secrets(read_view(table.view("japan")))


def test_finishing_a_step_cites_the_clause_of_the_step() -> None:
    kinds = {kind.name: kind for kind in KINDS}
    steps = {"rebuilding": "3.2.2", "moves": "7.0.1", "repairs": "4.1.5", "landing": "8.8.1", "defence": "8.8.3"}
    steps["pursuit"] = "8.9.1"
    found = {step: kinds["finished"].clause_of({"event": "finished", "side": "japan", "step": step}) for step in steps}
    assert found == steps
    assert kinds["moved"].clause_of({"event": "moved", "side": "japan"}) == "7.0.6"
    nobody, japan = ({"event": "area_controlled", "area": "coral_sea", "side": side} for side in (None, "japan"))
    assert (kinds["area_controlled"].clause_of(nobody), kinds["area_controlled"].clause_of(japan)) == ("9.0.1", "9.0.2")


def cited(table: RuleTester, side: str, *choice: str, dice: list[int] | None = None) -> dict[str, str]:
    """The sentences of a choice's events, with the clause of each."""
    kinds = {kind.name: kind for kind in KINDS}
    events = table.act(side, *choice, dice=dice or [])
    return {text.event_text(event): kinds[event["event"]].clause_of(event) for event in events}


@pytest.mark.clause("7.0.4", "4.1.4")
def test_a_pass_names_its_step() -> None:
    units = {"off_board": ["j_submarine", "j_land_based_air_1"]}
    table = RuleTester(step="submarines", units=units)
    assert cited(table, "japan", "pass")["Japan keeps its submarine off board."] == "7.0.4"
    assert cited(table, "japan", "pass")["Japan passes: no more air units this turn."] == "4.1.4"


@pytest.mark.clause("3.6.2", "5.0.4")
def test_air_units_come_back_and_are_repaired_by_clauses_of_their_own() -> None:
    units = {"lost_3": ["j_land_based_air_1"], "off_board": ["j_land_based_air_2"]}
    table = RuleTester(turn=5, step="returns", units=units, strength={"j_land_based_air_2": 2})
    back = "Japanese Land Based Air 1 is back off board with 1 strength point, for 1 RP."
    assert cited(table, "japan", "refit", "j_land_based_air_1")[back] == "3.6.2"
    table = RuleTester(step="repairs", units={"off_board": ["j_land_based_air_2"]}, strength={"j_land_based_air_2": 2})
    repaired = cited(table, "japan", "repair", "j_land_based_air_2")
    assert repaired == {"Japanese Land Based Air 2 is repaired to 3 SP.": "5.0.4"}


@pytest.mark.clause("8.4.3", "8.7.2", "8.7.5")
def test_an_automatic_event_in_a_battle_cites_its_clause() -> None:
    units = {"coral_sea": ["j_land_based_air_1", "a_idaho", "a_maryland"], "solomon_sea": ["j_nagato", "a_colorado"]}
    result = cited(RuleTester(turn=2, step="combat", units=units), "japan", "fight", "coral_sea")
    assert result["Only air combat is possible here."] == "8.4.3"
    table = RuleTester(turn=2, step="combat", units={"coral_sea": units["coral_sea"]})
    table.act("japan", "fire", "j_land_based_air_1", "a_idaho", dice=[2, 2, 2])
    table.act("allies", "stay")
    assert cited(table, "japan", "withdraw")["Japanese Land Based Air 1 withdraws off board."] == "8.7.2"
    table = RuleTester(
        turn=2, step="combat", control=neutral(), units={"bay_of_bengal": ["j_transport_1", "a_transport_1"]}
    )
    table.finish("land_step")
    table.act("allies", "stay")
    assert cited(table, "japan", "stay")["The combat in the Bay of Bengal is over, and both sides remain."] == "8.7.5"


@pytest.mark.clause("8.9.6", "12.0.1")
def test_a_ship_without_any_place_is_lost_by_the_clause_of_its_way() -> None:
    table = RuleTester(turn=2, step="repairs", places=all_but("allies"), units={"coral_sea": ["j_nagato"]})
    table.finish("repairs")
    result = cited(table, "japan", "done")
    assert result["Nagato has no port or base to go to."] == "12.0.1"
    table = RuleTester(
        step="combat", places=all_but("allies"), units={"coral_sea": ["j_akagi", "a_idaho", "a_maryland"]}
    )
    table.act("japan", "air")
    table.act("allies", "air")
    table.act("japan", "fire", "j_akagi", "a_idaho", dice=[2] * 4)
    table.act("allies", "stay")
    assert cited(table, "japan", "withdraw")["Akagi has no port or base to go to."] == "8.9.6"


def test_names_keep_their_article_within_a_sentence() -> None:
    for side, unit in (("japan", "j_nagato"), (None, None)):
        event = {"event": "came_back", "side": "japan", "unit": unit, "area": "coral_sea", "place": "philippines"}
        who = "Nagato" if side else "A Japanese block"
        assert text.event_text(event) == f"{who} returns from the Coral Sea to the Philippines."
    taken = {"event": "place_taken", "side": "allies", "place": "andaman_islands"}
    assert text.event_text(taken) == "The Allies take the Andaman Islands by controlling the sea around it."
    placed = {"event": "air_placed", "side": "japan", "unit": "j_land_based_air_4", "area": "coral_sea"}
    assert text.event_text(placed) == "Japanese Land Based Air 4 is placed in the Coral Sea."
