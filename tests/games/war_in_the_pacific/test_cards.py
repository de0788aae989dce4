"""23.1 to 23.3, 1.31 Cards at Guadalcanal: the Allies draw one at random, and only they know it."""

from random import Random

import pytest

from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution, changed
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.check import check_table
from ironbottom.games.war_in_the_pacific.pieces import HEXES
from ironbottom.games.war_in_the_pacific.rules import sequence
from ironbottom.games.war_in_the_pacific.rules.intelligence import cards
from ironbottom.games.war_in_the_pacific.rules.shore import assault_plans
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks, subrons
from ironbottom.games.war_in_the_pacific.scenarios.guadalcanal import turn
from tests.games.war_in_the_pacific.battle_states import find_events
from tests.games.war_in_the_pacific.guadalcanal_states import EFATE, NOUMEA, SANTO, new_game_of, run

SEEN_BY_JAPAN, SEEN_BY_ALLIES = 0b01, 0b10
WORLDS = 60


def planned(*hex: str) -> State:
    """Guadalcanal with Japan's plans of assault."""
    state = new_game_of(GAME)
    for number, name in enumerate(hex):
        state.cells[layout.PLAN_AT + number] = NUMBER[name]
    return state


def draw_cards(state: State, *dice: int) -> list[Event]:
    """The cards of the Allies with exactly these dice."""
    return run(state, lambda execution: cards.draw_cards(execution, ALLIES), *dice)


def in_first_turn(state: State) -> State:
    """The state in the First Naval Phase, after all deployment."""
    names = [step.name for step in turn.GuadalcanalTurn.steps]
    whole = layout.scenario(state).game_turn(state.rules)
    state.stack = (changed(whole, next=names.index("naval_1")),)
    return state


def test_23_1_each_planned_assault_is_a_card_and_all_subrons_are_one() -> None:
    state = planned(SANTO, EFATE)
    assert cards.cards_of(state, JAPAN) == [*sorted((NUMBER[SANTO], NUMBER[EFATE])), cards.ALL_SUBRONS]
    assert cards.cards_of(state, ALLIES) == [cards.ALL_SUBRONS]


@pytest.mark.parametrize("die", [1, 2, 3])
def test_23_3_below_four_no_card_is_drawn(die: int) -> None:
    state = planned(SANTO)
    events = draw_cards(state, die)
    assert find_events(events, "cards_drawn", SEEN_BY_ALLIES) == [{"event": "cards_drawn", "die": die, "cards": 0}]
    assert not any(state.arrays[layout.PLAN_READ])
    assert not any(state.arrays[layout.SUBRON_READ])


def test_23_2_23_3_on_a_four_a_plan_is_drawn_that_only_the_allies_learn() -> None:
    state = planned(SANTO, EFATE)
    assert NUMBER[SANTO] < NUMBER[EFATE]
    events = draw_cards(state, 4, 2)
    assert find_events(events, "plan_read", SEEN_BY_ALLIES) == [{"event": "plan_read", "at": EFATE}]
    assert find_events(events, "plan_read", SEEN_BY_JAPAN) == []
    assert find_events(events, "cards_drawn", SEEN_BY_JAPAN) == []
    assert assault_plans.plans_read(state, JAPAN) == [NUMBER[EFATE]]
    views = [GAME.view(state, side)["arrays"].get("plan_read") for side in (JAPAN, ALLIES)]
    assert views == [None, {"japan_plan_1": EFATE}]
    check_table(state)


def test_1_31_only_the_reader_sees_the_die_and_nobody_sees_the_draw() -> None:
    seen: list[tuple[str, int]] = []

    class Noting(ScriptedDice):
        """Dice that record their audience."""

        def roll(self, faces: int, why: object, audience: int = -1, /) -> int:
            seen.append((str(getattr(why, "value", why)), audience))
            return super().roll(faces, why, audience)  # type: ignore[arg-type]

    cards.draw_cards(Execution(planned(SANTO), Noting([6, 1])), ALLIES)
    assert seen == [("cards", SEEN_BY_ALLIES), ("card", 0)]


def test_23_3_the_card_of_the_subrons_names_place_and_size_of_each() -> None:
    state = planned(SANTO)
    events = draw_cards(state, 5, 2)
    assert find_events(events, "subrons_read", SEEN_BY_ALLIES) == [
        {"event": "subrons_read", "side": "japan", "subrons": 2}
    ]
    assert find_events(events, "subron_read", SEEN_BY_ALLIES) == [
        {"event": "subron_read", "subron": "japan_subron_1", "at": "E1936", "points": 3},
        {"event": "subron_read", "subron": "japan_subron_2", "at": "E1716", "points": 2},
    ]
    assert find_events(events, "subron_read", SEEN_BY_JAPAN) == []
    read = state.arrays[layout.SUBRON_READ]
    assert [read[subron] for subron in (0, 1, 2)] == [
        *[NUMBER[hex] + layout.FIRST_READ for hex in ("E1936", "E1716")],
        layout.NOT_AT_SEA,
    ]
    check_table(state)


def test_23_2_with_only_the_subrons_no_card_is_drawn_at_random() -> None:
    state = planned()
    assert find_events(draw_cards(state, 4), "subrons_read", SEEN_BY_ALLIES)


def test_43_23_3_the_allies_roll_once_after_deployment_and_japan_never() -> None:
    names = [step.name for step in turn.GuadalcanalTurn.steps]
    assert names.index("deployment") < names.index("cards") < names.index("initiative")
    state = planned()
    events = run(state, turn.intelligence, 1)
    assert len(find_events(events, "cards_drawn", SEEN_BY_ALLIES)) == 1
    state.cells[layout.TURN] += 1
    assert run(state, turn.intelligence) == []
    assert layout.scenario(state).card_readers == (ALLIES,)


