"""1.3, 8.5 Hidden information with real dice: shuffled numbers, states that fit reports, and what each phase keeps
secret.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from ironbottom.engine.dice.dice import ScriptedDice
from ironbottom.engine.rules.procedures import Execution
from ironbottom.engine.rules.state import State, run
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.game import WarInThePacific
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.information.sampled_reports import may_be_dummy
from ironbottom.games.war_in_the_pacific.pieces import BASES, FORCES, IN_FORCE, SHIPS, STACKS
from ironbottom.games.war_in_the_pacific.rules.search import contacts
from ironbottom.games.war_in_the_pacific.rules.search.detection import ContactReport
from ironbottom.games.war_in_the_pacific.rules.search.renumbering import free_numbers
from ironbottom.games.war_in_the_pacific.rules.shore import bombardment
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_attacks import SubmarineAttacks
from ironbottom.games.war_in_the_pacific.text.names import place
from ironbottom.testing.flips import side_information
from ironbottom.testing.games import GameSetUp
from ironbottom.testing.hidden_information import check_random_acts, check_side
from ironbottom.testing.walks import Walk
from tests.games.war_in_the_pacific.battle_states import choose, find_events
from tests.games.war_in_the_pacific.burma_states import new_game
from tests.games.war_in_the_pacific.midway_states import midway, put_force
from tests.games.war_in_the_pacific.test_ground_phase import attacking, first
from tests.games.war_in_the_pacific.test_submarines import submarines

GAME = WarInThePacific()
AT, JAPAN, ALLIES = "F1230", 0, 1
CARRIERS = ("jp_cv1", "jp_cv2", "jp_dd1")


def reported(state: State, force: int, report: ContactReport) -> None:
    """Gives the enemy a report on a force, which is in contact."""
    state.cells[layout.IN_CONTACT] |= 1 << force
    contacts.store_report(state, force, report)


def force_in_contact(*ships: str) -> tuple[State, int]:
    """A Japanese force in contact by a True Report."""
    state = midway()
    force = put_force(state, "japan_5", AT, *ships)
    types = contacts.types_of(state, force)
    reported(state, force, ContactReport("true_report", NUMBER[AT], len(ships), types=tuple(types.items())))
    return state, force


def test_8_5_a_force_out_of_contact_continues_under_another_number_and_the_old_report_stays() -> None:
    state, force = force_in_contact(*CARRIERS)
    state.cells[layout.FORCE_MISSION + force] = 3
    execution = Execution(state, ScriptedDice([8]))
    contacts.lose_contact(execution, force)
    number = FORCES.index["japan_9"]
    assert (state.cells[layout.FORCE_AT + force], state.cells[layout.FORCE_AT + number]) == (-1, NUMBER[AT])
    assert state.cells[layout.FORCE_MISSION + number] == 3
    assert [SHIPS.ids[ship] for ship in ships_of(state, number)] == sorted(CARRIERS, key=SHIPS.index.__getitem__)
    assert (state.cells[layout.CONTACT_AT + force], state.cells[layout.CONTACT + number]) == (NUMBER[AT], -1)
    renamed = [event for event in execution.events if event[0] == log.RENUMBERED.number]
    assert [event[1] & 0b11 for event in renamed] == [0b01]


def test_8_5_no_force_takes_the_number_of_an_old_report() -> None:
    state, force = force_in_contact("jp_cv1")
    contacts.lose_contact(Execution(state, ScriptedDice([1])), force)
    assert force not in free_numbers(state, JAPAN)
    assert FORCES.index["japan_1"] not in free_numbers(state, JAPAN)
    assert FORCES.index["japan_2"] in free_numbers(state, JAPAN)


def test_8_5_the_first_of_thirteen_old_reports_is_dropped() -> None:
    state = midway()
    for number in range(13):
        contacts.store_report(state, number, ContactReport("poor", NUMBER[AT], size=1))
    contacts.drop_old_report(state, JAPAN, 0)
    assert contacts.old_reports(state, JAPAN) == [0, *range(2, 13)]


def test_8_3_neither_a_true_report_nor_a_good_one_of_capital_ships_can_be_of_a_dummy() -> None:
    state, force = force_in_contact("jp_cv1")
    assert not may_be_dummy(state, force, 4)
    reported(state, force, ContactReport("good", NUMBER[AT], 5, 1))
    assert not may_be_dummy(state, force, 4)
    reported(state, force, ContactReport("good", NUMBER[AT], 5, 0))
    assert [ships for ships in range(3, 13) if may_be_dummy(state, force, ships)] == [4, 5, 6]


def drawn_types(state: State, seed: int) -> Counter[str]:
    """The types of ship of the force in contact in a world that the Allies consider possible."""
    world = GAME.sampler(state.view("allies")).draw(Random(seed))
    number = FORCES.index["japan_5"]
    positions = world.arrays[layout.SHIP_AT]
    return Counter(
        world.rules.pieces.ships[ship].type for ship, where in enumerate(positions) if where == IN_FORCE + number
    )


@pytest.mark.build
def test_8_3_sampled_worlds_give_a_force_the_ships_of_a_true_report() -> None:
    state = GAME.new()
    force = put_force(state, "japan_5", AT, *CARRIERS)
    reported(state, force, ContactReport("true_report", NUMBER[AT], 3, types=(("CV", 2), ("DD", 1))))
    drawn = [drawn_types(state, seed) for seed in range(40)]
    assert sum(types == Counter(CV=2, DD=1) for types in drawn) >= 28


def force_named(events: list[Any], side: int) -> list[str | None]:
    """The force that each event of guns or submarines names for a side."""
    kinds = GAME.rules().kinds
    result = [kinds[event[0]].visible(event, 1 << side) for event in events]
    return [each.get("force") for each in result if each and each["event"] in ("sub_attack", "guns_fired")]


@pytest.mark.parametrize("known", [False, True])
def test_1_31_submarine_targets_have_a_number_that_the_enemy_knows_only_in_contact(known: bool) -> None:
    """The enemy sees the place and the points; a number that it may have seen is dropped at the end of the phase."""
    state = submarines("japan_subron_1", AT)
    force, hex = FORCES.index["allies_1"], state.cells[layout.FORCE_AT + FORCES.index["allies_1"]]
    if known:
        reported(state, force, ContactReport("poor", hex, size=1))
    state.stack = (*state.stack, SubmarineAttacks.opened())
    execution = Execution(state, ScriptedDice((3, 4, 2, 4, 1, 2, 5)))
    run(execution)
    assert force_named(execution.events, ALLIES) == ["allies_1"]
    assert force_named(execution.events, JAPAN) == (["allies_1"] if known else [None])
    over = Execution(state, ScriptedDice([] if known else [8]))
    contacts.contact_ends(over)
    assert state.cells[layout.FORCE_AT + FORCES.index["allies_1" if known else "allies_9"]] == hex
    assert [event[1] & 0b11 for event in over.events if event[0] == log.RENUMBERED.number] == ([] if known else [0b10])


def test_38_7_guns_fire_at_a_force_whose_number_is_not_shown() -> None:
    state = midway()
    force = put_force(state, "japan_5", AT, *CARRIERS)
    execution = Execution(state, ScriptedDice((1, 1, 1, 1)))
    bombardment.guns_fire(execution, NUMBER[AT], 6, [force])
    assert force_named(execution.events, JAPAN) == ["japan_5"]
    assert force_named(execution.events, ALLIES) == [None]
    heard = [event for event in execution.events if event[0] == log.GUNS_FIRED.number]
    events = GAME.rules().visible_events(heard, "allies")
    assert [GAME.describe_event(each, GAME.rules()) for each in events] == [
        f"The guns of {place(AT)} fire at a Task Force with strength 6."
    ]


def test_24_1_an_attack_is_hidden_before_its_units_are_named() -> None:
    """The hex and the units are revealed together; until then, nothing differs, not even in drawn worlds."""
    hex, other = "D0324", "D0325"
    field = attacking(("us_11_3", hex), ("us_3_1", hex), ("jp_3_1", other))
    state = State(GAME.rules(), field.cells, field.stack, field.arrays)
    before = {side: side_information(state, side) for side in ("japan", "public")}
    assert choose(state, "allies", "attack", other) == []
    choose(state, "allies", "commit", first(state, "us_3_1", hex))
    assert {side: side_information(state, side) for side in before} == before
    for seed in range(3):
        assert GAME.resample(state.view("japan"), Random(seed)).view("japan") == state.view("japan")
    events = choose(state, "allies", "assault", dice=(5,))
    assert find_events(events, "attack", 0b01)[0]["at"] == other
    assert other in str(state.view("japan")["frames"])


@pytest.mark.thorough
def test_1_3_secrets_in_each_phase_of_two_turns_and_silence_at_each_decision() -> None:
    walk = Walk(GameSetUp(GAME, "midway", {"last_round": "2"}), 4)
    looked = set()
    for decisions in walk.decisions():
        check_random_acts(walk, decisions)
        phase = tuple(type(frame) for frame in walk.state.stack)
        if phase in looked:
            continue
        looked.add(phase)
        for side in ("japan", "allies"):
            check_side(walk, side, count=2)
    assert len(looked) >= 12


def test_5_4_worlds_leave_nothing_of_the_old_owner_at_a_base_that_was_taken() -> None:
    state = new_game()
    shwebo, sally = BASES.index["A3013"], STACKS.index["sally_trained"]
    first = shwebo * len(STACKS) + sally
    assert state.arrays[layout.AIR][first] == 1
    state.arrays[layout.CONTROL][NUMBER["A3013"]] = ALLIES
    state.arrays[layout.AIR][first] = 0
    sampler = GAME.sampler(state.view("japan"))
    assert {sampler.draw(Random(seed)).arrays[layout.AIR][first] for seed in range(20)} == {0}
