"""Historical actions as positions that are played many times:

``python -m tests.games.war_in_the_pacific.calibration --times 1000``.

Each position is set up once, then played this many times with different dice; each choice is made from the game's
offers. The means are printed with their standard errors, beside the results when the tables were made, and beside
history.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from functools import cache
from statistics import fmean, stdev

from ironbottom.engine.core.events import Event
from ironbottom.engine.dice.dice import SeededDice
from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.atlas import ALLIES, JAPAN
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.grid import NUMBER
from ironbottom.games.war_in_the_pacific.pieces import BASE_AT, SHIPS
from ironbottom.games.war_in_the_pacific.rules.naval import gunnery
from ironbottom.games.war_in_the_pacific.rules.naval.fire_control import ROUNDS, WEAPONS, FireControl
from ironbottom.games.war_in_the_pacific.rules.naval.surface_combat import SurfaceCombat
from ironbottom.games.war_in_the_pacific.rules.naval.surface_contact import NIGHT
from ironbottom.games.war_in_the_pacific.scenarios.burma.ground import BurmaAttackOrders, BurmaGroundPhase
from ironbottom.games.war_in_the_pacific.turns import turn_number
from tests.games.war_in_the_pacific import air_states as midway_states
from tests.games.war_in_the_pacific.air_states import CLEAR_WEATHER, act
from tests.games.war_in_the_pacific.battle_states import calm, choose, cleared, mission, open_procedure, put_unit
from tests.games.war_in_the_pacific.burma_states import in_turn, new_game
from tests.games.war_in_the_pacific.calibration_of_carriers import CARRIERS, VETERANS
from tests.games.war_in_the_pacific.calibration_on_links import ON_LINKS
from tests.games.war_in_the_pacific.historical_actions import (
    Aimed,
    Famous,
    Figure,
    Mean,
    apply_choice,
    came_through,
    level,
    lost_in,
    out,
)
from tests.games.war_in_the_pacific.midway_states import put_force

OCTOBER_1944, AUGUST_1942, MAY_1942, DECEMBER_1941 = "4/11/44", "4/8/42", "1/5/42", "2/12/41"
SIBUYAN = ("jp_bb8", "jp_bb7", "jp_bb5", "jp_ca5", "jp_bc1")
ENGANO = ("jp_cv5", "jp_cvl3", "jp_cvl6", "jp_cvl7")
SHOHO = "jp_cvl2"
HEAVY_CRUISERS = ("jp_ca1", "jp_ca2", "jp_ca3", "jp_ca4", "jp_ca6", "jp_ca7")
DESTROYERS = ("jp_dd1", "jp_dd2", "jp_dd3", "jp_dd4", "jp_dd5")
DECKS = ("us_cv2", "us_cv3", "us_cv6", "us_cv8")
FLEET, TASK_FORCE, AT, FROM, NEAR = "japan_1", "allies_1", "F1230", "F1628", "F1229"
GROUP_AT = ("F1230", "F1225")
FOUND_BY_NOBODY = (1, 1)
"""8.2 Dice with which the Japanese cruisers do not find the carriers."""
TORPEDO_PLANES_FIRST = (
    "7.5: in the fixed, public order the fire hits torpedo planes first; the tables alone drew by lot"
)
NOBODY_COVERS = "7.6: without a patrol the die is one higher; the tables alone left that out"
FIRE_FALLS_OFF = "7.5: ships that sank fire no more; the tables alone kept their fire"
NIGHT_FORCE = ("jp_ca12", "jp_ca1", "jp_ca2", "jp_ca3", "jp_ca4", "jp_cl1", "jp_cl14", "jp_dd5")
SOUTHERN, NORTHERN = ("cw_ca33", "us_ca29", "us_dd13"), ("us_ca34", "us_ca39", "us_ca44", "us_dd17")
"""9 August 1942: the groups of Canberra and Chicago, and of Astoria, Quincy and Vincennes."""
SURPRISED, AWARE = (6, 1), (2, 2)
"""11.2 Dice with which Japan surprises by night, and with which nobody is surprised."""
WARNED = 0.7
"""The probability, according to the tables, that the second group is surprised."""
FORCE_Z, SCREEN, BESIDE_IT = ("cw_bb53", "cw_bc34"), ("cw_dd1", "cw_dd2"), "D3554"
"""10 December 1941: Prince of Wales, Repulse and four destroyers, at sea beside the enemy's airfield."""
BETTYS_FROM, FIELD = "D3653", "D2752"
DIVISION, ENTRENCHED = ("jp_7_3", 3), ("cw_11_3", 3)
KOHIMA, BEFORE_IT = "A2911", "A3011"
"""44.41 The jungle hills before Imphal, held by three entrenched divisions, and the place of three Japanese ones."""
FEWER_TARGETS = "11.3: by night the larger side finds two thirds of the smaller; the tables alone spread their fire"
AT_ONCE = "11.21: the fire of a round falls at once; with the tables alone who was hit first no longer fired"
# -- positions -------------------------------------------------------------------------------------------------


