import type { LogEntry, View } from './api'
import type { Look } from './looks.svelte'
import { comforts } from './comforts.svelte'
import { keep, kept } from './kept'

const MOST = 8000 // milliseconds that a run of the other side's moves may take of itself
const SLOWEST = 1900
const QUICKEST = 650
const WALKING = 1200
const FULL = 6 // events in one entry that make it a fight
const LONGER = 1.6
const SPEEDS = [1, 2, 4]

/** What is shown instead of the present: moves that happened meanwhile, one by one, or a moment that one looks back to. */
export class Past {
  /** up to which entry the reader has been shown the log */
  seen = $state(0)
  /** the entry one looks back to; nothing while one looks at the present */
  back = $state<number | null>(null)
  /** the moment on the board */
  shown = $state.raw<{ seq: number; view: View } | null>(null)
  playing = $state(false)
  speed = $state(1)
  #waiting = $state.raw<readonly LogEntry[]>([])
  #timer: ReturnType<typeof setTimeout> | undefined
  #wanted: number | null = null
  #pause = SLOWEST

  constructor(
    readonly look: Look,
    private readonly worth: (log: readonly LogEntry[], place: number) => boolean,
    /** somebody came to watch, and wants to see it all at a walking pace */
    private readonly watching = false,
  ) {
    this.seen = kept<number>(this.#key) ?? 0
  }

  get #key(): string {
    return `ironbottom.seen.${this.look.match}.${this.look.eyes}`
  }

  /** The moves still to be shown; the first is on the board. */
  get waiting(): readonly LogEntry[] {
    return this.#waiting
  }

  /** The entry on the board that is not the present, or nothing. */
  get at(): number | null {
    return this.back ?? this.#waiting[0]?.seq ?? null
  }

  /** Takes note of what is new in the log; `before` is what the reader sees while the first of it is fetched. */
  catchUp(before: View | null): void {
    const log = this.look.log
    if (this.seen > this.look.known) this.seen = 0
    const fresh = log.filter((entry, place) => entry.seq > this.seen && this.worth(log, place))
    if (comforts.pace === 'skip' || !fresh.length) return this.skip()
    const known = this.#waiting.length
    this.#waiting = fresh
    if (this.back !== null || known) return
    if (before) this.shown = { seq: this.seen, view: before }
    this.playing = comforts.pace === 'play'
    this.#pause = this.watching ? WALKING : Math.max(QUICKEST, Math.min(SLOWEST, MOST / fresh.length))
    this.#show(fresh[0]!.seq)
  }

  /** On to the next move, or to the present after the last. */
  next(): void {
    const [now, ...rest] = this.#waiting
    if (!now) return this.skip()
    if (!rest.length) return this.skip()
    this.#see(now.seq)
    this.#waiting = rest
    this.#show(rest[0]!.seq)
  }

  /** Straight to the present. */
  skip(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
    this.#see(this.look.known)
    if (this.back === null) {
      this.playing = false
      this.#wanted = null
      this.shown = null
    }
  }

  /** Looks back to the moment after an entry, or returns to the present. */
  lookTo(seq: number | null): void {
    clearTimeout(this.#timer)
    if (seq === null) {
      this.back = null
      return this.skip()
    }
    this.back = Math.max(1, Math.min(this.look.known, seq))
    this.#show(this.back)
  }

  /** Lets the moves run on of themselves, or stops them. */
  play(on = !this.playing): void {
    this.playing = on
    clearTimeout(this.#timer)
    if (!on) return
    if (this.back !== null) this.#pause = 1400
    if (this.shown && this.shown.seq === this.at) this.#tick()
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!
  }

  leave(): void {
    clearTimeout(this.#timer)
    this.playing = false
  }

  /** The next or the previous entry in which something happened, seen from where one looks. */
  beside(step: 1 | -1): number | null {
    const told = this.look.log.filter((entry) => entry.events?.length || entry.text)
    const from = this.back ?? this.look.known + 1
    const ahead = step > 0 ? told.find((e) => e.seq > from) : told.findLast((e) => e.seq < from)
    return ahead?.seq ?? null
  }

  #see(seq: number): void {
    if (seq === this.seen) return
    this.seen = seq
    keep(this.#key, seq)
  }

  #show(seq: number): void {
    this.#wanted = seq
    this.look.moment(seq).then(
      (view) => {
        if (this.#wanted !== seq) return
        this.shown = { seq, view }
        if (this.playing) this.#tick()
      },
      () => {
        if (this.#wanted === seq && this.back === null) this.skip()
      },
    )
  }

  /** A fight with its dice takes longer to read than a move. */
  #fullness(): number {
    const entry = this.look.log.find((one) => one.seq === this.at)
    return (entry?.events?.length ?? 0) > FULL ? LONGER : 1
  }

  #tick(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (this.back === null) return this.next()
      const next = this.beside(1)
      if (next === null) this.playing = false
      else this.lookTo(next)
    }, (this.#pause * this.#fullness()) / this.speed)
  }
}
