import type { View } from '../../app/api'
import { inOrder, setSideNames, type Side } from '../../board/sides'
import { cachedByKey } from '../../board/pacific/facts'
import type { Counts, Economy, Holder, LandFacts, Power, Spot, PowerStack, UnitFacts, ZoneFacts } from './types'

setSideNames({
  japan: { name: 'Japan', the: 'Japan', adjective: 'Japanese', team: 0 },
  uk: { name: 'Britain', the: 'Britain', adjective: 'British', team: 1 },
  usa: { name: 'United States', the: 'the United States', adjective: 'American', team: 1 },
  china: { name: 'China', the: 'China', adjective: 'Chinese', team: 1 },
})

/** The deciding side. Between two decisions there is none, while the state of the last one is still drawn. */
export const askedSide = (store: { decision: { side: string } | null }): Power => (store.decision?.side ?? 'japan') as Power

export const POWERS: readonly Power[] = ['japan', 'uk', 'usa', 'china']
export const ECONOMIES: readonly Economy[] = ['japan', 'india', 'australia', 'usa']
export const ECONOMY_NAMES: Readonly<Record<Holder, string>> = { japan: 'Japan', india: 'India', australia: 'Australia', usa: 'United States', china: 'China' }
/** The letters of a power on its units and of a holder on its flags; Japan has its disc. */
export const LETTERS: Readonly<Record<string, string>> = { japan: '', uk: 'UK', usa: 'US', china: 'CN', india: 'IN', australia: 'AU' }

/** The side that chooses for a power, an economy or a holder (1.2, 1.3). */
export const sideOf = (who: string): Side => (who === 'india' || who === 'australia' ? 'uk' : who === 'china' ? 'usa' : who)
export const teamOf = (who: string): 'japan' | 'allies' => (who === 'japan' ? 'japan' : 'allies')

export interface FrameView {
  procedure: string
  readonly [field: string]: unknown
}

/** A player's view of Axis & Allies: Pacific. */
export interface WarView {
  options: Readonly<Record<string, string>>
  side: string
  round: number
  active: Side
  victory_points: number
  /** the points that Japan needs to win; 0 before the bids */
  points_needed: number
  kamikazes: number
  pool: number
  loot: number
  volunteers: number
  complexes: readonly string[]
  convoys_of_japan: readonly string[]
  taken: readonly string[]
  entered: readonly string[]
  fought: readonly string[]
  outcome: number
  /** 16.2 whether the players changed sides after the bids */
  players_changed: number
  /** 16.2 the IPC of extra units for the Allies; 0 without such bids */
  unit_bid: number
  ipc: Readonly<Record<Economy, number>>
  production: Readonly<Record<Economy, number>>
  bought: Readonly<Partial<Record<Economy, Counts>>>
  control: Readonly<Record<string, Holder>>
  placed: Readonly<Record<string, number>>
  origins: Readonly<Record<string, readonly string[]>>
  units: Readonly<Record<Power, Readonly<Record<string, Counts>>>>
  acted: Readonly<Record<'own' | 'china', Readonly<Record<string, Counts>>>>
  flying: Readonly<Record<'own' | 'china', Readonly<Record<string, Counts>>>>
  landing: Readonly<Record<string, Counts>>
  standing_orders: Readonly<Record<Side, Readonly<Record<string, string>>>>
  settled: Readonly<Record<Side, number>>
  shown_orders: Readonly<Record<Side, number>>
  owing_decks: readonly string[]
  frames: readonly FrameView[]
}

export const viewOf = (view: View): WarView => view as unknown as WarView

/** The data that never changes in a match: territories, zones and units under its options. */
export class Facts {
  readonly lands: ReadonlyMap<string, LandFacts>
  readonly zones: ReadonlyMap<string, ZoneFacts>
  readonly units: ReadonlyMap<string, UnitFacts>
  /** zones by adjacent zones and territories, territories by adjacent territories */
  readonly beside: ReadonlyMap<string, readonly string[]>

