import { api } from './api'

const EVERY = 15_000

/** Which of the other players have the match open now. It is asked only while somebody else holds a seat. */
export class Presence {
  /** the sides that somebody sits at */
  here = $state.raw<ReadonlySet<string>>(new Set())
  #timer: ReturnType<typeof setTimeout> | undefined
  #left = false

  constructor(
    private readonly match: string,
    private readonly wanted: () => boolean,
  ) {}

  /** Asks now, and then again and again. */
  async ask(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#left) return
    if (this.wanted()) {
      const found = new Set(await api.sitting(this.match).catch(() => this.here))
      if ([...found].sort().join() !== [...this.here].sort().join()) this.here = found
    }
    if (!this.#left) this.#timer = setTimeout(() => void this.ask(), EVERY)
  }

  leave(): void {
    this.#left = true
    clearTimeout(this.#timer)
  }
}
