"""The archipelago, clause by clause: small positions, exact choices, fixed dice."""

from __future__ import annotations

from typing import Any

import pytest

from ironbottom.engine.codecs.position import write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.match.match import Match, Offer
from tests.kit.archipelago import ARCHIPELAGO
from tests.kit.archipelago.pieces import (
    GRID,
    HEXES,
    ISLANDS,
    MIDDLES,
    UNITS,
)
from tests.kit.archipelago.scenes import (
    FAR,
    FIRST_MARCH,
    HIDDEN,
    NORTH_HOME,
    NORTH_OPERATES,
    NORTH_PORT,
    SOUTH_HOME,
    SOUTH_OPERATES,
    SOUTH_PORT,
    SOUTH_SEARCHES,
    begin,
    march_of,
    near,
    play,
)

# -- 2.0 the map and what is on it -----------------------------------------------------------------------


@pytest.mark.clause("2.1", "2.2", "2.3")
def test_2_0_it_is_as_large_as_any_game() -> None:
    layout = ARCHIPELAGO.layout
    assert (len(HEXES), len(UNITS), len(ISLANDS)) == (14_357, 1_500, 100)
    assert (layout.size, layout.width - layout.size) == (52, 21_969)
    assert [block.form for block in layout.arrays] == ["h", "h", "h", "h", "b", "b"]
    move = ARCHIPELAGO.vocabulary.by_name["move"]
    sizes = [len(domain) for domain in move.domains]
    assert sizes == [100, 8, 50, 100]


@pytest.mark.clause("2.1")
def test_2_1_no_island_touches_another() -> None:
    assert min(GRID.distance(one, two) for one in MIDDLES for two in MIDDLES if one != two) == 7


# -- 1.0, 3.0 a round, muster ----------------------------------------------------------------------------


@pytest.mark.clause("1.0", "1.1", "3.1")
def test_3_1_both_muster_then_the_north_operates() -> None:
    match = Match(ARCHIPELAGO, dice=SeededDice(1))
    assert play(match, "north", "muster", NORTH_HOME, "tank") == [f"mustered side north island {NORTH_HOME} kind tank"]
    assert play(match, "south", "pass") == ["passed side south"]
    assert match.decisions()[0].procedure.name == "searching"
    play(match, "north", "done")
    assert match.decisions()[0].procedure.name == "operations"
    assert write_position(match.state)["counters"] == {
        NORTH_HOME: {
            "north": {
                **dict.fromkeys(("infantry", "artillery", "engineer", "depot", "fighter", "bomber", "transport"), 6),
                "tank": 9,
            }
        }
    }


@pytest.mark.clause("3.1", "3.1.a")
def test_3_1_a_no_unit_goes_elsewhere_or_beyond_thirty() -> None:
    muster = [{"procedure": "round", "next": 2}, {"procedure": "muster", "side": "south", "left": 1}]
    full = {SOUTH_HOME: {"south": {"infantry": 7}}}
    match = begin(muster, counters=full)
    assert match.why_not("south", ("muster", NORTH_HOME, "tank")) == ("3.1", f"you hold nothing on {name(NORTH_HOME)}")
    refused = match.why_not("south", ("muster", SOUTH_HOME, "infantry"))
    assert refused == ("3.1.a", "there are no more counters of infantry")
    assert "infantry" not in match.state.decisions()[0].choices.next("muster", SOUTH_HOME)
    with pytest.raises(BadValue, match="there are 30 counters of a kind"):
        begin(muster, counters={SOUTH_HOME: {"south": {"infantry": 11}}})


def name(island: str) -> str:
    """The name of an island in sentences."""
    return island.replace("_", " ")


# -- 4.1 task forces -------------------------------------------------------------------------------------


@pytest.mark.clause("4.0", "4.1", "4.1.a")
def test_4_1_the_enemy_sees_the_zone_and_never_the_ships() -> None:
    match, to = begin(NORTH_OPERATES), near(NORTH_PORT, 5)
    sailed = match.submit("north", ("sail", "north_force_2", to), dice=[])
    zone = f"zone_{int(to[:3]) // 7}_{int(to[3:]) // 7}"
    assert sailed.visible("south")["events"] == [{"event": "sailed", "force": "north_force_2", "zone": zone}]
    before = match.seq("south"), match.view("south")
    match.submit("north", ("load", "north_ship_7"), dice=[])
    assert (match.seq("south"), match.view("south")) == before
    play(match, "north", "done")
    assert match.view("south")["forces"] == {"north_force_2": {"state": "hidden", "zone": zone}}
    assert match.view("north")["forces"] == {"north_force_2": {"state": "hidden", "hex": to}}
    assert match.view("north")["units"] == {"north_ship_7": "north_force_2"}
    assert match.view("south")["units"] == {}
    assert len(match.view("south")["unseen"]["north"]) == 24


