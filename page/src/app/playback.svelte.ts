import { isMotionDisabled } from '../board/motion'
import type { LogEntry, View } from './api'
import { preferences } from './preferences.svelte'
import { writeStored, readStored } from './storage'
import type { Observation } from './observation.svelte'
import { singleSteps, playbackSteps, type Battles, type PlaybackStep } from './playback_steps'

const MAX_PLAYBACK_MS = 8000 // longest time in milliseconds for automatically shown moves of the other side
const MAX_PAUSE_MS = 1900
const MIN_PAUSE_MS = 650
const WATCHING_PAUSE_MS = 1200
const MIN_FIGHT_EVENTS = 6 // the number of events from which an entry counts as a fight
const FIGHT_PAUSE_FACTOR = 1.6
const SPEEDS = [1, 2, 4]
const DICE_PREVIEW_MS = 700 // milliseconds for which automatic dice are shown before they roll
export const DIE_FALL_MS = 350 // milliseconds for one die to turn over
const DICE_INTERVAL_MS = 90
const ALL_DICE_MS = 2000

/** Milliseconds between two dice of this number. */
export const diceInterval = (dice: number): number => (dice > 1 ? Math.min(DICE_INTERVAL_MS, (ALL_DICE_MS - DIE_FALL_MS) / (dice - 1)) : 0)

/** The match's data about an entry: whether it is worth showing, and how many of its dice must be rolled. */
export interface PlaybackRules {
  isWorthShowing: (log: readonly LogEntry[], place: number) => boolean
  countDice: (entry: LogEntry) => number
  /** the battles of an entry, each shown separately */
  battles?: Battles
  /** the board stays before such an entry until all its dice are rolled */
  holdsBoard?: boolean
}

/** What is shown instead of the present: new moves, one by one, or a past moment. */
export class Playback {
  /** the last entry that the user has been shown */
  lastSeenSeq = $state(0)
  /** the past entry on the board; null while the present is shown */
  pastSeq = $state<number | null>(null)
  /** the moment on the board */
  shownView = $state.raw<{ seq: number; view: View } | null>(null)
  /** the moment of the moves still to be shown; it stays while the reader looks further back */
  heldView = $state.raw<{ seq: number; view: View } | null>(null)
  /** the moment before the moves being shown */
  viewBeforeMoves = $state.raw<View | null>(null)
  /** the moment before the current dice fell */
  viewBeforeDice = $state.raw<View | null>(null)
  playing = $state(false)
  speed = $state(1)
  /** the state of the current dice: not yet rolled, turning over, or readable */
  dice = $state<'hand' | 'falling' | 'lying'>('lying')
  #waiting = $state.raw<readonly PlaybackStep[]>([])
  #walked = $state.raw<readonly PlaybackStep[]>([])
  #stepping = false
  #shownLast = $state.raw<readonly LogEntry[]>([])
  #timer: ReturnType<typeof setTimeout> | undefined
  #wanted: number | null = null
  #pause = MAX_PAUSE_MS

  constructor(
    readonly observation: Observation,
    private readonly rules: PlaybackRules,
    /** set for a viewer who wants to watch all moves at a slow pace */
    private readonly watching = false,
  ) {
    this.lastSeenSeq = readStored<number>(this.#key) ?? 0
  }

  get #key(): string {
    return `ironbottom.seen.${this.observation.match}.${this.observation.viewpoint}`
  }

  /** The stops still to be shown; the first is on the board. */
  get waiting(): readonly PlaybackStep[] {
    return this.#waiting
  }

  /** The stop being shown. */
  get step(): PlaybackStep | undefined {
    return this.pastSeq === null ? this.#waiting[0] : undefined
  }

  /** Dice whose faces must not be shown yet. */
  get hidesDice(): boolean {
    return !!this.step?.dice && this.dice !== 'lying'
  }

