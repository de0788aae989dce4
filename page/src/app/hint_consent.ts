import type { MatchStore } from './game'

/** Whether people at other screens play too: then hints need everyone's consent. */
export const amongPeople = ({ matchView, persons }: MatchStore): boolean => Object.entries(matchView.seats).some(([side, kind]) => kind === 'person' && !persons.includes(side))

/** Whether this browser plays, with people at other screens. */
export const playsWithOthers = (store: MatchStore): boolean => store.persons.length > 0 && amongPeople(store)

/** Whether hints are offered here: for a decision open at this screen, and with the consent of people elsewhere. */
export function mayHint(store: MatchStore): boolean {
  const { decision } = store
  if (!decision || store.covered || (amongPeople(store) && !store.matchView.hints?.allowed)) return false
  return store.seating === 'alone' || store.uncoveredSide === decision.side || !!store.game.hasNoSecrets
}

/** Asks for a hint; pressed again, shows more of it. */
export async function askHint(store: MatchStore): Promise<void> {
  if (!mayHint(store)) return
  if (store.hint?.fresh) return store.hint.more()
  const { Hint } = await import('./hint.svelte')
  store.hint = new Hint(store)
}
