"""Positions of Pacific Fury: each state can be written and read again, and impossible ones are refused."""

import random
from typing import Any

import pytest

from ironbottom.engine.codecs.position import parse_position, position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.registry import get_game
from tests.games.pacific_fury.rule_tester import EASTERN, SLOT, SOUND, SOUTH, RuleTester, at

GAME = get_game("pacific_fury")


@pytest.mark.parametrize("seed", range(8))
def test_every_state_of_a_game_can_be_written_and_read(seed: int) -> None:
    source, dice = random.Random(seed), SeededDice(seed)
    options = {option.name: source.choice(option.values) for option in GAME.options}
    state = GAME.new(options=options)
    while state.stack:
        assert read_position(write_position(state)) == state
        assert state.rules.load(state.dump()) == state
        (decision,) = state.decisions()
        state.apply(decision.side, decision.choices.sample_by_argument(source), dice, trusted=True)
    assert read_position(parse_position(position_text(state))) == state


def test_units_may_be_given_by_name_and_omitted_ones_are_at_their_default() -> None:
    state = read_position({"game": "pf", "forces": {"japan_1": at(SLOT, "Kongo", "ijn_haruna")}})
    now = write_position(state)
    assert now["forces"]["japan_1"]["units"] == ["ijn_kongo", "ijn_haruna"]
    assert len(now["units"]["truk"]) == 28 + 2 - 2
    assert now["units"]["off_map"] == ["ijn_tokyo_express", "us_transports_1", "us_transports_2"]
    assert (now["turn"], now["marker"], now["initiative"], now["henderson"]) == (1, 1, "allies", "operational")


def test_9_6_a_an_express_at_sea_has_taken_the_place_of_transports() -> None:
    state = read_position({"game": "pf", "forces": {"japan_1": at(SLOT, "ijn_tokyo_express")}})
    off_map = write_position(state)["units"]["off_map"]
    assert off_map == ["ijn_transports_1", "us_transports_1", "us_transports_2"]


def combat() -> dict[str, Any]:
    """A surface combat in which the Allies must assign hits."""
    table = RuleTester(
        operations_done=0,
        forces={"japan_1": at(SLOT, "Nagato", "Aoba"), "allies_1": at(SOUND, "Washington")},
        idle=(EASTERN, SOUTH),
    )
    table.act("allies", "move", "allies_1", SLOT, dice=[3, 6, 6])
    return table.now


def changed(place: int, **fields: Any) -> dict[str, Any]:
    """The position of ``combat``, with other values in one of its frames."""
    position = combat()
    position["frames"][place].update(fields)
    return position


