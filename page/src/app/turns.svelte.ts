import { tick } from 'svelte'
import type { TurnSummary } from '../frame/summary'
import { screen } from '../lib/screen.svelte'
import type { LogEntry, MatchView, View } from './api'
import { presentLog, presentView } from './present'
import { writeStored, readStored } from './storage'

/** The data for the summaries of turns, and the parts of the page that show them. */
interface Page {
  readonly id: string
  readonly game: { summaries?(log: readonly LogEntry[], view: View, pieces: unknown): readonly TurnSummary[]; readonly summaryFirst?: boolean }
  readonly playback: Parameters<typeof presentView>[0]['playback']
  readonly wholeLog: readonly LogEntry[]
  readonly log: readonly LogEntry[]
  readonly matchView: MatchView
  readonly view: View
  readonly pieces: unknown
  tab: string
  part: string
  drawer: boolean
}

/** The turns of a match in summary: offered once when a turn is over, and available at any time. */
export class Turns {
  #read = $state(0)

  constructor(private readonly store: Page) {
    this.#read = readStored<number>(this.#key) ?? 0
  }

  /** All summaries, the latest first; without the results of moves that are still being shown. */
  readonly all = $derived.by((): readonly TurnSummary[] => {
    const { store } = this
    return store.game.summaries?.(presentLog(store), presentView(store), store.pieces) ?? []
  })

  get #key(): string {
    return `ironbottom.turns.${this.store.id}`
  }

  /** The last completed turn, until somebody here has read its summary or chosen anything since. */
  get offered(): TurnSummary | null {
    const last = this.all.find((one) => one.seq !== undefined)
    return last && last.turn > this.#read && last.seq! >= this.store.matchView.log_from ? last : null
  }

  /** In the rail, which covers no board, the summary of a turn is open when the next decision comes. */
  beside(): boolean {
    if (!this.store.game.summaryFirst || screen.form !== 'wide' || !this.offered) return false
    this.#markRead()
    this.store.tab = 'summary'
    return true
  }

  #markRead(): void {
    const last = this.all.find((one) => one.seq !== undefined)
    if (!last) return
    this.#read = Math.max(this.#read, last.turn)
    writeStored(this.#key, this.#read)
  }

  /** Opens the summaries in the rail, or instead of the board on a phone. */
  open(): void {
    const { store } = this
    if (!store.game.summaries) return
    this.#markRead()
    store.tab = store.part = 'summary'
    store.drawer = true
    void tick().then(() => {
      const panel = document.getElementById('turns')
      panel?.focus({ preventScroll: true })
      panel?.closest('.rail .scroll, .sheet')?.scrollTo(0, 0)
    })
  }
}
