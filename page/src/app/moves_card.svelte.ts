import { screen } from '../lib/screen.svelte'
import { inOneSentence } from './brief'
import type { Desk, StoryLine } from './game'

/** How a player left the card of what happened: unfolded on a phone, folded on a tablet. */
export const moves = $state({ open: false, shut: false })

/** What the card lists: all that the moves which are being shown tell, where one sentence does not say it. Dice tell nothing before
 * they have been rolled. */
export function listedMoves(desk: Desk): readonly StoryLine[] {
  const { past } = desk
  const stop = past?.stop
  if (!stop || past.unread || (stop.dice && screen.form === 'phone')) return []
  const brief = inOneSentence(desk, stop)
  if (!stop.whole && brief !== null) return []
  const lines = desk.game.tell?.(stop.entries, desk.pieces) ?? []
  return lines.length > (brief === null ? 0 : 1) ? lines : []
}
