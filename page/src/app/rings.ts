/** Rings of the live line: what is new is fetched once for however many come, after an act that is under way, and not what is held. */
export class Rings {
  #rang: string | null = null // for the sight of this mark, which was not asked for yet
  #fetching = false

  constructor(
    readonly busy: () => boolean,
    readonly held: () => string | undefined,
    readonly fetch: () => Promise<void>,
  ) {}

  /** The line rang for the sight of this mark; of none where it does not say. */
  hear(mark = ''): void {
    this.#rang = mark
    void this.late()
  }

  /** Fetches what was not asked for yet. */
  async late(): Promise<void> {
    if (this.busy() || this.#fetching) return
    this.#fetching = true
    while (this.#rang !== null && !this.busy()) {
      const rang: string = this.#rang
      this.#rang = null
      if (!rang || rang !== this.held()) await this.fetch()
    }
    this.#fetching = false
  }
}
