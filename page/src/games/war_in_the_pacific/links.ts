import type { Side } from '../../board/types'
import { nodeOrder, WIDE } from './atlas'
import { beyond, hexOf, HEXES, idOf, isHex, NOWHERE, sectionsOf } from './grid'
import { isEdge, sideOfId, type Facts, type KnownPosition } from './play_view'
import { roadsAndSites } from './roads'
import { linesFrom, overLinks, type Supply } from './supply'
import type { PacificView, ShipFacts } from './types'

/** Links of merchant shipping (15.1 to 15.4), computed as by the referee from what the viewer sees: of enemy links, ends, paths and losses. */

/** 15.2 An airbase closes the hexes within this many steps to enemy links. */
const AIRBASE_REACH = 3
/** 15.3 The Load Points of a merchant unit per Cycle, over a distance of one hex. */
const THRUPUT = 400
/** 14.1, 15.3 A port handles ten times its Cargo Capacity per Cycle. */
const PHASES_A_CYCLE = 10
/** 15.6 A Supply Point is a quarter of a Load Point, and so is a level of damage. */
export const QUARTERS = 4
/** 27.1 */
const FULLY_DEPLOYED = 2
/** 27.3 The number of Base Forces that make a fleet base, and its Cargo Capacity. */
const FLEET_BASE = { forces: 5, cargo: 10 }
/** 14.1 The amount that an edge handles. */
const ANY_NUMBER = 99_999
/** 3.1 The sides of a hex that face each edge, clockwise from the north. */
const FACING: Readonly<Record<string, readonly number[]>> = { north_edge: [0], east_edge: [1, 2], south_edge: [3], west_edge: [4, 5] }

/** The data that only the owner of a link knows; amounts are in quarters of Load Points. */
export interface Service {
  merchants: readonly ShipFacts[]
  escorts: readonly ShipFacts[]
  /** merchant shipping that joins it after a Game-Turn in port (15.8) */
  joining: number
  /** what it carries per Cycle in each direction (15.3) */
  carries: number
  /** what it will carry once all have joined */
  planned: number
  /** what it has carried in this Cycle, out and back */
  spent: readonly [out: number, back: number]
}

export interface MerchantLink {
  id: string
  side: Side
  ends: readonly [start: string, end: string]
  /** the hexes of its path; empty if no path is open */
  path: readonly number[]
  /** in hexes, to one hex beyond an edge */
  length: number
  /** the levels of damage of its shipping, which everybody knows (47.1) */
  lost: number
  own?: Service
}

const linksByPosition = new WeakMap<KnownPosition, MerchantLink[]>()

/** All links in use, the viewer's own first. */
export function linksOf(position: KnownPosition): readonly MerchantLink[] {
  const found = linksByPosition.get(position) ?? position.names('link_from').filter((id) => position.value('link_from', id) !== 'nowhere' && position.value('link_from', id)).map((id) => linkOf(position, id))
  linksByPosition.set(position, found)
  return found.toSorted((a, b) => Number(!!b.own) - Number(!!a.own))
}

function linkOf(position: KnownPosition, id: string): MerchantLink {
  const side = sideOfId(id)
  const ends = ['link_from', 'link_to'].map((array) => String(position.value(array, id))) as [string, string]
  const path = ends.every((end) => !isHex(end) || ports(position, side).has(hexOf(end))) ? pathBetween(position, side, ends[0], ends[1]) : []
  const length = lengthOf(position, path, ends)
  const link: MerchantLink = { id, side, ends, path, length, lost: Number(position.value('link_lost', id) ?? 0) }
  return position.view.side === 'open' || position.own === side ? { ...link, own: service(position, id, side, length) } : link
}

/** 15.31 The length beyond an edge from a hex at it: one, and the hexes to a coast. */
function beyondEdge({ facts, view }: KnownPosition, hex: number): number {
  const coast = facts.coasts[view.scenario] ?? {}
  return 1 + Math.min(...sectionsOf(hex).map((section) => coast[section] ?? 0))
}

