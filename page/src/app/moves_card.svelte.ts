import { screen } from '../lib/screen.svelte'
import { inOneSentence } from './brief'
import type { Desk, StoryLine } from './game'

/** The state in which the player left the card of moves: unfolded on a phone, folded on a tablet. */
export const moves = $state({ open: false, shut: false })

/** The content of the card: the text of all moves being shown, if one sentence is not enough. Dice have no text until they are rolled. */
export function listedMoves(desk: Desk): readonly StoryLine[] {
  const { past } = desk
  const stop = past?.stop
  if (!stop || past.unread || (stop.dice && screen.form === 'phone')) return []
  const brief = inOneSentence(desk, stop)
  if (!stop.whole && brief !== null) return []
  const lines = desk.game.tell?.(stop.entries, desk.pieces) ?? []
  return lines.length > (brief === null ? 0 : 1) ? lines : []
}
