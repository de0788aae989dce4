import type { Side } from '../board/types'

/** A line of the ledger of points: the case under which a side scores, the reason, the points, and the running total. */
export interface ScoreRow {
  side: Side
  case: string
  what: string
  many: string
  points: number
  total: number
}

export interface Scores {
  /** `least`: more may have been scored than the viewer knows */
  sides: readonly { side: Side; rows: readonly ScoreRow[]; total: number; least: boolean }[]
  /** shown if something is secret */
  note: string
  secret: boolean
}
