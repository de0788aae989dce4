import { api } from './api'
import type { Desk } from './game'

const EVERY = 15_000
const FIRST = 3_000 // the other page may be loading too

/** Polls which other players have the match open, and whether a friend has taken an offered seat. */
export class Presence {
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false
  #wait = FIRST

  constructor(private readonly desk: Desk) {}

  async ask(): Promise<void> {
    const { desk } = this
    clearTimeout(this.#timer)
    if (!desk.sight.over && desk.seats.persons.some(({ claimed, yours }) => claimed && !yours)) {
      const found = new Set(await api.sitting(desk.id).catch(() => desk.here))
      if ([...found].sort().join() !== [...desk.here].sort().join()) desk.here = found
    }
    clearTimeout(this.#timer)
    if (this.#left) return
    this.#timer = setTimeout(() => void desk.seatsGiven().then(() => this.ask()), this.#wait)
    this.#wait = EVERY
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
  }
}
