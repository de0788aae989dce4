"""Hints: the bot's answer to a question, and the helpers' choices, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ironbottom.bots.hints import Reasons, capitalized, hint_plan
from ironbottom.bots.player import as_choices
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.engine.rules.features import Memory
from ironbottom.engine.rules.hints import MAX_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import air, combat, fleet, helpers
from ironbottom.games.war_in_the_pacific.bot.ensign import ANSWERS, Ensign
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.bot.reasons import PlannedChoices, reasons, title
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.odds.attacks import attack_row
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS, UNITS
from ironbottom.games.war_in_the_pacific.rules.land.ground_phase import attackers_of
from ironbottom.games.war_in_the_pacific.state_types import Rules


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Returns the bot's answer first, then the next best choice of its kind, then the plans of the helpers."""
    observation = Observation(rules, offer.view, offer.side)
    run = as_choices(Ensign(rules, offer.side).choose(offer))
    result = [_plan(observation, run, best=True)]
    others = [_plan(observation, other, best=False) for other in next_best(observation, offer.choices, run)]
    usual = WORDS.get(observation.procedure_name, USUAL)
    for one in [*others[:1], *_helped(observation, offer.side, usual), *others[1:]]:
        if len(result) == MAX_PLANS:
            break
        if all(one.choices != other.choices for other in result):
            result.append(one)
    return result


def _plan(observation: Observation, run: Sequence[Action], *, best: bool) -> HintPlan:
    if run[0] == ("done",):
        words = NOTHING if observation.procedure_name in ANSWERS else NOT_PLANNED
    else:
        words = reasons(PlannedChoices(observation, run, best), WORDS.get(observation.procedure_name, USUAL))
    return hint_plan(observation.rules, run, words, title(observation, run), _moves(observation, run))


def _helped(observation: Observation, side: str, usual: Reasons) -> Iterator[HintPlan]:
    """The plans of the helpers in a decision."""
    for helper in (
        helpers.offered(observation.state, side, Memory()) if helpers.helps(observation.procedure_name) else ()
    ):
        if helper.choices:
            note = capitalized(helper.note).rstrip(".") + "." if helper.note else usual.why
            number = f"{len(helper.choices)} choices at once" if len(helper.choices) > 1 else ""
            words = usual._replace(why=note, gain=usual.gain or number)
            yield hint_plan(observation.rules, helper.choices, words, helper.label)


def next_best(observation: Observation, choices: Choices, run: Sequence[Action]) -> list[list[Action]]:
    """The choices of the same kind that come next by the bot's score, up to two."""
    verb = run[0][0]
    offered = [name for name in choices.next(verb) if name != run[0][1]] if len(run[0]) > 1 else []
    if verb == "strike":
        worths = {name: air.strike_value(observation, FORCES.index[name]) for name in offered}
        return [[("strike", name)] for name in best_of(worths) if worths[name] > 0]
    if verb == "torpedo":
        worths = {name: observation.worth(SHIPS.index[name], FLOATS + 1) for name in offered}
        return [[("torpedo", name)] for name in best_of(worths)]
    if verb == "attack":
        worths = {name: expected_gain(observation, name) for name in offered}
        return [[("attack", name)] for name in best_of(worths) if worths[name] > 0]
    if verb == "plot":
        return [
            [("plot", name, fleet.mission(observation, choices.next("plot", name), FORCES.index[name]))]
            for name in offered[: MAX_PLANS - 1]
        ]
    if verb == "fire" and len(run) > 1:
        ship = run[0][1]
        worths = {
            target: combat.gain_of_fire(observation, SHIPS.index[ship], SHIPS.index[target])
            for target in combat.targets(observation, ship)
            if target != run[1][1]
        }
        return [combat.fire_at(observation, ship, target) for target in best_of(worths)]
    return []


def best_of(worths: Mapping[str, float]) -> list[str]:
    """The names with the highest scores, up to two.

    >>> best_of({"a": 1.0, "b": 3.0, "c": 2.0})
    ['b', 'c']
    """
    return sorted(worths, key=lambda name: (-worths[name], name))[: MAX_PLANS - 1]


def expected_gain(observation: Observation, hex: str) -> float:
    """24.3 What an attack is expected to gain: the strength that the enemy loses, minus the side's own losses."""
    units = attackers_of(observation.state, observation.here, observation.number).get(NUMBER[hex], [])
    if not units:
        return 0.0
    chances = attack_row(observation.state, observation.number, units, NUMBER[hex]).chances
    return chances[combat.THEY_LOSE] - chances[combat.WE_LOSE]


def _moves(observation: Observation, run: Sequence[Action]) -> list[HintMove]:
    """The courses and marches of a run of choices, and the destinations of plotted Missions."""
    result = []
    for action in run:
        force, to = _bound(observation, run[0], action)
        hex = observation.hex_of(force) if force >= 0 else -1
        if hex >= 0 and to >= 0 and hex != to:
            result.append(HintMove((FORCES.ids[force],), IDS[hex], IDS[to]))
    if run[0][0] == "move" and len(run) > 1 and run[1][-1] in NUMBER:
        unit = run[0][1]
        hex = observation.arrays[layout.UNIT_AT][UNITS.index[unit]]
        if 0 <= hex < len(IDS) and IDS[hex] != run[1][-1]:
            result.append(HintMove((unit,), IDS[hex], run[1][-1]))
    return result


