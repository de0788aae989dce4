import { expandChoices, matchingChoices, type Pick } from './choices'
import { writeStored, readStored } from './storage'
import type { Observation } from './observation.svelte'

/** The unfinished choice of a decision: the parts of a choice, and filled-in choices for one submission. */
export interface UnfinishedChoice {
  picks: readonly Pick[]
  draft: unknown
}

const key = (match: string): string => `ironbottom.draft.${match}`

/** Stores the unfinished choice of the open decision in this browser. */
export function storeUnfinishedChoice(match: string, observation: Observation, { picks, draft }: UnfinishedChoice): void {
  writeStored(key(match), picks.length || draft !== null ? { seq: observation.matchView.seq, picks, draft } : undefined)
}

/** The stored unfinished choice of the open decision; picks that no longer fit any choice are dropped. */
export function loadUnfinishedChoice(match: string, observation: Observation): UnfinishedChoice | null {
  const was = readStored<UnfinishedChoice & { seq: number }>(key(match))
  const { seq, decision } = observation.matchView
  if (!was || was.seq !== seq) return null
  const fits = !!decision && matchingChoices(expandChoices(decision.choices), was.picks).length > 0
  return { picks: fits ? was.picks : [], draft: was.draft }
}
