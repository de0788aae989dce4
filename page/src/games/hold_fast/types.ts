import type { Piece } from '../../board/pacific/piles'
import type { Silhouette } from '../../board/types'
import type { Side } from '../sides'

export type Kind = 'carrier' | 'battleship' | 'cruiser' | 'transport' | 'land_based_air' | 'submarine'

/** What is printed on a block (3.0). */
export interface UnitFacts {
  id: string
  name: string
  side: Side
  kind: Kind
  /** tan blocks are British, Australian and New Zealand's */
  label: string
  fires_in: string
  /** dice; of a transport as many as its strength (3.4.1) */
  dice: number
  /** full strength points */
  strength: number
  /** the least die that hits it; nothing for submarines, which nobody hits */
  hit_on: number | null
  /** the turn in which it enters, 0 for never, and where */
  turn: number
  place: string | null
}

/** A block as its viewer sees it; its id is the unit's where the viewer sees its face, else the block's own. */
export interface BlockView extends Piece {
  side: Side
  /** what is on its face, where the viewer sees that */
  facts?: UnitFacts
  strength?: number
  /** lies face up before both sides */
  up?: boolean
  /** a block with its back to the viewer: what its unit may be, as far as that can be told */
  mayBe?: readonly UnitFacts[]
}

export const SILHOUETTES: Readonly<Record<Kind, Silhouette>> = {
  carrier: 'carrier', battleship: 'battleship', cruiser: 'cruiser', transport: 'transport', land_based_air: 'bomber', submarine: 'submarine',
}
