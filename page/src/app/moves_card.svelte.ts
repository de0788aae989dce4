import { screen } from '../lib/screen.svelte'
import { inOneSentence } from './prompt_text'
import type { MatchStore, StoryLine } from './game'

/** The state in which the player left the card of moves: unfolded on a phone, folded on a tablet. */
export const moves = $state({ openOnPhone: false, foldedOnTablet: false })

/** The content of the card: the text of all moves being shown, if one sentence is not enough. Dice have no text until they are rolled. */
export function listedMoves(store: MatchStore): readonly StoryLine[] {
  const { playback } = store
  const step = playback?.step
  if (!step || playback.hidesDice || (step.dice && screen.form === 'phone')) return []
  const brief = inOneSentence(store, step)
  if (!step.combined && brief !== null) return []
  const lines = store.game.storyLines?.(step.entries, store.pieces) ?? []
  return lines.length > (brief === null ? 0 : 1) ? lines : []
}
