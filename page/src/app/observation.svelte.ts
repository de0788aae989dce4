import { api, type Viewpoint, type LogEntry, type MatchView, type View } from './api'
import { applyDiff, FORMAT } from './view_diff'

/** The version of all observations of a page. New data of several viewers count as one change, so that the page is updated once. */
export class Version {
  #number = $state(0)
  #open = 0
  #changed = false

  track(): void {
    void this.#number
  }

  increment(): void {
    if (this.#open) this.#changed = true
    else this.#number += 1
  }

  /** Counts all changes in here as one. */
  batch(act: () => void): void {
    this.#open += 1
    try {
      act()
    } finally {
      this.#open -= 1
      if (!this.#open && this.#changed) {
        this.#changed = false
        this.#number += 1
      }
    }
  }
}

/** What one viewer has been shown of a match: the present view, the log, and past views. */
export class Observation {
  #matchView: MatchView | undefined
  #log: readonly LogEntry[] = []
  readonly #pastViews = new Map<number, Promise<View>>()

  constructor(
    readonly match: string,
    readonly viewpoint: Viewpoint,
    readonly version = new Version(),
  ) {}

  get matchView(): MatchView {
    this.version.track()
    return this.#matchView as MatchView
  }

  get log(): readonly LogEntry[] {
    this.version.track()
    return this.#log
  }

  /** The length of the log known here. */
  get lastSeq(): number {
    return this.log.at(-1)?.seq ?? 0
  }

  /** The stamp of the view stored here. */
  get stamp(): string | undefined {
    return this.matchView?.stamp
  }

  /** Fetches the present view, unless it came with another response, and the new log entries; a long log comes in parts. */
  async fetch(response?: MatchView): Promise<MatchView> {
    const matchView = this.#withFullView(response ?? (await api.matchView(this.match, this.viewpoint, this.lastSeq, this.stamp))) ?? (await api.matchView(this.match, this.viewpoint, this.lastSeq))
    let log = matchView.log ?? []
    while (log.length && log.at(-1)!.seq < matchView.seq) {
      const more = await api.log(this.match, this.viewpoint, log.at(-1)!.seq)
      if (!more.length) break
      log = [...log, ...more]
    }
    return { ...matchView, log }
  }

  /** The response with its full view, if it contains changes and their base view is stored. */
  #withFullView(matchView: MatchView): MatchView | null {
    if (!matchView.changes) return matchView
    if (matchView.changes.format !== FORMAT || matchView.changes.base !== this.stamp) return null
    return { ...matchView, view: applyDiff(this.matchView.view, matchView.changes), changes: null }
  }

  async refresh(): Promise<void> {
    this.store(await this.fetch())
  }

  /** Stores a response and its part of the log. */
  store(response: MatchView): void {
    if (this.matchView && response.seq < this.matchView.seq) return // an outdated answer
    const matchView = this.#withFullView(response)
    if (!matchView) return void this.refresh() // another answer came first
    const fresh = (matchView.log ?? []).filter((entry) => entry.seq > this.lastSeq)
    if (fresh.length) this.#log = [...this.#log, ...fresh]
    this.#matchView = { ...matchView, log: null }
    this.version.increment()
  }

  /** The view after an entry of the log, as it was then. */
  viewAt(seq: number): Promise<View> {
    const known = this.#pastViews.get(seq)
    if (known) return known
    const asked = api.moment(this.match, this.viewpoint, seq).then(({ view }) => view)
    this.#pastViews.set(seq, asked)
    asked.catch(() => this.#pastViews.delete(seq))
    return asked
  }
}

/** The entries that were not taken back. */
export function validEntries(log: readonly LogEntry[]): LogEntry[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  return log.filter((entry) => !gone.has(entry.seq))
}

/** The player's own choices that may be withdrawn freely: the last `steps` of those still in force. */
export function withdrawable(log: readonly LogEntry[], side: string, steps: number): LogEntry[] {
  const own = validEntries(log).filter((entry) => entry.act === 'choice' && entry.side === side && !entry.auto)
  return steps > 0 ? own.slice(-steps) : []
}
