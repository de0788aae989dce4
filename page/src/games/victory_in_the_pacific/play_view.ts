import type { View } from '../../app/api'
import { cachedByKey, SeaFacts, type AreaFacts, type PlaceFacts } from '../../board/pacific/facts'
import { SIDES, type Side } from '../sides'
import { counted } from '../../lib/text'
import type { Kind, UnitFacts } from './types'

export type { AreaFacts, PlaceFacts } from '../../board/pacific/facts'
export { ADJECTIVE, isSide, SIDES, THE_SIDE as SIDE_NAMES } from '../sides'
export { counted, listed, listedShort } from '../../lib/text'

export interface FrameView {
  procedure: string
  readonly [field: string]: unknown
}

/** A player's view of Victory in the Pacific. */
export interface VitpView {
  options: Readonly<Record<string, string>>
  side: string
  turn: number
  date: string
  last_turn: number
  /** the marker on its track; above 0 Japan leads (2.5) */
  points_of_control: number
  /** each area's controller, both sides' scores and the marker if the turn ended now; after scoring, the actual scores (5.71) */
  forecast: { scored: boolean; holders: Readonly<Record<string, Side | null>>; japan: number; allies: number; lead: number }
  flags: Readonly<Record<string, Side | null>>
  flags_before: Readonly<Record<string, Side | null>>
  places: Readonly<Record<string, Side | null>>
  repairs: Readonly<Record<string, { points: number; spent: number }>>
  /** a side's units by place */
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
  /** whether the viewer must still choose day or night, while both sides do; else null */
  naming: boolean | null
  frames: readonly FrameView[]
}

export interface TurnFacts {
  turn: number
  date: string
  repair: Readonly<Record<string, number>>
}

/** The data that never changes in a match: counters, map and turns. */
export class Facts extends SeaFacts<UnitFacts, AreaFacts, PlaceFacts, TurnFacts> {
  constructor(data: unknown) {
    super(data, SIDES)
  }

  protected override called(id: string): string {
    if (SPOTS[id]) return SPOTS[id]
    const [what, which = ''] = split(id)
    if (what === 'due') return `Due on turn ${which}`
    if (what === 'return') return `Back on turn ${which}`
    if (what === 'uncertain') return `Group ${which.toUpperCase()}`
    if (what === 'group') return `Group ${which}`
    return super.called(id)
  }
}

const SPOTS: Readonly<Record<string, string>> = {
  san_diego: 'San Diego', submarine_base: 'Submarine base', withdrawn: 'Withdrawn', lost: 'Lost', garrison: 'Garrison',
}

const split = (id: string): string[] => {
  const at = id.lastIndexOf('_')
  return at < 0 ? [id] : [id.slice(0, at), id.slice(at + 1)]
}

/** The static data of a match, made once from the server's response. */
export const factsOf = cachedByKey((data) => new Facts(data))

export const viewOf = (view: View): VitpView => view as unknown as VitpView

export const KINDS: readonly Kind[] = ['carrier', 'battleship', 'cruiser', 'lba', 'amphibious', 'submarine']
export const KIND_NAMES: Readonly<Record<Kind, readonly [one: string, many: string]>> = {
  carrier: ['carrier', 'carriers'], battleship: ['battleship', 'battleships'], cruiser: ['cruiser', 'cruisers'], lba: ['air unit', 'air units'],
  amphibious: ['amphibious unit', 'amphibious units'], submarine: ['submarine', 'submarines'],
}
export const kindText = (kind: Kind, n: number): string => counted(n, ...KIND_NAMES[kind])

/** The current procedure and its frame; while both sides choose day or night, that one. */
export const topFrame = (view: VitpView): FrameView | undefined => (view.naming !== null ? { procedure: 'naming' } : view.frames.at(-1))
export const procedureOf = (view: VitpView): string => topFrame(view)?.procedure ?? ''
export const frameOf = (view: VitpView, procedure: string): FrameView | undefined => view.frames.findLast((frame) => frame.procedure === procedure)

const places = new WeakMap<VitpView, Map<string, string>>()

/** The place of each unit. */
export function standsAt(view: VitpView): ReadonlyMap<string, string> {
  let found = places.get(view)
  if (!found) {
    found = new Map(SIDES.flatMap((side) => Object.entries(view.units[side] ?? {}).flatMap(([spot, ids]) => ids.map((id) => [id, spot] as const))))
    places.set(view, found)
  }
  return found
}
export const whereIs = (id: string, view: VitpView): string | null => standsAt(view).get(id) ?? null
