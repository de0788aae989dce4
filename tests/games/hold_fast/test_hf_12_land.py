"""HF-12, HF-16 Land combat for bases, and the stalemate of transports (8.8, 8.7.5)."""

import pytest

from tests.games.hold_fast.rule_tester import RuleTester, all_but, kinds, neutral, only

ROWS = [
    (4, [6, 2, 1, 3], [6], 3, False, "allies"),
    (1, [6], [6], 0, False, "japan"),
    (3, [1, 2, 3], [6], 2, True, "next"),
    (2, [6, 1], [3], 2, False, "allies"),
]
SEA = "marshall_islands"
MARINES = ["a_transport_1", "a_transport_2"]


def off_kwajalein(strength: int) -> RuleTester:
    units = {SEA: ["a_transport_1"], "kwajalein": ["j_nagato"], "yokosuka": ["j_akagi"]}
    return RuleTester(turn=2, step="landings", strength={"a_transport_1": strength}, units=units)


@pytest.mark.clause("1.1.5", "3.5.1", "3.4.1", "8.8.1", "8.8.2", "8.8.4", "8.8.5", "8.8.6", "10.0.1")
@pytest.mark.parametrize(("strength", "attack", "defence", "left", "garrison", "base"), ROWS)
def test_hf_12_transports_against_a_garrison(
    strength: int, attack: list[int], defence: list[int], left: int, garrison: bool, base: str
) -> None:
    table = off_kwajalein(strength)
    assert (table.to_act, table.step) == ("allies", "land_step")
    assert table.ends("land") == {"kwajalein", "maloelap"}
    assert table.clause("allies", "land", "a_transport_1", "truk") == "1.1.4"
    more = [6, 1, 1] if base == "next" else []
    events = table.act("allies", "land", "a_transport_1", "kwajalein", dice=[*attack, *defence, *more])
    fired = only(events, "land_fired")
    assert [(e["unit"], e["dice"]) for e in fired[:2]] == [("a_transport_1", attack), ("garrison", defence)]
    assert (len(fired) > 2) is garrison
    if base == "next":
        assert len(fired[2]["dice"]) == left
        base = "allies"
    if left:
        assert table.strength("a_transport_1") == left
        assert table.where("a_transport_1") == SEA
    else:
        assert table.where("a_transport_1") == "lost_2"
    assert table.owner("kwajalein") == base
    assert table.where("j_nagato") == ("truk" if base == "allies" else "kwajalein")
    assert ("evicted" in kinds(events)) is (base == "allies")


@pytest.mark.clause("8.8.3", "7.1.1")
def test_8_8_3_transports_in_the_base_defend_it() -> None:
    units = {SEA: [*MARINES], "kwajalein": ["j_transport_1"]}
    table = RuleTester(turn=3, step="landings", units=units)
    table.act("allies", "land", "a_transport_1", "kwajalein")
    table.act("allies", "land", "a_transport_2", "kwajalein")
    assert (table.to_act, table.step) == ("allies", "land_fight")
    table.act("allies", "aim", "a_transport_1", "garrison")
    assert table.clause("allies", "aim", "a_transport_2", "a_transport_1") == "8.8.2"
    table.act("allies", "aim", "a_transport_2", "j_transport_1")
    assert table.to_act == "japan"
    table.act("japan", "aim", "garrison", "a_transport_1")
    dice = [6, 1, 1, 1, 6, 6, 6, 1, 6, 6, 5, 6]
    events = table.act("japan", "aim", "j_transport_1", "a_transport_1", dice=dice)
    assert only(events, "sunk") == [{"unit": "j_transport_1"}]
    assert table.strength("a_transport_1") == 1
    assert table.owner("kwajalein") == "allies"


FROM_SEA = {"transports_at_sea_defend": "yes"}


def stalemate(options: dict[str, str] | None = None) -> RuleTester:
    units = {SEA: ["j_transport_1", "a_transport_1"]}
    return RuleTester(options=options, turn=2, step="combat", control=neutral(), units=units)


@pytest.mark.clause("8.7.5", "8.4.3", "8.8.1", "9.0.3")
def test_hf_16_transports_of_both_sides_remain() -> None:
    table = stalemate()
    assert (table.to_act, table.step) == ("japan", "land_step")
    assert table.ends("land") == {"johnston_island"}
    table.act("japan", "done")
    assert table.ends("land") == {"kwajalein", "maloelap"}
    table.act("allies", "done")
    assert table.step == "stay_or_withdraw"
    table.act("allies", "stay")
    events = table.act("japan", "stay")
    assert only(events, "points_scored") == [{"japan": 0, "allies": 0, "points": 0}]
    assert table.control(SEA) is None
    assert {table.where("j_transport_1"), table.where("a_transport_1")} == {SEA}


