import type { LogEntry } from './api'
import type { MatchStore } from './game'
import type { Stop } from './stops'

const MAX_LETTERS = 100 // letters that the prompt has room for

/** The text of entries, as if they were one. */
export const asOne = (entries: readonly LogEntry[]): LogEntry =>
  entries.length > 1 ? { ...entries.at(-1)!, events: entries.flatMap((one) => one.events ?? []) } : entries[0]!

/** The text of a stop in a sentence short enough for the prompt; empty if it needs a list. */
export function inOneSentence(store: MatchStore, { entries, combined }: Stop): string | null {
  const lines = combined && entries.length > 1 ? store.game.storyLines?.(entries, store.pieces) : undefined
  if (lines && lines.length > 1) return null
  const sentence = lines?.[0]?.text ?? store.game.headline(asOne(entries))
  return sentence.length <= MAX_LETTERS || !store.game.storyLines ? sentence : null
}
