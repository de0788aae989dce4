"""15.7, 25.1 to 25.3 Supply over links: Lines of Communications from port to port, up to their thruput.

Units and headquarters that no store pays for over land draw on distant sources: home sources, edges of the map, then
other stores. Each Supply Point takes a quarter of a Load Point on every link that it uses. If that does not suffice for
all, the owner chooses who is paid for first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ironbottom.engine.dice.dice import NoDice
from ironbottom.games.war_in_the_pacific import log
from ironbottom.games.war_in_the_pacific import state as layout
from ironbottom.games.war_in_the_pacific.derived import merchant_links as links
from ironbottom.games.war_in_the_pacific.derived import supply_reach
from ironbottom.games.war_in_the_pacific.derived.air_bases import base_at
from ironbottom.games.war_in_the_pacific.derived.supply_reach import SupplyBudget
from ironbottom.games.war_in_the_pacific.rules.merchant.cargo import edge_ends, is_home_source
from ironbottom.games.war_in_the_pacific.rules.supply import supply_sources
from ironbottom.games.war_in_the_pacific.rules.turn.supply_payments import pay_from
from ironbottom.games.war_in_the_pacific.scenario import PaidFirst, SupplyDue
from ironbottom.games.war_in_the_pacific.state_types import Execution, State


class LinkSource(NamedTuple):
    """25.2 A source at one end of a chain: the end, and the base that pays; -1 if it never runs out."""

    end: int
    base: int


class LinkLine(NamedTuple):
    """25.1 A source, and the chain of links from it."""

    source: LinkSource
    chain: links.LinkChain


class LinkLines:
    """25.1 The ends of a side's links, and the hexes to which each has a Line, when the Segment begins."""

    def __init__(self, state: State, side: int) -> None:
        self.state, self.side = state, side
        ends = {end for link in links.in_use(state, side) for end in links.ends_of(state, link)}
        own = links.link_ports(state, side)
        self.quays = sorted(hex for hex in map(links.hex_of_end, ends) if hex in own)
        near = supply_reach.each_in_touch(state, side, self.quays) if self.quays else []
        self.touch = dict(zip(self.quays, near, strict=True))

    def sources(self) -> list[LinkSource]:
        """25.2 The sources of the side: first those that never run out, then stores near a quay."""
        state, side, supply = self.state, self.side, self.state.arrays[layout.SUPPLY]
        home = [hex for hex in self.quays if is_home_source(state, side, hex)]
        stores = [hex for hex in sorted(supply_reach.sources(state, side)) if supply[base_at(state, hex)]]
        near = [(quay, hex) for quay in self.quays for hex in stores if hex in self.touch[quay]]
        return [
            *[LinkSource(end, -1) for end in edge_ends(state, side)],
            *[LinkSource(links.end_at(hex), -1) for hex in home],
            *[LinkSource(links.end_at(quay), base_at(state, hex)) for quay, hex in near if hex not in home],
        ]

    def line_to(self, hex: int, cost: int) -> LinkLine | None:
        """25.3 The first source that can pay this much for a hex over links, and the chain with the most room."""
        state, side = self.state, self.side
        goals = [quay for quay in self.quays if hex in self.touch[quay]]
        for source in self.sources() if goals else []:
            if source.base >= 0 and state.arrays[layout.SUPPLY][source.base] < cost:
                continue
            chains = [links.chain(state, side, source.end, links.end_at(quay)) for quay in goals]
            best = max(chains, key=lambda found: (found.left, -len(found.ways)))
            if best.left >= max(cost, 1):
                return LinkLine(source, best)
        return None

    def pay(self, execution: Execution, hex: int, cost: int) -> bool:
        """25.3 Pays this much for a hex over links, if a source can; there is no partial payment."""
        line = self.line_to(hex, cost)
        if line is None:
            return False
        links.spend(self.state, line.chain.ways, cost)
        if line.source.base >= 0:
            self.state.arrays[layout.SUPPLY][line.source.base] -= cost
        execution.emit_to(self.side, log.SUPPLY_LINKED, hex, line.source.end, cost)
        return True


