/** Change notices of a match: new data is fetched once for any number of notices, and after an act in progress. */
export class RefreshQueue {
  /** the mark of the latest notice, until its data is requested */
  #pending: string | null = null
  #answering = false

  /** `busy` during an act, `held` whether the view of a mark is already here, `fetch` requests new data */
  constructor(
    private readonly busy: () => boolean,
    private readonly held: (mark: string) => boolean,
    private readonly fetch: () => Promise<void>,
  ) {}

  notify(mark: string): void {
    this.#pending = mark
    void this.flush()
  }

  /** Answers a notice that had to wait. */
  async flush(): Promise<void> {
    if (this.busy() || this.#answering) return
    this.#answering = true
    while (this.#pending !== null && !this.busy()) {
      const mark: string = this.#pending
      this.#pending = null
      if (!mark || !this.held(mark)) await this.fetch()
    }
    this.#answering = false
  }
}
