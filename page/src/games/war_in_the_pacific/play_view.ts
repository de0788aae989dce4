import '../sides'
import type { View } from '../../app/api'
import { cachedByKey } from '../../board/pacific/facts'
import type { Side, Silhouette } from '../../board/types'
import { Atlas, decodeRuns } from './atlas'
import { hexOf, idOf, isHex, NOWHERE } from './grid'
import type { AircraftFacts, CombatCharts, FrameView, GroundFacts, PacificView, PiecesData, PlaceFacts, ShipFacts } from './types'

export const viewOf = (view: View): PacificView => view as unknown as PacificView
/** A number that a report does not give. */
export const UNREVEALED = 99

const NOTHING: PiecesData = {
  sections: {}, starts: {}, places: [], boxes: [], ships: [], aircraft: [], ground: [], worth: {}, objectives: {}, closed: {}, roads: {}, aims: {}, weather: {}, begins: {},
  chart: { ground: [], runs: '14357.', region_names: [], regions: [14357, -1], straits: [], closed: [], split: {}, ports: {}, lines: [], costs: [[], []], speeds: {} },
}
const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> => new Map(rows.map((row) => [row.id, row]))

const HOLDERS: Readonly<Record<string, string>> = { j: 'japan', a: 'allies', n: 'neutral', '.': 'nobody' }

/** The facts of a match: map, places, ratings. */
export class Facts {
  readonly atlas: Atlas
  /** named places by their hex */
  readonly places: ReadonlyMap<number, PlaceFacts>
  readonly ships: ReadonlyMap<string, ShipFacts>
  readonly aircraft: ReadonlyMap<string, AircraftFacts>
  readonly ground: ReadonlyMap<string, GroundFacts>
  readonly boxes: readonly string[]
  readonly sections: PiecesData['sections']
  readonly starts: PiecesData['starts']
  readonly weather: PiecesData['weather']
  readonly worth: PiecesData['worth']
  readonly combat: CombatCharts
  readonly objectives: PiecesData['objectives']
  readonly closed: PiecesData['closed']
  readonly roads: PiecesData['roads']
  readonly aims: PiecesData['aims']
  readonly links: NonNullable<PiecesData['links']>
  readonly coasts: NonNullable<PiecesData['coasts']>
  readonly entries: NonNullable<PiecesData['entries']>
  /** 26.1 by row of the table of works: Supply Points and engineer-turns */
  readonly works: NonNullable<PiecesData['works']>
  readonly lift: NonNullable<PiecesData['lift']>
  readonly importance: NonNullable<PiecesData['importance']>
  /** 7.7 the number of waves that a side may declare */
  readonly waves: number
  readonly #begins: NonNullable<PiecesData['begins']>
  readonly #held = new Map<string, readonly string[]>()
  readonly #closed = new Map<string, ReadonlySet<number>>()

  constructor(data: unknown) {
    const all = (data as PiecesData | null)?.chart ? (data as PiecesData) : NOTHING
    this.atlas = new Atlas(all.chart)
    this.places = new Map(all.places.map((place) => [hexOf(place.id), place]))
    this.ships = byId(all.ships)
    this.aircraft = byId(all.aircraft)
    this.ground = byId(all.ground)
    this.boxes = all.boxes
    this.sections = all.sections
    this.starts = all.starts
    this.weather = all.weather
    this.worth = all.worth
    this.combat = all.combat ?? { ground: [], bombardment: [], hunt: [], damage: [], levels: [] }
    this.objectives = all.objectives
    this.closed = all.closed ?? {}
    this.roads = all.roads ?? {}
    this.aims = all.aims ?? {}
    this.links = all.links ?? {}
    this.coasts = all.coasts ?? {}
    this.entries = all.entries ?? {}
    this.works = all.works ?? {}
    this.waves = all.waves ?? Infinity
    this.#begins = all.begins ?? {}
    this.lift = all.lift ?? {}
    this.importance = all.importance ?? { verbs: {}, destinations: [] }
  }

  sectionsOf = (view: PacificView): readonly string[] => this.sections[view.scenario] ?? ['D', 'F']

  /** The Game-Turn within its scenario, from 1; undefined if the scenario's first turn is unknown. */
  turnOf(view: PacificView): number | null {
    const first = this.#begins[view.scenario]
    return first === undefined ? null : view.turn - first + 1
  }

