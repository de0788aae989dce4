import type { LogEntry } from './api'
import type { MatchStore } from './game'
import type { PlaybackStep } from './playback_steps'

/** the letters that fit in one line of the prompt, and in the line below */
const LINE = 62
const SUBLINE = 70
const MAX_LETTERS = 100 // letters of a report, in both

/** The text of entries, as if they were one. */
export const asOne = (entries: readonly LogEntry[]): LogEntry =>
  entries.length > 1 ? { ...entries.at(-1)!, events: entries.flatMap((one) => one.events ?? []) } : entries[0]!

/** The text of a stop in a sentence short enough for the prompt; empty if it needs a list. */
export function inOneSentence(store: MatchStore, { entries, combined }: PlaybackStep): string | null {
  const lines = combined && entries.length > 1 ? store.game.storyLines?.(entries, store.pieces) : undefined
  if (lines && lines.length > 1) return null
  const sentence = lines?.[0]?.text ?? store.game.headline(asOne(entries))
  return sentence.length <= MAX_LETTERS || !store.game.storyLines ? sentence : null
}

/** A report in the two lines of the prompt: the first sentence of a long report, and the others below it; then further text, if
 * there is room. */
export function inTwoLines(text: string, more?: string): { sentence: string; subline?: string } {
  const [sentence, ...rest] = text.length > LINE ? text.split(/(?<=[a-z\d]\.) (?=[A-Z\d])/) : [text]
  const below = [rest.join(' '), more ?? ''].filter(Boolean)
  while (below.length > 1 && below.join(' ').length > SUBLINE) below.pop()
  return { sentence: sentence!, subline: below.join(' ') || undefined }
}

/** Whether a sentence and the text below it have a line each. */
export const fitsPrompt = (sentence: string, below = ''): boolean => sentence.length <= LINE && below.length <= SUBLINE