function lengthOf(position: KnownPosition, path: readonly number[], ends: readonly string[]): number {
  const edge = ends.findIndex(isEdge)
  return path.length ? path.length - 1 + (edge < 0 ? 0 : beyondEdge(position, edge ? path.at(-1)! : path[0]!)) : 0
}

/** 15.3 The Load Points that a merchant unit carries per Cycle over a distance. */
export const loadPerUnit = (length: number): number => (length ? Math.floor(THRUPUT / length) : 0)

/** 15.1 */
const isMerchant = ({ type }: ShipFacts): boolean => type === 'MS'

function service(position: KnownPosition, id: string, side: Side, length: number): Service {
  const ships = [...position.facts.ships.values()].filter((ship) => ship.side === side && position.value('ship_link', ship.id) === id)
  const atSea = ships.filter((ship) => !position.value('ship_at', ship.id))
  const merchants = atSea.filter(isMerchant)
  const carried = (some: readonly ShipFacts[]): number => loadPerUnit(length) * some.reduce((sum, ship) => sum + Math.max(QUARTERS - Math.max(position.damage(ship.id), 0) - position.split(ship.id), 0), 0)
  return {
    merchants, escorts: atSea.filter((ship) => !isMerchant(ship)), joining: ships.length - atSea.length, carries: carried(merchants), planned: carried(ships.filter(isMerchant)),
    spent: [Number(position.value('link_spent', `${id}/out`) ?? 0), Number(position.value('link_spent', `${id}/back`) ?? 0)],
  }
}

// -- 15.2 paths ------------------------------------------------------------------------------------------

/** The sea of a scenario, which does not change. */
class SeaChart {
  /** whether each hex is in the sections of the scenario, and of those, open */
  readonly within = new Uint8Array(HEXES)
  readonly open = new Uint8Array(HEXES)
  readonly #opened = new Map<number, readonly number[]>()
  readonly #edges = new Map<string, readonly number[]>()

  constructor(private readonly facts: Facts, view: PacificView) {
    const [sections, closed] = [facts.sectionsOf(view), facts.closedIn(view.scenario)]
    for (let hex = 0; hex < HEXES; hex++) {
      this.within[hex] = Number(sectionsOf(hex).some((section) => sections.includes(section)))
      this.open[hex] = closed.has(hex) ? 0 : this.within[hex]!
    }
  }

  /** The nodes that ships enter from one. */
  opened(node: number): readonly number[] {
    const known = this.#opened.get(node)
    if (known) return known
    const { atlas } = this.facts
    const [hex, water] = [Math.floor(node / WIDE), node % WIDE]
    const leads = atlas.kind[hex] !== 'land' && this.open[hex] ? beyond(hex).filter((next) => next !== NOWHERE && this.open[next]) : []
    const found = leads.flatMap((next) => atlas.nodes(next).filter((there) => atlas.opens(hex, water, next, there % WIDE)))
    this.#opened.set(node, found)
    return found
  }

  /** 15.31 The hexes open to ships at an edge of the sections in play. */
  atEdge(edge: string): readonly number[] {
    const known = this.#edges.get(edge)
    if (known) return known
    const found: number[] = []
    for (let hex = 0; hex < HEXES; hex++) {
      if (!this.within[hex] || this.facts.atlas.kind[hex] === 'land') continue
      const near = beyond(hex)
      const outer = FACING[edge]!.every((side) => near[side] === NOWHERE || !this.within[near[side]!])
      if (outer && this.opened(this.facts.atlas.nodes(hex)[0]!).length) found.push(hex)
    }
    this.#edges.set(edge, found)
    return found
  }
}
const charts = new WeakMap<Facts, Map<string, SeaChart>>()
function chartOf({ facts, view }: KnownPosition): SeaChart {
  const own = charts.get(facts) ?? new Map<string, SeaChart>()
  charts.set(facts, own)
  if (!own.has(view.scenario)) own.set(view.scenario, new SeaChart(facts, view))
  return own.get(view.scenario)!
}

/** 15.2, 25.1 The hexes where a side's links may end: its ports and anchorages in play. */
export function ports(position: KnownPosition, side: Side): ReadonlySet<number> {
  const { open } = chartOf(position)
  return new Set([...position.facts.places.keys()].filter((hex) => open[hex] && position.holder(hex) === side && cargoCapacity(position, side, hex) > 0))
}

