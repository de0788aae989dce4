import type { View } from '../../app/api'
import type { Side } from '../../board/types'
import type { Kind, UnitFacts } from './types'

export interface FrameTold {
  procedure: string
  readonly [field: string]: unknown
}

/** What a side has been shown of Victory in the Pacific. */
export interface VitpView {
  options: Readonly<Record<string, string>>
  side: string
  turn: number
  date: string
  last_turn: number
  /** the marker on its track; above 0 Japan leads (2.5) */
  points_of_control: number
  flags: Readonly<Record<string, Side | null>>
  flags_before: Readonly<Record<string, Side | null>>
  places: Readonly<Record<string, Side | null>>
  repairs: Readonly<Record<string, { points: number; spent: number }>>
  /** a side's units by where they stand */
  units: Readonly<Record<Side, Readonly<Record<string, readonly string[]>>>>
  raiding: readonly string[]
  marked: readonly string[]
  rested: readonly string[]
  escaped: readonly string[]
  damage: Readonly<Record<string, number>>
  air_loss: Readonly<Record<string, number>>
  battle: string | null
  fought: readonly string[]
  retreated: Readonly<Record<Side, readonly string[]>>
  wants: Readonly<Record<string, string | null>>
  /** whether the viewer has still to say day or night, while both sides do; else nothing */
  naming: boolean | null
  frames: readonly FrameTold[]
}

export interface AreaFacts {
  id: string
  name: string
  abbrev: string
  /** points of control for either side (2.2) */
  japan: number
  allies: number
  adjacent: readonly string[]
}

export interface PlaceFacts {
  id: string
  name: string
  kind: 'port' | 'base'
  touches: readonly string[]
  lon: number
  lat: number
}

export interface TurnFacts {
  turn: number
  date: string
  repair: Readonly<Record<string, number>>
}

/** What never changes in a match: counters, map and turns, ready to be looked up. */
export class Facts {
  readonly units: ReadonlyMap<string, UnitFacts>
  readonly areas: ReadonlyMap<string, AreaFacts>
  readonly places: ReadonlyMap<string, PlaceFacts>
  readonly turns: readonly TurnFacts[]

  constructor(told: unknown) {
    const { units = [], areas = [], places = [], turns = [] } = (told ?? {}) as {
      units?: UnitFacts[]
      areas?: AreaFacts[]
      places?: PlaceFacts[]
      turns?: TurnFacts[]
    }
    this.units = byId(units)
    this.areas = byId(areas)
    this.places = byId(places)
    this.turns = turns
  }

  /** The name of a place, sea area, unit, pile or group. */
  name(id: string): string {
    const found = this.areas.get(id)?.name ?? this.places.get(id)?.name ?? this.units.get(id)?.name ?? SPOTS[id]
    if (found) return found
    const [what, which = ''] = split(id)
    if (what === 'due') return `Due on turn ${which}`
    if (what === 'return') return `Back on turn ${which}`
    if (what === 'uncertain') return `Group ${which.toUpperCase()}`
    if (what === 'group') return `Group ${which}`
    return id.replaceAll('_', ' ')
  }

  /** The same within a sentence: "the Coral Sea", "Truk". */
  within(id: string): string {
    const name = this.name(id)
    return /(Sea|Ocean|Islands|Bengal|Mandate|Philippines)$/.test(name) ? `the ${name}` : name
  }

  sideOf(id: string): Side | undefined {
    return this.units.get(id)?.side
  }
}

const split = (id: string): string[] => {
  const at = id.lastIndexOf('_')
  return at < 0 ? [id] : [id.slice(0, at), id.slice(at + 1)]
}
const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))

const cache = new WeakMap<object, Facts>()
const NOTHING = new Facts(null)

/** The facts of a match, made once of what the server told. */
export function factsOf(pieces: unknown): Facts {
  if (!pieces) return NOTHING
  const known = cache.get(pieces)
  if (known) return known
  const facts = new Facts(pieces)
  cache.set(pieces, facts)
  return facts
}

export const viewOf = (view: View): VitpView => view as unknown as VitpView

export const SIDES: readonly Side[] = ['japan', 'allies']
export const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'the Allies' }
export const ADJECTIVE: Readonly<Record<Side, string>> = { japan: 'Japanese', allies: 'Allied' }
export const isSide = (side: unknown): side is Side => side === 'japan' || side === 'allies'

const SPOTS: Readonly<Record<string, string>> = {
  san_diego: 'San Diego', submarine_base: 'Submarine base', withdrawn: 'Withdrawn', lost: 'Lost', garrison: 'Garrison',
}

export const KINDS: readonly Kind[] = ['carrier', 'battleship', 'cruiser', 'lba', 'amphibious', 'submarine']
export const KIND_NAMES: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  carrier: ['carrier', 'carriers'], battleship: ['battleship', 'battleships'], cruiser: ['cruiser', 'cruisers'], lba: ['air unit', 'air units'],
  amphibious: ['amphibious unit', 'amphibious units'], submarine: ['submarine', 'submarines'],
}
export const kindWords = (kind: Kind, n: number): string => counted(n, ...KIND_NAMES[kind])

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Things as a sentence says them: "Akagi, Kaga and Soryu". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The first few names, and how many more there are: "Akagi, Kaga and 4 more". */
export const listedShort = (names: readonly string[], most = 3): string =>
  names.length <= most ? listed(names) : `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`

/** The procedure that decides now, and its frame; while both sides say day or night, that. */
export const topFrame = (view: VitpView): FrameTold | undefined => (view.naming !== null ? { procedure: 'naming' } : view.frames.at(-1))
export const procedureOf = (view: VitpView): string => topFrame(view)?.procedure ?? ''
export const frameOf = (view: VitpView, procedure: string): FrameTold | undefined => view.frames.findLast((frame) => frame.procedure === procedure)

const places = new WeakMap<VitpView, Map<string, string>>()

/** Where every unit stands. */
export function standsAt(view: VitpView): ReadonlyMap<string, string> {
  let found = places.get(view)
  if (!found) {
    found = new Map(SIDES.flatMap((side) => Object.entries(view.units[side] ?? {}).flatMap(([spot, ids]) => ids.map((id) => [id, spot] as const))))
    places.set(view, found)
  }
  return found
}
export const whereIs = (id: string, view: VitpView): string | null => standsAt(view).get(id) ?? null

/** Whether units of a pile are on the map: in a sea area, a port or a base. */
export const onMap = (spot: string, facts: Facts): boolean => facts.areas.has(spot) || facts.places.has(spot)
