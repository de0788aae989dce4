"""Answers of standing orders for forces and submarines: reactions, withdrawals, shares of patrols, stations."""

from __future__ import annotations

from random import Random

from ironbottom.engine.core import sets
from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot import air, fleet, submarines
from ironbottom.games.war_in_the_pacific.bot.choice_lists import STOP, Rule
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.pieces import FORCES, SHIPS
from ironbottom.games.war_in_the_pacific.state import SUBRONS

TRANSIT = layout.MISSIONS.index["transit"]
REFITS = frozenset({"refit_subron", "refit_off_map"})


def close_with_contact(observation: Observation, choices: Choices, random: Random) -> Action:
    """10.4 Forces on Reaction close with the nearest contact if they can return; carriers are left to the player."""
    verbs = choices.next()
    for force in choices.next("react") if "react" in verbs else ():
        contact = fleet.nearest(observation, force, choices.next("react", force))
        if fleet.can_return(observation, FORCES.index[force], observation.where(FORCES.index[contact])):
            return ("react", force, contact)
    return STOP if "shift" in verbs else ("carry_on",)


def withdraw_from(level: int) -> Rule:
    """12.2, 38.1 The rule that withdraws ships with this many levels of damage: they leave their force for a port, and
    forces with such ships avoid battle.
    """

    def rule(observation: Observation, choices: Choices, random: Random) -> Action:
        damage = observation.arrays[layout.DAMAGE]
        if observation.procedure_name == "in_impulse":
            able = choices.next("send_home") if "send_home" in choices.next() else ()
            hurt = [ship for ship in able if damage[SHIPS.index[ship]] >= level]
            return ("send_home", max(hurt, key=lambda ship: damage[SHIPS.index[ship]])) if hurt else STOP
        if observation.procedure_name == "new_course":
            ships = observation.ships(observation.here.force)
            going_home = observation.here.mission == TRANSIT and ships and all(damage[ship] >= level for ship in ships)
            return fleet.new_course(observation, choices, random) if going_home else STOP
        lines = [observation.ships(force) for force in sets.iterate(observation.here.forces)]
        return ("avoid",) if any(damage[ship] >= level for line in lines for ship in line) else STOP

    return rule


def cover_with(numerator: int, denominator: int) -> Rule:
    """6.2 The rule that puts a share of each carrier's fighters on patrol; a contact that can be struck is left to the
    player.
    """

    def rule(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
        verbs = choices.next()
        if "strike" in verbs:
            return STOP
        share = numerator, denominator
        return (air.cover(observation, choices, "cover", share) if "cover" in verbs else None) or ("done",)

    return rule


def ready_with(numerator: int, denominator: int) -> Rule:
    """6.20, 6.6 The rule that puts a share of each carrier's fighters on patrol and makes all other points ready."""

    def rule(observation: Observation, choices: Choices, random: Random) -> Action | list[Action]:
        verbs, share = choices.next(), (numerator, denominator)
        patrol = air.cover(observation, choices, "shield", share) if "shield" in verbs else None
        return patrol or (air.make_ready(choices) if "make_ready" in verbs else ("done",))

    return rule


def stay_on_station(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.3 Subrons stay where they are, unless one of them would lose points by staying out."""
    at_sea = [
        n for n in range(len(SUBRONS)) if any(SUBRONS.ids[n] in choices.next(v) for v in REFITS & {*choices.next()})
    ]
    return STOP if any(submarines.is_overdue(observation, n) for n in at_sea) else ("done",)


def relieve(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.3 Subrons that would lose points by staying out refit; the others stay."""
    return submarines.refit(observation, choices) or ("done",)