/** 14.1, 14.3, 27.3 The Cargo Capacity of a hex before damage, in Load Points. */
function cargoCapacity(position: KnownPosition, side: Side, hex: number): number {
  const place = position.facts.places.get(hex)
  if (!place) return 0
  const built = roadsAndSites(position.view).built.filter(({ at, work }) => at === place.id && work === 'port').length
  const bases = position.unitsIn(place.id).filter((unit) => unit.side === side && unit.type.kind === 'base_force' && Number(position.value('deployed', unit.id) ?? 0) === FULLY_DEPLOYED).length
  const own = Math.max(place.cargo + built, Number(place.port === 'anchorage'))
  return bases >= FLEET_BASE.forces ? Math.max(own, FLEET_BASE.cargo) : own + bases
}

/** 15.2 The hexes within three of an enemy airbase, and nearer to it than to any of the side's own. */
function closedTo(position: KnownPosition, side: Side): ReadonlySet<number> {
  const near: Record<string, Map<number, number>> = { japan: new Map(), allies: new Map() }
  for (const base of position.names('level')) {
    const at = isHex(base) ? hexOf(base) : hexOf(position.view.new_base_at?.[Number(base.split('_').at(-1)) - 1] ?? '')
    const steps = near[at === NOWHERE ? '' : position.holder(at)]
    if (!steps || Number(position.value('level', base) ?? 0) <= Number(position.value('damaged_levels', base) ?? 0)) continue
    let ring = [at]
    for (let n = 0; n <= AIRBASE_REACH; n++) {
      for (const hex of ring) steps.set(hex, Math.min(steps.get(hex) ?? n, n))
      ring = [...new Set(ring.flatMap((hex) => beyond(hex)).filter((hex) => hex !== NOWHERE && (steps.get(hex) ?? AIRBASE_REACH + 1) > n + 1))]
    }
  }
  const own = near[side]!
  return new Set([...near[side === 'japan' ? 'allies' : 'japan']!].flatMap(([hex, steps]) => ((own.get(hex) ?? AIRBASE_REACH + 1) > steps ? [hex] : [])))
}

interface Sea {
  shut: ReadonlySet<number>
  from: Map<number, Map<number, number>>
}
const seas = new WeakMap<KnownPosition, Map<Side, Sea>>()
function seaOf(position: KnownPosition, side: Side): Sea {
  const own = seas.get(position) ?? new Map<Side, Sea>()
  seas.set(position, own)
  if (!own.has(side)) own.set(side, { shut: closedTo(position, side), from: new Map() })
  return own.get(side)!
}

/** 15.2 For each node that ships reach from a port without entering closed hexes, the number of hexes. */
function stepsFrom(position: KnownPosition, side: Side, start: number): ReadonlyMap<number, number> {
  const [sea, chart] = [seaOf(position, side), chartOf(position)]
  const known = sea.from.get(start)
  if (known) return known
  const first = position.facts.atlas.port(start, idOf(start))
  const found = new Map<number, number>()
  if (!sea.shut.has(start) && chart.opened(first).length) found.set(first, 0)
  let fringe = [...found.keys()]
  for (let steps = 1; fringe.length; steps++) {
    const after: number[] = []
    for (const node of fringe) {
      for (const next of chart.opened(node)) {
        if (found.has(next) || sea.shut.has(Math.floor(next / WIDE))) continue
        found.set(next, steps)
        after.push(next)
      }
    }
    fringe = after
  }
  sea.from.set(start, found)
  return found
}

