"""A reference implementation of surface battles: contact, escape, screens, night, rounds, withdrawal.

It reads the tables from their files and the positions of counters, and uses no code of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ironbottom.engine.rules.state import State
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.pieces import FORCES, HEXES, SHIPS
from tests.games.war_in_the_pacific.reference_air import speed_class
from tests.games.war_in_the_pacific.reference_land import PLACES, by_id, table
from tests.games.war_in_the_pacific.reference_sea import ROW, SHIP, date, place_of, up
from tests.games.war_in_the_pacific.reference_search import SIDES, SearchState, numbers, steps

MEETS = {name: int(row["modifier"]) for name, row in by_id("charts/surface_contact.csv").items()}
LEFT = [int(row["fire_share"]) for row in table("charts/damage_effects.csv")]
"""12.2 The quarters of gunnery and torpedoes left at each level."""
SCREENED = ("CV", "CVL", "CVE", "APB", "SF", "MS", "XCV")
WARSHIPS = ("BB", "BC", "CA", "CL", "DD", "DE", "CD")
INTERCEPTING = ("patrol", "reaction")
SEEKING = (*INTERCEPTING, "raid")
"""10.1, 10.4 The Missions that seek the enemy."""
TO_MEET, AWAY, AWAY_IN_TRANSIT, OUT_OF_ACTION = 4, 5, 2, 3
RADAR = date("1/43", True)
"""39.1 The date of radar on Allied ships."""
ROUNDS = 3


class Roll(NamedTuple):
    """11.1 The condition for contact of two forces: no die roll, or a die with modifiers."""

    automatic: bool
    added: int

    def meets(self, die: int) -> bool:
        """11.1 Whether a die gives contact."""
        return self.automatic or die + self.added >= TO_MEET


class Sea:
    """The forces and ships of a state as needed for surface battles."""

    def __init__(self, state: State) -> None:
        self.state, self.sky = state, SearchState(state)

    # -- ships -----------------------------------------------------------------------------------------------

    def ships(self, force: str) -> list[str]:
        """9.1 The ships of a force that are afloat."""
        return sorted(self.sky.ships.get(force, ()), key=SHIPS.index.__getitem__)

    def hex_of(self, force: str) -> str:
        """The hex of a force."""
        return HEXES.ids[self.state.cells[layout.FORCE_AT + FORCES.index[force]]]

    def level(self, ship: str) -> int:
        """12.1, 38.5 The levels of a ship, those of reorganisation among them."""
        number = SHIPS.index[ship]
        return max(self.state.arrays[layout.DAMAGE][number], 0) + self.state.arrays[layout.SHRUNK][number]

    def left(self, ship: str, rating: str) -> int:
        """12.2, 12.3 The part of a rating that is left after damage and, for guns, a hit on fire control."""
        level = self.level(ship)
        quarters = LEFT[level - 1] if level else 4
        spoilt = rating == "gunnery" and self.state.arrays[layout.FIRE_CONTROL][SHIPS.index[ship]]
        return up(int(SHIP[ROW[ship]][rating]) * quarters, 8 if spoilt else 4)

    def speed(self, ship: str) -> int:
        """10.3, 10.7 The current Speed Class of a ship: one at most without fuel."""
        dry = not self.state.arrays[layout.FUEL][SHIPS.index[ship]]
        return min(speed_class(self.state, ship), 1 if dry else 3)

    def slowest(self, ships: Iterable[str]) -> int:
        """9.3, 10.3 A force is as fast as its slowest ship."""
        return min(self.speed(ship) for ship in ships)

    # -- 11.1 ------------------------------------------------------------------------------------------------

    def mission(self, force: str) -> str:
        """10.1 The Mission of a force."""
        number = self.state.cells[layout.FORCE_MISSION + FORCES.index[force]]
        return layout.MISSIONS.ids[number] if number >= 0 else ""

    def exposed(self, force: str) -> bool:
        """11.1 Whether a force is in port, at anchor or active at the shore, or will bombard or assault."""
        number, side = FORCES.index[force], SIDES.index(force.partition("_")[0])
        if self.mission(force) in ("bombardment", "assault"):
            return True
        there = HEXES.ids[self.state.cells[layout.FORCE_AT + number]]
        lies = self.mission(force) in ("", "transport") or not self.state.cells[layout.FORCE_ACTIVE + number]
        return lies and self.sky.friendly_port(there, side, number)

    def roll(self, one: str, other: str, night: bool) -> Roll:
        """11.1, 39.1 The condition for contact of two forces in a hex."""
        cells, hex = self.state.cells, self.state.cells[layout.FORCE_AT + FORCES.index[one]]
        both = (one, other)
        true = {
            "contacted": any(cells[layout.IN_CONTACT] >> FORCES.index[force] & 1 for force in both),
            "exposed": any(self.exposed(force) for force in both),
            "destination": any(
                self.mission(force) in INTERCEPTING and cells[layout.FORCE_TO + FORCES.index[force]] == hex
                for force in both
            ),
            "transit": all(self.mission(force) == "transit" and not self.exposed(force) for force in both),
            "storm": self.sky.weather(HEXES.ids[hex]) == "storm",
            "radar": cells[layout.TURN] >= RADAR,
            "night": night,
        }
        want = all(self.mission(force) in SEEKING and self.ships(force) and self.may_fight(force) for force in both)
        return Roll(want, sum(MEETS[what] for what, holds in true.items() if holds))

    def may_fight(self, force: str) -> bool:
        """10.1, 10.7 Whether a force may seek battle: not in Transit, not with a ship without fuel."""
        dry = any(not self.state.arrays[layout.FUEL][SHIPS.index[ship]] for ship in self.ships(force))
        return self.mission(force) != "transit" and not dry

    def gets_away(self, force: str, enemies: Iterable[str], die: int) -> bool:
        """11.1, 10.1 Whether a force escapes, by its speed over the fastest enemy: on a five, in Transit on a two."""
        ahead = self.slowest(self.ships(force)) - max(self.slowest(self.ships(enemy)) for enemy in enemies)
        return die + ahead >= (AWAY_IN_TRANSIT if self.mission(force) == "transit" else AWAY)


class Lines:
    """11.3 Two sides in a battle: their ships afloat, by side."""

    def __init__(self, sea: Sea, fighting: Iterable[str], night: bool) -> None:
        afloat = [ship for ship in fighting if sea.level(ship) < 5]
        self.sea, self.night = sea, night
        self.of = tuple([[ship for ship in afloat if SHIP[ROW[ship]]["side"] == side] for side in SIDES])

    def screen(self, side: int) -> list[str]:
        """11.3 The warships that screen a side: those not out of action."""
        return [ship for ship in self.warships(side) if self.sea.level(ship) < OUT_OF_ACTION]

    def warships(self, side: int) -> list[str]:
        """11.3 The warships of a side."""
        return [ship for ship in self.of[side] if SHIP[ROW[ship]]["type"] in WARSHIPS]

    def gunners(self, side: int) -> list[str]:
        """11.3 The gunnery ships of a side: its warships with a gun left."""
        return [ship for ship in self.warships(side) if self.sea.left(ship, "gunnery")]

    def targets(self, side: int) -> set[str]:
        """11.3 The ships of a side that its enemy may fire at."""
        screen = self.screen(side)
        open_ = not screen or len(self.gunners(1 - side)) > len(screen)
        return {ship for ship in self.of[side] if open_ or SHIP[ROW[ship]]["type"] not in SCREENED}

    def most(self, side: int) -> int:
        """11.3 The maximum number of targets of a side.

        By night, the larger side has two thirds of the smaller side's.
        """
        whole = len(self.of[1 - side])
        return up(2 * len(self.targets(1 - side)), 3) if self.night and len(self.of[side]) > whole else whole

    def weapons(self, ship: str, round_: int, launched: bool) -> set[str]:
        """11.3, 11.4 The weapons of a ship: torpedoes once per battle, and not at long range by day."""
        torpedoes = bool(self.sea.left(ship, "torpedo")) and not launched and (round_ > 1 or self.night)
        can = {"guns": bool(self.sea.left(ship, "gunnery")), "guns_and_torpedoes": torpedoes}
        return {name for name, holds in can.items() if holds}

    def able(self, side: int) -> bool:
        """11.6 Whether a side has a ship that can fight."""
        return any(self.sea.left(ship, rating) for ship in self.of[side] for rating in ("gunnery", "torpedo"))

    def faster(self, side: int) -> bool:
        """11.3 Whether a side is faster than its enemy, each as fast as its slowest ship."""
        return self.sea.slowest(self.of[side]) > self.sea.slowest(self.of[1 - side])


# -- 11.6 ------------------------------------------------------------------------------------------------------------


def bases_of(state: State, side: int) -> Iterator[tuple[int, int]]:
    """11.6 The ports and anchorages of a side."""
    for name, row in PLACES.items():
        if row["port"] != "none" and state.arrays[layout.CONTROL][numbers()[place_of(name)]] == side:
            yield place_of(name)


def toward_a_base(state: State, force: str, hex: str, to: str) -> bool:
    """11.6 Whether a hex is one hex nearer to a base of the force's side than the battle."""
    side, here, there = SIDES.index(force.partition("_")[0]), place_of(hex), place_of(to)
    return steps(here, there) == 1 and any(steps(there, base) < steps(here, base) for base in bases_of(state, side))
