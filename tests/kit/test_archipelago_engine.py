"""The engine with a game of this size: copies, sets, searches, positions, draws."""

from __future__ import annotations

import json
import random
import sys
import weakref
from collections import Counter
from typing import Any

import pytest

from ironbottom.board.reach import Movement
from ironbottom.engine.codecs.binary_codec import pack, unpack
from ironbottom.engine.codecs.position import position_text, read_position, write_position
from ironbottom.engine.core.errors import BadValue
from ironbottom.engine.rules import choices, legality
from tests.kit.archipelago import ARCHIPELAGO
from tests.kit.archipelago.pieces import (
    COMPANIES_OF,
    HEXES,
    IN_RANGE,
    PORTS,
    SEA_OF_ZONE,
    ZONES,
    seen_from,
)
from tests.kit.archipelago.scenes import (
    FAR,
    FAR_AT,
    NORTH_HOME,
    NORTH_OPERATES,
    NORTH_PORT,
    SOUTH_PORT,
    SOUTH_SEARCHES,
    begin,
    march_of,
    position,
)
from tests.kit.archipelago.state import AT, FORCE_AT, SILENT


def test_a_copy_keeps_no_part_of_its_parent_alive() -> None:
    """A copy shares the rules and the frames; every array that only the parent has is freed with the parent."""
    state = ARCHIPELAGO.new()
    copies = [state.copy() for _ in range(3)]
    held = [weakref.ref(numbers) for numbers in state.arrays]
    own = [sum(map(sys.getsizeof, (*each.arrays, each.arrays, each.cells, each))) for each in copies]
    assert max(own) < 60_000
    del state
    assert [ref() for ref in held] == [None] * len(held)
    assert copies[0] == copies[1] == copies[2]


def test_a_choice_looks_at_few_restrictions_however_much_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """About 15,000 choices are open, but testing a verb, the next argument and a walk each evaluate only a few sets."""
    state, looked = position(NORTH_OPERATES), Counter[str]()
    honest = legality.allowed_values

    def counting(argument: Any, *given: Any) -> Any:
        looked["sets"] += 1
        return honest(argument, *given)

    assert len(state.decisions()[0].choices) > 15_000
    monkeypatch.setattr(choices, "allowed_values", counting)
    monkeypatch.setattr(legality, "allowed_values", counting)
    chance = random.Random(4)
    asked: list[Any] = [
        lambda now: now.verbs(),
        lambda now: now.sample_by_argument(chance),
        lambda now: now.next("march", "north_company_40"),
        lambda now: now.mask("move", NORTH_HOME, "tank", "3"),
        lambda now: now.next("sail", "north_force_2"),
        lambda now: now.single_choice(),
        lambda now: ("sail", "north_force_1", NORTH_PORT) in now,
    ]
    for ask in asked:
        looked.clear()
        ask(state.decisions()[0].choices)
        assert looked["sets"] <= 12


def test_the_map_is_searched_once_for_each_origin(monkeypatch: pytest.MonkeyPatch) -> None:
    state, made = position(NORTH_OPERATES), Counter[int]()
    honest = Movement.costs

    def counting(moving: Movement, origin: int, points: int) -> dict[int, int]:
        made[origin] += 1
        return honest(moving, origin, points)

    monkeypatch.setattr(Movement, "costs", counting)
    state.rules.pieces.on_land.reach.cache_clear()
    for _ in range(3):
        len(state.decisions()[0].choices)
        state.why_not("north", ("march", "north_company_40", NORTH_PORT))
    assert set(made.values()) == {1}
    assert len(made) == len({state.arrays[AT][unit] for unit in COMPANIES_OF[0]})


def test_a_position_lists_what_differs_from_the_start_of_its_scenario() -> None:
    state = position(NORTH_OPERATES)
    assert set(write_position(state)) == {"game", "format", "options", "scenario", "round", "stack"}
    raid = read_position({"scenario": "raid", "stack": NORTH_OPERATES}, ARCHIPELAGO.rules())
    assert (raid.arrays[AT][8], state.arrays[AT][8]) == (-1, PORTS[0])
    raid = read_position(
        {"scenario": "raid", "units": {"north_ship_9": NORTH_PORT}, "stack": NORTH_OPERATES}, ARCHIPELAGO.rules()
    )
    assert write_position(raid)["units"] == {"north_ship_9": NORTH_PORT}
    assert len(position_text(raid)) < 400


