"""1.3, 15.1, 15.4 The secrets of links: their ships, damage and cargo leave no trace in the other side's view."""

from collections.abc import Callable
from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import NoDice
from ironbottom.engine.rules.procedures import Procedure, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME, log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.pieces import SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import USUAL, CargoOrders, CargoSegment
from ironbottom.games.war_in_the_pacific.rules.merchant.pipeline_segment import PipelineOrders, PipelineSegment
from ironbottom.games.war_in_the_pacific.state import LINKS
from tests.games.war_in_the_pacific.guadalcanal_states import EFATE, NOUMEA, lay, moor, new_game_of, serve

SEEN_BY_JAPAN = 0b01
WORLDS = 30


def in_step(name: str, *frames: Procedure) -> State:
    """Guadalcanal in a step of a Strategic Game-Turn, with an Allied link from Noumea to Efate and ships in port."""
    state = new_game_of(GAME)
    lay(state, ALLIES, NOUMEA, EFATE, "us_ms9")
    moor(state, "us_de1", NOUMEA)
    state.cells[layout.TURN] += 4
    whole = layout.scenario(state).game_turn(state.rules)
    number = [step.name for step in whole.steps].index(name) + 1
    state.stack = (changed(whole, next=number), *frames)
    return state


def reassigning() -> State:
    """The Allies reassign their merchant shipping."""
    return in_step("pipelines", PipelineSegment(1), PipelineOrders(ALLIES))


def sending() -> State:
    """The Allies send cargo."""
    return in_step("cargo", CargoSegment(1), CargoOrders(ALLIES, USUAL))


def seen(state: State) -> dict[str, object]:
    """The view of Japan."""
    return GAME.view(state, JAPAN)


def another_merchant(state: State) -> None:
    """One more merchant unit on a link."""
    serve(state, "us_ms10", links.in_use(state, ALLIES)[0])


def an_escort(state: State) -> None:
    """An escort on a link."""
    serve(state, "us_de2", links.in_use(state, ALLIES)[0])


def damage(state: State) -> None:
    """A damaged merchant unit."""
    state.arrays[layout.DAMAGE][SHIPS.index["us_ms1"]] = 2


def cargo(state: State) -> None:
    """Cargo that a link has carried."""
    state.arrays[layout.LINK_SPENT][2 * links.in_use(state, ALLIES)[0]] = 12


def elsewhere(state: State) -> None:
    """A merchant unit in port, changing its mode."""
    moor(state, "us_ms2", NOUMEA)
    state.arrays[layout.SHIP_LINK][SHIPS.index["us_ms2"]] = 0
    state.arrays[layout.MODE_CHANGE][SHIPS.index["us_ms2"]] = 1


def ordered(state: State) -> None:
    """A ship with its orders."""
    state.arrays[layout.REASSIGNED][SHIPS.index["us_ms1"]] = 1


SECRETS = (another_merchant, an_escort, damage, cargo, elsewhere, ordered)


@pytest.mark.parametrize("change", SECRETS)
@pytest.mark.parametrize("begun", [reassigning, sending])
def test_1_3_ships_damage_and_cargo_of_links_leave_no_trace(
    begun: Callable[[], State], change: Callable[[State], None]
) -> None:
    state, other = begun(), begun()
    change(other)
    assert seen(other) == seen(state)
    assert GAME.knowledge(other) == GAME.knowledge(state)
    assert other.hash() != state.hash()


@pytest.mark.parametrize(
    "action",
    [
        ("join_link", "us_de1", "allies_link_1"),
        ("join_link", "us_ms1", "allies_link_2"),
        ("leave_link", "us_ms1", NOUMEA),
    ],
)
def test_1_3_15_8_orders_for_ships_of_links_are_secret(action: tuple[str, ...]) -> None:
    state = reassigning()
    verb, ship, to = action
    fit = state.decision("allies")
    assert fit is not None
    options = fit.choices.next(verb, ship)
    before = seen(state)
    events = state.apply("allies", (verb, ship, to if to in options else options[0]), NoDice()).raw
    kinds = {kind.number: kind for kind in log.KINDS_OF_EVENT}
    assert [shown for event in events if (shown := kinds[event[0]].visible(event, SEEN_BY_JAPAN))] == []
    assert seen(state) == before
    assert state.arrays[layout.REASSIGNED][SHIPS.index[ship]] == 1
    check_table(state)


def test_1_3_15_6_crated_air_points_are_secret() -> None:
    state = sending()
    before = seen(state)
    state.apply("allies", ("consign_points", NOUMEA, STACKS.ids[STACKS.index["p_40_trained"]], EFATE, "1"), NoDice())
    assert seen(state) == before


def test_15_8_orders_end_with_the_segment() -> None:
    state = reassigning()
    ordered(state)
    state.apply("allies", ("done",), NoDice())
    assert not any(state.arrays[layout.REASSIGNED])


def two_links_less(state: State) -> None:
    """The ships of two Allied links serve the first one."""
    first, *_, third, second = links.in_use(state, ALLIES)[:4]
    for link in (second, third):
        for ship in links.ships_on(state, link):
            state.arrays[layout.SHIP_LINK][ship] = first + 1
        state.arrays[layout.LINK_FROM][link] = state.arrays[layout.LINK_TO][link] = 0


@pytest.mark.parametrize("begun", [reassigning, sending])
@pytest.mark.parametrize("viewer", [JAPAN, ALLIES])
def test_1_3_sampled_worlds_look_the_same_and_have_all_kinds_of_links(begun: Callable[[], State], viewer: int) -> None:
    state = begun()
    damage(state)
    two_links_less(state)
    sampler, random = GAME.sampler(GAME.view(state, viewer)), Random(15)
    found, escorts = set(), set()
    for _ in range(WORLDS):
        world = sampler.draw(random)
        GAME.check(world)
        assert GAME.view(world, viewer) == GAME.view(state, viewer)
        hidden = links.in_use(world, 1 - viewer)
        found.add(tuple(len(links.merchants_on(world, link)) for link in hidden))
        escorts.add(tuple(len(links.escorts_on(world, link)) for link in hidden))
    assert len(found) > 3
    assert len(escorts) > 1 or viewer == ALLIES


def test_15_8_orders_outside_their_segment_are_refused() -> None:
    state = sending()
    ordered(state)
    with pytest.raises(BadValue, match="orders") as refused:
        check_table(state)
    assert refused.value.field == "arrays.reassigned.us_ms1"
    assert LINKS.ids[links.in_use(state, ALLIES)[0]] == "allies_link_1"