@pytest.mark.clause("8.8.3")
def test_8_8_3_a_transport_at_sea_defends_nothing() -> None:
    table = stalemate()
    table.act("japan", "done")
    events = table.act("allies", "land", "a_transport_1", "kwajalein", dice=[6, 1, 1, 1, 2])
    assert [(e["unit"], e["target"]) for e in only(events, "land_fired")] == [
        ("a_transport_1", "garrison"),
        ("garrison", "a_transport_1"),
    ]
    assert only(events, "base_taken") == [{"side": "allies", "place": "kwajalein"}]
    assert (table.where("j_transport_1"), table.strength("j_transport_1")) == (SEA, 3)


@pytest.mark.clause("8.8.3")
def test_8_8_3_by_the_option_a_transport_at_sea_may_defend_if_it_does_not_attack() -> None:
    table = stalemate(FROM_SEA)
    table.act("japan", "done")
    table.act("allies", "land", "a_transport_1", "kwajalein")
    assert (table.to_act, table.offered("defend")) == ("japan", [("defend", "j_transport_1", "kwajalein")])
    table.act("japan", "defend", "j_transport_1", "kwajalein")
    assert (table.to_act, table.step) == ("allies", "land_fight")
    events = table.act("allies", "aim", "a_transport_1", "j_transport_1", dice=[6, 6, 6, 1, 1, 2, 3, 4, 1, 1, 1, 6, 2])
    assert only(events, "sunk") == [{"unit": "j_transport_1"}]
    assert table.owner("kwajalein") == "allies"
    assert table.step != "stay_or_withdraw"


@pytest.mark.clause("8.1.7", "8.2.4", "8.2.5")
def test_8_1_7_a_landing_follows_every_round() -> None:
    units = {SEA: ["a_idaho", "a_transport_1", "j_nagato"], "solomon_sea": ["j_ise", "a_tennessee"]}
    table = RuleTester(turn=2, step="combat", units=units)
    for _ in range(2):
        if table.step == "combat":
            table.act("japan", "fight", SEA, dice=[2] * 5 + [2] * 4)
        else:
            table.act("japan", "stay", dice=[2] * 5 + [2] * 4)
        assert (table.to_act, table.step, table.ends("land")) == ("allies", "land_step", {"kwajalein", "maloelap"})
        table.act("allies", "done")
        table.act("allies", "stay")
    assert table.strength("j_nagato") == 4


@pytest.mark.clause("8.8.3", "8.8.6")
def test_8_8_3_a_transport_in_another_sea_area_does_not_defend() -> None:
    units = {"coral_sea": ["j_transport_1"], "solomon_sea": ["a_transport_1"]}
    table = RuleTester(turn=2, step="landings", units=units, places=all_but("allies", "truk", "yokosuka", "saigon"))
    assert (table.to_act, table.step) == ("japan", "land_step")
    events = table.act("japan", "land", "j_transport_1", "guadalcanal", dice=[1, 6, 2, 2])
    assert only(events, "base_taken") == [{"side": "japan", "place": "guadalcanal"}]
    assert table.step == "come_back"


def from_two_areas(dice: list[int]) -> tuple[RuleTester, list[tuple[str, list[int]]]]:
    """Transports in the Solomon and the Coral Sea attack Guadalcanal; returns the table and the firing units."""
    units = {"solomon_sea": ["j_transport_1"], "coral_sea": ["j_transport_2"]}
    hurt = {"j_transport_1": 1, "j_transport_2": 2}
    table = RuleTester(turn=2, step="landings", units=units, strength=hurt)
    table.act("japan", "land", "j_transport_2", "guadalcanal")
    events = table.act("japan", "land", "j_transport_1", "guadalcanal", dice=dice)
    return table, [(e["unit"], e["dice"]) for e in only(events, "land_fired")]


@pytest.mark.clause("8.8.1", "8.8.6")
def test_8_8_6_transports_of_two_areas_fight_one_after_the_other() -> None:
    """The first is lost to the garrison, which then fights the second."""
    table, rolls = from_two_areas([5, 6, 6, 1, 2])
    assert rolls == [("j_transport_1", [5]), ("garrison", [6]), ("j_transport_2", [6, 1]), ("garrison", [2])]
    assert (table.where("j_transport_1"), table.strength("j_transport_2")) == ("lost_2", 2)
    assert table.owner("guadalcanal") == "japan"


