import type { MatchStore } from './game'

/** Escape closes or cancels whatever is open: help, an unfinished choice, a past moment. It never skips anything that must be seen. */
export function escape(store: Pick<MatchStore, 'helping' | 'away' | 'back' | 'playback'> & Partial<Pick<MatchStore, 'aiding' | 'turnAid' | 'hint' | 'picks'>>): void {
  const { hint } = store
  if (store.helping) store.helping = false
  else if (store.aiding != null) store.turnAid?.()
  else if (hint?.fresh && (hint.filled !== null || !store.picks?.length)) hint.back()
  else if (!store.away) store.back()
  else if (store.playback?.back != null) store.playback.lookTo(null)
}
