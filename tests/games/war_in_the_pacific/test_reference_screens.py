"""Compares a reference implementation of surface battles, written from the clauses, with battles of all kinds."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import SHIPS
from tests.games.war_in_the_pacific.battle_states import calm, mission
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.reference_game_surface_battles import Battles
from tests.games.war_in_the_pacific.reference_screens import SCREENED, WARSHIPS
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, date

HEXES = ("F1230", "F1234", "F3342", "D0326")
"""The open sea, Midway, Pearl Harbor and a port of Japan."""
MISSIONS = ("transit", "patrol", "reaction", "air_strike", "bombardment", "assault", "transport", "raid", "escort")
FLEETS = {
    side: [
        [ship for ship in SHIPS.ids if SHIP[ROW[ship]]["side"] == side and SHIP[ROW[ship]]["type"] in types]
        for types in (WARSHIPS, SCREENED)
    ]
    for side in ("japan", "allies")
}
LEVELS, TANKS = (0, 0, 0, 0, 1, 2, 3, 4), (*(30,) * 40, 15, 0)


def deployed(seed: int) -> tuple[State, int]:
    """Forces of both sides in a hex or two: undamaged and damaged ships, all Missions, any weather, early and late."""
    luck, state = random.Random(seed), calm()
    state.cells[layout.FIRST_PLAYER] = luck.randrange(2)
    if luck.random() < 0.5:
        state.cells[layout.TURN] = date("10/43", True)
    for section in range(len("ABCDEFG")):
        state.cells[layout.WEATHER_DIE + section] = luck.randint(1, 6)
    for number in range(len(SHIPS)):
        layout.ships_in(state.arrays).put(number, -1)
    fleets = {side: [list(ships) for ships in FLEETS[side]] for side in FLEETS}
    for place, hex in enumerate(luck.sample(HEXES, luck.choice((1, 1, 2, 3)))):
        gathered(state, hex, 2 * place, fleets, luck)
    return state, luck.randint(1, 3)


def gathered(state: State, hex: str, before: int, fleets: dict[str, list[list[str]]], luck: random.Random) -> None:
    """Up to two forces of each side in a hex, and perhaps a dummy of each; ``before`` have lower numbers."""
    for side, forces in (("japan", luck.randint(1, 2)), ("allies", luck.randint(1, 2))):
        for n in range(before, before + forces):
            ships = [
                ship
                for kind, most in zip(fleets[side], (5, 2), strict=True)
                for ship in (kind.pop(luck.randrange(len(kind))) for _ in range(luck.randint(0, most)))
            ]
            ships = ships or [fleets[side][0].pop()]
            made = put_force(state, f"{side}_{n + 1}", hex, *ships)
            fill(state, made, ships, luck)
            state.cells[layout.FORCE_TO + made] = luck.choice((-1, NUMBER[hex]))
            state.cells[layout.IN_CONTACT] |= (luck.random() < 0.3) << made
        if luck.random() < 0.2:
            dummy = put_force(state, f"{side}_{21 + before}", hex)
            mission(state, dummy, "patrol")
            state.cells[layout.DUMMY_SHIPS + dummy] = 6


def fill(state: State, force: int, ships: list[str], luck: random.Random) -> None:
    """A Mission, fuel and damage for a force."""
    mission(state, force, luck.choice(MISSIONS))
    state.cells[layout.FORCE_ACTIVE + force] = luck.random() < 0.7
    for ship in ships:
        number = SHIPS.index[ship]
        state.arrays[layout.SHRUNK][number] = 0
        state.arrays[layout.FUEL][number] = luck.choice(TANKS)
        state.arrays[layout.DAMAGE][number] = luck.choice(LEVELS)
        state.arrays[layout.FIRE_CONTROL][number] = luck.random() < 0.1


def compare_battles(seeds: range) -> Counter[str]:
    """Fights battles with both implementations, which agree."""
    seen, differ = Counter[str](), []
    for seed in seeds:
        state, impulse = deployed(seed)
        battles = Battles(state, seed, impulse)
        seen += battles.play()
        differ += [f"{seed}: {each}" for each in battles.differ]
    assert differ == []
    return seen


CLAUSES = ("4.2", "4.32", "11.1", "11.21", "11.3", "11.4", "11.6", "9.3", "10.1", "10.7", "12.2", "39.2")


@pytest.mark.build
@pytest.mark.clause(*CLAUSES)
def test_two_references_agree_on_surface_battles_of_all_sorts() -> None:
    seen = compare_battles(range(20))
    assert (seen["battle"], seen["breaks_off"], seen["left"]) == (23, 18, 33)


@pytest.mark.thorough
@pytest.mark.clause(*CLAUSES)
def test_two_references_agree_on_hundreds_of_surface_battles() -> None:
    seen = compare_battles(range(1000, 1160))
    assert min(seen["towards_a_base"], seen["breaks_off"], seen["left"]) > 10, seen
