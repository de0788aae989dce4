import type { LogEntry } from './api'
import type { Desk } from './game'
import type { Stop } from './stops'

const LONGEST = 100 // letters that the prompt has room for

/** What entries tell, as if one had told it all. */
export const asOne = (entries: readonly LogEntry[]): LogEntry =>
  entries.length > 1 ? { ...entries.at(-1)!, events: entries.flatMap((one) => one.events ?? []) } : entries[0]!

/** What a stop tells in a sentence that the prompt has room for; nothing where it takes a list. */
export function inOneSentence(desk: Desk, { entries, whole }: Stop): string | null {
  const told = whole && entries.length > 1 ? desk.game.tell?.(entries, desk.pieces) : undefined
  if (told && told.length > 1) return null
  const sentence = told?.[0]?.text ?? desk.game.headline(asOne(entries))
  return sentence.length <= LONGEST || !desk.game.tell ? sentence : null
}
