import type { MatchStore } from './game'

/** Escape closes or cancels whatever is open: help, an unfinished choice, a past moment. It never skips anything that must be seen. */
export function handleEscape(store: Pick<MatchStore, 'helpMode' | 'showsPast' | 'back' | 'playback'> & Partial<Pick<MatchStore, 'tabBeforeAid' | 'toggleAid' | 'hint' | 'picks'>>): void {
  const { hint } = store
  if (store.helpMode) store.helpMode = false
  else if (store.tabBeforeAid != null) store.toggleAid?.()
  else if (hint?.fresh && (hint.filled !== null || !store.picks?.length)) hint.back()
  else if (!store.showsPast) store.back()
  else if (store.playback?.pastSeq != null) store.playback.lookTo(null)
}