@pytest.mark.parametrize(
    ("part", "data", "refused"),
    [
        ("units", {"north_company_40": "001030"}, "units.north_company_40: it cannot be there"),
        ("units", {"north_ship_2": "north_force_1"}, "forces.north_force_1: no task force is so"),
        ("units", {"nobody": None}, "units.nobody: there is no such field"),
        ("forces", {"north_force_1": {"state": "shown", "hex": NORTH_PORT}}, "forces.north_force_1: no task force"),
        ("forces", {"north_force_1": {"state": "hidden"}}, "forces.north_force_1: no task force"),
        ("forces", {"north_force_1": {"state": "hidden", "zone": "zone_1_5"}}, "forces: a position tells the hex"),
        ("silent", {"north": [NORTH_PORT, NORTH_PORT]}, "silent.north: nobody searches so"),
        ("silent", {"south": [SOUTH_PORT]}, "silent.south: nobody searches so"),
        ("counters", {"island_1": {"north": {"tank": 31}}}, "counters.island_1.north.tank: 31 is not a whole number"),
        ("tired", ["north_ship_2"], "units.north_ship_2: it cannot be there"),
        ("weather", {}, "weather: there is no such field"),
    ],
)
def test_unreachable_positions_are_refused(part: str, data: Any, refused: str) -> None:
    with pytest.raises(BadValue) as caught:
        position(NORTH_OPERATES, **{part: data})
    assert str(caught.value).startswith(refused)


def test_draws_hide_ships_only_where_nothing_was_seen_and_with_even_frequency() -> None:
    """The draws of the searching side avoid the searched hexes.

    Those of the enemy may contain searches that saw no task force.
    """
    match = begin(SOUTH_SEARCHES, forces={"north_force_3": {"state": "hidden", "hex": FAR}})
    zone = match.view("south")["forces"]["north_force_3"]["zone"]
    in_zone = set(SEA_OF_ZONE[ZONES.index[zone]])
    look = next(at for at in IN_RANGE[1] if FAR_AT not in seen_from(at) and seen_from(at) & in_zone)
    match.submit("south", ("search", HEXES.ids[look]))
    chance = random.Random(2)
    sampler = match.rules.game.sampler(match.view("south"))
    drawn = [sampler.draw(chance).cells[FORCE_AT + 2] for _ in range(400)]
    assert set(drawn) == in_zone & set(match.rules.pieces.stations(0)) - seen_from(look)
    sampler = match.rules.game.sampler(match.view("north"))
    enemy = [sampler.draw(chance) for _ in range(400)]
    looks = [[at for at in state.cells[SILENT + 3 : SILENT + 6] if at >= 0] for state in enemy]
    assert {len(each) for each in looks} == {0, 1, 2, 3}
    assert not any(FAR_AT in seen_from(at) for each in looks for at in each)


def test_a_dump_by_the_referee_itself_is_kept_unchanged() -> None:
    state = position(NORTH_OPERATES, units={"north_company_40": march_of("north_company_40")})
    rules = state.rules
    assert rules.restore(state.dump()) == rules.load(state.dump()) == state
    assert unpack(rules, pack(state)) == state
    assert unpack(rules, pack(state)).arrays is not state.arrays
    short = json.loads(state.dump())[:-1]
    with pytest.raises(BadValue, match="a stack and arrays"):
        rules.load(json.dumps(short))
    spoilt = state.copy()
    spoilt.arrays[AT][40] = spoilt.arrays[AT][41] + 1
    assert rules.restore(spoilt.dump()) == spoilt
    with pytest.raises(BadValue, match=r"it cannot be there|not those of the places"):
        rules.load(spoilt.dump())
