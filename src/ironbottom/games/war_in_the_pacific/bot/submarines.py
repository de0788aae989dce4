"""The bot's submarines at Guadalcanal: attacks on enemy links, stations, and refits."""

from __future__ import annotations

from random import Random

from ironbottom.engine.rules.actions import Action
from ironbottom.engine.rules.choices import Choices
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.bot.observation import Observation
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.grid import GRID, NUMBER
from ironbottom.games.war_in_the_pacific.rules.submarines.attacks_on_links import REACH, links_near
from ironbottom.games.war_in_the_pacific.rules.submarines.submarine_phase import range_and_duration
from ironbottom.games.war_in_the_pacific.state import LINKS, SUBRONS

PIPELINE = 2
"""46.31 The value of an enemy link from its home to the edge, relative to that of another link."""


def orders(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.3, 13.6 Sends home Subrons that have been at sea too long, sends out those in port, and attacks links."""
    verbs = choices.next()
    return (
        refit(observation, choices)
        or bring_out(choices, verbs)
        or send(observation, choices)
        or attack(observation, choices)
        or ("done",)
    )


def refit(observation: Observation, choices: Choices) -> Action | None:
    """13.3 A Subron that has been at sea as long as it can refits at the nearest port, or off the map."""
    verbs = choices.next()
    for name in choices.next("refit_subron") if "refit_subron" in verbs else ():
        if is_overdue(observation, SUBRONS.index[name]):
            hex = observation.cells[layout.SUBRON_AT + SUBRONS.index[name]]
            ports = choices.next("refit_subron", name)
            return ("refit_subron", name, min(ports, key=lambda port: (GRID.distance(NUMBER[port], hex), port)))
    for name in choices.next("refit_off_map") if "refit_off_map" in verbs else ():
        if is_overdue(observation, SUBRONS.index[name]):
            return ("refit_off_map", name)
    return None


def is_overdue(observation: Observation, subron: int) -> bool:
    """13.3 Whether a Subron would lose points if it stayed out for another Cycle."""
    out: int = observation.cells[layout.SUBRON_OUT + subron]
    return out >= range_and_duration(observation.state, subron).cycles


def bring_out(choices: Choices, verbs: tuple[str, ...]) -> Action | None:
    """13.1, 13.3 Points in port or off the map become a Subron, all points of a kind together."""
    for verb in ("put_out", "enter_subron"):
        for kind in choices.next(verb) if verb in verbs else ():
            return (verb, kind, choices.next(verb, kind)[-1])
    return None


def send(observation: Observation, choices: Choices) -> Action | None:
    """13.3 Sends Subrons to a station from which they can attack a link."""
    for name in choices.next("send_subron") if "send_subron" in choices.next() else ():
        subron = SUBRONS.index[name]
        waits = observation.cells[layout.SUBRON_MODE + subron] == layout.ON_STATION
        if not (waits and links_near(observation.state, subron)) and stations(observation):
            return ("send_subron", name)
    return None


def attack(observation: Observation, choices: Choices) -> Action | None:
    """13.6 Attacks the most valuable enemy link within reach."""
    for name in choices.next("attack_link") if "attack_link" in choices.next() else ():
        open_to = [LINKS.index[link] for link in choices.next("attack_link", name)]
        best = max(open_to, key=lambda link: (link_value(observation, link), -link))
        return ("attack_link", name, LINKS.ids[best])
    return None


def link_value(observation: Observation, link: int) -> int:
    """43.43, 46.31 The value of attacking an enemy link: higher if it leads off the map, and the longer it is."""
    ends = links.ends_of(observation.state, link)
    off = any(links.edge_of(end) >= 0 for end in ends)
    return len(links.path_of(observation.state, link)) * (PIPELINE if off else 1)


def stations(observation: Observation) -> dict[int, int]:
    """13.6 The hexes from which a Subron can attack enemy links, each with the value of the best link."""
    result: dict[int, int] = {}
    for link in links.in_use(observation.state, 1 - observation.number):
        value = link_value(observation, link)
        for hex in {near for on in links.path_of(observation.state, link) for near in GRID.within(on, REACH)}:
            result[hex] = max(result.get(hex, 0), value)
    return result


def station(observation: Observation, choices: Choices, random: Random) -> Action:
    """13.3, 13.6 Takes the best station within reach for an attack on a link; if there is none, the station nearest to
    the airfield.
    """
    verb = next(verb for verb in ("make_for", "enter_to") if verb in choices.next())
    worths = stations(observation)
    taken = observation.cells[layout.SUBRON_AT : layout.SUBRON_AT + len(SUBRONS)]

    def rank(name: str) -> tuple[int, bool, int, str]:
        hex = NUMBER[name]
        return -worths.get(hex, 0), hex in taken, GRID.distance(hex, observation.prize), name

    return (verb, min(choices.next(verb), key=rank))
