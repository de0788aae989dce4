"""Hints: what the bot would do, with the reasons in the words of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ironbottom.bots.hints import Reasons, hint_plan, join_parts, name_list, one_of_each, percent, ranked_choices
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.text.sentences import count
from ironbottom.games.victory_in_the_pacific.bot.areas import AreaValues
from ironbottom.games.victory_in_the_pacific.bot.combat import (
    COMBAT_RULES,
    NO_HIT_POSSIBLE,
    sink_and_disable_chances,
    units_in_battle,
)
from ironbottom.games.victory_in_the_pacific.bot.fights import Fleet, fight_result, sum_of_fleets
from ironbottom.games.victory_in_the_pacific.bot.fleet import FLEET_RULES, SCREEN, repair_points_next_turn
from ironbottom.games.victory_in_the_pacific.bot.observation import Observation, is_carrier, is_in
from ironbottom.games.victory_in_the_pacific.bot.plans import (
    arrival_probability,
    expected_patrols,
    plan_patrols,
    plan_raids,
    possible_raiders,
    repair_worth,
)
from ironbottom.games.victory_in_the_pacific.pieces import AIR, AREAS, BATTLESHIPS, CRUISERS, UNITS, in_a_sentence
from ironbottom.games.victory_in_the_pacific.state_types import Rules

RULES = {**FLEET_RULES, **COMBAT_RULES}
WHOLE = frozenset(("patrols", "raiders", "air"))
"""Questions whose plans are for whole fleets, area by area."""
NEVER = frozenset((-1.0, NO_HIT_POSSIBLE))
"""The scores of choices that the bot makes only if there is no other."""


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Up to three plans for the offer, best first."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    if observation.procedure_name in WHOLE and len(offered) > 1:
        return fleet_plans(observation, offered)[:MAX_PLANS]
    if observation.procedure_name == "raid_force":
        return raid_force(observation, offered)
    found = ranked_choices(RULES, observation, offered)
    best = one_of_each([one for one in found if one[0] not in NEVER or one is found[0]], lambda one: _kind(one[1]))
    if offered and all(worth == best[0][0] for worth, _ in best):
        best = best[:1]
    return [hint_plan(rules, [action], words_for(observation, action)) for _, action in best]


def explain(rules: Rules, offer: Offer, plan: Sequence[Action]) -> HintPlan:
    """A plan of a search player in words."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    if observation.procedure_name in ("patrols", "raiders") and plan[0][0] not in ("repair", "rebuild"):
        return join_parts(rules, plan, fleet_parts(observation, plan, offered))
    return hint_plan(rules, plan, words_for(observation, plan[0]))