  /** The hexes of a scenario's sections that are nevertheless out of play. */
  closedIn = (scenario: string): ReadonlySet<number> => {
    if (!this.#closed.has(scenario)) this.#closed.set(scenario, new Set((this.closed[scenario] ?? []).map(hexOf)))
    return this.#closed.get(scenario)!
  }

  /** The start of a scenario; one with Free Deployment is listed only if it differs. */
  scenarioStart = (scenario: string): PiecesData['starts'][string] | undefined => this.starts[scenario] ?? this.starts[scenario.replace(/_freely$/, '')]

  /** The holder of a hex at the start of the scenario. */
  heldAtStart(scenario: string, hex: number): string {
    if (!this.#held.has(scenario)) this.#held.set(scenario, decodeRuns(String(this.scenarioStart(scenario)?.['control'] ?? '14357.')))
    return HOLDERS[this.#held.get(scenario)![hex] ?? '.'] ?? 'nobody'
  }

  /** The hex with an id or a name, or the only one whose name begins with the text. */
  hexNamed(text: string): number {
    const wanted = text.trim().toLowerCase()
    if (!wanted) return NOWHERE
    const begin = [...this.places].filter(([, { name }]) => name.toLowerCase().startsWith(wanted))
    return begin.find(([, { name }]) => name.toLowerCase() === wanted)?.[0] ?? (begin.length === 1 ? begin[0]![0] : hexOf(wanted))
  }

  /** "Midway", or the id of a hex without a name. */
  placeName(id: string): string {
    return this.places.get(hexOf(id))?.name ?? id
  }
  /** "Midway, F1234". */
  hexText(id: string): string {
    const name = this.places.get(hexOf(id))?.name
    return name ? `${name}, ${id}` : id
  }

  /** Whether a ship has a name of its own: most destroyers and all shipping have a number only. */
  named(id: string): boolean {
    return /^[A-Z]/.test(this.ships.get(id)?.name ?? '')
  }

  /** "Akagi", without its number in brackets; a counter of many ships by its number: "DD23". */
  shipName(id: string): string {
    const name = this.ships.get(id)?.name.replace(/ \(.*$/, '') ?? ''
    return this.named(id) ? name : id.replace(/^[a-z]+_/, '').toUpperCase()
  }

  /** A base: a named hex, a ship, a box or one built in play. */
  baseName(id: string): string {
    if (isHex(id)) return this.placeName(id.toUpperCase())
    return this.ships.has(id) ? this.shipName(id) : boxName(id)
  }

  /** "Zeke, trained" from a stack's id. */
  stackName(id: string): string {
    const [, kind = id, training = ''] = /^(.*)_(untrained|trained|carrier)$/.exec(id) ?? []
    const name = this.aircraft.get(kind)?.name ?? capital(kind.replaceAll('_', ' '))
    return training ? `${name}, ${training}` : name
  }
  aircraftOf = (stack: string): AircraftFacts | undefined => this.aircraft.get(stack.replace(/_(untrained|trained|carrier)$/, ''))
}

export const factsOf = cachedByKey((data) => new Facts(data))

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
export const plain = (id: string): string => id.replaceAll('_', ' ')

const BOXES: Readonly<Record<string, string>> = {
  west_coast_usa: 'West Coast USA', phase_lane_02: 'Shipping lane, 2 phases', phase_lane_01: 'Shipping lane, 1 phase', phase_lane_00: 'Shipping lane, at the edge',
  sea_lane_3: 'Sea lane 3', sea_lane_2: 'Sea lane 2', sea_lane_1: 'Sea lane 1', alaska: 'Alaska', canada: 'Canada', african_coast: 'African Coast',
  inland_sea: 'Inland Sea', japan: 'Japan, off the map', beyond_the_edge: 'Beyond the edge',
}
export const boxName = (id: string): string => BOXES[id] ?? capital(plain(id))

/** The viewer's present decision; if both sides choose at once, from its own frames. */
export function topFrame(view: PacificView, side: string = view.side): FrameView | undefined {
  const top = view.frames?.at(-1)
  const stacks = top?.['stacks'] as Readonly<Record<string, readonly FrameView[]>> | undefined
  return stacks ? (stacks[side]?.at(-1) ?? top) : top
}
export const procedureOf = (view: PacificView, side?: string): string => topFrame(view, side)?.procedure ?? ''
/** The Game-Turn in progress, whose fields are the ledger of works, lift and supply (4.1). */
export const turnFrame = (view: PacificView): FrameView | undefined => view.frames?.find(({ procedure }) => procedure.endsWith('_turn'))
export const frameOf = (view: PacificView, procedure: string): FrameView | undefined => view.frames?.findLast((frame) => frame.procedure === procedure)

/** The side of a force, a unit, a Subron or a wave, by its id. */
export const sideOfId = (id: string): Side => (id.startsWith('japan') ? 'japan' : 'allies')
const numberOf = (id: string): string => id.split('_').at(-1) ?? ''
/** "TF 3" from a force's id. */
export const forceShort = (id: string): string => `TF ${numberOf(id)}`
/** "Wave 2", "Late wave 1" from a wave's id: late waves (6.7) have numbers beyond those that may be declared, and are counted
 * separately. */
export function waveName(id: string, { waves }: Pick<Facts, 'waves'>): string {
  const number = Number(numberOf(id))
  return number > waves ? `Late wave ${number - waves}` : `Wave ${number}`
}
export const isForce = (id: string): boolean => /^(japan|allies)_\d+$/.test(id)
/** A link of merchant shipping (15.2). */
export const isLink = (id: string): boolean => /_link_\d+$/.test(id)
/** An edge of the map, an end of links (15.31). */
export const isEdge = (id: string): boolean => id.endsWith('_edge')
export const isUnit = (id: string): boolean => /_unit_\d+$/.test(id)
export const isSubron = (id: string): boolean => /_subron_\d+$/.test(id)
/** "Subron 2" from a Subron's id. */
export const subronName = (id: string): string => `Subron ${numberOf(id)}`

const KINDS: Readonly<Record<string, Silhouette>> = {
  CV: 'carrier', CVL: 'light_carrier', CVE: 'light_carrier', XCV: 'carrier', BB: 'battleship', BC: 'battleship', CA: 'cruiser', CL: 'cruiser',
  DD: 'destroyer', DE: 'destroyer', CD: 'destroyer', APB: 'amphibious', SF: 'transport', MS: 'transport',
}
export const ORDER = ['CV', 'XCV', 'CVL', 'BB', 'BC', 'CVE', 'CA', 'CL', 'DD', 'DE', 'CD', 'APB', 'SF', 'MS']
export const kindOf = (type: string): Silhouette => KINDS[type] ?? 'destroyer'
/** Ships with the most important kind first. */
export const inOrder = (ships: readonly ShipFacts[]): ShipFacts[] => ships.toSorted((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type) || b.defence - a.defence)

export interface KnownUnit {
  id: string
  side: Side
  type: GroundFacts
}

/** The places of all units as far as the viewer knows, from the start of the scenario and the log. */
export class KnownPosition {
  readonly #ships = new Map<string, ShipFacts[]>()
  readonly #units = new Map<string, KnownUnit[]>()
  readonly #air = new Map<string, { stack: string; points: number }[]>()

  constructor(readonly view: PacificView, readonly facts: Facts) {
    for (const ship of facts.ships.values()) {
      if (!this.#knows(ship.side)) continue
      const at = this.value<string>('ship_at', ship.id)
      if (at) this.#ships.set(at, [...(this.#ships.get(at) ?? []), ship])
    }
    const gone = new Set(view.out_of_sight)
    for (const id of this.#names('unit_type')) {
      const type = facts.ground.get(this.value<string>('unit_type', id) ?? '')
      const at = this.value<string>('unit_at', id)
      if (type && at && !gone.has(id)) this.#units.set(at, [...(this.#units.get(at) ?? []), { id, side: sideOfId(id), type }])
    }
    for (const slot of this.#names('air')) {
      const [base, stack] = slot.split('/') as [string, string]
      const points = Number(this.value('air', slot) ?? 0)
      if (points > 0 && this.#ownBase(base)) this.#air.set(base, [...(this.#air.get(base) ?? []), { stack, points }])
    }
  }

  get own(): Side | null {
    return this.view.side === 'japan' || this.view.side === 'allies' ? this.view.side : null
  }
  #knows = (side: Side): boolean => this.view.side === 'open' || this.view.side === side
  #ownBase(base: string): boolean {
    const ship = this.facts.ships.get(base)
    if (ship) return this.#knows(ship.side)
    if (isHex(base)) return this.#knows(this.holder(hexOf(base)))
    return this.#knows(base === 'inland_sea' || base === 'japan' ? 'japan' : 'allies')
  }

  #started = (array: string): Readonly<Record<string, unknown>> => (this.facts.scenarioStart(this.view.scenario)?.[array] ?? {}) as Readonly<Record<string, unknown>>
  #names = (array: string): Set<string> => new Set([...Object.keys(this.#started(array)), ...Object.keys(this.view.arrays[array] ?? {})])
  /** The entries of an array, including those of the start. */
  names = (array: string): string[] => [...this.#names(array)]
  /** An entry of an array: from the view, or else from the start. */
  value<T>(array: string, name: string): T | undefined {
    const values = this.view.arrays[array]
    return (values && name in values ? values[name] : this.#started(array)[name]) as T | undefined
  }

  /** The side that controls a hex. */
  holder(hex: number): string {
    return (this.view.arrays['control']?.[idOf(hex)] as string | undefined) ?? this.facts.heldAtStart(this.view.scenario, hex)
  }

  /** The ships in a hex, a force or a box, as far as the viewer knows. */
  shipsIn = (where: string): readonly ShipFacts[] => inOrder(this.#ships.get(where) ?? [])
  unitsIn = (where: string): readonly KnownUnit[] => this.#units.get(where) ?? []
  airAt = (base: string): readonly { stack: string; points: number }[] => this.#air.get(base) ?? []
  get harbours(): string[] {
    return [...this.#ships.keys()].filter(isHex)
  }
  get garrisons(): string[] {
    return [...this.#units.keys()].filter(isHex)
  }
  get airfields(): string[] {
    return [...this.#air.keys()].filter(isHex)
  }
  unit(id: string): GroundFacts | undefined {
    return this.facts.ground.get(this.value<string>('unit_type', id) ?? '')
  }
  fuel = (ship: string): number => Number(this.value('fuel', ship) ?? 0)
  damage = (ship: string): number => Number(this.value('damage', ship) ?? 0)
  /** 12.2, 38.5 The level of a damaged ship, as in the log: including split-off shipping. */
  level = (ship: string): number => this.damage(ship) && this.damage(ship) + this.split(ship)
  /** 38.5 The number of levels that shipping is below a whole unit, as far as the viewer knows. */
  split = (ship: string): number => Number(this.value('shrunk', ship) ?? 0)

  /** The forces whose ships the viewer knows, each with its place: a hex or a box. */
  get forces(): string[] {
    return [...new Set([...Object.keys(this.view.force_at), ...Object.keys(this.view.force_box)])].filter((id) => this.#knows(sideOfId(id)))
  }
  whereOf = (force: string): string => this.view.force_at[force] ?? this.view.force_box[force] ?? ''
  /** 9.2 A force whose ships are being named: although it has no ships yet, it is not a dummy. */
  isForming(force: string): boolean {
    const frame = this.own ? topFrame(this.view, this.own) : undefined
    return frame?.['procedure'] === 'gathering' && frame['force'] === force
  }
  isDummy = (force: string): boolean => !this.#ships.has(force) && !this.isForming(force)

  /** A side's knowledge about enemy forces. */
  get reports(): string[] {
    return Object.keys(this.view.contact_at).filter((id) => !this.#knows(sideOfId(id)) && hexOf(this.view.contact_at[id]!) !== NOWHERE)
  }
}

const knownPositions = new WeakMap<PacificView, KnownPosition>()
export function knownPosition(view: PacificView, facts: Facts): KnownPosition {
  const found = knownPositions.get(view)
  if (found && found.facts === facts) return found
  const position = new KnownPosition(view, facts)
  knownPositions.set(view, position)
  return position
}

/** The number of Game-Turns of a match: those agreed, or all of its scenario. */
export const turnsOf = (view: PacificView): number => {
  const agreed = Number(view.options['last_round'] ?? MIDWAY)
  return agreed === MIDWAY ? (TURNS[view.scenario] ?? MIDWAY) : agreed
}
const MIDWAY = 8
const TURNS: Readonly<Record<string, number>> = { burma: 26, burma_freely: 26, guadalcanal: 21 }

/** The notation of a Game-Turn: 73 is 2/6/42. */
export function turnName(turn: number): string {
  const cycles = Math.floor(turn / 4)
  return `${(turn % 4) + 1}/${(cycles % 13) + 1}/${41 + Math.floor(cycles / 13)}`
}
