import { addedRoads, roadsAndSites } from './roads'
import { joinsOf } from './sea_lines'
import { beyond, hexOf, NOWHERE, sectionsOf } from './grid'
import type { Now } from './play_view'
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
function supplies(now: Now, side: Side, { id, port }: PlaceFacts): boolean {
  if (port !== 'anchorage' || now.view.options?.['anchorage_supply'] !== 'stores_alone') return port !== 'none'
  const deployed = now.unitsIn(id).filter((unit) => unit.side === side && unit.type.kind === 'base_force' && Number(now.value('deployed', unit.id) ?? 0) === FULLY)
  return deployed.length >= FLEET || roadsAndSites(now.view).built.some(({ at, work }) => at === id && work === 'port')
}

/** 25.2, 42.74 The sources of a side: hexes with Supply Points, or in some scenarios every port. */
function sources(now: Now, side: Side): Set<number> {
  const ports = PORTS_SUPPLY.includes(now.view.scenario)
  const named = [...now.facts.places].filter(([hex, place]) => now.holder(hex) === side && (Number(now.value('supply', place.id) ?? 0) > 0 || (ports && supplies(now, side, place))))
  const built = (now.view.new_base_at ?? []).flatMap((at, n) => (at && now.holder(hexOf(at)) === side && Number(now.value('supply', `new_base_${n + 1}`) ?? 0) > 0 ? [hexOf(at)] : []))
  return new Set([...named.map(([hex]) => hex), ...built])
}

interface Ways {
  straits: ReadonlySet<number>
  roads: ReadonlySet<number>
  rails: ReadonlySet<number>
}
const kept = new WeakMap<Now['facts'], Ways>()

/** Pairs of neighbours with water, a road or a railway between them, in both orders. */
function waysOf(facts: Now['facts']): Ways {
  const found = kept.get(facts)
  if (found) return found
  const both = (pairs: readonly (readonly [number, number])[]): Set<number> => new Set(pairs.flatMap(([a, b]) => [a * WIDE + b, b * WIDE + a]))
  const steps = (kind: (name: string) => boolean): [number, number][] => facts.atlas.lines.filter((line) => kind(line.kind)).flatMap(({ hexes }) => hexes.slice(1).map((hex, n): [number, number] => [hexes[n]!, hex]))
  const made = { straits: both(facts.atlas.straits), roads: both(steps((kind) => kind !== 'rail')), rails: both(steps((kind) => kind === 'rail')) }
  kept.set(facts, made)
  return made
}

/** 21.5 A side's Security Zones, the hexes it defends, and those with any of its units. */
function standing(now: Now, side: Side): { zones: Set<number>; defended: Set<number>; held: Set<number>; carriers: Set<number> } {
  const { atlas } = now.facts
  const { straits } = waysOf(now.facts)
  const [zones, defended, held, carriers] = [new Set<number>(), new Set<number>(), new Set<number>(), new Set<number>()]
  for (const id of now.garrisons) {
    const hex = hexOf(id)
    const units = now.unitsIn(id).filter((unit) => unit.side === side).map(({ type }) => type)
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

const made = new WeakMap<Now, Map<Side, Supply>>()

/** 25.1 The hexes with a Line to a source of a side. */
export function supplyOf(now: Now, side: Side): Supply {
  const own = made.get(now) ?? new Map<Side, Supply>()
  made.set(now, own)
  if (!own.has(side)) own.set(side, compute(now, side))
  return own.get(side)!
}

/** 15.7, 25.1 The ports of a side's links that receive supply, given the hexes with a Line over land: set by `links.ts` once that
 * is loaded. */
export const overLinks: { ports?: (now: Now, side: Side, byLand: Supply['reached']) => readonly number[] } = {}

function compute(now: Now, side: Side): Supply {
  const home = (now.facts.links[now.view.scenario]?.[side] ?? []).map(hexOf).filter((hex) => hex !== NOWHERE && now.holder(hex) === side)
  const byLand = linesFrom(now, side, [...sources(now, side), ...home])
  const ports = (side === (now.own ?? side) && overLinks.ports?.(now, side, byLand.reached)) || []
  return ports.length ? linesFrom(now, side, [...byLand.sources, ...ports]) : byLand
}

/** 25.1 The hexes with a Line to one of these hexes. */
export function linesFrom(now: Now, side: Side, from: readonly number[]): Supply {
  const { atlas } = now.facts
  const { straits, roads: printed, rails } = waysOf(now.facts)
  const roads = new Set([...printed, ...addedRoads(now).flatMap(({ hexes: [a, b] }) => [a * WIDE + b, b * WIDE + a])])
  const [enemy, friend] = [standing(now, enemyOf(side)), standing(now, side)]
  // 25.1 No Line leads through an enemy, nor through its Zone unless a friendly unit is there; 3.5 nor out of play.
  const shut = new Set([...enemy.held, ...[...enemy.zones].filter((hex) => !friend.held.has(hex))])
  const sections = now.facts.sectionsOf(now.view)
  const closed = now.facts.closedIn(now.view.scenario)
  const leads = (hex: number): boolean => hex !== NOWHERE && atlas.kind[hex] !== 'sea' && !closed.has(hex) && sectionsOf(hex).some((one) => sections.includes(one))
  const starts = new Set(from.filter((hex) => !shut.has(hex)))
  const spent = new Map([...starts].map((hex) => [hex, 0]))
  const reached = new Map([...starts].map((hex) => [hex, hex]))
  const costOf = (from: number, to: number): number | null => (rails.has(from * WIDE + to) ? BY_RAIL : roads.has(from * WIDE + to) ? BY_ROAD : straits.has(from * WIDE + to) ? null : OFF_ROAD)
  const joins = joinsOf(now, side, enemy.defended)
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
