import { writeStored, readStored } from './storage'
import type { MatchView } from './api'

interface Act {
  side: string
  /** the number of choices that could be taken back freely after it */
  steps: number
  /** the number of its choices */
  count: number
  /** the page combined them into one: no part can be taken back alone */
  one?: boolean
}

/** Records which of the last choices were one act, so that one press takes back everything that one press did. Stored across reloads. */
export class UndoGroups {
  #acts: readonly Act[]
  readonly #key: string

  constructor(match: string) {
    this.#key = `ironbottom.acts.${match}`
    this.#acts = readStored<Act[]>(this.#key) ?? []
  }

  /** Records an accepted act of this many choices, with its result; `one`: the page combined them into one. */
  add(side: string, count: number, matchView: MatchView, one: boolean): MatchView {
    const { steps } = matchView.undo
    const before = this.#acts.filter((act) => act.side !== side || act.steps < steps)
    this.#keep(steps ? [...before, { side, steps, count: Math.min(count, steps), ...(one && { one }) }] : before)
    return matchView
  }

  /** The number of choices in a side's last act that may be taken back. */
  lastCount = (side: string, matchView: MatchView): number => this.#last(side, matchView)?.count ?? 1

  /** Whether they are one choice to the player who made them. */
  asOne = (side: string, matchView: MatchView): boolean => this.lastCount(side, matchView) === 1 || !!this.#last(side, matchView)?.one

  #last(side: string, { undo }: MatchView): Act | undefined {
    const own = this.#acts.filter((act) => act.side === side)
    const exact = own.find((act) => act.steps === undo.steps)
    const [latest] = own.toSorted((a, b) => b.steps - a.steps)
    if (exact || !latest || latest.steps > undo.steps) return exact
    // Standing orders have answered since; taking back only their choices would leave the player in the same place.
    return { ...latest, steps: undo.steps, count: latest.count + undo.steps - latest.steps }
  }

  #keep(acts: readonly Act[]): void {
    this.#acts = acts
    writeStored(this.#key, acts.length ? acts : undefined)
  }
}