def _bound(observation: Observation, first: Action, action: Action) -> tuple[int, int]:
    """The force that a choice sends somewhere, and the hex; -1 for either where there is none."""
    verb = action[0]
    hexes = [NUMBER[part] for part in action[1:] if part in NUMBER]
    if verb in ("sail", "steer_for", "enter") and hexes:
        force = getattr(observation.here, "force", -1)
        return (force if isinstance(force, int) else -1), hexes[0]
    if verb == "plot":
        force = FORCES.index[action[1]]
        return force, fleet.destination_of(observation, force)[0] if observation.hex_of(force) >= 0 else -1
    if verb == "stand_off" and hexes:
        return FORCES.index[first[1]], hexes[0]
    if verb == "react":
        return FORCES.index[action[1]], observation.where(FORCES.index[action[2]])
    return -1, -1


NOTHING = Reasons("Every other choice would cost more than it gains.", otherwise="the remaining choices are not made")
NOT_PLANNED = Reasons("Ensign has no plan for this step.", otherwise="the remaining choices are not made")
USUAL = Reasons("This is the most promising choice.")
WORDS: Mapping[str, Reasons] = {
    "deployment": Reasons("The usual set-up.", "units start where they are needed first"),
    "stationing": Reasons("Submarines wait where enemy forces must pass.", "a chance of an attack each impulse"),
    "midway_advanced_deployment": Reasons("The usual set-up.", "units start where they are needed first"),
    "leyte_deployment": Reasons("The usual set-up.", "units start where they are needed first"),
    "lying_in_wait": Reasons("Submarines wait where enemy forces must pass.", "a chance of an attack each impulse"),
    "burma_deployment": Reasons("Stores and reserves go where the line needs them.", "units that are in supply"),
    "decoys": Reasons("The enemy cannot tell a dummy from a fleet.", "enemy searches and strikes that find nothing"),
    "orders": Reasons(
        "Forces needed at the main objective of the scenario get a Mission first.", "ships where they matter",
        "fuel", "they may be found and struck at sea",
    ),
    "gathering": Reasons("Capital ships and carriers sail with escorts.", "one force that fights and screens together"),
    "course": Reasons("It leads toward the Mission's target.", "", "fuel", "it may be found on its way"),
    "pace": Reasons("The lowest speed that gets the force there.", "", "fuel"),
    "in_impulse": Reasons("The force continues as plotted unless a contact is worth more."),
    "new_course": Reasons("A force that was sent home sails for the nearest port with room.", "ships that are safe"),
    "new_mission": Reasons("It continues."),
    "search_orders": Reasons(
        "All flying boats search; every other base sends a few points.",
        "contacts that can be attacked", "points that search cannot strike in this phase",
    ),
    "declaring": Reasons(
        "Carriers get cover first; then strikes are sent at what was found.", "", "points that fly may be lost",
        "enemy patrols and anti-aircraft fire",
    ),
    "ready_orders": Reasons("Half of the fighters cover the carriers; the rest wait for contacts."),
    "special_orders": Reasons("Carriers get cover first; then strikes are sent at what was found.",
             "", "points may be lost"),
    "wave_plan": Reasons("The best attackers that reach the target, with half of the fighters as escorts."),
    "special_wave": Reasons("The best attackers that reach the target, with half of the fighters as escorts."),
    "aiming": Reasons("Each point goes where the exact odds are best.", "", risk="anti-aircraft fire"),
    "meeting": Reasons("The side with more guns wants the battle; the other does not."),
    "gunlaying": Reasons("Each ship fires where the exact odds are best."),
    "torpedoing": Reasons("Torpedoes go where the exact odds are best.", "", "torpedoes are used up"),
    "at_the_shore": Reasons("Landings and bombardment at the main objective come first."),
    "attacking": Reasons("The attack with the best odds on the chart.", "the defender loses tenths of its strength",
                       "Supply Points", "the attacker also loses strength"),
    "burma_attacking": Reasons("The attack with the best odds on the chart.",
             "the defender loses tenths of its strength",
                             "Supply Points", "the attacker also loses strength"),
    "burma_marching": Reasons("Each unit has a task: hold the line, help units that are cut off, or guard the road."),
    "marching": Reasons("Each unit has its task in the line."),
    "losses": Reasons("Divisions are reduced first, then the cheapest unit goes.",
             "", "the Victory Points of the lost unit"),
    "wearing_away": Reasons("Divisions are reduced first, then the cheapest unit goes."),
    "pay_order": Reasons("Units next to the enemy are supplied first: unsupplied units fight and march badly."),
    "quarters": Reasons("Reduced units are rebuilt, and the line digs in.", "", "Supply Points"),
    "air_lift": Reasons("Stores go to units that are cut off, then up to Assam and to Kunming."),
    "receiving": Reasons("Its side lacks units there."),
    "plans": Reasons("An assault must be planned one Strategic Game-Turn ahead.", "the assault may land later"),
    "kamikaze_call": Reasons("As many as this week requires.", "", "points that fly may be lost"),
    "committing": Reasons("Each unit that takes part improves the odds.", "", "it cannot attack another hex"),
    "next_battle": Reasons("All battles are fought; this one is listed first."),
    "retreat": Reasons("It is the first hex open for the retreat."),
    "advance": Reasons("Units that advance into a cleared hex hold it."),
    "wear": Reasons("One point is lost in any case; Ensign has no preference."),
}  # fmt: skip