  /** The past entry on the board, or null. */
  get shownSeq(): number | null {
    const { step } = this
    return this.pastSeq ?? (step ? this.#boardSeq(step) : null)
  }

  /** The entry after which the board of a stop is: while its dice are not rolled, or others of an act that holds the board, the one before. */
  #boardSeq(step: PlaybackStep): number {
    return step.seq - Number(this.hidesDice || (!!this.rules.holdsBoard && this.#waiting[1]?.seq === step.seq))
  }

  /** The last moves shown, which may be shown again. */
  get lastMoves(): readonly LogEntry[] {
    return this.#shownLast
  }

  /** Notes new entries of the log; `before` is what the user sees while the first is fetched. */
  catchUp(before: View | null): Promise<void> {
    const { log } = this.observation
    if (this.lastSeenSeq > this.observation.lastSeq) this.lastSeenSeq = 0
    const fresh = playbackSteps(log, this.lastSeenSeq, { isWorthShowing: this.rules.isWorthShowing, hasDice: (entry) => this.rules.countDice(entry) > 0, battles: this.rules.battles, ...preferences })
    if (!fresh.length) {
      this.skip()
      return Promise.resolve()
    }
    const known = this.#waiting.length
    if (known) return this.#goOn()
    this.#waiting = fresh
    if (this.pastSeq !== null) return this.#hold()
    if (before) this.shownView = this.heldView = { seq: this.lastSeenSeq, view: before }
    this.playing = preferences.pace === 'play'
    this.#pause = this.watching ? WATCHING_PAUSE_MS : Math.max(MIN_PAUSE_MS, Math.min(MAX_PAUSE_MS, MAX_PLAYBACK_MS / fresh.length))
    return this.#present()
  }

  /** New moves arrived while the reader looks back: what they change is held, too. */
  async #hold(): Promise<void> {
    const seq = this.lastSeenSeq
    if (!seq) return
    const view = await this.observation.viewAt(seq).catch(() => null)
    if (view && this.#waiting.length && !this.heldView) this.heldView = { seq, view }
  }

  /** More entries arrived while some are shown: a combined stop grows, everything else stays on the board. */
  #goOn(): Promise<void> {
    const now = this.#waiting[0]!
    const grows = now.combined && !this.#stepping && this.pastSeq === null
    this.#waiting = grows ? this.#after(now.entries[0]!.seq - 1) : [...this.#waiting.filter(({ seq }) => seq === now.seq), ...this.#after(now.seq)]
    return grows && this.#waiting[0]!.seq !== now.seq ? this.#present() : Promise.resolve()
  }

  #after(seq: number): PlaybackStep[] {
    return playbackSteps(this.observation.log, seq, { isWorthShowing: this.rules.isWorthShowing, hasDice: (entry) => this.rules.countDice(entry) > 0, battles: this.rules.battles, ...preferences })
  }

