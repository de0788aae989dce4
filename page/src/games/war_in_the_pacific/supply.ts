import { addedRoads, roadsAndSites } from './roads'
import { joinsOf } from './sea_lines'
import { beyond, hexOf, NOWHERE, sectionsOf } from './grid'
import type { KnownPosition } from './play_view'
import type { PlaceFacts } from './types'
import type { Side } from '../../board/types'

/** Lines of Communications (25.1, 25.2, 42.74), computed as by the referee from what both sides see on the map. */

const FAR = 8
const [OFF_ROAD, BY_ROAD, BY_RAIL, BY_SEA] = [2, 1, 0, 0]
const ZONE_FROM = 3
const NO_ZONE_INTO: readonly string[] = ['mountain', 'jungle mountain']
/** 42.74 The scenarios in which every port is a source. */
const PORTS_SUPPLY: readonly string[] = ['midway']
/** 27.1, 27.3 The deployment from which a Base Force counts, and the number that make a fleet base. */
const [FULLY, FLEET] = [2, 5]
const WIDE = 100_000

export interface Supply {
  /** the hexes from which a Line leads to a source, each with the next hex on its way there */
  reached: ReadonlyMap<number, number>
  sources: ReadonlySet<number>
}

const enemyOf = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')

/**
 * 42.74, 14.3 Whether a place supplies as a port: an anchorage does, but under an option only if it is a fleet
 * base or a port has been built there.
 */
function supplies(position: KnownPosition, side: Side, { id, port }: PlaceFacts): boolean {
  if (port !== 'anchorage' || position.view.options?.['anchorage_supply'] !== 'stores_alone') return port !== 'none'
  const deployed = position.unitsIn(id).filter((unit) => unit.side === side && unit.type.kind === 'base_force' && Number(position.value('deployed', unit.id) ?? 0) === FULLY)
  return deployed.length >= FLEET || roadsAndSites(position.view).built.some(({ at, work }) => at === id && work === 'port')
}

/** 25.2, 42.74 The sources of a side: hexes with Supply Points, or in some scenarios every port. */
function sources(position: KnownPosition, side: Side): Set<number> {
  const ports = PORTS_SUPPLY.includes(position.view.scenario)
  const named = [...position.facts.places].filter(([hex, place]) => position.holder(hex) === side && (Number(position.value('supply', place.id) ?? 0) > 0 || (ports && supplies(position, side, place))))
  const built = (position.view.new_base_at ?? []).flatMap((at, n) => (at && position.holder(hexOf(at)) === side && Number(position.value('supply', `new_base_${n + 1}`) ?? 0) > 0 ? [hexOf(at)] : []))
  return new Set([...named.map(([hex]) => hex), ...built])
}

interface SupplyRoutes {
  straits: ReadonlySet<number>
  roads: ReadonlySet<number>
  rails: ReadonlySet<number>
}
const routesByFacts = new WeakMap<KnownPosition['facts'], SupplyRoutes>()

/** Pairs of neighbours with water, a road or a railway between them, in both orders. */
function supplyRoutesOf(facts: KnownPosition['facts']): SupplyRoutes {
  const found = routesByFacts.get(facts)
  if (found) return found
  const both = (pairs: readonly (readonly [number, number])[]): Set<number> => new Set(pairs.flatMap(([a, b]) => [a * WIDE + b, b * WIDE + a]))
  const steps = (kind: (name: string) => boolean): [number, number][] => facts.atlas.lines.filter((line) => kind(line.kind)).flatMap(({ hexes }) => hexes.slice(1).map((hex, n): [number, number] => [hexes[n]!, hex]))
  const made = { straits: both(facts.atlas.straits), roads: both(steps((kind) => kind !== 'rail')), rails: both(steps((kind) => kind === 'rail')) }
  routesByFacts.set(facts, made)
  return made
}

/** 21.5 A side's Security Zones, the hexes it defends, and those with any of its units. */
function unitsOf(position: KnownPosition, side: Side): { zones: Set<number>; defended: Set<number>; held: Set<number>; carriers: Set<number> } {
  const { atlas } = position.facts
  const { straits } = supplyRoutesOf(position.facts)
  const [zones, defended, held, carriers] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  for (const id of position.garrisons) {
    const hex = hexOf(id)
    const units = position.unitsIn(id).filter((unit) => unit.side === side).map(({ type }) => type)
    const strength = (of: typeof units): number => of.reduce((sum, type) => sum + type.strength, 0)
    if (strength(units) > 0) defended.add(hex)
    if (units.some(({ kind }) => kind !== 'entrenchment')) held.add(hex)
    if (units.some(({ kind }) => kind === 'logistic')) carriers.add(hex)
    if (strength(units.filter(({ kind }) => kind !== 'partisan')) < ZONE_FROM) continue
    zones.add(hex)
    for (const next of beyond(hex)) if (next !== NOWHERE && atlas.kind[next] !== 'sea' && !straits.has(hex * WIDE + next) && !NO_ZONE_INTO.includes(atlas.terrain[next]!)) zones.add(next)
  }
  return { zones, defended, held, carriers }
}

