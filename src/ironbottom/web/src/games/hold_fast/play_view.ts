import type { View } from '../../app/api'
import type { Side } from '../../board/types'
import type { Kind, UnitFacts } from './types'

/** A unit that the viewer sees, as a view of the referee tells it. */
export interface UnitTold {
  /** a sea area, a port or base, off_board, over_ and a port, or a task force */
  where: string
  strength: number
  /** how the other side calls its block */
  block: string | null
  face_up: boolean
  disabled: boolean
}

export interface FrameTold {
  procedure: string
  readonly [field: string]: unknown
}

/** What a side has been shown of Hold Fast. */
export interface HoldView {
  options: Readonly<Record<string, string>>
  side: string
  turn: number
  dates: string
  /** the marker on its track; above 0 the Allies lead (11.0.1) */
  victory_points: number
  resource_points: Readonly<Record<Side, { points: number; spent: number }>>
  control: Readonly<Record<string, Side | null>>
  places: Readonly<Record<string, Side>>
  raided: Readonly<Record<string, number>>
  repaired_here: Readonly<Record<string, number>>
  battle: string | null
  fought: readonly string[]
  units: Readonly<Record<Side, Readonly<Record<string, UnitTold>>>>
  /** blocks with their backs to the viewer, by place: their numbers, or how many there are */
  hidden: Readonly<Partial<Record<Side, Readonly<Record<string, readonly string[] | number>>>>>
  memory: Readonly<Partial<Record<Side, readonly { blocks: readonly string[]; may_be: readonly string[] }[]>>>
  seen_strength: Readonly<Record<string, number>>
  due: Readonly<Record<string, readonly string[]>>
  lost: Readonly<Record<string, readonly string[]>>
  absent: readonly string[]
  task_forces: Readonly<Record<string, { from: string; at: string | null }>>
  /** what the viewer named for this round, air or surface */
  wants: string | null
  /** whether the viewer has still to name it, while both sides do; else nothing */
  naming: boolean | null
  frames: readonly FrameTold[]
}

export interface AreaFacts {
  id: string
  name: string
  /** victory points for either side */
  japan: number
  allies: number
  adjacent: readonly string[]
}

export interface PlaceFacts {
  id: string
  name: string
  kind: 'port' | 'base'
  repair: number
  touches: readonly string[]
  lon: number
  lat: number
}

export interface TurnFacts {
  turn: number
  dates: string
  japan: number
  allies: number
}

/** What never changes in a match: blocks, map and turns under its options, ready to be looked up. */
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

  /** The name of a place, sea area, unit, block or task force. */
  name(id: string): string {
    const found = this.areas.get(id)?.name ?? this.places.get(id)?.name ?? this.units.get(id)?.name ?? SPOTS[id]
    if (found) return found
    if (id.startsWith('over_')) return `Over ${this.name(id.slice(5))}`
    const [side, number] = id.split('_')
    if (number && isBlock(id)) return `${ADJECTIVE[side as Side]} block ${number}`
    return id.replaceAll('_', ' ')
  }

  /** The same within a sentence: "the Coral Sea", "Truk". */
  within(id: string): string {
    return this.areas.has(id) ? `the ${this.name(id)}` : SPOTS[id] ? SPOTS[id].toLowerCase() : this.name(id)
  }
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

export const viewOf = (view: View): HoldView => view as unknown as HoldView

export const SIDES: readonly Side[] = ['japan', 'allies']
export const SIDE_NAMES: Readonly<Record<Side, string>> = { japan: 'Japan', allies: 'the Allies' }
export const ADJECTIVE: Readonly<Record<Side, string>> = { japan: 'Japanese', allies: 'Allied' }
export const other = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')
export const isSide = (side: unknown): side is Side => side === 'japan' || side === 'allies'

const SPOTS: Readonly<Record<string, string>> = {
  off_board: 'Off board', task_forces: 'In a task force', task_force_1: 'Task Force 1', task_force_2: 'Task Force 2', garrison: 'Garrison', lost: 'Lost units',
}

/** From the side that a unit's or a block's id names. */
export const sideOf = (id: string): Side => (id.startsWith('j_') || id.startsWith('japan_') ? 'japan' : 'allies')
export const isBlock = (id: string): boolean => /^(japan|allies)_\d+$/.test(id)
export const isUnit = (id: string): boolean => /^[ja]_/.test(id)

export const KINDS: readonly Kind[] = ['carrier', 'battleship', 'cruiser', 'transport', 'land_based_air', 'submarine']
export const KIND_NAMES: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  carrier: ['carrier', 'carriers'], battleship: ['battleship', 'battleships'], cruiser: ['cruiser group', 'cruiser groups'],
  transport: ['transport', 'transports'], land_based_air: ['air unit', 'air units'], submarine: ['submarine', 'submarines'],
}
export const kindWords = (kind: Kind, n: number): string => counted(n, ...KIND_NAMES[kind])

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Things as a sentence says them: "Akagi, Kaga and Soryu". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The first few names, and how many more there are: "Akagi, Kaga and 4 more". */
export const listedShort = (names: readonly string[], most = 3): string =>
  names.length <= most ? listed(names) : `${names.slice(0, most - 1).join(', ')} and ${names.length - most + 1} more`

/** The procedure that decides now, and its frame; while both sides name air or surface, that. */
export const topFrame = (view: HoldView): FrameTold | undefined =>
  view.naming !== null ? { procedure: 'name_way' } : view.frames.at(-1)
export const procedureOf = (view: HoldView): string => topFrame(view)?.procedure ?? ''
export const frameOf = (view: HoldView, procedure: string): FrameTold | undefined => view.frames.findLast((frame) => frame.procedure === procedure)

/** The places in which blocks of a side stand, with how many there are. */
export function countsOf(view: HoldView, side: Side): Map<string, number> {
  const found = new Map<string, number>()
  const add = (where: string, n: number): void => void found.set(where, (found.get(where) ?? 0) + n)
  for (const told of Object.values(view.units[side])) add(told.where, 1)
  for (const [where, blocks] of Object.entries(view.hidden[side] ?? {})) add(where, typeof blocks === 'number' ? blocks : blocks.length)
  return found
}
