import type { CounterState, Side } from '../board/types'

/** A unit on the battle board. */
export interface Fighter extends CounterState {
  id: string
}

/** The units of a side in a battle, by what they do there. */
export interface FleetShown<T extends Fighter> {
  side: Side
  sideName: string
  note: string
  /** what is said where no unit of it is to be seen */
  none?: string
  stations: readonly { name: string; units: readonly T[] }[]
}
