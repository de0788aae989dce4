"""43.33, 43.51 to 43.54, 40.41 Deployment before Guadalcanal: links, cargo, and units placed anywhere in Australia."""

from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice, SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASES, GROUND_TYPES, HEXES, SHIPS, STACKS, UNITS
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import CargoOrders
from ironbottom.games.war_in_the_pacific.rules.setup import free_placing
from ironbottom.games.war_in_the_pacific.rules.setup.before_play import points_based
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal.deployment import GuadalcanalDeployment
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.guadalcanal_states import BRISBANE, NOUMEA, RABAUL, SYDNEY

DARWIN, TOWNSVILLE, COOKTOWN = "E0330", "E1028", "E0930"


def new_game() -> State:
    """A new game, in which Japan deploys."""
    return GAME.new("guadalcanal", dice=SeededDice(7))


def allies_deploy() -> State:
    """A new game in which Japan has deployed and moved no cargo."""
    state = new_game()
    state.apply("japan", ("end_deployment",), NoDice())
    state.apply("japan", ("done",), NoDice())
    return state


def refused(state: State, side: str, *action: str) -> str | None:
    """The clause under which a choice is refused."""
    refusal = state.why_not(side, action)
    assert refusal is not None, action
    return refusal.clause


@pytest.mark.clause("43.51", "43.52", "43.53", "43.54")
def test_43_51_43_54_japan_deploys_and_moves_cargo_then_the_allies() -> None:
    state = new_game()
    found = []
    for _ in range(4):
        decision = state.decisions()[0]
        found.append((decision.side, type(decision.procedure)))
        ends = "end_deployment" if isinstance(decision.procedure, GuadalcanalDeployment) else "done"
        state.apply(decision.side, (ends,), SeededDice(3))
    assert found == [
        *[("japan", GuadalcanalDeployment), ("japan", CargoOrders)],
        *[("allies", GuadalcanalDeployment), ("allies", CargoOrders)],
    ]
    assert state.stack[0].steps[state.stack[0].next - 1].name == "dummies"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("side", "ship"), [("japan", "jp_ms1"), ("allies", "us_ms1")])
def test_43_51_43_53_merchant_shipping_changes_links_but_does_not_leave_them(side: str, ship: str) -> None:
    state = new_game() if side == "japan" else allies_deploy()
    assert links.link_of_ship(state, SHIPS.index[ship]) >= 0
    assert "leave_link" not in state.decision(side).choices.next()  # type: ignore[union-attr]
    own = next(place for place in (RABAUL, NOUMEA) if side == ("japan" if place == RABAUL else "allies"))
    to = "E1602" if side == "japan" else SYDNEY
    choose(state, side, "lay_link", own, to)
    new = links.link_between(
        state, JAPAN if side == "japan" else ALLIES, links.end_at(NUMBER[own]), links.end_at(NUMBER[to])
    )
    choose(state, side, "join_link", ship, layout.LINKS.ids[new])
    assert links.link_of_ship(state, SHIPS.index[ship]) == new
    events = choose(state, side, "end_deployment")
    assert not find_events(events, "link_closed") or links.link_of_ship(state, SHIPS.index[ship]) == new


def test_43_33_units_of_australia_start_in_any_hex_of_it_with_room() -> None:
    state = allies_deploy()
    unit = next(
        unit
        for unit in free_placing.units_to_place(state, ALLIES)
        if state.arrays[layout.UNIT_TYPE][unit] == GROUND_TYPES.index["us_11_3"]
    )
    choose(state, "allies", "place_unit", UNITS.ids[unit])
    assert refused(state, "allies", "place_unit_at", NOUMEA) == "2.51"
    events = choose(state, "allies", "place_unit_at", DARWIN)
    assert state.arrays[layout.UNIT_AT][unit] == NUMBER[DARWIN]
    assert [event["at"] for event in find_events(events, "moved_before", 0b01)] == [DARWIN], "ground units are open"