@pytest.mark.clause("4.1")
def test_4_1_refusals() -> None:
    match = begin(NORTH_OPERATES, forces={"north_force_1": {"state": "hidden", "hex": near(NORTH_PORT, 5)}})
    here = near(NORTH_PORT, 3)
    assert match.why_not("north", ("sail", "south_force_1", here)) == ("4.1", "south force 1 is not yours")
    assert match.why_not("north", ("sail", "north_force_1", here)) == ("4.1", "north force 1 is not in reserve")
    refused = match.why_not("north", ("sail", "north_force_2", "001030"))
    assert refused == ("4.1", "no ship of north force 2 comes as far as 001030")


@pytest.mark.clause("4.1.a")
def test_4_1_a_at_most_four_ships_and_each_once() -> None:
    match = begin(NORTH_OPERATES)
    play(match, "north", "sail", "north_force_1", near(NORTH_PORT, 5))
    for number in range(1, 5):
        refused = match.why_not("north", ("load", "south_ship_1"))
        assert refused == ("4.1.a", "south ship 1 is not one of your ships in port")
        play(match, "north", "load", f"north_ship_{number}")
    assert match.why_not("north", ("load", "north_ship_5")) == ("4.1.a", "the task force is full")
    play(match, "north", "done")
    play(match, "north", "sail", "north_force_2", near(NORTH_PORT, 5))
    assert match.why_not("north", ("load", "north_ship_4")) is not None


# -- 4.2 searches ----------------------------------------------------------------------------------------


@pytest.mark.clause("4.2")
def test_4_2_what_is_found_is_shown_to_all() -> None:
    match = begin(
        SOUTH_SEARCHES, forces={"north_force_3": HIDDEN}, units=dict.fromkeys(["north_ship_2"], "north_force_3")
    )
    events = play(match, "south", "search", SOUTH_PORT)
    assert events == [
        f"looked to {SOUTH_PORT}",
        f"found force north_force_3 at {HIDDEN['hex']} seen_from {SOUTH_PORT}",
        "uncovered force north_force_3 ship north_ship_2",
    ]
    assert match.view("public")["units"] == {"north_ship_2": "north_force_3"}
    assert match.can_undo("south") == (0, "a secret has been revealed since")
    play(match, "north", "stay")
    assert match.decisions()[0].procedure.name == "searching"


@pytest.mark.clause("4.2.a", "4.2.b")
def test_4_2_a_dummy_is_removed_and_a_force_that_withdraws_does_nothing_more() -> None:
    both = {"north_force_3": HIDDEN, "north_force_4": HIDDEN}
    match = begin(SOUTH_SEARCHES, forces=both, units={"north_ship_2": "north_force_4"})
    events = play(match, "south", "search", SOUTH_PORT)
    assert "dummy force north_force_3" in events
    assert play(match, "north", "withdraw") == ["withdrew force north_force_4"]
    assert match.view("south")["forces"] == {
        "north_force_3": {"state": "spent"},
        "north_force_4": {"state": "spent"},
    }


def shown(match: Match) -> list[Any]:
    """Everything that the north and the spectators can see."""
    data = [(match.view(side), match.log(side), match.seq(side)) for side in ("north", "public")]
    mine = match.can_undo("north"), match.offer("north"), match.why_not("north", ("done",)), match.draw_offer
    return [*data, *mine]


@pytest.mark.clause("4.2")
def test_4_2_a_search_that_finds_nothing_is_no_search_to_the_enemy() -> None:
    """No event, die, entry, number, undo barrier or question differs on the other side, then or later."""
    searching, idle = (begin(NORTH_OPERATES, forces={"north_force_3": HIDDEN}) for _ in range(2))
    for match in (searching, idle):
        match.submit("north", ("pass",))
        match.offer_draw("north")
        assert match.can_undo("north") == (0, "south may have chosen since then")
    for looked in (FAR, near(SOUTH_PORT, 13)):
        result = searching.submit("south", ("search", looked), dice=[])
        assert result.visible("south")["events"] == [{"event": "looked", "to": looked}]
        assert result.visible("north") == {"events": [], "dice": []}
        assert apart(shown(searching), shown(idle)) is None
    for choice in (("done",), ("march", "south_company_40", FIRST_MARCH), ("pass",)):
        for match in (searching, idle):
            match.submit("south", choice)
        assert apart(shown(searching), shown(idle)) is None
    chosen = [entry["side"] for entry in idle.log("north") if entry["act"] == "choice"]
    assert chosen == ["north", "south", "south", "south"]


