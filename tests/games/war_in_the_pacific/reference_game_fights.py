"""A game of Midway or Leyte with recomputed air combats, guns, submarines, tanks and Misreads, die by die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from ironbottom.games.war_in_the_pacific.rolls import Roll
from ironbottom.games.war_in_the_pacific.rules.submarines import submarine_attacks
from tests.games.war_in_the_pacific import reference_gunnery as guns
from tests.games.war_in_the_pacific import reference_sea
from tests.games.war_in_the_pacific.reference_game_naval import BY_GUNS, Events, Lockstep
from tests.games.war_in_the_pacific.reference_melee import Air, differs
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP
from tests.games.war_in_the_pacific.reference_search import SIDES, SearchState

NEW = ("impulse_opened", "phase_opened", "step_opened")
FINDS, ATTACKED = ("force_found", "raided"), ("bombed", "strafed", "aimed", "ship_hit", "contact")
"""8.4, 6.3 A wave has reached its target; the next event of it or of its target is its attack, or its sighting."""
JOINS_ON = 3
NOTHING: Mapping[str, Any] = {"event": ""}


class Fights(Lockstep):
    """A game whose fights are recomputed; ``seen`` counts the comparisons."""

    def __init__(self, state: State, seed: int, hands: tuple[str, str]) -> None:
        super().__init__(state, seed, hands)
        self.done, self.came = set[str](), dict[str, tuple[bool, bool]]()
        self.night, self.where, self.surprised, self.round = False, "", "", 0
        self.counted: tuple[object, ...] = ()
        self.current = ""
        self.dives = Counter[str]()

    def happened(self, before: reference_sea.Before, data: Events) -> None:
        """The events that no other reference implementation covers."""
        if any(event["event"] in ("air_combat", "flak") for event in data):
            self.air(data)
        self.contacts()
        for event in data:
            if event["event"] in NEW:
                self.done.clear()
                self.came.clear()
                self.current = ""
            self.attacks(event, self.done)
            if event["event"] in SEEN:
                SEEN[event["event"]](self, event)

    def attacks(self, event: Mapping[str, Any], done: set[str]) -> None:
        """7.1 The waves that have attacked; any enemy that they meet afterwards is on their way home."""
        if event["event"] in FINDS:
            self.current = event["wave"]
        if event["event"] in ATTACKED and (wave := event.get("wave", self.current)):
            done.add(wave)

    # -- 7.0 -----------------------------------------------------------------------------------------------------

    def air(self, data: Events) -> None:
        """7.1, 7.2, 7.11, 7.12, 7.5 All combats and flak of the waves that existed before the choice.

        A wave with a part that joins late (6.7) is left out, and so are later combats.
        """
        air, late, lost = Air(self.was), set[str](), False
        done, before = set(self.done), self.current
        for event, then in pairwise((*data, NOTHING)):
            wave, name = event.get("wave", ""), event["event"]
            if name == "joins" and event["die"] < JOINS_ON:
                late.add(wave)
            self.attacks(event, done)
            if name == "kamikazes_spent":
                air.spent(event, self.dives)
            if name not in ("air_combat", "flak"):
                continue
            low = name == "flak" and (then["event"], then.get("wave")) == ("strafed", wave)
            home = wave in done and not low
            if not home and wave not in late and air.flights(wave):
                self.came.setdefault(wave, air.came_low(wave))
            if lost or wave not in self.came or not air.flights(wave):
                lost |= name == "air_combat"
                continue
            came = self.came[wave]
            mine = air.melee(event, home, *came) if name == "air_combat" else air.flak(event, home, low)
            bounce = "" if event.get("bounce", "nobody") == "nobody" else "_bounce"
            self.agree(name + bounce + "_home" * home + "_low" * low, not (wrong := differs(mine, event)), wrong, event)
        self.current = before

    # -- 13.7 ----------------------------------------------------------------------------------------------------

    def contacts(self) -> None:
        """13.7 The contact numbers of all Subrons near a force, each time that a Subron is placed again."""
        mine = tuple(guns.contact_numbers(self.state))
        if mine == self.counted:
            return
        self.counted = mine
        for force, subron, number in mine:
            theirs = submarine_attacks.contact_number(self.state, force, subron)
            self.agree("contact_number", theirs == number, number, theirs, FORCES.ids[force])

    # -- 11.0 ----------------------------------------------------------------------------------------------------

    def impulse_opens(self, event: Mapping[str, Any]) -> None:
        """11.2 The second impulse is night."""
        self.night = event["impulse"] == 2

    def surprise(self, event: Mapping[str, Any]) -> None:
        """11.2 Surprise according to the dice of the events."""
        self.where, found = event["at"], guns.surprised(event, self.state.cells[layout.FIRST_PLAYER])
        self.surprised = found or ""
        self.agree("surprise", event["surprised"] == found, found, event)
        for side, added in enumerate(event["added"]):
            mine = guns.surprise_adds(self.state, side, self.night)
            self.agree("surprise_adds", added in mine, mine, event)

    def aim(self, event: Mapping[str, Any]) -> None:  # type: ignore[override]
        """20.11 Points are assigned to a ship as kamikazes."""
        self.dives[event["stack"]] += event["points"] * (event["role"] == "kamikaze")

    def spent(self, event: Mapping[str, Any]) -> None:
        """39.44 Points that dived are removed."""
        self.dives.clear()

    def opens_round(self, event: Mapping[str, Any]) -> None:
        """11.3 A round begins."""
        self.round = event["round"]

    def hit(self, event: Mapping[str, Any]) -> None:  # type: ignore[override]
        """11.5 The modifiers of the damage die of gunnery and torpedoes."""
        if event["weapon"] in BY_GUNS:
            enemy = SIDES[1 - SIDES.index(SHIP[ROW[event["ship"]]]["side"])]
            by_surprise = self.round == 1 and self.surprised not in ("", enemy)
            mine = guns.gun_adds(self.was, event["ship"], event["weapon"], self.night, self.where, by_surprise)
            self.agree("gun_adds", event["added"] in mine, mine, event)

    # -- 10.5, 6.4, 8.31 -----------------------------------------------------------------------------------------

    def refuelled(self, event: Mapping[str, Any]) -> None:
        """10.5 The price of a tank, by its contents after the phase, or before if it did not sail."""
        ship = SHIPS.index[event["ship"]]
        full, was = int(SHIP[ROW[event["ship"]]]["fuel"]), self.was.arrays[layout.FUEL][ship]
        mine = {guns.filling(event["ship"], max(was - burnt, 0)) for burnt in (0, 5, 10, 15)}
        self.agree("refuelled", event["fuel"] == full and event["supply"] in mine, mine, event)

    def strafed(self, event: Mapping[str, Any]) -> None:
        """6.4 The hits of strafing."""
        dice = self.falls(Roll.STRAFING)
        if len(dice) == 1:
            mine = guns.strafed(event["strength"], dice)
            self.agree("strafed", mine == event["hits"], mine, dice, event)

    def misread(self, event: Mapping[str, Any]) -> None:
        """8.31 The types in a Misread."""
        if event["chit"] != "misread" or not (ships := SearchState(self.state).ships.get(event["force"])):
            return
        force, width = FORCES.index[event["force"]], len(layout.SHIP_TYPES)
        result = self.state.arrays[layout.REPORTED_TYPES][width * force : width * (force + 1)]
        mine = guns.misread(SHIP[ROW[ship]]["type"] for ship in ships)
        theirs = {kind: number for kind, number in zip(layout.SHIP_TYPES.ids, result, strict=True) if number}
        self.agree("misread", theirs == dict(mine), mine, theirs)
        hex = HEXES.index[event["at"]]
        open_to = self.state.rules.pieces.in_play(self.state.cells[layout.SCENARIO])
        self.agree("misread_at", bool(open_to[hex]), event)


SEEN = {
    "impulse_opened": Fights.impulse_opens,
    "surprise": Fights.surprise,
    "aimed": Fights.aim,
    "kamikazes_spent": Fights.spent,
    "round": Fights.opens_round,
    "ship_hit": Fights.hit,
    "refuelled": Fights.refuelled,
    "strafed": Fights.strafed,
    "contact": Fights.misread,
}
