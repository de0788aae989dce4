"""Hints of Hold Fast: what the ensign would do, with the reasons in the game's terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ironbottom.bots.hints import Reasons, hint_plan, join_parts, name_list, one_of_each, percent, ranked_choices
from ironbottom.engine.core.fields import members
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.games.hold_fast.bot.combat import COMBAT_RULES, battle_power
from ironbottom.games.hold_fast.bot.fleet import FLEET_RULES, plan_moves
from ironbottom.games.hold_fast.bot.observation import Observation, is_in
from ironbottom.games.hold_fast.bot.plan import hold_probability, worth
from ironbottom.games.hold_fast.odds.fights import expected_hits, removal_probability, takes_base
from ironbottom.games.hold_fast.pieces import AREAS, LOCATIONS, PLACES, TRANSPORTS, UNITS, in_a_sentence
from ironbottom.games.hold_fast.state_types import Rules

RULES = {**FLEET_RULES, **COMBAT_RULES}


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Up to three plans for the offered choices, the best first."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    if any(action[0] == "move" for action in offered):
        return move_plans(observation, offered)[:MAX_PLANS]
    best = one_of_each(ranked_choices(RULES, observation, offered), lambda one: (one[1][0], one[1][-1]))
    if best and all(value == best[0][0] for value, _ in best):
        best = best[:1]
    return [
        hint_plan(rules, [action], words_for(observation, action), moves=_ways(observation, action))
        for _, action in best
    ]


def explain(rules: Rules, offer: Offer, plan: Sequence[Action]) -> HintPlan:
    """A plan of a search player in words."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    if any(action[0] == "move" for action in offered):
        return join_parts(rules, plan, plans_by_area(observation, plan, offered))
    return hint_plan(rules, plan, words_for(observation, plan[0]), moves=_ways(observation, plan[0]))


def _name(unit: str) -> str:
    return UNITS.titles[UNITS.index[unit]]


def _spot(area: str) -> str:
    return in_a_sentence(AREAS.titles[AREAS.index[area]] if area in AREAS.index else PLACES.titles[PLACES.index[area]])


def _ways(observation: Observation, action: Action) -> list[HintMove]:
    """The move of the unit in a choice, as an arrow on the map; none if it does not move."""
    unit, to = action[1] if len(action) > 2 else "", action[-1]
    if unit not in observation.own or to not in LOCATIONS.index:
        return []
    where = observation.own[unit]["where"]
    return [HintMove((unit,), where, to)] if where in LOCATIONS.index and where != to else []


# -- 7.0 moves ----------------------------------------------------------------------------------------------


