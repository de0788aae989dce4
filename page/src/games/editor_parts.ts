import type { Piles } from '../app/editor/draft'
import type { Place } from '../app/editor/editing'
import type { Spot, Piece } from '../board/pacific/piles'
import { SIDE_NAME, SIDES } from './sides'

/** Common parts of the position editors of the two-sided games. */

export const EVERY_SIDE: readonly (readonly [string, string])[] = SIDES.map((side) => [side, SIDE_NAME[side]])
export const HOLDERS: readonly (readonly [string | null, string])[] = [[null, 'Nobody'], ...EVERY_SIDE]

/** The number of turns of a game, from its pieces. */
export const turnsOf = (pieces: unknown): number => (pieces as { turns?: readonly unknown[] } | null)?.turns?.length || 8

/** The piles beside the board: the permanent ones, those with counters, and the turns to come. */
export function offBoard(piles: Piles, board: readonly Place[], always: readonly string[], turn: number, turns: number, due: string): string[] {
  const on = new Set(board.map(({ id }) => id))
  const later = Array.from({ length: Math.max(0, turns - turn) }, (_, n) => `${due}${turn + n + 1}`)
  return [...new Set([...always, ...later, ...Object.keys(piles).filter((id) => !on.has(id))])]
}

/** Any counter may be picked up: a whole pile can be dragged, or one counter of it. Counters beside the board are listed there,
 * not on it. */
export const asMovable = <P extends Piece, S extends Spot<P>>(spot: S): S => {
  const free = (pile: S['piles'][number]): S['piles'][number] => ({ ...pile, pieces: pile.pieces.map((piece) => ({ ...piece, legal: true })), kinds: pile.kinds?.map(free) })
  return { ...spot, beside: undefined, piles: spot.piles.map(free) }
}

/** It is drawn without the highlight of selectable counters, because all are selectable. */
export const withoutHighlight = <P extends Piece>(piece: P): P => ({ ...piece, legal: undefined })

/** The picked counters, and where they may go. */
export const highlightsFor = (picked: readonly string[], places: readonly Place[]): { picked: ReadonlySet<string>; highlighted: ReadonlySet<string> } => ({
  picked: new Set(picked), highlighted: new Set(picked.length ? places.map(({ id }) => id) : []),
})
