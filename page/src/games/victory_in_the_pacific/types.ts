import type { Piece } from '../../board/pacific/piles'
import type { Silhouette } from '../../board/types'
import type { Side } from '../sides'

export type Kind = 'carrier' | 'battleship' | 'cruiser' | 'lba' | 'amphibious' | 'submarine'

/** The printed values of a counter (3.0). */
export interface UnitFacts {
  id: string
  name: string
  side: Side
  nation: string
  kind: Kind
  gunnery: number
  /** its guns have the attack bonus (7.52) */
  gunnery_bonus: boolean
  armor: number
  speed: number
  airstrike: number
  airstrike_bonus: boolean
  /** an air unit's value in place of armor (12.0) */
  defence: number | null
  /** the turn in which it enters and where */
  turn: number
  place: string | null
  /** the turn in which it is withdrawn, 0 for never (4.42) */
  leaves: number
}

/** A counter as its viewer sees it. */
export interface CounterView extends Piece {
  facts: UnitFacts
  /** marked in port as a raider to come (5.21) */
  marked?: boolean
  /** rests on the bottom of its harbor (9.41) */
  bottomed?: boolean
  /** the damage already included in its factors: hits of the current action count only once both sides have fired */
  hurt?: number
  /** lost factors of its airstrike (23.2) */
  airLoss?: number
}

export const SILHOUETTES: Readonly<Record<Kind, Silhouette>> = {
  carrier: 'carrier', battleship: 'battleship', cruiser: 'cruiser', lba: 'bomber', amphibious: 'amphibious', submarine: 'submarine',
}
