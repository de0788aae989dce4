"""Hints: the bot's answer to a question, and the helpers' choices, with reasons."""

from __future__ import annotations

from collections.abc import Mapping

from ironbottom.bots.hints import Words, plan, sentence
from ironbottom.bots.player import as_choices
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.features import Filled, Memory
from ironbottom.engine.rules.game import Rules
from ironbottom.engine.rules.hints import MOST_PLANS, HintMove, HintPlan
from ironbottom.engine.rules.offers import Offer
from ironbottom.games.war_in_the_pacific.bot import air, helpers
from ironbottom.games.war_in_the_pacific.bot.ensign import Ensign
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.grid import IDS, NUMBER
from ironbottom.games.war_in_the_pacific.pieces import FORCES


def hints(rules: Rules, offer: Offer, /) -> list[HintPlan]:
    """Returns the bot's answer first, then what helpers would do."""
    observation = Observation(rules, offer.view, offer.side)
    run = as_choices(Ensign(rules, offer.side).choose(offer))
    found = [plan(rules, run, _words(observation, run[0]), moves=_moves(observation, run))]
    for helper in _helpers(observation, offer.side):
        if len(found) == MOST_PLANS:
            break
        choices = tuple([tuple(action) for action in helper.choices])
        if not choices or any(one.choices == choices for one in found):
            continue
        words = WORDS.get(observation.asks, USUAL)._replace(
            why=sentence(helper.note).rstrip(".") + "." if helper.note else ""
        )
        number = f"{len(choices)} choices at once" if len(choices) > 1 else ""
        found.append(plan(rules, helper.choices, words._replace(brings=words.brings or number), helper.label))
    return found


def _helpers(observation: Observation, side: str) -> list[Filled]:
    return helpers.offered(observation.state, side, Memory()) if helpers.helps(observation.asks) else []


def _words(observation: Observation, action: Action) -> Words:
    if action == ("done",):
        return Words("Every choice left would cost more than it gains.", otherwise="the choices left are not made")
    words = WORDS.get(observation.asks, USUAL)
    if action[0] == "strike" and action[1] in FORCES.index:
        worth = air.promise(observation, FORCES.index[action[1]])
        return words._replace(brings=f"about {worth:.0f} Victory Points, what it costs in aircraft taken off")
    return words


def _moves(observation: Observation, run: list[Action]) -> list[HintMove]:
    """The course that a run of choices gives to a force."""
    found = []
    for action in run:
        to = next((part for part in action[1:] if part in NUMBER), "")
        force = getattr(observation.here, "force", -1)
        if action[0] in ("sail", "steer_for", "enter") and to and isinstance(force, int) and force >= 0:
            at = observation.at(force)
            if at >= 0 and IDS[at] != to:
                found.append(HintMove((FORCES.ids[force],), IDS[at], to))
    return found


USUAL = Words("This is the most promising choice.")
WORDS: Mapping[str, Words] = {
    "deployment": Words("The usual set-up.", "units start where they are needed first"),
    "stationing": Words("Submarines lie where enemy forces must pass.", "a chance of an attack each impulse"),
    "leyte_deployment": Words("The usual set-up.", "units start where they are needed first"),
    "lying_in_wait": Words("Submarines lie where enemy forces must pass.", "a chance of an attack each impulse"),
    "burma_deployment": Words("Stores and reserves go where the line needs them.", "units that are in supply"),
    "decoys": Words("The enemy cannot tell a dummy from a fleet.", "search and strikes that find nothing"),
    "orders": Words(
        "Forces needed at the main objective of the scenario get a Mission first.", "ships where they matter",
        "fuel", "they may be found and struck at sea",
    ),
    "gathering": Words("Capital ships and carriers sail with escorts.", "one force that fights and screens together"),
    "course": Words("It leads toward the target of its Mission.", "", "fuel", "it may be found on its way"),
    "pace": Words("The lowest speed that gets the force there.", "", "fuel"),
    "in_impulse": Words("The force continues as plotted unless a contact is worth more."),
    "new_course": Words("A force that was sent home sails for the nearest port with room.", "ships that are safe"),
    "new_mission": Words("It continues."),
    "search_orders": Words(
        "All flying boats search; every other base sends a few points.",
        "contacts that can be attacked", "points that search cannot strike in this phase",
    ),
    "declaring": Words(
        "Carriers are covered first; then strikes go to what was found.", "", "points that fly may be lost",
        "enemy patrols and anti-aircraft fire",
    ),
    "ready_orders": Words("Half of the fighters cover the carriers; the rest wait for contacts."),
    "special_orders": Words("Carriers are covered first; then strikes go to what was found.", "", "points may be lost"),
    "wave_plan": Words("The best attackers that reach the target, with half of the fighters as escorts."),
    "special_wave": Words("The best attackers that reach the target, with half of the fighters as escorts."),
    "aiming": Words("Each point goes where the exact odds are best.", "", risk="anti-aircraft fire"),
    "meeting": Words("The side with more guns wants the battle; the other does not."),
    "gunlaying": Words("Each ship fires where the exact odds are best."),
    "torpedoing": Words("Torpedoes go where the exact odds are best.", "", "torpedoes are used up"),
    "at_the_shore": Words("Landings and bombardment at the main objective come first."),
    "attacking": Words("The attack with the best odds on the chart.", "the defender loses tenths of its strength",
                       "Supply Points", "the attacker loses strength, too"),
    "burma_attacking": Words("The attack with the best odds on the chart.", "the defender loses tenths of its strength",
                             "Supply Points", "the attacker loses strength, too"),
    "burma_marching": Words("Each unit has a task: the line, units that are cut off, the road."),
    "marching": Words("Each unit has its task at the line."),
    "losses": Words("Divisions are reduced first, then the cheapest unit goes.", "", "Victory Points of what is lost"),
    "wearing_away": Words("Divisions are reduced first, then the cheapest unit goes."),
    "pay_order": Words("Units beside the enemy are paid first: unsupplied units fight and march badly."),
    "quarters": Words("Reduced units are rebuilt, and the line digs in.", "", "Supply Points"),
    "air_lift": Words("Stores go to units that are cut off, then up to Assam and to Kunming."),
    "receiving": Words("Its side lacks units there."),
    "plans": Words("An assault needs a plan written a Strategic Game-Turn ahead.", "the assault may land later"),
    "kamikaze_call": Words("As many as this week requires.", "", "those that fly are lost"),
}  # fmt: skip