@pytest.mark.clause("8.8.6")
def test_8_8_6_a_base_taken_from_one_area_is_not_fought_for_from_the_other() -> None:
    table, rolls = from_two_areas([6, 2])
    assert rolls == [("j_transport_1", [6]), ("garrison", [2])]
    assert (table.owner("guadalcanal"), table.step) == ("japan", "come_back")


@pytest.mark.clause("1.1.4", "8.8.1", "8.8.3")
def test_8_8_why_a_transport_may_not_land_or_defend() -> None:
    def why(side: str, *action: str) -> tuple[str | None, str]:
        return table.clause(side, *action), table.message(side, *action)

    units = {SEA: ["a_idaho", "a_transport_1", "a_transport_2", "j_transport_1", "j_transport_2"]}
    table = RuleTester(turn=2, step="combat", units=units)
    table.act("allies", "fire", "a_idaho", "j_transport_1", dice=[2] * 4)
    assert why("japan", "defend", "j_transport_1", "kwajalein") == (
        "8.8.3",
        "transports at sea may defend a base only under an optional rule that is not used here",
    )
    table = RuleTester(options=FROM_SEA, turn=2, step="combat", units=units)
    table.act("allies", "fire", "a_idaho", "j_transport_1", dice=[2] * 4)
    assert why("japan", "defend", "j_transport_1", "kwajalein") == (
        "8.8.3",
        "both sides choose their attackers before any defender",
    )
    assert table.cited == "8.8.1"
    table.act("japan", "land", "j_transport_2", "johnston_island")
    assert why("japan", "land", "j_transport_2", "johnston_island") == (
        "8.8.1",
        "Japanese Transport 2 is not one of your transports at sea here, or already attacks",
    )
    table.act("japan", "done")
    port = "Truk is a port: ports are captured by control of the sea, never by transports"
    assert why("allies", "land", "a_transport_1", "truk") == ("1.1.4", port)
    assert table.clause("allies", "land", "a_transport_1", "saipan") == "8.8.1"
    table.act("allies", "land", "a_transport_1", "kwajalein")
    table.act("allies", "done")
    assert (table.to_act, table.ends("defend", "j_transport_1")) == ("japan", {"kwajalein"})
    assert table.cited == "8.8.3"
    settled = "the attackers are already chosen: now choose who defends"
    assert why("japan", "land", "j_transport_1", "johnston_island") == ("8.8.1", settled)
    assert why("japan", "defend", "j_transport_2", "kwajalein") == (
        "8.8.3",
        "Japanese Transport 2 is not one of your transports at sea here, or already attacks or defends",
    )
    assert why("japan", "defend", "j_transport_1", "maloelap") == (
        "8.8.3",
        "Maloelap is not one of your bases under attack from the sea area of Japanese Transport 1",
    )


@pytest.mark.clause("3.5.1", "8.8.2")
def test_8_8_2_a_5_hits_neither_garrison_nor_transport() -> None:
    table = off_kwajalein(2)
    events = table.act("allies", "land", "a_transport_1", "kwajalein", dice=[5, 5, 5, 6, 1, 5])
    assert [e["hits"] for e in only(events, "land_fired")] == [0, 0, 1, 0]
    assert (table.owner("kwajalein"), table.strength("a_transport_1")) == ("allies", 2)


@pytest.mark.clause("8.7.5")
def test_8_7_5_a_battle_ends_when_the_last_that_could_fire_have_left_it() -> None:
    units = {"bay_of_bengal": ["j_akagi", "j_transport_1", "a_enterprise", "a_transport_1"]}
    table = RuleTester(turn=2, step="combat", units=units)
    table.act("japan", "fire", "j_akagi", "a_enterprise", dice=[1, 2, 2, 2])
    table.act("allies", "fire", "a_enterprise", "j_akagi", dice=[1, 2, 2, 2])
    table.act("allies", "go", "a_enterprise", "india")
    for _ in range(2):
        table.finish("land_step")
        assert (table.to_act, table.step) == ("allies", "stay_or_withdraw")
        table.act("allies", "stay")
        events = table.act("japan", "stay")
    assert only(events, "combat_ended") == [{"area": "bay_of_bengal", "contested": True}]
