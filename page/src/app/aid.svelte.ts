import { api, type PlayerAid } from './api'
import type { MatchStore } from './game'

/** The player aid of a match. It is fetched again after each change, because the current step of the turn may differ. */
export class Aid {
  told = $state.raw<PlayerAid>()
  wrong = $state('')
  #known = ''

  constructor(private readonly store: MatchStore) {}

  want(): void {
    const { id, home } = this.store
    const now = `${home.eyes} ${home.matchView.seq}`
    if (now === this.#known) return
    this.#known = now
    api.aid(id, home.eyes).then(
      (told) => now === this.#known && ([this.told, this.wrong] = [told, '']),
      (fault: unknown) => {
        this.#known = ''
        this.wrong = fault instanceof Error ? fault.message : String(fault)
      },
    )
  }
}

const aids = new WeakMap<MatchStore, Aid>()

export function aidOf(store: MatchStore): Aid {
  const found = aids.get(store) ?? new Aid(store)
  aids.set(store, found)
  return found
}