  constructor(data: unknown) {
    const { lands, zones, units } = (data ?? { lands: [], zones: [], units: [] }) as { lands: LandFacts[]; zones: ZoneFacts[]; units: UnitFacts[] }
    this.lands = new Map(lands.map((land) => [land.id, land]))
    this.zones = new Map(zones.map((zone) => [zone.id, zone]))
    this.units = new Map(units.map((unit) => [unit.id, unit]))
    const coasts = (zone: string): string[] => lands.filter((land) => land.adjacent_zones.includes(zone)).map((land) => land.id)
    this.beside = new Map([
      ...lands.map((land) => [land.id, [...land.adjacent_lands, ...land.adjacent_zones]] as const),
      ...zones.map((zone) => [zone.id, [...zone.adjacent_zones, ...coasts(zone.id)]] as const),
    ])
  }

  isZone = (id: string): boolean => this.zones.has(id)
  isPlace = (id: string): boolean => this.zones.has(id) || this.lands.has(id)

  /** A place at the start of a line: "Sea zone 45", "Java". */
  name(id: string): string {
    return this.zones.has(id) ? `Sea zone ${id.slice(2)}` : (this.lands.get(id)?.name ?? id.replaceAll('_', ' '))
  }

  /** The same within a sentence. */
  within = (id: string): string => (this.zones.has(id) ? `sea zone ${id.slice(2)}` : this.name(id))
}

/** The static data of a match, made once from the server's response. */
export const factsOf = cachedByKey((data) => new Facts(data))

/** The current procedure, and whether a step of the turn is in progress. */
export const topFrame = (view: WarView): FrameView | undefined => view.frames.at(-1)
export const procedureOf = (view: WarView): string => topFrame(view)?.procedure ?? ''
export const frameOf = (view: WarView, procedure: string): FrameView | undefined => view.frames.findLast((frame) => frame.procedure === procedure)
/** A phase in which units move, or the question where they go. */
export const isMoving = (view: WarView): boolean => !!frameOf(view, 'combat_moves') || !!frameOf(view, 'regroup')

/** The field of the view that stores which units of a power have moved. */
const slotOf = (view: WarView, power: Power): 'own' | 'china' | undefined =>
  power === view.active ? 'own' : power === 'china' && view.active === 'usa' ? 'china' : undefined

/** The units of a power in a place. */
export function powerStackAt(view: WarView, power: Power, place: string): PowerStack {
  const slot = slotOf(view, power)
  return {
    power, side: sideOf(power), fresh: view.units[power][place] ?? {}, moved: (slot && view.acted[slot][place]) ?? {}, aloft: (slot && view.flying[slot][place]) ?? {},
  }
}

export const sum = (counts: Counts): number => Object.values(counts).reduce((a, b) => a + b, 0)
export const unitsIn = ({ fresh, moved, aloft }: PowerStack): number => sum(fresh) + sum(moved) + sum(aloft)

/** A place with all its units, the viewer's side first. */
export function spotOf(view: WarView, facts: Facts, id: string, first?: Side): Spot {
  const stands = POWERS.map((power) => powerStackAt(view, power, id)).filter((powerStack) => unitsIn(powerStack))
  const order = inOrder(stands.map((powerStack) => powerStack.side), first)
  return { id, name: facts.name(id), powerStacks: stands.toSorted((a, b) => order.indexOf(a.side) - order.indexOf(b.side)) }
}

export const spotsOf = (view: WarView, facts: Facts): Map<string, Spot> =>
  new Map([...facts.lands.keys(), ...facts.zones.keys()].map((id) => [id, spotOf(view, facts, id)]))

/** The holder of a convoy: Japan, or the Allies. */
export const convoyHolder = (view: WarView, zone: string): 'japan' | 'uk' => (view.convoys_of_japan.includes(zone) ? 'japan' : 'uk')
