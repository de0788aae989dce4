import type { Side } from '../board/types'

/** A turn that is over, or as it would end now, summarized area by area and side by side. */
export interface TurnSummary {
  turn: number
  /** "Turn 3, Jul 42" */
  title: string
  /** the result, in one line */
  result: string
  /** the last entry of the log that belongs to the turn; undefined for a forecast */
  seq?: number
  parts: readonly SummaryPart[]
}

export interface SummaryPart {
  title: string
  /** figures, with the label of each row first; the last row may be the total */
  table?: { head: readonly string[]; rows: readonly SummaryRow[] }
  lines?: readonly SummaryLine[]
}

export interface SummaryRow {
  id: string
  name: string
  figures: readonly (number | string)[]
  /** the side to which the row belongs */
  side?: Side
  total?: boolean
}

export interface SummaryLine {
  id: string
  side?: Side
  text: string
}
