"""42.63 to 42.65, 42.91 to 42.96, 1.3 The cards of advanced Midway, Free Deployment, and what stays hidden."""

from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import NoDice, ScriptedDice, SeededDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import ship_repair_capacity
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BOXES, HEXES, IN_BOX, SHIPS
from ironbottom.games.war_in_the_pacific.rules.search.contacts import old_reports
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import subrons
from ironbottom.games.war_in_the_pacific.scenarios.midway_advanced import cards, free_deployment, secrets
from ironbottom.games.war_in_the_pacific.state import OBJECTIVES
from tests.games.war_in_the_pacific.advanced_midway_states import (
    FREELY,
    MIDWAY,
    MORESBY,
    NOUMEA,
    PEARL,
    RABAUL,
    SUVA,
    SYDNEY,
    TOKYO,
    TRUK,
    aim,
    finish,
    new_game,
)
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.midway_states import refused

SEEN_BY_JAPAN, SEEN_BY_ALLIES = 0b01, 0b10
WORLDS = 40


def planned(*plans: str, scenario: str = "midway_advanced") -> State:
    """Japan has written down its objectives, Midway and the Aleutians, and these plans."""
    state = new_game(scenario)
    aim(state)
    for plan in plans:
        state.apply("japan", ("plan", plan), NoDice())
    return state


def drawn(state: State, *dice: int) -> list[Event]:
    """Japan finishes, and the Allies draw their cards with these dice."""
    return finish(state, "japan", *dice)


# -- 42.63 to 42.65 ----------------------------------------------------------------------------------------


@pytest.mark.clause("42.63", "42.64")
def test_42_63_42_64_the_cards_are_objectives_assaults_and_all_subrons() -> None:
    state = planned(MORESBY, MIDWAY)
    kinds = [card.kind for card in cards.all_cards(state)]
    assert kinds == [*[cards.OBJECTIVE] * 2, *[cards.PLAN] * 2, cards.ALL_SUBRONS]
    assert [card.about for card in cards.all_cards(state)[2:4]] == sorted((NUMBER[MORESBY], NUMBER[MIDWAY]))


@pytest.mark.clause("42.65")
@pytest.mark.parametrize(
    ("plans", "read"), [((), 2), ((MIDWAY,), 2), ((MIDWAY, NOUMEA), 3), ((MIDWAY, NOUMEA, SUVA), 3)]
)
def test_42_65_the_allies_read_half_of_the_cards_rounded_up(plans: tuple[str, ...], read: int) -> None:
    state = planned(*plans)
    events = drawn(state, *[1] * read)
    assert state.arrays[layout.CARDS_READ][layout.CARDS_IN_ALL] == read
    for seen in (SEEN_BY_JAPAN, SEEN_BY_ALLIES):
        picked = find_events(events, "cards_picked", seen)
        assert [(each["cards"], each["among"]) for each in picked] == [(read, 3 + len(plans))]
    GAME.check(state)


@pytest.mark.clause("42.65", "23.3")
def test_42_65_only_the_allies_learn_what_they_read() -> None:
    """Five cards, of which three are read: the second objective, then the plan of Midway, then the Subrons."""
    state = planned(MIDWAY, MORESBY)
    choose(state, "japan", "station", "fleet", "3")
    choose(state, "japan", "lie", "F1330")
    hexes = sorted((NUMBER[MIDWAY], NUMBER[MORESBY]))
    events = drawn(state, 2, 2 + hexes.index(NUMBER[MIDWAY]), 3)
    read = find_events(events, "objective_read", SEEN_BY_ALLIES)
    assert [(each["rank"], each["objective"]) for each in read] == [("secondary", "aleutians")]
    assert [each["at"] for each in find_events(events, "plan_read", SEEN_BY_ALLIES)] == [MIDWAY]
    assert [each["points"] for each in find_events(events, "subron_read", SEEN_BY_ALLIES)] == [3]
    for kind in ("objective_read", "plan_read", "subron_read", "subrons_read"):
        assert find_events(events, kind, SEEN_BY_JAPAN) == []
    views = [GAME.view(state, side)["arrays"] for side in (JAPAN, ALLIES)]
    assert views[0]["ranked_objectives"] == {"primary": "midway", "secondary": "aleutians"}
    assert views[0]["cards_read"] == {"in_all": 3}
    assert views[1]["ranked_objectives"] == {"secondary": "aleutians"}
    assert views[1]["cards_read"] == {"secondary": 1, "in_all": 3}
    assert assault_plans.plans_read(state, JAPAN) == [NUMBER[MIDWAY]]


