"""The bot in battle: losses, retreat, submerging, raids and kamikazes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ironbottom.engine.rules.actions import Action
from ironbottom.games.axis_allies_pacific import pieces
from ironbottom.games.axis_allies_pacific import state as layout
from ironbottom.games.axis_allies_pacific.bot import observation as seeing
from ironbottom.games.axis_allies_pacific.bot.observation import Observation
from ironbottom.games.axis_allies_pacific.odds.counters import price_with_load, units_of
from ironbottom.games.axis_allies_pacific.rules.losses import Losses, attackers, targets

LEAVES_BELOW = 0.3
"""Below this probability of winning the attacker leaves a battle, unless the battle still costs the enemy more."""
WORTH_A_KAMIKAZE = 12


def score_loss(observation: Observation, action: Action) -> float:
    """8.1.3 Loses the cheapest units first, after damaging battleships; an attack's last ground unit is lost last."""
    if action[0] in ("cheapest_first", "lose_landed"):
        return -1_000.0
    piece = pieces.PIECES.index[action[2]]
    if piece == pieces.BATTLESHIP:
        return 100.0
    frame = observation.state.stack[-1]
    assert isinstance(frame, Losses)
    worth = float(price_with_load(observation.figures, piece)) + (0.5 if piece == pieces.SUBMARINE else 0.0)
    if frame.attacking and frame.place < pieces.FIRST_ZONE and piece in pieces.FIGHTING_GROUND:
        left = sum(
            unit.number
            for force in targets(observation.state, frame)
            for unit in units_of(force.power, force.counts, pieces.FIGHTING_GROUND)
        )
        prize = seeing.land_worth(observation.figures, observation.cells, frame.side, frame.place, observation.policy)
        if left == 1 and prize > worth:
            worth += 50.0
    return -worth


def score_abandoned_landing(observation: Observation, action: Action) -> float:
    """8.9.1 Gives up the landing with the fewest units; among equals, the landing in the least valuable land."""
    land = pieces.PLACES.index[action[1]]
    side = observation.cells[layout.ACTIVE]
    return -100.0 * len(action[2].replace("aa_gun", "gun").split("_")) - seeing.land_worth(
        observation.figures, observation.cells, side, land, observation.policy
    )


def current_odds(observation: Observation) -> tuple[float, float]:
    """The probability of winning the current battle, and the expected change of the lead in value from now on."""
    frame = observation.frame()
    place = pieces.PLACES.index[frame["place"]]
    from ironbottom.games.axis_allies_pacific.odds import on_board

    for battle in on_board.battles(observation.state):
        if battle.place == place and battle.kind != "raid":
            return seeing.chance(observation.figures, battle.attacker, battle.defender, surprised=battle.surprised)
    return 1.0, 0.0


def choose_after_round(observation: Observation, offered: list[Action]) -> Action:
    """8.8.1 Leaves a battle that is almost lost and costs more than it gains."""
    won, swing = current_odds(observation)
    place = pieces.PLACES.index[observation.frame()["place"]]
    worth = 0.0
    if place < pieces.FIRST_ZONE:
        worth = seeing.land_worth(observation.figures, observation.cells, observation.number, place, observation.policy)
    press = next(action for action in offered if action[0] == "press_on")
    if won >= LEAVES_BELOW or won * worth + swing > 0:
        return press
    away = [action for action in offered if action[0] == "retreat"]
    if away:
        return max(away, key=lambda action: friendly_units_in(observation, action[1]))
    return next((action for action in offered if action[0] == "break_off"), press)


def friendly_units_in(observation: Observation, name: str) -> float:
    """The number of friendly units in a place."""
    place = pieces.PLACES.index[name]
    return float(sum([unit.number for unit in seeing.friendly_units(observation.cells, observation.number, place, -1)]))


def score_submerging(observation: Observation, action: Action) -> float:
    """8.5.3 Submarines that are alone and outnumbered all submerge; otherwise they fire."""
    frame, number = observation.frame(), int(action[1])
    zone = pieces.ZONES.index[frame["zone"]]
    place = pieces.FIRST_ZONE + zone
    side = observation.cells[layout.ACTIVE]
    ours = [unit for force in attackers(observation.cells, side, place) for unit in units_of(*force)]
    theirs = seeing.defenders_of(observation.cells, side, place)
    own, others = (ours, theirs) if frame["attacking"] else (theirs, ours)
    alone = all(unit.piece == pieces.SUBMARINE for unit in own)
    there, against = sum([unit.number for unit in own]), sum([unit.number for unit in others])
    finds = any(unit.piece in (pieces.DESTROYER, pieces.DESTROYER_LOADED) for unit in others)
    submerges = alone and against > there and (finds or not frame["attacking"])
    return float(number if submerges else -number)


