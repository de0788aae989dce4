import { api, type PlayerAid } from './api'
import type { MatchStore } from './game'

/** The player aid of a match. It is fetched again after each change, because the current step of the turn may differ. */
export class Aid {
  response = $state.raw<PlayerAid>()
  error = $state('')
  #known = ''

  constructor(private readonly store: MatchStore) {}

  load(): void {
    const { id, home } = this.store
    const now = `${home.viewpoint} ${home.matchView.seq}`
    if (now === this.#known) return
    this.#known = now
    api.aid(id, home.viewpoint).then(
      (response) => now === this.#known && ([this.response, this.error] = [response, '']),
      (fault: unknown) => {
        this.#known = ''
        this.error = fault instanceof Error ? fault.message : String(fault)
      },
    )
  }
}

const aidsByMatch = new WeakMap<MatchStore, Aid>()

export function aidOf(store: MatchStore): Aid {
  const found = aidsByMatch.get(store) ?? new Aid(store)
  aidsByMatch.set(store, found)
  return found
}
