import type { Piles } from '../app/editor/draft'
import type { Place } from '../app/editor/editing'
import type { Spot, Piece } from '../board/pacific/piles'
import { SIDE_NAME, SIDES } from './sides'

/** What positions of the two-sided games have in common when they are set up. */

export const EVERY_SIDE: readonly (readonly [string, string])[] = SIDES.map((side) => [side, SIDE_NAME[side]])
export const HOLDERS: readonly (readonly [string | null, string])[] = [[null, 'Nobody'], ...EVERY_SIDE]

/** How many turns a game has, as its pieces tell. */
export const turnsOf = (pieces: unknown): number => (pieces as { turns?: readonly unknown[] } | null)?.turns?.length || 8

/** The piles beside the board: those that always may be, those that are there, and the turns to come. */
export function offBoard(piles: Piles, board: readonly Place[], always: readonly string[], turn: number, turns: number, due: string): string[] {
  const on = new Set(board.map(({ id }) => id))
  const later = Array.from({ length: Math.max(0, turns - turn) }, (_, n) => `${due}${turn + n + 1}`)
  return [...new Set([...always, ...later, ...Object.keys(piles).filter((id) => !on.has(id))])]
}

/** Every counter may be taken up: a whole pile can be dragged, or one of it. What lies beside the board is listed there, not on it. */
export const movable = <P extends Piece, S extends Spot<P>>(spot: S): S => {
  const free = (pile: S['piles'][number]): S['piles'][number] => ({ ...pile, pieces: pile.pieces.map((piece) => ({ ...piece, legal: true })), kinds: pile.kinds?.map(free) })
  return { ...spot, beside: undefined, piles: spot.piles.map(free) }
}

/** It is drawn without the ring of what may be chosen, for all may be. */
export const drawn = <P extends Piece>(piece: P): P => ({ ...piece, legal: undefined })

/** What is picked, and, once anything is, where it may go. */
export const marksFor = (picked: readonly string[], places: readonly Place[]): { picked: ReadonlySet<string>; lit: ReadonlySet<string> } => ({
  picked: new Set(picked), lit: new Set(picked.length ? places.map(({ id }) => id) : []),
})
