import type { Side } from '../board/types'

/** A turn that is over, or as it would end now, told area by area and side by side. */
export interface TurnSummary {
  turn: number
  /** "Turn 3, Jul 42" */
  title: string
  /** what came of it, in one line */
  result: string
  /** the last entry of the log that belongs to it; nothing for a forecast */
  seq?: number
  parts: readonly SummaryPart[]
}

export interface SummaryPart {
  title: string
  /** figures, the words of each row first; the last row may be the total */
  table?: { head: readonly string[]; rows: readonly SummaryRow[] }
  lines?: readonly SummaryLine[]
}

export interface SummaryRow {
  id: string
  name: string
  figures: readonly (number | string)[]
  /** the side whose row it is */
  side?: Side
  total?: boolean
}

export interface SummaryLine {
  id: string
  side?: Side
  text: string
}