def raid_force(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    """4.2 The ships that the bot sends to Pearl Harbor, by kind."""
    joining = [action for action in offered if action[0] == "join_raid"]
    kinds = (
        ([action for action in joining if is_carrier(action[1])], CARRIERS_RAID),
        ([action for action in joining if is_in(action[1], BATTLESHIPS)], BATTLESHIPS_RAID),
        ([action for action in joining if is_in(action[1], CRUISERS)], CRUISERS_RAID),
    )
    result = []
    for actions, reasons in kinds:
        wanted = [action for action in actions if RULES["join_raid"](observation, action) > 0]
        if reasons is CRUISERS_RAID:
            there = sum(is_in(unit, CRUISERS) for unit in observation.mine_at("hawaiian_islands"))
            wanted = wanted[: SCREEN - there]
        if wanted:
            names = name_list([_name(action[1]) for action in wanted], 3)
            verb = "raid" if len(wanted) > 1 else "raids"
            result.append(hint_plan(observation.rules, wanted, reasons, f"{names} {verb} Pearl Harbor"))
    if ("done",) in offered and len(result) < MAX_PLANS:
        reasons = Reasons(
            "Ships that stay can hold areas as patrols.", "more areas held on turn 1", "fewer shots in the raid"
        )
        result.append(hint_plan(observation.rules, [("done",)], reasons, "Send no others"))
    return result


def _kind(action: Action) -> tuple[str, ...]:
    """The kind of a choice, which makes one plan: its verb and its destination."""
    return (action[0], action[-1]) if len(action) > 2 else action


# -- 5.21, 5.22, 5.24 fleets, area by area ------------------------------------------------------------------------


def fleet_plans(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    """The bot's plan for the whole fleet, in parts: one for each area, the most valuable first."""
    random = Random(0)
    if observation.procedure_name == "air":
        return air_plans(observation, offered)
    if observation.procedure_name == "raiders":
        return fleet_parts(observation, plan_raids(observation, offered, random), offered)
    repairs = [action for action in offered if action[0] in ("repair", "rebuild")]
    area_values = AreaValues(observation)
    if repairs and area_values.left:
        best = sorted(repairs, key=lambda action: -repair_worth(observation, action[1]))
        return [hint_plan(observation.rules, [action], words_for(observation, action)) for action in best[:MAX_PLANS]]
    return fleet_parts(observation, plan_patrols(observation, offered, random), offered)


def fleet_parts(observation: Observation, run: Sequence[Action], offered: Sequence[Action]) -> list[HintPlan]:
    """The patrols or raids of a whole fleet, area by area."""
    area_values = AreaValues(observation)
    if observation.procedure_name == "raiders":
        return plans_by_area(observation, area_values, run, "raid", offered)
    area_values.help = possible_raiders(
        area_values, {action[1] for action in offered if action[0] in ("patrol", "mark")}
    )
    if observation.side == "japan":
        area_values.assume_patrols(expected_patrols(observation))
    return plans_by_area(observation, area_values, run, "patrol", offered)


def plans_by_area(
    observation: Observation, area_values: AreaValues, run: Sequence[Action], verb: str, offered: Sequence[Action]
) -> list[HintPlan]:
    """A list of choices as plans: the ships for each area, those marked to raid, and the end of the step."""
    by_area: dict[str, list[str]] = {}
    for action in run:
        if action[0] == verb:
            by_area.setdefault(action[2], []).append(action[1])
    patrols = verb == "patrol"
    gains = {area: _gain(area_values, area, units, patrols) for area, units in by_area.items()}
    result = [
        _to_area(observation, area_values, verb, area, by_area[area]) for area in sorted(gains, key=lambda a: -gains[a])
    ]
    marked = [action for action in run if action[0] == "mark"]
    if marked:
        names = name_list([_name(action[1]) for action in marked])
        reasons = Reasons(
            "Raiders sail after everything else: they choose their battle once the enemy has moved.",
            "a fleet that could strike any area within its reach",
            "marked ships hold no area",
        )
        result.append(
            hint_plan(
                observation.rules, marked, reasons, f"Mark {names} as {'raiders' if len(marked) > 1 else 'a raider'}"
            )
        )
    if ("done",) in run and ("done",) in offered and len(result) < MAX_PLANS:
        reasons = Reasons(
            "No other ship adds enough where it could go." if result else "No ship adds enough where it could go.",
            "ships in port are safe and can be repaired",
            "they hold no area this turn",
        )
        result.append(
            hint_plan(
                observation.rules, [("done",)], reasons, "Keep the rest in port" if result else "Keep all in port"
            )
        )
    return result


def _gain(area_values: AreaValues, area: str, units: Sequence[str], patrols: bool) -> float:
    here = area_values.here[area]
    return area_values.value(area, sum_of_fleets((here, area_values.fleet(units, patrols)))) - area_values.value(
        area, here
    )


def _to_area(observation: Observation, area_values: AreaValues, verb: str, area: str, units: Sequence[str]) -> HintPlan:
    """The units of a plan that go to one area, with their gains and risks."""
    rules, spot = observation.rules, in_a_sentence(AREAS.titles[AREAS.index[area]])
    going = area_values.fleet(units, verb != "raid")
    mine = sum_of_fleets((area_values.here[area], going))
    does = {"patrol": ("patrols", "patrol"), "raid": ("raids", "raid")}.get(verb, ("goes to", "go to"))
    title = f"{name_list([_name(unit) for unit in units], 3)} {does[len(units) > 1]} {spot}"
    free_areas = 1 if verb == "patrol" else 2
    rolls = [
        unit
        for unit in units
        if verb in ("patrol", "raid") and arrival_probability(observation, unit, area, free_areas) < 1
    ]
    costs = "they stay out of the raids of this turn" if verb == "patrol" and any(map(is_carrier, units)) else ""
    if rolls:
        costs = f"{name_list([_name(unit) for unit in rolls], 3)} must pass a speed roll"
    moves = _moves(observation, units, area)
    reasons = Reasons(
        _why(area_values, area, mine),
        _brings(observation, area_values, area, mine),
        costs,
        _risk(area_values, area, mine),
    )
    reasons = reasons._replace(otherwise=_without(observation, area_values, area))
    return hint_plan(rules, [(verb, unit, area) for unit in units], reasons, title, moves)


def _moves(observation: Observation, units: Sequence[str], area: str) -> list[HintMove]:
    by_spot: dict[str, list[str]] = {}
    for unit in units:
        by_spot.setdefault(observation.spot_of(unit), []).append(unit)
    return [HintMove(tuple(those), spot, area) for spot, those in by_spot.items()]


def _why(area_values: AreaValues, area: str, mine: Fleet) -> str:
    """Whether the area is held, contested or attacked."""
    if area_values.there[area].shots_to_destroy:
        fought = fight_result(mine, area_values.there[area])
        return f"The enemy is there. You gain control in {percent(fought.mine)} of battles."
    if area_values.possible_raiders[area].shots_to_destroy:
        return "Nobody is there yet, but enemy raiders can still come."
    return "No enemy can come there: they hold it without a fight."


def _brings(observation: Observation, area_values: AreaValues, area: str, mine: Fleet) -> str:
    points, theirs = observation.points(area)
    plans_by_area = [f"{points:g} point{'s' if points != 1 else ''} of control" if mine.holders and points else ""]
    if theirs:
        plans_by_area.append(f"keeps {theirs:g} from the enemy")
    extra = area_values.prize[area][0] - points
    if extra > 0.5:
        plans_by_area.append("ports or bases there may fall")
    return ", ".join(part for part in plans_by_area if part)


def _risk(area_values: AreaValues, area: str, mine: Fleet) -> str:
    there, coming = area_values.there[area], area_values.possible_raiders[area]
    if there.shots_to_destroy:
        fought = fight_result(mine, there)
        return f"{percent(fought.theirs)} that the enemy holds the area in the end"
    if coming.shots_to_destroy:
        fought = fight_result(mine, coming.part(0.5))
        return f"if half of the units that can come do, you hold it in {percent(fought.mine)} of battles"
    return "none this turn"


def _without(observation: Observation, area_values: AreaValues, area: str) -> str:
    here = area_values.here[area]
    if here.holders:
        return "the units there now hold it alone"
    _, theirs = observation.points(area)
    if area_values.there[area].holders:
        return f"the enemy holds it and scores {theirs:g}" if theirs else "the enemy holds it"
    return "nobody holds it for you"


def _name(unit: str) -> str:
    return UNITS.titles[UNITS.index[unit]]


def air_plans(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    """5.22 The areas where one more air unit adds the most."""
    area_values = AreaValues(observation)
    area_values.help = possible_raiders(area_values, observation.marked_raiders & set(observation.spots))
    placings = [action for action in offered if action[0] == "place_air"]
    found = [(_gain(area_values, action[2], [action[1]], True), action) for action in placings]
    found.sort(key=lambda one: -one[0])
    best = one_of_each(found, lambda one: one[1][2])
    return [_to_area(observation, area_values, "place_air", action[2], [action[1]]) for _, action in best]


# -- single choices ------------------------------------------------------------------------------------------------


def words_for(observation: Observation, action: Action) -> Reasons:
    """The reasons for a single choice."""
    result = WORDS.get(action[0])
    if result is None:
        return Reasons("This is the most promising choice.")
    return result if isinstance(result, Reasons) else result(observation, action)


def _fire(observation: Observation, action: Action) -> Reasons:
    unit, target = action[1], action[-1]
    frame = observation.frame()
    day = frame.get("way", "day") == "day"
    if is_in(target, AIR) or observation.in_port(target) or action[0] == "all_fire":
        return Reasons(f"{_name(target)} is the most valuable target.")
    shots = [0, 0]
    for one in [aim["unit"] for aim in frame.get("aims", ()) if aim["target"] == target] + [unit]:
        shots[observation.has_bonus(one, day)] += observation.shots(one, day)
    sunk, disabled, _ = sink_and_disable_chances(shots[0], shots[1], False, max(1, observation.points_to_sink(target)))
    brings = f"with all aimed at it: {percent(sunk)} sunk, {percent(disabled)} disabled"
    return Reasons(
        f"{_name(target)} is the most valuable target that these shots can take out.",
        brings,
        risk=f"{percent(max(0.0, 1 - sunk - disabled))} that it survives and fights on",
    )


def _torpedo(observation: Observation, action: Action) -> Reasons:
    sunk, disabled, _ = sink_and_disable_chances(0, 1, False, max(1, observation.points_to_sink(action[1])))
    return Reasons(
        "The best ship within reach of the submarine.",
        f"{percent(sunk)} sunk, {percent(disabled)} disabled",
        "the submarine goes home afterwards",
    )


def _stay(observation: Observation, action: Action) -> Reasons:
    area_values, area = AreaValues(observation), observation.battle
    if not area:
        return Reasons("This is the most promising choice.")
    mine, theirs = (area_values.fleet(units) for units in units_in_battle(observation))
    fought = fight_result(mine, theirs)
    points, _ = observation.points(area)
    going = action[0] in ("retreat", "break_off")
    chance = (
        f"If you stay, you hold the area in {percent(fought.mine)} of battles, the enemy in {percent(fought.theirs)}."
    )
    if going:
        return Reasons(chance, "the rest of the fleet can fight another day", "the area", "the enemy may pursue")
    return Reasons(
        chance,
        f"{points:g} point{'s' if points != 1 else ''} of control if you hold it",
        risk=f"{percent(fought.theirs)} that you lose the area",
    )


def _light(observation: Observation, action: Action) -> Reasons:
    day = action[0] == "day"
    mine, theirs = units_in_battle(observation)
    own = sum(observation.shots(unit, day) for unit in mine)
    other = sum(observation.shots(unit, day) for unit in theirs)
    what = "airstrikes" if day else "guns"
    return Reasons(
        f"By {'day airstrikes' if day else 'night guns'} fire: {count(own, 'shot')} of yours against {other}.",
        f"{count(own, 'shot')} from {what}",
        count(other, "enemy shot"),
        "if the enemy chooses differently, dice decide" + (", and day adds one" if day else ""),
    )


def _home(observation: Observation, action: Action) -> Reasons:
    unit, place = action[-2], action[-1]
    points = repair_points_next_turn(observation, unit, place)
    why = (
        "It can be repaired there next turn." if points else "From there it can reach the areas that matter next turn."
    )
    return Reasons(why, f"{count(points, 'point')} of damage repaired" if points else "")


def _repair(observation: Observation, action: Action) -> Reasons:
    damage = observation.damage(action[1])
    return Reasons(
        "A damaged ship fights worse, and one damaged beyond its armor cannot sail.",
        "one point of damage fewer" if action[0] == "repair" else "",
        "it stays in port this turn",
        otherwise=f"it keeps {count(damage, 'point')} of damage",
    )


RAID_COSTS = "ships that raid hold no area on turn 1"
CARRIERS_RAID = Reasons(
    "Carriers strike the ships and air units in port by day.",
    "their airstrikes in the raid",
    RAID_COSTS,
)
BATTLESHIPS_RAID = Reasons(
    "If the Allies come out and fight by night, guns must screen the carriers.", "guns for a night action", RAID_COSTS
)
CRUISERS_RAID = Reasons("Two cruisers complete the screen of the carriers.", "targets in place of carriers", RAID_COSTS)
WORDS: Mapping[str, Reasons | Callable[[Observation, Action], Reasons]] = {
    "fire": _fire,
    "all_fire": _fire,
    "torpedo": _torpedo,
    "retreat": _stay,
    "stay": _stay,
    "break_off": _stay,
    "go_on": _stay,
    "day": _light,
    "night": _light,
    "go": _home,
    "return": _home,
    "repair": _repair,
    "rebuild": _repair,
    "fight": Reasons("Of the areas still to be fought over, its points and ports are worth most."),
    "sail": Reasons(
        "Few defend the bases there.", "a landing after the battle may take a base", "the unit is lost in a landing"
    ),
    "land": Reasons(
        "The base is weakly held.", "the base, and its air units can be placed there", "the unit is used up"
    ),
    "submerge": Reasons("The best targets for a torpedo are there.", "one shot with the bonus in a battle there"),
    "pursue": Reasons(
        "The pursuers can beat this group.", "a fight with ships that would get away", "the pursuers leave"
    ),
    "all_pursue": Reasons("The pursuers can beat this group.", "a fight with ships that would get away", ""),
    "raid_port": Reasons("There are valuable ships in the harbour.", "fire at ships in port"),
    "all_raid": Reasons("There are valuable ships in the harbour.", "fire at ships in port"),
    "kamikaze": Reasons("It should gain more than it costs.", "its shots get the bonus", "the unit is lost"),
    "withdraw_ship": Reasons("It is the weakest ship that may leave."),
    "done": Reasons("No other choice gains anything."),
    "pass": Reasons("No other choice gains anything."),
    "assault": Reasons("It is the one closest to defeat."),
    "stay_off_hawaii": Reasons("Two more rounds of fire at the units left there.", "more ships and air units hit"),
    "sortie": Reasons("It may hold the area, or sink the units left there."),
}