def near_home(state: State, side: int) -> frozenset[int]:
    """25.2 The hexes with a Line over land to a home source."""
    home = sorted(layout.scenario(state).home_sources(state, side))
    return supply_reach.near_any(state, side, home) if home else frozenset()


def dues_abroad(state: State, side: int) -> dict[int, int]:
    """25.2, 25.3 The cost of a side's units, by hex, without those near a home source."""
    at_home = near_home(state, side)
    return {hex: cost for hex, cost in supply_reach.supply_costs(state, side).items() if hex not in at_home}


def headquarters_dues_abroad(state: State, side: int) -> dict[int, int]:
    """25.2, 28.2 The cost of each headquarters; those near a home source cost nothing."""
    units, at_home = state.arrays[layout.UNIT_AT], near_home(state, side)
    costs = supply_sources.headquarters_costs(state, side)
    return {unit: 0 if units[unit] in at_home else cost for unit, cost in costs.items()}


def payable_by_links(state: State, side: int, dues: Sequence[SupplyDue]) -> list[bool]:
    """25.3 For each of the given costs, whether stores can pay it over land, or a source over links."""
    budget, over = SupplyBudget(state, side), LinkLines(state, side)
    return [budget.holds(due.hex, due.cost) or over.line_to(due.hex, due.cost) is not None for due in dues]


def short_of_links(state: State, side: int, dues: Mapping[int, int]) -> list[int]:
    """25.3 The hexes left without supply if hexes are paid for in this order, over land if possible and otherwise over
    links, although each could be paid for if it came first.

    The payments are made in a copy of the state.
    """
    execution = Execution(state.copy(), NoDice())
    budget, over = SupplyBudget(execution.state, side), LinkLines(execution.state, side)
    others = [SupplyDue(hex, cost) for hex, cost in dues.items() if not pay_from(budget, execution, hex, cost)]
    unpaid = [due for due in others if not over.pay(execution, due.hex, due.cost)]
    able = payable_by_links(state, side, unpaid) if unpaid else []
    return [due.hex for due, first in zip(unpaid, able, strict=True) if first]


def pay_by_links(execution: Execution, side: int, due: SupplyDue) -> None:
    """25.3 Stores pay over land if they can, otherwise a source over links."""
    if not pay_from(SupplyBudget(execution.state, side), execution, due.hex, due.cost):
        LinkLines(execution.state, side).pay(execution, due.hex, due.cost)


def who_is_supplied(execution: Execution, side: int, before: PaidFirst) -> tuple[AbstractSet[int], AbstractSet[int]]:
    """15.7, 25.2, 25.3, 28.2 The hexes and headquarters near a home source, which cost nothing, those that stores pay
    for over land, and then those paid for over links.
    """
    state = execution.state
    units, at_home = state.arrays[layout.UNIT_AT], near_home(state, side)
    staffs = supply_sources.headquarters_costs(state, side)
    free = PaidFirst(
        before.hexes | {hex for hex in supply_reach.supply_costs(state, side) if hex in at_home},
        before.headquarters | {unit for unit in staffs if units[unit] in at_home},
    )
    hexes = set(supply_sources.paid_hexes(execution, side, free))
    over = LinkLines(state, side)
    for hex, cost in supply_reach.supply_costs(state, side).items():
        if hex not in hexes and over.pay(execution, hex, cost):
            hexes.add(hex)
    headquarters = set(supply_sources.headquarters_paid(execution, side, free.headquarters))
    for unit, cost in staffs.items():
        if unit not in headquarters and over.pay(execution, units[unit], cost):
            headquarters.add(unit)
            supply_sources.write_paid(state, unit)
    return hexes, headquarters
