"""WP-07 Totals, ends of rows, totals above the last row, in matches from a position: air, sea and a week."""

from __future__ import annotations

import pytest

from ironbottom.engine.dice.dice import DieReason, ScriptedDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, BASES, SHIPS, SHIPS_OF, STACKS
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.battle_states import mission, put_unit
from tests.games.war_in_the_pacific.midway_states import put_force
from tests.games.war_in_the_pacific.position_match import PositionMatch, at_step
from tests.games.war_in_the_pacific.test_cases_in_matches import MIDWAY, NEXT_TURN, midway

AT = "F1232"
FOUND, UNHURT = 1, 1
NO_BOUNCE = (4, 3)


class ThenOnes(ScriptedDice):
    """The given dice, followed by ones, so that points that are hit are not lost."""

    def roll(self, faces: int, why: DieReason, audience: int = -1) -> int:
        return super().roll(faces, why, audience) if self.left else UNHURT


def at_midway(**points: int) -> State:
    """The Allies have a number of points at Midway, and room for them."""
    state = midway()
    put_unit(state, "us_hq_division", MIDWAY)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[MIDWAY]]] = 5
    midway_states.park(state, MIDWAY, **points)
    return state


def met(state: State, sent: tuple[tuple[str, str, int], ...], zeros: int, dice: tuple[int, ...]) -> PositionMatch:
    """Japan's force is found and struck from Midway, under a patrol of these fighters."""
    if zeros:
        for deck, aboard in zip(("jp_cv1", "jp_cv2"), (zeros - zeros // 2, zeros // 2), strict=True):
            midway_states.park(state, deck, zero_carrier=aboard)
    midway_states.contact(state, "japan_1", AT)
    game = PositionMatch(at_step(state, "air_2", availability=6))
    game.choose("japan", "done")
    game.choose("allies", "done")
    game.choose("allies", "strike", "japan_1")
    for stack, role, points in sent:
        game.choose("allies", "send", MIDWAY, stack, role, str(points))
    game.choose("allies", "fly")
    game.choose("allies", "done")
    for deck, aboard in (("jp_cv1", zeros - zeros // 2), ("jp_cv2", zeros // 2)):
        if aboard:
            game.choose("japan", "cover", deck, "zero_carrier")
            if game.asks("japan") == "covering":
                game.choose("japan", "fly_over", "japan_1", str(aboard))
    game.hand.script = ThenOnes(dice)
    game.submit("japan", "done")
    return game


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("escorts", "sbd", "zeros", "dice", "total", "hits"),
    [
        (("f4f_trained", 0), 2, 1, (6,), 2, 1),
        (("f4f_trained", 0), 3, 1, (5,), 3, 1),
        (("f4f_trained", 14), 5, 10, (6, 6), 61, 10),
        (("f6f_trained", 15), 10, 10, (1, 2, 3), 130, 7),
    ],
)
def test_wp_07_7_3_escorts_and_half_of_the_strikers_fire_at_the_patrol(
    escorts: tuple[str, int], sbd: int, zeros: int, dice: tuple[int, ...], total: int, hits: int
) -> None:
    """On a one, a patrol of one point hits nothing.

    A patrol of ten hits two escorts, for each of which a die is rolled.
    """
    stack, many = escorts
    state = at_midway(sbd_trained=sbd, **{stack: many})
    put_force(state, "japan_1", AT, "jp_cv1", "jp_cv2")
    sent = (("sbd_trained", "bomb", sbd), *(((stack, "escort", many),) if many else ()))
    patrol = (1, UNHURT, UNHURT) if many else (1,)
    game = met(state, sent, zeros, (FOUND, *NO_BOUNCE, *patrol, *dice))
    (fight,) = game.events("allies", "air_combat")
    assert fight["strengths"][1] + fight["strengths"][2] // 2 == total
    assert fight["dice"][: 2 + len(patrol) + len(dice)] == [*NO_BOUNCE, *patrol, *dice]
    assert fight["lost"][0] + fight["aborted"][0] == hits


@pytest.mark.clause("7.5")
@pytest.mark.parametrize(("strength", "sbd", "dice", "hits"), [(18, 8, (6,), 2), (125, 24, (6, 5), 10)])
def test_wp_07_7_5_the_fire_of_a_fleet(strength: int, sbd: int, dice: tuple[int, ...], hits: int) -> None:
    state = at_midway(sbd_trained=sbd)
    guns, fleet = strength, list[str]()
    for ship in SHIPS_OF[0]:
        row = state.rules.pieces.ships[ship]
        if row.type in ("CV", "BB", "CA", "CL", "DD") and 0 < row.anti_air <= guns:
            fleet.append(SHIPS.ids[ship])
            guns -= row.anti_air
    assert not guns
    put_force(state, "japan_1", AT, *fleet)
    game = met(state, (("sbd_trained", "bomb", sbd),), 0, (FOUND, *dice))
    (fire,) = game.events("allies", "flak")
    assert (fire["strength"], fire["lost"] + fire["aborted"]) == (strength, hits)
    assert game.events("allies", "air_combat") == []  # WP-07: a total of 0 rolls none


def hunted(*ships: str) -> PositionMatch:
    """A Subron at the place of a moving Allied force, about to attack."""
    state = midway()
    force = put_force(state, "allies_1", AT, *ships)
    mission(state, force, "transit")
    marker = layout.SUBRONS.index["japan_subron_1"]
    for block, value in ((layout.SUBRON_AT, NUMBER[AT]), (layout.SUBRON_FLEET, 6), (layout.SUBRON_OUT, 1)):
        state.cells[block + marker] = value
    state.cells[layout.SUBRON_READY + marker] = 6
    game = PositionMatch(at_step(state, "naval_1"))
    game.choose("japan", "done")
    game.choose("allies", "done")
    game.choose("japan", "done")
    return game


@pytest.mark.clause("13.8")
def test_wp_07_13_8_ten_points_of_escorts_hunt() -> None:
    game = hunted(*[f"us_dd{n}" for n in range(13, 23)])
    game.lay(1, 1, 1, 1, 6, 3)
    game.submit("allies", "done")
    (hunt,) = game.events("allies", "asw")
    assert (hunt["strength"], hunt["die"], hunt["lost"]) == (10, 3, 1)


@pytest.mark.clause("13.8")
def test_wp_07_13_8_ships_that_are_no_escorts_roll_no_die() -> None:
    """A die for the attack, one for the target, one for Damage Points, one for levels; none for a hunt."""
    game = hunted("us_cv8")
    game.choose("allies", "done", dice=(1, 1, 1, 1))
    assert len(game.events("japan", "sub_attack")) == 1
    assert game.events("japan", "asw") == []


@pytest.mark.clause("5.9")
@pytest.mark.parametrize(("flew", "die", "lost"), [(15, 5, 1), (16, 3, 1)])
def test_wp_07_5_9_points_that_flew_wear_out(flew: int, die: int, lost: int) -> None:
    state = at_midway(sbd_trained=20)
    base = BASES.index[MIDWAY]
    state.arrays[layout.FLOWN][base * len(STACKS) + STACKS.index["sbd_trained"]] = flew
    game = PositionMatch(at_step(state, "ground"))
    game.choose("japan", "done")
    game.choose("allies", "done", dice=(die,))
    assert [(event["points"], event["lost"]) for event in game.events("allies", "worn")] == [(flew, lost)]
    game.choose("allies", "write_off", MIDWAY, "sbd_trained", dice=NEXT_TURN)
    assert midway_states.parked(game.state, MIDWAY, "sbd_trained") == 20 - lost


def test_wp_07_7_3_a_patrol_at_the_end_of_a_row() -> None:
    state = at_midway(sbd_trained=20)
    put_force(state, "japan_1", AT, "jp_cv1", "jp_cv2")
    game = met(state, (("sbd_trained", "bomb", 20),), 10, (FOUND, *NO_BOUNCE, 6))
    (fight,) = game.events("allies", "air_combat")
    assert (fight["strengths"][0], fight["lost"][2] + fight["aborted"][2]) == (60, 9)


FROM, FIELD = "D3653", "D2752"


def raided(
    sent: tuple[tuple[str, str, int], ...], target: str, height: str, *dice: int, allied: bool = False
) -> PositionMatch:
    """Japan or the Allies raid an enemy airfield with parked points and no patrol."""
    state = midway()
    staffs = ("us_hq_force", "jp_hq_force") if allied else ("jp_hq_force", "us_hq_force")
    for hex, staff, levels in ((FROM, staffs[0], 4), (FIELD, staffs[1], 1)):
        state.arrays[layout.CONTROL][NUMBER[hex]] = int(staff.startswith("us"))
        put_unit(state, staff, hex)
        state.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] = levels
    midway_states.park(state, FROM, **{stack: points for stack, _, points in sent})
    raider, other = ("allies", "japan") if allied else ("japan", "allies")
    parked = "val_trained" if allied else "sbd_trained"
    midway_states.park(state, FIELD, **{parked: 6})
    game = PositionMatch(at_step(state, "air_2", availability=6))
    game.choose(raider, "done")
    game.choose(other, "search", FIELD, parked, "1")
    game.choose(other, "done")
    for side in ("allies", "japan"):
        if side == raider:
            game.choose(side, "raid", FIELD, target, height)
            for stack, role, points in sent:
                game.choose(side, "send", FROM, stack, role, str(points))
            game.choose(side, "fly")
        game.hand.script = ThenOnes(dice if side == "japan" else ())
        game.submit(side, "done")
    return game


@pytest.mark.clause("7.6", "31.1")
@pytest.mark.parametrize(
    ("sent", "strength", "die", "hits"),
    [
        ((("helen_trained", "bombardment", 1), ("mavem_trained", "bombardment", 1)), 5, 6, 1),
        ((("betty_trained", "bombardment", 2),), 6, 4, 1),
    ],
)
def test_wp_07_7_6_bombardment_at_both_sides_of_a_row(
    sent: tuple[tuple[str, str, int], ...], strength: int, die: int, hits: int
) -> None:
    joined = (6,) if len(sent) > 1 else ()  # 6.7: a flying boat serves no headquarters, and joins on a die.
    game = raided(sent, "airbase", "medium", *joined, UNHURT, die)
    (bombed,) = game.events("japan", "bombed")
    assert (bombed["strength"], bombed["hits"]) == (strength, hits)


@pytest.mark.clause("7.6", "7.3")
def test_wp_07_7_6_bombardment_above_the_last_row() -> None:
    game = raided((("b_24_trained", "bombardment", 20),), "airbase", "medium", UNHURT, 6, allied=True)
    (bombed,) = game.events("allies", "bombed")
    assert (bombed["strength"], bombed["dice"], bombed["hits"]) == (140, [6], 5)


@pytest.mark.clause("6.4")
def test_wp_07_6_4_strafing_above_the_last_row() -> None:
    game = raided((("zero_trained", "strafing", 23),), "airbase", "low", UNHURT, 1)
    (strafed,) = game.events("japan", "strafed")
    assert (strafed["strength"], strafed["hits"]) == (46, 2)
