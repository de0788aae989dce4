import { unfolded, remaining, type Pick } from './choices'
import { keep, kept } from './kept'
import type { Look } from './looks.svelte'

/** What is half made for a decision: the parts of a choice, and choices filled in to be handed in together. */
export interface HalfMade {
  picks: readonly Pick[]
  draft: unknown
}

const key = (match: string): string => `ironbottom.draft.${match}`

/** Keeps in this browser what is half made for the decision in hand. */
export function rememberHalfMade(match: string, look: Look, { picks, draft }: HalfMade): void {
  keep(key(match), picks.length || draft !== null ? { seq: look.sight.seq, picks, draft } : undefined)
}

/** What was half made for the decision in hand; picks that fit no choice any more are left out. */
export function recallHalfMade(match: string, look: Look): HalfMade | null {
  const was = kept<HalfMade & { seq: number }>(key(match))
  const { seq, decision } = look.sight
  if (!was || was.seq !== seq) return null
  const fits = !!decision && remaining(unfolded(decision.choices), was.picks).length > 0
  return { picks: fits ? was.picks : [], draft: was.draft }
}