def carriers_off(fleet: tuple[str, ...], points: dict[str, dict[str, int]], date: str, sent_from: str) -> State:
    """A Japanese fleet in contact by a True Report, within range of four carriers; without cover."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    state.cells[layout.TURN] = turn_number(date)
    put_force(state, FLEET, AT, *fleet)
    put_force(state, TASK_FORCE, sent_from, *DECKS)
    for ship in (*fleet, *DECKS):
        for numbers in (layout.DAMAGE, layout.REPAIR_LEFT, layout.SLOWED, layout.DECK_SHUT):
            state.arrays[numbers][SHIPS.index[ship]] = 0
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    for deck, aboard in points.items():
        midway_states.park(state, deck, **aboard)
    midway_states.contact(state, FLEET, AT)
    midway_states.start(state, *CLEAR_WEATHER, 3)
    act(state, "japan", "done")
    act(state, "allies", "done", dice=FOUND_BY_NOBODY)
    return state


@cache
def sibuyan_sea() -> State:
    """24 October 1944: the centre force with the fire of six cruisers and five destroyers."""
    groups = {deck: {"sbc_carrier": 3, "tbf_carrier": 3} for deck in DECKS}
    return carriers_off((*SIBUYAN, *HEAVY_CRUISERS, *DESTROYERS), groups, OCTOBER_1944, FROM)


@cache
def cape_engano() -> State:
    """25 October 1944: four carriers with the fire of five cruisers and four destroyers."""
    groups = {deck: {"sbc_carrier": 3, "tbf_carrier": 3} for deck in DECKS}
    return carriers_off((*ENGANO, *HEAVY_CRUISERS[:5], *DESTROYERS[:4]), groups, OCTOBER_1944, FROM)


@cache
def shoho() -> State:
    """May 1942: a light carrier with the fire of four cruisers, without cover."""
    group = {"us_cv2": {"sbd_carrier": 5, "tbd_carrier": 2}}
    return carriers_off((SHOHO, *HEAVY_CRUISERS[:4]), group, MAY_1942, NEAR)


@cache
def force_z() -> State:
    """10 December 1941: two capital ships with the fire of four destroyers, in range of bombers; without cover."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    state.cells[layout.TURN] = turn_number(DECEMBER_1941)
    put_force(state, TASK_FORCE, BESIDE_IT, *FORCE_Z, *SCREEN)
    for ship in (*FORCE_Z, *SCREEN):
        for numbers in (layout.DAMAGE, layout.REPAIR_LEFT, layout.SLOWED):
            state.arrays[numbers][SHIPS.index[ship]] = 0
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    put_unit(state, "jp_hq_force", BETTYS_FROM)
    state.arrays[layout.LEVEL][BASE_AT[NUMBER[BETTYS_FROM]]] = 1
    midway_states.park(state, BETTYS_FROM, nell_trained=6, betty_trained=3)
    midway_states.contact(state, TASK_FORCE, BESIDE_IT)
    midway_states.start(state, *CLEAR_WEATHER, 6)
    act(state, "japan", "done")
    act(state, "allies", "done")
    act(state, "allies", "done")
    return state


@cache
def savo() -> State:
    """9 August 1942: five heavy and two light cruisers by night among two groups, one after the other."""
    state = calm()
    state.cells[layout.TURN] = turn_number(AUGUST_1942)
    for ship in (*NIGHT_FORCE, *SOUTHERN, *NORTHERN):
        for numbers in (layout.DAMAGE, layout.REPAIR_LEFT, layout.SLOWED, layout.FIRE_CONTROL):
            state.arrays[numbers][SHIPS.index[ship]] = 0
        state.arrays[layout.FUEL][SHIPS.index[ship]] = 30
    mission(state, put_force(state, FLEET, AT, *NIGHT_FORCE), "reaction")
    return state