/** 15.2 The hexes of the shortest open path between two ends, both included; empty if there is none. Each step goes to the lowest number. */
export function pathBetween(position: KnownPosition, side: Side, start: string, end: string): number[] {
  if (isEdge(start)) return isEdge(end) ? [] : pathBetween(position, side, end, start).toReversed()
  const { atlas } = position.facts
  const found = stepsFrom(position, side, hexOf(start))
  const goals = isEdge(end) ? chartOf(position).atEdge(end).flatMap((hex) => atlas.nodes(hex)) : [atlas.port(hexOf(end), end)]
  const off = (node: number): number => found.get(node)! + (isEdge(end) ? beyondEdge(position, Math.floor(node / WIDE)) : 0)
  const less = (a: number, b: number): number => off(a) - off(b) || nodeOrder(a) - nodeOrder(b)
  const [goal] = goals.filter((node) => found.has(node)).toSorted(less)
  if (goal === undefined) return []
  const way = [goal]
  while (found.get(way.at(-1)!)) {
    const here = way.at(-1)!
    const back = chartOf(position).opened(here).filter((node) => found.get(node) === found.get(here)! - 1)
    way.push(back.reduce((a, b) => (nodeOrder(b) < nodeOrder(a) ? b : a)))
  }
  return way.toReversed().map((node) => Math.floor(node / WIDE))
}

/** 15.3 The length of a link that could be laid; 0 if no path is open. */
export const lengthBetween = (position: KnownPosition, side: Side, start: string, end: string): number => lengthOf(position, pathBetween(position, side, start, end), [start, end])

// -- 15.2 chains -----------------------------------------------------------------------------------------

/** Links from one end to another, and the smallest amount that one of them carries per Cycle, in quarters. */
export interface Chain {
  links: readonly MerchantLink[]
  carries: number
}
const NO_CHAIN: Chain = { links: [], carries: 0 }

/** 14.1 The amount that an end handles per Cycle, in quarters. */
export function handles(position: KnownPosition, side: Side, end: string): number {
  if (!isHex(end)) return ANY_NUMBER
  return QUARTERS * PHASES_A_CYCLE * Math.max(cargoCapacity(position, side, hexOf(end)) - Number(position.value('port_hurt', end) ?? 0), 0)
}

/** 15.2 The chain with the greatest thruput between two ends, the shortest of equal ones. */
export function chainBetween(position: KnownPosition, side: Side, start: string, end: string): Chain {
  const own = linksOf(position).filter((link) => link.side === side && (link.own?.carries ?? 0) > 0)
  const most = new Map([...new Set(own.flatMap(({ ends }) => ends))].map((one) => [one, handles(position, side, one)]))
  if (!most.has(start) || !most.has(end)) return NO_CHAIN
  const through = (one: string): number => Math.floor(most.get(one)! / 2)
  const rooms = new Set([...own.map((link) => link.own!.carries), ...[...most.keys()].flatMap((one) => [most.get(one)!, through(one)])])
  for (const room of [...rooms].filter(Boolean).toSorted((a, b) => b - a)) {
    const found = new Map<string, readonly MerchantLink[]>([[start, []]])
    let fringe = most.get(start)! >= room ? [start] : []
    while (fringe.length) {
      const after: string[] = []
      for (const here of fringe.filter((one) => one === start || through(one) >= room)) {
        for (const link of own) {
          const there = link.ends[0] === here ? link.ends[1] : link.ends[1] === here ? link.ends[0] : undefined
          if (there === undefined || found.has(there) || link.own!.carries < room || most.get(there)! < room) continue
          found.set(there, [...found.get(here)!, link])
          after.push(there)
        }
      }
      fringe = after
    }
    const links = found.get(end)
    if (links?.length) return { links, carries: room }
  }
  return NO_CHAIN
}

// -- 25.3 what uses links --------------------------------------------------------------------------------

/** The units of a side in a hex that need supply. */
export interface Need {
  at: string
  /** Supply Points per Game-Turn, which equal the Load Points per Cycle of four Game-Turns */
  uses: number
  /** Supply Points stored there or near it, for as long as they last */
  stores: number
  /** the source that supplies it over links, and the chain; undefined over land */
  source?: string
  chain?: Chain
  /** a home source is near: it costs nothing (25.2) */
  free: boolean
}

const HEADQUARTERS = 'air_hq'