def test_23_3_what_was_read_of_subrons_holds_until_they_move_again() -> None:
    state = planned()
    draw_cards(state, 4)
    submarine_attacks.lose_points(state, 0, 1)
    assert state.arrays[layout.SUBRON_READ_POINTS][0] == 2, "the enemy sees its losses"
    submarine_attacks.lose_points(state, 1, 2)
    assert state.arrays[layout.SUBRON_READ][1] == layout.NOT_AT_SEA
    check_table(state)
    run(state, sequence.open_strategic)
    assert not any(state.arrays[layout.SUBRON_READ])
    assert not any(state.arrays[layout.SUBRON_READ_POINTS])


def test_23_3_16_2_a_plan_that_was_carried_out_is_no_longer_known_as_one() -> None:
    state = planned(SANTO, EFATE)
    draw_cards(state, 4, 1)
    state.arrays[layout.CONTROL][NUMBER[EFATE]] = JAPAN
    assault_plans.close_done(state, JAPAN)
    assert assault_plans.plans_read(state, JAPAN) == [NUMBER[SANTO]]
    state.arrays[layout.CONTROL][NUMBER[SANTO]] = JAPAN
    assault_plans.close_done(state, JAPAN)
    assert assault_plans.plans_read(state, JAPAN) == []


def worlds(state: State, side: int) -> list[State]:
    """Worlds that are possible for a side."""
    sampler = GAME.sampler(GAME.view(state, side))
    random = Random(23)
    return [sampler.draw(random) for _ in range(WORLDS)]


def test_23_3_every_sampled_world_has_the_plan_that_was_read() -> None:
    state = in_first_turn(planned(SANTO, EFATE))
    draw_cards(state, 4, 2)
    found = worlds(state, ALLIES)
    assert all(NUMBER[EFATE] in assault_plans.planned_hexes(world, JAPAN) for world in found)
    assert not all(NUMBER[SANTO] in assault_plans.planned_hexes(world, JAPAN) for world in found)
    assert len({tuple(sorted(assault_plans.planned_hexes(world, JAPAN))) for world in found}) > WORLDS // 2
    for world in found:
        check_table(world)


def test_23_3_every_sampled_world_has_the_subrons_that_were_read_and_no_others() -> None:
    state = in_first_turn(planned(SANTO))
    draw_cards(state, 4, 2)
    for world in worlds(state, ALLIES):
        positions = world.cells[layout.SUBRON_AT : layout.SUBRON_AT + layout.SUBRONS_A_SIDE]
        assert [HEXES.ids[where] for where in positions if where >= 0] == ["E1936", "E1716"]
        assert [subrons.subron_points(world, subron) for subron in range(3)] == [3, 2, 0]
        check_table(world)


def test_1_3_japan_cannot_tell_whether_a_card_was_read() -> None:
    state = in_first_turn(planned(SANTO, EFATE))
    before = GAME.view(state, JAPAN)
    draw_cards(state, 4, 2)
    assert GAME.view(state, JAPAN) == before
    found = {tuple(assault_plans.plans_read(world, JAPAN)) for world in worlds(state, JAPAN)}
    assert {(), (NUMBER[SANTO],), (NUMBER[EFATE],)} <= found
    assert any(any(world.arrays[layout.SUBRON_READ]) for world in worlds(state, JAPAN))


def test_23_3_reading_a_card_is_knowledge_that_no_undo_takes_back() -> None:
    state = planned(SANTO)
    before = GAME.knowledge(state)
    cards.read_card(Execution(state, ScriptedDice([])), ALLIES, NUMBER[SANTO])
    after = GAME.knowledge(state)
    assert before[JAPAN] != after[JAPAN]
    assert before[ALLIES] == after[ALLIES]
    cards.read_card(Execution(state, ScriptedDice([])), ALLIES, cards.ALL_SUBRONS)
    assert GAME.knowledge(state)[JAPAN] != after[JAPAN]


def test_23_3_a_card_that_is_not_true_is_refused() -> None:
    state = planned(SANTO)
    assault_plans.read_plan(state, JAPAN, NUMBER[EFATE])
    with pytest.raises(BadValue, match="plan") as refused:
        check_table(state)
    assert (refused.value.field, refused.value.clause) == ("arrays.plan_read.japan_plan_1", "23.3")
    state = planned(SANTO)
    for subron in subrons.subrons_of(JAPAN):
        subrons.write_card(state, subron)
    check_table(state)
    state.arrays[layout.SUBRON_READ_POINTS][0] = 4
    with pytest.raises(BadValue, match="card"):
        check_table(state)
    state = planned()
    for subron in subrons.subrons_of(ALLIES):
        subrons.write_card(state, subron)
    with pytest.raises(BadValue, match="card"):
        check_table(state)


def test_23_2_the_row_of_the_table_is_that_of_the_cycle() -> None:
    state = planned()
    found = []
    for number in (0, 4 * 13, 4 * 13 * 3):
        state.cells[layout.TURN] = number
        row = cards.row_of(state, ALLIES)
        assert row is not None
        found.append((row.die, row.cards))
    assert found == [(6, 1), (4, 1), (0, 2)]
    row = cards.row_of(state, JAPAN)
    assert row is not None
    assert (row.die, row.cards) == (6, 1)
    assert NUMBER[NOUMEA] not in cards.cards_of(state, JAPAN)