@cache
def henderson_field() -> State:
    """Six points of land bombers against a patrolled field, with six points parked."""
    state = midway_states.midway()
    midway_states.nobody_flies(state)
    state.arrays[layout.CONTROL][NUMBER[FIELD]] = ALLIES
    for hex, staff in ((BETTYS_FROM, "jp_hq_force"), (FIELD, "us_hq_force")):
        put_unit(state, staff, hex)
        state.arrays[layout.LEVEL][BASE_AT[NUMBER[hex]]] = 1
    midway_states.park(state, BETTYS_FROM, betty_trained=6)
    midway_states.park(state, FIELD, sbd_trained=6)
    midway_states.start(state, *CLEAR_WEATHER, 6, 6)
    act(state, "allies", "search", FIELD, "sbd_trained", "1")
    act(state, "japan", "done")
    act(state, "allies", "done", dice=())
    act(state, "allies", "done")
    return state


@cache
def imphal() -> State:
    """March 1944: three supplied divisions face three divisions that are entrenched in the jungle hills."""
    state = cleared(new_game())
    for hex, (kind, many) in ((BEFORE_IT, DIVISION), (KOHIMA, ENTRENCHED)):
        for _ in range(many):
            put_unit(state, kind, hex)
    put_unit(state, "cw_entr", KOHIMA)
    return in_turn(state, "ground", BurmaGroundPhase(1), BurmaAttackOrders(JAPAN, 0, (), 0, 0))


# -- play --------------------------------------------------------------------------------------------------------


def ordered(state: State, waves: list[list[tuple[str, str, str, str]]]) -> None:
    """Fills the waves, which then wait for their turn."""
    for wave in waves:
        act(state, "allies", "strike", FLEET)
        for sent in wave:
            act(state, "allies", "send", *sent)
        act(state, "allies", "fly")


def fly_all_waves(state: State, dice: SeededDice, aimed: Aimed) -> float:
    """Lets all waves strike, one after another; ``aimed`` assigns the surviving points to ships."""
    events: list[Event] = []
    while (open_now := state.decisions()) and open_now[0].procedure.name != "transfers":
        side, name = open_now[0].side, open_now[0].procedure.name
        if name == "declaring":
            events += apply_choice(state, side, ("done",), dice)
            continue
        for ship, stack, role, points in aimed(came_through(state)):
            events += apply_choice(state, side, ("allot", ship), dice)
            events += apply_choice(state, side, ("strike_with", stack, role, points), dice)
        events += apply_choice(state, side, ("drop",), dice)
    return lost_in(events)


def play_sibuyan(state: State, seed: int) -> list[float]:
    """Four times a wave of four points at the flagship, and one of two at another ship."""
    source, waves = random.Random(seed), []
    for deck in DECKS:
        waves.append([(deck, "sbc_carrier", "bomb", "2"), (deck, "tbf_carrier", "torpedo", "2")])
        waves.append([(deck, "sbc_carrier", "bomb", "1"), (deck, "tbf_carrier", "torpedo", "1")])
    ordered(state, waves)
    turn = 0

    def aimed(there: dict[tuple[str, str], int]) -> list[tuple[str, ...]]:
        nonlocal turn
        main = next(ship for ship in SIBUYAN if level(state, ship) <= FLOATS)
        others = [ship for ship in SIBUYAN[1:] if level(state, ship) <= FLOATS]
        target = source.choice(others) if turn % 2 and others else main
        turn += 1
        return [(target, stack, role, str(points)) for (stack, role), points in there.items()]

    lost = fly_all_waves(state, SeededDice(seed), aimed)
    flagship, *rest = SIBUYAN
    return [level(state, flagship), out(state, (flagship,)), sum(level(state, ship) for ship in rest), lost]


def play_engano(state: State, seed: int) -> list[float]:
    """Four waves of six points, spread evenly over the carriers that are still afloat."""
    ordered(state, [[(deck, "sbc_carrier", "bomb", "3"), (deck, "tbf_carrier", "torpedo", "3")] for deck in DECKS])

    def aimed(there: dict[tuple[str, str], int]) -> list[tuple[str, ...]]:
        afloat = [ship for ship in ENGANO if level(state, ship) <= FLOATS]
        found: list[tuple[str, ...]] = []
        for (stack, role), points in there.items():
            for place, ship in enumerate(afloat):
                here = points // len(afloat) + (place < points % len(afloat))
                found += [(ship, stack, role, str(here))] if here else []
        return found

    lost = fly_all_waves(state, SeededDice(seed), aimed)
    return [out(state, ENGANO), lost]