def apart(one: list[Any], other: list[Any]) -> Any:
    """The first difference; choices are compared in their wire format."""
    for mine, theirs in zip(one, other, strict=True):
        if isinstance(mine, Offer):
            mine, theirs = (
                (offer.side, offer.seq, offer.view, offer.prompt, offer.clause, offer.choices.factored())
                for offer in (mine, theirs)
            )
        if mine != theirs:
            return mine, theirs
    return None


@pytest.mark.clause("4.2")
def test_4_2_the_searcher_cannot_take_back_what_it_has_learnt() -> None:
    match = begin(SOUTH_SEARCHES, forces={"north_force_3": HIDDEN})
    match.submit("south", ("search", FAR))
    assert match.can_undo("south") == (0, "a secret has been revealed since")
    match.submit("south", ("done",))
    assert match.can_undo("south") == (1, "a secret has been revealed since")


@pytest.mark.clause("4.2")
def test_4_2_at_most_three_searches_in_range_each_of_another_hex() -> None:
    match = begin(SOUTH_SEARCHES)
    assert match.why_not("south", ("search", "001030")) == ("4.2", "001030 is out of range")
    for looked in (FAR, SOUTH_PORT, HIDDEN["hex"]):
        play(match, "south", "search", looked)
    assert match.why_not("south", ("search", near(SOUTH_PORT, 2))) == ("4.2", "all searches are made")
    again = begin(SOUTH_SEARCHES)
    play(again, "south", "search", FAR)
    assert again.why_not("south", ("search", FAR)) == ("4.2", f"{FAR} was searched already")


# -- 4.3 marches -----------------------------------------------------------------------------------------


@pytest.mark.clause("4.3", "4.3.a", "1.1")
def test_4_3_a_company_marches_once_a_round() -> None:
    match, to = begin(NORTH_OPERATES), march_of("north_company_40")
    assert play(match, "north", "march", "north_company_40", to) == [f"marched company north_company_40 to {to}"]
    position = write_position(match.state)
    assert (position["units"], position["tired"]) == ({"north_company_40": to}, ["north_company_40"])
    refused = match.why_not("north", ("march", "north_company_40", to))
    assert refused == ("4.3.a", "north company 40 is tired")
    assert "north_company_40" not in match.state.decisions()[0].choices.next("march")


@pytest.mark.clause("4.3")
def test_4_3_refusals() -> None:
    match, to = begin(NORTH_OPERATES), march_of("north_company_40")
    for unit in ("south_company_40", "north_ship_1"):
        message = f"{unit.replace('_', ' ')} is not one of your companies"
        assert match.why_not("north", ("march", unit, to)) == ("4.3", message)
    refused = match.why_not("north", ("march", "north_company_40", "001030"))
    assert refused == ("4.3", "001030 is too far for north company 40")


# -- 4.4 bombardment, 4.5 moves --------------------------------------------------------------------------


@pytest.mark.clause("4.4", "5.2")
def test_4_4_a_task_force_shows_itself_and_fires() -> None:
    match = begin(
        NORTH_OPERATES,
        forces={"north_force_3": HIDDEN},
        units={"north_ship_2": "north_force_3", "north_ship_9": "north_force_3"},
    )
    events = play(match, "north", "bombard", "north_force_3", SOUTH_HOME, dice=(3,))
    assert events == [
        f"showed force north_force_3 at {HIDDEN['hex']}",
        "uncovered force north_force_3 ship north_ship_2",
        "uncovered force north_force_3 ship north_ship_9",
        f"bombarded force north_force_3 island {SOUTH_HOME} strength 5",
    ]
    for _ in range(2):
        assert play(match, "south", "lose", "tank") == [f"lost island {SOUTH_HOME} side south kind tank"]
    assert [decision.side for decision in match.decisions()] == ["north"]
    play(match, "north", "bombard", "north_force_3", SOUTH_HOME, dice=(2,))
    assert [decision.side for decision in match.decisions()] == ["north"]


@pytest.mark.clause("4.4")
def test_4_4_refusals() -> None:
    forces = {"north_force_3": HIDDEN, "north_force_4": HIDDEN}
    asked = {
        ("south_force_1", SOUTH_HOME): "south force 1 is not yours",
        ("north_force_1", SOUTH_HOME): "north force 1 is not at sea",
        ("north_force_4", SOUTH_HOME): "north force 4 is a dummy",
        ("north_force_3", NORTH_HOME): f"the enemy holds nothing on {name(NORTH_HOME)}",
        ("north_force_3", "island_100"): "island 100 is too far from north force 3",
    }
    counters = {"island_100": {"south": {"tank": 1}}}
    match = begin(NORTH_OPERATES, forces=forces, units={"north_ship_2": "north_force_3"}, counters=counters)
    for place, ((force, island), result) in enumerate(asked.items()):
        refused = match.why_not("north", ("bombard", force, island))
        assert refused == ("4.4" if place else "4.1", result)


