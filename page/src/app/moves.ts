import type { Side } from '../board/types'

/** One move that an event reports. */
export interface MoveTold {
  unit: string
  side: Side
  from: string
  to: string
}
