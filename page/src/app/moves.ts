import type { Side } from '../board/types'

/** One move that an event reports. */
export interface MoveInfo {
  unit: string
  side: Side
  from: string
  to: string
}

/** A path that some units took; paths are numbered in the order of their first units. */
export interface NumberedMove {
  id: string
  n: number
  side: Side
  from: string
  to: string
  /** the ids of the units */
  units: readonly string[]
}