@pytest.mark.clause("4.5", "5.1", "5.2")
def test_4_5_counters_move_and_fight_where_both_are() -> None:
    match = begin(NORTH_OPERATES)
    offered = match.state.decisions()[0].choices
    assert offered.next("move", NORTH_HOME, "bomber") == ("1", "2", "3", "4", "5", "6")
    assert SOUTH_HOME in offered.next("move", NORTH_HOME, "bomber", "4")
    events = play(match, "north", "move", NORTH_HOME, "bomber", "4", SOUTH_HOME)
    assert events == [f"moved island {NORTH_HOME} kind bomber number 4 to {SOUTH_HOME}"]
    play(match, "north", "pass")
    play(match, "south", "done")
    events = play(match, "south", "pass", dice=(2, 5))
    assert f"fought island {SOUTH_HOME} north 2 south 5" in events


@pytest.mark.clause("4.5")
def test_4_5_refusals() -> None:
    match = begin(NORTH_OPERATES)
    asked = {
        (SOUTH_HOME, "tank", "1", NORTH_HOME): f"you have no counters on {name(SOUTH_HOME)}",
        (NORTH_HOME, "tank", "7", SOUTH_HOME): f"there are not 7 tank on {name(NORTH_HOME)}",
        (NORTH_HOME, "tank", "1", "island_1"): f"island 1 is too far for tank from {name(NORTH_HOME)}",
        (NORTH_HOME, "tank", "1", NORTH_HOME): f"{name(NORTH_HOME)} is too far for tank from {name(NORTH_HOME)}",
    }
    for arguments, result in asked.items():
        assert match.why_not("north", ("move", *arguments)) == ("4.5", result)
    poor = begin(NORTH_OPERATES, counters={NORTH_HOME: {"north": {"depot": 1}}})
    refused = poor.why_not("north", ("move", NORTH_HOME, "tank", "1", SOUTH_HOME))
    assert refused == ("4.5", f"you have no tank on {name(NORTH_HOME)}")


# -- 4.6, 5.0, 6.0 ---------------------------------------------------------------------------------------


@pytest.mark.clause("4.6")
def test_4_6_the_enemy_returns_home_and_searches_are_forgotten() -> None:
    match = begin(SOUTH_SEARCHES, forces={"north_force_3": HIDDEN}, units={"north_ship_2": "north_force_3"})
    play(match, "south", "search", FAR)
    play(match, "south", "done")
    assert match.view("south")["silent"] == {"south": [FAR]}
    assert "came_home side north" in play(match, "south", "pass")
    assert "forces" not in write_position(match.state)
    assert "silent" not in write_position(match.state)
    assert "units" not in write_position(match.state)


@pytest.mark.clause("5.1", "5.2")
def test_5_1_the_lower_side_loses_two_and_each_loses_one_if_they_are_equal() -> None:
    there = {SOUTH_HOME: {"north": {"tank": 3}}}
    match = begin(SOUTH_OPERATES, counters=there)
    play(match, "south", "pass", dice=(4, 4))
    assert [match.decisions()[0].side] == ["south"]
    play(match, "south", "lose", "tank")
    assert match.over
    assert write_position(match.state)["counters"][SOUTH_HOME]["north"] == {"tank": 2}
    match = begin(SOUTH_OPERATES, counters={SOUTH_HOME: {"north": {"tank": 1, "depot": 2}}})
    play(match, "south", "pass", dice=(4, 5))
    for kind in ("depot", "tank"):
        assert match.why_not("north", ("lose", "bomber")) == ("5.2", "you have no bomber there")
        play(match, "north", "lose", kind)
    assert write_position(match.state)["counters"][SOUTH_HOME]["north"] == {"depot": 1}


@pytest.mark.clause("1.2", "6.1")
def test_6_1_islands_decide_without_other_points() -> None:
    match = begin(SOUTH_OPERATES)
    play(match, "south", "pass")
    assert match.result() == {
        "winners": [],
        "score": {"north": 13, "south": 13},
        "why": "most islands for itself",
    }
    match = begin(SOUTH_OPERATES, counters={SOUTH_HOME: {"north": {"tank": 1}, "south": {"depot": 1}}})
    play(match, "south", "pass", dice=(6, 1))
    assert match.result() == {
        "winners": ["north"],
        "score": {"north": 14, "south": 12},
        "why": "most islands for itself",
    }
