/** The line of a match rings: what is new is fetched once for however many rings, and after an act that is under way. */
export class Ringing {
  /** the mark of the sight that the line last rang for, while what is new was not asked for yet */
  #rang: string | null = null
  #answering = false

  /** `busy` while an act is under way, `held` whether the sight of a mark is there already, `fetch` asks for what is new */
  constructor(
    private readonly busy: () => boolean,
    private readonly held: (mark: string) => boolean,
    private readonly fetch: () => Promise<void>,
  ) {}

  hear(mark: string): void {
    this.#rang = mark
    void this.answer()
  }

  /** Answers what rang and could not be answered then. */
  async answer(): Promise<void> {
    if (this.busy() || this.#answering) return
    this.#answering = true
    while (this.#rang !== null && !this.busy()) {
      const mark: string = this.#rang
      this.#rang = null
      if (!mark || !this.held(mark)) await this.fetch()
    }
    this.#answering = false
  }
}
