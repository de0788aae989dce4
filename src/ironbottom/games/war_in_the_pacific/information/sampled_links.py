"""1.3, 15.1 Samples the hidden ships of a side's links: the links are public, but their ships, damage and cargo are
not.
"""

from __future__ import annotations

from ironbottom.engine.rules.game import Random
from ironbottom.games.war_in_the_pacific import pieces as counters
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived.force_movement import ships_of
from ironbottom.games.war_in_the_pacific.derived.ship_condition import FLOATS
from ironbottom.games.war_in_the_pacific.information.sampled_forces import Part
from ironbottom.games.war_in_the_pacific.rules.merchant.links import ESCORTS, LEFT_IN_PORT, side_ordering
from ironbottom.games.war_in_the_pacific.rules.merchant.raids_on_links import LinkRaids
from ironbottom.games.war_in_the_pacific.state import NO_LINK
from ironbottom.games.war_in_the_pacific.state_types import State

TACTICAL, GUARDS = 8, 6
"""15.1, 15.4 One merchant unit in this many is in port, and one idle escort in this many guards a link."""


class HiddenLinks:
    """The hidden part of a side's merchant shipping."""

    def __init__(self, seen: State, side: int) -> None:
        self.side = side
        serves, positions = seen.arrays[layout.SHIP_LINK], seen.arrays[layout.SHIP_AT]
        self.merchants = [ship for ship in counters.SHIPS_OF[side] if serves[ship] and positions[ship] < 0]
        """15.1 The merchant ships that began in Strategic Mode and are still afloat."""
        self.links = links.in_use(seen, side)
        lost = sum(seen.arrays[layout.LINK_LOST][link] for link in self.links)
        sunk = [ship for ship in counters.SHIPS_OF[side] if serves[ship] and positions[ship] == counters.SUNK]
        self.damage = max(lost - FLOATS * len(sunk), 0)
        """47.1 The levels that units afloat have lost on the current links."""
        for ship in counters.SHIPS_OF[side]:
            seen.arrays[layout.SHIP_LINK][ship] = NO_LINK
        for frame in seen.stack:
            if isinstance(frame, LinkRaids) and frame.convoy >= 0 and links.side_of(frame.link) == side:
                # 15.5 Both sides see the ships of a link that fight raiders now.
                for ship in ships_of(seen, frame.convoy):
                    seen.arrays[layout.SHIP_LINK][ship] = frame.link + 1

    def parts(self) -> tuple[Part, ...]:
        """The parts of the sample."""
        return (self._merchants, self._escorts, self._spent, self._reassigned) if self.merchants else ()

    def _merchants(self, state: State, random: Random) -> None:
        """15.1, 15.8 Every link has a merchant unit if there are enough; other units serve any link, or are in port."""
        ships, serves = self.merchants[:], state.arrays[layout.SHIP_LINK]
        random.shuffle(ships)
        quays = sorted(links.link_ports(state, self.side))
        for place, ship in enumerate(ships):
            state.arrays[layout.DAMAGE][ship] = 0
            if place < len(self.links):
                serves[ship] = self.links[place] + 1
            elif quays and (not self.links or random.randrange(TACTICAL) == 0):
                state.arrays[layout.SHIP_AT][ship] = quays[random.randrange(len(quays))]
                state.arrays[layout.MODE_CHANGE][ship] = random.randrange(2)
            else:
                serves[ship] = self.links[random.randrange(len(self.links))] + 1
        for _ in range(self.damage):
            ship = ships[random.randrange(len(ships))]
            state.arrays[layout.DAMAGE][ship] = min(state.arrays[layout.DAMAGE][ship] + 1, FLOATS - 1)

    def _escorts(self, state: State, random: Random) -> None:
        """15.4 Some escorts in port at an end of a link guard the link instead."""
        lies, pieces = state.arrays[layout.SHIP_AT], state.rules.pieces
        ends = {
            hex: link for link in self.links for hex in map(links.hex_of_end, links.ends_of(state, link)) if hex >= 0
        }
        for ship in counters.SHIPS_OF[self.side]:
            if lies[ship] in ends and pieces.ships[ship].type in ESCORTS and random.randrange(GUARDS) == 0:
                state.arrays[layout.SHIP_LINK][ship] = ends[lies[ship]] + 1
                lies[ship] = -1
                for array in (layout.DAMAGE, layout.CARGO, *LEFT_IN_PORT):
                    state.arrays[array][ship] = 0

    def _spent(self, state: State, random: Random) -> None:
        """15.3 Samples the cargo that the links have carried in this Cycle."""
        for link in self.links:
            room = links.quarters_carried(
                state, [ship for ship in self.merchants if state.arrays[layout.SHIP_LINK][ship] == link + 1], 1
            )
            for way in (2 * link, 2 * link + 1):
                state.arrays[layout.LINK_SPENT][way] = (
                    random.randrange(room // FLOATS + 1) if random.randrange(2) else 0
                )

    def _reassigned(self, state: State, random: Random) -> None:
        """15.8 While the side gives orders for links, some ships have already received theirs."""
        if side_ordering(state) != self.side or random.randrange(2):
            return
        for ship in self.merchants:
            state.arrays[layout.REASSIGNED][ship] = random.randrange(2)