def move_plans(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    """The ensign's plan for all ships, divided by sea area, the most valuable first."""
    return plans_by_area(observation, plan_moves(observation, offered, Random(0)), offered)


def plans_by_area(observation: Observation, run: Sequence[Action], offered: Sequence[Action]) -> list[HintPlan]:
    """A list of moves as plans: the ships for each area, the most valuable first, and the end of the step."""
    by_area: dict[str, list[str]] = {}
    for action in run:
        if action[0] == "move" and action in offered:
            by_area.setdefault(action[2], []).append(action[1])
    gains = {area: _gain(observation, area, units) for area, units in by_area.items()}
    result = [_fleet(observation, area, by_area[area]) for area in sorted(gains, key=lambda area: -gains[area])]
    if ("done",) in run and ("done",) in offered and len(result) < MAX_PLANS:
        reasons = Reasons(
            "No other ship is needed at sea.",
            "ships in port are safe and can be repaired",
            "they hold no area this turn",
        )
        result.append(
            hint_plan(
                observation.rules, [("done",)], reasons, "Keep the rest in port" if result else "Keep all in port"
            )
        )
    return result


def _gain(observation: Observation, area: str, units: Sequence[str]) -> float:
    number, theirs = AREAS.index[area], observation.blocks.get(area, 0.0)
    here = observation.total_power(observation.mine_at(area))
    more = here + sum(observation.power(unit) for unit in units)
    return worth(observation.stakes, number, more, theirs) - worth(observation.stakes, number, here, theirs)


def _fleet(observation: Observation, area: str, units: Sequence[str]) -> HintPlan:
    number, theirs = AREAS.index[area], observation.blocks.get(area, 0.0)
    mine = observation.total_power(observation.mine_at(area)) + sum(observation.power(unit) for unit in units)
    points = observation.rules.pieces.worth[observation.number][number]
    against = observation.rules.pieces.worth[1 - observation.number][number]
    if theirs:
        chance = hold_probability(mine, theirs)
        why = f"The enemy is there. Judging by strength, you hold it in {percent(chance)} of battles."
        risk = f"{percent(1 - chance)} that you lose it, and ships with it"
    elif observation.side == "japan":
        could = sum(force.power for force in observation.enemy_forces() if number in force.reach)
        why = f"Strength {mine:.0f} goes there; the enemy units that can reach it add up to {could:.0f}."
        risk = f"{percent(1 - hold_probability(mine, could))} that you lose it if all of them come" if could else ""
    else:
        why = f"Japan has moved and sent no ship there: strength {mine:.0f} holds it."
        risk = "enemy air units may still come"
    landing = [unit for unit in units if is_in(unit, TRANSPORTS)]
    brings = [f"{points} point{'s' if points != 1 else ''}" if points else ""]
    brings.append(f"keeps {against} from the enemy" if against else "")
    brings.append("the transports may capture a base there" if landing else "")
    reasons = Reasons(
        why,
        ", ".join(part for part in brings if part),
        "they are not repaired this turn",
        risk,
        "the area stays neutral" if not theirs else "the enemy holds it",
    )
    origins: dict[str, list[str]] = {}
    for unit in units:
        origins.setdefault(observation.own[unit]["where"], []).append(unit)
    moves = [HintMove(tuple(those), origin, area) for origin, those in origins.items()]
    title = f"{name_list([_name(unit) for unit in units], 3)} to {_spot(area)}"
    return hint_plan(observation.rules, [("move", unit, area) for unit in units], reasons, title, moves)


# -- single choices --------------------------------------------------------------------------------------------


def words_for(observation: Observation, action: Action) -> Reasons:
    """The reasons for a single choice."""
    result = WORDS.get(action[0])
    if result is None:
        return Reasons("This is the most promising choice.")
    return result if isinstance(result, Reasons) else result(observation, action)


def _fire(observation: Observation, action: Action) -> Reasons:
    unit, target = action[1], action[2]
    dice, hit_on, left = observation.dice(unit), observation.hit_on(target), observation.strength(target)
    out = removal_probability(dice, hit_on, left)
    return Reasons(
        f"{_name(target)} is the most valuable target, and units that are gone cannot fire.",
        f"{percent(out)} that this fire sinks or disables it, {expected_hits(dice, hit_on):.1f} hits on average",
        risk=f"{percent(1 - out)} that it survives",
    )


def _kind(observation: Observation, action: Action) -> Reasons:
    air = action[0] == "air"
    own = observation.balance(observation.battle, air)
    other = observation.balance(observation.battle, not air)
    what = "Air" if air else "Surface"
    return Reasons(
        f"{what} combat costs the enemy more than it costs you."
        if own >= 0
        else f"{what} combat costs you less than {'surface' if air else 'air'} combat.",
        f"a balance of {own:+.1f} strength points, against {other:+.1f} with the other choice",
        risk="if the enemy chooses differently, dice decide",
    )


def _stay(observation: Observation, action: Action) -> Reasons:
    mine, theirs = battle_power(observation)
    chance = percent(hold_probability(mine, theirs))
    if action[0] == "withdraw":
        return Reasons(f"The enemy is much stronger: if you stay, you hold the area in {chance} of battles.",
                     "the ships survive", "the area", "like units fire once in pursuit")  # fmt: skip
    return Reasons(f"By strength, you hold the area in {chance} of battles.", "the area, if the enemy withdraws",
                 risk="another round of losses")  # fmt: skip


def _land(observation: Observation, action: Action) -> Reasons:
    chance = takes_base(observation.strength(action[1]))
    return Reasons("The garrison has one strength point.", f"{percent(chance)} that you beat the garrison alone",
                 risk=f"{percent(1 - chance)} that the transport is lost")  # fmt: skip


def _repair(observation: Observation, action: Action) -> Reasons:
    dice, left = observation.dice(action[1]), observation.strength(action[1])
    return Reasons(
        f"It fires {_counted(dice, 'die', 'dice')} and has {_counted(left, 'strength point')} left.",
        "one strength point", "one resource point", otherwise="unused points are lost",
    )  # fmt: skip


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _deploy(observation: Observation, action: Action) -> Reasons:
    area, theirs = action[2], observation.blocks.get(action[2], 0.0)
    mine = observation.total_power(observation.mine_at(area))
    before, after = (
        percent(hold_probability(mine, theirs)),
        percent(hold_probability(mine + observation.power(action[1]), theirs)),
    )
    points = observation.rules.pieces.worth[observation.number][AREAS.index[area]]
    return Reasons(
        f"You hold {_spot(area)} in {after} of battles with it, in {before} without it."
        if theirs
        else f"Nobody contests {_spot(area)}, worth {_counted(points, 'point')} to you.",
        "it holds the area as a ship does",
        risk="enemy carriers and air units may fire at it",
    )


def _submerge(observation: Observation, action: Action) -> Reasons:
    theirs = observation.blocks.get(action[1], 0.0)
    ours = len(observation.mine_at(action[1]))
    return Reasons(
        f"Enemy strength {theirs:.0f} is there, and {_counted(ours, 'ship')} of yours.",
        "two dice before the battle",
        "it leaves afterwards",
    )


def _port(observation: Observation, action: Action) -> Reasons:
    pieces, unit, number = observation.rules.pieces, action[-2], PLACES.index[action[-1]]
    near = [area for area in members(pieces.touches[number]) if pieces.worth[observation.number][area]]
    near.sort(key=lambda area: -pieces.worth[observation.number][area])
    points = sum(pieces.worth[observation.number][area] for area in near)
    names = [in_a_sentence(AREAS.titles[area]) for area in near]
    hurt = pieces.strength[UNITS.index[unit]] - observation.strength(unit)
    mended = f" It lacks {_counted(hurt, 'strength point')}; the port repairs {pieces.repair[number]}." if hurt else ""
    reach = (
        f"It borders {name_list(names, 3)}: {_counted(points, 'point')} to you."
        if near
        else "It borders no area that scores for you."
    )
    return Reasons(f"{reach}{mended}")


WORDS: Mapping[str, Reasons | Callable[[Observation, Action], Reasons]] = {
    "fire": _fire,
    "reply": _fire,
    "air": _kind,
    "surface": _kind,
    "withdraw": _stay,
    "stay": _stay,
    "land": _land,
    "repair": _repair,
    "rebuild": Reasons("A unit is worth a resource point.", "the unit returns with one strength point", "one point"),
    "refit": Reasons("An air unit fights with its strength points.", "one strength point", "one resource point"),
    "deploy": _deploy,
    "submerge": _submerge,
    "dock": _port,
    "return": _port,
    "go": _port,
    "pursue": Reasons("The weakest unit that can be pursued.", "one shot at a unit that would get away"),
    "aim": Reasons("The weaker defenders first.", "the base, once nobody defends it"),
    "defend": Reasons("It is strong enough to fight ashore.", "the base is more likely to hold", "it may be lost"),
    "done": Reasons("No other choice gains anything."),
    "pass": Reasons("Another air unit would help in no area."),
}  # fmt: skip
