import type { Piece } from '../../board/pacific/piles'
import type { Silhouette } from '../../board/types'
import type { Side } from '../sides'

export type Kind = 'carrier' | 'battleship' | 'cruiser' | 'transport' | 'land_based_air' | 'submarine'

/** The printed values of a block (3.0). */
export interface UnitFacts {
  id: string
  name: string
  side: Side
  kind: Kind
  /** tan blocks are British, Australian and New Zealand's */
  label: string
  fires_in: string
  /** the number of dice; for a transport, its strength (3.4.1) */
  dice: number
  /** full strength points */
  strength: number
  /** the lowest die that hits it; null for submarines, which cannot be hit */
  hit_on: number | null
  /** the turn in which it enters, 0 for never, and where */
  turn: number
  place: string | null
}

/** A block as its viewer sees it; its id is the unit's where its face is visible, else the block's own. */
export interface BlockView extends Piece {
  side: Side
  /** the values on its face, where it is visible */
  facts?: UnitFacts
  strength?: number
  /** lies face up for both sides */
  up?: boolean
  /** a block hidden from the viewer: the units that it may be, as far as known */
  mayBe?: readonly UnitFacts[]
}

export const SILHOUETTES: Readonly<Record<Kind, Silhouette>> = {
  carrier: 'carrier', battleship: 'battleship', cruiser: 'cruiser', transport: 'transport', land_based_air: 'bomber', submarine: 'submarine',
}