def score_kamikaze(observation: Observation, action: Action) -> float:
    """8.12.2 Attacks the most valuable ships, a battleship only if it is damaged, each ship at most three times."""
    if action[0] == "done":
        return 0.0
    named = [target for target in observation.frame()["targets"] if (target["zone"], target["piece"]) == action[1:3]]
    piece = pieces.PIECES.index[action[2]]
    spared = observation.policy.spares_transports and piece in pieces.TRANSPORTS
    if piece == pieces.BATTLESHIP or spared or len(named) >= 2:
        return -1.0
    return float(price_with_load(observation.figures, piece) - WORTH_A_KAMIKAZE) + 0.1


def score_interception(observation: Observation, action: Action) -> float:
    """8.11.1 All fighters intercept a raid."""
    return float(action[1])


def score_next_battle(observation: Observation, action: Action) -> float:
    """8.1.1 Fights raids first, then sea battles, then the largest land battle."""
    if action[0] == "raid":
        return 100.0
    place = pieces.PLACES.index[action[1]]
    if place >= pieces.FIRST_ZONE:
        return 50.0
    return seeing.land_worth(observation.figures, observation.cells, observation.number, place, observation.policy)


def score_patrol_landing(observation: Observation, action: Action) -> float:
    """6.1 Lands all fighters where there are the most friendly units."""
    return friendly_units_in(observation, action[1]) + 0.1 * int(action[2])


def score_holder(observation: Observation, action: Action) -> float:
    """9.2 Gives a territory to a holder with a treasury, preferably the one with the least money."""
    economy = pieces.HOLDERS.index[action[1]]
    return -float(observation.cells[layout.IPC + economy]) if economy < len(pieces.ECONOMIES) else -1_000.0


def score_pool_split(observation: Observation, action: Action) -> float:
    """13.2 Gives the pool to the economy whose capital is in more danger; otherwise splits it in half."""
    pool, india = observation.cells[layout.POOL], int(action[1])
    capitals = observation.figures.capital[pieces.INDIA], observation.figures.capital[pieces.AUSTRALIA]
    threats = [
        1.0
        + sum(
            unit.number
            for unit in seeing.attack_on_land(observation.cells, observation.figures, observation.number, land)
        )
        for land in capitals
    ]
    wanted = pool * threats[0] / sum(threats)
    return -abs(india - wanted)


def score_reinforcement(observation: Observation, action: Action) -> float:
    """16.2 Puts infantry on land near the enemy, where the most is at stake, and cheap units before expensive units."""
    land = pieces.PLACES.index[action[3]]
    if action[2] != "infantry" or land >= pieces.LAND_COUNT:
        return -float(observation.figures.cost[pieces.KINDS.index[action[2]]])
    near = observation.figures.by_land[land] & observation.cells[layout.HELD + pieces.JAPAN]
    return 1.0 + near.bit_count() + float(observation.figures.value[land])


COMBAT_RULES: Mapping[str, Callable[[Observation, Action], float]] = {
    "lose": score_loss,
    "lose_landed": score_loss,
    "cheapest_first": score_loss,
    "submerge": score_submerging,
    "kamikaze": score_kamikaze,
    "intercept": score_interception,
    "intercept_with": lambda observation, action: -1_000.0,
    "fight": score_next_battle,
    "raid": score_next_battle,
    "land_cap": score_patrol_landing,
    "name_holder": score_holder,
    "split": score_pool_split,
    "abandon": score_abandoned_landing,
    "go_ashore": lambda observation, action: 1.0,
    "take_convoy": lambda observation, action: 1.0,
    "standing_order": lambda observation, action: -1_000.0,
    "bid": lambda observation, action: float(22 <= int(action[1]) <= 25),
    "bid_ipc": lambda observation, action: float(6 <= int(action[1]) <= 15),
    "reinforce": score_reinforcement,
}
