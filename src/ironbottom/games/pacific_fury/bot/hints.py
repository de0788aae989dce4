"""Hints of Pacific Fury: what the ensign would do, with the reasons in the game's terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from ironbottom.bots.hints import Reasons, hint_plan, name_list, one_of_each, percent
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.engine.text.sentences import count
from ironbottom.games.pacific_fury.bot import combat, holder, invader, operations
from ironbottom.games.pacific_fury.bot.advice import Advice, Rule
from ironbottom.games.pacific_fury.bot.fights import (
    chance_to_drive_home,
    clear_probability,
    guns_disrupt,
    strike_hits,
    strikes_disrupt,
)
from ironbottom.games.pacific_fury.bot.hits import assign_hits, best_carrier
from ironbottom.games.pacific_fury.bot.observation import Force, Observation
from ironbottom.games.pacific_fury.bot.operations import SOUND_ID, transports
from ironbottom.games.pacific_fury.bot.task_forces import DEFENCES, EXPRESS, INVASIONS, fill_boxes
from ironbottom.games.pacific_fury.odds import fights as odds
from ironbottom.games.pacific_fury.pieces import (
    BOX_COUNT,
    CARRIERS,
    TRANSPORTS,
    UNITS,
    ZONES,
)
from ironbottom.games.pacific_fury.state_types import Rules
from ironbottom.odds.distributions import at_least


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Up to three plans for the offered choices, the best first."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    verbs = {action[0] for action in offered}
    if "assign" in verbs:
        return formations(observation, offered)
    if "hit" in verbs:
        return [_hits(observation, assign_hits(observation, observation.frame(), offered))]
    if "return_to_play" in verbs:
        texts = Reasons(
            "It carries the most aircraft and is hard to sink.", "one more carrier for the rest of the game"
        )
        return [hint_plan(rules, [best_carrier(observation, offered)], texts)]
    table: Sequence[Rule] = combat.RULES
    if "pass" in verbs:
        table = invader.RULES if observation.invades else holder.RULES
    return [_single(observation, rule, advice) for rule, advice in _best(observation, table, offered)]


def _best(observation: Observation, table: Sequence[Rule], offered: Sequence[Action]) -> list[tuple[Rule, Advice]]:
    """The best advice for each choice, with the heuristic that gave it; one for each verb and target."""
    highest: dict[Action, tuple[Rule, Advice]] = {}
    for rule in table:
        for advice in rule(observation, offered):
            before = highest.get(advice.action)
            if before is None or advice.worth > before[1].worth:
                highest[advice.action] = rule, advice
    result = sorted(highest.values(), key=lambda one: -one[1].worth)
    return one_of_each(result, lambda one: (one[1].action[0], one[1].action[-1]))


def explain(rules: Rules, offer: Offer, plan: Sequence[Action]) -> HintPlan:
    """A plan of a search player in words."""
    observation = Observation(rules, offer.view, offer.side)
    offered = list(offer.choices)
    if plan[-1] == ("done",):
        return _formed(observation, plan)
    if plan[0][0] == "hit":
        return _hits(observation, plan)
    table: Sequence[Rule] = combat.RULES
    if ("pass",) in offered:
        table = invader.RULES if observation.invades else holder.RULES
    advised = [(rule, one) for rule in table for one in rule(observation, offered) if one.action == plan[0]]
    if not advised:
        return hint_plan(rules, plan, Reasons(""), moves=_moves(observation, plan[0]))
    return _single(observation, *max(advised, key=lambda one: one[1].worth))


def _single(observation: Observation, rule: Rule, advice: Advice) -> HintPlan:
    texts = REASONS_BY_RULE.get(rule, Reasons("This is the most promising choice."))
    reasons = texts if isinstance(texts, Reasons) else texts(observation, advice.action)
    if advice.worth < 0 and not reasons.risk:
        reasons = reasons._replace(risk="it is more likely to lose than to gain")
    return hint_plan(observation.rules, [advice.action], reasons, moves=_moves(observation, advice.action))


def _moves(observation: Observation, action: Action) -> list[HintMove]:
    """The destination of a task force, or its target."""
    if action[0] not in ("sortie", "move", "strike", "bombard", "land"):
        return []
    force = observation.force(action[1])
    to = action[2] if len(action) > 2 else SOUND_ID
    if to in ("henderson_field", "ironbottom_sound"):
        to = SOUND_ID
    elif to not in ZONES.index:
        found = [other for other in observation.forces if other.id == to and other.zone >= 0]
        if not found:
            return []
        to = ZONES.ids[found[0].zone]
    origin = ZONES.ids[force.zone] if force.zone >= 0 else ("truk" if observation.side == "japan" else "espiritu_santo")
    return [HintMove((force.id,), origin, to)] if origin != to else []


# -- 8.2 task forces ------------------------------------------------------------------------------------

_KINDS = {"A": "a landing force", "B": "guns", "C": "carriers", EXPRESS: "the Tokyo Express"}


def formations(observation: Observation, offered: Sequence[Action]) -> list[HintPlan]:
    """The plans of task forces that the ensign uses most, limited to the ships that exist."""
    usual = (INVASIONS if observation.invades else DEFENCES)[observation.number]
    may_run = any(action[0] == "form_express" for action in offered)
    result: list[HintPlan] = []
    for kinds in sorted(usual, key=lambda each: -usual[each]):
        boxes = fill_boxes(observation, kinds if may_run else kinds.replace(EXPRESS, ""))
        run: list[Action] = []
        for box, units in enumerate(boxes, len(observation.waiting) + 1):
            if box > BOX_COUNT:
                break
            if units is None:
                run.append(("form_express", str(box)))
            else:
                run += [("assign", UNITS.ids[unit], str(box)) for unit in units]
        one = _formed(observation, [*run, ("done",)])
        if run and one.choices not in [other.choices for other in result]:
            result.append(one)
    return result[:MAX_PLANS]


def _formed(observation: Observation, run: Sequence[Action]) -> HintPlan:
    """The task forces that a list of choices forms."""
    boxes: dict[str, list[int]] = {}
    for action in run:
        if action[0] == "assign":
            boxes.setdefault(action[2], []).append(UNITS.index[action[1]])
        elif action[0] == "form_express":
            boxes[action[1]] = []
    names = [_kind(units) if units else _KINDS[EXPRESS] for units in boxes.values()]
    texts = Reasons(
        _why_formed(observation, names),
        f"{count(len(names), 'operation')} that can be a sortie",
        "ships in boxes may be lost; ships in base are safe this turn",
        otherwise="with fewer forces you would have to pass",
    )
    return hint_plan(observation.rules, run, texts, f"Form {count(len(names), 'force')}: {', '.join(names)}")


def _kind(units: Sequence[int]) -> str:
    bits = sum(1 << unit for unit in units)
    return _KINDS["A"] if bits & TRANSPORTS else _KINDS["C"] if bits & CARRIERS else _KINDS["B"]


def _why_formed(observation: Observation, kinds: Sequence[str]) -> str:
    first = kinds[0] if kinds else "nothing"
    if observation.invades:
        return f"The lowest box sails first: {first}. The field must be disrupted before Transports land."
    return f"The lowest box sails first: {first}. Carriers attack the landing force, gun ships guard the Sound."


# -- 10.7 hits --------------------------------------------------------------------------------------------


def _hits(observation: Observation, run: Sequence[Action]) -> HintPlan:
    counted = Counter(action[1] for action in run)
    names = [f"{hits} on {UNITS.titles[UNITS.index[unit]]}" for unit, hits in counted.items()]
    chances = []
    for unit, hits in counted.items():
        chance = odds.sink_probability(observation.pieces, UNITS.index[unit], hits)
        chances.append(f"{UNITS.titles[UNITS.index[unit]]} sinks on {percent(chance)}")
    texts = Reasons(
        "The hits are worth most there, judging by the rest of the game and the chance that each ship sinks.",
        "; ".join(chances[:3]),
        risk="a ship that does not sink leaves for repair",
    )
    return hint_plan(observation.rules, run, texts, f"Give {name_list(names)}")


# -- 9.0 operations, 10.0 combat -----------------------------------------------------------------------------


def _guards(observation: Observation) -> list[Force]:
    return observation.enemy_guards


def _strike_field(observation: Observation, action: Action) -> Reasons:
    force = observation.force(action[1])
    return Reasons(
        "While Henderson Field is operational, only the Express can land, and the marker moves at the end of the turn.",
        f"{percent(strikes_disrupt(observation, force.units))} that two strikes disrupt it",
        "the carriers go home after the strikes",
        "the airfield fires at the carriers in each strike",
    )


def _bombard(observation: Observation, action: Action) -> Reasons:
    chance = guns_disrupt(observation, observation.force(action[1]))
    return Reasons(
        "Nobody guards Ironbottom Sound, so gun ships can shell the airfield.",
        f"{percent(chance)} that Henderson Field is disrupted",
        "the force goes home afterwards",
        f"{percent(1 - chance)} that it stays operational",
    )


def _land(observation: Observation, action: Action) -> Reasons:
    force = observation.force(action[1])
    number = transports(force)
    if number:
        return Reasons("Nobody is in Ironbottom Sound and the field is disrupted: the landing cannot fail.",
                     f"the marker moves {number} toward your side", "the force goes home", "none")  # fmt: skip
    chance = odds.express_lands(bool(_guards(observation)), observation.operational)
    return Reasons(
        "The Tokyo Express runs in by night, even past guards.",
        f"{percent(chance)} that it lands: the marker moves 1 toward your side",
        "it is used up",
        "none" if chance == 1 else f"{percent(1 - chance)} that it is caught",
    )


def _storm(observation: Observation, action: Action) -> Reasons:
    force = observation.force(action[1])
    chance = clear_probability(observation, [force], _guards(observation)) if _guards(observation) else 1.0
    lost = at_least(observation.gunfire(_guards(observation)), 1) if _guards(observation) else 0.0
    return Reasons(
        "The guards in Ironbottom Sound block bombardments and landings.",
        f"{percent(chance)} that one round clears the Sound",
        "an attacker must leave after the combat",
        f"{percent(lost)} that the force takes a hit in a round",
    )


def _air(observation: Observation, action: Action) -> Reasons:
    force = observation.force(action[1])
    targets = _guards(observation) if action[2] == "ironbottom_sound" else [observation.force(action[2])]
    targets = [target for target in targets if target.counters] or targets
    return Reasons(
        "Only carriers can answer carriers, and forces that are hit in two strikes must go home.",
        f"{percent(strike_hits(observation, force, targets))} that a strike hits, "
        f"{percent(chance_to_drive_home(observation, force, targets))} that two drive it home",
        "the carriers go home after the strikes",
        "enemy carriers there fire back",
    )


def _guard(observation: Observation, action: Action) -> Reasons:
    now = holder.greatest_threat(observation, observation.guards)
    after = holder.greatest_threat(observation, [*observation.guards, observation.force(action[1])])
    return Reasons(
        "A guard in Ironbottom Sound stops bombardments and landings.",
        f"the enemy's best operation there falls from {now:.1f} to {after:.1f} spaces of the marker",
        "one reserve fewer in the boxes",
        "carriers may strike it there",
    )


def _second_round(observation: Observation, action: Action) -> Reasons:
    if action[0] == "withdraw":
        return Reasons(
            "A second round would cost more than it gains.", "the ships are safe", "what another round could gain"
        )
    return Reasons(
        "A second round hurts the enemy more than you.", "more hits on the enemy", risk="the enemy fires too"
    )


REASONS_BY_RULE: Mapping[Rule, Reasons | Callable[[Observation, Action], Reasons]] = {
    invader.land_what_cannot_fail: _land,
    invader.run_past_the_guards: _land,
    invader.land_under_fire: _storm,
    invader.strike_henderson: _strike_field,
    invader.bombard: _bombard,
    invader.storm_the_sound: _storm,
    invader.keep_the_sound_free: Reasons(
        "While one of your forces is in the Sound, no guard can stay there.", "the way stays open for Transports"
    ),
    invader.strike_the_guards: _air,
    invader.strike_at_sea: _air,
    invader.send_carriers: Reasons(
        "Carriers sail early: the field must be disrupted before anything lands.", "a strike with the next operation",
        risk="enemy carriers may strike them at sea",
    ),
    invader.send_gun_forces: Reasons(
        "Gun ships at sea can shell the airfield or clear the Sound.", "a bombardment with a later operation",
        risk="enemy carriers may strike them, but not in The Slot",
    ),
    invader.send_the_express: Reasons(
        "The Express must be in The Slot before it can run.", "a landing with a later operation",
        risk="forces in the Sound may attack it in The Slot",
    ),
    invader.send_transports: Reasons(
        "Transports sail when little can stop them, or at the last moment to land.",
        "a landing with a later operation", risk="carriers and guards may send them home",
    ),
    holder.strike_at_sea: _air,
    holder.guard_the_sound: _guard,
    holder.clear_the_sound: _storm,
    holder.hunt_in_the_slot: Reasons(
        "The Tokyo Express sinks to a single hit while it waits in The Slot.", "a landing prevented",
        "the force leaves the Sound open meanwhile",
    ),
    holder.send_carriers: Reasons(
        "Carriers must be at sea before the Transports are.", "a strike at the landing force",
        risk="enemy carriers may strike first",
    ),
    operations.bring_carriers_home: Reasons(
        "Nothing is left for them to strike; at sea they are only a target.", "the carriers are safe"
    ),
    operations.pass_turn: Reasons(
        "Any operation risks more than it gains.", "reserves stay safe in their boxes", "one operation is used up"
    ),
    combat.use_the_cleared_sound: Reasons("The Sound is clear: this is what the force came for.", risk="none"),
    combat.stay_in_surface_combat: _second_round,
    combat.fight_without_answer: Reasons("Their fire is weaker than yours.", "hits on a force at sea"),
    combat.aim: Reasons("That is where the carriers do the most harm.", "hits where they count most"),
    combat.stay_in_carrier_combat: _second_round,
    combat.strike_again: Reasons("The carriers go home anyway: one more strike costs nothing.",
                                 "another chance to hit"),
    combat.stay_under_air_strikes: _second_round,
    combat.return_to_base: _second_round,
}  # fmt: skip