def play_shoho(state: State, seed: int) -> list[float]:
    """All points of the one wave attack the carrier."""
    ordered(state, [[("us_cv2", "sbd_carrier", "bomb", "5"), ("us_cv2", "tbd_carrier", "torpedo", "2")]])

    def aimed(there: dict[tuple[str, str], int]) -> list[tuple[str, ...]]:
        return [(SHOHO, stack, role, str(points)) for (stack, role), points in there.items()]

    fly_all_waves(state, SeededDice(seed), aimed)
    return [level(state, SHOHO), out(state, (SHOHO,))]


def play_force_z(state: State, seed: int) -> list[float]:
    """One wave, divided equally: torpedoes of three points of Betty and three of Nell, and bombs of three."""
    act(state, "japan", "strike", TASK_FORCE)
    for sent in (("betty_trained", "torpedo"), ("nell_trained", "torpedo"), ("nell_trained", "bomb")):
        act(state, "japan", "send", BETTYS_FROM, *sent, "3")
    act(state, "japan", "fly")
    dice = SeededDice(seed)
    events = apply_choice(state, "japan", ("done",), dice)
    if state.decisions()[0].procedure.name == "aiming":
        first = {"torpedo": True, "bomb": True}  # Prince of Wales gets the odd point.
        for (stack, role), points in came_through(state).items():
            many = (points + first[role]) // 2
            first[role] ^= bool(points % 2)
            for ship, share in zip(FORCE_Z, (many, points - many), strict=True):
                if share:
                    events += apply_choice(state, "japan", ("allot", ship), dice)
                    events += apply_choice(state, "japan", ("strike_with", stack, role, str(share)), dice)
        if state.decisions()[0].procedure.name == "aiming":
            events += apply_choice(state, "japan", ("drop",), dice)
    return [out(state, FORCE_Z), *[level(state, ship) for ship in FORCE_Z], lost_in(events)]


def night_battle(
    state: State, dice: SeededDice, number: int, group: tuple[str, ...], surprise: tuple[int, ...]
) -> None:
    """11.0 The Japanese meet a group by night; two rounds of fire, spread evenly by both, and no third."""
    afloat = [ship for ship in NIGHT_FORCE if level(state, ship) <= FLOATS]
    mission(state, put_force(state, FLEET, GROUP_AT[number], *afloat), "reaction")
    mission(state, put_force(state, f"allies_{number + 1}", GROUP_AT[number], *group), "reaction")
    open_procedure(state, SurfaceCombat.opened(NIGHT))
    choose(state, "japan", "fight")
    choose(state, "allies", "fight", dice=surprise)
    while decisions := state.decisions():
        side, here = decisions[0].side, decisions[0].procedure
        assert isinstance(here, FireControl)
        if here.round < ROUNDS:
            for ship, target, launches in gunnery.distribute_evenly(state, here.side, here.round, True, here.fired):
                apply_choice(state, side, ("fire", SHIPS.ids[ship]), dice)
                if state.arrays[layout.AIM][ship] < 0:  # the side has a choice
                    apply_choice(state, side, ("fire_at", SHIPS.ids[target], WEAPONS.ids[int(launches)]), dice)
        apply_choice(state, side, ("done",), dice)


def play_savo(state: State, seed: int) -> list[float]:
    """The first group is surprised, and the second one as often as the tables say."""
    dice = SeededDice(seed)
    night_battle(state, dice, 0, SOUTHERN, SURPRISED)
    night_battle(state, dice, 1, NORTHERN, SURPRISED if random.Random(seed).random() < WARNED else AWARE)
    allied = (*SOUTHERN, *NORTHERN)
    cruisers = tuple([ship for ship in allied if "_ca" in ship])
    hurt = [sum(level(state, ship) for ship in ships) for ships in (allied, NIGHT_FORCE)]
    return [out(state, cruisers), *hurt, out(state, NIGHT_FORCE)]


def play_henderson(state: State, seed: int) -> list[float]:
    """All six bombard the field from medium height."""
    act(state, "japan", "raid", FIELD, "airbase", "medium")
    act(state, "japan", "send", BETTYS_FROM, "betty_trained", "bombardment", "6")
    act(state, "japan", "fly")
    events = state.apply("japan", ("done",), SeededDice(seed))
    hits = [event["hits"] for event in midway_states.find_events(events, "allies", "bombed")]
    return [sum(hits), 6 - midway_states.parked(state, FIELD, "sbd_trained")]


