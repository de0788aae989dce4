import type { MatchStore } from './game'
import { validEntries } from './observation.svelte'
import { inMatch, teamOf } from './teams'

/** The next side of a person here that must answer the draw on offer. */
export function answererOf(store: MatchStore): string | undefined {
  const { draw_offer: offered } = store.matchView
  if (!offered || store.matchView.over) return undefined
  const words = validEntries(store.home.log).filter((entry) => entry.act === 'draw')
  const since = words.slice(words.findLastIndex((entry) => entry.word === 'offer'))
  const open = (side: string): boolean => inMatch(store, side) && !since.some((entry) => entry.side === side)
  return store.persons.find((side) => teamOf(store, side) !== teamOf(store, offered) && open(side))
}
