import type { MatchStore } from './game'

/** Whether the dice of a side played here wait or are shown; meanwhile the odds of its choice stay, to be compared with the result. */
const ownDice = (store: MatchStore): boolean => {
  const step = store.playback?.step
  return !!step?.dice && store.persons.includes(step.entries[0]?.side ?? '')
}

/** Odds that stay while the dice of their choice wait and are shown.
 * @param now    the odds of the current decision
 * @param empty  whether there are none */
export function cachedOdds<T>(store: () => MatchStore, now: () => T, empty: (odds: T) => boolean): () => T {
  let last: T | undefined
  return () => {
    const odds = now()
    // While a choice is sent, its draft is emptied before the dice come.
    if (store().busy && last !== undefined) return last
    if (!empty(odds)) return (last = odds)
    if (last === undefined || !ownDice(store())) last = undefined
    return last ?? odds
  }
}