ONE = {"japan_1": at(SLOT, "Aoba")}
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"wind": 3}, "wind", "there is no such field"),
    ({"turn": 5}, "turn", "5 is not a whole number from 1 to 4"),
    ({"henderson": "burning"}, "henderson", "allowed: operational, disrupted"),
    ({"units": {"truk": ["Wasp"]}}, "units.truk", "of the other side"),
    ({"units": {"truk": ["Bismarck"]}}, "units.truk", "no unit is called 'Bismarck'"),
    ({"units": {"truk": ["us_wasp"]}}, "units.truk", "of the other side"),
    ({"units": {"reserve": ["us_wasp"]}}, "units.reserve", "the reserve is Japanese"),
    ({"units": {"off_map": ["us_wasp"]}}, "units.off_map", "is a ship and in play"),
    ({"units": {"gone": ["ijn_transports_1"]}}, "units.gone", "can be in base, in a task force, sunk or off the map"),
    ({"units": {"truk": ["ijn_tokyo_express"]}}, "units.truk", "the Tokyo Express must be formed in a box"),
    ({"units": {"turn_1": ["us_hornet"]}}, "units.turn_1", "us_hornet came back on turn 1"),
    ({"units": {"sunk": ["us_wasp"], "gone": ["us_wasp"]}}, "units.gone", "is in two places"),
    ({"events_used": ["torpedo"]}, "events_used", "by turn 1 at most 0 events have occurred"),
    ({"forces": {"japan_9": at(SLOT, "Aoba")}}, "forces.japan_9", "there is no such field"),
    ({"forces": {"japan_1": at(SLOT, "us_wasp")}}, "forces.japan_1.units", "belongs to the other side"),
    ({"forces": {"japan_1": at(SLOT)}}, "forces.japan_1.where", "without units cannot be anywhere"),
    ({"forces": {"japan_1": at("nowhere", "Aoba")}}, "forces.japan_1.where", "must be somewhere"),
    ({"forces": {"japan_1": at(SLOT, "Ryujo")}}, "forces.japan_1.where", "carriers cannot enter this sea area"),
    ({"forces": {"japan_1": at(EASTERN, "Ryujo", "Transports 1")}}, "forces.japan_1.units", "cannot be in one"),
    ({"forces": {"japan_1": at(SLOT, "ijn_tokyo_express", "Aoba")}}, "forces.japan_1.units", "sail alone"),
    ({"forces": {"japan_1": at(EASTERN, "ijn_tokyo_express")}}, "forces.japan_1.where", "in The Slot or in base"),
    ({"forces": {"japan_1": {"where": SLOT, "units": ["Aoba"], "face_up": 1}}}, "forces.japan_1.face_up", "true or"),
    ({"forces": {"japan_1": {"where": SLOT, "units": ["Aoba"], "cannot_hold": 1}}}, "forces.japan_1.cannot_hold", ""),
    (
        {"operations_done": 3, "forces": {"japan_1": {**at(EASTERN, "Ryujo"), "cannot_hold": ["carriers"]}}},
        "forces.japan_1.cannot_hold",
        "it holds ijn_ryujo",
    ),
    (
        {"forces": {"japan_1": {**at("box_1", "Ryujo"), "cannot_hold": ["transports"]}}},
        "forces.japan_1.cannot_hold",
        "units that have not sailed cannot be known",
    ),
    (
        {"forces": {"japan_1": at("box_2", "Aoba"), "japan_2": at("box_2", "Tone")}},
        "forces.japan_2.where",
        "wait in the order of their numbers",
    ),
    ({"forces": {**ONE, "allies_1": at(SLOT, "Chester")}}, "forces", "the two sides cannot both be in The Slot"),
    ({"marker": -1, "forces": {"japan_1": at(SLOT, "Transports 1")}}, "units", "the initiative side has no Transports"),
    (
        {"forces": {"japan_1": at(SLOT, "ijn_tokyo_express")}, "units": {"truk": ["Transports 1", "Transports 2"]}},
        "units.off_map",
        "takes the place of Transports",
    ),
    ({"units": {"off_map": ["ijn_transports_1", "ijn_transports_2"]}}, "units.off_map", "one of the three is off the"),
    ({"operations_done": 14}, "operations_done", "all fourteen operations are done"),
    ({"step": "dinner"}, "step", "allowed: first_forms, second_forms, operations"),
    ({"step": "operations", "frames": []}, "step", "not both"),
    ({"step": "first_forms", "forces": {"allies_1": at("box_1", "Chester")}}, "forces", "boxes must be filled upward"),
    ({"step": "first_forms", "forces": {"japan_2": at("box_2", "Aoba")}}, "forces", "boxes must be filled upward"),
    ({"step": "second_forms", "forces": {"japan_1": at("box_2", "Aoba")}}, "forces.japan_1.where", "it is in its box"),
    ({"step": "first_forms", "operations_done": 2}, "frames[1]", "no operation has been made yet"),
    ({"frames": [{"procedure": "operations"}]}, "frames[0]", "a step must be on top of the turn's sequence"),
    ({"frames": [{"procedure": "turn", "next": 3}, {"procedure": "operations"}]}, "frames[0].next", "not continue"),
    (
        {"frames": [{"procedure": "turn", "next": 3}, {"procedure": "return_carrier", "side": "allies"}]},
        "frames[1]",
        "this event cannot have occurred now",
    ),
    (
        {"frames": [{"procedure": "turn", "next": 7}, {"procedure": "cleared_sound", "force": "japan_1"}]},
        "frames[1]",
        "is not a step of a turn",
    ),
    (changed(2, attacker="japan_1"), "frames[2]", "japan_1 is not the attacker"),
    (changed(2, zone=EASTERN), "frames[2]", "there is no gunfire here"),
    (changed(2, zone=SOUND), "frames[2]", "allies_1 is not there"),
    (changed(2, stage=4), "frames[3]", "the combat cannot ask this now"),
    (changed(3, pools=[]), "frames[3]", "hits can go only to units that are there"),
    (
        changed(3, pools=[{"side": "allies", "units": ["us_wasp"], "hits": 1}]),
        "frames[3]",
        "hits can go only to enemy units",
    ),
    (
        changed(3, pools=[{"side": "allies", "units": ["ijn_tone"], "hits": 1}]),
        "frames[3]",
        "hits can go only to units that are there",
    ),
    (
        changed(3, pools=[{"side": "allies", "units": ["ijn_aoba"], "hits": 1}]),
        "frames[3]",
        "there is nothing to choose here",
    ),
    (
        {"frames": [*({"procedure": "turn", "next": 7}, *[{"procedure": "operations"}] * 2)], "operations_done": 1},
        "frames[2]",
        "this operation is not in progress",
    ),
]


@pytest.mark.parametrize(("position", "field", "text"), REFUSED)
def test_an_impossible_position_is_refused_with_its_field(position: dict[str, Any], field: str, text: str) -> None:
    with pytest.raises(BadValue) as refused:
        read_position({"game": "pf", **position})
    assert refused.value.field == field
    assert text in refused.value.message


def test_a_position_in_combat_can_be_read() -> None:
    state = read_position(combat())
    assert state.decisions()[0].procedure.name == "assign_hits"
