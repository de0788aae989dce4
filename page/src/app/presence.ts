import { api } from './api'
import type { MatchStore } from './game'

const EVERY = 15_000
const FIRST = 3_000 // the other page may be loading too

/** Polls which other players have the match open, and whether a friend has taken an offered seat. */
export class Presence {
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false
  #wait = FIRST

  constructor(private readonly store: MatchStore) {}

  async ask(): Promise<void> {
    const { store } = this
    clearTimeout(this.#timer)
    if (!store.matchView.over && store.seats.persons.some(({ claimed, yours }) => claimed && !yours)) {
      const found = await api.presence(store.id).catch(() => null)
      if (found) {
        const here = new Set(found.here)
        if ([...here].sort().join() !== [...store.here].sort().join()) store.here = here
        if (JSON.stringify(found) !== JSON.stringify(store.presence)) store.presence = found
      }
    }
    clearTimeout(this.#timer)
    if (this.#left) return
    this.#timer = setTimeout(() => void store.checkGivenSeats().then(() => this.ask()), this.#wait)
    this.#wait = EVERY
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
  }
}