def play_imphal(state: State, seed: int) -> list[float]:
    """All three attack at once; the result is the strength to be lost according to the die, before any step is taken
    (21.2).
    """
    dice = SeededDice(seed)
    act(state, "japan", "attack", KOHIMA)
    battle = midway_states.find_events(apply_choice(state, "japan", ("all_in",), dice), "allies", "ground_battle")[0]
    return [battle["attacker_loses"], battle["defender_loses"], battle["retreat"]]


ACTIONS = (
    Famous(
        "Sibuyan Sea, 24 October 1944",
        sibuyan_sea,
        play_sibuyan,
        (
            Figure("damage of Musashi", 4.30, "sunk"),
            Figure("Musashi sunk", 0.65, "sunk"),
            Figure("damage of the others", 5.13, "3 to 5 in all", TORPEDO_PLANES_FIRST),
            Figure("air points lost", 3.81, "2"),
        ),
    ),
    Famous(
        "Cape Engaño, 25 October 1944",
        cape_engano,
        play_engano,
        (Figure("carriers sunk", 3.86, "4"), Figure("air points lost", 2.38, "1 to 2", FIRE_FALLS_OFF)),
    ),
    Famous(
        "Shoho, 7 May 1942",
        shoho,
        play_shoho,
        (
            Figure("damage of Shoho", 4.78, "sunk", NOBODY_COVERS),
            Figure("Shoho sunk", 0.87, "sunk", NOBODY_COVERS),
        ),
    ),
    Famous(
        "Prince of Wales and Repulse, 10 December 1941",
        force_z,
        play_force_z,
        (
            Figure("ships sunk", 1.22, "2", VETERANS),
            Figure("damage of Prince of Wales", 4.42, "sunk", VETERANS),
            Figure("damage of Repulse", 4.11, "sunk", VETERANS),
            Figure("air points lost", 0.32, "0.3"),
        ),
    ),
    Famous(
        "Savo, 9 August 1942",
        savo,
        play_savo,
        (
            Figure("cruisers sunk", 4.21, "4", FEWER_TARGETS),
            Figure("damage of the Allies", 33.05, "four sunk, Chicago 2", FEWER_TARGETS),
            Figure("damage of the Japanese", 0.99, "1 to 2", AT_ONCE),
            Figure("Japanese ships sunk", 0.04, "none", AT_ONCE),
        ),
    ),
    Famous(
        "Henderson Field, a raid by six points of Betty",
        henderson_field,
        play_henderson,
        (Figure("hits", 0.84, "few"), Figure("points lost on the ground of 6", 0.26, "few")),
    ),
    Famous(
        "Imphal, March 1944, one attack",
        imphal,
        play_imphal,
        (
            Figure("strength that the attacker loses of 21", 5.04, "repulsed with loss"),
            Figure("strength that the defender loses of 33", 0.51, "little"),
            Figure("retreats", 0.00, "none"),
        ),
    ),
    *CARRIERS,
    *ON_LINKS,
)


# -- the command ---------------------------------------------------------------------------------------------------


def means(action: Famous, times: int, seed: int) -> list[Mean]:
    """The means of an action over many games."""
    begun = action.laid_out()
    games = [action.play(begun.copy(), seed + number) for number in range(times)]
    columns = list(zip(*games, strict=True))
    return [
        Mean(figure, fmean(column), stdev(column) / times**0.5)
        for figure, column in zip(action.figures, columns, strict=True)
    ]


def main(arguments: list[str]) -> None:
    """Plays each action and prints a row of a table for each figure."""
    parser = ArgumentParser(description="Plays famous actions often and gives the means beside the tables and history.")
    parser.add_argument("--times", type=int, default=1000, help="how often each action is played")
    parser.add_argument("--seed", type=int, default=1942, help="the number that the dice follow")
    given = parser.parse_args(arguments)
    sys.stdout.write("| action | figure | played | by the tables | history |\n|---|---|---|---|---|\n")
    for action in ACTIONS:
        for mean in means(action, given.times, given.seed):
            figure = mean.figure
            why = f": {figure.leans}" if figure.leans else ""
            played = f"{mean.mean:.2f} ± {mean.error:.2f}{'' if mean.agrees else f' (apart{why})'}"
            row = (action.title, figure.name, played, f"{figure.by_tables:.2f}", figure.history)
            sys.stdout.write(f"| {' | '.join(row)} |\n")


if __name__ == "__main__":
    main(sys.argv[1:])
