import type { CounterState, Side } from '../board/types'

/** A unit on the battle board. */
export interface Fighter extends CounterState {
  id: string
}

/** The units of a side in a battle, by their role. */
export interface FleetShown<T extends Fighter> {
  side: Side
  sideName: string
  note: string
  /** the text if none of its units is visible */
  none?: string
  stations: readonly { name: string; units: readonly T[] }[]
  /** names of the units sunk so far in this battle */
  sunk?: readonly string[]
}

/** The window of a battle: it determines the largest counter and the size of the dice tray. */
export type BattleForm = 'phone' | 'compact' | 'wide' | 'broad'

/** The common room of both fleets, in pixels. */
export interface Room {
  width: number
  height: number
  form: BattleForm
  /** touch input: the head of a fleet is as high as its buttons */
  coarse?: boolean
}

/** The drawing of a battle's fleets from its first round to its last. */
export interface Arrangement {
  /** pixels a side of a counter */
  size: number
  /** pixels from one row of cells to the next */
  pitch: number
  /** cells in a row, fleet by fleet */
  columns: readonly number[]
  /** the width that each fleet needs at least */
  widths: readonly number[]
  /** all cells are seen at once; otherwise a fleet scrolls in its box */
  whole: boolean
}

/** The largest counter by the number of units in the larger fleet (FRAME2, rule 52). */
const MAX_SIZE: Readonly<Record<BattleForm, readonly (readonly [most: number, size: number])[]>> = {
  phone: [[12, 48], [Infinity, 44]],
  compact: [[12, 68], [14, 60], [24, 56], [Infinity, 48]],
  wide: [[12, 76], [14, 68], [24, 60], [Infinity, 48]],
  broad: [[12, 96], [14, 76], [24, 68], [Infinity, 56]],
}
const SIZES = [96, 76, 68, 60, 56, 48, 44] as const

/** Pixels around the cells of a fleet: its edge with its padding, its head, and the gap between two fleets. */
const EDGE = 18
const HEAD = { phone: 28, other: 33 }
const FINGER = 46
const GAP = { phone: 4, other: 8 }
/** Minimum widths of a fleet with its name and note; the player's own fleet also shows its quick buttons. */
const MIN_WIDTHS = [230, 380] as const
/** Room beside a counter for its ring, and below it for the ring and a caption. */
const BESIDE = { phone: 7, other: 11 }
const BENEATH = { phone: 21, other: 29 }

/** Extra pixels between rows where there is room. */
const SPARE = 9

const cellOf = (size: number, phone: boolean): number => size + (phone ? BESIDE.phone : BESIDE.other)
const pitchOf = (size: number, phone: boolean): number => size + (phone ? BENEATH.phone : BENEATH.other)

/** Arranges a battle by its window and the fleets at its start: the largest size of the table at which all cells are visible. */
export function arrangeBattle(counts: readonly number[], room: Room): Arrangement {
  const phone = room.form === 'phone'
  const most = Math.max(1, ...counts)
  const largest = MAX_SIZE[room.form].find(([upTo]) => most <= upTo)![1]
  const sizes = SIZES.filter((size) => size <= largest)
  for (const size of sizes) {
    const found = phone ? above(counts, size, room) : beside(counts, size, room)
    if (found) return found
  }
  return scrolling(counts, phone ? largest : sizes.at(-1)!, room)
}

/** Two fleets side by side, in as few rows as the width allows; null if they do not fit. */
function beside(counts: readonly number[], size: number, { width, height, coarse }: Room): Arrangement | null {
  const [cell, pitch] = [cellOf(size, false), pitchOf(size, false)]
  const free = height - (coarse ? FINGER + 4 : HEAD.other)
  for (let n = 1; n * pitch <= free; n++) {
    const columns = counts.map((count) => Math.max(1, Math.ceil(count / n)))
    const widths = columns.map((many, k) => Math.max(MIN_WIDTHS[k]!, many * cell + EDGE))
    if (widths.reduce((sum, one) => sum + one, GAP.other * (counts.length - 1)) <= width) return { size, pitch: Math.min(pitch + SPARE, Math.floor(free / n)), columns, widths, whole: true }
  }
  return null
}

/** One fleet above the other, each as wide as the screen; null if they do not fit. */
function above(counts: readonly number[], size: number, { width, height, coarse }: Room): Arrangement | null {
  const across = Math.max(1, Math.floor((width - EDGE) / cellOf(size, true)))
  const pitch = pitchOf(size, true)
  const rows = counts.map((count) => Math.max(1, Math.ceil(count / across)))
  const all = rows.reduce((sum, n) => sum + n, 0)
  const heads = counts.length * (HEAD.phone + GAP.phone) + (coarse ? FINGER - HEAD.phone : 0)
  const free = Math.floor((height - heads) / all)
  return free >= pitch ? { size, pitch: Math.min(pitch + SPARE, free), columns: counts.map(() => across), widths: counts.map(() => width), whole: true } : null
}

/** More units than fit in the window: each fleet scrolls. */
function scrolling(counts: readonly number[], size: number, { width, form }: Room): Arrangement {
  const phone = form === 'phone'
  const cell = cellOf(size, phone)
  const all = Math.floor((width - (phone ? EDGE : 2 * EDGE + GAP.other)) / cell)
  const sum = counts.reduce((n, count) => n + count, 0) || 1
  const columns = counts.map((count, k) => {
    if (phone) return Math.max(1, all)
    const least = Math.ceil((MIN_WIDTHS[k]! - EDGE) / cell)
    return Math.max(least, Math.min(all - Math.ceil((MIN_WIDTHS[1 - k]! - EDGE) / cell), Math.round((all * count) / sum)))
  })
  return { size, pitch: pitchOf(size, phone), columns, widths: columns.map((many) => (phone ? width : many * cell + EDGE)), whole: false }
}

/** The cells of a fleet: a unit keeps its cell, and a later unit gets the next one. */
export function keepCells(kept: readonly string[], now: readonly string[]): string[] {
  const known = new Set(kept)
  return [...kept, ...now.filter((id) => !known.has(id))]
}