/** 25.1 The ports at which a side's links end. */
function coastalPorts(position: KnownPosition, side: Side): number[] {
  const own = ports(position, side)
  const ends = linksOf(position).filter((link) => link.side === side).flatMap(({ ends: both }) => both.filter(isHex).map(hexOf))
  return [...new Set(ends)].filter((hex) => own.has(hex)).toSorted((a, b) => a - b)
}

/** The edges and home sources of a side, which never run out, in the order in which they pay. */
function unlimited(position: KnownPosition, side: Side): string[] {
  const all = position.facts.links[position.view.scenario]?.[side] ?? []
  return [...all.filter(isEdge), ...all.filter((at) => isHex(at) && position.holder(hexOf(at)) === side).toSorted((a, b) => hexOf(a) - hexOf(b))]
}

/** 15.7, 25.3 A side's hexes with units that need supply, each with its way, the greatest need first. */
export function needsOf(position: KnownPosition, side: Side): Need[] {
  const endless = unlimited(position, side)
  const home = linesFrom(position, side, endless.filter(isHex).map(hexOf)).reached
  const touch = coastalPorts(position, side).map((quay) => ({ quay, reached: linesFrom(position, side, [quay]).reached }))
  const stored = position.names('supply').filter((base) => isHex(base) && Number(position.value('supply', base) ?? 0) > 0 && position.holder(hexOf(base)) === side)
  return position.garrisons.flatMap((at): Need[] => {
    const hex = hexOf(at)
    const thirds = position.unitsIn(at).filter((unit) => unit.side === side && unit.type.kind !== HEADQUARTERS).reduce((sum, { type }) => sum + (type.supply_thirds ?? 0), 0)
    if (!thirds) return []
    const uses = Math.ceil(thirds / 3)
    if (home.has(hex)) return [{ at, uses, stores: 0, free: true }]
    const goals = touch.filter(({ reached }) => reached.has(hex)).map(({ quay }) => idOf(quay))
    const near = linesFrom(position, side, [hex]).reached
    const stores = Math.max(0, ...stored.filter((base) => near.has(hexOf(base))).map((base) => Number(position.value('supply', base) ?? 0)))
    const quayside = touch.flatMap(({ quay, reached }) => (stored.some((base) => reached.has(hexOf(base)) && Number(position.value('supply', base)) >= uses && !endless.includes(base)) ? [idOf(quay)] : []))
    for (const source of [...endless, ...quayside]) {
      const chain = goals.map((goal) => chainBetween(position, side, source, goal)).reduce((a, b) => (b.carries > a.carries ? b : a), NO_CHAIN)
      if (chain.carries) return [{ at, uses, stores, source, chain, free: false }]
    }
    return [{ at, uses, stores, free: false }]
  }).toSorted((a, b) => b.uses - a.uses || a.at.localeCompare(b.at))
}

/** 25.3 The amount that the needs take from a link per Cycle, in quarters. */
export const usedOf = (link: MerchantLink, needs: readonly Need[]): number => QUARTERS * needs.filter(({ chain }) => chain?.links.some(({ id }) => id === link.id)).reduce((sum, { uses }) => sum + uses, 0)

/** "2¼" Load Points of an amount in quarters. */
export const loads = (quarters: number): string => `${Math.floor(quarters / QUARTERS) || (quarters % QUARTERS ? '' : 0)}${['', '¼', '½', '¾'][quarters % QUARTERS]}`

// -- 25.1 Lines over links -------------------------------------------------------------------------------

/** The ports that receive supply over links, from a source beyond an edge, at home, or with a Line over land. */
function supplied(position: KnownPosition, side: Side, byLand: Supply['reached']): number[] {
  const own = linksOf(position).filter((link) => link.side === side && (link.own?.carries ?? 0) > 0)
  const found = new Set<string>([...unlimited(position, side), ...own.flatMap(({ ends }) => ends.filter((end) => isHex(end) && byLand.has(hexOf(end))))])
  for (let more = true; more; ) {
    const next = own.flatMap(({ ends: [a, b] }) => (found.has(a) === found.has(b) ? [] : [found.has(a) ? b : a]))
    next.forEach((end) => found.add(end))
    more = next.length > 0
  }
  return [...found].filter(isHex).map(hexOf)
}
overLinks.ports = supplied