def test_43_33_headquarters_need_an_airbase() -> None:
    state = allies_deploy()
    wing = next(
        unit
        for unit in free_placing.units_to_place(state, ALLIES)
        if state.arrays[layout.UNIT_TYPE][unit] == GROUND_TYPES.index["us_hq_wing"]
    )
    choose(state, "allies", "place_unit", UNITS.ids[wing])
    offered = set(state.decision("allies").choices.next("place_unit_at"))  # type: ignore[union-attr]
    here = HEXES.ids[state.arrays[layout.UNIT_AT][wing]]
    assert {DARWIN, TOWNSVILLE, COOKTOWN, SYDNEY, BRISBANE} - {here} <= offered
    assert all(state.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] for hex in offered)
    assert here not in offered


def test_43_33_what_has_a_hex_stays_there_and_japan_has_no_choice() -> None:
    state = new_game()
    assert free_placing.units_to_place(state, JAPAN) == []
    assert not {"place_unit", "place_air"} & set(state.decision("japan").choices.next())  # type: ignore[union-attr]
    allied = allies_deploy()
    hexes = [allied.arrays[layout.UNIT_AT][unit] for unit in free_placing.units_to_place(allied, ALLIES)]
    assert NUMBER[NOUMEA] not in hexes
    assert NUMBER["E1119"] not in hexes, "Port Moresby is in New Guinea"
    bases = layout.units_in(allied.arrays).units(NUMBER[BRISBANE])
    kinds = {
        GROUND_TYPES.ids[allied.arrays[layout.UNIT_TYPE][unit]]
        for unit in bases
        if unit not in free_placing.units_to_place(allied, ALLIES)
    }
    assert kinds == {"us_bf"}


def test_43_33_5_4_air_points_of_australia_start_at_any_of_its_airbases_with_room() -> None:
    state = allies_deploy()
    stack = STACKS.index["b_17_trained"]
    base = next(base for base in free_placing.bases_to_place_from(state, ALLIES) if points_based(state, base, stack))
    rooms = free_placing.bases_with_room(state, ALLIES, base, stack)
    to = max(rooms, key=lambda each: rooms[each])
    before = points_based(state, to, stack)
    names = [BASES.ids[each] for each in (base, to)]
    events = choose(state, "allies", "place_air", names[0], STACKS.ids[stack], names[1], "1")
    assert points_based(state, to, stack) == before + 1
    assert find_events(events, "transferred", 0b01) == [], "where they are is the owner's"
    assert refused(state, "allies", "place_air", names[0], STACKS.ids[stack], names[1], "99") in ("2.51", "5.4")
    noumea = "E3231"
    assert refused(state, "allies", "place_air", noumea, "b_17_trained", names[0], "1") == "2.51"


def test_40_41_divisions_may_start_in_their_components() -> None:
    state = allies_deploy()
    offered = state.decision("allies").choices.next("split_before")  # type: ignore[union-attr]
    assert offered
    before = sum(kind >= 0 for kind in state.arrays[layout.UNIT_TYPE])
    choose(state, "allies", "split_before", offered[0])
    assert sum(kind >= 0 for kind in state.arrays[layout.UNIT_TYPE]) > before


@pytest.mark.parametrize("viewer", [JAPAN, ALLIES])
def test_1_3_sampled_worlds_of_the_deployment_look_the_same_and_play_on(viewer: int) -> None:
    for state in (new_game(), allies_deploy()):
        sampler, random = GAME.sampler(GAME.view(state, viewer)), Random(3)
        for _ in range(4):
            world = sampler.draw(random)
            GAME.check(world)
            assert GAME.view(world, viewer) == GAME.view(state, viewer)
            decision = world.decisions()[0]
            half = isinstance(decision.procedure, GuadalcanalDeployment)
            world.apply(decision.side, ("end_deployment",) if half else decision.choices.sample(random), NoDice())


def test_43_53_half_placed_units_are_hidden() -> None:
    state = allies_deploy()
    unit = UNITS.ids[free_placing.units_to_place(state, ALLIES)[0]]
    before = GAME.view(state, JAPAN)
    choose(state, "allies", "place_unit", unit)
    assert GAME.view(state, JAPAN) == before
    GAME.check(state)
    state.stack = (*state.stack[:-1], free_placing.PlacingUnit(JAPAN, UNITS.index[unit]))
    with pytest.raises(BadValue, match="order"):
        GAME.check(state)