const supplyByPosition = new WeakMap<KnownPosition, Map<Side, Supply>>()

/** 25.1 The hexes with a Line to a source of a side. */
export function supplyOf(position: KnownPosition, side: Side): Supply {
  const own = supplyByPosition.get(position) ?? new Map<Side, Supply>()
  supplyByPosition.set(position, own)
  if (!own.has(side)) own.set(side, compute(position, side))
  return own.get(side)!
}

/** 15.7, 25.1 The ports of a side's links that receive supply, given the hexes with a Line over land: set by `links.ts` once that
 * is loaded. */
export const overLinks: { ports?: (position: KnownPosition, side: Side, byLand: Supply['reached']) => readonly number[] } = {}

function compute(position: KnownPosition, side: Side): Supply {
  const home = (position.facts.links[position.view.scenario]?.[side] ?? []).map(hexOf).filter((hex) => hex !== NOWHERE && position.holder(hex) === side)
  const byLand = linesFrom(position, side, [...sources(position, side), ...home])
  const ports = (side === (position.own ?? side) && overLinks.ports?.(position, side, byLand.reached)) || []
  return ports.length ? linesFrom(position, side, [...byLand.sources, ...ports]) : byLand
}

/** 25.1 The hexes with a Line to one of these hexes. */
export function linesFrom(position: KnownPosition, side: Side, from: readonly number[]): Supply {
  const { atlas } = position.facts
  const { straits, roads: printed, rails } = supplyRoutesOf(position.facts)
  const roads = new Set([...printed, ...addedRoads(position).flatMap(({ hexes: [a, b] }) => [a * WIDE + b, b * WIDE + a])])
  const [enemy, friend] = [unitsOf(position, enemyOf(side)), unitsOf(position, side)]
  // 25.1 No Line leads through an enemy, nor through its Zone unless a friendly unit is there; 3.5 nor out of play.
  const shut = new Set([...enemy.held, ...[...enemy.zones].filter((hex) => !friend.held.has(hex))])
  const sections = position.facts.sectionsOf(position.view)
  const closed = position.facts.closedIn(position.view.scenario)
  const leads = (hex: number): boolean => hex !== NOWHERE && atlas.kind[hex] !== 'sea' && !closed.has(hex) && sectionsOf(hex).some((one) => sections.includes(one))
  const starts = new Set(from.filter((hex) => !shut.has(hex)))
  const spent = new Map([...starts].map((hex) => [hex, 0]))
  const reached = new Map([...starts].map((hex) => [hex, hex]))
  const costOf = (from: number, to: number): number | null => (rails.has(from * WIDE + to) ? BY_RAIL : roads.has(from * WIDE + to) ? BY_ROAD : straits.has(from * WIDE + to) ? null : OFF_ROAD)
  const joins = joinsOf(position, side, enemy.defended)
  const queue = [...starts].map((hex): [number, number] => [0, hex])
  while (queue.length) {
    queue.sort((a, b) => b[0] - a[0] || b[1] - a[1])
    const [first, at] = queue.pop()!
    if (first > spent.get(at)!) continue
    // A transport unit restarts the count.
    const length = friend.carriers.has(at) ? 0 : first
    spent.set(at, length)
    const steps = beyond(at).flatMap((next): [number, number | null][] => (leads(next) ? [[next, costOf(at, next)]] : []))
    for (const [next, cost] of [...steps, ...(joins.get(at) ?? []).map((to): [number, number] => [to, BY_SEA])]) {
      if (cost === null || shut.has(next)) continue
      if (length + cost > FAR || length + cost >= (spent.get(next) ?? FAR + 1)) continue
      spent.set(next, length + cost)
      reached.set(next, at)
      queue.push([length + cost, next])
    }
  }
  return { reached, sources: starts }
}

/** The Line from a hex to its source; undefined if there is none. */
export function lineFrom(supply: Supply, hex: number): number[] {
  const line: number[] = []
  for (let at: number | undefined = supply.reached.has(hex) ? hex : undefined; at !== undefined; at = supply.reached.get(at)) {
    line.push(at)
    if (supply.reached.get(at) === at) break
  }
  return line
}