@pytest.mark.clause("42.64", "42.65", "1.3")
def test_1_3_japan_cannot_tell_which_cards_were_read() -> None:
    views = []
    for dice in ((1, 1, 1), (2, 2, 2), (3, 3, 3)):
        state = planned(MIDWAY, MORESBY)
        drawn(state, *dice)
        views.append(GAME.view(state, JAPAN))
    assert views[0] == views[1] == views[2]


def worlds(state: State, side: int) -> list[State]:
    """Worlds that are possible for a side; each is checked, and looks the same to it."""
    seen = GAME.view(state, side)
    sampler, random = GAME.sampler(seen), Random(42)
    found = [sampler.draw(random) for _ in range(WORLDS)]
    for world in found[:5]:
        GAME.check(world)
        assert GAME.view(world, side) == seen
    return found


@pytest.mark.clause("42.63", "42.65", "23.3")
def test_23_3_every_sampled_world_agrees_with_the_cards_that_were_read() -> None:
    state = planned(MIDWAY, MORESBY)
    choose(state, "japan", "station", "fleet", "3")
    choose(state, "japan", "lie", "F1330")
    hexes = sorted((NUMBER[MIDWAY], NUMBER[MORESBY]))
    drawn(state, 2, 2 + hexes.index(NUMBER[MIDWAY]), 3)
    found = worlds(state, ALLIES)
    ranked = {tuple(world.arrays[layout.RANKED_OBJECTIVES]) for world in found}
    aleutians = OBJECTIVES.index["aleutians"]
    assert ranked == {(primary, aleutians) for primary in range(1, len(OBJECTIVES)) if primary != aleutians}
    plans = [assault_plans.planned_hexes(world, JAPAN) for world in found]
    assert all(NUMBER[MIDWAY] in each for each in plans)
    assert {len(each) for each in plans} == {2, 3}, "three of five or six cards"
    at_sea = {
        tuple(subron for subron in subrons.subrons_of(JAPAN) if world.cells[layout.SUBRON_AT + subron] >= 0)
        for world in found
    }
    assert at_sea == {(0,)}


@pytest.mark.clause("42.65", "1.3")
def test_1_3_japan_imagines_any_half_of_its_cards() -> None:
    state = planned(MIDWAY, MORESBY)
    drawn(state, 1, 1, 1)
    found = worlds(state, JAPAN)
    assert {tuple(world.arrays[layout.CARDS_READ][:2]) for world in found} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {len(assault_plans.plans_read(world, JAPAN)) for world in found} == {0, 1, 2}
    for world in found:
        known = sum(world.arrays[layout.CARDS_READ][:2]) + len(assault_plans.plans_read(world, JAPAN))
        known += any(world.arrays[layout.SUBRON_READ])
        assert known == 3


@pytest.mark.clause("42.63", "1.3")
@pytest.mark.parametrize("viewer", [JAPAN, ALLIES])
def test_1_3_sampled_worlds_of_the_deployment_play_on(viewer: int) -> None:
    states = [new_game(), planned(MIDWAY)]
    cargo, allied = planned(MIDWAY), planned(MIDWAY)
    cargo.apply("japan", ("finish_deployment",), NoDice())
    drawn(allied, 1, 1)
    for state in (*states, cargo, allied):
        sampler, random = GAME.sampler(GAME.view(state, viewer)), Random(3)
        for _ in range(3):
            world = sampler.draw(random)
            GAME.check(world)
            assert GAME.view(world, viewer) == GAME.view(state, viewer)
            decision = world.decisions()[0]
            world.apply(decision.side, decision.choices.sample(random), SeededDice(1))


