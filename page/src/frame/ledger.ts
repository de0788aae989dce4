import type { Side } from '../board/types'

/** A line of the ledger of points: under which case a side scores, for what, how many, and the sum so far. */
export interface LedgerRow {
  side: Side
  case: string
  what: string
  many: string
  points: number
  total: number
}

export interface Ledger {
  /** `least`: more may have been scored than the viewer knows */
  sides: readonly { side: Side; rows: readonly LedgerRow[]; total: number; least: boolean }[]
  /** said where something is secret */
  note: string
  secret: boolean
}
