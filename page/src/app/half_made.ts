import { unfolded, remaining, type Pick } from './choices'
import { keep, kept } from './kept'
import type { Observation } from './observation.svelte'

/** The unfinished choice of a decision: the parts of a choice, and filled-in choices for one submission. */
export interface HalfMade {
  picks: readonly Pick[]
  draft: unknown
}

const key = (match: string): string => `ironbottom.draft.${match}`

/** Stores the unfinished choice of the open decision in this browser. */
export function rememberHalfMade(match: string, observation: Observation, { picks, draft }: HalfMade): void {
  keep(key(match), picks.length || draft !== null ? { seq: observation.matchView.seq, picks, draft } : undefined)
}

/** The stored unfinished choice of the open decision; picks that no longer fit any choice are dropped. */
export function recallHalfMade(match: string, observation: Observation): HalfMade | null {
  const was = kept<HalfMade & { seq: number }>(key(match))
  const { seq, decision } = observation.matchView
  if (!was || was.seq !== seq) return null
  const fits = !!decision && remaining(unfolded(decision.choices), was.picks).length > 0
  return { picks: fits ? was.picks : [], draft: was.draft }
}