@pytest.mark.clause("42.65")
def test_42_65_reading_an_objective_is_knowledge_that_no_undo_takes_back() -> None:
    state = planned(MIDWAY)
    before = GAME.knowledge(state)
    cards.read_card(Execution(state, ScriptedDice([])), cards.Card(cards.OBJECTIVE, 0))
    after = GAME.knowledge(state)
    assert before[JAPAN] != after[JAPAN]
    assert before[ALLIES] == after[ALLIES]


@pytest.mark.clause("42.63", "42.65")
@pytest.mark.parametrize(
    ("array", "place", "value", "field"),
    [
        (layout.RANKED_OBJECTIVES, 0, 0, "primary"),
        (layout.RANKED_OBJECTIVES, 0, 4, "primary"),
        (layout.CARDS_READ, layout.CARDS_IN_ALL, 0, "in_all"),
        (layout.CARDS_READ, layout.CARDS_IN_ALL, 5, "in_all"),
        (layout.CARDS_READ, 0, 7, "in_all"),
    ],
)
def test_42_63_42_65_states_that_cannot_occur_are_refused(array: int, place: int, value: int, field: str) -> None:
    state = planned(MIDWAY)
    drawn(state, 1, 1)
    state.arrays[array][place] = value
    with pytest.raises(BadValue) as refusal:
        GAME.check(state)
    assert field in str(refusal.value.field)


def test_42_65_other_scenarios_have_no_such_cards() -> None:
    state = GAME.new("guadalcanal", dice=SeededDice(1))
    state.arrays[layout.CARDS_READ][0] = 1
    with pytest.raises(BadValue, match="no such cards"):
        GAME.check(state)


# -- 42.91 to 42.96 Free Deployment -----------------------------------------------------------------------


def place_of(state: State, ship: str) -> int:
    """The place of a ship."""
    return state.arrays[layout.SHIP_AT][SHIPS.index[ship]]


@pytest.mark.clause("42.91", "42.93")
def test_42_91_42_93_ships_start_in_any_port_of_their_side_or_in_the_inland_sea() -> None:
    state = new_game(FREELY)
    choose(state, "japan", "place_ship", "jp_cv1", TRUK)
    assert place_of(state, "jp_cv1") == NUMBER[TRUK]
    assert refused(state, "japan", "place_ship", "jp_cv1", TOKYO)[0] == "42.91"
    assert refused(state, "japan", "place_ship", "jp_cv2", NOUMEA)[0] == "42.91"
    choose(state, "japan", "place_off_map", "jp_ca1")
    assert place_of(state, "jp_ca1") == IN_BOX + BOXES.index["inland_sea"]
    assert refused(state, "japan", "place_off_map", "jp_cv2")[0] == "42.93"
    GAME.check(state)


@pytest.mark.clause("42.91")
def test_42_91_no_ship_is_placed_without_free_deployment() -> None:
    assert refused(new_game(), "japan", "place_ship", "jp_cv1", TRUK)[0] == "42.91"
    assert refused(new_game(), "japan", "place_off_map", "jp_ca1")[0] == "42.91"


@pytest.mark.clause("42.91")
def test_42_91_14_2_a_port_takes_as_many_ships_as_its_naval_capacity() -> None:
    state, small = new_game(FREELY), "D0223"
    most = ship_repair_capacity.naval_capacity(state, JAPAN, NUMBER[small])
    for number in range(1, most + 1):
        choose(state, "japan", "place_ship", f"jp_bb{number}", small)
    assert refused(state, "japan", "place_ship", f"jp_bb{most + 1}", small)[0] == "42.91"


