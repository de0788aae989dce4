import type { View } from '../../app/api'
import { cachedByKey, SeaFacts, type AreaFacts, type PlaceFacts as PlaceOnMap } from '../../board/pacific/facts'
import { ADJECTIVE, SIDES, type Side } from '../sides'
import { counted } from '../../lib/text'
import type { Kind, UnitFacts } from './types'

export { ADJECTIVE, isSide, SIDES, THE_SIDE as SIDE_NAMES } from '../sides'
export { counted, listed, listedShort } from '../../lib/text'

/** A unit visible to the viewer, as in the server's view. */
export interface UnitView {
  /** a sea area, a port or base, off_board, over_ plus a port, or a task force */
  where: string
  strength: number
  /** the other side's name for its block */
  block: string | null
  face_up: boolean
  disabled: boolean
}

export interface FrameView {
  procedure: string
  readonly [field: string]: unknown
}

/** A player's view of Hold Fast. */
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
  units: Readonly<Record<Side, Readonly<Record<string, UnitView>>>>
  /** blocks hidden from the viewer, by place: their numbers, or their count */
  hidden: Readonly<Partial<Record<Side, Readonly<Record<string, readonly string[] | number>>>>>
  memory: Readonly<Partial<Record<Side, readonly { blocks: readonly string[]; may_be: readonly string[] }[]>>>
  seen_strength: Readonly<Record<string, number>>
  due: Readonly<Record<string, readonly string[]>>
  lost: Readonly<Record<string, readonly string[]>>
  absent: readonly string[]
  submarines_at_sea: readonly Side[]
  task_forces: Readonly<Record<string, { from: string; at: string | null }>>
  /** the viewer's choice for this round, air or surface */
  wants: string | null
  /** whether the viewer must still choose, while both sides do; else null */
  naming: boolean | null
  frames: readonly FrameView[]
}

export interface PlaceFacts extends PlaceOnMap {
  repair: number
}

export interface TurnFacts {
  turn: number
  dates: string
  japan: number
  allies: number
}

/** The data that never changes in a match: blocks, map and turns under its options. */
export class Facts extends SeaFacts<UnitFacts, AreaFacts, PlaceFacts, TurnFacts> {
  constructor(data: unknown) {
    super(data, SIDES)
  }

  protected override called(id: string): string {
    if (SPOTS[id]) return SPOTS[id]
    if (id.startsWith('over_')) return `Over ${this.name(id.slice(5))}`
    const [side, number] = id.split('_')
    return number && isBlock(id) ? `${ADJECTIVE[side as Side]} block ${number}` : super.called(id)
  }

  override within(id: string): string {
    return SPOTS[id]?.toLowerCase() ?? super.within(id)
  }
}

const SPOTS: Readonly<Record<string, string>> = {
  off_board: 'Off board', task_force_1: 'Task Force 1', task_force_2: 'Task Force 2', garrison: 'Garrison', lost: 'Lost units',
}

/** The static data of a match, made once from the server's response. */
export const factsOf = cachedByKey((data) => new Facts(data))

export const viewOf = (view: View): HoldView => view as unknown as HoldView

export const opponent = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')
/** The side in the id of a unit or block. */
export const sideOf = (id: string): Side => (id.startsWith('j_') || id.startsWith('japan_') ? 'japan' : 'allies')
export const isBlock = (id: string): boolean => /^(japan|allies)_\d+$/.test(id)
export const isUnit = (id: string): boolean => /^[ja]_/.test(id)

export const KINDS: readonly Kind[] = ['carrier', 'battleship', 'cruiser', 'transport', 'land_based_air', 'submarine']
export const KIND_NAMES: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  carrier: ['carrier', 'carriers'], battleship: ['battleship', 'battleships'], cruiser: ['cruiser group', 'cruiser groups'],
  transport: ['transport', 'transports'], land_based_air: ['air unit', 'air units'], submarine: ['submarine', 'submarines'],
}
export const kindText = (kind: Kind, n: number): string => counted(n, ...KIND_NAMES[kind])

/** The current procedure and its frame; while both sides choose air or surface, that one. */
export const topFrame = (view: HoldView): FrameView | undefined =>
  view.naming !== null ? { procedure: 'name_way' } : view.frames.at(-1)
export const procedureOf = (view: HoldView): string => topFrame(view)?.procedure ?? ''
export const frameOf = (view: HoldView, procedure: string): FrameView | undefined => view.frames.findLast((frame) => frame.procedure === procedure)
