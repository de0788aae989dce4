import { counted, listed } from '../../lib/text'
import type { Counts, PowerStack } from './types'

/** The order of kinds in a tray and in its label. */
export const KINDS = [
  'battleship', 'carrier', 'destroyer', 'submarine', 'transport', 'fighter', 'bomber', 'infantry', 'marine', 'artillery', 'tank', 'aa_gun',
] as const
export type Kind = (typeof KINDS)[number]

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  battleship: ['battleship', 'battleships'], carrier: ['carrier', 'carriers'], destroyer: ['destroyer', 'destroyers'],
  submarine: ['submarine', 'submarines'], transport: ['transport', 'transports'], fighter: ['fighter', 'fighters'], bomber: ['bomber', 'bombers'],
  infantry: ['infantry', 'infantry'], marine: ['marine', 'marines'], artillery: ['artillery', 'artillery'], tank: ['tank', 'tanks'],
  aa_gun: ['AA gun', 'AA guns'], industrial_complex: ['industrial complex', 'industrial complexes'],
}

/** A unit parsed from the server's name: a loaded transport, a damaged battleship, a fighter on patrol. */
export interface Piece {
  id: string
  kind: Kind | 'industrial_complex'
  /** its load */
  load: readonly string[]
  damaged?: boolean
  submerged?: boolean
  patrol?: boolean
  /** in the air: its steps left and its mission */
  left?: number
  task?: string
}

const LOAD = /(ally_)?(infantry|marine|artillery|tank|aa_gun)/g
const known = new Map<string, Piece>()

/** The unit with an id. */
export function pieceOf(id: string): Piece {
  let piece = known.get(id)
  if (!piece) known.set(id, (piece = read(id)))
  return piece
}

function read(id: string): Piece {
  const flight = /^(fighter|bomber)_(attack|escort|raid)_(\d)$/.exec(id)
  if (flight) return { id, kind: flight[1] as Kind, load: [], task: flight[2], left: Number(flight[3]) }
  if (id === 'cap') return { id, kind: 'fighter', load: [], patrol: true }
  if (id === 'submerged') return { id, kind: 'submarine', load: [], submerged: true }
  if (id === 'battleship_hit') return { id, kind: 'battleship', load: [], damaged: true }
  const ship = /^(transport|destroyer)_(.+)$/.exec(id)
  if (ship) return { id, kind: ship[1] as Kind, load: [...ship[2]!.matchAll(LOAD)].map(([whole]) => whole) }
  return { id, kind: id as Kind, load: [] }
}

export const kindText = (kind: string, n: number): string => (n === 1 ? NAMES[kind]?.[0] : NAMES[kind]?.[1]) ?? kind.replaceAll('_', ' ')
const cargo = (id: string): string => (id.startsWith('ally_') ? `allied ${kindText(id.slice(5), 1)}` : kindText(id, 1))

/** A load: "infantry and artillery", "2 infantry". */
export function loadText(load: readonly string[]): string {
  const kinds = [...new Set(load)]
  return listed(kinds.map((kind) => {
    const n = load.filter((one) => one === kind).length
    return n > 1 ? `${n} ${cargo(kind)}` : cargo(kind)
  }))
}

/** Units of one kind and state, one or several: "damaged battleship", "transports with infantry". */
export function pieceText(id: string, n = 1): string {
  const { kind, load, damaged, submerged, patrol, left, task } = pieceOf(id)
  const name = kindText(kind, n)
  if (damaged) return `damaged ${name}`
  if (submerged) return `submerged ${name}`
  if (patrol) return `${name} on patrol`
  if (left !== undefined) return `${name} ${task === 'attack' ? 'in the air' : task === 'raid' ? 'raiding' : 'escorting'}, ${counted(left, 'step')} left`
  return load.length ? `${name} with ${loadText(load)}` : name
}

export const capital = (text: string): string => text.replace(/^./, (c) => c.toUpperCase())
/** "2 transports with infantry" */
export const someText = (id: string, n: number): string => `${n} ${pieceText(id, n)}`

const place = (id: string): number => KINDS.indexOf(pieceOf(id).kind as Kind)
/** Units in the order of the trays. */
export const inKindOrder = (ids: Iterable<string>): string[] => [...ids].toSorted((a, b) => place(a) - place(b) || a.localeCompare(b))

/** Counts in a sentence: "2 infantry and 1 fighter". */
export const countsText = (counts: Counts): string => listed(inKindOrder(Object.keys(counts)).map((id) => someText(id, counts[id]!)))

/** One cell of a tray. */
export interface Cell {
  id: string
  piece: Piece
  n: number
  moved?: boolean
}

/** The cells of a power in a place: unmoved units, moved units, aircraft in the air. */
export function cellsOf({ fresh, moved, aloft }: PowerStack): Cell[] {
  const cells = (counts: Counts, done?: boolean): Cell[] =>
    inKindOrder(Object.keys(counts)).map((id) => ({ id: `${done ? 'moved ' : ''}${id}`, piece: pieceOf(id), n: counts[id]!, moved: done || undefined }))
  const all = [...cells(fresh), ...cells(moved, true), ...cells(aloft, true)]
  return all.toSorted((a, b) => KINDS.indexOf(a.piece.kind as Kind) - KINDS.indexOf(b.piece.kind as Kind))
}

/** A power's units in a place as a label: "battleship 1, carrier 1, in the air: fighters 2". */
export function powerStackText({ fresh, moved, aloft }: PowerStack): string {
  const text = (counts: Counts): string => inKindOrder(Object.keys(counts)).map((id) => `${pieceText(id, counts[id])} ${counts[id]}`).join(', ')
  return [text(fresh), Object.keys(moved).length ? `moved: ${text(moved)}` : '', text(aloft)].filter(Boolean).join(', ')
}
