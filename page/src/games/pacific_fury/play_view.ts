import type { Silhouette } from '../../board/types'
import type { Side } from '../sides'
import type { View } from '../../app/api'
import type { Unit, Zone } from './types'

/** A task force in the referee's view (8.4). */
export interface ForceView {
  side: Side
  /** a sea zone, box_1 to box_7, home or nowhere */
  where: string
  /** the number of counters; undefined if counts are hidden (8.2.a) */
  counters: number | null
  /** the units that the viewer sees */
  units: readonly string[]
  /** whether all players see all of them */
  face_up: boolean
  /** what all players know that it does not hold */
  cannot_hold: readonly string[]
}

export interface FrameView {
  procedure: string
  readonly [field: string]: unknown
}

/** A pool of hits to be assigned: the side that assigns, the possible units, the number (10.7.a). */
export interface Pool {
  side: Side
  units: readonly string[]
  hits: number
}

/** A view of Pacific Fury. */
export interface PacificView {
  options: Readonly<Record<string, string>>
  side: string
  turn: number
  month: string
  initiative: Side
  henderson: { side: Side; operational: boolean; marker: number; combat: number; hits_to_disrupt: number; cover: number }
  operations: { done: number; under_way: boolean; phasing: Side | null; number: number | null }
  bases: Readonly<Record<'truk' | 'espiritu_santo', { side: Side; counters: number | null; units: readonly string[] }>>
  forces: Readonly<Record<string, ForceView>>
  reserve: readonly string[]
  due: Readonly<Record<string, readonly string[]>>
  sunk: readonly string[]
  gone: readonly string[]
  shown: readonly string[]
  hit: readonly string[]
  frames: readonly FrameView[]
}

/** The fixed data of a match: the counters and tables under its options. */
export interface PacificPieces {
  units: readonly {
    id: string
    name: string
    side: Side
    kind: string
    combat: number | null
    defence: number | null
    planes: number | null
  }[]
  track?: readonly { position: number; label: string; combat: number; hits_to_disrupt: number; cover: number }[]
  zones?: readonly { id: string; name: string; adjacent: readonly string[] }[]
}

export const viewOf = (view: View): PacificView => view as unknown as PacificView

/** The units by id, as counters draw them. */
export function unitsOf(pieces: unknown): Map<string, Unit> {
  const { units } = (pieces ?? { units: [] }) as PacificPieces
  return new Map(
    units.map((u) => {
      const noFactor = (u.kind === 'transport' || u.kind === 'tokyo_express') && !u.combat
      const unit: Unit = {
        id: u.id, side: u.side, name: u.name, kind: u.kind as Silhouette, combat: noFactor ? undefined : (u.combat ?? undefined),
        planes: u.planes ?? 0, anchors: u.defence ?? 0,
      }
      return [u.id, unit]
    }),
  )
}

export const ZONES: readonly Zone[] = ['the_slot', 'eastern_solomons', 'ironbottom_sound', 'south_pacific_ocean']

export const ZONE_NAMES: Readonly<Record<string, string>> = {
  the_slot: 'The Slot', eastern_solomons: 'Eastern Solomons', ironbottom_sound: 'Ironbottom Sound', south_pacific_ocean: 'South Pacific Ocean',
}

export const BASE_NAMES: Readonly<Record<Side, string>> = { japan: 'Truk', allies: 'Espiritu Santo' }
export const BASE_IDS: Readonly<Record<Side, 'truk' | 'espiritu_santo'>> = { japan: 'truk', allies: 'espiritu_santo' }
export const SIDES: readonly Side[] = ['japan', 'allies']
export const opponent = (side: Side): Side => (side === 'japan' ? 'allies' : 'japan')

/** A sea zone within a sentence: "the Eastern Solomons", "Ironbottom Sound". */
export function sea(zone: string): string {
  const name = ZONE_NAMES[zone] ?? zone
  return zone === 'ironbottom_sound' || name.startsWith('The ') ? name : `the ${name}`
}

/** The number of a task force: a force keeps the number of its first box. */
export const numberOf = (force: string): number => Number(force.split('_')[1])
export const sideOf = (force: string): Side => force.split('_')[0] as Side
export const isForce = (id: string): boolean => /^(japan|allies)_[1-7]$/.test(id)
export const isUnit = (id: string): boolean => /^(ijn|us)_/.test(id)
export const unitSide = (unit: string): Side => (unit.startsWith('us_') ? 'allies' : 'japan')

/** "TF 2", with the adjective of its side if the side is not obvious. */
export const forceName = (force: string, mine?: string | null): string =>
  mine && sideOf(force) === mine ? `TF ${numberOf(force)}` : `${sideOf(force) === 'japan' ? 'Japanese' : 'US'} TF ${numberOf(force)}`

export const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Names in a sentence: "Junyo, Hiyo and Yamato". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The present procedure, and its frame. */
export const topFrame = (view: PacificView): FrameView | undefined => view.frames.at(-1)
export const frameOf = (view: PacificView, procedure: string): FrameView | undefined =>
  view.frames.findLast((frame) => frame.procedure === procedure)

/** The type of a force (8.3) if all its units are seen. */
export function typeOf(units: readonly Unit[]): { letter: 'C' | 'A' | 'B'; words: string } {
  if (units.some((u) => u.kind === 'tokyo_express')) return { letter: 'A', words: 'Tokyo Express' }
  if (units.some((u) => u.kind === 'carrier' || u.kind === 'light_carrier')) return { letter: 'C', words: 'carriers' }
  if (units.some((u) => u.kind === 'transport')) return { letter: 'A', words: 'transports' }
  return { letter: 'B', words: 'bombardment' }
}

/** Air strike rating, anti-air and cover of a carrier force (10.5.d, 10.5.e). */
export function airFigures(units: readonly Unit[]): { strike: number; antiAir: number; cover: number } {
  const carriers = units.filter((u) => u.planes)
  return {
    strike: carriers.reduce((n, u) => n + (u.planes ?? 0), 0),
    antiAir: units.length - carriers.length,
    cover: carriers.some((u) => u.planes === 2) ? 2 : carriers.length ? 1 : 0,
  }
}
