import type { Side } from '../board/types'

/** One move that an event reports. */
export interface MoveTold {
  unit: string
  side: Side
  from: string
  to: string
}

/** The way that some units went, numbered in the order in which the first of them went it. */
export interface NumberedWay {
  id: string
  n: number
  side: Side
  from: string
  to: string
  /** who went it, by their ids */
  units: readonly string[]
}
