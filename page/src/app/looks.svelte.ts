import { api, type Eyes, type LogEntry, type Sight, type View } from './api'
import { changed, FORMAT } from './changed'

/** What one viewer has been shown of a match: the present view, the log, and past views. */
export class Look {
  sight = $state.raw<Sight>() as Sight
  log = $state.raw<readonly LogEntry[]>([])
  readonly #moments = new Map<number, Promise<View>>()

  constructor(
    readonly match: string,
    readonly eyes: Eyes,
  ) {}

  /** The length of the log known here. */
  get known(): number {
    return this.log.at(-1)?.seq ?? 0
  }

  /** The stamp of the view stored here. */
  get held(): string | undefined {
    return this.sight?.stamp
  }

  /** Fetches the present view, unless it came with another response, and the new log entries; a long log comes in parts. */
  async ask(told?: Sight): Promise<Sight> {
    const sight = this.#whole(told ?? (await api.sight(this.match, this.eyes, this.known, this.held))) ?? (await api.sight(this.match, this.eyes, this.known))
    let log = sight.log ?? []
    while (log.length && log.at(-1)!.seq < sight.seq) {
      const more = await api.log(this.match, this.eyes, log.at(-1)!.seq)
      if (!more.length) break
      log = [...log, ...more]
    }
    return { ...sight, log }
  }

  /** The response with its full view, if it contains changes and their base view is stored. */
  #whole(sight: Sight): Sight | null {
    if (!sight.changes) return sight
    if (sight.changes.format !== FORMAT || sight.changes.base !== this.held) return null
    return { ...sight, view: changed(this.sight.view, sight.changes), changes: null }
  }

  async refresh(): Promise<void> {
    this.take(await this.ask())
  }

  /** Stores a response and its part of the log. */
  take(told: Sight): void {
    if (this.sight && told.seq < this.sight.seq) return // an outdated answer
    const sight = this.#whole(told)
    if (!sight) return void this.refresh() // another answer came first
    const fresh = (sight.log ?? []).filter((entry) => entry.seq > this.known)
    if (fresh.length) this.log = [...this.log, ...fresh]
    this.sight = { ...sight, log: null }
  }

  /** The view after an entry of the log, as it was then. */
  moment(seq: number): Promise<View> {
    const known = this.#moments.get(seq)
    if (known) return known
    const asked = api.moment(this.match, this.eyes, seq).then(({ view }) => view)
    this.#moments.set(seq, asked)
    asked.catch(() => this.#moments.delete(seq))
    return asked
  }
}

/** The entries that were not taken back. */
export function standing(log: readonly LogEntry[]): LogEntry[] {
  const gone = new Set(log.flatMap((entry) => entry.taken ?? []))
  return log.filter((entry) => !gone.has(entry.seq))
}

/** The own choices that may be withdrawn freely: the last `steps` of those in force that the player made. */
export function withdrawable(log: readonly LogEntry[], side: string, steps: number): LogEntry[] {
  const own = standing(log).filter((entry) => entry.act === 'choice' && entry.side === side && !entry.auto)
  return steps > 0 ? own.slice(-steps) : []
}
