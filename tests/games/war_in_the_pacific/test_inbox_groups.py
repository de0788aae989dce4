"""The three groups of the inbox: items that need a decision, items for which one is optional, and items that may stay
as they are.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ironbottom.engine.codecs.position import load_position
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.features import InboxEntry
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import GAME
from ironbottom.games.war_in_the_pacific.derived import force_movement
from ironbottom.games.war_in_the_pacific.information.view_types import read_view
from ironbottom.games.war_in_the_pacific.pieces import FORCES
from ironbottom.games.war_in_the_pacific.text import importance
from ironbottom.games.war_in_the_pacific.text.inbox import OFF_MAP, inbox_entries

RULES = GAME.rules()
POSITIONS = Path(__file__).parents[2] / "browser" / "positions" / "war_in_the_pacific"
NAMES = sorted(path.stem for path in POSITIONS.glob("*.toml"))


def at(name: str) -> State:
    """A position of the browser tests."""
    return load_position(POSITIONS / f"{name}.toml", RULES)


def rows(state: State, side: str) -> list[InboxEntry]:
    """The open rows of a side."""
    decision = state.decision(side)
    assert decision is not None
    return [row for row in inbox_entries(read_view(state.view(side)), decision.choices, RULES) if not row.done]


def test_every_listed_verb_exists_and_is_in_one_group() -> None:
    listed = [verb for verbs in importance.VERBS.values() for verb in verbs]
    assert sorted(listed) == sorted(set(listed))
    assert {*listed, *importance.DESTINATIONS} <= set(RULES.vocabulary.by_name)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_sorted_by_group_then_section(name: str) -> None:
    state = at(name)
    for decision in state.decisions():
        found = rows(state, decision.side)
        order = [(importance.GROUPS.index(row.group), row.section != OFF_MAP, row.section) for row in found]
        assert order == sorted(order)
        assert len({row.about for row in found}) == len(found)


def at_first_orders() -> State:
    """Midway when Japan gives its first orders: all its large ships are in the Inland Sea."""
    state, dice = RULES.new("midway", SeededDice(1)), SeededDice(2)
    while (decision := state.decisions()[0]).procedure.name != "orders":
        end = next(action for action in decision.choices if action[0] in ("ready", "placed", "done"))
        state.apply(decision.side, end, dice)
    return state


def test_9_2_the_box_with_the_carriers_is_listed_before_the_ports() -> None:
    found = rows(at_first_orders(), "japan")
    assert next(row.about for row in found if row.group == importance.MAY) == "inland_sea"


def test_9_2_forming_a_force_removes_no_port_from_the_list() -> None:
    state = at_first_orders()
    before = {row.about for row in rows(state, "japan")}
    port = next(about for about in sorted(before) if ("form", about) in state.decisions()[0].choices)
    state.apply("japan", ("form", port), SeededDice(3))
    ship = state.decisions()[0].choices.next("assign")[0]
    state.apply("japan", ("assign", ship), SeededDice(3))
    state.apply("japan", ("done",), SeededDice(3))
    after = rows(state, "japan")
    left = {about for about in before if ("form", about) in state.decisions()[0].choices}
    assert left <= {row.about for row in after}
    assert "inland_sea" in {row.about for row in after}
    (force,) = [row for row in after if row.about not in before]
    assert force.group == importance.MUST


def test_9_4_a_dummy_need_not_have_a_mission() -> None:
    state = at("orders")
    groups = {row.about: row.group for row in rows(state, "japan") if row.about.startswith("japan_")}
    manned = {force for force in groups if has_ships(state, force)}
    assert {groups[force] for force in manned} == {importance.MUST}
    assert {groups[force] for force in groups if force not in manned} <= {importance.MAY}


def has_ships(state: State, force: str) -> bool:
    """Whether a force has ships."""
    return bool(force_movement.ships_of(state, FORCES.index[force]))


def test_16_3_troops_off_their_beach_must_be_decided() -> None:
    state = at("at_the_shore")
    state_of_side = state.decision("japan")
    assert state_of_side is not None
    groups = {row.about: row.group for row in rows(state, "japan")}
    for verb in state_of_side.choices.next():
        for about in state_of_side.choices.next(verb):
            assert importance.GROUPS.index(groups[about]) <= importance.GROUPS.index(importance.group_of(verb))