def freely(*dice: int) -> tuple[State, list[Event]]:
    """Japan has finished a Free Deployment in which everything is where its case says.

    The Allies have drawn with these dice.
    """
    state = planned(scenario=FREELY)
    return state, drawn(state, *dice)


@pytest.mark.clause("42.92")
def test_42_92_the_ships_in_each_port_are_a_card_with_a_true_report() -> None:
    """Nine cards, of which six are ports.

    Five are read: the sixth to the ninth, each with a die for its number, then the first.
    """
    state, events = freely(6, 1, 6, 1, 6, 1, 6, 1, 1)
    read = find_events(events, "force_read", SEEN_BY_ALLIES)
    ports = sorted(ship_repair_capacity.ships_by_hex(state, JAPAN))
    assert len(ports) == 6
    assert [NUMBER[str(each["at"])] for each in read] == ports[2:]
    assert find_events(events, "force_read", SEEN_BY_JAPAN) == []
    told = dict(zip([str(each["at"]) for each in read], old_reports(state, JAPAN), strict=True))
    assert state.cells[layout.REPORTED_SHIPS + told[RABAUL]] == 12
    assert state.arrays[layout.CARDS_READ][layout.CARDS_IN_ALL] == 5
    assert all(state.cells[layout.CONTACT + number] == layout.CHITS.index["true_report"] for number in told.values())
    GAME.check(state)


@pytest.mark.clause("42.92", "42.65")
def test_42_92_so_many_cards_of_ports_leave_few_numbers_of_plans() -> None:
    """With at most twenty ports, fifteen cards are half of those that Japan has with six plans or more."""
    state, _ = freely(1, 1, 1, 1, 1, 1, 1)
    state.arrays[layout.CARDS_READ][layout.CARDS_IN_ALL] = 15
    assert secrets.numbers_of_plans(state, JAPAN) == [6, 7, 8]
    assert len(secrets.numbers_of_plans(state, ALLIES)) == 9


@pytest.mark.clause("42.94")
def test_42_94_allied_ships_off_the_map_start_as_listed_save_those_in_box_00() -> None:
    state, _ = freely(1, 1, 1, 1, 1, 1, 1)
    choose(state, "allies", "place_ship", "us_ca28", SYDNEY)
    assert place_of(state, "us_ca28") == NUMBER[SYDNEY]
    assert refused(state, "allies", "place_ship", "us_bb38", PEARL)[0] == "42.91"
    assert refused(state, "allies", "place_ship", "us_cv7", PEARL)[0] == "42.91"
    assert refused(state, "allies", "place_off_map", "us_ca26")[0] == "42.93"


@pytest.mark.clause("42.95", "42.96")
def test_42_95_42_96_the_yorktown_starts_only_where_a_maximum_effort_is_made_and_stays_locked() -> None:
    state, _ = freely(1, 1, 1, 1, 1, 1, 1)
    able = set(ship_repair_capacity.hastening(state.rules.pieces))
    offered = free_deployment.ports_with_room(state, ALLIES, SHIPS.index["us_cv5"])
    assert set(offered) <= able
    assert refused(state, "allies", "place_ship", "us_cv5", NOUMEA)[0] == "42.91"
    assert state.arrays[layout.MAXIMUM_EFFORT][SHIPS.index["us_cv5"]] == 1
    for port in offered:
        assert HEXES.ids[port] != PEARL
    assert free_deployment.unmoved(state, ALLIES).count(SHIPS.index["us_cv3"]) == 0


@pytest.mark.clause("42.92", "1.3")
@pytest.mark.parametrize("viewer", [JAPAN, ALLIES])
def test_1_3_sampled_worlds_of_a_free_deployment_look_alike(viewer: int) -> None:
    for state in (new_game(FREELY), freely(6, 1, 6, 1, 6, 1, 6, 1, 1)[0]):
        sampler, random = GAME.sampler(GAME.view(state, viewer)), Random(5)
        for _ in range(3):
            world = sampler.draw(random)
            GAME.check(world)
            assert GAME.view(world, viewer) == GAME.view(state, viewer)