  /**
   * Goes to the next move, or to the present after the last; unrolled dice are rolled first, and turning dice show
   * their faces.
   */
  next(): void {
    if (this.step?.dice && this.dice !== 'lying') return this.dice === 'hand' ? this.roll() : this.#settle()
    const [now, ...rest] = this.#waiting
    if (!now || !rest.length) return this.skip()
    if (this.#stepping) this.#walked = [...this.#walked, now]
    // All battles of an act must be shown.
    if (rest[0]!.seq !== now.seq) this.#see(now.seq)
    this.#waiting = rest
    void this.#present()
  }

  /** Rolls the unrolled dice. */
  roll(): void {
    if (this.dice !== 'hand') return
    const n = this.rules.countDice(this.step!.entries[0]!)
    clearTimeout(this.#timer)
    this.dice = 'falling'
    if (isMotionDisabled()) this.#settle()
    else this.#timer = setTimeout(() => this.#settle(), DIE_FALL_MS + diceInterval(n) * (n - 1))
  }

  #settle(): void {
    clearTimeout(this.#timer)
    if (!this.step) return
    this.dice = 'lying'
    void this.#show(this.#boardSeq(this.step))
  }

  /** Shows the acts of a combined stop one by one. */
  stepThrough(): void {
    const [now, ...rest] = this.#waiting
    if (!now?.combined) return
    this.#walked = []
    this.#stepping = true
    this.#waiting = [...singleSteps(now, this.rules.isWorthShowing), ...rest]
    void this.#present()
  }

  /** Whether there is a previous step. */
  get stepped(): boolean {
    return this.#waiting.length > 0 && this.#walked.length > 0
  }

  /** Goes back to the previous step. */
  stepBack(): void {
    const last = this.#walked.at(-1)
    if (!last || !this.#waiting.length) return
    this.#walked = this.#walked.slice(0, -1)
    this.#waiting = [last, ...this.#waiting]
    void this.#show(last.seq)
    this.dice = 'lying'
  }

  /** Shows the last moves again, combined; their dice show their results. */
  showAgain(): void {
    if (!this.#shownLast.length || this.#waiting.length) return
    const entries = this.#shownLast
    this.pastSeq = null
    this.#waiting = playbackSteps(entries, 0, { isWorthShowing: () => true, hasDice: (entry) => this.rules.countDice(entry) > 0, battles: this.rules.battles, pace: 'whole', dice: 'once' })
    this.playing = false
    void this.#present(true)
  }

  /** Goes straight to the present. */
  skip(): void {
    clearTimeout(this.#timer)
    // An empty list would count as a change even if it was empty before.
    if (this.#waiting.length) this.#waiting = []
    if (this.#walked.length) this.#walked = []
    this.heldView = null
    this.#stepping = false
    this.#see(this.observation.lastSeq)
    if (this.pastSeq === null) {
      this.playing = false
      this.#wanted = null
      this.shownView = null
    }
  }

  /** Shows the moment after an entry, or returns to the present. */
  lookTo(seq: number | null): void {
    clearTimeout(this.#timer)
    if (seq === null) {
      this.pastSeq = null
      return this.skip()
    }
    this.pastSeq = Math.max(1, Math.min(this.heldView?.seq ?? this.observation.lastSeq, seq))
    void this.#show(this.pastSeq)
  }

  /** Starts or stops the automatic showing of moves. */
  play(on = !this.playing): void {
    this.playing = on
    clearTimeout(this.#timer)
    if (!on) return
    if (this.pastSeq !== null) this.#pause = 1400
    if (this.shownView && this.shownView.seq === this.shownSeq) this.#tick()
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!
  }

  leave(): void {
    clearTimeout(this.#timer)
    this.playing = false
  }

  /** The next or the previous entry with events, from the moment shown. */
  beside(step: 1 | -1): number | null {
    const visible = this.observation.log.filter((entry) => entry.events?.length || entry.text)
    const from = this.pastSeq ?? this.observation.lastSeq + 1
    const ahead = step > 0 ? visible.find((e) => e.seq > from) : visible.findLast((e) => e.seq < from)
    return ahead?.seq ?? null
  }

  #see(seq: number): void {
    if (seq <= this.lastSeenSeq && seq < this.observation.lastSeq) return
    if (seq === this.lastSeenSeq) return
    this.lastSeenSeq = seq
    writeStored(this.#key, seq)
  }

  /** Shows the first stop: its dice unrolled, if they wait or roll automatically. */
  #present(lying = false): Promise<void> {
    const { step } = this
    if (!step) return Promise.resolve()
    this.#remember(step)
    this.dice = step.dice && !lying && preferences.dice !== 'once' ? 'hand' : 'lying'
    this.viewBeforeMoves = this.viewBeforeDice = null
    const first = Math.max(1, Math.ceil(step.entries[0]!.seq) - 1)
    void this.observation.viewAt(first).then((view) => this.step === step && (this[step.dice ? 'viewBeforeDice' : 'viewBeforeMoves'] = view), () => undefined)
    return this.#show(this.#boardSeq(step))
  }

  /** The moves since the player's last choice are those that may be shown again. */
  #remember({ seq, previous, entries: shown }: PlaybackStep): void {
    const entries = previous ? this.observation.log.filter((entry) => entry.seq === seq) : shown
    const last = this.#shownLast.at(-1)?.seq ?? 0
    const own = this.observation.log.findLast((entry) => entry.side === this.observation.viewpoint && entry.act === 'choice' && !entry.auto && entry.seq < entries[0]!.seq)?.seq ?? 0
    const before = last >= own && last < entries[0]!.seq ? this.#shownLast : []
    if (last < entries.at(-1)!.seq) this.#shownLast = [...before, ...entries]
  }

  #show(seq: number): Promise<void> {
    this.#wanted = seq
    return this.observation.viewAt(Math.max(1, seq)).then(
      (view) => {
        if (this.#wanted !== seq) return
        this.shownView = { seq, view }
        if (this.step) this.heldView = this.shownView
        if (this.step?.dice && this.dice === 'hand' && preferences.dice === 'short') this.#timer = setTimeout(() => this.roll(), DICE_PREVIEW_MS)
        else if (this.playing) this.#tick()
      },
      () => {
        if (this.#wanted === seq && this.pastSeq === null) this.skip()
      },
    )
  }

  /** A fight with its dice takes longer to read than a move. */
  #fullness(): number {
    const entry = this.observation.log.find((one) => one.seq === this.shownSeq)
    return (entry?.events?.length ?? 0) > MIN_FIGHT_EVENTS ? FIGHT_PAUSE_FACTOR : 1
  }

  #tick(): void {
    clearTimeout(this.#timer)
    if (this.step?.dice && (this.dice !== 'lying' || preferences.dice === 'wait')) return
    this.#timer = setTimeout(() => {
      if (this.pastSeq === null) return this.next()
      const next = this.beside(1)
      if (next === null) this.playing = false
      else this.lookTo(next)
    }, (this.#pause * this.#fullness()) / this.speed)
  }
}
